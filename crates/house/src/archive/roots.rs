//! The signed roots that belong to a month: all that were signed in it, and those after it until the last of its units
//! is covered.

use super::month::Month;
use super::{ArchiveError, Refusal};
use crate::anchor::{Chain, Root, Tip};
use crate::ids::{Hash, StreamId};
use crate::store::{StoreError, fitting};
use std::collections::BTreeMap;
use tokio_postgres::GenericClient;

/// Roots are read in pages of this size, because each names every stream with new units.
const PAGE: i64 = 64;
const FIRST: &str = "select coalesce(min(number), 0) from root where at >= $1";
const LINE: &str = "select line from root where number = $1";
const AFTER: &str = "select line from root where number > $1 and number <= $2 order by number limit $3";

/// The roots of a month.
pub(super) struct OfMonth {
    /// The root before the first one.
    pub(super) before: Tip,
    /// The number of the last root.
    pub(super) last: i64,
    /// The last unit that any of them names, by stream.
    pub(super) heads: BTreeMap<StreamId, (i64, Hash)>,
}

/// The units to be covered: the last unit of each stream, with the stream's name.
pub(super) type Ends = BTreeMap<StreamId, (i64, String)>;

impl OfMonth {
    /// Finds them, each verified with the trusted key.
    ///
    /// # Errors
    /// A unit that no root covers, an invalid root, or a database error.
    pub(super) async fn find(
        client: &impl GenericClient,
        month: Month,
        ends: &Ends,
        trusted: &[u8; 32],
    ) -> Result<OfMonth, ArchiveError> {
        let first: i64 = client.query_one(FIRST, &[&month.begins().to_system()]).await?.try_get(0)?;
        let before = tip_before(client, month, first).await?;
        let mut chain = Chain::after(trusted, before)?;
        let mut open: Ends = ends.clone();
        let mut last = fitting("root", before.number)?;
        let mut lines = if first > 0 { page(client, last, i64::MAX).await? } else { Vec::new() };
        'all: while !lines.is_empty() {
            for line in lines {
                let root = read(month, &line)?;
                if open.is_empty() && root.at >= month.ends() {
                    break 'all;
                }
                let fault = |what: String| Refusal::Roots { month, what };
                chain.add(&root).map_err(|error| fault(error.to_string()))?;
                for head in &root.heads {
                    if open.get(&head.stream).is_some_and(|(seq, _)| *seq <= head.seq) {
                        open.remove(&head.stream);
                    }
                }
                last = fitting("root", root.number)?;
            }
            lines = page(client, last, i64::MAX).await?;
        }
        match open.into_iter().next() {
            None => Ok(OfMonth { before, last, heads: chain.heads().clone() }),
            Some((stream, (seq, name))) => Err(Refusal::Unsigned { month, stream, name, seq }.into()),
        }
    }

    /// Reads the lines after this number, one page at a time.
    pub(super) async fn lines(
        &self,
        client: &impl GenericClient,
        after: i64,
    ) -> Result<Vec<String>, StoreError> {
        page(client, after, self.last).await
    }
}

async fn page(client: &impl GenericClient, after: i64, last: i64) -> Result<Vec<String>, StoreError> {
    let rows = client.query(AFTER, &[&after, &last, &PAGE]).await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

fn read(month: Month, line: &str) -> Result<Root, ArchiveError> {
    let root = line.parse();
    root.map_err(|error: crate::anchor::LineFault| Refusal::Roots { month, what: error.to_string() }.into())
}

async fn tip_before(client: &impl GenericClient, month: Month, first: i64) -> Result<Tip, ArchiveError> {
    let Some(row) = client.query_opt(LINE, &[&(first - 1)]).await? else { return Ok(Tip::NONE) };
    Ok(read(month, row.try_get(0)?)?.tip())
}
