//! A house on a real PostgreSQL, which `.ci/services up` starts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says what it expected")]

mod alone;
mod archive;
mod audit;
mod banked;
mod banked_kill;
mod books;
mod cards;
mod clock;
mod closing;
mod commits;
mod crowd;
mod cut_off;
mod diary;
mod divided;
mod failover;
mod fence;
mod jackpots;
// Kill points exist only in builds with debug assertions.
#[cfg(debug_assertions)]
mod kill;
mod last_round;
mod leases;
mod ledger;
mod life;
mod line;
mod live;
mod logs;
mod lost;
mod meters;
mod money;
mod months;
mod outage;
mod owed;
mod owed_kill;
mod panics;
mod pit;
mod play;
mod private;
mod proof;
mod recovery;
mod round;
mod secrecy;
mod silence;
mod stalled;
mod standards;
mod successors;
mod support;
mod two_roles;
mod upgrade;
mod victim;
mod wallets;
