//! The kinds of wheel.

use crate::pocket::{DOUBLE_ZERO_ORDER, Pocket, SINGLE_ZERO_ORDER};
use crate::section::BIG_SIX_ORDER;
use crate::text::named_enum;

/// What kind of wheel a game spins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WheelKind {
    /// A roulette wheel with 37 pockets.
    SingleZero,
    /// A roulette wheel with 38 pockets.
    DoubleZero,
    /// A big six wheel with 54 sections.
    BigSix,
}

named_enum!(WheelKind, "kind of wheel", {
    SingleZero => "single-zero",
    DoubleZero => "double-zero",
    BigSix => "big-six",
});

impl WheelKind {
    /// All kinds of wheel.
    pub const ALL: [Self; 3] = [Self::SingleZero, Self::DoubleZero, Self::BigSix];

    /// In how many equally likely places the wheel can stop.
    #[must_use]
    pub const fn places(self) -> usize {
        match self {
            Self::SingleZero => SINGLE_ZERO_ORDER.len(),
            Self::DoubleZero => DOUBLE_ZERO_ORDER.len(),
            Self::BigSix => BIG_SIX_ORDER.len(),
        }
    }

    /// The roulette pockets clockwise from the zero; none on a big six wheel.
    #[must_use]
    pub const fn pockets(self) -> &'static [Pocket] {
        match self {
            Self::SingleZero => &SINGLE_ZERO_ORDER,
            Self::DoubleZero => &DOUBLE_ZERO_ORDER,
            Self::BigSix => &[],
        }
    }

    /// Whether the wheel has this roulette pocket.
    #[must_use]
    pub fn has(self, pocket: Pocket) -> bool {
        match self {
            Self::SingleZero => pocket != Pocket::DOUBLE_ZERO,
            Self::DoubleZero => true,
            Self::BigSix => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_pockets_agree() {
        assert_eq!(WheelKind::ALL.map(WheelKind::places), [37, 38, 54]);
        for kind in WheelKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert!(kind.pockets().iter().all(|pocket| kind.has(*pocket)));
        }
        assert!(!WheelKind::SingleZero.has(Pocket::DOUBLE_ZERO));
        assert!(!WheelKind::BigSix.has(Pocket::ZERO));
    }
}
