//! How long a regular round can be and how much the house can pay in it.

use crate::words::WagerId;
use felt::Money;
use serde::Serialize;

/// The longest regular round of a table and the most that the house pays in one, worked out from its terms.
///
/// Regular is a round in which nothing goes wrong: no irregularity, no ruling, nothing undone, no change of the
/// dealer, and no shoe that runs out. No such round passes a bound; how near one can come is said where a game
/// works its bounds out. A house sizes its buffers by them, and the bankroll that it keeps behind a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
    /// The most cards that leave the shoe from the close of bets on, burnt ones with them.
    pub cards: u32,
    /// The most inputs from the close of bets on, that one with them: cards, turns, dice, answers of devices and
    /// meters, decisions and steps. Bets are not counted, nor what else may be done again and again while they
    /// are open, as taking them back or passing the dice on.
    pub inputs: u32,
    /// The most settlement lines from the close of bets on.
    pub lines: u32,
    /// The most that the house pays on top of all stakes, awards with it and charges not taken off. What meters
    /// grant is not the house's.
    pub pays: Money,
    /// What each kind of wager can bring alone. Together they are never less than `pays`, and mostly more: not
    /// all of them win at once.
    pub wagers: Vec<WagerBound>,
}

/// What one kind of wager, or an award that nobody stakes, can cost the house in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WagerBound {
    /// The kind.
    pub wager: WagerId,
    /// How many of it can be paid in one round.
    pub count: u32,
    /// The highest stake, or the highest worth of a lammer; nothing for an award.
    pub stake: Money,
    /// The most that the house pays on one of it.
    pub pays: Money,
}

impl WagerBound {
    /// What all of them together can cost at most.
    pub fn together(&self) -> Money {
        // What is too much to count is the most there is.
        self.pays.checked_mul(i64::from(self.count)).unwrap_or(Money::minor(i64::MAX))
    }
}

impl Bounds {
    /// The most that the house pays on one wager of this kind; zero where the table does not offer it.
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
