//! The primary of a PostgreSQL cluster dies during play. With synchronous replication no answered command is lost. With
//! asynchronous replication the house reports the losses and continues.
//!
//! `FAILOVER_KILLS` sets the number of kills, `FAILOVER_TABLES` the number of tables, `FAILOVER_SYNC` (`strict` or
//! `on`) the kind of synchronous replication. `just failover 10 400` is the long run.

use crate::cluster::{Cluster, Replication};
use crate::diary::Entry;
use crate::losses::{self, Said};
use crate::mayhem::told;
use crate::people::{Party, People};
use crate::process::{Process, Quarters};
use crate::proof::{self, Counts};
use crate::servers::free_port;
use crate::site::{Shape, Site, Table};
use crate::takeover::{look, until_shared};
use crate::watchers::{Heads, Watcher, watch_all};
use futures_util::future::join_all;
use house::patrons::Whim;
use house::store::{Database, StoreError};
use house::table::Clocks;
use serde_json::{Value, json};
use server::fanout::Names;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use uuid::Uuid;

const SHARDS: i32 = 12;
const WATCHERS: usize = 24;
const CLOCKS: Clocks = Clocks::of(Duration::from_secs(8), Duration::from_secs(6));
/// The time that the house may add to that of the database. It sends a heartbeat every half second and tries to connect
/// at least every second; the rest is for restoring tables on a busy machine.
const MOST_ADDED: Duration = Duration::from_secs(5);
/// A failover that takes longer has failed.
const PATIENCE: Duration = Duration::from_secs(90);
/// The time of play between two failovers.
const BETWEEN: Duration = Duration::from_secs(3);
/// A root is signed each minute.
const ROOT: Duration = Duration::from_secs(75);
/// While replication is held back, this many commands are answered before the primary is killed.
const HELD: usize = 20;

/// A house on a cluster, with two processes, players and watchers.
struct Scene {
    begun: Instant,
    processes: Vec<Process>,
    cluster: Cluster,
    site: Site,
    addresses: Vec<String>,
    people: Arc<People>,
    /// Each table with the patron of its seat B.
    seats: Vec<(Table, i64)>,
    heads: Heads,
    watchers: Vec<JoinHandle<Watcher>>,
    playing: JoinHandle<Vec<Party>>,
}

/// A failover: times since the primary was killed.
struct Outage {
    node: String,
    killed: Instant,
    /// A new primary is there.
    elected: Duration,
    /// It accepts writes.
    written: Duration,
    /// Every table has answered a read.
    looked: Duration,
    /// Every table has answered a command, and every shard has committed one.
    played: Duration,
}

impl Outage {
    /// The time that the house adds.
    fn added(&self) -> Duration {
        self.played - self.written
    }
}

/// The results at the end.
struct End {
    counts: Counts,
    watchers: Vec<Watcher>,
    audit: Value,
}

impl Scene {
    async fn set(test: &str, first_port: u16, replication: Replication) -> Scene {
        let started = Instant::now();
        let cluster = Cluster::start(test, first_port, replication);
        println!("{test}: the cluster runs after {:.1?}", started.elapsed());
        let tables = usize::try_from(told("FAILOVER_TABLES", 24)).unwrap();
        let shape = Shape { shards: SHARDS, tables, clocks: CLOCKS, waiting: 2_048 };
        let site = Site::new(test, cluster.postgres(), shape).await;
        let place = |first_port: u16| Quarters {
            listen: format!("127.0.0.1:{}", free_port(first_port)),
            database: site.address().to_owned(),
            nats: cluster.nats().to_owned(),
            namespace: None,
            metrics: Some(free_port(first_port + 20)),
        };
        let processes = vec![
            Process::start(&site, "one", place(first_port + 100)),
            Process::start(&site, "two", place(first_port + 150)),
        ];
        let addresses: Vec<String> = processes.iter().map(Process::address).collect();
        until_shared(&site, &addresses, SHARDS).await;
        // About a hundred moves a second, at most two at a table.
        let pace = Duration::from_millis(u64::try_from(tables).unwrap() * 10).max(Duration::from_millis(500));
        let mut people = People::new(&addresses, pace);
        Arc::get_mut(&mut people).unwrap().gives_up = false;
        let parties = people.seat_all(&site, 1).await;
        println!("{test}: {tables} tables are played after {:.1?}", started.elapsed());
        let seats = parties.iter().map(|party| (party.table, party.patron(1))).collect();
        let heads = Heads::default();
        let watchers = watch_all(&site, &people, &parties, &addresses, WATCHERS, &heads);
        let playing = tokio::spawn({
            let people = Arc::clone(&people);
            async move { people.play_all(parties).await }
        });
        Scene { begun: started, processes, cluster, site, addresses, people, seats, heads, watchers, playing }
    }

