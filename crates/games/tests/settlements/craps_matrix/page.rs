//! Prints the matrix as a page for people.

use super::Matrix;
use super::cells::{Cell, End, NUMBERS, Phase, State, Wager, with_dice};
use super::sums;
use super::text::{INTRODUCTION, SECTIONS, Section};
use games::craps::words::WAGERS;
use std::collections::BTreeSet;

/// The column of the cells, and that of the rules in a legend.
const CELLS_AT: usize = 24;
const RULES_AT: usize = 33;

/// The whole page.
pub fn write(matrix: &Matrix) -> String {
    let mut shown = BTreeSet::new();
    let mut page = INTRODUCTION.replace("EXAMPLE", &block("place-6", matrix));
    for section in SECTIONS {
        let words = section.words();
        page.push_str(&format!("\n## {}\n\n{}\n\n```text\n", section.title, prose(section, matrix)));
        let blocks: Vec<String> = words.iter().map(|word| block(word, matrix)).collect();
        page.push_str(&blocks.join("\n"));
        page.push_str("```\n");
        shown.extend(words);
    }
    assert!(WAGERS.iter().all(|wager| shown.contains(wager.word())), "every wager stands on the page");
    assert_eq!(shown.len(), WAGERS.len());
    page
}

/// The text about a family, and whether it can be called on and off, as found at the tables.
fn prose(section: &Section, matrix: &Matrix) -> String {
    let words = section.words();
    let calls: BTreeSet<String> = words.iter().map(|word| calls(&matrix[word.as_str()])).collect();
    assert_eq!(calls.len(), 1, "{} differ in how they are called", section.title);
    let calls = calls.into_iter().next().unwrap_or_default();
    wrapped(&format!("{} {calls}", section.prose))
}

fn calls(wager: &Wager) -> String {
    if !wager.is_callable() {
        assert!(wager.ordinary.values().all(|on| *on));
        return "Always on.".to_owned();
    }
    let on = |phase: Phase| wager.ordinary.get(&phase).copied();
    let points: BTreeSet<Option<bool>> = NUMBERS.iter().map(|n| on(Phase::Point(*n))).collect();
    assert!(!points.contains(&Some(false)), "with a point everything works");
    let ordinarily = match on(Phase::ComeOut).unwrap() {
        true => "on for every roll",
        false => "off on the come-out and on with a point",
    };
    format!("May be called on and off; ordinarily {ordinarily}.")
}

// ------------------------------------------------------------------ one wager

fn block(word: &str, matrix: &Matrix) -> String {
    let wager = &matrix[word];
    let states: Vec<State> = wager.rows.keys().copied().filter(|s| s.phase != Phase::ComeAlone).collect();
    let marks = Marks::of(wager, &states);
    let mut lines = vec![heading(word, matrix)];
    for same in rows_alike(wager, &states) {
        let cells: Vec<String> = wager.row(same[0]).chunks(6).map(|six| marks.signs(six)).collect();
        lines.push(format!("  {:<w$}  {}", label(&same, &states), cells.join("   "), w = CELLS_AT - 2));
    }
    let missing: Vec<Phase> = Phase::regular().filter(|p| !states.iter().any(|s| s.phase == *p)).collect();
    if !missing.is_empty() {
        lines.push(format!("  {:<w$}  cannot stand then", phases_label(&missing), w = CELLS_AT - 2));
    }
    lines.extend(marks.legend(wager, &states));
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The wager's word above the labels, the dice above the cells, and the house's share of it.
fn heading(word: &str, matrix: &Matrix) -> String {
    let dice: Vec<String> = (1..=6).map(|first| format!("{first}-123456")).collect();
    let keeps = sums::house_keeps(matrix, word).map_or_else(String::new, |share| {
        let points = share.basis_points();
        format!("  house keeps {}.{:02}%", points / 100, points % 100)
    });
    format!("{word:<CELLS_AT$}{}{keeps}", dice.join(" "))
}

/// Groups the states with the same cells, in order of occurrence.
fn rows_alike(wager: &Wager, states: &[State]) -> Vec<Vec<State>> {
    let ends = |state: &State| wager.row(*state).iter().map(|cell| cell.end).collect::<Vec<End>>();
    let mut alike: Vec<Vec<State>> = Vec::new();
    let on_first = states.iter().filter(|s| s.on).chain(states.iter().filter(|s| !s.on));
    for state in on_first {
        match alike.iter_mut().find(|same| ends(&same[0]) == ends(state)) {
            Some(same) => same.push(*state),
            None => alike.push(vec![*state]),
        }
    }
    alike
}

// ------------------------------------------------------------------ labels

/// Some of the states of a wager in words.
fn label(some: &[State], all: &[State]) -> String {
    let phases: Vec<Phase> = distinct(some.iter().map(|state| state.phase));
    let made: Vec<u8> = distinct(some.iter().map(|state| state.made));
    let on: Vec<bool> = distinct(some.iter().map(|state| state.on));
    assert_eq!(some.len(), phases.len() * made.len() * on.len(), "{some:?} need a longer description");
    let callable = all.iter().any(|state| !state.on);
    let everywhere = phases == distinct(all.iter().map(|state| state.phase));
    let called = match on.as_slice() {
        [true] if callable => "on",
        [false] => "off",
        _ => "",
    };
    let phases = if everywhere && callable { String::new() } else { phases_label(&phases) };
    let made = if made.len() == distinct(all.iter().map(|state| state.made)).len() {
        String::new()
    } else {
        made_label(&made)
    };
    let parts = [called.to_owned(), phases, made];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
}

fn phases_label(phases: &[Phase]) -> String {
    let come_out = phases.contains(&Phase::ComeOut);
    let points: Vec<u8> = phases.iter().filter_map(|phase| phase.point()).collect();
    let other: Vec<u8> = NUMBERS.into_iter().filter(|number| !points.contains(number)).collect();
    match (come_out, points.as_slice(), other.as_slice()) {
        (true, _, []) => "any roll".to_owned(),
        (false, _, []) => "any point".to_owned(),
        (true, [], _) => "come-out".to_owned(),
        (true, _, [one]) => format!("any but point {one}"),
        (false, _, [one]) => format!("point other than {one}"),
        (false, _, _) => format!("point {}", listed(&points)),
        (true, _, _) => format!("come-out, point {}", listed(&points)),
    }
}

fn made_label(made: &[u8]) -> String {
    match made {
        [one] => format!("{one} made"),
        [first, .., last] => format!("{first} to {last} made"),
        [] => String::new(),
    }
}

fn totals_label(totals: &[u8]) -> String {
    format!("on {}", listed(totals))
}

fn listed(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<String>>().join(" or ")
}

fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect::<BTreeSet<T>>().into_iter().collect()
}

