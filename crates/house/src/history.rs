//! Replays units of a table from the journal, as they were published when they happened, for observers who missed them.

use crate::ids::StreamId;
use crate::secrets::KeyRing;
use crate::shard::Heard;
use crate::store::{Find, Replay, StoreError, Wanted};
use std::sync::Arc;
use tokio_postgres::Client;

/// What a lookup needs.
pub struct Asked<'a> {
    /// A separate connection: it is busy until the end of the lookup.
    pub client: &'a Client,
    /// The games.
    pub find: Find,
    /// The keys, for the faces of cards that only some may see.
    pub keys: &'a Arc<KeyRing>,
}

/// Returns at most `most` units of a table after this one, in order, with whole events, as the owner published them.
///
/// # Errors
/// A database error, or a unit that does not replay as it was written.
pub async fn units_after(
    asked: &Asked<'_>,
    table: StreamId,
    seq: i64,
    most: usize,
) -> Result<Vec<Heard>, StoreError> {
    let wanted = Wanted { find: asked.find, keys: asked.keys, from_the_beginning: false };
    let mut replay = Replay::begin_by(asked.client, table, &wanted, seq).await?;
    let no_table = || StoreError::Row(format!("stream {} is no table", table.0));
    let facts = replay.facts().ok_or_else(no_table)?;
    let mut heard = Vec::new();
    while heard.len() < most
        && let Some((unit, draft)) = replay.next().await?
    {
        if unit.seq > seq {
            let (stream, seq, at) = (unit.stream, unit.seq, unit.at);
            let (events, facts) = (Arc::new(draft.events), Arc::clone(&facts));
            let (what, lost) = (draft.what, draft.lost);
            heard.push(Heard { stream, seq, at, what, events, facts, lost });
        }
    }
    Ok(heard)
}
