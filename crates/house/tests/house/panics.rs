//! A panic in the task of a shard, or while one is taken: the shard is restored from the database, and no answered
//! command is lost.

use crate::leases::{Part, join};
use crate::support::{Floor, PATIENT, request};
use engine::Game;
use felt::Money;
use house::ids::{Key, PersonId, StreamId};
use house::stream::{Command, Request};
use house::{DEAD_AFTER, Done, House, NotDone};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A shard answers again within this time after a panic.
const MOST: Duration = DEAD_AFTER.saturating_add(Duration::from_secs(2));

fn deposit(cage: StreamId, number: i64) -> Request {
    let (person, amount) = (PersonId(1), Money::minor(100));
    request(cage, 1, Key::derived("panics", &[number]), 0, Command::Deposit { person, amount })
}

/// Retries a command until it is answered, as a client does.
async fn until_answered(house: &House, request: &Request) -> Done {
    let since = Instant::now();
    loop {
        match house.send(request.clone()).await {
            Ok(done) => return done,
            Err(error) => assert_eq!(error, NotDone::Unavailable),
        }
        assert!(since.elapsed() < MOST, "not answered after {:?}", since.elapsed());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn wallet(house: &House, cage: StreamId) -> Money {
    loop {
        if let Some(wallet) = house.look(cage, |stream| stream.cage().unwrap().wallet(PersonId(1))).await {
            return wallet;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn one_process(test: &str) -> (Floor, StreamId, Part) {
    let floor = Floor::new(test, 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let one = join(&floor, "one", "1", games::find).await;
    one.has(1).await;
    (floor, cage, one)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shard_comes_back_after_a_look_that_panics() {
    let (floor, cage, one) = one_process("panic_look").await;
    let first = until_answered(&one.house, &deposit(cage, 1)).await;
    let seen = one.house.look(cage, |_| panic!("a look of a test")).await;
    assert!(seen.is_none());
    let second = until_answered(&one.house, &deposit(cage, 2)).await;
    assert_eq!((second.seq, second.again), (first.seq + 1, false));
    let again = until_answered(&one.house, &deposit(cage, 1)).await;
    assert_eq!((again.seq, again.again), (first.seq, true));
    assert_eq!(wallet(&one.house, cage).await, Money::minor(200));
    one.leases.leave().await;
    floor.drop().await;
}

/// A command whose answer panics is committed before. Those that wait behind it are answered when they are retried.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_or_doubled_by_an_answer_that_panics() {
    let (floor, cage, one) = one_process("panic_answer").await;
    let mut sent = Vec::new();
    for number in 0..40 {
        let (house, request) = (Arc::clone(&one.house), deposit(cage, number));
        sent.push(tokio::spawn(async move {
            let answer = house.send_and_look(request, move |_| assert!(number != 20, "an answer of a test"));
            (number, answer.await.0)
        }));
    }
    let mut answered = Vec::new();
    for one in sent {
        let (number, answer) = one.await.unwrap();
        match answer {
            Ok(done) => answered.push((number, done.seq)),
            Err(error) => assert_eq!(error, NotDone::Unavailable),
        }
    }
    assert!(answered.iter().all(|(number, _)| *number != 20));
    for number in 0..40 {
        let done = until_answered(&one.house, &deposit(cage, number)).await;
        if let Some((_, seq)) = answered.iter().find(|(answered, _)| *answered == number) {
            assert_eq!((done.seq, done.again), (*seq, true), "an answer was given for it before");
        }
        assert!(number != 20 || done.again, "it was committed before its answer panicked");
    }
    assert_eq!(wallet(&one.house, cage).await, Money::minor(4_000));
    one.leases.leave().await;
    floor.drop().await;
}

/// The row of the shard immediately shows no owner: another process need not wait until this one is dead.
#[tokio::test(flavor = "multi_thread")]
async fn a_shard_that_panicked_is_given_up() {
    let floor = Floor::new("panic_row", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let keys = Arc::clone(&floor.keys);
    // A live process that does not take the shard back itself.
    let client = floor.database.connect().await.unwrap();
    let lives = "insert into process (id, address, build, beat)
        values ('one', 'http://one', '1', now() + interval '1 hour')";
    client.batch_execute(lives).await.unwrap();
    let one = House::open(floor.database.clone(), games::find, keys, &[]).await.unwrap();
    assert!(one.take(0, "one").await.unwrap());
    assert!(one.look(cage, |_| panic!("a look of a test")).await.is_none());
    let two = join(&floor, "two", "1", games::find).await;
    let since = Instant::now();
    two.has(1).await;
    assert!(since.elapsed() < MOST, "{:?}", since.elapsed());
    assert!(!one.has(cage));
    until_answered(&two.house, &deposit(cage, 1)).await;
    one.close().await;
    // The second one waits for no successor.
    client.batch_execute("delete from process where id = 'one'").await.unwrap();
    two.leases.leave().await;
    floor.drop().await;
}

static PANICS: AtomicBool = AtomicBool::new(false);

/// Panics once, when a table is restored.
fn find_or_panic(id: &str) -> Option<&'static Game> {
    assert!(!PANICS.swap(false, Ordering::SeqCst), "a game of a test");
    games::find(id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shard_is_taken_again_after_a_panic_while_it_was_taken() {
    let floor = Floor::new("panic_take", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    PANICS.store(true, Ordering::SeqCst);
    let one = join(&floor, "one", "1", find_or_panic).await;
    let since = Instant::now();
    one.has(1).await;
    assert!(since.elapsed() < MOST, "{:?}", since.elapsed());
    assert!(!PANICS.load(Ordering::SeqCst), "nothing has panicked");
    until_answered(&one.house, &deposit(cage, 1)).await;
    // A process that has lost a task can still leave.
    tokio::time::timeout(MOST, one.leases.leave()).await.unwrap();
    floor.drop().await;
}
