//! One meter that many tables feed concurrently, with draws between.
//!
//! Feeders are shards: each commits batches of units with their contributions through the [`Writer`] that play uses, as
//! fast as the database accepts them. The meter is a stream of a house beside them, and tables draw on it all the time.
//! Afterwards every cent is counted: what was sent, the rows, the running sums, and the meter's account.
//!
//! For comparison there is a meter as one row that every wager updates ([`single_row`]).

use crate::account::{Account, Transfer};
use crate::house::House;
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use crate::patrons::Whim;
use crate::secrets::KeyRing;
use crate::shard::NotDone;
use crate::store::{Batch, Database, Find, StoreError, Writer, fitting, make_cage, make_meter};
use crate::stream::{Command, Draft, DrawAsked, Fed as FedRow, Refused, Request};
use crate::unit::Unit;
use engine::meter::{Contribution, Draw, Fed, MeterKey, Opening, Standing, Sum};
use engine::{Patron, Share};
use felt::{Currency, Money, Pay};
use rulebook::MeterTerms;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

/// The first number of such tables, and of the units by which they draw: beyond all numbers of a real house.
const FIRST_TABLE: i64 = 1 << 38;
const FIRST_DRAW: u64 = 1 << 40;

/// The load on a meter.
#[derive(Clone, Copy, Debug)]
pub struct MeterLoad {
    /// How many shards feed it.
    pub feeders: i32,
    /// How many tables each shard has.
    pub tables: i64,
    /// How many units each shard commits in one batch.
    pub at_once: usize,
    /// How many wagers each unit has.
    pub wagers: u32,
    /// How long the load lasts.
    pub length: Duration,
    /// How many tables draw on it concurrently.
    pub drawers: i32,
    /// The pause of each drawing table between two draws.
    pub draw_every: Duration,
    /// The meter's terms.
    pub terms: MeterTerms,
}

/// What a meter sustained.
#[derive(Clone, Copy, Debug)]
pub struct MeterRate {
    /// Contributions that were committed.
    pub contributions: u64,
    /// Commits that brought them.
    pub commits: u64,
    /// Draws in between.
    pub draws: u64,
    /// The longest wait of a table for its grant.
    pub slowest_draw: Duration,
    /// What was awarded.
    pub awarded: Money,
    /// How long it took.
    pub length: Duration,
}

impl MeterRate {
    /// Returns the contributions per second.
    pub fn a_second(&self) -> u64 {
        a_second(self.contributions, self.length)
    }
}

fn a_second(count: u64, length: Duration) -> u64 {
    // A rate for display; it saturates after 500,000 years.
    let micros = u64::try_from(length.as_micros()).unwrap_or(u64::MAX).max(1);
    count.saturating_mul(1_000_000) / micros
}

/// Why nothing was measured, or what was found wrong afterwards.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A draw was not carried out.
    #[error("a draw: {0}")]
    Draw(#[from] NotDone),
    /// A feeder's task failed.
    #[error("a feeder ended: {0}")]
    Feeder(String),
    /// Two counts differ.
    #[error("{what}: {one} and {other}")]
    Differs {
        /// What was counted.
        what: &'static str,
        /// The first count.
        one: String,
        /// The other count.
        other: String,
    },
}

impl From<tokio_postgres::Error> for LoadError {
    fn from(error: tokio_postgres::Error) -> LoadError {
        LoadError::Store(error.into())
    }
}

