//! A database that comes back without its last commits, as after a failover to a standby that lagged behind, or comes
//! back late: answers that were lost no longer count as done, and nothing is done twice or partly.
//!
//! Losses are simulated here by deleting rows; `just failover` makes them with real standbys.

use crate::books::stack;
use crate::leases::{join_with, play_all, seq_of};
use crate::support::{Floor, PATIENT, play_once, request, seat, send};
use engine::Patron;
use felt::Money;
use house::anchor::Signer;
use house::audit::{Anchors, Fault, Signing, SigningSetup, verify_chains};
use house::ids::{Key, PersonId, StreamId};
use house::ledger::verify;
use house::loss::Loss;
use house::patrons::Whim;
use house::store::{Which, stream_rows};
use house::stream::{Command, Mail, NotHere, Origin, Refused, Request};
use house::{Heard, House, NotDone, Outlets};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_postgres::Client;

fn deposit(cage: StreamId, key: &str, amount: i64) -> Request {
    let command = Command::Deposit { person: PersonId(1), amount: Money::minor(amount) };
    request(cage, 1, Key::derived(key, &[]), 0, command)
}

async fn wallet(house: &House, cage: StreamId) -> i64 {
    let look = |stream: &dyn house::stream::Stream| stream.cage().unwrap().wallet(PersonId(1)).as_minor();
    house.look(cage, look).await.unwrap()
}

/// Deletes these units from the database, and ends all its sessions.
async fn lose(client: &Client, after: &[(StreamId, i64)], batches: i64) {
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    for (stream, seq) in after {
        for table in ["unit", "transfer_row", "contribution", "shoe", "snapshot"] {
            let lost = format!("delete from {table} where stream = $1 and seq > $2");
            client.execute(&lost, &[&stream.0, seq]).await.unwrap();
        }
        let sealed = "update shoe set opened_seq = null, salt = null, cards = null
            where stream = $1 and opened_seq > $2";
        client.execute(sealed, &[&stream.0, seq]).await.unwrap();
    }
    client.execute("update shard set batch = batch - $1", &[&batches]).await.unwrap();
    end_sessions(client).await;
}

async fn end_sessions(client: &Client) {
    let others = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    client.execute(others, &[]).await.unwrap();
}

