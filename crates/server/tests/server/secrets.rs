//! Passwords, tokens and keys never occur in a log, a problem or debug output; and a handler that panics reveals
//! nothing.

use crate::log::Log;
use crate::support::{PATIENT, REGISTRY, Site, address, key, seat, token, until_open};
use engine::Game;
use house::patrons::Whim;
use serde_json::{Value, json};
use server::accounts::{Accounts, Policy};
use server::app::Registry;
use server::config::Config;
use server::crew::Client;
use std::sync::Arc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const CAUSE: &str = "what nobody outside may read";
const PASSWORDS: [&str; 4] =
    ["first-horse-battery", "second-horse-battery", "wrong-horse-battery", "staple-of-another-shop"];

/// A registry that panics at one game, as an example of any failure in a handler.
fn find(id: &str) -> Option<&'static Game> {
    assert!(id != "test/panics", "{CAUSE}");
    games::find(id)
}

/// A client that records the answers.
struct Keeps {
    http: reqwest::Client,
    base: String,
    said: Vec<String>,
}

impl Keeps {
    async fn post(&mut self, path: &str, token: &str, body: &str) -> (u16, Value) {
        let sent = self.http.post(format!("{}{path}", self.base)).bearer_auth(token);
        let sent = sent.header("content-type", "application/json").body(body.to_owned());
        let answer = sent.send().await.unwrap();
        let status = answer.status().as_u16();
        let headers = format!("{:?}", answer.headers());
        let text = answer.text().await.unwrap();
        let value: Value = serde_json::from_str(&text).unwrap_or_default();
        // The only answer that contains a token.
        if value.get("token").is_none() {
            self.said.push(headers + &text);
        }
        (status, value)
    }

    async fn sign_in(&mut self, name: &str, password: &str) -> Option<String> {
        let body = json!({ "name": name, "password": password });
        let (_, value) = self.post("/v1/session", "", &body.to_string()).await;
        value["token"].as_str().map(ToOwned::to_owned)
    }
}

