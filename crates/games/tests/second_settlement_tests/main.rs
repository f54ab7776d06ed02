//! The second settlement, tested on rounds made by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

mod builder;
mod irregular;
mod regular;
#[path = "../second_settlement/blackjack/mod.rs"]
mod second_settlement;
