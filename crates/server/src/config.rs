//! How a process is set up: a file in TOML, and the environment above it.
//!
//! Every setting has a name of its own in the environment, `CROUPIER_` and the setting in capitals; what stands there counts
//! for more than the file. What is secret stands in files of its own, never here.

mod settings;

pub use settings::{SETTINGS, Setting, Shape};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};

/// How a process is set up.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where other processes reach it; by default where it listens.
    pub address: Option<String>,
    /// The database of the house.
    pub database: String,
    /// The file with the keys.
    pub keys: Option<PathBuf>,
    /// NATS; without it streams of tables that other processes have come a little later.
    pub nats: Option<String>,
    /// What subjects in NATS begin with: houses that share a NATS have one each.
    pub nats_prefix: String,
    /// On how many servers of a NATS cluster units are kept.
    pub nats_replicas: u8,
    /// Certificate and key in PEM, for TLS.
    pub tls: Option<Tls>,
    /// Certificate authorities in PEM that are trusted when other processes, the database or NATS are reached by TLS.
    pub ca: Option<PathBuf>,
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<IpAddr>,
    /// Where figures can be read by Prometheus.
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
    /// What is too much.
    pub limits: Limits,
}

/// Certificate and key.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tls {
    /// The certificate's file, with those between it and the root.
    pub certificate: PathBuf,
    /// The key's file.
    pub key: PathBuf,
}

/// What is too much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Requests that are answered at the same time.
    pub requests: usize,
    /// Connections that are open at the same time.
    pub connections: usize,
    /// Sockets that are open at the same time.
    pub sockets: usize,
    /// Requests a second that one person, or one address without a token, may make on average.
    pub rate: u32,
    /// Commands that may wait for a shard.
    pub waiting: usize,
    /// Seconds after which a request is answered in any case.
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

/// The addresses of the database and of NATS may have a password in them, and so are not printed.
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

/// Why a process cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// The file says what cannot be.
    #[error("{path}: {error}")]
    Text {
        /// Which.
        path: String,
        /// What is wrong.
        error: Box<toml::de::Error>,
    },
    /// A variable of the environment says what cannot be.
    #[error("{name}: {why}")]
    Environment {
        /// Which.
        name: String,
        /// What is wrong.
        why: String,
    },
    /// File and environment together say what cannot be.
    #[error("the settings: {0}")]
    Settings(Box<toml::de::Error>),
}

impl Config {
    /// Reads a file, where one is given, and the environment.
    ///
    /// # Errors
    /// What cannot be read, by file or variable.
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

    /// Every setting that is in force, without what is secret.
    pub fn in_force(&self) -> Vec<(&'static str, String)> {
        settings::in_force(self)
    }
}

fn read_file(path: &Path) -> Result<toml::Table, ConfigError> {
    let named = path.display().to_string();
    let text =
        std::fs::read_to_string(path).map_err(|error| ConfigError::File { path: named.clone(), error })?;
    let wrong = |error| ConfigError::Text { path: named.clone(), error: Box::new(error) };
    // Read as what it is to be, for an error that names the line.
    let _: Config = toml::from_str(&text).map_err(wrong)?;
    toml::from_str(&text).map_err(wrong)
}
