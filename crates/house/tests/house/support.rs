//! A separate house for each test, in a separate database.

use engine::Game;
use felt::Money;
use house::ids::{Key, PersonId, Realm, StreamId};
use house::patrons::{Whim, next_move, usual_table};
use house::secrets::KeyRing;
use house::store::{Database, NewTable, make_cage, make_table};
use house::stream::{Command, Request};
use house::table::{Clocks, Dealt};
use house::{Done, House, NotDone};
use rulebook::{LayoutKind, TableConfig};
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Client;

/// The realm of everything in a test.
pub const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
pub const SINGAPORE: Realm = Realm { operator: 1, property: 2, currency: *b"SGD" };

/// Clocks that never run, for tests that do not need them.
pub const PATIENT: Clocks = Clocks::all(Duration::ZERO);

/// Whether cards are ever face down at a table of this game.
pub fn hides_cards(game: &str) -> bool {
    let game = games::find(game).unwrap();
    let lies_open = game.drawn().unwrap().kind == LayoutKind::Baccarat
        && usual_table(game).unwrap().option("dealing") != "patrons-hold";
    game.book().unwrap().decks.allowed.max > 0 && !lies_open
}

pub struct Floor {
    pub database: Database,
    pub keys: Arc<KeyRing>,
    pub shards: Vec<i32>,
    server: Database,
    pub name: String,
}

/// Gives all transfers rows of their own, as earlier builds have written them, for an intruder to tamper with.
pub const AS_ROWS: &str = "insert into transfer_row
        select t.* from unit u join transfer t using (stream, seq, at) where u.moved is not null;
    update unit set moved = null";

/// An intruder with all rights in a database, who bypasses the triggers that protect rows.
pub async fn intruder(database: &Database) -> Client {
    let client = database.connect().await.unwrap();
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    client
}

pub fn server() -> Database {
    let address = std::env::var("CROUPIER_TEST_POSTGRES").expect(
        "these tests want a PostgreSQL: run `.ci/services up` and `eval \"$(.ci/services env)\"` first",
    );
    Database::at(&address).unwrap()
}

impl Floor {
    /// Creates an empty database with the house's schema.
    pub async fn new(test: &str, shards: i32) -> Floor {
        Floor::on(server(), test, shards).await
    }

    /// The same on a given server.
    pub async fn on(server: Database, test: &str, shards: i32) -> Floor {
        let name = format!("test_{test}_{}", std::process::id());
        let client = server.connect().await.unwrap();
        client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
        client.batch_execute(&format!("create database {name}")).await.unwrap();
        let database = server.named(&name);
        database.migrate().await.unwrap();
        database.found(REALM, "Riverfront").await.unwrap();
        database.found(SINGAPORE, "Marina").await.unwrap();
        database.make_shards(shards).await.unwrap();
        let keys = Arc::new(KeyRing::generate().unwrap());
        Floor { database, keys, shards: (0..shards).collect(), server, name }
    }

    /// The same, with a schema that belongs to one role while another runs the house.
    pub async fn with_two_roles(test: &str, shards: i32) -> (Floor, Roles) {
        let server = server();
        let name = format!("test_{test}_{}", std::process::id());
        let roles = Roles { owner: format!("{name}_owner"), running: format!("{name}_run") };
        let client = server.connect().await.unwrap();
        let Roles { owner, running } = &roles;
        for sql in [
            format!("drop database if exists {name} with (force)"),
            format!("drop role if exists {owner}, {running}"),
            format!("create role {owner} login; create role {running} login"),
            format!("create database {name} owner {owner}"),
        ] {
            client.batch_execute(&sql).await.unwrap();
        }
        let founder = server.named(&name).as_role(owner);
        founder.migrate().await.unwrap();
        founder.found(REALM, "Riverfront").await.unwrap();
        founder.found(SINGAPORE, "Marina").await.unwrap();
        founder.make_shards(shards).await.unwrap();
        assert_eq!(founder.let_run(running).await.unwrap(), Vec::<String>::new());
        let database = server.named(&name).as_role(running);
        let keys = Arc::new(KeyRing::generate().unwrap());
        (Floor { database, keys, shards: (0..shards).collect(), server, name }, roles)
    }

    /// A database that another process has created.
    pub fn known(name: &str, keys: &str, shards: i32) -> Floor {
        let server = server();
        let keys = Arc::new(KeyRing::parse(keys).unwrap());
        Floor {
            database: server.named(name),
            keys,
            shards: (0..shards).collect(),
            server,
            name: name.to_owned(),
        }
    }

    pub async fn open(&self) -> House {
        let keys = Arc::clone(&self.keys);
        House::open(self.database.clone(), games::find, keys, &self.shards).await.unwrap()
    }

