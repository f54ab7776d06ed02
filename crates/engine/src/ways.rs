//! The ways in which a hand may be set in two, sent with the question so that pages need not rank cards.

use crate::event::Named;
use crate::layout::Positions;
use schemars::JsonSchema;
use serde::Serialize;

/// One way to set a hand in two, evaluated by its game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Way {
    /// The cards of the low hand.
    pub cards: Positions,
    /// What the low hand makes.
    pub low: Named,
    /// What the other cards make.
    pub high: Named,
    /// Whether a hand set in this way loses against any hand; left out if it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    pub foul: bool,
    /// Why the house would set the hand in this way; left out if it would not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<HouseWay>,
}

/// The part of the house way that applies to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HouseWay {
    /// A word for it.
    pub branch: &'static str,
    /// The paragraphs, and the ruling where they are ambiguous.
    pub rules: &'static [&'static str],
}
