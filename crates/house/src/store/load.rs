//! Restores streams: from the last snapshot of each, and the units since.

use super::revive::{Kept, Reviving, other_procedure, revive};
use super::{StoreError, fitting};
use crate::archive::{Described, Month, Start, State};
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use crate::secrets::{Bound, KeyRing};
use crate::stream::{Draft, Lost, Stream};
use crate::table::{Clocks, Dealt, Link, SecretShoe, TableFacts};
use crate::unit::Unit;
use engine::Game;
use engine::compact::WordTable;
use futures_util::TryStreamExt;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, GenericClient, Row, RowStream};

/// Finds a game by its id; the house has no games of its own.
pub type Find = fn(&str) -> Option<&'static Game>;

/// A restored stream and the end of its chain.
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

/// What the database says about a stream.
#[derive(Clone, Debug)]
pub struct StreamRow {
    /// Its number.
    pub id: StreamId,
    /// Its kind: `table`, `cage` or `meter`.
    pub kind: String,
    /// Where it belongs.
    pub realm: Realm,
    /// Its name.
    pub name: String,
    /// Its shard.
    pub shard: i32,
    /// Its cage.
    pub cage: Option<StreamId>,
    /// Whether it is closed for good.
    pub closed: bool,
    pub(super) game: Option<String>,
    procedure: Option<u32>,
    pub(super) book: Option<String>,
    pub(super) settings: Option<String>,
    pub(super) words: WordTable,
    pub(super) clocks: Clocks,
    pub(super) dealt: Dealt,
}

impl StreamRow {
    /// Builds the row from an archive's description of the stream and the words of its dictionary.
    pub(crate) fn described(by: Described, words: WordTable) -> Result<StreamRow, StoreError> {
        let length = |ms: Option<i32>| -> Result<Duration, StoreError> {
            Ok(Duration::from_millis(fitting("a clock in milliseconds,", ms.unwrap_or(0))?))
        };
        Ok(StreamRow {
            id: by.id,
            kind: by.kind,
            realm: by.realm,
            name: by.name,
            shard: 0,
            cage: by.cage,
            closed: false,
            game: by.game,
            procedure: by.procedure.map(|number| fitting("procedure", number)).transpose()?,
            book: by.book,
            settings: by.settings,
            words,
            // The time for cutting is not needed: a table that is read from an archive waits for no decision.
            clocks: Clocks::of(length(by.bets_ms)?, length(by.decision_ms)?),
            dealt: dealt_by(&by.dealt)?,
        })
    }
}

fn dealt_by(word: &str) -> Result<Dealt, StoreError> {
    Dealt::parse(word).ok_or_else(|| StoreError::Row(format!("unknown value of `dealt`: {word:?}")))
}

const STREAMS: &str =
    "select s.id, s.kind, s.operator, s.property, s.currency, s.name, s.shard, s.cage, s.game,
        s.procedure, s.book, s.settings, s.bets_ms, s.decision_ms, d.words, d.id, s.closed is not null, s.dealt,
        s.cut_ms
    from stream s left join dictionary d on d.id = s.dictionary
    where ($1::int4 is null or s.shard = $1) and ($2::int8[] is null or s.id = any($2))
        and (s.closed is null or not $3) order by s.id";
const LINKS: &str = "select table_id, wager, drawn_as, meter, terms from link where table_id = any($1)
    order by table_id, wager, meter";
const SNAPSHOTS: &str = "select distinct on (stream) stream, seq, head, sealed,
        (select at from unit where unit.stream = snapshot.stream and unit.seq = snapshot.seq)
    from snapshot where stream = any($1) and ($2::int8 is null or seq <= $2) order by stream, seq desc";
const SHOES: &str = "select shoe.stream, number, sealed, salt, cards from shoe
    join unnest($1::int8[], $2::int8[]) as s(stream, seq) on shoe.stream = s.stream and shoe.seq > s.seq
    order by shoe.stream, number";
const UNITS: &str =
    "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key, u.request, u.body,
        u.previous
    from unnest($1::int8[], $2::int8[]) as s(stream, seq)
    join lateral (select * from unit where unit.stream = s.stream and unit.seq > s.seq
        and ($3::int8 is null or unit.seq <= $3) order by seq) u on true";
/// Where the archives of streams end.
const ARCHIVED: &str =
    "select stream, seq, head, at, round, course, state, sealed, begun, to_char(month, 'YYYY-MM')
    from archived
    where stream = any($1)";

