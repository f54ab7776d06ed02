//! A house that was played at in three months: two past ones and this one. It uses the database's clock, which is set
//! back for this.

use crate::books::{play, quiet, rule};
use crate::support::{Floor, REALM, SINGAPORE, play_once};
use engine::What;
use house::anchor::Signer;
use house::archive::{Checked, Exported, Month, check, close, export, keep_for};
use house::audit::{Anchorer, Anchors, Report, verify_with_archives};
use house::ids::StreamId;
use house::patrons::Whim;
use house::round::{Asked, RoundReport, verify_archived_round, verify_round};
use house::stream::Refused;
use house::{House, NotDone};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

pub struct Months {
    pub floor: Floor,
    pub directory: PathBuf,
    pub signer: Arc<Signer>,
    pub trusted: [u8; 32],
    /// The first month and the second; the third is the one in which the test runs.
    pub first: Month,
    pub second: Month,
    pub tables: Vec<StreamId>,
    /// Streams that had units only in the first month.
    pub resting: Vec<StreamId>,
}

impl Months {
    /// Creates a house that was played at in all three months, with rounds across each border, and signed.
    pub async fn new(test: &str, turns: u64) -> Months {
        let mut months = Months::opened(test).await;
        let played = play(&months.floor, turns).await;
        months.tables = played.furnished.tables.iter().map(|(_, table, _)| *table).collect();
        months.resting = vec![played.furnished.cage, played.furnished.marina, played.meter];
        months.sign().await;
        months.set_clock(2).await;
        months.play_on(2).await;
        months.set_clock(0).await;
        months.play_on(2).await;
        months
    }

