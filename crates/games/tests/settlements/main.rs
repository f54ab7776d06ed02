//! Tests the second settlements on rounds made by hand, and every cell of craps.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod baccarat_thirds;
mod blackjack;
mod craps_matrix;
mod free_bet;
mod layout_results;
mod pontoon;
mod three_dice_throws;
