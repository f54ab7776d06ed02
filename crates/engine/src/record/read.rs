//! Reads records, in either form and of any schema.

use super::compact_form::{self, MAGIC};
use super::{Header, Record, SCHEMA, json_form};
use crate::compact;
use crate::scenario::Find;
use rulebook::TableConfig;

/// Why records could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It is neither of the two forms.
    #[error("not a record: it is neither text nor begins with the letters CREC")]
    NoRecord,
    /// Another program wrote it, or a later version.
    #[error("schema {0} is unknown; this program reads schemas 1 to {SCHEMA}")]
    Schema(u32),
    /// The program does not have the game, so it does not know its words.
    #[error("record {record}: there is no game \"{game}\"")]
    NoGame {
        /// Which record, counted from 1.
        record: usize,
        /// The game's id.
        game: String,
    },
    /// The JSON is broken or is not a record; the error says where.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The bytes are broken or are not a record; the error says where.
    #[error(transparent)]
    Compact(#[from] compact::Error),
}

impl Record {
    /// Reads records in either form.
    ///
    /// # Errors
    /// Says what was read, where, and why it is invalid.
    pub fn read(bytes: &[u8], find: Find<'_>) -> Result<Vec<Record>, ReadError> {
        if bytes.starts_with(&MAGIC) {
            return Record::from_compact(bytes, find);
        }
        Record::from_json(std::str::from_utf8(bytes).map_err(|_| ReadError::NoRecord)?, find)
    }

    /// Reads the records of a JSON document.
    ///
    /// # Errors
    /// Says what was read, where, and why it is invalid.
    pub fn from_json(text: &str, find: Find<'_>) -> Result<Vec<Record>, ReadError> {
        json_form::read(text, find)
    }

    /// Reads the records of the compact form.
    ///
    /// # Errors
    /// Says what was read, where, and why it is invalid.
    pub fn from_compact(bytes: &[u8], find: Find<'_>) -> Result<Vec<Record>, ReadError> {
        compact_form::read(bytes, find)
    }
}

/// Learns the words of the games, so that their events can be read.
pub(super) fn learn<'h>(headers: impl Iterator<Item = &'h Header>, find: Find<'_>) -> Result<(), ReadError> {
    for (n, header) in headers.enumerate() {
        let no_game = || ReadError::NoGame { record: n + 1, game: header.game.clone() };
        let game = find(&header.game).ok_or_else(no_game)?;
        let book = game.book().map_err(|_| no_game())?;
        // Opening a table enters the rows of its pay tables into the dictionary.
        if let Ok(config) = TableConfig::from_settings(&book, &header.settings) {
            let _ = (game.open)(&book, &config);
        }
    }
    Ok(())
}
