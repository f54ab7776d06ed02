//! Terms read from a table file.

use super::super::{Account, Terms, document};
use rulebook::{RuleBook, TableConfig, TableDraft};

/// A book with a few of the options, as a casino might have chosen to print it.
const BOOK: &str = r#"
id = "ohio/craps"
name = "Craps"
jurisdiction = "ohio"
document = "a few pieces for a test"
effective = "2013-10-16"
prefix = "OH-CR"
currency = "USD"

[boxes]
allowed = "1..16"
default = 16
cites = ["OH-CR-2.V.A"]

[decks]
kind = "standard52"
allowed = "0"
default = 0
cites = ["OH-CR-8.I"]

[[wager]]
id = "pass"
name = "Pass Bet"
pays = ["1 to 1"]
cites = ["OH-CR-3.I.A"]

[[wager]]
id = "hard-4"
name = "Four the Hardway Bet"
pays = ["option hard-4-pays"]
cites = ["OH-CR-3.I.G"]

[[option]]
id = "hard-4-pays"
name = "What a hard 4 pays"
allowed = ["6 to 1", "7 to 1", "15 to 2"]
default = "7 to 1"
cites = ["OH-CR-5.II"]

[[option]]
id = "buy-vigorish"
name = "Vigorish on Buy Bets, per cent"
allowed = "0..5"
default = "5"
cites = ["OH-CR-6.I"]

[[option]]
id = "vigorish-taken"
name = "When vigorish is taken"
allowed = ["when placed", "on a win"]
default = "when placed"
cites = ["OH-CR-6.I"]
"#;

fn terms(settings: &[(&str, &str)]) -> Terms {
    let book = RuleBook::parse(BOOK).unwrap();
    Terms::new(&table(&book, settings), &book)
}

fn table(book: &RuleBook, settings: &[(&str, &str)]) -> TableConfig {
    let mut draft = TableDraft::new("ohio/craps");
    draft.set("limits", "10..500 step 10", None);
    draft.set("coin", "1", None);
    for (key, value) in settings {
        draft.set(*key, *value, None);
    }
    draft.check(book).unwrap_or_else(|findings| panic!("{findings:?}"))
}

#[test]
fn what_the_table_does_not_say_is_the_documents() {
    let terms = terms(&[]);
    assert_eq!(terms.odds("hard-4"), (7, 1));
    assert_eq!(terms.odds("place-6"), document("place-6"));
    assert_eq!((terms.buy_vigorish, terms.vigorish_on_win, terms.coin), (5, false, 100));
    assert_eq!(terms.limits.get("pass"), Some(&(1_000, 50_000)));
    assert!(terms.not_offered.contains("fire") && terms.not_offered.contains("buy-4"));
}

#[test]
fn raised_odds_and_other_choices_are_read() {
    let chosen = [("hard-4-pays", "15 to 2"), ("buy-vigorish", "3"), ("vigorish-taken", "on a win")];
    let terms = terms(&chosen);
    assert_eq!(terms.odds("hard-4"), (15, 2));
    assert_eq!((terms.buy_vigorish, terms.vigorish_on_win), (3, true));
    assert_eq!(terms.vigorish("buy-4", 10_000), Ok(300));
    assert_eq!(terms.vigorish("buy-4", 9_900), Ok(200));
}

#[test]
#[should_panic(expected = "below 5.II")]
fn lower_odds_than_the_documents_are_refused() {
    let book = RuleBook::parse(BOOK).unwrap();
    Account::new(&table(&book, &[("hard-4-pays", "6 to 1")]), &book);
}
