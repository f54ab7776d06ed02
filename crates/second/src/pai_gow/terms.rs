//! What the text pays, and the table's choices that affect it.

use super::Fortune;
use crate::poker::pay::Pays;
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// 15.V/T1: the odds to one, and the envy bonus in dollars.
pub fn fortune_pays(row: Fortune) -> Option<(i64, Option<i64>)> {
    Some(match row {
        Fortune::SevenCardStraightFlush => (8_000, Some(5_000)),
        Fortune::RoyalAndRoyalMatch => (2_000, Some(1_000)),
        Fortune::SevenCardStraightFlushWithJoker => (1_000, Some(500)),
        Fortune::FiveAces => (400, Some(250)),
        Fortune::Royal => (150, Some(50)),
        Fortune::StraightFlush => (50, Some(20)),
        Fortune::Four => (25, Some(5)),
        Fortune::FullHouse => (5, None),
        Fortune::Flush => (4, None),
        Fortune::Three => (3, None),
        Fortune::Straight => (2, None),
        Fortune::Nothing => return None,
    })
}

/// 8.I, 11.I: how the start of the deal is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Dice,
    Number,
    Button,
}

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Section 10 and not section 9.
    pub shoe: bool,
    /// Section 11.
    pub start: Start,
    /// 7.IV: how many adjacent places one patron may have.
    pub places: usize,
    /// 7.II: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// 14.III: whether patrons may have the bank.
    pub banking: bool,
    /// How the table pays, and rounds the vigorish.
    pub pays: Pays,
    /// 15.VI: the largest payment on one Fortune Bonus Wager, in minor units.
    pub most: Option<i64>,
    /// Smallest and largest stake and the step, by wager.
    pub limits: BTreeMap<&'static str, (i64, i64, i64)>,
}

impl Terms {
    /// Reads the table's choices. The odds are constants above, copied from the document.
    ///
    /// # Panics
    /// If it has an unknown word.
    pub fn read(table: &TableConfig) -> Terms {
        let mut limits: BTreeMap<&'static str, (i64, i64, i64)> = BTreeMap::new();
        for wager in ["main", "fortune"] {
            if let Some(posted) = table.limits(wager).filter(|_| table.offers(wager)) {
                limits.insert(wager, [posted.min, posted.max, posted.step].map(felt::Money::as_minor).into());
            }
        }
        let yes = |option: &str| match table.option(option) {
            "yes" => true,
            "no" | "" => false,
            other => panic!("{option} is {other}"),
        };
        let dollars = |option: &str| -> i64 { table.option(option).parse().expect("an amount in dollars") };
        // 15.VI: what the smallest wager can win is paid whatever the posted limit.
        let least_wins = limits.get("fortune").map_or(0, |(min, ..)| min * 8_000);
        Terms {
            shoe: match table.option("dealing") {
                "shoe" => true,
                "hand" => false,
                other => panic!("dealing is {other}"),
            },
            start: match table.option("start") {
                "dice" => Start::Dice,
                "number" => Start::Number,
                "button" => Start::Button,
                other => panic!("start is {other}"),
            },
            places: if yes("two-places") { 2 } else { 1 },
            who_leaves_loses: match table.option("wagers-left") {
                "lose" => true,
                "play" => false,
                other => panic!("wagers-left is {other}"),
            },
            banking: yes("banking"),
            pays: Pays::read(table),
            most: yes("payout-limited").then(|| (dollars("payout-limit") * 100).max(least_wins)),
            limits,
        }
    }

    /// 13.XIII: five per cent of the win. Rounding is allowed only to 25 cents or the next higher multiple.
    ///
    /// # Errors
    /// Fails if it is not a whole amount and the table does not round, or rounds otherwise.
    pub fn charge(&self, won: i64) -> Result<i64, String> {
        match (self.pays.rounding.as_deref(), self.pays.coin) {
            (None | Some("exact"), _) | (Some("up"), 25) => self.pays.win(won, (5, 100)),
            (rounding, coin) => Err(format!("a vigorish is rounded {rounding:?} to {coin} (13.XIII)")),
        }
    }
}
