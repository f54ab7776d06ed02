//! Verifies an archive alone: that it is complete, that its chains hold, and that its signed roots cover them.

use super::ArchiveError;
use super::file::{Lines, Written};
use super::month::Month;
use super::record::{Counts, Described, Record};
use crate::anchor::{Chain, Root, Tip};
use crate::audit::{Fault, Finding, Report, Walk};
use crate::ids::{Hash, StreamId};
use crate::unit::Unit;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Progress is reported every this many units.
const TOLD_EVERY: u64 = 1_024;

/// A unit and its hash for each stream.
pub type Heads = BTreeMap<StreamId, (i64, Hash)>;

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The file.
    pub path: PathBuf,
    /// The month.
    pub month: Month,
    /// The findings, in the form that an audit of the database uses.
    pub report: Report,
    /// How much it holds.
    pub written: Written,
    /// The unit before the first one of each stream; number 0 if there was none.
    pub starts: Heads,
    /// The last unit of the month of each stream.
    pub ends: Heads,
    /// The properties whose streams it holds.
    pub properties: Vec<String>,
    /// The names of its streams.
    pub names: BTreeMap<StreamId, String>,
}

/// Verifies an archive. Without the key that verifies roots it checks only the chains. Calls `progress` from time to
/// time with the number of units read so far.
///
/// # Errors
/// The file cannot be read at all. Faults in its contents are findings; the check stops at a line that cannot be read.
pub fn check(
    path: &Path,
    trusted: Option<&[u8; 32]>,
    mut progress: impl FnMut(u64),
) -> Result<Checked, ArchiveError> {
    let mut lines = Lines::all(path)?;
    let month = match lines.next() {
        Ok(Some(Record::Archive { month })) => month,
        Ok(_) => return Err(ArchiveError::Cut { path: path.to_owned() }),
        Err(error) => return Err(error),
    };
    let mut work = Work {
        month,
        trusted,
        report: Report::new(),
        chain: None,
        broken: false,
        streams: BTreeMap::new(),
        section: None,
        starts: Heads::new(),
        ends: Heads::new(),
        properties: Vec::new(),
        counts: Counts::default(),
        total: None,
        progress: &mut progress,
    };
    loop {
        match lines.next() {
            Ok(Some(Record::Total { counts, hash })) => {
                work.end_section();
                work.total(counts, hash, lines.hash());
            }
            Ok(Some(record)) => work.record(record)?,
            Ok(None) => break,
            Err(error) if error.is_of_the_file() => {
                work.find(None, error.to_string());
                break;
            }
            Err(error) => return Err(error),
        }
    }
    let bytes = std::fs::metadata(path).map_err(|error| ArchiveError::file(path, &error))?.len();
    Ok(work.conclude(path, bytes, lines.bytes()))
}

/// The section of a stream.
struct Section {
    stream: StreamId,
    start: (i64, Hash),
    walk: Option<Box<Walk>>,
    strange: bool,
    /// The first and the last unit.
    units: Option<(i64, i64)>,
    /// The last unit of the month.
    last: Option<(i64, Hash)>,
    ended: bool,
}

struct Work<'w> {
    month: Month,
    trusted: Option<&'w [u8; 32]>,
    report: Report,
    chain: Option<Chain>,
    /// A root failed verification.
    broken: bool,
    streams: BTreeMap<StreamId, Described>,
    section: Option<Section>,
    starts: Heads,
    ends: Heads,
    properties: Vec<String>,
    counts: Counts,
    total: Option<Hash>,
    progress: &'w mut dyn FnMut(u64),
}

