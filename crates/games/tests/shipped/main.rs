//! What must hold in the build that is shipped, and would take too long or mean nothing in any other.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    dead_code,
    reason = "a measuring tool"
)]

mod arithmetic;
mod no_allocation;
mod poker_counts;
#[path = "../../benches/support/mod.rs"]
mod support;
mod table_size;
mod wild_counts;
