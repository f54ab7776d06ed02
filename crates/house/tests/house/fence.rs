//! A command has one effect, even if it is repeated, and a shard has one owner.

use crate::diary::{Diary, Heard, folder};
use crate::life::{Life, stage};
use crate::proof;
use crate::support::{Floor, PATIENT, request, server};
use crate::victim::{Orders, SURVIVED, Way};
use felt::Money;
use house::ids::{Key, PersonId, StreamId};
use house::store::Writer;
use house::stream::{Command, Refused, Request};
use house::{Done, House, NotDone};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

fn deposit(cage: StreamId, key: Key, seen: i64, amount: i64) -> Request {
    let (person, amount) = (PersonId(1), Money::minor(amount));
    request(cage, 1, key, seen, Command::Deposit { person, amount })
}

/// Sends all at once.
async fn send_all(house: &Arc<House>, requests: Vec<Request>) -> Vec<Result<Done, NotDone>> {
    let sent = requests.into_iter().map(|request| {
        let house = Arc::clone(house);
        tokio::spawn(async move { house.send(request).await })
    });
    let sent: Vec<_> = sent.collect();
    let mut answers = Vec::new();
    for answer in sent {
        answers.push(answer.await.unwrap());
    }
    answers
}

/// Checks that the command is known as carried out by this unit, at this time, and that no other command is taken for
/// it.
async fn is_known(house: &House, cage: StreamId, key: Key, first: &Done) {
    let again = house.send(deposit(cage, key, 0, 500)).await.unwrap();
    assert_eq!((again.seq, again.at, again.again), (first.seq, first.at, true));
    let other = house.send(deposit(cage, key, 0, 501)).await.unwrap_err();
    assert_eq!(other, NotDone::Refused(Refused::OtherBody(key)));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_has_one_effect_whenever_it_comes_again() {
    let floor = Floor::new("one_effect", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let house = Arc::new(floor.open().await);
    let key = Key::derived("one effect", &[]);
    // Fifty concurrently.
    let answers = send_all(&house, (0..50).map(|_| deposit(cage, key, 0, 500)).collect()).await;
    let answers: Vec<Done> = answers.into_iter().map(Result::unwrap).collect();
    let first = answers.iter().find(|done| !done.again).unwrap();
    assert_eq!(answers.iter().filter(|done| !done.again).count(), 1);
    assert!(answers.iter().all(|done| (done.seq, done.at) == (first.seq, first.at)));
    // Two bodies under one key concurrently: one of them wins.
    let other = Key::derived("two bodies", &[]);
    let both = send_all(&house, vec![deposit(cage, other, 0, 1), deposit(cage, other, 0, 2)]).await;
    assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1, "{both:?}");
    is_known(&house, cage, key, first).await;
    // More commands than a stream keeps in memory.
    let many = (0..1_100).map(|count| deposit(cage, Key::derived("many", &[count]), first.seq, 1));
    assert!(send_all(&house, many.collect()).await.iter().all(Result::is_ok));
    is_known(&house, cage, key, first).await;
    Arc::into_inner(house).unwrap().close().await;
    // After a restart; the most recent one first.
    let house = floor.open().await;
    let last = house.send(deposit(cage, Key::derived("many", &[1_099]), first.seq, 1)).await.unwrap();
    assert!(last.again);
    is_known(&house, cage, key, first).await;
    let wallet = house.look(cage, |stream| stream.cage().unwrap().wallet(PersonId(1))).await.unwrap();
    let both = both.iter().position(Result::is_ok).map(|at| i64::try_from(at).unwrap() + 1).unwrap();
    assert_eq!(wallet, Money::minor(500 + both + 1_100));
    house.close().await;
    proof::streams(&floor, "one effect").await;
    floor.drop().await;
}

/// A command is retried behind more commands than are kept in memory, in one batch with them, and so is one that first
/// came in that batch. On one thread, so that everything is sent before the owner looks.
#[tokio::test]
async fn the_same_command_has_one_effect_behind_a_long_batch() {
    let floor = Floor::new("long_batch", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let house = Arc::new(floor.open().await);
    let [before, within] = ["before", "within"].map(|name| deposit(cage, Key::derived(name, &[]), 0, 500));
    let first = house.send(before.clone()).await.unwrap();
    let many = (0..300).map(|count| deposit(cage, Key::derived("many", &[count]), first.seq, 1));
    let batch = [within.clone()].into_iter().chain(many).chain([before, within]).collect();
    let answers = send_all(&house, batch).await;
    let answers: Vec<Done> = answers.into_iter().map(Result::unwrap).collect();
    let [fresh, .., again, last] = &answers[..] else { panic!("{} answers", answers.len()) };
    assert!(!fresh.again && again.again && last.again);
    assert_eq!((again.seq, last.seq), (first.seq, fresh.seq));
    let wallet = house.look(cage, |stream| stream.cage().unwrap().wallet(PersonId(1))).await.unwrap();
    assert_eq!(wallet, Money::minor(1_300));
    Arc::into_inner(house).unwrap().close().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_owner_of_a_shard_shuts_the_old_one_out() {
    let floor = stage(server(), "two_owners").await;
    let directory = folder(&floor.name);
    let path = directory.join("diary-1");
    let first = Life::begin(&floor, floor.open().await, &path, 1).await;
    first.seat_all().await;
    let playing = tokio::spawn({
        let first = Arc::clone(&first);
        async move { first.play_all(usize::MAX).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    let second = Life::begin(&floor, floor.open().await, &directory.join("diary-2"), 2).await;
    let streams: Vec<StreamId> = first.rows.iter().map(|row| row.id).collect();
    proof::quiet(&second.house, &streams).await;
    let heads = second.house.heads().await;
    // The first owner notices at its next batch. Nothing that it still sends has an effect.
    tokio::time::sleep(Duration::from_millis(300)).await;
    first.over.store(true, Ordering::Relaxed);
    playing.await.unwrap();
    assert_eq!(second.house.heads().await, heads);
    let tables = first.rows.iter().filter(|row| row.kind == "table");
    for table in tables {
        let command = Command::CashOut { patron: engine::Patron::A, amount: Some(Money::minor(1)) };
        let key = Key::derived("late", &[table.id.0]);
        let late = first.house.send(request(table.id, 1, key, 0, command)).await;
        assert_eq!(late.unwrap_err(), NotDone::Unavailable);
    }
    let mut diary = Diary::read(&path);
    let mut known = BTreeSet::from([Key::derived("open", &[])]);
    assert!(diary.values().any(|entry| entry.heard == Heard::Nothing));
    proof::commands(&floor, &diary, &mut known, "two owners").await;
    // Unanswered commands are retried at the second owner.
    proof::again(&second.house, &mut diary, "two owners").await;
    proof::commands(&floor, &diary, &mut known, "two owners, again").await;
    Arc::into_inner(second).unwrap().house.close().await;
    proof::streams(&floor, "two owners").await;
    std::fs::remove_dir_all(directory).unwrap();
    floor.drop().await;
}

fn signal(child: &std::process::Child, signal: &str) {
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

/// The owner stalls, perhaps in a transaction; another takes over; then the first one continues.
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_stood_still_is_shut_out_when_it_goes_on() {
    let floor = stage(server(), "stood_still").await;
    let orders = Orders {
        name: floor.name.clone(),
        keys: floor.keys.reveal_key_file().to_string(),
        run: 1,
        most: 1_000,
        way: Way::AtOnce,
        directory: folder(&floor.name),
    };
    // It sends statement after statement, like one that is to be killed, but its kill point is never reached.
    let mut child = orders.start(Some("before-begin:1000000"));
    let heard =
        || Diary::read(&orders.diary()).values().filter(|entry| entry.heard != Heard::Nothing).count();
    for _ in 0..1_000 {
        if heard() > 300 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    signal(&child, "-STOP");
    let house = floor.open().await;
    let streams: Vec<StreamId> = house.heads().await.iter().map(|(stream, ..)| *stream).collect();
    proof::quiet(&house, &streams).await;
    let heads = house.heads().await;
    signal(&child, "-CONT");
    let status = orders.bury(&mut child);
    assert_eq!(status.code(), Some(SURVIVED), "{}", orders.log());
    assert_eq!(house.heads().await, heads);
    let mut diary = Diary::read(&orders.diary());
    assert!(diary.values().filter(|entry| entry.heard != Heard::Nothing).count() > 300);
    let mut known = BTreeSet::from([Key::derived("open", &[])]);
    proof::commands(&floor, &diary, &mut known, "stood still").await;
    proof::again(&house, &mut diary, "stood still").await;
    proof::commands(&floor, &diary, &mut known, "stood still, again").await;
    house.close().await;
    proof::streams(&floor, "stood still").await;
    std::fs::remove_dir_all(&orders.directory).unwrap();
    floor.drop().await;
}

/// An owner that stalls between its fence and its commit holds the shard: the database ends that.
#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_hangs_in_a_transaction_is_cut_off() {
    let floor = Floor::new("hangs", 1).await;
    floor.furnish(PATIENT).await;
    let hangs = Writer::on(floor.database.connect().await.unwrap()).await.unwrap();
    hangs.client().batch_execute("begin; select fence(0, 0, 0)").await.unwrap();
    let house = tokio::time::timeout(Duration::from_secs(20), floor.open()).await.unwrap();
    assert!(hangs.client().batch_execute("commit").await.is_err());
    house.close().await;
    floor.drop().await;
}

/// An answer is only given once every reader can see the unit.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_answered_before_it_is_committed() {
    let floor = Floor::new("committed_first", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let client = floor.database.connect().await.unwrap();
    for (_, table, cage) in &furnished.tables {
        for patron in [engine::Patron::A, engine::Patron::B] {
            crate::support::seat(&house, *cage, *table, patron, 1_000_000).await;
        }
        let mut whim = house::patrons::Whim::new(3);
        for _ in 0..40 {
            let Some(answer) = crate::support::play_once(&house, *table, &mut whim).await else { continue };
            let seq = answer.unwrap().seq;
            let there = "select count(*) from unit where stream = $1 and seq = $2";
            let there: i64 = client.query_one(there, &[&table.0, &seq]).await.unwrap().get(0);
            assert_eq!(there, 1);
        }
    }
    house.close().await;
    floor.drop().await;
}
