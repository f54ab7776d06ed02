//! What a house chooses for one meter, apart from which tables feed it.

use felt::{Money, Rate, Rounding};
use serde::{Deserialize, Serialize};

/// By what a meter grows, where it begins again, and how its awards are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeterTerms {
    /// What it begins with, and begins again with.
    pub seed: Money,
    /// The part of every stake that it grows by.
    pub rate: Rate,
    /// The part of every stake that goes into its reserve, out of which the next seed is paid first.
    pub reserve: Option<Rate>,
    /// How an award is rounded to coins. What the rounding leaves stays in the meter.
    pub rounding: Rounding,
    /// The coin that awards are rounded to: a cent, unless the house says otherwise.
    pub coin: Money,
    /// When it begins again.
    pub reset: Reset,
    /// How an award to several winners is divided.
    pub division: Division,
}

impl MeterTerms {
    /// A meter without a reserve whose awards are rounded down to the cent.
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

    /// What is wrong with them, for people; `None` where a meter can go by them.
    #[must_use]
    pub fn objection(&self) -> Option<&'static str> {
        if self.seed.is_negative() || !self.seed.is_acceptable() {
            return Some("the seed is not an amount");
        }
        if !self.coin.is_positive() || !self.coin.is_acceptable() {
            return Some("the coin is not a positive amount");
        }
        // Two rates that together are too fine for one are still good by themselves, so the sum is not asked for.
        let over = self.reserve.is_some_and(|reserve| {
            let across = |a: Rate, b: Rate| u64::from(a.parts()) * u64::from(b.of());
            across(self.rate, reserve) + across(reserve, self.rate)
                > u64::from(self.rate.of()) * u64::from(reserve.of())
        });
        over.then_some("meter and reserve together take more than the stake")
    }
}

/// When a meter begins again with its seed.
///
/// No document says whether an award of a part, such as 10%, makes the meter begin again, or what holds if it then
/// stands below the seed. OH-MLP-7.III knows an initial and a reset amount and no least one, so a meter is reset when
/// all of it was awarded and at no other time; a house may promise its patrons more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reset {
    /// When all of it was awarded: the whole seed goes in, on top of what the rounding left.
    Emptied,
    /// Whenever an award leaves it below the seed: what is missing goes in.
    BelowSeed,
}

/// How one award to several winners is divided (CO-3DB-14.A.IV).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Division {
    /// All winners have the same; coins that cannot be shared stay in the meter.
    Equal,
    /// Everything is paid; coins that cannot be shared go one each to those who are paid first.
    FirstPaid,
}