/// Feeds a meter as fast as the database accepts it and draws on it meanwhile. The database must not be used for
/// anything else.
///
/// # Errors
/// A database error, or a cent that is not where it should be.
pub async fn meter(
    database: &Database,
    find: Find,
    keys: Arc<KeyRing>,
    realm: Realm,
    load: &MeterLoad,
) -> Result<MeterRate, LoadError> {
    database.found(realm, "load").await?;
    database.make_shards(load.feeders + 1).await?;
    let client = database.connect().await?;
    let cage = make_cage(&client, realm, "cage of the meter under load", 0).await?;
    let stream = make_meter(&client, realm, "meter under load", 0, cage).await?;
    let house = House::open(database.clone(), find, keys, &[0]).await?;
    open(&house, stream, realm, load).await?;

    let until = Instant::now() + load.length;
    let began = Instant::now();
    let mut feeders = Vec::new();
    for shard in 1..=load.feeders {
        let feeder = Feeder::take(database, shard, stream, realm, *load).await?;
        feeders.push(tokio::spawn(feeder.run(until)));
    }
    let drawn = draws(&house, stream, load, until).await?;
    let mut sent = Sent::default();
    for feeder in feeders {
        let own = feeder.await.map_err(|error| LoadError::Feeder(error.to_string()))??;
        sent = Sent {
            rows: sent.rows + own.rows,
            stakes: sent.stakes + own.stakes,
            commits: sent.commits + own.commits,
        };
    }
    let length = began.elapsed();
    let awarded = check(&house, &client, stream, &sent, &drawn).await?;
    house.close().await;
    let Drawn { draws, slowest } = drawn;
    let (contributions, commits) = (sent.rows, sent.commits);
    Ok(MeterRate { contributions, commits, draws, slowest_draw: slowest, awarded, length })
}

async fn open(house: &House, stream: StreamId, realm: Realm, load: &MeterLoad) -> Result<(), LoadError> {
    let currency = Currency::by_code(realm.code()).unwrap_or(Currency::USD);
    let opening = Opening { link: "load".to_owned(), currency, terms: load.terms };
    let mut commands = vec![Command::Open(opening)];
    for shard in 1..=load.feeders {
        commands.extend((0..load.tables).map(|at| Command::Link { table: table(shard, at) }));
    }
    for (at, command) in (0..).zip(commands) {
        let key = Key::derived("load", &[stream.0, at]);
        let person = PersonId::HOUSE;
        house.send(Request { stream, key, person, sender: None, seen: 0, question: None, command }).await?;
    }
    Ok(())
}

fn table(shard: i32, at: i64) -> StreamId {
    StreamId(FIRST_TABLE + (i64::from(shard) << 20) + at)
}

/// What feeders have sent.
#[derive(Clone, Copy, Debug, Default)]
struct Sent {
    rows: u64,
    stakes: Money,
    commits: u64,
}

/// A shard whose tables do nothing but feed the meter.
struct Feeder {
    writer: Writer,
    shard: i32,
    epoch: i64,
    batch: i64,
    meter: StreamId,
    realm: Realm,
    load: MeterLoad,
    /// The last unit of each table and its hash.
    heads: Vec<(i64, Hash)>,
    whim: Whim,
}

impl Feeder {
    async fn take(
        database: &Database,
        shard: i32,
        meter: StreamId,
        realm: Realm,
        load: MeterLoad,
    ) -> Result<Feeder, LoadError> {
        let writer = Writer::on(database.connect().await?).await?;
        let taken = "update shard set epoch = epoch + 1 where id = $1 returning epoch, batch";
        let row = writer.client().query_one(taken, &[&shard]).await?;
        let (epoch, batch) = (row.try_get(0)?, row.try_get(1)?);
        let heads = vec![(0, Hash::NONE); fitting("a number of tables,", load.tables)?];
        let whim = Whim::new(shard.unsigned_abs().into());
        Ok(Feeder { writer, shard, epoch, batch, meter, realm, load, heads, whim })
    }

    async fn run(mut self, until: Instant) -> Result<Sent, LoadError> {
        let mut sent = Sent::default();
        let mut next = 0;
        while Instant::now() < until {
            let mut batch = Batch::default();
            let mut own = Sent::default();
            for _ in 0..self.load.at_once {
                next = (next + 1) % self.heads.len().max(1);
                self.put_unit(next, &mut batch, &mut own)?;
            }
            self.writer.commit(self.shard, self.epoch, self.batch, &batch).await?;
            self.batch += 1;
            sent.rows += own.rows;
            sent.stakes += own.stakes;
            sent.commits += 1;
        }
        Ok(sent)
    }

