//! Exports a month of the database to a file, and reads it back.

use super::check::check;
use super::file::{Sink, Written};
use super::month::Month;
use super::record::{Described, KeptContribution, KeptShoe, Record, Start};
use super::roots::{Ends, OfMonth};
use super::{ArchiveError, Refusal};
use crate::account::{AccountId, Transfer};
use crate::ids::{Hash, Realm, StreamId, Time};
use crate::secrets::{Bound, KeyRing};
use crate::store::{Database, StoreError, fitting, links_of, start_in, unit_of};
use felt::Money;
use futures_util::TryStreamExt;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, GenericClient, IsolationLevel, Row, Transaction};

/// Progress is reported every this many units.
const TOLD_EVERY: u64 = 1_024;

const CLOSED: &str = "select units, dropped is not null from month where first = $1::text::date";
const ENDS: &str =
    "select b.stream, b.seq, b.head, b.until, s.name from border b join stream s on s.id = b.stream
    where b.month = $1::text::date order by b.stream";
const STARTS: &str =
    "select distinct on (stream) stream, seq, head, at, round, course, state, sealed, begun from border
    where month < $1::text::date and stream = any($2) order by stream, month desc";
const STREAMS: &str =
    "select id, kind, operator, property, currency, name, opened, cage, follows, dealt, game, procedure,
        book, file, settings, dictionary, bets_ms, decision_ms
    from stream where id = any($1) order by id";
const OPERATORS: &str = "select id, name from operator where id = any($1) order by id";
const PROPERTIES: &str = "select id, operator, name from property where id = any($1) order by id";
const DICTIONARIES: &str = "select id, words from dictionary where id = any($1) order by id";
const SHOES: &str = "select number, seq, commitment, sealed, opened_seq, salt, cards from shoe
    where stream = $1 and seq <= $2 and (opened_seq is null or opened_seq > $3) order by number";
// A notice of lost units may follow the last unit that a root names.
const UNITS: &str = "select stream, seq, at, operator, property, person, sender, key, request, body, previous
    from unit u where stream = $1 and at >= $2 and seq > $4
        and (seq <= $3 or sender = stream and seq = (select min(seq) from unit where stream = $1 and seq > $3))
    order by seq, at";
const TRANSFERS: &str = "select seq, debit, credit, amount, round, line, rules from transfer
    where stream = $1 and at >= $2 and seq <= $3 and seq > $4 order by seq, item, at";
const CONTRIBUTIONS: &str = "select seq, item, meter, terms, stake, back_seq, back_item from contribution
    where stream = $1 and at >= $2 and seq <= $3 and seq > $4 order by seq, item, at";

/// A file that was written and read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Its path.
    pub path: PathBuf,
    /// What it contains.
    pub written: Written,
}

/// Returns the file name of a month's archive.
pub(super) fn file_name(month: Month) -> String {
    format!("croupier-{month}.tsv.gz")
}

/// Writes a closed month to a file in a directory. The file has a temporary name until it was read back and verified.
/// Calls `progress` from time to time with the number of units written and their total.
///
/// # Errors
/// Why it is refused, a database error, or a failure of the file.
pub async fn export(
    database: &Database,
    month: Month,
    directory: &Path,
    keys: &KeyRing,
    trusted: &[u8; 32],
    mut progress: impl FnMut(u64, u64),
) -> Result<Exported, ArchiveError> {
    let mut client = database.connect().await?;
    open_states(&client, keys).await?;
    let path = directory.join(file_name(month));
    let part = directory.join(format!(".{}.part", file_name(month)));
    let transaction = reading(&mut client).await?;
    let done = write_file(&transaction, month, &part, trusted, &mut progress).await;
    let rolled_back = transaction.rollback().await;
    let failed = |error: &io::Error| ArchiveError::file(&part, error);
    let counted = done.and_then(|()| {
        rolled_back?;
        let checked = check(&part, Some(trusted), |_| {})?;
        match checked.report.findings.first() {
            None => Ok(checked.written),
            Some(finding) => Err(ArchiveError::Unsound { path: part.clone(), what: finding.to_string() }),
        }
    });
    let written = counted.inspect_err(|_| {
        // A file that failed verification is removed.
        let _ = std::fs::remove_file(&part);
    })?;
    std::fs::rename(&part, &path).map_err(|error| failed(&error))?;
    let synced = File::open(directory).and_then(|directory| directory.sync_all());
    synced.map_err(|error| ArchiveError::file(directory, &error))?;
    Ok(Exported { path, written })
}

