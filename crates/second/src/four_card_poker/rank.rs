//! Four cards, ranked slowly: every four of the cards, sorted, counted and named. Crazy 4 Poker uses the same list.

use crate::poker::rank::once;
use felt::Card;

/// OH-4CP-6.II, OH-C4P-6.II, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None of the listed hands.
    Nothing,
    /// 6.II.G.
    Pair,
    /// 6.II.F.
    TwoPairs,
    /// 6.II.E.
    Straight,
    /// 6.II.D.
    Flush,
    /// 6.II.C.
    Three,
    /// 6.II.B.
    StraightFlush,
    /// 6.II.A.
    Four,
}

/// The value of a hand: the kind, and within it the ranks that are compared one by one (Q113).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The kind.
    pub kind: Kind,
    /// For a straight its highest card; otherwise the larger sets first, then the single cards.
    pub ranks: Vec<u8>,
}

impl Worth {
    /// OH-C4P-10.V.A: whether the hand is of some kind, or its highest card is at least this one.
    pub fn is_at_least_high(&self, rank: u8) -> bool {
        self.kind > Kind::Nothing || self.ranks.first() >= Some(&rank)
    }

    /// A pair of this rank or better.
    pub fn is_at_least_pair(&self, rank: u8) -> bool {
        self.kind > Kind::Pair || self.kind == Kind::Pair && self.ranks[0] >= rank
    }
}

/// Ranks the best four of the cards. A duplicate card counts once, a joker not at all; fewer than four are neither
/// straight nor flush.
pub fn worth(cards: &[Card]) -> Worth {
    let cards = once(cards);
    let mut best = four(&cards[..cards.len().min(4)]);
    for chosen in 0_u32..1 << cards.len() {
        if chosen.count_ones() == 4 {
            let taken = cards.iter().enumerate().filter(|(n, _)| chosen & (1 << n) != 0);
            best = best.max(four(&taken.map(|(_, card)| *card).collect::<Vec<_>>()));
        }
    }
    best
}

/// Ranks exactly these cards.
fn four(cards: &[Card]) -> Worth {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    let whole = cards.len() == 4;
    let same_suit = whole && cards.iter().all(|card| card.suit() == cards[0].suit());
    // 6.I: with a two, a three and a four the ace is the lowest.
    let top = match ranks[..] {
        [14, 4, 3, 2] => Some(4),
        [a, b, c, d] if a == b + 1 && b == c + 1 && c == d + 1 => Some(a),
        _ => None,
    };
    // How often each rank occurs, the most frequent first and among equals the highest.
    let mut sets: Vec<(usize, u8)> =
        ranks.iter().map(|rank| (ranks.iter().filter(|other| *other == rank).count(), *rank)).collect();
    sets.sort_unstable_by(|one, other| other.cmp(one));
    sets.dedup();
    let counts: Vec<usize> = sets.iter().map(|(count, _)| *count).collect();
    let kind = match counts[..] {
        [4] => Kind::Four,
        _ if top.is_some() && same_suit => Kind::StraightFlush,
        [3, ..] => Kind::Three,
        _ if same_suit => Kind::Flush,
        _ if top.is_some() => Kind::Straight,
        [2, 2] => Kind::TwoPairs,
        [2, ..] => Kind::Pair,
        _ => Kind::Nothing,
    };
    let ranks = match top {
        Some(top) => vec![top],
        None => sets.into_iter().map(|(_, rank)| rank).collect(),
    };
    Worth { kind, ranks }
}
