//! A task of a process panics. If the process cannot run without the task, it exits, and other processes serve its
//! tables; a shard whose task panics is reloaded. In both cases the tables answer within the time of a lease and two
//! seconds.

use crate::process::Process;
use crate::servers::{Nats, variable};
use crate::site::{Shape, Site};
use crate::takeover::{PATIENT, place, until_answered, until_shared};
use house::DEAD_AFTER;
use house::anchor::Signer;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The tasks without which a process cannot run.
const TASKS: [&str; 13] = [
    "accounts",
    "entrance",
    "figures",
    "figures-entrance",
    "heads",
    "leases",
    "ledger-check",
    "messages",
    "publisher",
    "signing",
    "spans",
    "subscriber",
    "watchers",
];
/// The number of processes that panic at the same time, each in a different task.
const AT_ONCE: usize = 4;
/// Tables answer again within this time.
const MOST: Duration = DEAD_AFTER.saturating_add(Duration::from_secs(2));

/// A process in which a task panics on command.
struct Victim {
    task: &'static str,
    process: Process,
    /// The file that triggers the panic.
    word: PathBuf,
}

impl Victim {
    fn start(site: &Site, nats: &Nats, task: &'static str, port: u16) -> Victim {
        let file = |end: &str| site.directory.join(format!("{task}.{end}"));
        let word = file("panics");
        // With all features, so that each of its tasks runs.
        let variables = vec![
            ("CROUPIER_PANIC_AT", format!("{task}:{}", word.display())),
            ("CROUPIER_METRICS", "127.0.0.1:0".to_owned()),
            ("CROUPIER_TRACES", "http://127.0.0.1:9".to_owned()),
            ("CROUPIER_SIGNING_KEY", site.directory.join("signing-key").display().to_string()),
            ("CROUPIER_ROOTS_FILE", file("roots").display().to_string()),
        ];
        Victim { task, process: Process::start_with(site, task, place(site, nats, port), variables), word }
    }

    fn panic(&self) {
        std::fs::write(&self.word, "").unwrap();
    }

    /// Waits until the process has ended.
    async fn ended(&mut self) -> ExitStatus {
        let since = Instant::now();
        loop {
            if let Some(status) = self.process.ended() {
                return status;
            }
            assert!(since.elapsed() < MOST, "{} goes on without it: {}", self.task, self.process.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The panic is in the log as one object on a line, like every other entry.
    fn has_logged_the_panic(&self) {
        let log = self.process.log();
        let wanted = format!("the task {} panics because a test has told it to", self.task);
        let line = log.lines().find(|line| line.starts_with('{') && line.contains(&wanted));
        assert!(line.is_some_and(|line| line.contains("\"ERROR\"")), "{log}");
    }
}

async fn house(test: &str, shards: i32) -> Site {
    let shape = Shape { shards, tables: games::GAMES.len(), clocks: PATIENT, waiting: 2_048 };
    let site = Site::new(test, &variable("CROUPIER_TEST_POSTGRES"), shape).await;
    let key = Signer::generate().unwrap().reveal_key_file();
    std::fs::write(site.directory.join("signing-key"), key.as_bytes()).unwrap();
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_ends_with_any_of_its_tasks_and_its_tables_answer_elsewhere() {
    let shards = i32::try_from(AT_ONCE).unwrap() + 1;
    let site = house("crash", shards).await;
    let nats = Nats::start("crash", 24_050);
    let mut survivor = Process::start(&site, "survivor", place(&site, &nats, 24_100));
    until_shared(&site, &[survivor.address()], shards).await;
    for tasks in TASKS.chunks(AT_ONCE) {
        let ports = (24_200..).step_by(100);
        let mut victims: Vec<Victim> =
            tasks.iter().zip(ports).map(|(task, port)| Victim::start(&site, &nats, task, port)).collect();
        let mut addresses = vec![survivor.address()];
        addresses.extend(victims.iter().map(|victim| victim.process.address()));
        until_shared(&site, &addresses, shards).await;
        let mut tables = Vec::new();
        for address in &addresses[1..] {
            tables.extend(site.tables_of(address).await);
        }
        assert!(tables.len() >= victims.len(), "{tables:?}");
        let since = Instant::now();
        victims.iter().for_each(Victim::panic);
        for victim in &mut victims {
            let status = victim.ended().await;
            assert_eq!(status.code(), Some(1), "{}: {}", victim.task, victim.process.log());
            println!("{}: the process has ended after {:?}", victim.task, since.elapsed());
            victim.has_logged_the_panic();
            let said = format!("error: the process cannot go on without its task {}", victim.task);
            assert!(victim.process.log().contains(&said), "{}", victim.process.log());
        }
        until_answered(&addresses[..1], &tables).await;
        println!("{tasks:?}: tables answer after {:?}", since.elapsed());
        assert!(since.elapsed() < MOST, "{:?}", since.elapsed());
    }
    let status = survivor.leave(Duration::from_secs(30)).await;
    assert!(status.success(), "{status}: {}", survivor.log());
    site.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shard_whose_task_panics_is_taken_anew_and_its_process_goes_on() {
    let site = house("shard_crash", 2).await;
    let nats = Nats::start("shard_crash", 24_750);
    let mut other = Process::start(&site, "other", place(&site, &nats, 24_800));
    until_shared(&site, &[other.address()], 2).await;
    let mut victim = Victim::start(&site, &nats, "shard", 24_900);
    let addresses = [other.address(), victim.process.address()];
    until_shared(&site, &addresses, 2).await;
    let tables = site.tables_of(&addresses[1]).await;
    assert_eq!(tables.len(), 1);
    victim.panic();
    let since = Instant::now();
    // Until then it answers normally.
    while !victim.process.log().contains("the shard is reloaded") {
        assert!(since.elapsed() < MOST, "{}", victim.process.log());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    victim.has_logged_the_panic();
    for address in &addresses {
        until_answered(std::slice::from_ref(address), &tables).await;
        println!("tables answer at {address} after {:?}", since.elapsed());
        assert!(since.elapsed() < MOST, "{:?}", since.elapsed());
    }
    assert!(victim.process.ended().is_none(), "{}", victim.process.log());
    until_shared(&site, &addresses, 2).await;
    for process in [&mut victim.process, &mut other] {
        let status = process.leave(Duration::from_secs(30)).await;
        assert!(status.success(), "{status}: {}", process.log());
    }
    site.drop().await;
}
