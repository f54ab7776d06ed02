//! `docs/irregularities/` documents what the tables do when something goes wrong. `just irregularities`
//! regenerates it.

use crate::matrix::{Answer, Cell, Hole, Matrix};
use engine::mishap::Mishap;
use engine::{Game, Irregularity, RefusalKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

const INDEX: &str = "\
# Irregularities

What can go wrong at a table, at every point of a round, and what is done about it: one page a game, made from the
engine by `just irregularities`. A test fails when a page is not what the engine does now, when a report of something
that may have happened is refused, and when a refusal does not say why it cannot have happened.

Each section is one kind of mishap. Each row is one thing that happens, with the points of the round at which it does;
where a point is in two rows, the cards and wagers that lie there decide. Words like `drawn-exposed` are those of
scenarios and of the command; the ids at the end of a row are the paragraphs of the document, and the rulings of this
project where the document is silent. `croupier irregular GAME` tells the same at the table.

";

/// Checks that the page of a game matches what its tables do, without violations.
pub fn is_what_the_tables_do(game: &'static Game) {
    let matrix = Matrix::of(game);
    let kinds: BTreeSet<Mishap> = matrix.cells.keys().map(|(_, mishap)| *mishap).collect();
    println!(
        "{}: {} points reached, {} kinds of mishap, {} cells, {} believed",
        game.id,
        matrix.reached.len(),
        kinds.len(),
        matrix.cells.len(),
        matrix.believed().count()
    );
    let unreached: Vec<&str> = unreached(&matrix).collect();
    println!("not reached: {}", unreached.join(", "));
    compare("irregularities.md", &index());
    compare(&format!("irregularities/{}.md", game.id.replace('/', "-")), &page(&matrix));
    // A report is refused only by a rule, or because it cannot be true, and then a sentence explains why; and
    // everything that an accepted report names is in some event.
    let holes = holes(&matrix);
    assert!(holes.is_empty(), "{}:\n{holes}", game.id);
}

fn unreached(matrix: &Matrix) -> impl Iterator<Item = &'static str> {
    let phases = matrix.game.vocabulary.phases.iter().copied();
    phases.filter(|phase| !matrix.reached.contains(phase))
}

/// The violations, mishap by mishap, with one example each.
fn holes(matrix: &Matrix) -> String {
    let mut groups: BTreeMap<(&str, Mishap), (Vec<&str>, &str)> = BTreeMap::new();
    for (hole, example) in &matrix.holes {
        let (why, phase, mishap) = match hole {
            Hole::BadMoment(phase, mishap) => ("refused for its moment", phase, mishap),
            Hole::Unexplained(phase, mishap) => ("refused without a reason", phase, mishap),
            Hole::Dropped(phase, mishap) => ("something is dropped", phase, mishap),
        };
        groups.entry((why, *mishap)).or_insert((Vec::new(), example)).0.push(phase);
    }
    let line = |((why, mishap), (phases, example)): (&(&str, Mishap), &(Vec<&str>, &str))| {
        format!("  {why}: {mishap}; at {}\n      {example}", phases.join(", "))
    };
    groups.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn compare(file: &str, page: &str) {
    let path = docs().join(file);
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/{file} is out of date: run `just irregularities`");
}

fn docs() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs"))
}

fn index() -> String {
    let line = |game: &&Game| format!("- [{}](irregularities/{}.md)\n", game.id, game.id.replace('/', "-"));
    INDEX.to_owned() + &games::GAMES.iter().map(line).collect::<String>()
}

