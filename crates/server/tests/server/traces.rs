//! A request has the same trace id in every process, and a collector receives it, but never who asked, nor what.

use crate::support::{PATIENT, Site, address, token, until_open, until_shared};
use axum::Router;
use axum::routing::post;
use serde_json::Value;
use server::crew::Client;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const NAME: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_one_name_wherever_it_goes_and_the_collector_learns_nothing_secret() {
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let collector = format!("http://{}", listener.local_addr().unwrap());
    let hears = Arc::clone(&told);
    let hear = async move |body: String| hears.lock().unwrap().push(body);
    let router = Router::new().route("/v1/traces", post(hear));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });

    let mut site = Site::new("traces", 2, 1, PATIENT).await;
    site.config.traces = Some(collector);
    let one = site.start().await;
    let two = site.start().await;
    until_open(&Client::to(&[address(&one)]).unwrap(), site.tables.len()).await;
    until_shared(&one, &two).await;
    let far = |(_, table, _): &&(_, i64, _)| !one.app().house.has(house::ids::StreamId(*table));
    let table = site.tables.iter().find(far).unwrap().1;
    let own = token("dealer", 9_001);
    let asked = reqwest::Client::new().get(format!("{}/v1/tables/{table}", address(&one)));
    let asked = asked.bearer_auth(&own).header("traceparent", format!("00-{NAME}-00f067aa0ba902b7-01"));
    let answer = asked.send().await.unwrap();
    assert!(answer.headers()["traceparent"].to_str().unwrap().starts_with(&format!("00-{NAME}-")));
    let made = reqwest::get(format!("{}/health", address(&one))).await.unwrap();
    assert_eq!(made.headers()["traceparent"].len(), 55);

    let mut spans: Vec<Value> = Vec::new();
    for _ in 0..100 {
        let all = told.lock().unwrap().clone();
        spans = all.iter().flat_map(|body| spans_of(body)).filter(|span| span["traceId"] == NAME).collect();
        if spans.len() == 2 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(spans.len(), 2, "one at each process: {spans:?}");
    let (first, second) = match spans[0]["parentSpanId"] == "00f067aa0ba902b7" {
        true => (&spans[0], &spans[1]),
        false => (&spans[1], &spans[0]),
    };
    assert_eq!(first["parentSpanId"], "00f067aa0ba902b7");
    assert_eq!(second["parentSpanId"], first["spanId"]);
    assert_eq!(first["name"], "GET /v1/tables/{table}");
    let nanos = |span: &Value, name: &str| span[name].as_str().unwrap().parse::<u128>().unwrap();
    assert!(nanos(first, "startTimeUnixNano") < nanos(first, "endTimeUnixNano"));
    let all = told.lock().unwrap().join("\n");
    assert!(!all.contains(&own[4..]) && !all.contains("dealer9001") && !all.contains(&format!("/{table}")));
    one.leave().await;
    two.leave().await;
    site.drop().await;
}

fn spans_of(body: &str) -> Vec<Value> {
    let body: Value = serde_json::from_str(body).unwrap();
    body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_is_away_holds_nobody_up() {
    let mut site = Site::new("no_collector", 1, 1, PATIENT).await;
    site.config.traces = Some("http://127.0.0.1:9".to_owned());
    let server = site.start().await;
    let begun = std::time::Instant::now();
    for _ in 0..50 {
        let answer = reqwest::get(format!("{}/health", address(&server))).await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
    }
    assert!(begun.elapsed() < Duration::from_secs(5));
    server.leave().await;
    site.drop().await;
}
