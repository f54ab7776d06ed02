//! An input and its sender, as a log stores it and a network client sends it.

use super::WireError;
use crate::input::Input;
use crate::people::Actor;
use crate::table::Vocabulary;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An input and its sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Who.
    pub by: Actor,
    /// What is asked or reported.
    pub input: Input,
}

/// Why a message could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is not JSON, or not that of a message; the error says where and what would be valid.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A word that the game does not have.
    #[error(transparent)]
    Word(#[from] WireError),
}

impl Message {
    /// Reads a message to a table of the game with these words. The game's rule book must have been read before, which
    /// is the case if a table of it is open.
    ///
    /// # Errors
    /// Names the first thing that could not be read, and what would be valid. Whether the rules allow the input is not
    /// checked here.
    pub fn from_json(text: &str, words: &Vocabulary) -> Result<Message, MessageError> {
        let message: Message = serde_json::from_str(text)?;
        check_words(&message.input, words)?;
        Ok(message)
    }
}

/// The program may know a word that belongs to another game.
fn check_words(input: &Input, words: &Vocabulary) -> Result<(), WireError> {
    match input {
        Input::Bet { wager, .. }
        | Input::Found { wager, .. }
        | Input::TakeBack { wager, .. }
        | Input::Work { wager, .. } => known("wager", wager.word(), words.wagers.iter().map(|id| id.word())),
        Input::Choose { choice, .. } => {
            known("choice", choice.word(), words.choices.iter().map(|id| id.word()))
        }
        Input::Step(step) => known("step", step.word(), words.steps.iter().map(|id| id.word())),
        Input::Irregular { kind, .. } => {
            known("irregularity", kind.word(), words.irregularities.iter().map(|known| known.id.word()))
        }
        Input::Meter { meter, .. } | Input::Granted { meter, .. } => {
            known("meter", meter.word(), words.meters.iter().map(|id| id.word()))
        }
        _ => Ok(()),
    }
}

fn known(
    what: &'static str,
    read: &str,
    words: impl Iterator<Item = &'static str> + Clone,
) -> Result<(), WireError> {
    if words.clone().any(|word| word == read) {
        return Ok(());
    }
    let all: Vec<&str> = words.collect();
    let expected =
        if all.is_empty() { "none: this game has no such word".to_owned() } else { all.join(", ") };
    Err(WireError::new(what, read, expected))
}
