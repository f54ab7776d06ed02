//! The deadlines of streams in order, so that a batch need not scan all streams for them.

use crate::ids::StreamId;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

/// The end of each stream's window.
#[derive(Default)]
pub(super) struct Deadlines {
    in_order: BTreeSet<(Instant, StreamId)>,
    of: BTreeMap<StreamId, Instant>,
}

impl Deadlines {
    /// Sets when a stream's window ends, or that it has none.
    pub(super) fn set(&mut self, stream: StreamId, ends: Option<Instant>) {
        let before = match ends {
            Some(ends) => self.of.insert(stream, ends),
            None => self.of.remove(&stream),
        };
        if before == ends {
            return;
        }
        if let Some(before) = before {
            self.in_order.remove(&(before, stream));
        }
        self.in_order.extend(ends.map(|ends| (ends, stream)));
    }

    /// Returns the earliest deadline.
    pub(super) fn next(&self) -> Option<Instant> {
        self.in_order.first().map(|(ends, _)| *ends)
    }

    /// Returns the streams whose window has ended by this time.
    pub(super) fn ended(&self, now: Instant) -> Vec<StreamId> {
        self.in_order.iter().take_while(|(ends, _)| *ends <= now).map(|(_, stream)| *stream).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// The slow and obvious way: scan all of them.
    fn slowly(all: &BTreeMap<StreamId, Instant>, now: Instant) -> (Option<Instant>, BTreeSet<StreamId>) {
        let ended = all.iter().filter(|(_, ends)| **ends <= now).map(|(stream, _)| *stream);
        (all.values().min().copied(), ended.collect())
    }

    #[test]
    fn windows_that_change_often_end_as_if_all_were_looked_through() {
        let begun = Instant::now();
        let (mut fast, mut all, mut state) = (Deadlines::default(), BTreeMap::new(), 7_u64);
        for step in 0..5_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (stream, length) = (StreamId(((state >> 33) % 40).cast_signed()), (state >> 45) % 500);
            let ends = (length > 50).then(|| begun + Duration::from_millis(step + length));
            fast.set(stream, ends);
            match ends {
                Some(ends) => _ = all.insert(stream, ends),
                None => _ = all.remove(&stream),
            }
            let now = begun + Duration::from_millis(step);
            let (next, ended) = slowly(&all, now);
            assert_eq!((fast.next(), fast.ended(now).into_iter().collect()), (next, ended), "step {step}");
        }
        assert_eq!(fast.in_order.len(), fast.of.len());
    }
}
