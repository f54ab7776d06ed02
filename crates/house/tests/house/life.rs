//! Life in a house: all tables are played concurrently, chips go to and fro, draws are made on a meter, and every
//! command and every answer is recorded.

use crate::diary::Diary;
use crate::support::{Floor, PATIENT, REALM, request};
use engine::meter::{Draw, MeterKey};
use engine::{Patron, Share};
use felt::{Money, Pay};
use house::ids::{Key, PersonId, StreamId};
use house::patrons::{Whim, next_move};
use house::store::{Database, NewTable, StreamRow, Which, make_meter, make_table, stream_rows};
use house::stream::{Command, DrawAsked, Stream};
use house::table::Link;
use house::{House, NotDone};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Enough chips to play for a long time.
const CHIPS: i64 = 50_000_000;
/// How many shards there are in the house.
pub const SHARDS: i32 = 2;

/// All simulated people of a house.
pub struct Life {
    pub house: House,
    database: Database,
    diary: Diary,
    pub rows: Vec<StreamRow>,
    /// The number of the run, which makes its keys and random choices unique.
    run: i64,
    sent: AtomicUsize,
    /// The last unit of each stream that was reported.
    seen: Mutex<BTreeMap<StreamId, i64>>,
    /// Set when play must end.
    pub over: AtomicBool,
}

impl Life {
    pub async fn begin(floor: &Floor, house: House, diary: &Path, run: i64) -> Arc<Life> {
        let client = floor.database.connect().await.unwrap();
        let mut rows = stream_rows(&client, Which::All).await.unwrap();
        rows.retain(|row| !row.closed);
        let (diary, sent, over) = (Diary::begin(diary), AtomicUsize::new(0), AtomicBool::new(false));
        let database = floor.database.clone();
        Arc::new(Life { house, database, diary, rows, run, sent, seen: Mutex::default(), over })
    }

    /// Sends a command, and records it and its answer.
    async fn send(&self, stream: StreamId, person: i64, command: Command) {
        let seen = self.seen.lock().unwrap().get(&stream).copied().unwrap_or(0);
        self.send_having_seen(stream, person, seen, command).await;
    }

    async fn send_having_seen(&self, stream: StreamId, person: i64, seen: i64, command: Command) {
        let number = i64::try_from(self.sent.fetch_add(1, Ordering::Relaxed)).unwrap();
        let key = Key::derived("victim", &[self.run, number]);
        let request = request(stream, person, key, seen, command);
        self.diary.sends(&request);
        let answer = self.house.send(request).await;
        self.diary.hears(key, &answer);
        match answer {
            Ok(done) => {
                let mut all = self.seen.lock().unwrap();
                let seen = all.entry(stream).or_default();
                *seen = done.seq.max(*seen);
            }
            Err(NotDone::Unavailable) => self.over.store(true, Ordering::Relaxed),
            Err(_) => {}
        }
    }

    /// Seats two patrons at every table, unless they are already there.
    pub async fn seat_all(&self) {
        for table in self.rows.iter().filter(|row| row.kind == "table") {
            for patron in [Patron::A, Patron::B] {
                self.seat(table, patron).await;
            }
        }
    }

    async fn seat(&self, table: &StreamRow, patron: Patron) {
        let sits = move |stream: &dyn Stream| stream.table().unwrap().seats().contains_key(&patron);
        if self.house.look(table.id, sits).await == Some(true) {
            return;
        }
        self.buy_in(table, patron, CHIPS).await;
        // A table that an earlier run began to close may be gone by then.
        while self.house.look(table.id, sits).await == Some(false) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    async fn buy_in(&self, table: &StreamRow, patron: Patron, amount: i64) {
        let (cage, person) = (table.cage.unwrap(), PersonId(i64::from(patron.index()) + 1));
        let amount = Money::minor(amount);
        self.send(cage, person.0, Command::Deposit { person, amount }).await;
        self.send(cage, person.0, Command::BuyIn { person, table: table.id, patron, amount }).await;
    }

    /// Plays the next move at a table.
    async fn play_once(&self, table: StreamId, whim: &mut Whim) {
        let mut own = whim.clone();
        let look = move |stream: &dyn Stream| {
            let table = stream.table().unwrap();
            (next_move(table, &mut own), table.seq())
        };
        whim.below(2);
        let Some((Some((by, input)), seq)) = self.house.look(table, look).await else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            return;
        };
        let person = house::patrons::person_of(by).0;
        self.send_having_seen(table, person, seq, Command::Play { by, input }).await;
    }

