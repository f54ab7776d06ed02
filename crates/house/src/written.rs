//! Values preceded by the words that they use, for what has no dictionary.

use engine::compact::{self, WordTable, read_prefix, write_into};
use serde::{Deserialize, Serialize};

/// Encodes a value.
pub(crate) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, compact::Error> {
    let mut words = WordTable::default();
    let mut rest = Vec::new();
    write_into(&mut rest, value, &mut words)?;
    let mut bytes = Vec::new();
    write_into(&mut bytes, &words, &mut WordTable::default())?;
    bytes.append(&mut rest);
    Ok(bytes)
}

/// Decodes a value.
pub(crate) fn read<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Result<T, compact::Error> {
    let (words, rest) = read_prefix::<WordTable>(bytes, &WordTable::default())?;
    compact::from_bytes(rest, &words)
}
