//! The file of an archive: lines, compressed by gzip, so that common tools can read it decades later.
//!
//! Every part is a separate gzip member: the descriptions of the streams, the roots, each stream, the total, and an
//! index of where each stream begins. Programs that know gzip read them as one text. A last member without text holds
//! the offset of that index in gzip's extra field, so that a single stream can be read alone.

use super::ArchiveError;
use super::line::Line;
use super::record::{Counts, Record};
use crate::ids::{Hash, StreamId};
use flate2::Compression;
use flate2::bufread::{GzDecoder, MultiGzDecoder};
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The maximum length of a line: a root names every stream that has new units.
const LONGEST: u64 = 1 << 30;

/// The last member: gzip's header with an extra field named `CR`, no text, and its checksums.
const LAST: usize = 34;
const LAST_HEAD: [u8; 16] = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 12, 0, b'C', b'R', 8, 0];
const LAST_TAIL: [u8; 10] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Counts the bytes written.
struct Counted<W> {
    inner: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The destination of lines.
enum Target<W: Write> {
    /// A file, member by member.
    Part(GzEncoder<Counted<W>>),
    /// None: only the hash is computed.
    Nowhere,
    /// Nothing more can be written: a write failed.
    Gone,
}

/// An archive that is being written.
pub(super) struct Sink<W: Write> {
    target: Target<W>,
    line: Line,
    hash: Sha256,
    counts: Counts,
    index: BTreeMap<StreamId, u64>,
}

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The counts.
    pub counts: Counts,
    /// The SHA-256 of the contents, independent of the compression.
    pub hash: Hash,
    /// Bytes of text.
    pub text: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

fn gone() -> io::Error {
    io::Error::other("the archive was given up")
}

impl Sink<io::Sink> {
    /// Creates a sink that only hashes its input.
    pub(super) fn hashing() -> Sink<io::Sink> {
        Sink::to(Target::Nowhere)
    }
}

impl<W: Write> Sink<W> {
    fn to(target: Target<W>) -> Sink<W> {
        Sink {
            target,
            line: Line::default(),
            hash: Sha256::new(),
            counts: Counts::default(),
            index: BTreeMap::new(),
        }
    }

    pub(super) fn new(out: W) -> Sink<W> {
        Sink::to(Target::Part(encoder(Counted { inner: out, bytes: 0 })))
    }

    /// Begins a new part; `stream` is the stream that the part belongs to, if any.
    pub(super) fn part(&mut self, stream: Option<StreamId>) -> io::Result<()> {
        self.target = match std::mem::replace(&mut self.target, Target::Gone) {
            Target::Part(part) => {
                let out = part.finish()?;
                if let Some(stream) = stream {
                    self.index.insert(stream, out.bytes);
                }
                Target::Part(encoder(out))
            }
            other => other,
        };
        match stream {
            Some(stream) => {
                self.counts.streams += 1;
                self.put(&Record::Of(stream))
            }
            None => Ok(()),
        }
    }

    pub(super) fn put(&mut self, record: &Record) -> io::Result<()> {
        match record {
            Record::Root(_) => self.counts.roots += 1,
            Record::Transfer { .. } => self.counts.transfers += 1,
            Record::Contribution(_) => self.counts.contributions += 1,
            Record::Shoe(_) => self.counts.shoes += 1,
            _ => {}
        }
        let line = record.write(&mut self.line);
        self.hash.update(line);
        send(&mut self.target, line)
    }

    /// Writes a unit, of the month or after it.
    pub(super) fn put_unit(&mut self, record: &Record, of_month: bool) -> io::Result<()> {
        *if of_month { &mut self.counts.units } else { &mut self.counts.after } += 1;
        self.put(record)
    }

