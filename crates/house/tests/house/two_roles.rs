//! The role that runs a house can only append to what was written: PostgreSQL itself refuses the rest.

use crate::books::play;
use crate::leases::join;
use crate::support::{Floor, PATIENT, Roles, play_once, request, seat, server};
use engine::Patron;
use house::anchor::Signer;
use house::audit::{Anchorer, Anchors, verify_chains};
use house::ids::Key;
use house::ledger::verify;
use house::patrons::Whim;
use house::secrets::KeyRing;
use house::store::{StoreError, rotate};
use house::stream::Command;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Client;

const HISTORY: [&str; 6] = ["unit", "transfer_row", "contribution", "root", "sign_in_log", "account_log"];
/// PostgreSQL's code for insufficient privileges.
const FORBIDDEN: &str = "42501";
/// The trigger's code.
const ONLY_ADDED: &str = "CR002";

async fn refused(client: &Client, sql: &str) -> String {
    match client.batch_execute(sql).await {
        Ok(()) => format!("{sql}: it was done"),
        Err(error) => error.code().map_or_else(|| error.to_string(), |code| code.code().to_owned()),
    }
}

async fn partitions(client: &Client) -> Vec<String> {
    let all = "select inhrelid::regclass::text from pg_inherits join pg_class on pg_class.oid = inhrelid
        where relkind = 'r' order by 1";
    client.query(all, &[]).await.unwrap().iter().map(|row| row.get(0)).collect()
}

/// Returns every row of what was written, by table.
async fn contents(client: &Client) -> Vec<String> {
    let mut all = Vec::new();
    for table in HISTORY {
        let digest =
            format!("select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from {table} t");
        all.push(client.query_one(&digest, &[]).await.unwrap().get(0));
    }
    all
}

/// Statements on a table that the role that runs the house must not execute.
fn attempts(table: &str) -> Vec<String> {
    let column = match table.split('_').next() {
        Some("root") => "number = number",
        Some("sign" | "account") => "at = now()",
        _ => "seq = seq",
    };
    let mut all = vec![
        format!("update {table} set {column}"),
        format!("delete from {table}"),
        format!("truncate {table}"),
        format!("drop table {table} cascade"),
        format!("alter table {table} disable trigger all"),
        format!("alter table {table} disable trigger only_added"),
        format!("drop trigger only_added on {table}"),
        format!("alter table {table} add column more int"),
        format!("alter table {table} rename to gone"),
        format!("alter table {table} owner to current_user"),
        format!("create index on {table} ((1))"),
        format!("create rule nothing as on insert to {table} do instead nothing"),
        format!("create trigger mine before insert on {table} for each row execute function only_added()"),
        format!("select 1; lock table {table} in access exclusive mode"),
    ];
    let months = [("unit_2", "unit"), ("transfer_2", "transfer_row"), ("contribution_2", "contribution")];
    if let Some((_, parent)) = months.iter().find(|(month, _)| table.starts_with(month)) {
        all.push(format!("select * from {table}"));
        all.push(format!("insert into {table} select * from {parent}"));
        all.push(format!("alter table {parent} detach partition {table}"));
    }
    all
}

