//! A root as a line of text: number, time, previous hash, key, signature and heads, separated by one space. A head is
//! `stream:row:hash`; several are separated by commas, and `-` stands for none.

use super::{Head, Root};
use crate::hex::{self, Hex};
use crate::ids::{Hash, StreamId, Time};
use std::fmt;
use std::str::FromStr;

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault {
    /// It is not text.
    #[error("it is not text")]
    Text,
    /// It does not have six fields.
    #[error("expected six fields with one space between them: NUMBER TIME PREVIOUS KEY SIGNATURE HEADS")]
    Fields,
    /// The number is not a number.
    #[error("the root's number is not a number")]
    Number,
    /// The time is not a number.
    #[error("the time is not a number of microseconds")]
    Time,
    /// The previous hash is not a hash.
    #[error("the hash of the root before is not 64 hexadecimal digits")]
    Previous,
    /// The key is not a key.
    #[error("the key is not 64 hexadecimal digits")]
    Key,
    /// The signature is not a signature.
    #[error("the signature is not 128 hexadecimal digits")]
    Signature,
    /// A head is not a head.
    #[error("head {0} is not STREAM:ROW:HASH")]
    Head(usize),
    /// A value is not in its only valid form.
    #[error("a number or a digit is not in the form that the house writes")]
    Form,
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Root { number, at, previous, heads, key, signature } = self;
        write!(f, "{number} {} {previous} {} {} ", at.0, Hex(key), Hex(signature))?;
        if heads.is_empty() {
            return f.write_str("-");
        }
        heads.iter().enumerate().try_for_each(|(at, head)| {
            let between = if at == 0 { "" } else { "," };
            write!(f, "{between}{}:{}:{}", head.stream.0, head.seq, head.hash)
        })
    }
}

impl FromStr for Root {
    type Err = LineFault;

    /// Reads exactly what `Display` writes: a root has only one line form.
    fn from_str(line: &str) -> Result<Root, LineFault> {
        let fields: Vec<&str> = line.split(' ').collect();
        let [number, at, previous, key, signature, heads] = fields[..] else {
            return Err(LineFault::Fields);
        };
        let root = Root {
            number: number.parse().map_err(|_| LineFault::Number)?,
            at: Time(at.parse().map_err(|_| LineFault::Time)?),
            previous: Hash(bytes(previous).ok_or(LineFault::Previous)?),
            key: bytes(key).ok_or(LineFault::Key)?,
            signature: bytes(signature).ok_or(LineFault::Signature)?,
            heads: read_heads(heads)?,
        };
        if root.to_string() == line { Ok(root) } else { Err(LineFault::Form) }
    }
}

fn read_heads(text: &str) -> Result<Vec<Head>, LineFault> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let heads = text.split(',').enumerate();
    heads.map(|(at, text)| read_head(text).ok_or(LineFault::Head(at + 1))).collect()
}

fn read_head(text: &str) -> Option<Head> {
    let (stream, rest) = text.split_once(':')?;
    let (seq, hash) = rest.split_once(':')?;
    Some(Head { stream: StreamId(stream.parse().ok()?), seq: seq.parse().ok()?, hash: Hash(bytes(hash)?) })
}

fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::read(text, &mut bytes).then_some(bytes)
}
