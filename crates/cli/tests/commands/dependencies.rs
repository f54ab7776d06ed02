//! Every dependency has an allowed licence and comes from the public registry.

use serde_json::Value;
use std::process::Command;

/// Permissive licences. A package passes when each part that `AND` joins offers one of them.
const ALLOWED: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

fn is_allowed(expression: &str) -> bool {
    expression.split(" AND ").all(|part| {
        let part = part.trim_matches(['(', ')', ' ']);
        part.split(" OR ")
            .flat_map(|one| one.split('/'))
            .any(|one| ALLOWED.contains(&one.trim_matches(['(', ')', ' '])))
    })
}

#[test]
fn licences_and_sources_are_allowed() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 10);
    for package in packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        assert!(is_allowed(licence), "{name} is under {licence}");
        let source = package["source"].as_str().unwrap_or("path");
        let known =
            source == "path" || source.starts_with("registry+https://github.com/rust-lang/crates.io-index");
        assert!(known, "{name} comes from {source}");
    }
}

#[test]
fn expressions_are_read_as_written() {
    assert!(is_allowed("(MIT OR Apache-2.0) AND Unicode-3.0"));
    assert!(is_allowed("Unlicense/MIT"));
    assert!(!is_allowed("GPL-3.0-only"));
    assert!(!is_allowed("MIT AND GPL-3.0-only"));
}
