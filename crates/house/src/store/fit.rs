//! Finds which streams of a shard this build can play, before it takes the shard.

use super::load::{Find, Wanted, Which, bring_back};
use super::{Database, StoreError};
use crate::ids::StreamId;
use crate::secrets::KeyRing;
use std::sync::Arc;
use tokio_postgres::Client;

/// A stream that this build cannot play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    /// The stream.
    pub stream: StreamId,
    /// Why not.
    pub why: String,
}

/// Returns the streams of a shard that this build cannot play: it does not know their game or rule book, or a unit
/// replays differently. Changes nothing, and the owner may continue meanwhile.
///
/// # Errors
/// A database error.
pub async fn fit(
    database: &Database,
    shard: i32,
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<Vec<Unfit>, StoreError> {
    let client = database.connect().await?;
    // One state of the database for all reads, so that a shoe is there before the units that deal from it. Thousands of
    // units may be replayed between two statements.
    let begin =
        "begin isolation level repeatable read, read only; set local idle_in_transaction_session_timeout = 0";
    client.batch_execute(begin).await?;
    let wanted = Wanted { find, keys, from_the_beginning: false };
    let brought = bring_back(&client, Which::Shard(shard), &wanted, |_, _| {}).await?;
    let unfit = brought.left_out.iter().map(|lost| Unfit { stream: lost.stream(), why: lost.to_string() });
    Ok(unfit.collect())
}

/// Records what a build cannot play of a shard, in place of its earlier record.
///
/// # Errors
/// A database error.
pub async fn report_unfit(
    client: &mut Client,
    shard: i32,
    build: &str,
    unfit: &[Unfit],
) -> Result<(), StoreError> {
    let transaction = client.transaction().await?;
    transaction.execute("delete from unfit where shard = $1 and build = $2", &[&shard, &build]).await?;
    for Unfit { stream, why } in unfit {
        transaction
            .execute(
                "insert into unfit (build, stream, shard, why) values ($1, $2, $3, $4)
                 on conflict (build, stream) do update set shard = $3, why = $4, at = now()",
                &[&build, &stream.0, &shard, why],
            )
            .await?;
    }
    transaction
        .execute(
            "insert into examined (build, shard) values ($1, $2)
             on conflict (build, shard) do update set at = now()",
            &[&build, &shard],
        )
        .await?;
    Ok(transaction.commit().await?)
}

/// Makes every build examine a shard again.
pub(crate) async fn examine_again(client: &Client, shard: i32) -> Result<(), StoreError> {
    client.execute("delete from examined where shard = $1", &[&shard]).await?;
    Ok(())
}

/// Returns the open tables of a shard that one of these builds cannot play.
pub(crate) async fn unfit_tables(
    client: &Client,
    shard: i32,
    builds: &[String],
) -> Result<Vec<StreamId>, StoreError> {
    let asked = "select distinct stream.id from unfit join stream on stream.id = unfit.stream
        where stream.shard = $1 and build = any($2) and stream.kind = 'table' and stream.closed is null order by 1";
    let rows = client.query(asked, &[&shard, &builds]).await?;
    rows.iter().map(|row| Ok(StreamId(row.try_get(0)?))).collect()
}
