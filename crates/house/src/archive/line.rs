//! The lines of an archive: a word that names the kind of line, then fields separated by tabs.
//!
//! Numbers are decimal and bytes hexadecimal. Texts escape `\t`, `\n`, `\r` and `\\`, and `\N` is null, as in
//! PostgreSQL's `COPY`.

use crate::hex;
use crate::ids::Hash;
use std::fmt::Display;
use std::io::Write as _;
use std::str::{FromStr, Split};

/// A line that is being written.
#[derive(Default)]
pub(super) struct Line(Vec<u8>);

impl Line {
    /// Starts a new line.
    pub(super) fn begin(&mut self, word: &str) -> &mut Line {
        self.0.clear();
        self.0.extend_from_slice(word.as_bytes());
        self
    }

    pub(super) fn number(&mut self, number: impl Display) -> &mut Line {
        // Writing to memory does not fail.
        let _ = write!(self.0, "\t{number}");
        self
    }

    pub(super) fn text(&mut self, text: &str) -> &mut Line {
        self.0.push(b'\t');
        for byte in text.bytes() {
            match byte {
                b'\t' => self.0.extend_from_slice(b"\\t"),
                b'\n' => self.0.extend_from_slice(b"\\n"),
                b'\r' => self.0.extend_from_slice(b"\\r"),
                b'\\' => self.0.extend_from_slice(b"\\\\"),
                other => self.0.push(other),
            }
        }
        self
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) -> &mut Line {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        self.0.push(b'\t');
        self.0.extend(bytes.iter().flat_map(|byte| {
            [byte >> 4, byte & 15].map(|digit| DIGITS.get(usize::from(digit)).copied().unwrap_or(b'0'))
        }));
        self
    }

    /// Writes an optional field.
    pub(super) fn maybe<T>(&mut self, field: Option<T>, write: impl FnOnce(&mut Line, T)) -> &mut Line {
        match field {
            Some(field) => write(self, field),
            None => self.0.extend_from_slice(b"\t\\N"),
        }
        self
    }

    /// Returns the line with its end.
    pub(super) fn end(&mut self) -> &[u8] {
        self.0.push(b'\n');
        &self.0
    }
}

/// The fields of a line, one after the other. Each read fails with what is wrong with the field.
pub(super) struct Fields<'l>(Split<'l, char>);

impl<'l> Fields<'l> {
    /// Splits a line into its word and the fields after it.
    pub(super) fn of(line: &'l str) -> (&'l str, Fields<'l>) {
        let mut fields = line.split('\t');
        (fields.next().unwrap_or_default(), Fields(fields))
    }

    fn next(&mut self) -> Result<&'l str, String> {
        self.0.next().ok_or_else(|| "it has too few fields".to_owned())
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Result<T, String> {
        let field = self.next()?;
        field.parse().map_err(|_| format!("\"{field}\" is not the number that belongs there"))
    }

    pub(super) fn text(&mut self) -> Result<String, String> {
        text(self.next()?)
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, String> {
        bytes(self.next()?)
    }

    /// Reads a fixed number of bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut array = [0; N];
        match hex::read(self.next()?, &mut array) {
            true => Ok(array),
            false => Err(format!("expected {} hexadecimal digits", 2 * N)),
        }
    }

    pub(super) fn hash(&mut self) -> Result<Hash, String> {
        self.array().map(Hash)
    }

    /// Reads an optional field.
    pub(super) fn maybe<T>(
        &mut self,
        read: impl FnOnce(&mut Fields<'l>) -> Result<T, String>,
    ) -> Result<Option<T>, String> {
        let mut ahead = self.0.clone();
        match ahead.next() {
            Some("\\N") => {
                self.0 = ahead;
                Ok(None)
            }
            _ => read(self).map(Some),
        }
    }

    /// Reads all remaining texts.
    pub(super) fn texts(&mut self) -> Result<Vec<String>, String> {
        self.0.by_ref().map(text).collect()
    }

    /// Checks that no field is left.
    pub(super) fn end(&mut self) -> Result<(), String> {
        self.0.next().map_or(Ok(()), |_| Err("it has too many fields".to_owned()))
    }
}

fn text(field: &str) -> Result<String, String> {
    let mut text = String::with_capacity(field.len());
    let mut letters = field.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('\\') => '\\',
                _ => return Err("a text has a \\ that means nothing".to_owned()),
            },
            other => other,
        });
    }
    Ok(text)
}

fn bytes(field: &str) -> Result<Vec<u8>, String> {
    let digit = |digit: u8| match digit {
        b'0'..=b'9' => Ok(digit - b'0'),
        b'a'..=b'f' => Ok(digit - b'a' + 10),
        _ => Err("expected hexadecimal digits".to_owned()),
    };
    let (pairs, rest) = field.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return Err("expected an even number of hexadecimal digits".to_owned());
    }
    pairs.iter().map(|[high, low]| Ok(digit(*high)? << 4 | digit(*low)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let mut line = Line::default();
        let name = "pit\t7\\N\nrow\r\\";
        line.begin("word").number(-7_i64).text(name).bytes(&[0, 255, 16]);
        line.maybe(None::<i64>, |line, of| _ = line.number(of))
            .maybe(Some("x"), |line, of| _ = line.text(of));
        let text = String::from_utf8(line.end().to_vec()).unwrap();
        assert_eq!(text.matches('\n').count(), 1, "a line is one line");
        let (word, mut fields) = Fields::of(text.trim_end_matches('\n'));
        assert_eq!(
            (word, fields.number::<i64>().unwrap(), fields.text().unwrap()),
            ("word", -7, name.to_owned())
        );
        assert_eq!(fields.bytes().unwrap(), [0, 255, 16]);
        assert_eq!(fields.maybe(Fields::number::<i64>).unwrap(), None);
        assert_eq!(fields.maybe(Fields::text).unwrap(), Some("x".to_owned()));
        fields.end().unwrap();
        assert!(fields.text().is_err());
    }

    #[test]
    fn what_was_not_written_so_is_not_read() {
        for (field, why) in [("0", "even"), ("0g", "hexadecimal"), ("AB", "hexadecimal")] {
            assert!(bytes(field).unwrap_err().contains(why), "{field}");
        }
        assert!(text("a\\").is_err() && text("\\x").is_err());
        assert!(Fields::of("word\tx").1.number::<u8>().is_err());
        assert!(Fields::of("word\tx\ty").1.end().is_err());
    }
}
