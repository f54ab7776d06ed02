//! Several processes share a house: one dies and others take its tables, one leaves unnoticed, one is of another build
//! and takes only what it can play.

use crate::books::quiet;
use crate::support::{Floor, Furnished, PATIENT, play_once, seat};
use crate::upgrade::{CHANGED, alike, unlike};
use engine::Patron;
use house::ids::StreamId;
use house::lease::{Leases, Process, read_floor};
use house::ledger::verify;
use house::patrons::Whim;
use house::store::{Find, Which, stream_rows};
use house::{DEAD_AFTER, House, NotDone, Outlets};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A simulated process within the test.
pub struct Part {
    pub house: Arc<House>,
    pub leases: Leases,
}

/// Joins, and waits until the others know it: a process that leaves earlier has no successor.
pub async fn join(floor: &Floor, name: &str, build: &str, find: Find) -> Part {
    join_with(floor, name, build, find, Outlets::default()).await
}

/// Joins, with outlets.
pub async fn join_with(floor: &Floor, name: &str, build: &str, find: Find, outlets: Outlets) -> Part {
    let keys = Arc::clone(&floor.keys);
    let house = House::among_others(floor.database.clone(), find, keys, outlets).await.unwrap();
    let house = Arc::new(house);
    let (id, address, build) = (name.to_owned(), format!("http://{name}"), build.to_owned());
    let me = Process { id, address, build, draining: false };
    let leases = Leases::join(Arc::clone(&house), floor.database.clone(), me);
    let client = floor.database.connect().await.unwrap();
    while !read_floor(&client).await.unwrap().processes.contains_key(name) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Part { house, leases }
}