    /// Finishes the archive. A file must still be synced.
    pub(super) fn end(mut self) -> io::Result<(Option<W>, Counts, Hash)> {
        let counts = self.counts;
        let hash = Hash(self.hash.finalize_reset().into());
        self.part(None)?;
        let total = Record::Total { counts, hash };
        send(&mut self.target, total.write(&mut self.line))?;
        let Target::Part(part) = self.target else { return Ok((None, counts, hash)) };
        let out = part.finish()?;
        let offset = out.bytes;
        let mut part = encoder(out);
        for (stream, offset) in self.index {
            part.write_all(Record::Index { stream, offset }.write(&mut self.line))?;
        }
        let mut out = part.finish()?;
        out.write_all(&LAST_HEAD)?;
        out.write_all(&offset.to_le_bytes())?;
        out.write_all(&LAST_TAIL)?;
        out.flush()?;
        Ok((Some(out.inner), counts, hash))
    }
}

/// Creates an encoder without a time or a name, so that the same text gives the same file.
fn encoder<W: Write>(out: W) -> GzEncoder<W> {
    GzEncoder::new(out, Compression::default())
}

fn send<W: Write>(target: &mut Target<W>, line: &[u8]) -> io::Result<()> {
    match target {
        Target::Part(part) => part.write_all(line),
        Target::Nowhere => Ok(()),
        Target::Gone => Err(gone()),
    }
}

/// An archive that is read, line by line.
pub(super) struct Lines {
    path: PathBuf,
    text: Box<dyn BufRead + Send>,
    line: Vec<u8>,
    number: u64,
    of: StreamId,
    hash: Sha256,
    bytes: u64,
}

impl Lines {
    /// Reads the whole file.
    pub(super) fn all(path: &Path) -> Result<Lines, ArchiveError> {
        let file = open(path)?;
        Ok(Lines::over(path, Box::new(BufReader::new(MultiGzDecoder::new(BufReader::new(file))))))
    }

    /// Reads the part that begins at this byte.
    fn part(path: &Path, offset: u64) -> Result<Lines, ArchiveError> {
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(offset)).map_err(|error| ArchiveError::file(path, &error))?;
        Ok(Lines::over(path, Box::new(BufReader::new(GzDecoder::new(BufReader::new(file))))))
    }

    fn over(path: &Path, text: Box<dyn BufRead + Send>) -> Lines {
        Lines {
            path: path.to_owned(),
            text,
            line: Vec::new(),
            number: 0,
            of: StreamId(0),
            hash: Sha256::new(),
            bytes: 0,
        }
    }

    /// Reads the descriptions of the streams.
    pub(super) fn head(path: &Path) -> Result<Lines, ArchiveError> {
        Lines::part(path, 0)
    }

    /// Reads the part of a stream; `None` if it had no unit in the month.
    pub(super) fn of(path: &Path, stream: StreamId) -> Result<Option<Lines>, ArchiveError> {
        let mut lines = Lines::part(path, index_offset(path)?)?;
        while let Some(record) = lines.next()? {
            match record {
                Record::Index { stream: of, offset } if of == stream => {
                    return Lines::part(path, offset).map(Some);
                }
                Record::Index { .. } => {}
                _ => return Err(lines.wrong("expected where a stream begins")),
            }
        }
        Ok(None)
    }

    /// Reads the next line; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Record>, ArchiveError> {
        self.line.clear();
        self.number += 1;
        let read = (&mut self.text).take(LONGEST).read_until(b'\n', &mut self.line);
        let read = read.map_err(|error| self.wrong(format!("it cannot be read: {error}")))?;
        if read == 0 {
            return Ok(None);
        }
        let Some(text) = self.line.strip_suffix(b"\n") else {
            return Err(self.wrong("the file ends in the middle of it"));
        };
        let text = std::str::from_utf8(text).map_err(|_| self.wrong("it is not text"))?;
        let record = Record::read(text, self.of).map_err(|what| self.wrong(what))?;
        match record {
            Record::Of(stream) => self.of = stream,
            Record::Total { .. } | Record::Index { .. } => return Ok(Some(record)),
            _ => {}
        }
        self.hash.update(&self.line);
        self.bytes += self.line.len() as u64;
        Ok(Some(record))
    }

    /// Returns the SHA-256 of all lines so far, except those that are not hashed.
    pub(super) fn hash(&self) -> Hash {
        Hash(self.hash.clone().finalize().into())
    }

    /// Returns the total length of those lines.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns an error about the line that was read last.
    pub(super) fn wrong(&self, what: impl Into<String>) -> ArchiveError {
        ArchiveError::Line { path: self.path.clone(), line: self.number, what: what.into() }
    }
}

fn open(path: &Path) -> Result<File, ArchiveError> {
    File::open(path).map_err(|error| ArchiveError::file(path, &error))
}

/// Returns the offset of the index of streams.
fn index_offset(path: &Path) -> Result<u64, ArchiveError> {
    let failed = |error: io::Error| ArchiveError::file(path, &error);
    let mut file = open(path)?;
    let mut last = [0; LAST];
    let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
    let cut = || ArchiveError::Cut { path: path.to_owned() };
    let from = length.checked_sub(LAST as u64).ok_or_else(cut)?;
    file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut last)).map_err(failed)?;
    let offset = last.strip_prefix(&LAST_HEAD).and_then(|rest| rest.strip_suffix(&LAST_TAIL));
    let offset = offset.and_then(|offset| offset.try_into().ok()).map(u64::from_le_bytes);
    offset.filter(|offset| *offset < from).ok_or_else(cut)
}
