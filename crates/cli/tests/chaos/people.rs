//! The people in the house: patrons and staff who play by the API's offers, through any of its processes, and record
//! what they send and receive.

use crate::diary::{Diary, Entry, Heard};
use crate::site::{PATRONS, STAFF, Site, Table, token};
use futures_util::future::join_all;
use house::patrons::Whim;
use serde_json::{Value, json};
use server::crew::{Answered, Client, Crew};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// How long a person waits for one process before they retry at another.
const PATIENCE: Duration = Duration::from_secs(4);
/// Beyond this time without an answer the test fails.
const AT_MOST: Duration = Duration::from_secs(60);
/// The buy-in of patrons: enough that they never run out of chips.
const CHIPS: i64 = 9_000_000_000;

/// The shared state of all people.
pub struct People {
    pub diary: Diary,
    /// No new command is sent.
    pub over: AtomicBool,
    /// How long people take to think, on average.
    pace: Duration,
    /// Whether a person without an answer sometimes gives up.
    pub gives_up: bool,
    http: reqwest::Client,
    addresses: Vec<String>,
    persons: BTreeMap<String, i64>,
    /// The last unit of each cage in any answer.
    cages: Mutex<BTreeMap<i64, i64>>,
}

/// A command to be sent.
pub struct Order {
    pub stream: i64,
    pub path: String,
    pub person: i64,
    pub body: Value,
}

/// The kinds of answers.
enum Told {
    Done(Value),
    Refused(u16),
    /// Without effect.
    NotDone,
    /// The outcome is unknown.
    Nothing,
}

/// The people who play at a table.
pub struct Party {
    pub table: Table,
    pub crew: Crew,
    whim: Whim,
    client: Client,
    turns: usize,
}

