//! `croupier serve`: runs a process of a house.

mod demo;

use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::{read_keys, wait};
use crate::screen::Screen;
use server::app::Registry;
use server::config::Config;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

const EXAMPLE: &str = "\
Any number of processes serve one house: each takes its share of the tables, and
those of one that dies go to the others within seconds. SIGTERM hands the tables over
and ends when the others have them. A process that cannot go on ends with status 1; start
it again.

Examples:
  croupier serve --demo                 a whole house to try, with bots at its tables
  croupier serve --database postgresql://croupier@127.0.0.1/house --keys house.keys
  croupier serve --config house.toml --listen 0.0.0.0:7500
  CROUPIER_DATABASE=... CROUPIER_KEYS=... CROUPIER_NATS=nats://127.0.0.1 croupier serve";

/// Serve a house: its tables over HTTP and WebSocket.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// A file with settings, in TOML; see docs/operating.md
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Where to listen
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Where other processes reach this one, as http://10.0.0.7:7500
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// The database of the house, as postgresql://user@host/name
    #[arg(long, value_name = "ADDRESS")]
    database: Option<String>,
    /// The file with the keys by which shoes and snapshots are encrypted
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// NATS, as nats://host
    #[arg(long, value_name = "ADDRESS")]
    nats: Option<String>,
    /// Print the settings in force, without secrets, and exit
    #[arg(long)]
    check_config: bool,
    /// Open a demonstration: every game, play money, bots; starts PostgreSQL and NATS unless they are given
    #[arg(long, conflicts_with = "keys")]
    demo: bool,
    /// Start the demonstration over
    #[arg(long, requires = "demo")]
    demo_fresh: bool,
    /// Where the demonstration keeps its keys, passwords and servers
    #[arg(long, value_name = "DIR", requires = "demo")]
    demo_directory: Option<PathBuf>,
    /// How long bets stay open at tables that the demonstration deals by itself
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = "demo")]
    demo_bets: u64,
    /// Print the addresses of the demonstration as JSON
    #[arg(long, requires = "demo")]
    json: bool,
}

const REGISTRY: Registry =
    Registry { games: games::GAMES, find: games::find, note: games::note, notes_of: games::notes_of };

impl Args {
    fn config(&self) -> Result<Config, Failure> {
        let config = Config::read(self.config.as_deref(), &environment);
        let mut config = config.map_err(|error| Failure::usage(error.to_string()))?;
        config.listen = self.listen.unwrap_or(config.listen);
        config.address = self.address.clone().or(config.address);
        config.database = self.database.clone().unwrap_or(config.database);
        config.keys = self.keys.clone().or(config.keys);
        config.nats = self.nats.clone().or(config.nats);
        Ok(config)
    }

    /// Whether a value was given explicitly and is not a default.
    fn says(&self, given: bool, variable: &str) -> bool {
        given || self.config.is_some() || environment(variable).is_some()
    }

    fn demo(&self) -> Result<demo::Asked<'_>, Failure> {
        Ok(demo::Asked {
            config: self.config()?,
            database: self.says(self.database.is_some(), "CROUPIER_DATABASE"),
            listen: self.says(self.listen.is_some(), "CROUPIER_LISTEN"),
            directory: self.demo_directory.as_deref(),
            fresh: self.demo_fresh,
            bets: Duration::from_secs(self.demo_bets),
            json: self.json,
        })
    }
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|text| !text.is_empty())
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    if args.demo {
        return demo::run(args.demo()?, screen);
    }
    let config = args.config()?;
    if args.check_config {
        for (name, value) in config.in_force() {
            screen.line(format!("{name} = {value}"))?;
        }
        return Ok(Verdict::Well);
    }
    let Some(keys) = &config.keys else {
        return Err(Failure::usage(
            "this needs the house's keys: --keys FILE, or CROUPIER_KEYS; `croupier keys new` makes them",
        ));
    };
    let keys = read_keys(keys)?;
    server::log_to_stderr();
    wait(async {
        let server = server::start(&config, REGISTRY, keys).await;
        let server = server.map_err(|error| Failure::usage(error.to_string()))?;
        let scheme = if server.by_tls() { "https" } else { "http" };
        screen.line(format!("serving on {scheme}://{}", server.address()))?;
        screen.flush()?;
        tokio::select! {
            stopped = asked_to_stop(&server) => stopped?,
            () = server.asked_to_leave() => {}
            task = server.failed() => {
                server.abandon().await;
                return Err(Failure::Task(task));
            }
        }
        server.leave().await;
        Ok(Verdict::Well)
    })
}

/// Waits until the process is asked to end. SIGHUP reloads certificate and key.
async fn asked_to_stop(server: &server::Server) -> Result<(), Failure> {
    let mut hang_up = signal(SignalKind::hangup())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    loop {
        tokio::select! {
            _ = terminate.recv() => return Ok(()),
            _ = interrupt.recv() => return Ok(()),
            _ = hang_up.recv() => server.read_certificates_and_say(),
        }
    }
}
