//! The second settlement of Pontoon Plus, tested on rounds made by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

mod builder;
mod irregular;
#[path = "../second_settlement/pontoon/mod.rs"]
mod pontoon;
mod regular;
