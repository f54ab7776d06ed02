//! What meters were fed.

use super::{StoreError, fitting};
use crate::ids::StreamId;
use engine::meter::{Fed, Sum};
use felt::Money;
use std::collections::BTreeMap;
use tokio_postgres::Client;

const SUMS: &str =
    "select terms, sum(stakes)::int8, sum(count)::int8 from meter_sum where meter = $1 group by terms";

/// Returns what a meter was fed: the sums of all shards, in one snapshot of the database.
///
/// # Errors
/// A database error.
pub async fn sums(client: &Client, meter: StreamId) -> Result<Fed, StoreError> {
    let mut fed = BTreeMap::new();
    for row in client.query(SUMS, &[&meter.0]).await? {
        let terms = fitting("terms", row.try_get::<_, i32>(0)?)?;
        let (stakes, count): (i64, i64) = (row.try_get(1)?, row.try_get(2)?);
        let rows = fitting("a count", count)?;
        fed.insert(terms, Sum { stakes: Money::minor(stakes), rows });
    }
    Ok(Fed::of(fed))
}