impl Work<'_> {
    fn find(&mut self, stream: Option<StreamId>, what: impl Into<String>) {
        self.report.add(Finding::of_archive(&self.month, stream, what));
    }

    fn record(&mut self, record: Record) -> Result<(), ArchiveError> {
        if self.total.is_some() && !matches!(record, Record::Index { .. }) {
            self.find(None, "something stands behind the total");
            return Ok(());
        }
        match record {
            Record::Property { name, .. } => self.properties.push(name),
            Record::Stream(stream) => _ = self.streams.insert(stream.id, *stream),
            Record::Before(tip) => self.begin_roots(tip)?,
            Record::Root(line) => self.root(&line),
            Record::Of(stream) => self.begin_section(stream),
            Record::Start(start) => {
                if let Some(section) = &mut self.section {
                    section.start = (start.seq, start.head);
                }
            }
            Record::Unit(unit) => self.unit(unit),
            Record::Shoe(_) => self.counts.shoes += 1,
            Record::Transfer { seq, .. } => {
                self.counts.transfers += 1;
                self.goes_with("transfer", seq);
            }
            Record::Contribution(one) => {
                self.counts.contributions += 1;
                self.goes_with("contribution", one.seq);
            }
            Record::End { seq, head } => self.end_of_month(seq, head),
            Record::Archive { .. } => self.find(None, "it begins a second time"),
            Record::Operator { .. }
            | Record::Dictionary { .. }
            | Record::Link { .. }
            | Record::Total { .. }
            | Record::Index { .. } => {}
        }
        Ok(())
    }

    fn begin_roots(&mut self, tip: Tip) -> Result<(), ArchiveError> {
        self.chain = self.trusted.map(|trusted| Chain::after(trusted, tip)).transpose()?;
        Ok(())
    }

    fn root(&mut self, line: &str) {
        self.counts.roots += 1;
        let Some(chain) = self.chain.as_mut().filter(|_| !self.broken) else { return };
        let next = chain.tip().number + 1;
        let added = match line.parse::<Root>() {
            Ok(root) => chain.add(&root).map_err(|fault| fault.to_string()),
            Err(fault) => Err(format!("it cannot be read: {fault}")),
        };
        if let Err(what) = added {
            // The roots before it are used, and none after it.
            self.broken = true;
            self.report.add(Finding::at_root(next, Fault::Roots { what }));
        }
    }

    fn head(&self, stream: StreamId) -> Option<(i64, Hash)> {
        self.chain.as_ref().and_then(|chain| chain.heads().get(&stream).copied())
    }

    fn begin_section(&mut self, stream: StreamId) {
        self.end_section();
        if self.starts.last_key_value().is_some_and(|(last, _)| *last >= stream) {
            self.find(Some(stream), "its part stands in another place than it was written at");
        }
        self.counts.streams += 1;
        self.report.streams += 1;
        self.starts.insert(stream, (0, Hash::NONE));
        let start = (0, Hash::NONE);
        self.section = Some(Section {
            stream,
            start,
            walk: None,
            strange: false,
            units: None,
            last: None,
            ended: false,
        });
    }

    fn unit(&mut self, mut unit: Unit) {
        let Some(mut section) = self.section.take() else { return self.find(None, "a unit is of no stream") };
        let stream = section.stream;
        let anchored = self.head(stream);
        let of_month = unit.at < self.month.ends();
        let seq = unit.seq;
        *if of_month { &mut self.counts.units } else { &mut self.counts.after } += 1;
        self.report.units += 1;
        if anchored.is_none_or(|(anchored, _)| seq > anchored) {
            self.report.unanchored += 1;
        }
        if unit.at < self.month.begins() {
            self.find(Some(stream), format!("unit {seq} is of a month before"));
        }
        let known = self.streams.get(&stream);
        let name = known.map(|known| known.name.clone()).unwrap_or_default();
        let start = section.start;
        let walk = section.walk.get_or_insert_with(|| Box::new(Walk::after(start, stream, name, anchored)));
        match known {
            Some(known) => {
                unit.realm.currency = known.realm.currency;
                if unit.realm != known.realm && !section.strange {
                    section.strange = true;
                    walk.find(seq, seq, Fault::OtherRealm);
                }
            }
            None => walk.find(seq, seq, Fault::NoStream),
        }
        walk.row(unit);
        if of_month {
            section.last = walk.head().filter(|(last, _)| *last == seq).or(section.last);
        }
        section.units = Some((section.units.map_or(seq, |(first, _)| first), seq));
        self.section = Some(section);
        if self.report.units.is_multiple_of(TOLD_EVERY) {
            (self.progress)(self.report.units);
        }
    }

    fn goes_with(&mut self, what: &str, seq: i64) {
        let section = self.section.as_ref();
        let there = section
            .and_then(|section| section.units)
            .is_some_and(|(first, last)| (first..=last).contains(&seq));
        if !there {
            self.find(
                section.map(|section| section.stream),
                format!("a {what} goes with unit {seq}, which is not there"),
            );
        }
    }

    fn end_of_month(&mut self, seq: i64, head: Hash) {
        let Some(section) = &mut self.section else { return self.find(None, "a month ends for no stream") };
        section.ended = true;
        let (stream, last) = (section.stream, section.last);
        self.ends.insert(stream, (seq, head));
        if last != Some((seq, head)) {
            self.find(Some(stream), format!("its last unit of the month is not {seq} as it was closed with"));
        }
    }

    fn end_section(&mut self) {
        let Some(section) = self.section.take() else { return };
        let stream = section.stream;
        self.starts.insert(stream, section.start);
        if !section.ended {
            self.find(Some(stream), "its part has no end");
        }
        let covered = self.head(stream).map_or(0, |(seq, _)| seq);
        if let (Some((seq, _)), Some(_)) = (section.last.filter(|(seq, _)| *seq > covered), &self.chain) {
            self.find(Some(stream), format!("no signed root in it covers unit {seq}"));
        }
        let Some(walk) = section.walk else { return };
        let walked = walk.end();
        self.report.losses.extend(walked.losses);
        walked.findings.into_iter().for_each(|finding| self.report.add(finding));
        self.report.found += walked.unkept;
        if walked.rewritten
            && let Some((to, _)) = self.head(stream)
        {
            let name = self.streams.get(&stream).map(|known| known.name.clone()).unwrap_or_default();
            let (from, stream, fault) = (section.start.0 + 1, Some(stream), Fault::Rewritten);
            self.report.add(Finding { stream, name, from, to, fault, root: None });
        }
    }

    fn total(&mut self, counts: Counts, hash: Hash, read: Hash) {
        if hash != read {
            self.find(None, format!("it was changed: it says {read}, and was written to say {hash}"));
        }
        if counts != self.counts {
            self.find(None, "it holds another number of lines than were written");
        }
        self.total = Some(read);
    }

    fn conclude(mut self, path: &Path, bytes: u64, text: u64) -> Checked {
        if self.total.is_none() {
            self.end_section();
            self.find(None, "its end was cut off");
        }
        if let Some(chain) = &self.chain {
            self.report.last_root = chain.tip();
        }
        self.report.archives.push(self.month);
        let written = Written { counts: self.counts, hash: self.total.unwrap_or(Hash::NONE), text, bytes };
        let names = self.streams.into_iter().map(|(id, stream)| (id, stream.name)).collect();
        Checked {
            path: path.to_owned(),
            month: self.month,
            report: self.report,
            written,
            starts: self.starts,
            ends: self.ends,
            properties: self.properties,
            names,
        }
    }
}
