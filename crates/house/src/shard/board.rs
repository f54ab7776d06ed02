//! What a shard shows of its tables to everybody who looks at many of them: no reader waits for the shard, and no command
//! waits for them.

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

/// The tables of a shard. Of one that was closed lately it is known that it is not there any more.
#[derive(Clone, Default)]
pub(crate) struct Board(Arc<Mutex<Shown>>);

#[derive(Default)]
struct Shown {
    tables: BTreeMap<StreamId, Option<Brief>>,
    /// Goes up whenever a table comes or goes.
    changes: u64,
}

impl Board {
    /// All of them.
    pub(crate) fn tables(&self) -> BTreeMap<StreamId, Option<Brief>> {
        self.shown().tables.clone()
    }

    /// How often a table has come or gone.
    pub(crate) fn changes(&self) -> u64 {
        self.shown().changes
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shard {
    /// Where its tables are shown.
    pub(crate) fn board(&self) -> Board {
        self.board.clone()
    }

    /// Shows these streams as they are held now; one that is not held, or is no table, is not shown.
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

    /// A table was closed.
    pub(super) fn take_down(&self, table: StreamId) {
        let mut shown = self.board.shown();
        shown.tables.insert(table, None);
        shown.changes += 1;
    }
}
