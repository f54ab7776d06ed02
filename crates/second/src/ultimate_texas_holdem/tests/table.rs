//! The table's choices.

use super::super::Terms;
use rulebook::{RuleBook, TableDraft};

#[test]
fn the_table_says_the_least_stakes() {
    let book = include_str!("../../../../games/rulebooks/ohio/ultimate-texas-holdem.toml");
    let book = RuleBook::parse(book).unwrap();
    let mut draft = TableDraft::new("ohio/ultimate-texas-holdem");
    draft.set("limits", "10..500 step 10", None);
    draft.set("trips", "5..100 step 5", None);
    draft.set("dealing", "shoe", None);
    let terms = Terms::read(&draft.check(&book).unwrap());
    assert_eq!((terms.ante_least, terms.trips_least, terms.shoe), (10_00, Some(5_00), true));
    assert_eq!(terms.most(), 50_000_00);
    let high = Terms { ante_least: 100_00, ..terms };
    assert_eq!(high.most(), 50_750_00);
    assert_eq!(Terms { trips_least: None, ..high }.most(), 50_500_00);
}
