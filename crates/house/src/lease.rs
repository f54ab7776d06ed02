//! Which process owns which shards.
//!
//! Any number of processes run one house. Each writes a heartbeat to the database every half second. Shards without an
//! owner, or whose process is dead, are taken by the others, each up to its fair share; a process with more gives one
//! up. Processes do not negotiate: each computes the same result from the same rows. If two want one shard the database
//! decides, and the shard's epoch keeps a stalled previous owner out.

mod crash;
mod leaving;

use crate::figures;
use crate::house::House;
use crate::shard::{DEAD_AFTER, DEAD_AFTER_MS};
use crate::store::{Database, StoreError};
use crate::task::{self, Ended};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// The interval at which a process sends its heartbeat and reads the others'.
const BEAT: Duration = Duration::from_millis(500);

/// An answer that takes longer counts as a failure.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// A process stops relying on its shards this long before others may consider it dead.
const MARGIN: Duration = Duration::from_secs(1);

/// After the database was unavailable to this process, it declares no process dead for this long: the others must first
/// have time to send a heartbeat.
const SETTLE: Duration = Duration::from_millis(2_500);

/// How long a build that cannot play a shard waits before it retries: the tables that it cannot play may be closed by
/// then.
const UNFIT: Duration = Duration::from_secs(1);

/// How often a process looks for tables that are to be reopened.
const REOPEN: Duration = Duration::from_secs(2);

/// How often a leaving process checks whether it may continue.
const SHORTLY: Duration = Duration::from_millis(50);

/// A process that runs the house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// A name that no other process ever has.
    pub id: String,
    /// Where others reach it: `http://10.0.0.7:7500`.
    pub address: String,
    /// The build: the version, and a hash of the program.
    pub build: String,
    /// Whether it is about to leave, and takes no more shards.
    pub draining: bool,
}

/// A shard and its owner; an empty owner means none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lease {
    /// The shard.
    pub shard: i32,
    /// The process.
    pub owner: String,
}

/// What the database says about live processes and about shards.
#[derive(Clone, Debug, Default)]
pub struct Floor {
    /// The live processes, by id.
    pub processes: BTreeMap<String, Process>,
    /// The shards, by number.
    pub leases: Vec<Lease>,
    /// The number of the last stream that was created.
    last_stream: i64,
    /// Which builds have examined which shards.
    examined: BTreeSet<(String, i32)>,
}

impl Floor {
    /// Returns the process that owns a shard, if it is alive.
    pub fn owner_of(&self, shard: i32) -> Option<&Process> {
        let lease = self.leases.iter().find(|lease| lease.shard == shard)?;
        self.processes.get(&lease.owner)
    }

    /// Returns the other builds that run and are not leaving.
    fn other_builds(&self, me: &Process) -> Vec<String> {
        let stay = self.processes.values().filter(|process| !process.draining && process.id != me.id);
        let others: BTreeSet<String> = stay.map(|process| process.build.clone()).collect();
        others.into_iter().filter(|build| *build != me.build).collect()
    }

    /// Returns the shards that processes of other builds own and that this build has not examined.
    fn unexamined(&self, me: &Process) -> Vec<i32> {
        let others = |lease: &&Lease| {
            let owner = self.processes.get(&lease.owner);
            owner.is_some_and(|owner| owner.build != me.build)
                && !self.examined.contains(&(me.build.clone(), lease.shard))
        };
        self.leases.iter().filter(others).map(|lease| lease.shard).collect()
    }

    /// Returns those of these shards that this process no longer owns.
    fn lost(&self, me: &str, held: &[i32]) -> Vec<i32> {
        let own = |shard: &i32| self.leases.iter().any(|lease| lease.shard == *shard && lease.owner == me);
        held.iter().copied().filter(|shard| !own(shard)).collect()
    }

