//! A process that leaves: it hands its shards over one after the other, each when another process can take it, and
//! first closes the tables that other builds cannot play.

use super::{BEAT, Floor, Keeper, PATIENCE, SHORTLY};
use crate::shard::DEAD_AFTER;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long it waits for another process to take a shard before it gives up the next one, and for a database that does
/// not answer.
const HAND_OVER: Duration = Duration::from_secs(10);

/// How long it waits for another build to report what it cannot play of the shard. That build may have to replay every
/// unit; an older build never reports, and examines the shard when it is free.
const EXAMINATION: Duration = Duration::from_secs(60);

impl Keeper {
    /// Leaves: gives up each shard only after another process could take the one before.
    pub(super) async fn go(mut self) {
        while !self.being_taken().is_empty() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        for shard in self.house.shards() {
            self.have_examined(shard).await;
            self.rest(shard).await;
            while !self.hand_over(shard).await {
                self.rest(shard).await;
            }
        }
        let Some(client) = &self.client else { return };
        let gone = async { client.execute("delete from process where id = $1", &[&self.me.id]).await };
        if !matches!(tokio::time::timeout(PATIENCE, gone).await, Ok(Ok(_))) {
            tracing::warn!("the process has left; the database could not be updated");
        }
    }

    /// Reads the heartbeats until the database answers and every process that lived before the outage has sent one
    /// again. A process that sends none for `DEAD_AFTER` while the database answers is dead; before that, a leaving
    /// process would ignore what the others cannot play. Returns `None` if the database has not answered for long.
    async fn look_patiently(&mut self) -> Option<Floor> {
        let begun = Instant::now();
        let (mut answered, mut last) = (begun, None);
        while answered.elapsed() < HAND_OVER && begun.elapsed() < EXAMINATION {
            // One slow answer is not enough.
            if let Some(floor) = self.look().await {
                answered = self.answered;
                let all = self.met.iter().all(|process| floor.processes.contains_key(process));
                if all || self.has_been_steady(DEAD_AFTER) {
                    return Some(floor);
                }
                last = Some(floor);
            }
            tokio::time::sleep(SHORTLY).await;
        }
        last
    }

    /// Waits for some work and sends heartbeats meanwhile, so that this process is not declared dead.
    async fn beating<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                () = tokio::time::sleep(BEAT) => {
                    self.look().await;
                }
            }
        }
    }

    /// Waits until every other build that could be given the shard has reported what it cannot play of it.
    async fn have_examined(&mut self, shard: i32) {
        let begun = Instant::now();
        let mut asked = false;
        while begun.elapsed() < EXAMINATION {
            let Some(floor) = self.look_patiently().await else { return };
            let builds = floor.other_builds(&self.me);
            if !asked && !builds.is_empty() {
                asked = self.house.examine_again(shard).await.is_ok();
            } else if builds.into_iter().all(|build| floor.examined.contains(&(build, shard))) {
                return;
            }
            tokio::time::sleep(SHORTLY).await;
        }
        tracing::warn!(shard, "another build has not said what it cannot play; the shard is still given up");
    }

    /// Gives a shard up and waits until another process has it, if one could take it. Returns false if another build
    /// cannot play it: then this process has taken it back.
    async fn hand_over(&mut self, shard: i32) -> bool {
        self.look().await;
        let house = Arc::clone(&self.house);
        // If the database is unavailable, waiting commands are not carried out or answered, and their senders may
        // retry.
        if self.beating(tokio::time::timeout(HAND_OVER, house.release(shard))).await.is_err() {
            tracing::warn!(shard, "a shard is left behind: the database does not answer");
        }
        let mut waited = Duration::ZERO;
        while waited < HAND_OVER {
            let Some(floor) = self.look_patiently().await else { return true };
            let mut others = floor.processes.values().filter(|process| process.id != self.me.id);
            if others.all(|process| process.draining)
                || floor.owner_of(shard).is_some_and(|process| process.id != self.me.id)
            {
                return true;
            }
            let builds = floor.other_builds(&self.me);
            let unfit = self.house.unfit(shard, &builds).await.unwrap_or_default();
            if !unfit.is_empty() && self.house.take(shard, &self.me.id).await.unwrap_or(false) {
                return false;
            }
            waited += SHORTLY;
            tokio::time::sleep(SHORTLY).await;
        }
        true
    }

    /// Closes the tables of a shard that other builds cannot play, each at the end of its round.
    async fn rest(&mut self, shard: i32) {
        let house = Arc::clone(&self.house);
        while let Some(floor) = self.look_patiently().await {
            let builds = floor.other_builds(&self.me);
            match self.beating(house.rest(shard, &builds)).await {
                Ok(playing) if playing.is_empty() => return,
                Ok(playing) => tracing::info!(shard, tables = playing.len(), "waits for the end of rounds"),
                Err(error) => tracing::warn!(shard, %error, "tables cannot be closed yet"),
            }
            tokio::time::sleep(BEAT).await;
        }
    }
}
