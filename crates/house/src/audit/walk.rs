//! Walks the chain of one stream row by row, in constant memory, and finds which row is at fault if the chain breaks.
//!
//! Each row names the hash of the row before it. If they do not fit, either of the two may have been changed. A row is
//! cleared if its hash is named elsewhere: by the row after it, by a root, or by a row that was moved away.

use super::report::{Fault, Finding, MOST};
use crate::ids::{Hash, StreamId};
use crate::loss::Loss;
use crate::unit::Unit;
use std::collections::BTreeSet;

/// How many rows at mismatched places are kept, to find out which are at fault.
const SUSPECTS: usize = 64;
/// How many rows with the same number are examined.
const TWINS: usize = 16;

/// A row and its hash.
#[derive(Clone)]
struct Hashed {
    unit: Unit,
    hash: Hash,
}

impl Hashed {
    fn of(unit: Unit) -> Hashed {
        let hash = unit.hash();
        Hashed { unit, hash }
    }
}

/// A row next to a break in the chain.
struct Suspect {
    row: Hashed,
    /// Whether the row after it, or a root, names its hash.
    cleared: bool,
}

/// All rows with the same number.
#[derive(Default)]
struct Group {
    seq: i64,
    /// The rows that are kept, of those that were counted.
    rows: Vec<Hashed>,
    count: usize,
    /// Whether a row with that number could not be read.
    unreadable: bool,
}

/// Walks along one stream.
pub(crate) struct Walk {
    stream: StreamId,
    name: String,
    /// The row before the first, and its hash: the last archived row, or row 0.
    start: (i64, Hash),
    /// The last row that a root names.
    anchor: Option<(i64, Hash)>,
    /// Whether the row that the root names has another hash.
    differs: bool,
    group: Group,
    last: Option<Group>,
    suspects: Vec<Suspect>,
    /// Pairs of numbers between which the chain is broken.
    broken: Vec<(i64, i64)>,
    /// The range of further breaks, which are not kept one by one.
    more: Option<(i64, i64)>,
    /// Hashes that something names, but not the row that should.
    named: BTreeSet<Hash>,
    /// Missing row numbers.
    gaps: Vec<i64>,
    findings: Vec<Finding>,
    unkept: u64,
    losses: Vec<Finding>,
}

/// The result of a walk along a stream.
pub(crate) struct Walked {
    /// Units that the stream itself records as lost.
    pub(crate) losses: Vec<Finding>,
    pub(crate) findings: Vec<Finding>,
    /// How many findings there were beyond those that are kept.
    pub(crate) unkept: u64,
    /// Whether the chain itself is valid, but the row that the last root names has another hash.
    pub(crate) rewritten: bool,
}

impl Walk {
    /// Creates a walk that starts after a row; row 0 if no row of the stream was archived.
    pub(crate) fn after(
        start: (i64, Hash),
        stream: StreamId,
        name: String,
        anchor: Option<(i64, Hash)>,
    ) -> Walk {
        Walk {
            stream,
            name,
            start,
            anchor,
            differs: false,
            group: Group::default(),
            last: None,
            suspects: Vec::new(),
            broken: Vec::new(),
            more: None,
            named: BTreeSet::new(),
            gaps: Vec::new(),
            findings: Vec::new(),
            unkept: 0,
            losses: Vec::new(),
        }
    }

    pub(crate) fn stream(&self) -> StreamId {
        self.stream
    }

    /// Returns the row that was walked last, and its hash.
    pub(crate) fn head(&self) -> Option<(i64, Hash)> {
        self.group.rows.first().map(|row| (row.unit.seq, row.hash))
    }

    /// Adds the next row, in the order of numbers.
    pub(crate) fn row(&mut self, unit: Unit) {
        self.turn_to(unit.seq);
        self.group.count += 1;
        if self.group.rows.len() < TWINS {
            self.group.rows.push(Hashed::of(unit));
        }
    }

    /// Adds a row that cannot be read.
    pub(crate) fn unreadable(&mut self, seq: i64, what: String) {
        self.turn_to(seq);
        self.group.count += 1;
        self.group.unreadable = true;
        self.find(seq, seq, Fault::Unreadable { what });
    }

