//! What must hold at the end, whatever happened.

use crate::diary::{Diary, Heard};
use crate::site::{Site, token};
use async_nats::jetstream::{self, consumer};
use futures_util::StreamExt;
use house::ids::Time;
use house::store::{Wanted, Which, load};
use serde_json::value::RawValue;
use server::fanout::Names;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use uuid::Uuid;

/// A unit as the journal has it: its number, its time and its person.
type Entered = (i64, i64, i64);

/// What was counted on the way.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub commands: usize,
    pub refused: usize,
    /// Nobody answered, and whoever had asked gave up.
    pub given_up: usize,
    /// Of these, how many were carried out.
    pub done_unheard: usize,
    /// Sent more than once, since nobody knew what had become of it.
    pub sent_again: usize,
    /// Refused when they were sent again, but carried out by one of the times before that nobody had answered.
    pub done_late: usize,
    pub units: usize,
    /// Units of people, of the house itself and of streams that wrote to each other.
    pub of_people: usize,
    pub longest: Duration,
}

/// Everybody's own record agrees with the database, command by command.
pub async fn commands(site: &Site, diary: &Diary) -> Counts {
    let client = site.database.connect().await.unwrap();
    let mut journal: BTreeMap<(i64, Uuid), Vec<Entered>> = BTreeMap::new();
    let mut counts = Counts::default();
    let mut of_people = BTreeSet::new();
    for row in client.query("select stream, key, seq, at, person, sender from unit", &[]).await.unwrap() {
        let (name, person, sender) = ((row.get(0), row.get(1)), row.get(4), row.get::<_, i64>(5));
        let at = Time::from_system(row.get::<_, SystemTime>(3)).0;
        journal.entry(name).or_default().push((row.get(2), at, person));
        counts.units += 1;
        if sender == 0 && person != 0 {
            counts.of_people += 1;
            of_people.insert(name);
        }
    }
    for ((stream, key), units) in &journal {
        assert_eq!(units.len(), 1, "{key} of stream {stream} is carried out twice: {units:?}");
    }
    for entry in diary.entries() {
        let name = (entry.stream, entry.key);
        of_people.remove(&name);
        let there = journal.get(&name).map(|units| units[0]);
        counts.commands += 1;
        counts.sent_again += usize::from(entry.lost > 0 && entry.heard != Heard::Nothing);
        counts.longest = counts.longest.max(entry.took);
        let right = match entry.heard {
            Heard::Done { seq, at } => there == Some((seq, at, entry.person)),
            Heard::Refused(_) => {
                counts.refused += 1;
                counts.done_late += usize::from(there.is_some());
                there.is_none() || entry.lost > 0
            }
            Heard::Nothing => {
                counts.given_up += 1;
                counts.done_unheard += usize::from(there.is_some());
                there.is_none_or(|(_, _, person)| person == entry.person)
            }
        };
        assert!(right, "{there:?} stands in the journal for {entry:?}");
    }
    assert!(of_people.is_empty(), "nobody has sent {of_people:?}");
    counts
}

/// The books balance and the chains hold, by the commands that auditors use.
pub fn books(site: &Site) {
    let keys = site.directory.join("keys").display().to_string();
    let database = ["--database", site.address()];
    for words in [&["ledger", "verify", "--keys", &keys][..], &["audit", "verify"][..]] {
        let ended = Command::new(env!("CARGO_BIN_EXE_croupier")).args(words).args(database).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout) + String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{words:?}: {said}");
    }
}

/// Waits until no message between streams is on its way.
pub async fn quiet(site: &Site) {
    let since = Instant::now();
    loop {
        let client = site.database.connect().await.unwrap();
        let wanted = Wanted { find: games::find, keys: &site.keys, from_the_beginning: false };
        let all = load(&client, Which::All, &wanted, |_, _| {}).await.unwrap();
        let waiting: Vec<_> = all.iter().filter(|one| !one.stream.outstanding().is_empty()).collect();
        if waiting.is_empty() {
            return;
        }
        let names: Vec<_> = waiting.iter().map(|one| one.stream.id().0).collect();
        assert!(since.elapsed() < Duration::from_secs(20), "messages of {names:?} are never answered");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The last unit of every table, from the database.
pub async fn heads(site: &Site) -> BTreeMap<i64, i64> {
    let client = site.database.connect().await.unwrap();
    let asked = "select stream, max(seq) from unit join stream on stream.id = unit.stream
        where stream.kind = 'table' group by stream";
    client.query(asked, &[]).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// What NATS keeps of every table has no gap, comes once, ends with the last unit, and is what anybody may see.
pub async fn kept_in_nats(site: &Site, nats: &str, address: &str) -> usize {
    let names = Names::beginning_with(&site.name);
    let client = async_nats::connect(nats).await.unwrap();
    let since = Instant::now();
    let kept = loop {
        // The clock may still play somewhere.
        let heads = heads(site).await;
        let kept = read_kept(&client, &names).await;
        let last = |table: &i64| kept.get(table).and_then(|units| units.last()).map_or(0, |(seq, _)| *seq);
        let behind: Vec<_> = heads.iter().filter(|(table, head)| last(table) < **head).collect();
        if behind.is_empty() {
            break kept;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "NATS is behind: {behind:?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    let http = reqwest::Client::new();
    for (number, (table, units)) in kept.iter().enumerate() {
        let first = units[0].0;
        for (expected, (seq, _)) in (first..).zip(units) {
            assert_eq!(*seq, expected, "what NATS keeps of table {table} has a gap or a unit twice");
        }
        if number % 10 == 0 {
            let path = format!("{address}/v1/tables/{table}/units?after={}", first - 1);
            let text = http.get(path).bearer_auth(token(104)).send().await.unwrap().text().await.unwrap();
            let told: Vec<Box<RawValue>> = serde_json::from_str(&text).unwrap();
            for ((seq, kept), told) in units.iter().zip(&told) {
                assert_eq!(kept, told.get(), "unit {seq} of table {table}");
            }
        }
    }
    kept.values().map(Vec::len).sum()
}

async fn read_kept(client: &async_nats::Client, names: &Names) -> BTreeMap<i64, Vec<(i64, String)>> {
    let stream = jetstream::new(client.clone()).get_stream(&names.stream).await.unwrap();
    let config = consumer::pull::Config {
        filter_subject: format!("{}.*.spectator", names.subject),
        ack_policy: consumer::AckPolicy::None,
        ..consumer::pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await.unwrap();
    let mut kept: BTreeMap<i64, Vec<(i64, String)>> = BTreeMap::new();
    loop {
        let mut messages = consumer.fetch().max_messages(1_000).messages().await.unwrap();
        let mut any = false;
        while let Some(message) = messages.next().await {
            let message = message.unwrap();
            any = true;
            let table = message.subject.split('.').rev().nth(1).unwrap().parse().unwrap();
            let seq = message.headers.as_ref().unwrap().get("Croupier-Seq").unwrap().as_str();
            let text = String::from_utf8(message.payload.to_vec()).unwrap();
            kept.entry(table).or_default().push((seq.parse().unwrap(), text));
        }
        if !any {
            return kept;
        }
    }
}
