//! The logs of sign-ins and accounts are chains: every change of an entry is found, and a person can still be erased.

use crate::support::{Floor, intruder, server};
use house::audit::{Fault, LogFault, Report, verify_chains};
use house::store::Database;
use tokio_postgres::Client;

/// As the previous build writes them.
const SIGN_IN: &str = "insert into sign_in_log (person, outcome, address) values ($1, $2, $3)";
const CHANGE: &str =
    "insert into account_log (person, by_person, what, before, after) values ($1, $2, $3, $4, $5)";

async fn verified(database: &Database) -> Report {
    verify_chains(&mut database.connect().await.unwrap(), None, |_| {}).await.unwrap()
}

/// Five people, `entries` entries of each kind, texts with and without non-ASCII letters.
async fn write(client: &Client, entries: i64) {
    for number in 0..entries {
        let person = (number % 6 != 5).then_some(number % 6 + 1);
        let outcome = if person.is_some() { "signed-in" } else { "unknown-name" };
        client.execute(SIGN_IN, &[&person, &outcome, &format!("192.0.2.{number}")]).await.unwrap();
        let (before, after) = (Some("patron"), (number % 2 == 0).then_some("Führung ♣"));
        client.execute(CHANGE, &[&(number % 5 + 1), &0_i64, &"role", &before, &after]).await.unwrap();
    }
}

const PEOPLE: &str = "insert into person (operator) select 1 from generate_series(1, 5);
    insert into account (person, name, role, password, long_password)
    select id, 'guest-' || id, 'patron', '', false from person;
    insert into personal.detail select id, 'name', 'Guest ' || id from person";

