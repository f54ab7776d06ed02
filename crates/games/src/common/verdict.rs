//! How a wager ends and why.

use engine::{Cites, Outcome, RowId, Rule};
use felt::Odds;

/// How a wager ends, what it is paid and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it ends.
    pub outcome: Outcome,
    /// The odds it is paid at, where it wins.
    pub odds: Option<Odds>,
    /// The row of the pay table that it is paid by, where it has one.
    pub row: Option<RowId>,
    /// The rules: what decides it, then what prices it.
    pub cites: Cites,
}

impl Verdict {
    pub(crate) fn win(odds: Odds, cites: Cites) -> Verdict {
        Verdict { outcome: Outcome::Wins, odds: Some(odds), row: None, cites }
    }

    /// Not paid.
    pub(crate) fn of(outcome: Outcome, cites: impl Into<Cites>) -> Verdict {
        Verdict { outcome, odds: None, row: None, cites: cites.into() }
    }

    /// Paid by that row of a pay table.
    pub(crate) fn by_row(mut self, row: impl Into<Option<RowId>>) -> Verdict {
        self.row = row.into();
        self
    }

    /// By one rule more.
    pub(crate) fn and(mut self, rule: Option<Rule>) -> Verdict {
        self.cites = self.cites.and(rule);
        self
    }
}
