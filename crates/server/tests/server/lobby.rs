//! The list of all tables: complete, in pages, and without slowing down play.

use crate::support::{PATIENT, REGISTRY, Site, address, seat, token, until_open, well};
use engine::Game;
use house::patrons::Whim;
use reqwest::header::{ETAG, IF_NONE_MATCH, LINK};
use serde_json::Value;
use server::app::Registry;
use server::config::Limits;
use server::crew::{Answered, Client};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn numbers(page: &Value) -> Vec<i64> {
    page.as_array().unwrap().iter().map(|one| one["table"].as_i64().unwrap()).collect()
}

/// A shard has room for two commands, and many clients read the list of tables repeatedly.
#[tokio::test(flavor = "multi_thread")]
async fn looking_at_all_tables_takes_no_place_from_betting_and_leaves_none_out() {
    let mut site = Site::new("lobby_bets", 1, 3, PATIENT).await;
    site.config.limits = Limits { waiting: 2, ..site.config.limits };
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let expected: Vec<i64> = site.tables.iter().map(|(_, table, _)| *table).collect();
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/craps").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let over = Arc::new(AtomicBool::new(false));
    let lookers = (0..8).map(|_| {
        let (client, over, expected) = (client.clone(), Arc::clone(&over), expected.clone());
        tokio::spawn(async move {
            let mut looks = 0;
            while !over.load(Ordering::Relaxed) {
                assert_eq!(numbers(&well(client.get("/v1/tables", "").await)), expected);
                looks += 1;
            }
            looks
        })
    });
    let lookers: Vec<_> = lookers.collect();
    let (mut whim, path) = (Whim::new(3), format!("/v1/tables/{table}/inputs"));
    let mut done = 0;
    for _ in 0..200 {
        let Some(next) = crew.next_move(&client, &mut whim).await else { continue };
        match client.post(&path, &next.token, &next.body).await {
            Answered::Well(_) => done += 1,
            Answered::Refused(..) => {}
            Answered::Unknown => panic!("never answered"),
        }
    }
    assert_eq!(client.turned_away(), 0);
    over.store(true, Ordering::Relaxed);
    let mut looks = 0;
    for looker in lookers {
        looks += looker.await.unwrap();
    }
    assert!(done > 20 && looks > 20, "{done} commands, {looks} looks");
    server.leave().await;
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_complete_and_one_that_is_known_is_not_sent_again() {
    let site = Site::new("lobby_pages", 2, 1, PATIENT).await;
    let (one, two) = (site.start().await, site.start().await);
    crate::support::until_shared(&one, &two).await;
    let client = Client::to(&[address(&one)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let http = reqwest::Client::new();
    let mut path = "/v1/tables?limit=5".to_owned();
    let mut seen = Vec::new();
    loop {
        let answer = http.get(format!("{}{path}", address(&one))).send().await.unwrap();
        assert_eq!(answer.headers()["cache-control"], "no-cache");
        let next = answer.headers().get(LINK).map(|link| link.to_str().unwrap().to_owned());
        seen.extend(numbers(&answer.json().await.unwrap()));
        let Some(next) = next else { break };
        path = next.strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned();
    }
    let all: Vec<i64> = site.tables.iter().map(|(_, table, _)| *table).collect();
    assert_eq!(seen, all, "tables of both processes, each once and in order");
    // Both processes return the same, and a page that a client already has is not sent again.
    let page = |server: &server::Server| http.get(format!("{}/v1/tables", address(server)));
    let first = page(&one).send().await.unwrap();
    let tag = first.headers()[ETAG].clone();
    let body = first.text().await.unwrap();
    for server in [&one, &two] {
        let known = page(server).header(IF_NONE_MATCH, &tag).send().await.unwrap();
        assert_eq!((known.status().as_u16(), &known.headers()[ETAG]), (304, &tag));
        assert_eq!(known.text().await.unwrap(), "");
    }
    // Once a patron has sat down the page changes, within a second or so.
    let (_, table, cage) = site.tables[0];
    seat(&client, table, cage, 1).await;
    let mut tried = 0;
    let other = loop {
        let answer = page(&one).header(IF_NONE_MATCH, &tag).send().await.unwrap();
        if answer.status().as_u16() == 200 {
            break answer.text().await.unwrap();
        }
        tried += 1;
        assert!(tried < 200, "the page never changes");
        tokio::time::sleep(Duration::from_millis(25)).await;
    };
    assert_ne!(other, body);
    for wrong in ["limit=0", "limit=501", "limit=x", "pages=1"] {
        let answer = http.get(format!("{}/v1/tables?{wrong}", address(&one))).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 400, "{wrong}");
    }
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

fn without_craps(id: &str) -> Option<&'static Game> {
    games::find(id).filter(|game| game.id != "ohio/craps")
}

/// A process does not know a game, so that its table stays closed: the list shows that.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_reached_is_listed_as_such() {
    let site = Site::new("lobby_away", 1, 1, PATIENT).await;
    let registry = Registry { find: without_craps, ..REGISTRY };
    let server = server::start(&site.config, registry, Arc::clone(&site.keys)).await.unwrap();
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len() - 1).await;
    let all = well(client.get("/v1/tables", "").await);
    let away: BTreeSet<&str> = all
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["reachable"] == false)
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(away, BTreeSet::from(["ohio/craps 0"]));
    assert_eq!(all.as_array().unwrap().len(), site.tables.len());
    let pit = token("pit", 9_000);
    let table = site.tables.iter().find(|(game, ..)| *game == "ohio/craps").unwrap().1;
    let http =
        reqwest::Client::new().get(format!("{}/v1/tables/{table}", address(&server))).bearer_auth(&pit);
    assert_eq!(http.send().await.unwrap().status().as_u16(), 503);
    server.leave().await;
    site.drop().await;
}
