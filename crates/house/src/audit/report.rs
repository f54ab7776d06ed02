//! The findings of an audit, in words.

use crate::anchor::Tip;
use crate::archive::Month;
use crate::ids::StreamId;
use std::fmt;

/// How many findings are kept in detail; any more are only counted.
pub(crate) const MOST: usize = 1_000;

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// Units differ from what the units after them, or a root, say of them.
    Changed,
    /// A unit does not name the one before it, and it is not known which of the two was changed.
    Unfit,
    /// A unit is at another place than where it was written.
    Moved {
        /// The number that it was written under.
        belongs: i64,
    },
    /// Units are missing between others.
    Missing,
    /// The last units, which a root names, are missing.
    CutOff,
    /// The house recorded that the database has lost units, as in a failover. This is not a fault of the journal, and
    /// is listed apart from faults.
    Lost {
        /// The unit that records it.
        by: i64,
    },
    /// Several units have the same number.
    Twice {
        /// The number of rows.
        rows: usize,
    },
    /// The units fit each other but not a root: the last one was changed, or an earlier one was and all after it were
    /// rechained.
    Rewritten,
    /// A unit cannot be read.
    Unreadable {
        /// The reason.
        what: String,
    },
    /// A unit's number is invalid: they count from 1.
    Number,
    /// Units belong to a stream that does not exist.
    NoStream,
    /// A unit belongs to another operator or property than its stream.
    OtherRealm,
    /// The file of roots is invalid from here on; the roots before are used.
    Roots {
        /// The reason.
        what: String,
    },
    /// The database has another root of this number than the file.
    RootDiffers,
    /// The database lacks a root that the file has, and has a later one.
    RootMissing,
    /// The database has a root that the file lacks.
    RootUnknown,
    /// A log was changed.
    Log(LogFault),
    /// An archive is faulty.
    Archive {
        /// The reason.
        what: String,
    },
}

/// What is wrong with entries of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LogFault {
    /// An entry does not follow from the one before it, or is not the one that the end of the chain names.
    Changed,
    /// Entries are missing between others.
    Missing,
    /// The last entries, which the end of the chain names, are missing.
    CutOff,
    /// Entries have the number of other entries, or follow the end of the chain.
    Added,
}

impl Fault {
    /// Returns a word for the fault, for programs.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::Changed => "changed",
            Fault::Unfit => "unfit",
            Fault::Moved { .. } => "moved",
            Fault::Missing => "missing",
            Fault::CutOff => "cut-off",
            Fault::Lost { .. } => "lost",
            Fault::Twice { .. } => "twice",
            Fault::Rewritten => "rewritten",
            Fault::Unreadable { .. } => "unreadable",
            Fault::Number => "number",
            Fault::NoStream => "no-stream",
            Fault::OtherRealm => "other-realm",
            Fault::Roots { .. } => "roots",
            Fault::RootDiffers => "root-differs",
            Fault::RootMissing => "root-missing",
            Fault::RootUnknown => "root-unknown",
            Fault::Log(LogFault::Changed) => "log-changed",
            Fault::Log(LogFault::Missing) => "log-missing",
            Fault::Log(LogFault::CutOff) => "log-cut-off",
            Fault::Log(LogFault::Added) => "log-added",
            Fault::Archive { .. } => "archive",
        }
    }
}

/// A fault, and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The stream; `None` if a root or a log is at fault.
    pub stream: Option<StreamId>,
    /// The name of the stream, if it has one, or of the log.
    pub name: String,
    /// The number of the first unit, root or entry.
    pub from: i64,
    /// The number of the last one.
    pub to: i64,
    /// What is wrong.
    pub fault: Fault,
    /// The first root that still covered the original: the change was made after it was signed. `None` if no root
    /// covers it.
    pub root: Option<u64>,
}

impl Finding {
    pub(crate) fn at_root(number: u64, fault: Fault) -> Finding {
        // For people only: the database has no root beyond this one, and the fault says what is wrong with it.
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        Finding { stream: None, name: String::new(), from: number, to: number, fault, root: None }
    }

    /// Creates a finding about an archive, named by its month or its file.
    pub(crate) fn of_archive(
        name: &impl ToString,
        stream: Option<StreamId>,
        what: impl Into<String>,
    ) -> Finding {
        let fault = Fault::Archive { what: what.into() };
        Finding { stream, name: name.to_string(), from: 0, to: 0, fault, root: None }
    }

