//! Tests of the release build that would take too long or mean nothing in any other.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    dead_code,
    reason = "a measuring tool"
)]

mod arithmetic;
mod baccarat_counts;
mod four_counts;
mod no_allocation;
mod pai_gow_hands;
mod poker_counts;
mod stud_counts;
#[path = "../../benches/support/mod.rs"]
mod support;
mod table_size;
mod three_counts;
mod wild_counts;
