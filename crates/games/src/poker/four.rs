//! Hands of four cards, the best of five or of six (OH-4CP-6.II, OH-C4P-6.II, RULING-4CP-8). A flush is rarer
//! than a straight, three of a kind are rarer than both, and four of a kind is the highest hand.

use super::{Category, Hand, OF_FOUR, Ranking, Ranks, highest, highest_of, words};
use engine::HandId;
use felt::Card;

/// The kinds by which four cards are compared, from the lowest to the highest.
pub(super) const KINDS: [Category; 8] = [
    Category::HighCard,
    Category::Pair,
    Category::TwoPairs,
    Category::Straight,
    Category::Flush,
    Category::ThreeOfAKind,
    Category::StraightFlush,
    Category::FourOfAKind,
];

/// The words for them, in the same order.
pub const HANDS: [HandId; 8] = words(KINDS);

/// Ranks the best four of some cards. A duplicate card counts once, the joker not at all, and fewer than four
/// cards make neither a run nor a flush.
#[must_use]
pub fn ranking(cards: impl IntoIterator<Item = Card>) -> Ranking {
    let hand: Hand = cards.into_iter().collect();
    let suits = hand.suits();
    let [clubs, diamonds, hearts, spades] = suits;
    let once = clubs | diamonds | hearts | spades;
    let twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades);
    let thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds);
    let of = |at: At, sets, kickers| Ranking::at(OF_FOUR + at as usize, sets, kickers);
    let four = clubs & diamonds & hearts & spades;
    if four != 0 {
        return of(At::FourOfAKind, highest(four), 0);
    }
    // The greater number is the higher run.
    let run_of_suit = suits.into_iter().map(top_of_run).max().unwrap_or(0);
    if run_of_suit != 0 {
        return of(At::StraightFlush, run_of_suit, 0);
    }
    if thrice != 0 {
        let three = highest(thrice);
        return of(At::ThreeOfAKind, three, highest(once & !three));
    }
    let flush = suits.into_iter().filter(|suit| suit.count_ones() >= 4).map(highest_of::<4>).max();
    if let Some(flush) = flush {
        return of(At::Flush, 0, flush);
    }
    let run = top_of_run(once);
    if run != 0 {
        return of(At::Straight, run, 0);
    }
    let pairs = highest_of::<2>(twice);
    match pairs.count_ones() {
        0 => of(At::HighCard, 0, highest_of::<4>(once)),
        1 => of(At::Pair, pairs, highest_of::<2>(once & !pairs)),
        _ => of(At::TwoPairs, pairs, 0),
    }
}

/// The indices of the kinds in their list.
#[derive(Clone, Copy)]
enum At {
    HighCard,
    Pair,
    TwoPairs,
    Straight,
    Flush,
    ThreeOfAKind,
    StraightFlush,
    FourOfAKind,
}

/// The top of the highest run of four among these ranks, or zero. The ace also counts below the two.
const fn top_of_run(ranks: Ranks) -> Ranks {
    let places = ranks << 1 | ranks >> 12;
    highest((places & places << 1 & places << 2 & places << 3) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cards: &str) -> String {
        ranking(cards.split(' ').map(|card| card.parse::<Card>().unwrap())).to_string()
    }

    #[test]
    fn the_best_four_count_and_no_others() {
        assert_eq!(read("9c 9d 9h 9s 4c"), "four-of-a-kind 9");
        assert_eq!(read("4h 3h 2h Ah Ac"), "straight-flush 4");
        assert_eq!(read("9c 9d 9h Ks 4c Kd"), "three-of-a-kind 9 K");
        assert_eq!(read("Kc 9c 5c 4c 3c 2d"), "flush K954");
        assert_eq!(read("Kc 9c 5c 4d 3c 2d"), "flush K953");
        assert_eq!(read("Kc Ad 2c 3c 5h"), "high-card AK53");
        assert_eq!(read("5c 4d 2c 3c Kh Ah"), "straight 5");
        assert_eq!(read("Ac Kd Qh Jc 9s"), "straight A");
        assert_eq!(read("9c 9d 5h 5s 2c 2d"), "two-pairs 95");
        assert_eq!(read("9c 9d Ah 5s 2c"), "pair 9 A5");
    }

    #[test]
    fn fewer_than_four_are_neither_run_nor_flush() {
        assert_eq!(read("Kc Qc Jc Jc Jk"), "high-card KQJ");
    }
}
