//! The written form of the protocol, for logs, network clients and scenarios.

mod amount;
mod message;
mod parse;
#[cfg(test)]
mod tests;

pub(crate) use amount::{amount, maybe_amount};
pub use message::{Message, MessageError};
pub use parse::{
    parse_actor, parse_approver, parse_audience, parse_card, parse_face, parse_patron, parse_place,
    parse_rank, parse_spot,
};

/// A word that could not be read, and the words that are valid there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{read:?} is not {} {what}: write {expected}", article(what))]
pub struct WireError {
    /// The kind of word expected: an actor, a place, a wager.
    pub what: &'static str,
    /// The text found.
    pub read: String,
    /// What is valid there, in words.
    pub expected: String,
}

impl WireError {
    fn new(what: &'static str, read: &str, expected: impl Into<String>) -> WireError {
        WireError { what, read: read.to_owned(), expected: expected.into() }
    }
}

fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}
