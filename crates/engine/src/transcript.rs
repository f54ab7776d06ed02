//! Compact storage of events, for live tables and long runs.
//!
//! An [`Event`] contains its settlement line and room for the largest number of rules, about 200 bytes in all. A
//! transcript stores each line once, beside the events, and likewise the rules of events that have any.

use crate::event::{Event, Sink, What};
use crate::rule::Cites;
use crate::wager::Line;

/// One event of a transcript: at most 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// What happened; a settlement refers to its line by its index among the transcript's lines.
    pub what: What<u32>,
    /// The index of its rules among the transcript's, counted from 1; 0 if it has none of its own.
    cites: u32,
}

const _: () = assert!(size_of::<Note>() <= 64, "a kept event has at most 64 bytes");

/// The events of a table, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    notes: Vec<Note>,
    cites: Vec<Cites>,
    lines: Vec<Line>,
}

impl Transcript {
    /// An empty transcript with room for that many events.
    pub fn with_room(events: usize) -> Transcript {
        let (notes, cites) = (Vec::with_capacity(events), Vec::with_capacity(events));
        Transcript { notes, cites, lines: Vec::with_capacity(events / 4) }
    }

    /// Removes everything and keeps the allocated room.
    pub fn clear(&mut self) {
        self.notes.clear();
        self.cites.clear();
        self.lines.clear();
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// Whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// Returns the events as they are stored.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Every settlement line, in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the rules of an event; those of a settlement are on its line.
    pub fn rules(&self, note: &Note) -> Cites {
        match note.what {
            What::Settled(line) => self.lines.get(place(line)).map_or(Cites::NONE, |line| line.cites),
            _ => place(note.cites)
                .checked_sub(1)
                .and_then(|at| self.cites.get(at))
                .copied()
                .unwrap_or_default(),
        }
    }

    /// The whole events, from the n-th on.
    pub fn events_from(&self, first: usize) -> impl Iterator<Item = Event> + '_ {
        self.notes.iter().skip(first).filter_map(|note| self.whole(note))
    }

    /// The whole events.
    pub fn events(&self) -> impl Iterator<Item = Event> + '_ {
        self.events_from(0)
    }

    /// Restores the whole event. A transcript that a table wrote is complete, so there always is one.
    fn whole(&self, note: &Note) -> Option<Event> {
        let what = note.what.with_line(|line| self.lines.get(place(line)).copied())?;
        Some(Event { what, cites: self.rules(note) })
    }
}

fn place(number: u32) -> usize {
    number as usize
}

/// Saturates only beyond four thousand million lines, which do not fit into memory.
fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl Sink for Transcript {
    type Line = u32;

    #[inline]
    fn keep(&mut self, line: &Line) -> u32 {
        self.lines.push(*line);
        number(self.lines.len() - 1)
    }

    #[inline]
    fn put(&mut self, what: What<u32>, cites: Cites) {
        let cited = !cites.is_empty() && !matches!(what, What::Settled(_));
        if cited {
            self.cites.push(cites);
        }
        self.notes.push(Note { what, cites: if cited { number(self.cites.len()) } else { 0 } });
    }
}
