//! `serve --demo` with its own database on a real PostgreSQL, and a real NATS, which `.ci/services up` starts. The
//! Python client tests what a visitor does there: `just client-test`.

use crate::common::{command, directory, empty_database, feed, variable};
use serde_json::Value;
use server::crew::{Answered, Client};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn demo(database: &str, directory: &Path, more: &[&str]) -> Command {
    let (nats, directory) = (variable("CROUPIER_TEST_NATS"), directory.to_str().unwrap());
    let args = ["serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--demo-directory", directory];
    let mut command = command(&args);
    command.args(["--database", database, "--nats", &nats]).args(more);
    command
}

/// The demonstration ends with the test, whatever its result.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Running {
    /// Starts a demonstration, and waits until it prints its address.
    fn start(database: &str, directory: &Path) -> (Running, Value) {
        let mut child = demo(database, directory, &[]).stderr(Stdio::inherit()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        while !text.ends_with("\n}\n") {
            assert!(out.read_line(&mut text).unwrap() > 0, "it ended: {text}");
        }
        (Running(child), serde_json::from_str(&text).unwrap())
    }

    /// Asks it to end, and returns its exit status.
    fn end(mut self) -> Option<i32> {
        Command::new("kill").arg(self.0.id().to_string()).status().unwrap();
        self.0.wait().unwrap().code()
    }
}

async fn get(client: &Client, path: &str) -> Value {
    match client.get(path, "").await {
        Answered::Well(value) => value,
        other => panic!("{path}: {other:?}"),
    }
}

/// Waits until another round has begun at every table.
async fn until_all_have_played(client: &Client, within: Duration) {
    let until = Instant::now() + within;
    let begun = get(client, "/v1/tables").await;
    let round = |tables: &Value, at: usize| tables[at]["round"].as_i64().unwrap();
    loop {
        let now = get(client, "/v1/tables").await;
        let all = begun.as_array().unwrap().len();
        let waits: Vec<&Value> =
            (0..all).filter(|at| round(&now, *at) <= round(&begun, *at)).map(|at| &now[at]).collect();
        if waits.is_empty() {
            return;
        }
        assert!(Instant::now() < until, "no round ends at: {waits:#?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demonstration_plays_every_game_and_comes_back() {
    let name = format!("demo_{}", std::process::id());
    let (server, database) = empty_database(&name).await;
    let place = directory("demo", &[]);
    let (running, told) = Running::start(&database, &place);
    let secret = std::fs::metadata(place.join("passwords")).unwrap().permissions().mode();
    assert_eq!(secret & 0o777, 0o600);
    let tables = told["tables"].as_array().unwrap();
    let games: BTreeSet<&str> = tables.iter().map(|table| table["game"].as_str().unwrap()).collect();
    assert_eq!(games, games::GAMES.iter().map(|game| game.id).collect());
    let live: Vec<&Value> = tables.iter().filter(|table| table["dealt"] == "live").collect();
    assert!(live.len() >= 3, "{live:?}");
    let client = Client::to(&[told["address"].as_str().unwrap().to_owned()]).unwrap();
    assert_eq!(get(&client, "/health").await["demo"], true);
    until_all_have_played(&client, Duration::from_secs(90)).await;
    // A second demonstration cannot open on the same database meanwhile.
    let second = feed(demo(&database, &directory("demo-second", &[]), &[]), "");
    assert!(second.code == 2 && second.err.contains("already runs there"), "{}", second.err);
    let before = get(&client, "/v1/tables").await;
    assert_eq!(running.end(), Some(0));
    // Past play is kept and continues after a restart.
    let (running, again) = Running::start(&database, &place);
    assert_eq!((&again["tables"], &again["accounts"]), (&told["tables"], &told["accounts"]));
    let client = Client::to(&[again["address"].as_str().unwrap().to_owned()]).unwrap();
    let after = get(&client, "/v1/tables").await;
    for (before, after) in before.as_array().unwrap().iter().zip(after.as_array().unwrap()) {
        assert!(
            before["table"] == after["table"] && before["seq"].as_i64() <= after["seq"].as_i64(),
            "{after:#}"
        );
        assert!(before["round"].as_i64() <= after["round"].as_i64(), "{after:#}");
    }
    assert_eq!(running.end(), Some(0));
    let log = std::fs::read_to_string(place.join("log")).unwrap();
    assert!(log.contains("THIS IS A DEMONSTRATION"), "{log}");
    let client = server.connect().await.unwrap();
    client.batch_execute(&format!("drop database {name} with (force)")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_that_is_no_demonstration_is_left_alone() {
    let name = format!("demo_other_{}", std::process::id());
    let (server, database) = empty_database(&name).await;
    let own = server.named(&name);
    own.migrate().await.unwrap();
    let client = own.connect().await.unwrap();
    client.batch_execute("insert into operator values (1, 'Riverfront')").await.unwrap();
    let place = directory("demo-other", &[]);
    for more in [&[][..], &["--demo-fresh"]] {
        let said = feed(demo(&database, &place, more), "");
        assert!(said.code == 2 && said.err.contains("stays unchanged"), "{}", said.err);
    }
    let row = client.query_one("select name from operator", &[]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), "Riverfront");
    let client = server.connect().await.unwrap();
    client.batch_execute(&format!("drop database {name} with (force)")).await.unwrap();
}
