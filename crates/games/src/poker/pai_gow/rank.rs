//! The ranks of hands of five and of two cards (OH-PGP-6).

use engine::{Announcement, HandId, Named};
use felt::{Card, Rank, Suit};
use std::cmp::Reverse;
use std::fmt;

/// The kinds of hands, from the lowest to the highest (OH-PGP-6.II).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// None of the others.
    HighCard,
    /// Two cards of one rank (OH-PGP-6.II.J).
    Pair,
    /// Two pairs of different ranks (OH-PGP-6.II.I).
    TwoPairs,
    /// Three cards of one rank (OH-PGP-6.II.H).
    ThreeOfAKind,
    /// Five consecutive ranks (OH-PGP-6.II.G).
    Straight,
    /// Five cards of one suit (OH-PGP-6.II.F).
    Flush,
    /// Three cards of one rank and two of another (OH-PGP-6.II.E).
    FullHouse,
    /// Four cards of one rank (OH-PGP-6.II.D).
    FourOfAKind,
    /// Five consecutive ranks of one suit, short of the ace at the top (OH-PGP-6.II.C).
    StraightFlush,
    /// Ten to ace of one suit (OH-PGP-6.II.B).
    RoyalFlush,
    /// Four aces and the joker (OH-PGP-6.II.A).
    FiveAces,
}

impl Kind {
    /// All of them, from the lowest to the highest.
    pub const ALL: [Self; 11] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
        Self::FiveAces,
    ];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::HighCard => "high-card",
            Self::Pair => "pair",
            Self::TwoPairs => "two-pairs",
            Self::ThreeOfAKind => "three-of-a-kind",
            Self::Straight => "straight",
            Self::Flush => "flush",
            Self::FullHouse => "full-house",
            Self::FourOfAKind => "four-of-a-kind",
            Self::StraightFlush => "straight-flush",
            Self::RoyalFlush => "royal-flush",
            Self::FiveAces => "five-aces",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn hand(self) -> HandId {
        match self {
            Self::HighCard => HandId::new(&"high-card"),
            Self::Pair => HandId::new(&"pair"),
            Self::TwoPairs => HandId::new(&"two-pairs"),
            Self::ThreeOfAKind => HandId::new(&"three-of-a-kind"),
            Self::Straight => HandId::new(&"straight"),
            Self::Flush => HandId::new(&"flush"),
            Self::FullHouse => HandId::new(&"full-house"),
            Self::FourOfAKind => HandId::new(&"four-of-a-kind"),
            Self::StraightFlush => HandId::new(&"straight-flush"),
            Self::RoyalFlush => HandId::new(&"royal-flush"),
            Self::FiveAces => HandId::new(&"five-aces"),
        }
    }

    /// How many of its ranks are part of its name; the others are compared after these.
    const fn naming_ranks(self) -> usize {
        match self {
            Self::HighCard | Self::Flush => 0,
            Self::TwoPairs => 2,
            _ => 1,
        }
    }

    /// Whether five cards of this kind are consecutive, of one suit, or both, as OH-PGP-12.VII requires.
    #[must_use]
    pub const fn is_run_or_flush(self) -> bool {
        matches!(self, Self::Straight | Self::Flush | Self::StraightFlush | Self::RoyalFlush)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The number of the ace, which the joker has too.
pub(super) const ACE: u8 = Rank::Ace.number();

/// The number of a card's rank; the joker is an ace (OH-PGP-6.I).
pub(super) const fn rank_of(card: Card) -> u8 {
    if card.is_joker() { ACE } else { card.rank_number() }
}

/// A set of ranks: the bit of a rank is its number.
pub(super) type Ranks = u16;

/// The straights from the highest to the lowest. A-2-3-4-5 is the second (OH-PGP-6.II.G).
pub(super) const RUNS: [Ranks; 10] = {
    let mut runs = [0b11111 << 10; 10];
    runs[1] = 0b1111 << 2 | 1 << ACE;
    let mut at = 2;
    while at < runs.len() {
        runs[at] = 0b11111 << (11 - at);
        at += 1;
    }
    runs
};

/// The tops of these straights, as they are printed.
const TOPS: [char; 10] = ['A', '5', 'K', 'Q', 'J', 'T', '9', '8', '7', '6'];

/// The rank of a hand: the greater wins, and equal ones are copies. Suits never matter.
///
/// The kind comes first. Within a kind the pairs, threes and fours are compared before the other cards (our
/// reading of OH-PGP-6.IV, as at the other poker games). A low hand is compared with a high one in the same
/// way, card by card from the top; if the shorter hand ends first, the longer one is higher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Worth(u32);

impl Worth {
    /// The kind is above five numbers of four bits, so that comparing the numbers compares in this order.
    fn new(kind: Kind, ranks: impl IntoIterator<Item = u8>) -> Self {
        let mut number = kind as u32;
        let mut left = 5;
        for rank in ranks.into_iter().take(5) {
            number = number << 4 | u32::from(rank);
            left -= 1;
        }
        Self(number << (4 * left))
    }

    /// The kind of hand.
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> 20) as usize % Kind::ALL.len()]
    }

    /// Its name, the ranks in the name, and the ranks compared after these; each rank once.
    #[must_use]
    pub fn named(self) -> Named {
        let mut letters: Vec<char> = self.letters().collect();
        letters.dedup();
        let kickers = letters.split_off(self.kind().naming_ranks().min(letters.len()));
        let is = Announcement::Called(self.kind().hand());
        Named { is, ranks: letters.into_iter().collect(), kickers: kickers.into_iter().collect() }
    }

    /// The ranks in the order of comparison, or the top of a straight.
    fn letters(self) -> impl Iterator<Item = char> {
        let run = matches!(self.kind(), Kind::Straight | Kind::StraightFlush | Kind::RoyalFlush);
        self.parts().map(move |part| {
            let letter = if run {
                TOPS.get(10_usize.saturating_sub(part.into())).copied()
            } else {
                Rank::ALL.into_iter().find(|rank| rank.number() == part).map(Rank::letter)
            };
            letter.unwrap_or('?')
        })
    }

    /// Whether it is a straight or a straight flush from the ace to the five.
    #[must_use]
    pub fn is_run_to_five(self) -> bool {
        let run = matches!(self.kind(), Kind::Straight | Kind::StraightFlush);
        run && self.parts().next() == Some(strength(1))
    }

    /// The numbers below the kind: ranks in the order of comparison, or ten minus the index for a straight.
    fn parts(self) -> impl Iterator<Item = u8> {
        [16, 12, 8, 4, 0].into_iter().map(move |shift| (self.0 >> shift & 15) as u8).filter(|part| *part != 0)
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.kind())?;
        self.letters().try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl fmt::Debug for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Ranks a low hand: a pair or two single cards. The joker is an ace.
