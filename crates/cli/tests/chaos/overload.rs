//! Overload: requests over a limit are rejected at once, before they have any effect, and no request waits for a client
//! that does not read.

use crate::people::People;
use crate::process::{Process, Quarters};
use crate::servers::{Nats, free_port, variable};
use crate::site::{STAFF, Shape, Site, token};
use crate::takeover::until_shared;
use crate::watchers::connect;
use futures_util::StreamExt;
use futures_util::future::join_all;
use house::table::Clocks;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::net::TcpSocket;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use uuid::Uuid;

const PATIENT: Clocks = Clocks::of(Duration::from_secs(3_600), Duration::ZERO);
/// The maximum number of waiting commands.
const ROOM: usize = 8;
/// A rejection arrives within this time, even while the database is stopped.
const AT_ONCE: Duration = Duration::from_secs(1);

struct Alone {
    site: Site,
    process: Process,
    _nats: Nats,
}

async fn alone(test: &str, first_port: u16, tables: usize) -> Alone {
    let shape = Shape { shards: 1, tables, clocks: PATIENT, waiting: ROOM };
    let site = Site::new(test, &variable("CROUPIER_TEST_POSTGRES"), shape).await;
    let nats = Nats::start(test, first_port + 50);
    let place = Quarters {
        listen: format!("127.0.0.1:{}", free_port(first_port)),
        database: site.address().to_owned(),
        nats: nats.address(),
        namespace: None,
        metrics: None,
    };
    let process = Process::start(&site, "one", place);
    until_shared(&site, &[process.address()], 1).await;
    Alone { site, process, _nats: nats }
}

