//! Recovers after the database was unavailable: the owner takes the shard again and checks whether the database still
//! has everything that was answered.

use super::{Heard, Shard};
use crate::ids::{Hash, StreamId};
use crate::loss::{Loss, Noticed};
use crate::store::{Batch, StoreError, WHOLE_UNITS, Which, Writer, archived, closed_heads, unit_in};
use crate::stream::Draft;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime};

/// Raises the epoch, unless another process owns the shard by now. It waits for a batch that the lost connection may
/// still be committing; afterwards that connection cannot commit anything, because its epoch is older. An epoch below
/// this owner's means that the database has lost the takeover, and that the shard was not taken since. If the database
/// commits synchronously, the standby has everything that is read from here on, since it has this commit.
const RETAKE: &str = "update shard set epoch = $4, renewed = now()
    where id = $1 and owner = $2 and (epoch <= $3 or epoch = $5) returning batch";

/// Last units and their hashes, by stream.
pub(super) type Heads = BTreeMap<StreamId, (i64, Hash)>;

impl Shard {
    /// Recovers from a failure: finds out where the streams stand. Returns false if another process owns the shard now.
    pub(super) async fn recover(&mut self) -> bool {
        let mut pause = Duration::from_millis(20);
        while !self.stale.is_empty() {
            match self.reconnect().await {
                Ok(true) => self.stale.clear(),
                Ok(false) => return false,
                // The stream is there but does not match what was written, and waiting does not help. The others
                // continue without it.
                Err(StoreError::Lost(lost)) => self.leave_out(&lost),
                Err(error) => {
                    tracing::warn!(shard = self.owner.id, %error, "the database is away");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(Duration::from_secs(1));
                }
            }
        }
        true
    }

    async fn reconnect(&mut self) -> Result<bool, StoreError> {
        self.writer = Writer::on(self.owner.database.connect().await?).await?;
        let Some(batch) = self.retake().await? else { return Ok(false) };
        let fits = (self.batch..=self.batch + 1).contains(&batch);
        self.batch = batch;
        super::name_session(&self.writer, self.owner.id, self.epoch).await?;
        self.clock = crate::clock::Clock::set_by(self.writer.client()).await?;
        // Remains set until every stream was restored, however many attempts that takes.
        let known = self.firm.clone();
        self.lost_history |= !fits || !self.gone(&known).await?.is_empty();
        if self.lost_history {
            self.held.clear();
            self.ended = closed_heads(self.writer.client(), self.owner.id).await?;
            self.bring(Which::Shard(self.owner.id)).await?;
        } else {
            let stale: Vec<StreamId> = self.stale.iter().copied().collect();
            // A table that was closed meanwhile is not restored.
            self.held.retain(|id, _| !self.stale.contains(id));
            self.bring(Which::Open(&stale)).await?;
        }
        self.account_for_losses(known).await?;
        self.lost_history = false;
        // Messages in transit belong to an earlier epoch: all of them are resent.
        self.own.clear();
        let outstanding = self.held.values().flat_map(|held| held.stream.outstanding());
        self.unsent = outstanding.map(|sent| sent.request()).collect();
        self.send_own();
        // No deadline ran while the database was unavailable.
        for (id, held) in &mut self.held {
            held.rewind();
            self.deadlines.set(*id, held.ends());
        }
        Ok(true)
    }

