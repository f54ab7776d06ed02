//! The bytes themselves: varints, lengths and text.

use super::Error;

/// Appends a number in groups of seven bits, the lowest first; the top bit of a byte says that another follows.
pub(super) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value > 0x7f {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

/// Maps a signed number to an unsigned one so that numbers near zero stay small: 0, -1, 1, -2.
pub(super) fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

/// Reverses [`zigzag`].
pub(super) fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

/// As [`zigzag`], for numbers of 128 bits.
pub(super) fn wide_zigzag(value: i128) -> u128 {
    ((value << 1) ^ (value >> 127)).cast_unsigned()
}

/// Reverses [`wide_zigzag`].
pub(super) fn wide_unzigzag(value: u128) -> i128 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

/// Appends text: its length and its bytes.
pub(super) fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put_varint(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// Input bytes, read from front to back.
pub(super) struct Bytes<'de> {
    all: &'de [u8],
    at: usize,
}

impl<'de> Bytes<'de> {
    pub(super) const fn new(all: &'de [u8]) -> Bytes<'de> {
        Bytes { all, at: 0 }
    }

    /// How many have been read.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// Those not read yet.
    pub(super) fn rest(&self) -> &'de [u8] {
        self.all.get(self.at..).unwrap_or_default()
    }

    pub(super) fn byte(&mut self, wanted: &'static str) -> Result<u8, Error> {
        let byte = self.rest().first().ok_or(Error::Ends { at: self.at, wanted })?;
        self.at += 1;
        Ok(*byte)
    }

    /// Reads a number in its only valid form: no trailing groups of zeros, no bit beyond the sixty-fourth.
    pub(super) fn varint(&mut self, wanted: &'static str) -> Result<u64, Error> {
        let start = self.at;
        let mut value = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte(wanted)?;
            let group = u64::from(byte & 0x7f);
            if (shift > 0 && byte == 0) || (group << shift) >> shift != group {
                break;
            }
            value |= group << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        let read = format!("{:02x?}", self.all.get(start..self.at).unwrap_or_default());
        Err(Error::Unfit { at: start, read, wanted })
    }

    /// Reads the length of a list; each element takes at least one byte.
    pub(super) fn length(&mut self, wanted: &'static str) -> Result<usize, Error> {
        let at = self.at;
        let read = self.varint(wanted)?;
        let left = self.rest().len();
        match usize::try_from(read) {
            Ok(length) if length <= left => Ok(length),
            _ => Err(Error::TooLong { at, read, left }),
        }
    }

    /// Reads a length and that number of bytes.
    pub(super) fn run(&mut self, wanted: &'static str) -> Result<&'de [u8], Error> {
        let length = self.length(wanted)?;
        let run = self.rest().get(..length).ok_or(Error::Ends { at: self.at, wanted })?;
        self.at += length;
        Ok(run)
    }

    pub(super) fn text(&mut self) -> Result<&'de str, Error> {
        let run = self.run("text")?;
        std::str::from_utf8(run).map_err(|fault| {
            let bad = fault.valid_up_to();
            let read = format!("{:02x?}", run.get(bad).copied().unwrap_or_default());
            Error::Unfit { at: self.at - run.len() + bad, read, wanted: "text" }
        })
    }
}
