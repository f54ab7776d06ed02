use felt::{Odds, Pay};

use super::{DICE, book, join, limits, opened, refused, spoiled};
use crate::lint_table;

#[test]
fn a_row_with_targets_is_one_wager_a_target() {
    let book = book(DICE);
    let ids: Vec<&str> = book.wagers.iter().map(|w| w.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "line",
            "come",
            "come-4",
            "come-6",
            "come-odds-4",
            "come-odds-6",
            "place-10",
            "place-4",
            "place-6",
            "buy-4",
            "buy-6",
            "horn",
            "fire"
        ],
        "in the order of the book, in which 10 stands before 4"
    );
    let six = book.wager("place-6").unwrap();
    assert_eq!((six.family.as_deref(), six.target.as_deref()), (Some("place"), Some("6")));
    assert_eq!(
        (six.name.as_str(), six.cites.as_slice()),
        ("Place on 6", ["T-DI-5.A", "T-DI-5"].map(String::from).as_slice())
    );
    assert_eq!(book.wager("place-4").unwrap().cites, ["T-DI-5"]);
    assert_eq!(book.family("come").count(), 2, "the bet on the line is not of its family");
    assert_eq!(book.wager("come").unwrap().family, None);
}

#[test]
fn a_family_follows_a_wager_or_a_family() {
    let book = book(DICE);
    let followed = |id: &str| book.wager(id).unwrap().follows.clone();
    assert_eq!(followed("come-6").as_deref(), Some("come"));
    assert_eq!(followed("come-odds-6").as_deref(), Some("come-6"));
    assert_eq!(
        spoiled(DICE, "targets = { 4 = \"2 to 1\", 6 =", "targets = { 4 = \"2 to 1\", 5 ="),
        "line 35: unknown wager that come-odds-5 follows: \"come-5\"; did you mean \"come-4\"?; \
         allowed: line, come, come-odds, place, buy, horn, fire"
    );
    let behind = "follows = \"come\"\nrefuses_inexact";
    let other = super::book(&DICE.replace(behind, &behind.replace("come", "place")));
    assert_eq!(
        other.wager("come-odds-6").unwrap().follows.as_deref(),
        Some("place-6"),
        "it has more numbers"
    );
}

#[test]
fn rows_with_targets_that_cannot_be_read() {
    let targets = "targets = [4, 6]";
    assert_eq!(spoiled(DICE, targets, "targets = []"), "line 30: targets must name something to bet on");
    assert_eq!(
        spoiled(DICE, targets, "targets = 4"),
        "line 30: targets must be a list\nline 30: targets must name something to bet on"
    );
    assert_eq!(
        spoiled(DICE, targets, "targets = { 4 = \"even\", 6 = { pay = 1 } }"),
        "line 30: \"even\" cannot be paid; allowed: 3 to 2, 100%, $50, option <id>\n\
         line 30: pays is missing\n\
         line 30: unknown key \"pay\"; did you mean \"pays\"?; allowed: pays, cites"
    );
    assert_eq!(
        spoiled(DICE, targets, "targets = { 4 = \"1 to 1\" }"),
        "line 27: pays are given twice: with the targets and beside them"
    );
    assert_eq!(
        spoiled(DICE, targets, "targets = [4, 6]\npaytables = [\"T-DI-3/A\"]"),
        "line 27: wagers with targets are paid by odds or by a pay table, not by both"
    );
    assert_eq!(
        spoiled(DICE, targets, "targets = [4, \"Six\"]"),
        "line 27: wager id \"come-Six\" must be lower-case words joined by hyphens\n\
         line 35: unknown wager that come-odds-6 follows: \"come-6\"; did you mean \"come-4\"?; \
         allowed: line, come, come-odds, place, buy, horn, fire"
    );
}

