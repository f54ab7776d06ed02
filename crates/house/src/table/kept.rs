//! The stored state of a table: its game, its cards and its books, to be encrypted.

use super::owed::Marked;
use super::places::Places;
use super::{Memory, Scanned, TableFacts, TableStream};
use crate::ids::{PersonId, Time};
use crate::secrets::KeyRing;
use crate::stream::Lost;
use crate::written;
use engine::compact;
use engine::{KeptCards, Snapshot};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The schema of what is kept. Raise it with every change to what a table remembers: a snapshot of another schema is
/// skipped, and the table replayed from its first unit, unless it can still be read.
const SCHEMA: u8 = 4;

/// The previous schema, without marked chips. This one and the one before it can still be read: if a month is archived,
/// the state at its end is the only starting point of a table.
const WITHOUT_MARKED: u8 = 3;

/// The schema before that, without the time when the cards were opened and without kept boxes.
const WITHOUT_CARDS: u8 = 2;

/// The procedure, the game's state, the cards, the table's own memory, the cards that were scanned face down, and those
/// who may not approve what is due.
type Before = (u32, Vec<u8>, KeptCards, Memory, Vec<Scanned>, BTreeSet<PersonId>);

/// Adds when the cards were opened, and the kept boxes.
type WithPlaces = (Before, Option<Time>, Places);

/// Adds the marked chips.
type Kept = (Before, Option<Time>, Places, Marked);

impl TableStream {
    pub(super) fn keep(&mut self) -> Result<Vec<u8>, compact::Error> {
        let state = self.table.save()?.to_bytes()?;
        let cards = self.driver.keep_cards();
        let procedure = self.facts.game.vocabulary.procedure;
        let before = (procedure, state, cards, &self.memory, &self.scanned, &self.reporters);
        let kept = (before, self.cards, &self.places, &self.marked);
        let mut bytes = vec![SCHEMA];
        bytes.append(&mut written::write(&kept)?);
        Ok(bytes)
    }

    /// Restores a table from its stored state.
    ///
    /// # Errors
    /// The state cannot be read, or does not belong to this table's files.
    pub fn load(facts: Arc<TableFacts>, keys: Arc<KeyRing>, kept: &[u8]) -> Result<TableStream, Lost> {
        let stream = facts.id;
        let unreadable = |what: String| Lost::Unreadable { stream, what };
        let read = match kept.split_first() {
            Some((&SCHEMA, rest)) => written::read::<Kept>(rest),
            Some((&WITHOUT_MARKED, rest)) => written::read::<WithPlaces>(rest)
                .map(|(before, opened, places)| (before, opened, places, Marked::new())),
            Some((&WITHOUT_CARDS, rest)) => {
                written::read::<Before>(rest).map(|before| (before, None, Places::new(), Marked::new()))
            }
            _ => return Err(unreadable("the snapshot is of another schema".to_owned())),
        };
        let (before, opened, places, marked) = read.map_err(|error| unreadable(error.to_string()))?;
        let (procedure, state, cards, memory, scanned, reporters) = before;
        // A state that another procedure reached may be impossible under this one.
        let now = facts.game.vocabulary.procedure;
        if procedure != now {
            return Err(unreadable(format!("the snapshot is of procedure {procedure}; this is {now}")));
        }
        let mut this = TableStream::open(facts, keys).map_err(|error| unreadable(error.to_string()))?;
        let snapshot = Snapshot::from_bytes(&state).map_err(|error| unreadable(error.to_string()))?;
        this.table.restore(&snapshot).map_err(|error| unreadable(error.to_string()))?;
        this.driver.put_cards(cards);
        (this.memory, this.scanned, this.reporters) = (memory, scanned, reporters);
        (this.cards, this.places, this.marked) = (opened, places, marked);
        Ok(this)
    }
}
