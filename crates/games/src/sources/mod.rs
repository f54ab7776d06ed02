//! Where results come from: a big wheel, a ball. The table of a layout game asks its source and knows neither.

mod ball;
mod wheel;

pub use ball::{Ball, BallLaw, BallTerms};
pub use wheel::{BigWheel, BigWheelTerms, WheelLaw};

use crate::common::Clause;
use engine::{Due, Input, OpenError, Refusal, Sink, Wheel};
use rulebook::{RuleBook, TableConfig};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What an input to a source comes to.
#[derive(Clone, Copy, Debug)]
pub enum Came<R> {
    /// The result.
    Final(R),
    /// It does not count: wagers stand, and the source is set going once more.
    Again(Clause),
}

/// A source of results.
pub trait Source: Clone + Copy + Send + Sync + std::fmt::Debug + 'static {
    /// A result.
    type Outcome: Copy + Send + Sync + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// By which paragraphs it works.
    type Law: Copy + std::fmt::Debug;
    /// What a table's files say of it.
    type Terms: Clone + Send + Sync + std::fmt::Debug;

    /// Reads what the files say.
    ///
    /// # Errors
    /// Names what they lack.
    fn open(book: &RuleBook, config: &TableConfig) -> Result<Self::Terms, OpenError>;

    /// What it must bring.
    const DUE: Due;

    /// The kind of event by which it tells a result.
    const EVENT: &'static str;

    /// Takes a result, and tells it.
    ///
    /// # Errors
    /// What it cannot bring.
    fn take<S: Sink>(
        input: Input,
        terms: &Self::Terms,
        law: &Self::Law,
        out: &mut S,
    ) -> Result<Came<Self::Outcome>, Refusal>;

    /// Every result that decides a round.
    fn outcomes(terms: &Self::Terms) -> Vec<Self::Outcome>;

    /// What turns there.
    fn wheel(terms: &Self::Terms) -> Wheel<'_>;

    /// As the dealer announces it.
    fn announced(outcome: Self::Outcome) -> String;

    /// The result that an event tells.
    fn told(event: &engine::Event) -> Option<Self::Outcome>;

    /// The number on which a marker lies, where one is laid on the layout.
    fn marked(outcome: Self::Outcome) -> Option<u16>;
}
