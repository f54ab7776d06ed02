//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::Terms;
use super::terms::PRINTED;
use crate::poker::builder::Hand;
use crate::poker::pay::Pays;
use engine::{RulingAct, Spot};

/// Antes from 5, a bonus from 1.
fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        folds_stand: false,
        ante_least: 5_00,
        bonus_least: Some(1_00),
        bonus: PRINTED,
        both_aces: None,
        pays: Pays { coin: 100, rounding: None },
    }
}

/// The same with a line for aces against aces.
fn both() -> Terms {
    Terms { both_aces: Some((1_000, 1)), ..terms() }
}

/// Box 1 with a bonus of 5, flop and river wagers on an ante of 10.
fn one(hole: &str, dealer: &str, board: &str) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "bonus", 5).close().hole(1, hole).dealer(dealer);
    let (flop, rest) = board.split_at(9);
    let (turn, river) = rest.split_at(3);
    round.choose(1, "play").bet(1, "flop", 20).board(flop).choose(1, "check").board(turn);
    round.choose(1, "play").bet(1, "river", 10).board(river).show_dealer();
    round
}

#[test]
fn the_ante_is_paid_from_a_straight_on() {
    one("Jh 8c", "Qc Qd", "9s 7d 4h Tc 2s")
        .wins(1, "ante", 10)
        .wins(1, "flop", 20)
        .wins(1, "river", 10)
        .loses(1, &["bonus"])
        .good(&terms());
    let below = || one("Kh 8c", "Qc Jd", "Ks 7d 4h Tc 2s");
    below().pushes(1, &["ante"]).wins(1, "flop", 20).wins(1, "river", 10).loses(1, &["bonus"]).good(&terms());
    below().wins(1, "ante", 10).bad(&terms(), "10.VIII.B");
    one("Kh 8c", "Kc 8d", "Ks 7d 4h Tc 2s")
        .pushes(1, &["ante", "flop", "river"])
        .loses(1, &["bonus"])
        .good(&terms());
    one("Kh 8c", "Kc Td", "Ks 7d 4h Tc 2s").loses(1, &["ante", "flop", "river", "bonus"]).good(&terms());
}

#[test]
fn every_row_of_the_bonus() {
    let rows = [
        ("Ac Ad", 150),
        ("Ac Kc", 125),
        ("Ac Qc", 100),
        ("Jc Ac", 100),
        ("Ac Kd", 75),
        ("Jc Jd", 50),
        ("Kc Kd", 50),
        ("Ad Qc", 25),
        ("Tc Td", 15),
        ("2c 2d", 15),
    ];
    for (hole, dollars) in rows {
        let mut round = one(hole, "4c 4d", "4s 4h 9h 8s 3s");
        round.loses(1, &["ante", "flop", "river"]).wins(1, "bonus", dollars).good(&terms());
    }
    for hole in ["Ac Tc", "Kc Qc"] {
        one(hole, "4c 4d", "4s 4h 9h 8s 3s").loses(1, &["ante", "flop", "river", "bonus"]).good(&terms());
    }
}

#[test]
fn aces_against_aces() {
    let tie = || {
        let mut round = one("Ac Ad", "As Ah", "9c 7h 4d 2s Js");
        round.pushes(1, &["ante", "flop", "river"]);
        round
    };
    tie().wins(1, "bonus", 150).good(&terms());
    tie().wins(1, "bonus", 5_000).good(&both());
    tie().wins(1, "bonus", 150).bad(&both(), "11.IV");
}

#[test]
fn wagers_have_their_streets_and_sizes() {
    let dealt = || {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).close().hole(1, "Ac 2d").dealer("Kc 3d");
        round
    };
    dealt().choose(1, "play").bet(1, "flop", 10).bad(&terms(), "on an ante of");
    dealt().choose(1, "play").bet(1, "turn", 10).bad(&terms(), "on an ante of");
    dealt().choose(1, "check").bad(&terms(), "chose check");
    let mut late = dealt();
    late.choose(1, "play").bet(1, "flop", 20).board("Ks 4d Th").choose(1, "fold").bad(&terms(), "chose fold");
    let mut turn = dealt();
    turn.choose(1, "play").bet(1, "flop", 20).board("Ks 4d Th").choose(1, "play").bet(1, "turn", 20);
    turn.bad(&terms(), "on an ante of");
    Hand::new().bet(1, "bonus", 5).bad(&terms(), "before the ante");
}

/// Boxes 1 and 2 fold with a bonus, box 1 with a progressive too.
fn all_fold() -> Hand {
    let mut round = Hand::new();
    round
        .bet(1, "ante", 10)
        .bet(1, "bonus", 5)
        .bet(1, "progressive", 1)
        .bet(2, "ante", 10)
        .bet(2, "bonus", 5);
    round.close().hole(1, "Ac Ad").hole(2, "9c 2d").dealer("As Ah");
    round.choose(1, "fold").loses(1, &["ante", "progressive"]).choose(2, "fold").loses(2, &["ante"]);
    round
}

