//! The state shared by all request handlers.

use crate::accounts::Accounts;
use crate::config::Limits;
use crate::connections::Connections;
use crate::hub::Hub;
use crate::lobby::Lobby;
use crate::rates::Rates;
use crate::telemetry::Spans;
use engine::Game;
use engine::trace::Note;
use house::House;
use house::lease::Leases;
use house::secrets::KeyRing;
use house::store::{Database, Find};
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::{Semaphore, watch};

/// The games that a process can play.
#[derive(Clone, Copy)]
pub struct Registry {
    /// All games.
    pub games: &'static [&'static Game],
    /// Finds a game by its id.
    pub find: Find,
    /// Finds the text of a rule by its id.
    pub note: fn(&str) -> Option<&'static Note>,
    /// Returns the texts of all rules of a game.
    pub notes_of: fn(&str) -> Vec<&'static Note>,
}

/// A process, for its request handlers.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of a process.
pub struct Parts {
    /// The games.
    pub registry: Registry,
    /// The tables in this process.
    pub house: Arc<House>,
    /// Which process owns which tables.
    pub leases: Arc<Leases>,
    /// The database.
    pub database: Database,
    /// The keys.
    pub keys: Arc<KeyRing>,
    /// The accounts.
    pub accounts: Accounts,
    /// The observers of tables.
    pub hub: Arc<Hub>,
    /// The limits.
    pub limits: Limits,
    /// Set when the process is asked to exit.
    pub(crate) drain: watch::Sender<bool>,
    /// Whether the house is a demonstration.
    pub demo: bool,
    /// Whether the database prevents the process from changing what was written, as checked at the start.
    pub append_only: bool,
    pub(crate) connections: Connections,
    /// The HTTP client for other processes.
    pub(crate) client: reqwest::Client,
    /// One permit for each socket.
    pub(crate) sockets: Arc<Semaphore>,
    /// One permit for each concurrent request.
    pub(crate) requests: Semaphore,
    /// The list of all tables.
    pub(crate) lobby: Lobby,
    /// The rate limits.
    pub(crate) rates: Rates,
    /// Whether clients connect by TLS.
    pub(crate) by_tls: bool,
    /// The receiver of traces.
    pub(crate) spans: Spans,
    /// The directory with the archives of months that were dropped.
    pub(crate) archives: Option<PathBuf>,
    /// Limits concurrent replays of the journal, each of which takes a core.
    pub(crate) replays: Semaphore,
}

impl App {
    pub(crate) fn of(parts: Parts) -> App {
        App(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}
