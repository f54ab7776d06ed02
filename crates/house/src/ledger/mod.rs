//! The books, recomputed in two ways that share only the rows: by replaying every unit, and in SQL alone. Every finding
//! has a name; `docs/ledger.md` says what each means.
//!
//! Everything is read in one snapshot of the database, so a house may be open meanwhile. Rows are streamed, so the
//! books may be of any length.

mod in_sql;
mod remembered;
mod replayed;
mod shift;
mod span;

pub use in_sql::{BOOKS, CHECKS, Held, check_names};
pub use shift::{Shift, shift, table_named};

use crate::ids::StreamId;
use crate::secrets::KeyRing;
use crate::store::{Database, Find, StoreError, fitting};
use span::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many findings of one name are reported one by one; any more are only counted.
const TOLD: u64 = 100;

/// The way in which something was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Way {
    /// By replaying the units.
    Replay,
    /// In SQL alone.
    Sql,
}

impl Way {
    /// Returns the way as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Way::Replay => "replay",
            Way::Sql => "sql",
        }
    }
}

/// A fault in the books.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// How it was found.
    pub way: Way,
    /// What kind of finding it is.
    pub name: &'static str,
    /// The stream where it is, if it has a place.
    pub stream: Option<StreamId>,
    /// The unit.
    pub seq: Option<i64>,
    /// The item.
    pub item: Option<i64>,
    /// What is wrong.
    pub what: String,
}

/// The amount of work that a verification did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Units.
    pub units: u64,
    /// Transfers.
    pub transfers: u64,
    /// Contributions to meters.
    pub contributions: u64,
    /// Accounts; in a replay, those whose balance a stream remembers.
    pub accounts: u64,
    /// The sum of all transfers in minor units, over all currencies.
    pub moved: i128,
}

/// The findings: all of them counted, the first ones of each name in detail.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// How often each name was found.
    pub found: BTreeMap<(Way, &'static str), u64>,
    /// The first findings of each name.
    pub told: Vec<Finding>,
}

impl Findings {
    fn add(&mut self, finding: Finding) {
        let times = self.found.entry((finding.way, finding.name)).or_default();
        *times += 1;
        if *times <= TOLD {
            self.told.push(finding);
        }
    }

    /// Appends the findings of the other way.
    fn append(&mut self, mut other: Findings) {
        self.found.append(&mut other.found);
        self.told.append(&mut other.told);
    }
}

/// The result of a verification.
#[derive(Clone, Debug)]
pub struct Report {
    /// What the replay processed.
    pub replayed: Counts,
    /// What the checks in SQL processed.
    pub in_sql: Counts,
    /// The findings.
    pub findings: Findings,
    /// What accounts of each kind hold.
    pub held: Vec<Held>,
    /// Tables that were closed by another build and that this one does not play, with the reason: their rows were
    /// checked only in SQL.
    pub unplayed: Vec<(StreamId, String)>,
}

impl Report {
    /// Whether the books are sound.
    pub fn is_sound(&self) -> bool {
        self.findings.found.is_empty()
    }
}

/// Verifies all books of a house in both ways concurrently, and reports how many units were replayed.
///
/// # Errors
/// What prevents reading the books. Faults in them are findings, not errors.
pub async fn verify(
    database: &Database,
    find: Find,
    keys: &Arc<KeyRing>,
    mut progress: impl FnMut(u64),
) -> Result<Report, StoreError> {
    let span = Span::begin(database).await?;
    let sql = in_sql::Reader::begin(database, &span).await?;
    let replay = replayed::Reader::begin(database, &span).await?;
    let (replayed, in_sql) =
        futures_util::try_join!(replayed::verify(replay, find, keys, &mut progress), in_sql::verify(sql))?;
    let (in_sql, others, held) = in_sql;
    let replayed::Replayed { counts: replayed, mut findings, unplayed } = replayed;
    findings.append(others);
    Ok(Report { replayed, in_sql, findings, held, unplayed })
}

/// Runs only the checks in SQL, and returns how many faults were found.
///
/// # Errors
/// What prevents reading the books.
pub async fn check(database: &Database) -> Result<u64, StoreError> {
    let span = Span::begin(database).await?;
    let sql = in_sql::Reader::begin(database, &span).await?;
    let (_, findings, _) = in_sql::verify(sql).await?;
    Ok(findings.found.values().sum())
}

/// Returns how many units there are to replay.
///
/// # Errors
/// A database error.
pub async fn unit_count(database: &Database) -> Result<u64, StoreError> {
    let row = database.connect().await?.query_one("select count(*) from unit", &[]).await?;
    fitting("the number of units", row.try_get::<_, i64>(0)?)
}
