//! Closes a month: checks everything that must hold before it can leave the database, and records where each stream
//! stood at its end.
//!
//! Every stream is replayed to its last unit of the month, from where the previous month ended. So everything that is
//! archived later has been replayed once to the same result.

use super::month::Month;
use super::record::Start;
use super::roots::{Ends, OfMonth};
use super::{ArchiveError, Refusal};
use crate::ids::{Key, StreamId, Time};
use crate::ledger;
use crate::round::{Course, Shelf, Told};
use crate::secrets::{Bound, KeyRing};
use crate::store::{
    Database, Find, Replay, StoreError, StreamRow, Wanted, Which, bring_back, fitting, start_in, stream_rows,
    unit_of,
};
use crate::stream::Draft;
use crate::table::{Body, TableFacts};
use engine::What;
use engine::compact::WordTable;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::SystemTime;
use tokio_postgres::{Client, GenericClient};

/// A unit may reach the database some time after the clock has stamped it.
const GRACE: i64 = 3_600_000_000;
/// Marks that no round is searched for.
const NO_ROUND: u32 = u32::MAX;
/// Page size for reading units after the border, to find the end of a round.
const PAGE: i64 = 256;

const MONTHS: &str = "select right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'unit'::regclass and c.relname ~ '^unit_[0-9]{4}_[0-9]{2}$' order by 1";
const CLOSED: &str =
    "select units, transfers, contributions, dropped is not null from month where first = $1::text::date";
const STREAMS: &str =
    "select stream, max(seq), count(*) from unit where at >= $1 and at < $2 group by stream order by stream";
const COUNTS: &str = "select (select count(*) from transfer where at >= $1 and at < $2),
    (select count(*) from contribution where at >= $1 and at < $2)";
const MOVED: &str = "select t.*, c.* from (
        select count(*)::text, coalesce(sum(amount), 0)::text, coalesce(sum(debit), 0)::text, coalesce(sum(credit), 0)::text
        from transfer where stream = $1 and at >= $2 and at < $3) t,
    (select count(*)::text, coalesce(sum(stake), 0)::text from contribution where stream = $1 and at >= $2 and at < $3) c";
const STARTS: &str =
    "select distinct on (stream) stream, seq, head, at, round, course, state, sealed, begun from border
    where month < $1::text::date order by stream, month desc";
const KEPT: &str = "select stream, until from border where month = $1::text::date";
const KEEP: &str =
    "insert into border (stream, month, seq, head, at, round, begun, until, course, state, sealed)
    values ($1, $2::text::date, $3, $4, $5, $6, $7, $8, $9, $10, true)";
const AFTER: &str =
    "select stream, seq, at, operator, property, person, sender, key, request, body, previous from unit
    where stream = $1 and seq > $2 order by seq limit $3";
const CLOSE: &str = "insert into month (first, units, transfers, contributions)
    select $1::text::date, $2, $3, $4 on conflict do nothing";

/// What a closed month holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Closed {
    /// The month.
    pub month: Month,
    /// Its units.
    pub units: u64,
    /// Their transfers.
    pub transfers: u64,
    /// Their contributions to meters.
    pub contributions: u64,
    /// Whether it was already closed.
    pub before: bool,
}

/// Returns the months for which the database has partitions, oldest first.
pub(super) async fn months_there(client: &impl GenericClient) -> Result<Vec<Month>, StoreError> {
    let mut months = Vec::new();
    for row in client.query(MONTHS, &[]).await? {
        let name: &str = row.try_get(0)?;
        months.extend(name.replace('_', "-").parse::<Month>());
    }
    Ok(months)
}

/// Whether the database has any unit of a month.
pub(super) async fn has_units(client: &impl GenericClient, month: Month) -> Result<bool, StoreError> {
    let asked = "select exists (select from unit where at >= $1 and at < $2)";
    let (from, to) = (month.begins().to_system(), month.ends().to_system());
    Ok(client.query_one(asked, &[&from, &to]).await?.try_get(0)?)
}

/// Returns the database's time.
pub(super) async fn now(client: &impl GenericClient) -> Result<Time, StoreError> {
    let row = client.query_one("select now()", &[]).await?;
    Ok(Time::from_system(row.try_get::<_, SystemTime>(0)?))
}

