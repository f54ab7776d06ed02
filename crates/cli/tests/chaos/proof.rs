//! The checks at the end of every run.

use crate::diary::{Diary, Entry, Heard};
use crate::process::Process;
use crate::site::{Site, token};
use async_nats::jetstream::{self, consumer};
use futures_util::StreamExt;
use house::ids::Time;
use house::store::{Wanted, Which, load};
use serde_json::Value;
use serde_json::value::RawValue;
use server::fanout::Names;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};
use uuid::Uuid;

/// A unit in the journal: its number, its time and its person.
type Entered = (i64, i64, i64);

/// What was counted during the checks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    pub commands: usize,
    pub refused: usize,
    /// No answer, and the sender gave up.
    pub given_up: usize,
    /// The number of these that were executed.
    pub done_unheard: usize,
    /// Sent more than once, since the outcome was unknown.
    pub sent_again: usize,
    /// Refused at a retry, but executed by an earlier attempt that was not answered.
    pub done_late: usize,
    pub units: usize,
    /// Units of people, without those of the house itself and of messages between streams.
    pub of_people: usize,
    pub longest: Duration,
}

/// Compares everyone's own record with the database, command by command.
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

/// Answered commands that the journal does not have under the number and time of the answer.
pub async fn lost(site: &Site, diary: &Diary) -> Vec<Entry> {
    let answered = diary.entries();
    let client = site.database.connect().await.unwrap();
    let asked = "select stream, key, seq, at, person from unit where sender = 0 and person <> 0";
    let rows = client.query(asked, &[]).await.unwrap();
    let journal: BTreeSet<(i64, Uuid, Entered)> = rows
        .iter()
        .map(|row| {
            let at = Time::from_system(row.get::<_, SystemTime>(3)).0;
            (row.get(0), row.get(1), (row.get(2), at, row.get(4)))
        })
        .collect();
    let stands = |entry: &Entry| match entry.heard {
        Heard::Done { seq, at } => journal.contains(&(entry.stream, entry.key, (seq, at, entry.person))),
        Heard::Refused(_) | Heard::Nothing => true,
    };
    answered.into_iter().filter(|entry| !stands(entry)).collect()
}

/// The number of the last signed root.
pub async fn last_root(site: &Site) -> i64 {
    let client = site.database.connect().await.unwrap();
    client.query_one("select coalesce(max(number), 0) from root", &[]).await.unwrap().get(0)
}

/// The processes leave in order, and the signer signs a last root, so signing has survived the run.
pub async fn leave(site: &Site, processes: &mut [Process]) {
    let root = last_root(site).await;
    for process in processes {
        let status = process.leave(Duration::from_secs(30)).await;
        assert!(status.success(), "{status}: {}", process.log());
        assert_eq!(process.said("panicked"), 0, "{}", process.log());
    }
    quiet(site).await;
    assert!(last_root(site).await > root, "no process signs roots any more");
}

/// The file with the most roots. The files of the other processes are prefixes of it.
fn roots_file(site: &Site) -> Option<PathBuf> {
    let entries = std::fs::read_dir(&site.directory).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.extension().is_some_and(|extension| extension == "roots"));
    let mut files: Vec<(Vec<u8>, PathBuf)> =
        files.map(|path| (std::fs::read(&path).unwrap(), path)).collect();
    files.sort_by_key(|(roots, _)| roots.len());
    let (longest, path) = files.pop()?;
    for (roots, other) in files {
        assert!(
            longest.starts_with(&roots),
            "{} is not the beginning of {}",
            other.display(),
            path.display()
        );
    }
    (!longest.is_empty()).then_some(path)
}

/// Checks with the auditors' commands that the books balance and that the chains match the signed roots. Returns the
/// report of the audit.
pub fn books(site: &Site) -> Value {
    let run = |words: &[&str]| {
        let database = ["--database", site.address()];
        let ended = Command::new(env!("CARGO_BIN_EXE_croupier")).args(words).args(database).output().unwrap();
        let said = String::from_utf8_lossy(&ended.stdout).into_owned();
        let complaint = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{words:?}: {said}{complaint}");
        said
    };
    let keys = site.directory.join("keys").display().to_string();
    run(&["ledger", "verify", "--keys", &keys]);
    let mut words = vec!["audit", "verify", "--json"];
    let roots = roots_file(site).map(|path| path.display().to_string());
    if let Some(roots) = &roots {
        words.extend(["--anchors", roots, "--public-key", &site.public_key]);
    }
    serde_json::from_str(&run(&words)).unwrap()
}

/// Waits until no message between streams is in transit.
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

/// Checks that the stream of every table in NATS soon has no gap and no duplicate, ends with the last unit, and
/// contains only public data.
pub async fn kept_in_nats(site: &Site, nats: &str, address: &str) -> usize {
    let names = Names::beginning_with(&site.name);
    let client = async_nats::connect(nats.split(',').collect::<Vec<_>>()).await.unwrap();
    let since = Instant::now();
    let kept = loop {
        // The clock may still play at some tables.
        let heads = heads(site).await;
        let kept = match read_kept(&client, &names).await {
            Ok(kept) => kept,
            // A restarted server may not have its streams yet.
            Err(error) => {
                assert!(since.elapsed() < Duration::from_secs(20), "NATS cannot be read: {error}");
                tokio::time::sleep(Duration::from_millis(500)).await;
                continue;
            }
        };
        let last = |table: &i64| kept.get(table).and_then(|units| units.last()).map_or(0, |(seq, _)| *seq);
        let behind: Vec<_> = heads.iter().filter(|(table, head)| last(table) < **head).collect();
        let gaps: Vec<_> = kept.iter().flat_map(|(table, units)| gaps(*table, units)).collect();
        if behind.is_empty() && gaps.is_empty() {
            break kept;
        }
        // A gap is closed a few seconds after NATS failed to confirm a unit.
        assert!(since.elapsed() < Duration::from_secs(20), "NATS is behind: {behind:?}; has gaps: {gaps:?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    };
    let http = reqwest::Client::new();
    for (number, (table, units)) in kept.iter().enumerate() {
        if number % 10 == 0 {
            let first = units[0].0;
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

/// Finds a unit that is missing between others, duplicated or late: the table, the unit, and the next one.
fn gaps(table: i64, units: &[(i64, String)]) -> impl Iterator<Item = (i64, i64, i64)> {
    units.windows(2).filter(|pair| pair[1].0 != pair[0].0 + 1).map(move |pair| (table, pair[0].0, pair[1].0))
}

/// Units with their numbers, by table.
type Kept = BTreeMap<i64, Vec<(i64, String)>>;

async fn read_kept(client: &async_nats::Client, names: &Names) -> Result<Kept, async_nats::Error> {
    let stream = jetstream::new(client.clone()).get_stream(&names.stream).await?;
    let config = consumer::pull::Config {
        filter_subject: format!("{}.*.spectator", names.subject),
        ack_policy: consumer::AckPolicy::None,
        ..consumer::pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await?;
    let mut kept = Kept::new();
    loop {
        let mut messages = consumer.fetch().max_messages(1_000).messages().await?;
        let mut any = false;
        while let Some(message) = messages.next().await {
            let message = message?;
            any = true;
            let table = message.subject.split('.').rev().nth(1).unwrap().parse().unwrap();
            let seq = message.headers.as_ref().unwrap().get("Croupier-Seq").unwrap().as_str();
            let text = String::from_utf8(message.payload.to_vec()).unwrap();
            kept.entry(table).or_default().push((seq.parse().unwrap(), text));
        }
        if !any {
            return Ok(kept);
        }
    }
}
