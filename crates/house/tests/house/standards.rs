//! `docs/standards.md` names tests, and these tests exist.

use std::collections::BTreeSet;
use std::path::Path;

/// A row of the page: id, state and evidence.
fn rows(page: &str) -> Vec<[&str; 3]> {
    let cells = |line: &'static str| line.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>();
    let page: &'static str = Box::leak(page.to_owned().into_boxed_str());
    let lines = page.lines().filter(|line| line.starts_with("| ")).map(cells);
    let known = |cells: &Vec<&str>| cells.len() == 4 && ["met", "met in part", "open"].contains(&cells[2]);
    lines.filter(known).map(|cells| [cells[0], cells[2], cells[3]]).collect()
}

/// The citations of a row: `crate: path::function`.
fn citations(evidence: &str) -> impl Iterator<Item = (&str, &str, &str)> {
    evidence.split('`').skip(1).step_by(2).filter_map(|cited| {
        let (of, rest) = cited.split_once(": ")?;
        let (path, function) = rest.split_once("::")?;
        Some((of, path, function))
    })
}

#[test]
fn every_requirement_is_met_by_a_test_that_is_there_or_open_for_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/standards.md")).unwrap();
    let rows = rows(&page);
    let ids: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!((rows.len(), ids.len()), (153, 153), "every id once");
    for [id, state, evidence] in rows {
        let mut cited = 0;
        for (of, path, function) in citations(evidence) {
            let file = root.join("crates").join(of).join(path);
            let text = std::fs::read_to_string(&file).unwrap_or_else(|_| panic!("{id}: {}", file.display()));
            assert!(text.contains(&format!("fn {function}")), "{id}: {function} is not in {path}");
            cited += 1;
        }
        let missing = evidence.contains("Missing:");
        assert_eq!(missing, state != "met", "{id} is {state}");
        assert!(state == "open" || cited > 0 || evidence.contains(".md"), "{id} is {state} without evidence");
    }
}
