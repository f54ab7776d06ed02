//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::{Terms, four_of_a_kind_is_approved};
use crate::poker::builder::Hand;
use crate::poker::pay::Pays;
use engine::{Approver, Rank};

fn terms() -> Terms {
    Terms { shoe: false, who_leaves_loses: false, pays: Pays { coin: 50, rounding: None } }
}

/// Box 1 makes this play wager, with an ante and a Super Bonus of 10 and Queens Up of 10.
fn one(hand: &str, dealer: &str, play: i64) -> Hand {
    let mut round = Hand::new();
    round.bets(1, &["ante", "super-bonus", "queens-up"], 10).close().hole(1, hand).dealer(dealer);
    round.play(1, play).show_dealer();
    round
}

#[test]
fn every_row_of_both_tables() {
    let rows = [
        ("Ac Ad Ah As 2c", 2_000, 500),
        ("8c 8d 8h 8s 2c", 300, 500),
        ("Jh Th 9h 8h 2s", 150, 300),
        ("4c 4d 4h Kc Jd", 20, 90),
        ("Ac Tc 9c 5c 3d", 15, 40),
        ("7d 6s 5d 4s Kd", 10, 30),
    ];
    for (hand, bonus, queens_up) in rows {
        one(hand, "Ks Qh 8c 6d 4h", 10)
            .wins(1, "ante", 10)
            .wins(1, "play", 10)
            .wins(1, "super-bonus", bonus)
            .wins(1, "queens-up", queens_up)
            .good(&terms());
    }
    for (hand, queens_up) in [("Js Jc 3c 3s 9d", 20), ("Qd Qs Ts 6c 2d", 10), ("Jd Js Ts 6c 2d", 0)] {
        let mut round = one(hand, "Ks Qh 8c 5d 4h", 10);
        round.wins(1, "ante", 10).wins(1, "play", 10).pushes(1, &["super-bonus"]);
        match queens_up {
            0 => round.loses(1, &["queens-up"]),
            dollars => round.wins(1, "queens-up", dollars),
        };
        round.good(&terms());
    }
}

#[test]
fn a_dealer_below_king_high_gives_the_ante_back_and_pays_play() {
    for hand in ["Jd Ts 8s 6c 2d", "Qd Js 9s 6c 2d", "Kd Js 9s 6c 2d"] {
        one(hand, "Qc Jh 9d 6s 4h", 10)
            .pushes(1, &["ante"])
            .wins(1, "play", 10)
            .pushes(1, &["super-bonus"])
            .loses(1, &["queens-up"])
            .good(&terms());
    }
    one("Jd Ts 8s 6c 2d", "Qc Jh 9d 6s 4h", 10).loses(1, &["ante"]).bad(&terms(), "10.V.A");
    one("Jd Ts 8s 6c 2d", "Kc Jh 9d 6s 4h", 10)
        .loses(1, &["ante", "play", "super-bonus", "queens-up"])
        .good(&terms());
}

#[test]
fn a_tie_and_a_straight_that_loses() {
    one("Kd Js 9s 6c 2d", "Kc Jh 9d 6s 4h", 10)
        .pushes(1, &["ante", "play", "super-bonus"])
        .loses(1, &["queens-up"])
        .good(&terms());
    one("9h 8d 7c 6s 2c", "9s 8h 7d 6c Ah", 10)
        .pushes(1, &["ante", "play"])
        .wins(1, "super-bonus", 10)
        .wins(1, "queens-up", 30)
        .good(&terms());
    one("9h 8d 7c 6s 2c", "Ks Kh Kd 6c Ah", 10)
        .loses(1, &["ante", "play"])
        .wins(1, "super-bonus", 10)
        .wins(1, "queens-up", 30)
        .good(&terms());
}

#[test]
fn a_claim_is_looked_at_when_the_cards_are_turned() {
    one("Ac Ad 9h 5s 3c", "Ks Qh 8c 6d 4h", 30)
        .wins(1, "ante", 10)
        .wins(1, "play", 30)
        .pushes(1, &["super-bonus"])
        .wins(1, "queens-up", 10)
        .good(&terms());
    // Two kings: the wager counts for ten.
    one("Kc Kd 9h 5s 3c", "Ks Qh 8c 6d 4h", 30)
        .wins(1, "ante", 10)
        .wins(1, "play", 30)
        .bad(&terms(), "paid should be 1000");
    one("Jc Td 8h 5s 3c", "Ks Qh 8c 6d 4h", 30)
        .loses(1, &["ante", "play"])
        .bad(&terms(), "returned should be 2000");
    one("Ac Ad 9h 5s 3c", "Ks Qh 8c 6d 4h", 40).bad(&terms(), "on an ante of");
}

#[test]
fn a_fold_loses_queens_up_too() {
    let mut round = Hand::new();
    round.bets(1, &["ante", "super-bonus"], 10).bet(1, "queens-up", 5).bet(1, "progressive", 1);
    round.bets(2, &["ante", "super-bonus"], 10).bet(2, "progressive", 1).close();
    round.hole(1, "7c 7d 7h 4s 2c").hole(2, "Qh Jh Th 9h 8h").dealer("Ks Qc 7s 5d 4h");
    round.choose(1, "fold").play(2, 10).loses(1, &["ante", "super-bonus", "queens-up", "progressive"]);
    round.show_dealer().wins(2, "ante", 10).wins(2, "play", 10).wins(2, "super-bonus", 150);
    round.meter(123_456).jackpot(2, 10, 123_456).award(1, "envy", 300).good(&terms());
}

#[test]
fn wagers_come_in_their_order() {
    Hand::new().bet(1, "queens-up", 5).bad(&terms(), "before ante");
    Hand::new().bet(1, "ante", 5).bet(1, "progressive", 1).bad(&terms(), "before ante");
    let mut unequal = Hand::new();
    unequal.bet(1, "ante", 5).bet(1, "super-bonus", 10).bets(2, &["ante", "super-bonus"], 5).close();
    unequal.back(1, &["ante", "super-bonus"]).hole(2, "Kd Js 9s 6c 2d").dealer("Kc Jh 9d 6s 4h");
    unequal.play(2, 5).show_dealer().pushes(2, &["ante", "play", "super-bonus"]).good(&terms());
}

#[test]
fn four_of_a_kind_need_approval() {
    let round = |approved: bool| {
        let mut round = one("8c 8d 8h 8s 2c", "Ks Qh 8c 6d 4h", 10);
        if approved {
            round.looks(Approver::Staff(Rank::Floor));
        }
        round.wins(1, "ante", 10).wins(1, "play", 10).wins(1, "super-bonus", 300).wins(1, "queens-up", 500);
        round.events
    };
    assert!(four_of_a_kind_is_approved(&round(true)).is_ok());
    assert!(four_of_a_kind_is_approved(&round(false)).unwrap_err().contains("11.II.note"));
}