/// Closes a month, if nothing prevents it; a closed month stays closed. Calls `progress` from time to time with the
/// number of units replayed and their total.
///
/// # Errors
/// Why it is refused, or a database error.
pub async fn close(
    database: &Database,
    month: Month,
    find: Find,
    keys: &Arc<KeyRing>,
    trusted: &[u8; 32],
    mut progress: impl FnMut(u64, u64),
) -> Result<Closed, ArchiveError> {
    let client = database.connect().await?;
    if let Some(known) = closed(&client, month).await? {
        return Ok(known);
    }
    check_place(&client, month).await?;
    let found = ledger::check(database).await?;
    if found > 0 {
        return Err(Refusal::Books { month, found }.into());
    }
    let (from, to) = (month.begins().to_system(), month.ends().to_system());
    let mut streams = Vec::new();
    for row in client.query(STREAMS, &[&from, &to]).await? {
        let units: u64 = fitting("the number of units", row.try_get::<_, i64>(2)?)?;
        streams.push((StreamId(row.try_get(0)?), row.try_get::<_, i64>(1)?, units));
    }
    let all: u64 = streams.iter().map(|(_, _, units)| units).sum();
    let mut work = Work::begin(database, client, month, find, keys).await?;
    let mut done = 0;
    for (stream, last, units) in streams {
        work.stream(stream, last, &mut |played| progress((done + played).min(all), all)).await?;
        done += units;
        progress(done, all);
    }
    let Work { client, ends, .. } = work;
    OfMonth::find(&client, month, &ends, trusted).await?;
    let row = client.query_one(COUNTS, &[&from, &to]).await?;
    let (transfers, contributions): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    let units: i64 = fitting("the number of units", all)?;
    client.execute(CLOSE, &[&month.day(), &units, &transfers, &contributions]).await?;
    let known = closed(&client, month).await?.ok_or(Refusal::NotClosed { month })?;
    Ok(Closed { before: false, ..known })
}

async fn closed(client: &Client, month: Month) -> Result<Option<Closed>, ArchiveError> {
    let Some(row) = client.query_opt(CLOSED, &[&month.day()]).await? else { return Ok(None) };
    if row.try_get(3)? {
        return Err(Refusal::Dropped { month }.into());
    }
    let count = |column| fitting::<u64, _>("a count", row.try_get::<_, i64>(column)?);
    let (units, transfers, contributions) = (count(0)?, count(1)?, count(2)?);
    Ok(Some(Closed { month, units, transfers, contributions, before: true }))
}

/// Checks that the month is in the database and over, and that all months before it are closed.
async fn check_place(client: &Client, month: Month) -> Result<(), ArchiveError> {
    let months = months_there(client).await?;
    if !months.contains(&month) {
        return Err(Refusal::NotThere { month }.into());
    }
    if now(client).await?.0 < month.ends().0.saturating_add(GRACE) {
        return Err(Refusal::NotOver { month }.into());
    }
    for earlier in months.into_iter().filter(|earlier| *earlier < month) {
        if closed(client, earlier).await?.is_none() && has_units(client, earlier).await? {
            return Err(Refusal::EarlierOpen { month, earlier }.into());
        }
    }
    Ok(())
}

struct Work<'a> {
    client: Client,
    /// A second connection, to read rows during the replay.
    aside: Client,
    month: Month,
    find: Find,
    keys: &'a Arc<KeyRing>,
    rows: BTreeMap<StreamId, StreamRow>,
    starts: BTreeMap<StreamId, Start>,
    /// The result of an earlier closing that did not finish: the last unit to archive, by stream.
    kept: BTreeMap<StreamId, i64>,
    /// The units that signed roots must cover.
    ends: Ends,
}

/// A stream at the end of the month.
struct Stood {
    start: Start,
    /// Whether the round that was open had already begun.
    begun: bool,
    outstanding: Vec<Key>,
}

