//! How a hand may be set in two: told beside the question, so that no page ranks cards.

use crate::event::Named;
use crate::layout::Positions;
use schemars::JsonSchema;
use serde::Serialize;

/// One way to set a hand in two, weighed by its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Way {
    /// The cards of the low hand.
    pub cards: Positions,
    /// What they make.
    pub low: Named,
    /// What the other cards make.
    pub high: Named,
    /// Whether a hand that is set so loses, whatever it is compared with; left out where it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub foul: bool,
    /// Why the house would set the hand so; left out where it would not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<HouseWay>,
}

/// The part of the house's own way to set hands that applies to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HouseWay {
    /// A word for it.
    pub branch: &'static str,
    /// The paragraphs, and the ruling where they leave it open.
    pub rules: &'static [&'static str],
}