    /// Creates a house in its first month, without any play.
    pub async fn opened(test: &str) -> Months {
        let floor = Floor::new(test, 2).await;
        let client = floor.database.connect().await.unwrap();
        let name = &floor.name;
        // Names that a house uses are looked up in `public` first.
        client
            .batch_execute(&format!("alter database {name} set search_path = public, pg_catalog"))
            .await
            .unwrap();
        let month = |back: i32| {
            let client = &client;
            async move {
                let asked =
                    "select to_char(now() at time zone 'UTC' - $1::int4 * interval '1 month', 'YYYY-MM')";
                let text: String = client.query_one(asked, &[&back]).await.unwrap().get(0);
                text.parse::<Month>().unwrap()
            }
        };
        let (first, second) = (month(3).await, month(2).await);
        for month in [first, second, month(1).await] {
            let (from, to) = (format!("{month}-01"), format!("{}-01", month.next()));
            let months = [("unit", "unit"), ("transfer_row", "transfer"), ("contribution", "contribution")];
            for (parent, part) in months {
                let part = format!("{part}_{}", month.to_string().replace('-', "_"));
                let sql = format!(
                    "create table {part} partition of {parent} for values from ('{from} 00:00:00+00') to ('{to} 00:00:00+00');
                     select only_add_to('{part}')"
                );
                client.batch_execute(&sql).await.unwrap();
            }
        }
        let directory = std::env::temp_dir().join(format!("croupier-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        let signer = Arc::new(Signer::generate().unwrap());
        let trusted = signer.public();
        let (tables, resting) = (Vec::new(), Vec::new());
        let months = Months { floor, directory, signer, trusted, first, second, tables, resting };
        months.set_clock(3).await;
        months
    }

    /// Sets the clock of later connections to the tenth day of a month, `back` months before this one.
    pub async fn set_clock(&self, back: i32) {
        let client = self.floor.database.connect().await.unwrap();
        // The difference is fixed when the clock is set, or the clock would stand still.
        let asked = "select (extract(epoch from now() - (date_trunc('month', now() at time zone 'UTC')
            - $1::int4 * interval '1 month' + interval '9 days') at time zone 'UTC'))::int8";
        let seconds: i64 = client.query_one(asked, &[&back]).await.unwrap().get(0);
        let sql = match back {
            0 => "drop function if exists public.clock_timestamp()".to_owned(),
            _ => format!(
                "create or replace function public.clock_timestamp() returns timestamptz language sql volatile as
                 $$ select pg_catalog.clock_timestamp() - interval '{seconds} seconds' $$"
            ),
        };
        client.batch_execute(&sql).await.unwrap();
    }

    pub fn roots(&self) -> PathBuf {
        self.directory.join("roots.txt")
    }

    /// Signs a root over everything.
    pub async fn sign(&self) {
        let house = self.floor.open().await;
        let signer = Arc::clone(&self.signer);
        let mut anchorer = Anchorer::open(self.floor.database.clone(), &self.roots(), signer).await.unwrap();
        anchorer.anchor(&house.heads().await).await.unwrap();
        house.close().await;
    }

    /// Ends `rounds` more rounds at every table, with roots between, and may stop in the middle of one.
    pub async fn play_on(&self, rounds: usize) {
        let house = self.floor.open().await;
        let signer = Arc::clone(&self.signer);
        let mut anchorer = Anchorer::open(self.floor.database.clone(), &self.roots(), signer).await.unwrap();
        let mut whim = Whim::new(rounds as u64 + 77);
        for table in &self.tables {
            end_rounds(&house, *table, rounds, &mut whim).await;
            anchorer.anchor(&house.heads().await).await.unwrap();
        }
        quiet(&house, &self.tables).await;
        anchorer.anchor(&house.heads().await).await.unwrap();
        house.close().await;
    }

    /// At every table ends a round, then signs a root, and so on.
    pub async fn play_in_step(&self, rounds: usize) {
        let house = self.floor.open().await;
        let signer = Arc::clone(&self.signer);
        let mut anchorer = Anchorer::open(self.floor.database.clone(), &self.roots(), signer).await.unwrap();
        for step in 0..rounds {
            let tables = self.tables.iter().map(|table| {
                let (house, mut whim) = (&house, Whim::new(step as u64 * 64 + table.0.unsigned_abs()));
                async move { end_rounds(house, *table, 1, &mut whim).await }
            });
            futures_util::future::join_all(tables).await;
            anchorer.anchor(&house.heads().await).await.unwrap();
        }
        house.close().await;
    }

    /// Ends `rounds` rounds at every table, all tables concurrently, and signs a root.
    pub async fn play_at_once(&self, rounds: usize) {
        let house = self.floor.open().await;
        let tables = self.tables.iter().map(|table| {
            let (house, mut whim) = (&house, Whim::new(table.0.unsigned_abs()));
            async move {
                for _ in 0..rounds {
                    end_rounds(house, *table, 1, &mut whim).await;
                }
            }
        });
        futures_util::future::join_all(tables).await;
        house.close().await;
        self.sign().await;
    }

    pub async fn close(&self, month: Month) {
        let Floor { database, keys, .. } = &self.floor;
        close(database, month, games::find, keys, &self.trusted, |_, _| {}).await.unwrap();
    }

    pub async fn export(&self, month: Month) -> Exported {
        let Floor { database, keys, .. } = &self.floor;
        export(database, month, &self.directory, keys, &self.trusted, |_, _| {}).await.unwrap()
    }

    pub async fn drop(
        &self,
        month: Month,
        file: &std::path::Path,
    ) -> Result<house::ids::Hash, house::archive::ArchiveError> {
        let Floor { database, keys, .. } = &self.floor;
        house::archive::drop(database, month, file, keys, &self.trusted, |_, _| {}).await
    }

    /// Sets the retention of every property to one month, so that older months may be dropped.
    pub async fn keep_little(&self) {
        let client = self.floor.database.connect().await.unwrap();
        for realm in [REALM, SINGAPORE] {
            keep_for(&client, &realm.property.to_string(), 1).await.unwrap();
        }
    }

    pub fn check(&self, file: &std::path::Path) -> Checked {
        check(file, Some(&self.trusted), |_| {}).unwrap()
    }

    pub async fn audit(&self, archives: &[Checked]) -> Report {
        let anchors = Anchors { file: self.roots(), trusted: self.trusted };
        let mut client = self.floor.database.connect().await.unwrap();
        verify_with_archives(&mut client, Some(&anchors), archives, |_| {}).await.unwrap()
    }

    pub async fn books(&self) -> house::ledger::Report {
        house::ledger::verify(&self.floor.database, games::find, &self.floor.keys, |_| {}).await.unwrap()
    }

    pub async fn round(&self, table: StreamId, round: u32) -> Result<RoundReport, house::round::RoundError> {
        let asked = Asked { find: games::find, keys: Some(Arc::clone(&self.floor.keys)), table, round };
        let mut client = self.floor.database.connect().await.unwrap();
        verify_round(&mut client, &asked, |_, _| {}).await
    }

    /// Verifies a round from the files alone, with the keys or without them.
    pub fn archived_round(
        &self,
        files: &[PathBuf],
        (table, round): (StreamId, u32),
        keys: bool,
    ) -> Result<RoundReport, house::round::RoundError> {
        let keys = keys.then(|| Arc::clone(&self.floor.keys));
        let asked = Asked { find: games::find, keys, table, round };
        verify_archived_round(files, &asked, |_, _| {})
    }

    pub async fn end(self) {
        std::fs::remove_dir_all(&self.directory).unwrap();
        self.floor.drop().await;
    }
}

async fn end_rounds(house: &House, table: StreamId, rounds: usize, whim: &mut Whim) {
    let mut ended = 0;
    for _ in 0..6_000 {
        rule(house, table, whim).await;
        match play_once(house, table, whim).await {
            Some(Ok(done)) => {
                ended +=
                    done.events.iter().filter(|event| matches!(event.what, What::RoundEnded { .. })).count();
            }
            // The house makes a new shoe within a second.
            Some(Err(NotDone::Refused(Refused::CardsDue { .. }))) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            Some(Err(_)) => {}
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
        if ended >= rounds {
            return;
        }
    }
    panic!("table {} never ends a round", table.0);
}
