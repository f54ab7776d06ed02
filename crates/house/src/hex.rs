//! Bytes as hexadecimal digits.

use std::fmt;

/// Bytes that are displayed as lower-case hexadecimal digits.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Fills the bytes from exactly as many pairs of digits; returns false for any other text. It writes in place, so that
/// no second copy of a secret is left in memory.
#[must_use]
pub(crate) fn read(text: &str, bytes: &mut [u8]) -> bool {
    if text.len() != 2 * bytes.len() || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return false;
    }
    bytes
        .iter_mut()
        .enumerate()
        .all(|(at, byte)| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map(|read| *byte = read).is_ok())
}
