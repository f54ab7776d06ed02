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

/// A number as a person reads it: 2,851.
pub fn thousands(number: usize) -> String {
    if number < 1_000 { number.to_string() } else { format!("{},{:03}", number / 1_000, number % 1_000) }
}

/// A line of the README quotes what a test has found: the one that begins so, and what it must be. With `WRITE_PAGE` it is
/// written, by the recipe that is named.
pub fn readme_says(begin: &str, now: impl Fn(&str) -> String, recipe: &str) {
    let path = root().join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let said = readme.lines().find(|line| line.starts_with(begin)).expect("the README has the line");
    let now = now(said);
    if said != now && std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, readme.replace(said, &now)).unwrap();
        return;
    }
    assert_eq!(said, now, "README.md is not up to date: just {recipe}");
}
