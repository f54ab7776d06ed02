//! Processes join, die, stall and leave during play.

use crate::diary::Heard;
use crate::people::People;
use crate::process::{Process, Quarters};
use crate::proof;
use crate::servers::{Nats, free_port, variable};
use crate::site::{Shape, Site, token};
use house::table::Clocks;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// The maximum time until the tables of a dead process answer again.
pub const MOST: Duration = Duration::from_secs(10);
const SHARDS: i32 = 12;
pub const PATIENT: Clocks = Clocks::of(Duration::from_secs(3_600), Duration::ZERO);

/// A table as read through one process, which has a short time to answer.
pub async fn look(http: &reqwest::Client, address: &str, table: i64) -> Option<Value> {
    let asked = http.get(format!("{address}/v1/tables/{table}")).bearer_auth(token(104));
    let answer = asked.timeout(Duration::from_millis(1_500)).send().await.ok()?;
    if answer.status().is_success() { answer.json().await.ok() } else { None }
}

/// The time until all of these tables answer through one of the processes.
pub async fn until_answered(addresses: &[String], tables: &[i64]) -> Duration {
    let (since, http) = (Instant::now(), reqwest::Client::new());
    for table in tables {
        let mut tried = addresses.iter().cycle();
        while look(&http, tried.next().unwrap(), *table).await.is_none() {
            assert!(since.elapsed() < 4 * MOST, "table {table} never answers again");
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }
    since.elapsed()
}

/// Waits until these processes have their shares, and no other process has a shard.
pub async fn until_shared(site: &Site, addresses: &[String], shards: i32) -> Duration {
    let since = Instant::now();
    let fair = i64::from(shards).div_euclid(i64::try_from(addresses.len()).unwrap());
    loop {
        let shares = site.shares().await;
        let all_there = shares.values().sum::<i64>() == i64::from(shards);
        let fairly = |address: &String| shares.get(address).is_some_and(|share| *share >= fair);
        if all_there && addresses.iter().all(fairly) {
            return since.elapsed();
        }
        assert!(since.elapsed() < Duration::from_secs(30), "shards are not shared: {shares:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub fn place(site: &Site, nats: &Nats, first_port: u16) -> Quarters {
    Quarters {
        listen: format!("127.0.0.1:{}", free_port(first_port)),
        database: site.address().to_owned(),
        nats: nats.address(),
        namespace: None,
        metrics: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_come_die_stand_still_and_leave_while_everybody_plays() {
    let shape = Shape { shards: SHARDS, tables: 2 * games::GAMES.len(), clocks: PATIENT, waiting: 2_048 };
    let site = Site::new("takeover", &variable("CROUPIER_TEST_POSTGRES"), shape).await;
    let nats = Nats::start("takeover", 27_050);
    let mut processes: Vec<Process> = Vec::new();
    for (name, port) in [("one", 27_100), ("two", 27_200), ("three", 27_300)] {
        processes.push(Process::start(&site, name, place(&site, &nats, port)));
    }
    let fourth = place(&site, &nats, 27_400);
    let mut addresses: Vec<String> = processes.iter().map(Process::address).collect();
    until_shared(&site, &addresses, SHARDS).await;
    addresses.push(format!("http://{}", fourth.listen));
    let mut people = People::new(&addresses, Duration::from_millis(150));
    Arc::get_mut(&mut people).unwrap().gives_up = false;
    let parties = people.seat_all(&site, 1).await;
    let playing = tokio::spawn({
        let people = Arc::clone(&people);
        async move { people.play_all(parties).await }
    });
    tokio::time::sleep(Duration::from_secs(1)).await;

    // A fourth one joins.
    processes.push(Process::start(&site, "four", fourth));
    let joined = until_shared(&site, &addresses, SHARDS).await;
    println!("a fourth process has its share after {joined:?}");

    // One dies in the middle of rounds.
    let tables = site.tables_of(&addresses[1]).await;
    assert_eq!(tables.len(), 3);
    processes[1].kill();
    let others: Vec<String> = [0, 2, 3].map(|number| addresses[number].clone()).into();
    let back = until_answered(&others, &tables).await;
    println!("the tables of a process that was killed answer after {back:?}");
    assert!(back < MOST, "{back:?}");
    processes[1].up();
    until_shared(&site, &addresses, SHARDS).await;

    stands_still(&site, &mut processes, &addresses).await;

    // One leaves.
    let leaving = Instant::now();
    let status = processes[0].leave(Duration::from_secs(30)).await;
    println!("a process that was asked to leave has left after {:?}", leaving.elapsed());
    assert!(status.success(), "{status}: {}", processes[0].log());
    let left = Instant::now();
    tokio::time::sleep(Duration::from_secs(2)).await;
    people.over.store(true, Ordering::Relaxed);
    let parties = playing.await.unwrap();
    let during: Vec<_> = people.diary.entries().into_iter().filter(|entry| entry.sent > leaving).collect();
    let longest = during.iter().filter(|entry| entry.sent < left).map(|entry| entry.took).max().unwrap();
    println!("{} commands meanwhile, the longest took {longest:?}", during.len());
    assert!(during.iter().all(|entry| entry.heard != Heard::Nothing));

    people.finish_all(parties).await;
    proof::quiet(&site).await;
    for process in processes.iter_mut().skip(1) {
        let status = process.leave(Duration::from_secs(30)).await;
        assert!(status.success(), "{status}: {}", process.log());
    }
    let counts = proof::commands(&site, &people.diary).await;
    println!("{counts:?}");
    proof::books(&site);
    site.drop().await;
}

/// A process stalls for longer than its lease and resumes: it has lost its tables, does not serve its old state of
/// them, and takes part again.
async fn stands_still(site: &Site, processes: &mut [Process], addresses: &[String]) {
    let tables = site.tables_of(&addresses[2]).await;
    processes[2].signal("-STOP");
    let others: Vec<String> = [0, 1, 3].map(|number| addresses[number].clone()).into();
    let back = until_answered(&others, &tables).await;
    println!("the tables of a process that stands still answer after {back:?}");
    assert!(back < MOST, "{back:?}");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let http = reqwest::Client::new();
    let mut seen: BTreeMap<i64, i64> = BTreeMap::new();
    for table in &tables {
        // A reader waits 1.5 s at most, and the database may be slow for longer.
        let now = loop {
            if let Some(now) = look(&http, &others[0], *table).await {
                break now;
            }
        };
        seen.insert(*table, now["seq"].as_i64().unwrap());
    }
    let before = site.shares().await;
    assert!(!before.contains_key(&addresses[2]), "{before:?}");
    processes[2].signal("-CONT");
    let (since, mut answered) = (Instant::now(), 0);
    while since.elapsed() < Duration::from_secs(4) {
        for table in &tables {
            // Any state that it serves is at least as new as what others had seen before the request.
            if let Some(now) = look(&http, &addresses[2], *table).await {
                let seq = now["seq"].as_i64().unwrap();
                assert!(seq >= seen[table], "table {table} stands at {}, and {seq} is shown", seen[table]);
                answered += 1;
            }
            if let Some(now) = look(&http, &others[0], *table).await {
                let seq = now["seq"].as_i64().unwrap();
                let known = seen.get_mut(table).unwrap();
                *known = seq.max(*known);
            }
        }
    }
    assert!(answered > 20, "only {answered} answers");
    let again = until_shared(site, addresses, SHARDS).await;
    println!("it has its share again {:?} after it went on", since.elapsed().max(again));
}
