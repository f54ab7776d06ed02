//! Every line of every pay table is paid by some scenario, at what its rule book says.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod common;

use engine::scenario::Suite;
use engine::{Against, Event, Line, LineKind, What};
use felt::{Money, Pay};
use rulebook::{PayTable, RuleBook};
use std::collections::BTreeMap;

/// The winning lines and awards of all scenarios that pass.
fn winning_lines() -> Vec<Line> {
    let suite = Suite::play(&common::scenario_files(&common::root().join("scenarios")), &games::find);
    let passed = suite.played.iter().filter(|played| played.report.ok());
    let events = passed.flat_map(|played| played.report.steps.iter().flat_map(|step| step.events.iter()));
    let wins = |event: &Event| match event.what {
        What::Settled(line) if line.paid > Money::ZERO && line.kind != LineKind::Reversal => Some(line),
        _ => None,
    };
    events.filter_map(wins).collect()
}

/// Whether a line is paid by the table and at that price. Tables whose lines are numbered are cited line by line.
fn pays(line: &Line, table: &PayTable, id: &str, pay: Pay) -> bool {
    let code = paid_as(table);
    let cited =
        line.cites.iter().map(|rule| rule.id()).any(|cited| {
            cited == code || cited.strip_prefix(code).is_some_and(|rest| rest == format!(":{id}"))
        });
    cited
        && match pay {
            Pay::Odds(odds) => line.odds == Some(odds),
            Pay::MeterPercent(_) => matches!(line.against, Against::Meter(_)),
            Pay::Amount(amount) => {
                let scaled = amount.as_minor() * line.stake.as_minor() == line.paid.as_minor() * 100;
                line.odds.is_none() && (line.paid == amount || scaled)
            }
        }
}

/// The code by which its lines are paid: a table that is printed again is paid by the first, of which the rule book
/// makes sure that it is the same.
fn paid_as(table: &PayTable) -> &str {
    table.repeats.as_deref().unwrap_or(&table.code)
}

/// All rule books by id.
fn books() -> BTreeMap<String, RuleBook> {
    let games = games::GAMES.iter().map(|game| RuleBook::parse(game.rulebook).unwrap());
    let sets = games::SIDE_BETS.iter().map(|set| RuleBook::parse(set.rulebook).unwrap());
    games.chain(sets).map(|book| (book.id.clone(), book)).collect()
}

#[test]
fn every_line_of_every_pay_table_is_paid_by_a_scenario() {
    let lines = winning_lines();
    let (mut tables, mut checked, mut missing) = (0, 0, Vec::new());
    for (game, book) in books() {
        for table in &book.paytables {
            tables += 1;
            for line in &table.lines {
                checked += 1;
                // Lines of one price cannot be told apart where the table is cited whole: there must be as many.
                let alike = table.lines.iter().filter(|other| other.pays == line.pays).count();
                let numbered = lines.iter().any(|l| {
                    l.cites.iter().any(|rule| rule.id() == format!("{}:{}", paid_as(table), line.id))
                });
                let wanted = if numbered { 1 } else { alike };
                let paid = lines.iter().filter(|l| pays(l, table, &line.id, line.pays)).take(wanted).count();
                if paid < wanted {
                    missing.push(format!("{game} {} {} ({})", table.code, line.id, line.pays));
                }
            }
        }
    }
    println!("{tables} pay tables, {checked} lines");
    assert!(missing.is_empty(), "never paid by a scenario:\n{}", missing.join("\n"));
}

/// A layout that printed other pays than the table it repeats would be found when the book is read.
#[test]
fn what_is_printed_again_is_the_same() {
    let book = games::find("singapore/pontoon-plus").unwrap().rulebook;
    let layout = book.find("code = \"SG-PP-APP-C/T1\"").unwrap();
    let misprint = format!("{}{}", &book[..layout], book[layout..].replacen("8 to 1", "9 to 1", 1));
    let found = RuleBook::parse(&misprint).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].to_string().contains("SG-PP-APP-C/T1 does not repeat SG-PP-4.1.3/T1"), "{}", found[0]);
}
