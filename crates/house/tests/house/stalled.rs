//! The connection to PostgreSQL stalls during a transaction, and PostgreSQL ends the session by the timeout that the
//! house has set: that is transient, and no patron is told that a table is broken.

use crate::support::{Floor, PATIENT, request};
use felt::Money;
use house::House;
use house::ids::{Key, PersonId, StreamId};
use house::store::{Database, StoreError};
use house::stream::{Command, Request};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};

/// The house makes PostgreSQL end a session that is idle in a transaction for 2 s.
const LONGER_THAN_THE_TIMEOUT: Duration = Duration::from_secs(3);

/// A connection to PostgreSQL that can hold back what follows a `begin`.
struct Line {
    database: Database,
    stalls: Arc<AtomicBool>,
}

impl Line {
    async fn to(floor: &Floor) -> Line {
        let address = std::env::var("CROUPIER_TEST_POSTGRES").unwrap();
        let (user, host) = address.split_once('@').unwrap();
        let host = host.split_once('/').unwrap().0.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap();
        let database = Database::at(&format!("{user}@{here}/{}", floor.name)).unwrap();
        let stalls = Arc::new(AtomicBool::new(false));
        let stall = Arc::clone(&stalls);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = TcpStream::connect(&host).await.unwrap();
                let (from_client, mut to_client) = client.into_split();
                let (mut from_server, to_server) = server.into_split();
                tokio::spawn(carry(from_client, to_server, Arc::clone(&stall)));
                tokio::spawn(async move { tokio::io::copy(&mut from_server, &mut to_client).await });
            }
        });
        Line { database, stalls }
    }

    /// Lets the next `begin` arrive, and nothing after it for a while.
    fn stall(&self) {
        self.stalls.store(true, Ordering::SeqCst);
    }
}

/// Carries messages of PostgreSQL's protocol one by one. The first message has no kind.
async fn carry(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    stalls: Arc<AtomicBool>,
) -> std::io::Result<()> {
    let mut first = true;
    loop {
        let kind = if first { None } else { Some(from.read_u8().await?) };
        let length = from.read_u32().await?;
        let mut body = vec![0; usize::try_from(length).unwrap() - 4];
        from.read_exact(&mut body).await?;
        let message: Vec<u8> = kind.into_iter().chain(length.to_be_bytes()).chain(body.clone()).collect();
        to.write_all(&message).await?;
        if kind == Some(b'Q') && body.starts_with(b"begin") && stalls.swap(false, Ordering::SeqCst) {
            tokio::time::sleep(LONGER_THAN_THE_TIMEOUT).await;
        }
        first = false;
    }
}

fn deposit(cage: StreamId, number: i64) -> Request {
    let (person, amount) = (PersonId(1), Money::minor(100));
    request(cage, 1, Key::derived("stalled", &[number]), 0, Command::Deposit { person, amount })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_the_timeout_ends_is_carried_out_all_the_same() {
    let floor = Floor::new("stalled", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let line = Line::to(&floor).await;
    let keys = Arc::clone(&floor.keys);
    let house = House::open(line.database.clone(), games::find, keys, &floor.shards).await.unwrap();
    house.send(deposit(cage, 1)).await.unwrap();
    line.stall();
    let since = Instant::now();
    let done = house.send(deposit(cage, 2)).await;
    assert!(since.elapsed() > Duration::from_secs(2), "nothing stalled: {:?}", since.elapsed());
    assert!(!done.unwrap().again);
    let wallet = house.look(cage, |stream| stream.cage().unwrap().wallet(PersonId(1))).await.unwrap();
    assert_eq!(wallet, Money::minor(200));
    house.close().await;
    floor.drop().await;
}

/// Returns PostgreSQL's answer to a statement.
async fn said(client: &tokio_postgres::Client, statement: &str) -> (String, StoreError) {
    let error = client.batch_execute(statement).await.unwrap_err();
    (error.code().unwrap().code().to_owned(), error.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_passes_is_told_from_what_is_final() {
    let floor = Floor::new("passes", 1).await;
    let line = Line::to(&floor).await;
    // The session's own timeout, while a statement is in progress.
    let client = line.database.connect().await.unwrap();
    client.batch_execute("set idle_in_transaction_session_timeout = '2s'").await.unwrap();
    line.stall();
    let (begun, (code, error)) = tokio::join!(client.batch_execute("begin"), said(&client, "select 1"));
    begun.unwrap();
    assert_eq!((code.as_str(), error.is_final()), ("25P03", false));
    let client = floor.database.connect().await.unwrap();
    // A standby, or a primary in read-only mode.
    client.batch_execute("set default_transaction_read_only = on").await.unwrap();
    let (code, error) = said(&client, "update shard set owner = ''").await;
    assert_eq!((code.as_str(), error.is_final()), ("25006", false));
    client
        .batch_execute("set default_transaction_read_only = off; set statement_timeout = 50")
        .await
        .unwrap();
    let (code, error) = said(&client, "select pg_sleep(1)").await;
    assert_eq!((code.as_str(), error.is_final()), ("57014", false));
    // A row that violates a constraint violates it again.
    let (code, error) = said(&client, "insert into shard (id) values (0)").await;
    assert_eq!((code.as_str(), error.is_final()), ("23505", true));
    let (code, error) = said(&client, "select 1 from nowhere").await;
    assert_eq!((code.as_str(), error.is_final()), ("42P01", true));
    drop(client);
    floor.drop().await;
}
