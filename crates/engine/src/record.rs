//! Records: a table is the sum of its inputs, so keeping those keeps everything.

use crate::event::{Event, What};
use crate::input::Input;
use crate::people::Actor;
use crate::refusal::Refusal;
use crate::table::AnyTable;
use crate::wager::Line;

/// One granted input, as it was sent.
pub type Sent = (Actor, Input);

/// Plays recorded inputs on a freshly opened table.
///
/// # Errors
/// The position of the first input that is refused, and the refusal.
pub fn replay(table: &mut dyn AnyTable, inputs: &[Sent]) -> Result<Vec<Event>, (usize, Refusal)> {
    let mut events = Vec::new();
    for (n, (actor, input)) in inputs.iter().enumerate() {
        table.apply(*actor, *input, &mut events).map_err(|refusal| (n, refusal))?;
    }
    Ok(events)
}

/// What a correction changes in money: lines that were settled and would not have been, and the reverse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Correction {
    /// Lines to be reversed.
    pub reversed: Vec<Line>,
    /// Lines to be settled instead.
    pub settled: Vec<Line>,
}

/// Works out what follows when input `n` was really another: both courses are played on fresh tables and
/// their settlement lines compared. Lines that stay the same are not touched.
///
/// # Errors
/// The position of the input that the corrected course refuses, and the refusal. A later input that only
/// made sense under the error must be corrected as well.
pub fn correct(
    fresh: &dyn AnyTable,
    inputs: &[Sent],
    n: usize,
    really: Sent,
) -> Result<(Vec<Sent>, Correction), (usize, Refusal)> {
    let before = lines(&replay(&mut *fresh.boxed_clone(), inputs)?);
    let mut corrected = inputs.to_vec();
    if let Some(place) = corrected.get_mut(n) {
        *place = really;
    }
    let mut after = lines(&replay(&mut *fresh.boxed_clone(), &corrected)?);
    let mut correction = Correction::default();
    for line in before {
        match after.iter().position(|other| *other == line) {
            Some(at) => {
                after.remove(at);
            }
            None => correction.reversed.push(line),
        }
    }
    correction.settled = after;
    Ok((corrected, correction))
}

fn lines(events: &[Event]) -> Vec<Line> {
    let line = |event: &Event| match event.what {
        What::Settled(line) => Some(line),
        _ => None,
    };
    events.iter().filter_map(line).collect()
}
