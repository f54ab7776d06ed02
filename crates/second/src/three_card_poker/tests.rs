//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::Terms;
use super::rank::{Kind, Six, Worth, six, worth};
use super::terms::PAIR_PLUS;
use crate::poker::builder::{Hand, card};
use crate::poker::pay::Pays;
use crate::poker::rank::Category;
use engine::{RulingAct, Spot};
use felt::Card;

fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        pair_plus: PAIR_PLUS.map(|(kind, _, price)| (kind, price)),
        pays: Pays { coin: 100, rounding: None },
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(card).collect()
}

/// Box 1 plays with an ante of 10, Pair Plus of 5 and a Six Card Bonus of 5.
fn one(hand: &str, dealer: &str) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "pair-plus", 5).bet(1, "six-card-bonus", 5).close();
    round.hole(1, hand).dealer(dealer).play(1, 10).show_dealer();
    round
}

#[test]
fn three_cards_are_ranked() {
    let hands: [(&str, Kind, &[u8]); 13] = [
        ("Ah Kh Qh", Kind::StraightFlush, &[14]),
        ("3c Ac 2c", Kind::StraightFlush, &[3]),
        ("7c 7d 7h", Kind::Three, &[7]),
        ("Qh Ad Kc", Kind::Straight, &[14]),
        ("Ah 2d 3c", Kind::Straight, &[3]),
        ("Ah Kh 2h", Kind::Flush, &[14, 13, 2]),
        ("4h 4d As", Kind::Pair, &[4, 14]),
        ("Ah 4d 4s", Kind::Pair, &[4, 14]),
        ("Kh Ad 2c", Kind::Nothing, &[14, 13, 2]),
        ("Kh Qd 2c", Kind::Nothing, &[13, 12, 2]),
        // RULING-3CP-3: a duplicate card counts once.
        ("Kh Kh Qh", Kind::Nothing, &[13, 12]),
        ("Kh Kh Kd", Kind::Pair, &[13]),
        ("Kh Kh Kh", Kind::Nothing, &[13]),
    ];
    for (text, kind, ranks) in hands {
        assert_eq!(worth(&cards(text)), Worth { kind, ranks: ranks.to_vec() }, "{text}");
    }
    let falling = ["2h 3h 4h", "2c 2d 2s", "2h 3d 4c", "2h 3h 5h", "Ks Kd 2h", "2c 2d As", "Ah Kd Js"];
    assert!(falling.windows(2).all(|two| worth(&cards(two[0])) > worth(&cards(two[1]))));
    let queen = |text| worth(&cards(text)).has_queen();
    assert!(queen("Qh 2d 3c") && queen("Kh 2d 4c") && queen("2h 2d 3c") && queen("2h 4h 7h"));
    assert!(!queen("Jh Td 8c"));
}

#[test]
fn six_cards_are_ranked() {
    let rows = [
        ("Ah Kh Qh Jh Th 9h", Six::Royal),
        ("Ah Kh Qh Jh Th 2h", Six::Five(Category::Royal)),
        ("Kh Qh Jh Th 9h 8h", Six::Five(Category::StraightFlush)),
        ("7c 7d 7h 7s Kd Kc", Six::Five(Category::Four)),
        ("7c 7d 7h Ks Kd Kc", Six::Five(Category::FullHouse)),
        ("6s 7s Js 3s 4c 5s", Six::Five(Category::Flush)),
        ("Ac 2d 9h 3s 4c 5h", Six::Five(Category::Straight)),
        ("7c 7d 7h Qs Kd 2c", Six::Five(Category::Three)),
        ("7c 7d Qh Qs Kd Kc", Six::Five(Category::TwoPairs)),
    ];
    for (text, kind) in rows {
        assert_eq!(six(&cards(text)), kind, "{text}");
    }
}

#[test]
fn every_row_of_bonus_and_pair_plus() {
    let rows = [
        ("7s 6s 5s", 50, 200, 0),
        ("4c 4d 4h", 40, 150, 25),
        ("Th 9d 8c", 10, 30, 50),
        ("Ad 8d 2d", 0, 15, 0),
        ("9c 9d 2s", 0, 5, 0),
    ];
    for (hand, bonus, pair_plus, six) in rows {
        let mut round = one(hand, "Qs Jh 3c");
        round.wins(1, "ante", 10);
        if bonus > 0 {
            round.bonus(1, bonus, 10);
        }
        round.wins(1, "play", 10).wins(1, "pair-plus", pair_plus);
        match six {
            0 => round.loses(1, &["six-card-bonus"]),
            _ => round.wins(1, "six-card-bonus", six),
        };
        round.good(&terms());
    }
}

