//! Records: a table is determined by its inputs, so storing those stores everything.
//!
//! A [`Record`] is one table from its opening on: the rule book and table file it was opened with, and round by round
//! every input that was granted, with its events. It is written as JSON ([`to_json`]) or in the compact form
//! ([`to_compact`]), read back from either ([`Record::read`]), and replayed ([`Record::replay`]), which reports the
//! first difference. Recording errors are fixed by [`correct`].
//!
//! Both forms begin with the number of their schema. The meaning of a schema never changes: a new field or a new kind
//! of event that older programs could not read needs a new schema, and the readers of the old ones stay.

mod compact_form;
mod correct;
mod json_form;
mod read;
mod recorded;
mod replay;

pub use compact_form::{MAGIC, to_compact};
pub use correct::{CorrectError, Correction, Fix, correct};
pub use json_form::{Document, JsonWriter, to_json};
pub use read::ReadError;
pub use recorded::Recorded;
pub use replay::{Difference, OpenFailure, ReplayError, ReplayFailure, Unlike, replay};

use crate::event::Event;
use crate::input::Input;
use crate::people::Actor;
use crate::table::Game;
use rulebook::{RuleBook, TableConfig};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The schema in which records are written.
pub const SCHEMA: u32 = 1;

/// One granted input, as it was sent.
pub type Sent = (Actor, Input);

/// A table from its opening on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Which table it was, and what it was opened with.
    pub header: Header,
    /// What happened, round by round.
    pub rounds: Vec<Round>,
}

/// What a table was opened with: enough to open the same one again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program that wrote the record.
    pub program: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's procedure: raised whenever a stored round would replay differently.
    pub procedure: u32,
    /// The SHA-256 of the rule book, in hexadecimal.
    pub book: String,
    /// The SHA-256 of the table's settings and its rule book, in hexadecimal.
    pub table: String,
    /// The settings, by the keys of a table file.
    pub settings: BTreeMap<String, String>,
    /// The seed of the random source, if it was the program's own.
    pub seed: Option<u64>,
}

/// A round: the inputs that the table accepted in this round; the last one ended it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Its number at the table.
    pub round: u32,
    /// What happened.
    pub steps: Vec<Step>,
}

/// An input that was granted, and its events.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Who sent it.
    pub by: Actor,
    /// What.
    pub input: Input,
    /// What the table said.
    pub events: Vec<Event>,
}

impl Record {
    /// Starts the record of a table that is opened now.
    pub fn of(game: &Game, book: &RuleBook, config: &TableConfig, seed: Option<u64>) -> Record {
        let header = Header {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.id.to_owned(),
            procedure: game.vocabulary.procedure,
            book: book.hash.clone(),
            table: config.hash.clone(),
            settings: config.settings(book),
            seed,
        };
        Record { header, rounds: Vec::new() }
    }

    /// Adds an input that the table granted in this round.
    pub fn put(&mut self, round: u32, (by, input): Sent, events: &[Event]) {
        let step = Step { by, input, events: events.to_vec() };
        match self.rounds.last_mut() {
            Some(last) if last.round == round => last.steps.push(step),
            _ => self.rounds.push(Round { round, steps: vec![step] }),
        }
    }

    /// Iterates over every step in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.rounds.iter().flat_map(|round| &round.steps)
    }

    /// Iterates over every event in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps().flat_map(|step| &step.events)
    }

    /// Returns every input in order, as [`replay`] and [`correct`] take them.
    pub fn inputs(&self) -> Vec<Sent> {
        self.steps().map(|step| (step.by, step.input)).collect()
    }
}
