//! How long a killed house takes to be restored.
//!
//! `CROUPIER_RECOVERY_TABLES=400 CROUPIER_RECOVERY_UNITS=450 cargo test --release -p croupier-house --test house
//! recovery -- --nocapture` measures the figures in `docs/recovery.md`.

use crate::diary::folder;
use crate::life::SHARDS;
use crate::support::{Floor, PATIENT, REALM, SINGAPORE};
use crate::victim::{Orders, Way};
use house::store::{NewTable, Wanted, Which, load, make_cage, make_table};
use house::table::Dealt;
use rulebook::TableConfig;
use std::os::unix::process::ExitStatusExt;
use std::time::{Duration, Instant};

/// The limit for the whole house in the shipped build, and for a part of it in any other build.
const MOST: Duration = Duration::from_secs(5);

fn told(name: &str, otherwise: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

async fn furnish(floor: &Floor, tables: usize) {
    let mut client = floor.database.connect().await.unwrap();
    let usd = make_cage(&client, REALM, "cage", 0).await.unwrap();
    let sgd = make_cage(&client, SINGAPORE, "cage", 0).await.unwrap();
    for (number, game) in games::GAMES.iter().cycle().take(tables).enumerate() {
        let config = TableConfig::default_for(&game.book().unwrap());
        let (realm, cage) = if config.currency.code == "SGD" { (SINGAPORE, sgd) } else { (REALM, usd) };
        let shard = i32::try_from(number).unwrap() % SHARDS;
        let (name, clocks, links) = (&format!("table {number}"), PATIENT, &[]);
        let new = NewTable {
            realm,
            name,
            shard,
            game,
            config: &config,
            dealt: Dealt::Computer,
            clocks,
            cage,
            links,
        };
        make_table(&mut client, new).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_house_is_back_in_seconds() {
    let (tables, units) = (told("CROUPIER_RECOVERY_TABLES", 33), told("CROUPIER_RECOVERY_UNITS", 150));
    let floor = Floor::new("recovery", SHARDS).await;
    furnish(&floor, tables).await;
    let directory = folder(&floor.name);
    let orders = Orders {
        name: floor.name.clone(),
        keys: floor.keys.reveal_key_file().to_string(),
        run: 1,
        most: units,
        way: Way::AtOnceToTheEnd,
        directory,
    };
    let mut child = orders.start(None);
    assert_eq!(orders.bury(&mut child).signal(), Some(9), "{}", orders.log());

    let started = Instant::now();
    let house = floor.open().await;
    let back = started.elapsed();
    let heads = house.heads().await;
    house.close().await;
    let started = Instant::now();
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning: true };
    let mut played = 0;
    let whole = load(&client, Which::All, &wanted, |_, _| played += 1).await.unwrap();
    let verified = started.elapsed();
    println!("{tables} tables, {played} units: back in {back:?}, every unit played again in {verified:?}");
    let ends: Vec<_> = whole.iter().map(|one| (one.stream.id(), one.seq, one.head)).collect();
    // Messages in transit have arrived since the house was reopened.
    let moved = ends.iter().zip(&heads).filter(|(end, head)| end.1 < head.1).count();
    assert_eq!((ends.len(), moved), (heads.len(), 0));
    assert!(played >= tables * units, "{played}");
    assert!(back < MOST && verified < MOST, "{back:?} {verified:?}");
    std::fs::remove_dir_all(&orders.directory).unwrap();
    floor.drop().await;
}
