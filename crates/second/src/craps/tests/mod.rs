//! The second settlement, tested by sums done by hand and by sessions written by hand.

mod builder;
mod edges;
mod fates;
mod sessions;
mod table;
mod troubles;
