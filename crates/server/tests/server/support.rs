//! A separate house for each test, in a separate database, and as many processes as the test needs.

use house::ids::Realm;
use house::patrons::usual_table;
use house::secrets::KeyRing;
use house::store::{Database, NewTable, make_cage, make_table};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use serde_json::{Value, json};
use server::app::Registry;
use server::config::{Config, Limits};
use server::crew::{Answered, Client, Crew};
use server::{Server, start};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
pub const SINGAPORE: Realm = Realm { operator: 1, property: 2, currency: *b"SGD" };
pub const REGISTRY: Registry =
    Registry { games: games::GAMES, find: games::find, note: games::note, notes_of: games::notes_of };

/// Clocks that never run, for tests that do not need them.
pub const PATIENT: Clocks = Clocks::all(Duration::ZERO);

fn variable(name: &str) -> String {
    std::env::var(name)
        .expect("these tests want servers: run `.ci/services up` and `eval \"$(.ci/services env)\"` first")
}

pub struct Site {
    pub config: Config,
    pub keys: Arc<KeyRing>,
    pub database: Database,
    /// The game, the table and its cage.
    pub tables: Vec<(&'static str, i64, i64)>,
    pub cage: i64,
    server: Database,
    name: String,
}

impl Site {
    /// Creates a database with `times` tables of every game.
    pub async fn new(test: &str, shards: i32, times: usize, clocks: Clocks) -> Site {
        Site::dealt(test, shards, times, clocks, Dealt::Computer).await
    }

    /// The same, with a given way of dealing.
    pub async fn dealt(test: &str, shards: i32, times: usize, clocks: Clocks, dealt: Dealt) -> Site {
        let all = (0..times)
            .flat_map(|_| games::GAMES.iter().map(|game| (*game, usual_table(game).unwrap())))
            .collect();
        Site::with(test, shards, all, clocks, dealt).await
    }

    /// Creates a database with tables of these games and files.
    pub async fn with(
        test: &str,
        shards: i32,
        files: Vec<(&'static engine::Game, TableConfig)>,
        clocks: Clocks,
        dealt: Dealt,
    ) -> Site {
        let address = variable("CROUPIER_TEST_POSTGRES");
        let server = Database::at(&address).unwrap();
        let name = format!("server_{test}_{}", std::process::id());
        let client = server.connect().await.unwrap();
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
        client.batch_execute(&format!("create database {name}")).await.unwrap();
        let database = server.named(&name);
        database.migrate().await.unwrap();
        database.found(REALM, "Riverfront").await.unwrap();
        database.found(SINGAPORE, "Marina").await.unwrap();
        database.make_shards(shards).await.unwrap();
        let mut client = database.connect().await.unwrap();
        let cage = make_cage(&client, REALM, "cage", 0).await.unwrap();
        let marina = make_cage(&client, SINGAPORE, "cage", 0).await.unwrap();
        let mut tables = Vec::new();
        for (shard, (game, config)) in (0..shards).cycle().zip(files) {
            let (realm, cage) =
                if config.currency.code == "SGD" { (SINGAPORE, marina) } else { (REALM, cage) };
            let before = tables.iter().filter(|(other, ..): &&(&str, i64, i64)| *other == game.id).count();
            let name = format!("{} {before}", game.id);
            let new = NewTable {
                realm,
                name: &name,
                shard,
                game,
                config: &config,
                clocks,
                cage,
                links: &[],
                dealt,
            };
            tables.push((game.id, make_table(&mut client, new).await.unwrap().0, cage.0));
        }
        let patrons =
            tables.iter().flat_map(|(_, table, _)| (1..10).map(move |n| ("patron", table * 10 + n)));
        let staff = STAFF.into_iter().zip(9_000..).chain([("auditor", 9_077), ("administrator", 9_078)]);
        enroll(&client, patrons.chain(staff)).await;
        let at = address.rfind('/').unwrap();
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            database: format!("{}/{name}", &address[..at]),
            nats: Some(variable("CROUPIER_TEST_NATS")),
            // No real client is as fast as a test.
            limits: Limits { rate: 1_000_000, ..Limits::default() },
            nats_prefix: name.clone(),
            ..Config::default()
        };
        let keys = Arc::new(KeyRing::generate().unwrap());
        Site { config, keys, database, tables, cage: cage.0, server, name }
    }

