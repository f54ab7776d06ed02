//! Windows in which several patrons are asked: when all have answered, the next question follows immediately.

use crate::support::{Site, address, key, seat, until_open, well};
use house::patrons::Whim;
use house::table::{Clocks, Dealt};
use serde_json::{Value, json};
use server::crew::{Client, Crew};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const CLOCK: Duration = Duration::from_secs(20);
const FILES: [&str; 3] = [
    "game = \"ohio/blackjack\"\ndecks = 2\ncoin = \"0.50\"\n[limits]\nmain = \"10..500 step 10\"\n[options]\ndealing = \"pitch\"\n\
     [side-bets.house-money]\nlimits = \"5..25 step 5\"\n",
    "game = \"colorado/blackjack\"\n[limits]\nmain = \"10..500 step 10\"\n[options]\nsurrender = \"late\"\n",
    "game = \"colorado/ride-free\"\n[limits]\nmain = \"10..500 step 10\"\n[side-bets.bust-bonus]\nlimits = \"1..25\"\n",
];
const WINDOWS: [&str; 4] =
    ["insurance-closed", "surrender-closed", "bust-bonus-closed", "house-money-closed"];
/// How often each window is measured.
const TIMES: usize = 20;

/// Returns every no that a patron of the crew owes, with the token that sends it.
async fn owed(client: &Client, crew: &Crew, path: &str) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (_, token) in &crew.patrons {
        let now = well(client.get(path, token).await);
        for one in now["view"]["awaits"].as_array().unwrap().iter().filter(|one| one["due"] == true) {
            let (what, letter) = (&one["what"]["choose"], &one["by"]);
            let own = now["seats"]
                .as_array()
                .unwrap()
                .iter()
                .any(|seat| seat["you"] == true && seat["patron"] == *letter);
            if own && ["decline", "play-on"].contains(&what["choice"].as_str().unwrap_or_default()) {
                let input = json!({ "choose": {
                    "patron": letter, "hand": what["hand"], "choice": what["choice"], "amount": null } });
                let body =
                    json!({ "key": key(), "seen": now["seq"], "question": now["question"], "input": input });
                all.push((token.clone(), body));
            }
        }
    }
    all
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_question_comes_at_once_when_all_have_answered() {
    let file = |text: &str| {
        let draft = rulebook::read_table(text).unwrap();
        let game = games::find(draft.game()).unwrap();
        (game, draft.check(&game.book().unwrap()).unwrap())
    };
    let files = FILES.map(file).to_vec();
    let site = Site::with("windows", 1, files, Clocks::all(CLOCK), Dealt::Computer).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let mut taken: BTreeMap<String, Vec<Duration>> = BTreeMap::new();
    for (_, table, cage) in &site.tables {
        let crew = seat(&client, *table, *cage, 2).await;
        let (path, mut whim) = (format!("/v1/tables/{table}"), Whim::new(11));
        let inputs = format!("{path}/inputs");
        for _ in 0..6_000 {
            if taken.len() == WINDOWS.len() && taken.values().all(|times| times.len() >= TIMES) {
                break;
            }
            let now = well(client.get(&path, &crew.patrons[0].1).await);
            let step = now["view"]["due"]["step"].as_str().unwrap_or_default().to_owned();
            let nos =
                if WINDOWS.contains(&step.as_str()) { owed(&client, &crew, &path).await } else { Vec::new() };
            if nos.is_empty() {
                let Some(next) = crew.next_move(&client, &mut whim).await else { continue };
                client.post(&inputs, &next.token, &next.body).await;
                continue;
            }
            let mut answered = now["seq"].clone();
            for (token, mut body) in nos {
                // The second answer is for the same question, which the sender has seen by then.
                body["seen"] = answered;
                answered = well(client.post(&inputs, &token, &body).await)["seq"].clone();
            }
            let begun = Instant::now();
            loop {
                let after = well(client.get(&path, &crew.patrons[0].1).await);
                if after["question"] != now["question"] {
                    break;
                }
                assert!(begun.elapsed() < CLOCK, "{step} stays open: {after}");
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
            taken.entry(step).or_default().push(begun.elapsed());
        }
    }
    for window in WINDOWS {
        let times = taken.get_mut(window).unwrap_or_else(|| panic!("{window} never came"));
        let middle = median(times);
        println!("{window}: {middle:?}, median of {}", times.len());
        assert!(times.len() >= TIMES, "{window}: only {}", times.len());
        assert!(middle < Duration::from_millis(200), "{window}: {middle:?}");
    }
    server.leave().await;
    site.drop().await;
}
