//! Steps: the acts on a meter that happen one after the other.

use super::{Contribution, Fed, MeterKey};
use crate::people::Patron;
use crate::wager::Share;
use felt::Money;
use rulebook::MeterTerms;
use serde::{Deserialize, Serialize};

/// What a table requests from a meter: a share of what it shows, for one winner or divided among several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// The share.
    pub share: Share,
    /// The winners in the order of payment, once for each winning wager.
    pub winners: Vec<Patron>,
}

/// What a meter grants, fixed from then on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// The number of the step, which orders the draws on one meter.
    pub number: u64,
    /// What the meter showed.
    pub stands: Money,
    /// The total award.
    pub amount: Money,
    /// The award of each winner, in the order of payment.
    pub parts: Vec<Money>,
}

/// Where the money for a new seed came from; if a draw is void, where it goes back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Refill {
    /// From the reserve, which pays first.
    pub reserve: Money,
    /// From the house, for what the reserve lacks.
    pub house: Money,
}

/// One step of a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its number. Steps are numbered from 1 without a gap, which makes them one sequence.
    pub number: u64,
    /// What had been contributed when it was taken. Rows not in this sum come after the step.
    pub fed: Fed,
    /// What was done.
    pub act: Act,
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A share was granted.
    Drawn {
        /// Which request.
        key: MeterKey,
        /// What was asked for.
        draw: Draw,
        /// What the meter showed.
        stands: Money,
        /// The award of each winner, in the order of payment.
        parts: Vec<Money>,
        /// What was refilled into the meter.
        refill: Refill,
    },
    /// A grant was reversed, because its round is void.
    Voided {
        /// Which request.
        key: MeterKey,
        /// The number of the draw.
        draw: u64,
        /// The amount that returns to the meter.
        amount: Money,
        /// The part of the draw's refill that leaves it again.
        back: Refill,
    },
    /// Other terms apply to contributions, awards and seeds from here on.
    Changed {
        /// Their number.
        terms: u32,
        /// The terms.
        to: MeterTerms,
    },
}

impl Step {
    /// Returns what it grants, if it is a draw.
    pub fn grant(&self) -> Option<Grant> {
        let Act::Drawn { stands, parts, .. } = &self.act else { return None };
        let amount = parts.iter().try_fold(Money::ZERO, |sum, part| sum.checked_add(*part))?;
        Some(Grant { number: self.number, stands: *stands, amount, parts: parts.clone() })
    }

    /// Returns the request that it answers; a change of terms is identified by the number of the terms instead.
    pub fn key(&self) -> Option<MeterKey> {
        match self.act {
            Act::Drawn { key, .. } | Act::Voided { key, .. } => Some(key),
            Act::Changed { .. } => None,
        }
    }
}

/// Something that happened to a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum MeterEvent {
    /// A row was appended.
    Contributed(Contribution),
    /// A step was taken.
    Stepped(Step),
}
