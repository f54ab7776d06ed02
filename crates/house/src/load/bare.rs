//! Commits the same rows without an engine.

use super::{Slice, Trial};
use crate::ids::Time;
use crate::store::{Batch, StoreError, Writer};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// The offset of the streams of replicated rows from those of tables.
const GHOSTS: i64 = 1 << 32;

/// The offset of their unit numbers from one pass to the next.
const PASS: i64 = 1 << 24;

/// Writers that commit prepared batches.
pub struct Bare {
    writers: Vec<BareWriter>,
}

struct BareWriter {
    writer: Arc<Writer>,
    shard: i32,
    epoch: i64,
    batch: Arc<AtomicI64>,
    rows: Arc<tokio::sync::Mutex<Rows>>,
}

struct Rows {
    batches: Vec<Batch>,
    next: usize,
}

impl Trial {
    /// Creates writers for batches that a house has committed, each on a connection and a shard of its own.
    /// # Errors
    /// A database error.
    pub async fn bare(
        &self,
        batches: Vec<Batch>,
        writers: usize,
        first_shard: i32,
    ) -> Result<Bare, StoreError> {
        let mut shares: Vec<Vec<Batch>> = vec![Vec::new(); writers];
        for (at, batch) in batches.into_iter().enumerate() {
            if let Some(share) = shares.get_mut(at % writers.max(1)) {
                share.push(batch);
            }
        }
        let mut all = Vec::new();
        for ((shard, number), share) in (first_shard..).zip(0_i64..).zip(shares) {
            let client = self.database().connect().await?;
            client
                .execute("insert into shard (id, epoch) values ($1, 1) on conflict do nothing", &[&shard])
                .await?;
            let writer = Arc::new(Writer::on(client).await?);
            let mut batches = share;
            // Each writer has its own streams, so that none waits for another.
            let far = GHOSTS * (1 + i64::from(first_shard) + number);
            for batch in &mut batches {
                batch.shift(far, 0, now());
            }
            let rows = Arc::new(tokio::sync::Mutex::new(Rows { batches, next: 0 }));
            all.push(BareWriter { writer, shard, epoch: 1, batch: Arc::default(), rows });
        }
        Ok(Bare { writers: all })
    }
}

impl Bare {
    /// Commits for this long, as fast as the database accepts it.
    ///
    /// # Errors
    /// A database error.
    pub async fn write(&self, length: Duration) -> Result<Slice, StoreError> {
        let started = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let mut writing = Vec::new();
        for one in &self.writers {
            let (writer, rows, stop) = (Arc::clone(&one.writer), Arc::clone(&one.rows), Arc::clone(&stop));
            let (shard, epoch, count) = (one.shard, one.epoch, Arc::clone(&one.batch));
            writing.push(tokio::spawn(async move {
                let mut units = 0;
                let mut rows = rows.lock().await;
                while !stop.load(Ordering::Relaxed) && !rows.batches.is_empty() {
                    let at = rows.next % rows.batches.len();
                    let batch = &mut rows.batches[at];
                    let after = count.load(Ordering::Relaxed);
                    writer.commit(shard, epoch, after, batch).await?;
                    count.store(after + 1, Ordering::Relaxed);
                    units += batch.len() as u64;
                    // Shifted, so that the next pass writes other rows.
                    batch.shift(0, PASS, now());
                    rows.next += 1;
                }
                Ok::<u64, StoreError>(units)
            }));
        }
        tokio::time::sleep(length).await;
        stop.store(true, Ordering::Relaxed);
        let mut slice = Slice::default();
        for one in writing {
            slice.units += one.await.map_err(|error| StoreError::Row(error.to_string()))??;
        }
        slice.took = started.elapsed();
        Ok(slice)
    }
}

fn now() -> Time {
    Time::from_system(SystemTime::now())
}
