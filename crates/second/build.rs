//! Lists the second settlements: every folder of `src` but `poker` and `layout`, which games share.

#![allow(clippy::expect_used, reason = "a build that cannot go on says why")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

const SHARED: [&str; 2] = ["layout", "poker"];

fn main() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    println!("cargo::rerun-if-changed={}", source.display());
    let entries = std::fs::read_dir(&source).expect("there is a source");
    let mut games: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    games.retain(|path| path.is_dir() && !SHARED.iter().any(|name| path.ends_with(name)));
    games.sort();
    let (mut modules, mut all) = (String::new(), String::new());
    for path in &games {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(modules, "#[path = {:?}]\npub mod {name};", path.join("mod.rs")).expect("a string takes it");
        write!(all, "&{name}::SETTLES, ").expect("a string takes it");
    }
    let list = format!("{modules}\nstatic ALL: &[&Settles] = &[{all}];\n");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo names it"));
    std::fs::write(out.join("games.rs"), list).expect("the build directory can be written");
}