    /// Adds a finding about rows.
    pub(crate) fn find(&mut self, from: i64, to: i64, fault: Fault) {
        if self.findings.len() >= MOST {
            self.unkept += 1;
            return;
        }
        let (stream, name) = (Some(self.stream), self.name.clone());
        self.findings.push(Finding { stream, name, from, to, fault, root: None });
    }

    fn turn_to(&mut self, seq: i64) {
        if self.group.count > 0 && self.group.seq != seq {
            self.close_group();
        }
        self.group.seq = seq;
    }

    /// Processes all rows of one number, once they are complete.
    fn close_group(&mut self) {
        let mut group = std::mem::take(&mut self.group);
        let seq = group.seq;
        if seq <= self.start.0 {
            self.find(seq, seq, Fault::Number);
            return;
        }
        if group.count > 1 {
            self.find(seq, seq, Fault::Twice { rows: group.count });
        }
        let expected = self.last.as_ref().map_or(self.start.0, |last| last.seq) + 1;
        if let Some(loss) = self.notice(&group, expected - 1) {
            self.lose(&loss, seq);
            self.link(&mut group);
        } else if seq > expected {
            self.missing(expected, &group);
        } else {
            self.link(&mut group);
        }
        self.compare_with_root(&mut group);
        self.last = Some(group);
    }

    /// Returns the loss that these rows record, if it begins after row `after`.
    fn notice(&self, group: &Group, after: i64) -> Option<Loss> {
        let said = group.rows.iter().find_map(|row| Loss::said_by(&row.unit).ok().flatten());
        said.filter(|loss| loss.stands == after)
    }

    /// Records a loss of units that the house itself reports. A root over one of the lost units proves no fault, unless
    /// it names another last unit than the notice does.
    fn lose(&mut self, loss: &Loss, by: i64) {
        let (stream, name) = (Some(self.stream), self.name.clone());
        let (from, to) = ((loss.stands + 1).min(loss.last), loss.last);
        self.losses.push(Finding { stream, name, from, to, fault: Fault::Lost { by }, root: None });
        self.differs |= self.anchor.is_some_and(|(seq, hash)| seq == loss.last && hash != loss.head);
    }

    /// Records that rows are missing before these. The row before the gap cannot be judged, and these rows name one
    /// that is gone.
    fn missing(&mut self, expected: i64, group: &Group) {
        self.find(expected, group.seq - 1, Fault::Missing);
        let room = SUSPECTS.saturating_sub(self.gaps.len());
        self.gaps.extend((expected..group.seq).take(room));
        if room > 0 {
            self.named.extend(group.rows.iter().map(|row| row.unit.previous));
        }
    }

    /// Checks that the rows name one of the rows before them.
    fn link(&mut self, group: &mut Group) {
        let before = self.last.take();
        // An unreadable row has no hash that another could name.
        if group.unreadable || before.as_ref().is_some_and(|before| before.unreadable) {
            return;
        }
        let start = self.start.1;
        let fits = |row: &Hashed| match &before {
            None => row.unit.previous == start,
            Some(before) => before.rows.iter().any(|before| before.hash == row.unit.previous),
        };
        if group.rows.iter().any(fits) {
            group.rows.retain(fits);
            self.clear(before.map_or(0, |before| before.seq));
        } else {
            self.break_at(before.as_ref(), group);
        }
    }

    /// Clears the row of that number: the row after it names it.
    fn clear(&mut self, seq: i64) {
        let last = self.suspects.last_mut().filter(|suspect| suspect.row.unit.seq == seq);
        if let Some(suspect) = last {
            suspect.cleared = true;
        }
    }

    fn break_at(&mut self, before: Option<&Group>, group: &Group) {
        let link = (before.map_or(0, |before| before.seq), group.seq);
        if self.suspects.len() >= SUSPECTS {
            self.more = Some((self.more.map_or(link.0, |(from, _)| from), link.0));
            return;
        }
        self.named.extend(group.rows.iter().map(|row| row.unit.previous));
        self.broken.push(link);
        for row in before.and_then(|before| before.rows.first()).into_iter().chain(group.rows.first()) {
            if self.suspects.last().is_none_or(|last| last.row.unit.seq != row.unit.seq) {
                self.suspects.push(Suspect { row: row.clone(), cleared: false });
            }
        }
    }

