//! Contributions: rows that many tables append concurrently, and their sum.

use super::MeterError;
use felt::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The idempotency key of a request, so that a request sent twice has one effect: a table, the unit of its journal, and
/// the index of the request in that unit. Keys are ordered per table; there is no order between tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MeterKey {
    /// The house's number of the table.
    pub table: u64,
    /// The unit of the table's journal that the request comes from.
    pub unit: u64,
    /// The index of the request in that unit.
    pub item: u32,
}

impl fmt::Display for MeterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "request {} of unit {} of table {}", self.item, self.unit, self.table)
    }
}

/// A stake that feeds a meter.
///
/// The row holds the stake and the number of the terms, not the meter's part of it: stakes are whole minor units, so
/// any store can add them up, and the rate is applied once, to the sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contribution {
    /// Which request.
    pub key: MeterKey,
    /// The terms under which the wager was placed, counted from 1.
    pub terms: u32,
    /// The stake; negative where a contribution is taken back.
    pub stake: Money,
    /// The contribution that this row takes back, because its wager was taken back.
    pub takes_back: Option<MeterKey>,
}

/// The number of rows under one set of terms, and the sum of their stakes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sum {
    /// The sum of the stakes.
    pub stakes: Money,
    /// How many rows.
    pub rows: u64,
}

impl Sum {
    fn add(self, other: Sum) -> Option<Sum> {
        let stakes = self.stakes.checked_add(other.stakes)?;
        let rows = self.rows.checked_add(other.rows)?;
        (stakes >= -Money::MAX_KEPT && stakes <= Money::MAX_KEPT).then_some(Sum { stakes, rows })
    }
}

/// What has been contributed up to a point: one sum for each set of terms, by the number of the terms.
///
/// A meter needs no other information about contributions. A sum does not depend on the order of its rows, so tables
/// append without waiting for each other, and the sums of several feeders can be added.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fed(BTreeMap<u32, Sum>);

impl Fed {
    /// The sums of each set of terms, as a store has added them up.
    pub fn of(sums: BTreeMap<u32, Sum>) -> Fed {
        Fed(sums)
    }

    /// Returns the sum under these terms.
    pub fn under(&self, terms: u32) -> Sum {
        self.0.get(&terms).copied().unwrap_or_default()
    }

    /// Iterates over the sums with the numbers of their terms, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Sum)> {
        self.0.iter().map(|(terms, sum)| (*terms, *sum))
    }

    /// Returns the total number of rows.
    pub fn rows(&self) -> u64 {
        self.0.values().fold(0, |rows, sum| rows.saturating_add(sum.rows))
    }

    /// Appends a row.
    ///
    /// # Errors
    /// Fails if a sum exceeds what can be counted.
    pub fn append(&mut self, row: &Contribution) -> Result<(), MeterError> {
        let sum = self.under(row.terms).add(Sum { stakes: row.stake, rows: 1 });
        self.0.insert(row.terms, sum.ok_or(MeterError::TooMuch)?);
        Ok(())
    }

    /// Adds the sums of another feeder.
    ///
    /// # Errors
    /// Fails if a sum exceeds what can be counted.
    pub fn add(&mut self, other: &Fed) -> Result<(), MeterError> {
        let mut all = self.clone();
        for (terms, sum) in other.iter() {
            all.0.insert(terms, all.under(terms).add(sum).ok_or(MeterError::TooMuch)?);
        }
        *self = all;
        Ok(())
    }
}
