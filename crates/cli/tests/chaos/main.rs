//! A house of several real processes in which anything may die at any time: processes, PostgreSQL, NATS, the network.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod cluster;
// Tests can make tasks panic only in builds with debug assertions.
#[cfg(debug_assertions)]
mod crash;
mod diary;
mod failover;
mod losses;
mod mayhem;
mod network;
mod overload;
mod people;
mod process;
mod proof;
mod servers;
mod site;
mod takeover;
mod watchers;
