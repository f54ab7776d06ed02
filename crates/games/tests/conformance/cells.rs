//! How often each mishap was told of and believed at each point of a round.

use crate::matrix::{At, Matrix};
use engine::Game;
use engine::mishap::Mishap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// What a full run wants of every cell.
pub const WANTED: u32 = 10;

#[derive(Default)]
pub struct Cells {
    /// How often a mishap was believed.
    believed: BTreeMap<At, u32>,
    /// How often it was tried, believed or not.
    tried: BTreeMap<At, u32>,
}

impl Cells {
    /// A mishap was told of.
    pub fn told(&mut self, at: At, believed: bool) {
        *self.tried.entry(at).or_default() += 1;
        if believed {
            *self.believed.entry(at).or_default() += 1;
        }
    }

    /// Those of the mishaps that were told least at this point.
    pub fn least(&self, phase: &'static str, mishaps: &BTreeSet<Mishap>) -> Vec<Mishap> {
        let tried = |mishap: &Mishap| self.tried.get(&(phase, *mishap)).copied().unwrap_or(0);
        let least = mishaps.iter().map(tried).min().unwrap_or(0);
        mishaps.iter().copied().filter(|mishap| tried(mishap) == least).collect()
    }

    /// Whether little has gone wrong at this point yet.
    pub fn quiet(&self, phase: &'static str) -> bool {
        let here = self.tried.iter().filter(|((other, _), _)| *other == phase);
        here.map(|(_, times)| times).min().is_none_or(|least| *least < 3 * WANTED)
    }

    pub fn print(&self) {
        println!("\nmishaps believed at each point");
        for ((phase, mishap), times) in &self.believed {
            println!("  {phase:<22} {mishap:<60} {times:>9}");
        }
    }

    /// Every cell of the matrix that is not refused was reached often enough, or is listed with the reason.
    pub fn hold(&self, game: &'static Game) {
        let seldom = |at: &At| self.believed.get(at).copied().unwrap_or(0) < WANTED;
        let name = |(phase, mishap): At| format!("{phase}: {mishap}");
        let rare: BTreeSet<String> = Matrix::of(game).believed().filter(seldom).map(name).collect();
        let listed = listed(game);
        let missing: Vec<&String> = rare.iter().filter(|cell| !listed.contains_key(*cell)).collect();
        assert!(missing.is_empty(), "{}: told less than {WANTED} times: {missing:#?}", game.id);
        let stale: Vec<&String> = listed.keys().filter(|cell| !rare.contains(*cell)).collect();
        assert!(stale.is_empty(), "{}: listed as rare and told often enough: {stale:#?}", game.id);
    }
}

/// Cells that hardly ever come, with the reason: lines of `point: mishap = reason`.
fn listed(game: &Game) -> BTreeMap<String, String> {
    let file = format!("tests/conformance/rare/{}.txt", game.id.replace('/', "-"));
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let split = |line: &str| {
        let (cell, reason) = line.split_once(" = ").unwrap_or_else(|| panic!("no reason: {line}"));
        (cell.to_owned(), reason.to_owned())
    };
    lines.map(split).collect()
}
