//! The command from the outside. All tests are in one program: each further program would be linked with the whole
//! house.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod archive;
mod audit;
mod common;
mod demo;
mod dependencies;
mod disputes;
mod files;
mod found;
mod ledger;
mod play;
mod rng;
mod scenarios;
mod tables;
