//! Months of the journal that are over: closed, written to a file, and dropped from the database.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `archive/month.rs` | a month of the calendar |
//! | `archive/line.rs`, `archive/record.rs` | the lines of an archive, and what they say |
//! | `archive/file.rs` | the file: lines in gzip, and where each stream begins |
//! | `archive/close.rs` | closing a month: what has to be so, and where each stream stood at its end |
//! | `archive/drop.rs` | dropping it, and what the house keeps of it |
//! | `archive/export.rs` | a month of the database, written to a file and read back |
//! | `archive/roots.rs` | which signed roots belong to a month |
//! | `archive/check.rs` | an archive verified by itself: its chains and its roots |
//! | `archive/recall.rs` | a round of an archive as it was told, for a replay |
//! | `archive/rounds.rs` | a table of an archive, as it was before the month and since |
//!
//! `docs/archive.md` says what an archive holds and what it proves.

mod check;
mod close;
mod drop;
mod export;
mod file;
mod line;
mod month;
mod recall;
mod record;
mod roots;
mod rounds;

pub use check::{Checked, Heads, check};
pub use close::{Closed, close};
pub use drop::{Known, drop, keep_for, list};
pub use export::{Exported, export};
pub(crate) use export::{kept_shoe, transfer_in};
pub use file::Written;
pub use month::{Month, NoMonth};
pub use recall::{ArchivedRound, ArchivedShoe, archives_in, recall};
pub use record::Counts;
pub(crate) use record::{Described, KeptShoe, Start, State};
pub(crate) use rounds::{Found, Item};
pub use rounds::{month_of, tables};

use crate::anchor::RootFault;
use crate::ids::{Hash, StreamId};
use crate::store::StoreError;
use std::path::{Path, PathBuf};

/// Why an archive operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// The database failed, or its contents are invalid.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The operating system refused something.
    #[error("{}: {what}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        what: String,
    },
    /// A line is not in the form that the house writes.
    #[error("{}, line {line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1 in its part.
        line: u64,
        /// What is wrong.
        what: String,
    },
    /// The end of the file is missing.
    #[error("{} is no archive, or its end was cut off", .path.display())]
    Cut {
        /// The file.
        path: PathBuf,
    },
    /// The operation was refused, for this reason.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The written file does not pass verification.
    #[error("{} was written and does not hold, so it does not count: {what}", .path.display())]
    Unsound {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The key that verifies roots is not valid.
    #[error(transparent)]
    Key(#[from] RootFault),
}

impl ArchiveError {
    fn file(path: &Path, error: &std::io::Error) -> ArchiveError {
        ArchiveError::File { path: path.to_owned(), what: error.to_string() }
    }

    /// Whether the fault is in the file itself; a verification reports that as a finding.
    pub fn is_of_the_file(&self) -> bool {
        matches!(self, ArchiveError::Line { .. } | ArchiveError::Cut { .. })
    }
}

impl From<tokio_postgres::Error> for ArchiveError {
    fn from(error: tokio_postgres::Error) -> ArchiveError {
        ArchiveError::Store(error.into())
    }
}

/// Why a month is not closed, exported or dropped, and what would be allowed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The database has no rows of it.
    #[error("{month} is not among the months of this database; `croupier archive list` names them")]
    NotThere {
        /// The month.
        month: Month,
    },
    /// It is not over yet.
    #[error("{month} is not over: it can be closed from the first day of {} on", .month.next())]
    NotOver {
        /// The month.
        month: Month,
    },
    /// It was not closed.
    #[error("{month} is not closed: `croupier archive close {month}` comes first")]
    NotClosed {
        /// The month.
        month: Month,
    },
    /// It was already dropped.
    #[error("{month} was dropped: only its archive is left")]
    Dropped {
        /// The month.
        month: Month,
    },
    /// A month before it is not closed.
    #[error(
        "{earlier} comes before {month} and is not closed: months are closed one after the other, so close {earlier} first"
    )]
    EarlierOpen {
        /// The month.
        month: Month,
        /// The one before it.
        earlier: Month,
    },
    /// An earlier month is still in the database.
    #[error(
        "{earlier} comes before {month} and is still in the database: months are dropped from the oldest on, so drop {earlier} first"
    )]
    EarlierThere {
        /// The month.
        month: Month,
        /// The one before it.
        earlier: Month,
    },
    /// A round that began in the month is not over.
    #[error(
        "round {round} of table \"{name}\" ({}) began before the end of {month} and is not over: close the month once it is; \
         where nobody plays any more, the table can be closed, which plays the round out", .table.0
    )]
    OpenRound {
        /// The month.
        month: Month,
        /// The table.
        table: StreamId,
        /// Its name.
        name: String,
        /// The round.
        round: u32,
    },
    /// A message that was sent in the month has no answer.
    #[error(
        "a message that \"{name}\" ({}) sent before the end of {month} is not answered: it would be sent again, and nobody could \
         tell any more whether it had arrived; close the month once the house has delivered it", .stream.0
    )]
    Unanswered {
        /// The month.
        month: Month,
        /// Who sent it.
        stream: StreamId,
        /// Its name.
        name: String,
    },
    /// No root covers some of its units.
    #[error(
        "unit {seq} of \"{name}\" ({}) belongs to {month} and no signed root covers it: have the house sign roots \
         (settings signing-key and roots-file), and close the month after the next one", .stream.0
    )]
    Unsigned {
        /// The month.
        month: Month,
        /// The stream.
        stream: StreamId,
        /// Its name.
        name: String,
        /// The unit.
        seq: i64,
    },
    /// The roots do not pass verification.
    #[error(
        "the signed roots of {month} do not hold: {what}; find out why by `croupier audit verify`, and give the key that \
         signed them (--public-key)"
    )]
    Roots {
        /// The month.
        month: Month,
        /// What is wrong.
        what: String,
    },
    /// The books have faults.
    #[error(
        "the books have {found} faults, and {month} would take the evidence along: `croupier ledger verify` names them; close \
         the month once they are explained and mended"
    )]
    Books {
        /// The month.
        month: Month,
        /// The number of faults.
        found: u64,
    },
    /// A property's retention period has not passed.
    #[error(
        "{month} is younger than the {months} months that \"{property}\" keeps: it can be dropped from the first day of {from} on; \
         until then it can be exported (`croupier archive export {month}`)"
    )]
    Young {
        /// The month.
        month: Month,
        /// The property with the longest retention.
        property: String,
        /// Its retention in months.
        months: i32,
        /// The month in which it can be dropped.
        from: Month,
    },
    /// The file is another month's.
    #[error("{} is the archive of {of}, not of {month}: give the one of {month}", .file.display())]
    OtherMonth {
        /// The month.
        month: Month,
        /// The file.
        file: PathBuf,
        /// The month of the file.
        of: Month,
    },
    /// The file does not pass verification.
    #[error("{} does not hold: {what}; export {month} again", .file.display())]
    Unsound {
        /// The month.
        month: Month,
        /// The file.
        file: PathBuf,
        /// The first fault.
        what: String,
    },
    /// The contents of the file differ from the database.
    #[error(
        "{} is not what the database has of {month}: it says {in_file}, the database {in_database}; export {month} again, and \
         give that file", .file.display()
    )]
    Differs {
        /// The month.
        month: Month,
        /// The file.
        file: PathBuf,
        /// The SHA-256 of the file's contents.
        in_file: Hash,
        /// The SHA-256 that it should have.
        in_database: Hash,
    },
}
