//! A house on its own database, with tables of all games, signed-in people, and files for its processes.

use house::anchor::Signer;
use house::ids::Realm;
use house::secrets::KeyRing;
use house::store::{Database, NewTable, make_cage, make_table};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
const SINGAPORE: Realm = Realm { operator: 1, property: 2, currency: *b"SGD" };

/// The size and settings of a house.
#[derive(Clone, Copy)]
pub struct Shape {
    pub shards: i32,
    pub tables: usize,
    pub clocks: Clocks,
    /// The maximum number of commands that wait for a shard.
    pub waiting: usize,
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub game: &'static str,
    pub id: i64,
    pub cage: i64,
}

/// A house.
pub struct Site {
    pub database: Database,
    pub keys: Arc<KeyRing>,
    pub tables: Vec<Table>,
    /// The prefix of its subjects in NATS.
    pub name: String,
    /// The public key of its signed roots, in hexadecimal digits.
    pub public_key: String,
    /// Keys, settings, roots and logs of processes.
    pub directory: PathBuf,
    server: Database,
    at: String,
}

impl Site {
    pub async fn new(test: &str, address: &str, shape: Shape) -> Site {
        server::by_ring();
        let name = format!("chaos_{test}_{}", std::process::id());
        let at = at_database(address, &name);
        let server = Database::at(address).unwrap();
        let client = server.connect().await.unwrap();
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
        client.batch_execute(&format!("create database {name}")).await.unwrap();
        let database = server.named(&name);
        database.migrate().await.unwrap();
        let tables = furnish(&database, shape).await;
        enroll(&database).await;
        let directory = std::env::temp_dir().join(&name);
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        let keys = Arc::new(KeyRing::generate().unwrap());
        std::fs::write(directory.join("keys"), keys.reveal_key_file().as_bytes()).unwrap();
        let signer = Signer::generate().unwrap();
        let public_key = signer.public().iter().map(|byte| format!("{byte:02x}")).collect();
        let signing = directory.join("signing");
        std::fs::write(&signing, signer.reveal_key_file().as_bytes()).unwrap();
        let settings = format!(
            "nats-prefix = \"{name}\"\nsigning-key = {signing:?}\n[limits]\nrate = 1000000\nwaiting = {}\n",
            shape.waiting
        );
        std::fs::write(directory.join("settings.toml"), settings).unwrap();
        Site { database, keys, tables, name, public_key, directory, server, at }
    }

    /// The address of its database, from loopback.
    pub fn address(&self) -> &str {
        &self.at
    }

    /// The tables of the process at an address, one for each of its shards.
    pub async fn tables_of(&self, process: &str) -> Vec<i64> {
        let client = self.database.connect().await.unwrap();
        let asked = "select min(stream.id) from stream join shard on shard.id = stream.shard
            join process on process.id = shard.owner
            where stream.kind = 'table' and process.address = $1 group by shard.id";
        let rows = client.query(asked, &[&process]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// The number of shards of each live process, by its address.
    pub async fn shares(&self) -> BTreeMap<String, i64> {
        let client = self.database.connect().await.unwrap();
        let asked = "select address, count(shard.id) from process left join shard on owner = process.id
            where beat > now() - interval '4 seconds' group by address";
        let rows = client.query(asked, &[]).await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }

    pub async fn drop(self) {
        let client = self.server.connect().await.unwrap();
        client.batch_execute(&format!("drop database {} with (force)", self.name)).await.unwrap();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The address of another database on the same servers; parameters are kept.
fn at_database(address: &str, name: &str) -> String {
    let (server, rest) = address.rsplit_once('/').unwrap();
    let parameters = rest.find('?').map_or("", |at| &rest[at..]);
    format!("{server}/{name}{parameters}")
}

async fn furnish(database: &Database, shape: Shape) -> Vec<Table> {
    database.found(REALM, "Riverfront").await.unwrap();
    database.found(SINGAPORE, "Marina").await.unwrap();
    database.make_shards(shape.shards).await.unwrap();
    let mut client = database.connect().await.unwrap();
    let river = make_cage(&client, REALM, "cage", 0).await.unwrap();
    let marina = make_cage(&client, SINGAPORE, "cage", 1 % shape.shards).await.unwrap();
    let mut tables = Vec::new();
    let all = (0..shape.tables).zip((0..shape.shards).cycle()).zip(games::GAMES.iter().cycle());
    for ((number, shard), game) in all {
        let config = TableConfig::default_for(&game.book().unwrap());
        let (realm, cage) = if config.currency.code == "SGD" { (SINGAPORE, marina) } else { (REALM, river) };
        let name = format!("{} {number}", game.id);
        let new = NewTable {
            realm,
            name: &name,
            shard,
            game,
            config: &config,
            clocks: shape.clocks,
            cage,
            links: &[],
            dealt: Dealt::Computer,
        };
        let id = make_table(&mut client, new).await.unwrap().0;
        tables.push(Table { game: game.id, id, cage: cage.0 });
    }
    tables
}

/// The number of patrons; each sits at many tables.
pub const PATRONS: i64 = 16;
/// The staff of the tables, numbered from 100.
pub const STAFF: [(&str, i64); 5] =
    [("dealer", 100), ("floor", 101), ("pit", 102), ("surveillance", 103), ("auditor", 104)];

/// The token of a person in these tests.
pub fn token(person: i64) -> String {
    let digest = Sha256::digest(format!("person {person}"));
    digest.iter().fold("crp_".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

/// Signs everyone in, without hashing a password for each.
async fn enroll(database: &Database) {
    let client = database.connect().await.unwrap();
    let patrons = (1..=PATRONS).map(|person| ("patron", person));
    for (role, person) in patrons.chain(STAFF) {
        let hash = Sha256::digest(token(person)).to_vec();
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
