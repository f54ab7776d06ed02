//! Events kept small: what a live table and a long run hold on to.
//!
//! An [`Event`] carries its settlement line and room for as many rules as any has, some 200 bytes of it. Here a line
//! is kept once, beside the events, and so are the rules of those that rest on any.

use crate::event::{Event, Sink, What};
use crate::rule::Cites;
use crate::wager::Line;

/// One event of a transcript: at most 64 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// What happened; a settlement names its line by its place among the transcript's lines.
    pub what: What<u32>,
    /// Where its rules stand among the transcript's, counted from 1; 0 where it has none of its own.
    cites: u32,
}

const _: () = assert!(size_of::<Note>() <= 64, "a kept event has at most 64 bytes");

/// What a table said, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    notes: Vec<Note>,
    cites: Vec<Cites>,
    lines: Vec<Line>,
}

impl Transcript {
    /// Empty, with room for that many events.
    pub fn with_room(events: usize) -> Transcript {
        let (notes, cites) = (Vec::with_capacity(events), Vec::with_capacity(events));
        Transcript { notes, cites, lines: Vec::with_capacity(events / 4) }
    }

    /// Forgets everything and keeps the room.
    pub fn clear(&mut self) {
        self.notes.clear();
        self.cites.clear();
        self.lines.clear();
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.notes.len()
    }

    /// Whether nothing was said.
    pub fn is_empty(&self) -> bool {
        self.notes.is_empty()
    }

    /// The events as they are kept.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// Every settlement line, in order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The rules of an event; those of a settlement stand on its line.
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

    /// A transcript that a table wrote is complete, so there is always an event.
    fn whole(&self, note: &Note) -> Option<Event> {
        let what = note.what.with_line(|line| self.lines.get(place(line)).copied())?;
        Some(Event { what, cites: self.rules(note) })
    }
}

fn place(number: u32) -> usize {
    number as usize
}

/// Four thousand million lines do not fit into any memory, so a number is always the line's own.
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
