//! Reencrypts all secrets under another key.

use super::{StoreError, fitting};
use crate::ids::StreamId;
use crate::secrets::{Bound, KeyRing};
use crate::stream::Lost;
use tokio_postgres::Client;

/// How much was reencrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rotated {
    /// Shoes.
    pub shoes: u64,
    /// Snapshots.
    pub snapshots: u64,
    /// Secrets that were already under the current key.
    pub current: u64,
}

/// Encrypts every shoe and every snapshot, including those at the borders of months, under the current key. The house
/// may run meanwhile, once all its processes have the new key: what is written meanwhile is already under that key, and
/// what is replaced meanwhile is left alone. A shoe that was opened keeps its sealed form, so that is reencrypted too
/// and the old key can be deleted.
///
/// # Errors
/// A database error, or a secret that no key of the ring opens.
pub async fn rotate(client: &Client, keys: &KeyRing) -> Result<Rotated, StoreError> {
    let mut rotated = Rotated::default();
    let change = "update shoe set sealed = $3 where stream = $1 and number = $2 and sealed = $4";
    for row in client.query("select stream, number, sealed from shoe", &[]).await? {
        let (stream, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let bound = Bound::Shoe { stream: StreamId(stream), shoe: fitting("shoe", number)? };
        match resealed(keys, bound, stream, row.try_get(2)?)? {
            Some(sealed) => {
                let old: &[u8] = row.try_get(2)?;
                rotated.shoes += client.execute(change, &[&stream, &number, &sealed, &old]).await?;
            }
            None => rotated.current += 1,
        }
    }
    let change = "update snapshot set sealed = $3 where stream = $1 and seq = $2 and sealed = $4";
    for row in client.query("select stream, seq, sealed from snapshot", &[]).await? {
        let (stream, seq): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let bound = Bound::Snapshot { stream: StreamId(stream), seq };
        match resealed(keys, bound, stream, row.try_get(2)?)? {
            Some(sealed) => {
                let old: &[u8] = row.try_get(2)?;
                rotated.snapshots += client.execute(change, &[&stream, &seq, &sealed, &old]).await?;
            }
            None => rotated.current += 1,
        }
    }
    let change = "update border set state = $3 where stream = $1 and seq = $2 and sealed and state = $4";
    for row in client.query("select stream, seq, state from border where sealed", &[]).await? {
        let (stream, seq): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let bound = Bound::Snapshot { stream: StreamId(stream), seq };
        match resealed(keys, bound, stream, row.try_get(2)?)? {
            Some(sealed) => {
                let old: &[u8] = row.try_get(2)?;
                rotated.snapshots += client.execute(change, &[&stream, &seq, &sealed, &old]).await?;
            }
            None => rotated.current += 1,
        }
    }
    Ok(rotated)
}

fn resealed(keys: &KeyRing, bound: Bound, stream: i64, sealed: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
    let unreadable = |what: String| Lost::Unreadable { stream: StreamId(stream), what };
    Ok(keys.reseal(bound, sealed).map_err(|error| unreadable(error.to_string()))?)
}