/// Begins a transaction that reads one state of the database without blocking others.
pub(super) async fn reading(client: &mut Client) -> Result<Transaction<'_>, StoreError> {
    let transaction =
        client.build_transaction().isolation_level(IsolationLevel::RepeatableRead).start().await?;
    // Writing the file may take any time between two rows.
    transaction.batch_execute("set local idle_in_transaction_session_timeout = 0").await?;
    Ok(transaction)
}

async fn write_file(
    transaction: &Transaction<'_>,
    month: Month,
    part: &Path,
    trusted: &[u8; 32],
    progress: &mut impl FnMut(u64, u64),
) -> Result<(), ArchiveError> {
    let failed = |error: io::Error| ArchiveError::file(part, &error);
    let file = File::create(part).map_err(failed)?;
    let sink = Sink::new(io::BufWriter::new(file));
    let (out, ..) = Export { transaction, month, trusted, part }.write(sink, progress).await?;
    let Some(out) = out else { return Ok(()) };
    let file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.sync_all().map_err(failed)
}

/// Returns the hash of the archive that an export of a month would write.
pub(super) async fn hash_of(
    transaction: &Transaction<'_>,
    month: Month,
    trusted: &[u8; 32],
    progress: &mut impl FnMut(u64, u64),
) -> Result<Hash, ArchiveError> {
    let export = Export { transaction, month, trusted, part: Path::new("") };
    let (_, _, hash) = export.write(Sink::hashing(), progress).await?;
    Ok(hash)
}

/// Replaces sealed states of streams at the borders of months by plain ones where they contain no secret any more.
pub(super) async fn open_states(client: &impl GenericClient, keys: &KeyRing) -> Result<(), ArchiveError> {
    let sealed =
        "select stream, to_char(month, 'YYYY-MM-DD'), seq, state from border b where sealed and not exists (
        select from shoe where shoe.stream = b.stream and shoe.seq <= b.seq and shoe.opened_seq is null)";
    let change = "update border set state = $3, sealed = false where stream = $1 and month = $2::text::date";
    for row in client.query(sealed, &[]).await? {
        let (stream, seq): (i64, i64) = (row.try_get(0)?, row.try_get(2)?);
        let plain = keys.open(Bound::Snapshot { stream: StreamId(stream), seq }, row.try_get(3)?);
        let plain =
            plain.map_err(|error| StoreError::Row(format!("stream {stream}, unit {seq}: {error}")))?;
        client.execute(change, &[&stream, &row.try_get::<_, &str>(1)?, &plain.as_slice()]).await?;
    }
    Ok(())
}

/// Where a stream ends in a month.
struct End {
    stream: StreamId,
    seq: i64,
    head: Hash,
}

struct Export<'t> {
    transaction: &'t Transaction<'t>,
    month: Month,
    trusted: &'t [u8; 32],
    part: &'t Path,
}

