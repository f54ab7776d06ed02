//! What every request is answered with.

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
    /// All of them.
    pub games: &'static [&'static Game],
    /// One by its id.
    pub find: Find,
    /// What a rule says, by its id.
    pub note: fn(&str) -> Option<&'static Note>,
    /// What all rules of a game say.
    pub notes_of: fn(&str) -> Vec<&'static Note>,
}

/// A process, for the handlers of its requests.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What a process is made of.
pub struct Parts {
    /// The games.
    pub registry: Registry,
    /// The tables that are here.
    pub house: Arc<House>,
    /// Which process has which.
    pub leases: Arc<Leases>,
    /// The database.
    pub database: Database,
    /// The keys.
    pub keys: Arc<KeyRing>,
    /// Who is who.
    pub accounts: Accounts,
    /// The observers of tables.
    pub hub: Arc<Hub>,
    /// What is too much.
    pub limits: Limits,
    /// Whether the process was asked to end.
    pub(crate) drain: watch::Sender<bool>,
    /// Whether the house is a demonstration.
    pub demo: bool,
    /// Whether the database keeps the process from changing what was written, as it did at the start.
    pub append_only: bool,
    pub(crate) connections: Connections,
    /// The way to other processes.
    pub(crate) client: reqwest::Client,
    /// One place for each socket.
    pub(crate) sockets: Arc<Semaphore>,
    /// One place for each request that is answered at the same time.
    pub(crate) requests: Semaphore,
    /// The list of all tables.
    pub(crate) lobby: Lobby,
    /// Who asks too often.
    pub(crate) rates: Rates,
    /// Whether connections come by TLS.
    pub(crate) by_tls: bool,
    /// Where requests are reported.
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
