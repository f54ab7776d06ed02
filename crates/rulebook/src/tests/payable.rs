use felt::Money;

use super::{DICE, book, join, limits, opened, refused, spoiled};
use crate::{TableConfig, TableDraft};

#[test]
fn borrowed_limits_are_narrowed_to_what_is_paid_in_whole_coins() {
    let book = book(DICE);
    let table = opened(&book, "limits 5..500 step 5");
    assert_eq!(limits(&table, "place-6"), "6..498 step 6");
    assert_eq!(limits(&table, "place-4"), "5..500 step 5");
    let table = opened(&book, "limits 5..500 step 5 coin 0.50");
    assert_eq!(limits(&table, "place-6"), "6..498 step 3");
    assert_eq!(limits(&table, "place-4"), "5..500 step 2.50");
    let table = opened(&book, "limits 5..500 step 5 rounding down");
    assert_eq!(limits(&table, "place-6"), "5..500 step 1", "a rounding pays any stake of whole coins");
    assert_eq!(limits(&table, "horn"), "8..500 step 4", "and none is divided by a rounding");
}

#[test]
fn a_step_that_is_written_for_the_family_binds_all_of_it() {
    let table = opened(&book(DICE), "limits 5..500 step 5 place 10..600 step 10");
    assert_eq!(
        (limits(&table, "place-4"), limits(&table, "place-6")),
        ("10..600 step 10".into(), "30..600 step 30".into())
    );
}

#[test]
fn limits_of_its_own_are_checked_as_they_are_written() {
    let book = book(DICE);
    assert_eq!(
        refused(&book, "limits 5..500 step 5 place-6 5..500 step 5"),
        "line 2: place-6: a stake of 5 paid 7 to 6 cannot be paid in whole coins of 1; \
         allowed: a rounding (down, up, nearest-up, nearest-down) (T-DI-6)"
    );
    assert_eq!(
        refused(&book, "limits 5..500 step 5 place-6 6..600 step 3"),
        "line 2: place-6: a stake of 9 paid 7 to 6 wins 10.50, which is not a whole number of coins of 1; \
         allowed: steps of 6, or a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (T-DI-6)"
    );
}

#[test]
fn a_wager_may_be_left_without_a_stake() {
    assert_eq!(
        refused(&book(DICE), "limits 5..5 horn 4..8 step 4"),
        "line 2: place-6 is left without a stake: from 5 to 5 there is no multiple of 6, \
         the step in which it is paid in whole coins of 1; \
         allowed: limits that hold a multiple of 6, for it alone or for what it shares them with (T-DI-5.A)"
    );
}

#[test]
fn a_stake_in_parts_is_divided_before_it_is_paid() {
    let book = book(DICE);
    assert_eq!(limits(&opened(&book, "limits 5..500 step 5"), "horn"), "8..500 step 4");
    opened(&book, "limits 5..500 step 5 horn 8..400 step 8");
    assert_eq!(
        refused(&book, "limits 5..500 step 5 horn 5..500 step 5"),
        "line 2: horn: a stake of 5 cannot be divided into 4 equal wagers of whole coins of 1; \
         allowed: a coin of 0.25 (T-DI-8)"
    );
    assert_eq!(
        refused(&book, "limits 5..500 step 5 horn 4..400 step 2 rounding down"),
        "line 2: horn: a stake of 6 cannot be divided into 4 equal wagers of whole coins of 1; \
         allowed: steps of 4, or a coin of 0.50 (T-DI-8)"
    );
    let halves = super::book(&DICE.replace("\"30 to 1\", \"15 to 1\"", "\"15 to 2\""));
    assert_eq!(limits(&opened(&halves, "limits 5..500 step 5"), "horn"), "8..496 step 8");
    assert_eq!(
        refused(&halves, "limits 5..500 step 5 horn 4..400 step 4"),
        "line 2: horn: a stake of 4 in 4 equal wagers, each paid 15 to 2 wins 7.50, \
         which is not a whole number of coins of 1; \
         allowed: a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (T-DI-8)"
    );
}

