//! A house: its meters, and which of its tables feed them.

mod terms;

pub use terms::{Division, MeterTerms, Reset};