#[must_use]
pub fn low(cards: [Card; 2]) -> Worth {
    let [one, two] = cards.map(rank_of);
    let kind = if one == two { Kind::Pair } else { Kind::HighCard };
    Worth::new(kind, [one.max(two), one.min(two)])
}

/// Ranks a high hand. The joker completes the best possible straight or flush, and is an ace otherwise.
#[must_use]
pub fn high(cards: [Card; 5]) -> Worth {
    let mut ranks = cards.map(rank_of);
    let mut copies = [0_u8; 16];
    let (mut plain, mut plain_cards, mut suit, mut one_suit): (Ranks, u32, Option<Suit>, bool) =
        (0, 0, None, true);
    for card in cards {
        copies[usize::from(rank_of(card) & 15)] += 1;
        if !card.is_joker() {
            plain |= 1 << card.rank_number();
            plain_cards += 1;
            one_suit &= suit.is_none() || suit == card.suit();
            suit = card.suit();
        }
    }
    // A straight or a flush has no two cards of one rank.
    if plain.count_ones() == plain_cards {
        let place = RUNS.iter().position(|run| plain & !run == 0);
        match (place, one_suit) {
            (Some(0), true) => return Worth::new(Kind::RoyalFlush, [10]),
            (Some(place), true) => return Worth::new(Kind::StraightFlush, [strength(place)]),
            (None, true) => return Worth::new(Kind::Flush, flush(plain, plain_cards)),
            (Some(place), false) => return Worth::new(Kind::Straight, [strength(place)]),
            (None, false) => {}
        }
    }
    ranks.sort_unstable_by_key(|rank| Reverse((copies[usize::from(rank & 15)], *rank)));
    let of = |at: usize| copies[usize::from(ranks[at] & 15)];
    let kind = match (of(0), of(3)) {
        (5.., _) => Kind::FiveAces,
        (4, _) => Kind::FourOfAKind,
        (3, 2) => Kind::FullHouse,
        (3, _) => Kind::ThreeOfAKind,
        (2, 2) => Kind::TwoPairs,
        (2, _) => Kind::Pair,
        _ => Kind::HighCard,
    };
    Worth::new(kind, ranks)
}

/// The number of a straight in a worth, by its index among all straights.
fn strength(place: usize) -> u8 {
    u8::try_from(RUNS.len().saturating_sub(place)).unwrap_or(0)
}

/// The ranks of a flush from the top down. The joker is the highest missing card of the suit (RULING-PGP-13).
fn flush(plain: Ranks, cards: u32) -> impl Iterator<Item = u8> {
    let missing = (2..=ACE).rev().find(|rank| plain >> rank & 1 == 0).filter(|_| cards < 5);
    let all = missing.map_or(plain, |rank| plain | 1 << rank);
    (2..=ACE).rev().filter(move |rank| all >> rank & 1 == 1)
}