    /// Returns what a process with these running shards should do. Shortly after an outage it does not yet consider
    /// others dead (`settled` is false).
    fn plan(&self, me: &str, running: &BTreeSet<i32>, settled: bool) -> Plan {
        let working = self.processes.values().filter(|process| !process.draining || process.id == me).count();
        let fair = self.leases.len().div_ceil(working.max(1));
        if running.len() > fair {
            return Plan { take: Vec::new(), give_up: running.last().copied() };
        }
        let free = |lease: &&Lease| {
            !running.contains(&lease.shard)
                && (lease.owner == me
                    || lease.owner.is_empty()
                    || settled && !self.processes.contains_key(&lease.owner))
        };
        let take = self.leases.iter().filter(free).map(|lease| lease.shard);
        Plan { take: take.take(fair - running.len()).collect(), give_up: None }
    }
}

/// What a process should do next.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Plan {
    take: Vec<i32>,
    give_up: Option<i32>,
}

/// A process's part in the house: it sends heartbeats, takes shards and gives them up, until it leaves.
pub struct Leases {
    house: Arc<House>,
    database: Database,
    me: Process,
    known: Arc<RwLock<Floor>>,
    leave: watch::Sender<bool>,
    task: Mutex<Option<JoinHandle<()>>>,
    ended: Ended,
}

impl Leases {
    /// Joins the house: from now on this process takes shards.
    pub fn join(house: Arc<House>, database: Database, me: Process) -> Leases {
        let known = Arc::new(RwLock::new(Floor::default()));
        let (leave, leaving) = watch::channel(false);
        let keeper = Keeper {
            house: Arc::clone(&house),
            database: database.clone(),
            me: me.clone(),
            known: Arc::clone(&known),
            leaving,
            taking: Arc::default(),
            client: None,
            settled: Instant::now(),
            met: BTreeSet::new(),
            answered: Instant::now(),
            steady: None,
            brought: Arc::default(),
            losses: 0,
            chores: None,
            examining: None,
            reopen: Instant::now(),
        };
        let (task, ended) = task::spawn("leases", keeper.run());
        Leases { house, database, me, known, leave, task: Mutex::new(Some(task)), ended }
    }

    /// Returns this process.
    pub fn me(&self) -> &Process {
        &self.me
    }

    /// Returns what the database last said about processes and shards.
    pub fn floor(&self) -> Floor {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the address of the process that owns a shard, if it is another one.
    pub fn elsewhere(&self, shard: i32) -> Option<String> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known
            .owner_of(shard)
            .filter(|process| process.id != self.me.id)
            .map(|process| process.address.clone())
    }

    /// Whether this process is about to leave.
    pub fn leaving(&self) -> bool {
        *self.leave.borrow()
    }

    /// Waits until this process is about to leave.
    pub async fn until_leaving(&self) {
        let _ = self.leave.subscribe().wait_for(|leaving| *leaving).await;
    }