#[test]
fn what_the_table_refuses_by_itself_is_not_faulted() {
    let odds = "targets = { 4 = \"2 to 1\", 6 = \"6 to 5\" }\nfollows = \"come\"\nrefuses_inexact = true";
    let strict = book(&DICE.replace(odds, &odds.replace("true", "false")));
    assert_eq!(
        refused(&strict, "limits 5..500 step 5"),
        "line 2: come-odds-6: a stake of 1 (it follows come-6 and moves in coins) paid 6 to 5 wins 1.20, \
         which is not a whole number of coins of 1; \
         allowed: a rounding (down, up, nearest-up, nearest-down) (T-DI-4)"
    );
    assert_eq!(
        opened(&book(DICE), "limits 5..500 step 5").stake_step("come-odds-6"),
        Some(Money::minor(100))
    );
}

#[test]
fn rows_that_cannot_have_such_steps() {
    assert_eq!(
        spoiled(DICE, "\"payable\"", "\"paid\""),
        "line 50: step \"paid\" is not known; allowed: payable"
    );
    assert_eq!(
        spoiled(DICE, "parts = 4", "parts = 1"),
        "line 64: a stake cannot be divided into 1 parts; allowed: 2..100"
    );
    let never = |id: &str| format!("wager \"{id}\" never borrows limits, so it cannot have a payable step");
    assert_eq!(
        spoiled(DICE, "id = \"line\"", "step = \"payable\"\nid = \"line\""),
        format!("line 15: {}", never("line"))
    );
    assert_eq!(
        spoiled(DICE, "id = \"fire\"", "step = \"payable\"\nid = \"fire\""),
        format!("line 69: {}", never("fire"))
    );
    assert_eq!(
        spoiled(DICE, "id = \"come-odds\"", "step = \"payable\"\nid = \"come-odds\""),
        format!("line 35: {}", never("come-odds-4"))
    );
    assert_eq!(
        spoiled(DICE, "id = \"horn\"", "refuses_inexact = true\nid = \"horn\""),
        "line 61: wager \"horn\" has limits, whose step says what it refuses"
    );
}

#[test]
fn the_regulators_step_holds() {
    let book = book(DICE);
    let fire = |limits: &str| format!("limits 5..500 step 5 coin 0.50 fire {limits}");
    assert_eq!(limits(&opened(&book, &fire("1..100")), "fire"), "1..100 step 1");
    opened(&book, &fire("5..100 step 5"));
    assert_eq!(
        refused(&book, &fire("1..100 step 0.50")),
        "line 2: limits of fire: the step 0.50 is not a multiple of 1; allowed: 1..100 step 1 (T-DI-9.A)"
    );
    assert_eq!(
        refused(&book, &fire("1..101")),
        "line 2: limits of fire: the maximum 101 is too high; allowed: 1..100 step 1 (T-DI-9.A)"
    );
    for bounds in ["1..100 step 3", "1..100 step", "1..100 step 0"] {
        let expected = format!(
            "line 74: limits \"{bounds}\" cannot be read; allowed: 5..100, ..100, 5.., 1..100 step 1, one of 1..10"
        );
        assert_eq!(spoiled(DICE, "1..100 step 1", bounds), expected);
    }
}

#[test]
fn what_is_borrowed_by_default_goes_on_being_borrowed() {
    let book = book(DICE);
    let default = TableConfig::default_for(&book);
    assert_eq!(default.coin, Money::minor(100));
    assert_eq!(
        (limits(&default, "place-6"), limits(&default, "come")),
        ("6..498 step 6".into(), "5..500 step 5".into())
    );
    let checked = TableDraft::with_defaults(&book).check(&book).unwrap();
    assert_eq!(default.hash, checked.hash);
    let mut draft = TableDraft::with_defaults(&book);
    draft.set_words(&book, "limits 10..100 step 10", Some(1));
    let table = draft.check(&book).unwrap_or_else(|findings| panic!("{}", join(&findings)));
    assert_eq!(
        (limits(&table, "place-6"), limits(&table, "come")),
        ("12..96 step 6".into(), "10..100 step 10".into())
    );
    assert_eq!(limits(&table, "horn"), "12..100 step 4");
}
