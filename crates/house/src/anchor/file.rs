//! The file of roots outside the database, one root per line, preferably on another machine's disk.

use super::{LineFault, Root, RootFault, Tip};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first read of the file's end to find its last line takes this many bytes.
const PIECE: u64 = 1 << 16;

/// What is wrong with a file of roots.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnchorError {
    /// The operating system refused something.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error.
        #[source]
        error: io::Error,
    },
    /// A line is not a root.
    #[error("{}, line {line}: {fault}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: LineFault,
    },
    /// The file ends with bytes that are neither a line nor the remains of one after a crash. They were not cut off.
    #[error("{} ends with {bytes} bytes that are not the beginning of root {expected}", .path.display())]
    NotTorn {
        /// The file.
        path: PathBuf,
        /// The number of bytes after the last line.
        bytes: usize,
        /// The root that would have been written there.
        expected: u64,
    },
    /// Another program wrote to the file, or cut it: it no longer ends with the last written root.
    #[error("{} does not end with root {expected}, which was written last", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
        /// The root that was written last; 0 for none.
        expected: u64,
    },
    /// The root is not the next one.
    #[error(transparent)]
    Root(#[from] RootFault),
}

/// The file of roots, for its writer. The calls block on the disk.
///
/// Only the holder of the lease writes. Two writers that look at the same moment would both find the file in order and
/// write two roots with the same number, which an auditor finds.
///
/// A root is written here before it is published anywhere else. A line that was torn by a crash is therefore unknown
/// everywhere, and another root may take its number.
pub struct AnchorFile {
    path: PathBuf,
    last: Option<Root>,
    torn: Option<Vec<u8>>,
}

impl AnchorFile {
    /// Opens the file, or creates it. Cuts off a last line without an end, which a crash leaves; see
    /// [`AnchorFile::torn`]. Reads only the last line: [`Roots`] and [`super::Chain`] check the whole file.
    ///
    /// # Errors
    /// The file cannot be opened, or its last line is neither a root nor the beginning of one.
    pub fn open(path: &Path) -> Result<AnchorFile, AnchorError> {
        let path = path.to_path_buf();
        let failed = |error| AnchorError::File { path: path.clone(), error };
        let file = open_or_make(&path).map_err(failed)?;
        let Tail { line, torn, end } = Tail::of(&file).map_err(failed)?;
        let last = match line {
            None => None,
            Some(line) => Some(read_line(&line).map_err(|fault| wrong_last_line(&path, end, fault))?),
        };
        if !torn.is_empty() {
            let expected = last.as_ref().map_or(0, |root| root.number).saturating_add(1);
            if !is_beginning(&torn, expected) {
                return Err(AnchorError::NotTorn { path, bytes: torn.len(), expected });
            }
            file.set_len(end).and_then(|()| file.sync_all()).map_err(failed)?;
        }
        Ok(AnchorFile { path, last, torn: Some(torn).filter(|torn| !torn.is_empty()) })
    }

    /// Returns the last root in the file.
    pub fn last(&self) -> Option<&Root> {
        self.last.as_ref()
    }

    /// Returns the tip that the next root follows.
    pub fn tip(&self) -> Tip {
        self.last.as_ref().map_or(Tip::NONE, Root::tip)
    }

    /// Returns what was cut off when the file was opened, to be reported.
    pub fn torn(&self) -> Option<&[u8]> {
        self.torn.as_deref()
    }

    /// Writes the next root. When this returns, it is on the disk.
    ///
    /// # Errors
    /// The root is not the next one; the file no longer ends with the one before it, or is gone; or it cannot be
    /// written. After a failed write the file is restored if possible; if not, the next call reports that the file was
    /// changed, and it has to be reopened.
    pub fn append(&mut self, root: &Root) -> Result<(), AnchorError> {
        self.tip().is_followed_by(root)?;
        let failed = |error| AnchorError::File { path: self.path.clone(), error };
        // Opened by name each time, so that a file that was moved away or replaced is not written to.
        let mut file = OpenOptions::new().read(true).append(true).open(&self.path).map_err(failed)?;
        let tail = Tail::of(&file).map_err(failed)?;
        if !self.ends_with_last(&tail) {
            let expected = self.tip().number;
            return Err(AnchorError::Changed { path: self.path.clone(), expected });
        }
        let line = format!("{root}\n");
        if let Err(error) = file.write_all(line.as_bytes()).and_then(|()| file.sync_all()) {
            // Report the first error.
            let _ = file.set_len(tail.end).and_then(|()| file.sync_all());
            return Err(failed(error));
        }
        self.last = Some(root.clone());
        Ok(())
    }

