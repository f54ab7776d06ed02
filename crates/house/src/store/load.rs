//! Streams as they stand: the last snapshot of each, and the units since.

use super::StoreError;
use crate::cage::CageStream;
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use crate::meter::MeterStream;
use crate::secrets::{Bound, KeyRing};
use crate::stream::{Draft, Lost, Stream};
use crate::table::{Clocks, Link, SecretShoe, TableFacts, TableStream};
use crate::unit::Unit;
use engine::Game;
use engine::compact::WordTable;
use futures_util::TryStreamExt;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, GenericClient, Row, RowStream};

/// Finds a game by its id: the house knows none by itself.
pub type Find = fn(&str) -> Option<&'static Game>;

/// A stream and where its chain ends.
pub struct Loaded {
    /// The stream.
    pub stream: Box<dyn Stream>,
    /// Its shard.
    pub shard: i32,
    /// The number of its last unit.
    pub seq: i64,
    /// The hash of that.
    pub head: Hash,
    /// When that was.
    pub at: Time,
}

/// What the database says of a stream.
#[derive(Clone, Debug)]
pub struct StreamRow {
    /// Its number.
    pub id: StreamId,
    /// What it is.
    pub kind: String,
    /// Where it belongs.
    pub realm: Realm,
    /// Its name.
    pub name: String,
    /// Its shard.
    pub shard: i32,
    /// Its cage.
    pub cage: Option<StreamId>,
    game: Option<String>,
    procedure: Option<i32>,
    book: Option<String>,
    settings: Option<String>,
    words: WordTable,
    clocks: Clocks,
}

const STREAMS: &str =
    "select s.id, s.kind, s.operator, s.property, s.currency, s.name, s.shard, s.cage, s.game,
        s.procedure, s.book, s.settings, s.bets_ms, s.decision_ms, d.words, d.id
    from stream s left join dictionary d on d.id = s.dictionary
    where ($1::int4 is null or s.shard = $1) and ($2::int8[] is null or s.id = any($2)) order by s.id";
const LINKS: &str = "select table_id, wager, drawn_as, meter, terms from link where table_id = any($1)
    order by table_id, wager, meter";
const SNAPSHOTS: &str = "select distinct on (stream) stream, seq, head, sealed,
        (select at from unit where unit.stream = snapshot.stream and unit.seq = snapshot.seq)
    from snapshot where stream = any($1) order by stream, seq desc";
const SHOES: &str = "select shoe.stream, number, sealed, salt, cards from shoe
    join unnest($1::int8[], $2::int8[]) as s(stream, seq) on shoe.stream = s.stream and shoe.seq > s.seq
    order by shoe.stream, number";
const UNITS: &str = "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key, u.request, u.body,
        u.previous
    from unnest($1::int8[], $2::int8[]) as s(stream, seq)
    join lateral (select * from unit where unit.stream = s.stream and unit.seq > s.seq order by seq) u on true";

/// Which streams are meant.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// All of a shard.
    Shard(i32),
    /// These.
    These(&'a [StreamId]),
    /// All.
    All,
}

/// Reads what is known of streams.
///
/// # Errors
/// What the database says.
pub async fn stream_rows(
    client: &impl GenericClient,
    which: Which<'_>,
) -> Result<Vec<StreamRow>, StoreError> {
    let (shard, ids): (Option<i32>, Option<Vec<i64>>) = match which {
        Which::Shard(shard) => (Some(shard), None),
        Which::These(ids) => (None, Some(ids.iter().map(|id| id.0).collect())),
        Which::All => (None, None),
    };
    let rows = client.query(STREAMS, &[&shard, &ids]).await?;
    let mut known = BTreeMap::new();
    rows.iter().map(|row| stream_row(row, &mut known)).collect()
}

/// A dictionary, once for all the tables that have it.
fn words_of(row: &Row, known: &mut BTreeMap<i32, WordTable>) -> Result<WordTable, StoreError> {
    let Some(id) = row.try_get::<_, Option<i32>>(15)? else { return Ok(WordTable::default()) };
    if let Some(words) = known.get(&id) {
        return Ok(words.clone());
    }
    let mut words = WordTable::default();
    for word in row.try_get::<_, Vec<&str>>(14)? {
        words.enter(word);
    }
    known.insert(id, words.clone());
    Ok(words)
}

