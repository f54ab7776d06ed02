//! A round of an archive as it was published when it happened, for a replay.

use super::rounds::{Found, Item};
use super::{ArchiveError, KeptShoe};
use crate::account::{Account, AccountId};
use crate::ids::{PersonId, StreamId};
use crate::loss::Loss;
use crate::recall::OwnPlace;
use crate::round::Shelf;
use crate::secrets::KeyRing;
use crate::shard::Heard;
use crate::store::{Find, StoreError, begun};
use crate::stream::Stream;
use engine::{Patron, What};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A round of an archive.
pub struct ArchivedRound {
    /// The name of the table.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Its currency.
    pub currency: String,
    /// The units of the round.
    pub units: Vec<Heard>,
    /// The last two shoes that were shuffled by the end of the round.
    pub shoes: Vec<ArchivedShoe>,
    /// The stakes: the unit, the person and the account.
    stakes: Vec<(i64, PersonId, AccountId)>,
}

/// A shoe with what everyone may know about it.
pub struct ArchivedShoe {
    /// Which of the table's shoes.
    pub number: i64,
    /// The commitment to its order.
    pub commitment: Vec<u8>,
    /// The unit that published the commitment.
    pub seq: i64,
    /// The salt, once it is opened.
    pub salt: Option<Vec<u8>>,
    /// The cards, once it is opened.
    pub cards: Option<Vec<u8>>,
}

impl From<&KeptShoe> for ArchivedShoe {
    fn from(shoe: &KeptShoe) -> ArchivedShoe {
        let KeptShoe { number, commitment, seq, salt, cards, .. } = shoe.clone();
        ArchivedShoe { number, commitment, seq, salt, cards }
    }
}

/// Returns the archives in a directory, the latest first.
///
/// # Errors
/// The directory cannot be read.
pub fn archives_in(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let month = name.strip_prefix("croupier-").and_then(|rest| rest.strip_suffix(".tsv.gz"));
        if month.is_some_and(|month| month.parse::<super::Month>().is_ok()) {
            files.push(path);
        }
    }
    files.sort();
    files.reverse();
    Ok(files)
}

