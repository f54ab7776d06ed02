//! Streams: every unit in order and without a gap, from any process, starting at any number, and by audience.

use crate::support::{PATIENT, Site, address, seat, token, until_open, well};
use futures_util::{SinkExt, StreamExt};
use house::patrons::Whim;
use serde_json::Value;
use server::Server;
use server::crew::{Answered, Client, Crew};
use std::time::Duration;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

async fn watch(server: &Server, table: i64, after: i64, token: &str) -> Socket {
    let url = format!("ws://{}/v1/tables/{table}/stream?after={after}", server.address());
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    tokio_tungstenite::connect_async(request).await.unwrap().0
}

/// Returns the texts of the units up to this one.
async fn until(socket: &mut Socket, seq: i64) -> Vec<String> {
    let mut texts = Vec::new();
    loop {
        let next = tokio::time::timeout(Duration::from_secs(15), socket.next()).await;
        match next.expect("a unit never came").unwrap().unwrap() {
            Message::Text(text) => {
                let frame: Value = serde_json::from_str(&text).unwrap();
                texts.push(text.to_string());
                if frame["seq"] == seq {
                    return texts;
                }
            }
            Message::Ping(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

async fn play(client: &Client, crew: &Crew, whim: &mut Whim, turns: usize) -> i64 {
    let path = format!("/v1/tables/{}", crew.table);
    for _ in 0..turns {
        let next = crew.next_move(client, whim).await.unwrap();
        let answer = client.post(&format!("{path}/inputs"), &next.token, &next.body).await;
        assert!(!matches!(answer, Answered::Unknown));
    }
    well(client.get(&path, &crew.patrons[0].1).await)["seq"].as_i64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_watcher_hears_every_unit_once_from_any_process_and_from_any_number_on() {
    let site = Site::new("streams", 2, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    let client = Client::to(&[address(&one), address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    for (game, table, cage) in
        site.tables.iter().filter(|(game, ..)| game.contains("holdem") || game.contains("craps"))
    {
        let crew = seat(&client, *table, *cage, 2).await;
        let (alice, bob) = (&crew.patrons[0].1, &crew.patrons[1].1);
        let passer = token("auditor", 9_077);
        let mut whim = Whim::new(5);
        let mut here = watch(&one, *table, 0, alice).await;
        let mut there = watch(&two, *table, 0, alice).await;
        let mut others = watch(&two, *table, 0, bob).await;
        let mut anybody = watch(&one, *table, 0, &passer).await;
        let seq = play(&client, &crew, &mut whim, 40).await;
        let heard = until(&mut here, seq).await;
        assert_eq!(heard, until(&mut there, seq).await, "{game}: both processes tell the same");
        let units: Vec<i64> = heard
            .iter()
            .map(|text| serde_json::from_str::<Value>(text).unwrap()["seq"].as_i64().unwrap())
            .collect();
        assert_eq!(units, (1..=seq).collect::<Vec<_>>(), "{game}: no gap");
        let bobs = until(&mut others, seq).await;
        let public = until(&mut anybody, seq).await;
        if game.contains("holdem") {
            assert_ne!(heard, bobs, "each has seen their own cards");
            assert_ne!(heard, public);
        } else {
            assert_eq!(heard, public, "nothing is hidden at craps");
        }
        // Later observers receive the same, from the journal or from memory, at either process.
        for (after, server) in [(0, &one), (3, &two), (seq - 2, &one), (seq - 1, &two)] {
            let mut late = watch(server, *table, after, alice).await;
            let rest = until(&mut late, seq).await;
            assert_eq!(rest[..], heard[usize::try_from(after).unwrap()..], "{game}, after {after}");
            let _ = late.send(Message::Close(None)).await;
        }
    }
    one.leave().await;
    two.leave().await;
    site.drop().await;
}
