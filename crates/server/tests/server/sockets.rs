//! A socket closes when its right to listen ends, and the former patron of a place sees no private events of the next
//! one.

use crate::support::{PATIENT, Site, address, key, seat, token, until_open, well};
use futures_util::StreamExt;
use house::patrons::Whim;
use serde_json::{Value, json};
use server::Server;
use server::crew::{Answered, Client, Crew};
use std::time::Duration;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::Response;
use tokio_tungstenite::tungstenite::{Error, Message};

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;
type Opened = Result<(Socket, Response<Option<Vec<u8>>>), Error>;

async fn open(server: &Server, table: i64, after: i64, header: (&'static str, &str)) -> Opened {
    let url = format!("ws://{}/v1/tables/{table}/stream?after={after}", server.address());
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert(header.0, header.1.parse().unwrap());
    tokio_tungstenite::connect_async(request).await
}

async fn watch(server: &Server, table: i64, after: i64, token: &str) -> Socket {
    open(server, table, after, ("authorization", &format!("Bearer {token}"))).await.unwrap().0
}

/// Returns everything that comes until the socket is closed, and the close code.
async fn until_closed(socket: &mut Socket) -> (Vec<String>, u16) {
    let mut texts = Vec::new();
    loop {
        let next = tokio::time::timeout(Duration::from_secs(10), socket.next()).await;
        match next.expect("it was never closed") {
            Some(Ok(Message::Text(text))) => texts.push(text.to_string()),
            Some(Ok(Message::Close(Some(frame)))) => return (texts, frame.code.into()),
            Some(Ok(Message::Ping(_))) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Returns a crew with a patron at place A of a table, and nobody else there.
async fn takes_a(client: &Client, table: i64, cage: i64, person: i64) -> Crew {
    let (pit, own) = (token("pit", 9_000), token("patron", person));
    let deposit = json!({ "key": key(), "seen": 0, "person": person, "amount": 10_000_000_000_i64 });
    well(client.post(&format!("/v1/cages/{cage}/deposits"), &pit, &deposit).await);
    let buy = json!({ "key": key(), "seen": 0, "table": table, "seat": "A", "amount": 9_000_000_000_i64 });
    well(client.post(&format!("/v1/cages/{cage}/buy-ins"), &own, &buy).await);
    for tried in 0.. {
        let now = well(client.get(&format!("/v1/tables/{table}"), &own).await);
        if now["seats"].as_array().unwrap().iter().any(|seat| seat["you"] == true) {
            break;
        }
        assert!(tried < 800, "the place is not free: {now}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let staff = ["dealer", "floor", "pit", "surveillance"].iter().zip(9_001..);
    let staff = staff.map(|(role, person)| ((*role).to_owned(), token(role, person))).collect();
    Crew { table, patrons: vec![("A".to_owned(), own)], staff }
}

async fn play(client: &Client, crew: &Crew, whim: &mut Whim, done: impl Fn(&Value) -> bool) {
    let path = format!("/v1/tables/{}", crew.table);
    for _ in 0..200 {
        if done(&well(client.get(&path, &crew.patrons[0].1).await)) {
            return;
        }
        let next = crew.next_move(client, whim).await.unwrap();
        let _ = client.post(&format!("{path}/inputs"), &next.token, &next.body).await;
    }
    panic!("it never came to that");
}

async fn units(client: &Client, table: i64, token: &str) -> Vec<Value> {
    let mut all: Vec<Value> = Vec::new();
    loop {
        let after = all.last().map_or(0, |last| last["seq"].as_i64().unwrap());
        let path = format!("/v1/tables/{table}/units?after={after}");
        let more = well(client.get(&path, token).await);
        if more.as_array().unwrap().is_empty() {
            return all;
        }
        all.extend(more.as_array().unwrap().iter().cloned());
    }
}

/// An attacker with access to NATS publishes a forged unit, without a seal and with a false one.
async fn forge(nats: &str, table: i64, seq: i64) {
    // The process listens by now.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let client = async_nats::connect(nats).await.unwrap();
    for seal in [None, Some(String::new()), Some("0g".to_owned()), Some("00".repeat(80))] {
        let mut headers = async_nats::HeaderMap::new();
        headers.insert("Croupier-Seq", seq.to_string());
        headers.insert("Croupier-What", "play");
        if let Some(seal) = seal {
            headers.insert("Croupier-Seal", seal);
        }
        let text = json!({ "table": table, "seq": seq, "at": 0, "what": "play", "events": [] }).to_string();
        let subject = format!("croupier.unit.{table}.spectator");
        client.publish_with_headers(subject, headers, text.into()).await.unwrap();
    }
    client.flush().await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_takes_its_token_beside_the_protocol_and_ends_with_it() {
    let site = Site::new("ends", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 2).await;
    let (alice, bob) = (&crew.patrons[0].1, &crew.patrons[1].1);
    // The token is among the protocols, and is not sent back.
    let offered = format!("croupier, bearer.{alice}");
    let (mut socket, response) = open(&server, table, 0, ("sec-websocket-protocol", &offered)).await.unwrap();
    assert_eq!(response.headers()["sec-websocket-protocol"], "croupier");
    assert!(!format!("{response:?}").contains(alice.as_str()));
    let refused =
        open(&server, table, 0, ("sec-websocket-protocol", &format!("bearer.{}0", &alice[..67]))).await;
    assert!(matches!(refused, Err(Error::Http(response)) if response.status() == 401));
    // Numbers that no unit has.
    let header = format!("Bearer {bob}");
    let refused = open(&server, table, -1, ("authorization", &header)).await;
    assert!(matches!(refused, Err(Error::Http(response)) if response.status() == 400));
    let mut ahead = watch(&server, table, 1_000_000, bob).await;
    assert_eq!(until_closed(&mut ahead).await, (Vec::new(), 4_004));
    let now = well(client.get(&format!("/v1/tables/{table}"), bob).await)["seq"].as_i64().unwrap();
    let mut others = watch(&server, table, now, bob).await;
    forge(site.config.nats.as_deref().unwrap(), table, now + 1).await;
    // Signed out: the socket is closed before the next unit.
    let http = reqwest::Client::new();
    let out =
        http.delete(format!("{}/v1/session", address(&server))).bearer_auth(alice).send().await.unwrap();
    assert_eq!(out.status(), 204);
    let (heard, code) = until_closed(&mut socket).await;
    assert_eq!(code, 4_001);
    let last: Value = serde_json::from_str(heard.last().unwrap()).unwrap();
    assert_eq!(last["seq"], now, "what was there before is all that came");
    // Disabled by an administrator at another process: closed within seconds.
    let other = site.start().await;
    let admin = token("administrator", 9_078);
    let person = table * 10 + 2;
    let sent = http.post(format!("{}/v1/accounts/{person}", address(&other))).bearer_auth(admin);
    assert_eq!(sent.json(&json!("disable")).send().await.unwrap().status(), 204);
    assert_eq!(until_closed(&mut others).await, (Vec::new(), 4_001));
    other.leave().await;
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_former_patron_sees_no_private_events_of_the_next_one() {
    let site = Site::new("place", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| game.contains("holdem")).unwrap();
    let path = format!("/v1/tables/{table}");
    let mut whim = Whim::new(3);
    let before = takes_a(&client, table, cage, table * 10 + 1).await;
    let first = before.patrons[0].1.clone();
    let mut socket = watch(&server, table, 0, &first).await;
    // The patron plays a round, then bets, takes it back and cashes out, all in the next round.
    let round = |table: &Value| table["view"]["round"].as_i64().unwrap();
    play(&client, &before, &mut whim, |table| round(table) >= 2 && table["view"]["wagers"] != json!([]))
        .await;
    let now = well(client.get(&path, &first).await);
    let of_the_bet = round(&now);
    for wager in now["view"]["wagers"].as_array().unwrap() {
        let number: u8 = wager["spot"].as_str().unwrap().parse().unwrap();
        let back = json!({ "take-back": { "patron": "A", "box": number, "wager": wager["wager"] } });
        let seen = well(client.get(&path, &first).await)["seq"].clone();
        let body = json!({ "key": key(), "seen": seen, "input": back });
        well(client.post(&format!("{path}/inputs"), &first, &body).await);
    }
    let body = json!({ "key": key(), "seen": 0, "seat": "A" });
    well(client.post(&format!("{path}/cash-outs"), &first, &body).await);
    let after = takes_a(&client, table, cage, table * 10 + 3).await;
    let second = after.patrons[0].1.clone();
    let taken = well(client.get(&path, &second).await)["seq"].as_i64().unwrap();
    // The next patron plays that round and another.
    play(&client, &after, &mut whim, |table| round(table) > of_the_bet + 1).await;
    let (own, public) =
        (units(&client, table, &second).await, units(&client, table, &token("auditor", 9_077)).await);
    let split = usize::try_from(taken).unwrap();
    assert_eq!(own[..split - 1], public[..split - 1], "nothing is told of who sat there before");
    assert_ne!(own[split..], public[split..], "and the own cards are told");
    let (heard, code) = until_closed(&mut socket).await;
    assert_eq!(code, 4_009);
    let heard: Vec<Value> = heard.iter().map(|text| serde_json::from_str(text).unwrap()).collect();
    assert!(heard.len() < public.len() && heard.len() >= split - 1, "{} of {}", heard.len(), public.len());
    assert_eq!(heard[split - 1..], public[split - 1..heard.len()], "nothing private after that");
    assert_ne!(heard[..split - 1], public[..split - 1], "the own cards were told");
    assert_eq!(units(&client, table, &first).await, public, "an outsider now");
    // The round in which both staked something: each sees their own part of it.
    let url = format!("{path}/rounds/{of_the_bet}");
    let mut seen = Vec::new();
    for token in [&first, &second, &token("auditor", 9_077)] {
        let Answered::Well(round) = client.get(&url, token).await else { panic!("{url}") };
        seen.push(round["units"].clone());
    }
    assert_eq!(seen[0], seen[2], "who took everything back had no cards in it");
    assert_ne!(seen[1], seen[2], "the next one had");
    server.leave().await;
    site.drop().await;
}
