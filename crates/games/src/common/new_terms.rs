//! A table file that takes the place of another between rounds.

use super::by_staff;
use engine::{Actor, FileHash, OpenError, Rank, Refusal};
use rulebook::TableConfig;
use std::sync::Arc;

/// A file that the table was shown, resolved, until the floor says that it shall be gone by.
#[derive(Clone, Debug)]
pub(crate) struct Shown<T> {
    file: FileHash,
    terms: Arc<T>,
}

impl<T> Shown<T> {
    /// Keeps the terms of a file.
    ///
    /// # Errors
    /// Refuses a file without a hash, which was not checked.
    pub(crate) fn new(config: &TableConfig, terms: T) -> Result<Shown<T>, OpenError> {
        let file = FileHash::parse(&config.hash);
        let file = file.ok_or_else(|| OpenError(format!("table \"{}\" was not checked", config.name)))?;
        Ok(Shown { file, terms: Arc::new(terms) })
    }

    /// The hash by which the file is called for.
    pub(crate) fn file(&self) -> FileHash {
        self.file
    }
}

/// The terms of the file that the floor calls for, between rounds and if the table was shown it.
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