impl Export<'_> {
    async fn write<W: Write>(
        &self,
        mut sink: Sink<W>,
        progress: &mut impl FnMut(u64, u64),
    ) -> Result<(Option<W>, super::Counts, Hash), ArchiveError> {
        let month = self.month;
        let row = self.transaction.query_opt(CLOSED, &[&month.day()]).await?;
        let row = row.ok_or(Refusal::NotClosed { month })?;
        if row.try_get(1)? {
            return Err(Refusal::Dropped { month }.into());
        }
        let all = fitting("the number of units", row.try_get::<_, i64>(0)?)?;
        let (ends, covered) = self.ends().await?;
        let roots = OfMonth::find(self.transaction, month, &covered, self.trusted).await?;
        let ids: Vec<i64> = ends.iter().map(|end| end.stream.0).collect();
        let streams = self.head(&mut sink, &ids).await?;
        self.roots(&mut sink, &roots).await?;
        let mut starts: BTreeMap<i64, Start> = BTreeMap::new();
        for row in self.transaction.query(STARTS, &[&month.day(), &ids]).await? {
            starts.insert(row.try_get(0)?, start_in(&row)?);
        }
        let mut done = 0;
        for end in ends {
            let realm = streams.get(&end.stream).copied().ok_or(StoreError::NoStream(end.stream))?;
            let start = starts.remove(&end.stream.0);
            let last = roots.heads.get(&end.stream).map_or(end.seq, |(seq, _)| *seq).max(end.seq);
            done += self
                .stream(&mut sink, &end, realm, start, last, &mut |units| progress(done + units, all))
                .await?;
            progress(done.min(all), all);
        }
        sink.end().map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &io::Error) -> ArchiveError {
        ArchiveError::file(self.part, error)
    }

    fn put<W: Write>(&self, sink: &mut Sink<W>, record: &Record) -> Result<(), ArchiveError> {
        sink.put(record).map_err(|error| self.failed(&error))
    }

    /// Finds the last unit of each stream, and what roots must cover.
    async fn ends(&self) -> Result<(Vec<End>, Ends), ArchiveError> {
        let (mut ends, mut covered) = (Vec::new(), Ends::new());
        for row in self.transaction.query(ENDS, &[&self.month.day()]).await? {
            let stream = StreamId(row.try_get(0)?);
            let head = row.try_get::<_, &[u8]>(2)?.try_into().map(Hash);
            let head = head.map_err(|_| StoreError::Row("a hash has 32 bytes".to_owned()))?;
            covered.insert(stream, (row.try_get(3)?, row.try_get(4)?));
            ends.push(End { stream, seq: row.try_get(1)?, head });
        }
        Ok((ends, covered))
    }

    /// Writes the descriptions of the streams and the realms they belong to.
    async fn head<W: Write>(
        &self,
        sink: &mut Sink<W>,
        ids: &[i64],
    ) -> Result<BTreeMap<StreamId, Realm>, ArchiveError> {
        self.put(sink, &Record::Archive { month: self.month })?;
        let rows = self.transaction.query(STREAMS, &[&ids]).await?;
        let streams = rows.iter().map(described).collect::<Result<Vec<_>, _>>()?;
        let of = |number: fn(&Described) -> Option<i32>| -> Vec<i32> {
            streams.iter().filter_map(number).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let operators = of(|stream| Some(stream.realm.operator));
        for row in self.transaction.query(OPERATORS, &[&operators]).await? {
            self.put(sink, &Record::Operator { id: row.try_get(0)?, name: row.try_get(1)? })?;
        }
        let properties = of(|stream| Some(stream.realm.property));
        for row in self.transaction.query(PROPERTIES, &[&properties]).await? {
            let (id, operator, name) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            self.put(sink, &Record::Property { id, operator, name })?;
        }
        let dictionaries = of(|stream| stream.dictionary);
        for row in self.transaction.query(DICTIONARIES, &[&dictionaries]).await? {
            self.put(sink, &Record::Dictionary { id: row.try_get(0)?, words: row.try_get(1)? })?;
        }
        let mut realms = BTreeMap::new();
        for stream in streams {
            realms.insert(stream.id, stream.realm);
            self.put(sink, &Record::Stream(Box::new(stream)))?;
        }
        for (table, links) in links_of(self.transaction, ids).await? {
            for link in links {
                self.put(sink, &Record::Link { table: StreamId(table), link })?;
            }
        }
        Ok(realms)
    }

    async fn roots<W: Write>(&self, sink: &mut Sink<W>, roots: &OfMonth) -> Result<(), ArchiveError> {
        sink.part(None).map_err(|error| self.failed(&error))?;
        self.put(sink, &Record::Before(roots.before))?;
        let mut after: i64 = fitting("root", roots.before.number)?;
        loop {
            let lines = roots.lines(self.transaction, after).await?;
            if lines.is_empty() {
                return Ok(());
            }
            for line in lines {
                self.put(sink, &Record::Root(line))?;
                after += 1;
            }
        }
    }

    async fn stream<W: Write>(
        &self,
        sink: &mut Sink<W>,
        end: &End,
        realm: Realm,
        start: Option<Start>,
        last: i64,
        progress: &mut impl FnMut(u64),
    ) -> Result<u64, ArchiveError> {
        let stream = end.stream;
        sink.part(Some(stream)).map_err(|error| self.failed(&error))?;
        let first = start.as_ref().map_or(0, |start| start.seq);
        if let Some(start) = start {
            self.put(sink, &Record::Start(start))?;
        }
        for row in self.transaction.query(SHOES, &[&stream.0, &last, &first]).await? {
            self.put(sink, &Record::Shoe(kept_shoe(&row)?))?;
        }
        let from = self.month.begins().to_system();
        let asked: [&(dyn ToSql + Sync); 4] = [&stream.0, &from, &last, &first];
        let mut units = std::pin::pin!(self.transaction.query_raw(UNITS, asked).await?);
        let (mut done, mut furthest) = (0, last);
        while let Some(row) = units.try_next().await? {
            let unit = unit_of(&row, realm)?;
            furthest = furthest.max(unit.seq);
            let of_month = unit.at < self.month.ends();
            let put = sink.put_unit(&Record::Unit(unit), of_month);
            put.map_err(|error| self.failed(&error))?;
            done += 1;
            if done % TOLD_EVERY == 0 {
                progress(done);
            }
        }
        let asked: [&(dyn ToSql + Sync); 4] = [&stream.0, &from, &furthest, &first];
        let mut transfers = std::pin::pin!(self.transaction.query_raw(TRANSFERS, asked).await?);
        while let Some(row) = transfers.try_next().await? {
            self.put(sink, &Record::Transfer { seq: row.try_get(0)?, transfer: transfer_in(&row)? })?;
        }
        let mut contributions = std::pin::pin!(self.transaction.query_raw(CONTRIBUTIONS, asked).await?);
        while let Some(row) = contributions.try_next().await? {
            self.put(sink, &Record::Contribution(contribution_in(&row)?))?;
        }
        self.put(sink, &Record::End { seq: end.seq, head: end.head })?;
        Ok(done)
    }
}