impl People {
    pub fn new(addresses: &[String], pace: Duration) -> Arc<People> {
        let all = (1..=PATRONS).chain(STAFF.iter().map(|(_, person)| *person));
        Arc::new(People {
            diary: Diary::default(),
            over: AtomicBool::new(false),
            pace,
            gives_up: true,
            http: reqwest::Client::builder().timeout(PATIENCE).build().unwrap(),
            addresses: addresses.to_vec(),
            persons: all.map(|person| (token(person), person)).collect(),
            cages: Mutex::default(),
        })
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// Sends a command to one process after the other until one answers, and records the outcome. Without an answer the
    /// person sometimes gives up.
    pub async fn send(&self, order: Order, whim: &mut Whim) -> Option<Value> {
        let Order { stream, path, person, body } = order;
        let key = Uuid::parse_str(body["key"].as_str().unwrap()).unwrap();
        let (sent, mut lost) = (Instant::now(), 0);
        let (heard, value) = loop {
            let address = &self.addresses[whim.below(self.addresses.len())];
            match self.try_once(address, &path, person, &body).await {
                Told::Done(value) => {
                    let number = |name: &str| value[name].as_i64().unwrap();
                    break (Heard::Done { seq: number("seq"), at: number("at") }, Some(value));
                }
                Told::Refused(status) => break (Heard::Refused(status), None),
                Told::NotDone => {}
                Told::Nothing => {
                    lost += 1;
                    if self.gives_up && whim.below(12) == 0 {
                        break (Heard::Nothing, None);
                    }
                }
            }
            assert!(sent.elapsed() < AT_MOST, "nobody answers {path}: {body}");
            tokio::time::sleep(Duration::from_millis(50 + whim.draw() % 150)).await;
        };
        let took = sent.elapsed();
        self.diary.enter(Entry { stream, path, key, person, body, heard, lost, sent, took });
        value
    }

    async fn try_once(&self, address: &str, path: &str, person: i64, body: &Value) -> Told {
        let sent = self.http.post(format!("{address}{path}")).bearer_auth(token(person)).json(body);
        let answer = match sent.send().await {
            Ok(answer) => answer,
            Err(error) if error.is_connect() => return Told::NotDone,
            Err(_) => return Told::Nothing,
        };
        let status = answer.status().as_u16();
        let Ok(text) = answer.text().await else { return Told::Nothing };
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        match status {
            200 => Told::Done(value),
            503 if value["type"] == "/problems/busy" => Told::NotDone,
            503 => Told::Nothing,
            _ => {
                assert!(status < 500, "{path}: {status} {text}");
                Told::Refused(status)
            }
        }
    }

    /// Moves money at a cage; the number in the answer is the `seen` of the next command.
    async fn at_cage(
        &self,
        cage: i64,
        what: &str,
        person: i64,
        mut body: Value,
        whim: &mut Whim,
    ) -> Option<Value> {
        body["key"] = json!(Uuid::from_bytes(whim.key().0).to_string());
        body["seen"] = json!(self.cages.lock().unwrap().get(&cage).copied().unwrap_or(0));
        let path = format!("/v1/cages/{cage}/{what}");
        let done = self.send(Order { stream: cage, path, person, body }, whim).await;
        if let Some(seq) = done.as_ref().and_then(|done| done["seq"].as_i64()) {
            let mut cages = self.cages.lock().unwrap();
            let seen = cages.entry(cage).or_default();
            *seen = seq.max(*seen);
        }
        done
    }

    /// Deposits money into a wallet.
    pub async fn deposit(&self, cage: i64, person: i64, amount: i64, whim: &mut Whim) -> Option<Value> {
        let deposit = json!({ "person": person, "amount": amount });
        self.at_cage(cage, "deposits", 102, deposit, whim).await
    }

    /// Sends chips from a seat to the cage.
    pub async fn cash_out(&self, table: i64, person: i64, body: Value, whim: &mut Whim) -> Option<Value> {
        let path = format!("/v1/tables/{table}/cash-outs");
        self.send(Order { stream: table, path, person, body }, whim).await
    }

    /// Two patrons at a table.
    pub async fn seat(&self, table: Table, seed: u64) -> Party {
        let mut whim = Whim::new(seed.wrapping_mul(1_000_003).wrapping_add(table.id.unsigned_abs()));
        let mut client = Client::to(&self.addresses).unwrap();
        client.tries = 400;
        let mut patrons = Vec::new();
        for (number, letter) in ["A", "B"].into_iter().enumerate() {
            let person = (table.id * 2 + i64::try_from(number).unwrap()) % PATRONS + 1;
            loop {
                self.deposit(table.cage, person, CHIPS, &mut whim).await;
                let buy = json!({ "table": table.id, "seat": letter, "amount": CHIPS });
                self.at_cage(table.cage, "buy-ins", person, buy, &mut whim).await;
                if self.sits(&client, table.id, person).await {
                    break;
                }
            }
            patrons.push((letter.to_owned(), token(person)));
        }
        let staff = STAFF.iter().map(|(role, person)| ((*role).to_owned(), token(*person))).collect();
        let crew = Crew { table: table.id, patrons, staff };
        Party { table, crew, whim, client, turns: 0 }
    }

    async fn sits(&self, client: &Client, table: i64, person: i64) -> bool {
        for _ in 0..200 {
            if let Answered::Well(now) = client.get(&format!("/v1/tables/{table}"), &token(person)).await
                && now["seats"].as_array().unwrap().iter().any(|seat| seat["you"] == true)
            {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        false
    }

    /// Patrons at every table.
    pub async fn seat_all(self: &Arc<People>, site: &Site, seed: u64) -> Vec<Party> {
        let seated = site.tables.iter().map(|table| {
            let (people, table) = (Arc::clone(self), *table);
            tokio::spawn(async move { people.seat(table, seed).await })
        });
        join_all(seated.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect()
    }

    /// Lets everyone play until the run is over.
    pub async fn play_all(self: &Arc<People>, parties: Vec<Party>) -> Vec<Party> {
        let playing = parties.into_iter().map(|mut party| {
            let people = Arc::clone(self);
            tokio::spawn(async move {
                while !people.is_over() {
                    party.turn(&people).await;
                    let pace = u64::try_from(people.pace.as_millis()).unwrap();
                    let pause = pace / 2 + party.whim.draw() % pace.max(1);
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
                party
            })
        });
        join_all(playing.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect()
    }

    /// Continues play at every table until its round is over.
    pub async fn finish_all(self: &Arc<People>, parties: Vec<Party>) -> Vec<Party> {
        let finishing = parties.into_iter().map(|mut party| {
            let people = Arc::clone(self);
            tokio::spawn(async move {
                party.finish(&people).await;
                party
            })
        });
        join_all(finishing.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect()
    }
}

impl Party {
    /// The person at a place.
    pub fn patron(&self, place: usize) -> i64 {
        (self.table.id * 2 + i64::try_from(place).unwrap()) % PATRONS + 1
    }

    fn path(&self) -> String {
        format!("/v1/tables/{}", self.table.id)
    }

    /// Plays the next move; sometimes chips go to the cage and come back in the middle of rounds.
    pub async fn turn(&mut self, people: &People) -> Option<Value> {
        self.turns += 1;
        if self.turns % 11 == 7 {
            self.move_chips(people).await;
        }
        let next = self.crew.next_move(&self.client, &mut self.whim).await?;
        let person = people.persons[&next.token];
        let (stream, path) = (self.table.id, format!("{}/inputs", self.path()));
        people.send(Order { stream, path, person, body: next.body }, &mut self.whim).await
    }

    async fn move_chips(&mut self, people: &People) {
        let (seat, own) = self.crew.patrons[1].clone();
        let (table, person) = (self.table, people.persons[&own]);
        if let Answered::Well(now) = self.client.get(&self.path(), &own).await {
            let key = Uuid::from_bytes(self.whim.key().0).to_string();
            let body = json!({ "key": key, "seen": now["seq"], "seat": seat, "amount": 700 });
            people.cash_out(table.id, person, body, &mut self.whim).await;
        }
        let buy = json!({ "table": table.id, "seat": seat, "amount": 600 });
        people.at_cage(table.cage, "buy-ins", person, buy, &mut self.whim).await;
    }

    /// The table as its first patron sees it.
    pub async fn look(&self) -> Value {
        match self.client.get(&self.path(), &self.crew.patrons[0].1).await {
            Answered::Well(now) => now,
            other => panic!("table {}: {other:?}", self.table.id),
        }
    }

    /// Plays on until a round has ended or none has begun.
    async fn finish(&mut self, people: &People) {
        let begun = self.look().await["seq"].as_i64().unwrap();
        for _ in 0..400 {
            let view = &self.look().await["view"];
            let nothing_lies = view["wagers"].as_array().unwrap().is_empty();
            if nothing_lies && view["due"]["kind"] == "bets" || self.ended_since(begun).await {
                return;
            }
            if self.turn(people).await.is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        let view = &self.look().await["view"];
        let (Table { game, id, .. }, due, wagers) = (self.table, &view["due"], &view["wagers"]);
        panic!("table {id} ({game}) never ends its round: {due} {wagers}");
    }

    async fn ended_since(&self, seq: i64) -> bool {
        let path = format!("{}/units?after={seq}", self.path());
        match self.client.get(&path, &self.crew.patrons[0].1).await {
            Answered::Well(units) => units.to_string().contains("\"round-ended\""),
            _ => false,
        }
    }
}
