//! Work outside play: tables are opened, closed and changed, rounds are replayed, an auditor reads.

use crate::support::{PATIENT, Site, address, key, seat, token, until_open, well};
use house::patrons::Whim;
use serde_json::{Value, json};
use server::crew::{Answered, Client, Crew};
use std::time::Duration;

async fn play(client: &Client, crew: &Crew, turns: usize) {
    let mut whim = Whim::new(11);
    let path = format!("/v1/tables/{}/inputs", crew.table);
    for _ in 0..turns {
        if let Some(next) = crew.next_move(client, &mut whim).await {
            client.post(&path, &next.token, &next.body).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_patron_sees_his_rounds_again_and_nobody_else_s() {
    let site = Site::new("rounds", 2, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    let client = Client::to(&[address(&one), address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) =
        *site.tables.iter().find(|(game, ..)| *game == "ohio/ultimate-texas-holdem").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let alice = &crew.patrons[0].1;
    play(&client, &crew, 60).await;
    let rounds = well(client.get("/v1/me/rounds?limit=3", alice).await);
    let rounds = rounds.as_array().unwrap();
    assert_eq!(rounds.len(), 3);
    let before = &rounds[1];
    let number = before["round"].as_i64().unwrap();
    assert_eq!((before["table"].as_i64(), before["seat"].as_str()), (Some(table), Some("A")));
    let round = well(client.get(&format!("/v1/tables/{table}/rounds/{number}"), alice).await);
    let lines = round["lines"].as_array().unwrap();
    assert!(
        lines.iter().all(|line| !line["rules"].as_array().unwrap().is_empty()),
        "every payment has its rule"
    );
    assert!(!lines.is_empty());
    let kinds = |unit: &Value| unit["events"].to_string();
    let units = round["units"].as_array().unwrap();
    assert!(
        kinds(&units[0]).contains("round-opened") && kinds(units.last().unwrap()).contains("round-ended")
    );
    assert_eq!(round["shoes"].as_array().unwrap()[0]["commitment"].as_str().unwrap().len(), 64);
    // The returns and the stakes are those of the settlement.
    let sum = |name: &str| -> i64 { before[name].as_i64().unwrap() };
    assert!(sum("staked") > 0 && sum("returned") >= 0);
    let stranger = token("patron", crew.table * 10 + 12);
    assert!(matches!(
        client.get(&format!("/v1/tables/{table}/rounds/{number}"), &stranger).await,
        Answered::Refused(404, _)
    ));
    let auditor = token("auditor", 9_077);
    well(client.get(&format!("/v1/tables/{table}/rounds/{number}"), &auditor).await);
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_opened_changed_and_closed_between_rounds() {
    let site = Site::new("desk", 2, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    let client = Client::to(&[address(&one), address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let pit = token("pit", 9_000);
    let file = include_str!("../../../games/tables/craps.toml");
    let mut open = json!({ "key": key(), "name": "Corner", "file": file, "cage": site.cage,
        "bet-seconds": 0, "decision-seconds": 0 });
    let table = well(client.post("/v1/tables", &pit, &open).await)["table"].as_i64().unwrap();
    // A retry opens no other table, and its key cannot be used for anything else.
    assert_eq!(well(client.post("/v1/tables", &pit, &open).await)["table"], table);
    open["name"] = json!("Another");
    let Answered::Refused(409, problem) = client.post("/v1/tables", &pit, &open).await else { panic!() };
    assert_eq!(problem["type"], "/problems/key-used");
    (open["name"], open["key"]) = (json!("Corner"), json!(key()));
    let Answered::Refused(409, problem) = client.post("/v1/tables", &pit, &open).await else { panic!() };
    assert_eq!(problem["type"], "/problems/name-taken");
    let wrong = json!({ "key": key(), "name": "Other", "file": format!("bogus = 1\n{file}"), "cage": site.cage, "bet-seconds": 0, "decision-seconds": 0 });
    let Answered::Refused(422, problem) = client.post("/v1/tables", &pit, &wrong).await else { panic!() };
    assert!(problem["detail"].as_str().unwrap().contains("bogus"), "{problem}");
    until_open(&client, site.tables.len() + 1).await;
    let change = json!({ "key": key(), "seen": 0, "file": file });
    well(client.post(&format!("/v1/tables/{table}/file"), &pit, &change).await);
    let corner = |all: &Value| {
        all.as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == "Corner" && one["reachable"] == true)
            .map(|one| one["table"].as_i64().unwrap())
    };
    let mut next = None;
    for _ in 0..400 {
        next = corner(&well(client.get("/v1/tables", "").await)).filter(|now| *now != table);
        if next.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let next = next.expect("a table of the same name takes its place");
    let close = json!({ "key": key(), "seen": 0 });
    let floor = token("floor", 9_002);
    well(client.post(&format!("/v1/tables/{next}/close"), &floor, &close).await);
    for tried in 0.. {
        if corner(&well(client.get("/v1/tables", "").await)).is_none() {
            break;
        }
        assert!(tried < 400, "it never closed");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let auditor = token("auditor", 9_077);
    let rows = well(client.get(&format!("/v1/streams/{next}/journal"), &auditor).await);
    assert!(!rows.as_array().unwrap().is_empty());
    let shift =
        format!("/v1/tables/{}/shift?from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z", site.tables[0].1);
    assert_eq!(well(client.get(&shift, &auditor).await)["win"], 0);
    let wrong = format!("/v1/tables/{}/shift?from=yesterday-ish&to=now", site.tables[0].1);
    let answer = client.get(&wrong, &auditor).await;
    assert!(matches!(answer, Answered::Refused(400, _)), "{answer:?}");
    let admin = token("administrator", 9_078);
    let processes = well(client.get("/v1/processes", &admin).await);
    assert_eq!(processes.as_array().unwrap().len(), 2);
    assert_eq!(well(client.get("/v1/games", "").await).as_array().unwrap().len(), games::GAMES.len());
    assert!(well(client.get("/v1/games/ohio/craps", "").await)["wagers"].as_array().unwrap().len() > 10);
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

/// The answer was lost, and the same command is retried, once or many times concurrently.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_made_once_however_often_it_is_sent() {
    let site = Site::new("once", 1, 0, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    let admin = token("administrator", 9_078);
    let new =
        json!({ "key": key(), "name": "newcomer", "password": "a long password it is", "role": "patron" });
    let path = "/v1/accounts";
    let first = well(client.post(path, &admin, &new).await)["person"].clone();
    assert_eq!(well(client.post(path, &admin, &new).await)["person"], first);
    let mut other = new.clone();
    other["role"] = json!("pit");
    let Answered::Refused(409, problem) = client.post(path, &admin, &other).await else { panic!() };
    assert_eq!(problem["type"], "/problems/key-used");
    other["key"] = json!(key());
    let Answered::Refused(409, problem) = client.post(path, &admin, &other).await else { panic!() };
    assert_eq!(problem["type"], "/problems/name-taken");
    let together =
        json!({ "key": key(), "name": "together", "password": "a long password it is", "role": "patron" });
    let sent = (0..6).map(|_| client.post(path, &admin, &together));
    let made: Vec<Value> = futures_util::future::join_all(sent)
        .await
        .into_iter()
        .map(|answer| well(answer)["person"].clone())
        .collect();
    assert!(made.iter().all(|person| *person == made[0] && *person != first), "{made:?}");
    server.leave().await;
    site.drop().await;
}

/// Withdrawals and fills have a reason; above the property's limit they wait for another person.
#[tokio::test(flavor = "multi_thread")]
async fn large_orders_at_the_cage_want_a_second_person() {
    let site = Site::new("orders", 1, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (table, cage) = (site.tables[0].1, site.cage);
    let (pit, other_pit, floor) = (token("pit", 9_000), token("pit", 9_003), token("floor", 9_002));
    let person = table * 10 + 1;
    let path = |what: &str| format!("/v1/cages/{cage}/{what}");
    let deposit = json!({ "key": key(), "seen": 0, "person": person, "amount": 100_000 });
    well(client.post(&path("deposits"), &pit, &deposit).await);
    let withdraw = |amount: i64, reason: &str| json!({ "key": key(), "seen": 0, "person": person, "amount": amount, "reason": reason });
    let wallet = async || {
        let found = client.get(&path(&format!("wallet?person={person}")), &pit).await;
        well(found)["amount"].as_i64().unwrap()
    };
    let Answered::Refused(422, _) = client.post(&path("withdrawals"), &pit, &withdraw(5, "  ")).await else {
        panic!("a reason must say something")
    };
    let done = well(client.post(&path("withdrawals"), &pit, &withdraw(10_000, "the patron leaves")).await);
    assert_eq!((&done["waits"], wallet().await), (&json!(false), 90_000));
    let rule = json!({ "key": key(), "seen": 0, "above": 20_000, "reason": "house rule" });
    assert!(matches!(client.post(&path("second-person"), &pit, &rule).await, Answered::Refused(403, _)));
    well(client.post(&path("second-person"), &token("administrator", 9_078), &rule).await);
    let small = well(client.post(&path("withdrawals"), &pit, &withdraw(20_000, "as asked")).await);
    assert_eq!((&small["waits"], wallet().await), (&json!(false), 70_000));
    // Above the limit nothing moves before another person has approved.
    let order = withdraw(20_001, "as asked");
    let waits = well(client.post(&path("withdrawals"), &pit, &order).await);
    assert_eq!((&waits["waits"], wallet().await), (&json!(true), 70_000));
    assert_eq!(
        well(client.post(&path("withdrawals"), &pit, &order).await)["seq"],
        waits["seq"],
        "sent again"
    );
    let fill =
        json!({ "key": key(), "seen": 0, "table": table, "amount": 50_000, "reason": "the bank is low" });
    let fill = well(client.post(&path("fills"), &pit, &fill).await);
    let orders = well(client.get(&path("orders"), &floor).await);
    let orders = orders["waiting"].as_array().unwrap();
    assert_eq!(
        (orders.len(), &orders[0]["reason"], &orders[1]["table"]),
        (2, &json!("as asked"), &json!(table))
    );
    let decide = |order: &Value| path(&format!("orders/{}", order["seq"]));
    let approve = || json!({ "key": key(), "seen": 0 });
    let Answered::Refused(422, problem) = client.post(&decide(&waits), &pit, &approve()).await else {
        panic!()
    };
    assert!(problem["detail"].as_str().unwrap().contains("cannot approve"), "{problem}");
    let yes = approve();
    let first = well(client.post(&decide(&waits), &floor, &yes).await);
    assert_eq!(wallet().await, 49_999);
    assert_eq!(well(client.post(&decide(&waits), &floor, &yes).await)["seq"], first["seq"], "sent again");
    assert!(matches!(client.post(&decide(&waits), &other_pit, &approve()).await, Answered::Refused(422, _)));
    let no = json!({ "key": key(), "seen": 0, "decline": "there are chips enough" });
    well(client.post(&decide(&fill), &other_pit, &no).await);
    // More than there is by now: the order keeps waiting.
    let much = well(client.post(&path("withdrawals"), &pit, &withdraw(60_000, "as asked")).await);
    assert!(matches!(client.post(&decide(&much), &floor, &approve()).await, Answered::Refused(422, _)));
    let orders = well(client.get(&path("orders"), &floor).await);
    assert_eq!(orders["waiting"].as_array().unwrap().len(), 1);
    // Waiting orders survive a restart of the house.
    server.leave().await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    assert_eq!(well(client.get(&path("orders"), &floor).await)["waiting"], orders["waiting"]);
    let database = site.database.connect().await.unwrap();
    let persons = "select person from unit where stream = $1 and seq = any($2) order by seq";
    let units = [waits["seq"].as_i64().unwrap(), first["seq"].as_i64().unwrap()];
    let persons = database.query(persons, &[&cage, &units.to_vec()]).await.unwrap();
    let persons: Vec<i64> = persons.iter().map(|row| row.get(0)).collect();
    assert_eq!(persons, [9_000, 9_002], "the journal has both persons");
    server.leave().await;
    let books = house::ledger::verify(&site.database, games::find, &site.keys, |_| {}).await.unwrap();
    assert!(books.is_sound(), "{:?}", books.findings);
    drop(database);
    site.drop().await;
}