/// Rows of units `u` with everything that their hashes cover.
pub(crate) const WHOLE_UNITS: &str =
    "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key,
        u.request, u.body, u.previous, s.currency
    from unit u join stream s on s.id = u.stream";

/// Reads the unit of such a row.
pub(crate) fn unit_in(row: &Row) -> Result<Unit, StoreError> {
    let mut currency = [0; 3];
    let code: &str = row.try_get(11)?;
    currency.iter_mut().zip(code.bytes()).for_each(|(to, letter)| *to = letter);
    unit_of(row, Realm { operator: 0, property: 0, currency })
}

/// A selection of streams.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// All streams of a shard that are not closed.
    Shard(i32),
    /// These streams, closed or not.
    These(&'a [StreamId]),
    /// These streams, except closed ones.
    Open(&'a [StreamId]),
    /// All streams.
    All,
}

impl StreamRow {
    /// Returns in what this build would open the table differently (rule book or procedure), if it would.
    pub(crate) fn other_here(&self, find: Find) -> Option<String> {
        let id = self.game.as_deref()?;
        let Some(game) = find(id) else { return Some(format!("there is no game \"{id}\"")) };
        let book = game.book().ok().map(|book| book.hash.clone());
        let other_book = || format!("the rule book of {id} is another one than the table was opened by");
        (book != self.book).then(other_book).or_else(|| other_procedure(self.procedure(), game))
    }

    /// Returns the game of a table.
    pub(crate) fn game(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// Returns the procedure that a table was opened under.
    pub(super) fn procedure(&self) -> u32 {
        self.procedure.unwrap_or(0)
    }
}

/// Reads the rows of streams.
///
/// # Errors
/// A database error.
pub async fn stream_rows(
    client: &impl GenericClient,
    which: Which<'_>,
) -> Result<Vec<StreamRow>, StoreError> {
    let (shard, ids): (Option<i32>, Option<Vec<i64>>) = match which {
        Which::Shard(shard) => (Some(shard), None),
        Which::These(ids) | Which::Open(ids) => (None, Some(ids.iter().map(|id| id.0).collect())),
        Which::All => (None, None),
    };
    let open = matches!(which, Which::Shard(_) | Which::Open(_));
    let rows = client.query(STREAMS, &[&shard, &ids, &open]).await?;
    let mut known = BTreeMap::new();
    rows.iter().map(|row| stream_row(row, &mut known)).collect()
}

/// Returns a dictionary, loaded once for all the tables that share it.
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
    let dealt = dealt_by(row.try_get("dealt")?)?;
    let procedure: Option<i32> = row.try_get(9)?;
    Ok(StreamRow {
        id: StreamId(row.try_get(0)?),
        kind: row.try_get(1)?,
        realm: Realm { operator: row.try_get(2)?, property: row.try_get(3)?, currency },
        name: row.try_get(5)?,
        shard: row.try_get(6)?,
        cage: row.try_get::<_, Option<i64>>(7)?.map(StreamId),
        game: row.try_get(8)?,
        procedure: procedure.map(|number| fitting("procedure", number)).transpose()?,
        book: row.try_get(10)?,
        settings: row.try_get(11)?,
        clocks: clocks_of(row)?,
        words: words_of(row, known)?,
        dealt,
        closed: row.try_get(16)?,
    })
}

fn clocks_of(row: &Row) -> Result<Clocks, StoreError> {
    let length = |column: usize| -> Result<Option<Duration>, StoreError> {
        let ms: Option<i32> = row.try_get(column)?;
        let ms = ms.map(|ms| fitting("a clock in milliseconds,", ms)).transpose()?;
        Ok(ms.map(Duration::from_millis))
    };
    let usual = Clocks::of(length(12)?.unwrap_or_default(), length(13)?.unwrap_or_default());
    Ok(Clocks { cut: length(18)?.unwrap_or(usual.cut), ..usual })
}

/// Reads a unit from a row of the database.
///
/// # Errors
/// The row contains an impossible value.
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

/// The parameters of restoring streams.
pub struct Wanted<'a> {
    /// The games.
    pub find: Find,
    /// The keys.
    pub keys: &'a Arc<KeyRing>,
    /// Whether snapshots are skipped and everything is replayed from the beginning.
    pub from_the_beginning: bool,
}

