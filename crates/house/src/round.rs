//! One round, dealt and settled again from the journal, to verify it.
//!
//! The table is played from its first unit to the last one of the round, or from where it stood when the months before were
//! archived. Every unit must be chained to the one before it
//! and come out as it is written, byte for byte. The cards that were dealt are held against the order that the house
//! had committed to, after the cut, one by one; dice and wheels against the moment when wagers were closed; the
//! transfers against those in the ledger.
//!
//! **What a commitment proves**: that the order was fixed when the commitment was written, and not changed afterwards.
//! **What it does not**: that the order was chosen fairly, or that it was secret. See the crate `chance`.
//!
//! At a live-dealt table nothing was committed to but the cards that a scanner read face down: each of these is a shoe of
//! one card, and is compared with its report. The others are as they were read at the table.
//!
//! A shoe is opened by the next shuffle. Before that only staff with the keys can deal a round again; everybody else can
//! see that the commitment stands in the journal before the first wager, and come back later.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `round.rs` | finding the units of the round and playing up to it |
//! | `round/course.rs` | the course of the round, event by event |
//! | `round/shoes.rs` | the shoes of a table as they are stored |
//! | `round/report.rs` | what came of it |

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

/// Why a round could not be looked into. What is wrong with it is no error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RoundError {
    /// The database, or what is stored in it.
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
        /// Which was asked for.
        round: u32,
        /// The last month that is archived.
        month: Month,
    },
    /// The archives that were given have no such table.
    #[error("the archives have no table {}", .0.0)]
    NotInArchives(StreamId),
    /// There is no such round.
    #[error("there is no round {round} at this table; the last one is {last}")]
    NoRound {
        /// Which was asked for.
        round: u32,
        /// The last one; 0 where none was opened.
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

/// Finds a table by its number or its name. Of several that had the name one after the other it is the one that is
/// open.
///
/// # Errors
/// There is none, or there are several.
pub async fn find_table(client: &Client, text: &str) -> Result<StreamId, RoundError> {
    let rows = stream_rows(client, Which::All).await?;
    let tables = rows.iter().filter(|row| row.kind == "table");
    one_of(&tables.map(|row| (row.id, row.name.as_str(), row.closed)), text)
}

/// The same in archives, which do not say whether a table is still open.
///
/// # Errors
/// There is none, there are several, or a file is no archive.
pub fn find_archived_table(archives: &[PathBuf], text: &str) -> Result<StreamId, RoundError> {
    let tables = archive::tables(archives)?;
    one_of(&tables.iter().map(|(id, name)| (*id, name.as_str(), false)), text)
}

/// The one table of a number or a name; each with whether it is closed.
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

/// What is asked.
pub struct Asked {
    /// The games.
    pub find: Find,
    /// The house's keys, for shoes that are not opened yet; nobody but staff has them.
    pub keys: Option<Arc<KeyRing>>,
    /// The table.
    pub table: StreamId,
    /// The round.
    pub round: u32,
}

/// Deals and settles a round again. `progress` is told now and then how many units were played, and of how many.
///
/// # Errors
/// There is no such round, the game cannot be played here, or the database is away.
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

/// The same from archives alone, without a database. All files that have units of the round have to be given.
///
/// # Errors
/// There is no such round in them, the game cannot be played here, or a file cannot be read.
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

/// Looks for the units of a round by what happened, without playing it. A round may be reopened long after it ended.
struct Scan {
    wanted: u32,
    now: u32,
    /// The first round that was opened here, and the last.
    opened: Option<(u32, u32)>,
    /// It was opened before the first unit that is here.
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
        // What cannot be read is found when it is played, and a notice of lost units is no part of a round.
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

    /// The units; of a database, with the last month that is archived.
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

/// Every unit of a table up to one.
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

/// The transfers of the units of a round, as the ledger has them.
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

/// Plays a table up to the last unit of a round.
struct Player {
    table: TableStream,
    shelf: Shelf,
    span: Span,
    course: Course,
    report: RoundReport,
    head: Hash,
    seq: i64,
    /// Whether units are still played: until one does not come out as it is written, or wants a shoe that is closed.
    playing: bool,
    /// Whether a shoe came into play whose order is not known.
    closed: bool,
    /// Whether a card was scanned that is not opened yet.
    sealed: bool,
    /// What the units of the round move, by replay.
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

    /// Each unit is the next one and names the one before it. A notice of lost units says which one it follows.
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
        // After a shuffle whose order is not known, or not the promised one, nothing can be played.
        self.playing &= !self.closed;
        let unusable =
            told.shuffled().find(|(shoe, commitment)| self.shelf.holds(*shoe, *commitment) != Some(true));
        if let Some((shoe, commitment)) = unusable {
            self.closed = true;
            // A round often ends with the shuffle for the next one, which need not be known to settle it.
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

    /// Scanned cards that are open must be those that were committed to; otherwise nothing can be played.
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
        // What depends on a card that is still sealed cannot be played yet, and nothing is wrong with that.
        if self.playing && !self.sealed {
            self.fault(RoundFault::Replay { seq, what });
        }
        self.playing = false;
    }

    /// What came of it.
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
