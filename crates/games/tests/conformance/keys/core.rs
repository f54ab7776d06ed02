//! The components of a key that do not follow from the others.
//!
//! A file for each game beside this one lists them, written by `just keys-core`. Much of a state is
//! redundant: a wager knows its box, a card its hand. Such components stay in the key, because a key that is
//! too fine is never wrong, but no test can detect that one of them alone is missing. The core is what
//! remains after removing, the last first, each component that follows from the rest and each that never
//! influenced a later line.

use super::Shape;
use engine::Game;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The core of a game's keys.
#[derive(Clone, Default)]
pub struct Core {
    /// Its components.
    names: BTreeSet<String>,
    /// Components that only differ between states which continue alike.
    alike: BTreeSet<String>,
}

impl Core {
    pub fn read(game: &Game) -> Core {
        let text = std::fs::read_to_string(file(game)).unwrap_or_default();
        let mut core = Core::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            match line.strip_prefix("alike ") {
                Some(name) => core.alike.insert(name.to_owned()),
                None => core.names.insert(line.to_owned()),
            };
        }
        core
    }

    /// Without a list every component counts.
    pub fn holds(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.contains(name)
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Computes the core of keys of these shapes, each of a table file. The components of `more` are also known
    /// not to matter; those of `apart` turned out to matter.
    pub fn of(
        &self,
        names: &[String],
        shapes: &[(u64, Shape)],
        more: impl Iterator<Item = String>,
        apart: &BTreeSet<&str>,
    ) -> Core {
        let known = self.alike.iter().filter(|name| !apart.contains(&***name)).cloned();
        let alike: BTreeSet<String> = known.chain(more).collect();
        let is_alike = |at: usize| alike.contains(&names[at]);
        let mut left: Vec<bool> = (0..names.len()).map(|at| !is_alike(at)).collect();
        for at in (0..names.len()).rev() {
            if left[at] {
                left[at] = tells_apart(at, &left, shapes);
            }
        }
        let kept = names.iter().zip(left).filter(|(_, left)| *left).map(|(name, _)| name.clone());
        Core { names: kept.collect(), alike }
    }

    pub fn write(&self, game: &Game) {
        let alike = self.alike.iter().map(|name| format!("alike {name}"));
        let head = "# The components that the others do not follow from; `alike`: what tells states apart that go on alike.";
        let lines = std::iter::once(head.to_owned()).chain(self.names.iter().cloned()).chain(alike);
        std::fs::write(file(game), lines.collect::<Vec<_>>().join("\n") + "\n").unwrap();
    }
}

/// Whether two keys differ in this component, or only one of them has it, and in no other of those left.
fn tells_apart(at: usize, left: &[bool], shapes: &[(u64, Shape)]) -> bool {
    let mut met: BTreeMap<(u64, u128), u128> = BTreeMap::new();
    shapes.iter().any(|(table, shape)| {
        let whole = shape.sum(|other| left[other]);
        let rest = shape.sum(|other| left[other] && other != at);
        *met.entry((*table, rest)).or_insert(whole) != whole
    })
}

fn file(game: &Game) -> PathBuf {
    let name = game.id.replace('/', "-");
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/conformance/keys/{name}.txt"))
}

/// The names of components, by number, in order of first occurrence.
#[derive(Default)]
pub struct Names {
    numbers: BTreeMap<String, usize>,
    pub names: Vec<String>,
}

impl Names {
    pub fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.numbers.insert(name.to_owned(), self.names.len());
        self.names.push(name.to_owned());
        self.names.len() - 1
    }
}
