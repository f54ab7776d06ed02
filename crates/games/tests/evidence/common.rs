//! What several tests need; each uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The project's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages of rulings, a page a game: file name and text.
pub fn ruling_pages() -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(root().join("docs/rulings")).unwrap();
    let pages = entries.map(|entry| entry.unwrap().path());
    pages
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect()
}

/// Every scenario file under a folder, sorted: its path below the folder, and its text.
pub fn scenario_files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    gather(folder, folder, &mut found);
    found.sort();
    found
}

fn gather(top: &Path, folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(top, &path, found);
        } else if path.extension().is_some_and(|e| e == "scenario") {
            let name = path.strip_prefix(top).unwrap_or(&path).display().to_string();
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}
