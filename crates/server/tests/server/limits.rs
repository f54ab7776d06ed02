//! Requests over a limit are rejected before they have any effect, and a slow client does not delay others.

use crate::support::{PATIENT, Site, address, key, token, until_open, until_shared};
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use server::config::Limits;
use server::crew::Client;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn ask(url: &str, token: &str) -> (u16, HeaderMap, Value) {
    let request = reqwest::Client::new().get(url);
    let request = if token.is_empty() { request } else { request.bearer_auth(token) };
    let answer = request.send().await.unwrap();
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    (status, headers, answer.json().await.unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_too_often_is_told_when_to_come_back_and_nobody_else_is() {
    let mut site = Site::new("rate", 1, 1, PATIENT).await;
    site.config.limits = Limits { rate: 5, ..Limits::default() };
    let server = site.start().await;
    let me = format!("{}/v1/me", address(&server));
    let (one, other) = (token("dealer", 9_001), token("floor", 9_002));
    assert_eq!(ask(&me, &one).await.0, 200);
    // Used requests come back with time, so the number until a refusal depends on how long each takes.
    let (mut asked, mut answer) = (0, ask(&me, &one).await);
    while answer.0 != 429 {
        assert!(answer.0 == 200 && asked < 200, "{answer:?}");
        (asked, answer) = (asked + 1, ask(&me, &one).await);
    }
    let (_, headers, problem) = answer;
    assert_eq!(problem["type"], "/problems/too-often");
    assert_eq!(headers["content-type"], "application/problem+json");
    assert_eq!(headers["retry-after"], "1");
    assert_eq!(ask(&me, &other).await.0, 200, "another person");
    // Clients without a valid token are counted by their address.
    let guessed = token("nobody", 1);
    let mut tries = 0;
    loop {
        let mut refused = vec![ask(&me, "").await.0];
        while refused.last() != Some(&429) {
            let all_refused = refused.iter().all(|status| *status == 401);
            assert!(all_refused && refused.len() < 200, "{refused:?}");
            refused.push(ask(&me, if refused.len() % 2 == 0 { "" } else { &guessed }).await.0);
        }
        assert!(refused.len() > 5, "{refused:?}");
        // A person who is known to have signed in is not affected. If the last poll for revoked tokens is too old, no
        // one is known, and the database has to be asked first.
        if ask(&me, &other).await.0 == 200 {
            break;
        }
        tries += 1;
        assert!(tries < 5, "known people are held up");
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(ask(&me, &other).await.0, 200);
    }
    // Health checks have no rate limit.
    for _ in 0..20 {
        assert_eq!(ask(&format!("{}/health", address(&server)), "").await.0, 200);
    }
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_ten_tries_to_sign_in() {
    let site = Site::new("tries", 1, 1, PATIENT).await;
    let server = site.start().await;
    let url = format!("{}/v1/session", address(&server));
    let client = reqwest::Client::new();
    let tries = (0..14).map(|number| {
        let body = json!({ "name": format!("nobody {number}"), "password": "not the one" });
        client.post(&url).json(&body).send()
    });
    let answers = futures_util::future::join_all(tries).await;
    let statuses: Vec<u16> = answers.into_iter().map(|answer| answer.unwrap().status().as_u16()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 4, "{statuses:?}");
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_was_passed_on_is_counted_once_and_nobody_else_can_say_so() {
    let mut site = Site::new("passed", 2, 1, PATIENT).await;
    // This whole test uses one address: the limit would reject the requests of the processes themselves.
    site.config.limits = Limits { rate: 20, ..Limits::default() };
    let one = site.start().await;
    let two = site.start().await;
    let client = Client::to(&[address(&one)]).unwrap();
    until_open(&client, site.tables.len()).await;
    until_shared(&one, &two).await;
    let far = |(_, table, _): &&(_, i64, _)| !one.app().house.has(house::ids::StreamId(*table));
    let elsewhere = site.tables.iter().find(far).unwrap().1;
    let path = format!("/v1/tables/{elsewhere}");
    // Thirty persons ask through one process for a table of the other, which does not count them by the address of the
    // first.
    for (_, table, _) in site.tables.iter().take(30) {
        let own = token("patron", table * 10 + 1);
        let (status, ..) = ask(&format!("{}{path}", address(&one)), &own).await;
        assert_eq!(status, 200);
    }
    // A request whose client claims that it was forwarded is still forwarded.
    let said = reqwest::Client::new().get(format!("{}{path}", address(&one)));
    let said = said.header("x-croupier-passed-on", "1").header("x-croupier-house", "guessed");
    let said = said.bearer_auth(token("dealer", 9_001)).send().await.unwrap();
    assert_eq!(said.status().as_u16(), 200);
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_requests_are_answered_at_once_and_the_others_have_no_effect() {
    let mut site = Site::new("busy", 1, 1, PATIENT).await;
    site.config.limits = Limits { requests: 1, ..Limits::default() };
    let server = site.start().await;
    let at = address(&server);
    until_open(&Client::to(std::slice::from_ref(&at)).unwrap(), site.tables.len()).await;
    // A request whose body never comes has the only place.
    let mut slow = TcpStream::connect(server.address()).await.unwrap();
    let head = "POST /v1/session HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let deposit = json!({ "key": key(), "seen": 0, "person": 9_001, "amount": 100 });
    let url = format!("{at}/v1/cages/{}/deposits", site.cage);
    let post = || reqwest::Client::new().post(&url).bearer_auth(token("pit", 9_000)).json(&deposit).send();
    let answer = post().await.unwrap();
    assert_eq!(answer.status().as_u16(), 503);
    assert_eq!(answer.headers()["retry-after"], "1");
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["type"], "/problems/busy");
    assert_eq!(ask(&format!("{at}/health"), "").await.0, 200, "that it lives can be seen");
    slow.write_all(b"\"nonsense").await.unwrap();
    let mut said = [0; 12];
    slow.read_exact(&mut said).await.unwrap();
    assert_eq!(&said, b"HTTP/1.1 400");
    let client = site.database.connect().await.unwrap();
    let there = "select count(*) from unit where key = $1::text::uuid";
    let row = client.query_one(there, &[&deposit["key"].as_str().unwrap()]).await.unwrap();
    assert_eq!(row.get::<_, i64>(0), 0, "what was turned away had no effect");
    let mut answer = post().await.unwrap();
    while answer.status().as_u16() == 503 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = post().await.unwrap();
    }
    assert_eq!(answer.status().as_u16(), 200);
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_long_to_say_what_he_wants_is_cut_off_and_a_long_head_is_refused() {
    let mut site = Site::new("slow", 1, 1, PATIENT).await;
    site.config.limits = Limits { connections: 2, ..Limits::default() };
    let server = site.start().await;
    let begun = Instant::now();
    let mut idle = Vec::new();
    for _ in 0..2 {
        let mut one = TcpStream::connect(server.address()).await.unwrap();
        one.write_all(b"GET /health HTTP/1.1\r\nhost: ").await.unwrap();
        idle.push(one);
    }
    // There are two places: a third request waits until those are cut off.
    let (status, ..) = ask(&format!("{}/health", address(&server)), "").await;
    assert_eq!(status, 200);
    let waited = begun.elapsed();
    assert!((Duration::from_secs(8)..Duration::from_secs(14)).contains(&waited), "{waited:?}");
    let mut rest = Vec::new();
    idle[0].read_to_end(&mut rest).await.unwrap();
    assert!(rest.is_empty() || rest.starts_with(b"HTTP/1.1 408"));
    let mut long = TcpStream::connect(server.address()).await.unwrap();
    let head = format!("GET /health HTTP/1.1\r\nhost: h\r\nx: {}\r\n\r\n", "x".repeat(64 * 1_024));
    long.write_all(head.as_bytes()).await.unwrap();
    let mut said = [0; 12];
    long.read_exact(&mut said).await.unwrap();
    assert_eq!(&said, b"HTTP/1.1 431");
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_tells_browsers_what_they_must_not_do() {
    let site = Site::new("headers", 1, 1, PATIENT).await;
    let server = site.start().await;
    for path in ["/health", "/v1/me", "/nowhere", "/openapi.json", "/v1/tables"] {
        let (_, headers, _) = ask(&format!("{}{path}", address(&server)), "").await;
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        // The list of tables has a tag, by which a browser asks whether it has changed.
        let kept = if path == "/v1/tables" { "no-cache" } else { "no-store" };
        assert_eq!(headers["cache-control"], kept, "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(
            !headers.contains_key("strict-transport-security"),
            "{path}: without TLS that would be a lie"
        );
    }
    server.leave().await;
    site.drop().await;
}
