//! The program is killed with SIGKILL at every point at which something could be lost, doubled or left half done.

use crate::diary::{Diary, folder};
use crate::life::stage;
use crate::proof;
use crate::support::{Floor, server};
use crate::victim::{Orders, Way};
use house::failpoint::POINTS;
use house::ids::{Key, StreamId};
use house::store::{Which, stream_rows};
use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::sync::Arc;

const SIGKILL: i32 = 9;

/// A house that is killed repeatedly.
struct Murder {
    floor: Floor,
    streams: Vec<StreamId>,
    tables: Vec<StreamId>,
    directory: PathBuf,
    run: i64,
    known: BTreeSet<Key>,
}

impl Murder {
    async fn plan(test: &str) -> Murder {
        let floor = stage(server(), test).await;
        let client = floor.database.connect().await.unwrap();
        let rows = stream_rows(&client, Which::All).await.unwrap();
        let tables = rows.iter().filter(|row| row.kind == "table").map(|row| row.id).collect();
        let streams = rows.iter().map(|row| row.id).collect();
        let directory = folder(&floor.name);
        let known = BTreeSet::from([Key::derived("open", &[])]);
        Murder { floor, streams, tables, directory, run: 0, known }
    }

    fn orders(&mut self, most: usize, way: Way) -> Orders {
        self.run += 1;
        Orders {
            name: self.floor.name.clone(),
            keys: self.floor.keys.reveal_key_file().to_string(),
            run: self.run,
            most,
            way,
            directory: self.directory.clone(),
        }
    }

    /// A victim plays until it is dead; then everything is checked and play continues.
    async fn commit(&mut self, orders: &Orders, kill_at: Option<&str>) {
        let mut child = orders.start(kill_at);
        let status = orders.bury(&mut child);
        let what = format!("{} after {:?}", self.floor.name, kill_at);
        assert_eq!(status.signal(), Some(SIGKILL), "{what}: {status}: {}", orders.log());
        let mut diary = Diary::read(&orders.diary());
        proof::commands(&self.floor, &diary, &mut self.known, &what).await;
        proof::streams(&self.floor, &what).await;
        let house = Arc::new(self.floor.open().await);
        proof::again(&house, &mut diary, &what).await;
        proof::play_on(&house, &self.tables, self.run, &mut self.known).await;
        proof::quiet(&house, &self.streams).await;
        Arc::into_inner(house).unwrap().close().await;
        proof::commands(&self.floor, &diary, &mut self.known, &what).await;
    }

    async fn end(self) {
        proof::streams(&self.floor, "at the end").await;
        std::fs::remove_dir_all(&self.directory).unwrap();
        self.floor.drop().await;
    }
}

/// How many times each point is passed before the program dies there. Points of a takeover are passed once per shard; a
/// stream gets its first snapshot after 256 units.
fn times(point: &str) -> &'static [u32] {
    match point {
        "after-lease" | "after-load" => &[1, 2],
        // Each victim closes one table.
        "after-closed" => &[1],
        "before-draw" | "after-contributions" | "after-sums" | "after-shoes" | "after-opened" => &[1, 4],
        _ if is_rare(point) => &[1, 2],
        _ => &[1, 5, 25],
    }
}

fn is_rare(point: &str) -> bool {
    point.contains("snapshot") || point == "after-forgotten"
}

/// Kills one house at each point in turn; the points that take long to reach are the last.
async fn killed_at(test: &str, points: &[&str]) {
    let mut murder = Murder::plan(test).await;
    let (rare, common): (Vec<&str>, Vec<&str>) = points.iter().partition(|point| is_rare(point));
    for points in [common, rare] {
        for nth in 0..3 {
            for point in &points {
                let Some(nth) = times(point).get(nth) else { continue };
                let orders = murder.orders(3_000, Way::AtOnce);
                murder.commit(&orders, Some(&format!("{point}:{nth}"))).await;
            }
        }
    }
    murder.end().await;
}

/// Returns the points from one up to another.
fn points(from: &str, to: &str) -> &'static [&'static str] {
    let at = |wanted: &str| POINTS.iter().position(|point| *point == wanted);
    &POINTS[at(from).unwrap()..at(to).unwrap_or(POINTS.len())]
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_while_a_shard_is_taken_and_a_batch_applied() {
    killed_at("kill_applied", points("after-lease", "before-begin")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_between_the_statements_of_a_commit() {
    killed_at("kill_commit", points("before-begin", "before-commit")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_before_and_after_commit_messages_and_answers() {
    killed_at("kill_answer", points("before-commit", "")).await;
}

/// The maximum length of a round in which the program is killed after every unit.
const UNITS: usize = 24;

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_every_unit_of_a_round_of_every_game() {
    let mut murder = Murder::plan("kill_units").await;
    for units in 1..=UNITS {
        // Every table begins a round, plays some units, and the program dies. Then the rounds are finished.
        let orders = murder.orders(units, Way::InStep);
        murder.commit(&orders, None).await;
    }
    murder.end().await;
}
