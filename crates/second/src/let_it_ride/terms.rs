//! What the text pays, and the table's choices that affect it.

use crate::poker::pay::{Pays, Price, odds};
use crate::poker::rank::{Category, Worth};
use felt::Card;
use rulebook::TableConfig;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 11) and not from the hand (section 10).
    pub shoe: bool,
    /// RULING-LIR-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// The smallest bet, in minor units.
    pub bet_least: i64,
    /// 13.III, RULING-LIR-12: the house's limit on the payment for a hand on its three bets, in minor units.
    pub limit: Option<i64>,
    /// 13.II/T1 from the royal flush down, which are the least odds.
    pub bets: [Price; 9],
    /// 13.IV/T1 from the royal flush down to three of a kind, in minor units.
    pub bonus: [i64; 7],
    /// 13.V/T1 from the mini-royal down.
    pub three_card: [Price; 6],
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// OH-LIR-13.II/T1, as printed.
pub const BETS: [Price; 9] = [(1_000, 1), (200, 1), (50, 1), (11, 1), (8, 1), (5, 1), (3, 1), (2, 1), (1, 1)];

/// OH-LIR-13.IV/T1, as printed, in cents.
pub const BONUS: [i64; 7] = [20_000_00, 2_000_00, 300_00, 150_00, 50_00, 25_00, 5_00];

/// OH-LIR-13.V/T1, as printed.
pub const THREE_CARD: [Price; 6] = [(50, 1), (40, 1), (30, 1), (6, 1), (3, 1), (1, 1)];

/// OH-LIR-13.III, in cents: no house may have a lower limit.
pub const LEAST_LIMIT: i64 = 50_000_00;

/// The words of rows in options (RULING-LIR-20).
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
const THREE_CARD_ROWS: [&str; 6] =
    ["mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair"];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table has no limits for its bets, or pays less than is printed.
    pub fn read(table: &TableConfig) -> Terms {
        let dollars = |option: &str| table.option(option).parse::<i64>().expect("whole dollars") * 100;
        let limited = table.option("payout-limited") == "yes";
        let terms = Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            bet_least: table.limits("bet-1").map(|limits| limits.min.as_minor()).expect("bets have limits"),
            limit: limited.then(|| dollars("payout-limit")),
            bets: ROWS.map(|row| odds(table, &format!("{row}-pays"))),
            bonus: std::array::from_fn(|n| dollars(&format!("bonus-{}-pays", ROWS[n]))),
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
        assert!(
            terms.bonus.iter().zip(BONUS).all(|(paid, least)| *paid >= least),
            "amounts below the printed"
        );
        assert!(terms.limit.is_none_or(|limit| limit >= LEAST_LIMIT), "a limit below the least");
        terms
    }

    /// OH-LIR-13.III, RULING-LIR-12: the limit on the payment for one hand on its three bets; at least what three
    /// minimum bets win with a royal flush.
    pub fn most(&self) -> Option<i64> {
        let (win, per) = self.bets[0];
        Some(self.limit?.max(3 * self.bet_least * win / per))
    }

    /// OH-LIR-13.II/T1: what a bet is paid; `None` below a pair of tens (12.V.B).
    pub fn bet_price(&self, hand: &Worth) -> Option<Price> {
        let tens = hand.ranks.first().is_some_and(|rank| *rank >= 10);
        match hand.category {
            Category::Nothing => None,
            Category::Pair if !tens => None,
            category => Some(self.bets[row(category)]),
        }
    }

    /// OH-LIR-13.IV/T1: what the Let It Ride Bonus is paid; `None` below three of a kind (8.I).
    pub fn bonus_amount(&self, hand: Category) -> Option<i64> {
        (hand >= Category::Three).then(|| self.bonus[row(hand)])
    }

    /// OH-LIR-13.V/T1: what three cards are paid, by the best row that they meet (RULING-LIR-10).
    pub fn three_card_price(&self, cards: &[Card]) -> Option<Price> {
        let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
        ranks.sort_unstable();
        let whole = cards.len() == 3;
        let flush = whole && cards.iter().all(|card| card.suit() == cards[0].suit());
        let consecutive = ranks.windows(2).all(|two| two[0] + 1 == two[1]);
        let straight = whole && (consecutive || ranks == [2, 3, 14]);
        let pairs = ranks.windows(2).filter(|two| two[0] == two[1]).count();
        let row = match (pairs, straight, flush) {
            (_, true, true) if ranks == [12, 13, 14] => 0,
            (_, true, true) => 1,
            (2, ..) => 2,
            (_, true, _) => 3,
            (_, _, true) => 4,
            (1, ..) => 5,
            _ => return None,
        };
        Some(self.three_card[row])
    }
}

/// The row of a category, the royal flush first.
fn row(hand: Category) -> usize {
    Category::Royal as usize - hand as usize
}
