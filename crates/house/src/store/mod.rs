//! PostgreSQL: the system of record.

mod commit;
mod load;
mod open;
mod rotate;

pub use commit::{Batch, Writer};
pub(crate) use load::unplayed;
pub use load::{Find, Loaded, Replay, StreamRow, Wanted, Which, load, stream_rows, unit_of};
pub use open::{NewTable, make_cage, make_meter, make_table};
pub use rotate::{Rotated, rotate};

use crate::ids::StreamId;
use crate::stream::Lost;
use tokio_postgres::{Client, Config, NoTls};

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

/// Where the database is.
#[derive(Clone)]
pub struct Database {
    config: Config,
}

impl Database {
    /// By an address such as `postgresql://croupier@127.0.0.1/croupier`.
    ///
    /// # Errors
    /// What is wrong with the address.
    pub fn at(address: &str) -> Result<Database, StoreError> {
        let mut config: Config = address.parse()?;
        config.application_name("croupier");
        // An owner that stands still in the middle of a transaction holds its shard against whoever takes over.
        config.options("-c idle_in_transaction_session_timeout=2s");
        config.connect_timeout(std::time::Duration::from_secs(5));
        Ok(Database { config })
    }

    /// The same server, another database on it.
    #[must_use]
    pub fn named(&self, name: &str) -> Database {
        let mut config = self.config.clone();
        config.dbname(name);
        Database { config }
    }

    /// A connection of its own.
    ///
    /// # Errors
    /// That there is none to be had.
    pub async fn connect(&self) -> Result<Client, StoreError> {
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a connection to the database has ended");
            }
        });
        Ok(client)
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
