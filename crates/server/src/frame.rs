//! A unit as one audience is told of it.
//!
//! Everything that leaves the house about what happened at a table is made here, through [`Event::seen_by`]: what an
//! audience may not see is not in its frame.

use axum::extract::ws::Utf8Bytes;
use engine::{Audience, Event, Face, What};
use house::Heard;
use house::ids::StreamId;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// A unit as it is written for an audience.
#[derive(Serialize, JsonSchema)]
pub struct UnitFrame {
    /// The table.
    pub table: i64,
    /// The unit's number: they have no gap.
    pub seq: i64,
    /// When, in microseconds since 1970 by the house's clock.
    pub at: i64,
    /// What kind of command it carried out: `play`, `expire`, `arrive`, `cash-out` and others.
    pub what: &'static str,
    /// What happened, as the audience may see it.
    pub events: Vec<Event>,
}

impl UnitFrame {
    /// As this audience is told of it.
    pub fn of(heard: &Heard, audience: Audience) -> UnitFrame {
        let events = heard.events.iter().map(|event| event.seen_by(audience)).collect();
        UnitFrame { table: heard.stream.0, seq: heard.seq, at: heard.at.0, what: heard.what, events }
    }
}

/// A frame on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The table.
    pub table: StreamId,
    /// The unit's number.
    pub seq: i64,
    /// What kind of command it carried out, as far as somebody's right to see may hang on it.
    pub seats_changed: bool,
    /// The text.
    pub text: Utf8Bytes,
}

impl Frame {
    /// As this audience is told of it.
    pub fn of(heard: &Heard, audience: Audience) -> Frame {
        // Nothing in a frame could fail to be written.
        let text = serde_json::to_string(&UnitFrame::of(heard, audience)).unwrap_or_default();
        Frame {
            table: heard.stream,
            seq: heard.seq,
            seats_changed: changes_seats(heard.what),
            text: text.into(),
        }
    }
}

/// Whether a command of this kind gives or takes somebody's place.
pub fn changes_seats(what: &str) -> bool {
    matches!(what, "arrive" | "cash-out" | "close")
}

/// The audiences that may see more of a unit than anybody who passes by.
pub fn private_audiences(heard: &Heard) -> BTreeSet<Audience> {
    let mut audiences = BTreeSet::new();
    for event in heard.events.iter() {
        let What::CardLaid { face: Face::Down(_), seen, .. } = event.what else { continue };
        audiences.insert(Audience::Surveillance);
        if seen.staff {
            audiences.extend([Audience::Dealer, Audience::Floor]);
        }
        audiences.extend(seen.patrons.iter().map(Audience::Patron));
    }
    audiences
}
