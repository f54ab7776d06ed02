//! A command that fails in the house: it has no effect, the answer says so, and raises the alarm that it names.

use crate::support::{PATIENT, Site, address, key, token, until_open, well};
use serde_json::{Value, json};
use server::crew::Client;

/// Returns the metric that the alert watches.
async fn faults(metrics: &str) -> u64 {
    let text = reqwest::get(format!("http://{metrics}/metrics")).await.unwrap().text().await.unwrap();
    let figures = text.lines().filter(|line| line.starts_with("croupier_faults_total"));
    figures.map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_fails_says_so_and_raises_the_alarm_that_it_speaks_of() {
    let mut site = Site::new("faults", 1, 1, PATIENT).await;
    site.config.metrics = Some(([127, 0, 0, 1], 0).into());
    let server = site.start().await;
    let metrics = server.metrics().unwrap().to_string();
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (pit, person) = (token("pit", 9_000), site.tables[0].1 * 10 + 1);
    let path = format!("/v1/cages/{}/deposits", site.cage);
    let deposit = json!({ "key": key(), "seen": 0, "person": person, "amount": 77 });
    let before = faults(&metrics).await;
    // The database rejects such an amount, and always will.
    let database = site.database.connect().await.unwrap();
    let refuse = "alter table unit add constraint no_seventy_seven check (moved not like '%,77,%')";
    database.batch_execute(refuse).await.unwrap();
    let post = reqwest::Client::new().post(format!("{}{path}", address(&server)));
    let answer = post.bearer_auth(&pit).json(&deposit).send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 503);
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["type"], "/problems/failed");
    let title = problem["title"].as_str().unwrap();
    assert!(title.contains("was not carried out") && title.contains("an alarm was raised"), "{title}");
    assert!(faults(&metrics).await > before, "no alarm was raised");
    let alerts = include_str!("../../../../deploy/alerts.yml");
    assert!(alerts.contains("increase(croupier_faults_total[5m])) > 0"), "no alert is on the figure");
    // Other commands continue, and so does this one once the cause is removed.
    let other = json!({ "key": key(), "seen": 0, "person": person, "amount": 1 });
    well(client.post(&path, &pit, &other).await);
    database.batch_execute("alter table unit drop constraint no_seventy_seven").await.unwrap();
    assert_eq!(well(client.post(&path, &pit, &deposit).await)["again"], false);
    let wallet = format!("/v1/cages/{}/wallet?person={person}", site.cage);
    assert_eq!(well(client.get(&wallet, &pit).await)["amount"], 78);
    drop(database);
    server.leave().await;
    site.drop().await;
}
