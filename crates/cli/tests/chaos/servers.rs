//! A test's own PostgreSQL and NATS, which it may stop and wipe.

use std::io::Write;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The maximum time for the start of a server.
const PATIENCE: Duration = Duration::from_secs(30);

/// Fails with a hint if the servers are not started.
pub fn variable(name: &str) -> String {
    std::env::var(name)
        .expect("these tests want servers: run `.ci/services up` and `eval \"$(.ci/services env)\"` first")
}

/// A free port below the range that the system assigns to outgoing connections: a process that was killed finds it
/// free when it restarts.
pub fn free_port(first: u16) -> u16 {
    (first..first + 500).find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).expect("a free port")
}

/// Sends a signal to a process that the test has started.
pub fn signal(process: u32, name: &str) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.unwrap().success(), "{name} to {process}");
}

/// A private PostgreSQL. It is stopped and removed at the end, whatever the test's result.
pub struct Postgres {
    directory: PathBuf,
    pub port: u16,
    also: Option<String>,
}

impl Postgres {
    /// Starts one, which also listens on another address than loopback if one is named.
    pub fn start(test: &str, first_port: u16, also: Option<String>) -> Postgres {
        let directory = std::env::temp_dir().join(format!("croupier-private-{test}"));
        let mut postgres = Postgres { directory, port: first_port, also };
        // An earlier run may have left one behind.
        postgres.remove().unwrap();
        postgres.up();
        let port = std::fs::read_to_string(postgres.directory.join("postgres.port")).unwrap();
        postgres.port = port.trim().parse().unwrap();
        let append = |file: &str, line: &str| {
            let path = postgres.directory.join("postgres/data").join(file);
            let mut file = std::fs::OpenOptions::new().append(true).open(path).unwrap();
            writeln!(file, "{line}").unwrap();
        };
        // After a crash PostgreSQL flushes every file on its own, which takes seconds; this way it is one call.
        append("postgresql.conf", "recovery_init_sync_method = syncfs");
        if let Some(also) = &postgres.also {
            let network = also.rsplit_once('.').unwrap().0;
            append("pg_hba.conf", &format!("host all all {network}.0/24 trust"));
            postgres.stop_immediately();
            postgres.up();
        }
        postgres
    }

    fn services(&self, what: &str) -> Result<(), String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/services");
        let mut command = Command::new(script);
        command.arg(what).env("CROUPIER_SERVICES", &self.directory);
        command.env("CROUPIER_POSTGRES_PORT", self.port.to_string());
        command.env("CROUPIER_NATS_PORT", (self.port + 50).to_string());
        if let Some(also) = &self.also {
            command.env("CROUPIER_POSTGRES_ALSO", also);
        }
        let ended = command.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if ended.status.success() { Ok(()) } else { Err(said) }
    }

    /// Starts it again at the same address.
    pub fn up(&self) {
        self.services("up").unwrap();
    }

    /// Stops it like `pg_ctl -m immediate`: no transaction is ended, and no data is flushed.
    pub fn stop_immediately(&self) {
        let text = std::fs::read_to_string(self.directory.join("postgres/data/postmaster.pid")).unwrap();
        let process = text.lines().next().unwrap();
        signal(process.parse().unwrap(), "-QUIT");
        while std::path::Path::new("/proc").join(process).join("exe").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Its address on the loopback.
    pub fn address(&self) -> String {
        format!("postgresql://croupier@127.0.0.1:{}/croupier", self.port)
    }

    fn remove(&self) -> Result<(), String> {
        if !self.directory.exists() {
            return Ok(());
        }
        self.services("down")?;
        std::fs::remove_dir_all(&self.directory).map_err(|error| error.to_string())
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            eprintln!("a private server may be left over: {error}");
        }
    }
}

/// A private NATS.
pub struct Nats {
    directory: PathBuf,
    pub port: u16,
    child: Option<Child>,
}

impl Nats {
    pub fn start(test: &str, first_port: u16) -> Nats {
        let directory = std::env::temp_dir().join(format!("croupier-nats-{test}-{}", std::process::id()));
        let mut nats = Nats { directory, port: free_port(first_port), child: None };
        nats.up();
        nats
    }

    pub fn up(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"]).arg(&self.directory);
        self.child = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        let since = Instant::now();
        while TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], self.port))).is_err() {
            assert!(since.elapsed() < PATIENCE, "NATS does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Kills it.
    pub fn down(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Deletes all of its data.
    pub fn wipe(&self) {
        assert!(self.child.is_none(), "it runs");
        std::fs::remove_dir_all(&self.directory).unwrap();
    }

    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.down();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}
