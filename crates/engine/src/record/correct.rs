//! Corrections: the consequences of fixing one input of a record.

use super::Sent;
use super::replay::{ReplayError, replay};
use crate::event::{Event, What};
use crate::table::AnyTable;
use crate::wager::Line;

/// What was wrong in a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fix {
    /// Input n was really this one.
    Replace(usize, Sent),
    /// This input came before input n and was not recorded.
    Insert(usize, Sent),
    /// Input n never happened.
    Remove(usize),
}

/// What a correction changes in money: lines that would not have been settled, and lines that are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// The inputs as they really were.
    pub inputs: Vec<Sent>,
    /// Lines to be reversed, each with its round.
    pub reversed: Vec<(u32, Line)>,
    /// Lines to be settled instead, each with its round.
    pub settled: Vec<(u32, Line)>,
}

/// Why a record cannot be corrected in this way.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CorrectError {
    /// The record has no such input.
    #[error("the record has {0} inputs")]
    NoSuchInput(usize),
    /// The corrected record refuses an input that made sense only with the error; correct that one too.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The correction would change a round whose settlement is final.
    #[error("round {0} stands: its settlement can no longer be changed")]
    RoundStands(u32),
}

/// Computes the effect of fixing a record: both versions are played on fresh tables and their lines compared. Lines
/// that differ only in their number are left alone, and rounds before `first_open` may not change.
///
/// # Errors
/// See [`CorrectError`].
pub fn correct(
    fresh: &dyn AnyTable,
    inputs: &[Sent],
    fix: Fix,
    first_open: u32,
) -> Result<Correction, CorrectError> {
    let before = lines(&replay(&mut *fresh.boxed_clone(), inputs)?);
    let inputs = fixed(inputs, fix).ok_or(CorrectError::NoSuchInput(inputs.len()))?;
    let mut settled = lines(&replay(&mut *fresh.boxed_clone(), &inputs)?);
    let mut reversed = Vec::new();
    for (round, line) in before {
        let same = |(other_round, other): &(u32, Line)| *other_round == round && bare(other) == bare(&line);
        match settled.iter().position(same) {
            Some(at) => {
                settled.remove(at);
            }
            None => reversed.push((round, line)),
        }
    }
    let early = reversed.iter().chain(&settled).map(|(round, _)| *round).find(|round| *round < first_open);
    match early {
        Some(round) => Err(CorrectError::RoundStands(round)),
        None => Ok(Correction { inputs, reversed, settled }),
    }
}

fn fixed(inputs: &[Sent], fix: Fix) -> Option<Vec<Sent>> {
    let mut fixed = inputs.to_vec();
    match fix {
        Fix::Replace(n, sent) => *fixed.get_mut(n)? = sent,
        Fix::Insert(n, sent) if n <= fixed.len() => fixed.insert(n, sent),
        Fix::Remove(n) if n < fixed.len() => {
            fixed.remove(n);
        }
        Fix::Insert(..) | Fix::Remove(_) => return None,
    }
    Some(fixed)
}

/// The line without its position in the settlement.
fn bare(line: &Line) -> Line {
    Line { seq: 0, number: None, ..*line }
}

/// Every settlement line with its round.
fn lines(events: &[Event]) -> Vec<(u32, Line)> {
    let mut round = 0;
    let mut lines = Vec::new();
    for event in events {
        match event.what {
            What::RoundOpened { round: now } | What::RoundReopened { round: now } => round = now,
            What::Settled(line) => lines.push((round, line)),
            _ => {}
        }
    }
    lines
}
