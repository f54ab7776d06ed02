//! The wheel and the odds of the text, and the table's choices that affect them.

use crate::layout::House;
use crate::poker::pay::Price;
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// 2.I.C.3: what the 54 sections show, and how many of them. Item (g) is missing from the text; by Q254 it is the
/// section with the logo.
pub const SECTIONS: [(&str, u8); 7] =
    [("1", 23), ("2", 15), ("5", 8), ("10", 4), ("20", 2), ("joker", 1), ("logo", 1)];

/// 7.I/T1: wager, insignia and what it pays, neither more nor less.
pub const ODDS: [(&str, &str, Price); 7] = [
    ("one", "1", (1, 1)),
    ("two", "2", (2, 1)),
    ("five", "5", (5, 1)),
    ("ten", "10", (10, 1)),
    ("twenty", "20", (20, 1)),
    ("joker", "joker", (40, 1)),
    ("logo", "logo", (40, 1)),
];

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The terms shared by all layout games.
    pub house: House,
    /// Smallest and largest stake and the step, by wager.
    pub limits: BTreeMap<String, (i64, i64, i64)>,
}

impl Terms {
    /// Reads the table's choices.
    pub fn read(table: &TableConfig) -> Terms {
        let mut limits = BTreeMap::new();
        for (wager, ..) in ODDS {
            if let Some(posted) = table.limits(wager) {
                let amounts = [posted.min, posted.max, posted.step].map(felt::Money::as_minor);
                limits.insert(wager.to_owned(), amounts.into());
            }
        }
        Terms { house: House::read(table), limits }
    }
}