impl<'a> Work<'a> {
    async fn begin(
        database: &Database,
        client: Client,
        month: Month,
        find: Find,
        keys: &'a Arc<KeyRing>,
    ) -> Result<Work<'a>, ArchiveError> {
        let aside = database.connect().await?;
        let rows = stream_rows(&client, Which::All).await?.into_iter().map(|row| (row.id, row)).collect();
        let (mut starts, mut kept) = (BTreeMap::new(), BTreeMap::new());
        for row in client.query(STARTS, &[&month.day()]).await? {
            starts.insert(StreamId(row.try_get(0)?), start_in(&row)?);
        }
        for row in client.query(KEPT, &[&month.day()]).await? {
            kept.insert(StreamId(row.try_get(0)?), row.try_get(1)?);
        }
        Ok(Work { client, aside, month, find, keys, rows, starts, kept, ends: Ends::new() })
    }

    fn name(&self, stream: StreamId) -> String {
        self.rows.get(&stream).map(|row| row.name.clone()).unwrap_or_default()
    }

    async fn stream(
        &mut self,
        stream: StreamId,
        last: i64,
        progress: &mut impl FnMut(u64),
    ) -> Result<(), ArchiveError> {
        let until = match self.kept.get(&stream) {
            Some(until) => *until,
            None => self.stand(stream, last, progress).await?,
        };
        let name = self.name(stream);
        self.ends.insert(stream, (until, name));
        Ok(())
    }

    /// Replays a stream to its last unit of the month and stores its state there. Returns the last unit of the round
    /// that was open.
    async fn stand(
        &mut self,
        stream: StreamId,
        last: i64,
        progress: &mut impl FnMut(u64),
    ) -> Result<i64, ArchiveError> {
        let wanted = Wanted { find: self.find, keys: self.keys, from_the_beginning: true };
        let before = self.starts.remove(&stream);
        let mut replay = Replay::begin_until(&self.client, stream, &wanted, last, before.clone()).await?;
        let mut tracked = match replay.facts() {
            Some(facts) => Some(Tracked::begin(&self.aside, &facts, self.keys, before.as_ref()).await?),
            None => None,
        };
        let (mut played, mut moved) = (0, Moved::default());
        while let Some((unit, draft)) = replay.next().await? {
            moved.add(&draft);
            if let Some(tracked) = tracked.as_mut().filter(|_| unit.sender != unit.stream) {
                let body = Body::read(&unit.body, &mut tracked.dictionary);
                let body = body.map_err(|error| StoreError::Row(error.to_string()))?;
                let told = Told::of(unit.seq, &body, &mut tracked.course);
                tracked.course.unit(told, &draft.events, &draft.again, &tracked.shelf);
                draft.events.iter().for_each(|event| tracked.follow(&event.what));
            }
            played += 1;
            if played % 1_024 == 0 {
                progress(played);
            }
        }
        let mut loaded = replay.end().pop().ok_or(StoreError::NoStream(stream))?;
        if moved != Moved::stored(&self.aside, stream, self.month).await? {
            return Err(Refusal::Books { month: self.month, found: 1 }.into());
        }
        let stood = self.stood(&mut loaded, tracked.as_ref())?;
        self.check_answered(stream, &stood.outstanding).await?;
        let until = match (stood.start.round.filter(|_| stood.begun), tracked) {
            (Some(round), Some(tracked)) => {
                self.end_of(stream, round, stood.start.seq, tracked.dictionary).await?
            }
            _ => stood.start.seq,
        };
        self.keep(stream, &stood, until).await?;
        Ok(until)
    }

    fn stood(
        &self,
        loaded: &mut crate::store::Loaded,
        tracked: Option<&Tracked>,
    ) -> Result<Stood, ArchiveError> {
        let (stream, seq) = (loaded.stream.id(), loaded.seq);
        let row = |error: String| StoreError::Row(format!("stream {}: {error}", stream.0));
        let plain =
            loaded.stream.save().map(zeroize::Zeroizing::new).map_err(|error| row(error.to_string()))?;
        let sealed = self.keys.seal(Bound::Snapshot { stream, seq }, &plain);
        let sealed = sealed.map_err(|error| row(error.to_string()))?;
        let course = tracked.map(|tracked| tracked.course.keep()).transpose();
        let course = course.map_err(|error| row(error.to_string()))?.unwrap_or_default();
        let round = tracked.and_then(|tracked| tracked.round);
        let rests = loaded.stream.table().is_none_or(crate::table::TableStream::is_at_rest);
        let state = super::State::Sealed(sealed);
        let start = Start {
            seq,
            head: loaded.head,
            at: loaded.at,
            round,
            course,
            state,
            begun: !rests && round.is_some(),
        };
        let outstanding = loaded.stream.outstanding().iter().map(|sent| sent.key).collect();
        Ok(Stood { begun: start.begun, start, outstanding })
    }

    /// Checks that every message in transit at the border has been answered since: after the archiving it could not be
    /// resent.
    async fn check_answered(&self, stream: StreamId, sent: &[Key]) -> Result<(), ArchiveError> {
        if sent.is_empty() {
            return Ok(());
        }
        let wanted = Wanted { find: self.find, keys: self.keys, from_the_beginning: false };
        let brought = bring_back(&self.aside, Which::These(&[stream]), &wanted, |_, _| {}).await?;
        let waits =
            |one: &crate::store::Loaded| one.stream.outstanding().iter().any(|open| sent.contains(&open.key));
        match brought.left_out.into_iter().next() {
            Some(lost) => Err(StoreError::from(lost).into()),
            None if brought.streams.iter().any(waits) => {
                let (month, name) = (self.month, self.name(stream));
                Err(Refusal::Unanswered { month, stream, name }.into())
            }
            None => Ok(()),
        }
    }

    /// Returns the unit that ended a round which was open at the border.
    async fn end_of(
        &self,
        table: StreamId,
        mut round: u32,
        mut after: i64,
        mut dictionary: WordTable,
    ) -> Result<i64, ArchiveError> {
        let realm = self.rows.get(&table).map(|row| row.realm).ok_or(StoreError::NoStream(table))?;
        loop {
            let rows = self.client.query(AFTER, &[&table.0, &after, &PAGE]).await?;
            if rows.is_empty() {
                let (month, name) = (self.month, self.name(table));
                return Err(Refusal::OpenRound { month, table, name, round }.into());
            }
            for row in rows {
                let unit = unit_of(&row, realm)?;
                after = unit.seq;
                let body = Body::read(&unit.body, &mut dictionary).unwrap_or_default();
                for event in &body.events {
                    match event.what {
                        // The previous round continues, and the open one is cancelled: its stakes went back.
                        What::RoundReopened { round: again } => round = again,
                        What::RoundEnded { round: ended } if ended == round => return Ok(after),
                        _ => {}
                    }
                }
            }
        }
    }

    async fn keep(&self, stream: StreamId, stood: &Stood, until: i64) -> Result<(), ArchiveError> {
        let Start { seq, head, at, round, course, state, begun } = &stood.start;
        let round: Option<i32> = round.map(|round| fitting("round", round)).transpose()?;
        let (super::State::Sealed(state) | super::State::Open(state)) = state;
        let (month, head, at) = (self.month.day(), head.0.to_vec(), at.to_system());
        self.client
            .execute(KEEP, &[&stream.0, &month, seq, &head, &at, &round, begun, &until, course, state])
            .await?;
        Ok(())
    }
}

