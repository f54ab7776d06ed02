//! A PostgreSQL server for a single test, which may stop it.

use house::store::Database;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

/// A private server. It is stopped and removed at the end, even if the test fails.
pub struct Private {
    directory: PathBuf,
    port: u16,
}

impl Private {
    /// Starts a server. If that fails, so does the test.
    pub fn start(test: &str, first_port: u16) -> Private {
        let directory = std::env::temp_dir().join(format!("croupier-private-{test}"));
        let mut private = Private { directory, port: first_port };
        // Left behind by an earlier run.
        private.remove().unwrap();
        private.up();
        let port = std::fs::read_to_string(private.directory.join("postgres.port")).unwrap();
        private.port = port.trim().parse().unwrap();
        // After a crash PostgreSQL flushes every file separately, which takes seconds; this setting makes it one call.
        let settings = private.directory.join("postgres/data/postgresql.conf");
        let mut settings = std::fs::OpenOptions::new().append(true).open(settings).unwrap();
        settings.write_all(b"recovery_init_sync_method = syncfs\n").unwrap();
        private
    }

    fn services(&self, what: &str) -> Result<(), String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.ci/services");
        let mut command = Command::new(script);
        command.arg(what).env("CROUPIER_SERVICES", &self.directory);
        command.env("CROUPIER_POSTGRES_PORT", self.port.to_string());
        command.env("CROUPIER_NATS_PORT", (self.port + 50).to_string());
        let ended = command.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        if ended.status.success() { Ok(()) } else { Err(said) }
    }

    /// Starts the server again at the same place.
    pub fn up(&self) {
        self.services("up").unwrap();
    }

    /// Stops it immediately, as `pg_ctl -m immediate` does: no transaction is ended, nothing is flushed.
    pub fn stop_immediately(&self) {
        let file = self.directory.join("postgres/data/postmaster.pid");
        let text = std::fs::read_to_string(&file).unwrap();
        let process = text.lines().next().unwrap();
        assert!(Command::new("kill").args(["-QUIT", process]).status().unwrap().success());
        while std::path::Path::new("/proc").join(process).join("exe").exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    pub fn database(&self) -> Database {
        Database::at(&format!("postgresql://croupier@127.0.0.1:{}/croupier", self.port)).unwrap()
    }

    fn remove(&self) -> Result<(), String> {
        if !self.directory.exists() {
            return Ok(());
        }
        self.services("down")?;
        std::fs::remove_dir_all(&self.directory).map_err(|error| error.to_string())
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            eprintln!("a private server may be left over: {error}");
        }
    }
}