fn stream_row(row: &Row, known: &mut BTreeMap<i32, WordTable>) -> Result<StreamRow, StoreError> {
    let currency: String = row.try_get(4)?;
    let currency = currency.as_bytes().try_into();
    let currency = currency.map_err(|_| StoreError::Row("a currency has three letters".to_owned()))?;
    let length = |ms: Option<i32>| Duration::from_millis(u64::try_from(ms.unwrap_or(0)).unwrap_or(0));
    Ok(StreamRow {
        id: StreamId(row.try_get(0)?),
        kind: row.try_get(1)?,
        realm: Realm { operator: row.try_get(2)?, property: row.try_get(3)?, currency },
        name: row.try_get(5)?,
        shard: row.try_get(6)?,
        cage: row.try_get::<_, Option<i64>>(7)?.map(StreamId),
        game: row.try_get(8)?,
        procedure: row.try_get(9)?,
        book: row.try_get(10)?,
        settings: row.try_get(11)?,
        clocks: Clocks { bets: length(row.try_get(12)?), decisions: length(row.try_get(13)?) },
        words: words_of(row, known)?,
    })
}

/// A unit as the database has it.
///
/// # Errors
/// A row that says what cannot be.
pub fn unit_of(row: &Row, realm: Realm) -> Result<Unit, StoreError> {
    let hash = |bytes: &[u8]| {
        let hash: Result<[u8; 32], _> = bytes.try_into();
        hash.map(Hash).map_err(|_| StoreError::Row("a hash has 32 bytes".to_owned()))
    };
    Ok(Unit {
        stream: StreamId(row.try_get(0)?),
        seq: row.try_get(1)?,
        at: Time::from_system(row.try_get::<_, SystemTime>(2)?),
        realm: Realm { operator: row.try_get(3)?, property: row.try_get(4)?, currency: realm.currency },
        person: PersonId(row.try_get(5)?),
        sender: StreamId(row.try_get(6)?),
        key: Key(row.try_get::<_, uuid::Uuid>(7)?.into_bytes()),
        request: hash(row.try_get(8)?)?,
        body: row.try_get::<_, Vec<u8>>(9)?,
        previous: hash(row.try_get(10)?)?,
    })
}

/// What is wanted of streams beside their last state.
pub struct Wanted<'a> {
    /// The games.
    pub find: Find,
    /// The keys.
    pub keys: &'a Arc<KeyRing>,
    /// Whether snapshots are passed over and everything is played from the beginning.
    pub from_the_beginning: bool,
}

/// The meters that tables feed and draw on.
async fn links_of(client: &impl GenericClient, ids: &[i64]) -> Result<BTreeMap<i64, Vec<Link>>, StoreError> {
    let mut links: BTreeMap<i64, Vec<Link>> = BTreeMap::new();
    for row in client.query(LINKS, &[&ids]).await? {
        let terms = u32::try_from(row.try_get::<_, i32>(4)?).unwrap_or(0);
        let link = Link {
            wager: row.try_get(1)?,
            drawn_as: row.try_get(2)?,
            meter: StreamId(row.try_get(3)?),
            terms,
        };
        links.entry(row.try_get(0)?).or_default().push(link);
    }
    Ok(links)
}

/// A table as it was before its first unit, without any shoe.
pub(crate) async fn unplayed(
    client: &impl GenericClient,
    id: StreamId,
    wanted: &Wanted<'_>,
) -> Result<TableStream, StoreError> {
    let rows = stream_rows(client, Which::These(&[id])).await?;
    let row = rows.into_iter().find(|row| row.kind == "table").ok_or(StoreError::NoStream(id))?;
    let links = links_of(client, &[id.0]).await?.remove(&id.0).unwrap_or_default();
    let unreadable = |what: String| Lost::Unreadable { stream: id, what };
    let facts = Arc::new(facts(row, links, wanted.find).map_err(unreadable)?);
    let table = TableStream::open(facts, Arc::clone(wanted.keys));
    Ok(table.map_err(|error| unreadable(error.to_string()))?)
}

