//! What NATS keeps of a table has no gap, after any publisher and any loss.

use crate::support::{PATIENT, Site, address, seat, until_open, well};
use async_nats::jetstream::{self, stream::Stream};
use engine::Audience;
use house::ids::StreamId;
use house::patrons::Whim;
use server::crew::{Answered, Client, Crew};
use server::fanout::Names;
use std::time::{Duration, Instant};

async fn play(client: &Client, crew: &Crew, whim: &mut Whim, turns: usize) -> i64 {
    let path = format!("/v1/tables/{}", crew.table);
    for _ in 0..turns {
        let next = crew.next_move(client, whim).await.unwrap();
        let answer = client.post(&format!("{path}/inputs"), &next.token, &next.body).await;
        assert!(!matches!(answer, Answered::Unknown));
    }
    well(client.get(&path, &crew.patrons[0].1).await)["seq"].as_i64().unwrap()
}

/// Returns the numbers of the stored units, and their numbers in NATS.
async fn kept(stream: &Stream, subject: &str) -> Vec<(i64, u64)> {
    let mut kept = Vec::new();
    let mut next = stream.direct_get_first_for_subject(subject).await;
    while let Ok(message) = next {
        let seq = message.headers.get("Croupier-Seq").unwrap().as_str().parse().unwrap();
        kept.push((seq, message.sequence));
        next = stream.direct_get_next_for_subject(subject, Some(message.sequence + 1)).await;
    }
    kept
}

/// Waits until the last unit is there, and checks that there is no gap.
async fn until_kept(stream: &Stream, subject: &str, head: i64) -> Vec<(i64, u64)> {
    let since = Instant::now();
    loop {
        let units = kept(stream, subject).await;
        if units.last().is_some_and(|(seq, _)| *seq == head) {
            let numbers: Vec<i64> = units.iter().map(|(seq, _)| *seq).collect();
            assert_eq!(numbers, (numbers[0]..=head).collect::<Vec<_>>(), "{subject}");
            return units;
        }
        assert!(since.elapsed() < Duration::from_secs(10), "{subject}: {units:?}, and the last is {head}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nats_keeps_has_no_gap_after_any_publisher() {
    let site = Site::new("kept", 1, 1, PATIENT).await;
    let names = Names::beginning_with(&site.config.nats_prefix);
    let nats = async_nats::connect(site.config.nats.as_ref().unwrap()).await.unwrap();
    let (_, table, cage) = site.tables[0];
    let subject = names.of(StreamId(table), Audience::Spectator);
    let one = site.start().await;
    let client = Client::to(&[address(&one)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let crew = seat(&client, table, cage, 1).await;
    let mut whim = Whim::new(4);
    let head = play(&client, &crew, &mut whim, 20).await;
    let stream = jetstream::new(nats.clone()).get_stream(&names.stream).await.unwrap();
    let units = until_kept(&stream, &subject, head).await;
    one.leave().await;

    // One in the middle was lost, as when a connection dies while another process continues.
    stream.delete_message(units[units.len() / 2].1).await.unwrap();
    let two = site.start().await;
    let client = Client::to(&[address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let head = play(&client, &crew, &mut whim, 5).await;
    until_kept(&stream, &subject, head).await;
    two.leave().await;

    // The house was restored to a time before units that NATS still has.
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Croupier-Seq", (head + 50).to_string());
    nats.publish_with_headers(subject.clone(), headers, "{}".into()).await.unwrap();
    nats.flush().await.unwrap();
    let three = site.start().await;
    let client = Client::to(&[address(&three)]).unwrap();
    until_open(&client, site.tables.len()).await;
    // Purged units are published again, although NATS has had them a moment ago.
    until_kept(&stream, &subject, head).await;
    let head = play(&client, &crew, &mut whim, 5).await;
    until_kept(&stream, &subject, head).await;
    three.leave().await;
    jetstream::new(nats).delete_stream(&names.stream).await.unwrap();
    site.drop().await;
}
