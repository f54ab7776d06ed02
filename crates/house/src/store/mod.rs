//! PostgreSQL: the system of record.

mod closed;
mod commit;
mod fit;
mod keyed;
mod load;
mod migrate;
mod moved;
mod open;
mod revive;
mod rights;
mod rotate;
mod sums;
mod tls;

pub(crate) use closed::closed_heads;
pub use closed::{Reopened, change_file, reopen, reopen_due};
pub use commit::{Batch, Writer};
pub use fit::{Unfit, fit, report_unfit};
pub(crate) use fit::{examine_again, unfit_tables};
pub use keyed::Once;
pub use load::{
    Brought, Find, Loaded, Replay, StreamRow, Wanted, Which, bring_back, load, stream_rows, unit_of,
};
pub(crate) use load::{WHOLE_UNITS, archived, links_of, start_in, unit_in};
pub use open::{NewTable, make_cage, make_meter, make_table, make_table_once};
pub(crate) use revive::{begun, unplayed};
pub use rotate::{Rotated, rotate};
pub use sums::sums;

use crate::ids::{Key, StreamId};
use crate::stream::Lost;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_postgres::{Client, Config, Connection, NoTls};

/// Why a database operation failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database reported an error, or is unavailable.
    #[error("the database: {}", told(.0))]
    Database(#[from] tokio_postgres::Error),
    /// The schema could not be brought up to date.
    #[error("the schema: {0}")]
    Schema(String),
    /// What is stored does not replay as it was written.
    #[error(transparent)]
    Lost(#[from] Lost),
    /// There is no such stream.
    #[error("there is no stream {}", .0.0)]
    NoStream(StreamId),
    /// The requested units are in an archived month.
    #[error(
        "what stream {} did after unit {seq} and up to unit {last} is archived with the months up to {month}: it is in their files", .stream.0
    )]
    Archived {
        /// The stream.
        stream: StreamId,
        /// The unit after which units were requested.
        seq: i64,
        /// The last archived unit.
        last: i64,
        /// The last archived month.
        month: crate::archive::Month,
    },
    /// A row contains an impossible value.
    #[error("{0}")]
    Row(String),
    /// The key was used for something else.
    #[error("the key {0} was used for another command")]
    KeyUsed(Key),
}

/// Returns the database's own message, if there is one: the error alone does not contain it.
fn told(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) if *said.code() == tokio_postgres::error::SqlState::UNDEFINED_TABLE => {
            "there is no house in it; is it the right one?".to_owned()
        }
        Some(said) => format!("{} ({})", said.message(), said.code().code()),
        None => error.to_string(),
    }
}

/// Converts a number to another type; the error says which number of what does not fit.
pub(crate) fn fitting<T, N>(what: &str, number: N) -> Result<T, StoreError>
where
    T: TryFrom<N>,
    N: Copy + std::fmt::Display,
{
    T::try_from(number).map_err(|_| StoreError::Row(format!("{what} {number} is out of range")))
}

impl StoreError {
    /// Whether the same statement would fail again: the database is not merely stopping or short of a resource, and no
    /// concurrent transaction is the cause.
    pub fn is_final(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        error.code().is_some_and(|code| !PASSING.iter().any(|passing| code.code().starts_with(passing)))
    }
}

/// Classes and codes of transient PostgreSQL errors: the same statement may succeed later.
const PASSING: &[&str] = &[
    "08",    // The connection.
    "25006", // The server takes no writes: a standby, or a primary that is becoming one.
    "25P03", // Idle in a transaction for too long, by the timeout in `SESSION`: what was to follow came late.
    "25P04", // A transaction took too long, by a timeout that an operator may have set.
    "40",    // Another transaction came first.
    "53",    // Short of memory, disk or connections.
    "55",    // Something is in use, or a lock was not to be had in time.
    "57",    // Stopping, starting, or a statement that was cancelled or took too long.
    "58",    // The system below PostgreSQL.
    "CR",    // The fence: the shard has another owner, or another batch came first.
];

/// The settings of every session: a session that is cut off ends, and so does one whose process stalls in the middle of
/// a transaction, after a while. The sessions of shards' owners [have shorter limits](Writer::on).
const SESSION: &str = "-c idle_in_transaction_session_timeout=30s -c tcp_user_timeout=4s \
    -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=2";
/// Drives a connection until it ends.
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

/// The address of the database.
#[derive(Clone)]
pub struct Database {
    config: Config,
    tls: Option<tls::Tls>,
}

impl Database {
    /// Parses an address such as `postgresql://croupier@127.0.0.1/croupier`.
    ///
    /// # Errors
    /// What is wrong with the address.
    pub fn at(address: &str) -> Result<Database, StoreError> {
        let mut config: Config = address.parse()?;
        config.application_name("croupier");
        config.options(SESSION);
        config.connect_timeout(Duration::from_secs(5));
        // If packets are lost silently, neither end is told that the other is gone: with these limits both notice it.
        // The defaults are a quarter of an hour, or two hours.
        config.keepalives_idle(Duration::from_secs(2)).keepalives_interval(Duration::from_secs(1));
        config.keepalives_retries(2).tcp_user_timeout(Duration::from_secs(4));
        Ok(Database { config, tls: None })
    }

    /// Returns the address of another database on the same server.
    #[must_use]
    pub fn named(&self, name: &str) -> Database {
        let mut config = self.config.clone();
        config.dbname(name);
        Database { config, tls: self.tls.clone() }
    }

    /// Returns the same database with another role.
    #[must_use]
    pub fn as_role(&self, role: &str) -> Database {
        let mut config = self.config.clone();
        config.user(role);
        Database { config, tls: self.tls.clone() }
    }

    /// Opens a new connection.
    ///
    /// # Errors
    /// The connection fails.
    pub async fn connect(&self) -> Result<Client, StoreError> {
        let connected = match &self.tls {
            None => self.config.connect(NoTls).await.map(keep),
            Some(tls) => self.config.connect(tls.clone()).await.map(keep),
        };
        Ok(connected.inspect_err(|_| {
            metrics::counter!("croupier_database_connections_failed_total").increment(1);
        })?)
    }
}
