//! The odds of the text, and the table's choices that affect them.

use super::spots::{COMMON, DOUBLE, SINGLE};
use crate::layout::House;
use crate::poker::pay::Price;
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// 5.I/T1: the smallest odds of each kind of wager.
pub const ODDS: [(&str, Price); 14] = [
    ("straight", (35, 1)),
    ("split", (17, 1)),
    ("three", (11, 1)),
    ("four", (8, 1)),
    ("five", (6, 1)),
    ("six", (5, 1)),
    ("column", (2, 1)),
    ("dozen", (2, 1)),
    ("red", (1, 1)),
    ("black", (1, 1)),
    ("odd", (1, 1)),
    ("even", (1, 1)),
    ("low", (1, 1)),
    ("high", (1, 1)),
];

/// Wheel and felt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// 1.II.
    SingleZero,
    /// 1.III.
    DoubleZero,
    /// 1.IV: wheel and felt with 00, played as if it were not there.
    DoubleZeroAsSingle,
}

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The terms shared by all layout games.
    pub house: House,
    /// Wheel and felt.
    pub wheel: Wheel,
    /// Odds above the least, by kind.
    pub raised: BTreeMap<&'static str, Price>,
    /// Smallest and largest stake and the step, by wager.
    pub limits: BTreeMap<&'static str, (i64, i64, i64)>,
}

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table has an unknown wheel, or pays less than is printed (5.I).
    pub fn read(table: &TableConfig) -> Terms {
        let wheel = match table.option("wheel") {
            "" | "double-zero" => Wheel::DoubleZero,
            "single-zero" => Wheel::SingleZero,
            "double-zero-as-single" => Wheel::DoubleZeroAsSingle,
            other => panic!("the wheel is {other}"),
        };
        let mut raised = BTreeMap::new();
        for (kind, (least, one)) in ODDS {
            let text = table.option(&format!("{kind}-pays"));
            if text.is_empty() {
                continue;
            }
            let parts: Vec<i64> = text.split(" to ").filter_map(|part| part.parse().ok()).collect();
            let [win, per] = parts[..] else { panic!("{kind} pays {text}") };
            assert!(win * one >= least * per, "{kind} pays {text}, which is less than 5.I has");
            raised.insert(kind, (win, per));
        }
        let mut terms = Terms { house: House::read(table), wheel, raised, limits: BTreeMap::new() };
        for (kind, wager, _) in terms.spots() {
            if let Some(posted) = table.limits(wager).or_else(|| table.limits(kind)) {
                let amounts = [posted.min, posted.max, posted.step].map(felt::Money::as_minor);
                terms.limits.insert(wager, amounts.into());
            }
        }
        terms
    }

    /// Kind, place and numbers of everything that this felt has and this wheel can decide.
    pub fn spots(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let own = match self.wheel {
            Wheel::SingleZero => SINGLE,
            Wheel::DoubleZero => DOUBLE,
            // RULING-RO-10: wagers that need 00 are not accepted, and the felt is not that of a single zero.
            Wheel::DoubleZeroAsSingle => &[],
        };
        let groups = COMMON.iter().chain(own);
        groups
            .flat_map(|(kind, spots)| spots.iter().map(|(spot, numbers)| (*kind, *spot, *numbers)))
            .collect()
    }

    /// Returns what a kind of wager pays here.
    pub fn price(&self, kind: &str) -> Option<Price> {
        let printed = || ODDS.iter().find(|(known, _)| *known == kind).map(|(_, price)| *price);
        self.raised.get(kind).copied().or_else(printed)
    }
}
