//! Three cards, ranked slowly: sorted, counted and named; and the six cards of two hands.

use crate::poker::rank::{Category, best, once};
use felt::Card;

/// OH-3CP-6.II, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None of the listed hands.
    Nothing,
    /// 6.II.E.
    Pair,
    /// 6.II.D.
    Flush,
    /// 6.II.C.
    Straight,
    /// 6.II.B.
    Three,
    /// 6.II.A.
    StraightFlush,
}

/// The value of three cards: the kind, and within it the ranks that are compared one by one (RULING-3CP-7).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The kind.
    pub kind: Kind,
    /// For a straight its highest card; for a pair the pair and then the third card.
    pub ranks: Vec<u8>,
}

/// Ranks three cards, or fewer if one is a duplicate (RULING-3CP-3): these are neither straight nor flush.
pub fn worth(cards: &[Card]) -> Worth {
    let cards = once(cards);
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    let same_suit = cards.len() == 3 && cards.windows(2).all(|two| two[0].suit() == two[1].suit());
    // 6.I: with a two and a three the ace is the lowest.
    let top = match ranks[..] {
        [14, 3, 2] => Some(3),
        [high, middle, low] if high == middle + 1 && middle == low + 1 => Some(high),
        _ => None,
    };
    let pair = ranks.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
    let (kind, ranks) = match (top, pair) {
        (Some(top), _) if same_suit => (Kind::StraightFlush, vec![top]),
        (_, Some(rank)) if ranks.iter().all(|other| *other == rank) && ranks.len() == 3 => {
            (Kind::Three, vec![rank])
        }
        (Some(top), _) => (Kind::Straight, vec![top]),
        _ if same_suit => (Kind::Flush, ranks),
        (_, Some(rank)) => {
            let third = ranks.iter().copied().filter(|other| *other != rank);
            (Kind::Pair, [rank].into_iter().chain(third).collect())
        }
        _ => (Kind::Nothing, ranks),
    };
    Worth { kind, ranks }
}

impl Worth {
    /// 12.I: queen high or better.
    pub fn has_queen(&self) -> bool {
        self.kind > Kind::Nothing || self.ranks.first() >= Some(&12)
    }
}

/// The row of the Six Card Bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Six {
    /// Ace to nine of one suit (RULING-3CP-11).
    Royal,
    /// The best five of the cards (6.IV).
    Five(Category),
}

/// Ranks six cards.
pub fn six(cards: &[Card]) -> Six {
    let cards = once(cards);
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    ranks.sort_unstable();
    let same_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
    if same_suit && ranks == [9, 10, 11, 12, 13, 14] {
        return Six::Royal;
    }
    Six::Five(best(&cards).category)
}
