//! The pays of the Fortune Bonus: the best of all seven cards, however they are set (OH-PGP-6.V, 15.V/T1).

use super::rank::{ACE, RUNS, Ranks};
use super::settings::Seven;
use felt::Rank;
use std::fmt;

/// The rows of the pay table, from the highest pay to the lowest.
///
/// A hand is paid by the first row that it meets. So three of a kind comes before a straight, which ranks
/// higher but pays less: our reading of OH-PGP-15.V/T1 beside 6.II.G and 6.II.H (Q168).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fortune {
    /// Seven consecutive cards of one suit without the joker (OH-PGP-6.V.A).
    SevenCardStraightFlush,
    /// A royal flush, with or without the joker, and a king and a queen of one other suit (OH-PGP-6.V.B).
    RoyalMatch,
    /// Seven consecutive cards of one suit, the joker among them (OH-PGP-6.V.C).
    SevenCardStraightFlushWithJoker,
    /// Four aces and the joker.
    FiveAces,
    /// Ten to ace of one suit.
    RoyalFlush,
    /// Five consecutive cards of one suit.
    StraightFlush,
    /// Four of one rank.
    FourOfAKind,
    /// Three of one rank and two of another.
    FullHouse,
    /// Five of one suit.
    Flush,
    /// Three of one rank.
    ThreeOfAKind,
    /// Five consecutive ranks.
    Straight,
}

const ROYAL: Ranks = RUNS[0];
const KING_AND_QUEEN: Ranks = 1 << Rank::King.number() | 1 << Rank::Queen.number();

/// The runs of seven ranks: the one from the ace below the two, then those from the two up.
const SEVENS: [Ranks; 8] = {
    let mut sevens = [0b111_1111 << 8; 8];
    sevens[0] = 0b11_1111 << 2 | 1 << ACE;
    let mut from = 1;
    while from < sevens.len() {
        sevens[from] = 0b111_1111 << (from + 1);
        from += 1;
    }
    sevens
};

impl Fortune {
    /// All rows, from the highest pay to the lowest.
    pub const ALL: [Self; 11] = [
        Self::SevenCardStraightFlush,
        Self::RoyalMatch,
        Self::SevenCardStraightFlushWithJoker,
        Self::FiveAces,
        Self::RoyalFlush,
        Self::StraightFlush,
        Self::FourOfAKind,
        Self::FullHouse,
        Self::Flush,
        Self::ThreeOfAKind,
        Self::Straight,
    ];

    /// The row of seven cards; `None` where the wager loses.
    #[must_use]
    pub fn of(seven: &Seven) -> Option<Self> {
        let suits = seven.suits();
        let joker = seven.has_joker();
        let needed = 5 - u32::from(joker);
        let run_in = |ranks: Ranks| RUNS.iter().any(|run| (ranks & run).count_ones() >= needed);
        let royal = |ranks: &Ranks| (ranks & ROYAL).count_ones() >= needed;

        let all_in_row = suits.iter().any(|ranks| {
            ranks.count_ones() == 7 - u32::from(joker) && SEVENS.iter().any(|seven| ranks & !seven == 0)
        });
        if all_in_row && !joker {
            return Some(Self::SevenCardStraightFlush);
        }
        if let Some(at) = suits.iter().position(royal) {
            let matches =
                |(other, ranks): (usize, &Ranks)| other != at && ranks & KING_AND_QUEEN == KING_AND_QUEEN;
            if suits.iter().enumerate().any(matches) {
                return Some(Self::RoyalMatch);
            }
        }
        if all_in_row {
            return Some(Self::SevenCardStraightFlushWithJoker);
        }
        if seven.has_five_aces() {
            return Some(Self::FiveAces);
        }
        if suits.iter().any(royal) {
            return Some(Self::RoyalFlush);
        }
        if suits.iter().any(|ranks| run_in(*ranks)) {
            return Some(Self::StraightFlush);
        }
        let [(most, _), (second, _), ..] = seven.groups();
        if most == 4 {
            return Some(Self::FourOfAKind);
        }
        if most == 3 && second >= 2 {
            return Some(Self::FullHouse);
        }
        if suits.iter().any(|ranks| ranks.count_ones() >= needed) {
            return Some(Self::Flush);
        }
        if most == 3 {
            return Some(Self::ThreeOfAKind);
        }
        run_in(suits[0] | suits[1] | suits[2] | suits[3]).then_some(Self::Straight)
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SevenCardStraightFlush => "seven-card-straight-flush",
            Self::RoyalMatch => "royal-flush-and-royal-match",
            Self::SevenCardStraightFlushWithJoker => "seven-card-straight-flush-with-joker",
            Self::FiveAces => "five-aces",
            Self::RoyalFlush => "royal-flush",
            Self::StraightFlush => "straight-flush",
            Self::FourOfAKind => "four-of-a-kind",
            Self::FullHouse => "full-house",
            Self::Flush => "flush",
            Self::ThreeOfAKind => "three-of-a-kind",
            Self::Straight => "straight",
        }
    }
}

impl fmt::Display for Fortune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
