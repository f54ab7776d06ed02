//! The scenarios, example tables and example houses that are built into the program, for use without the repository.

use std::path::Path;

/// The path of each file in the repository, as `scenarios/ohio/craps/field.scenario`, and its text, sorted by name.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/carried.rs"));

/// Returns the text of one file.
pub(crate) fn text(path: &Path) -> Option<&'static str> {
    FILES.iter().find(|(name, _)| Path::new(name) == path).map(|(_, text)| *text)
}

/// Returns the files with an extension that are this path or lie below it.
pub(crate) fn below(folder: &Path, extension: &str) -> impl Iterator<Item = &'static Path> {
    let wanted = move |path: &&Path| path.extension().is_some_and(|there| there == extension);
    FILES.iter().map(|(name, _)| Path::new(*name)).filter(move |path| path.starts_with(folder)).filter(wanted)
}
