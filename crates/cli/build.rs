//! Writes down the scenarios, example tables and example houses, so that the program carries them wherever it is installed.

#![allow(clippy::expect_used, reason = "a build that cannot go on says why")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let data =
        env::var_os("DEP_CROUPIER_GAMES_DATA").expect("the build script of the games says where they lie");
    let data = PathBuf::from(data);
    let mut files = Vec::new();
    for (folder, extension) in [("scenarios", "scenario"), ("tables", "toml"), ("houses", "toml")] {
        println!("cargo::rerun-if-changed={}", data.join(folder).display());
        find(&data.join(folder), extension, &mut files);
    }
    files.sort();
    let mut text = String::from("&[\n");
    for file in files {
        let name =
            file.strip_prefix(&data).expect("found below it").to_str().expect("names are plain letters");
        let name = name.replace('\\', "/");
        writeln!(text, "    ({name:?}, include_str!({file:?})),").expect("a string takes everything");
    }
    text.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it"));
    fs::write(out.join("carried.rs"), text).expect("the build directory can be written");
}

fn find(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the data lie in the games' folder") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            println!("cargo::rerun-if-changed={}", path.display());
            find(&path, extension, found);
        } else if path.extension().is_some_and(|there| there == extension) {
            found.push(path);
        }
    }
}
