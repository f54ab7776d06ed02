//! Many scenarios together: what they show, and what only one of them shows.

use super::ast::Scenario;
use super::parse::{ParseError, parse_all};
use super::report::Report;
use super::run::{Find, run};
use crate::trace::{Evidence, prefix_of};
use std::collections::{BTreeMap, BTreeSet};

/// One scenario played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The file that contains it.
    pub file: String,
    /// The scenario.
    pub scenario: Scenario,
    /// Its result.
    pub report: Report,
}

impl Played {
    /// The name used in evidence.
    pub fn label(&self) -> String {
        format!("{}: {}", self.file, self.report.name)
    }
}

/// A set of scenario files, played.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// Every scenario.
    pub played: Vec<Played>,
    /// Files that could not be read, and each line of them that could not.
    pub unreadable: Vec<(String, Vec<ParseError>)>,
}

impl Suite {
    /// Plays all scenarios of the files, given as name and text. They may not name table files.
    pub fn play(files: &[(String, String)], find: Find<'_>) -> Suite {
        let mut suite = Suite::default();
        for (file, text) in files {
            suite.play_file(file, text, |scenario| run(scenario, find));
        }
        suite
    }

    /// Plays the scenarios of one more file with the caller's function; none if a line of it cannot be read.
    pub fn play_file(&mut self, file: &str, text: &str, play: impl Fn(&Scenario) -> Report) {
        let (scenarios, errors) = parse_all(text);
        if !errors.is_empty() {
            self.unreadable.push((file.to_owned(), errors));
            return;
        }
        for scenario in scenarios {
            let report = play(&scenario);
            self.played.push(Played { file: file.to_owned(), scenario, report });
        }
    }

    /// Returns how many passed, and how many did not.
    pub fn counts(&self) -> (usize, usize) {
        let passed = self.played.iter().filter(|played| played.report.ok()).count();
        (passed, self.played.len() - passed + self.unreadable.len())
    }

    /// Returns for each scenario, in order, the rule points that no other scenario shows.
    pub fn alone(&self) -> Vec<BTreeSet<String>> {
        let mut shown_by: BTreeMap<String, usize> = BTreeMap::new();
        for played in &self.played {
            for point in played.report.points() {
                *shown_by.entry(point).or_default() += 1;
            }
        }
        let alone = |played: &Played| {
            played.report.points().into_iter().filter(|point| shown_by.get(point) == Some(&1)).collect()
        };
        self.played.iter().map(alone).collect()
    }

    /// Returns pairs of scenarios of one game that go through the same rule points by the same branches.
    pub fn twins(&self) -> Vec<(String, String)> {
        let mut seen: BTreeMap<(String, BTreeSet<String>), String> = BTreeMap::new();
        let mut twins = Vec::new();
        for played in &self.played {
            let key = (played.report.game.clone(), played.report.branches());
            if let Some(other) = seen.insert(key, played.label()) {
                twins.push((other, played.label()));
            }
        }
        twins
    }

    /// Returns what passing scenarios show of the rule set with this prefix, at whatever game they were played: a side
    /// bet is shown at the games that offer it.
    pub fn evidence(&self, prefix: &str) -> Evidence {
        let mut evidence = Evidence::default();
        for played in self.played.iter().filter(|played| played.report.ok()) {
            let label = played.label();
            let note = |map: &mut BTreeMap<String, BTreeSet<String>>, id: String| {
                if prefix_of(&id) == prefix {
                    map.entry(id).or_default().insert(label.clone());
                }
            };
            for step in &played.report.steps {
                for id in &step.evidence {
                    let lint = !step.findings.is_empty();
                    note(if lint { &mut evidence.refused } else { &mut evidence.applied }, id.clone());
                }
            }
            for id in played.report.duties() {
                note(&mut evidence.duties, id);
            }
        }
        evidence
    }
}
