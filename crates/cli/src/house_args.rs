//! The arguments of commands that work on a house: its database and its keys.

use crate::failure::Failure;
use house::secrets::KeyRing;
use house::store::Database;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use zeroize::Zeroizing;

/// How long tasks that still run at the end of a command may take.
const LINGER: Duration = Duration::from_secs(1);

/// The database that a command reads.
#[derive(clap::Args)]
pub(crate) struct DatabaseArgs {
    /// The database of the house, as postgresql://user@host/name
    #[arg(long, env = "CROUPIER_DATABASE", value_name = "ADDRESS")]
    database: String,
}

impl DatabaseArgs {
    /// The database.
    pub(crate) fn database(&self) -> Result<Database, Failure> {
        Database::at(&self.database).map_err(|error| Failure::usage(error.to_string()))
    }
}

/// The database that a command reads, if any.
#[derive(clap::Args)]
pub(crate) struct MaybeDatabaseArgs {
    /// The database of the house, as postgresql://user@host/name
    #[arg(long, env = "CROUPIER_DATABASE", value_name = "ADDRESS", required_unless_present = "archive")]
    database: Option<String>,
}

impl MaybeDatabaseArgs {
    /// The database; `None` if archives are read instead.
    pub(crate) fn database(&self) -> Result<Option<Database>, Failure> {
        let at = |address: &String| Database::at(address).map_err(|error| Failure::usage(error.to_string()));
        self.database.as_ref().map(at).transpose()
    }
}

/// The house that a command works on.
#[derive(clap::Args)]
pub(crate) struct HouseArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file with the keys by which shoes and snapshots are encrypted
    #[arg(long, env = "CROUPIER_KEYS", value_name = "FILE")]
    keys: Option<PathBuf>,
}

impl HouseArgs {
    /// The database.
    pub(crate) fn database(&self) -> Result<Database, Failure> {
        self.database.database()
    }

    /// Reads the keys, or fails if no file was named. Commands that read only unencrypted data do not call this.
    pub(crate) fn keys(&self) -> Result<Arc<KeyRing>, Failure> {
        let Some(path) = &self.keys else {
            return Err(Failure::usage("this needs the house's keys: --keys FILE, or CROUPIER_KEYS"));
        };
        read_keys(path)
    }
}

/// Reads the keys from a file.
pub(crate) fn read_keys(path: &Path) -> Result<Arc<KeyRing>, Failure> {
    let text = std::fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
    let keys = KeyRing::parse(&text);
    keys.map(Arc::new).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// Runs a future that uses the database.
pub(crate) fn wait<T>(what: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(what);
    // The wait for remaining tasks is bounded: one may be stuck.
    runtime.shutdown_timeout(LINGER);
    done
}
