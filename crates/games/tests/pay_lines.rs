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
    let cited = line.cites.iter().map(|rule| rule.id()).any(|cited| {
        cited == table.code || cited.strip_prefix(&table.code).is_some_and(|rest| rest == format!(":{id}"))
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
                let numbered = lines
                    .iter()
                    .any(|l| l.cites.iter().any(|rule| rule.id() == format!("{}:{}", table.code, line.id)));
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
