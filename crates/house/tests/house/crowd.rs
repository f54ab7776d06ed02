//! Tables that are played by patrons with random behaviour, in a process that is killed repeatedly.

use crate::closing::{close, play_to_the_end, verified};
use crate::diary::folder;
use crate::support::{Floor, request};
use crate::victim::{Orders, Way};
use felt::Money;
use house::House;
use house::audit::verify_chains;
use house::ids::{Key, PersonId, StreamId};
use house::patrons::Whim;
use house::store::{Which, stream_rows};
use house::stream::{Command, Stream};
use house::table::TableStream;
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::time::Duration;

const SIGKILL: i32 = 9;

/// What a patron at a table wants to do next, granted or not.
pub type Wish = fn(&TableStream, &mut Whim) -> Option<(PersonId, Command)>;

/// How long to play, and how often the process is killed meanwhile.
#[derive(Clone, Copy)]
pub struct Ordeal {
    pub way: Way,
    pub patrons: u8,
    pub rounds: usize,
    pub kills: usize,
}

/// Plays this number of rounds in processes that are killed repeatedly, then closes all tables; the journal must be
/// sound.
pub async fn endure(floor: &Floor, (cage, tables): (StreamId, &[StreamId]), ordeal: Ordeal) {
    let Ordeal { way, patrons, rounds: all, kills } = ordeal;
    let house = floor.open().await;
    for person in (1..=i64::from(patrons)).map(PersonId) {
        let deposit = Command::Deposit { person, amount: Money::minor(100_000_000_000) };
        house.send(request(cage, person.0, Key::derived("deposit", &[person.0]), 0, deposit)).await.unwrap();
    }
    house.close().await;
    let directory = folder(&floor.name);
    for run in 1..=kills {
        let orders = Orders {
            name: floor.name.clone(),
            keys: floor.keys.reveal_key_file().to_string(),
            run: i64::try_from(run).unwrap(),
            most: all * run / kills,
            way,
            directory: directory.clone(),
        };
        let status = orders.bury(&mut orders.start(None));
        assert_eq!(status.signal(), Some(SIGKILL), "run {run}: {status}: {}", orders.log());
    }
    let house = floor.open().await;
    assert!(rounds(&house, tables).await >= all);
    let mut whim = Whim::new(8);
    for table in tables {
        close(&house, *table, false).await;
        play_to_the_end(&house, *table, &mut whim).await;
    }
    crate::books::quiet(&house, &[cage]).await;
    house.close().await;
    verified(floor).await;
    let mut client = floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, None, |_| {}).await.unwrap();
    assert!(report.is_well(), "{:?}", report.findings);
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Plays until the rounds of all tables add up to this number, in a process that is killed then.
pub async fn live(floor: &Floor, orders: &Orders, wish: Wish) {
    let client = floor.database.connect().await.unwrap();
    let rows = stream_rows(&client, Which::All).await.unwrap();
    let house = Arc::new(floor.open().await);
    let tables: Vec<StreamId> = rows.iter().filter(|row| row.kind == "table").map(|row| row.id).collect();
    let cage = rows.iter().find(|row| row.kind == "cage").unwrap().id;
    for table in tables.clone() {
        let (house, run) = (Arc::clone(&house), orders.run);
        let mut whim = Whim::new(u64::try_from(run * 1_000 + table.0).unwrap());
        tokio::spawn(async move {
            loop {
                play(&house, (table, cage), wish, &mut whim).await;
            }
        });
    }
    while rounds(&house, &tables).await < orders.most {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn rounds(house: &House, tables: &[StreamId]) -> usize {
    let mut all = 0;
    for table in tables {
        let round = house.look(*table, |stream| stream.table().unwrap().face().round()).await.unwrap();
        all += usize::try_from(round).unwrap();
    }
    all
}

/// Sends one command; it may be refused.
pub async fn play(house: &House, (table, cage): (StreamId, StreamId), wish: Wish, whim: &mut Whim) {
    let mut own = Whim::new(whim.draw());
    let look = move |stream: &dyn Stream| {
        let table = stream.table().unwrap();
        (wish(table, &mut own), table.seq())
    };
    let (person, command, seen) = match house.look(table, look).await {
        Some((Some((person, command)), seen)) => (person, command, seen),
        _ => return tokio::time::sleep(Duration::from_millis(1)).await,
    };
    // For a buy-in it does not matter what the cage has done since.
    let (stream, seen) = if matches!(command, Command::BuyIn { .. }) { (cage, 0) } else { (table, seen) };
    let _ = house.send(request(stream, person.0, whim.key(), seen, command)).await;
}
