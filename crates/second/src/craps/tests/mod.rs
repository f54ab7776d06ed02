//! Tests of the second settlement: results computed by hand, and hand-written sessions.

mod builder;
mod edges;
mod fates;
mod sessions;
mod table;
mod troubles;
