//! What is done beside the play: tables are opened, closed and changed, rounds are seen again, an auditor reads.

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
    // What came back and what was staked is what the settlement says.
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
    let open =
        json!({ "name": "Corner", "file": file, "cage": site.cage, "bet-seconds": 0, "decision-seconds": 0 });
    let table = well(client.post("/v1/tables", &pit, &open).await)["table"].as_i64().unwrap();
    assert!(
        matches!(client.post("/v1/tables", &pit, &open).await, Answered::Refused(409, _)),
        "the name is taken"
    );
    let wrong = json!({ "name": "Other", "file": format!("bogus = 1\n{file}"), "cage": site.cage, "bet-seconds": 0, "decision-seconds": 0 });
    let Answered::Refused(422, problem) = client.post("/v1/tables", &pit, &wrong).await else { panic!() };
    assert!(problem["detail"].as_str().unwrap().contains("bogus"), "{problem}");
    until_open(&client, site.tables.len() + 1).await;
    let change = json!({ "key": key(), "seen": 0, "file": file });
    well(client.post(&format!("/v1/tables/{table}/file"), &pit, &change).await);
    let corner = |all: &Value| {
        all.as_array()
            .unwrap()
            .iter()
            .find(|one| one["name"] == "Corner")
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
