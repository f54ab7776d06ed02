//! A house on a real PostgreSQL, which `.ci/services up` starts.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says what it expected")]

mod alone;
mod audit;
mod books;
mod clock;
mod closing;
mod cut_off;
mod diary;
mod fence;
mod jackpots;
// Points to be killed at exist only in builds with debug assertions.
#[cfg(debug_assertions)]
mod kill;
mod last_round;
mod leases;
mod ledger;
mod life;
mod live;
mod lost;
mod meters;
mod money;
mod outage;
mod pit;
mod play;
mod private;
mod proof;
mod recovery;
mod round;
mod secrecy;
mod silence;
mod standards;
mod successors;
mod support;
mod upgrade;
mod victim;
mod wallets;
