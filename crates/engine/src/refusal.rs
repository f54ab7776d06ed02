//! A refusal is a value with a name: it goes to the sender, cites its rule and has no effect.

use crate::rule::{Cites, Rule};
use felt::Money;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// What sort of refusal it is. A conflict of two senders and a fault of ours are not refusals: the operator
/// of the table answers those.
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
    /// The least.
    pub min: Money,
    /// The most.
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

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Refusal {
    /// What sort of refusal it is.
    pub kind: RefusalKind,
    /// Its name.
    pub name: &'static str,
    /// The rules it rests on.
    pub cites: Cites,
    /// What would be allowed instead, where amounts are the matter.
    pub allowed: Option<AmountRange>,
}

impl Refusal {
    /// A refusal by one rule.
    pub fn new(kind: RefusalKind, name: &'static str, rule: Rule) -> Refusal {
        Refusal { kind, name, cites: Cites::one(rule), allowed: None }
    }

    /// Refuses by all of these rules together; succeeds if none of them applies.
    ///
    /// # Errors
    /// The refusal, when a rule is cited.
    pub fn by(name: &'static str, cites: Cites) -> Result<(), Refusal> {
        if cites.is_empty() {
            return Ok(());
        }
        Err(Refusal { kind: RefusalKind::Forbidden, name, cites, allowed: None })
    }

    /// The table awaits something else.
    pub fn not_awaited(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::NotAwaited, name, protocol::AWAITED)
    }

    /// Another person may do this.
    pub fn not_yours(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::NotYours, name, protocol::ACTOR)
    }

    /// This cannot have happened.
    pub fn impossible(name: &'static str) -> Refusal {
        Refusal::new(RefusalKind::Impossible, name, protocol::POSSIBLE)
    }

    /// Says which amounts would be allowed.
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

/// The protocol's own conditions, for what no document says because no dealer would try it.
pub mod protocol {
    use crate::rule::Rule;

    /// Only what the table awaits can be answered.
    pub const AWAITED: Rule = Rule::new(&"PROTOCOL-AWAITED");
    /// Each act belongs to a person or a rank.
    pub const ACTOR: Rule = Rule::new(&"PROTOCOL-ACTOR");
    /// A report must be able to be true.
    pub const POSSIBLE: Rule = Rule::new(&"PROTOCOL-POSSIBLE");
    /// Stakes keep within the posted limits and their steps.
    pub const LIMITS: Rule = Rule::new(&"PROTOCOL-LIMITS");
    /// More rules were applied than are listed; all of them stand in the documents that the others name.
    pub const MORE_RULES: Rule = Rule::new(&"PROTOCOL-MORE-RULES");
    /// A higher rank may set aside what no rule foresees.
    pub const RULING: Rule = Rule::new(&"PROTOCOL-RULING");
    /// All of them.
    pub const ALL: [Rule; 5] = [AWAITED, ACTOR, POSSIBLE, LIMITS, RULING];
}
