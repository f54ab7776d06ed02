//! A stream from its last snapshot, or as it was opened, before the units since are replayed.

use super::StoreError;
use super::load::{Find, Loaded, StreamRow, Wanted, Which, archived, links_of, stream_rows};
use crate::archive::{Month, Start};
use crate::cage::CageStream;
use crate::ids::{Hash, Realm, StreamId, Time};
use crate::loss::Loss;
use crate::meter::MeterStream;
use crate::secrets::KeyRing;
use crate::stream::{Draft, Lost, Stream};
use crate::table::{Link, TableFacts, TableStream};
use crate::unit::Unit;
use engine::Game;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_postgres::GenericClient;
use zeroize::Zeroizing;

/// Returns a table in its state before the first unit in the database, without any shoe, and that border if earlier
/// months are archived.
pub(crate) async fn unplayed(
    client: &impl GenericClient,
    id: StreamId,
    find: Find,
    keys: Option<&Arc<KeyRing>>,
) -> Result<(TableStream, Option<(Month, Start)>), StoreError> {
    let rows = stream_rows(client, Which::These(&[id])).await?;
    let row = rows.into_iter().find(|row| row.kind == "table").ok_or(StoreError::NoStream(id))?;
    let links = links_of(client, &[id.0]).await?.remove(&id.0).unwrap_or_default();
    let start = archived(client, &[id.0]).await?.remove(&id.0);
    Ok((begun(row, links, start.as_ref().map(|(_, start)| start), find, keys)?, start))
}

/// Returns a table as it was opened, or in its state at the border of a month, without any shoe. Without keys a replay
/// can start from here only if the state holds no secret.
pub(crate) fn begun(
    row: StreamRow,
    links: Vec<Link>,
    start: Option<&Start>,
    find: Find,
    keys: Option<&Arc<KeyRing>>,
) -> Result<TableStream, StoreError> {
    let id = row.id;
    let unreadable = |what: String| Lost::Unreadable { stream: id, what };
    let facts = Arc::new(facts(row, links, find).map_err(unreadable)?);
    let none = || KeyRing::generate().map(Arc::new).map_err(|error| unreadable(error.to_string()));
    let ring = keys.map_or_else(none, |keys| Ok(Arc::clone(keys)))?;
    let Some(start) = start else {
        return Ok(TableStream::open(facts, ring).map_err(|error| unreadable(error.to_string()))?);
    };
    let plain = start.state.plain(id, start.seq, keys.map(|keys| &**keys)).map_err(unreadable)?;
    Ok(TableStream::load(facts, ring, &plain)?)
}

/// A stream that is being restored.
pub(super) struct Reviving {
    pub(super) loaded: Loaded,
    pub(super) realm: Realm,
    /// The message if the table was opened under another procedure and does not replay as it was written.
    played_as: Option<String>,
}

impl Reviving {
    /// Replays the next unit; the result must be as it was written.
    pub(super) fn play(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        let loss = Loss::said_by(unit)?;
        follow(&mut self.loaded, unit, loss)?;
        if loss.is_some() {
            self.loaded.stream.go_on_after_loss(unit.seq);
            return Ok(Draft { body: unit.body.clone(), what: "lost", lost: loss, ..Draft::default() });
        }
        let played = self.loaded.stream.replay(unit);
        played.map_err(|lost| match (lost, &self.played_as) {
            (Lost::Differs { stream, seq, what }, Some(as_what)) => {
                Lost::Differs { stream, seq, what: format!("{what}; {as_what}") }
            }
            (lost, _) => lost,
        })
    }
}

/// Checks that a unit has the next number and names the hash of the one before. Only a notice of lost units may have a
/// later number; it says which unit it follows.
fn follow(one: &mut Loaded, unit: &Unit, loss: Option<Loss>) -> Result<(), Lost> {
    let differs = |what: &str| Lost::Differs { stream: unit.stream, seq: unit.seq, what: what.to_owned() };
    if loss.map_or(unit.seq - 1, |loss| loss.stands) != one.seq {
        return Err(differs("a unit is missing before it"));
    }
    if unit.previous != one.head {
        return Err(differs("it does not name the hash of the unit before it"));
    }
    (one.seq, one.head, one.at) = (unit.seq, unit.hash(), unit.at);
    Ok(())
}

/// A stored snapshot.
pub(super) struct Kept {
    pub(super) seq: i64,
    pub(super) head: Vec<u8>,
    /// Its contents, or why they cannot be decrypted.
    pub(super) plain: Result<Zeroizing<Vec<u8>>, String>,
    pub(super) at: Time,
}

