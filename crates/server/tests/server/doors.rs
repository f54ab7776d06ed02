//! Access: every endpoint and every kind of input with every role, without a token and with an invalid one; and no
//! person can reach another's data.

use crate::roles::sample as input_of;
use crate::support::{PATIENT, Site, address, key, seat, token, until_open, well};
use axum::http::StatusCode;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use server::api::document;
use server::api::endpoints::{Door, ENDPOINTS, Endpoint};
use server::crew::Client;
use server::roles::{InputKind, RIGHTS, Right, Role, allows, may_send};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Returns the token of a person of each role whom `Site` enrols, besides the patrons.
fn token_of(role: Role, patron: i64) -> String {
    match role {
        Role::Patron => token("patron", patron),
        Role::Dealer => token("dealer", 9_001),
        Role::Floor => token("floor", 9_002),
        Role::Pit => token("pit", 9_003),
        Role::Surveillance => token("surveillance", 9_004),
        Role::Auditor => token("auditor", 9_077),
        Role::Administrator => token("administrator", 9_078),
    }
}

/// The house whose access is tested.
struct Doors {
    site: Site,
    http: reqwest::Client,
    base: String,
    table: i64,
    cage: i64,
}

impl Doors {
    /// Returns a request to an endpoint that can fail only for the lack of a right; it must not change the house for
    /// good. An endpoint that is missing here was forgotten.
    fn sample(&self, endpoint: &Endpoint) -> (String, Option<Value>) {
        let path = endpoint.path.replace("{table}", &self.table.to_string());
        let path =
            path.replace("{cage}", &self.cage.to_string()).replace("{stream}", &self.table.to_string());
        let path = path
            .replace("{round}", "1")
            .replace("{order}", "1")
            .replace("{person}", "123456")
            .replace("{process}", "nobody");
        let path = path.replace("{jurisdiction}/{game}", "ohio/craps");
        let (key, seen, table) = (key(), 0, self.table);
        let body = match endpoint.id {
            "health" | "ready" | "openapi" | "sign-out" | "me" | "tables" | "table" | "units" | "stream"
            | "cages" | "wallet" | "orders" | "games" | "rules" | "table-rules" | "meters" | "my-rounds"
            | "round" | "persons" | "sign-ins" | "processes" | "drain" | "journal" | "roots" | "heads" => {
                None
            }
            "rule" => return (format!("{path}?id=OH-CR-3.I.A"), None),
            "ledger" => {
                return (format!("{path}?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z"), None);
            }
            "sign-in" => Some(json!({ "name": "nobody", "password": "not the password" })),
            "change-password" => {
                Some(json!({ "old": "not the old password", "new": "one that is long enough" }))
            }
            "play" => Some(json!({ "key": key, "seen": seen, "input": "new-dealer" })),
            "ask" => {
                let bet = json!({ "patron": "H", "box": 1, "wager": "main", "stake": 1 });
                Some(json!({ "input": { "bet": bet } }))
            }
            "cash-out" => Some(json!({ "key": key, "seen": seen, "seat": "H", "amount": 1 })),
            "credit" => Some(json!({ "key": key, "seen": seen, "amount": -1 })),
            "buy-in" => Some(json!({ "key": key, "seen": seen, "table": table, "seat": "A", "amount": -1 })),
            "fill" => {
                Some(json!({ "key": key, "seen": seen, "table": table, "amount": -1, "reason": "none" }))
            }
            "deposit" => Some(json!({ "key": key, "seen": seen, "person": 0, "amount": 1 })),
            "withdraw" => {
                Some(json!({ "key": key, "seen": seen, "person": 0, "amount": 1, "reason": "none" }))
            }
            "decide-order" => Some(json!({ "key": key, "seen": seen })),
            "second-person" => Some(json!({ "key": key, "seen": seen, "above": -1, "reason": "none" })),
            "open-table" => Some(json!({ "key": key, "name": "x", "file": "no file", "cage": self.cage,
                "bet-seconds": 0, "decision-seconds": 0 })),
            // A cage cannot be closed.
            "close-table" => {
                let path = format!("/v1/tables/{}/close", self.cage);
                return (path, Some(json!({ "key": key, "seen": seen })));
            }
            // A cage has no cards.
            "new-cards" => {
                let path = format!("/v1/tables/{}/new-cards", self.cage);
                return (path, Some(json!({ "key": key, "seen": seen })));
            }
            "change-table" => Some(json!({ "key": key, "seen": seen, "file": "no file" })),
            "make-account" => Some(json!({ "key": key, "name": "x", "password": "short", "role": "patron" })),
            "change-account" => Some(json!("unlock")),
            "messages" => Some(json!([])),
            other => panic!("{other} is an endpoint that no test of the doors knows"),
        };
        (path, body)
    }

