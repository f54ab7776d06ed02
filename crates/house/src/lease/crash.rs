//! A process that cannot continue: how it is noticed, and how others take its shards before they consider it dead.

use super::Leases;
use crate::store::StoreError;
use crate::task::Ended;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long an exiting process tries to announce its exit; otherwise others take its shards once they consider it dead.
const SAY: Duration = Duration::from_secs(1);

const GONE: &str = "delete from process where id = $1";

/// A shard that is being taken, during the lifetime of this value.
pub(super) struct Taking {
    all: Arc<Mutex<BTreeSet<i32>>>,
    shard: i32,
}

impl Taking {
    pub(super) fn of(all: Arc<Mutex<BTreeSet<i32>>>, shard: i32) -> Taking {
        all.lock().unwrap_or_else(PoisonError::into_inner).insert(shard);
        Taking { all, shard }
    }
}

impl Drop for Taking {
    fn drop(&mut self) {
        self.all.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.shard);
    }
}

impl Leases {
    /// Returns a handle that reports when this process no longer sends heartbeats because the task that does has ended.
    pub fn ended(&self) -> Ended {
        self.ended.clone()
    }

    /// Ends without a handover: nothing is answered from now on, and others may take the shards immediately. What was
    /// not committed is lost with the process, as if it had been killed.
    pub async fn abandon(&self) {
        self.house.leased_until(Instant::now());
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        let said = tokio::time::timeout(SAY, async {
            if let Some(task) = task {
                // If the task continued, its next heartbeat would create the row again.
                task.abort();
                let _ = task.await;
            }
            let _ = self.leave.send(true);
            let client = self.database.connect().await?;
            client.execute(GONE, &[&self.me.id]).await?;
            Ok::<(), StoreError>(())
        });
        match said.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "the process exits; the database could not be updated"),
            Err(_) => tracing::warn!("the process exits; the database does not answer"),
        }
    }
}
