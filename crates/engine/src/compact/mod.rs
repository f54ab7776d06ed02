//! The compact form: a binary format for records and states that take little room.
//!
//! It is a serde format, so types that derive serde can be stored; [`to_bytes`] lists the exceptions. Integers are
//! varints, signed ones in zigzag order; an enum is the number of its variant, a struct its fields in order without
//! their names, an option one byte, a list its length and its elements, text its length and its bytes. The bytes do not
//! describe themselves: store the version of their schema with them.
//!
//! Words of the protocol and ids of rules repeat in every event. They are written as numbers of a [`WordTable`] that is
//! stored beside the bytes, so the stored form does not depend on the numbering inside a running program.
//!
//! Each value has exactly one form: an overlong number, a byte that is neither yes nor no and leftover bytes are
//! refused. A length is checked against the remaining bytes before anything is allocated. The nesting depth of a value
//! is bounded by its type.
//!
//! ```
//! use engine::compact::{WordTable, from_bytes, to_bytes};
//!
//! let mut words = WordTable::default();
//! let bytes = to_bytes(&(7_u32, -1_i64, Some("As")), &mut words)?;
//! assert_eq!(bytes, [7, 1, 1, 2, b'A', b's']);
//! assert_eq!(from_bytes::<(u32, i64, Option<String>)>(&bytes, &words)?, (7, -1, Some("As".to_owned())));
//! # Ok::<(), engine::compact::Error>(())
//! ```

mod bytes;
mod error;
mod parts;
mod read;
mod table;
#[cfg(test)]
mod tests;
mod write;

pub use error::Error;
pub use parts::KeyParts;
pub use table::WordTable;

use parts::Names;
use read::Reader;
use serde::{Deserialize, Serialize};
use write::{Mode, Writer};

/// The name of a newtype struct whose text is stored in the table of words.
pub const WORD: &str = "$word";

/// The name of a newtype struct for values that no later event depends on: a key leaves them out.
pub const HISTORY: &str = "$history";

/// The name of a newtype struct for a sequence number: a key renumbers these.
pub const NUMBER: &str = "$number";

/// Writes the value in the compact form. Words that the table lacks are added to it.
///
/// # Errors
/// Returns what the form cannot represent: floats, skipped fields, lists of elements that take no bytes.
pub fn to_bytes<T: Serialize + ?Sized>(value: &T, words: &mut WordTable) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    write_into(&mut out, value, words)?;
    Ok(out)
}

/// Appends the value to bytes that may already hold others; [`read_prefix`] reads them one by one.
///
/// # Errors
/// As [`to_bytes`]; the bytes are then unchanged.
pub fn write_into<T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    value: &T,
    words: &mut WordTable,
) -> Result<(), Error> {
    let before = out.len();
    let written = value.serialize(&mut Writer { out, mode: Mode::Store(words), names: None, word: false });
    if written.is_err() {
        out.truncate(before);
    }
    written
}

/// Reads a value that must take all the bytes.
///
/// # Errors
/// Says what was read, where, and why it is invalid; leftover bytes are an error.
pub fn from_bytes<'de, T: Deserialize<'de>>(bytes: &'de [u8], words: &WordTable) -> Result<T, Error> {
    read_with(bytes, words, |reader| T::deserialize(reader))
}

/// Reads all the bytes with a custom reader instead of a type.
///
/// # Errors
/// Says what was read, where, and why it is invalid; leftover bytes are an error.
pub(crate) fn read_with<'de, 't, T>(
    bytes: &'de [u8],
    words: &'t WordTable,
    read: impl FnOnce(&mut Reader<'de, 't>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut reader = Reader::new(bytes, words);
    let value = read(&mut reader).map_err(|error| error.before(reader.at()))?;
    match reader.rest().len() {
        0 => Ok(value),
        left => Err(Error::LeftOver { at: reader.at(), left }),
    }
}

/// Reads a value from the beginning of the bytes and returns it with the remaining bytes.
///
/// # Errors
/// Says what was read, where, and why it is invalid.
pub fn read_prefix<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    words: &WordTable,
) -> Result<(T, &'de [u8]), Error> {
    let mut reader = Reader::new(bytes, words);
    match T::deserialize(&mut reader) {
        Ok(value) => Ok((value, reader.rest())),
        Err(error) => Err(error.before(reader.at())),
    }
}

/// Returns bytes by which states are compared: equal for two states that behave alike from then on.
///
/// Values marked [`HISTORY`] are left out, and those marked [`NUMBER`] are numbered in order of appearance. Words are
/// written in full, so a key needs no table. A key cannot be read back.
///
/// # Errors
/// As [`to_bytes`].
pub fn key<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    value.serialize(&mut Writer { out: &mut out, mode: Mode::key(), names: None, word: false })?;
    Ok(out)
}

/// Returns the bytes of [`key`] with the names of their parts.
///
/// # Errors
/// As [`to_bytes`].
pub fn key_parts<T: Serialize + ?Sized>(value: &T) -> Result<KeyParts, Error> {
    let (mut bytes, mut names) = (Vec::new(), Names::default());
    value.serialize(&mut Writer {
        out: &mut bytes,
        mode: Mode::key(),
        names: Some(&mut names),
        word: false,
    })?;
    Ok(KeyParts { bytes, parts: names.parts })
}
