//! How long people wait for an answer, over HTTP and WebSocket, however many tables there are.
//!
//! The loop is open: at every table something is due to be sent every so often, and how long it took is counted from the
//! moment it was due, whether or not what was sent before had been answered by then. So a server that stalls is charged for
//! everybody who waits, and not only for the one it kept waiting. Each table is watched over a socket by its patron; how
//! long it takes until they hear of a unit is counted from the same moment.

mod lobby;

pub use lobby::{Lookers, Polled, look_as_told};

use crate::app::Registry;
use crate::config::{Config, Limits};
use crate::crew::{Answered, Client, Crew, Move};
use crate::roles::Role;
use crate::serve::{Server, StartError, start_on};
use engine::Game;
use futures_util::StreamExt;
use futures_util::future::join_all;
use house::ids::Realm;
use house::load::Busy;
use house::patrons::Whim;
use house::secrets::KeyRing;
use house::store::{Database, NewTable, StoreError, make_cage, make_table};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
/// No clock runs out: patrons who are measured are never silent.
const PATIENT: Clocks = Clocks::of(Duration::from_secs(86_400), Duration::ZERO);
/// The buy-in of each patron: enough never to run out of chips.
const CHIPS: i64 = 9_000_000_000;
/// Before anything is counted: all tables begin their first round together, as they do on no floor, and for some seconds
/// everybody bets and no patron waits for a card.
pub const WARM_UP: Duration = Duration::from_secs(20);
/// How many sit down at once.
const AT_THE_DOOR: usize = 50;
/// One person may sit at all tables of a trial, and asks more than any person does.
const NO_LIMIT: u32 = 1_000_000;

/// What is to be measured.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many tables; the games take turns.
    pub tables: usize,
    /// How many shards.
    pub shards: i32,
    /// How often something is due at each table.
    pub every: Duration,
    /// For how long.
    pub length: Duration,
}

/// How long those who look at the lobby look, and how long they rest.
pub const SLICE: Duration = Duration::from_secs(10);

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// From the moment something was due until it was answered, in microseconds.
    pub answered: Vec<u32>,
    /// Until the patron heard of it on the socket.
    pub heard: Vec<u32>,
    /// The same by slices, first without those who look at the lobby, then with them, and so on.
    pub slices: Vec<Vec<u32>>,
    /// What those saw who looked at the lobby.
    pub polled: Option<Polled>,
    /// Processor time in the slices without those who look, and in those with them.
    pub busy: (Busy, Busy),
    /// Answers that a queue is full or a rate limit exceeded: the request was retried.
    pub turned_away: u64,
    /// What was refused: by the rules, or since something else had happened.
    pub refused: u64,
    /// Requests that were never answered.
    pub unanswered: u64,
}

/// Why the measurement failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The client.
    #[error("the client: {0}")]
    Client(#[from] reqwest::Error),
    /// Something went another way than it should.
    #[error("{0}")]
    Other(String),
}

/// A house in a database of its own that is only there to be measured, and a process that serves it.
pub struct Trial {
    plan: Plan,
    admin: Database,
    name: String,
    server: Server,
    client: Client,
    crews: Vec<Crew>,
}

impl Trial {
    /// Makes a database, opens tables of these games, starts a process and seats the patrons.
    ///
    /// # Errors
    /// What keeps it from being measured.
    pub async fn prepare(
        admin: &Database,
        nats: Option<&str>,
        registry: Registry,
        games: &[&'static Game],
        plan: Plan,
    ) -> Result<Trial, LoadError> {
        let name = format!("croupier_load_http_{}", std::process::id());
        let client = admin.connect().await?;
        let said = |error| LoadError::Store(StoreError::from(error));
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.map_err(said)?;
        client.batch_execute(&format!("create database {name}")).await.map_err(said)?;
        let database = admin.named(&name);
        database.migrate().await?;
        let tables = furnish(&database, games, plan).await?;
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            nats: nats.map(str::to_owned),
            nats_prefix: name.clone(),
            limits: Limits { rate: NO_LIMIT, ..Limits::default() },
            ..Config::default()
        };
        let keys = KeyRing::generate().map_err(|error| LoadError::Other(error.to_string()))?;
        let server = start_on(database, &config, registry, Arc::new(keys)).await?;
        let client = Client::to(&[format!("http://{}", server.address())])?;
        until_open(&client, tables.len()).await?;
        let people = People::sign_in(&server).await?;
        let seated = tables.iter().map(|(table, cage)| people.seat(&client, *table, *cage));
        let crews = join_all(seated).await.into_iter().collect::<Result<Vec<Crew>, LoadError>>()?;
        Ok(Trial { plan, admin: admin.clone(), name, server, client, crews })
    }