/// Other statements that it must not execute.
fn more_attempts(Roles { owner, .. }: &Roles, database: &str) -> Vec<String> {
    let mut all: Vec<String> = [
        "create table mine (a int)",
        "create table personal.mine (a int)",
        "create schema mine",
        "create function mine() returns int language sql as 'select 1'",
        "create or replace function only_added() returns trigger language plpgsql as 'begin return new; end'",
        "create or replace function open_month(of timestamptz) returns void language sql as 'select'",
        "drop function only_added() cascade",
        "alter function open_month(timestamptz) security invoker",
        "set session_replication_role = replica",
        "drop schema public cascade",
        "alter schema public owner to current_user",
        "update log_head set place = 0",
        "delete from log_head",
        "insert into log_head values ('mine', 0, '')",
        "update personal.sign_in_address set address = ''",
        "delete from personal.sign_in_address",
        "insert into personal.sign_in_address values (1, '')",
        "select personal.erase(1)",
        "select only_add_to('root')",
        "drop view transfer cascade",
        "alter view transfer owner to current_user",
        "select transfers_as_rows()",
        "update stream set currency = 'EUR'",
        "update shoe set commitment = ''",
        "delete from shoe",
        "insert into shard (id) values (99)",
        "insert into operator values (99, 'mine')",
        "delete from refinery_schema_history",
        "copy unit to program 'cat'",
        // Months are opened shortly before they are needed, and no others.
        "select open_month(null)",
        "select open_month('infinity')",
        "select open_month('-infinity')",
        "select open_month('2020-01-01')",
        "select open_month(now() - interval '1 month')",
        "select open_month(now() + interval '3 months')",
    ]
    .map(str::to_owned)
    .to_vec();
    all.push(format!("set role {owner}"));
    all.push(format!("set session authorization {owner}"));
    all.push(format!("drop owned by {owner} cascade"));
    all.push(format!("reassign owned by {owner} to current_user"));
    all.push(format!("drop database {database}"));
    // A function with its owner's rights, on a table of the role itself.
    for function in ["chain_entry", "put_address_apart"] {
        all.push(format!(
            "create temporary table sign_in_log (id bigint, at timestamptz, address text, place bigint, hash bytea);
             create trigger mine before insert on sign_in_log for each row execute function {function}()"
        ));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_running_role_can_only_add_to_what_was_written() {
    let (floor, roles) = Floor::with_two_roles("two_roles_refused", 2).await;
    play(&floor, 20).await;
    let client = floor.database.connect().await.unwrap();
    let months = partitions(&client).await;
    assert!(months.len() >= 6, "{months:?}");
    let before = contents(&client).await;
    let tables = HISTORY.into_iter().map(str::to_owned).chain(months.clone());
    let attempts = tables.flat_map(|table| attempts(&table)).chain(more_attempts(&roles, &floor.name));
    let mut done = Vec::new();
    for sql in attempts {
        let code = refused(&client, &sql).await;
        if code != FORBIDDEN {
            done.push((sql, code));
        }
    }
    assert!(done.is_empty(), "{done:#?}");
    assert_eq!(contents(&client).await, before);
    // The month after the next can be opened, and is protected like the others.
    client.batch_execute("select open_month(now() + interval '2 months')").await.unwrap();
    let more = partitions(&client).await;
    assert_eq!(more.len(), months.len() + 3);
    for month in more.iter().filter(|month| !months.contains(month)) {
        assert_eq!(refused(&client, &format!("select * from {month}")).await, FORBIDDEN);
    }
    // The owner has the rights, but the trigger refuses.
    let owner = floor.database.as_role(&roles.owner).connect().await.unwrap();
    for table in HISTORY.into_iter().map(str::to_owned).chain(more) {
        for sql in [format!("delete from {table}"), format!("truncate {table}")] {
            assert_eq!(refused(&owner, &sql).await, ONLY_ADDED, "{sql}");
        }
    }
    assert_eq!(contents(&client).await, before);
    floor.drop_with(roles).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_is_played_closed_and_audited_by_the_running_role() {
    let (floor, roles) = Floor::with_two_roles("two_roles_played", 2).await;
    // As at every start: the schema is current, and no further rights are needed.
    floor.database.migrate().await.unwrap();
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[0];
    let part = join(&floor, "one", "1", games::find).await;
    part.has(2).await;
    let file = std::env::temp_dir().join(format!("croupier-two-roles-{}.roots", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let signer = Arc::new(Signer::generate().unwrap());
    let anchors = Anchors { file: file.clone(), trusted: signer.public() };
    let mut anchorer = Anchorer::open(floor.database.clone(), &file, signer).await.unwrap();
    seat(&part.house, cage, table, Patron::A, 100_000).await;
    let mut whim = Whim::new(5);
    for _ in 0..40 {
        let _ = play_once(&part.house, table, &mut whim).await;
    }
    anchorer.anchor(&part.house.heads().await).await.unwrap();
    let close =
        request(furnished.tables[1].1, 100, Key::derived("close", &[]), 0, Command::Close { reopen: true });
    part.house.send(close).await.unwrap();
    while !part.house.is_closed(furnished.tables[1].1) {
        part.house.refresh().await.unwrap();
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    part.leases.leave().await;
    drop(part);
    let mut client = floor.database.connect().await.unwrap();
    let keys = Arc::new(KeyRing::parse(&floor.keys.reveal_key_file()).unwrap().with_new_key().unwrap());
    assert!(rotate(&client, &keys).await.unwrap().shoes > 0);
    let report = verify_chains(&mut client, Some(&anchors), |_| {}).await.unwrap();
    assert!(report.is_well() && report.units > 10, "{:?}", report.findings);
    let books = verify(&floor.database, games::find, &keys, |_| {}).await.unwrap();
    assert!(books.is_sound(), "{:#?}", books.findings);
    assert_eq!(floor.database.open_history().await.unwrap(), Vec::<String>::new());
    std::fs::remove_file(&file).unwrap();
    floor.drop_with(roles).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rights_from_elsewhere_are_named_and_a_schema_that_is_behind_is_not_opened() {
    let (floor, roles) = Floor::with_two_roles("two_roles_named", 1).await;
    let Roles { owner, running } = &roles;
    let founder = floor.database.as_role(owner);
    let client = founder.connect().await.unwrap();
    assert!(!founder.open_history().await.unwrap().is_empty(), "the owner can do anything");
    let month = partitions(&client).await.remove(0);
    let ways: [(String, &str); 4] = [
        (format!("grant update (at) on root to {running}"), "it has rights on root"),
        (format!("grant select on {month} to {running}"), "it has rights on contribution_"),
        (format!("grant create on schema public to {running}"), "it can make things in the schema public"),
        (format!("grant {owner} to {running}"), "it can act as"),
    ];
    let superuser = server().connect().await.unwrap();
    for (sql, way) in ways {
        let by = if way.contains("act as") { &superuser } else { &client };
        by.batch_execute(&sql).await.unwrap();
        let open = floor.database.open_history().await.unwrap();
        assert!(open.iter().any(|open| open.starts_with(way)), "{way}: {open:?}");
    }
    // A role that can act as the owner may not run a house.
    let said = founder.let_run(running).await.unwrap_err().to_string();
    assert!(said.contains("let another role run the house"), "{said}");
    assert!(founder.let_run(owner).await.is_err());
    superuser.batch_execute(&format!("revoke {owner} from {running}")).await.unwrap();
    client.batch_execute(&format!("revoke create on schema public from {running}")).await.unwrap();
    // The next migration renews the grants, and revokes what does not belong to them.
    client.batch_execute("delete from refinery_schema_history where version >= 10").await.unwrap();
    let behind = floor.database.migrate().await.unwrap_err();
    assert!(matches!(&behind, StoreError::Schema(why) if why.contains("croupier migrate")), "{behind}");
    founder.migrate().await.unwrap();
    assert_eq!(floor.database.open_history().await.unwrap(), Vec::<String>::new());
    // A schema that a later build has upgraded is accepted.
    client.batch_execute("insert into refinery_schema_history values (99, 'later', '', '1')").await.unwrap();
    floor.database.migrate().await.unwrap();
    founder.migrate().await.unwrap();
    floor.drop_with(roles).await;
}

/// A table that a later migration adds must be considered: `rights.sql` contains the rights of the role that runs a
/// house.
#[tokio::test(flavor = "multi_thread")]
async fn every_table_has_rights_of_its_own() {
    let floor = Floor::new("two_roles_rights", 1).await;
    let client = floor.database.connect().await.unwrap();
    let rights = include_str!("../../src/store/rights.sql");
    let named = |name: &str| {
        rights
            .split(|letter: char| !(letter.is_alphanumeric() || "_.".contains(letter)))
            .any(|word| word.trim_end_matches('.') == name)
    };
    let all = "select oid::regclass::text from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'personal'::regnamespace)";
    for row in client.query(all, &[]).await.unwrap() {
        let table: &str = row.get(0);
        assert!(named(table), "src/store/rights.sql does not name {table}");
    }
    floor.drop().await;
}
