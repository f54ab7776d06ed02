//! How fast a house is: plays every game of the registry by offers alone, and commits the same rows without an engine
//! for comparison.
//!
//! It measures three ways to write the same units on one database: a house that plays (*engine*), its recorded batches
//! without any computation (*bare*), and the same units as one commit each on 64 connections (*single*). The first two
//! alternate in short slices, since the speed of a machine varies from minute to minute.

mod bare;
mod bytes;
pub mod meter;
mod processor;

pub use bare::Bare;
pub use bytes::{RoundBytes, Size};
pub use processor::Busy;

use crate::house::House;
use crate::ids::{Key, Realm, StreamId};
use crate::patrons::{Whim, next_move, person_of};
use crate::secrets::KeyRing;
use crate::shard::{NotDone, Tap};
use crate::store::{Database, Find, NewTable, StoreError, make_cage, make_table};
use crate::stream::{Command, Request, Stream};
use crate::table::{Clocks, Dealt};
use engine::{Actor, Game, Input, Patron, What};
use felt::Money;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to play.
#[derive(Clone)]
pub struct Plan {
    /// The games, which take turns.
    pub games: Vec<&'static Game>,
    /// The number of tables.
    pub tables: usize,
    /// Patrons at each table.
    pub seats: u8,
    /// The number of shards.
    pub shards: i32,
}

/// The measurements of a slice of time.
#[derive(Clone, Debug, Default)]
pub struct Slice {
    /// Units that were committed.
    pub units: u64,
    /// Rounds that ended.
    pub rounds: u64,
    /// The length of the slice.
    pub took: Duration,
    /// How long each answer took, in microseconds.
    pub waits: Vec<u32>,
}

impl Slice {
    /// Returns the whole units per second.
    pub fn rate(&self) -> u64 {
        let micros = self.took.as_micros().max(1);
        // A rate for display; it saturates.
        u64::try_from(u128::from(self.units) * 1_000_000 / micros).unwrap_or(u64::MAX)
    }
}

/// A house in a separate database, only for measurements.
pub struct Trial {
    plan: Plan,
    server: Database,
    name: String,
    database: Database,
    house: Arc<House>,
    tables: Vec<StreamId>,
    tap: Tap,
}

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };

/// Clocks that never run out: simulated patrons always answer.
const PATIENT: Clocks = Clocks::of(Duration::from_secs(86_400), Duration::ZERO);

/// What every patron buys in for, so that they never run out of chips.
const CHIPS: Money = Money::minor(10_000_000_000);

impl Trial {
    /// Creates a database, opens the tables and seats the patrons.
    ///
    /// # Errors
    /// A database error.
    pub async fn prepare(server: &Database, find: Find, plan: Plan) -> Result<Trial, StoreError> {
        let keys = Arc::new(KeyRing::generate().map_err(|error| StoreError::Row(error.to_string()))?);
        Trial::prepare_with(server, find, plan, keys).await
    }

    /// Like `prepare`, with given keys, so that another program can read the database.
    ///
    /// # Errors
    /// A database error.
    pub async fn prepare_with(
        server: &Database,
        find: Find,
        plan: Plan,
        keys: Arc<KeyRing>,
    ) -> Result<Trial, StoreError> {
        let name = format!("croupier_load_{}", std::process::id());
        let admin = server.connect().await?;
        admin.batch_execute(&format!("drop database if exists {name} with (force)")).await?;
        admin.batch_execute(&format!("create database {name}")).await?;
        let database = server.named(&name);
        database.migrate().await?;
        let mut client = database.connect().await?;
        let mut cages = BTreeMap::new();
        let mut tables = Vec::new();
        database.make_shards(plan.shards).await?;
        let shards = (0..plan.shards).cycle();
        for ((number, shard), game) in (0..plan.tables).zip(shards).zip(plan.games.iter().cycle()) {
            let book = game.book().map_err(|found| StoreError::Row(format!("{found:?}")))?;
            let config = TableConfig::default_for(&book);
            let code = config.currency.code;
            let currency = code.as_bytes().try_into();
            let currency =
                currency.map_err(|_| StoreError::Row(format!("{code} is no code of a currency")))?;
            let property = if code == "USD" { 1 } else { 2 };
            let realm = Realm { property, currency, ..REALM };
            let cage = match cages.get(code) {
                Some(cage) => *cage,
                None => {
                    database.found(realm, code).await?;
                    let cage = make_cage(&client, realm, "cage", 0).await?;
                    cages.insert(code, cage);
                    cage
                }
            };
            let name = format!("{} {number}", game.id);
            let (clocks, config, links) = (PATIENT, &config, &[]);
            let new = NewTable {
                realm,
                name: &name,
                shard,
                game,
                config,
                dealt: Dealt::Computer,
                clocks,
                cage,
                links,
            };
            tables.push((make_table(&mut client, new).await?, cage));
        }
        let all: Vec<i32> = (0..plan.shards).collect();
        let tap = Tap::default();
        let house = House::open_tapped(database.clone(), find, keys, &all, Some(Arc::clone(&tap))).await?;
        let house = Arc::new(house);
        for (table, cage) in &tables {
            seat(&house, *cage, *table, plan.seats).await?;
        }
        let tables = tables.into_iter().map(|(table, _)| table).collect();
        tap_taken(&tap);
        Ok(Trial { plan, server: server.clone(), name, database, house, tables, tap })
    }

