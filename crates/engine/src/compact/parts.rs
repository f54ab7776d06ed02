//! A key with the names of its parts.

use std::collections::BTreeSet;
use std::ops::Range;

/// A key or a state in bytes, and where in it each field stands. A field is named by the way to it (`round.board.down`); fields
/// of all elements of a list have one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyParts {
    pub(super) bytes: Vec<u8>,
    pub(super) parts: Vec<(String, Range<usize>)>,
}

impl KeyParts {
    /// The bytes themselves.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Each part and its bytes, an inner one before that in which it stands.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.parts.iter().map(|(name, range)| (name.as_str(), range.clone()))
    }

    /// The names of its parts.
    pub fn names(&self) -> BTreeSet<&str> {
        self.parts.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// The key that a state would have which did not know these parts.
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
            // A part may stand within another one.
            left.extend(self.bytes.get(from..range.start.max(from)).unwrap_or_default());
            from = range.end.max(from);
        }
        left.extend(self.bytes.get(from..).unwrap_or_default());
        left
    }
}

/// The fields that are being written, from the outermost in, and those that are.
#[derive(Default)]
pub(super) struct Names {
    path: Vec<&'static str>,
    pub(super) parts: Vec<(String, Range<usize>)>,
}

impl Names {
    pub(super) fn begin(&mut self, name: &'static str) {
        self.path.push(name);
    }

    /// The field that began last stands there.
    pub(super) fn end(&mut self, range: Range<usize>) {
        self.parts.push((self.path.join("."), range));
        self.path.pop();
    }

    /// That many bytes were inserted at that place.
    pub(super) fn moved(&mut self, at: usize, by: usize) {
        for (_, range) in self.parts.iter_mut().filter(|(_, range)| range.start >= at) {
            *range = range.start + by..range.end + by;
        }
    }
}
