//! Verifies everything that is stored against its chain and against the roots.
//!
//! It reads one snapshot of the database, so a house may keep playing, and holds only a few rows at a time.

use super::joins;
use super::logs;
use super::report::{Fault, Finding, Report};
use super::roots::{Anchored, Known};
use super::walk::Walk;
use crate::anchor::{AnchorError, RootFault};
use crate::archive::Checked;
use crate::ids::{Hash, Realm, StreamId};
use crate::store::{StoreError, fitting, unit_of};
use crate::unit::Unit;
use futures_util::TryStreamExt;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::PathBuf;
use tokio_postgres::{Client, IsolationLevel, Row, Transaction};

/// The roots that an audit uses.
#[derive(Clone, Debug)]
pub struct Anchors {
    /// The file, preferably a copy that the house itself did not keep.
    pub file: PathBuf,
    /// The public key that signed them, which must have come from the house by another way than the file.
    pub trusted: [u8; 32],
}

/// Why an audit could not be done. Its findings are not errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file of roots cannot be read at all.
    #[error(transparent)]
    File(#[from] AnchorError),
    /// The trusted key is not an Ed25519 key.
    #[error(transparent)]
    Key(#[from] RootFault),
    /// A task of the program failed.
    #[error("the audit has ended: {0}")]
    Task(String),
}

impl From<tokio_postgres::Error> for VerifyError {
    fn from(error: tokio_postgres::Error) -> VerifyError {
        VerifyError::Store(error.into())
    }
}

const STREAMS: &str = "select id, operator, property, currency, name from stream order by id";
const COLUMNS: &str =
    "select stream, seq, at, operator, property, person, sender, key, request, body, previous from unit";

/// Returns the approximate number of units, from the database's statistics.
///
/// # Errors
/// A database error.
pub async fn units_about(client: &Client) -> Result<u64, StoreError> {
    let about = "select coalesce(sum(greatest(c.reltuples, 0)), 0)::int8 from pg_inherits i
        join pg_class c on c.oid = i.inhrelid where i.inhparent = 'unit'::regclass";
    let about: i64 = client.query_one(about, &[]).await?.try_get(0)?;
    fitting("the number of units", about)
}

/// Verifies the whole journal: every row against the one after it, the last ones against the roots of the file, the
/// roots of the database against those of the file, and the chains of both logs. Without a file it verifies only the
/// chains, and no unit counts as anchored. Calls `progress` from time to time with the number of units read.
///
/// # Errors
/// The audit could not be done: the database is unavailable, or there is no such file.
pub async fn verify_chains(
    client: &mut Client,
    anchors: Option<&Anchors>,
    progress: impl FnMut(u64),
) -> Result<Report, VerifyError> {
    verify_with_archives(client, anchors, &[], progress).await
}

/// Like [`verify_chains`], and checks that the given verified archives continue into the database without a gap.
///
/// # Errors
/// The audit could not be done: the database is unavailable, or there is no such file.
pub async fn verify_with_archives(
    client: &mut Client,
    anchors: Option<&Anchors>,
    archives: &[Checked],
    mut progress: impl FnMut(u64),
) -> Result<Report, VerifyError> {
    // The file is read first: what it names was committed before, and so is in the snapshot.
    let known = match anchors {
        None => None,
        Some(anchors) => Some(Known::read(anchors).await?),
    };
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let row = transaction.query_one(LAST_ROOT, &[]).await?;
    let last = fitting("root", row.try_get::<_, i64>(0)?)?;
    let known = match known {
        None => None,
        Some(known) => Some(read_up_to(known, &transaction, last, row.try_get(1)?).await?),
    };
    let mut audit = Audit::new(&transaction, known).await?;
    audit.compare_roots().await?;
    audit.walk_all(&mut progress).await?;
    let mut report = audit.conclude().await?;
    joins::verify(&transaction, archives, &mut report).await?;
    logs::verify(&transaction, &mut report).await?;
    transaction.rollback().await?;
    Ok(report)
}

/// The last root of the database, and whether it is so recent that a process may not have written it to its file yet.
const LAST_ROOT: &str =
    "select coalesce(max(number), 0), coalesce(max(at) > now() - interval '10 seconds', false) from root";
/// How many times to look for a recent root in the file, and the pause between.
const PATIENCE: (u32, std::time::Duration) = (20, std::time::Duration::from_millis(250));

/// Reads the file on to the last root of the database. In a running house a root is in the database a few seconds
/// before it is in the files of all processes.
async fn read_up_to(
    mut known: Known,
    transaction: &Transaction<'_>,
    last: u64,
    young: bool,
) -> Result<Known, VerifyError> {
    let (times, pause) = PATIENCE;
    known = known.read_on(last).await?;
    for _ in 0..times {
        if !young || known.fault.is_some() || known.chain.tip().number >= last {
            break;
        }
        tokio::time::sleep(pause).await;
        // The database ends a transaction that is idle for two seconds.
        transaction.batch_execute("select").await?;
        known = known.read_on(last).await?;
    }
    Ok(known)
}

/// What is known about a stream.
struct Facts {
    realm: Realm,
    name: String,
    /// The last unit that is archived, and its hash.
    start: (i64, Hash),
}

struct Audit<'t> {
    transaction: &'t Transaction<'t>,
    known: Option<Known>,
    heads: BTreeMap<StreamId, (i64, Hash)>,
    streams: BTreeMap<StreamId, Facts>,
    report: Report,
    rewritten: Vec<StreamId>,
}

