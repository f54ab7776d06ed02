//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::terms::{BETS, LEAST_LIMIT, THREE_CARD};
use super::{ANTE_AND_STREETS as ALL, Terms};
use crate::poker::builder::{Hand, card};
use crate::poker::course;
use crate::poker::facts::hand_of;
use crate::poker::pay::Pays;
use engine::{Face, Patron, Place, RulingAct, Spot, What};

/// Antes from 5.
fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        fold_loses_bonus: false,
        ante_least: 5_00,
        limit: Some(LEAST_LIMIT),
        bets: BETS,
        three_card: THREE_CARD,
        pays: Pays { coin: 100, rounding: None },
    }
}

fn bets(round: &mut Hand, b: u8, street: usize, dollars: i64) {
    round.choose(b, "play").bet(b, ALL[street], dollars);
}

/// Box 1 bets once, twice and three times an ante of 10.
fn one(hole: &str, board: &str, sides: &[(&'static str, i64)]) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10);
    for (side, dollars) in sides {
        round.bet(1, side, *dollars);
    }
    round.close().hole(1, hole);
    for (street, text) in (1..).zip(board.split(' ')) {
        bets(&mut round, 1, street, 10 * i64::try_from(street).unwrap());
        round.board(text);
    }
    round
}

#[test]
fn every_row_of_ante_and_streets() {
    let rows = [
        ("Ah Kh", "Th Qh Jh", 500),
        ("9h Kh", "Th Qh Jh", 100),
        ("9h 9d", "9s 9c Jh", 40),
        ("9h 9d", "9s Jc Jh", 10),
        ("9h 2h", "4h Jh Kh", 6),
        ("9h 8h", "7d Jh Tc", 4),
        ("Ah 2h", "3d 4h 5c", 4),
        ("9h 9d", "9s Jc Kh", 3),
        ("2h 2d", "3s 3c Kh", 2),
        ("Jh Jd", "3s 4c Kh", 1),
        ("Ah 3d", "As 4c Kh", 1),
    ];
    for (hole, board, odds) in rows {
        let mut round = one(hole, board, &[]);
        for (street, stake) in ALL.into_iter().zip([10, 10, 20, 30]) {
            round.wins(1, street, stake * odds);
        }
        round.good(&terms());
    }
    for hole in ["6h 6d", "Th Td", "8h 8d"] {
        one(hole, "3s 4c Kh", &[]).pushes(1, &ALL).good(&terms());
    }
    for hole in ["5h 5d", "2h 2d", "Ah Qd"] {
        one(hole, "3s 4c Kh", &[]).loses(1, &ALL).good(&terms());
    }
    one("Th Td", "3s 4c Kh", &[]).wins(1, "ante", 10).bad(&terms(), "12.II/T1");
    one("5h 5d", "3s 4c Kh", &[]).pushes(1, &["ante"]).bad(&terms(), "11.VII.B");
}

#[test]
fn every_row_of_three_cards() {
    let rows = [
        ("Ah Kh Qh", Some(200)),
        ("Ah 2h 3h", Some(200)),
        ("7h 7d 7s", Some(150)),
        ("Ah Kd Qh", Some(30)),
        ("2h 3d Ah", Some(30)),
        ("4h 9h Jh", Some(15)),
        ("7h 4d 7s", Some(5)),
        ("Kh Ad 2h", None),
        ("4h 9d Jh", None),
    ];
    for (board, dollars) in rows {
        let mut round = one("8c 6d", board, &[("three-card-bonus", 5)]);
        match dollars {
            // Two eights and two sixes are never there: a pair of sevens pushes, three are paid.
            Some(dollars) if board.starts_with("7h 7d") => {
                [10, 10, 20, 30].into_iter().zip(ALL).for_each(|(stake, street)| {
                    round.wins(1, street, 3 * stake);
                });
                round.wins(1, "three-card-bonus", dollars);
            }
            Some(dollars) if board.starts_with("7h 4d") => {
                round.pushes(1, &ALL).wins(1, "three-card-bonus", dollars);
            }
            Some(dollars) => {
                round.loses(1, &ALL).wins(1, "three-card-bonus", dollars);
            }
            None => {
                round.loses(1, &ALL).loses(1, &["three-card-bonus"]);
            }
        }
        round.good(&terms());
    }
}

#[test]
fn what_lost_is_taken_before_what_won_is_paid() {
    let round = || one("Kh 4d", "Ks 9d 2c", &[("three-card-bonus", 5)]);
    let mut paid = round();
    paid.loses(1, &["three-card-bonus"]);
    for (street, stake) in ALL.into_iter().zip([10, 10, 20, 30]) {
        paid.wins(1, street, stake);
    }
    paid.good(&terms());
    round().wins(1, "ante", 10).bad(&terms(), "is not due");
}

/// Boxes 1 and 2 with bonus and progressive; box 2 folds on that street.
fn folds_on(street: usize) -> Hand {
    let mut round = Hand::new();
    for b in [1, 2] {
        round.bet(b, "ante", 10).bet(b, "three-card-bonus", 5).bet(b, "progressive", 1);
    }
    round.close().hole(1, "Kh 4d").hole(2, "9h 8h");
    for (n, text) in (1..).zip(["Ks", "9d", "Kc"]) {
        bets(&mut round, 1, n, 10);
        if n < street {
            bets(&mut round, 2, n, 20);
        } else if n == street {
            round.choose(2, "fold").loses(2, &ALL[..n]).loses(2, &["progressive"]);
        }
        round.board(text);
    }
    round
}

#[test]
fn a_fold_takes_what_was_bet_and_leaves_the_bonus() {
    for street in 1..=3 {
        let mut round = folds_on(street);
        round.wins(2, "three-card-bonus", 5);
        for wager in ALL {
            round.wins(1, wager, 30);
        }
        round.wins(1, "three-card-bonus", 5).prize(1, 9).good(&terms());
    }
    // A fold loses the bonus only if the house says so.
    let mut early = Hand::new();
    early.bet(1, "ante", 10).bet(1, "three-card-bonus", 5).close().hole(1, "Kh 4d").choose(1, "fold");
    early.loses(1, &["ante", "three-card-bonus"]).bad(&terms(), "is not due");
    // The streets are collected with it immediately.
    let mut late = Hand::new();
    late.bet(1, "ante", 10).bet(2, "ante", 10).close().hole(1, "Kh 4d").hole(2, "Ah 2d").choose(1, "fold");
    late.choose(2, "fold").bad(&terms(), "before this was done");
}

#[test]
fn where_the_house_says_so_a_fold_takes_the_bonus_too() {
    let lost = Terms { fold_loses_bonus: true, ..terms() };
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "three-card-bonus", 5).close().hole(1, "Kh 4d").choose(1, "fold");
    round.loses(1, &["ante", "three-card-bonus"]).board("9d").board("9c").board("9s").good(&lost);
    let mut kept = Hand::new();
    kept.bet(1, "ante", 10).bet(1, "three-card-bonus", 5).close().hole(1, "Kh 4d").choose(1, "fold");
    kept.loses(1, &["ante"]).board("9d").bad(&lost, "without this line");
}

#[test]
fn streets_have_their_turns_and_sizes() {
    let dealt = || {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).close().hole(1, "Ac 2d");
        round
    };
    dealt().choose(1, "play").bet(1, "third-street", 40).bad(&terms(), "on an ante of");
    dealt().choose(1, "play").bet(1, "third-street", 15).bad(&terms(), "on an ante of");
    dealt().choose(1, "play").bet(1, "fourth-street", 10).bad(&terms(), "out of turn");
    dealt().choose(1, "check").bad(&terms(), "chose check");
    dealt().lapse(1, "play").bad(&terms(), "silent");
    let mut twice = dealt();
    bets(&mut twice, 1, 1, 10);
    twice.choose(1, "play").bad(&terms(), "2. time with 0 cards");
    let mut late = dealt();
    bets(&mut late, 1, 1, 10);
    late.bet(1, "three-card-bonus", 5).bad(&terms(), "after the first card");
    Hand::new().bet(1, "three-card-bonus", 5).bad(&terms(), "before the ante");
    Hand::new().bet(1, "ante", 10).bet(1, "progressive", 2).bad(&terms(), "14.1.II");
    Hand::new().bet(1, "blind", 10).bad(&terms(), "no wager of the game");
}

