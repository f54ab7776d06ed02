//! Laws: the rules by which games that share their play differ.
//!
//! Code that serves several games cites a *clause*. A game's *law* maps each clause to the paragraph of its
//! own document, to a ruling of ours where the document is silent, or to no rule. A game does not do what it
//! has no rule for.

use engine::{Refusal, Rule, protocol};

/// One clause of a game's law: its rule, or `None` if the game has none.
#[derive(Clone, Copy, Debug)]
pub struct Clause(Option<Rule>);

impl From<Rule> for Clause {
    fn from(rule: Rule) -> Clause {
        Clause(Some(rule))
    }
}

impl Clause {
    /// The game has no such rule.
    pub const NONE: Clause = Clause(None);

    /// The rule of that id.
    pub const fn of(id: &'static &'static str) -> Clause {
        Clause(Some(Rule::new(id)))
    }

    /// Returns the rule for citing if the condition holds and the game has the rule.
    #[inline]
    #[track_caller]
    pub fn when(self, condition: bool) -> Option<Rule> {
        match self.0 {
            Some(rule) => rule.when(condition),
            None => None,
        }
    }

    /// Returns the rule if the game has it.
    #[inline]
    #[track_caller]
    pub fn applies(self) -> Option<Rule> {
        self.when(true)
    }

    /// Whether the table does what this clause demands, and the rule to cite. Where the document is silent,
    /// the condition alone decides.
    #[inline]
    #[track_caller]
    pub fn decides(self, condition: bool) -> (bool, Option<Rule>) {
        match self.0 {
            Some(rule) => {
                let rule = rule.when(condition);
                (rule.is_some(), rule)
            }
            None => (condition, None),
        }
    }

    /// Refuses a request if the game forbids it and the condition holds.
    ///
    /// # Errors
    /// The refusal, citing the rule.
    #[inline]
    #[track_caller]
    pub fn forbids(self, condition: bool, name: &'static str) -> Result<(), Refusal> {
        match self.0 {
            Some(rule) => rule.forbids(condition, name),
            None => Ok(()),
        }
    }

    /// Whether the game has the rule.
    pub const fn exists(self) -> bool {
        self.0.is_some()
    }

    /// The rule, to show beside an offer.
    pub const fn rule(self) -> Rule {
        match self.0 {
            Some(rule) => rule,
            None => protocol::AWAITED,
        }
    }

    /// Whether a citation names this clause.
    pub fn is(self, rule: Rule) -> bool {
        self.0 == Some(rule)
    }
}

/// The document is silent on this, so the table cites no rule.
pub const SILENT: Clause = Clause::NONE;

/// The paragraph of that id.
pub const fn by(id: &'static &'static str) -> Clause {
    Clause::of(id)
}

/// Defines a chapter: its clauses, each with its sentence.
macro_rules! chapter {
    ($(#[$about:meta])* $name:ident: $($clause:ident: $says:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[doc = $says] pub $clause: $crate::common::Clause,)*
        }

        impl $name {
            /// Returns all clauses in the order of definition, each with its sentence.
            pub const fn clauses(&self) -> [($crate::common::Clause, &'static str); [$(stringify!($clause)),*].len()] {
                [$((self.$clause, $says)),*]
            }
        }
    };
}

/// Defines the struct of a law with all its clauses, an empty law, and the list of its rules.
macro_rules! clauses {
    ($(#[$about:meta])* $law:ident: $($name:ident: $doc:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $law {
            $(#[doc = $doc] pub $name: $crate::common::Clause,)*
        }

        impl $law {
            /// A law without any rule, to be filled in.
            pub const NONE: $law = $law { $($name: $crate::common::Clause::NONE,)* };

            /// Returns all clauses in the order of definition, each with its sentence.
            pub const fn clauses(
                &self,
            ) -> [($crate::common::Clause, &'static str); [$(stringify!($name)),*].len()] {
                [$((self.$name, $doc)),*]
            }
        }
    };
}

/// Defines one law clause by clause; it takes the clauses that it does not name from another law.
macro_rules! law {
    ($(#[$doc:meta])* $kind:ident $law:ident, otherwise $base:expr; $($name:ident = $id:literal;)*) => {
        $(#[$doc])*
        pub const $law: $kind = $kind { $($name: $crate::common::Clause::of(&$id),)* ..$base };
    };
}

pub(crate) use {chapter, clauses, law};

/// Counts the clauses that have a rule.
pub(crate) const fn count(clauses: &[(Clause, &str)]) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < clauses.len() {
        if clauses[at].0.exists() {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Returns the rules of these clauses; there must be exactly `N`.
pub(crate) const fn rules_of<const N: usize>(clauses: &[(Clause, &str)]) -> [Rule; N] {
    let mut rules = [protocol::AWAITED; N];
    let (mut at, mut put) = (0, 0);
    while at < clauses.len() {
        if clauses[at].0.exists() {
            rules[put] = clauses[at].0.rule();
            put += 1;
        }
        at += 1;
    }
    assert!(put == N, "the list of rules has another length");
    rules
}

/// Returns the rules of these clauses with their sentences.
pub(crate) fn says_of(clauses: &[(Clause, &'static str)]) -> Vec<(Rule, &'static str)> {
    clauses
        .iter()
        .filter(|(clause, _)| clause.exists())
        .map(|(clause, says)| (clause.rule(), *says))
        .collect()
}

/// Concatenates several lists into one of exactly `N`.
pub(crate) const fn together<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut all = [lists[0][0]; N];
    let (mut list, mut put) = (0, 0);
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            all[put] = lists[list][at];
            put += 1;
            at += 1;
        }
        list += 1;
    }
    assert!(put == N, "the lists have another length together");
    all
}

/// Appends a list to another.
macro_rules! longer {
    ($kind:ty: $base:expr, $more:expr) => {{
        const BASE: &[$kind] = $base;
        const MORE: &[$kind] = $more;
        const ALL: [$kind; BASE.len() + MORE.len()] = $crate::common::together(&[BASE, MORE]);
        &ALL
    }};
}

pub(crate) use longer;