#[test]
fn when_everybody_has_folded_the_round_is_dealt_on() {
    let dealt = || {
        let mut round = all_fold();
        round.board("Ks 9d 4h").board("2c").board("5s").show_dealer();
        round
    };
    dealt().loses(2, &["bonus"]).wins(1, "bonus", 150).good(&terms());
    dealt().loses(2, &["bonus"]).wins(1, "bonus", 5_000).good(&both());
    // Only once the cards are there.
    all_fold().loses(2, &["bonus"]).bad(&terms(), "is not due");
    // From the dealer's right.
    dealt().wins(1, "bonus", 150).bad(&terms(), "is not due");
}

#[test]
fn a_folded_bonus_comes_last() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(2, "ante", 10).bet(2, "bonus", 1).close();
    round.hole(1, "Kc Td").hole(2, "8c 8d").dealer("Qs 3h").choose(1, "play").bet(1, "flop", 20);
    round.choose(2, "fold").loses(2, &["ante"]).board("Ks 9d 4h").choose(1, "check").board("2c");
    round.choose(1, "check").board("5s").show_dealer();
    let mut early = round.clone();
    early.wins(2, "bonus", 3).bad(&terms(), "is not due");
    round.pushes(1, &["ante"]).wins(1, "flop", 20).wins(2, "bonus", 3).good(&terms());
}

/// Box 1 has played, box 2 folded with a bonus, box 3 is asked.
fn asked(progressive: bool) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(2, "ante", 10).bet(2, "bonus", 5).bet(3, "ante", 20);
    if progressive {
        round.bet(1, "progressive", 1);
    }
    round.close().hole(1, "Kc Kd").hole(2, "7h 7c").hole(3, "Jd 3h").dealer("Qs 3c");
    round.choose(1, "play").bet(1, "flop", 20).choose(2, "fold").loses(2, &["ante"]);
    round.irregular("dealer-card-exposed").remedy("hands-void");
    round
}

#[test]
fn an_exposed_card_voids_the_hands_and_not_the_bonus() {
    let mut round = asked(false);
    round.undo(1).back(2, &["ante"]).back(1, &["ante", "flop"]).back(3, &["ante"]).wins(2, "bonus", 15);
    round.good(&terms());
    // A progressive wager needs the board.
    let mut board = asked(true);
    board.undo(1).back(2, &["ante"]).back(1, &["ante", "flop"]).back(3, &["ante"]);
    let mut early = board.clone();
    early.wins(2, "bonus", 15).bad(&terms(), "is not due");
    board.board("Ks 9d 4h").board("2c").board("5s").prize(1, 9).wins(2, "bonus", 15).good(&terms());
    // If folds stand, lost wagers stay lost.
    let stand = Terms { folds_stand: true, ..terms() };
    let mut kept = asked(false);
    kept.back(1, &["ante", "flop"]).back(3, &["ante"]).wins(2, "bonus", 15).good(&stand);
}

#[test]
fn between_streets_there_are_decisions_to_come() {
    let played = |last: bool| {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).close().hole(1, "Kc Kd").dealer("Qs 3c");
        round.choose(1, "play").bet(1, "flop", 20).board("Ks 9d 4h").choose(1, "check").board("2c");
        if last {
            round.choose(1, "check");
        }
        round.irregular("dealer-card-exposed");
        round
    };
    played(false).back(1, &["ante", "flop"]).good(&terms());
    played(true).board("5s").show_dealer().pushes(1, &["ante"]).wins(1, "flop", 20).good(&terms());
}

#[test]
fn a_hand_has_a_limit() {
    let mut round = Hand::new();
    round.bet(1, "ante", 100).bet(1, "bonus", 60).close().hole(1, "Ac Ad").dealer("As Ah");
    round.choose(1, "play").bet(1, "flop", 200).board("9c 7c 4c").choose(1, "check").board("2c");
    round.choose(1, "check").board("Js").show_dealer();
    round.wins(1, "ante", 100).wins(1, "flop", 200).wins(1, "bonus", 60_000);
    let mut uncut = round.clone();
    uncut.bad(&both(), "11.V");
    round.cap(1, 10_300, 1).good(&both());
}

#[test]
fn the_last_hand_that_plays_is_taken_out() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(2, "ante", 10).bet(2, "bonus", 5).close();
    round.hole(1, "Kc Td").hole(2, "8c 8d").dealer("Qs 3h").choose(1, "play").bet(1, "flop", 20);
    round.choose(2, "fold").loses(2, &["ante"]).board("Ks 9d 4h").rules(RulingAct::VoidHand(Spot::first(1)));
    round
        .back(1, &["ante", "flop"])
        .board("2c")
        .board("5s")
        .show_dealer()
        .wins(2, "bonus", 15)
        .good(&terms());
}
