//! A process from its start to its end.

use crate::accounts::{Accounts, Policy};
use crate::api::router;
use crate::app::{App, Parts, Registry};
use crate::config::Config;
use crate::connections::Connections;
use crate::demo::{self, Holds};
use crate::fanout::{Fanout, Names, Nats};
use crate::figures;
use crate::forward;
use crate::hub::Hub;
use crate::listen::{Certificates, Entrance, TlsError, by_ring, certificates as certificates_in};
use crate::lobby::Lobby;
use crate::program::build;
use crate::rates::Rates;
use crate::signing;
use crate::tasks::Tasks;
use crate::telemetry::Spans;
use house::audit::Signing;
use house::lease::{Leases, Process};
use house::secrets::KeyRing;
use house::store::{Database, StoreError};
use house::{House, Outlets};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinHandle;

/// How many units may wait for observers.
const HEARD: usize = 16_384;
/// How many bytes may wait in the system for one connection.
const SEND_BUFFER: u32 = 128 * 1_024;
/// How many connections may wait to be accepted.
const BACKLOG: u32 = 1_024;
/// How many connections to the database there are for reads outside the tables.
const CONNECTIONS: usize = 8;
/// How many replays of the journal may run concurrently.
const REPLAYS: usize = 2;

/// Why a process cannot start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// It cannot listen on the address.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error.
        error: std::io::Error,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The client for other processes cannot be created.
    #[error("cannot speak to other processes: {0}")]
    Client(#[from] reqwest::Error),
    /// The certificates cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// Metrics cannot be recorded.
    #[error("figures cannot be counted: {0}")]
    Figures(String),
    /// The key that signs roots, or the file of roots, cannot be used.
    #[error("roots cannot be signed: {0}")]
    Signing(String),
}

/// A process that serves.
pub struct Server {
    app: App,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
    tasks: Tasks,
    certificates: Option<Arc<Certificates>>,
    metrics: Option<SocketAddr>,
    signing: Option<Signing>,
}

/// Starts a process: it joins the house, takes its share of the tables and answers requests.
///
/// # Errors
/// Why it cannot start.
pub async fn start(config: &Config, registry: Registry, keys: Arc<KeyRing>) -> Result<Server, StartError> {
    let mut database = Database::at(&config.database)?;
    if let Some(file) = &config.ca {
        database = database.trusting(certificates_in(file)?)?;
    }
    start_on(database, config, registry, keys).await
}

