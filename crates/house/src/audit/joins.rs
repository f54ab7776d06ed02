//! Checks that archives and the database fit together: each archive continues where the previous one ends, and the
//! database where the last one does.

use super::report::{Finding, Report};
use super::verify::VerifyError;
use crate::archive::{Checked, Month};
use crate::ids::{Hash, StreamId};
use crate::store::StoreError;
use std::collections::BTreeMap;
use tokio_postgres::Transaction;

/// Whether the schema records dropped months.
const KNOWS: &str = "select to_regclass('archived') is not null";
const BORDERS: &str = "select stream, seq, head from archived";
const DROPPED: &str =
    "select to_char(first, 'YYYY-MM'), archive from month where dropped is not null order by first";

/// The last archived unit of each stream.
pub(super) type Borders = BTreeMap<StreamId, (i64, Hash)>;

fn hash(bytes: &[u8]) -> Result<Hash, StoreError> {
    bytes.try_into().map(Hash).map_err(|_| StoreError::Row("a hash has 32 bytes".to_owned()))
}

/// Reads where the archives of streams end according to the database, and enters it in the report.
pub(super) async fn borders(
    transaction: &Transaction<'_>,
    report: &mut Report,
) -> Result<Borders, VerifyError> {
    let mut borders = Borders::new();
    if !transaction.query_one(KNOWS, &[]).await?.try_get::<_, bool>(0)? {
        return Ok(borders);
    }
    for row in transaction.query(BORDERS, &[]).await? {
        borders.insert(StreamId(row.try_get(0)?), (row.try_get(1)?, hash(row.try_get(2)?)?));
    }
    let last = dropped(transaction).await?.last_key_value().map(|(month, _)| *month);
    report.archived = last.map(|month| (month, borders.len() as u64));
    Ok(borders)
}

/// Reads the months that were dropped, with the hash of each archive's contents.
async fn dropped(transaction: &Transaction<'_>) -> Result<BTreeMap<Month, Hash>, VerifyError> {
    let mut months = BTreeMap::new();
    for row in transaction.query(DROPPED, &[]).await? {
        let month = row.try_get::<_, &str>(0)?.parse::<Month>();
        let month = month.map_err(|error| StoreError::Row(error.to_string()))?;
        months.insert(month, hash(row.try_get(1)?)?);
    }
    Ok(months)
}

/// Checks archives against each other and against the database.
pub(super) async fn verify(
    transaction: &Transaction<'_>,
    archives: &[Checked],
    report: &mut Report,
) -> Result<(), VerifyError> {
    if archives.is_empty() {
        return Ok(());
    }
    if !transaction.query_one(KNOWS, &[]).await?.try_get::<_, bool>(0)? {
        report.add(Finding::of_archive(&"", None, "the database knows of no archives"));
        return Ok(());
    }
    let dropped = dropped(transaction).await?;
    let last = dropped.last_key_value().map(|(month, _)| *month);
    let ends = chain(archives, report);
    for one in archives {
        report.archives.push(one.month);
        match dropped.get(&one.month) {
            Some(hash) if *hash != one.written.hash => {
                let what = "is not the one by which the month was dropped";
                report.add(Finding::of_archive(&one.month, None, what));
            }
            Some(_) => {}
            // The exported month is still in the database, so both must continue alike.
            None => inside(transaction, one, report).await?,
        }
    }
    for month in dropped.keys().filter(|month| !archives.iter().any(|one| one.month == **month)) {
        report.add(Finding::of_archive(
            month,
            None,
            "was not given: the month was dropped and is not verified",
        ));
    }
    if archives.iter().any(|one| Some(one.month) == last) {
        let mut own = Report::new();
        for (stream, border) in borders(transaction, &mut own).await? {
            let end = ends.get(&stream).filter(|(month, _)| Some(*month) <= last).map(|(_, end)| *end);
            // A stream may have ended before the first of the given archives.
            if end.is_some_and(|end| end != border) {
                let what =
                    format!("the database goes on after unit {}, which is not where it ends", border.0);
                report.add(Finding::of_archive(
                    &last.map_or(String::new(), |last| last.to_string()),
                    Some(stream),
                    what,
                ));
            }
        }
    }
    Ok(())
}

/// Checks that each archive continues where the previous one ends. Returns where each stream ends, and in which month.
fn chain(archives: &[Checked], report: &mut Report) -> BTreeMap<StreamId, (Month, (i64, Hash))> {
    let mut ends: BTreeMap<StreamId, (Month, (i64, Hash))> = BTreeMap::new();
    let mut before: Option<&Checked> = None;
    for one in archives {
        if before.is_some_and(|before| before.month.next() != one.month) {
            let what = "does not follow the one before it: archives of months between them were not given";
            report.add(Finding::of_archive(&one.month, None, what));
        }
        for (stream, start) in &one.starts {
            let known = ends.get(stream).map(|(_, end)| *end);
            // An unknown stream began in this month, or had no units since before the first archive.
            if known.is_some_and(|known| known != *start) {
                let what =
                    format!("goes on after unit {}, which is not where the one before it ends", start.0);
                report.add(Finding::of_archive(&one.month, Some(*stream), what));
            }
        }
        ends.extend(one.ends.iter().map(|(stream, end)| (*stream, (one.month, *end))));
        before = Some(one);
    }
    ends
}

/// Checks the ends of an archive against a month that is still in the database.
async fn inside(
    transaction: &Transaction<'_>,
    one: &Checked,
    report: &mut Report,
) -> Result<(), VerifyError> {
    let (streams, seqs): (Vec<i64>, Vec<i64>) =
        one.ends.iter().map(|(stream, (seq, _))| (stream.0, *seq)).unzip();
    let sql = format!(
        "{} join unnest($1::int8[], $2::int8[]) as w(stream, seq) on u.stream = w.stream and u.seq = w.seq",
        crate::store::WHOLE_UNITS
    );
    let mut there = Borders::new();
    for row in transaction.query(&sql, &[&streams, &seqs]).await? {
        let unit = crate::store::unit_in(&row)?;
        there.insert(unit.stream, (unit.seq, unit.hash()));
    }
    for (stream, end) in one.ends.iter().filter(|(stream, end)| there.get(stream) != Some(end)) {
        let what = format!("the database has another unit {}, or none", end.0);
        report.add(Finding::of_archive(&one.month, Some(*stream), what));
    }
    Ok(())
}
