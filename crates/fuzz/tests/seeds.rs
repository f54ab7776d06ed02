//! The seeds, and changed copies of them, at every target. The changes are always the same, so a failure can be repeated.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

use fuzzing::{TARGETS, Target};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a target is tried, unless `FUZZ_SECONDS` says otherwise, and how many copies at most.
const SECONDS: u64 = 4;
const COPIES: u64 = 100_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Seeds of its own, and the files of the project that the target reads.
fn seeds(target: &Target) -> Vec<Vec<u8>> {
    let own = format!("fuzz/seeds/{}", target.name);
    let (folders, ending): (&[&str], &str) = match target.name {
        "scenario" => (&["scenarios/ohio/craps", "scenarios/singapore/pontoon-plus"], "scenario"),
        "table-file" => (&["tables", "houses"], "toml"),
        "rule-book" => (&["rulebooks/ohio", "rulebooks/colorado", "rulebooks/singapore"], "toml"),
        "record-json" => (&["fixtures"], "json"),
        "record-compact" => (&["fixtures"], "crec"),
        _ => (&[], ""),
    };
    let ends = |path: &PathBuf| path.extension().is_some_and(|end| end == ending);
    let of_project = folders.iter().flat_map(|folder| files(&root().join(folder))).filter(ends);
    let all = files(&root().join(own)).into_iter().chain(of_project);
    all.map(|path| std::fs::read(path).unwrap()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// SplitMix64: the changes need no better chance.
struct Changes(u64);

impl Changes {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound.max(1) as u64).unwrap()
    }

    /// A copy with some bytes changed, left out, put in, or taken from another seed.
    fn change(&mut self, seed: &[u8], other: &[u8]) -> Vec<u8> {
        let mut copy = seed.to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(copy.len() + 1);
            let length = self.below(12).min(copy.len() - at);
            match self.below(5) {
                0 => drop(copy.drain(at..at + length)),
                1 if at < copy.len() => copy[at] = u8::try_from(self.below(256)).unwrap(),
                2 if at < copy.len() => copy[at] ^= 1 << self.below(8),
                3 => {
                    let from = self.below(other.len() + 1);
                    let taken = self.below(40).min(other.len() - from);
                    copy.splice(at..at, other[from..from + taken].iter().copied());
                }
                _ => copy.insert(at, u8::try_from(self.below(256)).unwrap()),
            }
        }
        copy
    }
}

fn attempt(target: &Target, bytes: &[u8]) {
    let run = target.run;
    if catch_unwind(|| run(bytes)).is_err() {
        let path = std::env::temp_dir().join(format!("croupier-fuzz-{}", target.name));
        std::fs::write(&path, bytes).unwrap();
        panic!(
            "{}: kept in {}; mend it and put it into fuzz/seeds/{}",
            target.name,
            path.display(),
            target.name
        );
    }
}

fn throw(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).unwrap();
    let seeds = seeds(target);
    assert!(!seeds.is_empty(), "{name} has no seeds");
    seeds.iter().for_each(|seed| attempt(target, seed));
    let seconds = std::env::var("FUZZ_SECONDS").ok().and_then(|n| n.parse().ok()).unwrap_or(SECONDS);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut changes = Changes(1);
    let mut thrown = 0;
    while thrown < COPIES && Instant::now() < until {
        let (seed, other) = (changes.below(seeds.len()), changes.below(seeds.len()));
        attempt(target, &changes.change(&seeds[seed], &seeds[other]));
        thrown += 1;
    }
    println!("{name}: {} seeds, {thrown} changed copies", seeds.len());
}

#[test]
fn scenarios_are_read_or_refused() {
    throw("scenario");
}

#[test]
fn table_files_are_accepted_or_refused() {
    throw("table-file");
}

#[test]
fn rule_books_are_read_or_refused() {
    throw("rule-book");
}

#[test]
fn records_in_json_are_read_or_refused() {
    throw("record-json");
}

#[test]
fn compact_records_are_read_or_refused() {
    throw("record-compact");
}

#[test]
fn tables_take_any_input_or_refuse_it() {
    throw("apply");
}
