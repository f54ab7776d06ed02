//! The pockets of a roulette wheel.

use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The colour of a pocket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// One of eighteen numbers.
    Red,
    /// One of the other eighteen numbers.
    Black,
    /// A zero.
    Green,
}

/// A pocket of a roulette wheel: 0 to 36 or the double zero.
///
/// ```
/// use felt::{Colour, Pocket};
///
/// let pocket: Pocket = "17".parse()?;
/// assert_eq!(pocket.number(), Some(17));
/// assert_eq!(pocket.colour(), Colour::Black);
/// assert_ne!("0".parse::<Pocket>()?, "00".parse::<Pocket>()?);
/// # Ok::<(), felt::ParsePocketError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pocket(u8);

/// The red numbers as bits.
const RED: u64 = {
    let reds: [u8; 18] = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];
    let mut bits = 0;
    let mut at = 0;
    while at < reds.len() {
        bits |= 1 << reds[at];
        at += 1;
    }
    bits
};

/// How `Pocket` stores the double zero, and how the order below writes it.
const OO: u8 = 37;

const fn pockets<const N: usize>(numbers: [u8; N]) -> [Pocket; N] {
    let mut order = [Pocket(0); N];
    let mut at = 0;
    while at < N {
        order[at] = Pocket(numbers[at]);
        at += 1;
    }
    order
}

/// The pockets of the single zero wheel, clockwise from the zero.
pub const SINGLE_ZERO_ORDER: [Pocket; 37] = pockets([
    0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9,
    22, 18, 29, 7, 28, 12, 35, 3, 26,
]);

/// The pockets of the double zero wheel, clockwise from the zero.
pub const DOUBLE_ZERO_ORDER: [Pocket; 38] = pockets([
    0, 28, 9, 26, 30, 11, 7, 20, 32, 17, 5, 22, 34, 15, 3, 24, 36, 13, 1, OO, 27, 10, 25, 29, 12, 8, 19, 31,
    18, 6, 21, 33, 16, 4, 23, 35, 14, 2,
]);

impl Pocket {
    /// How many different pockets there are, the double zero included.
    pub const COUNT: usize = 38;

    /// The zero.
    pub const ZERO: Self = Self(0);

    /// The double zero.
    pub const DOUBLE_ZERO: Self = Self(OO);

    /// The pocket with a number from 0 to 36. The double zero has no number; it is
    /// [`Pocket::DOUBLE_ZERO`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number <= 36 { Some(Self(number)) } else { None }
    }

    /// The number from 1 to 36, or `None` for either zero, on which every bet on a property of the number loses.
    #[inline]
    #[must_use]
    pub const fn number(self) -> Option<u8> {
        if self.is_zero() { None } else { Some(self.0) }
    }

    /// Whether this is the zero or the double zero.
    #[inline]
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == Self::ZERO.0 || self.0 == Self::DOUBLE_ZERO.0
    }

    /// A dense number below [`Pocket::COUNT`] for use in arrays: the number itself, 37 for the double
    /// zero.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same number as a byte, for storage.
    #[inline]
    #[must_use]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The pocket with this index, the inverse of [`Pocket::index`].
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        match u8::try_from(index) {
            Ok(number) if number <= OO => Some(Self(number)),
            _ => None,
        }
    }

    /// The colour of the pocket.
    #[inline]
    #[must_use]
    pub const fn colour(self) -> Colour {
        if self.is_zero() {
            Colour::Green
        } else if RED >> self.0 & 1 == 1 {
            Colour::Red
        } else {
            Colour::Black
        }
    }
}

impl fmt::Display for Pocket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::DOUBLE_ZERO { f.pad("00") } else { fmt::Display::fmt(&self.0, f) }
    }
}

/// The text is not a pocket of a roulette wheel.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a pocket: write 00 or a number from 0 to 36 without leading zeros")]
pub struct ParsePocketError {
    read: String,
}

impl FromStr for Pocket {
    type Err = ParsePocketError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = text.trim();
        if word == "00" {
            return Ok(Self::DOUBLE_ZERO);
        }
        // `u8` would also read "+7" and "07"; only the canonical digits are a pocket.
        let canonical =
            word.bytes().all(|sign| sign.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
        match word.parse().ok().and_then(Self::new) {
            Some(pocket) if canonical => Ok(pocket),
            _ => Err(ParsePocketError { read: text.to_owned() }),
        }
    }
}

impl Small for Pocket {
    type Form = u8;

    fn small(self) -> u8 {
        self.0
    }

    fn from_small(form: u8) -> Option<Self> {
        Self::from_index(form.into())
    }
}

serde_as_text!(Pocket, "a roulette pocket such as 17, 0 or 00");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};

    fn sorted(order: &[Pocket]) -> Vec<usize> {
        let mut indices: Vec<usize> = order.iter().map(|pocket| pocket.index()).collect();
        indices.sort_unstable();
        indices
    }

    #[test]
    fn each_wheel_has_every_pocket_once() {
        assert_eq!(sorted(&SINGLE_ZERO_ORDER), (0..37).collect::<Vec<_>>());
        assert_eq!(sorted(&DOUBLE_ZERO_ORDER), (0..38).collect::<Vec<_>>());
    }

    /// Whether no two neighbouring pockets have the same colour, all the way around.
    fn colours_alternate(order: &[Pocket]) -> bool {
        (0..order.len()).all(|at| order[at].colour() != order[(at + 1) % order.len()].colour())
    }

    #[test]
    fn colours_alternate_around_both_wheels() {
        assert!(colours_alternate(&SINGLE_ZERO_ORDER));
        assert!(colours_alternate(&DOUBLE_ZERO_ORDER));
        let count = |colour| SINGLE_ZERO_ORDER.iter().filter(|pocket| pocket.colour() == colour).count();
        assert_eq!([Colour::Red, Colour::Black, Colour::Green].map(count), [18, 18, 1]);
    }

    #[test]
    fn on_the_double_zero_wheel_each_odd_number_faces_the_next_even_one() {
        for at in 0..38 {
            let (here, there) = (DOUBLE_ZERO_ORDER[at], DOUBLE_ZERO_ORDER[(at + 19) % 38]);
            match here.number() {
                Some(odd) if odd % 2 == 1 => assert_eq!(there.number(), Some(odd + 1)),
                Some(even) => assert_eq!(there.number(), Some(even - 1)),
                None => assert!(there.is_zero()),
            }
        }
    }

    #[test]
    fn text_round_trips_and_refuses_near_misses() {
        for index in 0..Pocket::COUNT {
            let pocket = Pocket::from_index(index).unwrap();
            assert_eq!(pocket.to_string().parse(), Ok(pocket));
            assert_eq!(read(&written(&pocket)), Ok(pocket));
        }
        for text in ["", "37", "+7", "07", "000", "-1", "red"] {
            assert!(text.parse::<Pocket>().is_err(), "{text:?} was accepted");
        }
        assert_eq!((Pocket::new(37), Pocket::from_index(38)), (None, None));
    }
}
