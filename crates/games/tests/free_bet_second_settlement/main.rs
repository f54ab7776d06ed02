//! The second settlement of the free bet games, tested on rounds made by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

#[path = "../second_settlement/blackjack/mod.rs"]
mod blackjack;
mod builder;
mod counts;
#[path = "../second_settlement/free_bet/mod.rs"]
mod free_bet;
mod irregular;
mod play;
mod sides;
mod tables;
