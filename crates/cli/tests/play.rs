//! `play`: a seat at a table.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{Said, croupier};

/// The parts must come in this order.
fn in_order(said: &Said, parts: &[&str]) {
    let mut from = 0;
    for part in parts {
        let at =
            said.out[from..].find(part).unwrap_or_else(|| panic!("{part} after {from} in:\n{}", said.out));
        from += at + part.len();
    }
}

#[test]
fn play_goes_through_a_piped_session() {
    let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], "2\nten\n10\nx\ns\n?\n\nq\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let parts = [
        "You have 1,000.00 USD.",
        "Bet main on box 1, 5 to 500 in steps of 5 [5] > 2",
        "refused: outside limits; allowed: 5 to 500 in steps of 5",
        "\"ten\" is not an amount",
        "[5] > 10",
        "you          3♣ 9♥",
        "h hit · s stand · d double for up to 10",
        "answer with h (hit), s (stand)",
        "A at 1: main loses 10",
        "OH-BJ-4.II:a",
        "You lost 10.",
        "You have 990.00 USD.",
        "[10] > \n",
    ];
    in_order(&said, &parts);
    assert!(said.out.contains("    OH-BJ-4.II:a\n        "), "? shows what a rule says:\n{}", said.out);
    assert!(said.out.lines().last().unwrap().starts_with("You leave with "));
    assert!(said.out.lines().all(|line| line.chars().count() <= 82), "{}", said.out);
}

#[test]
fn play_ends_with_the_input() {
    for input in ["", "10\n", "q\n", "10\nq\n"] {
        let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.contains("You leave with "), "{}", said.out);
        assert_eq!(said.out.contains("10.00 stays on the table"), input.starts_with("10"), "{}", said.out);
    }
}

#[test]
fn play_may_be_left_when_asked_for_an_amount() {
    let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], "10\nd\nq\ns\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let last: Vec<&str> = said.out.lines().rev().take(2).collect();
    assert!(last[1].contains("[10] > q"), "{}", said.out);
    assert!(last[0].starts_with("You leave with 990.00 USD; 10.00 stays"), "{}", said.out);
}

/// Somebody who answers anything at all, for a long time, meets no fault.
#[test]
fn play_survives_any_answers() {
    let tables = [
        ("ohio/blackjack", ""),
        ("ohio/blackjack", "house-money 5..100 step 5"),
        ("ohio/blackjack", "decks 1 dealing pitch"),
        ("ultimate-texas-holdem", "trips 5..50 step 5 progressive 1"),
    ];
    for (seed, (game, table)) in ["1", "2", "3", "4"].into_iter().zip(tables) {
        let answers = ["5", "p", "1", "", "i", "d", "", "s", "h", "c", "2", "5", "k", "s", "9", "o", "3"];
        let input: String = (0..4_500).map(|n: usize| format!("{}\n", answers[n * 7 % 17])).collect();
        let said = croupier(&["play", game, "--seed", seed, "--table", table], &input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(
            said.out.matches("You have").count() > 100,
            "{game}: {}",
            said.out.matches("You have").count()
        );
    }
}

#[test]
fn play_at_a_layout_takes_commands() {
    let typed = [
        "roll",
        "pass 10, field 5",
        "",
        "take",
        "roll",
        "roll odds",
        "pass odds 20",
        "place 8",
        "",
        "off place-8",
        "come",
        "bets",
        "? place-6",
        "back place 8 60",
        "back place 8",
        "sevens",
        "help",
        "roll",
        "q",
    ];
    let said =
        croupier(&["play", "ohio/craps", "--seed", "5"], &typed.map(|line| format!("{line}\n")).concat());
    assert_eq!(said.code, 0, "{}", said.err);
    in_order(
        &said,
        &[
            "You have 1,000.00 USD.  no shooter",
            "you may bet: pass, dont-pass, place-N, hard-N,",
            "nothing happens before somebody bets",
            "A bets 10 on box 1 (pass)",
            "on the layout: pass 10 · field 5",
            "dice offered",
            "take-dice · decline-dice · bets · help > take",
            "come out · shooter you",
            "Enter throw · pass-dice",
            "the dice show 2-4",
            "A at 1: field loses 5",
            "You lost 5.",
            "You have 985.00 USD.  point · puck 6 · shooter you",
            "you may bet: pass-odds, come,",
            "\"roll-odds\" is no wager and no command",
            "on the layout: pass 10 · pass-odds 20",
            "How much on place-8, 6 to 498 by 6 [6] > \n",
            "place-8 6 off",
            "How much on come",
            "Place Bet on 6, pays 7 to 6; 6 to 498 by 6",
            "refused: outside limits",
            "A takes back 6 of place 8",
            "is no wager and no command",
            "back place-6",
            "the dice show",
            "You leave with ",
        ],
    );
    assert!(said.out.lines().all(|line| line.chars().count() <= 82), "{}", said.out);
}

/// What is missing is said with its rule, and the table waits.
#[test]
fn play_says_why_a_choice_is_not_there() {
    let said =
        croupier(&["play", "ohio/craps", "--seed", "5"], "field 5\n\n\ntake-dice\npass 5\ntake-dice\nq\n");
    in_order(
        &said,
        &[
            "decline-dice · bets · help > \n",
            "the table waits for you: a bet (`bets` shows which), or decline-dice",
            "line bet needed,",
            "OH-CR-9.I",
            "refused: line bet needed",
            "take-dice · decline-dice",
            "shooter you",
        ],
    );
}

/// Somebody who types anything at a layout, for a long time, meets no fault either.
#[test]
fn play_at_a_layout_survives_anything() {
    let words = [
        "pass 5",
        "roll",
        "take",
        "place 6 6",
        "",
        "back place-6",
        "off hard-4",
        "hard 4 5",
        "come 5",
        "roll",
        "pass odds",
        "",
        "buy 4 20",
        "on hard-4",
        "field 5, any seven 5",
        "roll",
        "pass-dice",
        "decline",
        "put 6 5",
        "fire 1",
        "roll",
        "x",
        "?",
        "bets",
        "dont pass 5",
        "back dont-pass",
        "roll",
        "lay 10 24",
    ];
    let input: String = (0..2_500).map(|n: usize| format!("{}\n", words[n * 11 % words.len()])).collect();
    let table = "buy 20..500 lay 20..500 fire 1..100";
    let said = croupier(&["play", "craps", "--seed", "9", "--table", table], &input);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.matches("the dice show").count() > 100, "{}", said.out.matches("the dice show").count());
}

/// What other hands hide stays hidden, until the rules turn it.
#[test]
fn play_shows_no_hidden_card() {
    let said = croupier(&["play", "ultimate-texas-holdem", "--seed", "2"], "10\n\nq\n");
    in_order(
        &said,
        &[
            "Bet ante on box 1",
            "Bet blind on box 1, 5 to 500 in steps of 5 [10] >",
            "dealer       ▒▒ ▒▒",
            "you          (",
        ],
    );
    assert_eq!(said.out.matches("▒▒").count(), 2, "{}", said.out);
}

/// Wagers that must be alike follow one another, and can be put right.
#[test]
fn play_puts_unequal_wagers_right() {
    let said = croupier(&["play", "ultimate-texas-holdem", "--seed", "2"], "20\n10\n\n\nplay 60\nq\n");
    in_order(
        &said,
        &[
            "[20] > 10",
            "the dealer cannot go on",
            "beside the 20 there [none]",
            "beside the 10 there [10]",
            "c check · p play for 60 or 80 > play 60",
            "You leave with ",
        ],
    );
}
