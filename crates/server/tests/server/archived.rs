//! A round of a month that left the database is shown as before.

use crate::support::{PATIENT, Site, address, seat, token, until_open, well};
use house::anchor::Signer;
use house::archive::{Month, close, export, keep_for};
use house::audit::Anchorer;
use house::patrons::Whim;
use serde_json::Value;
use server::Server;
use server::crew::{Answered, Client};
use std::path::Path;
use std::sync::Arc;

/// Sets the clock that houses use to a past month, two before this one, and creates its partitions.
async fn set_back(client: &tokio_postgres::Client, name: &str) -> Month {
    let asked = "select to_char(now() at time zone 'UTC' - interval '2 months', 'YYYY-MM'),
        (now() at time zone 'UTC')::date - (date_trunc('month', now() at time zone 'UTC') - interval '2 months' + interval '5 days')::date";
    let row = client.query_one(asked, &[]).await.unwrap();
    let (month, days): (Month, i32) = (row.get::<_, &str>(0).parse().unwrap(), row.get(1));
    let part = month.to_string().replace('-', "_");
    let mut sql = format!("alter database {name} set search_path = public, pg_catalog;");
    for (parent, name) in [("unit", "unit"), ("transfer_row", "transfer"), ("contribution", "contribution")] {
        sql += &format!(
            "create table {name}_{part} partition of {parent}
             for values from ('{month}-01 00:00:00+00') to ('{}-01 00:00:00+00');",
            month.next()
        );
    }
    // Names that a house uses are looked up in `public` first.
    sql += &format!(
        "create function public.clock_timestamp() returns timestamptz language sql volatile as
         $$ select pg_catalog.clock_timestamp() - interval '{days} days' $$"
    );
    client.batch_execute(&sql).await.unwrap();
    month
}

async fn sign(site: &Site, server: &Server, roots: &Path, signer: &Arc<Signer>) {
    let mut anchorer = Anchorer::open(site.database.clone(), roots, Arc::clone(signer)).await.unwrap();
    anchorer.anchor(&server.app().house.heads().await).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_an_archived_month_is_shown_as_it_was() {
    let mut site = Site::new("archived", 1, 1, PATIENT).await;
    let database = site.database.connect().await.unwrap();
    let name = site.config.nats_prefix.clone();
    let month = set_back(&database, &name).await;
    let directory = std::env::temp_dir().join(format!("croupier-server-archived-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let (roots, signer) = (directory.join("roots.txt"), Arc::new(Signer::generate().unwrap()));

    // Rounds of two months ago; the last of them has ended.
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let (_, table, cage) = *site.tables.iter().find(|(game, ..)| *game == "ohio/blackjack").unwrap();
    let crew = seat(&client, table, cage, 1).await;
    let (alice, auditor) = (crew.patrons[0].1.clone(), token("auditor", 9_077));
    let stranger = token("patron", table * 10 + 2);
    let inputs = format!("/v1/tables/{table}/inputs");
    let (mut whim, mut ended) = (Whim::new(11), 0);
    for _ in 0..600 {
        let Some(next) = crew.next_move(&client, &mut whim).await else { continue };
        if let Answered::Well(done) = client.post(&inputs, &next.token, &next.body).await {
            ended += usize::from(done.to_string().contains("round-ended"));
        }
        if ended >= 3 {
            break;
        }
    }
    assert_eq!(ended, 3);
    let rounds = well(client.get("/v1/me/rounds?limit=3", &alice).await);
    let round = rounds[1]["round"].as_i64().unwrap();
    let path = format!("/v1/tables/{table}/rounds/{round}");
    let (own, all) = (well(client.get(&path, &alice).await), well(client.get(&path, &auditor).await));
    assert!(!own["lines"].as_array().unwrap().is_empty() && own["seat"] == "A", "{own}");
    sign(&site, &server, &roots, &signer).await;
    server.leave().await;

    // The month is over. It is closed, exported and dropped.
    database.batch_execute("drop function public.clock_timestamp()").await.unwrap();
    let trusted = signer.public();
    close(&site.database, month, games::find, &site.keys, &trusted, |_, _| {}).await.unwrap();
    let exported = export(&site.database, month, &directory, &site.keys, &trusted, |_, _| {}).await.unwrap();
    for property in ["1", "2"] {
        keep_for(&database, property, 1).await.unwrap();
    }
    house::archive::drop(&site.database, month, &exported.path, &site.keys, &trusted, |_, _| {})
        .await
        .unwrap();

    // A process without archives says where the round is.
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let Answered::Refused(_, problem) = client.get(&path, &alice).await else { panic!("it is not there") };
    assert!(problem.to_string().contains(&month.to_string()), "{problem}");
    server.leave().await;

    // A process with archives shows it only to those who could see it before.
    site.config.archives = Some(directory.clone());
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let same = |now: &Value, then: &Value| {
        for part in ["table", "name", "game", "currency", "round", "seat", "lines"] {
            assert_eq!(now[part], then[part], "{part}");
        }
        let events = |round: &Value| -> Vec<Value> {
            let units = round["units"].as_array().unwrap();
            units.iter().flat_map(|unit| unit["events"].as_array().unwrap().clone()).collect()
        };
        assert!(events(now).ends_with(&events(then)), "{now}\n{then}");
    };
    same(&well(client.get(&path, &alice).await), &own);
    same(&well(client.get(&path, &auditor).await), &all);
    assert!(matches!(client.get(&path, &stranger).await, Answered::Refused(404, _)));
    server.leave().await;
    std::fs::remove_dir_all(&directory).unwrap();
    site.drop().await;
}
