//! A stored table between two inputs: its state, and the files needed to read it back.
//!
//! A table is the result of its inputs; a snapshot avoids replaying them all. It holds the table's state without the
//! content of its rule book and table file, so only a table of the very same files can read it. Any other table refuses
//! it by a named error and is rebuilt from its record.

use crate::compact::{self, WordTable};
use crate::input::FileHash;
use crate::table::OpenError;
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The schema in which states are written. Raise it with every change to the content of a state or to the order in
/// which it is written, and say in `Snapshot::state_with` how older states are converted, or that they are not.
pub const SCHEMA: u16 = 2;

/// What the terms of a table were resolved from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The game: `ohio/blackjack`.
    pub game: String,
    /// The hash of its rule book.
    pub book: FileHash,
    /// The hash of its table file.
    pub table: FileHash,
}

impl Origin {
    /// The origin of a table that is opened with these files.
    ///
    /// # Errors
    /// Names a hash that is invalid.
    pub fn of(book: &RuleBook, config: &TableConfig) -> Result<Origin, OpenError> {
        let hash = |text: &str| {
            FileHash::parse(text).ok_or_else(|| OpenError(format!("{text:?} is not the hash of a file")))
        };
        Ok(Origin { game: book.id.clone(), book: hash(&book.hash)?, table: hash(&config.hash)? })
    }
}

/// The state of one table between two inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    schema: u16,
    /// The version of the procedure that produced it.
    pub procedure: u32,
    /// The files it must be read back with.
    pub origin: Origin,
    words: WordTable,
    state: Vec<u8>,
}

impl Snapshot {
    /// Writes a state.
    ///
    /// # Errors
    /// Returns the value that the compact form cannot represent.
    pub(crate) fn of(
        origin: &Origin,
        procedure: u32,
        state: &impl Serialize,
    ) -> Result<Snapshot, compact::Error> {
        let mut words = WordTable::default();
        let state = compact::to_bytes(state, &mut words)?;
        Ok(Snapshot { schema: SCHEMA, procedure, origin: origin.clone(), words, state })
    }

    /// Returns the bytes to store: the schema, everything else, and a checksum over both that detects damage.
    ///
    /// # Errors
    /// Returns the value that the compact form cannot represent.
    pub fn to_bytes(&self) -> Result<Vec<u8>, compact::Error> {
        let Snapshot { schema, procedure, origin, words, state } = self;
        let Origin { game, book, table } = origin;
        let kept = (schema, procedure, game, (book.0, table.0), words, state);
        // The header is written without a table of words, because it contains the table for the words of the state.
        let mut bytes = compact::to_bytes(&kept, &mut WordTable::default())?;
        bytes.extend(sum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads what [`Snapshot::to_bytes`] wrote.
    ///
    /// # Errors
    /// Another schema, or damaged bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot, LoadError> {
        let none = WordTable::default();
        let (schema, _) = compact::read_prefix::<u16>(bytes, &none)?;
        if !(1..=SCHEMA).contains(&schema) {
            return Err(LoadError::Schema { found: schema });
        }
        let damaged = LoadError::Damaged;
        let (kept, said) = bytes.split_last_chunk::<8>().ok_or(damaged)?;
        if u64::from_le_bytes(*said) != sum(kept) {
            return Err(LoadError::Damaged);
        }
        let (_, procedure, game, (book, table), words, state): Kept = compact::from_bytes(kept, &none)?;
        let origin = Origin { game, book: FileHash(book), table: FileHash(table) };
        Ok(Snapshot { schema, procedure, origin, words, state })
    }

    /// Checks whether a table of this origin can continue from the snapshot.
    pub(crate) fn check(&self, at: &Origin, procedure: u32) -> Result<(), LoadError> {
        let Origin { game, book, table } = &self.origin;
        // Procedures are numbered per game, so the check of the game comes first.
        if *game != at.game {
            return Err(LoadError::Game { found: game.clone(), wanted: at.game.clone() });
        }
        if self.procedure != procedure {
            return Err(LoadError::Procedure { found: self.procedure, wanted: procedure });
        }
        if *book != at.book {
            return Err(LoadError::Book { found: *book, wanted: at.book });
        }
        if *table != at.table {
            return Err(LoadError::Table { found: *table, wanted: at.table });
        }
        Ok(())
    }

    /// The words of the state, by number.
    pub(crate) fn words(&self) -> &WordTable {
        &self.words
    }

    /// Returns the state in the current schema. Schema 2 appended a part to the states of some games; `added_in_2` is
    /// that part for a table where it has not been used, and appending it converts a state of schema 1.
    pub(crate) fn state_with(&self, added_in_2: &[u8]) -> Cow<'_, [u8]> {
        match self.schema {
            1 if !added_in_2.is_empty() => Cow::Owned([self.state(), added_in_2].concat()),
            _ => Cow::Borrowed(self.state()),
        }
    }

