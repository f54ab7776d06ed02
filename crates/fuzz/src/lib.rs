//! What fuzzers throw at Croupier: each target takes any bytes and must come to its end without a panic.
//!
//! `fuzz/` hands them to cargo-fuzz, which looks for bytes that lead somewhere new (`just fuzz`); a test throws the seeds
//! and thousands of changed copies of them at every change. What either finds becomes a seed.
#![allow(clippy::panic, reason = "a target fails by a panic: that is what a fuzzer looks for")]

mod play;

use engine::record::Record;
use engine::scenario;
use rulebook::{RuleBook, lint_house, lint_table};

/// A target: its name, which is that of its folder of seeds, and what it does.
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// What it does with the bytes.
    pub run: fn(&[u8]),
}

/// All of them.
pub static TARGETS: &[Target] = &[
    Target { name: "scenario", run: told },
    Target { name: "table-file", run: table_file },
    Target { name: "rule-book", run: rule_book },
    Target { name: "record-json", run: record },
    Target { name: "record-compact", run: record },
    Target { name: "apply", run: play::apply },
];

/// Runs the target of this name.
///
/// # Panics
/// If there is none, or where the target finds something.
pub fn run(name: &str, bytes: &[u8]) {
    match TARGETS.iter().find(|target| target.name == name) {
        Some(target) => (target.run)(bytes),
        None => panic!("no target {name}"),
    }
}

/// The text of a scenario: read, and played where it can be read.
fn told(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(scenarios) = scenario::parse(text) {
        for scenario in &scenarios {
            let _ = scenario::run(scenario, &games::find);
        }
    }
}

/// A table file, on which a table opens if lint accepts it; or a house file.
fn table_file(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let book = |id: &str| games::find(id).and_then(|game| game.book().ok());
    let _ = lint_house(&[("file.toml", text)], &book);
    let Ok(config) = lint_table(text, &book) else { return };
    let (Some(game), Some(book)) = (games::find(&config.game), book(&config.game)) else { return };
    assert!((game.open)(&book, &config).is_ok(), "lint accepts a table that does not open");
}

/// A rule book; a table of a game that is opened on it is refused or opens.
fn rule_book(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Ok(book) = RuleBook::parse(text) else { return };
    let config = rulebook::TableConfig::default_for(&book);
    for game in games::GAMES {
        let _ = (game.open)(&book, &config);
    }
}

/// A record in either form: read, and played again where it can be read.
fn record(bytes: &[u8]) {
    // Words are known once the books are.
    for game in games::GAMES {
        let _ = game.book();
    }
    if let Ok(records) = Record::read(bytes, &games::find) {
        for record in &records {
            let _ = record.replay(&games::find);
        }
    }
}