/// The answer: the status, whether it has `Retry-After`, the body, and the duration.
async fn deposit(
    http: &reqwest::Client,
    address: &str,
    cage: i64,
    key: Uuid,
) -> (u16, bool, Value, Duration) {
    let since = Instant::now();
    let body = json!({ "key": key.to_string(), "seen": 0, "person": 1, "amount": 100 });
    let pit = STAFF[2].1;
    let sent = http.post(format!("{address}/v1/cages/{cage}/deposits")).bearer_auth(token(pit)).json(&body);
    let answer = sent.send().await.unwrap();
    let (status, when) = (answer.status().as_u16(), answer.headers().contains_key("retry-after"));
    (status, when, answer.json().await.unwrap(), since.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_much_is_turned_away_at_once_and_done_once_when_it_comes_again() {
    let Alone { site, mut process, _nats } = alone("overload", 27_500, 1).await;
    let (address, cage) = (process.address(), site.tables[0].cage);
    let http = reqwest::Client::new();
    // The database stops responding for this part of the house.
    let lock = site.database.connect().await.unwrap();
    lock.batch_execute("set idle_in_transaction_session_timeout = 0; begin; select * from shard for update")
        .await
        .unwrap();
    let keys: Vec<Uuid> = (0..3 * ROOM).map(|_| Uuid::new_v4()).collect();
    let sent: Vec<_> = keys
        .iter()
        .map(|key| {
            let (http, address, key) = (http.clone(), address.clone(), *key);
            tokio::spawn(async move { (key, deposit(&http, &address, cage, key).await) })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let waits: Vec<bool> = sent.iter().map(|task| !task.is_finished()).collect();
    let waiting = waits.iter().filter(|waits| **waits).count();
    assert!(waiting <= ROOM, "{waiting} wait, and only {ROOM} may");
    lock.batch_execute("rollback").await.unwrap();
    let answers: Vec<_> = join_all(sent).await.into_iter().map(Result::unwrap).collect();
    let mut slowest = Duration::ZERO;
    let (mut busy, mut unsure) = (0, 0);
    for ((_, (status, when, problem, took)), waited) in answers.iter().zip(&waits) {
        if *status == 200 {
            assert!(waited, "it was answered while the database stood still");
            continue;
        }
        assert_eq!((*status, *when), (503, true));
        busy += usize::from(problem["type"] == "/problems/busy");
        // If the database does not answer for long, the process is not sure of its lease, and all requests are answered
        // accordingly.
        unsure += usize::from(problem["type"] == "/problems/unavailable");
        if !waited {
            slowest = slowest.max(*took);
        }
    }
    let done = answers.iter().filter(|(_, answer)| answer.0 == 200).count();
    assert_eq!(done + busy + unsure, keys.len());
    assert!(done == ROOM && busy == 2 * ROOM || unsure > 0 && busy > 0, "{done}, {busy}, {unsure}");
    println!("{busy} of {} were turned away, the last after {slowest:?}", keys.len());
    assert!(slowest < AT_ONCE, "{slowest:?}");
    // Retries everything: executed commands are answered from the journal, others are executed. Commands that waited
    // without an answer may be either.
    for ((key, (before, ..)), waited) in answers.iter().zip(&waits) {
        let (status, _, answer, _) = loop {
            let answer = deposit(&http, &address, cage, *key).await;
            if answer.0 != 503 {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        };
        assert_eq!(status, 200, "{answer}");
        assert!(*waited && *before != 200 || answer["again"] == json!(*before == 200), "{answer}");
    }
    let client = site.database.connect().await.unwrap();
    let counted = "select count(*), count(distinct key) from unit where stream = $1 and person = $2";
    let row = client.query_one(counted, &[&cage, &STAFF[2].1]).await.unwrap();
    let expected = i64::try_from(keys.len()).unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1)), (expected, expected));
    let wallet = http.get(format!("{address}/v1/cages/{cage}/wallet")).bearer_auth(token(1)).send().await;
    let wallet: Value = wallet.unwrap().json().await.unwrap();
    assert_eq!(wallet["amount"], json!(100 * expected));
    assert!(process.leave(Duration::from_secs(20)).await.success());
    site.drop().await;
}

/// A socket of a client that does not read; its own receive buffer is small.
async fn deaf(address: &str, table: i64) -> tokio_tungstenite::WebSocketStream<tokio::net::TcpStream> {
    let listens = address.strip_prefix("http://").unwrap();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(listens.parse().unwrap()).await.unwrap();
    let mut request = format!("ws://{listens}/v1/tables/{table}/stream").into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {}", token(104)).parse().unwrap());
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

fn number(text: &str) -> i64 {
    serde_json::from_str::<Value>(text).unwrap()["seq"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_that_nobody_reads_is_dropped_and_goes_on_where_it_was() {
    let Alone { site, mut process, _nats } = alone("deaf", 27_600, 1).await;
    let address = process.address();
    let people = People::new(std::slice::from_ref(&address), Duration::ZERO);
    let mut party = people.seat(site.tables[0], 3).await;
    let http = reqwest::Client::new();
    let mut bytes = 0;
    let mut head = 0;
    // More than the system's buffers hold.
    while bytes < 700_000 {
        for _ in 0..40 {
            party.turn(&people).await;
        }
        let path = format!("{address}/v1/tables/{}/units?after={head}", site.tables[0].id);
        let text = http.get(path).bearer_auth(token(104)).send().await.unwrap().text().await.unwrap();
        bytes += text.len();
        head += i64::try_from(serde_json::from_str::<Vec<Value>>(&text).unwrap().len()).unwrap();
    }
    let head = party.look().await["seq"].as_i64().unwrap();
    let mut socket = deaf(&address, site.tables[0].id).await;
    let since = Instant::now();
    while !process.log().contains("too slow") {
        assert!(since.elapsed() < Duration::from_secs(15), "it is not dropped");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("dropped after {:?}", since.elapsed());
    tokio::time::sleep(Duration::from_secs(6)).await;
    let mut heard = Vec::new();
    while let Some(Ok(Message::Text(text))) = socket.next().await {
        heard.push(number(&text));
    }
    let last = *heard.last().unwrap();
    assert!(last < head, "all {head} units fit into what the system keeps");
    let mut socket = connect(&address, site.tables[0].id, last, 104).await.unwrap();
    while heard.last() != Some(&head) {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => heard.push(number(&text)),
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(heard, (1..=head).collect::<Vec<_>>(), "no gap, and nothing twice");
    assert!(process.leave(Duration::from_secs(20)).await.success());
    site.drop().await;
}