    /// Gives all shards up, one after the other so that others can take them, and leaves.
    pub async fn leave(&self) {
        let _ = self.leave.send(true);
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

/// The task behind [`Leases`].
struct Keeper {
    house: Arc<House>,
    database: Database,
    me: Process,
    known: Arc<RwLock<Floor>>,
    leaving: watch::Receiver<bool>,
    /// Shards that are being taken.
    taking: Arc<Mutex<BTreeSet<i32>>>,
    client: Option<Client>,
    /// From when on what the database says about other processes is reliable.
    settled: Instant,
    /// When the database last answered, and since when it has answered without interruption.
    answered: Instant,
    steady: Option<Instant>,
    /// The processes that were alive when it last was steady, or were seen since.
    met: BTreeSet<String>,
    /// The last stream that was loaded.
    brought: Arc<AtomicI64>,
    /// How many losses of history were known at the last lookup of streams: a loss may have undone the opening or
    /// closing of tables since.
    losses: usize,
    /// The task that works beside the heartbeat.
    chores: Option<JoinHandle<()>>,
    /// The task that examines the shards of other builds.
    examining: Option<JoinHandle<()>>,
    /// When to look next for tables that are to be reopened.
    reopen: Instant,
}

impl Keeper {
    async fn run(mut self) {
        while !*self.leaving.borrow() {
            self.turn().await;
            tokio::select! {
                () = tokio::time::sleep(BEAT) => {}
                _ = self.leaving.changed() => {}
            }
        }
        self.go().await;
    }

    /// Sends the heartbeat, reads the others', and does the pending work.
    async fn turn(&mut self) {
        let Some(floor) = self.look().await else { return };
        let running: BTreeSet<i32> = self.house.shards().into_iter().chain(self.being_taken()).collect();
        let plan = floor.plan(&self.me.id, &running, Instant::now() >= self.settled);
        self.do_chores(floor.last_stream);
        self.examine(&floor);
        let alone = floor.processes.values().all(|process| process.build == self.me.build);
        plan.take.into_iter().for_each(|shard| self.take(shard, alone));
        if let Some(shard) = plan.give_up {
            tracing::info!(shard, "given up for another process");
            // In a separate task: waiting for a shard must not delay heartbeats.
            let house = Arc::clone(&self.house);
            tokio::spawn(async move { house.release(shard).await });
        }
    }

    /// Reopens tables that were closed to be reopened, and loads those that any process has created since. Runs in its
    /// own task, since a shard may be waiting for the database.
    fn do_chores(&mut self, last_stream: i64) {
        let busy = self.chores.as_ref().is_some_and(|task| !task.is_finished());
        let losses = self.house.losses().len();
        let new = self.brought.load(Ordering::Relaxed) != last_stream || self.losses != losses;
        let reopen = self.reopen <= Instant::now();
        if busy || !(reopen || new) {
            return;
        }
        self.losses = losses;
        if reopen {
            self.reopen = Instant::now() + REOPEN;
        }
        let (house, brought) = (Arc::clone(&self.house), Arc::clone(&self.brought));
        self.chores = Some(tokio::spawn(async move {
            if reopen && let Err(error) = house.reopen_tables().await {
                tracing::warn!(%error, "closed tables cannot be opened again yet");
            }
            if new && bring_new(&house).await {
                brought.store(last_stream, Ordering::Relaxed);
            }
        }));
    }

    /// Examines the shards that other builds own, long before this process could be given one: it may have to replay
    /// every unit.
    fn examine(&mut self, floor: &Floor) {
        let shards = floor.unexamined(&self.me);
        let busy = self.examining.as_ref().is_some_and(|task| !task.is_finished());
        if busy || shards.is_empty() || self.me.draining {
            return;
        }
        let (house, build) = (Arc::clone(&self.house), self.me.build.clone());
        self.examining = Some(tokio::spawn(async move {
            for shard in shards {
                match house.fit(shard, &build).await {
                    Ok(unfit) => {
                        tracing::info!(shard, unfit = unfit.len(), "a shard of another build was examined");
                    }
                    Err(error) => {
                        tracing::warn!(shard, %error, "a shard of another build cannot be examined yet");
                    }
                }
            }
        }));
    }

    /// Sends the heartbeat and reads the others'; `None` if the database does not answer.
    async fn look(&mut self) -> Option<Floor> {
        let (asked, held) = (Instant::now(), self.house.shards());
        match tokio::time::timeout(PATIENCE, self.ask()).await {
            Ok(Ok(floor)) => {
                // Other processes may have declared this one dead while it stalled or was cut off: before that is
                // known, it must not show what it has in memory.
                for shard in floor.lost(&self.me.id, &held) {
                    tracing::warn!(shard, "another process has taken a shard over");
                    self.house.forget(shard);
                }
                // The same cause may have delayed the heartbeats of others.
                let now = Instant::now();
                let went_on = now - self.answered <= 2 * BEAT;
                self.answered = now;
                self.steady = self.steady.filter(|_| went_on).or(Some(now));
                if self.is_steady() {
                    self.met.clear();
                }
                self.met.extend(floor.processes.keys().cloned());
                self.house.leased_until(asked + DEAD_AFTER - MARGIN);
                figures::stamp("croupier_beat_timestamp_seconds", std::time::SystemTime::now());
                *self.known.write().unwrap_or_else(PoisonError::into_inner) = floor.clone();
                return Some(floor);
            }
            Ok(Err(error)) => tracing::warn!(%error, "the heartbeat failed"),
            Err(_) => tracing::warn!("the heartbeat failed: the database does not answer"),
        }
        self.client = None;
        self.steady = None;
        self.settled = Instant::now() + SETTLE;
        None
    }

    /// Whether the database has answered without interruption for long enough that every live process has sent a
    /// heartbeat.
    fn is_steady(&self) -> bool {
        self.has_been_steady(SETTLE)
    }

    /// Whether the database has answered without interruption for this long.
    fn has_been_steady(&self, time: Duration) -> bool {
        self.steady.is_some_and(|since| since.elapsed() >= time)
    }

    async fn ask(&mut self) -> Result<Floor, StoreError> {
        let client = match self.client.take() {
            Some(client) => client,
            None => {
                let client = self.database.connect().await?;
                client.execute(SQL_FORGET, &[]).await?;
                client
            }
        };
        let Process { id, address, build, .. } = &self.me;
        let draining = *self.leaving.borrow();
        client.execute(SQL_BEAT, &[id, address, build, &draining]).await?;
        let floor = read_floor(&client).await?;
        self.client = Some(client);
        Ok(floor)
    }

    fn being_taken(&self) -> Vec<i32> {
        self.taking.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// Takes a shard in a separate task, since restoring its streams may take a moment. While processes of another
    /// build run, it is taken only if this build can play all of it: another process may be able to, and closes the
    /// tables in question first.
    fn take(&self, shard: i32, alone: bool) {
        let (house, taking, me) = (Arc::clone(&self.house), Arc::clone(&self.taking), self.me.clone());
        let taking = crash::Taking::of(taking, shard);
        tokio::spawn(async move {
            // Released when the task ends, also by a panic: the shard is then retried at the next heartbeat.
            let _taking = taking;
            match take_if_fit(&house, shard, &me, alone).await {
                Ok(Taken::Here) => {
                    tracing::info!(shard, "taken");
                    metrics::counter!("croupier_shards_taken_total").increment(1);
                }
                Ok(Taken::Elsewhere) => {}
                Ok(Taken::Unfit) => tokio::time::sleep(UNFIT).await,
                Err(error) => tracing::error!(shard, %error, "a shard cannot be taken"),
            }
        });
    }
}

/// Loads tables that were created since; returns false if that must be retried.
async fn bring_new(house: &House) -> bool {
    if let Err(error) = house.bring_new().await {
        tracing::warn!(%error, "new tables cannot be brought in yet");
        return false;
    }
    if let Err(error) = house.join_meters().await {
        tracing::warn!(%error, "new tables cannot be joined to their meters yet");
        return false;
    }
    true
}

/// The result of an attempt to take a shard.
enum Taken {
    /// The shard is in this process.
    Here,
    /// Another process has it.
    Elsewhere,
    /// This build cannot play all of it.
    Unfit,
}

async fn take_if_fit(house: &House, shard: i32, me: &Process, alone: bool) -> Result<Taken, StoreError> {
    if !alone && !house.fit(shard, &me.build).await?.is_empty() {
        return Ok(Taken::Unfit);
    }
    Ok(if house.take(shard, &me.id).await? { Taken::Here } else { Taken::Elsewhere })
}

const SQL_BEAT: &str = "insert into process (id, address, build, draining) values ($1, $2, $3, $4)
    on conflict (id) do update set beat = now(), address = $2, draining = $4";
const SQL_FORGET: &str = "delete from process where beat < now() - interval '1 day'";
const SQL_PROCESSES: &str = "select id, address, build, draining from process
    where beat > now() - $1::int4 * interval '1 millisecond'";
const SQL_SHARDS: &str = "select id, owner from shard order by id";
const SQL_EXAMINED: &str = "select build, shard from examined";
const SQL_LAST_STREAM: &str = "select coalesce(max(id), 0) from stream";

/// Reads what the database says about live processes and about shards.
///
/// # Errors
/// A database error.
pub async fn read_floor(client: &Client) -> Result<Floor, StoreError> {
    let rows = client.query(SQL_PROCESSES, &[&DEAD_AFTER_MS]).await?;
    let mut floor = Floor::default();
    for row in rows {
        let (id, address, build) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        let process = Process { id, address, build, draining: row.try_get(3)? };
        floor.processes.insert(process.id.clone(), process);
    }
    for row in client.query(SQL_SHARDS, &[]).await? {
        floor.leases.push(Lease { shard: row.try_get(0)?, owner: row.try_get(1)? });
    }
    for row in client.query(SQL_EXAMINED, &[]).await? {
        floor.examined.insert((row.try_get(0)?, row.try_get(1)?));
    }
    floor.last_stream = client.query_one(SQL_LAST_STREAM, &[]).await?.try_get(0)?;
    Ok(floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floor(processes: &[&str], owners: &[&str]) -> Floor {
        let process = |id: &&str| {
            let draining = id.ends_with('-');
            let process =
                Process { id: (*id).to_owned(), address: String::new(), build: String::new(), draining };
            ((*id).to_owned(), process)
        };
        let lease = |(shard, owner): (i32, &&str)| Lease { shard, owner: (*owner).to_owned() };
        Floor {
            processes: processes.iter().map(process).collect(),
            leases: (0..).zip(owners).map(lease).collect(),
            last_stream: 0,
            examined: BTreeSet::new(),
        }
    }

    fn planned(floor: &Floor, me: &str) -> Plan {
        let running = floor.leases.iter().filter(|lease| lease.owner == me).map(|lease| lease.shard);
        floor.plan(me, &running.collect(), true)
    }

    #[test]
    fn shards_of_nobody_and_of_the_dead_are_taken_up_to_the_fair_share() {
        let all = floor(&["a", "b"], &["", "dead", "b", "", ""]);
        assert_eq!(planned(&all, "a"), Plan { take: vec![0, 1, 3], give_up: None });
        assert_eq!(planned(&all, "b"), Plan { take: vec![0, 1], give_up: None });
    }

    #[test]
    fn a_process_above_its_share_gives_one_up() {
        let all = floor(&["a", "b"], &["a", "a", "a", ""]);
        assert_eq!(planned(&all, "a"), Plan { take: vec![], give_up: Some(2) });
    }

    #[test]
    fn a_process_that_stalled_takes_no_other_for_dead_at_once() {
        let all = floor(&["a"], &["b", "", "a"]);
        let plan = all.plan("a", &BTreeSet::new(), false);
        assert_eq!(plan, Plan { take: vec![1, 2], give_up: None });
    }

    #[test]
    fn what_another_process_has_taken_is_lost() {
        let all = floor(&["a", "b"], &["a", "b", "", "a"]);
        assert_eq!(all.lost("a", &[0, 1, 2]), [1, 2]);
    }

    #[test]
    fn who_is_about_to_leave_counts_no_more() {
        let all = floor(&["a", "b-"], &["b-", "b-", "", ""]);
        assert_eq!(planned(&all, "a"), Plan { take: vec![2, 3], give_up: None });
    }

    #[test]
    fn however_processes_come_and_go_every_shard_ends_with_one_of_them_and_nobody_has_much_more() {
        for shards in 1..=16_usize {
            for count in 1..=5_usize {
                let names: Vec<String> = (0..count).map(|number| format!("p{number}")).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let mut all = floor(&names, &vec!["p0"; shards]);
                for _ in 0..4 * shards {
                    for name in &names {
                        let plan = planned(&all, name);
                        for shard in plan.take {
                            let lease = all.leases.iter_mut().find(|lease| lease.shard == shard).unwrap();
                            lease.owner = (*name).to_owned();
                        }
                        if let Some(shard) = plan.give_up {
                            let lease = all.leases.iter_mut().find(|lease| lease.shard == shard).unwrap();
                            lease.owner = String::new();
                        }
                    }
                }
                for name in &names {
                    let held = all.leases.iter().filter(|lease| lease.owner == *name).count();
                    assert!(held <= shards.div_ceil(count), "{name} has {held} of {shards} among {count}");
                }
                assert!(all.leases.iter().all(|lease| !lease.owner.is_empty()));
            }
        }
    }
}
