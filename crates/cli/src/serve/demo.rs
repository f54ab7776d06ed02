//! `croupier serve --demo`: a complete house in one command, with bots at its tables.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `system.rs` | queries of the operating system |
//! | `directory.rs` | keys, passwords and the log, kept between runs |
//! | `services.rs` | PostgreSQL and NATS, if no servers were named |
//! | `furnish.rs` | properties, cages, meters and tables |
//! | `people.rs` | accounts, of visitors and of bots |
//! | `bots.rs` | what the bots do |
//! | `told.rs` | what is printed |

mod bots;
mod directory;
mod furnish;
mod people;
mod services;
mod system;
mod told;

use super::{REGISTRY, asked_to_stop};
use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::wait;
use crate::screen::Screen;
use bots::Bots;
use directory::Directory;
use house::store::{Database, StoreError};
use people::People;
use server::Server;
use server::config::Config;
use server::crew::Client;
use server::demo::{Holds, holds};
use services::{Postgres, Programs, Services};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use told::Told;

/// How a demonstration is requested.
pub(super) struct Asked<'a> {
    /// The configuration of the process; its database and NATS count if they were named.
    pub(super) config: Config,
    /// Whether the database was named.
    pub(super) database: bool,
    /// Whether the address to listen on was named.
    pub(super) listen: bool,
    /// Its directory, if it was named.
    pub(super) directory: Option<&'a Path>,
    /// Whether to start over.
    pub(super) fresh: bool,
    /// How long bets stay open where no dealer closes them.
    pub(super) bets: Duration,
    /// Whether to print JSON.
    pub(super) json: bool,
}

/// Reports progress on standard error; standard output is for results.
fn say(what: &str) {
    anstream::eprintln!("demo: {what}");
}

/// Runs a demonstration until it is stopped.
pub(super) fn run(asked: Asked<'_>, screen: &mut Screen) -> Outcome {
    let programs = Programs::find(!asked.database, asked.config.nats.is_none())?;
    let directory = Directory::open(asked.directory)?;
    server::log_to_file(directory.log()?);
    // Declared outside of the future: the servers are stopped after everything that uses them.
    let mut services = Services::default();
    wait(async {
        let postgres = Postgres::run(&directory, &programs)?;
        let mut config = asked.config;
        if let Some(postgres) = &postgres {
            config.database = postgres.address();
        }
        let database = Database::at(&config.database).map_err(|error| Failure::usage(error.to_string()))?;
        let lock = lock(&database).await?;
        services.own(postgres);
        if let Some(nats) = services.start_nats(&directory, &programs)? {
            config.nats = Some(nats);
        }
        prepare(&database, &directory, asked.fresh).await?;
        if !asked.listen && std::net::TcpListener::bind(config.listen).is_err() {
            config.listen.set_port(0);
        }
        say("opening the house");
        let server = server::start(&config, REGISTRY, directory.keys()?).await;
        let server = server.map_err(|error| Failure::usage(error.to_string()))?;
        let opened = tokio::select! {
            opened = open(&server, &database, &directory, (asked.bets, asked.json), screen) => opened,
            stopped = asked_to_end(&server) => stopped.map(|()| Vec::new()),
        };
        let ended = match &opened {
            Ok(playing) if !playing.is_empty() => asked_to_end(&server).await,
            _ => Ok(()),
        };
        say("closing");
        let playing = opened.and_then(|playing| ended.map(|()| playing));
        playing.iter().flatten().for_each(tokio::task::JoinHandle::abort);
        server.leave().await;
        drop(lock);
        playing.map(|_| Verdict::Well)
    })
}

/// Waits until the process is asked to stop, or cannot continue.
async fn asked_to_end(server: &Server) -> Result<(), Failure> {
    tokio::select! {
        stopped = asked_to_stop(server) => stopped,
        task = server.failed() => Err(Failure::Task(task)),
    }
}

/// Keeps other demonstrations off the database while the returned connection lives.
async fn lock(database: &Database) -> Result<impl Sized, Failure> {
    let client = database.connect().await?;
    let asked = "select pg_try_advisory_lock(hashtext('croupier demonstration'))";
    let row = client.query_one(asked, &[]).await.map_err(StoreError::from)?;
    let free: bool = row.try_get(0).map_err(StoreError::from)?;
    if free {
        return Ok(client);
    }
    Err(Failure::usage(
        "a demonstration already runs there; another one needs its own directory: --demo-directory DIR",
    ))
}

/// Drops both schemas of a house.
const EMPTY: &str =
    "drop schema if exists personal cascade; drop schema public cascade; create schema public";

/// Checks that the database is empty or a demonstration's, and creates the house.
async fn prepare(database: &Database, directory: &Directory, fresh: bool) -> Result<(), Failure> {
    match holds(database).await? {
        Holds::Other => {
            return Err(Failure::usage(
                "this database holds something other than a demonstration, and stays unchanged: name an empty one",
            ));
        }
        Holds::Demo if fresh => {
            say("forgetting the house that was there");
            let client = database.connect().await?;
            let emptied = client.batch_execute(EMPTY).await;
            emptied.map_err(StoreError::from)?;
            directory.forget()?;
        }
        Holds::Demo if !directory.is_furnished() => {
            return Err(Failure::usage(format!(
                "the demonstration of this database has its keys and passwords elsewhere, not in {}: name that \
                 directory by --demo-directory, or start over by --demo-fresh",
                directory.path().display()
            )));
        }
        Holds::Nothing => directory.forget()?,
        Holds::Demo => {}
    }
    database.migrate().await?;
    furnish::found(database).await
}

/// Opens the tables, starts the bots and prints the addresses.
async fn open(
    server: &Server,
    database: &Database,
    directory: &Directory,
    (bets, json): (Duration, bool),
    screen: &mut Screen,
) -> Result<Vec<tokio::task::JoinHandle<()>>, Failure> {
    let (app, address) = (server.app(), format!("http://{}", server.address()));
    while app.house.shards().len() < usize::from(furnish::SHARDS) {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let tables = furnish::open(&app.house, database, bets).await?;
    say("letting people in");
    let client = Client::to(std::slice::from_ref(&address));
    let client = client.map_err(|error| Failure::Fault(error.to_string()))?;
    let passwords = directory.passwords()?;
    let people = Arc::new(People::enter(&app.accounts, &passwords, client.clone()).await?);
    let bots = Bots { client, people, house: Arc::clone(&app.house), seed: seed() };
    tracing::info!(seed = bots.seed, "the bots of the demonstration begin");
    bots.bring_money(&tables).await;
    let playing = bots.play(&tables);
    let (log, password) = (directory.path().join(directory::LOG), passwords.visitors.as_str());
    let told = Told { address: &address, directory: directory.path(), log: &log, password, tables: &tables };
    if json {
        told.json(screen)?;
    } else {
        told.print(screen)?;
    }
    Ok(playing)
}

/// A seed that differs per run.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() & 0xffff_ffff_ffff_ffff) as u64
}