/// The sums of what units moved: a replay must reach the sums that are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moved {
    transfers: i128,
    amounts: i128,
    debits: i128,
    credits: i128,
    contributions: i128,
    stakes: i128,
}

impl Moved {
    fn add(&mut self, draft: &Draft) {
        for transfer in &draft.transfers {
            self.transfers += 1;
            self.amounts += i128::from(transfer.amount.as_minor());
            self.debits += i128::from(transfer.debit.0);
            self.credits += i128::from(transfer.credit.0);
        }
        for fed in &draft.fed {
            self.contributions += 1;
            self.stakes += i128::from(fed.row.stake.as_minor());
        }
    }

    async fn stored(client: &Client, stream: StreamId, month: Month) -> Result<Moved, StoreError> {
        let row = client
            .query_one(MOVED, &[&stream.0, &month.begins().to_system(), &month.ends().to_system()])
            .await?;
        let sum = |at: usize| {
            let digits: &str = row.try_get(at)?;
            digits.parse().map_err(|_| StoreError::Row(format!("{digits} is no whole amount")))
        };
        Ok(Moved {
            transfers: sum(0)?,
            amounts: sum(1)?,
            debits: sum(2)?,
            credits: sum(3)?,
            contributions: sum(4)?,
            stakes: sum(5)?,
        })
    }
}

/// Follows a table's rounds through the month, for a later replay from its end.
struct Tracked {
    course: Course,
    shelf: Shelf,
    dictionary: WordTable,
    round: Option<u32>,
}

impl Tracked {
    async fn begin(
        client: &Client,
        facts: &TableFacts,
        keys: &KeyRing,
        start: Option<&Start>,
    ) -> Result<Tracked, ArchiveError> {
        let shelf = Shelf::read(client, facts, Some(keys)).await?;
        let course = match start {
            None => Course::new(NO_ROUND),
            Some(start) => Course::after(NO_ROUND, start.round, &start.course, &shelf)
                .map_err(|error| StoreError::Row(error.to_string()))?,
        };
        let round = start.and_then(|start| start.round);
        Ok(Tracked { course, shelf, dictionary: facts.dictionary.clone(), round })
    }

    fn follow(&mut self, what: &What) {
        match what {
            What::RoundOpened { round } | What::RoundReopened { round } => self.round = Some(*round),
            What::RoundEnded { round } if self.round == Some(*round) => self.round = None,
            _ => {}
        }
    }
}
