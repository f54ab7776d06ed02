//! Finding and reading files.

use crate::failure::Failure;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A file's name as it is printed, and its text.
pub(crate) type Source = (String, String);

/// Reads one file, or standard input where the name is `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        return Ok(("-".to_owned(), text));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    Ok((path.display().to_string(), text))
}

/// Reads one file as it is, or standard input where the name is `-`.
pub(crate) fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        return Ok(("-".to_owned(), bytes));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error))?;
    Ok((path.display().to_string(), bytes))
}

/// Reads files, and of directories all files of a kind below them, each directory's in the order of names.
pub(crate) fn read_all(paths: &[PathBuf], extension: &str) -> Result<Vec<Source>, Failure> {
    find_all(paths, extension)?.iter().map(|path| read(path)).collect()
}

/// Files as they are named, and of directories all files of a kind below them, in the order of names.
pub(crate) fn find_all(paths: &[PathBuf], extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let mut found = Vec::new();
        walk(path, extension, &mut found)?;
        found.sort();
        if found.is_empty() {
            let path = path.display();
            return Err(Failure::usage(format!("there is no *.{extension} file in {path}")));
        }
        files.append(&mut found);
    }
    Ok(files)
}

/// The scenarios' directory: here, or else where the program was built, if that is still there.
pub(crate) fn scenarios() -> Result<PathBuf, Failure> {
    either(Path::new("scenarios"), &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios"))
}

fn either(here: &Path, built: &Path) -> Result<PathBuf, Failure> {
    if here.is_dir() {
        return Ok(here.to_owned());
    }
    // The way over the parent directories would be printed with every file.
    built.canonicalize().ok().filter(|built| built.is_dir()).ok_or_else(|| {
        Failure::usage(
            "no scenarios here; name a folder: `croupier test DIR` or `croupier trace --scenarios DIR`",
        )
    })
}

fn walk(directory: &Path, extension: &str, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let entries = fs::read_dir(directory).map_err(|error| unreadable(directory, &error))?;
    for entry in entries {
        let path = entry.map_err(|error| unreadable(directory, &error))?.path();
        if path.is_dir() {
            walk(&path, extension, found)?;
        } else if path.extension().is_some_and(|there| there == extension) {
            found.push(path);
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let hint = if path.exists() { "" } else { "; give the path of a file, or - for standard input" };
    Failure::usage(format!("cannot read {}: {error}{hint}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_directory_that_is_gone_is_not_read() {
        let (gone, there) = (Path::new("no-such-directory"), Path::new(env!("CARGO_MANIFEST_DIR")));
        assert_eq!(either(there, gone).unwrap(), there);
        assert!(either(gone, there).unwrap().is_dir());
        for built in [gone.to_owned(), there.join("Cargo.toml")] {
            let said = either(gone, &built).unwrap_err().to_string();
            assert!(said.starts_with("no scenarios here; name a folder"), "{said}");
        }
    }
}
