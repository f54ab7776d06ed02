//! PostgreSQL is stopped abruptly during play, and started again; the house survives.

use crate::diary::{Diary, Heard, folder};
use crate::life::{Life, stage};
use crate::private::Private;
use crate::proof;
use house::ids::Key;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

async fn units(floor: &crate::support::Floor) -> i64 {
    let client = floor.database.connect().await.unwrap();
    client.query_one("select count(*) from unit", &[]).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_at_once_while_everybody_plays() {
    let private = Private::start("outage", 26_432);
    let floor = stage(private.database(), "outage").await;
    let directory = folder(&floor.name);
    let path = directory.join("diary");
    let life = Life::begin(&floor, floor.open().await, &path, 1).await;
    life.seat_all().await;
    let playing = tokio::spawn({
        let life = Arc::clone(&life);
        async move { life.play_all(usize::MAX).await }
    });
    let mut before = 0;
    for pause in [250, 600, 20] {
        tokio::time::sleep(Duration::from_millis(pause)).await;
        private.stop_immediately();
        tokio::time::sleep(Duration::from_millis(pause)).await;
        private.up();
        // All tables play independently.
        for _ in 0..1_000 {
            if units(&floor).await > before + 300 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let now = units(&floor).await;
        assert!(now > before + 300, "{before}, then {now}");
        before = now;
    }
    life.over.store(true, Ordering::Relaxed);
    playing.await.unwrap();
    let mut diary = Diary::read(&path);
    // The house never stopped, so every command was answered.
    let unheard = diary.values().filter(|entry| entry.heard == Heard::Nothing).count();
    assert_eq!(unheard, 0);
    let mut known = BTreeSet::from([Key::derived("open", &[])]);
    proof::commands(&floor, &diary, &mut known, "outage").await;
    // A retry of a command that was carried out is still recognized.
    for entry in diary.values_mut().filter(|entry| entry.heard != Heard::Refused).take(200) {
        entry.heard = Heard::Nothing;
    }
    proof::again(&life.house, &mut diary, "outage").await;
    proof::commands(&floor, &diary, &mut known, "outage, again").await;
    Arc::into_inner(life).unwrap().house.close().await;
    proof::streams(&floor, "outage").await;
    std::fs::remove_dir_all(directory).unwrap();
}
