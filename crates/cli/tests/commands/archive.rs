//! `archive`: a month of a house is closed, exported, shown, verified without a database, and dropped.

use crate::audit::{drop_database, fresh, request, server};
use crate::common::{command, croupier, directory, feed};
use felt::Money;
use house::House;
use house::anchor::Signer;
use house::audit::Anchorer;
use house::ids::{Key, PersonId};
use house::secrets::KeyRing;
use house::store::Database;
use house::stream::Command;
use std::path::Path;
use std::sync::Arc;

/// A house with deposits two months ago and in this month, all signed. Returns the name of the month before last.
async fn two_months(
    server: &Database,
    name: &str,
    roots: &Path,
    keys: &Arc<KeyRing>,
    signer: Signer,
) -> String {
    let (database, cage) = fresh(server, name).await;
    let client = database.connect().await.unwrap();
    let month: String = client
        .query_one("select to_char(now() at time zone 'UTC' - interval '2 months', 'YYYY-MM')", &[])
        .await
        .unwrap()
        .get(0);
    let part = month.replace('-', "_");
    let mut sql = format!("alter database {name} set search_path = public, pg_catalog;");
    for (parent, name) in [("unit", "unit"), ("transfer_row", "transfer"), ("contribution", "contribution")] {
        sql += &format!(
            "create table {name}_{part} partition of {parent} for values from ('{month}-01 00:00:00+00')
             to ((date '{month}-01' + interval '1 month')::timestamp at time zone 'UTC');"
        );
    }
    let days = "select (now() at time zone 'UTC')::date - $1::text::date";
    let days: i32 = client.query_one(days, &[&format!("{month}-06")]).await.unwrap().get(0);
    // A house uses the database's clock, and finds functions in `public` first.
    sql += &format!(
        "create function public.clock_timestamp() returns timestamptz language sql volatile as
         $$ select pg_catalog.clock_timestamp() - interval '{days} days' $$"
    );
    client.batch_execute(&sql).await.unwrap();
    let signer = Arc::new(signer);
    for month in 0..2_i64 {
        let house = House::open(database.clone(), games::find, Arc::clone(keys), &[0]).await.unwrap();
        let mut anchorer = Anchorer::open(database.clone(), roots, Arc::clone(&signer)).await.unwrap();
        for n in 1..=20 {
            let deposit = Command::Deposit { person: PersonId(n), amount: Money::minor(n) };
            house.send(request(cage, Key::derived("deposit", &[month, n]), 0, deposit)).await.unwrap();
        }
        anchorer.anchor(&house.heads().await).await.unwrap();
        house.close().await;
        client.batch_execute("drop function if exists public.clock_timestamp()").await.unwrap();
    }
    month
}

#[test]
fn a_month_is_closed_exported_and_dropped() {
    let (address, server) = server();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let directory = directory("archive", &[]);
    let path = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    let (roots, signer) = (path("roots.txt"), Signer::generate().unwrap());
    let public: String = signer.public().iter().map(|byte| format!("{byte:02x}")).collect();
    let keys = Arc::new(KeyRing::generate().unwrap());
    std::fs::write(path("house.keys"), keys.reveal_key_file().as_bytes()).unwrap();
    let name = format!("test_cli_archive_{}", std::process::id());
    let month = runtime.block_on(two_months(&server, &name, Path::new(&roots), &keys, signer));
    let there = format!("{address}/{name}");
    let keys = path("house.keys");
    let whose = ["--database", &there, "--keys", &keys, "--public-key", &public];
    let archive = |more: &[&str]| croupier(&[&["archive"], more, &whose[..]].concat(), "");

    let said = croupier(&["archive", "list", "--database", &there, "--json"], "").json();
    let listed =
        said["months"].as_array().unwrap().iter().find(|one| one["month"] == month.as_str()).unwrap();
    assert_eq!((listed["closed"].as_bool(), listed["archive"].is_null()), (Some(false), true), "{listed}");

    // A refusal gives the reason and what would be allowed; the exit code is 2.
    let to = path("");
    let said = archive(&["export", &month, "--to", &to]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains(&format!("croupier archive close {month}")), "{}", said.err);
    let said = archive(&["close", "2026-13"]);
    assert!(said.code == 2 && said.err.contains("write it as 2026-09"), "{}", said.err);

    let said = archive(&["close", &month]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("20 units, 20 transfers, 0 contributions"), "{}", said.out);
    let said = archive(&["close", &month, "--json"]).json();
    assert_eq!((said["units"].as_u64(), said["closed-before"].as_bool()), (Some(20), Some(true)));
    let said = archive(&["export", &month, "--to", &to]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let file = path(&format!("croupier-{month}.tsv.gz"));
    let said = archive(&["drop", &month, "--archive", &file]);
    assert_eq!(said.code, 2, "{}{}", said.out, said.err);
    assert!(said.err.contains("younger than the 13 months"), "{}", said.err);
    let said = croupier(&["archive", "keep", "1", "--months", "1", "--database", &there], "");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let said = archive(&["drop", &month, "--archive", &file]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);

    // Only the file, without a database.
    let alone = |args: &[&str]| {
        let mut command = command(args);
        command.env_remove("CROUPIER_DATABASE");
        feed(command, "")
    };
    let said = alone(&["archive", "show", &file, "--public-key", &public]);
    assert!(said.code == 0 && said.out.contains("nothing was changed"), "{}{}", said.out, said.err);
    let said = alone(&["audit", "verify", "--archive", &file, "--public-key", &public, "--json"]).json();
    assert_eq!(
        (said["ok"].as_bool(), said["archives"][0]["units"].as_u64()),
        (Some(true), Some(20)),
        "{said}"
    );
    // With the database the archive continues into it; without it the report says what is not verified.
    let audit = ["audit", "verify", "--database", &there, "--anchors", &roots, "--public-key", &public];
    let said = croupier(&audit, "");
    assert!(
        said.code == 0 && said.out.contains(&format!("Months up to {month} are archived")),
        "{}{}",
        said.out,
        said.err
    );
    let said = croupier(&[&audit[..], &["--archive", &file]].concat(), "");
    assert!(said.code == 0 && said.out.contains("go over into the"), "{}{}", said.out, said.err);
    let said = croupier(&["ledger", "verify", "--database", &there, "--keys", &keys], "");
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);

    // A changed byte is a finding, with exit code 1.
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let said = alone(&["audit", "verify", "--archive", &file, "--public-key", &public]);
    assert!(said.code == 1 && said.out.contains("found"), "{}{}", said.out, said.err);

    runtime.block_on(drop_database(&server, &name));
}