/// Reads where streams stood at the end of the last archived month, for those with any unit in such a month.
pub(crate) async fn archived(
    client: &impl GenericClient,
    ids: &[i64],
) -> Result<BTreeMap<i64, (Month, Start)>, StoreError> {
    let mut starts = BTreeMap::new();
    for row in client.query(ARCHIVED, &[&ids]).await? {
        let month = row.try_get::<_, &str>(9)?.parse::<Month>();
        let month = month.map_err(|error| StoreError::Row(error.to_string()))?;
        starts.insert(row.try_get(0)?, (month, start_in(&row)?));
    }
    Ok(starts)
}

/// Reads where a stream stood from a row with stream, number, head, time, round, course, state, whether that is sealed,
/// and whether the round had begun.
pub(crate) fn start_in(row: &Row) -> Result<Start, StoreError> {
    let head = row.try_get::<_, &[u8]>(2)?.try_into().map(Hash);
    let (state, sealed): (Vec<u8>, bool) = (row.try_get(6)?, row.try_get(7)?);
    let round: Option<i32> = row.try_get(4)?;
    Ok(Start {
        seq: row.try_get(1)?,
        head: head.map_err(|_| StoreError::Row("a hash has 32 bytes".to_owned()))?,
        at: Time::from_system(row.try_get::<_, SystemTime>(3)?),
        round: round.map(|round| fitting("round", round)).transpose()?,
        course: row.try_get(5)?,
        begun: row.try_get(8)?,
        state: if sealed { State::Sealed(state) } else { State::Open(state) },
    })
}

