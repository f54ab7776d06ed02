//! A key with the names of its parts.

use std::collections::BTreeSet;
use std::ops::Range;

/// A key or a state in bytes, with the position of each field. A field is named by its path (`round.board.down`); the
/// elements of a list share the names of their fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyParts {
    pub(super) bytes: Vec<u8>,
    pub(super) parts: Vec<(String, Range<usize>)>,
}

impl KeyParts {
    /// Returns the bytes themselves.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Iterates over each part and its bytes, an inner part before the one that contains it.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.parts.iter().map(|(name, range)| (name.as_str(), range.clone()))
    }

    /// Returns the names of its parts.
    pub fn names(&self) -> BTreeSet<&str> {
        self.parts.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Returns the key of a state that lacks these parts.
    #[must_use]
    pub fn without(&self, names: &[&str]) -> Vec<u8> {
        let mut left = Vec::with_capacity(self.bytes.len());
        let mut from = 0;
        let mut blank: Vec<&Range<usize>> = self
            .parts
            .iter()
            .filter(|(part, _)| names.contains(&part.as_str()))
            .map(|(_, range)| range)
            .collect();
        blank.sort_by_key(|range| range.start);
        for range in blank {
            // A part may be nested in another one.
            left.extend(self.bytes.get(from..range.start.max(from)).unwrap_or_default());
            from = range.end.max(from);
        }
        left.extend(self.bytes.get(from..).unwrap_or_default());
        left
    }
}

/// The fields being written, from the outermost inwards, and those already written.
#[derive(Default)]
pub(super) struct Names {
    path: Vec<&'static str>,
    pub(super) parts: Vec<(String, Range<usize>)>,
}

impl Names {
    pub(super) fn begin(&mut self, name: &'static str) {
        self.path.push(name);
    }

    /// Records the range of the field that began last.
    pub(super) fn end(&mut self, range: Range<usize>) {
        self.parts.push((self.path.join("."), range));
        self.path.pop();
    }

    /// Shifts the ranges after that many bytes were inserted at that place.
    pub(super) fn moved(&mut self, at: usize, by: usize) {
        for (_, range) in self.parts.iter_mut().filter(|(_, range)| range.start >= at) {
            *range = range.start + by..range.end + by;
        }
    }
}