/// The answer, the points, who decides, and the rules.
type Row = (String, Vec<&'static str>, String, String);

fn page(matrix: &Matrix) -> String {
    let game = matrix.game;
    let links = Links::read();
    let mut text = format!(
        "# Irregularities: {}\n\nHow to read this: [Irregularities](../irregularities.md).\n\n",
        game.id
    );
    let reached: Vec<String> = in_order(game, &matrix.reached).map(|phase| format!("`{phase}`")).collect();
    writeln!(text, "The points of a round: {}.", reached.join(", ")).unwrap();
    let unreached: Vec<String> = unreached(matrix).map(|phase| format!("`{phase}`")).collect();
    if !unreached.is_empty() {
        writeln!(text, "Not looked at, as chance hardly ever leads there: {}.", unreached.join(", "))
            .unwrap();
    }
    let mut sections: Vec<(Vec<Mishap>, Vec<Row>)> = Vec::new();
    let kinds: BTreeSet<Mishap> = matrix.cells.keys().map(|(_, mishap)| *mishap).collect();
    for mishap in kinds {
        let rows = rows(matrix, mishap, &links);
        let own = |(there, same): &&mut (Vec<Mishap>, Vec<Row>)| {
            *same == rows && group(there[0]) == group(mishap) && !matches!(mishap, Mishap::Reported(_))
        };
        match sections.iter_mut().find(own) {
            Some((there, _)) => there.push(mishap),
            None => sections.push((vec![mishap], rows)),
        }
    }
    let mut heading = "";
    for (mishaps, rows) in sections {
        if group(mishaps[0]) != heading {
            heading = group(mishaps[0]);
            write!(text, "\n## {heading}\n").unwrap();
        }
        text += &section(matrix, &mishaps, rows, &links);
    }
    text
}

fn group(mishap: Mishap) -> &'static str {
    match mishap {
        Mishap::Reported(_) => "Reported in a word of the game",
        Mishap::TooMany(..) | Mishap::Astray(..) | Mishap::WrongWayUp | Mishap::Foreign => {
            "A card comes wrongly"
        }
        Mishap::TurnedEarly(_) | Mishap::LookedAt(..) => "A card is seen",
        Mishap::FalseAnswer
        | Mishap::AnswerUnasked
        | Mishap::RollUnasked
        | Mishap::SpunUnasked
        | Mishap::NumberUnasked
        | Mishap::CuttingCard => "Devices, dice and the cutting card",
        Mishap::ChipsFound(_) | Mishap::LateBet | Mishap::Leaves => "Chips and people",
    }
}

fn section(matrix: &Matrix, mishaps: &[Mishap], rows: Vec<Row>, links: &Links) -> String {
    let mut text = String::new();
    match mishaps {
        [Mishap::Reported(kind)] => {
            let one = matrix.game.vocabulary.irregularities.iter().find(|one| one.id == *kind).unwrap();
            text += &report(one, links);
        }
        [one] => write!(text, "\n### {}\n", capital(&one.sentence())).unwrap(),
        [first, others @ ..] => {
            write!(text, "\n### {}, and so\n\n", capital(&first.sentence())).unwrap();
            others.iter().for_each(|other| writeln!(text, "- {}", other.sentence()).unwrap());
        }
        [] => {}
    }
    text += "\n| what happens | at | who decides | by |\n| --- | --- | --- | --- |\n";
    for (what, phases, who, by) in rows {
        let at = points(matrix, &phases);
        writeln!(text, "| {what} | {at} | {who} | {by} |").unwrap();
    }
    text
}

/// The row of an irregularity of the game: its meaning, who decides and the remedy.
fn report(one: &Irregularity, links: &Links) -> String {
    format!(
        "\n### `{}`\n\n{}. {}. Decides: {}. {}\n",
        one.id,
        capital(one.what),
        capital(one.remedy),
        one.decides,
        links.to(one.rule.id())
    )
}

fn rows(matrix: &Matrix, mishap: Mishap, links: &Links) -> Vec<Row> {
    let mut found: BTreeMap<&Answer, (BTreeSet<&'static str>, BTreeSet<&'static str>)> = BTreeMap::new();
    for ((phase, other), cell) in &matrix.cells {
        if *other != mishap {
            continue;
        }
        for (answer, rules) in telling(mishap, cell) {
            let (phases, all) = found.entry(answer).or_default();
            phases.insert(phase);
            all.extend(rules);
        }
    }
    let row = |(answer, (phases, rules)): (&&Answer, &(BTreeSet<&'static str>, BTreeSet<&'static str>))| {
        let by: Vec<String> = rules.iter().map(|rule| links.to(rule)).collect();
        (what(answer), in_order(matrix.game, phases).collect(), who(matrix, answer), by.join(" "))
    };
    found.iter().map(row).collect()
}

