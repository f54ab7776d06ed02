//! The configuration of a process: a file in TOML, overridden by the environment.
//!
//! Every setting has a variable in the environment, `CROUPIER_` and the setting in capitals, which takes precedence
//! over the file. Secrets are in files of their own, never here.

mod settings;

pub use settings::{SETTINGS, Setting, Shape};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

/// The configuration of a process.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// The address on which it listens.
    pub listen: SocketAddr,
    /// The address by which other processes reach it; by default the one on which it listens.
    pub address: Option<String>,
    /// The database of the house.
    pub database: String,
    /// The file with the keys.
    pub keys: Option<PathBuf>,
    /// NATS; without it, streams of tables in other processes are slightly delayed.
    pub nats: Option<String>,
    /// The prefix of subjects in NATS; houses that share a NATS need different ones.
    pub nats_prefix: String,
    /// The number of servers in a NATS cluster that store each unit.
    pub nats_replicas: u8,
    /// Certificate and key in PEM, for TLS.
    pub tls: Option<Tls>,
    /// Certificate authorities in PEM that are trusted for TLS connections to other processes, the database and NATS.
    pub ca: Option<PathBuf>,
    /// Proxies whose header with the client's address is trusted.
    pub proxies: Vec<IpAddr>,
    /// The address where Prometheus can read metrics.
    pub metrics: Option<SocketAddr>,
    /// The collector of traces.
    pub traces: Option<String>,
    /// The file with the key that signs roots.
    pub signing_key: Option<PathBuf>,
    /// The file of signed roots outside the database.
    pub roots_file: Option<PathBuf>,
    /// The directory with the archives of months that were dropped.
    pub archives: Option<PathBuf>,
    /// Hours between checks of the ledger; 0 for never.
    pub ledger_check_hours: u32,
    /// The limits.
    pub limits: Limits,
}

/// Certificate and key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The file of the certificate, with its intermediate certificates.
    pub certificate: PathBuf,
    /// The key's file.
    pub key: PathBuf,
}

/// The limits of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// The maximum size of a request's body in bytes.
    pub body_bytes: usize,
    /// Requests that are answered concurrently.
    pub requests: usize,
    /// Connections that are open concurrently.
    pub connections: usize,
    /// Sockets that are open concurrently.
    pub sockets: usize,
    /// The average number of requests per second that a person, or an address without a token, may make.
    pub rate: u32,
    /// Commands that may wait for a shard.
    pub waiting: usize,
    /// Seconds after which every request is answered.
    pub answer_seconds: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body_bytes: 64 * 1_024,
            requests: 4_096,
            connections: 25_000,
            sockets: 20_000,
            rate: 50,
            waiting: house::MOST_WAITING,
            answer_seconds: 15,
        }
    }
}

/// The addresses of the database and of NATS may contain a password, and so are not printed.
impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Config { listen, address, keys, tls, limits, .. } = self;
        let mut shown = f.debug_struct("Config");
        shown.field("listen", listen).field("address", address).field("keys", keys);
        shown.field("tls", tls).field("limits", limits).finish_non_exhaustive()
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 7500)),
            address: None,
            database: "postgresql://croupier@127.0.0.1/croupier".to_owned(),
            keys: None,
            nats: None,
            nats_prefix: "croupier".to_owned(),
            nats_replicas: 1,
            tls: None,
            ca: None,
            proxies: Vec::new(),
            metrics: None,
            traces: None,
            signing_key: None,
            roots_file: None,
            archives: None,
            ledger_check_hours: 24,
            limits: Limits::default(),
        }
    }
}

/// Why a configuration is not valid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: std::io::Error,
    },
    /// The file is not valid.
    #[error("{path}: {error}")]
    Text {
        /// The file.
        path: String,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// An environment variable is not valid.
    #[error("{name}: {why}")]
    Environment {
        /// The variable.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// File and environment together are not valid.
    #[error("the settings: {0}")]
    Settings(Box<toml::de::Error>),
}

impl Config {
    /// Reads the file, if one is given, and the environment.
    ///
    /// # Errors
    /// The file or variable that is not valid.
    pub fn read(
        file: Option<&Path>,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Config, ConfigError> {
        let mut table = match file {
            None => toml::Table::new(),
            Some(path) => read_file(path)?,
        };
        settings::take(&mut table, environment)?;
        table.try_into().map_err(|error| ConfigError::Settings(Box::new(error)))
    }

    /// Returns every setting in force, without secrets.
    pub fn in_force(&self) -> Vec<(&'static str, String)> {
        settings::in_force(self)
    }
}

fn read_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let named = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(|error| ConfigError::File { path: named.clone(), error })?;
    let wrong = |error| ConfigError::Text { path: named.clone(), error: Box::new(error) };
    // Parsed as the final type, so that the error names the line.
    let _: Config = toml::from_str(&text).map_err(wrong)?;
    toml::from_str(&text).map_err(wrong)
}