fn found(report: &Report) -> Vec<(&str, i64, i64, Fault)> {
    let all = report.findings.iter();
    all.map(|finding| (finding.name.as_str(), finding.from, finding.to, finding.fault.clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_to_an_entry_is_found() {
    let floor = Floor::new("logs_tampered", 1).await;
    let client = intruder(&floor.database).await;
    client.batch_execute(PEOPLE).await.unwrap();
    write(&floor.database.connect().await.unwrap(), 10).await;
    let report = verified(&floor.database).await;
    assert_eq!((report.entries, found(&report)), (Some(20), Vec::new()));
    client
        .batch_execute("create table signs as table sign_in_log; create table heads as table log_head")
        .await
        .unwrap();
    client.batch_execute("create table changes as table account_log").await.unwrap();
    client.batch_execute("alter table sign_in_log alter column id drop identity").await.unwrap();
    let (signs, changes) = ("sign_in_log", "account_log");
    let log = |log: &'static str, from: i64, to: i64, fault| (log, from, to, Fault::Log(fault));
    let insert = |place: &str| {
        format!(
            "insert into sign_in_log (id, at, person, outcome, address, place, hash) overriding system value
             select id + 100, at, person, outcome, address, {place}, hash from sign_in_log where place = 4"
        )
    };
    let cases = [
        ("update sign_in_log set person = 2 where place = 4".to_owned(), log(signs, 4, 4, LogFault::Changed)),
        ("update sign_in_log set person = null where place = 4".to_owned(), log(signs, 4, 4, LogFault::Changed)),
        ("update sign_in_log set outcome = 'locked' where place = 1".to_owned(), log(signs, 1, 1, LogFault::Changed)),
        ("update sign_in_log set at = at - interval '1 microsecond' where place = 10".to_owned(), log(signs, 10, 10, LogFault::Changed)),
        ("update sign_in_log set id = 77 where place = 7".to_owned(), log(signs, 7, 7, LogFault::Changed)),
        ("delete from sign_in_log where place in (3, 4)".to_owned(), log(signs, 3, 4, LogFault::Missing)),
        ("delete from sign_in_log where place = 1".to_owned(), log(signs, 1, 1, LogFault::Missing)),
        ("delete from sign_in_log where place > 8".to_owned(), log(signs, 9, 10, LogFault::CutOff)),
        ("truncate sign_in_log".to_owned(), log(signs, 1, 10, LogFault::CutOff)),
        (insert("0"), log(signs, 0, 0, LogFault::Added)),
        (insert("11"), log(signs, 11, 11, LogFault::Changed)),
        ("update account_log set by_person = 3 where place = 2".to_owned(), log(changes, 2, 2, LogFault::Changed)),
        ("update account_log set after = '' where place = 2".to_owned(), log(changes, 2, 2, LogFault::Changed)),
        ("update account_log set after = null where place = 1".to_owned(), log(changes, 1, 1, LogFault::Changed)),
        // Text moves from one field to another.
        ("update account_log set before = before || after, after = '' where place = 1".to_owned(), log(changes, 1, 1, LogFault::Changed)),
        ("delete from account_log where place = 10".to_owned(), log(changes, 10, 10, LogFault::CutOff)),
        // The hash was recomputed: the entry after it no longer follows, or the end of the chain differs.
        (
            "update account_log set person = 5 where place = 4;
             update account_log l set hash = hash_of(l, b.hash) from account_log b where l.place = 4 and b.place = 3"
                .to_owned(),
            log(changes, 5, 5, LogFault::Changed),
        ),
        (
            "update account_log set person = 4 where place = 10;
             update account_log l set hash = hash_of(l, b.hash) from account_log b where l.place = 10 and b.place = 9"
                .to_owned(),
            log(changes, 10, 10, LogFault::Changed),
        ),
        ("delete from log_head where log = 'account_log'".to_owned(), log(changes, 1, 10, LogFault::Added)),
    ];
    for (sql, wanted) in cases {
        client.batch_execute(&sql).await.unwrap();
        let report = verified(&floor.database).await;
        assert_eq!(found(&report).first(), Some(&wanted), "{sql}");
        let back = "truncate sign_in_log, account_log, log_head;
            insert into sign_in_log overriding system value select * from signs;
            insert into account_log overriding system value select * from changes;
            insert into log_head select * from heads";
        client.batch_execute(back).await.unwrap();
    }
    assert!(verified(&floor.database).await.is_well());
    // Two entries with one number are possible only without the index.
    client.batch_execute(&format!("drop index sign_in_log_place; {}", insert("4"))).await.unwrap();
    assert_eq!(found(&verified(&floor.database).await), [log(signs, 4, 4, LogFault::Added)]);
    let said = verified(&floor.database).await.findings[0].to_string();
    assert_eq!(said, "entry 4 of sign_in_log: was put in past the chain");
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_many_add_at_once_make_one_chain() {
    let floor = Floor::new("logs_at_once", 1).await;
    floor.database.connect().await.unwrap().batch_execute(PEOPLE).await.unwrap();
    let mut writers = Vec::new();
    for _ in 0..6 {
        let mut client = floor.database.connect().await.unwrap();
        writers.push(tokio::spawn(async move {
            write(&client, 15).await;
            // An entry that is rolled back leaves no gap in the chain.
            let transaction = client.transaction().await.unwrap();
            transaction.execute(SIGN_IN, &[&Some(1_i64), &"locked", &"192.0.2.1"]).await.unwrap();
            transaction.rollback().await.unwrap();
            write(&client, 5).await;
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    let report = verified(&floor.database).await;
    assert_eq!((report.entries, found(&report)), (Some(240), Vec::new()));
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_erased_and_the_chain_holds() {
    let floor = Floor::new("logs_erased", 1).await;
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(PEOPLE).await.unwrap();
    write(&client, 12).await;
    let known = async |what: &str| -> i64 { client.query_one(what, &[]).await.unwrap().get(0) };
    let details = "select count(*) from personal.detail where person = 2";
    let addresses = "select count(*) from personal.sign_in_address a join sign_in_log l on l.id = a.sign_in
        where l.person = 2";
    let names = "select count(*) from account where person = 2 and name = 'guest-2'";
    assert_eq!((known(details).await, known(addresses).await, known(names).await), (1, 2, 1));
    client.batch_execute("select personal.erase(2)").await.unwrap();
    assert_eq!((known(details).await, known(addresses).await, known(names).await), (0, 0, 0));
    // No other table contains anything of it.
    for table in ["sign_in_log", "account_log", "account", "token", "person"] {
        let all = client.query(&format!("select t::text from {table} t"), &[]).await.unwrap();
        assert!(all.iter().all(|row| !row.get::<_, &str>(0).contains("guest-2")), "{table}");
    }
    let others = "select count(*) from personal.sign_in_address";
    assert_eq!(known(others).await, 10);
    let last = client
        .query_one("select person, what from account_log order by place desc limit 1", &[])
        .await
        .unwrap();
    assert_eq!((last.get::<_, i64>(0), last.get::<_, &str>(1)), (2, "erased"));
    let report = verified(&floor.database).await;
    assert_eq!((report.entries, found(&report)), (Some(25), Vec::new()));
    assert!(client.batch_execute("select personal.erase(99)").await.is_err());
    floor.drop().await;
}

/// The migration chains the logs of a house that the previous build has written; that build writes on beside the new
/// one; and after a downgrade and another upgrade the chain is unchanged.
#[tokio::test(flavor = "multi_thread")]
async fn a_house_of_the_schema_before_is_brought_into_the_chain() {
    let name = format!("test_logs_upgrade_{}", std::process::id());
    let server = server();
    let client = server.connect().await.unwrap();
    client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
    client.batch_execute(&format!("create database {name}")).await.unwrap();
    let database = server.named(&name);
    database.migrate_to(7).await.unwrap();
    let old = database.connect().await.unwrap();
    old.batch_execute("insert into operator values (1, 'Riverfront')").await.unwrap();
    old.batch_execute(PEOPLE).await.unwrap();
    write(&old, 20).await;
    old.batch_execute("insert into root values (1, now(), 'a line')").await.unwrap();
    let report = verified(&database).await;
    assert_eq!((report.entries, report.is_well()), (None, true), "not chained yet");

    database.migrate().await.unwrap();
    let report = verified(&database).await;
    assert_eq!((report.entries, found(&report)), (Some(40), Vec::new()));
    let moved = "select count(*), count(*) filter (where l.address = ''), min(a.address)
        from sign_in_log l join personal.sign_in_address a on a.sign_in = l.id";
    let row = old.query_one(moved, &[]).await.unwrap();
    assert_eq!((row.get::<_, i64>(0), row.get::<_, i64>(1), row.get::<_, &str>(2)), (20, 20, "192.0.2.0"));

    // A session of the previous build, opened before the migration.
    write(&old, 7).await;
    old.batch_execute("select open_month(now()), open_month(now() + interval '1 month')").await.unwrap();
    let report = verified(&database).await;
    assert_eq!((report.entries, found(&report)), (Some(54), Vec::new()));
    for table in ["unit", "transfer_row", "contribution", "root", "sign_in_log", "account_log"] {
        let error = old.batch_execute(&format!("delete from {table}")).await.unwrap_err();
        assert_eq!(error.code().unwrap().code(), "CR002", "{table}");
    }

    // Downgrade: that build must not find a migration that it does not know. Then upgrade again.
    old.batch_execute("select transfers_as_rows(); delete from refinery_schema_history where version > 7")
        .await
        .unwrap();
    write(&old, 3).await;
    database.migrate().await.unwrap();
    database.migrate().await.unwrap();
    let report = verified(&database).await;
    assert_eq!((report.entries, found(&report)), (Some(60), Vec::new()));
    client.batch_execute(&format!("drop database {name} with (force)")).await.unwrap();
}