    /// Lets everyone play for a while.
    async fn play(&self, length: Duration) {
        let since = Instant::now();
        while since.elapsed() < length {
            assert!(!self.playing.is_finished(), "people have stopped playing");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Kills the primary, and waits until all tables are played again.
    async fn fail_over(&self) -> Outage {
        let node = self.cluster.primary().expect("a primary");
        let killed = Instant::now();
        self.cluster.kill(&node);
        if self.cluster.replication == Replication::Off {
            self.cluster.release();
        }
        self.until(killed, "a new primary", async || self.site.database.connect().await.map(drop)).await;
        let elected = killed.elapsed();
        if self.cluster.replication == Replication::Strict {
            // The new primary accepts writes only when the dead node is its standby.
            self.cluster.start_node(&node);
        }
        self.until(killed, "a write", async || self.write().await).await;
        let written = killed.elapsed();
        let probes = self.probe().await;
        let looked = probes.iter().map(|(looked, _)| *looked).max().unwrap() - killed;
        let played = probes.iter().map(|(_, played)| *played).max().unwrap() - killed;
        assert_ne!(self.cluster.primary().as_ref(), Some(&node), "the killed node is primary again");
        Outage { node, killed, elected, written, looked, played }
    }

    /// Holds replication back until enough commands are answered, including deposits at every cage.
    async fn play_held(&self) {
        self.cluster.hold();
        let (held, mut whim) = (Instant::now(), Whim::new(u64::from(Uuid::new_v4().as_fields().0)));
        let cages: BTreeSet<i64> = self.site.tables.iter().map(|table| table.cage).collect();
        for cage in &cages {
            for person in 1..=3 {
                self.people.deposit(*cage, person, 100, &mut whim).await.expect("a deposit is carried out");
            }
        }
        while self.people.diary.done_since(held) < HELD + 3 * cages.len() {
            assert!(held.elapsed() < Duration::from_secs(20), "too few commands are answered");
            self.play(Duration::from_millis(20)).await;
        }
    }

    /// Retries until success.
    async fn until<T>(
        &self,
        since: Instant,
        what: &str,
        attempt: impl AsyncFn() -> Result<T, StoreError>,
    ) -> T {
        loop {
            let tried = tokio::time::timeout(Duration::from_secs(2), attempt()).await;
            match tried {
                Ok(Ok(done)) => return done,
                Ok(Err(error)) => assert!(since.elapsed() < PATIENCE, "{what} never comes: {error}"),
                Err(_) => assert!(since.elapsed() < PATIENCE, "{what} never comes"),
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
    }

    /// A separate transaction, in a database that no house uses.
    async fn write(&self) -> Result<(), StoreError> {
        let client = Database::at(self.cluster.postgres())?.connect().await?;
        client.batch_execute("create table if not exists written (at timestamptz)").await?;
        client.batch_execute("insert into written values (now())").await?;
        Ok(())
    }

    /// When each table answered a read and then a command; every shard has committed at least one of the commands.
    async fn probe(&self) -> Vec<(Instant, Instant)> {
        let http = reqwest::Client::new();
        let committed: Arc<Vec<AtomicBool>> = Arc::new((0..SHARDS).map(|_| AtomicBool::new(false)).collect());
        let probes = self.seats.iter().enumerate().map(|(number, (table, patron))| {
            let probe = Probe {
                http: http.clone(),
                addresses: self.addresses.clone(),
                people: Arc::clone(&self.people),
                table: table.id,
                patron: *patron,
                shard: number % committed.len(),
                committed: Arc::clone(&committed),
                // Not more than two thousand requests a second in all.
                pause: Duration::from_micros(500) * u32::try_from(self.seats.len()).unwrap().max(50),
            };
            tokio::spawn(probe.run())
        });
        join_all(probes.collect::<Vec<_>>()).await.into_iter().map(Result::unwrap).collect()
    }

    /// Plays until a root is signed after the given one.
    async fn until_signed(&self, root: i64) {
        let since = Instant::now();
        while proof::last_root(&self.site).await <= root {
            assert!(since.elapsed() < ROOT, "no root is signed after the failover");
            self.play(Duration::from_millis(500)).await;
        }
        println!("a root was signed {:.1?} after the last failover", since.elapsed());
    }

    /// Lets everyone finish, and waits until the watchers have received everything.
    async fn finish(&mut self) -> Vec<Watcher> {
        self.people.over.store(true, Ordering::Relaxed);
        let parties = (&mut self.playing).await.unwrap();
        self.people.finish_all(parties).await;
        proof::quiet(&self.site).await;
        let heads = proof::heads(&self.site).await;
        self.heads.lock().unwrap().extend(heads);
        let watchers = join_all(std::mem::take(&mut self.watchers)).await;
        let watchers: Vec<Watcher> = watchers.into_iter().map(Result::unwrap).collect();
        join_all(watchers.iter().map(|watcher| watcher.compare(&self.addresses[0]))).await;
        watchers
    }

    /// The processes leave, and the final checks must pass.
    async fn close(mut self, watchers: Vec<Watcher>) -> End {
        proof::leave(&self.site, &mut self.processes).await;
        let counts = proof::commands(&self.site, &self.people.diary).await;
        let audit = proof::books(&self.site);
        self.site.drop().await;
        println!("everything was right after {:.1?}", self.begun.elapsed());
        End { counts, watchers, audit }
    }

    /// The checks after the last failover.
    async fn end(mut self) -> End {
        if kills() > 1 {
            let root = proof::last_root(&self.site).await;
            self.until_signed(root).await;
        }
        let watchers = self.finish().await;
        self.close(watchers).await
    }
}

/// The data for querying one table.
struct Probe {
    http: reqwest::Client,
    addresses: Vec<String>,
    people: Arc<People>,
    table: i64,
    patron: i64,
    shard: usize,
    /// Which shards have committed a command.
    committed: Arc<Vec<AtomicBool>>,
    pause: Duration,
}

impl Probe {
    async fn run(self) -> (Instant, Instant) {
        let mut seen = self.look().await;
        let looked = Instant::now();
        let mut whim = Whim::new(self.table.unsigned_abs());
        loop {
            let key = Uuid::new_v4().to_string();
            let body = json!({ "key": key, "seen": seen, "seat": "B", "amount": 700 });
            let done = self.people.cash_out(self.table, self.patron, body, &mut whim).await;
            let answered = Instant::now();
            if done.is_some() {
                self.committed[self.shard].store(true, Ordering::Relaxed);
            }
            // A refusal is an answer too, but another table of the shard must have committed then.
            if self.committed[self.shard].load(Ordering::Relaxed) {
                return (looked, answered);
            }
            tokio::time::sleep(self.pause).await;
            seen = self.look().await;
        }
    }

    /// The table's last unit, as soon as a process serves the table.
    async fn look(&self) -> i64 {
        let since = Instant::now();
        for address in self.addresses.iter().cycle() {
            if let Some(now) = look(&self.http, address, self.table).await {
                return now["seq"].as_i64().unwrap();
            }
            assert!(since.elapsed() < PATIENCE, "table {} never answers again", self.table);
            tokio::time::sleep(self.pause).await;
        }
        unreachable!("a cycle does not end")
    }
}

fn median_and_worst(outages: &[Outage], what: fn(&Outage) -> Duration) -> String {
    let mut times: Vec<Duration> = outages.iter().map(what).collect();
    times.sort_unstable();
    let worst = times[times.len() - 1];
    format!("median {:.1?}, worst {worst:.1?}", times[times.len() / 2])
}

/// One line of output per failover.
fn tell(number: usize, outage: &Outage, more: &str) {
    let Outage { node, elected, written, looked, played, .. } = outage;
    let added = outage.added();
    println!(
        "failover {number} ({node}): primary {elected:.1?}, writes {written:.1?}, looks {looked:.1?}, \
         commands {played:.1?}, added {added:.1?}, {more}"
    );
}

fn summarize(settings: &str, outages: &[Outage], end: &End) {
    let frames: usize = end.watchers.iter().map(|watcher| watcher.frames.len()).sum();
    println!("{} failovers, {settings}", outages.len());
    println!("  the database takes writes: {}", median_and_worst(outages, |outage| outage.written));
    println!("  the house plays: {}", median_and_worst(outages, |outage| outage.played));
    println!("  the house adds: {}", median_and_worst(outages, Outage::added));
    println!("{:#?}", end.counts);
    println!("{frames} frames at {} watchers", end.watchers.len());
}

fn kills() -> usize {
    usize::try_from(told("FAILOVER_KILLS", 1)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a cluster: `just failover`"]
async fn synchronous() {
    let replication = match std::env::var("FAILOVER_SYNC").as_deref() {
        Err(_) | Ok("strict") => Replication::Strict,
        Ok("on") => Replication::On,
        Ok(other) => panic!("FAILOVER_SYNC is strict or on, not {other}"),
    };
    let scene = Scene::set("synchronous", 29_000, replication).await;
    let mut outages = Vec::new();
    for number in 1..=kills() {
        scene.cluster.wait();
        scene.play(BETWEEN).await;
        let outage = scene.fail_over().await;
        let lost = proof::lost(&scene.site, &scene.people.diary).await;
        let answered = scene.people.diary.done_since(scene.begun);
        tell(number, &outage, &format!("{answered} answered so far, {} lost", lost.len()));
        assert!(lost.is_empty(), "these were answered and are lost: {lost:#?}");
        if replication == Replication::On {
            scene.cluster.start_node(&outage.node);
        }
        outages.push(outage);
    }
    let settings = scene.cluster.settings();
    let end = scene.end().await;
    summarize(&settings, &outages, &end);
    // One failover is enough for correctness. Its duration on a machine with other work says nothing.
    let worst = outages.iter().map(Outage::added).max().unwrap();
    assert!(kills() == 1 || worst <= MOST_ADDED, "the house adds {worst:.1?}");
}

/// After a failover with a loss: what the house failed to report or to do.
async fn faults_after(scene: &Scene, outage: &Outage, before: &Said, lost: &[Entry]) -> Vec<String> {
    let mut faults = losses::noticed(&scene.processes, before, lost).await;
    faults.extend(losses::written_down(&scene.site, &scene.processes, before).await);
    let late = lost.iter().filter(|entry| entry.sent + entry.took > outage.killed + outage.written);
    faults.extend(late.map(|entry| {
        let name = losses::name(entry);
        format!("{name} is lost, and was answered when the new primary was there")
    }));
    faults.extend(losses::sent_again(&scene.people, lost).await);
    faults
}

/// Watchers who had received lost units were notified.
fn faults_of_watchers(watchers: &[Watcher], lost: &BTreeSet<(i64, i64)>) -> Vec<String> {
    let mut faults = Vec::new();
    for watcher in watchers {
        let untold = |(seq, _): &&(i64, String)| lost.contains(&(watcher.table, *seq));
        let units: Vec<i64> = watcher.frames.iter().filter(untold).map(|(seq, _)| *seq).collect();
        if !units.is_empty() {
            let (person, table) = (watcher.person, watcher.table);
            faults.push(format!("{person} at table {table} was not told that {units:?} are lost"));
        }
    }
    if watchers.iter().all(|watcher| watcher.losses.is_empty()) {
        faults.push("no watcher was told of a loss".to_owned());
    }
    faults
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a cluster: `just failover`"]
async fn asynchronous() {
    let scene = Scene::set("asynchronous", 29_300, Replication::Off).await;
    let (mut outages, mut faults, mut noticed) = (Vec::new(), Vec::new(), 0);
    let mut all_lost: BTreeSet<(i64, i64)> = BTreeSet::new();
    for number in 1..=kills() {
        scene.cluster.wait();
        scene.play(BETWEEN).await;
        let before = Said::so_far(&scene.processes).await;
        scene.play_held().await;
        let outage = scene.fail_over().await;
        let lost = proof::lost(&scene.site, &scene.people.diary).await;
        scene.people.diary.take_out(&lost);
        all_lost.extend(lost.iter().map(losses::unit));
        let answered = scene.people.diary.done_since(scene.begun);
        tell(number, &outage, &format!("{answered} answered so far stand, {} lost", lost.len()));
        assert!(!lost.is_empty(), "replication was held back, and no answered command is lost");
        let found = faults_after(&scene, &outage, &before, &lost).await;
        found.iter().for_each(|fault| println!("failover {number}: {fault}"));
        noticed += usize::from(found.is_empty());
        faults.extend(found);
        scene.cluster.start_node(&outage.node);
        outages.push(outage);
    }
    println!("the house did right after {noticed} of {} failovers", outages.len());
    assert!(faults.is_empty(), "{faults:#?}");
    let settings = scene.cluster.settings();
    let end = scene.end().await;
    summarize(&settings, &outages, &end);
    let faults = faults_of_watchers(&end.watchers, &all_lost);
    assert!(faults.is_empty(), "{faults:#?}");
    let told = end.audit["losses"].as_array().map_or(0, Vec::len);
    assert!(told >= outages.len(), "the audit lists {told} losses: {}", end.audit);
}

/// Waits until both processes have a connection to NATS.
async fn until_connected(scene: &Scene) {
    let since = Instant::now();
    for process in &scene.processes {
        while process.figure("croupier_nats_connected").await != 1 {
            assert!(since.elapsed() < Duration::from_secs(20), "no connection to NATS: {}", process.log());
            scene.play(Duration::from_millis(100)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs a cluster: `just failover`"]
async fn nats_loses_a_node() {
    let mut scene = Scene::set("nats", 29_600, Replication::Off).await;
    until_connected(&scene).await;
    let (since, stream) = (Instant::now(), Names::beginning_with(&scene.site.name).stream);
    let leader = loop {
        match scene.cluster.nats_leader(&stream) {
            Some(leader) => break leader,
            None => assert!(since.elapsed() < Duration::from_secs(20), "no server leads {stream}"),
        }
        scene.play(Duration::from_millis(100)).await;
    };
    scene.play(BETWEEN).await;
    scene.cluster.nats_kill(&leader);
    scene.play(BETWEEN).await;
    until_connected(&scene).await;
    scene.play(BETWEEN).await;
    scene.cluster.nats_start(&leader);
    let watchers = scene.finish().await;
    let kept = proof::kept_in_nats(&scene.site, scene.cluster.nats(), &scene.addresses[0]).await;
    let end = scene.close(watchers).await;
    let frames: usize = end.watchers.iter().map(|watcher| watcher.frames.len()).sum();
    println!(
        "NATS server {leader} was killed: {frames} frames at {} watchers and {kept} units in NATS have no gap",
        end.watchers.len()
    );
}
