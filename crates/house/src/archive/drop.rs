//! Drops a month, once a file holds everything that the database has of it.

use super::check::check;
use super::close::{months_there, now};
use super::export::{hash_of, open_states, reading};
use super::month::Month;
use super::{ArchiveError, Refusal};
use crate::ids::Hash;
use crate::ledger::BOOKS;
use crate::secrets::KeyRing;
use crate::store::{Database, StoreError, fitting};
use std::path::Path;
use std::time::Duration;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, GenericClient, Transaction};

const CLOSED: &str = "select dropped is not null from month where first = $1::text::date";
const KEPT_BY: &str =
    "select name, retention_months from property order by retention_months desc, id limit 1";
const CARRY: &str = include_str!("carry.sql");
const DROPPED: &str = "update month set dropped = now(), archive = $2 where first = $1::text::date";
/// Play waits while the tables are locked, so the lock times out soon.
const LOCK_FOR: &str = "set local lock_timeout = '1s'";
const TRIES: u32 = 20;

/// Drops a month. The file must pass verification and equal what an export of the month would write now. Calls
/// `progress` from time to time with the number of units compared and their total.
///
/// # Errors
/// Why it is refused, or a database error.
pub async fn drop(
    database: &Database,
    month: Month,
    file: &Path,
    keys: &KeyRing,
    trusted: &[u8; 32],
    mut progress: impl FnMut(u64, u64),
) -> Result<Hash, ArchiveError> {
    let mut client = database.connect().await?;
    check_place(&client, month).await?;
    check_age(&client, month).await?;
    let in_file = check_file(month, file, trusted)?;
    open_states(&client, keys).await?;
    client.batch_execute(BOOKS).await?;
    let transaction = reading(&mut client).await?;
    let in_database = hash_of(&transaction, month, trusted, &mut progress).await?;
    if in_file != in_database {
        let file = file.to_owned();
        return Err(Refusal::Differs { month, file, in_file, in_database }.into());
    }
    carry(&transaction, month).await?;
    transaction.execute(DROPPED, &[&month.day(), &in_file.0.as_slice()]).await?;
    drop_tables(&transaction, month).await?;
    transaction.commit().await?;
    Ok(in_file)
}

/// Checks that the month is closed, and that every month before it was dropped.
async fn check_place(client: &Client, month: Month) -> Result<(), ArchiveError> {
    let row = client.query_opt(CLOSED, &[&month.day()]).await?;
    let months = months_there(client).await?;
    match row.map(|row| row.try_get::<_, bool>(0)).transpose()? {
        Some(true) => return Err(Refusal::Dropped { month }.into()),
        None if !months.contains(&month) => return Err(Refusal::NotThere { month }.into()),
        None => return Err(Refusal::NotClosed { month }.into()),
        Some(false) => {}
    }
    let earlier = "select to_char(first, 'YYYY-MM') from month where dropped is null and first < $1::text::date order by 1 limit 1";
    if let Some(row) = client.query_opt(earlier, &[&month.day()]).await?
        && let Ok(earlier) = row.try_get::<_, &str>(0)?.parse()
    {
        return Err(Refusal::EarlierThere { month, earlier }.into());
    }
    Ok(())
}

/// Checks that no property's retention covers the month any more.
async fn check_age(client: &Client, month: Month) -> Result<(), ArchiveError> {
    let Some(row) = client.query_opt(KEPT_BY, &[]).await? else { return Ok(()) };
    let months: i32 = row.try_get(1)?;
    let from = month.next().after(months.into());
    if now(client).await? < from.begins() {
        let property = row.try_get(0)?;
        return Err(Refusal::Young { month, property, months, from }.into());
    }
    Ok(())
}

/// Verifies the file and returns the hash of its contents.
fn check_file(month: Month, file: &Path, trusted: &[u8; 32]) -> Result<Hash, ArchiveError> {
    let checked = match check(file, Some(trusted), |_| {}) {
        Ok(checked) => checked,
        Err(error) if error.is_of_the_file() => {
            let (file, what) = (file.to_owned(), error.to_string());
            return Err(Refusal::Unsound { month, file, what }.into());
        }
        Err(error) => return Err(error),
    };
    let file = file.to_owned();
    if checked.month != month {
        return Err(Refusal::OtherMonth { month, file, of: checked.month }.into());
    }
    match checked.report.findings.first() {
        Some(finding) => Err(Refusal::Unsound { month, file, what: finding.to_string() }.into()),
        None => Ok(checked.written.hash),
    }
}

