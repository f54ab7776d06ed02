//! A table as it is kept between units: its state, its cards and its books, to be encrypted.

use super::{Memory, TableFacts, TableStream};
use crate::secrets::KeyRing;
use crate::stream::Lost;
use crate::written;
use engine::compact;
use engine::{KeptCards, Snapshot};
use std::sync::Arc;

/// The schema of what is kept.
const SCHEMA: u8 = 1;

impl TableStream {
    pub(super) fn keep(&mut self) -> Result<Vec<u8>, compact::Error> {
        let state = self.table.save()?.to_bytes()?;
        let cards = self.driver.keep_cards();
        let mut bytes = vec![SCHEMA];
        bytes.append(&mut written::write(&(state, cards, &self.memory))?);
        Ok(bytes)
    }

    /// A table that goes on from what was kept.
    ///
    /// # Errors
    /// What cannot be read, or does not belong to this table's files.
    pub fn load(facts: Arc<TableFacts>, keys: Arc<KeyRing>, kept: &[u8]) -> Result<TableStream, Lost> {
        let stream = facts.id;
        let unreadable = |what: String| Lost::Unreadable { stream, what };
        let rest = kept
            .strip_prefix(&[SCHEMA])
            .ok_or_else(|| unreadable("the snapshot is of another schema".to_owned()))?;
        let mut this = TableStream::open(facts, keys).map_err(|error| unreadable(error.to_string()))?;
        let (state, cards, memory): (Vec<u8>, KeptCards, Memory) =
            written::read(rest).map_err(|error| unreadable(error.to_string()))?;
        let snapshot = Snapshot::from_bytes(&state).map_err(|error| unreadable(error.to_string()))?;
        this.table.restore(&snapshot).map_err(|error| unreadable(error.to_string()))?;
        this.driver.put_cards(cards);
        this.memory = memory;
        Ok(this)
    }
}
