//! What people have sent and received, recorded by themselves.

use serde_json::Value;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// The answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A unit executed it.
    Done { seq: i64, at: i64 },
    /// It was refused.
    Refused(u16),
    /// No answer, and the sender gave up.
    Nothing,
}

/// A command and its outcome.
#[derive(Clone, Debug)]
pub struct Entry {
    pub stream: i64,
    pub path: String,
    pub key: Uuid,
    pub person: i64,
    pub body: Value,
    pub heard: Heard,
    /// How often it was sent without an answer that settles it.
    pub lost: u32,
    /// When it was first sent, and the time until its answer.
    pub sent: Instant,
    pub took: Duration,
}

impl Entry {
    pub fn is_done(&self) -> bool {
        matches!(self.heard, Heard::Done { .. })
    }
}

/// All sent commands.
#[derive(Default)]
pub struct Diary(Mutex<Vec<Entry>>);

impl Diary {
    pub fn enter(&self, entry: Entry) {
        self.0.lock().unwrap().push(entry);
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap().clone()
    }

    /// The number of executed commands among those sent since then.
    pub fn done_since(&self, since: Instant) -> usize {
        let entries = self.0.lock().unwrap();
        entries.iter().filter(|entry| entry.sent >= since && entry.is_done()).count()
    }

    /// Removes entries. An entry that has the same key and another answer stays.
    pub fn take_out(&self, lost: &[Entry]) {
        let gone = |entry: &Entry| {
            lost.iter()
                .any(|lost| (lost.stream, lost.key, lost.heard) == (entry.stream, entry.key, entry.heard))
        };
        self.0.lock().unwrap().retain(|entry| !gone(entry));
    }
}
