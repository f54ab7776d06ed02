//! `ledger verify` and `ledger shift`, on a house in a real PostgreSQL, which `.ci/services up` starts.

use crate::common::{croupier, directory};
use engine::Patron;
use felt::Money;
use house::House;
use house::ids::{Key, PersonId, Realm, StreamId};
use house::secrets::KeyRing;
use house::store::{Database, NewTable, make_cage, make_table};
use house::stream::{Command, Request};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use std::sync::Arc;
use std::time::Duration;

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };
const LONG: Duration = Duration::from_secs(3_600);

/// A cage and a table with a fill and a buy-in.
async fn make(database: &Database, keys: Arc<KeyRing>) -> StreamId {
    database.migrate().await.unwrap();
    database.found(REALM, "Riverfront").await.unwrap();
    database.make_shards(1).await.unwrap();
    let mut client = database.connect().await.unwrap();
    let cage = make_cage(&client, REALM, "cage", 0).await.unwrap();
    let game = games::find("ohio/blackjack").unwrap();
    let config = TableConfig::default_for(&game.book().unwrap());
    let clocks = Clocks::of(LONG, Duration::ZERO);
    let new = NewTable {
        realm: REALM,
        name: "BJ 4",
        shard: 0,
        game,
        config: &config,
        dealt: Dealt::Computer,
        clocks,
        cage,
        links: &[],
    };
    let table = make_table(&mut client, new).await.unwrap();
    let house = House::open(database.clone(), games::find, keys, &[0]).await.unwrap();
    let (person, patron) = (PersonId(1), Patron::A);
    let commands = [
        Command::Deposit { person, amount: Money::minor(20_000) },
        Command::Fill { table, amount: Money::minor(500_000) },
        Command::BuyIn { person, table, patron, amount: Money::minor(12_345) },
    ];
    for (key, command) in (1..).zip(commands) {
        let key = Key([key; 16]);
        house
            .send(Request { stream: cage, key, person, sender: None, seen: 0, question: None, command })
            .await
            .unwrap();
    }
    while house.look(cage, |cage| cage.outstanding().len()).await != Some(0) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    house.close().await;
    table
}

#[test]
fn books_are_verified_and_shifts_drawn_up() {
    let address = std::env::var("CROUPIER_TEST_POSTGRES").expect("run `.ci/services up` first");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let name = format!("test_cli_ledger_{}", std::process::id());
    let server = Database::at(&address).unwrap();
    let database = server.named(&name);
    let keys = Arc::new(KeyRing::generate().unwrap());
    let directory = directory("ledger", &[("keys", &keys.reveal_key_file())]);
    let say = |database: &Database, sql: &str| {
        runtime.block_on(async { database.connect().await.unwrap().batch_execute(sql).await.unwrap() });
    };
    say(&server, &format!("create database {name}"));
    let table = runtime.block_on(make(&database, keys));

    let at = format!("{}/{name}", address.rsplit_once('/').unwrap().0);
    let file = directory.join("keys").display().to_string();
    let place = ["--database", &at, "--keys", &file];
    let run = |args: &[&str]| croupier(&[args, &place[..]].concat(), "");

    let said = run(&["ledger", "verify"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    assert!(said.out.contains("The books are sound"), "{}", said.out);
    let sound = run(&["ledger", "verify", "--json"]).json();
    assert_eq!((&sound["sound"], &sound["sql"]["transfers"]), (&true.into(), &5.into()));
    assert_eq!(sound["replay"]["moved"], sound["sql"]["moved"]);

    let said = run(&["ledger", "shift", "BJ 4"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for line in ["  +  fills    5,000.00", "  +  drop       123.45", "  =  have       123.45"] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    let number = table.0.to_string();
    let json = run(&["ledger", "shift", &number, "--to", "2020-01-01", "--json"]).json();
    assert_eq!((&json["drop"], &json["holds"]), (&0.into(), &true.into()));
    assert_eq!(run(&["ledger", "shift", "no such table"]).code, 1);
    assert_eq!(run(&["ledger", "shift", "BJ 4", "--from", "some day"]).code, 1);

    let more = "set session_replication_role = replica;
        update unit set moved = regexp_replace(moved, ',256,([0-9]+),', ',256,9\\1,') where stream = 2";
    say(&database, more);
    let said = run(&["ledger", "verify"]);
    assert_eq!(said.code, 1, "{}", said.out);
    for finding in ["transfer-differs", "balance-differs", "message"] {
        assert!(said.out.contains(finding), "{finding}: {}", said.out);
    }
    say(&server, &format!("drop database {name} with (force)"));
}