    /// Where the process is.
    pub fn address(&self) -> String {
        format!("http://{}", self.server.address())
    }

    /// Plays, once everybody's socket is open: what is measured is a house that people sit in, not one they storm. Those who look at
    /// the lobby do so in every second slice.
    pub async fn play(&self, lookers: Option<Lookers>) -> Found {
        let address = self.server.address();
        let mut watching = Vec::with_capacity(self.crews.len());
        for crews in self.crews.chunks(AT_THE_DOOR) {
            watching
                .extend(join_all(crews.iter().map(|crew| Watched::open(&self.client, crew, address))).await);
        }
        let begin = Instant::now() + Duration::from_secs(1);
        let pairs = self.plan.length.as_millis() / (2 * SLICE).as_millis();
        let looking = lookers.map(|lookers| tokio::spawn(look_at_lobby(lookers, begin + WARM_UP, pairs)));
        let turned_away = self.client.turned_away();
        // It only spreads the first rounds, and no process holds more than `u32::MAX` tables.
        let tables = u32::try_from(watching.len()).unwrap_or(u32::MAX).max(1);
        let playing = (0..).zip(watching.into_iter().flatten()).map(|(number, watched)| {
            let first = begin + self.plan.every * number / tables;
            tokio::spawn(watched.play(self.client.clone(), self.plan, first, begin + WARM_UP))
        });
        let mut all = Found::default();
        for one in join_all(playing.collect::<Vec<_>>()).await.into_iter().flatten() {
            all.answered.extend(one.answered);
            all.heard.extend(one.heard);
            all.refused += one.refused;
            all.unanswered += one.unanswered;
            all.slices.resize(all.slices.len().max(one.slices.len()), Vec::new());
            all.slices.iter_mut().zip(one.slices).for_each(|(all, one)| all.extend(one));
        }
        all.turned_away = self.client.turned_away() - turned_away;
        if let Some(looking) = looking {
            (all.polled, all.busy) = looking.await.unwrap_or_default();
        }
        all.slices.iter_mut().for_each(|slice| slice.sort_unstable());
        all.answered.sort_unstable();
        all.heard.sort_unstable();
        all
    }

    /// Ends it and drops its database.
    ///
    /// # Errors
    /// What the database says.
    pub async fn end(self) -> Result<(), LoadError> {
        self.server.leave().await;
        let client = self.admin.connect().await?;
        let dropped = client.batch_execute(&format!("drop database {} with (force)", self.name)).await;
        Ok(dropped.map_err(StoreError::from)?)
    }
}

/// Has people look at the lobby in every second slice, and takes the processor time of the slices without them and with them.
async fn look_at_lobby(mut lookers: Lookers, begin: Instant, pairs: u128) -> (Option<Polled>, (Busy, Busy)) {
    let (mut without, mut with) = (Busy::default(), Busy::default());
    let mut slice = begin;
    for _ in 0..pairs {
        for (looks, busy) in [(false, &mut without), (true, &mut with)] {
            tokio::time::sleep_until(slice.into()).await;
            lookers.look(looks);
            let before = Busy::now();
            slice += SLICE;
            tokio::time::sleep_until(slice.into()).await;
            *busy += Busy::now().since(before);
        }
    }
    lookers.look(false);
    let polled = tokio::task::spawn_blocking(|| lookers.end()).await.ok().flatten();
    (polled, (without, with))
}

