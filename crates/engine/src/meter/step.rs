//! Steps: what is done to a meter one after the other.

use super::{Contribution, Fed, MeterKey};
use crate::people::Patron;
use crate::wager::Share;
use felt::Money;
use rulebook::MeterTerms;
use serde::{Deserialize, Serialize};

/// What a table asks a meter for: a share of what it shows, for one winner or divided among several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// The share.
    pub share: Share,
    /// Who has won it, in the order of payment, once for each wager that wins.
    pub winners: Vec<Patron>,
}

/// What a meter grants, fixed from here on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// The number of the step: draws on one meter are ordered by it.
    pub number: u64,
    /// What the meter showed.
    pub stands: Money,
    /// What is awarded in all.
    pub amount: Money,
    /// What each winner has, in the order of payment.
    pub parts: Vec<Money>,
}

/// Where the money for a new seed came from; or, when a draw is void, where it goes back to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Refill {
    /// The reserve, which is asked first.
    pub reserve: Money,
    /// The house, for what the reserve lacks.
    pub house: Money,
}

/// One step of a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its number. Steps are counted from 1 without a gap, which is what makes them one sequence.
    pub number: u64,
    /// What had been contributed when it was taken. Rows that are not in this sum come after it.
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
        /// What each winner has, in the order of payment.
        parts: Vec<Money>,
        /// What went into the meter again.
        refill: Refill,
    },
    /// A grant was taken back, because its round is void.
    Voided {
        /// Which request.
        key: MeterKey,
        /// The number of the draw.
        draw: u64,
        /// What returns to the meter.
        amount: Money,
        /// What of the draw's seed leaves it again.
        back: Refill,
    },
    /// Other terms hold for contributions, awards and seeds from here on.
    Changed {
        /// Their number.
        terms: u32,
        /// The terms.
        to: MeterTerms,
    },
}

impl Step {
    /// What it grants, where it is a draw.
    pub fn grant(&self) -> Option<Grant> {
        let Act::Drawn { stands, parts, .. } = &self.act else { return None };
        let amount = parts.iter().try_fold(Money::ZERO, |sum, part| sum.checked_add(*part))?;
        Some(Grant { number: self.number, stands: *stands, amount, parts: parts.clone() })
    }

    /// The request it answers; a change of terms answers to its number instead.
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