    async fn play(&self, table: StreamRow, most: usize) {
        let mut whim = Whim::new(u64::try_from(self.run * 1_000 + table.id.0).unwrap());
        for count in 0..most {
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            self.play_once(table.id, &mut whim).await;
            // Chips go to the cage and come back, in the middle of rounds.
            if count % 23 == 7 {
                let (patron, amount) = (Patron::B, Some(Money::minor(700)));
                self.send(table.id, 2, Command::CashOut { patron, amount }).await;
                self.buy_in(&table, patron, 900).await;
            }
        }
    }

    /// Plays every table to the same number of commands before any continues.
    pub async fn play_in_step(&self, steps: usize) {
        let mut whim = Whim::new(u64::try_from(self.run).unwrap());
        for _ in 0..steps {
            for table in self.rows.iter().filter(|row| row.kind == "table") {
                self.play_once(table.id, &mut whim).await;
            }
        }
    }

    /// Opens a table, plays, and closes it during a round.
    async fn open_and_close(&self) {
        let mut client = self.database.connect().await.unwrap();
        let like = self.rows.iter().find(|row| row.kind == "table").unwrap();
        let game = games::GAMES[0];
        let new = NewTable {
            realm: REALM,
            name: &format!("table of run {}", self.run),
            shard: 0,
            game,
            config: &rulebook::TableConfig::default_for(&game.book().unwrap()),
            dealt: house::table::Dealt::Computer,
            clocks: PATIENT,
            cage: like.cage.unwrap(),
            links: &[],
        };
        let table = make_table(&mut client, new).await.unwrap();
        if self.house.bring(&[table]).await.is_err() {
            return;
        }
        let row = stream_rows(&client, Which::These(&[table])).await.unwrap().remove(0);
        self.seat(&row, Patron::A).await;
        let mut whim = Whim::new(u64::try_from(self.run).unwrap());
        for count in 0..100 {
            self.play_once(table, &mut whim).await;
            if count == 3 {
                self.send(table, 100, Command::Close { reopen: false }).await;
            }
            if self.house.look(table, |_| ()).await.is_none() {
                return;
            }
        }
    }

    /// Plays all tables concurrently, draws on meters, and opens and closes a table.
    pub async fn play_all(self: &Arc<Life>, most: usize) {
        let life = Arc::clone(self);
        let mut tasks = vec![tokio::spawn(async move { life.open_and_close().await })];
        for row in self.rows.clone() {
            let life = Arc::clone(self);
            match row.kind.as_str() {
                "table" => tasks.push(tokio::spawn(async move { life.play(row, most).await })),
                "meter" => tasks.push(tokio::spawn(async move { life.draw(row.id, most).await })),
                _ => {}
            }
        }
        for task in tasks {
            task.await.unwrap();
        }
    }

    /// Requests shares of a meter, as tables do.
    async fn draw(&self, meter: StreamId, most: usize) {
        for count in 0..most {
            if self.over.load(Ordering::Relaxed) {
                return;
            }
            let unit = u64::try_from(self.run).unwrap() * 1_000_000 + u64::try_from(count).unwrap();
            let share = Share::of(Pay::MeterPercent(1)).unwrap();
            let asked = DrawAsked {
                key: MeterKey { table: 1, unit, item: 0 },
                draw: Draw { share, winners: vec![Patron::A] },
                since: 0,
            };
            self.send(meter, 100, Command::Draw(asked)).await;
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }
}

/// Creates a house to be played in: every game, a cage for each property, and a meter that one table feeds.
pub async fn stage(server: Database, test: &str) -> Floor {
    let floor = Floor::on(server, test, SHARDS).await;
    let furnished = floor.furnish(PATIENT).await;
    let mut client = floor.database.connect().await.unwrap();
    let meter = make_meter(&client, REALM, "meter", 1, furnished.cage).await.unwrap();
    // Any wager can feed a meter; this one is made in every round.
    let game = games::GAMES[0];
    let book = game.book().unwrap();
    let config = rulebook::TableConfig::default_for(&book);
    let wager = book.main_wager().unwrap().id.clone();
    let links = [Link { wager, drawn_as: None, meter, terms: 0 }];
    let new = NewTable {
        realm: REALM,
        name: "table that feeds",
        shard: 0,
        game,
        config: &config,
        dealt: house::table::Dealt::Computer,
        clocks: PATIENT,
        cage: furnished.cage,
        links: &links,
    };
    make_table(&mut client, new).await.unwrap();
    let house = floor.open().await;
    let terms = rulebook::MeterTerms::new(Money::minor(10_000_000), "1%".parse().unwrap());
    let opening = engine::meter::Opening { link: "floor".to_owned(), currency: felt::Currency::USD, terms };
    house.send(request(meter, 100, Key::derived("open", &[]), 0, Command::Open(opening))).await.unwrap();
    house.close().await;
    floor
}
