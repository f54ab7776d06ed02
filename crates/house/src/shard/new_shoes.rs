//! New cards at tables that the house deals, before theirs have been used for as long as they may be.

use super::Shard;
use crate::ids::{Key, PersonId};
use crate::stream::Request;

impl Shard {
    /// Looks through all tables, whose answer is hardly ever more than a comparison of two times.
    pub(super) fn make_new_shoes(&mut self) {
        let now = self.clock.now();
        for (id, held) in &self.held {
            let new_shoe = held.stream.table().and_then(|table| table.makes_new_shoe(now));
            let Some(command) = new_shoe.filter(|_| !self.stale.contains(id)) else { continue };
            // By the unit after which it is said: it is said once, also where that takes a while.
            let key = Key::derived("new-shoe", &[id.0, held.seq]);
            let (stream, person, seen) = (*id, PersonId::HOUSE, held.seq);
            self.own
                .push((Request { stream, key, person, sender: None, question: None, seen, command }, None));
        }
    }
}
