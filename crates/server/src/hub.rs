//! The observers of tables in this process: a room for each table and audience, while it has observers.

use crate::frame::Frame;
use engine::Audience;
use house::Heard;
use house::ids::StreamId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{broadcast, watch};

/// How many frames a socket may be behind before it is dropped: it can reconnect and continue.
const MOST_BEHIND: usize = 256;

/// A message in a room.
#[derive(Clone, Debug)]
pub enum Told {
    /// A unit.
    Frame(Frame),
    /// The number of the table's last unit, for observers that have missed something without noticing.
    Head(i64),
}

/// All rooms of a process.
pub struct Hub {
    rooms: Mutex<BTreeMap<StreamId, BTreeMap<Audience, Room>>>,
    /// Incremented whenever a table gets its first observer or loses its last.
    changed: watch::Sender<u64>,
}

struct Room {
    sender: broadcast::Sender<Told>,
    watchers: usize,
}

impl Default for Hub {
    fn default() -> Hub {
        Hub { rooms: Mutex::default(), changed: watch::channel(0).0 }
    }
}

impl Hub {
    /// Enters a room.
    pub fn enter(self: &Arc<Hub>, table: StreamId, audience: Audience) -> Watcher {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let new = !rooms.contains_key(&table);
        let room = rooms.entry(table).or_default().entry(audience);
        let room = room.or_insert_with(|| Room { sender: broadcast::channel(MOST_BEHIND).0, watchers: 0 });
        room.watchers += 1;
        let receiver = room.sender.subscribe();
        drop(rooms);
        if new {
            self.changed.send_modify(|count| *count += 1);
        }
        Watcher { hub: Arc::clone(self), table, audience, receiver }
    }

    fn leave(&self, table: StreamId, audience: Audience) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(of_table) = rooms.get_mut(&table) else { return };
        if let Some(room) = of_table.get_mut(&audience) {
            room.watchers -= 1;
            if room.watchers == 0 {
                of_table.remove(&audience);
            }
        }
        if of_table.is_empty() {
            rooms.remove(&table);
            drop(rooms);
            self.changed.send_modify(|count| *count += 1);
        }
    }

    /// Returns the tables with observers.
    pub fn watched(&self) -> BTreeSet<StreamId> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect()
    }

    /// Signals changes of the set of observed tables.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Sends a unit to every room of a table, each in the form for its audience.
    pub fn tell(&self, heard: &Heard) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        for (audience, room) in rooms.get(&heard.stream).into_iter().flatten() {
            let _ = room.sender.send(Told::Frame(Frame::of(heard, *audience)));
        }
    }

    /// Sends a frame of another process to those rooms of its table whose audience is meant.
    pub fn pass_on(&self, frame: &Frame, meant: impl Fn(Audience) -> bool) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, room) in
            rooms.get(&frame.table).into_iter().flatten().filter(|(audience, _)| meant(**audience))
        {
            let _ = room.sender.send(Told::Frame(frame.clone()));
        }
    }

    /// Sends the number of a table's last unit to all its rooms.
    pub fn head(&self, table: StreamId, seq: i64) {
        let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        for room in rooms.get(&table).into_iter().flat_map(BTreeMap::values) {
            let _ = room.sender.send(Told::Head(seq));
        }
    }
}

/// An observer in a room, until it is dropped.
pub struct Watcher {
    hub: Arc<Hub>,
    table: StreamId,
    audience: Audience,
    receiver: broadcast::Receiver<Told>,
}

impl Watcher {
    /// Returns the next message; `None` if the observer is too far behind.
    pub async fn next(&mut self) -> Option<Told> {
        self.receiver.recv().await.ok()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.hub.leave(self.table, self.audience);
    }
}