async fn batches(client: &Client) -> i64 {
    client.query_one("select batch from shard", &[]).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answered_deposit_that_a_failover_loses_is_noticed_and_the_cage_goes_on() {
    let floor = Floor::new("failover_cage", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let (cage, (_, table, _)) = (furnished.cage, furnished.tables[0]);
    let house = floor.open().await;
    let client = floor.database.connect().await.unwrap();
    house.send(deposit(cage, "one", 100)).await.unwrap();
    seat(&house, cage, table, Patron::B, 5_000).await;
    crate::books::quiet(&house, &[cage, table]).await;
    let before = batches(&client).await;
    let lost = house.send(deposit(cage, "two", 200)).await.unwrap().seq;
    let stands = lost - 1;
    lose(&client, &[(cage, stands)], batches(&client).await - before).await;
    // A stream without a loss is asked first: the loss is noticed nevertheless.
    play_once(&house, table, &mut Whim::new(5)).await.unwrap().unwrap();
    assert_eq!(wallet(&house, cage).await, 100, "the lost deposit is not in the wallet");
    let noticed: Vec<(StreamId, Loss)> = house.losses().iter().map(|one| (one.stream, one.loss)).collect();
    let [(stream, loss)] = noticed[..] else { panic!("{noticed:?}") };
    assert_eq!((stream, loss.stands, loss.last), (cage, stands, lost));
    // A retry is executed again, as a unit with another number.
    let again = house.send(deposit(cage, "two", 200)).await.unwrap();
    assert!(!again.again && again.seq > loss.notice(), "{again:?}");
    assert!(house.send(deposit(cage, "one", 100)).await.unwrap().again);
    assert_eq!(wallet(&house, cage).await, 300);
    house.close().await;
    // Another process finds no new loss, and an audit reports this one.
    let house = floor.open().await;
    assert!(house.left_out().is_empty(), "{:?}", house.left_out());
    assert_eq!(wallet(&house, cage).await, 300);
    house.close().await;
    let mut client = floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, None, |_| {}).await.unwrap();
    assert!(report.is_well(), "{:?}", report.findings);
    let losses: Vec<_> = report.losses.iter().map(|one| (one.stream, one.from, one.to, &one.fault)).collect();
    assert_eq!(losses, [(Some(cage), stands + 1, lost, &Fault::Lost { by: lost + 1 })]);
    assert!(verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap().is_sound());
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_are_told_the_last_unit_that_stands_and_no_number_is_given_out_twice() {
    let floor = Floor::new("failover_told", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let (heard, mut told) = mpsc::channel::<Heard>(10_000);
    let part = join_with(&floor, "one", "1", games::find, Outlets { away: None, heard: Some(heard) }).await;
    part.has(1).await;
    let client = floor.database.connect().await.unwrap();
    let mut whim = Whim::new(4);
    let mut lost = Vec::new();
    for (_, table, cage) in &furnished.tables {
        seat(&part.house, *cage, *table, Patron::A, 1_000_000).await;
        play_all(&part.house, *table, 12, &mut whim).await;
    }
    let seq = |table: StreamId| seq_of(&part.house, table);
    let before = batches(&client).await;
    for (_, table, _) in &furnished.tables {
        let stands = seq(*table).await;
        play_all(&part.house, *table, 5, &mut whim).await;
        lost.push((*table, stands, seq(*table).await));
    }
    let cut: Vec<(StreamId, i64)> = lost.iter().map(|(table, stands, _)| (*table, *stands)).collect();
    lose(&client, &cut, batches(&client).await - before).await;
    // It is noticed even if no command comes.
    let since = Instant::now();
    while part.house.losses().len() < lost.len() {
        assert!(since.elapsed() < Duration::from_secs(10), "the loss is never noticed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for (_, table, _) in &furnished.tables {
        play_all(&part.house, *table, 5, &mut whim).await;
    }
    let mut numbers = Vec::new();
    let mut notices = Vec::new();
    while let Ok(heard) = told.try_recv() {
        numbers.push((heard.stream, heard.seq));
        notices.extend(heard.lost.map(|loss| (heard.stream, loss.stands, heard.seq - 1)));
    }
    assert_eq!(notices, lost);
    let told_of = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), told_of, "no number is told twice");
    part.leases.leave().await;
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    floor.drop().await;
}

/// The process had given the shard up, or its takeover was lost too: it remembers what it has answered.
#[tokio::test(flavor = "multi_thread")]
async fn a_loss_is_noticed_also_by_a_process_that_takes_the_shard_again() {
    let floor = Floor::new("failover_retaken", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let one = join_with(&floor, "one", "1", games::find, Outlets::default()).await;
    one.has(1).await;
    let client = floor.database.connect().await.unwrap();
    let stands = send(&one.house, deposit(cage, "one", 100)).await.seq;
    send(&one.house, deposit(cage, "two", 200)).await;
    // The takeover itself was lost too: the database has no owner and an earlier epoch.
    client.execute("update shard set epoch = epoch - 1000000, owner = ''", &[]).await.unwrap();
    lose(&client, &[(cage, stands)], 1).await;
    let since = Instant::now();
    while one.house.losses().is_empty() {
        assert!(since.elapsed() < Duration::from_secs(10), "the loss is never noticed");
        let _ = one.house.send(deposit(cage, "poke", 1)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    one.leases.leave().await;
    floor.drop().await;
}

/// A message that a lost unit had sent is still in transit when the shards are back.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_sender_has_lost_the_unit_brings_no_chips() {
    let floor = Floor::new("failover_mail", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[1];
    let house = floor.open().await;
    house.send(deposit(cage, "one", 100)).await.unwrap();
    let client = floor.database.connect().await.unwrap();
    let row = client.query_one("select epoch, batch from shard where id = 0", &[]).await.unwrap();
    let (epoch, batch): (i64, i64) = (row.get(0), row.get(1));
    let command = Command::Arrive { patron: Some(Patron::A), person: PersonId(1), amount: Money::minor(70) };
    let arrive = |number: i64, epoch, batch| {
        let mut request = request(table, 0, Key::derived("arrive", &[number]), 0, command.clone());
        request.sender = Some(cage);
        Mail { request, origin: Some(Origin { shard: 0, epoch, batch }) }
    };
    // From a batch that the database does not have, from a past epoch, and from one that never existed.
    for (number, (epoch, batch)) in (1..).zip([(epoch, batch + 1), (epoch - 1, batch), (epoch + 1, batch)]) {
        assert!(house.deliver(arrive(number, epoch, batch)));
    }
    assert!(house.deliver(arrive(4, epoch, batch)));
    while stack(&house, table, Patron::A).await.is_none() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(stack(&house, table, Patron::A).await, Some(70), "only what stands has come");
    house.close().await;
    floor.drop().await;
}

/// A retry of a buy-in that was carried out is answered, although its table is closed by now.
#[tokio::test(flavor = "multi_thread")]
async fn a_buy_in_that_was_carried_out_is_answered_again_when_its_table_is_closed() {
    let floor = Floor::new("again_closed", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[0];
    let house = floor.open().await;
    house.send(deposit(cage, "one", 1_000)).await.unwrap();
    let (person, amount) = (PersonId(1), Money::minor(400));
    let buy_in = Command::BuyIn { person, table, patron: Patron::A, amount };
    let fill = Command::Fill { table, amount };
    let orders = [
        request(cage, 1, Key::derived("buy-in", &[]), 0, buy_in.clone()),
        request(cage, 100, Key::derived("fill", &[]), 0, fill),
    ];
    let mut first = Vec::new();
    for order in &orders {
        first.push(house.send(order.clone()).await.unwrap());
    }
    let close = request(table, 100, Key::derived("close", &[]), 0, Command::Close { reopen: false });
    house.send(close.clone()).await.unwrap();
    while !house.is_closed(table) {
        house.refresh().await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    house.close().await;
    let house = floor.open().await;
    for (order, first) in orders.into_iter().zip(first) {
        let again = house.send(order).await.unwrap();
        assert_eq!((again.seq, again.at, again.again), (first.seq, first.at, true));
    }
    assert!(house.send(close).await.unwrap().again);
    // A command that was not carried out is refused as usual.
    let late = request(cage, 1, Key::derived("late", &[]), 0, buy_in);
    let refused = house.send(late).await.unwrap_err();
    assert_eq!(refused, NotDone::Refused(Refused::NotHere(NotHere::TableClosed)));
    house.close().await;
    floor.drop().await;
}

/// Returns the process that runs a session.
async fn backend(client: &Client, named: &str) -> String {
    let asked =
        "select pid from pg_stat_activity where datname = current_database() and application_name like $1";
    client.query_one(asked, &[&named]).await.unwrap().get::<_, i32>(0).to_string()
}

/// A process that is stopped until this is dropped, even if the test fails: while a session of PostgreSQL is stopped,
/// no other test can create or drop a database.
struct Stopped(String);

impl Stopped {
    fn stop(process: String) -> Stopped {
        assert!(std::process::Command::new("kill").args(["-STOP", &process]).status().unwrap().success());
        Stopped(process)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        let _ = std::process::Command::new("kill").args(["-CONT", &self.0]).status();
    }
}

/// A connection is lost while a batch is in transit, and the database executes the batch later: by then the command was
/// refused.
#[tokio::test(flavor = "multi_thread")]
async fn a_batch_of_a_lost_connection_is_not_committed_after_its_command_was_refused() {
    let floor = Floor::new("late_batch", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[0];
    let line = crate::line::Line::to_the_database().await;
    let keys = Arc::clone(&floor.keys);
    let database = line.database(&floor.name);
    let house = Arc::new(House::open(database, games::find, keys, &floor.shards).await.unwrap());
    house.send(deposit(cage, "one", 1_000)).await.unwrap();
    let client = floor.database.connect().await.unwrap();
    let old = backend(&client, "croupier shard 0 epoch %").await;
    let (stopped, before) = (Stopped::stop(old.clone()), line.sent());
    let buy_in = Command::BuyIn { person: PersonId(1), table, patron: Patron::A, amount: Money::minor(400) };
    let key = Key::derived("late", &[]);
    let sending = tokio::spawn({
        let (house, buy_in) = (Arc::clone(&house), buy_in.clone());
        async move { house.send(request(cage, 1, key, 0, buy_in)).await }
    });
    line.has_sent_more_than(before).await;
    // Meanwhile the table is closed, according to the directory.
    client.execute("update stream set closed = now() where id = $1", &[&table.0]).await.unwrap();
    house.refresh().await.unwrap();
    line.cut().await;
    // The old session holds no lock, so the house is back immediately, judges the command again, and refuses it.
    let answer = sending.await.unwrap();
    assert_eq!(answer.unwrap_err(), NotDone::Refused(Refused::NotHere(NotHere::TableClosed)));
    drop(stopped);
    let gone = "select not exists (select from pg_stat_activity where pid = $1::text::int4)";
    while !client.query_one(gone, &[&old]).await.unwrap().get::<_, bool>(0) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let there = "select count(*) from unit where key = $1";
    let there = client.query_one(there, &[&uuid::Uuid::from_bytes(key.0)]).await.unwrap();
    assert_eq!(there.get::<_, i64>(0), 0, "a refused command stands in the journal");
    house.close().await;
    floor.drop().await;
}

/// The database restarts: the signer continues, and roots that the database has lost are entered again.
#[tokio::test(flavor = "multi_thread")]
async fn roots_go_on_after_the_database_was_away_and_those_it_lost_are_entered_again() {
    let floor = Floor::new("roots_go_on", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let house = floor.open().await;
    let client = floor.database.connect().await.unwrap();
    client
        .batch_execute(
            "insert into process (id, address, build, beat) values ('me', '', '', now() + interval '1 hour')",
        )
        .await
        .unwrap();
    let file = std::env::temp_dir().join(format!("croupier-roots-go-on-{}", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let signer = Arc::new(Signer::generate().unwrap());
    let trusted = signer.public();
    let signing = Signing::start(SigningSetup {
        database: floor.database.clone(),
        file: file.clone(),
        signer,
        process: "me".to_owned(),
        every: Duration::from_millis(300),
        doubt: Box::new(|_| ()),
    });
    let lines = || std::fs::read_to_string(&file).unwrap_or_default().lines().count();
    let signed = async |least: usize| {
        let since = Instant::now();
        while lines() < least {
            assert!(
                since.elapsed() < Duration::from_secs(20),
                "no root is signed any more after {}",
                lines()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let stands = house.send(deposit(cage, "one", 100)).await.unwrap().seq;
    signed(1).await;
    end_sessions(&client).await;
    signed(lines() + 2).await;
    // A root over a unit is signed, and then both are lost.
    house.send(deposit(cage, "two", 200)).await.unwrap();
    signed(lines() + 2).await;
    client.batch_execute("set session_replication_role = replica").await.unwrap();
    let kept = client.query_one("select max(number) from root", &[]).await.unwrap().get::<_, i64>(0) - 2;
    client.execute("delete from root where number > $1", &[&kept]).await.unwrap();
    lose(&client, &[(cage, stands)], 1).await;
    house.send(deposit(cage, "three", 300)).await.unwrap();
    signed(lines() + 3).await;
    signing.stop().await;
    house.close().await;
    assert_eq!(house.losses().len(), 1);
    let anchors = Anchors { file: file.clone(), trusted };
    let mut client = floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, Some(&anchors), |_| {}).await.unwrap();
    assert!(report.is_well(), "{:?}", report.findings);
    assert_eq!((report.losses.len(), report.not_entered), (1, 0));
    assert!(report.losses[0].root.is_some(), "a root was signed over it");
    std::fs::remove_file(&file).unwrap();
    floor.drop().await;
}

/// Tables that were opened since are not forgotten: the whole shard is restored.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_whose_closing_was_lost_is_open_again() {
    let floor = Floor::new("failover_closing", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[0];
    let part = join_with(&floor, "one", "1", games::find, Outlets::default()).await;
    part.has(1).await;
    let client = floor.database.connect().await.unwrap();
    seat(&part.house, cage, table, Patron::A, 50_000).await;
    crate::books::quiet(&part.house, &[cage, table]).await;
    let heads = part.house.heads().await;
    let stood: Vec<(StreamId, i64)> = heads.iter().map(|(stream, seq, _)| (*stream, *seq)).collect();
    let before = batches(&client).await;
    let close = request(table, 100, Key::derived("close", &[]), 0, Command::Close { reopen: false });
    send(&part.house, close).await;
    while !part.house.is_closed(table) {
        part.house.refresh().await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    client.execute("update stream set closed = null where id = $1", &[&table.0]).await.unwrap();
    lose(&client, &stood, batches(&client).await - before).await;
    send(&part.house, deposit(cage, "poke", 1)).await;
    let since = Instant::now();
    while part.house.is_closed(table) {
        assert!(since.elapsed() < Duration::from_secs(10), "the table stays closed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(stack(&part.house, table, Patron::A).await, Some(50_000));
    let rows = stream_rows(&client, Which::All).await.unwrap();
    assert!(rows.iter().all(|row| !row.closed));
    part.leases.leave().await;
    floor.drop().await;
}

/// Every trace of a unit is gone, except a root that was signed over it: the database was restored.
#[tokio::test(flavor = "multi_thread")]
async fn a_signed_unit_that_is_gone_is_noticed_by_its_root() {
    let floor = Floor::new("failover_doubt", 1).await;
    let cage = floor.furnish(PATIENT).await.cage;
    let house = floor.open().await;
    let stands = house.send(deposit(cage, "one", 100)).await.unwrap().seq;
    house.send(deposit(cage, "two", 200)).await.unwrap();
    let signed = house.heads().await.into_iter().map(|(stream, seq, hash)| (stream, (seq, hash))).collect();
    house.close().await;
    drop(house);
    let client = floor.database.connect().await.unwrap();
    lose(&client, &[(cage, stands)], 1).await;
    let house = floor.open().await;
    assert!(house.losses().is_empty());
    // Twice, as after every start: one notice is enough.
    house.doubt(&signed);
    house.doubt(&signed);
    house.send(deposit(cage, "three", 300)).await.unwrap();
    assert_eq!(house.losses().len(), 1);
    assert_eq!(wallet(&house, cage).await, 400);
    house.close().await;
    let house = floor.open().await;
    house.doubt(&signed);
    house.send(deposit(cage, "four", 1)).await.unwrap();
    assert!(house.losses().is_empty(), "the notice is there");
    house.close().await;
    floor.drop().await;
}
