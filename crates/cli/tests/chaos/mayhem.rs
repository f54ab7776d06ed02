//! Anything may die at any time, for two minutes or a configured time; at the end everything must be correct.
//!
//! `CHAOS_SECONDS` sets the duration, `CHAOS_SEED` reproduces the order of events, `CHAOS_TABLES` sets the number of
//! tables. `just chaos 600` runs for ten minutes.

use crate::network::Line;
use crate::people::People;
use crate::process::{Process, Quarters};
use crate::proof;
use crate::servers::{Nats, Postgres, free_port};
use crate::site::{Shape, Site};
use crate::takeover::{until_answered, until_shared};
use crate::watchers::{Heads, watch_all};
use futures_util::future::join_all;
use house::patrons::Whim;
use house::table::Clocks;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

const SHARDS: i32 = 12;
const WATCHERS: usize = 60;
/// Short enough that the clock plays for people who wait for a dead process.
const CLOCKS: Clocks = Clocks::of(Duration::from_secs(8), Duration::from_secs(6));
/// The time that people take to think.
const PACE: Duration = Duration::from_secs(2);
/// The index of the process in its own network.
const APART: usize = 2;

/// A number that the environment sets.
pub fn told(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Something that happens in the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Act {
    /// Some process is killed.
    Kill,
    /// It is started again.
    Start(usize),
    /// A random process is stopped.
    Stop,
    GoOn(usize),
    /// A random process is asked to leave, as before an upgrade.
    Leave,
    /// The process in its own network loses the database.
    CutOff,
    Join,
    PostgresDown,
    PostgresUp,
    NatsDown {
        wiped: bool,
    },
    NatsUp,
}

/// The schedule of events, and the counts of past events.
struct Mayhem {
    begun: Instant,
    due: Vec<(Duration, Act)>,
    whim: Whim,
    done: BTreeMap<&'static str, usize>,
}

impl Mayhem {
    fn plan(seconds: u64, seed: u64) -> Mayhem {
        let mut whim = Whim::new(seed);
        let mut due = Vec::new();
        // Once in every two minutes, slightly earlier or later.
        let mut round = 0;
        while round == 0 || round + 100 < seconds {
            let length = seconds.saturating_sub(round).min(120);
            let mut at = |percent: u64, act: Act| {
                let second = round * 1_000 + length * 10 * percent + whim.draw() % 3_000;
                due.push((Duration::from_millis(second), act));
            };
            at(8, Act::NatsDown { wiped: false });
            at(20, Act::PostgresDown);
            at(33, Act::CutOff);
            at(47, Act::Leave);
            at(57, Act::NatsDown { wiped: true });
            at(64, Act::Stop);
            at(74, Act::PostgresDown);
            at(84, Act::CutOff);
            round += 120;
        }
        let mut kill = 2_000;
        while kill + 6_000 < seconds * 1_000 {
            due.push((Duration::from_millis(kill), Act::Kill));
            kill += 3_500 + whim.draw() % 4_000;
        }
        due.sort_by_key(|(when, _)| *when);
        Mayhem { begun: Instant::now(), due, whim, done: BTreeMap::new() }
    }

    fn next(&mut self) -> Option<Act> {
        let first = self.due.first().filter(|(when, _)| *when <= self.begun.elapsed())?.1;
        self.due.remove(0);
        Some(first)
    }

    /// Schedules an event after a delay.
    fn later(&mut self, milliseconds: u64, act: Act) {
        self.due.push((self.begun.elapsed() + Duration::from_millis(milliseconds), act));
        self.due.sort_by_key(|(when, _)| *when);
    }

    fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Well,
    Dead,
    Still,
    Leaving,
    CutOff,
}

/// Everything that the test can break.
struct Victims {
    site: Site,
    postgres: Arc<Postgres>,
    nats: Nats,
    line: Line,
    processes: Vec<Process>,
    states: Vec<State>,
    addresses: Vec<String>,
    database_there: bool,
    takeovers: Vec<JoinHandle<Duration>>,
}

impl Victims {
    async fn gather(tables: usize) -> Victims {
        let mut line = Line::lay(28_000);
        println!("one process is apart: {}", line.kind());
        let postgres = Postgres::start("chaos", 28_432, line.postgres_listens());
        let nats = Nats::start("chaos", 28_600);
        let shape = Shape { shards: SHARDS, tables, clocks: CLOCKS, waiting: 2_048 };
        let site = Site::new("mayhem", &postgres.address(), shape).await;
        let outside = line.outside();
        let place = |first_port: u16| Quarters {
            listen: format!("{outside}:{}", free_port(first_port)),
            database: site.address().to_owned(),
            nats: nats.address(),
            namespace: None,
            metrics: None,
        };
        let apart = line.inside(site.address(), postgres.port, nats.port).await;
        let processes = vec![
            Process::start(&site, "one", place(28_700)),
            Process::start(&site, "two", place(28_800)),
            Process::start(&site, "apart", apart),
        ];
        let addresses: Vec<String> = processes.iter().map(Process::address).collect();
        let states = vec![State::Well; processes.len()];
        until_shared(&site, &addresses, SHARDS).await;
        let postgres = Arc::new(postgres);
        let (database_there, takeovers) = (true, Vec::new());
        Victims { site, postgres, nats, line, processes, states, addresses, database_there, takeovers }
    }

    /// A random healthy process, if another one stays healthy.
    fn some(&self, whim: &mut Whim) -> Option<usize> {
        let well: Vec<usize> =
            (0..self.states.len()).filter(|one| self.states[*one] == State::Well).collect();
        (well.len() > 1).then(|| well[whim.below(well.len())])
    }

    async fn suffer(&mut self, act: Act, mayhem: &mut Mayhem) {
        match act {
            Act::Kill => self.kill(mayhem).await,
            Act::Start(one) => self.start(one, mayhem),
            Act::Stop => match self.some(&mut mayhem.whim) {
                Some(one) => {
                    self.processes[one].signal("-STOP");
                    self.states[one] = State::Still;
                    mayhem.count("stood still");
                    let length = 5_000 + mayhem.whim.draw() % 3_000;
                    mayhem.later(length, Act::GoOn(one));
                }
                None => mayhem.later(500, act),
            },
            Act::GoOn(one) => {
                self.processes[one].signal("-CONT");
                self.states[one] = State::Well;
            }
            Act::Leave => match self.some(&mut mayhem.whim) {
                Some(one) if self.database_there => {
                    self.processes[one].signal("-TERM");
                    self.states[one] = State::Leaving;
                    mayhem.count("left");
                }
                _ => mayhem.later(500, act),
            },
            Act::CutOff if self.states[APART] == State::Well => {
                self.line.cut();
                self.states[APART] = State::CutOff;
                mayhem.count("cut off");
                let length = 7_000 + mayhem.whim.draw() % 4_000;
                mayhem.later(length, Act::Join);
            }
            Act::CutOff => mayhem.later(500, act),
            Act::Join => {
                self.line.join();
                self.states[APART] = State::Well;
            }
            Act::PostgresDown => {
                self.with_postgres(Postgres::stop_immediately).await;
                self.database_there = false;
                mayhem.count("PostgreSQL stopped");
                let length = mayhem.whim.draw() % 3_000;
                mayhem.later(length, Act::PostgresUp);
            }
            Act::PostgresUp => {
                self.with_postgres(Postgres::up).await;
                self.database_there = true;
            }
            Act::NatsDown { wiped } => {
                self.nats.down();
                if wiped {
                    self.nats.wipe();
                }
                mayhem.count(if wiped { "NATS wiped" } else { "NATS stopped" });
                mayhem.later(if wiped { 1_000 } else { 10_000 }, Act::NatsUp);
            }
            Act::NatsUp => self.nats.up(),
        }
    }

    async fn with_postgres(&self, what: fn(&Postgres)) {
        let postgres = Arc::clone(&self.postgres);
        tokio::task::spawn_blocking(move || what(&postgres)).await.unwrap();
    }

    async fn kill(&mut self, mayhem: &mut Mayhem) {
        let Some(one) = self.some(&mut mayhem.whim) else { return };
        if self.database_there {
            let tables = self.site.tables_of(&self.addresses[one]).await;
            let addresses = self.addresses.clone();
            self.takeovers.push(tokio::spawn(async move { until_answered(&addresses, &tables).await }));
        }
        self.processes[one].kill();
        self.states[one] = State::Dead;
        mayhem.count("killed");
        let length = mayhem.whim.draw() % 6_000;
        mayhem.later(length, Act::Start(one));
    }

    fn start(&mut self, one: usize, mayhem: &mut Mayhem) {
        self.processes[one].up();
        self.states[one] = State::Well;
        mayhem.count("started again");
    }

    /// Restarts a process that has left, or one that could not start without the database.
    fn look_after(&mut self, mayhem: &mut Mayhem) {
        for one in 0..self.processes.len() {
            let Some(status) = self.processes[one].ended() else { continue };
            let left = self.states[one] == State::Leaving && status.success();
            let log = self.processes[one].log();
            assert!(left || log.contains("the database"), "{status} of {}: {log}", self.processes[one].name);
            self.states[one] = State::Dead;
            if !left {
                mayhem.count("could not start yet");
            }
            mayhem.later(500, Act::Start(one));
        }
    }

    /// Everything that was broken is restored.
    async fn mend(&mut self, mayhem: &mut Mayhem) {
        let mends = |act: &Act| {
            matches!(act, Act::Start(_) | Act::GoOn(_) | Act::Join | Act::PostgresUp | Act::NatsUp)
        };
        mayhem.due.retain(|(_, act)| mends(act));
        while !mayhem.due.is_empty() || self.states.iter().any(|state| *state != State::Well) {
            if let Some(act) = mayhem.next() {
                self.suffer(act, mayhem).await;
            }
            self.look_after(mayhem);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn shown(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let Some(last) = times.last() else { return "none".to_owned() };
    format!("{} of them, median {:.1?}, longest {last:.1?}", times.len(), times[times.len() / 2])
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "wants the machine for itself: `just chaos`"]
async fn chaos() {
    let started = Instant::now();
    let (seconds, tables) = (told("CHAOS_SECONDS", 120), told("CHAOS_TABLES", 200));
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed = told("CHAOS_SEED", now.as_secs());
    println!("CHAOS_SEED={seed}");
    let mut victims = Victims::gather(usize::try_from(tables).unwrap()).await;
    let people = People::new(&victims.addresses, PACE);
    let parties = people.seat_all(&victims.site, seed).await;
    println!("{} tables, everybody sits after {:?}", parties.len(), started.elapsed());
    let heads = Heads::default();
    let watchers = watch_all(&victims.site, &people, &parties, &victims.addresses, WATCHERS, &heads);
    let playing = tokio::spawn({
        let people = Arc::clone(&people);
        async move { people.play_all(parties).await }
    });

    let mut mayhem = Mayhem::plan(seconds, seed);
    while mayhem.begun.elapsed() < Duration::from_secs(seconds) {
        while let Some(act) = mayhem.next() {
            println!("{:6.1?} {act:?}", mayhem.begun.elapsed());
            victims.suffer(act, &mut mayhem).await;
        }
        victims.look_after(&mut mayhem);
        assert!(!playing.is_finished(), "people have stopped playing");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    victims.mend(&mut mayhem).await;
    let mended = Instant::now();
    until_shared(&victims.site, &victims.addresses, SHARDS).await;
    people.over.store(true, Ordering::Relaxed);
    let parties = playing.await.unwrap();
    people.finish_all(parties).await;
    println!("every round has ended {:?} after everything was mended", mended.elapsed());

    proof::quiet(&victims.site).await;
    let last = proof::heads(&victims.site).await;
    heads.lock().unwrap().extend(last);
    let watchers: Vec<_> = join_all(watchers).await.into_iter().map(Result::unwrap).collect();
    let address = &victims.addresses[0];
    join_all(watchers.iter().map(|watcher| watcher.compare(address))).await;
    let kept = proof::kept_in_nats(&victims.site, &victims.nats.address(), address).await;
    println!("streams are compared {:?} after everything was mended", mended.elapsed());
    proof::leave(&victims.site, &mut victims.processes).await;
    let counts = proof::commands(&victims.site, &people.diary).await;
    proof::books(&victims.site);

    let takeovers = join_all(victims.takeovers.drain(..)).await.into_iter().map(Result::unwrap).collect();
    let frames: usize = watchers.iter().map(|watcher| watcher.frames.len()).sum();
    let connects: usize = watchers.iter().map(|watcher| watcher.connects).sum();
    let mut closed: BTreeMap<u16, usize> = BTreeMap::new();
    for (code, count) in watchers.iter().flat_map(|watcher| &watcher.closed) {
        *closed.entry(*code).or_default() += count;
    }
    println!("{seconds} s of chaos, seed {seed}: {:?}", mayhem.done);
    println!("{counts:#?}");
    println!("tables of killed processes answered again: {}", shown(takeovers));
    println!("{frames} frames at {WATCHERS} watchers over {connects} sockets, closed by {closed:?}");
    println!("{kept} units in NATS without a gap; the whole took {:?}", started.elapsed());
    victims.site.drop().await;
}