    /// Takes the shard again, in a new epoch, and returns the number of its batches. `None` if another process owns it.
    async fn retake(&mut self) -> Result<Option<i64>, StoreError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        // The time may be wrong; the epoch only has to be above the two others.
        let next = i64::try_from(now.as_micros()).unwrap_or(i64::MAX).max(self.epoch + 1).max(self.tried + 1);
        // If the answer is lost, the epoch may have been raised nevertheless; the next attempt accepts it as this
        // owner's.
        let before = std::mem::replace(&mut self.tried, next);
        let asked: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&self.owner.id, &self.process, &self.epoch, &next, &before];
        let Some(row) = self.writer.client().query_opt(RETAKE, &asked).await? else { return Ok(None) };
        self.epoch = next;
        Ok(Some(row.try_get(0)?))
    }

    /// Returns the streams whose known unit the database no longer has, or has another unit in its place, and that have
    /// no notice of the loss.
    async fn gone(&self, known: &Heads) -> Result<BTreeSet<StreamId>, StoreError> {
        let known = || known.iter().filter(|(_, (seq, _))| *seq > 0);
        let streams: Vec<i64> = known().map(|(id, _)| id.0).collect();
        let numbers: Vec<i64> = known().map(|(_, (seq, _))| *seq).collect();
        let mut there = Heads::new();
        let asked = format!(
            "{WHOLE_UNITS} join unnest($1::int8[], $2::int8[]) as w(stream, seq) on u.stream = w.stream and u.seq = w.seq"
        );
        for row in self.writer.client().query(&asked, &[&streams, &numbers]).await? {
            let unit = unit_in(&row)?;
            there.insert(unit.stream, (unit.seq, unit.hash()));
        }
        let gone = known().filter(|(id, head)| there.get(id) != Some(head));
        let mut gone: Heads = gone.map(|(id, head)| (*id, *head)).collect();
        if !gone.is_empty() {
            let streams: Vec<i64> = gone.keys().map(|id| id.0).collect();
            // Archived units are not lost: the known unit is the last of its archive, or comes before it.
            for (id, (_, start)) in archived(self.writer.client(), &streams).await? {
                let is_there =
                    |(seq, head): (i64, Hash)| seq < start.seq || (seq, head) == (start.seq, start.head);
                if gone.get(&StreamId(id)).copied().is_some_and(is_there) {
                    gone.remove(&StreamId(id));
                }
            }
            let notices =
                format!("{WHOLE_UNITS} where u.stream = any($1) and u.sender = u.stream and u.sender <> 0");
            for row in self.writer.client().query(&notices, &[&streams]).await? {
                let unit = unit_in(&row)?;
                let said = Loss::said_by(&unit)?;
                let tells_of = |(seq, _): (i64, Hash)| {
                    said.is_some_and(|loss| seq == loss.last || loss.stands < seq && seq < loss.last)
                };
                if gone.get(&unit.stream).copied().is_some_and(tells_of) {
                    gone.remove(&unit.stream);
                }
            }
        }
        Ok(gone.into_keys().collect())
    }

    /// Writes a notice into every stream that has lost a known unit, and raises the alarm. From then on the database's
    /// version is valid.
    pub(super) async fn account_for_losses(&mut self, known: Heads) -> Result<(), StoreError> {
        let mut losses = BTreeMap::new();
        for id in self.gone(&known).await? {
            let Some((last, head)) = known.get(&id).copied() else { continue };
            match self.held.get(&id) {
                Some(held) => _ = losses.insert(id, Loss { stands: held.seq, last, head }),
                None => tracing::error!(stream = id.0, last, "history was lost: the stream itself is gone"),
            }
        }
        if !losses.is_empty() {
            self.write_notices(&losses).await?;
        }
        self.firm = self.held.iter().map(|(id, held)| (*id, (held.seq, held.head))).collect();
        self.firm.extend(&self.ended);
        Ok(())
    }

    /// Checks units that roots have named: the database should have them, unless it was restored or has failed over
    /// while every process that knew of them died.
    pub(super) async fn doubt(&mut self, mut signed: Heads) {
        signed.retain(|id, _| self.held.contains_key(id));
        if let Err(error) = self.account_for_losses(signed).await {
            tracing::warn!(shard = self.owner.id, %error, "it is not yet known whether signed units were lost");
            // The next recovery finds out which notices were written.
            self.stale.extend(self.held.keys());
        }
    }

    async fn write_notices(&mut self, losses: &BTreeMap<StreamId, Loss>) -> Result<(), StoreError> {
        let now = self.clock.now();
        let (mut batch, mut notices) = (Batch::default(), Vec::new());
        for (id, loss) in losses {
            let Some(held) = self.held.get(id) else { continue };
            let at = now.max(held.at);
            let unit = loss.unit(*id, held.stream.realm(), at, held.head).map_err(StoreError::Row)?;
            notices.push((*loss, unit.clone()));
            batch.put(unit, &Draft::default())?;
        }
        self.writer.commit(self.owner.id, self.epoch, self.batch, &batch).await?;
        self.batch += 1;
        for (loss, unit) in notices {
            let Some(held) = self.held.get_mut(&unit.stream) else { continue };
            (held.seq, held.head, held.at) = (unit.seq, unit.hash(), unit.at);
            held.stream.go_on_after_loss(unit.seq);
            let Loss { stands, last, .. } = loss;
            tracing::error!(stream = unit.stream.0, stands, last, "history was lost");
            metrics::counter!("croupier_units_lost_total").increment(loss.count().unsigned_abs());
            let noticed = Noticed { stream: unit.stream, loss, at: unit.at };
            self.owner.noticed.lock().unwrap_or_else(PoisonError::into_inner).push(noticed);
            let table = held.stream.table();
            if let Some(facts) = table.map(crate::table::TableStream::shared_facts) {
                let (stream, seq, at) = (unit.stream, unit.seq, unit.at);
                let (what, events, lost) = ("lost", Arc::default(), Some(loss));
                self.hear(Heard { stream, seq, at, what, events, facts, lost });
            }
        }
        self.show(losses.keys().copied());
        Ok(())
    }
}
