//! A connection to the database that can be cut on the house's side, after what was sent has arrived on the other.

use house::store::Database;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Line {
    port: u16,
    user: String,
    /// Bytes that went to the database.
    sent: Arc<AtomicU64>,
    cuts: watch::Sender<u64>,
}

impl Line {
    pub async fn to_the_database() -> Line {
        let address = std::env::var("CROUPIER_TEST_POSTGRES").unwrap();
        let (user, rest) = address.trim_start_matches("postgresql://").split_once('@').unwrap();
        let host = rest.split_once('/').unwrap().0.to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (sent, cuts) = (Arc::new(AtomicU64::new(0)), watch::channel(0).0);
        let (counter, cut) = (Arc::clone(&sent), cuts.subscribe());
        tokio::spawn(async move {
            loop {
                let (house, _) = listener.accept().await.unwrap();
                let database = TcpStream::connect(&host).await.unwrap();
                tokio::spawn(carry(house, database, Arc::clone(&counter), cut.clone()));
            }
        });
        Line { port, user: user.to_owned(), sent, cuts }
    }

    pub fn database(&self, name: &str) -> Database {
        Database::at(&format!("postgresql://{}@127.0.0.1:{}/{name}", self.user, self.port)).unwrap()
    }

    /// Returns how many bytes went to the database.
    pub fn sent(&self) -> u64 {
        self.sent.load(Ordering::SeqCst)
    }

    /// Waits until more than that has been sent to the database, and a moment longer, because it arrives in one piece.
    pub async fn has_sent_more_than(&self, before: u64) {
        while self.sent() == before {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }

    /// Cuts every connection of the house; the database does not notice for a while.
    pub async fn cut(&self) {
        self.cuts.send_modify(|cuts| *cuts += 1);
    }
}

/// Carries bytes both ways until the line is cut. Then the house's end is closed immediately, and the database's a
/// second later.
async fn carry(house: TcpStream, database: TcpStream, sent: Arc<AtomicU64>, mut cut: watch::Receiver<u64>) {
    cut.mark_unchanged();
    let (mut from_house, mut to_house) = house.into_split();
    let (mut from_database, mut to_database) = database.into_split();
    let there = async {
        let mut bytes = vec![0; 65_536];
        while let Ok(count @ 1..) = from_house.read(&mut bytes).await {
            to_database.write_all(&bytes[..count]).await.unwrap();
            sent.fetch_add(u64::try_from(count).unwrap(), Ordering::SeqCst);
        }
    };
    let back = async {
        let mut bytes = vec![0; 65_536];
        while let Ok(count @ 1..) = from_database.read(&mut bytes).await {
            if to_house.write_all(&bytes[..count]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = there => {}
        () = back => {}
        _ = cut.changed() => {
            drop((from_house, to_house));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }
}
