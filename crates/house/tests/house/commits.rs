//! How much work a commit is for the database.

use crate::support::server;
use house::load::{Plan, Trial};
use std::time::Duration;
use tokio_postgres::Client;

/// How many shoes were opened, how many were read sequentially, and how many by key.
async fn shoes(client: &Client) -> (i64, i64, i64) {
    let sql = "select n_tup_upd, seq_tup_read, idx_tup_fetch from pg_stat_user_tables where relname = 'shoe'";
    let row = client.query_one(sql, &[]).await.unwrap();
    (row.get(0), row.get(1), row.get(2))
}

/// A house that opens on an empty database has plans for empty tables.
#[tokio::test(flavor = "multi_thread")]
async fn a_shoe_is_opened_without_reading_the_others() {
    let games = vec![games::find("ohio/let-it-ride").unwrap()];
    let plan = Plan { games, tables: 8, seats: 1, shards: 1 };
    let trial = Trial::prepare(&server(), games::find, plan).await.unwrap();
    let client = trial.database().connect().await.unwrap();
    let mut counted = (0, 0, 0);
    // Sessions report their statistics when they are idle, at most once a second.
    for _ in 0..60 {
        trial.play(Duration::from_millis(500)).await;
        tokio::time::sleep(Duration::from_millis(600)).await;
        counted = shoes(&client).await;
        if counted.0 > 100 {
            break;
        }
    }
    let (opened, read, found) = counted;
    assert!(opened > 100, "{opened}");
    assert!(read < opened, "{read} shoes were read one after the other to open {opened}");
    // Each is read once to find it and once to change it.
    assert!(found < 4 * opened, "{found} shoes were found to open {opened}");
    trial.end().await.unwrap();
}