    /// Returns the state itself: tables of one origin are in the same state if these bytes and their words are equal.
    pub fn state(&self) -> &[u8] {
        &self.state
    }
}

/// Schema, procedure, game, the two hashes, words and state, in the order in which they are written.
type Kept = (u16, u32, String, ([u8; 32], [u8; 32]), WordTable, Vec<u8>);

/// FNV-1a. It protects against damage, not against attacks: an attacker who can write snapshots can write valid ones.
pub(crate) fn sum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Why a table cannot continue from a snapshot. It is then rebuilt from its record.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It is written in another schema.
    #[error("a snapshot of schema {found}; this version reads schemas 1 to {SCHEMA}")]
    Schema {
        /// Which.
        found: u16,
    },
    /// It was made by another procedure.
    #[error("a snapshot of procedure {found}; this version plays procedure {wanted}")]
    Procedure {
        /// Which.
        found: u32,
        /// The table's.
        wanted: u32,
    },
    /// It is of another game.
    #[error("a snapshot of {found}; the table plays {wanted}")]
    Game {
        /// Of which.
        found: String,
        /// What the table plays.
        wanted: String,
    },
    /// It was made under another rule book.
    #[error("a snapshot under rule book {found}; the table is under {wanted}")]
    Book {
        /// The hash it names.
        found: FileHash,
        /// The hash of the table's.
        wanted: FileHash,
    },
    /// It was made under another table file.
    #[error("a snapshot under table file {found}; the table is under {wanted}")]
    Table {
        /// The hash it names.
        found: FileHash,
        /// The hash of the table's.
        wanted: FileHash,
    },
    /// The bytes are not those that were written.
    #[error("the snapshot is damaged")]
    Damaged,
    /// The bytes describe an impossible state.
    #[error("the snapshot cannot be read: {0}")]
    Unreadable(#[from] compact::Error),
    /// The table cannot be opened at all.
    #[error(transparent)]
    Open(#[from] OpenError),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot() -> Snapshot {
        let origin =
            Origin { game: "ohio/blackjack".into(), book: FileHash([1; 32]), table: FileHash([2; 32]) };
        Snapshot::of(&origin, 1, &(7_u32, "state")).unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = snapshot().to_bytes().unwrap();
        assert_eq!(Snapshot::from_bytes(&bytes).unwrap(), snapshot());
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let bytes = snapshot().to_bytes().unwrap();
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(Snapshot::from_bytes(&damaged).is_err(), "byte {at}, bit {bit}");
            }
            assert!(Snapshot::from_bytes(&bytes[..at]).is_err(), "{at} bytes");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let found = snapshot();
        let check = |change: fn(&mut Origin)| {
            let mut at = found.origin.clone();
            change(&mut at);
            found.check(&at, 1).map_err(|error| error.to_string())
        };
        assert_eq!(check(|_| {}), Ok(()));
        let other = check(|at| at.game = "ohio/craps".into());
        assert_eq!(other, Err("a snapshot of ohio/blackjack; the table plays ohio/craps".into()));
        assert!(
            check(|at| at.book = FileHash([3; 32]))
                .unwrap_err()
                .starts_with("a snapshot under rule book 0101")
        );
        assert!(check(|at| at.table = FileHash([3; 32])).unwrap_err().contains("table file 0202"));
        let old = Snapshot { procedure: 0, ..snapshot() };
        assert!(matches!(old.check(&old.origin, 1), Err(LoadError::Procedure { found: 0, wanted: 1 })));
        let mut later = snapshot().to_bytes().unwrap();
        later[0] = 3;
        assert!(matches!(Snapshot::from_bytes(&later), Err(LoadError::Schema { found: 3 })));
    }

    #[test]
    fn a_state_of_the_first_schema_is_followed_by_what_was_added() {
        let old = Snapshot { schema: 1, ..snapshot() };
        let read = Snapshot::from_bytes(&old.to_bytes().unwrap()).unwrap();
        assert_eq!(read, old);
        assert_eq!(*read.state_with(&[0]), [old.state(), &[0]].concat());
        assert_eq!(*snapshot().state_with(&[0]), *snapshot().state());
    }
}
