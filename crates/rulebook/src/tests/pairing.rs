//! Roundings that a document approves, and values of an option that require values of others.

use super::book;
use crate::{RuleBook, TableDraft};

const PAI_GOW: &str = include_str!("../../../../rulebooks/ohio/pai-gow-poker.toml");

fn findings(words: &str) -> Vec<String> {
    let book = book(PAI_GOW);
    let mut draft = TableDraft::new(book.id.clone());
    draft.set_words(&book, words, None);
    draft.check(&book).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn vigorish_is_exact_or_rounded_up_to_quarters() {
    assert_eq!(findings("limits 5..100 step 5 coin 0.25"), [""; 0]);
    assert_eq!(findings("limits 20..100 step 20"), [""; 0]);
    assert_eq!(findings("limits 1..100 coin 0.25 rounding up"), [""; 0]);
    assert_eq!(
        findings("limits 1..100 coin 0.25"),
        ["main: the vigorish on a stake of 1 is not a whole number of coins of 0.25; allowed: a coin \
          of 0.05, or a rounding (up to coins of 0.25) (OH-PGP-13.XIII:b)"]
    );
    assert_eq!(
        findings("limits 5..100 step 5 coin 0.25 rounding nearest-up"),
        ["rounding \"nearest-up\" is not approved; allowed: exact, up (OH-PGP-13.XIII:c)"]
    );
    assert_eq!(
        findings("limits 20..100 step 20 coin 1 rounding up"),
        [
            "rounding to coins of 1 is not approved; allowed: a coin of 0.25, or no rounding (OH-PGP-13.XIII:c)"
        ]
    );
}

#[test]
fn where_vigorish_is_rounded_up_no_stake_is_free_of_it() {
    let book = book(PAI_GOW);
    let mut draft = TableDraft::new(book.id.clone());
    draft.set_words(&book, "limits 1..100 coin 0.25 rounding up", None);
    assert_eq!(draft.check(&book).unwrap().warnings, []);
}

#[test]
fn a_value_may_need_values_of_other_options() {
    let common = "limits 5..100 step 5 coin 0.25";
    for allowed in ["start button", "start button shuffler two-decks", "dealing hand start number"] {
        assert_eq!(findings(&format!("{common} {allowed}")), [""; 0], "{allowed}");
    }
    assert_eq!(
        findings(&format!("{common} start button dealing hand")),
        ["start \"button\" is approved only with dealing shoe (OH-PGP-8.I.C)"]
    );
    assert_eq!(
        findings(&format!("{common} start button shuffler no")),
        ["start \"button\" is approved only with shuffler yes or two-decks (OH-PGP-8.I.C)"]
    );
    assert_eq!(findings(&format!("{common} start button dealing hand study true")), [""; 0]);
}

#[test]
fn a_book_is_held_to_what_it_says_of_roundings_and_needs() {
    let wrong = |from: &str, to: &str| {
        assert!(PAI_GOW.contains(from));
        let found = RuleBook::parse(&PAI_GOW.replace(from, to)).err().unwrap_or_default();
        found.iter().map(|finding| finding.what.clone()).collect::<Vec<_>>()
    };
    assert_eq!(wrong("allowed = [\"up\"]", "allowed = [\"upwards\"]"), ["rounding \"upwards\" is not known"]);
    assert_eq!(wrong("coin = \"0.25\"", "coin = \"0\""), ["coin \"0\" is not a positive amount"]);
    assert_eq!(
        wrong("options = \"dealing shoe,", "options = \"dealing,"),
        ["options \"dealing, shuffler yes or two-decks\" are not options with their values"]
    );
    assert_eq!(
        wrong("or two-decks\", cites", "or three-decks\", cites"),
        ["a condition of option \"start\" speaks of shuffler three-decks, which is not allowed"]
    );
}
