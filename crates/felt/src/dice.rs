//! Dice, one, two and three at a time.

use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The face of one die, from 1 to 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Die(u8);

impl Die {
    /// All faces in order.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The face with this many pips, or `None` if no die has it.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Self> {
        if matches!(pips, 1..=6) { Some(Self(pips)) } else { None }
    }

    /// How many pips the face shows.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    fn from_char(digit: char) -> Option<Self> {
        digit.to_digit(10).and_then(|pips| u8::try_from(pips).ok()).and_then(Self::new)
    }
}

/// A roll of two dice that can be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwoDice {
    /// The first die.
    pub a: Die,
    /// The second die.
    pub b: Die,
}

impl TwoDice {
    /// A roll from its two faces.
    #[must_use]
    pub const fn new(a: Die, b: Die) -> Self {
        Self { a, b }
    }

    /// The sum of the pips, 2 to 12.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u8 {
        self.a.0 + self.b.0
    }

    /// Whether both dice show the same face.
    #[inline]
    #[must_use]
    pub const fn is_pair(self) -> bool {
        self.a.0 == self.b.0
    }

    /// Whether a 4, 6, 8 or 10 came the hard way, as a pair. A 2 or a 12 has no easy way, so it is not called hard
    /// although it is a pair.
    #[inline]
    #[must_use]
    pub const fn is_hard(self) -> bool {
        self.is_pair() && matches!(self.total(), 4..=10)
    }

    /// All 36 rolls, each equally likely, in order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Die::ALL.into_iter().flat_map(|a| Die::ALL.into_iter().map(move |b| Self { a, b }))
    }
}

/// A roll of three dice that can be told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreeDice {
    /// The first die.
    pub a: Die,
    /// The second die.
    pub b: Die,
    /// The third die.
    pub c: Die,
}

impl ThreeDice {
    /// A roll from its three faces.
    #[must_use]
    pub const fn new(a: Die, b: Die, c: Die) -> Self {
        Self { a, b, c }
    }

    /// The faces in the order of the dice.
    #[inline]
    #[must_use]
    pub const fn faces(self) -> [Die; 3] {
        [self.a, self.b, self.c]
    }

    /// The sum of the pips, 3 to 18.
    #[inline]
    #[must_use]
    pub const fn total(self) -> u8 {
        self.a.0 + self.b.0 + self.c.0
    }

    /// How many of the dice show this face.
    #[inline]
    #[must_use]
    pub fn count(self, face: Die) -> u8 {
        u8::from(self.a == face) + u8::from(self.b == face) + u8::from(self.c == face)
    }

    /// Whether all three dice show the same face.
    #[inline]
    #[must_use]
    pub const fn is_triple(self) -> bool {
        self.a.0 == self.b.0 && self.b.0 == self.c.0
    }

    /// All 216 rolls, each equally likely, in order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        TwoDice::all().flat_map(|two| Die::ALL.into_iter().map(move |c| Self { a: two.a, b: two.b, c }))
    }
}

/// The text is not a roll of that many dice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a roll of {dice}: write faces from 1 to 6 such as {example}")]
pub struct ParseDiceError {
    read: String,
    dice: &'static str,
    example: &'static str,
}

/// Reads exactly `N` faces with or without a separator between them, so that `3-4`, `3 4`, `3+4`, `3,4` and `34` all
/// mean the same roll.
fn faces<const N: usize>(text: &str) -> Option<[Die; N]> {
    let mut found = [Die(1); N];
    let mut count = 0;
    let mut after_face = false;
    for sign in text.trim().chars() {
        if let Some(face) = Die::from_char(sign) {
            *found.get_mut(count)? = face;
            count += 1;
            after_face = true;
        } else if after_face && count < N && matches!(sign, '-' | ' ' | '+' | ',') {
            after_face = false;
        } else {
            return None;
        }
    }
    (count == N).then_some(found)
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for TwoDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.a, self.b)
    }
}

impl fmt::Display for ThreeDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.a, self.b, self.c)
    }
}

