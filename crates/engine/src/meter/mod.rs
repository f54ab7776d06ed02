//! Progressive meters: how they grow, what they grant, and where every fraction of a cent goes.
//!
//! A meter takes a part of every stake, and awards shares of itself. It starts with a seed that the house pays, and
//! starts again with a seed after the whole meter was awarded; a reserve, fed by a part of its own, pays that seed
//! first. At every moment, exactly to the fraction of a cent:
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
//! Many tables feed one meter concurrently, and a draw needs the exact amount at its moment. So a meter consists of two
//! things that do not wait for each other:
//!
//! - **rows** ([`Contribution`]), appended by each table independently, unique by [`MeterKey`]. Only their sum matters
//!   ([`Fed`]): stakes, in whole minor units, per set of terms. A store may keep a running sum for each feeder, which
//!   only that feeder writes, and add these up when it is queried.
//! - **steps** ([`Step`]), numbered without a gap: draws, voids, changes of terms. [`Standing`] is their result. A step
//!   is computed by a pure function of the standing after the previous step and of the sum at that moment.
//!
//! A store must guarantee four things; then every request behaves as if all requests had been executed one after the
//! other:
//!
//! 1. A key is accepted once, across rows and steps.
//! 2. A step is stored only if its number is the next one. Of two steps computed from the same standing, the second
//!    gets a [`MeterError::Conflict`], reads again and is recomputed: that defines the order of the draws.
//! 3. The sum that a step reads contains every row that was stored before the read began, each row whole and once. Rows
//!    stored during the read may be in it or not: the step stores the sum it has read, which says for each row whether
//!    it is included.
//! 4. A step reads its sum after its standing, so that no step sees less than the previous one.
//!
//! [`Meter`] is the store in memory. `tests/interleaving.rs` runs another one, with feeders and stale reads, through
//! every order of the requests of two tables, and compares the grants with those of [`Meter`] for the serial order.

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
    /// The link: the group of tables that feed the meter and draw on it. The house's file lists them.
    pub link: String,
    /// The currency it counts in.
    pub currency: Currency,
    /// Its first terms.
    pub terms: MeterTerms,
}

impl Opening {
    /// The opening of a meter of a house, from its file.
    pub fn of(house: &HouseFile, meter: &HouseMeter) -> Opening {
        Opening { link: meter.id.clone(), currency: house.currency, terms: meter.terms }
    }
}
