//! A table file that replaces another between rounds.

use super::by_staff;
use engine::{Actor, FileHash, OpenError, Rank, Refusal};
use rulebook::TableConfig;
use std::sync::Arc;

/// A file that was shown to the table and resolved, and applies once the floor calls for it.
#[derive(Clone, Debug)]
pub(crate) struct Shown<T> {
    file: FileHash,
    terms: Arc<T>,
}

impl<T> Shown<T> {
    /// Keeps the resolved terms of a file.
    ///
    /// # Errors
    /// Refuses a file without a hash: it was not checked.
    pub(crate) fn new(config: &TableConfig, terms: T) -> Result<Shown<T>, OpenError> {
        let file = FileHash::parse(&config.hash);
        let file = file.ok_or_else(|| OpenError(format!("table \"{}\" was not checked", config.name)))?;
        Ok(Shown { file, terms: Arc::new(terms) })
    }

    /// The hash by which the floor calls for the file.
    pub(crate) fn file(&self) -> FileHash {
        self.file
    }
}

/// Returns the terms of the file that the floor calls for, if the table was shown it and no round is in
/// progress.
pub(crate) fn called_for<T>(
    actor: Actor,
    shown: Option<&Shown<T>>,
    file: FileHash,
    between_rounds: bool,
) -> Result<Arc<T>, Refusal> {
    by_staff(actor, Rank::Floor)?;
    if !between_rounds {
        return Err(Refusal::not_awaited("round-under-way"));
    }
    match shown {
        Some(shown) if shown.file == file => Ok(Arc::clone(&shown.terms)),
        _ => Err(Refusal::impossible("file-not-shown")),
    }
}
