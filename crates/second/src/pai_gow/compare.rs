//! Two hands against two others (OH-PGP-13.VII to 13.XI, 14.XIII, 14.XIV).

use super::rank::{Kind, Worth, high, low};
use engine::Outcome;
use felt::Card;

/// Seven cards, set in two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set {
    /// The five-card hand.
    pub high: Worth,
    /// The two-card hand.
    pub low: Worth,
}

impl Set {
    /// Ranks the hands of these cards.
    pub fn of(five: &[Card; 5], two: &[Card; 2]) -> Set {
        Set { high: high(five), low: low(two) }
    }

    /// 13.I: the high hand ranks at least as the low one.
    pub fn is_foul(&self) -> bool {
        self.high < self.low
    }
}

/// Returns how a wager on these hands ends against the dealer's, or the bank's.
pub fn outcome(own: &Set, bank: &Set) -> Outcome {
    // 13.VII.C, 14.XIV.
    if own.is_foul() {
        return Outcome::Loses;
    }
    // A copy is not higher, and so counts for the dealer or the bank (13.VII.B, 14.XIII, Q156).
    match (own.high > bank.high, own.low > bank.low) {
        (true, true) => Outcome::Wins,
        (false, false) => Outcome::Loses,
        _ => Outcome::Pushes,
    }
}

/// Returns the name of a hand of this kind.
pub fn name_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Nothing => "high-card",
        Kind::Pair => "pair",
        Kind::TwoPairs => "two-pairs",
        Kind::Three => "three-of-a-kind",
        Kind::Straight => "straight",
        Kind::Flush => "flush",
        Kind::FullHouse => "full-house",
        Kind::Four => "four-of-a-kind",
        Kind::StraightFlush => "straight-flush",
        Kind::Royal => "royal-flush",
        Kind::FiveAces => "five-aces",
    }
}
