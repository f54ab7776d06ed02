//! Every row of every pay table is paid by some scenario, by that row and at the price of its rule book.

use engine::scenario::Suite;
use engine::{Against, Event, Line, LineKind, Share, What};
use felt::{Money, Pay};
use rulebook::{PayLine, PayTable, RuleBook};
use std::collections::BTreeMap;

/// The winning lines and awards of all scenarios that pass.
fn winning_lines() -> Vec<Line> {
    let suite =
        Suite::play(&crate::common::scenario_files(&crate::common::root().join("scenarios")), &games::find);
    let passed = suite.played.iter().filter(|played| played.report.ok());
    let events = passed.flat_map(|played| played.report.steps.iter().flat_map(|step| step.events.iter()));
    let wins = |event: &Event| match event.what {
        What::Settled(line) if line.paid > Money::ZERO && line.kind != LineKind::Reversal => Some(line),
        _ => None,
    };
    events.filter_map(wins).collect()
}

/// Whether a line is paid by that row of that table, and at its price.
fn pays(line: &Line, table: &PayTable, row: &PayLine) -> bool {
    line.row.is_some_and(|named| named.word() == row.id)
        && cites(line, table, row)
        && at_price(line, row.pays)
}

/// Whether a line cites the table or that row of it: tables whose rows are numbered are cited row by row.
fn cites(line: &Line, table: &PayTable, row: &PayLine) -> bool {
    let code = paid_as(table);
    line.cites
        .iter()
        .any(|rule| rule.id() == code || (rule.paragraph(), rule.point()) == (code, Some(&row.id)))
}

fn at_price(line: &Line, pay: Pay) -> bool {
    match pay {
        Pay::Odds(odds) => line.odds == Some(odds),
        Pay::MeterPercent(_) => matches!(line.against, Against::Meter(_)) && line.share == Share::of(pay),
        Pay::Amount(amount) => {
            // An award has no stake; its basis is what it was scaled by.
            let unit = line.stake.max(line.basis).as_minor();
            let scaled = amount.as_minor() * unit == line.paid.as_minor() * 100;
            line.odds.is_none() && (line.paid == amount || scaled)
        }
    }
}

/// The code by which its lines are paid: a repeated table is paid by the first one, and the rule book ensures
/// that both are the same.
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
fn every_row_of_every_pay_table_is_paid_by_a_scenario() {
    let lines = winning_lines();
    let (mut tables, mut checked, mut missing) = (0, 0, Vec::new());
    for (game, book) in books() {
        for table in &book.paytables {
            tables += 1;
            for row in &table.lines {
                checked += 1;
                if !lines.iter().any(|line| pays(line, table, row)) {
                    missing.push(format!("{game} {} {} ({})", table.code, row.id, row.pays));
                }
            }
        }
    }
    println!("{tables} pay tables, {checked} rows");
    assert!(missing.is_empty(), "never paid by a scenario:\n{}", missing.join("\n"));
}

/// A line that cites a pay table names its row, and a line that names a row cites its table. Only the
/// dealers' award for a row is paid by a row at another price.
#[test]
fn a_line_names_a_row_just_where_it_is_paid_by_one() {
    let books = books();
    let tables: Vec<&PayTable> = books.values().flat_map(|book| &book.paytables).collect();
    for line in winning_lines() {
        let of = |table: &&&PayTable| table.lines.iter().any(|row| cites(&line, table, row));
        let Some(table) = tables.iter().find(of) else {
            let printed = |rule: engine::Rule| rule.point() == line.row.map(|row| row.word());
            assert!(line.row.is_none() || line.cites.iter().any(printed), "{line:?}");
            continue;
        };
        let row = line.row.and_then(|named| table.line(named.word()));
        let row = row.unwrap_or_else(|| panic!("{} has no such row: {line:?}", table.code));
        assert!(
            at_price(&line, row.pays) || row.envy == Some(line.paid) || is_raised(&line, row, &books),
            "{} {}: {line:?}",
            table.code,
            row.id
        );
    }
}

/// Whether a table may pay more for the row than is printed, and does.
fn is_raised(line: &Line, row: &PayLine, books: &BTreeMap<String, RuleBook>) -> bool {
    let option = format!("{}-pays", row.id);
    let may_be = books.values().flat_map(|book| &book.options).any(|rule| rule.id.ends_with(&option));
    may_be
        && match (row.pays, line.odds) {
            (Pay::Odds(printed), Some(odds)) => odds.exact_win(line.basis) > printed.exact_win(line.basis),
            (Pay::Amount(printed), None) => line.paid > printed,
            _ => false,
        }
}

/// A layout that prints other pays than the table it repeats is refused when the book is read.
#[test]
fn what_is_printed_again_is_the_same() {
    let book = games::find("singapore/pontoon-plus").unwrap().rulebook;
    let layout = book.find("code = \"SG-PP-APP-C/T1\"").unwrap();
    let misprint = format!("{}{}", &book[..layout], book[layout..].replacen("8 to 1", "9 to 1", 1));
    let found = RuleBook::parse(&misprint).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].to_string().contains("SG-PP-APP-C/T1 does not repeat SG-PP-4.1.3/T1"), "{}", found[0]);
}