    /// Returns what is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the database, to inspect what was written.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Plays for this long, one command at a time at each table.
    pub async fn play(&self, length: Duration) -> Slice {
        let started = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let mut playing = Vec::new();
        for table in &self.tables {
            let (house, stop, table) = (Arc::clone(&self.house), Arc::clone(&stop), *table);
            playing.push(tokio::spawn(async move { play_table(&house, table, &stop).await }));
        }
        tokio::time::sleep(length).await;
        stop.store(true, Ordering::Relaxed);
        let mut all = Slice::default();
        for one in playing {
            let one = one.await.unwrap_or_default();
            all.units += one.units;
            all.rounds += one.rounds;
            all.waits.extend(one.waits);
        }
        all.took = started.elapsed();
        all
    }

    /// Plays in an open loop: each table has a command due at a fixed interval, and its latency is measured from the
    /// moment it was due, whether or not the previous command had been answered by then.
    pub async fn play_paced(&self, every: Duration, length: Duration) -> Slice {
        let begin = Instant::now() + Duration::from_millis(100);
        // It only staggers the first rounds, and no process holds more than `u32::MAX` tables.
        let tables = u32::try_from(self.tables.len()).unwrap_or(u32::MAX).max(1);
        let playing = (0..).zip(&self.tables).map(|(number, table)| {
            let (house, table, first) = (Arc::clone(&self.house), *table, begin + every * number / tables);
            tokio::spawn(async move { pace_table(&house, table, first, every, length).await })
        });
        let mut all = Slice::default();
        for one in playing.collect::<Vec<_>>() {
            let one = one.await.unwrap_or_default();
            all.units += one.units;
            all.rounds += one.rounds;
            all.waits.extend(one.waits);
        }
        all.took = begin.elapsed();
        all
    }

    /// Returns the batches that were committed since the last call.
    pub fn take_batches(&self) -> Vec<crate::store::Batch> {
        tap_taken(&self.tap)
    }

    /// Closes the house and drops its database.
    ///
    /// # Errors
    /// A database error.
    pub async fn end(self) -> Result<(), StoreError> {
        if let Ok(house) = Arc::try_unwrap(self.house).map_err(drop) {
            house.close().await;
        }
        let admin = self.server.connect().await?;
        Ok(admin.batch_execute(&format!("drop database {} with (force)", self.name)).await?)
    }
}

fn tap_taken(tap: &Tap) -> Vec<crate::store::Batch> {
    std::mem::take(&mut *tap.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Gives patrons money and chips.
async fn seat(house: &House, cage: StreamId, table: StreamId, seats: u8) -> Result<(), StoreError> {
    let failed = |error: NotDone| StoreError::Row(error.to_string());
    for patron in (0..seats).filter_map(Patron::nth) {
        let person = person_of(Actor::Patron(patron));
        let deposit = Command::Deposit { person, amount: CHIPS };
        let buy_in = Command::BuyIn { person, table, patron, amount: CHIPS };
        for (what, command) in [("deposit", deposit), ("buy-in", buy_in)] {
            let key = Key::derived(what, &[table.0, person.0]);
            let request =
                Request { stream: cage, key, person, sender: None, seen: 0, question: None, command };
            house.send(request).await.map_err(failed)?;
        }
    }
    loop {
        let there = house.look(table, |stream| stream.table().map_or(0, |table| table.seats().len())).await;
        if there == Some(usize::from(seats)) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Returns how long an answer took, for display. It saturates at an hour and eleven minutes.
fn waited(since: Instant) -> u32 {
    u32::try_from(since.elapsed().as_micros()).unwrap_or(u32::MAX)
}

async fn play_table(house: &House, table: StreamId, stop: &AtomicBool) -> Slice {
    let mut slice = Slice::default();
    let begun = table.0.unsigned_abs() << 32;
    let mut whim = Whim::new(begun ^ u64::from(std::process::id()) ^ now_nanos());
    let mut next = house.look(table, look(&mut whim)).await.flatten();
    while !stop.load(Ordering::Relaxed) {
        let Some((Some((by, input)), seen)) = next else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            next = house.look(table, look(&mut whim)).await.flatten();
            continue;
        };
        let person = person_of(by);
        let (key, command) = (whim.key(), Command::Play { by, input });
        let sent = Instant::now();
        let request = Request { stream: table, key, person, sender: None, seen, question: None, command };
        let (done, then) = house.send_and_look(request, look(&mut whim)).await;
        next = then.flatten();
        match done {
            Ok(done) => {
                slice.units += 1;
                let ended = done.events.iter().filter(|event| matches!(event.what, What::RoundEnded { .. }));
                slice.rounds += ended.count() as u64;
                slice.waits.push(waited(sent));
            }
            Err(error) => tracing::error!(table = table.0, %error, "an offered command was refused"),
        }
    }
    slice
}

async fn pace_table(
    house: &House,
    table: StreamId,
    first: Instant,
    every: Duration,
    length: Duration,
) -> Slice {
    let mut slice = Slice::default();
    let mut whim = Whim::new(table.0.unsigned_abs());
    let mut due = first;
    while due < first + length {
        tokio::time::sleep_until(due.into()).await;
        let next = house.look(table, look(&mut whim)).await.flatten();
        let Some((Some((by, input)), seen)) = next else { break };
        let person = person_of(by);
        let (key, command) = (whim.key(), Command::Play { by, input });
        let request = Request { stream: table, key, person, sender: None, seen, question: None, command };
        if house.send(request).await.is_ok() {
            slice.units += 1;
            slice.waits.push(waited(due));
        }
        due += every;
    }
    slice
}

/// The next move of a person at a table, and the last unit that they have seen.
type Next = Option<(Option<(Actor, Input)>, i64)>;

/// Looks at the table and chooses a move.
fn look(whim: &mut Whim) -> impl FnOnce(&dyn Stream) -> Next + Send + 'static {
    let mut own = Whim::new(whim.draw());
    move |stream| stream.table().map(|table| (next_move(table, &mut own), table.seq()))
}

fn now_nanos() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos())
}
