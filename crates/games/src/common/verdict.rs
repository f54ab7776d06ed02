//! How a wager ends and why.

use super::PayRow;
use engine::{Cites, Outcome, RowId, Rule};
use felt::{Money, Odds, Pay};

/// How a wager ends, what it is paid and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it ends.
    pub outcome: Outcome,
    /// The odds it is paid at, where it wins.
    pub odds: Option<Odds>,
    /// What it is paid whatever its stake, where it wins an amount and not odds.
    pub amount: Option<Money>,
    /// How much of the stake counts, where that is not all of it; the rest comes back whatever happens.
    pub counts: Option<Money>,
    /// The row of the pay table that it is paid by, where it has one.
    pub row: Option<RowId>,
    /// The rules: what decides it, then what prices it.
    pub cites: Cites,
}

impl Verdict {
    pub(crate) fn win(odds: Odds, cites: Cites) -> Verdict {
        Verdict { outcome: Outcome::Wins, odds: Some(odds), amount: None, counts: None, row: None, cites }
    }

    /// Not paid.
    pub(crate) fn of(outcome: Outcome, cites: impl Into<Cites>) -> Verdict {
        Verdict { outcome, odds: None, amount: None, counts: None, row: None, cites: cites.into() }
    }

    /// Paid by a row of odds or of an amount; a share of a meter is another's to grant.
    pub(crate) fn by_pay(row: PayRow<Pay>, cites: Cites) -> Verdict {
        let (odds, amount) = match row.pays {
            Pay::Odds(odds) => (Some(odds), None),
            Pay::Amount(amount) => (None, Some(amount)),
            Pay::MeterPercent(_) => (None, None),
        };
        Verdict { outcome: Outcome::Wins, odds, amount, counts: None, row: Some(row.row), cites }
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