/// The answers of a cell that inform a reader. If a report is accepted, two kinds of refusal are left out: of
/// reports that name nothing or too much, and of impossible cards, which have their own row.
fn telling(mishap: Mishap, cell: &Cell) -> impl Iterator<Item = (&Answer, &BTreeSet<&'static str>)> {
    let own = match mishap {
        Mishap::Reported(word) => word.word() == "foreign-card",
        other => other == Mishap::Foreign,
    };
    let is_foreign = move |answer: &Answer| match answer {
        Answer::Remedied { kinds, .. } => !own && kinds.len() > 1 && kinds.contains(&"foreign-card"),
        _ => false,
    };
    let believed = cell.keys().any(|answer| !matches!(answer, Answer::Refused(..)) && !is_foreign(answer));
    let said = move |answer: &Answer| {
        !believed || !(is_foreign(answer) || matches!(answer, Answer::Refused(RefusalKind::Impossible, _)))
    };
    cell.iter().filter(move |(answer, _)| said(answer))
}

fn what(answer: &Answer) -> String {
    let ticked = |words: &[&str]| words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    match answer {
        Answer::Remedied { kinds, remedies, .. } if remedies.is_empty() => ticked(kinds),
        Answer::Remedied { kinds, remedies, .. } if kinds.is_empty() => {
            format!("remedy {}", ticked(remedies))
        }
        Answer::Remedied { kinds, remedies, .. } => format!("{}: {}", ticked(kinds), ticked(remedies)),
        Answer::Noted(kinds) if kinds.is_empty() => "nothing changes".to_owned(),
        Answer::Noted(kinds) => format!("nothing is wrong: {}", kinds.join(", ").replace('-', " ")),
        Answer::Refused(RefusalKind::Impossible, name) => {
            let why = games::why_impossible(name).map_or_else(|| name.replace('-', " "), str::to_owned);
            format!("cannot have happened: {why}")
        }
        Answer::Refused(RefusalKind::Forbidden, name) => format!("refused: {}", name.replace('-', " ")),
        Answer::Refused(RefusalKind::NotYours, name) => {
            format!("not theirs to say: {}", name.replace('-', " "))
        }
        Answer::Refused(RefusalKind::NotAwaited, name) => {
            format!("refused for its moment: {}", name.replace('-', " "))
        }
    }
}

/// The person the table asks, or else the one that the game's irregularity names.
fn who(matrix: &Matrix, answer: &Answer) -> String {
    let Answer::Remedied { kinds, then, .. } = answer else { return String::new() };
    let all = matrix.game.vocabulary.irregularities;
    let decides = || kinds.iter().find_map(|kind| all.iter().find(|one| one.id.word() == *kind));
    then.clone().or_else(|| decides().map(|one| one.decides.to_owned())).unwrap_or_default()
}

/// Points in the order of a round.
fn in_order(game: &Game, phases: &BTreeSet<&'static str>) -> impl Iterator<Item = &'static str> {
    game.vocabulary.phases.iter().copied().filter(|phase| phases.contains(phase))
}

/// The points as a list, or as all but a few.
fn points(matrix: &Matrix, phases: &[&'static str]) -> String {
    let others: Vec<&str> =
        in_order(matrix.game, &matrix.reached).filter(|phase| !phases.contains(phase)).collect();
    match others.as_slice() {
        [] => "every point".to_owned(),
        few if few.len() <= 3 && phases.len() > 2 * few.len() => {
            format!("every point but {}", few.join(", "))
        }
        _ => phases.join(", "),
    }
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    first + letters.as_str()
}

/// The location of each ruling.
struct Links(BTreeMap<String, String>);

impl Links {
    fn read() -> Links {
        let mut links = BTreeMap::new();
        for file in std::fs::read_dir(docs().join("rulings")).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                let Some(heading) = line.strip_prefix("## RULING-") else { continue };
                let (number, _) = heading.split_once(':').unwrap();
                let anchor: String = format!("RULING-{heading}")
                    .to_lowercase()
                    .chars()
                    .filter(|letter| letter.is_alphanumeric() || *letter == ' ' || *letter == '-')
                    .map(|letter| if letter == ' ' { '-' } else { letter })
                    .collect();
                links.insert(format!("RULING-{number}"), format!("../rulings/{name}#{anchor}"));
            }
        }
        Links(links)
    }

    /// The id, with a link if it is a ruling.
    fn to(&self, id: &str) -> String {
        match self.0.get(id) {
            Some(link) => format!("[{id}]({link})"),
            None => id.to_owned(),
        }
    }
}