/// Returns a stream from its last snapshot. If there is none, or none that this build can read, it starts from the
/// opening, or from the state when the months before were archived: a snapshot only shortens the replay.
pub(super) fn revive(
    row: StreamRow,
    links: Vec<Link>,
    kept: Option<Kept>,
    start: Option<Kept>,
    wanted: &Wanted<'_>,
) -> Result<Reviving, Lost> {
    let (realm, shard) = (row.realm, row.shard);
    let origin = Origin::of(row, links, wanted)?;
    let played_as = origin.played_as.clone();
    let reviving = |stream, seq, head, at| {
        let loaded = Loaded { stream, shard, seq, head, at };
        Reviving { loaded, realm, played_as }
    };
    if let Some(kept) = kept {
        match origin.from(&kept, wanted) {
            Ok((stream, head)) => return Ok(reviving(stream, kept.seq, head, kept.at)),
            Err(why) => {
                let stream = origin.id.0;
                tracing::warn!(stream, why, "a snapshot is skipped, and every unit is replayed");
            }
        }
    }
    let Some(start) = start else {
        return Ok(reviving(origin.open(wanted)?, 0, Hash::NONE, Time::default()));
    };
    let what = |why| format!("as it stood after unit {}, the last one that is archived: {why}", start.seq);
    let unreadable = |why| Lost::Unreadable { stream: origin.id, what: what(why) };
    let (stream, head) = origin.from(&start, wanted).map_err(unreadable)?;
    Ok(reviving(stream, start.seq, head, start.at))
}

/// What a new stream is created from.
struct Origin {
    id: StreamId,
    realm: Realm,
    cage: StreamId,
    kind: Kind,
    /// The message if a table was opened under another procedure.
    played_as: Option<String>,
}

enum Kind {
    Cage,
    Meter,
    Table(Arc<TableFacts>),
}

impl Origin {
    fn of(row: StreamRow, links: Vec<Link>, wanted: &Wanted<'_>) -> Result<Origin, Lost> {
        let (id, realm, cage) = (row.id, row.realm, row.cage.unwrap_or(StreamId(0)));
        let mut played_as = None;
        let kind = match row.kind.as_str() {
            "cage" => Kind::Cage,
            "meter" => Kind::Meter,
            _ => {
                let procedure = row.procedure();
                let facts = facts(row, links, wanted.find);
                let facts = facts.map_err(|what| Lost::Unreadable { stream: id, what })?;
                played_as = other_procedure(procedure, facts.game);
                Kind::Table(Arc::new(facts))
            }
        };
        Ok(Origin { id, realm, cage, kind, played_as })
    }

    fn open(&self, wanted: &Wanted<'_>) -> Result<Box<dyn Stream>, Lost> {
        Ok(match &self.kind {
            Kind::Cage => Box::new(CageStream::open(self.id, self.realm)),
            Kind::Meter => Box::new(MeterStream::open(self.id, self.realm, self.cage)),
            Kind::Table(facts) => {
                let table = TableStream::open(Arc::clone(facts), Arc::clone(wanted.keys));
                let unreadable = |error: engine::OpenError| Lost::Unreadable {
                    stream: self.id,
                    what: format!("this build does not open the table: {error}"),
                };
                Box::new(table.map_err(unreadable)?)
            }
        })
    }

    /// Returns the stream from its snapshot, with the hash of its last unit; or why that fails.
    fn from(&self, kept: &Kept, wanted: &Wanted<'_>) -> Result<(Box<dyn Stream>, Hash), String> {
        let head = kept.head.as_slice().try_into().map_err(|_| "a hash has 32 bytes".to_owned())?;
        let plain = kept.plain.as_ref().map_err(Clone::clone)?;
        let loaded: Result<Box<dyn Stream>, Lost> = match &self.kind {
            Kind::Cage => CageStream::load(self.id, self.realm, plain).map(|one| Box::new(one) as _),
            Kind::Meter => {
                MeterStream::load(self.id, self.realm, self.cage, plain).map(|one| Box::new(one) as _)
            }
            Kind::Table(facts) => {
                let keys = Arc::clone(wanted.keys);
                TableStream::load(Arc::clone(facts), keys, plain).map(|one| Box::new(one) as _)
            }
        };
        Ok((loaded.map_err(|lost| lost.to_string())?, Hash(head)))
    }
}

/// Returns a message if a table was opened under another procedure of its game. This build may still play it if every
/// unit replays to the same result.
pub(super) fn other_procedure(opened_under: u32, game: &Game) -> Option<String> {
    let now = game.vocabulary.procedure;
    let other = opened_under != now;
    other
        .then(|| format!("the table was opened under procedure {opened_under} of {}; this is {now}", game.id))
}

fn facts(row: StreamRow, links: Vec<Link>, find: Find) -> Result<TableFacts, String> {
    let id = row.game.unwrap_or_default();
    let game = find(&id).ok_or_else(|| format!("there is no game \"{id}\""))?;
    let findings =
        |found: Vec<rulebook::Finding>| found.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let book = game.book().map_err(findings)?;
    if row.book.as_deref() != Some(book.hash.as_str()) {
        return Err(format!("the rule book of {id} is another one than the table was opened by"));
    }
    let settings = settings_from(&row.settings.unwrap_or_default());
    let config = TableConfig::from_settings(&book, &settings).map_err(findings)?;
    Ok(TableFacts {
        id: row.id,
        realm: row.realm,
        name: row.name,
        game,
        book,
        config,
        dealt: row.dealt,
        clocks: row.clocks,
        cage: row.cage.unwrap_or(StreamId(0)),
        dictionary: row.words,
        links,
    })
}

/// Returns settings as they are stored: one per line.
pub(super) fn settings_text(settings: &BTreeMap<String, String>) -> String {
    settings.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
}

pub(super) fn settings_from(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once(" = "));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}
