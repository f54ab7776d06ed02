//! Checks the books by replaying every unit: the rows that the engine produces must be exactly the rows that are
//! stored.

use super::remembered::Balances;
use super::span::Span;
use super::{Counts, Finding, Findings, Way};
use crate::account::AccountId;
use crate::ids::{StreamId, Time};
use crate::secrets::KeyRing;
use crate::store::{Database, Find, Replay, StoreError, Wanted, Which, stream_rows};
use crate::stream::{Draft, Lost};
use crate::unit::Unit;
use futures_util::TryStreamExt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::SystemTime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, RowStream};

/// Progress is reported every this many units.
const TOLD_EVERY: u64 = 256;

/// One connection per kind of row, since rows of several kinds are read concurrently.
pub(super) struct Reader {
    units: Client,
    transfers: Client,
    contributions: Client,
    balances: Client,
}

impl Reader {
    pub(super) async fn begin(database: &Database, span: &Span) -> Result<Reader, StoreError> {
        Ok(Reader {
            units: span.reader(database, "").await?,
            transfers: span.reader(database, "").await?,
            contributions: span.reader(database, "").await?,
            balances: span.reader(database, super::BOOKS).await?,
        })
    }
}

/// Replays all streams, one after the other.
pub(super) async fn verify(
    reader: Reader,
    find: Find,
    keys: &Arc<KeyRing>,
    progress: &mut impl FnMut(u64),
) -> Result<Replayed, StoreError> {
    let mut work = Work::default();
    let mut balances = Balances::read(&reader.balances).await?;
    let wanted = Wanted { find, keys, from_the_beginning: true };
    for row in stream_rows(&reader.units, Which::All).await? {
        let lost = work.stream(&reader, row.id, &wanted, &mut balances, progress).await?;
        match (lost, row.other_here(find).filter(|_| row.closed)) {
            // The table was closed by the build that could play it.
            (Some(_), Some(why)) => work.unplayed.push((row.id, why)),
            (Some(lost), None) => work.lost(row.id, &lost),
            (None, _) => {}
        }
    }
    work.of_no_stream(&reader.units).await?;
    Ok(Replayed { counts: work.counts, findings: work.findings, unplayed: work.unplayed })
}

/// The result of the replay.
pub(super) struct Replayed {
    pub(super) counts: Counts,
    pub(super) findings: Findings,
    /// Closed tables that this build does not play, with the reason.
    pub(super) unplayed: Vec<(StreamId, String)>,
}

#[derive(Default)]
struct Work {
    counts: Counts,
    findings: Findings,
    unplayed: Vec<(StreamId, String)>,
}

impl Work {
    /// Replays a stream and compares its rows; returns the reason if it cannot be replayed to its end.
    async fn stream(
        &mut self,
        reader: &Reader,
        id: StreamId,
        wanted: &Wanted<'_>,
        balances: &mut Balances,
        progress: &mut impl FnMut(u64),
    ) -> Result<Option<Lost>, StoreError> {
        let mut transfers = Rows::<TransferRow>::of(&reader.transfers, id).await?;
        let mut contributions = Rows::<ContributionRow>::of(&reader.contributions, id).await?;
        let mut replay = match Replay::begin(&reader.units, Which::These(&[id]), wanted).await {
            Ok(replay) => replay,
            Err(StoreError::Lost(lost)) => return Ok(Some(lost)),
            Err(error) => return Err(error),
        };
        loop {
            let (unit, draft) = match replay.next().await {
                Ok(Some(played)) => played,
                Ok(None) => break,
                // The rest of this stream is unknown; the other streams can still be checked.
                Err(StoreError::Lost(lost)) => return Ok(Some(lost)),
                Err(error) => return Err(error),
            };
            self.count(&draft);
            transfers.compare(&unit, &draft, &mut self.findings).await?;
            contributions.compare(&unit, &draft, &mut self.findings).await?;
            if self.counts.units.is_multiple_of(TOLD_EVERY) {
                progress(self.counts.units);
            }
        }
        transfers.rest(&mut self.findings).await?;
        contributions.rest(&mut self.findings).await?;
        for one in replay.end() {
            self.counts.accounts += balances.compare(&*one.stream, &mut self.findings).await?;
        }
        Ok(None)
    }

    fn count(&mut self, draft: &Draft) {
        self.counts.units += 1;
        self.counts.transfers += draft.transfers.len() as u64;
        self.counts.contributions += draft.fed.len() as u64;
        let moved = draft.transfers.iter().map(|transfer| i128::from(transfer.amount.as_minor()));
        self.counts.moved += moved.sum::<i128>();
    }

