//! The slow ranking alone, and the order of cards.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::builder::{Hand, card};
use super::course;
use super::facts::hand_of;
use super::rank::{Category, Worth, best, five};
use crate::ultimate_texas_holdem::tests::terms;
use engine::{Face, Place};
use felt::Card;
use std::collections::BTreeMap;

fn hand(cards: &str) -> Worth {
    let cards: Vec<Card> = cards.split_whitespace().map(card).collect();
    best(&cards)
}

#[test]
fn each_category_of_the_list() {
    let list = [
        ("As Ks Qs Js Ts", Category::Royal),
        ("Kh Qh Jh Th 9h", Category::StraightFlush),
        ("Ad 2d 3d 4d 5d", Category::StraightFlush),
        ("7c 7d 7h 7s 2c", Category::Four),
        ("2c 2d 2h 3s 3c", Category::FullHouse),
        ("Ac Kc Qc Jc 9c", Category::Flush),
        ("Ac Kd Qc Jc Tc", Category::Straight),
        ("Ac 2d 3c 4c 5c", Category::Straight),
        ("Qc Kd Ac 2c 3c", Category::Nothing),
        ("2c 2d 2h 4s 3c", Category::Three),
        ("3c 3d 2h 2s 7c", Category::TwoPairs),
        ("2c 2d 4h 5s 3c", Category::Pair),
    ];
    for (cards, category) in list {
        assert_eq!(hand(cards).category, category, "{cards}");
    }
}

#[test]
fn hands_of_one_category() {
    // Q113: the pair before any other card, whatever 5.III says of the highest card.
    assert!(hand("Kc Kd 4h 5s 3c") > hand("2c 2d Ah 5s 3c"));
    assert!(hand("Kc Kd Ah 5s 3c") > hand("Kh Ks Qh 5d 3d"));
    assert!(hand("3c 3d 3h 2s 2c") > hand("2c 2d 2h As Ac"));
    assert!(hand("6c 5d 4h 3s 2c") > hand("Ac 2d 3h 4s 5c"));
    assert!(hand("Ac Kd 9h 3s 2c") > hand("Ad Qd Jh Ts 8c"));
    assert_eq!(hand("Ac Kd 9h 3s 2c"), hand("Ad Kh 9c 3h 2s"));
}

#[test]
fn the_best_five_of_seven() {
    assert_eq!(hand("Ac Ad Ah Kc Kd Kh 2s"), hand("As Ad Ah Kc Kd"));
    assert_eq!(hand("9c 8c 7c 6c 5c Ac Kd").category, Category::StraightFlush);
    assert_eq!(hand("4c 4d 3h 3s 2c 2d Ah"), hand("4c 4d 3h 3s Ah"));
    assert_eq!(hand("As 2d 3h 4c 5s 6d Kc"), hand("2d 3h 4c 5s 6d"));
}

/// All 2,598,960 hands of five cards, against the counts that combinatorics gives.
#[test]
fn every_hand_of_five_is_counted_once() {
    let deck: Vec<Card> = Card::all().take(52).collect();
    let mut counts: BTreeMap<Category, u32> = BTreeMap::new();
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let cards = [deck[a], deck[b], deck[c], deck[d], deck[e]];
                        *counts.entry(five(&cards).category).or_default() += 1;
                    }
                }
            }
        }
    }
    let expected = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
    assert_eq!(counts.into_values().collect::<Vec<u32>>(), expected);
}

/// Two cards to each of two boxes and the dealer, from the hand, and the flop.
#[test]
fn cards_come_in_the_order_of_the_document() {
    let [one, two] = [1, 2].map(hand_of);
    let first = [one, two, Place::Dealer, one, two, Place::Dealer, Place::Rack, Place::Board];
    let dealt = |order: &[Place], wrong: bool| {
        let mut round = Hand::new();
        round.ante(1, 10).ante(2, 10).bet(3, "ante", 10).close();
        if wrong {
            round.irregular("drawn-unexposed");
        }
        for place in order {
            round.lay(*place, Face::Unread);
        }
        course::check(&round.events, &terms())
    };
    assert_eq!(dealt(&first, false), Ok(()));
    for changed in [(0, 1), (1, 2), (2, 3), (6, 7)] {
        let mut order = first;
        order.swap(changed.0, changed.1);
        let trouble = dealt(&order, false).unwrap_err();
        assert!(trouble.contains("should have come to"), "{trouble}");
        assert_eq!(dealt(&order, true), Ok(()), "what went wrong has its own order");
    }
}
