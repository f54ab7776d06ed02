//! PostgreSQL and NATS of a demonstration: the named servers, or its own, on loopback and in its own directory. It
//! stops the servers that it started; their data stays.

use super::directory::Directory;
use super::say;
use super::system::{folder_of_servers, free_port, on_path, said_by, unprivileged};
use crate::failure::Failure;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The oldest supported PostgreSQL.
const OLDEST: u32 = 15;
/// How long a server may take to start or stop, in seconds.
const PATIENCE: u64 = 30;

/// The servers that this process started. Dropping this stops them.
#[derive(Default)]
pub(super) struct Services {
    postgres: Option<Postgres>,
    nats: Option<Child>,
}

/// The demonstration's own PostgreSQL.
pub(super) struct Postgres {
    pg_ctl: PathBuf,
    folder: PathBuf,
    port: u16,
}

impl Postgres {
    /// Returns the PostgreSQL of the directory: one that a killed demonstration left behind or that another running
    /// demonstration uses; otherwise starts it.
    pub(super) fn run(directory: &Directory, programs: &Programs) -> Result<Option<Postgres>, Failure> {
        let Some(bin) = &programs.postgres else { return Ok(None) };
        let (folder, pg_ctl) = (directory.path().join("postgres"), bin.join("pg_ctl"));
        folder_of_servers(&folder)?;
        let port = match running(&pg_ctl, &folder)? {
            Some(port) => port,
            None => {
                if !folder.join("data/PG_VERSION").exists() {
                    say("making a PostgreSQL database");
                    init(bin, &folder)?;
                }
                say("starting PostgreSQL");
                start(&pg_ctl, &folder)?
            }
        };
        Ok(Some(Postgres { pg_ctl, folder, port }))
    }

    /// Its address.
    pub(super) fn address(&self) -> String {
        format!("postgresql://croupier@127.0.0.1:{}/postgres", self.port)
    }

    fn stop(&self) {
        let stopped = unprivileged(&self.pg_ctl, &self.folder).map(|mut command| {
            command.arg("-D").arg(self.folder.join("data"));
            command.args(["-s", "-m", "fast", "-w", "-t", &PATIENCE.to_string(), "stop"]);
            command.status().is_ok_and(|status| status.success())
        });
        if !matches!(stopped, Ok(true)) {
            say(&format!("PostgreSQL does not stop: see {}", self.folder.join("log").display()));
        }
    }
}

impl Services {
    /// Takes ownership of the PostgreSQL, which is stopped at the end: no other process uses it.
    pub(super) fn own(&mut self, postgres: Option<Postgres>) {
        self.postgres = postgres;
    }

    /// Starts NATS, if its program was found, and returns its address.
    pub(super) fn start_nats(
        &mut self,
        directory: &Directory,
        programs: &Programs,
    ) -> Result<Option<String>, Failure> {
        let Some(program) = &programs.nats else { return Ok(None) };
        self.nats_in(program, &directory.path().join("nats")).map(Some)
    }