async fn session(site: &Site) -> (Vec<String>, Vec<String>) {
    let registry = Registry { find, ..REGISTRY };
    let server = server::start(&site.config, registry, Arc::clone(&site.keys)).await.unwrap();
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let mut keeps = Keeps { http: reqwest::Client::new(), base: address(&server), said: Vec::new() };
    let admin = token("administrator", 9_078);
    let [first, second, wrong, other] = PASSWORDS;
    let new = json!({ "key": key(), "name": "alice", "password": first, "role": "patron" });
    assert_eq!(keeps.post("/v1/accounts", &admin, &new.to_string()).await.0, 200);
    let mut secrets: Vec<String> = vec![admin.clone()];
    assert_eq!(keeps.sign_in("alice", wrong).await, None);
    assert_eq!(keeps.sign_in(other, other).await, None);
    let one = keeps.sign_in("alice", first).await.unwrap();
    let change = json!({ "old": first, "new": second }).to_string();
    assert_eq!(keeps.post("/v1/me/password", &one, &change).await.0, 204);
    assert_eq!(keeps.post("/v1/me/password", &one, &change).await.0, 401);
    let two = keeps.sign_in("alice", second).await.unwrap();
    // Unreadable requests: a number, an invalid name, truncated text.
    for body in [
        r#"{"name": "alice", "password": 7734277342}"#,
        r#"{"name": "alice", "password": ["7734277342"]}"#,
        r#"{"name": "alice", "password": "wrong-horse-battery""#,
    ] {
        assert!(matches!(keeps.post("/v1/session", "", body).await.0, 400 | 422), "{body}");
    }
    assert!(matches!(keeps.post("/v1/accounts/1", &admin, r#"{"password": 7734277342}"#).await.0, 400 | 422));
    secrets.extend(["7734277342".to_owned(), one, two]);
    // A handler panics; the process continues.
    let file = include_str!("../../../games/tables/craps.toml").replace("ohio/craps", "test/panics");
    let open = json!({ "key": key(), "name": "x", "file": file, "cage": site.cage, "bet-seconds": 0, "decision-seconds": 0 });
    for _ in 0..3 {
        let (status, problem) = keeps.post("/v1/tables", &token("pit", 9_003), &open.to_string()).await;
        assert_eq!(
            (status, &problem["type"], &problem["status"]),
            (500, &json!("/problems/fault"), &json!(500))
        );
        assert!(keeps.said.last().unwrap().contains("application/problem+json"));
    }
    // Play with an open socket whose token is among the protocols.
    for (game, table, cage) in site.tables.iter().filter(|(game, ..)| game.contains("holdem")) {
        let crew = seat(&client, *table, *cage, 2).await;
        secrets.extend(crew.patrons.iter().map(|(_, token)| token.clone()));
        secrets.extend(crew.staff.values().cloned());
        let url = format!("ws://{}/v1/tables/{table}/stream", server.address());
        let mut request = url.into_client_request().unwrap();
        let offered = format!("croupier, bearer.{}", crew.patrons[0].1);
        request.headers_mut().insert("sec-websocket-protocol", offered.parse().unwrap());
        let socket = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut whim = Whim::new(8);
        let path = format!("/v1/tables/{table}/inputs");
        for _ in 0..30 {
            let next = crew.next_move(&client, &mut whim).await.unwrap_or_else(|| panic!("{game}"));
            keeps.post(&path, &next.token, &next.body.to_string()).await;
            let nonsense = json!({ "key": key(), "seen": 0, "input": { "cut": { "depth": 1 } } });
            keeps.post(&path, &next.token, &nonsense.to_string()).await;
        }
        assert!(!format!("{crew:?}").contains("crp_"), "{crew:?}");
        drop(socket);
    }
    let accounts = Accounts::open(site.database.clone(), Policy::default()).await.unwrap();
    let signed_in = accounts.sign_in("alice", second, "here").await.unwrap();
    assert!(!format!("{signed_in:?}").contains(signed_in.token.as_str()));
    secrets.push(signed_in.token.to_string());
    server.leave().await;
    (secrets, keeps.said)
}

#[test]
fn nothing_secret_is_logged_or_told() {
    let log = Log::default();
    let (mut secrets, said, keys) = log.of(async {
        let site = Site::new("secrets", 1, 1, PATIENT).await;
        let (secrets, said) = session(&site).await;
        let keys = (site.keys.reveal_key_file().to_string(), site.keys.password().to_string());
        site.drop().await;
        (secrets, said, keys)
    });
    secrets.extend(PASSWORDS.map(ToOwned::to_owned));
    let words = keys.0.split_whitespace().filter(|word| word.len() > 20);
    secrets.extend(words.map(ToOwned::to_owned).chain([keys.1]));
    assert!(secrets.len() > 15);
    let log = log.text();
    assert!(log.lines().count() > 100, "{log}");
    for secret in &secrets {
        assert!(!log.contains(secret.as_str()), "{secret} is logged");
        let said = said.iter().find(|said| said.contains(secret.as_str()));
        assert_eq!(said, None, "{secret} is told");
    }
    let cause =
        said.iter().find(|said| said.contains(CAUSE) || said.contains("panicked") || said.contains(".rs:"));
    assert_eq!(cause, None, "the cause of a panic is told");
    // No card at all: dealt cards, even face-up ones, are only for the journal and for streams.
    for word in ["CardLaid", "card-laid", "Down(", "Face::"] {
        // What a process logs about NATS is limited to `info`, or all messages would be in the log.
        let mut own = log.lines().filter(|line| !line.contains(" async_nats"));
        let line = own.find(|line| line.contains(word));
        assert_eq!(line, None, "{word} is logged");
    }
}

#[test]
fn nothing_secret_is_printed_of_a_configuration() {
    let config = Config {
        database: "postgresql://croupier:hunter2@127.0.0.1/croupier".to_owned(),
        nats: Some("nats://hunter2@127.0.0.1".to_owned()),
        ..Config::default()
    };
    assert!(!format!("{config:?}").contains("hunter2"));
}
