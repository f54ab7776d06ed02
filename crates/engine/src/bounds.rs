//! How long a regular round can be and how much the house can pay in it.

use crate::words::WagerId;
use felt::Money;
use serde::Serialize;

/// The longest regular round of a table and the most that the house pays in one, computed from its terms.
///
/// A round is regular if there is no irregularity, no ruling, no reversal, no change of dealer, and the shoe does not
/// run out. No regular round exceeds a bound; the code of each game that computes its bounds says how close a round can
/// come. A house sizes its buffers by these bounds, and the bankroll it keeps behind a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The most cards that leave the shoe from the close of bets on, burnt cards included.
    pub cards: u32,
    /// The most inputs from the close of bets on, including the close: cards, turns, dice, answers of devices and
    /// meters, decisions and steps. Bets are not counted, nor other acts that can be repeated while bets are open, such
    /// as taking a wager back or passing the dice.
    pub inputs: u32,
    /// The most settlement lines from the close of bets on.
    pub lines: u32,
    /// The most that the house pays on top of all stakes, awards included and charges not deducted. Meter grants are
    /// not included, because the house does not pay them.
    pub pays: Money,
    /// The most that each kind of wager can win alone. Their sum is never less than `pays`, and usually more, because
    /// they cannot all win in the same round.
    pub wagers: Vec<WagerBound>,
}

/// The most that one kind of wager, or an award without a stake, can cost the house in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WagerBound {
    /// The kind.
    pub wager: WagerId,
    /// How many of them can be paid in one round.
    pub count: u32,
    /// The highest stake, or the highest worth of a lammer; zero for an award.
    pub stake: Money,
    /// The most that the house pays on one of them.
    pub pays: Money,
}

impl WagerBound {
    /// Returns the most that all of them can cost together.
    pub fn together(&self) -> Money {
        // Saturates on overflow.
        self.pays.checked_mul(i64::from(self.count)).unwrap_or(Money::minor(i64::MAX))
    }
}

impl Bounds {
    /// Returns the most that the house pays on one wager of this kind; zero if the table does not offer it.
    pub fn most_paid(&self, wager: WagerId) -> Money {
        let of_kind = self.wagers.iter().filter(|bound| bound.wager == wager);
        of_kind.map(|bound| bound.pays).max().unwrap_or(Money::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_to_count_is_the_most_there_is() {
        let bound = WagerBound {
            wager: WagerId::new(&"main"),
            count: 1_000,
            stake: Money::MAX_AMOUNT,
            pays: Money::minor(i64::MAX / 2),
        };
        assert_eq!(bound.together(), Money::minor(i64::MAX));
        assert_eq!(WagerBound { pays: Money::minor(7), ..bound }.together(), Money::minor(7_000));
    }
}
