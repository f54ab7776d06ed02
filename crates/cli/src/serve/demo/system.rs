//! Queries of the operating system: the user, the programs, a free port.

use crate::failure::Failure;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The user that runs PostgreSQL if the demonstration runs as root: PostgreSQL refuses to run as root.
const UNPRIVILEGED: &str = "postgres";

/// The id of the current user.
pub(super) fn user() -> Result<u32, Failure> {
    let said = said_by(Command::new("id").arg("-u"));
    let number = said.and_then(|said| said.trim().parse().ok());
    number.ok_or_else(|| Failure::usage("`id -u` does not say who runs this"))
}

/// Whether the current user is root.
pub(super) fn is_root() -> Result<bool, Failure> {
    Ok(user()? == 0)
}

/// Returns what a program prints, if it succeeds.
pub(super) fn said_by(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Prepares a command that runs as a user allowed to run a server: not as root.
pub(super) fn unprivileged(program: &Path, home: &Path) -> Result<Command, Failure> {
    let mut command = if is_root()? {
        let user = UNPRIVILEGED;
        let mut command = Command::new("setpriv");
        command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--init-groups", "--"]);
        command.arg(program);
        command
    } else {
        Command::new(program)
    };
    command.env("HOME", home).env("LC_ALL", "C").current_dir(home).stdin(Stdio::null());
    Ok(command)
}

/// Creates a folder that belongs to the servers' user and that no other user can read.
pub(super) fn folder_of_servers(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path)?;
    std::os::unix::fs::chown(path, owner("-u")?, owner("-g")?)?;
    let private = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    Ok(std::fs::set_permissions(path, private)?)
}

/// The id of the user or group that owns the servers' folders; `None` unless root creates them.
fn owner(which: &str) -> Result<Option<u32>, Failure> {
    if !is_root()? {
        return Ok(None);
    }
    let said = said_by(Command::new("id").args([which, UNPRIVILEGED]));
    let number: Option<u32> = said.and_then(|said| said.trim().parse().ok());
    let nobody = || Failure::usage("root may not run PostgreSQL, and there is no user `postgres` to run it");
    number.map(Some).ok_or_else(nobody)
}

/// Finds a program on the path.
pub(super) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Returns a port of this machine that is not in use.
pub(super) fn free_port() -> Result<u16, Failure> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