    fn nats_in(&mut self, program: &Path, folder: &Path) -> Result<String, Failure> {
        folder_of_servers(folder)?;
        stop_left_behind(folder);
        say("starting NATS");
        let (port, log) = (free_port()?, folder.join("log"));
        // NATS is never the record: messages of an earlier run are no longer needed.
        let _ = fs::remove_dir_all(folder.join("store"));
        let mut command = unprivileged(program, folder)?;
        command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-js"]);
        command.arg("-sd").arg(folder.join("store")).arg("-l").arg(&log);
        command.arg("-P").arg(folder.join("pid"));
        // Ctrl-C must not reach the server: it is stopped last.
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| Failure::usage(format!("nats-server: {error}")))?;
        self.nats = Some(child);
        let until = Instant::now() + Duration::from_secs(PATIENCE);
        while !nats_answers(port) {
            if Instant::now() > until {
                return Err(does_not_answer("NATS", &log));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(format!("nats://127.0.0.1:{port}"))
    }
}

impl Drop for Services {
    fn drop(&mut self) {
        if let Some(mut nats) = self.nats.take() {
            terminate(nats.id());
            let _ = nats.wait();
        }
        if let Some(postgres) = self.postgres.take() {
            postgres.stop();
        }
    }
}

/// The paths of the required programs.
pub(super) struct Programs {
    postgres: Option<PathBuf>,
    nats: Option<PathBuf>,
}

impl Programs {
    /// Finds the required programs; a server that was named by its address needs none.
    pub(super) fn find(postgres: bool, nats: bool) -> Result<Programs, Failure> {
        let found = Programs {
            postgres: postgres.then(postgres_bin).flatten(),
            nats: nats.then(|| on_path("nats-server")).flatten(),
        };
        let mut missing = Vec::new();
        if postgres && found.postgres.is_none() {
            missing.push("postgresql");
        }
        if nats && found.nats.is_none() {
            missing.push("nats-server");
        }
        if missing.is_empty() { Ok(found) } else { Err(not_installed(&missing)) }
    }
}

fn not_installed(missing: &[&str]) -> Failure {
    let (what, verb) = (missing.join(" and "), if missing.len() == 1 { "is" } else { "are" });
    let line = if on_path("apt-get").is_some() {
        format!("sudo apt-get install -y {}", missing.join(" "))
    } else if on_path("brew").is_some() {
        format!("brew install {}", missing.join(" "))
    } else {
        "docker compose up --detach --wait".to_owned()
    };
    let line = if line.starts_with("docker") {
        format!("{line}   (then name both: --database and --nats, as compose.yaml says)")
    } else {
        line
    };
    Failure::usage(format!(
        "{what} {verb} not installed, and no address was given. This installs it:\n\n  {line}\n"
    ))
}

/// The folder of the newest PostgreSQL's programs; Debian keeps them off the path.
fn postgres_bin() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    folders.extend(on_path("pg_ctl").and_then(|file| Some(file.canonicalize().ok()?.parent()?.to_owned())));
    let version = |folder: &PathBuf| {
        let said = said_by(Command::new(folder.join("pg_ctl")).arg("--version"))?;
        let number: String =
            said.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        number.parse::<u32>().ok()
    };
    let usable = folders.into_iter().filter_map(|folder| Some((version(&folder)?, folder)));
    usable.filter(|(version, _)| *version >= OLDEST).max().map(|(_, folder)| folder)
}

/// The port of the PostgreSQL that runs in the folder, if one runs.
fn running(pg_ctl: &Path, folder: &Path) -> Result<Option<u16>, Failure> {
    let data = folder.join("data");
    let mut command = unprivileged(pg_ctl, folder)?;
    command.arg("-D").arg(&data).arg("status");
    if said_by(&mut command).is_none() {
        return Ok(None);
    }
    let notes = fs::read_to_string(data.join("postmaster.pid")).unwrap_or_default();
    Ok(notes.lines().nth(3).and_then(|port| port.trim().parse().ok()))
}

fn init(bin: &Path, folder: &Path) -> Result<(), Failure> {
    let data = folder.join("data");
    // An earlier initdb did not finish: start over.
    let _ = fs::remove_dir_all(&data);
    let mut command = unprivileged(&bin.join("initdb"), folder)?;
    command.arg("-D").arg(&data);
    command.args(["-U", "croupier", "--auth=trust", "--locale=C", "--encoding=UTF8", "--data-checksums"]);
    let output = command.output().map_err(|error| Failure::usage(format!("initdb: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Failure::usage(format!("initdb failed: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn start(pg_ctl: &Path, folder: &Path) -> Result<u16, Failure> {
    let (port, log) = (free_port()?, folder.join("log"));
    let settings = "-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100";
    let mut command = unprivileged(pg_ctl, folder)?;
    command.arg("-D").arg(folder.join("data")).arg("-l").arg(&log);
    command.args(["-s", "-w", "-t", &PATIENCE.to_string(), "-o", &format!("{settings} -p {port}"), "start"]);
    // The server would keep inherited handles open until it exits.
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if status.is_ok_and(|status| status.success()) {
        Ok(port)
    } else {
        Err(does_not_answer("PostgreSQL", &log))
    }
}

fn does_not_answer(what: &str, log: &Path) -> Failure {
    Failure::usage(format!("{what} does not answer: see {}", log.display()))
}

fn nats_answers(port: u16) -> bool {
    let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
    let _ = stream.set_read_timeout(Some(Duration::from_secs(2)));
    let mut line = String::new();
    let read = BufReader::new(stream).read_line(&mut line);
    read.is_ok() && line.starts_with("INFO") && line.contains("\"jetstream\":true")
}

/// Stops a NATS that a killed demonstration left behind.
fn stop_left_behind(folder: &Path) {
    let Ok(text) = fs::read_to_string(folder.join("pid")) else { return };
    let Ok(process) = text.trim().parse::<u32>() else { return };
    let ours = || {
        let said = said_by(Command::new("ps").args(["-o", "command=", "-p", &process.to_string()]));
        said.is_some_and(|command| command.contains(&folder.display().to_string()))
    };
    if ours() {
        terminate(process);
    }
    for _ in 0..PATIENCE * 10 {
        if !ours() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn terminate(process: u32) {
    let _ = said_by(Command::new("kill").arg(process.to_string()));
}
