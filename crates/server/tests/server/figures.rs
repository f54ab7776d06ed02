//! Metrics: all documented ones exist, the dashboard and the alerts use no others, and patrons cannot see them.

use crate::support::{PATIENT, Site, address, seat, until_open};
use futures_util::StreamExt;
use house::patrons::Whim;
use serde_json::{Value, json};
use server::crew::Client;
use server::figures::{FIGURES, Kind};
use std::collections::BTreeSet;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Returns all names of metrics in a text, without the suffixes of histograms.
fn names_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let names = words.filter(|word| word.starts_with("croupier_"));
    let histograms: Vec<_> = FIGURES.iter().filter(|figure| figure.kind == Kind::Histogram).collect();
    let plain = |name: &str| {
        let of = |end: &str| name.strip_suffix(end).filter(|name| histograms.iter().any(|h| h.name == *name));
        [of("_bucket"), of("_count"), of("_sum")].into_iter().flatten().next().unwrap_or(name).to_owned()
    };
    names.map(plain).collect()
}

fn file(name: &str) -> String {
    let path = format!("{}/../../deploy/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn dashboard_and_alerts_ask_for_what_is_there() {
    let mut site = Site::new("figures", 2, 1, PATIENT).await;
    site.config.metrics = Some(([127, 0, 0, 1], 0).into());
    let directory = std::env::temp_dir().join(format!("croupier-figures-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    site.config.signing_key = Some(directory.join("key"));
    site.config.roots_file = Some(directory.join("roots"));
    let key = house::anchor::Signer::generate().unwrap().reveal_key_file();
    std::fs::write(directory.join("key"), key.as_str()).unwrap();
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = site.tables[0];
    let crew = seat(&client, table, cage, 1).await;
    let own = crew.patrons[0].1.clone();
    let mut request =
        format!("ws://{}/v1/tables/{table}/stream", server.address()).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {own}").parse().unwrap());
    let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
    socket.next().await.unwrap().unwrap();
    let mut whim = Whim::new(3);
    for _ in 0..20 {
        let Some(next) = crew.next_move(&client, &mut whim).await else { break };
        client.post(&format!("/v1/tables/{table}/inputs"), &next.token, &next.body).await;
    }
    drop(socket);
    let sign_in = format!("{}/v1/session", address(&server));
    let wrong = json!({ "name": "nobody", "password": "none" });
    for _ in 0..12 {
        reqwest::Client::new().post(&sign_in).json(&wrong).send().await.unwrap();
    }
    // Metrics that follow a clock: the shards' tick, the first root, the ledger's check.
    server.app().check_ledger().await.unwrap();
    let url = format!("http://{}/metrics", server.metrics().unwrap());
    let wanted: BTreeSet<String> = FIGURES.iter().map(|figure| figure.name.to_owned()).collect();
    let rare = BTreeSet::from(["croupier_sockets_closed_total".to_owned()]);
    let mut lacking = BTreeSet::new();
    let mut text = String::new();
    for _ in 0..200 {
        text = reqwest::get(&url).await.unwrap().text().await.unwrap();
        let there: BTreeSet<String> =
            names_in(&text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n"));
        lacking = wanted.difference(&there).cloned().collect();
        if lacking.is_subset(&rare) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(lacking.is_subset(&rare), "never counted: {lacking:?}");
    let unknown: BTreeSet<String> = names_in(&text).difference(&wanted).cloned().collect();
    assert!(unknown.is_empty(), "counted and not in the table: {unknown:?}");
    for figure in FIGURES {
        assert!(
            text.contains(&format!("# HELP {} ", figure.name)) || rare.contains(figure.name),
            "{}",
            figure.name
        );
    }
    assert!(text.contains("croupier_commit_seconds_bucket"), "a histogram, not a summary");
    for name in ["grafana-croupier.json", "alerts.yml"] {
        let asked = names_in(&file(name));
        assert!(!asked.is_empty());
        let unknown: Vec<_> = asked.difference(&wanted).collect();
        assert!(unknown.is_empty(), "{name} asks for {unknown:?}");
    }
    let dashboard: Value = serde_json::from_str(&file("grafana-croupier.json")).unwrap();
    for panel in dashboard["panels"].as_array().unwrap().iter().filter(|panel| panel["type"] != "row") {
        let asks = panel["targets"].as_array().unwrap().iter();
        assert!(
            asks.clone().count() > 0
                && asks.clone().all(|one| !names_in(one["expr"].as_str().unwrap()).is_empty())
        );
    }
    // Patrons cannot find them.
    let patrons = reqwest::get(format!("{}/metrics", address(&server))).await.unwrap();
    assert_eq!(patrons.status().as_u16(), 404);
    server.leave().await;
    site.drop().await;
    std::fs::remove_dir_all(directory).unwrap();
}
