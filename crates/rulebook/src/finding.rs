//! What is wrong with a file, said so that the person who wrote it can put it right.

use std::fmt;

use serde::Serialize;

use crate::book::WagerRule;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file is allowed, and its author should know this.
    Warning,
}

/// One objection to a rule book or a table file, or something to know about one.
///
/// The parts are kept apart so that an editor can jump to the line and a report can group by paragraph; the
/// [`Display`](fmt::Display) form is the sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Whether the file is refused for it.
    pub severity: Severity,
    /// The line it is about, counted from one, where the source has lines.
    pub line: Option<usize>,
    /// The paragraph of the rules it rests on, where one exists.
    pub rule: Option<String>,
    /// What is wrong.
    pub what: String,
    /// What would be accepted instead.
    pub allowed: Option<String>,
}

impl Finding {
    /// A finding that says only what is wrong; the other parts are added with the methods below.
    pub fn new(what: impl Into<String>) -> Self {
        Self { severity: Severity::Error, line: None, rule: None, what: what.into(), allowed: None }
    }

    /// The same as a warning, for which nothing is refused.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Places the finding on a line.
    #[must_use]
    pub fn at(mut self, line: impl Into<Option<usize>>) -> Self {
        self.line = line.into();
        self
    }

    /// Names the first of these paragraphs as the one the finding rests on.
    #[must_use]
    pub fn citing(mut self, cites: &[String]) -> Self {
        self.rule = cites.first().cloned();
        self
    }

    /// Says what would be accepted.
    #[must_use]
    pub fn allowing(mut self, allowed: impl Into<String>) -> Self {
        self.allowed = Some(allowed.into());
        self
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}", self.what)?;
        if let Some(allowed) = &self.allowed {
            write!(f, "; allowed: {allowed}")?;
        }
        if let Some(rule) = &self.rule {
            write!(f, " ({rule})")?;
        }
        Ok(())
    }
}

impl std::error::Error for Finding {}

/// The sentence for a word nobody knows, with the nearest known one when it looks like a slip of the pen.
pub(crate) fn unknown<'a>(kind: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Finding {
    let known: Vec<&str> = known.into_iter().collect();
    let listed = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    mistaken(kind, word, &known).allowing(listed)
}

/// The sentence for a wager nobody knows. A family is listed by its name alone, though any of it may be meant.
pub(crate) fn unknown_wager(kind: &str, word: &str, wagers: &[&WagerRule]) -> Finding {
    let listed = names(wagers);
    let known: Vec<&str> = wagers.iter().map(|w| w.id.as_str()).chain(listed.iter().copied()).collect();
    let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
    mistaken(kind, word, &known).allowing(listed)
}

/// The ids of wagers, and of families instead of their members.
pub(crate) fn names<'w>(wagers: &[&'w WagerRule]) -> Vec<&'w str> {
    let mut names: Vec<&str> = Vec::new();
    for wager in wagers {
        let name = wager.family.as_deref().unwrap_or(&wager.id);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn mistaken(kind: &str, word: &str, known: &[&str]) -> Finding {
    let hint = nearest(word, known).map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
    Finding::new(format!("unknown {kind} \"{word}\"{hint}"))
}

/// The known word that was meant, when this one looks like a slip of the pen.
#[must_use]
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let (far, near) = known.iter().map(|known| (distance(word, known), *known)).min()?;
    // Beyond half the word the nearest one is no longer a guess but noise.
    (far * 2 <= word.chars().count().max(2)).then_some(near)
}

/// How many letters must be added, dropped or changed to turn one word into the other (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, cb) in b.iter().enumerate() {
            let changed = row.get(j).copied().unwrap_or(0) + usize::from(ca != *cb);
            let dropped = row.get(j + 1).copied().unwrap_or(0) + 1;
            let added = next.last().copied().unwrap_or(0) + 1;
            next.push(changed.min(dropped).min(added));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}