/// Tables of these games in turn, and their cages.
async fn furnish(
    database: &Database,
    games: &[&'static Game],
    plan: Plan,
) -> Result<Vec<(i64, i64)>, LoadError> {
    database.make_shards(plan.shards).await?;
    let mut client = database.connect().await?;
    let mut cages = BTreeMap::new();
    let mut tables = Vec::new();
    for ((number, shard), game) in (0..plan.tables).zip((0..plan.shards).cycle()).zip(games.iter().cycle()) {
        let book = game.book().map_err(|found| LoadError::Other(format!("{found:?}")))?;
        let config = TableConfig::default_for(&book);
        let code = config.currency.code;
        let currency = code.as_bytes().try_into();
        let currency = currency.map_err(|_| LoadError::Other(format!("{code} is no code of a currency")))?;
        let realm = Realm { property: if code == "USD" { 1 } else { 2 }, currency, ..REALM };
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
        let new = NewTable {
            realm,
            name: &name,
            shard,
            game,
            config: &config,
            clocks: PATIENT,
            cage,
            links: &[],
            dealt: Dealt::Computer,
        };
        tables.push((make_table(&mut client, new).await?.0, cage.0));
    }
    Ok(tables)
}

/// How many tables can be reached, over all pages.
async fn reachable(client: &Client) -> Option<usize> {
    let (mut count, mut after) = (0, 0);
    loop {
        let Answered::Well(page) = client.get(&format!("/v1/tables?limit=500&after={after}"), "").await
        else {
            return None;
        };
        let page = page.as_array()?;
        count += page.iter().filter(|one| one["reachable"] == true).count();
        match page.last() {
            Some(last) => after = last["table"].as_i64()?,
            None => return Some(count),
        }
    }
}

async fn until_open(client: &Client, tables: usize) -> Result<(), LoadError> {
    for _ in 0..1_200 {
        if reachable(client).await == Some(tables) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(LoadError::Other("the tables did not open within a minute".to_owned()))
}

/// Everybody of a trial: one of each, at all tables.
struct People {
    patron: String,
    person: i64,
    pit: String,
    staff: BTreeMap<String, String>,
}

impl People {
    async fn sign_in(server: &Server) -> Result<People, LoadError> {
        let other = |error: &dyn std::fmt::Display| LoadError::Other(error.to_string());
        let accounts = &server.app().accounts;
        let mut tokens = BTreeMap::new();
        let mut patron = 0;
        for role in [Role::Patron, Role::Dealer, Role::Floor, Role::Pit, Role::Surveillance] {
            let (name, password) = (role.name(), uuid::Uuid::new_v4().to_string());
            let person = accounts
                .create(name, &password, role, REALM.operator)
                .await
                .map_err(|error| other(&error))?;
            let signed_in = accounts.sign_in(name, &password, "load").await.map_err(|error| other(&error))?;
            if role == Role::Patron {
                patron = person.0;
            }
            tokens.insert(name.to_owned(), signed_in.token.to_string());
        }
        let token = |role: Role| tokens.get(role.name()).cloned().unwrap_or_default();
        let (own, pit) = (token(Role::Patron), token(Role::Pit));
        Ok(People { patron: own, person: patron, pit, staff: tokens })
    }

    /// Gives the patron chips at a table.
    async fn seat(&self, client: &Client, table: i64, cage: i64) -> Result<Crew, LoadError> {
        let key = || uuid::Uuid::new_v4().to_string();
        let wallet = expect(client.get(&format!("/v1/cages/{cage}/wallet"), &self.patron).await)?;
        let seen = &wallet["seen"];
        let deposit = json!({ "key": key(), "seen": seen, "person": self.person, "amount": CHIPS });
        expect(client.post(&format!("/v1/cages/{cage}/deposits"), &self.pit, &deposit).await)?;
        let buy = json!({ "key": key(), "seen": seen, "table": table, "seat": "A", "amount": CHIPS });
        expect(client.post(&format!("/v1/cages/{cage}/buy-ins"), &self.patron, &buy).await)?;
        for _ in 0..1_200 {
            let now = expect(client.get(&format!("/v1/tables/{table}"), &self.patron).await)?;
            if now["seats"].as_array().is_some_and(|seats| !seats.is_empty()) {
                let patrons = vec![("A".to_owned(), self.patron.clone())];
                return Ok(Crew { table, patrons, staff: self.staff.clone() });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(LoadError::Other(format!("the chips never came to table {table}")))
    }
}

fn expect(answer: Answered) -> Result<Value, LoadError> {
    match answer {
        Answered::Well(value) => Ok(value),
        Answered::Refused(status, problem) => Err(LoadError::Other(format!("{status}: {problem}"))),
        Answered::Unknown => Err(LoadError::Other("nobody answers".to_owned())),
    }
}

/// When units were heard of, by their numbers.
type Arrivals = Arc<Mutex<BTreeMap<i64, Instant>>>;

/// A table, and the patron who watches it over a socket.
struct Watched {
    crew: Crew,
    /// The table as last seen.
    now: Value,
    arrivals: Arrivals,
    listening: JoinHandle<()>,
}

impl Watched {
    async fn open(client: &Client, crew: &Crew, address: std::net::SocketAddr) -> Option<Watched> {
        let (crew, arrivals) = (crew.clone(), Arrivals::default());
        let token = &crew.patrons.first()?.1;
        let Answered::Well(now) = client.get(&format!("/v1/tables/{}", crew.table), token).await else {
            return None;
        };
        let seen = now["seq"].as_i64().unwrap_or(0);
        let url = format!("ws://{address}/v1/tables/{}/stream?after={seen}", crew.table);
        let listening = listen(url, token, Arc::clone(&arrivals)).await?;
        Some(Watched { crew, now, arrivals, listening })
    }

    async fn play(self, client: Client, plan: Plan, first: Instant, counted: Instant) -> Found {
        let Watched { crew, mut now, arrivals, listening } = self;
        let mut whim = Whim::new(crew.table.unsigned_abs());
        let path = format!("/v1/tables/{}", crew.table);
        let patron = &crew.patrons[0];
        let mut found = Found::default();
        let mut sent: Vec<(i64, Instant)> = Vec::new();
        let mut due = first;
        while due < counted + plan.length {
            tokio::time::sleep_until(due.into()).await;
            let counts = due >= counted;
            let next = crew.as_patron(&now, patron, &mut whim).or_else(|| crew.as_staff(&now, &mut whim));
            let Some(Move { token, body }) = next else { break };
            match client.post(&format!("{path}/inputs"), &token, &body).await {
                Answered::Well(played) if counts => {
                    let took = micros(due, Instant::now());
                    found.answered.push(took);
                    found.put(due.duration_since(counted), took);
                    sent.push((played["seq"].as_i64().unwrap_or(0), due));
                }
                Answered::Well(_) => {}
                Answered::Refused(..) => found.refused += u64::from(counts),
                Answered::Unknown => found.unanswered += 1,
            }
            // What a page does as well: after every unit it looks at the table.
            let Answered::Well(then) = client.get(&path, &patron.1).await else { break };
            now = then;
            due += plan.every;
        }
        tokio::time::sleep(Duration::from_secs(3)).await;
        listening.abort();
        let arrivals = arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = sent.iter().filter_map(|(seq, due)| arrivals.get(seq).map(|at| micros(*due, *at)));
        found.heard.extend(heard);
        found
    }
}

impl Found {
    fn put(&mut self, since: Duration, took: u32) {
        let slice = since.as_millis() / SLICE.as_millis();
        let slice = usize::try_from(slice).unwrap_or_default();
        if slice >= self.slices.len() {
            self.slices.resize(slice + 1, Vec::new());
        }
        if let Some(slice) = self.slices.get_mut(slice) {
            slice.push(took);
        }
    }
}

/// A wait to be shown. One of more than an hour is shown as an hour and eleven minutes.
fn micros(from: Instant, to: Instant) -> u32 {
    u32::try_from(to.saturating_duration_since(from).as_micros()).unwrap_or(u32::MAX)
}

/// Writes down when units come over a socket.
async fn listen(url: String, token: &str, arrivals: Arrivals) -> Option<JoinHandle<()>> {
    #[derive(Deserialize)]
    struct Seq {
        seq: i64,
    }
    let mut request = url.into_client_request().ok()?;
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().ok()?);
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.ok()?;
    Some(tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            let at = Instant::now();
            if let Message::Text(text) = message
                && let Ok(Seq { seq }) = serde_json::from_str(&text)
            {
                arrivals.lock().unwrap_or_else(PoisonError::into_inner).insert(seq, at);
            }
        }
    }))
}