#[test]
fn silence_is_a_fold_and_who_leaves_may_lose_everything() {
    let mut silent = Hand::new();
    silent.bet(1, "ante", 10).close().hole(1, "Ac 2d").lapse(1, "fold").loses(1, &["ante"]);
    silent.board("9d").board("9c").board("9s").good(&terms());
    let strict = Terms { who_leaves_loses: true, ..terms() };
    let mut left = Hand::new();
    left.bet(1, "ante", 10).bet(1, "three-card-bonus", 5).close().hole(1, "Ac 2d");
    bets(&mut left, 1, 1, 30);
    left.fact(What::Left { patron: Patron::A });
    left.loses(1, &["ante", "third-street", "three-card-bonus"]).good(&strict);
}

#[test]
fn envy_comes_from_hands_that_were_held_and_goes_to_those_who_folded_too() {
    let mut round = Hand::new();
    for b in [1, 2, 3] {
        round.bet(b, "ante", 10).bet(b, "progressive", 1);
    }
    round.close().hole(1, "9h 8h").hole(2, "Qh Kh").hole(3, "2c 3d");
    for (n, text) in (1..).zip(["Jh", "Th", "7h"]) {
        bets(&mut round, 1, n, 10);
        match n {
            1 => {
                bets(&mut round, 2, n, 10);
                round.choose(3, "fold").loses(3, &["ante", "progressive"]);
            }
            2 => bets(&mut round, 2, n, 10),
            _ => {
                round.choose(2, "fold").loses(2, &ALL[..3]).loses(2, &["progressive"]);
            }
        }
        round.board(text);
    }
    for wager in ALL {
        round.wins(1, wager, 1_000);
    }
    round.meter(100_000).jackpot(1, 10, 100_000).award(3, "envy", 300).award(2, "envy", 300).good(&terms());
}

