use felt::{Money, Odds};
use proptest::prelude::*;

use super::{BLACKJACK, CRAPS, book, join};
use crate::exact::{exact_step, inexact_stake};
use crate::{RuleBook, TableDraft};

fn refused(book: &RuleBook, words: &str) -> String {
    let mut draft = TableDraft::new(&book.id);
    join(&draft.set_words(book, words, Some(2)).check(book).unwrap_err())
}

fn accepted(book: &RuleBook, words: &str) {
    let mut draft = TableDraft::new(&book.id);
    if let Err(findings) = draft.set_words(book, words, Some(2)).check(book) {
        panic!("{}", join(&findings));
    }
}

#[test]
fn place_six_moves_in_sixes() {
    let book = book(CRAPS);
    assert_eq!(
        refused(&book, "limits 5..500 step 5"),
        "line 2: place-six: a stake of 5 paid 7 to 6 cannot be paid in whole coins of 1; \
         allowed: a rounding (down, up, nearest-up, nearest-down) (T-CR-4)"
    );
    accepted(&book, "limits 5..500 step 5 place-six 6..600 step 6");
    accepted(&book, "limits 5..500 step 5 rounding down");
}

#[test]
fn blackjack_at_three_to_two_needs_half_coins_or_even_steps() {
    let book = book(BLACKJACK);
    assert_eq!(
        refused(&book, "limits 5..500 step 5"),
        "line 2: main: a stake of 5 paid 3 to 2 wins 7.50, which is not a whole number of coins of 1; \
         allowed: a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (OH-BJ-4.VI)"
    );
    assert_eq!(
        refused(&book, "limits 10..500 step 5"),
        "line 2: main: a stake of 15 paid 3 to 2 wins 22.50, which is not a whole number of coins of 1; \
         allowed: steps of 10, or a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (OH-BJ-4.VI)"
    );
    accepted(&book, "limits 10..500 step 10");
    // No step mends a minimum or a maximum that it does not divide.
    assert!(!refused(&book, "limits 10..495 step 5").contains("steps of"));
    accepted(&book, "limits 10..500 step 2");
    accepted(&book, "limits 5..500 step 5 coin 0.50");
    // One fixed stake is exact even where its step would not be.
    accepted(&book, "limits 10..10");
}

#[test]
fn what_feeds_a_wager_narrows_its_steps() {
    let book = book(BLACKJACK);
    accepted(&book, "limits 5..500 step 5 blackjack-pays 6 to 5");
    accepted(&book, "limits 5..500 step 5 blackjack-pays 6 to 5 house-money 5..25 step 5");
    assert_eq!(
        refused(&book, "limits 5..500 step 5 blackjack-pays 6 to 5 house-money 5..25 step 1"),
        "line 2: main: a stake of 6 (a wager that feeds it can bring it there) paid 6 to 5 wins 7.20, \
         which is not a whole number of coins of 1; allowed: steps of 5 for it and the wagers that feed it, \
         or a coin of 0.20, or a rounding (down, up, nearest-up, nearest-down) (OH-BJ-4.VI)"
    );
    let words = "limits 5..500 step 5 blackjack-pays 6 to 5 house-money 1..25";
    assert!(!refused(&book, words).contains("steps of"), "a minimum of 1 does not go with steps of 5");
}

#[test]
fn wagers_that_follow_move_in_coins() {
    let book = book(&CRAPS.replace("pays = [\"2 to 1\"]", "pays = [\"6 to 5\"]"));
    assert_eq!(
        refused(&book, "limits 5..500 step 5 place-six 6..600 step 6"),
        "line 2: pass-odds: a stake of 1 (it follows pass and moves in coins) paid 6 to 5 wins 1.20, \
         which is not a whole number of coins of 1; \
         allowed: a rounding (down, up, nearest-up, nearest-down) (T-CR-3)"
    );
}

#[test]
fn fixed_amounts_are_whole_coins_too() {
    let book = book(CRAPS);
    let words = "limits 6..600 step 6 fire 1..5 paytable.fire T-CR-5/B";
    assert_eq!(
        refused(&book, words),
        "line 2: fire: the fixed payment of 2.50 is not a whole number of coins of 1; \
         allowed: a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (T-CR-5.C)"
    );
    accepted(&book, &format!("{words} coin 0.50"));
}

proptest! {
    /// Two stakes stand for all of them: the shortcut agrees with trying every stake.
    #[test]
    fn the_check_agrees_with_trying_every_stake(
        win in 1_u32..40, per in 1_u32..40, coin in 1_i64..120,
        coins_per_step in 1_i64..30, first in 1_i64..20, more in 0_i64..25,
    ) {
        let odds = Odds::to(win, per);
        let coin = Money::minor(coin);
        let step = coin.as_minor() * coins_per_step;
        let stakes: Vec<Money> = (first..=first + more).map(|k| Money::minor(k * step)).collect();
        let whole = |stake: &&Money| odds.exact_win(**stake).is_some_and(|won| won.as_minor() % coin.as_minor() == 0);
        let slow = stakes.iter().find(|stake| !whole(stake)).copied();
        let (min, max) = (stakes[0], stakes[stakes.len() - 1]);
        prop_assert_eq!(inexact_stake(min, max, Money::minor(step), odds, coin), slow);
    }

    /// The step that is offered as a way out works, and no smaller number of coins does.
    #[test]
    fn the_step_offered_is_the_smallest_that_works(win in 1_u32..40, per in 1_u32..40, coin in 1_i64..120) {
        let odds = Odds::to(win, per);
        let coin = Money::minor(coin);
        let smallest = (1..).map(|k| k * coin.as_minor()).find(|step| odds.is_exact_for(Money::minor(*step), coin));
        prop_assert_eq!(exact_step(odds, coin), smallest);
    }

    /// No text makes the reader panic.
    #[test]
    fn any_text_is_accepted_or_refused(text in "\\PC*", words in "[a-z0-9. -]{0,60}") {
        let _ = crate::lint_table(&text, &super::shelf);
        let _ = RuleBook::parse(&text);
        let book = book(BLACKJACK);
        let _ = TableDraft::with_defaults(&book).set_words(&book, &words, None).check(&book);
    }
}
