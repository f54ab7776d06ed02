//! Units that the database has lost, as clients see it; and retries of commands that were carried out, after the house
//! has changed.

use crate::support::{PATIENT, Site, address, key, seat, token, until_open, until_shared, well};
use async_nats::jetstream;
use engine::Audience;
use futures_util::StreamExt;
use house::ids::StreamId;
use house::patrons::Whim;
use serde_json::{Value, json};
use server::Server;
use server::crew::{Client, Crew};
use server::fanout::Names;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// An observer on a socket: the units received, and the close code.
struct Watcher {
    socket: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
    units: Vec<Value>,
}

impl Watcher {
    async fn at(server: &Server, table: i64, from: &str, token: &str) -> Watcher {
        let url = format!("ws://{}/v1/tables/{table}/stream?{from}", server.address());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Watcher { socket, units: Vec::new() }
    }

    /// Reads until a unit satisfies the condition, or the socket is closed.
    async fn until(&mut self, holds: impl Fn(&Value) -> bool) -> Result<Value, u16> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(15), self.socket.next()).await;
            match next.expect("nothing more is told") {
                Some(Ok(Message::Text(text))) => {
                    let unit: Value = serde_json::from_str(&text).unwrap();
                    self.units.push(unit.clone());
                    if holds(&unit) {
                        return Ok(unit);
                    }
                }
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

async fn play(client: &Client, crew: &Crew, whim: &mut Whim, turns: usize) -> i64 {
    let path = format!("/v1/tables/{}", crew.table);
    for _ in 0..turns {
        let next = crew.next_move(client, whim).await.unwrap();
        let _ = client.post(&format!("{path}/inputs"), &next.token, &next.body).await;
    }
    seq(client, crew).await
}

async fn seq(client: &Client, crew: &Crew) -> i64 {
    let path = format!("/v1/tables/{}", crew.table);
    well(client.get(&path, &crew.patrons[0].1).await)["seq"].as_i64().unwrap()
}

/// Deletes the units of the table after this one, and ends all sessions of the database.
async fn lose(site: &Site, table: i64, stands: i64) {
    let client = site.database.connect().await.unwrap();
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    for rows in ["unit", "transfer_row", "contribution", "shoe", "snapshot"] {
        let lost = format!("delete from {rows} where stream = $1 and seq > $2");
        client.execute(&lost, &[&table, &stands]).await.unwrap();
    }
    let more =
        "update shoe set opened_seq = null, salt = null, cards = null where stream = $1 and opened_seq > $2";
    client.execute(more, &[&table, &stands]).await.unwrap();
    let shard = "update shard set batch = batch - 3 where id = (select shard from stream where id = $1)";
    client.execute(shard, &[&table]).await.unwrap();
    let others = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    client.execute(others, &[]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_loss_is_told_to_watchers_at_every_process_and_by_ready() {
    let site = Site::new("losses", 2, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    until_shared(&one, &two).await;
    let client = Client::to(&[address(&one), address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 1).await;
    let auditor = token("auditor", 9_077);
    let mut whim = Whim::new(6);
    let mut watchers = [
        Watcher::at(&one, table, "after=0", &auditor).await,
        Watcher::at(&two, table, "after=0", &auditor).await,
    ];
    let stands = play(&client, &crew, &mut whim, 10).await;
    let last = play(&client, &crew, &mut whim, 6).await;
    for watcher in &mut watchers {
        watcher.until(|unit| unit["seq"] == last).await.unwrap();
    }
    lose(&site, table, stands).await;
    let begun = Instant::now();
    while seq(&client, &crew).await == last {
        assert!(begun.elapsed() < Duration::from_secs(10), "the loss is not noticed");
        crew.next_move(&client, &mut whim).await;
        let next = crew.next_move(&client, &mut whim).await.unwrap();
        let _ = client.post(&format!("/v1/tables/{table}/inputs"), &next.token, &next.body).await;
    }
    for watcher in &mut watchers {
        let notice = watcher.until(|unit| unit["what"] == "lost").await.unwrap();
        assert_eq!((&notice["seq"], &notice["stands"]), (&json!(last + 1), &json!(stands)));
    }
    // A client that reconnects with a lost unit is told about the loss first.
    let mut late = Watcher::at(&one, table, &format!("after={}", stands + 2), &auditor).await;
    late.until(|unit| unit["what"] == "lost").await.unwrap();
    assert_eq!(late.units.len(), 1);
    let lost = [&one, &two].map(|server| async {
        let ready = well(client_of(server).get("/ready", "").await);
        ready["lost"].as_array().unwrap().clone()
    });
    let lost: Vec<Value> = futures_util::future::join_all(lost).await.concat();
    assert_eq!(lost.len(), 1, "{lost:?}");
    assert_eq!(
        (&lost[0]["stream"], &lost[0]["from"], &lost[0]["to"]),
        (&json!(table), &json!(stands + 1), &json!(last))
    );
    play(&client, &crew, &mut whim, 6).await;
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

fn client_of(server: &Server) -> Client {
    Client::to(&[address(server)]).unwrap()
}

/// Every process that knew of the units is gone, so their numbers are used again.
#[tokio::test(flavor = "multi_thread")]
async fn a_unit_that_has_the_number_of_a_lost_one_is_not_taken_for_it() {
    let site = Site::new("number_again", 1, 1, PATIENT).await;
    let names = Names::beginning_with(&site.config.nats_prefix);
    let (_, table, cage) = site.tables[0];
    let subject = names.of(StreamId(table), Audience::Spectator);
    let nats = async_nats::connect(site.config.nats.as_ref().unwrap()).await.unwrap();
    let auditor = token("auditor", 9_077);
    let mut whim = Whim::new(6);
    let one = site.start().await;
    until_open(&client_of(&one), site.tables.len()).await;
    let crew = seat(&client_of(&one), table, cage, 1).await;
    let mut watcher = Watcher::at(&one, table, "after=0", &auditor).await;
    let stands = play(&client_of(&one), &crew, &mut whim, 10).await;
    let last = play(&client_of(&one), &crew, &mut whim, 6).await;
    let known = watcher.until(|unit| unit["seq"] == last).await.unwrap();
    one.leave().await;
    lose(&site, table, stands).await;
    let two = site.start().await;
    let client = client_of(&two);
    until_open(&client, site.tables.len()).await;
    // Before the number is used again there is no such unit; afterwards it is another one.
    let from = format!("after={last}&at={}", known["at"]);
    let mut early = Watcher::at(&two, table, &from, &auditor).await;
    assert_eq!(early.until(|_| true).await.unwrap_err(), 4_004);
    while seq(&client, &crew).await < last + 2 {
        play(&client, &crew, &mut whim, 1).await;
    }
    let mut late = Watcher::at(&two, table, &from, &auditor).await;
    assert_eq!(late.until(|_| true).await.unwrap_err(), 4_010);
    let all = well(client.get(&format!("/v1/tables/{table}/units?after=0"), &auditor).await);
    let again = all.as_array().unwrap().iter().find(|unit| unit["seq"] == last).unwrap();
    assert_ne!(again["at"], known["at"]);
    let from = format!("after={last}&at={}", again["at"]);
    let mut right = Watcher::at(&two, table, &from, &auditor).await;
    right.until(|unit| unit["seq"] == last + 1).await.unwrap();
    // NATS has today's unit under that number, although it had stored one with the same number before.
    let stream = jetstream::new(nats.clone()).get_stream(&names.stream).await.unwrap();
    let begun = Instant::now();
    loop {
        let mut next = stream.direct_get_first_for_subject(&subject).await;
        let mut there = None;
        while let Ok(message) = next {
            if message.headers.get("Croupier-Seq").unwrap().as_str() == last.to_string() {
                there = message.headers.get("Croupier-At").map(|at| at.as_str().to_owned());
            }
            next = stream.direct_get_next_for_subject(&subject, Some(message.sequence + 1)).await;
        }
        if there == Some(again["at"].to_string()) {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(10), "{there:?} and not {again}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    two.leave().await;
    jetstream::new(nats).delete_stream(&names.stream).await.unwrap();
    site.drop().await;
}

/// A retry of a command that was carried out is answered, whatever has happened to the table.
#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_was_carried_out_is_answered_again_over_http() {
    let site = Site::new("again_http", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = client_of(&server);
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/craps").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let (pit, own) = (token("pit", 9_000), crew.patrons[0].1.clone());
    let buy = json!({ "key": key(), "seen": 0, "table": table, "seat": "A", "amount": 700 });
    let buy_path = format!("/v1/cages/{cage}/buy-ins");
    let bought = well(client.post(&buy_path, &own, &buy).await);
    // A patron leaves a seat without naming it, and then has none.
    let leave = json!({ "key": key(), "seen": 0, "seat": "A" });
    well(client.post(&format!("/v1/tables/{table}/cash-outs"), &own, &leave).await);
    let file = include_str!("../../../games/tables/craps.toml");
    let file = json!({ "key": key(), "seen": 0, "file": file });
    let file_path = format!("/v1/tables/{table}/file");
    let changed = well(client.post(&file_path, &pit, &file).await);
    let begun = Instant::now();
    while !server.app().house.is_closed(StreamId(table)) {
        assert!(begun.elapsed() < Duration::from_secs(10), "the table never closes");
        server.app().house.refresh().await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for (path, token, body, first) in [(&buy_path, &own, &buy, &bought), (&file_path, &pit, &file, &changed)]
    {
        let again = well(client.post(path, token, body).await);
        assert_eq!((&again["seq"], &again["at"]), (&first["seq"], &first["at"]), "{path}");
        assert_eq!(again["again"], true, "{path}");
    }
    server.leave().await;
    site.drop().await;
}