/// Starts a process on a given database.
///
/// # Errors
/// Why it cannot start.
pub async fn start_on(
    database: Database,
    config: &Config,
    registry: Registry,
    keys: Arc<KeyRing>,
) -> Result<Server, StartError> {
    by_ring();
    let figures = config.metrics.map(|_| figures::count()).transpose();
    let figures = figures.map_err(|error| StartError::Figures(error.to_string()))?;
    database.migrate().await?;
    let open_history = database.open_history().await?;
    if !open_history.is_empty() {
        tracing::warn!(
            why = open_history.join("; "),
            "the database does not keep this process from changing what was written: see \"Two roles\" in docs/operating.md"
        );
    }
    let (listener, address) = bind(config.listen).await?;
    let certificates = config.tls.as_ref().map(Certificates::read).transpose()?.map(Arc::new);
    let authorities = config.ca.as_ref().map(certificates_in).transpose()?.unwrap_or_default();
    let scheme = if certificates.is_some() { "https" } else { "http" };
    // Every game's words must be known before the first message is read.
    for game in registry.games {
        let _ = game.book();
    }
    let (away, to_carry) = mpsc::unbounded_channel();
    let (heard, to_tell) = mpsc::channel(HEARD);
    let outlets = Outlets { away: Some(away), heard: Some(heard) };
    let house = House::among_others(database.clone(), registry.find, Arc::clone(&keys), outlets).await?;
    let house = Arc::new(house.with_room_for(config.limits.waiting));
    let me = Process {
        id: uuid::Uuid::new_v4().to_string(),
        address: config.address.clone().unwrap_or_else(|| format!("{scheme}://{address}")),
        build: build().to_owned(),
        draining: false,
    };
    let client = forward::client(authorities)?;
    let signing = signing::start(config, &database, &house, &me.id)?;
    let tasks = Tasks::new();
    if let Some(signing) = &signing {
        tasks.watch("signing", signing.ended());
    }
    let spans =
        config.traces.as_ref().map(|collector| Spans::to(collector, client.clone(), me.id.clone(), &tasks));
    let leases = Arc::new(Leases::join(Arc::clone(&house), database.clone(), me));
    tasks.watch("leases", leases.ended());
    let elsewhere = {
        let leases = Arc::clone(&leases);
        move |shard| leases.elsewhere(shard)
    };
    let carrying =
        forward::carry_messages(to_carry, Arc::clone(&house), elsewhere, client.clone(), Arc::clone(&keys));
    tasks.start("messages", carrying);
    let hub = Arc::new(Hub::default());
    let fanout = Fanout {
        names: Names::beginning_with(&config.nats_prefix),
        replicas: config.nats_replicas,
        hub: Arc::clone(&hub),
        house: Arc::clone(&house),
        leases: Arc::clone(&leases),
        keys: Arc::clone(&keys),
        database: database.clone(),
        find: registry.find,
        client: client.clone(),
    };
    let nats = config.nats.clone().map(|address| Nats { address, authorities: config.ca.clone() });
    fanout.start(to_tell, nats, &tasks).await;
    let demo = demo::holds(&database).await? == Holds::Demo;
    if demo {
        tracing::warn!(
            "THIS IS A DEMONSTRATION: its money is play money, and everybody may know its passwords"
        );
    }
    let accounts = Accounts::open(database.clone(), Policy::default()).await?;
    tasks.watch("accounts", accounts.ended());
    let app = App::of(Parts {
        demo,
        append_only: open_history.is_empty(),
        archives: config.archives.clone(),
        registry,
        house,
        leases,
        accounts,
        drain: watch::channel(false).0,
        connections: Connections::to(database.clone(), CONNECTIONS),
        database,
        keys,
        hub,
        limits: config.limits,
        client,
        sockets: Arc::new(Semaphore::new(config.limits.sockets)),
        replays: Semaphore::new(REPLAYS),
        requests: Semaphore::new(config.limits.requests),
        lobby: Lobby::new(),
        rates: Rates::of(config.limits.rate),
        by_tls: certificates.is_some(),
        spans: spans.unwrap_or_default(),
    });
    let (stop, stopped) = watch::channel(false);
    let mut metrics = None;
    if let (Some(at), Some(figures)) = (config.metrics, figures) {
        let (listener, address) = bind(at).await?;
        metrics = Some(address);
        figures::serve(listener, app.clone(), figures, stopped.clone(), &tasks);
    }
    if config.ledger_check_hours > 0 {
        let every = Duration::from_secs(3_600) * config.ledger_check_hours;
        tasks.start("ledger-check", signing::check_ledger(app.clone(), every));
    }
    let (limits, proxies) = (config.limits, config.proxies.clone());
    let entrance = Entrance {
        listener,
        router: router(app.clone()),
        limits,
        certificates: certificates.clone(),
        proxies,
    };
    let serving = tasks.start("entrance", entrance.serve(stopped));
    Ok(Server { app, address, stop, serving, tasks, certificates, metrics, signing })
}

async fn bind(at: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let cannot = |error| StartError::Listen { address: at, error };
    let listener = listen(at).map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// Listens. The system's send buffer for a client that does not read is bounded: otherwise it would grow to
/// megabytes for each socket, and a slow client would go unnoticed for a long time.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

impl Server {
    /// Returns the address on which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Whether clients connect by TLS.
    pub fn by_tls(&self) -> bool {
        self.certificates.is_some()
    }

    /// Returns the address where metrics can be read.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Reads certificate and key again, for later connections.
    ///
    /// # Errors
    /// What is wrong with them; the previous ones stay in use.
    pub fn read_certificates(&self) -> Result<(), TlsError> {
        self.certificates.as_ref().map_or(Ok(()), |certificates| certificates.read_again())
    }

    /// Reads certificate and key again, and logs the result.
    pub fn read_certificates_and_say(&self) {
        match self.read_certificates() {
            Ok(()) => tracing::info!("certificate and key were reloaded"),
            Err(error) => tracing::error!(%error, "certificate and key were not reloaded; the old ones stay"),
        }
    }

    /// Returns the state shared by its request handlers.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Waits until the process is asked, over its API, to exit.
    pub async fn asked_to_leave(&self) {
        let _ = self.app.drain.subscribe().wait_for(|asked| *asked).await;
    }

    /// Waits until an essential task has ended, and names it. The caller then ends the process: see
    /// [`Server::abandon`].
    pub async fn failed(&self) -> &'static str {
        self.tasks.failed().await
    }

    /// Ends immediately, like a crash, except that others take the shards before they would consider this process dead.
    /// Open requests are not answered.
    pub async fn abandon(self) {
        self.tasks.leave();
        self.app.leases.abandon().await;
        self.tasks.abort();
    }

    /// Leaves the house gracefully: takes no more shards, hands its shards over to other processes one after the other,
    /// and answers open requests.
    pub async fn leave(self) {
        self.tasks.leave();
        self.app.leases.leave().await;
        let _ = self.stop.send(true);
        let patience = Duration::from_secs(self.app.limits.answer_seconds);
        let _ = tokio::time::timeout(patience, self.serving).await;
        // After the last unit, and while a process can still sign for it.
        if let Some(signing) = self.signing {
            signing.stop().await;
        }
        let _ = tokio::time::timeout(patience, self.app.house.close()).await;
        self.tasks.abort();
    }
}
