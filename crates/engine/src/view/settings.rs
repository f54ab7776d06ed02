//! How hands may be set in two, or are set; shown only to an audience that sees all their cards.

use crate::layout::{Place, Spot};
use crate::people::Audience;
use crate::table::AnyTable;
use crate::ways::Way;
use schemars::JsonSchema;
use serde::Serialize;

/// A hand that is set in two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct SettingView {
    /// The hand.
    pub hand: Spot,
    /// Whether it is set already.
    pub set: bool,
    /// The ways in which it may be set; for a hand that is set, the one in which it is set.
    pub ways: Vec<Way>,
}

pub(super) fn settings(table: &dyn AnyTable, audience: Audience) -> Vec<SettingView> {
    let mut hands: Vec<Spot> = Vec::new();
    for laid in table.layout().cards() {
        if let Place::Hand(spot) = laid.place
            && !hands.contains(&spot)
        {
            hands.push(spot);
        }
    }
    hands.sort_unstable();
    hands.into_iter().filter_map(|hand| setting(table, audience, hand)).collect()
}

fn setting(table: &dyn AnyTable, audience: Audience, hand: Spot) -> Option<SettingView> {
    let laid = table.layout().cards().filter(|laid| laid.place == Place::Hand(hand));
    let cards = laid.map(|laid| laid.face_for(audience).card()).collect::<Option<Vec<_>>>()?;
    let mut ways = Vec::new();
    table.ways(hand, &cards, &mut |way| ways.push(way));
    (!ways.is_empty()).then_some(SettingView { hand, set: ways.len() == 1, ways })
}
