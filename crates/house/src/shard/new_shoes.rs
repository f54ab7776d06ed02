//! Makes new shoes at tables that the house deals, before the cards' time limit is over.

use super::Shard;
use crate::ids::{Key, PersonId};
use crate::stream::Request;

impl Shard {
    /// Checks all tables; for nearly all of them this only compares two times.
    pub(super) fn make_new_shoes(&mut self) {
        let now = self.clock.now();
        for (id, held) in &self.held {
            let new_shoe = held.stream.table().and_then(|table| table.makes_new_shoe(now));
            let Some(command) = new_shoe.filter(|_| !self.stale.contains(id)) else { continue };
            // The key is derived from the last unit, so that a slow command is not sent twice.
            let key = Key::derived("new-shoe", &[id.0, held.seq]);
            let (stream, person, seen) = (*id, PersonId::HOUSE, held.seq);
            self.own
                .push((Request { stream, key, person, sender: None, question: None, seen, command }, None));
        }
    }
}