/// Carries over the balances of accounts, the sums that meters were fed, and the messages in transit; deletes what the
/// archive has.
async fn carry(transaction: &Transaction<'_>, month: Month) -> Result<(), StoreError> {
    let text = CARRY.replace("{month}", &month.day()).replace("{end}", &month.next().day());
    Ok(transaction.batch_execute(&text).await?)
}

async fn drop_tables(transaction: &Transaction<'_>, month: Month) -> Result<(), StoreError> {
    let part = month.part();
    let sql = format!("drop table unit_{part}, transfer_{part}, contribution_{part}");
    transaction.batch_execute(LOCK_FOR).await?;
    for tried in 1.. {
        transaction.batch_execute("savepoint tables").await?;
        let Err(error) = transaction.batch_execute(&sql).await else { return Ok(()) };
        let busy = error.code() == Some(&SqlState::LOCK_NOT_AVAILABLE);
        if !busy || tried >= TRIES {
            return Err(error.into());
        }
        transaction.batch_execute("rollback to savepoint tables").await?;
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    Ok(())
}

/// What the database knows about a month.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The month.
    pub month: Month,
    /// Units of it; an estimate if it was never closed.
    pub units: u64,
    /// Bytes that its tables take, with their indexes.
    pub bytes: u64,
    /// Whether it is closed.
    pub closed: bool,
    /// The hash of its archive's contents, once it was dropped.
    pub archive: Option<Hash>,
    /// The month from which on no property retains it.
    pub from: Month,
}

const LIST: &str = "select m.month, coalesce(known.units, greatest(c.reltuples, 0)::int8),
        coalesce(pg_total_relation_size(to_regclass('unit_' || m.part))
            + pg_total_relation_size(to_regclass('transfer_' || m.part))
            + pg_total_relation_size(to_regclass('contribution_' || m.part)), 0)::int8,
        known.first is not null, known.archive
    from (
        select to_char(first, 'YYYY-MM') as month, to_char(first, 'YYYY_MM') as part from month
        union
        select replace(right(c.relname, 7), '_', '-'), right(c.relname, 7) from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'unit'::regclass and c.relname ~ '^unit_[0-9]{4}_[0-9]{2}$') m
    left join month known on to_char(known.first, 'YYYY-MM') = m.month
    left join pg_class c on c.oid = to_regclass('unit_' || m.part)
    order by m.month";

/// Returns all months, including dropped ones.
///
/// # Errors
/// A database error.
pub async fn list(client: &impl GenericClient) -> Result<Vec<Known>, ArchiveError> {
    let longest = "select coalesce(max(retention_months), 0) from property";
    let longest: i32 = client.query_one(longest, &[]).await?.try_get(0)?;
    let mut months = Vec::new();
    for row in client.query(LIST, &[]).await? {
        let month: Month = row
            .try_get::<_, &str>(0)?
            .parse()
            .map_err(|error: super::NoMonth| StoreError::Row(error.to_string()))?;
        let archive: Option<&[u8]> = row.try_get(4)?;
        months.push(Known {
            month,
            units: fitting("the number of units", row.try_get::<_, i64>(1)?)?,
            bytes: fitting("the number of bytes", row.try_get::<_, i64>(2)?)?,
            closed: row.try_get(3)?,
            archive: archive.and_then(|bytes| bytes.try_into().ok()).map(Hash),
            from: month.next().after(longest.into()),
        });
    }
    Ok(months)
}

/// Sets for how many months a property retains a month after its end. The longest retention of all properties applies.
///
/// # Errors
/// There is no such property, or a database error.
pub async fn keep_for(client: &impl GenericClient, property: &str, months: i32) -> Result<(), ArchiveError> {
    let change = "update property set retention_months = $2 where name = $1 or id::text = $1";
    match client.execute(change, &[&property, &months]).await? {
        0 => Err(StoreError::Row(format!("there is no property \"{property}\"")).into()),
        _ => Ok(()),
    }
}