/// Finds a round in archives; `None` if none has it.
///
/// # Errors
/// A file that cannot be read, or a unit that does not replay as it was written.
pub fn recall(
    files: &[PathBuf],
    table: StreamId,
    round: u32,
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<Option<ArchivedRound>, ArchiveError> {
    for file in files {
        let Some(found) = Found::find(std::slice::from_ref(file), table)? else { continue };
        let begun_before =
            found.start.as_ref().is_some_and(|start| start.begun && start.round == Some(round));
        if !begun_before && moves_money_in(&found, round)? {
            return play(found, round, find, keys).map(Some);
        }
    }
    Ok(None)
}

/// Whether a transfer of the archive belongs to the round.
fn moves_money_in(found: &Found, round: u32) -> Result<bool, ArchiveError> {
    let mut is = false;
    found.each(|item| {
        is |= matches!(item, Item::Transfer(_, transfer) if transfer.round.map(i64::from) == Some(i64::from(round)));
        !is
    })?;
    Ok(is)
}

fn play(
    mut found: Found,
    round: u32,
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<ArchivedRound, ArchiveError> {
    let links = std::mem::take(&mut found.links);
    let mut table = begun(found.row.clone(), links, found.start.as_ref(), find, Some(keys))?;
    let mut shelf = Shelf::of(table.facts(), &found.shoes, Some(keys))?;
    shelf.open().for_each(|shoe| table.shelve(shoe));
    let facts = table.shared_facts();
    let mut within = found.start.as_ref().is_some_and(|start| start.round == Some(round));
    let (mut ended, mut failed) = (false, None);
    let (mut units, mut persons, mut stakes) = (Vec::new(), BTreeMap::new(), Vec::new());
    let is = |heard: &Heard, what: What| heard.events.iter().any(|event| event.what == what);
    found.each(|item| {
        match item {
            Item::Unit(unit) if !ended => {
                if unit.sender == StreamId(0) {
                    persons.insert(unit.seq, unit.person);
                }
                let (stream, seq, at) = (unit.stream, unit.seq, unit.at);
                let lost = match Loss::said_by(&unit) {
                    Ok(lost) => lost,
                    Err(lost) => return keep(&mut failed, lost),
                };
                let (what, events) = match lost {
                    Some(_) => {
                        table.go_on_after_loss(seq);
                        ("lost", Vec::new())
                    }
                    None => match table.replay(&unit) {
                        Ok(draft) => (draft.what, draft.events),
                        Err(lost) => return keep(&mut failed, lost),
                    },
                };
                let heard = Heard {
                    stream,
                    seq,
                    at,
                    what,
                    events: Arc::new(events),
                    facts: Arc::clone(&facts),
                    lost,
                };
                within |= is(&heard, What::RoundOpened { round });
                ended = within && is(&heard, What::RoundEnded { round });
                if within {
                    units.push(heard);
                }
            }
            Item::Transfer(seq, transfer) if transfer.round.is_some() => {
                stakes.extend(persons.get(&seq).map(|person| (seq, *person, transfer.debit)));
            }
            Item::Unit(_) | Item::Transfer(..) => {}
        }
        true
    })?;
    if let Some(lost) = failed {
        return Err(StoreError::from(lost).into());
    }
    let last = units.last().map_or(0, |heard: &Heard| heard.seq);
    let shoes =
        found.shoes.iter().rev().filter(|shoe| shoe.seq <= last).take(2).map(ArchivedShoe::from).collect();
    let (name, game) = (found.row.name.clone(), found.row.game().unwrap_or_default().to_owned());
    let currency = found.row.realm.code().to_owned();
    Ok(ArchivedRound { name, game, currency, units, shoes, stakes })
}

/// Stores the failure and returns false, to stop the walk.
fn keep<E>(failed: &mut Option<E>, error: E) -> bool {
    *failed = Some(error);
    false
}

impl ArchivedRound {
    /// Returns everyone who staked something up to its last unit.
    pub fn persons(&self) -> BTreeSet<PersonId> {
        self.stakes.iter().map(|(_, person, _)| *person).collect()
    }

    /// Returns the place at which a person has staked in the round, or at which an earlier stake of theirs was settled.
    /// `patrons` lists which of the other persons are patrons.
    pub fn place_of(&self, person: PersonId, patrons: &BTreeSet<PersonId>) -> Option<OwnPlace> {
        let (first, last) = (self.units.first()?.seq, self.units.last()?.seq);
        let own = || self.stakes.iter().filter(|(_, by, _)| *by == person);
        let mut candidates: Vec<_> = own().filter(|(seq, ..)| (first..=last).contains(seq)).collect();
        if candidates.is_empty() {
            // The last stake of every account, as in the database's query.
            let before: BTreeMap<AccountId, &(i64, PersonId, AccountId)> =
                own().filter(|(seq, ..)| *seq < first).map(|stake| (stake.2, stake)).collect();
            candidates.extend(before.into_values());
            candidates.sort_by_key(|(seq, _, debit)| (std::cmp::Reverse(*seq), *debit));
        }
        candidates.into_iter().find_map(|(staked, _, debit)| {
            let Some(Account::Stack(seat)) = debit.account() else { return None };
            let another = |(seq, by, from): &&(i64, PersonId, AccountId)| {
                (*staked..=last).contains(seq) && *by != person && from == debit && patrons.contains(by)
            };
            let end = self.stakes.iter().filter(another).map(|(seq, ..)| *seq).min().unwrap_or(last + 1);
            let place = OwnPlace { seat, first: first.max(*staked), end };
            let settles = |unit: &Heard| settled(unit, seat) && place.covers(unit.seq);
            (*staked >= first || self.units.iter().any(settles)).then_some(place)
        })
    }
}

/// Whether a unit settles a wager at a place.
fn settled(unit: &Heard, seat: Patron) -> bool {
    unit.events.iter().any(|event| matches!(event.what, What::Settled(line) if line.patron == seat))
}
