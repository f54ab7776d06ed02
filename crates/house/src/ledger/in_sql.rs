//! The books checked in SQL alone: the checks of `verify.sql`, which an auditor can run without this program.

use super::span::Span;
use super::{Counts, Finding, Findings, Way};
use crate::ids::StreamId;
use crate::store::{Database, StoreError, fitting};
use futures_util::TryStreamExt;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row};

/// The views that the checks use.
pub const BOOKS: &str = include_str!("books.sql");
/// The checks, one query each.
pub const CHECKS: &str = include_str!("verify.sql");

/// The marker before each check.
const MARK: &str = "-- check: ";

const COUNTS: &str = "select (select count(*) from unit), (select count(*) from transfer),
    (select count(*) from contribution), (select count(*) from balance),
    (select coalesce(sum(amount), 0)::text from transfer)";
const HELD: &str =
    "select operator, property, currency, coalesce(balance.kind, '?'), count(*), sum(amount)::text
    from balance join stream on stream.id = balance.stream
    group by 1, 2, 3, 4 order by 1, 2, 3, 4";

/// What all accounts of one kind hold, for one operator, property and currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// The operator.
    pub operator: i32,
    /// The property.
    pub property: i32,
    /// The currency.
    pub currency: String,
    /// The kind of account.
    pub kind: String,
    /// How many of these accounts there are.
    pub accounts: u64,
    /// What they hold together, in minor units.
    pub amount: i128,
}

/// Returns the names and the queries of all checks.
fn checks() -> impl Iterator<Item = (&'static str, &'static str)> {
    CHECKS.split(MARK).skip(1).filter_map(|check| {
        let (name, query) = check.split_once('\n')?;
        Some((name.trim(), query.trim().trim_end_matches(';')))
    })
}

/// Returns the names of all checks.
pub fn check_names() -> Vec<&'static str> {
    checks().map(|(name, _)| name).collect()
}

pub(super) struct Reader(Client);

impl Reader {
    pub(super) async fn begin(database: &Database, span: &Span) -> Result<Reader, StoreError> {
        span.reader(database, BOOKS).await.map(Reader)
    }
}

type Verified = (Counts, Findings, Vec<Held>);

/// Runs all checks.
pub(super) async fn verify(Reader(client): Reader) -> Result<Verified, StoreError> {
    let mut findings = Findings::default();
    for (name, query) in checks() {
        run(&client, name, query, &mut findings).await?;
    }
    let row = client.query_one(COUNTS, &[]).await?;
    let count = |at| fitting::<u64, _>("a count", row.try_get::<_, i64>(at)?);
    let counts = Counts {
        units: count(0)?,
        transfers: count(1)?,
        contributions: count(2)?,
        accounts: count(3)?,
        moved: number(row.try_get(4)?)?,
    };
    let held = client.query(HELD, &[]).await?.iter().map(held).collect::<Result<_, _>>()?;
    Ok((counts, findings, held))
}

/// Runs a check.
async fn run(
    client: &Client,
    name: &'static str,
    query: &str,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let none: [&(dyn ToSql + Sync); 0] = [];
    let mut rows = std::pin::pin!(client.query_raw(query, none).await?);
    while let Some(row) = rows.try_next().await? {
        let what = row.try_get(4)?;
        let stream = row.try_get::<_, Option<i64>>(1)?.map(StreamId);
        let (seq, item) = (row.try_get(2)?, row.try_get(3)?);
        findings.add(Finding { way: Way::Sql, name, stream, seq, item, what });
    }
    Ok(())
}

fn held(row: &Row) -> Result<Held, StoreError> {
    Ok(Held {
        operator: row.try_get(0)?,
        property: row.try_get(1)?,
        currency: row.try_get(2)?,
        kind: row.try_get(3)?,
        accounts: fitting("a count", row.try_get::<_, i64>(4)?)?,
        amount: number(row.try_get(5)?)?,
    })
}

/// Parses a sum of any size, which the database writes as digits.
pub(super) fn number(digits: &str) -> Result<i128, StoreError> {
    digits.parse().map_err(|_| StoreError::Row(format!("{digits} is no whole amount")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_check_is_named_as_its_rows_are() {
        let names = check_names();
        assert_eq!(names.len(), CHECKS.matches("as finding").count());
        for (name, query) in checks() {
            assert!(query.contains(&format!("'{name}' as finding")), "{name}");
            assert!(query.starts_with("-- "), "{name} says what it is for");
        }
    }
}
