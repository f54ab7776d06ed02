//! Bytes as hexadecimal digits.

use std::fmt;

/// Bytes that are written as hexadecimal digits, the small letters.
pub(crate) struct Hex<'a>(pub(crate) &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Fills the bytes from as many pairs of digits, and nothing else. It writes where the bytes are to stay, so that of a
/// secret no second copy is left behind.
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
