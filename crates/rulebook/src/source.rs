//! Reads TOML and keeps the line of every value.
//!
//! Deserialising into structs stops at the first mistake and describes it for programmers. Both file formats here are
//! small, so they are read by hand: all mistakes are reported together, in words for the author of the file.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::finding::{Finding, unknown};

/// A text and the faults found in it so far.
pub(crate) struct Source<'t> {
    text: &'t str,
    /// The end of each line. The line of every value is looked up, and books are long.
    newlines: Vec<usize>,
    pub(crate) findings: Vec<Finding>,
}

/// A value and its line.
#[derive(Debug, Clone)]
pub(crate) struct Lined<T> {
    pub(crate) value: T,
    pub(crate) line: usize,
}

/// A TOML table and the line of its header or opening brace.
#[derive(Clone, Copy)]
pub(crate) struct Section<'s, 't> {
    pub(crate) table: &'s DeTable<'t>,
    pub(crate) line: usize,
}

type Node<'t> = Spanned<DeValue<'t>>;

impl<'t> Source<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at);
        Self { text, newlines: newlines.collect(), findings: Vec::new() }
    }

    /// Parses the text; a syntax error is one finding with line and column.
    pub(crate) fn parse(&self) -> Result<Spanned<DeTable<'t>>, Finding> {
        DeTable::parse(self.text).map_err(|e| {
            let Some(span) = e.span() else { return Finding::new(e.message()) };
            let before = self.text.get(..span.start).unwrap_or(self.text);
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            Finding::new(format!("column {column}: {}", e.message().trim_end())).at(self.line(span.start))
        })
    }

    pub(crate) fn line(&self, offset: usize) -> usize {
        self.newlines.partition_point(|newline| *newline < offset) + 1
    }

    pub(crate) fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Refuses every key that is not in `known`.
    pub(crate) fn only_keys(&mut self, section: Section<'_, 't>, known: &[&str]) {
        for key in section.table.keys() {
            if !known.contains(&key.get_ref().as_ref()) {
                let line = self.line(key.span().start);
                self.report(unknown("key", key.get_ref(), known.iter().copied()).at(line));
            }
        }
    }

    pub(crate) fn get<'s>(section: Section<'s, 't>, key: &str) -> Option<(&'s Node<'t>, usize)> {
        // The key's span gives the line, so look up the pair rather than the value.
        section
            .table
            .iter()
            .find(|(k, _)| k.get_ref().as_ref() == key)
            .map(|(k, value)| (value, k.span().start))
    }

    /// Reads a string, whole number or truth value as text. Floats are refused: amounts of money must be quoted.
    pub(crate) fn scalar(&mut self, name: &str, node: &Node<'t>) -> Option<Lined<String>> {
        let line = self.line(node.span().start);
        let value = match node.get_ref() {
            DeValue::String(s) => s.to_string(),
            DeValue::Integer(i) => i.to_string(),
            DeValue::Boolean(b) => b.to_string(),
            DeValue::Float(f) => {
                let what = format!("{name} is written as {f}; put amounts in quotes so that they stay exact");
                self.report(Finding::new(what).at(line).allowing(format!("\"{f}\"")));
                return None;
            }
            other => {
                let what = format!("{name} must be a single value, not {}", article(other.type_str()));
                self.report(Finding::new(what).at(line));
                return None;
            }
        };
        Some(Lined { value, line })
    }

    pub(crate) fn optional(&mut self, section: Section<'_, 't>, key: &str) -> Option<Lined<String>> {
        let (node, _) = Self::get(section, key)?;
        self.scalar(key, node)
    }

    pub(crate) fn required(&mut self, section: Section<'_, 't>, key: &str) -> Option<Lined<String>> {
        if Self::get(section, key).is_none() {
            self.report(Finding::new(format!("{key} is missing")).at(section.line));
        }
        self.optional(section, key)
    }

    pub(crate) fn flag(&mut self, section: Section<'_, 't>, key: &str) -> bool {
        let Some((node, _)) = Self::get(section, key) else { return false };
        if let Some(flag) = node.get_ref().as_bool() {
            return flag;
        }
        let line = self.line(node.span().start);
        self.report(Finding::new(format!("{key} must be true or false")).at(line).allowing("true, false"));
        false
    }

    /// Reads a list of strings; absent means empty.
    pub(crate) fn list(&mut self, section: Section<'_, 't>, key: &str) -> Vec<Lined<String>> {
        let Some((node, _)) = Self::get(section, key) else { return Vec::new() };
        let Some(array) = node.get_ref().as_array() else {
            let line = self.line(node.span().start);
            self.report(Finding::new(format!("{key} must be a list")).at(line));
            return Vec::new();
        };
        array.iter().filter_map(|item| self.scalar(key, item)).collect()
    }

    /// Returns the table under `key`, if there is one.
    pub(crate) fn section<'s>(&mut self, parent: Section<'s, 't>, key: &str) -> Option<Section<'s, 't>> {
        let (node, start) = Self::get(parent, key)?;
        let line = self.line(start);
        let table = node.get_ref().as_table();
        if table.is_none() {
            self.report(Finding::new(format!("{key} must be a table")).at(line));
        }
        table.map(|table| Section { table, line })
    }

    /// Returns the tables of a list such as `[[wager]]`; absent means none.
    pub(crate) fn sections<'s>(&mut self, parent: Section<'s, 't>, key: &str) -> Vec<Section<'s, 't>> {
        let Some((node, start)) = Self::get(parent, key) else { return Vec::new() };
        let Some(array) = node.get_ref().as_array() else {
            let line = self.line(start);
            self.report(Finding::new(format!("{key} must be a list of tables")).at(line));
            return Vec::new();
        };
        let mut sections = Vec::new();
        for item in array.iter() {
            let line = self.line(item.span().start);
            match item.get_ref().as_table() {
                Some(table) => sections.push(Section { table, line }),
                None => self.report(Finding::new(format!("{key} must hold tables")).at(line)),
            }
        }
        sections
    }
}

fn article(kind: &str) -> String {
    if kind.starts_with('a') { format!("an {kind}") } else { format!("a {kind}") }
}
