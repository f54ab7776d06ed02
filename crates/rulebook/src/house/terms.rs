//! The house's choices for one meter, apart from which tables feed it.

use felt::{Money, Rate, Rounding};
use serde::{Deserialize, Serialize};

/// How a meter grows, what it starts with, and how its awards are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeterTerms {
    /// What it starts with, at the opening and after a reset.
    pub seed: Money,
    /// The part of every stake that is added to it.
    pub rate: Rate,
    /// The part of every stake that is added to its reserve, which pays the next seed first.
    pub reserve: Option<Rate>,
    /// How an award is rounded to coins. The remainder stays in the meter.
    pub rounding: Rounding,
    /// The coin that awards are rounded to: a cent, unless the house says otherwise.
    pub coin: Money,
    /// When it is reset to its seed.
    pub reset: Reset,
    /// How an award to several winners is divided.
    pub division: Division,
}

impl MeterTerms {
    /// The terms of a meter without a reserve whose awards are rounded down to the cent.
    #[must_use]
    pub const fn new(seed: Money, rate: Rate) -> Self {
        Self {
            seed,
            rate,
            reserve: None,
            rounding: Rounding::Down,
            coin: Money::minor(1),
            reset: Reset::Emptied,
            division: Division::Equal,
        }
    }

    /// Returns what is wrong with the terms, in words; `None` if they are valid.
    #[must_use]
    pub fn objection(&self) -> Option<&'static str> {
        if self.seed.is_negative() || !self.seed.is_acceptable() {
            return Some("the seed is not an amount");
        }
        if !self.coin.is_positive() || !self.coin.is_acceptable() {
            return Some("the coin is not a positive amount");
        }
        // Two valid rates may have a sum that is too fine for a rate, so the sum is not computed.
        let over = self.reserve.is_some_and(|reserve| {
            let across = |a: Rate, b: Rate| u64::from(a.parts()) * u64::from(b.of());
            across(self.rate, reserve) + across(reserve, self.rate)
                > u64::from(self.rate.of()) * u64::from(reserve.of())
        });
        over.then_some("meter and reserve together take more than the stake")
    }
}

/// When a meter is reset to its seed.
///
/// No document says whether an award of a part, such as 10%, resets the meter, or what applies if the meter is then
/// below the seed. OH-MLP-7.III has an initial and a reset amount and no minimum, so a meter is reset only when all of
/// it was awarded; a house may promise its patrons more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// When all of it was awarded: the whole seed is added to what the rounding left.
    Emptied,
    /// Whenever an award leaves it below the seed: the difference is added.
    BelowSeed,
}

/// How one award is divided among several winners (CO-3DB-14.A.IV).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// All winners get the same amount; coins that cannot be divided stay in the meter.
    Equal,
    /// Everything is paid; coins that cannot be divided go one each to the winners who are paid first.
    FirstPaid,
}
