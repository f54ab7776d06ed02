//! A unit in the form for one audience.
//!
//! Everything that leaves the house about events at a table is made here, through [`Event::seen_by`]: a frame does not
//! contain what its audience may not see.

use axum::extract::ws::Utf8Bytes;
use engine::{Audience, Event, Face, What, explain_event_with};
use house::Heard;
use house::ids::StreamId;
use house::table::TableFacts;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// A unit as it is written for an audience.
#[derive(Serialize, JsonSchema)]
pub struct UnitFrame {
    /// The table.
    pub table: i64,
    /// The unit's number: each is the next one, except where units were lost.
    pub seq: i64,
    /// When, in microseconds since 1970 by the house's clock.
    pub at: i64,
    /// What kind of command it carried out: `play`, `expire`, `arrive`, `cash-out` and others. `lost` says that the
    /// database has lost the units between `stands` and this one: read the table again.
    pub what: &'static str,
    /// Where units were lost: the last one that still stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands: Option<i64>,
    /// What happened, as the audience may see it.
    pub events: Vec<Event>,
    /// Some of it in words: what was paid, rolled, announced, what went wrong and what was done about it.
    pub told: Vec<Sentence>,
}

/// An event in words.
#[derive(Serialize, JsonSchema)]
pub struct Sentence {
    /// Which event of the unit, from 0.
    pub event: usize,
    /// The sentence.
    pub text: String,
}

impl UnitFrame {
    /// Creates the form for this audience.
    pub fn of(heard: &Heard, audience: Audience) -> UnitFrame {
        let events: Vec<Event> = heard.events.iter().map(|event| event.seen_by(audience)).collect();
        let told = sentences(&events, &heard.facts);
        let stands = heard.lost.map(|loss| loss.stands);
        let (table, seq, at, what) = (heard.stream.0, heard.seq, heard.at.0, heard.what);
        UnitFrame { table, seq, at, what, stands, events, told }
    }
}

/// Returns the sentences of a unit, made from events that the audience may see.
fn sentences(events: &[Event], facts: &TableFacts) -> Vec<Sentence> {
    let currency = facts.config.currency;
    let told = events.iter().enumerate().filter(|(_, event)| is_told(&event.what));
    told.map(|(at, event)| Sentence {
        event: at,
        text: explain_event_with(event, currency, facts.game.vocabulary),
    })
    .collect()
}

/// Whether the event is announced at a table.
fn is_told(what: &What) -> bool {
    matches!(
        what,
        What::Settled(_)
            | What::Rolled(_)
            | What::RolledThree { .. }
            | What::NumberDrawn { .. }
            | What::Spun(_)
            | What::WheelStopped(_)
            | What::Announced { .. }
            | What::MeterGranted { .. }
            | What::Irregular { .. }
            | What::Remedied { .. }
            | What::Ruled { .. }
            | What::Admission { .. }
    )
}

/// A frame in transit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The table.
    pub table: StreamId,
    /// The unit's number.
    pub seq: i64,
    /// When; it distinguishes the unit from a lost one with the same number.
    pub at: i64,
    /// The unit that it follows: the one before it or, after a loss, the last one that is still there.
    pub follows: i64,
    /// Whether its command may change what a person may see.
    pub seats_changed: bool,
    /// The text.
    pub text: Utf8Bytes,
}

impl Frame {
    /// Creates the form for this audience.
    pub fn of(heard: &Heard, audience: Audience) -> Frame {
        // Serializing a frame cannot fail.
        let text = serde_json::to_string(&UnitFrame::of(heard, audience)).unwrap_or_default();
        Frame {
            table: heard.stream,
            seq: heard.seq,
            at: heard.at.0,
            follows: heard.lost.map_or(heard.seq - 1, |loss| loss.stands),
            seats_changed: changes_seats(heard.what),
            text: text.into(),
        }
    }
}

/// Whether a command of this kind gives or takes a place.
pub fn changes_seats(what: &str) -> bool {
    matches!(what, "arrive" | "cash-out" | "close" | "lost")
}

/// Returns the audiences that may see more of a unit than the public.
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
