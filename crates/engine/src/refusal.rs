//! Refusals: each has a name, goes to the sender, cites its rule and has no effect.

use crate::rule::{Cites, Rule};
use felt::Money;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The kind of a refusal. A conflict between two senders and a fault of this program are not refusals: the operator of
/// the table handles those.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RefusalKind {
    /// A rule forbids what was asked.
    Forbidden,
    /// The table does not await this now.
    NotAwaited,
    /// Another actor may ask or report this.
    NotYours,
    /// What was reported cannot have happened.
    Impossible,
}

/// The amounts that would be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct AmountRange {
    /// The smallest.
    pub min: Money,
    /// The largest.
    pub max: Money,
    /// Amounts go up in these steps, counted from zero.
    pub step: Money,
}

impl AmountRange {
    /// Exactly one amount.
    pub const fn just(amount: Money) -> AmountRange {
        AmountRange { min: amount, max: amount, step: amount }
    }

    /// Whether the amount lies in the range and on a step; the maximum itself is always allowed.
    pub fn allows(&self, amount: Money) -> bool {
        amount == self.max || (self.min <= amount && amount < self.max && amount.is_multiple_of(self.step))
    }
}

/// Why an input was not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    /// What sort of refusal it is.
    pub kind: RefusalKind,
    /// Its name.
    pub name: &'static str,
    /// The rules it rests on.
    pub cites: Cites,
    /// What would be allowed instead, if the refusal concerns an amount.
    pub allowed: Option<AmountRange>,
}

impl Refusal {
    /// A refusal by one rule.
    pub fn new(kind: RefusalKind, name: &'static str, rule: Rule) -> Refusal {
        Refusal { kind, name, cites: Cites::one(rule), allowed: None }
    }

    /// Refuses by all of these rules together; succeeds if `cites` is empty.
    ///
    /// # Errors
    /// Returns the refusal if a rule is cited.
    pub fn by(name: &'static str, cites: Cites) -> Result<(), Refusal> {
        if cites.is_empty() {
            return Ok(());
        }
        Err(Refusal { kind: RefusalKind::Forbidden, name, cites, allowed: None })
    }

    /// The table does not wait for this.
    pub fn not_awaited(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::NotAwaited, name, protocol::AWAITED)
    }

    /// Only another person may do this.
    pub fn not_yours(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::NotYours, name, protocol::ACTOR)
    }

    /// This cannot have happened.
    pub fn impossible(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::Impossible, name, protocol::POSSIBLE)
    }

    /// Adds which amounts would be allowed.
    #[must_use]
    pub fn allowing(mut self, range: AmountRange) -> Refusal {
        self.allowed = Some(range);
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.cites)
    }
}

impl std::error::Error for Refusal {}

/// Conditions of the protocol itself, which no document states because no dealer would try it.
pub mod protocol {
    use crate::rule::Rule;

    /// Only what the table waits for can be answered.
    pub const AWAITED: Rule = Rule::new(&"PROTOCOL-AWAITED");
    /// Each act belongs to a person or a rank.
    pub const ACTOR: Rule = Rule::new(&"PROTOCOL-ACTOR");
    /// A report must be possible.
    pub const POSSIBLE: Rule = Rule::new(&"PROTOCOL-POSSIBLE");
    /// Stakes must be within the posted limits and their steps.
    pub const LIMITS: Rule = Rule::new(&"PROTOCOL-LIMITS");
    /// More rules were applied than are listed; the documents of the listed rules contain the others.
    pub const MORE_RULES: Rule = Rule::new(&"PROTOCOL-MORE-RULES");
    /// A higher rank may rule where no rule covers the case.
    pub const RULING: Rule = Rule::new(&"PROTOCOL-RULING");
    /// All of them.
    pub const ALL: [Rule; 5] = [AWAITED, ACTOR, POSSIBLE, LIMITS, RULING];
}