/// Reads the meters that tables feed and draw on.
pub(crate) async fn links_of(
    client: &impl GenericClient,
    ids: &[i64],
) -> Result<BTreeMap<i64, Vec<Link>>, StoreError> {
    let mut links: BTreeMap<i64, Vec<Link>> = BTreeMap::new();
    for row in client.query(LINKS, &[&ids]).await? {
        let terms = fitting("terms", row.try_get::<_, i32>(4)?)?;
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

/// Restores streams: each from its last snapshot, with every unit since replayed and checked against the chain.
///
/// # Errors
/// A database error, or the first stream that does not replay as it was written.
pub async fn load(
    client: &Client,
    which: Which<'_>,
    wanted: &Wanted<'_>,
    each: impl FnMut(&Unit, Draft),
) -> Result<Vec<Loaded>, StoreError> {
    let Brought { streams, left_out } = bring_back(client, which, wanted, each).await?;
    left_out.into_iter().next().map_or(Ok(streams), |lost| Err(lost.into()))
}

/// Streams that were restored, and those that were not.
#[derive(Default)]
pub struct Brought {
    /// The restored streams.
    pub streams: Vec<Loaded>,
    /// The error of each stream that does not replay as it was written, or that this build cannot play.
    pub left_out: Vec<Lost>,
}

/// Like `load`, but a stream that cannot be restored does not prevent the others.
///
/// # Errors
/// A database error.
pub async fn bring_back(
    client: &Client,
    which: Which<'_>,
    wanted: &Wanted<'_>,
    mut each: impl FnMut(&Unit, Draft),
) -> Result<Brought, StoreError> {
    let (mut replay, mut left_out) = Replay::begin_some(client, which, wanted, Bounds::default()).await?;
    loop {
        match replay.next().await {
            Ok(Some((unit, draft))) => each(&unit, draft),
            Ok(None) => return Ok(Brought { streams: replay.end(), left_out }),
            Err(StoreError::Lost(lost)) => left_out.push(lost),
            Err(error) => return Err(error),
        }
    }
}

/// The range of units to replay.
#[derive(Default)]
struct Bounds {
    /// Start from a snapshot of that unit or of an earlier one.
    kept_by: Option<i64>,
    /// Stop after that unit.
    last: Option<i64>,
    /// Start from there; for a single stream only.
    start: Option<Start>,
}

/// A replay of streams, unit by unit, to compare the result with something else.
pub struct Replay {
    loaded: BTreeMap<i64, Reviving>,
    units: Pin<Box<RowStream>>,
}

impl Replay {
    /// Begins with the last snapshots of the streams, or with their opening, and queries the units since.
    ///
    /// # Errors
    /// A database error, or a state that cannot be read.
    pub async fn begin(client: &Client, which: Which<'_>, wanted: &Wanted<'_>) -> Result<Replay, StoreError> {
        let (replay, lost) = Replay::begin_some(client, which, wanted, Bounds::default()).await?;
        lost.into_iter().next().map_or(Ok(replay), |lost| Err(lost.into()))
    }

    /// Begins a replay of one stream, from its snapshot at that unit or before.
    ///
    /// # Errors
    /// A database error, or a state that cannot be read.
    pub async fn begin_by(
        client: &Client,
        stream: StreamId,
        wanted: &Wanted<'_>,
        seq: i64,
    ) -> Result<Replay, StoreError> {
        let bounds = Bounds { kept_by: Some(seq), ..Bounds::default() };
        let (replay, lost) = Replay::begin_some(client, Which::These(&[stream]), wanted, bounds).await?;
        lost.into_iter().next().map_or(Ok(replay), |lost| Err(lost.into()))
    }

    /// Begins a replay of one stream, from its state at the border of a month, up to a unit.
    ///
    /// # Errors
    /// A database error, or a state that cannot be read.
    pub(crate) async fn begin_until(
        client: &Client,
        stream: StreamId,
        wanted: &Wanted<'_>,
        last: i64,
        start: Option<Start>,
    ) -> Result<Replay, StoreError> {
        let bounds = Bounds { kept_by: None, last: Some(last), start };
        let (replay, lost) = Replay::begin_some(client, Which::These(&[stream]), wanted, bounds).await?;
        lost.into_iter().next().map_or(Ok(replay), |lost| Err(lost.into()))
    }

    /// Begins a replay without the streams that cannot be begun, and returns their errors.
    async fn begin_some(
        client: &Client,
        which: Which<'_>,
        wanted: &Wanted<'_>,
        bounds: Bounds,
    ) -> Result<(Replay, Vec<Lost>), StoreError> {
        let rows = stream_rows(client, which).await?;
        let ids: Vec<i64> = rows.iter().map(|row| row.id.0).collect();
        let mut starts = archived(client, &ids).await?;
        for (id, (month, start)) in &starts {
            if let Some(seq) = bounds.kept_by.filter(|seq| *seq < start.seq) {
                let (stream, last) = (StreamId(*id), start.seq);
                return Err(StoreError::Archived { stream, seq, last, month: *month });
            }
        }
        let mut links = links_of(client, &ids).await?;
        let mut secrets = Secrets { keys: wanted.keys, opened: false, closed: None };
        let mut snapshots: BTreeMap<i64, Kept> = BTreeMap::new();
        if !wanted.from_the_beginning {
            for row in client.query(SNAPSHOTS, &[&ids, &bounds.kept_by]).await? {
                let at = row.try_get::<_, Option<SystemTime>>(4)?.map(Time::from_system).unwrap_or_default();
                let (id, seq): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
                // The units after the snapshot may be archived.
                if starts.get(&id).is_some_and(|(_, start)| seq <= start.seq) {
                    continue;
                }
                let plain = secrets.open(Bound::Snapshot { stream: StreamId(id), seq }, row.try_get(3)?);
                snapshots.insert(id, Kept { seq, head: row.try_get(2)?, plain, at });
            }
        }
        let (mut loaded, mut lost) = (BTreeMap::new(), Vec::new());
        for row in rows {
            let (id, kept) = (row.id.0, snapshots.remove(&row.id.0));
            let links = links.remove(&id).unwrap_or_default();
            let start = bounds.start.clone().or_else(|| starts.remove(&id).map(|(_, start)| start));
            let start = start.map(|start| start.kept(row.id, &mut secrets));
            match revive(row, links, kept, start, wanted) {
                Ok(reviving) => _ = loaded.insert(id, reviving),
                Err(one) => lost.push(one),
            }
        }
        shelve_shoes(client, &mut loaded, &mut lost, &mut secrets).await?;
        // A single secret may be damaged. If none can be opened, the keys belong to another house.
        if let (Which::Shard(_), false, Some(why)) = (which, secrets.opened, secrets.closed) {
            return Err(StoreError::Row(format!("these keys open none of the shard's secrets: {why}")));
        }
        let (ids, since) = ends(&loaded);
        let parameters: [&(dyn ToSql + Sync); 3] = [&ids, &since, &bounds.last];
        let units = Box::pin(client.query_raw(UNITS, parameters).await?);
        Ok((Replay { loaded, units }, lost))
    }

    /// Replays the next unit and returns it with its result; `None` after the last one.
    ///
    /// # Errors
    /// A database error, or a unit that does not replay as it was written. After that the rest of its stream is
    /// skipped; the other streams continue.
    pub async fn next(&mut self) -> Result<Option<(Unit, Draft)>, StoreError> {
        while let Some(row) = self.units.try_next().await? {
            let id: i64 = row.try_get(0)?;
            let Some(one) = self.loaded.get_mut(&id) else { continue };
            let unit = unit_of(&row, one.realm)?;
            match one.play(&unit) {
                Ok(draft) => return Ok(Some((unit, draft))),
                Err(lost) => {
                    self.loaded.remove(&id);
                    return Err(lost.into());
                }
            }
        }
        Ok(None)
    }

    /// Returns the facts of the replayed table, if the replay has only one stream.
    pub(crate) fn facts(&self) -> Option<Arc<TableFacts>> {
        let one = self.loaded.values().next()?;
        Some(one.loaded.stream.table()?.shared_facts())
    }

    /// Returns the streams in their state after the units so far.
    pub fn end(self) -> Vec<Loaded> {
        self.loaded.into_values().map(|one| one.loaded).collect()
    }
}

/// Returns the streams, and the last unit of each.
fn ends(loaded: &BTreeMap<i64, Reviving>) -> (Vec<i64>, Vec<i64>) {
    loaded.iter().map(|(id, one)| (*id, one.loaded.seq)).unzip()
}

impl Start {
    /// Converts it to the form of a snapshot.
    fn kept(self, stream: StreamId, secrets: &mut Secrets<'_>) -> Kept {
        let Start { seq, head, at, state, .. } = self;
        let plain = match &state {
            State::Open(plain) => Ok(zeroize::Zeroizing::new(plain.clone())),
            State::Sealed(sealed) => secrets.open(Bound::Snapshot { stream, seq }, sealed),
        };
        Kept { seq, head: head.0.to_vec(), plain, at }
    }
}

/// Decrypts secrets, and records whether any could be opened.
struct Secrets<'a> {
    keys: &'a KeyRing,
    opened: bool,
    /// Why a secret could not be opened.
    closed: Option<String>,
}

impl Secrets<'_> {
    fn open(&mut self, bound: Bound, sealed: &[u8]) -> Result<zeroize::Zeroizing<Vec<u8>>, String> {
        let plain = self.keys.open(bound, sealed).map_err(|error| error.to_string());
        match &plain {
            Ok(_) => self.opened = true,
            Err(why) => self.closed = Some(why.clone()),
        }
        plain
    }
}

