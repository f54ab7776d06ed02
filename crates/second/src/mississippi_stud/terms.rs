//! What the text pays, and the table's choices that affect it.

use crate::poker::pay::{Pays, Price, odds};
use crate::poker::rank::{Category, Worth};
use felt::Card;
use rulebook::TableConfig;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 10) and not from the hand (section 9).
    pub shoe: bool,
    /// RULING-MS-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// RULING-MS-11: whether a fold loses the Three Card Bonus too.
    pub fold_loses_bonus: bool,
    /// The smallest ante, in minor units.
    pub ante_least: i64,
    /// 12.IV, RULING-MS-12: the house's limit on the payment for a hand on ante and streets, in minor units.
    pub limit: Option<i64>,
    /// 12.II/T1 from the royal flush down to jacks or better, which are the least odds.
    pub bets: [Price; 9],
    /// 12.III/T1 from the straight flush down.
    pub three_card: [Price; 5],
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// The result of ante and streets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// They are paid.
    Paid(Price),
    /// They are returned.
    Push,
    /// They are collected.
    Lost,
}

/// OH-MS-12.II/T1, as printed.
pub const BETS: [Price; 9] = [(500, 1), (100, 1), (40, 1), (10, 1), (6, 1), (4, 1), (3, 1), (2, 1), (1, 1)];

/// OH-MS-12.III/T1, as printed.
pub const THREE_CARD: [Price; 5] = [(40, 1), (30, 1), (6, 1), (3, 1), (1, 1)];

/// OH-MS-12.IV, in cents: no house may have a lower limit.
pub const LEAST_LIMIT: i64 = 50_000_00;

/// 11.II.A, 11.IV.A, 11.VI.A: the ante and three streets of three times the ante.
const MOST_ANTES: i64 = 1 + 3 * 3;

/// The words of rows in options (RULING-MS-20).
const ROWS: [&str; 9] = [
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pairs",
    "pair",
];
const THREE_CARD_ROWS: [&str; 5] = ["straight-flush", "three-of-a-kind", "straight", "flush", "pair"];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table has no limits for its ante, or pays less than is printed.
    pub fn read(table: &TableConfig) -> Terms {
        let dollars = |option: &str| table.option(option).parse::<i64>().expect("whole dollars") * 100;
        let limited = table.option("payout-limited") == "yes";
        let terms = Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            fold_loses_bonus: table.option("bonus-after-fold") == "lost",
            ante_least: table.limits("ante").map(|limits| limits.min.as_minor()).expect("antes have limits"),
            limit: limited.then(|| dollars("payout-limit")),
            bets: ROWS.map(|row| odds(table, &format!("{row}-pays"))),
            three_card: THREE_CARD_ROWS.map(|row| odds(table, &format!("three-card-{row}-pays"))),
            pays: Pays::read(table),
        };
        let enough = |paid: &[Price], least: &[Price]| {
            paid.iter().zip(least).all(|((win, per), (least, one))| win * one >= least * per)
        };
        assert!(
            enough(&terms.bets, &BETS) && enough(&terms.three_card, &THREE_CARD),
            "odds below the printed"
        );
        assert!(terms.limit.is_none_or(|limit| limit >= LEAST_LIMIT), "a limit below the least");
        terms
    }

    /// OH-MS-12.IV, RULING-MS-12: the limit on the payment for one hand on ante and streets; at least what the minimum
    /// ante wins with a royal flush and the maximum on every street.
    pub fn most(&self) -> Option<i64> {
        let (win, per) = self.bets[0];
        Some(self.limit?.max(MOST_ANTES * self.ante_least * win / per))
    }

    /// OH-MS-12.II/T1: jacks or better are paid, sixes to tens push, and below a pair of sixes everything is lost
    /// (11.VII.B).
    pub fn fate(&self, hand: &Worth) -> Fate {
        match (hand.category, hand.ranks.first()) {
            (Category::Nothing, _) | (Category::Pair, None | Some(..=5)) => Fate::Lost,
            (Category::Pair, Some(6..=10)) => Fate::Push,
            (category, _) => Fate::Paid(self.bets[Category::Royal as usize - category as usize]),
        }
    }

    /// OH-MS-12.III/T1: what three cards are paid, by the best row that they meet (RULING-MS-10).
    pub fn three_card_price(&self, cards: &[Card]) -> Option<Price> {
        let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
        ranks.sort_unstable();
        let whole = cards.len() == 3;
        let flush = whole && cards.iter().all(|card| card.suit() == cards[0].suit());
        let consecutive = ranks.windows(2).all(|two| two[0] + 1 == two[1]);
        let straight = whole && (consecutive || ranks == [2, 3, 14]);
        let pairs = ranks.windows(2).filter(|two| two[0] == two[1]).count();
        let row = match (pairs, straight, flush) {
            (_, true, true) => 0,
            (2, ..) => 1,
            (_, true, _) => 2,
            (_, _, true) => 3,
            (1, ..) => 4,
            _ => return None,
        };
        Some(self.three_card[row])
    }
}
