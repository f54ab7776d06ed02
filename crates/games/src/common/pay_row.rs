//! A row of a pay table as a table plays it.

use engine::{RowId, Rule};

/// A row of the pay table in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayRow<T> {
    /// What it pays.
    pub pays: T,
    /// Its id in the rule book.
    pub row: RowId,
    /// The rule that prints it.
    pub rule: Rule,
}
