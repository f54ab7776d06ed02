//! Collects the rules and words of a game at compile time from its definition.

use super::Clause;
use engine::{Rule, protocol};

/// Rules without duplicates, each with the sentence given at its first mention.
#[derive(Debug)]
pub struct Gathered {
    rules: [(Rule, &'static str); Gathered::MOST],
    count: usize,
}

impl Gathered {
    const MOST: usize = 400;

    pub(crate) const NONE: Gathered = Gathered { rules: [(protocol::AWAITED, ""); Gathered::MOST], count: 0 };

    pub(crate) const fn rule(&mut self, rule: Rule, says: &'static str) {
        let mut at = 0;
        while at < self.count {
            if same(self.rules[at].0.id(), rule.id()) {
                return;
            }
            at += 1;
        }
        self.rules[self.count] = (rule, says);
        self.count += 1;
    }

    pub(crate) const fn rules(&mut self, rules: &[(Rule, &'static str)]) {
        let mut at = 0;
        while at < rules.len() {
            self.rule(rules[at].0, rules[at].1);
            at += 1;
        }
    }

    pub(crate) const fn clause(&mut self, clause: Clause, says: &'static str) {
        if clause.exists() {
            self.rule(clause.rule(), says);
        }
    }

    pub(crate) const fn clauses(&mut self, clauses: &[(Clause, &'static str)]) {
        let mut at = 0;
        while at < clauses.len() {
            self.clause(clauses[at].0, clauses[at].1);
            at += 1;
        }
    }

    /// The number of rules.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// Returns all rules; there must be exactly `N`.
    pub(crate) const fn array<const N: usize>(&self) -> [Rule; N] {
        assert!(self.count == N, "another number of rules");
        let mut rules = [protocol::AWAITED; N];
        let mut at = 0;
        while at < N {
            rules[at] = self.rules[at].0;
            at += 1;
        }
        rules
    }

    /// Returns all rules with their sentences.
    pub(crate) fn says(&self) -> Vec<(Rule, &'static str)> {
        self.rules[..self.count].to_vec()
    }
}

/// Whether two ids are the same. Ids differ mostly at the end, so the comparison starts there.
pub(crate) const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = one.len();
    if at != other.len() {
        return false;
    }
    while at > 0 {
        at -= 1;
        if one[at] != other[at] {
            return false;
        }
    }
    true
}

/// A list that is built at compile time.
#[derive(Debug)]
pub struct List<T> {
    all: [T; MOST],
    count: usize,
}

const MOST: usize = 80;

impl<T: Copy> List<T> {
    pub(crate) const fn new(fill: T) -> Self {
        List { all: [fill; MOST], count: 0 }
    }

    pub(crate) const fn push(&mut self, one: T) {
        self.all[self.count] = one;
        self.count += 1;
    }

    pub(crate) const fn push_if(&mut self, holds: bool, one: T) {
        if holds {
            self.push(one);
        }
    }

    pub(crate) const fn extend(&mut self, more: &[T]) {
        let mut at = 0;
        while at < more.len() {
            self.push(more[at]);
            at += 1;
        }
    }

    /// The number of entries.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// Returns all entries; there must be exactly `N`.
    pub(crate) const fn array<const N: usize>(&self) -> [T; N] {
        assert!(self.count == N, "the list has another length");
        let mut all = [self.all[0]; N];
        let mut at = 0;
        while at < N {
            all[at] = self.all[at];
            at += 1;
        }
        all
    }
}

impl List<&'static str> {
    /// Appends the word unless the list has it already.
    pub(crate) const fn push_word(&mut self, word: &'static str) {
        let mut at = 0;
        while at < self.count {
            if same(self.all[at], word) {
                return;
            }
            at += 1;
        }
        self.push(word);
    }
}

/// Turns a list into a static slice.
macro_rules! listed {
    ($kind:ty, $list:expr) => {{
        const LIST: $crate::common::List<$kind> = $list;
        const ALL: [$kind; LIST.len()] = LIST.array();
        &ALL
    }};
}

pub(crate) use listed;
