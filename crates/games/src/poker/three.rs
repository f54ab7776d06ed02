//! Three cards as Let It Ride's side wager ranks them by what it pays (OH-LIR-6.III, RULING-LIR-10).

use felt::{Card, Rank};

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
    /// A straight of one suit, short of the highest.
    StraightFlush,
    /// Ace, king and queen of one suit.
    MiniRoyal,
}

impl ThreeCards {
    /// Whether three cards are described by this kind, whatever better kind describes them too. A card that is there
    /// twice counts once.
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

    /// How often each kind occurs among all hands of three cards.
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