    fn compare_with_root(&mut self, group: &mut Group) {
        let Some((seq, hash)) = self.anchor.filter(|(seq, _)| *seq == group.seq) else { return };
        if group.rows.iter().any(|row| row.hash == hash) {
            group.rows.retain(|row| row.hash == hash);
            self.named.insert(hash);
            if let Some(suspect) = self.suspects.iter_mut().find(|one| one.row.unit.seq == seq) {
                suspect.cleared = true;
            }
        } else {
            self.differs = true;
        }
    }

    /// Finishes the walk at the end of the stream.
    pub(crate) fn end(mut self) -> Walked {
        if self.group.count > 0 {
            self.close_group();
        }
        let last = self.last.as_ref().map_or(self.start.0, |last| last.seq);
        if let Some((seq, _)) = self.anchor.filter(|(seq, _)| *seq > last) {
            self.find(last + 1, seq, Fault::CutOff);
        }
        let blamed = self.blame();
        self.tell(&blamed);
        if let Some((from, to)) = self.more {
            self.find(from, to, Fault::Changed);
        }
        let explained = self.anchor.is_some_and(|(seq, _)| {
            blamed.contains(&seq)
                || self.findings.iter().any(|finding| finding.from <= seq && seq <= finding.to)
        });
        self.findings.sort_by_key(|finding| finding.from);
        let (findings, unkept, losses) = (self.findings, self.unkept, self.losses);
        Walked { losses, findings, unkept, rewritten: self.differs && !explained }
    }

    fn suspect(&self, seq: i64) -> Option<&Suspect> {
        self.suspects.iter().find(|suspect| suspect.row.unit.seq == seq)
    }

    /// Returns the numbers of the rows that were changed or moved.
    fn blame(&mut self) -> BTreeSet<i64> {
        let mut blamed = BTreeSet::new();
        for (before, after) in self.broken.clone() {
            if self.differs && self.anchor.is_some_and(|(seq, _)| seq == before) {
                blamed.insert(before);
                continue;
            }
            // A row that another row or a root names is unchanged.
            let first_holds = self.suspect(before).is_none_or(|first| self.is_named(&first.row))
                || self.only_forgot(before, after);
            let second_holds = self.suspect(after).is_some_and(|second| second.cleared)
                || self.broken.iter().any(|(before, _)| *before == after);
            match (first_holds, second_holds) {
                (true, _) => _ = blamed.insert(after),
                (false, true) => _ = blamed.insert(before),
                // The row was taken from its place and put after the others.
                (false, false) if self.belongs(after, &self.gaps).is_some() => _ = blamed.insert(after),
                (false, false) => self.find(before, after, Fault::Unfit),
            }
        }
        blamed
    }

    fn is_named(&self, row: &Hashed) -> bool {
        self.named.contains(&row.hash)
    }

    /// Whether the second row is unchanged except for the hash by which it names the first.
    fn only_forgot(&self, before: i64, after: i64) -> bool {
        let (Some(first), Some(second)) = (self.suspect(before), self.suspect(after)) else { return false };
        let as_it_was = Unit { previous: first.row.hash, ..second.row.unit.clone() };
        self.named.contains(&as_it_was.hash())
    }

    /// Returns the number that a row was moved from, if its hash under another number is named somewhere.
    fn belongs(&self, seq: i64, places: &[i64]) -> Option<i64> {
        let mut unit = self.suspect(seq)?.row.unit.clone();
        places.iter().copied().find(|place| {
            unit.seq = *place;
            *place != seq && self.named.contains(&unit.hash())
        })
    }

    /// Adds the findings about the rows at fault, grouping neighbours.
    fn tell(&mut self, blamed: &BTreeSet<i64>) {
        let places: Vec<i64> = blamed.iter().chain(&self.gaps).copied().collect();
        let mut changed: Vec<i64> = Vec::new();
        for seq in blamed {
            match self.belongs(*seq, &places) {
                Some(belongs) => self.find(*seq, *seq, Fault::Moved { belongs }),
                None => changed.push(*seq),
            }
        }
        for run in changed.chunk_by(|one, next| one + 1 == *next) {
            if let (Some(from), Some(to)) = (run.first(), run.last()) {
                self.find(*from, *to, Fault::Changed);
            }
        }
    }
}
