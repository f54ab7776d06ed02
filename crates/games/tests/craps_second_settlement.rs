//! The second settlement of craps, tested by itself.

#[path = "second_settlement/craps/mod.rs"]
mod craps;
