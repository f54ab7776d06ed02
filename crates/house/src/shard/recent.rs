//! The commands that were carried out lately, by key: a retry has the same answer.

use super::Done;
use crate::ids::{Hash, Key, Time};
use crate::stream::{Refused, Request};
use crate::unit::Unit;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// How many commands are kept in memory. A retry usually comes within a few units; for older ones the journal is
/// searched.
const REMEMBERED: usize = 128;

/// A command that was carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Before {
    /// The command's hash.
    pub(super) request: Hash,
    /// The unit that carried it out, and when.
    pub(super) seq: i64,
    pub(super) at: Time,
}

impl Before {
    /// Returns the answer to a retry, if it is the same command.
    pub(super) fn again(&self, request: &Request) -> Result<Done, Refused> {
        let hash = request.hash().map_err(|error| Refused::Fault(error.to_string()))?;
        if self.request != hash {
            return Err(Refused::OtherBody(request.key));
        }
        Ok(Done { seq: self.seq, at: self.at, again: true, events: Arc::default() })
    }
}

impl From<&Unit> for Before {
    fn from(unit: &Unit) -> Before {
        Before { request: unit.request, seq: unit.seq, at: unit.at }
    }
}

/// The last commands of a stream: all of them since a unit.
pub(super) struct Recent {
    /// Every command of a later unit is included.
    since: i64,
    order: VecDeque<(Key, i64)>,
    /// Keyed by the key as a number, which is compared faster than its bytes.
    known: BTreeMap<u128, Before>,
}

impl Recent {
    /// Starts after this unit: earlier units are unknown.
    pub(super) fn from(seq: i64) -> Recent {
        Recent { since: seq, order: VecDeque::new(), known: BTreeMap::new() }
    }

    /// Returns the last unit that is unknown.
    pub(super) fn since(&self) -> i64 {
        self.since
    }

    /// Returns what was carried out under the key.
    pub(super) fn get(&self, key: &Key) -> Option<Before> {
        self.known.get(&number(*key)).copied()
    }

    /// Whether a command that was first sent after this unit would be known if it had been carried out.
    pub(super) fn covers(&self, seen: i64) -> bool {
        seen >= self.since
    }

    pub(super) fn put(&mut self, key: Key, before: Before) {
        self.known.insert(number(key), before);
        self.order.push_back((key, before.seq));
    }

    /// Forgets all but the last commands. Call it only before the journal is read for a batch: commands that were in
    /// memory then are not looked up, and must still be in memory when their turn comes, however many units the batch
    /// puts before them.
    pub(super) fn forget(&mut self) {
        let many = self.order.len().saturating_sub(REMEMBERED);
        for (oldest, seq) in self.order.drain(..many) {
            self.known.remove(&number(oldest));
            self.since = seq;
        }
    }
}

fn number(key: Key) -> u128 {
    u128::from_be_bytes(key.0)
}
