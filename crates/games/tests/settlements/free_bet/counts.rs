//! Counts every hand that a shoe can deal, by the evaluators and by combinatorics.

use felt::{Card, Rank, Suit};
use second::free_bet::hands::{Shape, Sight, total};
use second::free_bet::terms::{Side, offering};

fn deck() -> Vec<Card> {
    Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect()
}

fn sight(two: [Card; 2], up: Card, blackjack: Option<[Card; 2]>) -> Sight {
    Sight { two, up, blackjack, dealer: Vec::new(), lammers: 0, specific: Suit::Spades }
}

/// The number of combinations for each row, and for no row, among all sets of three cards of `decks` decks.
fn three_card_hands(kind: &str, code: &str, decks: u64) -> Vec<u64> {
    let side = offering(&[(kind, code)]).remove(0);
    let cards = deck();
    let mut counts = vec![0; side.rows.len() + 1];
    for i in 0..cards.len() {
        for j in i..cards.len() {
            for k in j..cards.len() {
                let ways = match (i == j, j == k) {
                    (true, true) => decks * (decks - 1) * (decks.max(2) - 2) / 6,
                    (false, false) => decks * decks * decks,
                    _ => decks * (decks - 1) / 2 * decks,
                };
                // It does not matter which of the three is the dealer's.
                let best = side.best(&sight([cards[k], cards[i]], cards[j], None));
                assert_eq!(best, side.best(&sight([cards[i], cards[j]], cards[k], None)));
                counts[best.unwrap_or(side.rows.len())] += ways;
            }
        }
    }
    counts
}

#[test]
fn three_cards_of_six_decks() {
    // Straight flush, three of a kind, straight, flush, nothing.
    let all = 312 * 311 * 310 / 6;
    let counts = three_card_hands("21-3-classic", "PT-FLT-213-E02", 6);
    assert_eq!(counts, [10_368, 26_312, 155_520, 292_896, all - 485_096]);
    // With three of a kind of one suit separate: 52 faces, 20 ways each.
    let counts = three_card_hands("21-3-xtreme", "PT-FLT-213XT-03", 6);
    assert_eq!(counts, [1_040, 10_368, 25_272, 155_520, 292_896, all - 485_096]);
    // Aces and kings of spades, then of the other suits, then the other ranks.
    let counts = three_card_hands("21-3-progressive", "PT-BJS-213-01", 6);
    assert_eq!(counts[..4], [2 * 20, 6 * 20, 44 * 20, 10_368]);
}

#[test]
fn three_cards_of_one_and_two_decks() {
    let counts = three_card_hands("21-3-classic", "PT-FLT-213-E02", 1);
    assert_eq!(counts, [48, 52, 720, 1_096, 22_100 - 48 - 52 - 720 - 1_096]);
    // Two decks, where a pair pays unless it is a flush.
    let all = 104 * 103 * 102 / 6;
    let counts = three_card_hands("21-3-classic", "PT-FLT-213-01", 2);
    let (straight_flush, three, straight) = (12 * 4 * 8, 13 * 56, 12 * 64 * 8 - 12 * 4 * 8);
    let flush = 4 * (26 * 25 * 24 / 6) - straight_flush;
    // Pairs of a rank with a third card, less those of one suit.
    let pair = 13 * 28 * 96 - 4 * 13 * 24;
    assert_eq!(counts[..5], [straight_flush, three, straight, flush, pair]);
    assert_eq!(counts.iter().sum::<u64>(), all);
}

/// The number of combinations for each row among all pairs of first cards of six decks, with or without a
/// blackjack.
fn pairs(side: &Side, blackjack: Option<[Card; 2]>) -> Vec<u64> {
    let cards = deck();
    let mut counts = vec![0; side.rows.len() + 1];
    for (i, one) in cards.iter().enumerate() {
        for (j, two) in cards.iter().enumerate().skip(i) {
            let ways = if i == j { 15 } else { 36 };
            let best = side.best(&sight([*two, *one], cards[0], blackjack));
            counts[best.unwrap_or(side.rows.len())] += ways;
        }
    }
    counts
}

#[test]
fn twenties_of_six_decks() {
    let all = 312 * 311 / 2;
    let side = offering(&[("lucky-ladies", "PT-FLT-LL-03")]).remove(0);
    // Tens of one suit, and an ace with a nine of one suit.
    let suited = 4 * 6 * 36 + 4 * 36;
    let any = 96 * 95 / 2 + 24 * 24;
    let rest = any - 15 - 225 - suited;
    assert_eq!(pairs(&side, None), [0, 15, 225, suited, rest, all - any]);
    let blackjack = ["As", "Kh"].map(|text| text.parse().unwrap());
    assert_eq!(pairs(&side, Some(blackjack)), [15, 0, 225, suited, rest, all - any]);
}

#[test]
fn aces_of_six_decks() {
    let all = 312 * 311 / 2;
    let side = offering(&[("rocket-aces", "CO-RA-2/T1")]).remove(0);
    let (suited, aces, one) = (4 * 15, 24 * 23 / 2, 24 * 288);
    assert_eq!(pairs(&side, None), [0, suited, aces - suited, one, all - aces - one]);
    let blackjack = ["As", "Ks"].map(|text| text.parse().unwrap());
    let side = offering(&[("rocket-aces", "CO-RA-2/T9")]).remove(0);
    let both = 24 * 96;
    let rest = all - aces - both;
    // Two aces of spades, other suited aces, other aces, a blackjack, any other hand; nothing loses.
    assert_eq!(pairs(&side, Some(blackjack)), [15, 45, 0, aces - suited, 0, both, 0, 0, rest, 0]);
    assert_eq!(pairs(&side, None), [0, 0, 0, 0, suited, 0, aces - suited, both, 0, rest]);
}

#[test]
fn totals_of_all_hands_of_three_cards_agree_with_the_usual_way() {
    for one in deck() {
        for two in deck() {
            for three in deck() {
                let cards = [one, two, three];
                let points = |card: Card| u32::from(card.rank_number()).min(10);
                let low: u32 = cards.iter().map(|c| if c.rank_number() == 14 { 1 } else { points(*c) }).sum();
                let soft = cards.iter().any(|c| c.rank_number() == 14) && low <= 11;
                let sum = if soft { low + 10 } else { low };
                assert_eq!(total(&cards), (sum, soft), "{cards:?}");
            }
        }
    }
}

#[test]
fn lammers_are_counted_exactly() {
    let side = offering(&[("silver-stack", "PT-FLT-SB2-02")]).remove(0);
    let any = deck()[0];
    let rows: Vec<Option<Shape>> = (0..=8)
        .map(|lammers| side.best(&Sight { lammers, ..sight([any, any], any, None) }))
        .map(|row| row.map(|row| side.rows[row].shape))
        .collect();
    let wanted: Vec<Option<Shape>> =
        (0..=8).map(|n| (1..=7).contains(&n).then_some(Shape::Lammers(n))).collect();
    assert_eq!(rows, wanted);
}
