//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::Terms;
use super::terms::{BETS, BONUS, LEAST_LIMIT, THREE_CARD};
use crate::poker::builder::{Hand, card};
use crate::poker::course;
use crate::poker::facts::hand_of;
use crate::poker::pay::Pays;
use engine::{Face, Patron, Place, RulingAct, Spot, What};

/// Bets from 5.
fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        bet_least: 5_00,
        limit: Some(LEAST_LIMIT),
        bets: BETS,
        bonus: BONUS,
        three_card: THREE_CARD,
        pays: Pays { coin: 100, rounding: None },
    }
}

const ALL: [&str; 3] = ["bet-1", "bet-2", "bet-3"];

/// The two cards in the middle, face down, and their numbers.
fn middle(round: &mut Hand, cards: &str) -> Vec<(u32, &'static str)> {
    let cards: Vec<&'static str> = cards.to_owned().leak().split(' ').collect();
    cards.into_iter().map(|text| (round.lay(Place::Board, Face::Unread), text)).collect()
}

fn turn(round: &mut Hand, (draw, text): (u32, &str)) {
    round.fact(What::CardTurned { draw, place: Place::Board, face: Face::Up(card(text)) });
}

/// Box 1 lets everything ride with bets of 10.
fn ride(hole: &str, board: &str, sides: &[(&'static str, i64)]) -> Hand {
    let mut round = Hand::new();
    round.bets(1, &ALL, 10);
    for (side, dollars) in sides {
        round.bet(1, side, *dollars);
    }
    round.close().hole(1, hole);
    let cards = middle(&mut round, board);
    for card in cards {
        round.choose(1, "let-it-ride");
        turn(&mut round, card);
    }
    round
}

#[test]
fn every_row_of_the_bets() {
    let rows = [
        ("Ah Kh Th", "Qh Jh", 10_000),
        ("9h Kh Th", "Qh Jh", 2_000),
        ("9h 9d 9s", "9c Jh", 500),
        ("9h 9d 9s", "Jc Jh", 110),
        ("9h 2h 4h", "Jh Kh", 80),
        ("9h 8h 7d", "Jh Tc", 50),
        ("Ah 2h 3d", "4h 5c", 50),
        ("9h 9d 9s", "Jc Kh", 30),
        ("2h 2d 3s", "3c Kh", 20),
        ("Th Td 3s", "4c Kh", 10),
        ("Ah Ad 3s", "4c Kh", 10),
    ];
    for (hole, board, dollars) in rows {
        let mut round = ride(hole, board, &[]);
        round.wins(1, "bet-1", dollars).wins(1, "bet-2", dollars).wins(1, "bet-3", dollars).good(&terms());
    }
    for hole in ["9h 9d 3s", "Ah Qd 3s"] {
        ride(hole, "4c Kh", &[]).loses(1, &ALL).good(&terms());
    }
}

#[test]
fn a_withdrawn_bet_is_back_at_once() {
    let asked = |word| {
        let mut round = Hand::new();
        round.bets(1, &ALL, 10).bets(2, &ALL, 20).close().hole(1, "Td 8c 3h").hole(2, "Kd Qc 6s");
        let cards = middle(&mut round, "Ts 4d");
        round.choose(1, word);
        (round, cards)
    };
    let finish = |round: &mut Hand, cards: Vec<(u32, &str)>| {
        round.choose(2, "let-it-ride");
        turn(round, cards[0]);
        round.choose(1, "let-it-ride").choose(2, "withdraw").back(2, &["bet-2"]);
        turn(round, cards[1]);
        round.loses(2, &["bet-1", "bet-3"]);
    };
    let (mut round, cards) = asked("withdraw");
    round.back(1, &["bet-1"]);
    finish(&mut round, cards);
    round.wins(1, "bet-2", 10).wins(1, "bet-3", 10).good(&terms());
    // It may be reported as taken back.
    let (mut told, cards) = asked("withdraw");
    told.take_back(1, "bet-1", 10, 0);
    finish(&mut told, cards);
    told.wins(1, "bet-2", 10).wins(1, "bet-3", 10).good(&terms());
    // But not without the choice, and not later.
    let (mut unasked, _) = asked("let-it-ride");
    unasked.take_back(1, "bet-1", 10, 0).bad(&terms(), "withdrawn after the first card");
    let (mut late, _) = asked("withdraw");
    late.choose(2, "let-it-ride").bad(&terms(), "before this was done");
    // No patron is asked again before a card is turned.
    let (mut again, _) = asked("let-it-ride");
    again.choose(2, "let-it-ride").choose(1, "let-it-ride").bad(&terms(), "before a card was turned");
}

#[test]
fn what_lost_is_taken_before_what_won_is_paid() {
    let sides = [("bonus", 1), ("three-card-bonus", 5)];
    // A pair of nines: the bets lose, the three cards win.
    let mut round = ride("9h 9d 3s", "4c Kh", &sides);
    round.loses(1, &ALL).loses(1, &["bonus"]).wins(1, "three-card-bonus", 5).good(&terms());
    // A straight whose first three cards win nothing.
    let straight = || ride("9h 8d 6s", "Tc 7h", &sides);
    let mut paid = straight();
    paid.loses(1, &["three-card-bonus"]);
    paid.wins(1, "bet-1", 50).wins(1, "bet-2", 50).wins(1, "bet-3", 50).chip(1, "bonus", 25).good(&terms());
    straight().wins(1, "bet-1", 50).bad(&terms(), "is not due");
}

#[test]
fn every_row_of_three_cards() {
    let rows = [
        ("Ah Kh Qh", Some(250)),
        ("Kh Qh Jh", Some(200)),
        ("Ah 2h 3h", Some(200)),
        ("7h 7d 7s", Some(150)),
        ("Ah Kd Qh", Some(30)),
        ("Ad 2h 3h", Some(30)),
        ("2h 6h 7h", Some(15)),
        ("7h 7d 2s", Some(5)),
        ("Kh Ad 2s", None),
    ];
    for (hole, dollars) in rows {
        let cards: Vec<felt::Card> = hole.split(' ').map(card).collect();
        let paid = terms().three_card_price(&cards).map(|(win, per)| 5 * win / per);
        assert_eq!(paid, dollars, "{hole}");
    }
}

#[test]
fn the_limit_is_over_the_three_bets() {
    let royal = || {
        let mut round = Hand::new();
        round.bets(1, &ALL, 20).bet(1, "bonus", 1).close().hole(1, "Ah Kh Th");
        for card in middle(&mut round, "Qh Jh") {
            round.choose(1, "let-it-ride");
            turn(&mut round, card);
        }
        round.wins(1, "bet-1", 20_000).wins(1, "bet-2", 20_000).wins(1, "bet-3", 20_000);
        round
    };
    royal().cap(1, 10_000, 1).chip(1, "bonus", 20_000).good(&terms());
    royal().chip(1, "bonus", 20_000).bad(&terms(), "13.III");
    royal().chip(1, "bonus", 20_000).good(&Terms { bet_least: 20_00, ..terms() });
    royal().chip(1, "bonus", 20_000).good(&Terms { limit: None, ..terms() });
}

#[test]
fn the_progressive_counts_all_five_and_others_envy() {
    let mut round = Hand::new();
    round.bets(1, &ALL, 10).bet(1, "progressive", 1).bets(2, &ALL, 10).bet(2, "progressive", 1).close();
    round.hole(1, "9h 8h 7h").hole(2, "Kd 2c 3s");
    for card in middle(&mut round, "6h 5h") {
        round.choose(1, "let-it-ride").choose(2, "let-it-ride");
        turn(&mut round, card);
    }
    round.loses(2, &ALL).loses(2, &["progressive"]);
    round.wins(1, "bet-1", 2_000).wins(1, "bet-2", 2_000).wins(1, "bet-3", 2_000);
    round.meter(1_100_00).jackpot(1, 10, 1_100_00).award(2, "envy", 300).good(&terms());
}

#[test]
fn who_leaves_may_lose_what_lies_there() {
    let left = |silent: bool| {
        let mut round = Hand::new();
        round.bets(1, &ALL, 10).bet(1, "progressive", 1).bets(2, &ALL, 10).bet(2, "progressive", 1).close();
        round.hole(1, "Kd 2c 3s").hole(2, "9h 8h 7h");
        let cards = middle(&mut round, "6h 5h");
        round.choose(1, "withdraw").back(1, &["bet-1"]).fact(What::Left { patron: Patron::A });
        if !silent {
            round.loses(1, &["bet-2", "bet-3", "progressive"]);
        }
        round.choose(2, "let-it-ride");
        turn(&mut round, cards[0]);
        if silent {
            round.lapse(1, "let-it-ride");
        }
        round.choose(2, "let-it-ride");
        turn(&mut round, cards[1]);
        round.wins(2, "bet-1", 2_000).wins(2, "bet-2", 2_000).wins(2, "bet-3", 2_000);
        round.meter(1_100_00).jackpot(2, 10, 1_100_00);
        round
    };
    let loses = Terms { who_leaves_loses: true, ..terms() };
    left(false).good(&loses);
    left(false).award(1, "envy", 300).bad(&loses, "is not due");
    left(true).award(1, "envy", 300).loses(1, &["bet-2", "bet-3", "progressive"]).good(&terms());
}

#[test]
fn a_void_round_leaves_what_was_withdrawn() {
    let mut round = Hand::new();
    round.bets(1, &ALL, 10).close().hole(1, "Td 8c 3h");
    middle(&mut round, "Ts 4d");
    round.choose(1, "withdraw").back(1, &["bet-1"]).irregular("wrong-count").remedy("round-void");
    round.back(1, &["bet-2", "bet-3"]).good(&terms());
    let mut hand = Hand::new();
    hand.bets(1, &ALL, 10).close().hole(1, "Td 8c 3h").rules(RulingAct::VoidHand(Spot::first(1)));
    hand.back(1, &ALL).good(&terms());
}

#[test]
fn cards_come_in_the_order_of_the_document() {
    let [one, two] = [1, 2].map(hand_of);
    let (board, rack) = (Place::Board, Place::Rack);
    let by_hand = vec![one, two, board, one, two, board, one, two];
    let by_shoe = vec![one, one, one, two, two, two, board, board, rack];
    let dealt = |order: &[Place], shoe: bool| {
        let mut round = Hand::new();
        round.bets(1, &ALL, 10).bets(2, &ALL, 10).close();
        for place in order {
            round.lay(*place, Face::Unread);
        }
        course::check(&round.events, &Terms { shoe, ..terms() }).is_ok()
    };
    assert!(dealt(&by_hand, false) && dealt(&by_shoe, true));
    assert!(!dealt(&by_hand, true) && !dealt(&by_shoe, false));
}
