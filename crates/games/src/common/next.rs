//! The next act at a table.

use engine::Due;

/// The next act that follows from the facts on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Next<Act> {
    /// A person or a device outside must answer.
    Await(Due),
    /// The table does it without waiting.
    Do(Act),
}