fn described(row: &Row) -> Result<Described, StoreError> {
    let currency = row.try_get::<_, &str>(4)?.as_bytes().try_into();
    let currency = currency.map_err(|_| StoreError::Row("a currency has three letters".to_owned()))?;
    Ok(Described {
        id: StreamId(row.try_get(0)?),
        kind: row.try_get(1)?,
        realm: Realm { operator: row.try_get(2)?, property: row.try_get(3)?, currency },
        name: row.try_get(5)?,
        opened: Time::from_system(row.try_get::<_, SystemTime>(6)?),
        cage: row.try_get::<_, Option<i64>>(7)?.map(StreamId),
        follows: row.try_get::<_, Option<i64>>(8)?.map(StreamId),
        dealt: row.try_get(9)?,
        game: row.try_get(10)?,
        procedure: row.try_get(11)?,
        book: row.try_get(12)?,
        file: row.try_get(13)?,
        settings: row.try_get(14)?,
        dictionary: row.try_get(15)?,
        bets_ms: row.try_get(16)?,
        decision_ms: row.try_get(17)?,
    })
}

/// Reads a shoe from a row with its number, unit, commitment, sealed form, the unit that opened it, salt and cards. An
/// opened shoe needs no sealed form.
pub(crate) fn kept_shoe(row: &Row) -> Result<KeptShoe, StoreError> {
    let (salt, cards): (Option<Vec<u8>>, Option<Vec<u8>>) = (row.try_get(5)?, row.try_get(6)?);
    let open = salt.is_some() && cards.is_some();
    Ok(KeptShoe {
        number: row.try_get(0)?,
        seq: row.try_get(1)?,
        commitment: row.try_get(2)?,
        sealed: if open { None } else { Some(row.try_get(3)?) },
        opened: row.try_get(4)?,
        salt,
        cards,
    })
}

/// Reads a transfer from a row whose first column is its unit.
pub(crate) fn transfer_in(row: &Row) -> Result<Transfer, StoreError> {
    Ok(Transfer {
        debit: AccountId(row.try_get(1)?),
        credit: AccountId(row.try_get(2)?),
        amount: Money::minor(row.try_get(3)?),
        round: row.try_get(4)?,
        line: row.try_get(5)?,
        rules: row.try_get(6)?,
    })
}

fn contribution_in(row: &Row) -> Result<KeptContribution, StoreError> {
    let back = row.try_get::<_, Option<i64>>(5)?.zip(row.try_get::<_, Option<i32>>(6)?);
    Ok(KeptContribution {
        seq: row.try_get(0)?,
        item: row.try_get(1)?,
        meter: StreamId(row.try_get(2)?),
        terms: row.try_get(3)?,
        stake: row.try_get(4)?,
        back,
    })
}
