//! What a house does before it hands a shard over to another build, and what it could not restore.

use super::House;
use crate::ids::{Key, PersonId, StreamId};
use crate::links::join_reopened;
use crate::store::{StoreError, Unfit, examine_again, fit, reopen_due, report_unfit, unfit_tables};
use crate::stream::{Command, Request};
use std::sync::PoisonError;

impl House {
    /// Prepares a shard of this house for other builds: tables that one of these builds cannot play start no new round,
    /// and are closed at the end of the current one, to be reopened by the next owner of the shard. Call it repeatedly;
    /// the shard may be given up when no table is returned any more.
    ///
    /// # Errors
    /// A database error.
    pub async fn rest(&self, shard: i32, builds: &[String]) -> Result<Vec<StreamId>, StoreError> {
        let client = self.common.database.connect().await?;
        let mut playing = Vec::new();
        for table in unfit_tables(&client, shard, builds).await? {
            let sure = self.lease().is_some();
            let closes = self.look(table, |stream| stream.table().is_some_and(|table| table.closes())).await;
            // A table that is not held here cannot be seen and need not be closed. While the lease is in doubt, no
            // table can be seen; that is temporary.
            if closes.is_none() && sure && self.lease().is_some() {
                continue;
            }
            playing.push(table);
            if closes == Some(false) {
                let request = Request {
                    stream: table,
                    key: Key::derived("rest", &[table.0]),
                    person: PersonId::HOUSE,
                    sender: None,
                    seen: 0,
                    question: None,
                    command: Command::Close { reopen: true },
                };
                if let Err(error) = self.send(request).await {
                    tracing::warn!(shard, table = table.0, %error, "a table cannot be told to close yet");
                }
            }
        }
        Ok(playing)
    }

    /// Returns the streams of a shard that this build cannot play, and records them for builds that can.
    ///
    /// # Errors
    /// A database error.
    pub async fn fit(&self, shard: i32, build: &str) -> Result<Vec<Unfit>, StoreError> {
        let common = &self.common;
        let unfit = fit(&common.database, shard, common.find, &common.keys).await?;
        let mut client = common.database.connect().await?;
        report_unfit(&mut client, shard, build, &unfit).await?;
        Ok(unfit)
    }

    /// Makes other builds examine a shard again for streams that they cannot play.
    ///
    /// # Errors
    /// A database error.
    pub(crate) async fn examine_again(&self, shard: i32) -> Result<(), StoreError> {
        examine_again(&self.common.database.connect().await?, shard).await
    }

    /// Returns the open tables of a shard that one of these builds is known not to play.
    ///
    /// # Errors
    /// A database error.
    pub async fn unfit(&self, shard: i32, builds: &[String]) -> Result<Vec<StreamId>, StoreError> {
        unfit_tables(&self.common.database.connect().await?, shard, builds).await
    }

    /// Reopens all tables of this house's shards that were closed to be reopened.
    ///
    /// # Errors
    /// A database error.
    pub async fn reopen_tables(&self) -> Result<(), StoreError> {
        let common = &self.common;
        let mut client = common.database.connect().await?;
        for shard in self.shards() {
            let reopened = reopen_due(&mut client, shard, common.find, &common.keys).await?;
            for (table, why) in reopened.failed {
                tracing::error!(table = table.0, why, "a table stays closed");
            }
        }
        Ok(())
    }

    /// Joins tables that were opened as successors of others to the meters in this process.
    ///
    /// # Errors
    /// A database error, or an error of a meter.
    pub async fn join_meters(&self) -> Result<(), crate::links::LinkError> {
        let client = self.common.database.connect().await?;
        for shard in self.shards() {
            join_reopened(self, &client, shard).await?;
        }
        Ok(())
    }

    /// Returns the streams of this house's shards that stay closed, because they do not replay as they were written or
    /// this build cannot play them, with the reason.
    pub fn left_out(&self) -> Vec<(StreamId, String)> {
        let owned = self.shards();
        let all = self.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        let here = all.iter().filter(|(_, (shard, _))| owned.contains(shard));
        here.map(|(stream, (_, why))| (*stream, why.clone())).collect()
    }
}
