//! From an empty database to a seat, as in docs/operating.md: by `croupier found`, `croupier serve` and the API alone.

use crate::common::{command, directory, empty_database};
use serde_json::{Value, json};
use server::crew::{Answered, Client};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::time::Duration;

fn found(database: &str, property: &[&str]) -> Value {
    let output =
        command(&["found"]).args(property).args(["--json", "--database", database]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A process that ends with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn well(answer: Answered) -> Value {
    match answer {
        Answered::Well(value) => value,
        other => panic!("{other:?}"),
    }
}

async fn sign_in(client: &Client, name: &str, password: &str) -> String {
    let session = client.post("/v1/session", "", &json!({ "name": name, "password": password })).await;
    well(session)["token"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_database_becomes_a_house_with_a_patron_at_a_table() {
    let (server, database) = empty_database("cli_found").await;
    let keys = directory("found", &[]).join("house.keys");
    let _ = std::fs::remove_file(&keys);
    assert!(command(&["keys", "new", "--encryption"]).arg(&keys).status().unwrap().success());
    let first = found(&database, &["Riverfront"]);
    let again = found(&database, &["Riverfront"]);
    assert_eq!(again["administrator"], Value::Null, "the password is told once");
    assert_eq!((&again["property"], &again["cage"]), (&first["property"], &first["cage"]));
    let other = found(&database, &["Marina", "--currency", "SGD"]);
    assert_eq!(other["property"], 2);
    assert_ne!(other["cage"], first["cage"]);

    // Another role runs the house, which can only append.
    let role = format!("cli_found_{}", std::process::id());
    let migrate =
        || command(&["migrate", "--json", "--database", &database, "--role", &role]).output().unwrap();
    let nobody = String::from_utf8(migrate().stderr).unwrap();
    assert!(nobody.contains("does not exist"), "{nobody}");
    let superuser = server.named("cli_found").connect().await.unwrap();
    superuser.batch_execute(&format!("create role {role} login")).await.unwrap();
    let told: Value = serde_json::from_slice(&migrate().stdout).unwrap();
    assert_eq!(told, json!({ "ok": true, "role": role, "open": [] }));
    let (scheme, rest) = database.split_once("://").unwrap();
    let running = format!("{scheme}://{role}@{}", rest.split_once('@').unwrap().1);

    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--database", &running, "--keys"]);
    let mut process = serve.arg(&keys).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let process = Served(process);
    let client = Client::to(&[line.trim().strip_prefix("serving on ").unwrap().to_owned()]).unwrap();

    let administrator = &first["administrator"];
    let [name, password] = ["name", "password"].map(|field| administrator[field].as_str().unwrap());
    let key = || uuid::Uuid::new_v4().to_string();
    let administrator = sign_in(&client, name, password).await;
    let long = "a password as long as they want it";
    let mut persons = Vec::new();
    for role in ["pit", "patron"] {
        let account = json!({ "key": key(), "name": role, "password": long, "role": role });
        persons.push(
            well(client.post("/v1/accounts", &administrator, &account).await)["person"].as_i64().unwrap(),
        );
    }
    let (pit, patron) = (sign_in(&client, "pit", long).await, sign_in(&client, "patron", long).await);

    let file = command(&["new-table", "ohio/blackjack"]).output().unwrap();
    let file = String::from_utf8(file.stdout).unwrap();
    let open = json!({ "key": key(), "name": "Blackjack 1", "file": file, "cage": first["cage"],
        "bet-seconds": 20, "decision-seconds": 20 });
    let table = well(client.post("/v1/tables", &pit, &open).await)["table"].as_i64().unwrap();
    let cage = format!("/v1/cages/{}", first["cage"]);
    let deposit = json!({ "key": key(), "seen": 0, "person": persons[1], "amount": 100_000 });
    well(client.post(&format!("{cage}/deposits"), &pit, &deposit).await);
    let seen = well(client.get(&format!("{cage}/wallet"), &patron).await)["seen"].clone();
    // A table that was opened can be played at within a second or two.
    let buy = || json!({ "key": key(), "seen": seen, "table": table, "seat": "A", "amount": 50_000 });
    let mut bought = client.post(&format!("{cage}/buy-ins"), &patron, &buy()).await;
    for _ in 0..100 {
        if matches!(bought, Answered::Well(_)) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        bought = client.post(&format!("{cage}/buy-ins"), &patron, &buy()).await;
    }
    well(bought);
    for tried in 0.. {
        let now = well(client.get(&format!("/v1/tables/{table}"), &patron).await);
        if now["seats"].as_array().unwrap().iter().any(|seat| seat["you"] == true && seat["stack"] == 50_000)
        {
            break;
        }
        assert!(tried < 400, "the chips never came: {now}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(well(client.get("/health", "").await)["append_only"], true);
    drop(process);
    let audit = command(&["audit", "verify", "--json", "--database", &running]).output().unwrap();
    let audit: Value = serde_json::from_slice(&audit.stdout).unwrap();
    // Three accounts were made, and three people have signed in.
    assert_eq!((&audit["ok"], &audit["log-entries"]), (&json!(true), &json!(6)), "{audit}");
    superuser.batch_execute(&format!("drop owned by {role}; drop role {role}")).await.unwrap();
    let client = server.connect().await.unwrap();
    client.batch_execute("drop database cli_found with (force)").await.unwrap();
}