    fn ends_with_last(&self, tail: &Tail) -> bool {
        let last = self.last.as_ref().map(|root| root.to_string().into_bytes());
        tail.torn.is_empty() && tail.line == last
    }
}

/// Opens the file for reading and writing at its end. If it is created, its directory entry is synced too.
fn open_or_make(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let file = options.create_new(true).open(path)?;
            file.sync_all()?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
            Ok(file)
        }
        opened => opened,
    }
}

fn read_line(line: &[u8]) -> Result<Root, LineFault> {
    std::str::from_utf8(line).map_err(|_| LineFault::Text)?.parse()
}

/// Counts the lines only if the last one is wrong.
fn wrong_last_line(path: &Path, end: u64, fault: LineFault) -> AnchorError {
    let path = path.to_path_buf();
    match count_lines(&path, end) {
        Ok(line) => AnchorError::Line { path, line, fault },
        Err(error) => AnchorError::File { path, error },
    }
}

/// Returns the number of lines up to a line end at this offset.
fn count_lines(path: &Path, end: u64) -> io::Result<u64> {
    let mut reader = BufReader::new(File::open(path)?.take(end));
    let mut lines = 0;
    while reader.skip_until(b'\n')? > 0 {
        lines += 1;
    }
    Ok(lines)
}

/// Whether these bytes can be left by a crash while that root was written: the root's number comes first, and some file
/// systems fill with zeros what did not reach the disk. Any other bytes are not cut off.
fn is_beginning(torn: &[u8], number: u64) -> bool {
    let written = torn.iter().rposition(|byte| *byte != 0).map_or(&[][..], |last| &torn[..=last]);
    let begins = format!("{number} ");
    written.starts_with(begins.as_bytes()) || begins.as_bytes().starts_with(written)
}

/// The end of a file.
struct Tail {
    /// The last complete line, without its end.
    line: Option<Vec<u8>>,
    /// The bytes after it.
    torn: Vec<u8>,
    /// The offset of those bytes.
    end: u64,
}

impl Tail {
    /// Reads from the end, in growing pieces, until the last line is found.
    fn of(mut file: &File) -> io::Result<Tail> {
        let length = file.seek(SeekFrom::End(0))?;
        let mut wanted = PIECE;
        loop {
            let start = file.seek(SeekFrom::Start(length.saturating_sub(wanted)))?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            if start == 0 || bytes.iter().filter(|byte| **byte == b'\n').count() > 1 {
                return Ok(Tail::split(bytes, start));
            }
            wanted = wanted.saturating_mul(4);
        }
    }

    /// Splits the last bytes of a file, which begin at this offset.
    fn split(mut bytes: Vec<u8>, start: u64) -> Tail {
        let Some(newline) = bytes.iter().rposition(|byte| *byte == b'\n') else {
            return Tail { line: None, torn: bytes, end: start };
        };
        let torn = bytes.split_off(newline + 1);
        let end = start.saturating_add(bytes.len() as u64);
        bytes.pop();
        let before = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        Tail { line: Some(bytes.split_off(before)), torn, end }
    }
}

/// The roots of a file, one after the other, for checks. Ends with the first one that cannot be read.
pub struct Roots {
    path: PathBuf,
    reader: Option<BufReader<File>>,
    line: u64,
    torn: Option<Vec<u8>>,
}

impl Roots {
    /// Opens the file for reading.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path) -> Result<Roots, AnchorError> {
        let path = path.to_path_buf();
        match File::open(&path) {
            Ok(file) => Ok(Roots { path, reader: Some(BufReader::new(file)), line: 0, torn: None }),
            Err(error) => Err(AnchorError::File { path, error }),
        }
    }

    /// Returns the bytes after the last line, once that was read: a line that is being written, or was torn by a crash.
    pub fn torn(&self) -> Option<&[u8]> {
        self.torn.as_deref()
    }

    /// Returns the next line, without its end.
    fn next_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(reader) = &mut self.reader else { return Ok(None) };
        let mut line = Vec::new();
        if reader.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.pop_if(|byte| *byte == b'\n').is_some() {
            return Ok(Some(line));
        }
        self.torn = Some(line);
        Ok(None)
    }
}

impl Iterator for Roots {
    type Item = Result<Root, AnchorError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = match self.next_line() {
            Ok(Some(line)) => {
                self.line += 1;
                read_line(&line).map_err(|fault| AnchorError::Line {
                    path: self.path.clone(),
                    line: self.line,
                    fault,
                })
            }
            Ok(None) => {
                self.reader = None;
                return None;
            }
            Err(error) => Err(AnchorError::File { path: self.path.clone(), error }),
        };
        if read.is_err() {
            self.reader = None;
        }
        Some(read)
    }
}