impl FromStr for Die {
    type Err = ParseDiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match faces(text) {
            Some([face]) => Ok(face),
            None => Err(ParseDiceError { read: text.to_owned(), dice: "one die", example: "4" }),
        }
    }
}

impl FromStr for TwoDice {
    type Err = ParseDiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match faces(text) {
            Some([a, b]) => Ok(Self { a, b }),
            None => Err(ParseDiceError { read: text.to_owned(), dice: "two dice", example: "3-4" }),
        }
    }
}

impl FromStr for ThreeDice {
    type Err = ParseDiceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match faces(text) {
            Some([a, b, c]) => Ok(Self { a, b, c }),
            None => Err(ParseDiceError { read: text.to_owned(), dice: "three dice", example: "3-4-6" }),
        }
    }
}

/// Stores dice as one number, with a base-6 digit for each die.
impl Small for Die {
    type Form = u8;

    fn small(self) -> u8 {
        self.0 - 1
    }

    fn from_small(form: u8) -> Option<Self> {
        Self::ALL.get(usize::from(form)).copied()
    }
}

impl Small for TwoDice {
    type Form = u8;

    fn small(self) -> u8 {
        self.a.small() * 6 + self.b.small()
    }

    fn from_small(form: u8) -> Option<Self> {
        Some(Self { a: Die::from_small(form / 6)?, b: Die::from_small(form % 6)? })
    }
}

impl Small for ThreeDice {
    type Form = u8;

    fn small(self) -> u8 {
        // At most 215, which fits.
        TwoDice { a: self.a, b: self.b }.small() * 6 + self.c.small()
    }

    fn from_small(form: u8) -> Option<Self> {
        let TwoDice { a, b } = TwoDice::from_small(form / 6)?;
        Some(Self { a, b, c: Die::from_small(form % 6)? })
    }
}

serde_as_text!(Die, "the face of a die such as 4");
serde_as_text!(TwoDice, "a roll of two dice such as 3-4");
serde_as_text!(ThreeDice, "a roll of three dice such as 3-4-6");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};

    #[test]
    fn two_dice_make_the_known_triangle() {
        let mut ways = [0; 13];
        for roll in TwoDice::all() {
            ways[usize::from(roll.total())] += 1;
            assert_eq!(read(&written(&roll)), Ok(roll));
        }
        assert_eq!(ways, [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);
        let hard: Vec<u8> = TwoDice::all().filter(|roll| roll.is_hard()).map(TwoDice::total).collect();
        assert_eq!(hard, [4, 6, 8, 10]);
        assert_eq!(TwoDice::all().filter(|roll| roll.is_pair()).count(), 6);
    }

    #[test]
    fn three_dice_make_the_known_totals() {
        let mut ways = [0; 19];
        for roll in ThreeDice::all() {
            ways[usize::from(roll.total())] += 1;
            assert_eq!(read(&written(&roll)), Ok(roll));
            assert_eq!(Die::ALL.into_iter().map(|face| roll.count(face)).sum::<u8>(), 3);
            assert_eq!(roll.is_triple(), roll.count(roll.a) == 3);
        }
        assert_eq!(ways[3..], [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]);
    }

    #[test]
    fn lenient_and_strict_reading() {
        let roll = TwoDice::new(Die(3), Die(4));
        for text in ["3-4", "34", "3 4", "3+4", "3,4", " 3-4 "] {
            assert_eq!(text.parse(), Ok(roll));
        }
        for text in ["", "3", "3-7", "0-4", "3--4", "3-4-", "-3-4", "3-4-5"] {
            assert!(text.parse::<TwoDice>().is_err(), "{text:?} was accepted");
        }
        assert_eq!("6".parse(), Ok(Die(6)));
        assert_eq!(
            "7".parse::<Die>().unwrap_err().to_string(),
            "\"7\" is not a roll of one die: write faces from 1 to 6 such as 4"
        );
        assert_eq!((Die::new(0), Die::new(7)), (None, None));
    }
}
