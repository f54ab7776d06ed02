//! A `croupier serve` process that can be started, killed, stopped, resumed and asked to leave.

use crate::servers::signal;
use crate::site::Site;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

/// The environment in which a process runs.
#[derive(Clone)]
pub struct Quarters {
    /// Its address: `10.0.0.1:7500`.
    pub listen: String,
    pub database: String,
    pub nats: String,
    /// The network namespace that it runs in, if it has its own.
    pub namespace: Option<String>,
    /// The port of its metrics, if enabled.
    pub metrics: Option<u16>,
}

pub struct Process {
    pub name: String,
    place: Quarters,
    /// Its environment variables.
    variables: Vec<(&'static str, String)>,
    directory: PathBuf,
    child: Option<Child>,
}

impl Process {
    pub fn start(site: &Site, name: &str, place: Quarters) -> Process {
        Process::start_with(site, name, place, Vec::new())
    }

    /// The same with variables in its environment.
    pub fn start_with(
        site: &Site,
        name: &str,
        place: Quarters,
        variables: Vec<(&'static str, String)>,
    ) -> Process {
        let (name, directory) = (name.to_owned(), site.directory.clone());
        let mut process = Process { name, place, variables, directory, child: None };
        process.up();
        process
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("http://{}", self.place.listen)
    }

    fn log_file(&self) -> PathBuf {
        self.directory.join(format!("{}.log", self.name))
    }

    /// Starts it again at the same address.
    pub fn up(&mut self) {
        assert!(self.child.is_none(), "{} runs", self.name);
        let croupier = env!("CARGO_BIN_EXE_croupier");
        let mut command = match &self.place.namespace {
            None => Command::new(croupier),
            Some(namespace) => {
                let mut command = Command::new("ip");
                command.args(["netns", "exec", namespace, croupier]);
                command
            }
        };
        let log = OpenOptions::new().create(true).append(true).open(self.log_file()).unwrap();
        command.arg("serve").arg("--config").arg(self.directory.join("settings.toml"));
        command.arg("--keys").arg(self.directory.join("keys"));
        command.args(["--listen", &self.place.listen, "--database", &self.place.database]);
        command.args(["--nats", &self.place.nats]);
        command.env("CROUPIER_ROOTS_FILE", self.directory.join(format!("{}.roots", self.name)));
        // On every server of a cluster.
        command.env("CROUPIER_NATS_REPLICAS", self.place.nats.split(',').count().to_string());
        if let Some(port) = self.place.metrics {
            command.env("CROUPIER_METRICS", format!("127.0.0.1:{port}"));
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.stdout(log.try_clone().unwrap()).stderr(log);
        self.child = Some(command.spawn().unwrap());
    }

    /// Whether it has exited; if so, it is reaped.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.as_mut()?.try_wait().unwrap()?;
        self.child = None;
        Some(status)
    }

    pub fn signal(&self, name: &str) {
        signal(self.child.as_ref().unwrap().id(), name);
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Sends SIGTERM and waits for at most this time.
    pub async fn leave(&mut self, patience: Duration) -> ExitStatus {
        self.signal("-TERM");
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.as_mut().unwrap().try_wait().unwrap() {
                self.child = None;
                return status;
            }
            assert!(since.elapsed() < patience, "{} does not leave: {}", self.name, self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The number of lines of its log that contain a text.
    pub fn said(&self, text: &str) -> usize {
        self.whole_log().lines().filter(|line| line.contains(text)).count()
    }

    /// A metric of the process, summed over all labels; 0 if the page does not have it.
    pub async fn figure(&self, name: &str) -> u64 {
        let port = self.place.metrics.expect("a process that shows figures");
        let page =
            reqwest::get(format!("http://127.0.0.1:{port}/metrics")).await.unwrap().text().await.unwrap();
        let values = page.lines().filter_map(|line| {
            let (series, value) = line.rsplit_once(' ')?;
            (series.split('{').next() == Some(name)).then(|| value.parse::<u64>().unwrap())
        });
        values.sum()
    }

    fn whole_log(&self) -> String {
        std::fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// The end of its log.
    pub fn log(&self) -> String {
        let text = self.whole_log();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
