//! Which streams exist, and the way to each.

use super::House;
use crate::ids::{Realm, StreamId};
use crate::shard::{Board, Brief, Job};
use crate::store::StreamRow;
use crate::stream::{Command, NotHere, Refused, Request};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{Semaphore, mpsc};

/// The location of a stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) shard: i32,
    pub(super) realm: Realm,
    /// The cage, of a table and of a meter.
    pub(super) cage: Option<StreamId>,
    pub(super) is_table: bool,
    pub(super) is_meter: bool,
    pub(super) closed: bool,
}

impl From<&StreamRow> for Entry {
    fn from(row: &StreamRow) -> Entry {
        let (is_table, is_meter, closed) = (row.kind == "table", row.kind == "meter", row.closed);
        Entry { shard: row.shard, realm: row.realm, cage: row.cage, is_table, is_meter, closed }
    }
}

impl Sign {
    pub(super) fn of(row: &StreamRow) -> Option<Sign> {
        let (game, cage) = (row.game()?.to_owned(), row.cage?);
        let open = !row.closed;
        open.then(|| Sign { table: row.id, name: row.name.clone(), game, realm: row.realm, cage })
    }
}

/// The way to the owner of a shard.
#[derive(Clone)]
pub(super) struct Way {
    pub(super) jobs: mpsc::UnboundedSender<Job>,
    /// One permit for each command that may wait.
    pub(super) places: Arc<Semaphore>,
    /// One permit for each look that may wait.
    pub(super) looks: Arc<Semaphore>,
    /// What the shard shows of its tables.
    pub(super) board: Board,
}

/// A table of the house, as the list of all tables shows it.
#[derive(Clone, Debug)]
pub enum Listing {
    /// A table in this process.
    Here(Brief),
    /// A table that is not in this process; another process may have it.
    Away(Sign),
}

/// What is known about a table without its owner.
#[derive(Clone, Debug)]
pub struct Sign {
    /// Its number.
    pub table: StreamId,
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Where it belongs.
    pub realm: Realm,
    /// Its cage.
    pub cage: StreamId,
}

/// The location of each stream, and the owners of the shards.
#[derive(Default)]
pub(super) struct Directory {
    pub(super) streams: BTreeMap<StreamId, Entry>,
    /// The tables that are not closed.
    pub(super) signs: BTreeMap<StreamId, Sign>,
    pub(super) owners: BTreeMap<i32, Way>,
    /// Increases whenever a table or an owner is added or removed.
    changes: u64,
    /// Until when other processes will not take this one's shards; `None` if there are no other processes.
    pub(super) lease: Option<Instant>,
}

impl Directory {
    /// Enters what the database says about all streams.
    pub(super) fn put_streams(&mut self, rows: &[StreamRow]) {
        self.streams = rows.iter().map(|row| (row.id, row.into())).collect();
        let signs: BTreeMap<StreamId, Sign> =
            rows.iter().filter_map(Sign::of).map(|sign| (sign.table, sign)).collect();
        if !signs.keys().eq(self.signs.keys()) {
            self.changes += 1;
        }
        self.signs = signs;
    }

    pub(super) fn put_owner(&mut self, shard: i32, way: Way) {
        self.changes += 1;
        self.owners.insert(shard, way);
    }

    pub(super) fn remove_owner(&mut self, shard: i32) -> Option<Way> {
        self.changes += 1;
        self.owners.remove(&shard)
    }

    pub(super) fn way(&self, stream: StreamId) -> Option<&Way> {
        self.owners.get(&self.streams.get(&stream)?.shard)
    }

    /// Refuses a buy-in or a fill at a table of another operator, property or currency, or of another cage.
    pub(super) fn judge(&self, request: &Request) -> Result<(), Refused> {
        let command = match &request.command {
            Command::Order { what, .. } => what,
            command => command,
        };
        let (Command::BuyIn { table, .. } | Command::Fill { table, .. }) = command else { return Ok(()) };
        let here = self.streams.get(&request.stream).map(|entry| entry.realm);
        let there = self.streams.get(table).filter(|entry| entry.is_table);
        let there = there.ok_or(Refused::NotHere(NotHere::NoSuchTable))?;
        if there.closed {
            return Err(Refused::NotHere(NotHere::TableClosed));
        }
        if here != Some(there.realm) {
            return Err(Refused::OtherRealm("the table"));
        }
        if there.cage != Some(request.stream) {
            return Err(Refused::NotHere(NotHere::OtherCage));
        }
        Ok(())
    }
}

impl House {
    /// Returns a value that changes whenever a table or a shard is added to this process or removed from it: until then
    /// [`House::listings`] names the same tables.
    pub fn generation(&self) -> (u64, u64) {
        self.read(|directory| {
            let boards = directory.owners.values().map(|way| way.board.changes());
            (directory.changes, boards.fold(0, u64::wrapping_add))
        })
    }

    /// Returns all tables that are not closed, in whatever process, in the order of their numbers. Does not wait for
    /// any shard.
    pub fn listings(&self) -> Vec<Listing> {
        // After the end of the lease another process may own these tables.
        let leased = self.lease().is_some();
        let (mut signs, boards) = self.read(|directory| {
            let boards: Vec<Board> = directory.owners.values().map(|way| way.board.clone()).collect();
            (directory.signs.clone(), boards)
        });
        let mut all = BTreeMap::new();
        for board in &boards {
            for (id, brief) in board.tables() {
                let sign = signs.remove(&id);
                match brief.filter(|_| leased) {
                    Some(brief) => _ = all.insert(id, Listing::Here(brief)),
                    None if leased => {}
                    None => all.extend(sign.map(|sign| (id, Listing::Away(sign)))),
                }
            }
        }
        all.extend(signs.into_iter().map(|(id, sign)| (id, Listing::Away(sign))));
        all.into_values().collect()
    }
}
