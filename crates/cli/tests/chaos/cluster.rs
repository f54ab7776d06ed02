//! A test's own PostgreSQL cluster with failover and cluster of three NATS servers.

use crate::mayhem::told;
use std::fs::{File, OpenOptions};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/cluster");
/// Prints the two addresses, one per line.
const ADDRESSES: &str = r#"set -e; set -- "$("$0" env)"; eval "$1"
    printf '%s\n' "$CROUPIER_CLUSTER_POSTGRES" "$CROUPIER_CLUSTER_NATS""#;

/// Which commits wait for the standby.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replication {
    /// All; without a standby they wait for its return.
    Strict,
    /// All, as long as there is a standby.
    On,
    /// No commit waits.
    Off,
}

impl Replication {
    fn word(self) -> &'static str {
        match self {
            Replication::Strict => "strict",
            Replication::On => "on",
            Replication::Off => "off",
        }
    }
}

/// The servers. They are stopped and removed at the end, whatever the test's result.
pub struct Cluster {
    directory: PathBuf,
    first_port: u16,
    pub replication: Replication,
    postgres: String,
    nats: String,
}

impl Cluster {
    pub fn start(test: &str, first_port: u16, replication: Replication) -> Cluster {
        let directory = std::env::temp_dir().join(format!("croupier-cluster-{test}"));
        let (postgres, nats) = (String::new(), String::new());
        let mut cluster = Cluster { directory, first_port, replication, postgres, nats };
        // An earlier run may have left one behind.
        cluster.remove().unwrap();
        cluster.act(&["up"]).unwrap();
        let addresses = cluster.answer(Command::new("bash").args(["-c", ADDRESSES, SCRIPT])).unwrap();
        let (postgres, nats) = addresses.split_once('\n').expect("two lines");
        (cluster.postgres, cluster.nats) = (postgres.to_owned(), nats.to_owned());
        cluster
    }

    /// The address of both PostgreSQL servers; it leads to the primary.
    pub fn postgres(&self) -> &str {
        &self.postgres
    }

    /// The addresses of the NATS servers, with commas between them.
    pub fn nats(&self) -> &str {
        &self.nats
    }

    /// The settings that determine the duration of a failover.
    pub fn settings(&self) -> String {
        let (ttl, pause) = (told("CROUPIER_CLUSTER_TTL", 20), told("CROUPIER_CLUSTER_LOOP", 2));
        format!("synchronous replication {}, ttl {ttl} s, loop_wait {pause} s", self.replication.word())
    }

    /// The current primary, if there is one.
    pub fn primary(&self) -> Option<String> {
        self.answer(Command::new(SCRIPT).arg("primary")).ok()
    }

    /// Kills Patroni and PostgreSQL of a node.
    pub fn kill(&self, node: &str) {
        self.act(&["kill", node]).unwrap();
    }

    pub fn start_node(&self, node: &str) {
        self.act(&["start", node]).unwrap();
    }

    /// Waits until a standby can take over.
    pub fn wait(&self) {
        self.act(&["wait", "120"]).unwrap();
    }

    /// Holds replication back: later commits are lost when the primary dies.
    pub fn hold(&self) {
        self.act(&["hold"]).unwrap();
    }

    pub fn release(&self) {
        self.act(&["release"]).unwrap();
    }

    pub fn nats_kill(&self, node: &str) {
        self.act(&["nats-kill", node]).unwrap();
    }

    pub fn nats_start(&self, node: &str) {
        self.act(&["nats-start", node]).unwrap();
    }

    /// The NATS server that leads a stream, if one does.
    pub fn nats_leader(&self, stream: &str) -> Option<String> {
        self.answer(Command::new(SCRIPT).args(["nats-leader", stream])).ok()
    }

    fn set(&self, command: &mut Command) {
        command.env("CROUPIER_CLUSTER", &self.directory).stdin(Stdio::null());
        command.env("CROUPIER_CLUSTER_PORT", self.first_port.to_string());
        command.env("CROUPIER_CLUSTER_SYNC", self.replication.word());
    }

    /// Runs a query of the script and returns its output.
    fn answer(&self, command: &mut Command) -> Result<String, String> {
        self.set(command);
        let ended = tokio::task::block_in_place(|| command.output()).map_err(|error| error.to_string())?;
        match ended.status.success() {
            true => Ok(String::from_utf8_lossy(&ended.stdout).trim().to_owned()),
            false => Err(String::from_utf8_lossy(&ended.stderr).into_owned()),
        }
    }

    /// Runs a command of the script. The servers that it starts outlive it, so its output goes to a file: a pipe would
    /// stay open.
    fn act(&self, words: &[&str]) -> Result<(), String> {
        let path = self.directory.with_extension("log");
        let log = OpenOptions::new().create(true).append(true).open(&path);
        let log: File = log.map_err(|error| error.to_string())?;
        let mut command = Command::new(SCRIPT);
        self.set(&mut command);
        command.args(words).stdout(Stdio::null()).stderr(log);
        let status = tokio::task::block_in_place(|| command.status()).map_err(|error| error.to_string())?;
        match status.success() {
            true => Ok(()),
            false => Err(format!("{words:?}: {}", std::fs::read_to_string(&path).unwrap_or_default())),
        }
    }

    fn remove(&self) -> Result<(), String> {
        if self.directory.exists() {
            self.act(&["down"])?;
            std::fs::remove_dir_all(&self.directory).map_err(|error| error.to_string())?;
        }
        let _ = std::fs::remove_file(self.directory.with_extension("log"));
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            eprintln!("servers of a cluster may be left over: {error}");
        }
    }
}
