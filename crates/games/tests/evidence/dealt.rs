//! The README's first screen says how much of the documents is dealt; it is counted here.

use crate::common::{readme_says, root, scenario_files, thousands};
use engine::scenario::Suite;
use engine::trace::Class;

/// The sentence, from the trace, the scenarios and the rule books. `just dealt-figures` writes it.
#[test]
fn the_readme_counts_what_is_dealt() {
    let suite = Suite::play(&scenario_files(&root().join("scenarios")), &games::find);
    let matrix = games::trace(&suite);
    let open: Vec<&str> =
        matrix.rows.iter().filter(|row| row.class == Class::Open).map(|row| row.id.as_str()).collect();
    assert_eq!(open, Vec::<&str>::new(), "paragraphs that are open");
    let books: Vec<_> = games::GAMES.iter().map(|game| game.book().unwrap()).collect();
    // A table that is printed twice counts once.
    let tables: Vec<_> =
        books.iter().flat_map(|book| &book.paytables).filter(|table| table.repeats.is_none()).collect();
    let rows = tables.iter().map(|table| table.lines.len()).sum();
    let counts = [matrix.rows.len(), suite.counts().0, tables.len(), rows].map(thousands);
    let [paragraphs, scenarios, tables, rows] = counts;
    let now = format!(
        "Every game of the documents is dealt: {} rule sets with {paragraphs} paragraphs, shown by {scenarios} scenarios; {tables} pay tables with {rows} rows.",
        games::RULE_SETS.len()
    );
    readme_says(|line| line.starts_with("Every game of the documents is dealt: "), &now, "dealt-figures");
}