#[test]
fn the_dealer_plays_with_a_queen() {
    let mut round = one("Th 8d 3c", "Jc 9h 7d");
    round.loses(1, &["pair-plus"]).wins(1, "ante", 10).pushes(1, &["play"]);
    round.wins(1, "six-card-bonus", 50).good(&terms());
    one("Jh 8d 3c", "Qc 4h 2d").loses(1, &["ante", "play", "pair-plus", "six-card-bonus"]).good(&terms());
    let mut round = one("Qh 4d 2c", "Qc 4h 2d");
    round.loses(1, &["pair-plus"]).pushes(1, &["ante", "play"]).loses(1, &["six-card-bonus"]).good(&terms());
    // A beaten straight has its bonus after what was collected.
    let mut round = one("Jh Td 9c", "Qc Js Ts");
    round.loses(1, &["ante", "play"]).bonus(1, 10, 10).wins(1, "pair-plus", 30);
    round.loses(1, &["six-card-bonus"]).good(&terms());
    one("Jh Td 9c", "Qc Js Ts").loses(1, &["ante", "play", "six-card-bonus"]).bad(&terms(), "not due");
}

#[test]
fn the_six_card_royal_pays_an_amount() {
    let mut round = one("Ah Jh 9h", "Kh Qh Th");
    round.wins(1, "ante", 10).wins(1, "play", 10).wins(1, "pair-plus", 15);
    round.wins(1, "six-card-bonus", 100_000).good(&terms());
}

#[test]
fn forfeits_are_collected_when_all_have_decided() {
    let start = || {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).bet(1, "pair-plus", 5).bet(1, "six-card-bonus", 5).bet(2, "ante", 10);
        round.bet(3, "pair-plus", 5).close().hole(1, "7c 7d 2s").hole(2, "Ac 8d 3h").hole(3, "9c 9d 4s");
        round.dealer("Kd 7h 5c");
        round
    };
    let mut round = start();
    round.choose(1, "fold").play(2, 10).loses(1, &["ante", "pair-plus"]).show_dealer();
    round.wins(3, "pair-plus", 5).wins(2, "ante", 10).wins(2, "play", 10).wins(1, "six-card-bonus", 25);
    round.good(&terms());
    // Neither before that nor after the dealer's cards.
    start().choose(1, "fold").loses(1, &["ante"]).bad(&terms(), "not due");
    start().choose(1, "fold").play(2, 10).show_dealer().bad(&terms(), "play went on");
    // No decision is left: the hand is void.
    let mut round = start();
    round.choose(1, "fold").rules(RulingAct::VoidHand(Spot::first(2))).back(2, &["ante"]);
    round.loses(1, &["ante", "pair-plus"]).show_dealer();
    round.wins(3, "pair-plus", 5).wins(1, "six-card-bonus", 25).good(&terms());
    // A patron without an ante is not asked.
    start().choose(3, "fold").bad(&terms(), "has no ante");
}

#[test]
fn a_card_of_the_dealers_voids_everything_until_it_is_turned() {
    let start = || {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).bet(1, "pair-plus", 5).bet(1, "six-card-bonus", 5).close();
        round.hole(1, "7c 7d 2s").dealer("Kd 7h 5c");
        round
    };
    let back = ["ante", "pair-plus", "six-card-bonus"];
    start().irregular("dealer-card-exposed").remedy("round-void").back(1, &back).good(&terms());
    let mut round = start();
    round.choose(1, "fold").loses(1, &["ante", "pair-plus"]).irregular("dealer-card-exposed");
    round.remedy("round-void").undo(2).undo(1).back(1, &back).good(&terms());
    let mut round = start();
    round.choose(1, "fold").loses(1, &["ante", "pair-plus"]).show_dealer();
    round.irregular("dealer-card-exposed").remedy("stands").wins(1, "six-card-bonus", 25).good(&terms());
}

#[test]
fn a_six_card_bonus_without_support_goes_back() {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "pair-plus", 5).bet(1, "six-card-bonus", 5).take_back(
        1,
        "pair-plus",
        5,
        0,
    );
    round
        .close()
        .back(1, &["six-card-bonus"])
        .hole(1, "Kc Kd 2s")
        .dealer("Qd 7h 5c")
        .play(1, 10)
        .show_dealer();
    round.wins(1, "ante", 10).wins(1, "play", 10).good(&terms());
    Hand::new().bet(1, "ante", 10).bet(1, "six-card-bonus", 5).bad(&terms(), "before ante and Pair Plus");
}