/// Brings streams back: each from its last snapshot, every unit since played again and found in its chain.
///
/// # Errors
/// What the database says, and the first unit that does not come out as it is written.
pub async fn load(
    client: &Client,
    which: Which<'_>,
    wanted: &Wanted<'_>,
    mut each: impl FnMut(&Unit, Draft),
) -> Result<Vec<Loaded>, StoreError> {
    let mut replay = Replay::begin(client, which, wanted).await?;
    while let Some((unit, draft)) = replay.next().await? {
        each(&unit, draft);
    }
    Ok(replay.end())
}

/// Streams on their way back, a unit at a time, for whoever compares what comes out with something else.
pub struct Replay {
    loaded: BTreeMap<i64, (Loaded, Realm)>,
    units: Pin<Box<RowStream>>,
}

impl Replay {
    /// Takes the streams as they were last kept, or as they were opened, and asks for the units since.
    ///
    /// # Errors
    /// What the database says, and what cannot be read.
    pub async fn begin(client: &Client, which: Which<'_>, wanted: &Wanted<'_>) -> Result<Replay, StoreError> {
        let rows = stream_rows(client, which).await?;
        let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
        let mut links = links_of(client, &ids).await?;
        let mut snapshots: BTreeMap<i64, Kept> = BTreeMap::new();
        if !wanted.from_the_beginning {
            for row in client.query(SNAPSHOTS, &[&ids]).await? {
                let at = row.try_get::<_, Option<SystemTime>>(4)?.map(Time::from_system).unwrap_or_default();
                let kept = Kept { seq: row.try_get(1)?, head: row.try_get(2)?, sealed: row.try_get(3)?, at };
                snapshots.insert(row.try_get(0)?, kept);
            }
        }
        let mut loaded = BTreeMap::new();
        for row in rows {
            let kept = snapshots.remove(&row.id.0);
            let links = links.remove(&row.id.0).unwrap_or_default();
            loaded.insert(row.id.0, revive(row, links, kept, wanted)?);
        }
        let since: Vec<i64> = loaded.values().map(|one: &(Loaded, Realm)| one.0.seq).collect();
        shelve_shoes(client, &ids, &since, &mut loaded, wanted.keys).await?;
        let parameters: [&(dyn ToSql + Sync); 2] = [&ids, &since];
        let units = Box::pin(client.query_raw(UNITS, parameters).await?);
        Ok(Replay { loaded, units })
    }

    /// The next unit and what it came to when it was played again; nothing after the last.
    ///
    /// # Errors
    /// What the database says, and a unit that does not come out as it is written.
    pub async fn next(&mut self) -> Result<Option<(Unit, Draft)>, StoreError> {
        while let Some(row) = self.units.try_next().await? {
            let id: i64 = row.try_get(0)?;
            let Some((one, realm)) = self.loaded.get_mut(&id) else { continue };
            let unit = unit_of(&row, *realm)?;
            follow(one, &unit)?;
            let draft = one.stream.replay(&unit)?;
            return Ok(Some((unit, draft)));
        }
        Ok(None)
    }

    /// The streams as they stand after the units so far.
    pub fn end(self) -> Vec<Loaded> {
        self.loaded.into_values().map(|(one, _)| one).collect()
    }
}

/// The next unit of a chain must be the next number and name the hash of the one before.
fn follow(one: &mut Loaded, unit: &Unit) -> Result<(), Lost> {
    let differs = |what: &str| Lost::Differs { stream: unit.stream, seq: unit.seq, what: what.to_owned() };
    if unit.seq != one.seq + 1 {
        return Err(differs("a unit is missing before it"));
    }
    if unit.previous != one.head {
        return Err(differs("it does not name the hash of the unit before it"));
    }
    (one.seq, one.head, one.at) = (unit.seq, unit.hash(), unit.at);
    Ok(())
}

