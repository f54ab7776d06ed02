use felt::{Money, Odds};
use proptest::prelude::*;

use super::{BLACKJACK, CRAPS, DICE, OHIO_CRAPS, book, opened, refused};
use crate::exact::{Stakes, exact_step};
use crate::{RuleBook, TableDraft};

fn accepted(book: &RuleBook, words: &str) {
    opened(book, words);
}

#[test]
fn place_six_moves_in_sixes() {
    let book = book(CRAPS);
    assert_eq!(
        refused(&book, "limits 5..500 step 5"),
        "line 2: place-six: a stake of 5 paid 7 to 6 cannot be paid in whole coins of 1; \
         allowed: limits.place-six = \"6..498 step 6\", \
         or a rounding (down, up, nearest-up, nearest-down) (T-CR-4)"
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
    // No step helps for a minimum or a maximum that it does not divide.
    assert!(!refused(&book, "limits 10..495 step 5").contains("steps of"));
    accepted(&book, "limits 10..500 step 2");
    accepted(&book, "limits 5..500 step 5 coin 0.50");
    // A single fixed stake can be exact even if its step would not be.
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

/// Each part separately, one stake at a time.
fn paid_in_whole_coins(stake: Money, parts: u8, odds: Odds, coin: Money) -> bool {
    let (stake, parts) = (stake.as_minor(), i64::from(parts));
    let part = Money::minor(stake / parts);
    let whole = |amount: i64| amount % coin.as_minor() == 0;
    stake % parts == 0
        && whole(part.as_minor())
        && odds.exact_win(part).is_some_and(|won| whole(won.as_minor()))
}

proptest! {
    /// Checking two stakes is enough: the shortcut agrees with trying every stake.
    #[test]
    fn the_check_agrees_with_trying_every_stake(
        win in 1_u32..40, per in 1_u32..40, coin in 1_i64..120, parts in 1_u8..6,
        coins_per_step in 1_i64..30, first in 1_i64..20, more in 0_i64..25,
    ) {
        let odds = Odds::to(win, per);
        let coin = Money::minor(coin);
        let step = coin.as_minor() * coins_per_step;
        let stakes: Vec<Money> = (first..=first + more).map(|k| Money::minor(k * step)).collect();
        let slow = stakes.iter().find(|stake| !paid_in_whole_coins(**stake, parts, odds, coin)).copied();
        let stakes = Stakes { min: stakes[0], step: Money::minor(step), more: more > 0 };
        prop_assert_eq!(stakes.inexact(odds, parts, coin), slow);
    }

    /// Narrowed limits keep every stake that is paid in whole coins and no other.
    #[test]
    fn narrowed_limits_keep_what_is_payable(
        win in 15_u32..60, per in 1_u32..20, parts in 2_u8..6, min in 1_i64..80, more in 0_i64..300,
    ) {
        let odds = Odds::to(win.max(15 * per), per);
        let text = OHIO_CRAPS.replacen("parts = 4", &format!("parts = {parts}"), 1);
        let book = book(&text);
        let words = format!(
            "limits {min}..{} craps-two-pays {} craps-three-pays {odds} eleven-pays {odds} craps-twelve-pays {}",
            min + more, Odds::to(30, 1), Odds::to(30, 1)
        );
        let mut draft = TableDraft::new(&book.id);
        let table = draft.set_words(&book, &words, None).check(&book);
        let coin = Money::minor(100);
        let dollars = (min..=min + more).map(|dollars| Money::minor(dollars * 100));
        let payable: Vec<Money> = dollars.filter(|stake| paid_in_whole_coins(*stake, parts, odds, coin)).collect();
        match table {
            Ok(table) => {
                let limits = table.limits("horn").unwrap();
                let dollars = (min..=min + more).map(|dollars| Money::minor(dollars * 100));
                prop_assert_eq!(dollars.filter(|stake| limits.allows(*stake)).collect::<Vec<_>>(), payable);
            }
            Err(findings) => {
                let bare = findings.iter().any(|f| f.what.starts_with("horn is left without a stake"));
                prop_assert_eq!(bare, payable.is_empty());
            }
        }
    }

    /// The step suggested as a remedy works, and no smaller number of coins does.
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
        for text in [BLACKJACK, DICE] {
            let book = book(text);
            let _ = TableDraft::with_defaults(&book).set_words(&book, &words, None).check(&book);
        }
    }
}
