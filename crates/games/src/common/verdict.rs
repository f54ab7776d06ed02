//! How a wager ends and why.

use engine::{Cites, Outcome, Rule};
use felt::Odds;

/// How a wager ends, what it is paid and by which rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) outcome: Outcome,
    pub(crate) odds: Option<Odds>,
    pub(crate) cites: Cites,
}

impl Verdict {
    pub(crate) fn win(odds: Odds, cites: Cites) -> Verdict {
        Verdict { outcome: Outcome::Wins, odds: Some(odds), cites }
    }

    /// Not paid.
    pub(crate) fn of(outcome: Outcome, cites: impl Into<Cites>) -> Verdict {
        Verdict { outcome, odds: None, cites: cites.into() }
    }

    /// By one rule more.
    pub(crate) fn and(mut self, rule: Option<Rule>) -> Verdict {
        self.cites = self.cites.and(rule);
        self
    }
}
