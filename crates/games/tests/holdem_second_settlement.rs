//! The second settlement of Ultimate Texas Hold 'Em, tested on rounds made by hand.

#[path = "second_settlement/holdem/mod.rs"]
mod holdem;