    fn lost(&mut self, stream: StreamId, lost: &Lost) {
        let seq = match lost {
            Lost::Differs { seq, .. } => Some(*seq),
            Lost::Unreadable { .. } => None,
        };
        let what = format!("{lost}; nothing after it was compared");
        self.findings.add(Finding {
            way: Way::Replay,
            name: "unit-lost",
            stream: Some(stream),
            seq,
            item: None,
            what,
        });
    }

    /// Finds rows of streams that do not exist.
    async fn of_no_stream(&mut self, client: &Client) -> Result<(), StoreError> {
        for (name, table) in
            [(TransferRow::NAMES.alone, "transfer"), (ContributionRow::NAMES.alone, "contribution")]
        {
            let query = format!(
                "select stream, count(*) from {table}
                 where not exists (select from stream where stream.id = {table}.stream) group by stream"
            );
            for row in client.query(&query, &[]).await? {
                let (stream, times): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
                let what = format!("{times} rows of a stream that is not there");
                let stream = Some(StreamId(stream));
                self.findings.add(Finding { way: Way::Replay, name, stream, seq: None, item: None, what });
            }
        }
        Ok(())
    }
}

/// The names of findings about a kind of row.
struct Names {
    missing: &'static str,
    extra: &'static str,
    differs: &'static str,
    alone: &'static str,
}

/// A kind of row that is stored with a unit.
trait Kept: Sized {
    const NAMES: Names;
    const QUERY: &'static str;

    /// Returns the rows that a unit should have.
    fn of_unit(unit: &Unit, draft: &Draft) -> Vec<Self>;
    /// Reads the stored row.
    fn of_row(row: &Row) -> Result<Self, StoreError>;
    /// Returns the unit, and which of its rows this is.
    fn place(&self) -> (i64, i64);
    /// Returns the names of the fields in which the stored row differs.
    fn differences(&self, stored: &Self) -> Vec<&'static str>;
    /// Describes the row for people.
    fn told(&self) -> String;
}

/// The stored rows of a stream, in the order of its units.
struct Rows<K> {
    id: StreamId,
    rows: Pin<Box<RowStream>>,
    next: Option<K>,
}

impl<K: Kept> Rows<K> {
    async fn of(client: &Client, id: StreamId) -> Result<Rows<K>, StoreError> {
        let parameters: [&(dyn ToSql + Sync); 1] = [&id.0];
        let mut rows = Rows { id, rows: Box::pin(client.query_raw(K::QUERY, parameters).await?), next: None };
        rows.step().await?;
        Ok(rows)
    }

    /// Returns the next row, and reads the one after it.
    async fn step(&mut self) -> Result<Option<K>, StoreError> {
        let following = self.rows.try_next().await?.as_ref().map(K::of_row).transpose()?;
        Ok(std::mem::replace(&mut self.next, following))
    }

    /// Compares the rows that a unit should have with those that are stored.
    async fn compare(
        &mut self,
        unit: &Unit,
        draft: &Draft,
        findings: &mut Findings,
    ) -> Result<(), StoreError> {
        for expected in K::of_unit(unit, draft) {
            // Rows before the next expected place are surplus.
            while self.next.as_ref().is_some_and(|stored| stored.place() < expected.place()) {
                self.extra(K::NAMES.extra, findings).await?;
            }
            if self.next.as_ref().is_none_or(|stored| stored.place() > expected.place()) {
                findings.add(self.finding(K::NAMES.missing, &expected, expected.told()));
            } else if let Some(stored) = self.step().await? {
                let differences = expected.differences(&stored);
                if !differences.is_empty() {
                    let what = format!(
                        "{}: {} is stored as {}",
                        differences.join(", "),
                        expected.told(),
                        stored.told()
                    );
                    findings.add(self.finding(K::NAMES.differs, &expected, what));
                }
            }
        }
        while self.next.as_ref().is_some_and(|stored| stored.place().0 <= unit.seq) {
            self.extra(K::NAMES.extra, findings).await?;
        }
        Ok(())
    }

    /// After the last unit, any row left is surplus.
    async fn rest(&mut self, findings: &mut Findings) -> Result<(), StoreError> {
        while self.next.is_some() {
            self.extra(K::NAMES.alone, findings).await?;
        }
        Ok(())
    }

    async fn extra(&mut self, name: &'static str, findings: &mut Findings) -> Result<(), StoreError> {
        if let Some(stored) = self.step().await? {
            findings.add(self.finding(name, &stored, stored.told()));
        }
        Ok(())
    }

    fn finding(&self, name: &'static str, row: &K, what: String) -> Finding {
        let (seq, item) = row.place();
        let (stream, seq, item) = (Some(self.id), Some(seq), Some(item));
        Finding { way: Way::Replay, name, stream, seq, item, what }
    }
}

