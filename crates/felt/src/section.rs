//! The sections of a big six wheel.

use crate::text::named_enum;

/// What a section of a big six wheel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// The 1.
    One,
    /// The 2.
    Two,
    /// The 5.
    Five,
    /// The 10.
    Ten,
    /// The 20.
    Twenty,
    /// The joker.
    Joker,
    /// The emblem of the house.
    Logo,
}

named_enum!(Section, "big six section", {
    One => "1",
    Two => "2",
    Five => "5",
    Ten => "10",
    Twenty => "20",
    Joker => "joker",
    Logo => "logo",
});

impl Section {
    /// All symbols, the most frequent first.
    pub const ALL: [Self; 7] =
        [Self::One, Self::Two, Self::Five, Self::Ten, Self::Twenty, Self::Joker, Self::Logo];

    /// On how many of the 54 sections the symbol stands.
    #[must_use]
    pub const fn count(self) -> u8 {
        match self {
            Self::One => 24,
            Self::Two => 15,
            Self::Five => 7,
            Self::Ten => 4,
            Self::Twenty => 2,
            Self::Joker | Self::Logo => 1,
        }
    }
}

use Section::{Five, Joker, Logo, One, Ten, Twenty, Two};

/// One order of the 54 sections.
///
/// Only the symbols and how often each occurs are rules. This order is our own: it spreads every symbol
/// about evenly, has no two equal neighbours, and sets the joker and the logo opposite each other.
pub const BIG_SIX_ORDER: [Section; 54] = [
    Joker, One, Two, Five, One, Two, One, Ten, One, Two, One, Five, One, Two, Twenty, One, Two, One, Five,
    One, Two, One, Ten, Two, One, Five, One, Logo, Two, One, Two, One, Ten, One, Two, One, Five, One, Two,
    One, Twenty, Two, One, Five, One, Two, One, Ten, One, Two, One, Five, Two, One,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_has_the_right_counts_and_no_equal_neighbours() {
        for section in Section::ALL {
            let count = BIG_SIX_ORDER.iter().filter(|other| **other == section).count();
            assert_eq!(count, usize::from(section.count()), "{section}");
            assert_eq!(section.to_string().parse(), Ok(section));
        }
        for at in 0..54 {
            assert_ne!(BIG_SIX_ORDER[at], BIG_SIX_ORDER[(at + 1) % 54]);
        }
        assert_eq!((BIG_SIX_ORDER[0], BIG_SIX_ORDER[27]), (Joker, Logo));
    }
}
