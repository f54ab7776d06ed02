//! The odds of the texts, and the table's choices that affect them.

use super::cards::Cards;
use super::holders::Manner;
use crate::layout::House;
use crate::poker::pay::{Price, odds};
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// 10.IV/T1 / 13.IV/T1.
pub const DRAGON: [(&str, Price); 7] = [
    ("by-9", (30, 1)),
    ("by-8", (10, 1)),
    ("by-7", (6, 1)),
    ("by-6", (4, 1)),
    ("by-5", (2, 1)),
    ("by-4", (1, 1)),
    ("natural", (1, 1)),
];

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The terms shared by all layout games.
    pub house: House,
    /// Whether it is the document without vigorish.
    pub commission_free: bool,
    /// 10.III: per cent of what the banker's hand wins.
    pub vigorish: Option<i64>,
    /// 10.V: it is collected later.
    pub put_off: bool,
    /// 10.II / 13.II.
    pub tie: Price,
    /// 12.III.A.2 / 15.III.A.2.
    pub patron_by_patron: bool,
    /// Smallest and largest stake and the step, by wager.
    pub limits: BTreeMap<&'static str, (i64, i64, i64)>,
    /// Shoe and hands.
    pub cards: Cards,
}

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If it has an unknown word.
    pub fn read(game: &str, table: &TableConfig) -> Terms {
        let commission_free = game == "ohio/dragon-bonus-baccarat";
        let mut limits = BTreeMap::new();
        for wager in ["player", "banker", "tie", "dragon-player", "dragon-banker", "fortune-7"] {
            if let Some(posted) = table.limits(wager).filter(|_| table.offers(wager)) {
                limits.insert(wager, [posted.min, posted.max, posted.step].map(felt::Money::as_minor).into());
            }
        }
        let patron_by_patron = match table.option("bonus-order") {
            "" | "all-bonuses-first" => false,
            "patron-by-patron" => true,
            other => panic!("bonus-order is {other}"),
        };
        let manner = match table.option("dealing") {
            "face-up" => Manner::Open,
            "face-down" => Manner::Down,
            "patrons-hold" => Manner::Held,
            other => panic!("dealing is {other}"),
        };
        let put_off = match table.option("vigorish-taken") {
            "" | "at-once" => false,
            "owed" => true,
            other => panic!("vigorish-taken is {other}"),
        };
        Terms {
            house: House::read(table),
            commission_free,
            vigorish: (!commission_free).then_some(5),
            tie: odds(table, "tie-pays"),
            put_off,
            patron_by_patron,
            limits,
            cards: Cards::new(table.pack().len(), manner),
        }
    }
}