/// Returns the fields in which two rows differ.
macro_rules! differing {
    ($one:expr, $other:expr, $($field:ident),+) => {{
        let mut differing = Vec::new();
        $(if $one.$field != $other.$field {
            differing.push(stringify!($field));
        })+
        differing
    }};
}

struct TransferRow {
    seq: i64,
    item: i64,
    at: Time,
    operator: i32,
    property: i32,
    debit: AccountId,
    credit: AccountId,
    amount: i64,
    round: Option<i32>,
    line: Option<i16>,
    rules: Vec<i16>,
}

impl Kept for TransferRow {
    const NAMES: Names = Names {
        missing: "transfer-missing",
        extra: "transfer-extra",
        differs: "transfer-differs",
        alone: "transfer-alone",
    };
    const QUERY: &'static str =
        "select seq, item, at, operator, property, debit, credit, amount, round, line, rules
        from transfer where stream = $1 order by seq, item, at";

    fn of_unit(unit: &Unit, draft: &Draft) -> Vec<TransferRow> {
        let rows = (0..).zip(&draft.transfers).map(|(item, transfer)| TransferRow {
            seq: unit.seq,
            item,
            at: unit.at,
            operator: unit.realm.operator,
            property: unit.realm.property,
            debit: transfer.debit,
            credit: transfer.credit,
            amount: transfer.amount.as_minor(),
            round: transfer.round,
            line: transfer.line,
            rules: transfer.rules.clone(),
        });
        rows.collect()
    }

    fn of_row(row: &Row) -> Result<TransferRow, StoreError> {
        Ok(TransferRow {
            seq: row.try_get(0)?,
            item: row.try_get::<_, i16>(1)?.into(),
            at: Time::from_system(row.try_get::<_, SystemTime>(2)?),
            operator: row.try_get(3)?,
            property: row.try_get(4)?,
            debit: AccountId(row.try_get(5)?),
            credit: AccountId(row.try_get(6)?),
            amount: row.try_get(7)?,
            round: row.try_get(8)?,
            line: row.try_get(9)?,
            rules: row.try_get(10)?,
        })
    }

    fn place(&self) -> (i64, i64) {
        (self.seq, self.item)
    }

    fn differences(&self, stored: &TransferRow) -> Vec<&'static str> {
        differing!(self, stored, at, operator, property, debit, credit, amount, round, line, rules)
    }

    fn told(&self) -> String {
        format!("{} from {} to {}", self.amount, self.debit, self.credit)
    }
}

struct ContributionRow {
    seq: i64,
    item: i64,
    at: Time,
    meter: i64,
    terms: i64,
    stake: i64,
    back: (Option<i128>, Option<i64>),
}

impl Kept for ContributionRow {
    const NAMES: Names = Names {
        missing: "contribution-missing",
        extra: "contribution-extra",
        differs: "contribution-differs",
        alone: "contribution-alone",
    };
    const QUERY: &'static str = "select seq, item, at, meter, terms, stake, back_seq, back_item
        from contribution where stream = $1 order by seq, item, at";

    fn of_unit(unit: &Unit, draft: &Draft) -> Vec<ContributionRow> {
        let rows = draft.fed.iter().map(|fed| ContributionRow {
            seq: unit.seq,
            item: fed.row.key.item.into(),
            at: unit.at,
            meter: fed.meter.0,
            terms: fed.row.terms.into(),
            stake: fed.row.stake.as_minor(),
            back: fed.row.takes_back.map(|key| (key.unit.into(), key.item.into())).unzip(),
        });
        rows.collect()
    }

    fn of_row(row: &Row) -> Result<ContributionRow, StoreError> {
        Ok(ContributionRow {
            seq: row.try_get(0)?,
            item: row.try_get::<_, i32>(1)?.into(),
            at: Time::from_system(row.try_get::<_, SystemTime>(2)?),
            meter: row.try_get(3)?,
            terms: row.try_get::<_, i32>(4)?.into(),
            stake: row.try_get(5)?,
            back: (
                row.try_get::<_, Option<i64>>(6)?.map(i128::from),
                row.try_get::<_, Option<i32>>(7)?.map(i64::from),
            ),
        })
    }

    fn place(&self) -> (i64, i64) {
        (self.seq, self.item)
    }

    fn differences(&self, stored: &ContributionRow) -> Vec<&'static str> {
        differing!(self, stored, at, meter, terms, stake, back)
    }

    fn told(&self) -> String {
        format!("a stake of {} for meter {}", self.stake, self.meter)
    }
}
