//! Sets of boxes.

use serde::{Deserialize, Serialize};

/// A set of boxes by their numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Boxes(u32);

impl Boxes {
    pub(crate) const NONE: Boxes = Boxes(0);

    pub(crate) fn add(&mut self, number: u8) {
        self.0 |= Boxes::bit(number);
    }

    pub(crate) fn remove(&mut self, number: u8) {
        self.0 &= !Boxes::bit(number);
    }

    pub(crate) fn has(self, number: u8) -> bool {
        self.0 & Boxes::bit(number) != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in either set.
    pub(crate) fn or(self, other: Boxes) -> Boxes {
        Boxes(self.0 | other.0)
    }

    /// Those in both sets.
    pub(crate) fn and(self, other: Boxes) -> Boxes {
        Boxes(self.0 & other.0)
    }

    /// Those in this set and not in the other.
    pub(crate) fn without(self, other: Boxes) -> Boxes {
        Boxes(self.0 & !other.0)
    }

    /// The one farthest to the dealer's left.
    pub(crate) fn leftmost(self) -> Option<u8> {
        if self.is_empty() { None } else { u8::try_from(self.0.trailing_zeros()).ok() }
    }

    /// The one farthest to the dealer's right.
    pub(crate) fn rightmost(self) -> Option<u8> {
        u8::try_from(self.0.checked_ilog2()?).ok()
    }

    /// The boxes in order from the dealer's left.
    pub(crate) fn leftmost_first(mut self) -> impl Iterator<Item = u8> + Clone {
        std::iter::from_fn(move || {
            let number = self.leftmost()?;
            self.remove(number);
            Some(number)
        })
    }

    /// The boxes in order from the dealer's right.
    pub(crate) fn rightmost_first(mut self) -> impl Iterator<Item = u8> {
        std::iter::from_fn(move || {
            let number = self.rightmost()?;
            self.remove(number);
            Some(number)
        })
    }

    /// A table with more boxes than bits fails to open, so the shift is in range.
    fn bit(number: u8) -> u32 {
        1_u32.checked_shl(number.into()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_boxes_run_both_ways() {
        let mut set = Boxes::NONE;
        assert_eq!((set.leftmost(), set.rightmost()), (None, None));
        for number in [5, 1, 3] {
            set.add(number);
        }
        assert_eq!(set.leftmost_first().collect::<Vec<_>>(), [1, 3, 5]);
        assert_eq!(set.rightmost_first().collect::<Vec<_>>(), [5, 3, 1]);
        assert_eq!((set.leftmost(), set.rightmost()), (Some(1), Some(5)));
        set.remove(1);
        set.remove(200);
        assert!(!set.has(1) && set.has(3) && !set.has(200));
        assert_eq!(set.leftmost(), Some(3));
    }
}
