//! How a wager ends and why.

use super::PayRow;
use engine::{Cites, Outcome, RowId, Rule};
use felt::{Money, Odds, Pay};

/// How a wager ends, what it pays and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// How it ends.
    pub outcome: Outcome,
    /// The odds it is paid at, where it wins.
    pub odds: Option<Odds>,
    /// A fixed payment that does not depend on the stake, where it wins an amount instead of odds.
    pub amount: Option<Money>,
    /// The part of the stake that counts, if not all of it does; the rest is returned in any case.
    pub counts: Option<Money>,
    /// The pay-table row that it is paid by, if any.
    pub row: Option<RowId>,
    /// The rules: first what decides it, then what prices it.
    pub cites: Cites,
}

impl Verdict {
    pub(crate) fn win(odds: Odds, cites: Cites) -> Verdict {
        Verdict { outcome: Outcome::Wins, odds: Some(odds), amount: None, counts: None, row: None, cites }
    }

    /// A verdict that pays nothing.
    pub(crate) fn of(outcome: Outcome, cites: impl Into<Cites>) -> Verdict {
        Verdict { outcome, odds: None, amount: None, counts: None, row: None, cites: cites.into() }
    }

    /// A verdict paid by a row of odds or of an amount. Shares of a meter are granted elsewhere.
    pub(crate) fn by_pay(row: PayRow<Pay>, cites: Cites) -> Verdict {
        let (odds, amount) = match row.pays {
            Pay::Odds(odds) => (Some(odds), None),
            Pay::Amount(amount) => (None, Some(amount)),
            Pay::MeterPercent(_) => (None, None),
        };
        Verdict { outcome: Outcome::Wins, odds, amount, counts: None, row: Some(row.row), cites }
    }

    /// Adds the row of a pay table.
    pub(crate) fn by_row(mut self, row: impl Into<Option<RowId>>) -> Verdict {
        self.row = row.into();
        self
    }

    /// Adds a rule.
    pub(crate) fn and(mut self, rule: Option<Rule>) -> Verdict {
        self.cites = self.cites.and(rule);
        self
    }
}