impl Part {
    pub async fn has(&self, shards: usize) {
        let since = Instant::now();
        while self.house.shards().len() != shards {
            assert!(since.elapsed() < Duration::from_secs(20), "it has {:?}", self.house.shards());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

async fn seated(part: &Part, furnished: &Furnished) {
    for (_, table, cage) in &furnished.tables {
        for patron in [Patron::A, Patron::B] {
            seat(&part.house, *cage, *table, patron, 100_000_000).await;
        }
    }
}

async fn play(house: &House, table: StreamId, turns: usize, whim: &mut Whim) -> usize {
    let mut done = 0;
    for _ in 0..turns {
        if let Some(Ok(_)) = play_once(house, table, whim).await {
            done += 1;
        }
    }
    done
}

/// Plays a number of units, and waits while the process is not sure of its lease.
pub async fn play_all(house: &House, table: StreamId, units: usize, whim: &mut Whim) {
    let mut played = 0;
    while played < units {
        match play_once(house, table, whim).await {
            None | Some(Err(NotDone::Unavailable)) => tokio::time::sleep(Duration::from_millis(20)).await,
            Some(done) => {
                done.unwrap();
                played += 1;
            }
        }
    }
}

#[test]
fn the_tables_of_a_process_that_dies_are_another_s_within_ten_seconds() {
    let living = tokio::runtime::Runtime::new().unwrap();
    let dying = tokio::runtime::Runtime::new().unwrap();
    let floor = living.block_on(Floor::new("lease_dies", 1));
    let furnished = living.block_on(floor.furnish(PATIENT));
    let one = dying.block_on(async {
        let one = join(&floor, "one", "1", games::find).await;
        one.has(1).await;
        seated(&one, &furnished).await;
        one
    });
    let mut whim = Whim::new(3);
    let two = living.block_on(join(&floor, "two", "1", games::find));
    let before = dying.block_on(async {
        let mut before = Vec::new();
        for (_, table, _) in &furnished.tables {
            play(&one.house, *table, 5, &mut whim).await;
            before.push(seq_of(&one.house, *table).await);
        }
        before
    });
    // As sudden as possible within one process: none of its tasks runs any more.
    dying.shutdown_background();
    let since = Instant::now();
    living.block_on(async {
        two.has(1).await;
        for ((game, table, _), before) in furnished.tables.iter().zip(before) {
            assert_eq!(seq_of(&two.house, *table).await, before, "{game} goes on where it was");
            play_all(&two.house, *table, 5, &mut whim).await;
        }
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
        two.leases.leave().await;
        assert!(two.house.shards().is_empty());
        floor.drop().await;
    });
    drop(one);
}

#[tokio::test(flavor = "multi_thread")]
async fn shards_are_shared_evenly_and_given_back() {
    let floor = Floor::new("lease_share", 5).await;
    let one = join(&floor, "one", "1", games::find).await;
    one.has(5).await;
    let two = join(&floor, "two", "1", games::find).await;
    two.has(2).await;
    one.has(3).await;
    let theirs = two.house.shards()[0];
    while one.leases.elsewhere(theirs).is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(one.leases.elsewhere(theirs).as_deref(), Some("http://two"));
    assert_eq!(one.leases.elsewhere(one.house.shards()[0]), None);
    two.leases.leave().await;
    one.has(5).await;
    one.leases.leave().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_build_that_plays_alike_takes_tables_over_in_mid_round() {
    let floor = Floor::new("lease_alike", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let old = join(&floor, "old", "1", games::find).await;
    old.has(1).await;
    seated(&old, &furnished).await;
    let mut whim = Whim::new(8);
    for (_, table, _) in &furnished.tables {
        play(&old.house, *table, 7, &mut whim).await;
    }
    let new = join(&floor, "new", "2", alike).await;
    old.leases.leave().await;
    new.has(1).await;
    for (_, table, _) in &furnished.tables {
        play_all(&new.house, *table, 5, &mut whim).await;
    }
    new.leases.leave().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_build_that_plays_otherwise_waits_for_the_end_of_the_round() {
    hand_over_to_another_build("lease_unlike", Stalled::default()).await;
}

/// The same while the database does not answer for longer than the time limit of one answer.
#[tokio::test(flavor = "multi_thread")]
async fn one_slow_answer_does_not_end_a_hand_over_to_another_build() {
    let stalled = Stalled { all: Duration::from_millis(1_800), ..Stalled::default() };
    hand_over_to_another_build("lease_slow", stalled).await;
}

/// The same while it is unavailable for longer than a lease, and back for the old process slightly sooner than for the
/// new one, which must not be considered dead.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_for_longer_than_a_lease_does_not_end_a_hand_over() {
    let stalled = Stalled { all: DEAD_AFTER + Duration::from_millis(500), new: Duration::from_secs(1) };
    hand_over_to_another_build("lease_away", stalled).await;
}

/// Returns the last unit of a table, once its process is sure of its lease.
pub async fn seq_of(house: &House, table: StreamId) -> i64 {
    loop {
        if let Some(seq) = house.look(table, |stream| stream.table().unwrap().seq()).await {
            return seq;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// How long processes cannot send heartbeats.
#[derive(Clone, Copy, Default)]
struct Stalled {
    all: Duration,
    /// How much longer the one called `new` cannot.
    new: Duration,
}

/// Prevents heartbeats of the processes, repeatedly.
async fn stall(floor: &Floor, stalled: Stalled, over: &AtomicBool) {
    let (all, new) = (floor.database.connect().await.unwrap(), floor.database.connect().await.unwrap());
    while !over.load(Ordering::Relaxed) && !stalled.all.is_zero() {
        all.batch_execute("begin; lock table process in share row exclusive mode").await.unwrap();
        new.batch_execute("begin; select from process where id = 'new' for update").await.unwrap();
        tokio::time::sleep(stalled.all).await;
        all.batch_execute("rollback").await.unwrap();
        tokio::time::sleep(stalled.new).await;
        new.batch_execute("rollback").await.unwrap();
        tokio::time::sleep(stalled.all).await;
    }
}

async fn hand_over_to_another_build(test: &str, stalled: Stalled) {
    let floor = Floor::new(test, 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let old = join(&floor, "old", "1", games::find).await;
    old.has(1).await;
    seated(&old, &furnished).await;
    let mut whim = Whim::new(8);
    for (_, table, _) in &furnished.tables {
        play(&old.house, *table, 7, &mut whim).await;
    }
    let changed = furnished.tables.iter().find(|(game, ..)| *game == CHANGED).unwrap().1;
    let new = join(&floor, "new", "2", unlike).await;
    // Play goes on everywhere while the old process hands over.
    let over = AtomicBool::new(false);
    let leaving = async {
        old.leases.leave().await;
        over.store(true, Ordering::Relaxed);
    };
    let playing = async {
        let mut whim = Whim::new(9);
        while old.house.shards().is_empty() || !new.house.has(changed) {
            for (_, table, _) in &furnished.tables {
                play(&old.house, *table, 1, &mut whim).await;
            }
            if new.house.shards().len() == 1 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::join!(leaving, playing, stall(&floor, stalled, &over));
    new.has(1).await;
    let client = floor.database.connect().await.unwrap();
    let successor = loop {
        let rows = stream_rows(&client, Which::All).await.unwrap();
        let old = rows.iter().find(|row| row.id == changed).unwrap();
        assert!(old.closed, "the changed game's table was closed at the end of its round");
        if let Some(new) =
            rows.iter().find(|row| row.name == old.name && row.id != changed && row.kind == "table")
        {
            break new.id;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    for (game, table, cage) in &furnished.tables {
        if *game == CHANGED {
            while !new.house.has(successor) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            seat(&new.house, *cage, successor, Patron::A, 1_000_000).await;
            play_all(&new.house, successor, 20, &mut whim).await;
        } else {
            play_all(&new.house, *table, 5, &mut whim).await;
        }
    }
    quiet(&new.house, &[furnished.cage, furnished.marina, successor]).await;
    new.leases.leave().await;
    let report = verify(&floor.database, unlike, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    floor.drop().await;
}
