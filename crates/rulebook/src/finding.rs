//! A problem in a file, described so that its author can fix it.

use std::fmt;

use serde::Serialize;

use crate::book::WagerRule;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The file is refused.
    Error,
    /// The file is allowed, and its author should know this.
    Warning,
}

/// One problem of a rule book or a table file, or a warning about one.
///
/// The parts are separate so that an editor can jump to the line and a report can group by paragraph; the
/// [`Display`](fmt::Display) form is the sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Whether the file is refused because of it.
    pub severity: Severity,
    /// The line of the problem, counted from one, if the source has lines.
    pub line: Option<usize>,
    /// The paragraph of the rules it rests on, if there is one.
    pub rule: Option<String>,
    /// The problem.
    pub what: String,
    /// What would be accepted instead.
    pub allowed: Option<String>,
}

impl Finding {
    /// A finding with only the problem; the methods below add the other parts.
    pub fn new(what: impl Into<String>) -> Self {
        Self { severity: Severity::Error, line: None, rule: None, what: what.into(), allowed: None }
    }

    /// Turns it into a warning, for which the file is not refused.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Sets the line of the finding.
    #[must_use]
    pub fn at(mut self, line: impl Into<Option<usize>>) -> Self {
        self.line = line.into();
        self
    }

    /// Sets the first of these paragraphs as the one the finding rests on.
    #[must_use]
    pub fn citing(mut self, cites: &[String]) -> Self {
        self.rule = cites.first().cloned();
        self
    }

    /// Sets what would be accepted.
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

/// The finding for an unknown word, with the nearest known one if it looks like a typing error.
pub(crate) fn unknown<'a>(kind: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Finding {
    let known: Vec<&str> = known.into_iter().collect();
    let listed = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    mistaken(kind, word, &known).allowing(listed)
}

/// The finding for an unknown wager. The known ones list a family by its name alone, though any member may be meant.
pub(crate) fn unknown_wager(kind: &str, word: &str, wagers: &[&WagerRule]) -> Finding {
    let listed = names(wagers);
    let known: Vec<&str> = wagers.iter().map(|w| w.id.as_str()).chain(listed.iter().copied()).collect();
    let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
    mistaken(kind, word, &known).allowing(listed)
}

/// The ids of wagers, with each family listed once by its name.
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

/// Returns the nearest known word, if this one looks like a typing error.
#[must_use]
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let (far, near) = known.iter().map(|known| (distance(word, known), *known)).min()?;
    // Beyond half the word a suggestion would be noise.
    (far * 2 <= word.chars().count().max(2)).then_some(near)
}

/// Returns how many letters must be added, dropped or changed to turn one word into the other (Levenshtein).
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
