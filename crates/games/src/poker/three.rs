//! Hands of three cards. Three Card Poker compares them (OH-3CP-6.II, RULING-3CP-7): a straight is rarer than
//! a flush, and three of a kind are rarer than both. Let It Ride's side wager pays them, with a separate row
//! for the highest straight flush (OH-LIR-6.III, RULING-LIR-10).

use super::{Category, Hand, OF_THREE, Ranking, Ranks, highest, words};
use engine::HandId;
use felt::{Card, Rank};

/// The kinds by which three cards are compared, from the lowest to the highest.
pub(super) const KINDS: [Category; 6] = [
    Category::HighCard,
    Category::Pair,
    Category::Flush,
    Category::Straight,
    Category::ThreeOfAKind,
    Category::StraightFlush,
];

/// The words for them, in the same order.
pub const HANDS: [HandId; 6] = words(KINDS);

/// Ranks three cards. A duplicate card counts once, the joker not at all, and fewer than three cards make
/// neither a run nor a flush.
#[must_use]
pub fn ranking(cards: impl IntoIterator<Item = Card>) -> Ranking {
    of(cards.into_iter().collect())
}

/// The same for a set of cards.
#[must_use]
pub fn of(hand: Hand) -> Ranking {
    let suits = hand.suits();
    let [clubs, diamonds, hearts, spades] = suits;
    let once = clubs | diamonds | hearts | spades;
    let twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades);
    let thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds);
    let whole = hand.count() == 3;
    let run = if whole { top_of_run(once) } else { 0 };
    let one_suit = suits.into_iter().any(|ranks| ranks.count_ones() == 3) && whole;
    let of = |at: At, sets, kickers| Ranking::at(OF_THREE + at as usize, sets, kickers);
    match (one_suit, run) {
        (true, 1..) => of(At::StraightFlush, run, 0),
        _ if thrice != 0 => of(At::ThreeOfAKind, thrice, 0),
        (_, 1..) => of(At::Straight, run, 0),
        (true, _) => of(At::Flush, 0, once),
        _ if twice != 0 => of(At::Pair, highest(twice), once & !highest(twice)),
        _ => of(At::HighCard, 0, once),
    }
}

/// The indices of the kinds in their list.
#[derive(Clone, Copy)]
enum At {
    HighCard,
    Pair,
    Flush,
    Straight,
    ThreeOfAKind,
    StraightFlush,
}

/// The top of the highest run of three among these ranks, or zero. The ace also counts below the two.
const fn top_of_run(ranks: Ranks) -> Ranks {
    let places = ranks << 1 | ranks >> 12;
    highest((places & places << 1 & places << 2) >> 1)
}

/// The kinds of hands of three cards, from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ThreeCards {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Three cards of one suit.
    Flush,
    /// Three consecutive ranks; the ace is high or low.
    Straight,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// A straight of one suit, except the highest.
    StraightFlush,
    /// Ace, king and queen of one suit.
    MiniRoyal,
}

impl ThreeCards {
    /// Whether this kind describes three cards, even if a better kind describes them too. A duplicate card
    /// counts once.
    #[must_use]
    pub fn describes(self, cards: [Card; 3]) -> bool {
        let [one, two, three] = cards;
        if one == two || one == three || two == three {
            let pair = cards.iter().any(|card| *card != one && card.rank() == one.rank());
            return self == ThreeCards::HighCard || (self == ThreeCards::Pair && pair);
        }
        let mut ranks = cards.map(Card::rank_number);
        ranks.sort_unstable();
        let [low, middle, high] = ranks;
        let one_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
        let low_ace = ranks == [Rank::Two.number(), Rank::Three.number(), Rank::Ace.number()];
        let straight = low_ace || (low + 1 == middle && middle + 1 == high);
        match self {
            ThreeCards::MiniRoyal => one_suit && straight && low == Rank::Queen.number(),
            ThreeCards::StraightFlush => one_suit && straight,
            ThreeCards::ThreeOfAKind => low == high,
            ThreeCards::Straight => straight,
            ThreeCards::Flush => one_suit,
            ThreeCards::Pair => low == middle || middle == high,
            ThreeCards::HighCard => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best kind that describes three cards.
    fn best(cards: [Card; 3]) -> ThreeCards {
        use ThreeCards::{Flush, HighCard, MiniRoyal, Pair, Straight, StraightFlush, ThreeOfAKind};
        let kinds = [MiniRoyal, StraightFlush, ThreeOfAKind, Straight, Flush, Pair, HighCard];
        kinds.into_iter().find(|kind| kind.describes(cards)).unwrap()
    }

    /// Checks how often each kind occurs among all hands of three cards.
    #[test]
    fn all_hands_are_counted() {
        let pack: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
        let mut counts = [0_u32; 7];
        for (a, one) in pack.iter().enumerate() {
            for (b, two) in pack.iter().enumerate().skip(a + 1) {
                for three in &pack[b + 1..] {
                    counts[best([*one, *two, *three]) as usize] += 1;
                }
            }
        }
        assert_eq!(counts, [16_440, 3_744, 1_096, 720, 52, 44, 4]);
    }
}