async fn shelve_shoes(
    client: &Client,
    ids: &[i64],
    since: &[i64],
    loaded: &mut BTreeMap<i64, (Loaded, Realm)>,
    keys: &KeyRing,
) -> Result<(), StoreError> {
    for row in client.query(SHOES, &[&ids, &since]).await? {
        let (stream, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let salt: Option<Vec<u8>> = row.try_get(3)?;
        let cards: Option<Vec<u8>> = row.try_get(4)?;
        let unreadable = |what: String| Lost::Unreadable { stream: StreamId(stream), what };
        let plain = match (salt, cards) {
            (Some(salt), Some(cards)) => zeroize::Zeroizing::new([salt, cards].concat()),
            _ => {
                let bound =
                    Bound::Shoe { stream: StreamId(stream), shoe: u64::try_from(number).unwrap_or(0) };
                let sealed: &[u8] = row.try_get(2)?;
                keys.open(bound, sealed).map_err(|error| unreadable(format!("shoe {number}: {error}")))?
            }
        };
        let (salt, order) = plain
            .split_first_chunk::<32>()
            .ok_or_else(|| unreadable(format!("shoe {number} is too short")))?;
        let shoe = SecretShoe { number, salt: *salt, order: order.to_vec() };
        if let Some((one, _)) = loaded.get_mut(&stream)
            && let Some(table) = one.stream.table_mut()
        {
            table.shelve(shoe);
        }
    }
    Ok(())
}

/// A snapshot as it is stored.
struct Kept {
    seq: i64,
    head: Vec<u8>,
    sealed: Vec<u8>,
    at: Time,
}

/// A stream as its last snapshot has it, or as it was opened.
fn revive(
    row: StreamRow,
    links: Vec<Link>,
    kept: Option<Kept>,
    wanted: &Wanted<'_>,
) -> Result<(Loaded, Realm), StoreError> {
    let (id, realm, shard) = (row.id, row.realm, row.shard);
    let unreadable = |what: String| Lost::Unreadable { stream: id, what };
    let (seq, head, at, plain) = match kept {
        None => (0, Hash::NONE, Time::default(), None),
        Some(Kept { seq, head, sealed, at }) => {
            let head =
                head.as_slice().try_into().map_err(|_| unreadable("a hash has 32 bytes".to_owned()))?;
            let plain = wanted.keys.open(Bound::Snapshot { stream: id, seq }, &sealed);
            (seq, Hash(head), at, Some(plain.map_err(|error| unreadable(error.to_string()))?))
        }
    };
    let cage = row.cage.unwrap_or(StreamId(0));
    let stream: Box<dyn Stream> = match (row.kind.as_str(), plain) {
        ("cage", None) => Box::new(CageStream::open(id, realm)),
        ("cage", Some(kept)) => Box::new(CageStream::load(id, realm, &kept)?),
        ("meter", None) => Box::new(MeterStream::open(id, realm, cage)),
        ("meter", Some(kept)) => Box::new(MeterStream::load(id, realm, cage, &kept)?),
        (_, kept) => {
            let facts = Arc::new(facts(row, links, wanted.find).map_err(unreadable)?);
            let keys = Arc::clone(wanted.keys);
            Box::new(match kept {
                None => TableStream::open(facts, keys).map_err(|error| unreadable(error.to_string()))?,
                Some(kept) => TableStream::load(facts, keys, &kept)?,
            })
        }
    };
    Ok((Loaded { stream, shard, seq, head, at }, realm))
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
    let procedure = u32::try_from(row.procedure.unwrap_or(0)).unwrap_or(0);
    if procedure != game.vocabulary.procedure {
        let now = game.vocabulary.procedure;
        return Err(format!("the table was opened under procedure {procedure} of {id}; this is {now}"));
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
        clocks: row.clocks,
        cage: row.cage.unwrap_or(StreamId(0)),
        dictionary: row.words,
        links,
    })
}

/// Settings as they are stored: a line each.
pub(super) fn settings_text(settings: &BTreeMap<String, String>) -> String {
    settings.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
}

fn settings_from(text: &str) -> BTreeMap<String, String> {
    let pairs = text.lines().filter_map(|line| line.split_once(" = "));
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
}