    /// Describes the fault, without the place.
    pub fn what(&self) -> String {
        let Finding { from, to, fault, .. } = self;
        let several = from != to;
        match fault {
            Fault::Changed if several => "were changed after they were written".to_owned(),
            Fault::Changed => "was changed after it was written".to_owned(),
            Fault::Unfit => format!("one of them was changed: {to} does not name {from}"),
            Fault::Moved { belongs } => format!("was written as unit {belongs} and was moved here"),
            Fault::Missing if several => "are missing".to_owned(),
            Fault::Missing => "is missing".to_owned(),
            Fault::CutOff if several => "are missing: the end was cut off".to_owned(),
            Fault::CutOff => "is missing: the end was cut off".to_owned(),
            Fault::Lost { by } if several => format!("were lost by the database, as unit {by} says"),
            Fault::Lost { by } => format!("was lost by the database, as unit {by} says"),
            Fault::Twice { rows } => format!("is there {rows} times"),
            Fault::Rewritten if several => {
                format!("{to} is not what was signed: it was changed, or one before it and all since")
            }
            Fault::Rewritten => "is not what was signed".to_owned(),
            Fault::Unreadable { what } => format!("cannot be read: {what}"),
            Fault::Number => "has a number that no unit has there".to_owned(),
            Fault::NoStream => "there is no such stream".to_owned(),
            Fault::OtherRealm => "belongs to another operator or property than its stream".to_owned(),
            Fault::Roots { what } => format!("{what}; from here on the file is not used"),
            Fault::RootDiffers => "is another one in the database than in the file".to_owned(),
            Fault::RootMissing => "is in the file and not in the database".to_owned(),
            Fault::RootUnknown => "is in the database and not in the file".to_owned(),
            Fault::Log(LogFault::Changed) => "it or the one before it was changed".to_owned(),
            Fault::Log(LogFault::Missing) if several => "are missing".to_owned(),
            Fault::Log(LogFault::Missing) => "is missing".to_owned(),
            Fault::Log(LogFault::CutOff) if several => "are missing: the end was cut off".to_owned(),
            Fault::Log(LogFault::CutOff) => "is missing: the end was cut off".to_owned(),
            Fault::Log(LogFault::Added) if several => "were put in past the chain".to_owned(),
            Fault::Log(LogFault::Added) => "was put in past the chain".to_owned(),
            Fault::Archive { what } => what.clone(),
        }
    }

    /// Describes the place: `unit 7 of table 3 (main floor)`.
    pub fn place(&self) -> String {
        let Some(stream) = self.stream else { return self.units() };
        let units = self.units();
        let name = if self.name.is_empty() { String::new() } else { format!(" ({})", self.name) };
        format!("{units} of stream {}{name}", stream.0)
    }

    /// Describes the units, the root or the entries alone.
    pub fn units(&self) -> String {
        let Finding { stream, name, from, to, fault, .. } = self;
        match (stream, fault) {
            (None, Fault::Log(_)) if from == to => format!("entry {from} of {name}"),
            (None, Fault::Log(_)) => format!("entries {from} to {to} of {name}"),
            (_, Fault::Archive { .. }) => format!("archive {name}"),
            (None, _) => format!("root {from}"),
            (Some(_), _) if from == to => format!("unit {from}"),
            (Some(_), _) => format!("units {from} to {to}"),
        }
    }

    /// Describes since when the fault can have existed.
    pub fn since(&self) -> String {
        match (self.stream, self.root) {
            (None, _) => String::new(),
            (Some(_), Some(root)) => format!("otherwise when root {root} was signed"),
            (Some(_), None) => "not yet anchored".to_owned(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.what())?;
        let since = self.since();
        if since.is_empty() { Ok(()) } else { write!(f, " ({since})") }
    }
}

/// The result of an audit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How many streams there are.
    pub streams: u64,
    /// How many units.
    pub units: u64,
    /// How many of the units come after the last root: if the last of them were cut off or changed together, it could
    /// not be detected.
    pub unanchored: u64,
    /// The last valid root; number 0 if there is none.
    pub last_root: Tip,
    /// How many entries the logs of sign-ins and of accounts have; `None` if the schema is of a build that did not
    /// chain them.
    pub entries: Option<u64>,
    /// How many roots at the end of the file the database does not have yet. The house enters them itself.
    pub not_entered: u64,
    /// The last month that was archived and dropped, and how many streams continue from there.
    pub archived: Option<(Month, u64)>,
    /// The archives that were verified together with the database.
    pub archives: Vec<Month>,
    /// Units that the database has lost, as recorded by the house in the chain: in a failover to a standby that did not
    /// have them yet, or when it was restored.
    pub losses: Vec<Finding>,
    /// The findings that are kept in detail.
    pub findings: Vec<Finding>,
    /// The total number of findings.
    pub found: u64,
}

impl Report {
    pub(crate) fn new() -> Report {
        Report {
            streams: 0,
            units: 0,
            unanchored: 0,
            last_root: Tip::NONE,
            entries: None,
            not_entered: 0,
            archived: None,
            archives: Vec::new(),
            losses: Vec::new(),
            findings: Vec::new(),
            found: 0,
        }
    }

    /// Whether there are no findings.
    pub fn is_well(&self) -> bool {
        self.found == 0
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        self.found += 1;
        if self.findings.len() < MOST {
            self.findings.push(finding);
        }
    }
}
