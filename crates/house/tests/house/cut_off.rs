//! A process that is or was cut off from the database does not block the others, keeps no request waiting, and does not
//! show what it has in memory.

use crate::leases::join;
use crate::support::{Floor, PATIENT, request};
use felt::Money;
use house::NotDone;
use house::ids::{Key, PersonId, StreamId};
use house::stream::{Command, Request};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn deposit(cage: StreamId, number: i64) -> Request {
    let (person, amount) = (PersonId(1), Money::minor(100));
    request(cage, 1, Key::derived("cut off", &[number]), 0, Command::Deposit { person, amount })
}

/// A message of PostgreSQL's protocol.
fn message(kind: Option<u8>, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
    kind.into_iter().chain(length).chain(body.iter().copied()).collect()
}

/// Reads until the server is ready for the next statement.
async fn until_ready(stream: &mut TcpStream) {
    loop {
        let kind = stream.read_u8().await.unwrap();
        let length = usize::try_from(stream.read_u32().await.unwrap()).unwrap();
        let mut body = vec![0; length - 4];
        stream.read_exact(&mut body).await.unwrap();
        match kind {
            b'E' => panic!("{}", String::from_utf8_lossy(&body)),
            b'Z' => return,
            _ => {}
        }
    }
}

/// An owner whose connection was cut in the middle of a batch: the fence and the beginning of the next statement have
/// arrived.
async fn owner_in_mid_statement(floor: &Floor) -> TcpStream {
    let address = std::env::var("CROUPIER_TEST_POSTGRES").unwrap();
    let (user, host) = address.trim_start_matches("postgresql://").split_once('@').unwrap();
    let mut stream = TcpStream::connect(host.split_once('/').unwrap().0).await.unwrap();
    let settings = [
        ("user", user),
        ("database", floor.name.as_str()),
        ("application_name", "croupier shard 0 epoch 0"),
        ("options", "-c idle_in_transaction_session_timeout=2s"),
    ];
    let mut hello = 196_608_u32.to_be_bytes().to_vec();
    for (name, value) in settings {
        hello.extend(format!("{name}\0{value}\0").bytes());
    }
    hello.push(0);
    stream.write_all(&message(None, &hello)).await.unwrap();
    until_ready(&mut stream).await;
    stream.write_all(&message(Some(b'Q'), b"begin; select fence(0, 0, 0)\0")).await.unwrap();
    until_ready(&mut stream).await;
    stream.write_all(&message(Some(b'P'), b"\0select 1\0\0\0")).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_is_cut_off_in_mid_statement_does_not_hold_its_shard() {
    let floor = Floor::new("mid_statement", 1).await;
    floor.furnish(PATIENT).await;
    let client = floor.database.connect().await.unwrap();
    client.execute("update shard set owner = 'dead'", &[]).await.unwrap();
    let _held = owner_in_mid_statement(&floor).await;
    // The database's own timeout does not run between two messages of one statement.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let waiting = "select count(*) from pg_stat_activity where application_name = 'croupier shard 0 epoch 0'";
    assert_eq!(client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0), 1);
    let since = Instant::now();
    let two = join(&floor, "two", "1", games::find).await;
    two.has(1).await;
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    two.leases.leave().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_whose_shard_another_has_taken_forgets_it_though_nobody_sends_anything() {
    let floor = Floor::new("forgets", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let one = join(&floor, "one", "1", games::find).await;
    one.has(1).await;
    one.house.send(deposit(cage, 1)).await.unwrap();
    let client = floor.database.connect().await.unwrap();
    client
        .batch_execute(
            "insert into process (id, address, build, beat)
                 values ('two', 'http://two', '1', now() + interval '1 hour');
             update shard set owner = 'two', epoch = epoch + 1",
        )
        .await
        .unwrap();
    let since = Instant::now();
    while one.house.look(cage, |_| ()).await.is_some() {
        assert!(since.elapsed() < Duration::from_secs(3), "it still shows what it remembers");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!one.house.has(cage));
    while one.leases.elsewhere(0).is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(one.leases.elsewhere(0).as_deref(), Some("http://two"));
    one.leases.leave().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_an_owner_longer_than_its_lease() {
    let floor = Floor::new("lease_over", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let one = join(&floor, "one", "1", games::find).await;
    one.has(1).await;
    one.house.send(deposit(cage, 1)).await.unwrap();
    // The database answers neither the heartbeat nor the batch.
    let lock = floor.database.connect().await.unwrap();
    let stalled = "set idle_in_transaction_session_timeout = 0; begin;
        select from process for update; select from shard for update";
    lock.batch_execute(stalled).await.unwrap();
    let since = Instant::now();
    assert_eq!(one.house.send(deposit(cage, 2)).await.unwrap_err(), NotDone::Unavailable);
    assert!(since.elapsed() < Duration::from_secs(4), "{:?}", since.elapsed());
    // A later request does not wait at all.
    let since = Instant::now();
    assert_eq!(one.house.send(deposit(cage, 3)).await.unwrap_err(), NotDone::Unavailable);
    assert!(one.house.look(cage, |_| ()).await.is_none());
    assert!(since.elapsed() < Duration::from_millis(500), "{:?}", since.elapsed());
    lock.batch_execute("rollback").await.unwrap();
    while one.house.lease().is_none() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Unanswered requests were carried out; rejected ones were not.
    let mut again = Vec::new();
    for number in [2, 3] {
        again.push(one.house.send(deposit(cage, number)).await.unwrap().again);
    }
    assert_eq!(again, [true, false]);
    one.leases.leave().await;
    floor.drop().await;
}
