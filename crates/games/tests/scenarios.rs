//! Every scenario passes, none is told twice, and the trace holds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod common;

use engine::scenario::Suite;
use std::path::PathBuf;

/// Plays all scenarios, or those of the folder that `SCENARIOS` names.
fn suite() -> Suite {
    let ours = || common::root().join("scenarios");
    let folder = std::env::var_os("SCENARIOS").map_or_else(ours, PathBuf::from);
    Suite::play(&common::scenario_files(&folder), &games::find)
}

#[test]
fn every_scenario_passes() {
    let suite = suite();
    for (file, error) in &suite.unreadable {
        println!("{file}: {error}");
    }
    for played in suite.played.iter().filter(|played| !played.report.ok()) {
        println!("{}\n{}", played.label(), played.report.transcript());
    }
    assert_eq!(suite.counts().1, 0);
}

#[test]
fn no_scenario_is_told_twice() {
    assert_eq!(suite().twins(), Vec::new());
}

#[test]
fn the_trace_has_no_problems() {
    let matrix = games::trace(&suite());
    assert_eq!(matrix.problems, Vec::<String>::new());
}
