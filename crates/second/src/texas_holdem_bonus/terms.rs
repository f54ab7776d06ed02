//! What the text pays, and the table's choices that affect it.

use crate::poker::pay::{Pays, Price, odds};
use felt::Card;
use rulebook::TableConfig;

/// OH-THB-11.V, in cents.
const PAYOUT_LIMIT: i64 = 50_000_00;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7.V: whether a patron who leaves in a round loses the stakes there.
    pub who_leaves_loses: bool,
    /// RULING-THB-12: whether a fold stands when a dealer's card was seen too early.
    pub folds_stand: bool,
    /// The smallest ante, in minor units.
    pub ante_least: i64,
    /// The smallest bonus wager if it is offered, in minor units.
    pub bonus_least: Option<i64>,
    /// 11.III: the seven rows of the table, which are the least odds.
    pub bonus: [Price; 7],
    /// 11.IV: aces against the dealer's aces, if the house has a line for them.
    pub both_aces: Option<Price>,
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// OH-THB-11.III/T1, as printed.
pub const PRINTED: [Price; 7] = [(30, 1), (25, 1), (20, 1), (15, 1), (10, 1), (5, 1), (3, 1)];

/// The options that may raise them (RULING-THB-23).
const OPTIONS: [&str; 7] = [
    "aces-pays",
    "ace-king-suited-pays",
    "ace-queen-jack-suited-pays",
    "ace-king-pays",
    "kings-to-jacks-pays",
    "ace-queen-jack-pays",
    "tens-to-twos-pays",
];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table has no limits for the ante, or pays less than is printed.
    pub fn read(table: &TableConfig) -> Terms {
        let least = |wager: &str| table.limits(wager).map(|limits| limits.min.as_minor());
        let bonus = OPTIONS.map(|option| odds(table, option));
        for ((win, per), (least, one)) in bonus.into_iter().zip(PRINTED) {
            assert!(win * one >= least * per, "{win} to {per} is less than {least} to {one}");
        }
        let both_aces = (table.option("both-aces") == "offered").then(|| odds(table, "both-aces-pays"));
        assert!(both_aces.is_none_or(|(win, per)| win >= 1_000 * per), "aces pay less than 1000 to 1");
        Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            folds_stand: table.option("exposed-card-folds") == "stand",
            ante_least: least("ante").expect("an ante has limits"),
            bonus_least: if table.offers("bonus") { least("bonus") } else { None },
            bonus,
            both_aces,
            pays: Pays::read(table),
        }
    }

    /// OH-THB-11.V, RULING-THB-13: the limit on the payment for one hand on ante, flop, turn, river and bonus together.
    /// With minimum wagers a patron wins the ante five times and the bonus at its best odds.
    pub fn most(&self) -> i64 {
        let least = self.bonus_least.unwrap_or(0);
        let best = self.bonus.iter().chain(&self.both_aces).map(|(win, per)| least * win / per).max();
        PAYOUT_LIMIT.max(5 * self.ante_least + best.unwrap_or(0))
    }

    /// OH-THB-11.III/T1: what two cards are paid.
    pub fn bonus_price(&self, cards: &[Card]) -> Option<Price> {
        let [one, other] = *cards else { return None };
        let suited = one.suit() == other.suit();
        let (high, low) =
            (one.rank_number().max(other.rank_number()), one.rank_number().min(other.rank_number()));
        let row = match (high, low) {
            (14, 14) => 0,
            (14, 13) if suited => 1,
            (14, 12 | 11) if suited => 2,
            (14, 13) => 3,
            (11..=13, _) if high == low => 4,
            (14, 12 | 11) => 5,
            _ if high == low => 6,
            _ => return None,
        };
        Some(self.bonus[row])
    }
}
