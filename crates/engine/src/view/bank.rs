//! The bank that a patron holds: the opponent of the other wagers, and how much it can lose.

use crate::layout::Spot;
use crate::people::Patron;
use felt::Money;
use schemars::JsonSchema;
use serde::Serialize;

/// A patron's bank, which is visible to all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct BankView {
    /// Who holds it.
    pub patron: Patron,
    /// The hand that is the bank's.
    pub hand: Spot,
    /// What was put in, by its holder and by partners: the most that can be lost.
    pub cover: Money,
    /// What is wagered against it, by patrons and by the house: what can be won or lost in this round.
    pub against: Money,
}