    async fn knock(&self, endpoint: &Endpoint, headers: &[(&str, &str)]) -> (StatusCode, Value, Response) {
        let (path, body) = self.sample(endpoint);
        let method = Method::from_bytes(endpoint.method.as_bytes()).unwrap();
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if endpoint.id == "stream" {
            for (name, value) in SOCKET {
                request = request.header(name, value);
            }
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let mut response = request.send().await.unwrap();
        let status = response.status();
        let mut text = Vec::new();
        // An opened socket never ends.
        while status != StatusCode::SWITCHING_PROTOCOLS
            && let Some(part) = response.chunk().await.unwrap()
        {
            text.extend_from_slice(&part);
        }
        (status, serde_json::from_slice(&text).unwrap_or_default(), response)
    }

    async fn knock_as(&self, endpoint: &Endpoint, token: &str) -> (StatusCode, Value) {
        let (status, value, _) = self.knock(endpoint, &[("authorization", &format!("Bearer {token}"))]).await;
        (status, value)
    }

    /// Issues a new token for a person, with these values in the database.
    async fn issue(&self, person: i64, name: &str, how: &str) -> String {
        let digest = Sha256::digest(name);
        let token = digest.iter().fold("crp_".to_owned(), |text, byte| format!("{text}{byte:02x}"));
        let client = self.site.database.connect().await.unwrap();
        let sql = format!(
            "insert into token (hash, person, generation, expires, used, revoked)
             select $1, $2, a.generation, {how} from account a where a.person = $2"
        );
        client.execute(&sql, &[&Sha256::digest(&token).to_vec(), &person]).await.unwrap();
        token
    }

    async fn units(&self) -> i64 {
        let client = self.site.database.connect().await.unwrap();
        client.query_one("select count(*) from unit", &[]).await.unwrap().get(0)
    }
}

const SOCKET: [(&str, &str); 4] = [
    ("connection", "upgrade"),
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

fn is_problem(response: &Response, value: &Value, status: StatusCode) -> bool {
    let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap());
    kind == Some("application/problem+json")
        && value["status"] == status.as_u16()
        && value["type"].as_str().is_some_and(|kind| kind.starts_with("/problems/"))
        && value["title"].is_string()
}

/// Whether the refusal is for the lack of a right to an endpoint or an input.
fn lacks_right(status: StatusCode, problem: &Value, what: &str) -> bool {
    let named = |detail: &str| detail.contains("is not among what a") && detail.ends_with(what);
    status == StatusCode::UNAUTHORIZED || problem["detail"].as_str().is_some_and(named)
}

#[test]
fn every_endpoint_has_a_right_and_every_right_an_endpoint() {
    let doors: BTreeSet<&str> = ENDPOINTS
        .iter()
        .filter(|endpoint| endpoint.door != Door::House)
        .map(|endpoint| endpoint.id)
        .collect();
    let rights: BTreeSet<&str> = Right::OPERATIONS.iter().map(|right| right.id()).collect();
    assert_eq!(doors, rights);
    for endpoint in ENDPOINTS {
        let row = RIGHTS.iter().find(|row| row.right.id() == endpoint.id);
        assert_eq!(row.is_some_and(|row| row.open), endpoint.door == Door::Open, "{}", endpoint.id);
        assert_eq!(row.is_none(), endpoint.door == Door::House, "{}", endpoint.id);
        assert_eq!(
            endpoint.door == Door::House,
            endpoint.path.starts_with("/internal/"),
            "{}",
            endpoint.path
        );
    }
    let document = document();
    assert!(
        !document.to_string().contains("internal"),
        "what processes say to each other is nobody's business"
    );
    let told: usize =
        document["paths"].as_object().unwrap().values().map(|all| all.as_object().unwrap().len()).sum();
    assert_eq!(told, doors.len(), "everything else is in the document");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_door_opens_to_those_who_have_the_right_and_to_nobody_else() {
    let site = Site::new("doors", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 1).await;
    let doors = Doors { site, http: reqwest::Client::new(), base: address(&server), table, cage };
    let patron = table * 10 + 1;
    let expired = doors.issue(patron, "expired", "now() - interval '1 second', now(), null").await;
    let idle = doors.issue(patron, "idle", "now() + interval '1 day', now() - interval '1 day', null").await;
    let revoked = doors.issue(patron, "revoked", "now() + interval '1 day', now(), now()").await;
    let unknown = token("nobody", 1);
    let before = doors.units().await;
    for endpoint in ENDPOINTS {
        let id = endpoint.id;
        let password = "x-croupier-house";
        let bad = [
            vec![],
            vec![("authorization", format!("Bearer {unknown}"))],
            vec![("authorization", format!("Bearer {expired}"))],
            vec![("authorization", format!("Bearer {idle}"))],
            vec![("authorization", format!("Bearer {revoked}"))],
            vec![("authorization", format!("Basic {}", crew.patrons[0].1))],
            vec![("authorization", "Bearer ".to_owned())],
            vec![("sec-websocket-protocol", format!("croupier, bearer.{unknown}"))],
            vec![("x-croupier-passed-on", "1".to_owned())],
            vec![(password, String::new()), ("x-croupier-passed-on", "1".to_owned())],
            vec![(password, unknown.clone())],
        ];
        for headers in &bad {
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let (status, value, response) = doors.knock(endpoint, &headers).await;
            match endpoint.door {
                Door::Open => assert!(id == "sign-in" || status.is_success(), "{id}: {status}"),
                Door::Right => {
                    assert_eq!(status, StatusCode::UNAUTHORIZED, "{id} {headers:?}");
                    assert!(is_problem(&response, &value, status), "{id}: {value}");
                }
                Door::House => {
                    assert_eq!(status, StatusCode::NOT_FOUND, "{id} {headers:?}");
                    assert!(is_problem(&response, &value, status), "{id}: {value}");
                }
            }
        }
        for role in Role::ALL {
            let mut token = token_of(role, patron);
            if id == "sign-out" {
                let person = if role == Role::Patron { patron } else { 9_001 };
                token = doors.issue(person, role.name(), "now() + interval '1 day', now(), null").await;
            }
            let (status, value) = doors.knock_as(endpoint, &token).await;
            match endpoint.door {
                Door::House => assert_eq!(status, StatusCode::NOT_FOUND, "{id} {role}"),
                _ if allows(role, id) => {
                    let upgraded = id == "stream" && status == StatusCode::SWITCHING_PROTOCOLS;
                    let fine = status.is_success() || status.is_client_error() || upgraded;
                    let is_open = endpoint.door == Door::Open;
                    assert!(
                        fine && (is_open || !lacks_right(status, &value, "may do")),
                        "{id} {role}: {status} {value}"
                    );
                }
                _ => {
                    assert_eq!(status, StatusCode::FORBIDDEN, "{id} {role}");
                    assert!(lacks_right(status, &value, "may do"), "{id} {role}: {value}");
                }
            }
        }
    }
    // Refused requests had no effect; the only effect is a new dealer, once for each role that may report it.
    let may = Role::ALL.iter().filter(|role| may_send(**role, InputKind::NewDealer)).count();
    assert!(doors.units().await - before <= i64::try_from(may).unwrap(), "something was done after all");
    inputs_are_refused(&doors, patron).await;
    server.leave().await;
    doors.site.drop().await;
}

/// Tries every kind of input with every role.
async fn inputs_are_refused(doors: &Doors, patron: i64) {
    let play = ENDPOINTS.iter().find(|endpoint| endpoint.id == "play").unwrap();
    let game = games::find(doors.site.tables[0].0).unwrap();
    let known = games::find("ohio/ultimate-texas-holdem").unwrap().vocabulary.meters[0];
    let url = format!("{}{}", doors.base, play.path.replace("{table}", &doors.table.to_string()));
    for kind in InputKind::ALL {
        for role in Role::ALL {
            let before = doors.units().await;
            // With an old `seen`, a role that has the right gets a conflict, so that nothing happens at the table.
            let mut body = json!({ "key": key(), "seen": 0, "input": input_of(*kind, game) });
            if let Some(meter) = body["input"].get_mut(kind.word()).and_then(|said| said.get_mut("meter")) {
                *meter = json!(known);
            }
            let sent = doors.http.post(&url).bearer_auth(token_of(role, patron)).json(&body);
            let answer = sent.send().await.unwrap();
            let status = answer.status();
            let value: Value = answer.json().await.unwrap();
            let lacks = lacks_right(status, &value, "");
            assert_ne!(status, StatusCode::BAD_REQUEST, "{kind:?}: {value}");
            assert_eq!(lacks, !may_send(role, *kind), "{role} {kind:?}: {status} {value}");
            if lacks {
                assert_eq!((status, doors.units().await), (StatusCode::FORBIDDEN, before), "{role} {kind:?}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_what_belongs_to_another_person() {
    let site = Site::new("elses", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 2).await;
    let (alice, bob) = (crew.patrons[0].1.clone(), crew.patrons[1].1.clone());
    let stranger = token("patron", table * 10 + 5);
    // A person of another operator, with valid rights there.
    let database = site.database.connect().await.unwrap();
    let other = house::ids::Realm { operator: 2, property: 3, currency: *b"USD" };
    site.database.found(other, "Elsewhere").await.unwrap();
    for (person, role) in [(table * 10 + 7, "patron"), (9_001, "dealer"), (9_000, "pit")] {
        if role != "dealer" {
            let away = "update person set operator = 2 where id = $1";
            database.execute(away, &[&person]).await.unwrap();
        }
    }
    let (far, far_pit) = (token("patron", table * 10 + 7), token("pit", 9_000));
    let doors = Doors { site, http: reqwest::Client::new(), base: address(&server), table, cage };
    // What is cached about the persons before they moved expires within a minute: use a new process.
    let fresh = doors.site.start().await;
    let base = address(&fresh);
    until_open(&Client::to(std::slice::from_ref(&base)).unwrap(), doors.site.tables.len()).await;
    let before = (
        doors.units().await,
        well(client.get(&format!("/v1/cages/{cage}/wallet"), &bob).await)["amount"].clone(),
    );
    let send = async |method: Method, path: String, token: &str, body: Option<Value>| {
        let request = doors.http.request(method, format!("{base}{path}")).bearer_auth(token);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap_or_default())
    };
    let bet = json!({ "bet": { "patron": "B", "box": 1, "wager": well(client.get(&format!("/v1/tables/{table}"), &bob).await)["needed"][0], "stake": 500 } });
    let plays = [
        json!({ "key": key(), "seen": 0, "input": bet }),
        json!({ "key": key(), "seen": 0, "seat": "B", "input": bet }),
        json!({ "key": key(), "seen": 0, "seat": "B", "input": { "leave": { "patron": "B" } } }),
        json!({ "key": key(), "seen": 0, "input": { "leave": { "patron": "B" } } }),
        json!({ "key": key(), "seen": 0, "seat": "B", "input": { "cut": { "depth": 30 } } }),
    ];
    for play in plays {
        for token in [&alice, &stranger, &far] {
            let path = format!("/v1/tables/{table}/inputs");
            let (status, value) = send(Method::POST, path, token, Some(play.clone())).await;
            assert!(matches!(status, 403 | 409), "{play}: {status} {value}");
        }
    }
    for token in [&alice, &stranger, &far] {
        let cash_out = json!({ "key": key(), "seen": 0, "seat": "B" });
        let path = format!("/v1/tables/{table}/cash-outs");
        assert_eq!(send(Method::POST, path, token, Some(cash_out)).await.0, 403);
        let mut body = json!({ "key": key(), "seen": 0, "person": table * 10 + 1, "amount": 5 });
        let path = format!("/v1/cages/{cage}/deposits");
        assert_eq!(send(Method::POST, path, token, Some(body.clone())).await.0, 403);
        body["reason"] = json!("the patron asked for it");
        let path = format!("/v1/cages/{cage}/withdrawals");
        assert_eq!(send(Method::POST, path, token, Some(body)).await.0, 403);
    }
    // A person sees only their own wallet, whatever the query says.
    let path = format!("/v1/cages/{cage}/wallet?person={}", table * 10 + 2);
    let (status, value) = send(Method::GET, path, &alice, None).await;
    assert_eq!(status, 403, "{value}");
    // An operator's house is closed to people of another operator, whatever their role.
    for path in [
        format!("/v1/tables/{table}"),
        format!("/v1/tables/{table}/units"),
        format!("/v1/cages/{cage}/wallet"),
    ] {
        let (status, value) = send(Method::GET, path.clone(), &far, None).await;
        assert_eq!((status, &value["type"]), (403, &json!("/problems/other-realm")), "{path}");
    }
    let deposit = json!({ "key": key(), "seen": 0, "person": table * 10 + 1, "amount": 5 });
    let reason = "the bank is low";
    for (path, body) in [
        (format!("/v1/cages/{cage}/deposits"), deposit),
        (
            format!("/v1/cages/{cage}/withdrawals"),
            json!({ "key": key(), "seen": 0, "person": table * 10 + 1, "amount": 5, "reason": reason }),
        ),
        (
            format!("/v1/cages/{cage}/fills"),
            json!({ "key": key(), "seen": 0, "table": table, "amount": 5, "reason": reason }),
        ),
        (format!("/v1/tables/{table}/close"), json!({ "key": key(), "seen": 0 })),
        (format!("/v1/tables/{table}/new-cards"), json!({ "key": key(), "seen": 0 })),
        (
            "/v1/tables".to_owned(),
            json!({ "key": key(), "name": "x", "file": include_str!("../../../games/tables/craps.toml"),
            "cage": cage, "bet-seconds": 0, "decision-seconds": 0 }),
        ),
    ] {
        let (status, value) = send(Method::POST, path.clone(), &far_pit, Some(body)).await;
        assert_eq!((status, &value["type"]), (403, &json!("/problems/other-realm")), "{path}");
    }
    let after = (
        doors.units().await,
        well(client.get(&format!("/v1/cages/{cage}/wallet"), &bob).await)["amount"].clone(),
    );
    assert_eq!(before, after, "nothing was done");
    fresh.leave().await;
    server.leave().await;
    doors.site.drop().await;
}
