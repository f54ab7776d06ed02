//! Reads the `[[wager]]` rows of a rule book.
//!
//! A row is one wager, or with `targets` a whole family that shares everything else. Targets are written with their
//! pays, or as a list if they all have the same pays:
//!
//! ```toml
//! targets = { 4 = "9 to 5", 6 = { pays = "7 to 6", cites = ["…"] } }
//! targets = [4, 5, 6, 8, 9, 10]
//! ```
//!
//! A row with `spots` has all places of that kind on a roulette felt as targets.
//!
//! A row with `at_least` sets minimums: the casino may pay more. Each of its wagers then has its own option,
//! `<wager>-pays`, which has no entry in the file.

use felt::{Currency, FeltSpots, Odds, Pay, SpotKind};

use crate::book::{Aggregate, PayTerm, Vigorish, WagerRule};
use crate::book_read::{no_pay, ranges, read_amount, strings};
use crate::finding::Finding;
use crate::limits::Bounds;
use crate::option::{Allowed, OptionRule};
use crate::source::{Lined, Section, Source};

const KEYS: &[&str] = &[
    "id",
    "name",
    "targets",
    "spots",
    "required",
    "side_bet",
    "attaches",
    "attaches_cites",
    "beside",
    "beside_cites",
    "decks",
    "decks_cites",
    "follows",
    "feeds",
    "equals",
    "pays",
    "at_least",
    "at_least_cites",
    "uniform_cites",
    "paytables",
    "parts",
    "step",
    "refuses_inexact",
    "vigorish",
    "vigorish_of",
    "vigorish_exact",
    "vigorish_cites",
    "aggregate_limit",
    "aggregate_times",
    "aggregate_cites",
    "limits",
    "limits_cites",
    "paytables_cites",
    "cites",
];

/// The wagers that the rows define and the options that come with them, each with the line of its row.
#[derive(Default)]
pub(crate) struct Wagers {
    pub(crate) wagers: Vec<WagerRule>,
    pub(crate) lines: Vec<usize>,
    pub(crate) options: Vec<OptionRule>,
    pub(crate) option_lines: Vec<usize>,
}

struct Row {
    line: usize,
    /// What all wagers of the row share; the wager itself if there are no targets.
    shared: WagerRule,
    targets: Vec<Target>,
    minimum: Option<Minimum>,
}

/// A target of a wager.
struct Target {
    word: String,
    pays: Option<PayTerm>,
    cites: Vec<String>,
}

/// The paragraphs on minimum odds: those that set them, and those that require one value in the whole house.
struct Minimum {
    cites: Vec<String>,
    uniform_cites: Vec<String>,
}

pub(crate) fn read<'t>(src: &mut Source<'t>, top: Section<'_, 't>, currency: Currency) -> Wagers {
    let sections = src.sections(top, "wager");
    let rows: Vec<Row> =
        sections.into_iter().filter_map(|section| read_row(src, section, currency)).collect();
    let mut all = Wagers::default();
    for row in &rows {
        for mut wager in expand(row, &rows) {
            if let Some(minimum) = &row.minimum {
                match raise(&mut wager, minimum) {
                    Some(option) => {
                        all.options.push(option);
                        all.option_lines.push(row.line);
                    }
                    None => {
                        let what = format!("wager \"{}\" says at_least, so it has one fixed odds", wager.id);
                        src.report(Finding::new(what).at(row.line).allowing("one odds such as 3 to 2"));
                        break;
                    }
                }
            }
            all.wagers.push(wager);
            all.lines.push(row.line);
        }
    }
    all
}

fn expand(row: &Row, rows: &[Row]) -> Vec<WagerRule> {
    if row.targets.is_empty() {
        return vec![row.shared.clone()];
    }
    let family = &row.shared.id;
    // The odds behind a come bet follow the come bet on the same number, and that one follows the bet on the line,
    // which has the name of its family.
    let followed = row.shared.follows.as_ref().map(|followed| {
        let has_targets = |other: &Row| other.shared.id == *followed && !other.targets.is_empty();
        (followed, followed != family && rows.iter().any(has_targets))
    });
    let member = |target: &Target| {
        let mut wager = row.shared.clone();
        let word = &target.word;
        wager.id = format!("{family}-{word}");
        wager.name = format!("{} on {word}", row.shared.name);
        wager.family = Some(family.clone());
        wager.target = Some(word.clone());
        wager.follows = followed.map(|(id, each)| if each { format!("{id}-{word}") } else { id.clone() });
        wager.pays.extend(target.pays.clone());
        for cites in [&mut wager.cites, &mut wager.limits_cites, &mut wager.paytables_cites] {
            cites.splice(0..0, target.cites.iter().cloned());
        }
        wager
    };
    row.targets.iter().map(member).collect()
}