    /// Adds a unit in which bets close at a table: some wagers of one or a few dollars count.
    fn put_unit(&mut self, at: usize, batch: &mut Batch, own: &mut Sent) -> Result<(), StoreError> {
        let Some(head) = self.heads.get_mut(at) else { return Ok(()) };
        let stream = table(self.shard, fitting("table", at)?);
        let (seq, previous) = (head.0 + 1, head.1);
        let mut draft = Draft::default();
        for item in 0..self.load.wagers {
            let stake = Money::minor([100, 200, 300][self.whim.below(3)]);
            let key = MeterKey { table: stream.0.unsigned_abs(), unit: seq.unsigned_abs(), item };
            let row = Contribution { key, terms: 1, stake, takes_back: None };
            draft.fed.push(FedRow { meter: self.meter, row });
            let (stack, staked) = (Account::Stack(Patron::A), Account::Stake(Patron::A));
            draft.transfers.push(Transfer::plain(stack.of(stream), staked.of(stream), stake));
            own.rows += 1;
            own.stakes += stake;
        }
        let body: Vec<u8> = (0..20).flat_map(|_| self.whim.draw().to_be_bytes()).collect();
        let unit = Unit {
            stream,
            seq,
            at: Time::from_system(SystemTime::now()),
            realm: self.realm,
            person: PersonId::HOUSE,
            sender: StreamId(0),
            key: self.whim.key(),
            request: Hash::NONE,
            body,
            previous,
        };
        *head = (seq, unit.hash());
        batch.put(unit, &draft)
    }
}

/// What was drawn.
#[derive(Clone, Copy, Debug, Default)]
struct Drawn {
    draws: u64,
    slowest: Duration,
}

/// Lets several tables draw concurrently and repeatedly.
async fn draws(
    house: &House,
    stream: StreamId,
    load: &MeterLoad,
    until: Instant,
) -> Result<Drawn, LoadError> {
    let drawers = (0..load.drawers).map(|drawer| draw_on(house, stream, load, drawer, until));
    let mut all = Drawn::default();
    for drawn in futures_util::future::try_join_all(drawers).await? {
        all = Drawn { draws: all.draws + drawn.draws, slowest: all.slowest.max(drawn.slowest) };
    }
    Ok(all)
}

/// Lets one table draw: mostly a tenth, sometimes everything.
async fn draw_on(
    house: &House,
    stream: StreamId,
    load: &MeterLoad,
    drawer: i32,
    until: Instant,
) -> Result<Drawn, LoadError> {
    let shard = drawer.checked_rem(load.feeders).unwrap_or(0) + 1;
    let from = table(shard, i64::from(drawer / load.feeders.max(1)));
    let mut drawn = Drawn::default();
    while Instant::now() < until {
        tokio::time::sleep(load.draw_every).await;
        let pays = if drawn.draws % 16 == 15 { Pay::WHOLE_METER } else { Pay::MeterPercent(1_000) };
        let Some(share) = Share::of(pays) else { break };
        let unit = FIRST_DRAW + drawn.draws;
        let key = MeterKey { table: from.0.unsigned_abs(), unit, item: 0 };
        let draw = Draw { share, winners: vec![Patron::A] };
        let command = Command::Draw(DrawAsked { key, draw, since: unit });
        let (person, sender) = (PersonId::HOUSE, Some(from));
        let count = fitting("draw", drawn.draws)?;
        let key = Key::derived("draw under load", &[stream.0, from.0, count]);
        let asked = Instant::now();
        house.send(Request { stream, key, person, sender, seen: 0, question: None, command }).await?;
        drawn.slowest = drawn.slowest.max(asked.elapsed());
        drawn.draws += 1;
    }
    Ok(drawn)
}

