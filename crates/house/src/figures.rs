//! Metrics of a house, for the people who run its servers. A shard updates them once per batch, not per unit.

use crate::shard::{Done, NotDone};
use crate::stream::Refused;
use metrics::{Counter, Gauge, Histogram, counter, gauge, histogram};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The metrics of a shard.
pub(crate) struct ShardFigures {
    units: Counter,
    failed: Counter,
    faults: Counter,
    batch: Histogram,
    commit: Histogram,
    drift: Gauge,
}

impl ShardFigures {
    pub(crate) fn of(shard: i32) -> ShardFigures {
        let shard = shard.to_string();
        ShardFigures {
            units: counter!("croupier_units_total", "shard" => shard.clone()),
            failed: counter!("croupier_commits_failed_total", "shard" => shard.clone()),
            faults: counter!("croupier_faults_total", "shard" => shard.clone()),
            batch: histogram!("croupier_batch_units"),
            commit: histogram!("croupier_commit_seconds"),
            drift: gauge!("croupier_clock_drift_seconds", "shard" => shard),
        }
    }

    /// Counts a committed batch.
    pub(crate) fn committed(&self, units: usize, took: Duration) {
        // Only for display, and a batch has some thousands at most.
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        self.units.increment(u64::from(units));
        self.batch.record(units);
        self.commit.record(took);
    }

    /// Counts a batch that failed to commit.
    pub(crate) fn failed(&self) {
        self.failed.increment(1);
    }

    /// Counts a command that failed so that its stream is reloaded; an alert watches this metric.
    pub(crate) fn faulted(&self) {
        self.faults.increment(1);
    }

    /// Records the drift of the clock.
    pub(crate) fn drifted(&self, micros: i64) {
        let seconds = Duration::from_micros(micros.unsigned_abs()).as_secs_f64();
        self.drift.set(seconds.copysign(if micros < 0 { -1.0 } else { 1.0 }));
    }
}

/// Counts the answer to a command from outside.
pub(crate) fn answered(done: &Result<Done, NotDone>) {
    const NAME: &str = "croupier_commands_total";
    let counter = match done {
        Ok(Done { again: false, .. }) => counter!(NAME, "outcome" => "done"),
        Ok(_) => counter!(NAME, "outcome" => "again"),
        Err(NotDone::Busy) => counter!(NAME, "outcome" => "busy"),
        Err(NotDone::Unavailable) => counter!(NAME, "outcome" => "unavailable"),
        Err(NotDone::Refused(refused)) => match refused {
            Refused::ByRule(_) => counter!(NAME, "outcome" => "refused-by-rule"),
            Refused::NoMoney { .. } => counter!(NAME, "outcome" => "refused-no-money"),
            Refused::Conflict { .. } => counter!(NAME, "outcome" => "conflict"),
            Refused::OtherBody(_) => counter!(NAME, "outcome" => "refused-key-used"),
            Refused::NotYours(_) => counter!(NAME, "outcome" => "refused-not-yours"),
            Refused::OtherRealm(_) => counter!(NAME, "outcome" => "refused-other-realm"),
            Refused::Fault(_) => counter!(NAME, "outcome" => "fault"),
            _ => counter!(NAME, "outcome" => "refused-not-here"),
        },
    };
    counter.increment(1);
}

/// Counts a panic of a shard's task.
pub(crate) fn shard_panicked() {
    counter!("croupier_tasks_ended_total", "task" => "shard").increment(1);
}

/// Records when something happened.
pub(crate) fn stamp(name: &'static str, at: SystemTime) {
    gauge!(name).set(at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64());
}
