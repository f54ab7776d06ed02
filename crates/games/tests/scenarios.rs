//! Every scenario passes, none is told twice, and the trace holds.

use engine::scenario::Suite;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<(String, String)>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "scenario") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

fn suite() -> Suite {
    let mut found = Vec::new();
    let ours = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    files(&std::env::var_os("SCENARIOS").map_or_else(ours, PathBuf::from), &mut found);
    Suite::play(&found, &games::find)
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