    /// Starts a process and waits until it admits clients: before it has its lease, it tells them to retry.
    pub async fn start(&self) -> Server {
        let server = start(&self.config, REGISTRY, Arc::clone(&self.keys)).await.unwrap();
        for _ in 0..400 {
            if server.app().house.lease().is_some() {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("no lease");
    }

    /// Creates another house on a copy of the database in its current state. No one may be connected to it.
    pub async fn copied(&self, test: &str) -> Site {
        let name = format!("server_{test}_{}", std::process::id());
        let client = self.server.connect().await.unwrap();
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
        let copy = format!("create database {name} template {}", self.name);
        let mut tried = 0;
        // Connections end a moment after they are dropped.
        while let Err(error) = client.batch_execute(&copy).await {
            tried += 1;
            assert!(tried < 100, "{error}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut config = self.config.clone();
        config.database = config.database.replace(&self.name, &name);
        config.nats_prefix.clone_from(&name);
        let (keys, tables, server) = (Arc::clone(&self.keys), self.tables.clone(), self.server.clone());
        Site { config, keys, database: server.named(&name), tables, cage: self.cage, server, name }
    }

    pub async fn drop(self) {
        let client = self.server.connect().await.unwrap();
        client.batch_execute(&format!("drop database {} with (force)", self.name)).await.unwrap();
    }
}

pub fn address(server: &Server) -> String {
    format!("http://{}", server.address())
}

/// Waits until two processes have a shard each and both know that.
pub async fn until_shared(one: &Server, two: &Server) {
    for _ in 0..600 {
        let knows = |at: &Server| {
            let floor = at.app().leases.floor();
            let owner = |shard| floor.owner_of(shard).map(|process| process.id.clone());
            let of = |server: &Server| Some(server.app().leases.me().id.clone());
            let (first, second) = (owner(0), owner(1));
            (first == of(one) && second == of(two)) || (first == of(two) && second == of(one))
        };
        let have = |server: &Server| server.app().house.shards().len() == 1;
        if have(one) && have(two) && knows(one) && knows(two) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the shards were not shared");
}

/// The staff at the tables, by numbers from 9,000.
const STAFF: [&str; 5] = ["pit", "dealer", "floor", "pit", "surveillance"];

/// Returns the token that a person has in every test.
pub fn token(role: &str, person: i64) -> String {
    let digest = Sha256::digest(format!("{role} {person}"));
    digest.iter().fold("crp_".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

/// Creates persons with these numbers who have signed in, without hashing a password for each.
async fn enroll(client: &tokio_postgres::Client, people: impl Iterator<Item = (&str, i64)>) {
    for (role, person) in people {
        let hash = Sha256::digest(token(role, person)).to_vec();
        let statement = "with someone as (
                insert into person (id, operator) overriding system value values ($1, 1) returning id),
            known as (
                insert into account (person, name, role, password, long_password)
                select id, $2 || id, $2, '', false from someone returning person, generation)
            insert into token (hash, person, generation, expires)
            select $3, person, generation, now() + interval '1 day' from known";
        client.execute(statement, &[&person, &role, &hash]).await.unwrap();
    }
}

pub fn well(answer: Answered) -> Value {
    match answer {
        Answered::Well(value) => value,
        other => panic!("{other:?}"),
    }
}

pub fn key() -> String {
    uuid::Uuid::new_v4().to_string()
}

/// Waits until all tables can be reached through a process.
pub async fn until_open(client: &Client, tables: usize) {
    for _ in 0..400 {
        let all = well(client.get("/v1/tables?limit=500", "").await);
        if all.as_array().unwrap().iter().filter(|one| one["reachable"] == true).count() == tables {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("not all tables opened");
}

/// Seats a crew with chips at a table: patrons A, B, ... are separate persons.
pub async fn seat(client: &Client, table: i64, cage: i64, patrons: i64) -> Crew {
    let pit = token("pit", 9_000);
    let mut crew = Crew {
        table,
        patrons: Vec::new(),
        staff: ["dealer", "floor", "pit", "surveillance"]
            .iter()
            .zip(9_001..)
            .map(|(role, person)| ((*role).to_owned(), token(role, person)))
            .collect::<BTreeMap<_, _>>(),
    };
    for number in 0..patrons {
        let person = table * 10 + number + 1;
        let own = token("patron", person);
        let letter = engine::Patron::nth(u8::try_from(number).unwrap()).unwrap().to_string();
        let deposit = json!({ "key": key(), "seen": 0, "person": person, "amount": 10_000_000_000_i64 });
        well(client.post(&format!("/v1/cages/{cage}/deposits"), &pit, &deposit).await);
        let buy =
            json!({ "key": key(), "seen": 0, "table": table, "seat": letter, "amount": 9_000_000_000_i64 });
        well(client.post(&format!("/v1/cages/{cage}/buy-ins"), &own, &buy).await);
        for tried in 0.. {
            let now = well(client.get(&format!("/v1/tables/{table}"), &own).await);
            if now["seats"].as_array().unwrap().iter().any(|seat| seat["you"] == true) {
                break;
            }
            assert!(tried < 800, "the chips never came: {now}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        crew.patrons.push((letter, own));
    }
    crew
}
