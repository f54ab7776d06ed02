//! All hands of four cards, and the best four of five and of six, against a slow ranking that shares no code.

use crate::poker_counts::{Dealer, choose, pack};
use felt::Card;
use games::poker::{Category, Hand, Ranking, four};
use std::collections::BTreeMap;

/// The slow result for four cards: the rank of the kind, and the ranks in the order of comparison, as one
/// number.
type Slow = (u8, u32);

const KINDS: [&str; 8] = [
    "high-card",
    "pair",
    "two-pairs",
    "straight",
    "flush",
    "three-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
];

/// Names four cards by trying every description of the document, from the highest down (OH-4CP-6.II, OH-C4P-6.II).
fn slow(cards: [Card; 4]) -> Slow {
    let mut ranks = cards.map(Card::rank_number);
    ranks.sort_unstable();
    ranks.reverse();
    let flush = cards.iter().all(|card| card.suit() == cards[0].suit());
    let [a, b, c, d] = ranks;
    let run = match ranks {
        [14, 4, 3, 2] => Some(4),
        _ if a == b + 1 && b == c + 1 && c == d + 1 => Some(a),
        _ => None,
    };
    let one = |ranks: &[u8]| ranks.iter().fold(0, |sum, rank| sum * 16 + u32::from(*rank));
    match (run, a == b, b == c, c == d) {
        (_, true, true, true) => (7, one(&[a])),
        (Some(top), ..) if flush => (6, one(&[top])),
        (_, true, true, false) => (5, one(&[a, d])),
        (_, false, true, true) => (5, one(&[b, a])),
        _ if flush => (4, one(&ranks)),
        (Some(top), ..) => (3, one(&[top])),
        (_, true, false, true) => (2, one(&[a, c])),
        (_, true, false, false) => (1, one(&[a, c, d])),
        (_, false, true, false) => (1, one(&[b, a, d])),
        (_, false, false, true) => (1, one(&[c, a, b])),
        _ => (0, one(&ranks)),
    }
}

/// The best of each choice of four.
fn best(cards: &[Card]) -> Slow {
    let mut best = (0, 0);
    for a in 0..cards.len() {
        for b in a + 1..cards.len() {
            for c in b + 1..cards.len() {
                for d in c + 1..cards.len() {
                    best = best.max(slow([cards[a], cards[b], cards[c], cards[d]]));
                }
            }
        }
    }
    best
}

/// The results of both rankings for hands of `cards` cards, one entry for each that the slow one
/// distinguishes; and the number of hands of each kind, the highest first.
fn compared(cards: usize) -> (BTreeMap<Slow, Ranking>, [u32; 8]) {
    let mut both: BTreeMap<Slow, Ranking> = BTreeMap::new();
    let mut counts = [0; 8];
    choose(cards, &pack(), Hand::EMPTY, &mut |hand| {
        let cards: Vec<Card> = hand.cards().collect();
        let (slow, fast) = (best(&cards), four::ranking(cards.iter().copied()));
        assert_eq!(fast.category().word(), KINDS[usize::from(slow.0)], "{cards:?}");
        assert_eq!(*both.entry(slow).or_insert(fast), fast, "{cards:?} is ranked in two ways");
        counts[7 - usize::from(slow.0)] += 1;
    });
    // The map ensures that hands equal by the slow ranking are equal in both; this checks that greater stays
    // greater.
    assert!(both.values().is_sorted_by(|lower, higher| lower < higher));
    (both, counts)
}

#[test]
fn all_four_card_hands() {
    let (_, counts) = compared(4);
    assert_eq!(counts.iter().sum::<u32>(), 270_725);
    assert_eq!(counts[..7], [13, 44, 2_496, 2_816, 2_772, 2_808, 82_368]);
    assert_eq!(four::HANDS.map(|hand| hand.word()), KINDS);
}

#[test]
fn best_four_of_all_five_card_hands() {
    let (_, counts) = compared(5);
    assert_eq!(counts.iter().sum::<u32>(), 2_598_960);
    assert_eq!(counts[..7], [624, 2_072, 58_656, 114_616, 101_808, 123_552, 1_047_552]);
}

/// Tests fixed hands of six cards, the same in every run.
#[test]
fn best_four_of_two_million_six_card_hands() {
    let (both, _) = compared(4);
    let mut dealer = Dealer::new(4);
    for _ in 0..2_000_000 {
        let cards = dealer.deal(6);
        assert_eq!(four::ranking(cards.iter().copied()), both[&best(cards)], "{cards:?}");
    }
}

/// Tests all of them: `just rankings`.
#[test]
#[ignore = "takes minutes"]
fn best_four_of_all_six_card_hands() {
    let (_, counts) = compared(6);
    assert_eq!(counts.iter().sum::<u32>(), 20_358_520);
    assert_eq!(counts[..7], [14_664, 47_752, 897_616, 2_245_352, 1_744_080, 2_342_736, 8_194_320]);
}

fn read(text: &str) -> Ranking {
    four::ranking(text.split(' ').map(|card| card.parse::<Card>().unwrap()))
}

#[test]
fn four_cards_have_an_order_of_their_own() {
    let rising = [
        "Ac Kd Qh 9s 8c",
        "2c 2d As Kh Qd",
        "Kc Kd 2s 3h 4d",
        "3c 3d 2s 2h Ad",
        "Ac 2d 3h 4s Kd",
        "Ac Kd Qh Js 2c",
        "2h 3h 4h 6h 8d",
        "Ah Kh Qh 9h 2c",
        "2c 2d 2h 4s 3d",
        "Ac Ad Ah Ks 2d",
        "Ah 2h 3h 4h Kd",
        "Ac Kc Qc Jc Ad",
        "2c 2d 2h 2s 3d",
        "Ac Ad Ah As Kd",
    ];
    assert!(rising.is_sorted_by(|lower, higher| read(lower) < read(higher)));
    assert!(read("Ac 2d 3h 4s Kd").begins_with_ace() && !read("Ac 2d 3h 4s 5d").begins_with_ace());
    assert!(read("Ac Kd Qh Js 2c").is_below(Category::Flush), "a flush beats a straight");
    assert!(!read("2c 2d 2h 4s 3d").is_below(Category::Flush), "and three of a kind beat a flush");
    let ranking = read("2c 2d 2h 2s 3d");
    assert_eq!(Ranking::try_from(u32::from(ranking)), Ok(ranking));
}
