//! Replays one round from the journal, to verify it.
//!
//! The table is replayed from its first unit to the last one of the round, or from its state when the months before
//! were archived. Every unit must be chained to the one before it and replay to the same bytes. The dealt cards are
//! compared one by one with the order that the house had committed to, after the cut; dice and wheels with the moment
//! when wagers were closed; the transfers with those in the ledger.
//!
//! **What a commitment proves**: the order was fixed when the commitment was written, and not changed afterwards.
//! **What it does not**: that the order was chosen fairly, or that it was secret. See the crate `chance`.
//!
//! At a live-dealt table the only commitments are those to cards that a scanner read face down: each of these is a shoe
//! of one card, and is compared with its report. The other cards are taken as they were read at the table.
//!
//! A shoe is opened by the next shuffle. Before that only staff with the keys can replay a round; others can see that
//! the journal has the commitment before the first wager, and can check it later.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `round.rs` | finding the units of the round and replaying up to it |
//! | `round/course.rs` | the course of the round, event by event |
//! | `round/shoes.rs` | a table's stored shoes |
//! | `round/report.rs` | the result |

mod course;
mod report;
mod shoes;

pub use report::{Dealt, Drawn, RoundFault, RoundReport, ScanReport, ShoeReport};

use crate::account::Transfer;
use crate::archive::{self, ArchiveError, Found, Item, Month, Start, transfer_in};
use crate::ids::{Hash, Realm, StreamId};
use crate::loss::Loss;
use crate::secrets::KeyRing;
use crate::store::{Find, StoreError, Which, begun, stream_rows, unit_of, unplayed};
use crate::stream::{Lost, Stream};
use crate::table::{Body, TableStream, Told as Said};
use crate::unit::Unit;
pub(crate) use course::{Course, Told};
use engine::compact::WordTable;
use engine::{Input, What};
use futures_util::TryStreamExt;
pub(crate) use shoes::Shelf;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, IsolationLevel, Transaction};

/// Why a round could not be examined. Faults in the round are not errors.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RoundError {
    /// The database failed, or its contents are invalid.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no such table.
    #[error("there is no table \"{0}\"")]
    NoTable(String),
    /// Several tables have that name.
    #[error("several tables are called \"{name}\": say which by its number, {numbers:?}")]
    SeveralTables {
        /// The name.
        name: String,
        /// Their numbers.
        numbers: Vec<i64>,
    },
    /// The round is archived.
    #[error(
        "round {round} is not in the database: the months up to {month} are archived; give their files (--archive FILE), the one \
         in which the round began among them"
    )]
    Archived {
        /// The requested round.
        round: u32,
        /// The last month that is archived.
        month: Month,
    },
    /// The given archives have no such table.
    #[error("the archives have no table {}", .0.0)]
    NotInArchives(StreamId),
    /// There is no such round.
    #[error("there is no round {round} at this table; the last one is {last}")]
    NoRound {
        /// The requested round.
        round: u32,
        /// The last round; 0 if none was opened.
        last: u32,
    },
}

impl From<tokio_postgres::Error> for RoundError {
    fn from(error: tokio_postgres::Error) -> RoundError {
        RoundError::Store(error.into())
    }
}

impl From<ArchiveError> for RoundError {
    fn from(error: ArchiveError) -> RoundError {
        RoundError::Store(error.into())
    }
}

impl From<Lost> for RoundError {
    fn from(lost: Lost) -> RoundError {
        RoundError::Store(lost.into())
    }
}

/// Finds a table by its number or its name. Of several tables that had the name in succession it finds the open one.
///
/// # Errors
/// There is no such table, or there are several.
pub async fn find_table(client: &Client, text: &str) -> Result<StreamId, RoundError> {
    let rows = stream_rows(client, Which::All).await?;
    let tables = rows.iter().filter(|row| row.kind == "table");
    one_of(&tables.map(|row| (row.id, row.name.as_str(), row.closed)), text)
}

/// Like [`find_table`] in archives, which do not say whether a table is still open.
///
/// # Errors
/// There is no such table, there are several, or a file is not an archive.
pub fn find_archived_table(archives: &[PathBuf], text: &str) -> Result<StreamId, RoundError> {
    let tables = archive::tables(archives)?;
    one_of(&tables.iter().map(|(id, name)| (*id, name.as_str(), false)), text)
}

