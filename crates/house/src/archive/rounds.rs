//! A stream in archives: its description, where it stood before the first of them, and everything since.

use super::ArchiveError;
use super::file::Lines;
use super::month::Month;
use super::record::{Described, KeptShoe, Record, Start};
use crate::account::Transfer;
use crate::ids::StreamId;
use crate::store::{StoreError, StreamRow};
use crate::table::Link;
use crate::unit::Unit;
use engine::compact::WordTable;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What archives describe: streams, the words of their units, and the meters that they feed.
#[derive(Default)]
struct Directory {
    streams: BTreeMap<StreamId, Described>,
    words: BTreeMap<i32, Vec<String>>,
    links: BTreeMap<StreamId, Vec<Link>>,
}

/// Reads the month of an archive and its descriptions.
fn read_head(path: &Path, into: &mut Directory) -> Result<Month, ArchiveError> {
    let mut lines = Lines::head(path)?;
    let Some(Record::Archive { month }) = lines.next()? else {
        return Err(ArchiveError::Cut { path: path.to_owned() });
    };
    // The links of a later archive replace the earlier ones; for one table they are the same.
    into.links.clear();
    while let Some(record) = lines.next()? {
        match record {
            Record::Stream(stream) => _ = into.streams.insert(stream.id, *stream),
            Record::Dictionary { id, words } => _ = into.words.insert(id, words),
            Record::Link { table, link } => into.links.entry(table).or_default().push(link),
            _ => {}
        }
    }
    Ok(month)
}

/// Returns the month of an archive.
///
/// # Errors
/// It is not an archive.
pub fn month_of(path: &Path) -> Result<Month, ArchiveError> {
    read_head(path, &mut Directory::default())
}

/// Returns the tables in archives, with the last name of each.
///
/// # Errors
/// A file that is not an archive.
pub fn tables(paths: &[PathBuf]) -> Result<BTreeMap<StreamId, String>, ArchiveError> {
    let mut directory = Directory::default();
    for path in paths {
        read_head(path, &mut directory)?;
    }
    let tables = directory.streams.into_values().filter(|stream| stream.kind == "table");
    Ok(tables.map(|stream| (stream.id, stream.name)).collect())
}

/// A table in archives.
pub(crate) struct Found {
    /// Its description.
    pub(crate) row: StreamRow,
    /// The meters that it feeds.
    pub(crate) links: Vec<Link>,
    /// Where it stood before the first of the archives that has it.
    pub(crate) start: Option<Start>,
    /// Its shoes, as the last archive has them.
    pub(crate) shoes: Vec<KeptShoe>,
    /// Its archives, in the order of their months.
    paths: Vec<PathBuf>,
}

/// An item that an archive has of a stream.
pub(crate) enum Item {
    Unit(Unit),
    Transfer(i64, Transfer),
}

impl Found {
    /// Finds a table in archives; `None` if none has it.
    pub(crate) fn find(paths: &[PathBuf], table: StreamId) -> Result<Option<Found>, ArchiveError> {
        let mut months = BTreeMap::new();
        let mut found: Option<(Described, Vec<Link>, WordTable)> = None;
        for path in paths {
            let mut directory = Directory::default();
            let month = read_head(path, &mut directory)?;
            let Some(stream) = directory.streams.remove(&table).filter(|stream| stream.kind == "table")
            else {
                continue;
            };
            let mut words = WordTable::default();
            let known = stream.dictionary.and_then(|id| directory.words.remove(&id)).unwrap_or_default();
            known.iter().for_each(|word| _ = words.enter(word));
            found = Some((stream, directory.links.remove(&table).unwrap_or_default(), words));
            months.insert(month, path.clone());
        }
        let Some((stream, links, words)) = found else { return Ok(None) };
        let row = StreamRow::described(stream, words).map_err(ArchiveError::Store)?;
        let mut found =
            Found { row, links, start: None, shoes: Vec::new(), paths: months.into_values().collect() };
        found.read_tops()?;
        Ok(Some(found))
    }

    /// Reads where the table stood, and its shoes.
    fn read_tops(&mut self) -> Result<(), ArchiveError> {
        let mut shoes: BTreeMap<i64, KeptShoe> = BTreeMap::new();
        for (nth, path) in self.paths.iter().enumerate() {
            let Some(mut lines) = Lines::of(path, self.row.id)? else { continue };
            while let Some(record) = lines.next()? {
                match record {
                    Record::Of(_) => {}
                    Record::Start(start) if nth == 0 => self.start = Some(start),
                    Record::Start(_) => {}
                    Record::Shoe(shoe) => _ = shoes.insert(shoe.number, shoe),
                    _ => break,
                }
            }
        }
        self.shoes = shoes.into_values().collect();
        Ok(())
    }

    /// Passes everything of the table to `each` in the order of its units, transfers after the units of their archive,
    /// until `each` returns false. What two archives have is passed once.
    pub(crate) fn each(&self, mut each: impl FnMut(Item) -> bool) -> Result<(), ArchiveError> {
        let mut told = 0;
        for path in &self.paths {
            let Some(mut lines) = Lines::of(path, self.row.id)? else { continue };
            let before = told;
            while let Some(record) = lines.next()? {
                let go_on = match record {
                    Record::Unit(mut unit) if unit.seq > before => {
                        unit.realm.currency = self.row.realm.currency;
                        told = unit.seq;
                        each(Item::Unit(unit))
                    }
                    Record::Transfer { seq, transfer } if seq > before => each(Item::Transfer(seq, transfer)),
                    _ => true,
                };
                if !go_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Code that only reads archives needs only one error type.
impl From<ArchiveError> for StoreError {
    fn from(error: ArchiveError) -> StoreError {
        match error {
            ArchiveError::Store(error) => error,
            other => StoreError::Row(other.to_string()),
        }
    }
}
