//! PostgreSQL: the system of record.

mod closed;
mod commit;
mod fit;
mod load;
mod open;
mod revive;
mod rotate;
mod sums;
mod tls;

pub(crate) use closed::closed_heads;
pub use closed::{Reopened, change_file, reopen, reopen_due};
pub use commit::{Batch, Writer};
pub(crate) use fit::unfit_tables;
pub use fit::{Unfit, fit, report_unfit};
pub use load::{
    Brought, Find, Loaded, Replay, StreamRow, Wanted, Which, bring_back, load, stream_rows, unit_of,
};
pub use open::{NewTable, make_cage, make_meter, make_table};
pub(crate) use revive::unplayed;
pub use rotate::{Rotated, rotate};
pub use sums::sums;

use crate::ids::StreamId;
use crate::stream::Lost;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::{Client, Config, Connection, NoTls};

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Why the database did not do what was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database said so, or is away.
    #[error("the database: {}", told(.0))]
    Database(#[from] tokio_postgres::Error),
    /// The schema could not be brought up to date.
    #[error("the schema: {0}")]
    Schema(String),
    /// What is stored does not come out as it is written.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// There is no such stream.
    #[error("there is no stream {}", .0.0)]
    NoStream(StreamId),
    /// A row says what cannot be.
    #[error("{0}")]
    Row(String),
}

/// The database's own words, where it has some: the error alone only says that there was one.
fn told(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) if *said.code() == tokio_postgres::error::SqlState::UNDEFINED_TABLE => {
            "there is no house in it; is it the right one?".to_owned()
        }
        Some(said) => format!("{} ({})", said.message(), said.code().code()),
        None => error.to_string(),
    }
}

impl StoreError {
    /// Whether the database was there and would say the same again: not that it is stopping or short of something, nor
    /// that another transaction came first.
    pub fn is_final(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        let passing = ["08", "40", "53", "55", "57", "58", "CR"];
        error.code().is_some_and(|code| !passing.iter().any(|class| code.code().starts_with(class)))
    }
}

/// What every session asks of the database: an owner that stands still in the middle of a transaction holds its shard
/// against whoever takes over, and one that is cut off is gone.
const SESSION: &str = "-c idle_in_transaction_session_timeout=2s -c tcp_user_timeout=4s \
    -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2";
/// Keeps a connection going for as long as it lasts.
fn keep<S, T>((client, connection): (Client, Connection<S, T>)) -> Client
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    T: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!(%error, "a connection to the database has ended");
        }
    });
    client
}

/// Where the database is.
#[derive(Clone)]
pub struct Database {
    config: Config,
    tls: Option<tls::Tls>,
}

impl Database {
    /// By an address such as `postgresql://croupier@127.0.0.1/croupier`.
    ///
    /// # Errors
    /// What is wrong with the address.
    pub fn at(address: &str) -> Result<Database, StoreError> {
        let mut config: Config = address.parse()?;
        config.application_name("croupier");
        config.options(SESSION);
        config.connect_timeout(Duration::from_secs(5));
        // Where packets are lost without a word nobody is told that the other end is gone: after these times both ends
        // know. By themselves they would wait for a quarter of an hour, or for two hours.
        config.keepalives_idle(Duration::from_secs(2)).keepalives_interval(Duration::from_secs(1));
        config.keepalives_retries(2).tcp_user_timeout(Duration::from_secs(4));
        Ok(Database { config, tls: None })
    }

    /// The same server, another database on it.
    #[must_use]
    pub fn named(&self, name: &str) -> Database {
        let mut config = self.config.clone();
        config.dbname(name);
        Database { config, tls: self.tls.clone() }
    }

    /// A connection of its own.
    ///
    /// # Errors
    /// That there is none to be had.
    pub async fn connect(&self) -> Result<Client, StoreError> {
        let connected = match &self.tls {
            None => self.config.connect(NoTls).await.map(keep),
            Some(tls) => self.config.connect(tls.clone()).await.map(keep),
        };
        Ok(connected.inspect_err(|_| {
            metrics::counter!("croupier_database_connections_failed_total").increment(1);
        })?)
    }

    /// Brings the schema up to date.
    ///
    /// # Errors
    /// A migration that failed.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let mut client = self.connect().await?;
        let migrated = embedded::migrations::runner().run_async(&mut client).await;
        migrated.map(drop).map_err(|error| StoreError::Schema(error.to_string()))
    }
}
