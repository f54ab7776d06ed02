//! Why a line came out as it did, from the events alone.

use engine::{Event, Line, Reason};

pub(crate) fn reasons(_events: &[Event], _line: &Line) -> Vec<Reason> {
    Vec::new()
}
