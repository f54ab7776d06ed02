//! What comes next at a table.

use engine::Due;

/// What the facts call for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next<Act> {
    /// A person or a device outside must answer.
    Await(Due),
    /// It happens by itself.
    Do(Act),
}
