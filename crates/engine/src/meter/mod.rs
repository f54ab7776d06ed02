//! Progressive meters: what they grow by, what they grant, and where every fraction of a cent is.
//!
//! A meter takes a part of every stake, and a share of it is awarded. It begins with a seed that the house pays, and
//! begins again with one when all of it was awarded; a reserve, fed by a part of its own, pays that seed first. At
//! every moment, to the fraction of a cent,
//!
//! > contributions + seeds paid by the house = awards + meter + reserve.
//!
//! ```
//! use engine::meter::{Draw, MeterKey, Meter, Opening};
//! use engine::{Patron, Share};
//! use felt::{Currency, Money, Pay};
//! use rulebook::MeterTerms;
//!
//! let terms = MeterTerms::new(Money::minor(1_000_000), "21%".parse()?);
//! let mut meter = Meter::open(Opening { link: "poker-pit".into(), currency: Currency::USD, terms })?;
//! let mut log = Vec::new();
//!
//! // A dollar at table 7, told twice: it counts once.
//! let stake = MeterKey { table: 7, unit: 1, item: 0 };
//! meter.contribute(stake, Money::minor(100), &mut log)?;
//! meter.contribute(stake, Money::minor(100), &mut log)?;
//! assert_eq!((meter.shows()?, log.len()), (Money::minor(1_000_021), 1));
//!
//! // A straight flush has a tenth of what the meter shows; the tenth of a cent that is left over stays in it.
//! let draw = Draw { share: Share::of(Pay::MeterPercent(1_000)).ok_or("a share")?, winners: vec![Patron::A] };
//! let grant = meter.draw(MeterKey { table: 7, unit: 2, item: 0 }, &draw, &mut log)?;
//! assert_eq!((grant.stands, grant.amount), (Money::minor(1_000_021), Money::minor(100_002)));
//! assert!(meter.balance()?.holds());
//! assert_eq!(Meter::load(&meter.save()?)?, meter);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The contract of a store
//!
//! Many tables feed one meter at once, and a draw needs the exact amount at its moment. So a meter is two things that
//! do not wait for each other:
//!
//! - **rows** ([`Contribution`]), appended by every table on its own, unique by [`MeterKey`]. Only their sum matters
//!   ([`Fed`]): stakes, in whole minor units, under each terms. A store may keep a running sum for each feeder, which only
//!   that feeder writes, and add these up when it is asked.
//! - **steps** ([`Step`]), numbered without a gap: draws, voids, changes of terms. [`Standing`] is what they have come to.
//!   A step is worked out by a pure function of the standing after the step before it and of the sum at that moment.
//!
//! A store must promise four things, and then everybody sees the meter as if all requests had come one after the other:
//!
//! 1. A key is taken once, for rows and for steps alike.
//! 2. A step is stored only if its number is the next one. Of two that were worked out of one standing the second has
//!    a [`MeterError::Conflict`], reads again and is worked out again: that is the order of the draws.
//! 3. The sum that a step reads has every row that was stored before the reading began, whole, and each row once. Rows
//!    stored meanwhile may be in it or not: the step stores the sum it has read, and that says on which side of it each
//!    row lies.
//! 4. A step reads its sum after its standing, so that no step sees less than the one before it.
//!
//! [`Meter`] is the store in memory. `tests/interleaving.rs` runs another, with feeders and stale readings, through every order of
//! the requests of two tables and finds the same grants as in [`Meter`] for the serial order.

mod award;
mod error;
mod fed;
mod kept;
mod memory;
mod standing;
mod step;
#[cfg(test)]
mod tests;

pub use award::award;
pub use error::MeterError;
pub use fed::{Contribution, Fed, MeterKey, Sum};
pub use kept::{MeterLoadError, SCHEMA};
pub use memory::Meter;
pub use standing::{Balance, Exact, Standing};
pub use step::{Act, Draw, Grant, MeterEvent, Refill, Step};

use felt::Currency;
use rulebook::{HouseFile, HouseMeter, MeterTerms};
use serde::{Deserialize, Serialize};

/// What a meter is opened with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The link: the group of tables that feed the meter and draw on it. Which they are stands in the house's file.
    pub link: String,
    /// The money it counts.
    pub currency: Currency,
    /// Its first terms.
    pub terms: MeterTerms,
}

impl Opening {
    /// A meter of a house, as its file says.
    pub fn of(house: &HouseFile, meter: &HouseMeter) -> Opening {
        Opening { link: meter.id.clone(), currency: house.currency, terms: meter.terms }
    }
}
