//! What a stake wins at odds, in the coins of a table.

use rulebook::TableConfig;

/// Odds "a to b".
pub type Price = (i64, i64);

/// How a table pays.
#[derive(Clone, Debug)]
pub struct Pays {
    /// The smallest coin, in minor units.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
}

impl Pays {
    /// Reads the coin and the rounding from the table's file.
    pub fn read(table: &TableConfig) -> Pays {
        Pays {
            coin: table.coin.as_minor().max(1),
            rounding: table.rounding.map(|rounding| rounding.to_string()),
        }
    }

    /// Returns what the stake wins at the price, in minor units.
    ///
    /// # Errors
    /// If it cannot be paid in whole coins and the table has no rule for that.
    pub fn win(&self, stake: i64, (win, per): Price) -> Result<i64, String> {
        let rounding = self.rounding.as_deref().unwrap_or("exact");
        if rounding == "exact" {
            let fits = (stake * win) % per == 0;
            return fits
                .then_some(stake * win / per)
                .ok_or(format!("{stake} at {win} to {per} is no amount"));
        }
        let unit = per * self.coin;
        let (whole, rest) = (stake * win / unit, stake * win % unit);
        let up = match rounding {
            "down" => false,
            "up" => rest > 0,
            "nearest-up" => 2 * rest >= unit,
            "nearest-down" => 2 * rest > unit,
            other => return Err(format!("unknown rounding {other}")),
        };
        Ok((whole + i64::from(up)) * self.coin)
    }
}

/// Returns the odds of an option with a value "a to b".
///
/// # Panics
/// If the table has none.
pub fn odds(table: &TableConfig, option: &str) -> Price {
    let parts: Vec<i64> = table.option(option).split(" to ").filter_map(|part| part.parse().ok()).collect();
    match parts[..] {
        [win, per] => (win, per),
        _ => panic!("{option} has no odds"),
    }
}