#[test]
fn names_are_given_once() {
    assert_eq!(
        spoiled(DICE, "targets = [4, 6]", "targets = [4, 6, 4]"),
        "line 27: wager \"come-4\" is there twice"
    );
    // A family may have the name of the wager it follows, but not of another wager.
    assert_eq!(
        spoiled(DICE, "targets = [4, 6]\nfollows = \"come\"", "targets = [4, 6]\nfollows = \"line\""),
        "line 27: wager \"come\" is there twice"
    );
    assert_eq!(
        spoiled(DICE, "id = \"buy\"", "id = \"place\""),
        "line 53: wager \"place\" is there twice\n\
         line 53: wager \"place-4\" is there twice\n\
         line 53: wager \"place-6\" is there twice"
    );
    assert_eq!(
        spoiled(DICE, "id = \"buy\"", "id = \"step\""),
        "line 53: wager id \"step\" is a word that table files use for something else"
    );
    // A fault of a row is reported only for its first number.
    assert_eq!(spoiled(DICE, "[\"T-DI-7\"]", "[]"), "line 53: wager \"buy-4\" cites no paragraph");
}

#[test]
fn limits_for_one_win_over_those_of_its_family() {
    let table = opened(&book(DICE), "limits 5..500 step 5 place 12..600 limits.place-6 18..180 step 18");
    assert_eq!(limits(&table, "line"), "5..500 step 5");
    assert_eq!(limits(&table, "come"), "5..500 step 5");
    assert_eq!(limits(&table, "place-4"), "15..600 step 5");
    assert_eq!(limits(&table, "place-10"), "15..600 step 5");
    assert_eq!(limits(&table, "place-6"), "18..180 step 18");
    assert_eq!((limits(&table, "come-6"), limits(&table, "come-odds-6")), (String::new(), String::new()));
    assert_eq!(table.pays("come-odds-6"), [Pay::Odds(Odds::to(6, 5))]);
}

#[test]
fn a_family_of_side_bets_is_offered_as_one() {
    let book = book(DICE);
    let table = opened(&book, "limits 5..500 step 5 buy 20..500 buy-6 25..100 step 5");
    assert!(table.offers("buy-4") && table.offers("buy-6"));
    assert_eq!(
        (limits(&table, "buy-4"), limits(&table, "buy-6")),
        ("20..500 step 1".into(), "25..100 step 5".into())
    );
    let table = opened(&book, "limits 5..500 step 5 buy-6 25..100 step 5");
    assert!(!table.offers("buy-4") && table.offers("buy-6"));
    let file = |bets: &str| format!("game = \"test/dice\"\nlimits.main = \"5..500 step 5\"\n{bets}");
    let table = lint_table(&file("[side-bets.buy]\nlimits = \"20..500\"\n"), &super::shelf).unwrap();
    assert_eq!(
        (limits(&table, "buy-4"), limits(&table, "buy-6")),
        ("20..500 step 1".into(), "20..500 step 5".into())
    );
    let findings = |bets: &str| join(&lint_table(&file(bets), &super::shelf).unwrap_err());
    assert_eq!(
        findings("[side-bets.buy]\n"),
        "line 3: buy is offered without limits; allowed: limits such as 5..500 step 5 (T-DI-7)"
    );
    assert_eq!(
        findings("limits.buy = \"20..500\"\n"),
        "line 3: buy has limits but is not offered; allowed: [side-bets.buy] with its limits (T-DI-7)"
    );
    assert_eq!(
        findings("[side-bets.place]\nlimits = \"20..500\"\n"),
        "line 3: place is not a side bet; it is always offered; allowed: buy, fire (T-DI-5)"
    );
}

#[test]
fn what_is_written_for_a_family_is_faulted_once() {
    let book = book(DICE);
    assert_eq!(
        refused(&book, "limits 5..500 step 5 place 600..12"),
        "line 2: limits of place: the minimum 600 is above the maximum 12; \
         allowed: limits such as 5..500 step 5, in whole coins"
    );
    assert_eq!(
        refused(&book, "limits 5..500 step 5 come-odds 5..10"),
        "line 2: come-odds follows come and has no limits of its own; allowed: limits for come (T-DI-4)"
    );
    assert_eq!(
        refused(&book, "limits 5..500 step 5 come-odds-6 5..10"),
        "line 2: come-odds-6 follows come-6 and has no limits of its own; allowed: limits for come-6 (T-DI-4)"
    );
    assert_eq!(
        refused(&book, "limits 5..500 step 5 limits.plaec-6 6..60"),
        "line 2: unknown wager \"plaec-6\"; did you mean \"place-6\"?; \
         allowed: line, come, come-odds, place, buy, horn, fire"
    );
}
