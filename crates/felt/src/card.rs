//! Playing cards.

use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The four suits, in alphabetical order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Suit {
    /// Clubs, written `c`.
    Clubs,
    /// Diamonds, written `d`.
    Diamonds,
    /// Hearts, written `h`.
    Hearts,
    /// Spades, written `s`.
    Spades,
}

impl Suit {
    /// All suits in order.
    pub const ALL: [Self; 4] = [Self::Clubs, Self::Diamonds, Self::Hearts, Self::Spades];

    /// The small letter that ends a written card.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Clubs => 'c',
            Self::Diamonds => 'd',
            Self::Hearts => 'h',
            Self::Spades => 's',
        }
    }

    /// The symbol printed on the card.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Clubs => '♣',
            Self::Diamonds => '♦',
            Self::Hearts => '♥',
            Self::Spades => '♠',
        }
    }

    fn from_letter(letter: char) -> Option<Self> {
        let small = letter.to_ascii_lowercase();
        Self::ALL.into_iter().find(|suit| suit.letter() == small || suit.sign() == letter)
    }
}

/// The thirteen ranks with the ace high; a game that counts it low must do so itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names of the ranks say all there is to say")]
pub enum Rank {
    Two = 2,
    Three = 3,
    Four = 4,
    Five = 5,
    Six = 6,
    Seven = 7,
    Eight = 8,
    Nine = 9,
    Ten = 10,
    Jack = 11,
    Queen = 12,
    King = 13,
    Ace = 14,
}

impl Rank {
    /// All ranks from the two up to the ace.
    pub const ALL: [Self; 13] = [
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
        Self::Nine,
        Self::Ten,
        Self::Jack,
        Self::Queen,
        Self::King,
        Self::Ace,
    ];

    /// The capital letter or digit that starts a written card; the ten is `T`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Two => '2',
            Self::Three => '3',
            Self::Four => '4',
            Self::Five => '5',
            Self::Six => '6',
            Self::Seven => '7',
            Self::Eight => '8',
            Self::Nine => '9',
            Self::Ten => 'T',
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Ace => 'A',
        }
    }

    /// The rank as a number: 2 to 10 as printed, jack 11, queen 12, king 13, ace 14.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    fn from_text(text: &str) -> Option<Self> {
        if text == "10" {
            return Some(Self::Ten);
        }
        let mut letters = text.chars();
        let letter = letters.next()?.to_ascii_uppercase();
        if letters.next().is_some() {
            return None;
        }
        Self::ALL.into_iter().find(|rank| rank.letter() == letter)
    }
}

/// One card face: one of 52 ranks and suits, or the joker.
///
/// Cards sort by rank first and suit second, with the joker last.
///
/// ```
/// use felt::{Card, Rank, Suit};
///
/// let card: Card = "10d".parse()?;
/// assert_eq!(card, Card::new(Rank::Ten, Suit::Diamonds));
/// assert_eq!(card.to_string(), "Td");
/// assert_eq!("joker".parse::<Card>()?, Card::JOKER);
/// # Ok::<(), felt::ParseCardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The written form of every card by index.
const NAMES: [&str; Card::COUNT] = [
    "2c", "2d", "2h", "2s", "3c", "3d", "3h", "3s", "4c", "4d", "4h", "4s", "5c", "5d", "5h", "5s", "6c",
    "6d", "6h", "6s", "7c", "7d", "7h", "7s", "8c", "8d", "8h", "8s", "9c", "9d", "9h", "9s", "Tc", "Td",
    "Th", "Ts", "Jc", "Jd", "Jh", "Js", "Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks", "Ac", "Ad", "Ah",
    "As", "Jk",
];

/// Rank numbers by index. The table has 64 places so that a masked index needs no bounds check.
const RANK_NUMBERS: [u8; 64] = {
    let mut table = [0; 64];
    let mut rank = 0;
    while rank < Rank::ALL.len() {
        let mut suit = 0;
        while suit < Suit::ALL.len() {
            table[rank * 4 + suit] = Rank::ALL[rank].number();
            suit += 1;
        }
        rank += 1;
    }
    table
};

impl Card {
    /// How many different faces there are, the joker included.
    pub const COUNT: usize = 53;

    /// The joker, which has neither rank nor suit.
    pub const JOKER: Self = Self(52);

    /// The card of a rank and a suit.
    #[inline]
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Self((rank as u8 - Rank::Two as u8) * 4 + suit as u8)
    }

    /// The rank, or `None` for the joker.
    #[inline]
    #[must_use]
    pub fn rank(self) -> Option<Rank> {
        Rank::ALL.get(self.index() / 4).copied()
    }

    /// The suit, or `None` for the joker.
    #[inline]
    #[must_use]
    pub fn suit(self) -> Option<Suit> {
        if self.is_joker() { None } else { Suit::ALL.get(self.index() % 4).copied() }
    }

    /// The number of the rank (see [`Rank::number`]), or 0 for the joker; one table lookup.
    #[inline]
    #[must_use]
    pub const fn rank_number(self) -> u8 {
        RANK_NUMBERS[(self.0 & 63) as usize]
    }

    /// Whether this is the joker.
    #[inline]
    #[must_use]
    pub const fn is_joker(self) -> bool {
        self.0 == Self::JOKER.0
    }

    /// A dense number below [`Card::COUNT`] for use in arrays: four suits per rank from the two of
    /// clubs at 0 to the ace of spades at 51, and the joker at 52.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same number as a byte, for storage and hashes.
    #[inline]
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The card with this index, the inverse of [`Card::index`].
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        match u8::try_from(index) {
            Ok(number) if number <= Self::JOKER.0 => Some(Self(number)),
            _ => None,
        }
    }

    /// Every face once, in index order, the joker last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..=Self::JOKER.0).map(Self)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[self.index()])
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a card.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "{read:?} is not a card{fault}: write a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s) \
     such as As or Td, or Jk for the joker"
)]
pub struct ParseCardError {
    read: String,
    fault: String,
}