/// Loads the shoes that the units to come are dealt from.
async fn shelve_shoes(
    client: &Client,
    loaded: &mut BTreeMap<i64, Reviving>,
    lost: &mut Vec<Lost>,
    secrets: &mut Secrets<'_>,
) -> Result<(), StoreError> {
    let (ids, since) = ends(loaded);
    for row in client.query(SHOES, &[&ids, &since]).await? {
        let stream: i64 = row.try_get(0)?;
        match (shoe_of(&row, secrets)?, loaded.get_mut(&stream)) {
            (Ok(shoe), Some(one)) => {
                if let Some(table) = one.loaded.stream.table_mut() {
                    table.shelve(shoe);
                }
            }
            (Err(what), Some(_)) => {
                lost.push(Lost::Unreadable { stream: StreamId(stream), what });
                loaded.remove(&stream);
            }
            (_, None) => {}
        }
    }
    Ok(())
}

/// Reads a stored shoe, opened or sealed; or why it cannot be read.
fn shoe_of(row: &Row, secrets: &mut Secrets<'_>) -> Result<Result<SecretShoe, String>, StoreError> {
    let (stream, number): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    let salt: Option<Vec<u8>> = row.try_get(3)?;
    let cards: Option<Vec<u8>> = row.try_get(4)?;
    let plain = match (salt, cards) {
        (Some(salt), Some(cards)) => zeroize::Zeroizing::new([salt, cards].concat()),
        _ => {
            let bound = Bound::Shoe { stream: StreamId(stream), shoe: fitting("shoe", number)? };
            match secrets.open(bound, row.try_get(2)?) {
                Ok(plain) => plain,
                Err(why) => return Ok(Err(format!("shoe {number}: {why}"))),
            }
        }
    };
    let Some((salt, order)) = plain.split_first_chunk::<32>() else {
        return Ok(Err(format!("shoe {number} is too short")));
    };
    Ok(Ok(SecretShoe { number, salt: *salt, order: order.to_vec() }))
}