/// The stream that is being walked.
enum Walking {
    Stream {
        walk: Box<Walk>,
        realm: Realm,
        strange: bool,
    },
    /// A stream that does not exist.
    Nowhere {
        stream: StreamId,
        from: i64,
        to: i64,
    },
}

impl Walking {
    fn id(&self) -> StreamId {
        match self {
            Walking::Stream { walk, .. } => walk.stream(),
            Walking::Nowhere { stream, .. } => *stream,
        }
    }

    fn take(&mut self, row: &Row) -> Result<(), VerifyError> {
        let seq: i64 = row.try_get(1)?;
        match self {
            Walking::Nowhere { to, .. } => *to = seq,
            Walking::Stream { walk, realm, strange } => match unit_of(row, *realm) {
                Ok(unit) => {
                    if unit.realm != *realm && !*strange {
                        *strange = true;
                        walk.find(seq, seq, Fault::OtherRealm);
                    }
                    walk.row(unit);
                }
                Err(error) => walk.unreadable(seq, error.to_string()),
            },
        }
        Ok(())
    }
}

impl<'t> Audit<'t> {
    async fn new(transaction: &'t Transaction<'t>, known: Option<Known>) -> Result<Audit<'t>, VerifyError> {
        let mut report = Report::new();
        let heads = known.as_ref().map(|known| known.chain.heads().clone()).unwrap_or_default();
        if let Some(known) = &known {
            report.last_root = known.chain.tip();
            known.fault.iter().for_each(|fault| report.add(fault.clone()));
        }
        let mut streams = BTreeMap::new();
        for row in transaction.query(STREAMS, &[]).await? {
            let mut currency = [0; 3];
            let code: String = row.try_get(3)?;
            currency.iter_mut().zip(code.bytes()).for_each(|(to, letter)| *to = letter);
            let realm = Realm { operator: row.try_get(1)?, property: row.try_get(2)?, currency };
            let (name, start) = (row.try_get(4)?, (0, Hash::NONE));
            streams.insert(StreamId(row.try_get(0)?), Facts { realm, name, start });
        }
        for (stream, head) in joins::borders(transaction, &mut report).await? {
            if let Some(facts) = streams.get_mut(&stream) {
                facts.start = head;
            }
        }
        report.streams = streams.len() as u64;
        Ok(Audit { transaction, known, heads, streams, report, rewritten: Vec::new() })
    }

    async fn compare_roots(&mut self) -> Result<(), VerifyError> {
        match &self.known {
            Some(known) => known.compare(self.transaction, &mut self.report).await,
            None => Ok(()),
        }
    }

    /// Walks all rows, stream by stream.
    async fn walk_all(&mut self, progress: &mut impl FnMut(u64)) -> Result<(), VerifyError> {
        let none: [i64; 0] = [];
        let all = format!("{COLUMNS} order by stream, seq, at");
        let rows = self.transaction.query_raw(&all, none).await?;
        let mut rows = std::pin::pin!(rows);
        let mut walking: Option<Walking> = None;
        while let Some(row) = rows.try_next().await? {
            let stream = StreamId(row.try_get(0)?);
            let seq: i64 = row.try_get(1)?;
            let mut here = match walking.take() {
                Some(here) if here.id() == stream => here,
                other => {
                    self.end(other);
                    self.begin(stream, seq)
                }
            };
            here.take(&row)?;
            walking = Some(here);
            self.report.units += 1;
            if self.head(stream).is_none_or(|(anchored, _)| seq > anchored) {
                self.report.unanchored += 1;
            }
            if self.report.units.is_multiple_of(1_024) {
                progress(self.report.units);
            }
        }
        self.end(walking);
        Ok(())
    }

    fn head(&self, stream: StreamId) -> Option<(i64, Hash)> {
        self.heads.get(&stream).copied()
    }

    fn begin(&self, stream: StreamId, seq: i64) -> Walking {
        match self.streams.get(&stream) {
            None => Walking::Nowhere { stream, from: seq, to: seq },
            Some(Facts { realm, name, start }) => {
                let walk = Box::new(Walk::after(*start, stream, name.clone(), self.head(stream)));
                Walking::Stream { walk, realm: *realm, strange: false }
            }
        }
    }

    fn end(&mut self, walking: Option<Walking>) {
        match walking {
            None => {}
            Some(Walking::Nowhere { stream, from, to }) => {
                let (stream, name) = (Some(stream), String::new());
                self.report.add(Finding { stream, name, from, to, fault: Fault::NoStream, root: None });
            }
            Some(Walking::Stream { walk, .. }) => {
                let stream = walk.stream();
                let walked = walk.end();
                self.report.losses.extend(walked.losses);
                walked.findings.into_iter().for_each(|finding| self.report.add(finding));
                self.report.found += walked.unkept;
                if walked.rewritten {
                    self.rewritten.push(stream);
                }
            }
        }
        // A stream without any row left cannot be walked: `find_vanished` finds it among the anchored ones.
    }

    /// Completes the report with what is only known after all rows were seen.
    async fn conclude(mut self) -> Result<Report, VerifyError> {
        self.find_vanished().await?;
        let Some(known) = &self.known else { return Ok(self.report) };
        let anchored = match self.rewritten.as_slice() {
            [] => Anchored::new(),
            streams => known.anchored(streams).await?,
        };
        for stream in std::mem::take(&mut self.rewritten) {
            let rows = anchored.get(&stream).map_or(&[][..], Vec::as_slice);
            let finding = self.first_difference(stream, rows).await?;
            self.report.add(finding);
        }
        if let Some(known) = &self.known {
            known.date(&mut self.report.findings).await?;
            known.date(&mut self.report.losses).await?;
        }
        Ok(self.report)
    }

    /// Finds streams that a root names and of which no row is left.
    async fn find_vanished(&mut self) -> Result<(), VerifyError> {
        let anchored: Vec<i64> = self.heads.keys().map(|stream| stream.0).collect();
        let gone = "select id from unnest($1::int8[]) as id
            where not exists (select from unit where unit.stream = id) order by id";
        for row in self.transaction.query(gone, &[&anchored]).await? {
            let stream = StreamId(row.try_get(0)?);
            let known = self.streams.get(&stream);
            let name = known.map(|known| known.name.clone()).unwrap_or_default();
            let (archived, head) = known.map_or((0, Hash::NONE), |known| known.start);
            let Some((to, anchored)) = self.head(stream) else { continue };
            let fault = match to.cmp(&archived) {
                // The whole stream is archived.
                Ordering::Less => continue,
                Ordering::Equal if anchored == head => continue,
                Ordering::Equal => Fault::Rewritten,
                Ordering::Greater => Fault::CutOff,
            };
            let from = to.min(archived + 1);
            self.report.add(Finding { stream: Some(stream), name, from, to, fault, root: None });
        }
        Ok(())
    }

    /// Finds the first root that a stream does not fit, and the last root before it that it fits: the change lies
    /// between them.
    async fn first_difference(
        &self,
        stream: StreamId,
        anchored: &[(i64, Hash)],
    ) -> Result<Finding, VerifyError> {
        let known = self.streams.get(&stream);
        let name = known.map(|known| known.name.clone()).unwrap_or_default();
        let to = self.head(stream).map_or(0, |(seq, _)| seq);
        let mut between = (known.map_or(1, |known| known.start.0 + 1), to);
        if let Some(Facts { realm, .. }) = known {
            let one = format!("{COLUMNS} where stream = $1 order by seq, at");
            let rows = self.transaction.query_raw(&one, [&stream.0]).await?;
            let mut rows = std::pin::pin!(rows);
            let mut anchored = anchored.iter().peekable();
            while let Some(row) = rows.try_next().await? {
                let Ok(unit) = unit_of(&row, *realm) else { continue };
                let Unit { seq, .. } = unit;
                while anchored.next_if(|(anchored, _)| *anchored < seq).is_some() {}
                match anchored.peek() {
                    Some((there, hash)) if *there == seq && *hash == unit.hash() => between.0 = seq + 1,
                    Some((there, _)) if *there == seq => {
                        between.1 = seq;
                        break;
                    }
                    _ => {}
                }
            }
        }
        let (from, to) = between;
        Ok(Finding { stream: Some(stream), name, from, to, fault: Fault::Rewritten, root: None })
    }
}