/// Returns the only table with a number or a name; each table comes with whether it is closed.
fn one_of<'t>(
    tables: &(impl Iterator<Item = (StreamId, &'t str, bool)> + Clone),
    text: &str,
) -> Result<StreamId, RoundError> {
    let numbered = |number: i64| tables.clone().find(|(id, ..)| *id == StreamId(number));
    if let Some((id, ..)) = text.parse().ok().and_then(numbered) {
        return Ok(id);
    }
    let of_name =
        |open: bool| tables.clone().filter(move |(_, name, closed)| *name == text && (!open || !closed));
    let several = of_name(true).next().is_none();
    let named: Vec<StreamId> = of_name(!several).map(|(id, ..)| id).collect();
    match named[..] {
        [] => Err(RoundError::NoTable(text.to_owned())),
        [only] => Ok(only),
        _ => {
            let numbers = named.iter().map(|id| id.0).collect();
            Err(RoundError::SeveralTables { name: text.to_owned(), numbers })
        }
    }
}

/// What to verify.
pub struct Asked {
    /// The games.
    pub find: Find,
    /// The house's keys, for shoes that are not opened yet; only staff have them.
    pub keys: Option<Arc<KeyRing>>,
    /// The table.
    pub table: StreamId,
    /// The round.
    pub round: u32,
}

/// Replays a round. Calls `progress` from time to time with the number of units replayed and their total.
///
/// # Errors
/// There is no such round, this build cannot play the game, or the database is unavailable.
pub async fn verify_round(
    client: &mut Client,
    asked: &Asked,
    mut progress: impl FnMut(u64, u64),
) -> Result<RoundReport, RoundError> {
    let transaction = client
        .build_transaction()
        .isolation_level(IsolationLevel::RepeatableRead)
        .read_only(true)
        .start()
        .await?;
    let (table, start) = unplayed(&transaction, asked.table, asked.find, asked.keys.as_ref()).await?;
    let mut scan = Scan::new(&table, asked.round, start.as_ref().map(|(_, start)| start));
    let realm = table.facts().realm;
    each_unit(&transaction, asked.table, realm, i64::MAX, |unit| scan.unit(unit)).await?;
    let span = scan.span(start.as_ref().map(|(month, _)| *month))?;
    let shelf = Shelf::read(&transaction, table.facts(), asked.keys.as_deref()).await?;
    let mut player = Player::new(table, shelf, asked.round, span, start.as_ref().map(|(_, start)| start))?;
    each_unit(&transaction, asked.table, realm, span.last, |unit| player.next(unit, &mut progress)).await?;
    let ledger = ledger(&transaction, asked.table, span).await?;
    transaction.rollback().await?;
    Ok(player.conclude(&ledger))
}

/// Like [`verify_round`] with archives alone, without a database. All files that have units of the round must be given.
///
/// # Errors
/// There is no such round in them, this build cannot play the game, or a file cannot be read.
pub fn verify_archived_round(
    archives: &[PathBuf],
    asked: &Asked,
    mut progress: impl FnMut(u64, u64),
) -> Result<RoundReport, RoundError> {
    let mut found = Found::find(archives, asked.table)?.ok_or(RoundError::NotInArchives(asked.table))?;
    let (row, links) = (found.row.clone(), std::mem::take(&mut found.links));
    let table = begun(row, links, found.start.as_ref(), asked.find, asked.keys.as_ref())?;
    let mut scan = Scan::new(&table, asked.round, found.start.as_ref());
    found.each(|item| {
        if let Item::Unit(unit) = item {
            scan.unit(&unit);
        }
        true
    })?;
    let span = scan.span(None)?;
    let shelf = Shelf::of(table.facts(), &found.shoes, asked.keys.as_deref())?;
    let mut player = Player::new(table, shelf, asked.round, span, found.start.as_ref())?;
    let mut ledger: Ledger = BTreeMap::new();
    found.each(|item| {
        match item {
            Item::Unit(unit) if unit.seq <= span.last => player.next(&unit, &mut progress),
            Item::Transfer(seq, transfer) if span.covers(seq) => {
                ledger.entry(seq).or_default().push(transfer);
            }
            Item::Unit(_) | Item::Transfer(..) => {}
        }
        true
    })?;
    Ok(player.conclude(&ledger))
}

const UNITS: &str = "select stream, seq, at, operator, property, person, sender, key, request, body, previous
    from unit where stream = $1 and seq <= $2 order by seq, at";

/// Transfers by their units.
type Ledger = BTreeMap<i64, Vec<Transfer>>;

/// The units of a round.
#[derive(Clone, Copy)]
struct Span {
    first: i64,
    last: i64,
}

impl Span {
    fn covers(self, seq: i64) -> bool {
        (self.first..=self.last).contains(&seq)
    }
}

/// Finds the units of a round by their events, without a replay. A round may be reopened long after it ended.
struct Scan {
    wanted: u32,
    now: u32,
    /// The first and the last round that were opened in these units.
    opened: Option<(u32, u32)>,
    /// Whether it was opened before the first of these units.
    before: bool,
    span: Option<Span>,
    dictionary: WordTable,
}

impl Scan {
    fn new(table: &TableStream, wanted: u32, start: Option<&Start>) -> Scan {
        let now = start.and_then(|start| start.round).unwrap_or(0);
        let dictionary = table.facts().dictionary.clone();
        let before = now == wanted && start.is_some_and(|start| start.begun);
        Scan { wanted, now, opened: None, before, span: None, dictionary }
    }

    fn unit(&mut self, unit: &Unit) {
        // The replay finds unreadable units, and a notice of lost units is not part of a round.
        if unit.sender == unit.stream {
            return;
        }
        let Ok(body) = Body::read(&unit.body, &mut self.dictionary) else { return };
        let mut of_it = self.now == self.wanted && !body.events.is_empty();
        for event in &body.events {
            if let What::RoundOpened { round } | What::RoundReopened { round } = event.what {
                self.now = round;
                let (first, last) = self.opened.unwrap_or((round, round));
                self.opened = Some((first, last.max(round)));
            }
            of_it |= self.now == self.wanted;
        }
        if of_it {
            let first = self.span.map_or(unit.seq, |span| span.first);
            self.span = Some(Span { first, last: unit.seq });
        }
    }

    /// Returns the units of the round; `archived` is the last archived month of the database.
    fn span(self, archived: Option<Month>) -> Result<Span, RoundError> {
        let round = self.wanted;
        let earlier =
            self.before || self.span.is_none() && self.opened.is_none_or(|(first, _)| round < first);
        match (self.span, archived.filter(|_| earlier)) {
            (_, Some(month)) => Err(RoundError::Archived { round, month }),
            (Some(span), None) => Ok(span),
            (None, None) => Err(RoundError::NoRound { round, last: self.opened.map_or(0, |(_, last)| last) }),
        }
    }
}

/// Reads every unit of a table up to one.
async fn each_unit(
    transaction: &Transaction<'_>,
    table: StreamId,
    realm: Realm,
    last: i64,
    mut each: impl FnMut(&Unit),
) -> Result<(), RoundError> {
    let parameters: [&(dyn ToSql + Sync); 2] = [&table.0, &last];
    let rows = transaction.query_raw(UNITS, parameters).await?;
    let mut rows = std::pin::pin!(rows);
    while let Some(row) = rows.try_next().await? {
        each(&unit_of(&row, realm)?);
    }
    Ok(())
}

/// Reads the transfers of a round's units from the ledger.
async fn ledger(transaction: &Transaction<'_>, table: StreamId, span: Span) -> Result<Ledger, RoundError> {
    let sql = "select seq, debit, credit, amount, round, line, rules from transfer
        where stream = $1 and seq between $2 and $3 order by seq, item";
    let mut ledger = Ledger::new();
    for row in transaction.query(sql, &[&table.0, &span.first, &span.last]).await? {
        ledger.entry(row.try_get(0)?).or_default().push(transfer_in(&row)?);
    }
    Ok(ledger)
}

/// Whether a unit deals cards after its last shuffle.
fn deals_after_shuffle(body: &Body) -> bool {
    let shuffle = body.said.iter().rposition(|(_, said)| matches!(said, Said::Shuffled { .. }));
    let mut after = body.said.iter().skip(shuffle.unwrap_or(0));
    after.any(|(_, said)| matches!(said, Said::Down(_) | Said::Plain(Input::Card { .. })))
}

/// Replays a table up to the last unit of a round.
struct Player {
    table: TableStream,
    shelf: Shelf,
    span: Span,
    course: Course,
    report: RoundReport,
    head: Hash,
    seq: i64,
    /// Whether units are still replayed: until one does not replay as it was written, or needs a shoe that is not open.
    playing: bool,
    /// Whether a shoe with an unknown order came into play.
    closed: bool,
    /// Whether a card was scanned that is not opened yet.
    sealed: bool,
    /// The transfers of the round's units, by replay.
    moved: BTreeMap<i64, Vec<Transfer>>,
}

impl Player {
    fn new(
        mut table: TableStream,
        mut shelf: Shelf,
        round: u32,
        span: Span,
        start: Option<&Start>,
    ) -> Result<Player, RoundError> {
        for shoe in shelf.open() {
            table.shelve(shoe);
        }
        table.leave_sealed();
        let report = RoundReport::new(&table, round, (span.first, span.last));
        let moved = BTreeMap::new();
        let (course, head, seq) = match start {
            None => (Course::new(round), Hash::NONE, 0),
            Some(start) => {
                let course = Course::after(round, start.round, &start.course, &shelf);
                let course = course.map_err(|error| StoreError::Row(error.to_string()))?;
                (course, start.head, start.seq)
            }
        };
        Ok(Player {
            table,
            shelf,
            span,
            course,
            report,
            head,
            seq,
            playing: true,
            closed: false,
            sealed: false,
            moved,
        })
    }

    fn next(&mut self, unit: &Unit, progress: &mut impl FnMut(u64, u64)) {
        self.follow(unit);
        self.unit(unit);
        if unit.seq % 1_024 == 0 {
            progress(unit.seq.unsigned_abs(), self.span.last.unsigned_abs());
        }
    }

    fn fault(&mut self, fault: RoundFault) {
        self.report.faults.push(fault);
    }

    /// Checks that each unit is the next one and names the one before it. A notice of lost units says which one it
    /// follows.
    fn follow(&mut self, unit: &Unit) {
        let loss = Loss::said_by(unit).unwrap_or_default();
        if loss.map_or(unit.seq - 1, |loss| loss.stands) != self.seq || unit.previous != self.head {
            self.fault(RoundFault::Chain { seq: unit.seq });
        }
        (self.seq, self.head) = (unit.seq, unit.hash());
    }

    fn unit(&mut self, unit: &Unit) {
        if unit.sender == unit.stream {
            self.table.go_on_after_loss(unit.seq);
            return;
        }
        let body = match self.table.read(unit) {
            Ok(body) => body,
            Err(error) => return self.stop(unit.seq, error.to_string()),
        };
        let told = Told::of(unit.seq, &body, &mut self.course);
        // After a shuffle with an unknown or wrong order, nothing can be replayed.
        self.playing &= !self.closed;
        let unusable =
            told.shuffled().find(|(shoe, commitment)| self.shelf.holds(*shoe, *commitment) != Some(true));
        if let Some((shoe, commitment)) = unusable {
            self.closed = true;
            // A round often ends with the shuffle for the next one, whose order is not needed to settle it.
            match deals_after_shuffle(&body) {
                true => self.playing = false,
                false => self.table.leave_closed(shoe),
            }
            if self.shelf.holds(shoe, commitment) == Some(false) && unit.seq < self.span.last {
                self.fault(RoundFault::OtherOrder { number: shoe });
            }
        }
        self.check_scans(&told);
        if !self.playing {
            self.course.unit(told, &body.events, &[], &self.shelf);
            return;
        }
        match self.table.replay(unit) {
            Ok(draft) => {
                self.course.unit(told, &draft.events, &draft.again, &self.shelf);
                if unit.seq >= self.span.first {
                    self.moved.insert(unit.seq, draft.transfers);
                }
            }
            Err(lost) => {
                self.stop(unit.seq, lost.to_string());
                self.course.unit(told, &body.events, &[], &self.shelf);
            }
        }
    }

    /// Checks that opened scanned cards are those that were committed to; if not, nothing can be replayed.
    fn check_scans(&mut self, told: &Told) {
        for (number, commitment) in told.scanned() {
            match self.shelf.holds(number, commitment) {
                Some(true) => {}
                Some(false) => {
                    self.fault(RoundFault::OtherCard { number });
                    self.playing = false;
                }
                None => self.sealed = true,
            }
        }
    }

    fn stop(&mut self, seq: i64, what: String) {
        // Units that depend on a sealed card cannot be replayed yet; this is not a fault.
        if self.playing && !self.sealed {
            self.fault(RoundFault::Replay { seq, what });
        }
        self.playing = false;
    }

    /// Returns the report.
    fn conclude(self, ledger: &Ledger) -> RoundReport {
        let Player { mut report, course, shelf, moved, playing, .. } = self;
        report.replayed = playing;
        course.conclude(&shelf, &mut report);
        let round = i64::from(report.round);
        for (seq, moved) in moved {
            if ledger.get(&seq).map_or(&[][..], Vec::as_slice) != moved {
                report.faults.push(RoundFault::Ledger { seq });
            }
            let of_it = moved.into_iter().filter(|transfer| transfer.round.map(i64::from) == Some(round));
            report.transfers.extend(of_it.map(|transfer| (seq, transfer)));
        }
        report
    }
}
