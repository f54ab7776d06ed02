//! The scenarios, example tables and example houses that are built into the program, for use without the repository.

use std::path::Path;

/// Their paths below the project, as `scenarios/ohio/craps/field.scenario`, and their texts, in the order of names.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// The text of one of them.
pub(crate) fn text(path: &Path) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| *text)
}

/// Those of a kind below a folder, which is one of them or leads to some.
pub(crate) fn below(folder: &Path, extension: &str) -> impl Iterator<Item = &'static Path> {
    let wanted = move |path: &&Path| path.extension().is_some_and(|there| there == extension);
    FILES.iter().map(|(name, _)| Path::new(*name)).filter(move |path| path.starts_with(folder)).filter(wanted)
}
