//! The kinds of roulette wheel.

use crate::pocket::{DOUBLE_ZERO_ORDER, Pocket, SINGLE_ZERO_ORDER};
use crate::text::named_enum;

/// What kind of wheel the ball runs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WheelKind {
    /// A wheel with 37 pockets.
    SingleZero,
    /// A wheel with 38 pockets.
    DoubleZero,
}

named_enum!(WheelKind, "kind of wheel", {
    SingleZero => "single-zero",
    DoubleZero => "double-zero",
});

impl WheelKind {
    /// Both kinds of wheel.
    pub const ALL: [Self; 2] = [Self::SingleZero, Self::DoubleZero];

    /// The pockets clockwise from the zero.
    #[must_use]
    pub const fn pockets(self) -> &'static [Pocket] {
        match self {
            Self::SingleZero => &SINGLE_ZERO_ORDER,
            Self::DoubleZero => &DOUBLE_ZERO_ORDER,
        }
    }

    /// Whether the wheel has this pocket.
    #[must_use]
    pub fn has(self, pocket: Pocket) -> bool {
        self == Self::DoubleZero || pocket != Pocket::DOUBLE_ZERO
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_has_its_pockets() {
        assert_eq!(WheelKind::ALL.map(|kind| kind.pockets().len()), [37, 38]);
        for kind in WheelKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(kind.pockets().iter().all(|pocket| kind.has(*pocket)));
        }
        assert!(!WheelKind::SingleZero.has(Pocket::DOUBLE_ZERO));
    }
}
