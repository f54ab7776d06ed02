//! Tests all hands of three cards, and hands of six by their best five, against slow rankings that share no
//! code.

use crate::poker_counts::{Dealer, best_worth, both_rankings, pack};
use felt::Card;
use games::poker::{Category, Hand, Ranking, three};
use std::collections::BTreeMap;

/// The slow result for three cards: the rank of the kind, the kind, and the ranks in the order of comparison.
type Slow = (u8, &'static str, Vec<u8>);

/// Names three cards by trying every description of the document, from the highest down (OH-3CP-6.II).
fn slow(cards: [Card; 3]) -> Slow {
    let mut ranks = cards.map(Card::rank_number).to_vec();
    ranks.sort_unstable();
    let suits = cards.map(|card| card.suit().unwrap());
    let flush = suits.iter().all(|suit| *suit == suits[0]);
    // Every run by its ranks, lowest first; the ace begins the lowest and ends the highest.
    let runs: Vec<(Vec<u8>, u8)> = (3..=14)
        .map(|top| if top == 3 { (vec![2, 3, 14], 3) } else { ((top - 2..=top).collect(), top) })
        .collect();
    let run = runs.iter().find(|(run, _)| *run == ranks).map(|(_, top)| vec![*top]);
    let copies = |rank: u8| ranks.iter().filter(|other| **other == rank).count();
    let falling: Vec<u8> = ranks.iter().rev().copied().collect();
    let sets = |count: usize| ranks.iter().copied().filter(|rank| copies(*rank) == count).max();
    match (run, sets(3), sets(2)) {
        (Some(top), ..) if flush => (5, "straight-flush", top),
        (_, Some(rank), _) => (4, "three-of-a-kind", vec![rank]),
        (Some(top), ..) => (3, "straight", top),
        _ if flush => (2, "flush", falling),
        (_, _, Some(rank)) => (1, "pair", vec![rank, sets(1).unwrap()]),
        _ => (0, "high-card", falling),
    }
}

#[test]
fn all_three_card_hands() {
    let pack = pack();
    let mut both: BTreeMap<Slow, Ranking> = BTreeMap::new();
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (a, one) in pack.iter().enumerate() {
        for (b, two) in pack.iter().enumerate().skip(a + 1) {
            for three in &pack[b + 1..] {
                let (slow, fast) = (slow([*one, *two, *three]), three::ranking([*three, *one, *two]));
                assert_eq!(fast.category().word(), slow.1, "{one}{two}{three}");
                *counts.entry(slow.1).or_default() += 1;
                let known = *both.entry(slow).or_insert(fast);
                assert_eq!(known, fast, "{one}{two}{three} is ranked in two ways");
            }
        }
    }
    let of = |kind| counts[kind];
    assert_eq!(counts.values().sum::<u32>(), 22_100);
    assert_eq!([of("straight-flush"), of("three-of-a-kind"), of("straight")], [48, 52, 720]);
    assert_eq!([of("flush"), of("pair"), of("high-card")], [1_096, 3_744, 16_440]);
    // The map ensures that hands equal by the slow ranking are equal in both, and greater must be greater in
    // both: the two orders agree on every pair of hands.
    assert!(both.values().is_sorted_by(|lower, higher| lower < higher));
    let words: Vec<&str> = three::HANDS.iter().map(|hand| hand.word()).collect();
    assert_eq!(words, ["high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"]);
}

fn read(text: &str) -> Ranking {
    three::ranking(text.split(' ').map(|card| card.parse::<Card>().unwrap()))
}

#[test]
fn three_cards_have_an_order_of_their_own() {
    let rising = [
        "2c 2d As", "Kc Kd 2s", "2h 4h 5h", "Ah Kh Jh", "Ac 2d 3h", "2c 3d 4h", "2c 2d 2h", "Ac 2c 3c",
        "Ah Kh Qh",
    ];
    assert!(rising.is_sorted_by(|lower, higher| read(lower) < read(higher)));
    assert_eq!(read("Ah Kd 2c").category(), Category::HighCard, "no run goes round the corner");
    assert_eq!(read("Kc 2d Ah").to_string(), "high-card AK2");
    assert_eq!(read("4c 4d Ah").to_string(), "pair 4 A");
    assert_eq!(read("Ac 2d 3h").to_string(), "straight 3");
    assert!(read("Ac 2c 3c").begins_with_ace() && !read("2c 3c 4c").begins_with_ace());
    assert!(read("Ah Kh Jh").is_below(Category::Straight), "a straight beats a flush");
    assert!(
        !read("2c 2d 2h").is_below(Category::Straight) && read("2c 2d 2h").is_below(Category::StraightFlush)
    );
    let five: Hand =
        ["Ah", "Kh", "9h", "5h", "2h"].map(|card| card.parse::<Card>().unwrap()).into_iter().collect();
    assert!(!five.ranking().is_below(Category::Straight), "and with five cards a flush beats a straight");
    // A duplicate counts once, and two cards make neither a run nor a flush.
    assert_eq!(read("Kh Kh Qh").to_string(), "high-card KQ");
    assert_eq!(read("Kh Kh Kd").to_string(), "pair K");
    // A ranking is stored as its number.
    let ranking = read("4c 4d Ah");
    assert_eq!(Ranking::try_from(u32::from(ranking)), Ok(ranking));
    assert!(Ranking::try_from(63 << 26).is_err());
}

/// Tests fixed hands of six cards, the same in every run.
#[test]
fn two_million_six_card_hands() {
    let both = both_rankings();
    let mut dealer = Dealer::new(3);
    for _ in 0..2_000_000 {
        let cards = dealer.deal(6);
        let hand: Hand = cards.iter().copied().collect();
        assert_eq!(hand.ranking(), both[&best_worth(cards)], "{cards:?}");
    }
}

/// Tests all of them: `just rankings`.
#[test]
#[ignore = "takes minutes"]
fn all_six_card_hands() {
    let both = both_rankings();
    let mut counts = [0_u64; Category::PLAIN.len()];
    crate::poker_counts::choose(6, &pack(), Hand::EMPTY, &mut |hand| {
        let cards: Vec<Card> = hand.cards().collect();
        let ranking = hand.ranking();
        assert_eq!(ranking, both[&best_worth(&cards)], "{cards:?}");
        counts[Category::PLAIN.iter().position(|kind| *kind == ranking.category()).unwrap()] += 1;
    });
    println!("{counts:?}");
    assert_eq!(counts.iter().sum::<u64>(), 20_358_520);
    let known = [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188];
    assert_eq!(counts, known);
}