// ------------------------------------------------------------------ signs and their legend

/// The signs of a wager's cells, letters for what is paid.
struct Marks {
    pays: Vec<End>,
}

impl Marks {
    fn of(wager: &Wager, states: &[State]) -> Marks {
        let mut pays = Vec::new();
        for cell in states.iter().flat_map(|state| wager.row(*state)) {
            if matches!(cell.end, End::Pays { .. }) && !pays.contains(&cell.end) {
                pays.push(cell.end);
            }
        }
        Marks { pays }
    }

    fn sign(&self, end: End) -> char {
        match end {
            End::Pays { .. } => {
                let at = self.pays.iter().position(|known| *known == end).unwrap();
                char::from(b'a' + u8::try_from(at).unwrap())
            }
            End::Loses => 'L',
            End::Pushes => 'P',
            End::GoesBack => 'R',
            End::Stays => '.',
            End::StaysOff => 'o',
            End::Moves(_) => '>',
        }
    }

    fn signs(&self, cells: &[Cell]) -> String {
        cells.iter().map(|cell| self.sign(cell.end)).collect()
    }

    /// The meaning of each sign here, and the rules cited for it.
    fn legend(&self, wager: &Wager, states: &[State]) -> Vec<String> {
        let found: Vec<Found> = states
            .iter()
            .flat_map(|state| with_dice(wager.row(*state)).map(|(dice, cell)| (*state, dice.total(), cell)))
            .map(|(state, total, cell)| Found { sign: self.sign(cell.end), state, total, cell })
            .collect();
        let letters = ('a'..='z').take(self.pays.len()).chain("LPRo>".chars());
        letters
            .filter_map(|sign| {
                let cells: Vec<&Found> = found.iter().filter(|found| found.sign == sign).collect();
                let meaning = meaning(cells.first()?.cell.end);
                Some(format!("  {sign}  {meaning:<w$}{}", rules(&cells), w = RULES_AT - 5))
            })
            .collect()
    }
}

/// A cell and its position.
struct Found<'a> {
    sign: char,
    state: State,
    total: u8,
    cell: &'a Cell,
}

fn meaning(end: End) -> String {
    match end {
        End::Pays { odds, stays: true, .. } => format!("{odds}, and it stays up"),
        End::Pays { odds, of: 1, .. } => format!("{odds}"),
        End::Pays { odds, won, of, .. } => format!("{odds} on {won} of {of} parts"),
        End::Loses => "loses".to_owned(),
        End::Pushes => "pushes".to_owned(),
        End::GoesBack => "goes back, being off".to_owned(),
        End::Stays => "stays".to_owned(),
        End::StaysOff => "stays, being off".to_owned(),
        End::Moves(_) => "moves to its number".to_owned(),
    }
}

/// The rules that all these cells cite, then those that only some do, with their positions.
fn rules(cells: &[&Found<'_>]) -> String {
    let common: Vec<&str> = short_ids(cells[0].cell)
        .into_iter()
        .filter(|id| cells.iter().all(|found| short_ids(found.cell).contains(id)))
        .collect();
    let mut parts = vec![common.join(", ")];
    let mut lists: Vec<Vec<&str>> = Vec::new();
    for found in cells {
        let own = short_ids(found.cell);
        if own.len() > common.len() && !lists.contains(&own) {
            lists.push(own);
        }
    }
    for list in lists {
        let some: Vec<&&Found<'_>> = cells.iter().filter(|found| short_ids(found.cell) == list).collect();
        let own: Vec<&str> = list.iter().copied().filter(|id| !common.contains(id)).collect();
        parts.push(format!("{}: {}", where_cited(&some, cells), own.join(", ")));
    }
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

/// The phases of these cells; if the others have the same phases, the totals.
fn where_cited(some: &[&&Found<'_>], all: &[&Found<'_>]) -> String {
    let phases = distinct(some.iter().map(|found| found.state.phase));
    if phases == distinct(all.iter().map(|found| found.state.phase)) {
        return totals_label(&distinct(some.iter().map(|found| found.total)));
    }
    phases_label(&phases)
}

/// Ids without the prefix of the document.
fn short_ids(cell: &Cell) -> Vec<&'static str> {
    cell.cites.iter().map(|rule| rule.id().strip_prefix("OH-CR-").unwrap_or(rule.id())).collect()
}

/// Wraps text to a readable line length.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().unwrap();
        if line.len() + word.len() >= 105 {
            lines.push(word.to_owned());
        } else {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines.join("\n")
}