/// Turns the one fixed odds of a wager into an option to pay more.
fn raise(wager: &mut WagerRule, minimum: &Minimum) -> Option<OptionRule> {
    let mut fixed = wager.pays.iter_mut().filter(|term| matches!(term, PayTerm::Fixed(_)));
    let (term, None) = (fixed.next()?, fixed.next()) else { return None };
    let PayTerm::Fixed(Pay::Odds(least)) = *term else { return None };
    let id = format!("{}-pays", wager.id);
    *term = PayTerm::ByOption(id.clone());
    let name = format!("Payout odds of the {}", wager.name);
    Some(at_least(id, name, least, minimum))
}

fn at_least(id: String, name: String, least: Odds, minimum: &Minimum) -> OptionRule {
    let allowed = Allowed::AtLeast(least);
    let default = least.to_string();
    OptionRule {
        id,
        name,
        default: allowed.canonical(&default).unwrap_or(default),
        allowed,
        only: Vec::new(),
        needs: Vec::new(),
        only_with: None,
        uniform: true,
        uniform_cites: minimum.uniform_cites.clone(),
        cites: minimum.cites.clone(),
    }
}

fn read_row<'t>(src: &mut Source<'t>, section: Section<'_, 't>, currency: Currency) -> Option<Row> {
    src.only_keys(section, KEYS);
    let (id, name) = (src.required(section, "id"), src.required(section, "name"));
    let cites = strings(src.list(section, "cites"));
    let mut or_cites = |key: &str, otherwise: &[String]| {
        let own = strings(src.list(section, key));
        if own.is_empty() { otherwise.to_vec() } else { own }
    };
    let limits_cites = or_cites("limits_cites", &cites);
    let paytables_cites = or_cites("paytables_cites", &cites);
    let at_least_cites = or_cites("at_least_cites", &cites);
    let uniform_cites = or_cites("uniform_cites", &at_least_cites);
    let [attaches_cites, beside_cites, decks_cites] =
        ["attaches_cites", "beside_cites", "decks_cites"].map(|key| or_cites(key, &cites));
    let vigorish_cites = or_cites("vigorish_cites", &cites);
    let aggregate_cites = or_cites("aggregate_cites", &cites);
    let minimum = Minimum { cites: at_least_cites, uniform_cites };
    let pays: Vec<PayTerm> =
        src.list(section, "pays").iter().filter_map(|text| pay_term(src, text, currency)).collect();
    let paytables = strings(src.list(section, "paytables"));
    let mut targets = read_targets(src, section, currency);
    targets.extend(read_spots(src, section));
    refuse_mixture(src, section, &targets, !pays.is_empty(), !paytables.is_empty());
    let shared = WagerRule {
        id: id?.value,
        name: name?.value,
        family: None,
        target: None,
        required: src.flag(section, "required"),
        side_bet: src.flag(section, "side_bet"),
        // Filled in after the book's id has been read.
        from: String::new(),
        attaches: strings(src.list(section, "attaches")),
        attaches_cites,
        beside: strings(src.list(section, "beside")),
        beside_cites,
        decks: src.optional(section, "decks").and_then(|text| ranges(src, &text)),
        decks_cites,
        follows: src.optional(section, "follows").map(|l| l.value),
        feeds: src.optional(section, "feeds").map(|l| l.value),
        equals: src.optional(section, "equals").map(|l| l.value),
        pays,
        paytables,
        parts: read_parts(src, section),
        payable_step: read_step(src, section),
        refuses_inexact: src.flag(section, "refuses_inexact"),
        vigorish: read_vigorish(src, section, vigorish_cites),
        aggregate: read_aggregate(src, section, aggregate_cites, currency),
        limits: read_limits(src, section, currency),
        limits_cites,
        paytables_cites,
        cites,
    };
    let minimum = src.flag(section, "at_least").then_some(minimum);
    Some(Row { line: section.line, shared, targets, minimum })
}

fn read_vigorish<'t>(src: &mut Source<'t>, section: Section<'_, 't>, cites: Vec<String>) -> Option<Vigorish> {
    let option = src.optional(section, "vigorish")?.value;
    let of = src.required(section, "vigorish_of")?;
    if !["stake", "win"].contains(&of.value.as_str()) {
        let what = format!("vigorish_of \"{}\" is not known", of.value);
        src.report(Finding::new(what).at(of.line).allowing("stake, win"));
    }
    let exact = src.flag(section, "vigorish_exact");
    Some(Vigorish { option, of_win: of.value == "win", exact, cites })
}

fn read_aggregate<'t>(
    src: &mut Source<'t>,
    section: Section<'_, 't>,
    cites: Vec<String>,
    currency: Currency,
) -> Option<Aggregate> {
    let most = read_amount(src, section, "aggregate_limit", currency)?;
    let text = src.required(section, "aggregate_times")?;
    let times = text.value.parse().ok().filter(|times| (1..=100).contains(times));
    if times.is_none() {
        let what = format!("aggregate_times \"{}\" is no number of stakes", text.value);
        src.report(Finding::new(what).at(text.line).allowing("1..100"));
    }
    Some(Aggregate { most, times: times?, cites })
}

