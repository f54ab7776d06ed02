//! The README says how much of the documents is implemented; it is counted here.

use crate::common::{readme_says, root, scenario_files, thousands};
use engine::scenario::Suite;
use engine::trace::Class;
use std::collections::BTreeSet;

/// The sentence of the first screen and the table of the rule sets, from the trace, the scenarios and the rule books.
/// `just dealt-figures` writes the figures.
#[test]
fn the_readme_counts_what_is_dealt() {
    let suite = Suite::play(&scenario_files(&root().join("scenarios")), &games::find);
    let matrix = games::trace(&suite);
    let open: Vec<&str> =
        matrix.rows.iter().filter(|row| row.class == Class::Open).map(|row| row.id.as_str()).collect();
    assert_eq!(open, Vec::<&str>::new(), "paragraphs that are open");
    let tables = matrix.rows.iter().filter(|row| row.kind == "paytable").count();
    // Games share side bets, and some tables are printed twice: each row counts once.
    let books: Vec<_> = games::GAMES.iter().map(|game| game.book().unwrap()).collect();
    let printed = books.iter().flat_map(|book| &book.paytables).filter(|table| table.repeats.is_none());
    let rows: BTreeSet<(&str, &str)> = printed
        .flat_map(|table| table.lines.iter().map(|line| (table.code.as_str(), line.id.as_str())))
        .collect();
    let counts = [matrix.rows.len(), suite.counts().0, tables, rows.len()].map(thousands);
    let [paragraphs, scenarios, tables, rows] = counts;
    let begin = "All games of these documents are implemented: ";
    let now = format!(
        "{begin}{} rule sets with {paragraphs} paragraphs, proven by {scenarios} scenarios, and {tables} pay tables with {rows} different rows.",
        games::RULE_SETS.len()
    );
    readme_says(begin, |_| now.clone(), "dealt-figures");

    let sets = games::RULE_SETS.iter().map(|(_, id)| *id);
    for id in sets.chain(games::GAMES.iter().map(|game| game.id)).collect::<BTreeSet<_>>() {
        let scenarios = suite.played.iter().filter(|one| one.file.starts_with(&format!("{id}/"))).count();
        let paragraphs = match matrix.rows.iter().filter(|row| row.game == id).count() {
            0 => " |".to_owned(),
            counted => format!(" {counted} |"),
        };
        let begin = format!("| `{id}` | ");
        let now = |line: &str| {
            let state = line.splitn(5, '|').last().unwrap();
            format!("{begin}{scenarios} |{paragraphs}{state}")
        };
        readme_says(&begin, now, "dealt-figures");
    }
}
