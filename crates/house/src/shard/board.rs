//! Shows a shard's tables to readers of many tables: readers do not wait for the shard, and commands do not wait for
//! readers.

use super::Shard;
use crate::ids::{PersonId, StreamId};
use crate::stream::Stream;
use crate::table::TableFacts;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A table as the list of all tables shows it, after its last committed unit.
#[derive(Clone, Debug)]
pub struct Brief {
    /// What does not change.
    pub facts: Arc<TableFacts>,
    /// The number of its last unit.
    pub seq: i64,
    /// Places that are taken.
    pub taken: usize,
    /// The round.
    pub round: u32,
    /// The point that the round has reached.
    pub phase: &'static str,
}

impl Brief {
    fn of(stream: &dyn Stream, seq: i64) -> Option<Brief> {
        let table = stream.table()?;
        Some(Brief {
            facts: table.shared_facts(),
            seq,
            taken: table.seats().values().filter(|seat| seat.person != PersonId::HOUSE).count(),
            round: table.face().round(),
            phase: table.face().phase(),
        })
    }
}

/// The tables of a shard; `None` for one that was closed lately.
#[derive(Clone, Default)]
pub(crate) struct Board(Arc<Mutex<Shown>>);

#[derive(Default)]
struct Shown {
    tables: BTreeMap<StreamId, Option<Brief>>,
    /// Increases whenever a table is added or removed.
    changes: u64,
}

impl Board {
    /// Returns all tables.
    pub(crate) fn tables(&self) -> BTreeMap<StreamId, Option<Brief>> {
        self.shown().tables.clone()
    }

    /// Returns how often a table was added or removed.
    pub(crate) fn changes(&self) -> u64 {
        self.shown().changes
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    /// Returns the board where its tables are shown.
    pub(crate) fn board(&self) -> Board {
        self.board.clone()
    }

    /// Shows these streams in their current state; one that is not held, or is not a table, is removed.
    pub(super) fn show(&self, streams: impl IntoIterator<Item = StreamId>) {
        let mut shown = self.board.shown();
        for id in streams {
            let before = match self.held.get(&id).and_then(|held| Brief::of(&*held.stream, held.seq)) {
                Some(brief) => shown.tables.insert(id, Some(brief)).is_some(),
                None => shown.tables.remove(&id).is_none(),
            };
            shown.changes += u64::from(!before);
        }
    }

    /// Marks a table as closed.
    pub(super) fn take_down(&self, table: StreamId) {
        let mut shown = self.board.shown();
        shown.tables.insert(table, None);
        shown.changes += 1;
    }
}
