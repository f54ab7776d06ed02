//! What people have sent and heard, written down by themselves.

use serde_json::Value;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use uuid::Uuid;

/// What came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A unit carried it out.
    Done { seq: i64, at: i64 },
    /// It was refused.
    Refused(u16),
    /// No answer, and the sender gave up.
    Nothing,
}

/// A command and what became of it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub stream: i64,
    pub path: String,
    pub key: Uuid,
    pub person: i64,
    pub body: Value,
    pub heard: Heard,
    /// How often it was sent without any answer that says what became of it.
    pub lost: u32,
    /// When it was first sent, and how long it took until it was answered.
    pub sent: Instant,
    pub took: Duration,
}

impl Entry {
    pub fn is_done(&self) -> bool {
        matches!(self.heard, Heard::Done { .. })
    }
}

/// Everything that was sent.
#[derive(Default)]
pub struct Diary(Mutex<Vec<Entry>>);

impl Diary {
    pub fn enter(&self, entry: Entry) {
        self.0.lock().unwrap().push(entry);
    }

    pub fn entries(&self) -> Vec<Entry> {
        self.0.lock().unwrap().clone()
    }

    /// How many commands were carried out, of those that were sent since then.
    pub fn done_since(&self, since: Instant) -> usize {
        let entries = self.0.lock().unwrap();
        entries.iter().filter(|entry| entry.sent >= since && entry.is_done()).count()
    }

    /// Takes entries out. An entry that has the same key and another answer stays.
    pub fn take_out(&self, lost: &[Entry]) {
        let gone = |entry: &Entry| {
            lost.iter()
                .any(|lost| (lost.stream, lost.key, lost.heard) == (entry.stream, entry.key, entry.heard))
        };
        self.0.lock().unwrap().retain(|entry| !gone(entry));
    }
}