#[test]
fn the_limit_counts_ante_and_streets_alone() {
    let mut round = Hand::new();
    round.bet(1, "ante", 50).bet(1, "three-card-bonus", 5).close().hole(1, "Ah Kh");
    for (street, text) in (1..).zip(["Qh", "Jh", "Th"]) {
        bets(&mut round, 1, street, 50);
        round.board(text);
    }
    let paid = |round: &mut Hand| {
        for wager in ALL {
            round.wins(1, wager, 25_000);
        }
    };
    let mut limited = round.clone();
    paid(&mut limited);
    limited.cut(1, "ante", 50_000, 1).wins(1, "three-card-bonus", 200).good(&terms());
    // With a least ante of 15 it is 75,000, and without a limit of the house there is none.
    let mut higher = round.clone();
    paid(&mut higher);
    let dearer = Terms { ante_least: 15_00, ..terms() };
    higher.cut(1, "ante", 25_000, 1).wins(1, "three-card-bonus", 200).good(&dearer);
    paid(&mut round);
    round.wins(1, "three-card-bonus", 200).good(&Terms { limit: None, ..terms() });
}

#[test]
fn a_void_round_gives_folds_back() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(2, "ante", 10).close().hole(1, "Ah Kh").hole(2, "2c 7d");
    bets(&mut round, 1, 1, 20);
    round.choose(2, "fold").loses(2, &["ante"]).irregular("wrong-count");
    round.undo(1).back(1, &["ante", "third-street"]).back(2, &["ante"]).good(&terms());
    let mut ruled = Hand::new();
    ruled.bet(1, "ante", 10).bet(1, "three-card-bonus", 5).close().hole(1, "Ah Kh");
    ruled.rules(RulingAct::VoidHand(Spot::first(1))).back(1, &["ante", "three-card-bonus"]).good(&terms());
}

#[test]
fn cards_come_in_the_order_of_the_document() {
    let dealt = |terms: &Terms, places: &[Place]| {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).bet(3, "ante", 10).close();
        for place in places {
            let face =
                if *place == Place::Board && !terms.shoe { Face::Up(card("2c")) } else { Face::Unread };
            round.lay(*place, face);
        }
        course::check(&round.events, terms)
    };
    let (one, three, middle, burnt) = (hand_of(1), hand_of(3), Place::Board, Place::Rack);
    let from_hand = [one, three, one, three, burnt, middle, burnt, middle, burnt, middle];
    dealt(&terms(), &from_hand).unwrap();
    assert!(dealt(&terms(), &[one, one]).is_err());
    assert!(dealt(&terms(), &[one, three, one, three, middle]).is_err());
    let shoe = Terms { shoe: true, ..terms() };
    dealt(&shoe, &[middle, middle, middle, one, one, three, three]).unwrap();
    assert!(dealt(&shoe, &[one, one, three, three, middle]).is_err());
    assert!(dealt(&shoe, &[middle, middle, middle, one, three]).is_err());
}
