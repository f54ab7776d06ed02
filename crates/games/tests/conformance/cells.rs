//! How often each mishap was reported and accepted at each point of a round.

use crate::habits::Habits;
use crate::matrix::{At, Matrix};
use engine::mishap::Mishap;
use std::collections::{BTreeMap, BTreeSet};

/// The number of accepted reports that a full run requires in every cell that is not refused.
const WANTED: u32 = 10;
/// After this many refusals at a point, the mishap counts as refused there.
const REFUSED: u32 = 4;

#[derive(Default)]
pub struct Cells {
    cells: BTreeMap<At, Told>,
    /// The number of reports at each point.
    points: BTreeMap<&'static str, u32>,
    /// A run that requires every cell reports often at a point until it has had this many reports.
    enough: u32,
}

/// How often a mishap was reported, and how often it was accepted.
#[derive(Clone, Copy, Default)]
struct Told {
    times: u32,
    believed: u32,
}

impl Cells {
    /// The cells of a run that requires every cell.
    pub fn all(habits: &Habits) -> Cells {
        Cells { enough: habits.mishaps, ..Cells::default() }
    }

    /// Whether the run requires every cell.
    pub fn wants_all(&self) -> bool {
        self.enough > 0
    }

    /// Counts a report of a mishap.
    pub fn told(&mut self, at: At, believed: bool) {
        let told = self.cells.entry(at).or_default();
        told.times += 1;
        told.believed += u32::from(believed);
        *self.points.entry(at.0).or_default() += 1;
    }

    /// The mishaps that are needed most at this point.
    pub fn wanted(&self, phase: &'static str, mishaps: &BTreeSet<Mishap>) -> Vec<Mishap> {
        let had = |mishap: &Mishap| {
            let told = self.cells.get(&(phase, *mishap)).copied().unwrap_or_default();
            if told.believed == 0 { told.times * WANTED / REFUSED } else { told.believed }
        };
        let least = mishaps.iter().map(had).min().unwrap_or(0);
        mishaps.iter().copied().filter(|mishap| had(mishap) == least).collect()
    }

    /// Whether more mishaps are needed at this point.
    pub fn is_quiet(&self, phase: &'static str) -> bool {
        self.points.get(phase).copied().unwrap_or(0) < self.enough
    }

    pub fn print(&self) {
        println!("\nmishaps believed at each point");
        for ((phase, mishap), told) in self.cells.iter().filter(|(_, told)| told.believed > 0) {
            println!("  {phase:<16} {mishap:<74} {:>9}", told.believed);
        }
    }

    /// The cells of the matrix whose mishap is accepted but was not reported often enough.
    pub fn lacking(&self, matrix: &Matrix) -> BTreeSet<At> {
        let seldom = |at: &At| self.cells.get(at).is_none_or(|told| told.believed < WANTED);
        matrix.believed().filter(seldom).collect()
    }

    /// Checks that every cell of the matrix that is not refused was reached often enough.
    pub fn hold(&self, matrix: &Matrix) {
        let name = |(phase, mishap): At| format!("{phase}: {mishap}");
        let lacking: Vec<String> = self.lacking(matrix).into_iter().map(name).collect();
        let (game, lacking) = (matrix.game.id, lacking.join("\n"));
        assert!(lacking.is_empty(), "{game}: told less than {WANTED} times:\n{lacking}");
    }
}