    /// Creates a cage for each property, and a table of every game.
    pub async fn furnish(&self, clocks: Clocks) -> Furnished {
        self.furnish_dealt(Dealt::Computer, clocks).await
    }

    /// The same, with a given way of dealing.
    pub async fn furnish_dealt(&self, dealt: Dealt, clocks: Clocks) -> Furnished {
        let mut client = self.database.connect().await.unwrap();
        let cage = make_cage(&client, REALM, "cage", 0).await.unwrap();
        let marina = make_cage(&client, SINGAPORE, "cage", 0).await.unwrap();
        let mut tables = Vec::new();
        for (shard, game) in self.shards.iter().cycle().zip(games::GAMES) {
            let config = usual_table(game).unwrap();
            let singapore = config.currency.code == "SGD";
            let (realm, cage) = if singapore { (SINGAPORE, marina) } else { (REALM, cage) };
            let name = format!("table {}", game.id);
            let new = NewTable {
                realm,
                name: &name,
                shard: *shard,
                game,
                config: &config,
                dealt,
                clocks,
                cage,
                links: &[],
            };
            tables.push((game.id, make_table(&mut client, new).await.unwrap(), cage));
        }
        Furnished { cage, marina, tables }
    }

    /// Creates a cage, and tables of one game with one file.
    pub async fn furnish_alike(
        &self,
        (game, config): (&'static Game, TableConfig),
        tables: usize,
        clocks: Clocks,
    ) -> (StreamId, Vec<StreamId>) {
        let mut client = self.database.connect().await.unwrap();
        let cage = make_cage(&client, REALM, "cage", 0).await.unwrap();
        let mut made = Vec::new();
        for (nth, shard) in (0..tables).zip(self.shards.iter().cycle()) {
            let (name, config) = (&format!("table {nth}"), &config);
            let (shard, dealt, links) = (*shard, Dealt::Computer, &[]);
            let new = NewTable { realm: REALM, name, shard, game, config, dealt, clocks, cage, links };
            made.push(make_table(&mut client, new).await.unwrap());
        }
        (cage, made)
    }

    pub async fn drop(self) {
        let client = self.server.connect().await.unwrap();
        client.batch_execute(&format!("drop database {} with (force)", self.name)).await.unwrap();
    }

    /// Drops the database and its roles.
    pub async fn drop_with(self, Roles { owner, running }: Roles) {
        let client = self.server.connect().await.unwrap();
        self.drop().await;
        client.batch_execute(&format!("drop role {owner}, {running}")).await.unwrap();
    }
}

/// The owner of a house's schema, and the role that runs the house.
pub struct Roles {
    pub owner: String,
    pub running: String,
}

pub struct Furnished {
    pub cage: StreamId,
    pub marina: StreamId,
    /// The game, the table and its cage.
    pub tables: Vec<(&'static str, StreamId, StreamId)>,
}

pub fn request(stream: StreamId, person: i64, key: Key, seen: i64, command: Command) -> Request {
    Request { stream, key, person: PersonId(person), sender: None, seen, question: None, command }
}

/// Retries a command while its result is unknown, as when a process is not sure of its lease.
pub async fn send(house: &House, request: Request) -> Done {
    loop {
        match house.send(request.clone()).await {
            Err(NotDone::Unavailable) => tokio::time::sleep(Duration::from_millis(20)).await,
            done => return done.unwrap(),
        }
    }
}

/// Puts money in a wallet, and buys chips with it at a table.
pub async fn seat(house: &House, cage: StreamId, table: StreamId, patron: engine::Patron, amount: i64) {
    let person = PersonId(i64::from(patron.index()) + 1);
    let amount = Money::minor(amount);
    let deposit = Command::Deposit { person, amount };
    let buy_in = Command::BuyIn { person, table, patron, amount };
    for (what, command) in [("deposit", deposit), ("buy-in", buy_in)] {
        let key = Key::derived(what, &[table.0, person.0]);
        send(house, request(cage, person.0, key, 0, command)).await;
    }
    // The chips come in a separate message. The limit is ten seconds: the database may stall for three.
    for _ in 0..10_000 {
        let there =
            house.look(table, move |stream| stream.table().unwrap().seats().contains_key(&patron)).await;
        if there == Some(true) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("the chips never came");
}

/// Plays the next move at a table; `None` if no decision is awaited.
pub async fn play_once(house: &House, table: StreamId, whim: &mut Whim) -> Option<Result<Done, NotDone>> {
    let mut own = whim.clone();
    let (next, seq) = house
        .look(table, move |stream| {
            let table = stream.table().unwrap();
            (next_move(table, &mut own), table.seq())
        })
        .await?;
    let key = whim.key();
    let (by, input) = next?;
    let person = house::patrons::person_of(by).0;
    Some(house.send(request(table, person, key, seq, Command::Play { by, input })).await)
}
