//! The directory in which a demonstration keeps its keys, passwords, log and servers between runs.

use super::system::{is_root, user};
use crate::failure::Failure;
use crate::house_args::read_keys;
use house::secrets::KeyRing;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zeroize::Zeroizing;

/// The directory of a demonstration.
pub(super) struct Directory {
    path: PathBuf,
}

/// The passwords for signing in.
pub(super) struct Passwords {
    /// The printed password of the visitors.
    pub(super) visitors: String,
    /// The password of the bots, which is not printed.
    pub(super) bots: String,
}

impl Directory {
    /// Opens the directory, and creates it if necessary.
    pub(super) fn open(named: Option<&Path>) -> Result<Directory, Failure> {
        let path = match named {
            Some(path) => std::path::absolute(path)?,
            None => usual()?,
        };
        let said = |error: std::io::Error| Failure::usage(format!("cannot make {}: {error}", path.display()));
        DirBuilder::new().recursive(true).mode(0o711).create(&path).map_err(said)?;
        let there = fs::metadata(&path).map_err(said)?;
        if there.uid() != user()? {
            return Err(Failure::usage(format!("{} belongs to another user", path.display())));
        }
        // PostgreSQL's user must be able to enter its own folder; the other files are for the owner only.
        fs::set_permissions(&path, Permissions::from_mode(0o711)).map_err(said)?;
        Ok(Directory { path })
    }

    /// The path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes keys and passwords: a new house has new ones.
    pub(super) fn forget(&self) -> Result<(), Failure> {
        for name in [KEYS, PASSWORDS] {
            match fs::remove_file(self.path.join(name)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether it holds the keys and passwords of a house.
    pub(super) fn is_furnished(&self) -> bool {
        [KEYS, PASSWORDS].iter().all(|name| self.path.join(name).exists())
    }

    /// Returns the keys of the house; creates them if there are none.
    pub(super) fn keys(&self) -> Result<Arc<KeyRing>, Failure> {
        let path = self.path.join(KEYS);
        if !path.exists() {
            let made = KeyRing::generate().map_err(|error| Failure::usage(error.to_string()))?;
            self.write(KEYS, made.reveal_key_file().as_bytes())?;
        }
        read_keys(&path)
    }

    /// Returns the passwords; creates them if there are none.
    pub(super) fn passwords(&self) -> Result<Passwords, Failure> {
        let path = self.path.join(PASSWORDS);
        if !path.exists() {
            let new = || server::demo::password().map_err(|error| Failure::usage(error.to_string()));
            let text = Zeroizing::new(format!("visitors {}\nbots {}\n", new()?, new()?));
            self.write(PASSWORDS, text.as_bytes())?;
        }
        let text = Zeroizing::new(fs::read_to_string(&path)?);
        let of = |who: &str| {
            let found = text.lines().find_map(|line| line.strip_prefix(who)?.strip_prefix(' '));
            let lost = || Failure::usage(format!("{} has no password of the {who}", path.display()));
            found.map(str::to_owned).ok_or_else(lost)
        };
        Ok(Passwords { visitors: of("visitors")?, bots: of("bots")? })
    }

    /// Opens the log, which every start truncates.
    pub(super) fn log(&self) -> Result<File, Failure> {
        let mut options = OpenOptions::new();
        Ok(options.write(true).create(true).truncate(true).mode(0o600).open(self.path.join(LOG))?)
    }

    /// Writes a file that only the owner can read. The write is atomic.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let begun = self.path.join(format!("{name}.new"));
        let _ = fs::remove_file(&begun);
        let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&begun)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(fs::rename(begun, self.path.join(name))?)
    }
}

const KEYS: &str = "house.keys";
const PASSWORDS: &str = "passwords";
/// The name of the log file.
pub(super) const LOG: &str = "log";

/// The default path, below the user's data directory; for root elsewhere, since PostgreSQL runs as another user, who
/// cannot enter root's home.
fn usual() -> Result<PathBuf, Failure> {
    let temporary = || Ok(std::env::temp_dir().join(format!("croupier-demo-{}", user()?)));
    if is_root()? {
        return temporary();
    }
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = set("XDG_DATA_HOME").or_else(|| Some(set("HOME")?.join(".local/share")));
    data.map_or_else(temporary, |data| Ok(data.join("croupier-demo")))
}
