//! The bank that a patron holds: who is played against, and for how much at the most.

use crate::layout::Spot;
use crate::people::Patron;
use felt::Money;
use schemars::JsonSchema;
use serde::Serialize;

/// A patron's bank, which all may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BankView {
    /// Who holds it.
    pub patron: Patron,
    /// The hand that is the bank's.
    pub hand: Spot,
    /// What was put in, by its holder and by partners: what can be lost at the most.
    pub cover: Money,
    /// What is wagered against it, by patrons and by the house: what can be won or lost in this round.
    pub against: Money,
}
