//! Finding and reading files. A file that does not exist is looked up in the program's built-in files, by the same
//! path.

use crate::carried;
use crate::failure::Failure;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// A file's display name and its text.
pub(crate) type Source = (String, String);

/// Reads one file, or standard input if the name is `-`.
pub(crate) fn read(path: &Path) -> Result<Source, Failure> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin()
            .read_to_string(&mut text)
            .map_err(|error| Failure::usage(format!("cannot read standard input: {error}")))?;
        return Ok(("-".to_owned(), text));
    }
    let text = match (fs::read_to_string(path), carried::text(path)) {
        (Err(error), Some(text)) if error.kind() == ErrorKind::NotFound => text.to_owned(),
        (read, _) => read.map_err(|error| unreadable(path, &error))?,
    };
    Ok((path.display().to_string(), text))
}

/// Reads the bytes of one file, or of standard input if the name is `-`.
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

/// Reads files, and for a directory all files with an extension below it, each directory's sorted by name.
pub(crate) fn read_all(paths: &[PathBuf], extension: &str) -> Result<Vec<Source>, Failure> {
    find_all(paths, extension)?.iter().map(|path| read(path)).collect()
}

/// Returns the named files, and for a directory all files with an extension below it, sorted by name.
pub(crate) fn find_all(paths: &[PathBuf], extension: &str) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let mut found: Vec<PathBuf> = Vec::new();
        if path.is_dir() {
            walk(path, extension, &mut found)?;
            found.sort();
        } else if path.exists() || carried::text(path).is_some() {
            found.push(path.clone());
        } else {
            found.extend(carried::below(path, extension).map(Path::to_owned));
            // A missing file is reported when it is read.
            if found.is_empty() {
                found.push(path.clone());
            }
        }
        if found.is_empty() {
            let path = path.display();
            return Err(Failure::usage(format!("there is no *.{extension} file in {path}")));
        }
        files.append(&mut found);
    }
    Ok(files)
}

/// Returns the folder of scenarios: the one in the current directory, or the built-in one.
pub(crate) fn scenarios() -> PathBuf {
    PathBuf::from("scenarios")
}

/// Returns the text of a table file that another file names, relative to that file.
pub(crate) fn beside(file: &str, path: &str) -> Result<String, String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    read(&folder.join(path)).map(|(_, text)| text).map_err(|failure| failure.to_string())
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
    fn what_is_not_here_is_carried() {
        let craps = find_all(&[PathBuf::from("scenarios/ohio/craps")], "scenario").unwrap();
        assert!(craps.len() > 10 && craps.iter().all(|path| read(path).is_ok()), "{craps:?}");
        let tables = find_all(&[PathBuf::from("tables")], "toml").unwrap();
        assert!(tables.contains(&PathBuf::from("tables/craps.toml")), "{tables:?}");
        assert!(beside("tables/my.scenario", "craps.toml").unwrap().contains("ohio/craps"));
        let said = read_all(&[PathBuf::from("no-such-directory")], "scenario").unwrap_err().to_string();
        assert!(said.starts_with("cannot read no-such-directory"), "{said}");
    }
}
