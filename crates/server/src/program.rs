//! Identifies the running program by its version and a hash of its file. Two programs of one version may play a table
//! differently, and processes of two builds check this before one takes a shard of the other.

use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// How many bytes of the hash are shown: enough to avoid collisions by accident.
const SHOWN: usize = 6;
/// The running program on Linux, even after its file was replaced.
const RUNNING: &str = "/proc/self/exe";

/// Returns the build of this process, as `0.1.0+3f2a9c41d07e`. Computed once.
pub(crate) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| match build_of(Path::new(RUNNING)).or_else(|_| build_of(&std::env::current_exe()?)) {
        Ok(build) => build,
        Err(error) => {
            tracing::warn!(%error, "the program cannot be read: this process counts as a build of its own");
            format!("{VERSION}+{}", uuid::Uuid::new_v4().simple())
        }
    })
}

/// Returns the build of a program.
fn build_of(program: &Path) -> std::io::Result<String> {
    let (mut file, mut hash, mut buffer) = (File::open(program)?, Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            read => hash.update(buffer.get(..read).unwrap_or_default()),
        }
    }
    let mut build = format!("{VERSION}+");
    for byte in hash.finalize().iter().take(SHOWN) {
        let _ = write!(build, "{byte:02x}");
    }
    Ok(build)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_program_is_another_build_and_the_same_one_is_not() {
        let running = std::env::current_exe().unwrap();
        assert_eq!(build(), build_of(&running).unwrap());
        // The same program with an additional byte at the end, which does not change what it does.
        let other = std::env::temp_dir().join(format!("croupier-program-{}", std::process::id()));
        let mut bytes = std::fs::read(&running).unwrap();
        std::fs::write(&other, &bytes).unwrap();
        assert_eq!(build_of(&other).unwrap(), build());
        bytes.push(0);
        std::fs::write(&other, &bytes).unwrap();
        assert_ne!(build_of(&other).unwrap(), build());
        std::fs::remove_file(other).unwrap();
    }

    #[test]
    fn a_build_begins_with_its_version() {
        let hash = build().strip_prefix(VERSION).and_then(|rest| rest.strip_prefix('+')).unwrap();
        assert_eq!(hash.len(), 2 * SHOWN);
    }
}
