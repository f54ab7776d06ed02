//! Replays records.

use super::{Record, Sent, Step};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::scenario::Find;
use crate::table::{AnyTable, Game};
use rulebook::{Finding, TableConfig};
use std::fmt;

/// A recorded input that the table refuses now: its position, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("input {position} is refused: {refusal}")]
pub struct ReplayError {
    /// Which input, counted from 0.
    pub position: usize,
    /// Why.
    pub refusal: Box<Refusal>,
}

/// Plays recorded inputs on a freshly opened table.
///
/// # Errors
/// Returns the first input that is refused.
pub fn replay(table: &mut dyn AnyTable, inputs: &[Sent]) -> Result<Vec<Event>, ReplayError> {
    let mut events = Vec::new();
    for (position, (actor, input)) in inputs.iter().enumerate() {
        table
            .apply(*actor, input.as_told_now(table.due()), &mut events)
            .map_err(|refusal| ReplayError { position, refusal: Box::new(refusal) })?;
    }
    Ok(events)
}

/// Why the table of a record cannot be opened again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenFailure {
    /// The program has no such game.
    #[error("there is no game \"{0}\"")]
    NoGame(String),
    /// The rule book has changed since.
    #[error("the rule book of {game} is another one: the record was played by {recorded}, this is {here}")]
    OtherBook {
        /// The game.
        game: String,
        /// The hash of the book that was played by.
        recorded: String,
        /// The hash of the program's book.
        here: String,
    },
    /// The settings now give a different table.
    #[error(
        "the settings of the table give another one: the record was played at {recorded}, this is {here}"
    )]
    OtherTable {
        /// The hash of the table that was played at.
        recorded: String,
        /// The hash that the settings give now.
        here: String,
    },
    /// The rule book does not allow the settings, or is broken itself.
    #[error("the rule book does not allow the table: {0}")]
    NotAllowed(String),
    /// The game cannot open the table.
    #[error("the table cannot be opened: {0}")]
    NotOpened(String),
}

/// The first place where a replay differs from the record. Rounds have their numbers; inputs are counted within the
/// round and events within the input, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round.
    pub round: u32,
    /// The input.
    pub input: usize,
    /// The kind of difference.
    pub unlike: Unlike,
}

/// How a step differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unlike {
    /// The table refuses the input.
    Refused(Box<Refusal>),
    /// The table is in this round.
    Round(u32),
    /// An event differs, is missing or is added.
    Event {
        /// Which.
        event: usize,
        /// What the record has.
        expected: Option<Box<Event>>,
        /// What the table says now.
        got: Option<Box<Event>>,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { round, input, unlike } = self;
        write!(f, "round {round}, input {input}")?;
        match unlike {
            Unlike::Refused(refusal) => write!(f, ": refused: {refusal}"),
            Unlike::Round(here) => write!(f, ": the table is at round {here}"),
            Unlike::Event { event, expected, got } => {
                write!(f, ", event {event}: expected {}, got {}", Told(expected), Told(got))
            }
        }
    }
}

/// An event as a record would write it.
struct Told<'e>(&'e Option<Box<Event>>);

impl fmt::Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_ref().map(serde_json::to_string) {
            None => f.write_str("nothing"),
            Some(Ok(json)) => f.write_str(&json),
            Some(Err(_)) => Err(fmt::Error),
        }
    }
}

/// Why a record does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayFailure {
    /// Its table cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenFailure),
    /// The replay differs.
    #[error("{0}")]
    Differs(Difference),
}

impl Record {
    /// Opens the table again and replays the record on it; returns the table as it is at the end.
    ///
    /// # Errors
    /// Another rule book or table than the recorded one, or the first difference.
    pub fn replay(&self, find: Find<'_>) -> Result<Box<dyn AnyTable>, ReplayFailure> {
        let mut table = self.open(find)?;
        self.play_on(&mut *table).map_err(ReplayFailure::Differs)?;
        Ok(table)
    }

    /// Opens the table of the record, without its inputs.
    ///
    /// # Errors
    /// Another rule book or table than the recorded one, and other reasons why a table cannot be opened.
    pub fn open(&self, find: Find<'_>) -> Result<Box<dyn AnyTable>, OpenFailure> {
        let game = self.game(find)?;
        let book = game.book().map_err(|findings| not_allowed(&findings))?;
        if book.hash != self.header.book {
            let (recorded, here) = (self.header.book.clone(), book.hash.clone());
            return Err(OpenFailure::OtherBook { game: game.id.to_owned(), recorded, here });
        }
        let config = TableConfig::from_settings(&book, &self.header.settings)
            .map_err(|findings| not_allowed(&findings))?;
        if config.hash != self.header.table {
            let (recorded, here) = (self.header.table.clone(), config.hash);
            return Err(OpenFailure::OtherTable { recorded, here });
        }
        (game.open)(&book, &config).map_err(|error| OpenFailure::NotOpened(error.to_string()))
    }

    /// Opens a table by the settings of the record even if the rule book or table is not the recorded one, to find out
    /// what a change of the book changes.
    ///
    /// # Errors
    /// Returns why the table cannot be opened.
    pub fn open_anyway(&self, find: Find<'_>) -> Result<Box<dyn AnyTable>, OpenFailure> {
        let game = self.game(find)?;
        let book = game.book().map_err(|findings| not_allowed(&findings))?;
        let config = TableConfig::from_settings(&book, &self.header.settings)
            .map_err(|findings| not_allowed(&findings))?;
        (game.open)(&book, &config).map_err(|error| OpenFailure::NotOpened(error.to_string()))
    }

    /// The game that was played.
    ///
    /// # Errors
    /// Fails if the program does not have it.
    pub fn game(&self, find: Find<'_>) -> Result<&'static Game, OpenFailure> {
        let id = &self.header.game;
        find(id).ok_or_else(|| OpenFailure::NoGame(id.clone()))
    }

    /// Replays the record on a freshly opened table.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn play_on(&self, table: &mut dyn AnyTable) -> Result<(), Difference> {
        let mut events = Vec::new();
        for round in &self.rounds {
            for (n, step) in round.steps.iter().enumerate() {
                let differs = |unlike| Difference { round: round.round, input: n + 1, unlike };
                if table.round() != round.round {
                    return Err(differs(Unlike::Round(table.round())));
                }
                events.clear();
                table
                    .apply(step.by, step.input.as_told_now(table.due()), &mut events)
                    .map_err(|refusal| differs(Unlike::Refused(Box::new(refusal))))?;
                compare(step, &events).map_err(differs)?;
            }
        }
        Ok(())
    }
}

fn compare(step: &Step, got: &[Event]) -> Result<(), Unlike> {
    let longer = step.events.len().max(got.len());
    for n in 0..longer {
        let (expected, got) = (step.events.get(n), got.get(n));
        if expected != got {
            let kept = |event: Option<&Event>| event.copied().map(Box::new);
            return Err(Unlike::Event { event: n + 1, expected: kept(expected), got: kept(got) });
        }
    }
    Ok(())
}

fn not_allowed(findings: &[Finding]) -> OpenFailure {
    let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
    OpenFailure::NotAllowed(all.join("; "))
}