impl ParseCardError {
    fn new(read: &str, fault: String) -> Self {
        Self { read: read.to_owned(), fault }
    }

    /// The text that could not be read.
    #[must_use]
    pub fn read(&self) -> &str {
        &self.read
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // Phones append a variation selector to a suit's symbol, which requests the coloured form.
        let word = text.trim().trim_end_matches('\u{fe0f}');
        if word.eq_ignore_ascii_case("jk") || word.eq_ignore_ascii_case("joker") {
            return Ok(Self::JOKER);
        }
        let Some((at, last)) = word.char_indices().next_back() else {
            return Err(ParseCardError::new(text, " (nothing is there)".to_owned()));
        };
        let Some(suit) = Suit::from_letter(last) else {
            return Err(ParseCardError::new(text, format!(" ({last:?} is not a suit)")));
        };
        let rank = &word[..at];
        match Rank::from_text(rank) {
            Some(rank) => Ok(Self::new(rank, suit)),
            None if rank.is_empty() => Err(ParseCardError::new(text, " (the rank is missing)".to_owned())),
            None => Err(ParseCardError::new(text, format!(" ({rank:?} is not a rank)"))),
        }
    }
}

impl Small for Card {
    type Form = u8;

    fn small(self) -> u8 {
        self.0
    }

    fn from_small(form: u8) -> Option<Self> {
        Self::from_index(form.into())
    }
}

serde_as_text!(Card, "a card such as As, Td or Jk");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};

    #[test]
    fn every_face_survives_all_its_forms() {
        let mut seen = Vec::new();
        for (index, card) in Card::all().enumerate() {
            assert_eq!(card.index(), index);
            assert_eq!(Card::from_index(index), Some(card));
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            if let Some((rank, suit)) = card.rank().zip(card.suit()) {
                let signs = [
                    format!("{}{}", rank.letter(), suit.sign()),
                    format!("{}{}\u{fe0f}", rank.letter(), suit.sign()),
                ];
                assert_eq!(signs.map(|text| text.parse()), [Ok(card), Ok(card)]);
            }
            assert_eq!(written(&card), card.to_string());
            assert_eq!(read::<Card>(&card.to_string()), Ok(card));
            assert_eq!(format!("{card:?}"), card.to_string());
            seen.push(card);
        }
        assert_eq!(seen.len(), Card::COUNT);
        assert_eq!(Card::from_index(53), None);
        assert_eq!(Card::from_index(256), None);
    }

    #[test]
    fn names_agree_with_ranks_and_suits() {
        for rank in Rank::ALL {
            for suit in Suit::ALL {
                let card = Card::new(rank, suit);
                assert_eq!(card.rank(), Some(rank));
                assert_eq!(card.suit(), Some(suit));
                assert_eq!(card.rank_number(), rank.number());
                assert_eq!(card.to_string(), format!("{}{}", rank.letter(), suit.letter()));
            }
        }
    }

    #[test]
    fn the_joker_is_not_the_jack_of_spades() {
        assert_eq!(Card::JOKER.rank(), None);
        assert_eq!(Card::JOKER.suit(), None);
        assert_eq!(Card::JOKER.rank_number(), 0);
        assert_eq!("Js".parse(), Ok(Card::new(Rank::Jack, Suit::Spades)));
        for text in ["Jk", "JK", "jk", "joker", "Joker"] {
            assert_eq!(text.parse(), Ok(Card::JOKER));
        }
    }

    #[test]
    fn lenient_spellings() {
        let ten = Card::new(Rank::Ten, Suit::Diamonds);
        for text in ["Td", "td", "10d", "10D", " TD "] {
            assert_eq!(text.parse(), Ok(ten));
        }
    }

    #[test]
    fn errors_show_what_was_read_and_what_is_wrong() {
        let message = |text: &str| text.parse::<Card>().unwrap_err().to_string();
        assert!(message("1s").starts_with("\"1s\" is not a card (\"1\" is not a rank): write"));
        assert!(message("Ax").contains("('x' is not a suit)"));
        assert!(message("s").contains("(the rank is missing)"));
        assert!(message("").contains("(nothing is there)"));
        assert!(message("A♤").contains("'♤' is not a suit"));
        assert!(message("A s").contains("such as As or Td"));
        assert!(read::<Card>("110d").is_err());
    }
}