fn read_limits<'t>(src: &mut Source<'t>, section: Section<'_, 't>, currency: Currency) -> Option<Bounds> {
    let text = src.optional(section, "limits")?;
    let bounds = Bounds::parse(&text.value, currency);
    if bounds.is_none() {
        let what = format!("limits \"{}\" cannot be read", text.value);
        src.report(
            Finding::new(what).at(text.line).allowing("5..100, ..100, 5.., 1..100 step 1, one of 1..10"),
        );
    }
    bounds
}

fn read_parts<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> u8 {
    let Some(text) = src.optional(section, "parts") else { return 1 };
    let parts = text.value.parse().ok().filter(|parts| (2..=100).contains(parts));
    if parts.is_none() {
        let what = format!("a stake cannot be divided into {} parts", text.value);
        src.report(Finding::new(what).at(text.line).allowing("2..100"));
    }
    parts.unwrap_or(1)
}

fn read_step<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> bool {
    let Some(text) = src.optional(section, "step") else { return false };
    let payable = text.value == "payable";
    if !payable {
        let what = format!("step \"{}\" is not known", text.value);
        src.report(Finding::new(what).at(text.line).allowing("payable"));
    }
    payable
}

/// Returns all places of one kind on a roulette felt: they are computed from its boxes, and no book lists them.
fn read_spots<'t>(src: &mut Source<'t>, section: Section<'_, 't>) -> Vec<Target> {
    let Some(text) = src.optional(section, "spots") else { return Vec::new() };
    let kind = text.value.parse::<SpotKind>().ok().filter(|kind| kind.has_targets());
    let Some(kind) = kind else {
        let what = format!("spots \"{}\" is no kind of place of which there are several", text.value);
        src.report(
            Finding::new(what).at(text.line).allowing("straight, split, three, four, six, column, dozen"),
        );
        return Vec::new();
    };
    let both = FeltSpots::of_both();
    let names = both.as_slice().iter().filter(|spot| spot.kind == kind).map(felt::FeltSpot::name);
    let target = |name: felt::spots::SpotName| {
        let word = name.as_str().split_once('-').map_or("", |(_, word)| word).to_owned();
        Target { word, pays: None, cites: Vec::new() }
    };
    names.map(target).collect()
}

fn read_targets<'t>(src: &mut Source<'t>, section: Section<'_, 't>, currency: Currency) -> Vec<Target> {
    let Some((node, start)) = Source::get(section, "targets") else { return Vec::new() };
    let line = src.line(start);
    let mut targets = Vec::new();
    if let Some(table) = node.get_ref().as_table() {
        let mut entries: Vec<_> = table.iter().collect();
        // The reader sorts keys alphabetically; the book's order is the written one.
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, node) in entries {
            let word = key.get_ref().to_string();
            let (text, cites) = match node.get_ref().as_table() {
                Some(table) => {
                    let target = Section { table, line: src.line(key.span().start) };
                    src.only_keys(target, &["pays", "cites"]);
                    (src.required(target, "pays"), strings(src.list(target, "cites")))
                }
                None => (src.scalar(&word, node), Vec::new()),
            };
            let pays = text.and_then(|text| pay_term(src, &text, currency));
            targets.push(Target { word, pays, cites });
        }
    } else {
        let bare = |word: Lined<String>| Target { word: word.value, pays: None, cites: Vec::new() };
        targets.extend(src.list(section, "targets").into_iter().map(bare));
    }
    if targets.is_empty() {
        src.report(Finding::new("targets must name something to bet on").at(line));
    }
    targets
}

fn refuse_mixture<'t>(
    src: &mut Source<'t>,
    section: Section<'_, 't>,
    targets: &[Target],
    pays: bool,
    paytables: bool,
) {
    if pays && targets.iter().any(|target| target.pays.is_some()) {
        let what = "pays are given twice: with the targets and beside them";
        src.report(Finding::new(what).at(section.line));
    }
    let by_odds = pays || targets.iter().any(|target| target.pays.is_some());
    if paytables && by_odds && !targets.is_empty() {
        let what = "wagers with targets are paid by odds or by a pay table, not by both";
        src.report(Finding::new(what).at(section.line));
    }
}

fn pay_term(src: &mut Source<'_>, text: &Lined<String>, currency: Currency) -> Option<PayTerm> {
    let term = PayTerm::parse(&text.value, currency);
    if term.is_none() {
        src.report(no_pay(text).allowing("3 to 2, 100%, $50, option <id>"));
    }
    term
}