fn same<T: Copy + PartialEq + std::fmt::Debug>(
    what: &'static str,
    one: T,
    other: T,
) -> Result<(), LoadError> {
    if one == other {
        return Ok(());
    }
    Err(LoadError::Differs { what, one: format!("{one:?}"), other: format!("{other:?}") })
}

const COUNTED: [(&str, &str); 2] = [
    (
        "what was sent and the rows",
        "select coalesce(sum(stake), 0)::int8, count(*) from contribution where meter = $1",
    ),
    (
        "what was sent and the running sums",
        "select coalesce(sum(stakes), 0)::int8, coalesce(sum(count), 0)::int8 from meter_sum where meter = $1",
    ),
];

/// Checks that every cent is where it should be, and returns what was awarded.
async fn check(
    house: &House,
    client: &tokio_postgres::Client,
    stream: StreamId,
    sent: &Sent,
    drawn: &Drawn,
) -> Result<Money, LoadError> {
    let expected = (sent.stakes.as_minor(), fitting::<i64, _>("a number of rows,", sent.rows)?);
    for (what, asked) in COUNTED {
        let row = client.query_one(asked, &[&stream.0]).await?;
        same(what, expected, (row.try_get(0)?, row.try_get(1)?))?;
    }
    let standing = house.look(stream, |stream| stream.meter().and_then(|meter| meter.standing().cloned()));
    let standing: Standing =
        standing.await.flatten().ok_or_else(|| LoadError::Feeder("the meter is gone".to_owned()))?;
    same("draws and steps", drawn.draws, standing.number())?;
    let fed = Fed::of([(1, Sum { stakes: sent.stakes, rows: sent.rows })].into());
    let balance = standing.balance(&fed).map_err(|error| LoadError::Draw(Refused::from(error).into()))?;
    same("contributions and seeds, awards and meter and reserve", true, balance.holds())?;
    Ok(balance.awards)
}

/// The speed of single updates of one row.
#[derive(Clone, Copy, Debug)]
pub struct SingleRow {
    /// Updates that were committed.
    pub updates: u64,
    /// How long it took.
    pub length: Duration,
}

impl SingleRow {
    /// Returns the updates per second.
    pub fn a_second(&self) -> u64 {
        a_second(self.updates, self.length)
    }
}

/// Measures the same load as one row that every wager updates, in a commit each, on several connections.
///
/// # Errors
/// A database error, or a sum that does not match.
pub async fn single_row(
    database: &Database,
    connections: usize,
    length: Duration,
) -> Result<SingleRow, LoadError> {
    let client = database.connect().await?;
    client
        .batch_execute(
            "drop table if exists meter_as_one_row;
             create table meter_as_one_row (id int primary key, stakes bigint not null) with (fillfactor = 50);
             insert into meter_as_one_row values (1, 0)",
        )
        .await?;
    let updates = Arc::new(AtomicU64::new(0));
    let mut tasks = Vec::new();
    let mut clients = Vec::new();
    for _ in 0..connections {
        clients.push(database.connect().await?);
    }
    let began = Instant::now();
    let until = began + length;
    for client in clients {
        let updates = Arc::clone(&updates);
        tasks.push(tokio::spawn(async move {
            let update = "update meter_as_one_row set stakes = stakes + $1 where id = 1";
            let update = client.prepare(update).await?;
            while Instant::now() < until {
                client.execute(&update, &[&100_i64]).await?;
                updates.fetch_add(1, Ordering::Relaxed);
            }
            Ok::<(), tokio_postgres::Error>(())
        }));
    }
    for task in tasks {
        task.await.map_err(|error| LoadError::Feeder(error.to_string()))??;
    }
    let length = began.elapsed();
    let updates = updates.load(Ordering::Relaxed);
    let row = client.query_one("select stakes from meter_as_one_row", &[]).await?;
    same("updates and the row", updates.saturating_mul(100).into(), i128::from(row.try_get::<_, i64>(0)?))?;
    client.batch_execute("drop table meter_as_one_row").await?;
    Ok(SingleRow { updates, length })
}
