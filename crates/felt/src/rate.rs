//! Rates of progression: the part of every stake that is added to a meter.

use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An exact part of a stake, above zero and at most the whole stake, such as 21% or 1/3.
///
/// It is stored in its lowest terms, so that equal rates compare equal.
///
/// ```
/// use felt::Rate;
///
/// let rate: Rate = "21%".parse()?;
/// assert_eq!((rate.parts(), rate.of()), (21, 100));
/// assert_eq!("42/200".parse(), Ok(rate));
/// assert!("0.5%".parse::<Rate>()? < rate);
/// # Ok::<(), felt::ParseRateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rate {
    parts: u32,
    of: u32,
}

/// Why a text is not a rate.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a rate: write a part of the stake such as 21%, 0.5% or 1/3")]
pub struct ParseRateError {
    read: String,
}

impl Rate {
    /// The finest division of a stake: a millionth, which is the fourth decimal of a percentage.
    pub const FINEST: u32 = 1_000_000;

    /// A number of parts of a whole; `None` if it is zero, more than all, or finer than [`Rate::FINEST`].
    #[must_use]
    pub const fn new(parts: u32, of: u32) -> Option<Self> {
        if parts == 0 || parts > of {
            return None;
        }
        let (mut divisor, mut rest) = (of, parts);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let rate = Self { parts: parts / divisor, of: of / divisor };
        if rate.of > Self::FINEST { None } else { Some(rate) }
    }

    /// How many parts, in the lowest terms.
    #[must_use]
    pub const fn parts(self) -> u32 {
        self.parts
    }

    /// The number of parts in the whole.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }

    /// The sum of several rates; `None` if it is more than the whole stake, or too fine.
    #[must_use]
    pub fn and(self, other: Self) -> Option<Self> {
        let (a, b) = (u64::from(self.of), u64::from(other.of));
        let parts = u64::from(self.parts) * b + u64::from(other.parts) * a;
        let (mut divisor, mut rest) = (a * b, parts);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Self::new(u32::try_from(parts / divisor).ok()?, u32::try_from(a * b / divisor).ok()?)
    }
}

impl PartialOrd for Rate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rate {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Both products are below 10^12.
        let across = |a: &Self, b: &Self| u64::from(a.parts) * u64::from(b.of);
        across(self, other).cmp(&across(other, self))
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if Self::FINEST % self.of != 0 {
            return f.pad(&format!("{}/{}", self.parts, self.of));
        }
        let millionths = self.parts * (Self::FINEST / self.of);
        let (whole, rest) = (millionths / 10_000, millionths % 10_000);
        let digits = if rest == 0 { String::new() } else { format!(".{rest:04}") };
        f.pad(&format!("{whole}{}%", digits.trim_end_matches('0')))
    }
}

impl FromStr for Rate {
    type Err = ParseRateError;

    fn from_str(text: &str) -> Result<Self, ParseRateError> {
        let word = text.trim();
        let read = match (word.strip_suffix('%'), word.split_once('/')) {
            (Some(percent), _) => {
                millionths(percent.trim_end()).and_then(|parts| Self::new(parts, Self::FINEST))
            }
            (None, Some((parts, of))) => {
                number(parts.trim_end()).zip(number(of.trim_start())).and_then(|(p, o)| Self::new(p, o))
            }
            (None, None) => None,
        };
        read.ok_or_else(|| ParseRateError { read: text.to_owned() })
    }
}

/// Digits only: a number with a sign is not a count of parts.
fn number(text: &str) -> Option<u32> {
    (!text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A percentage of at most four digits after the point, in millionths.
fn millionths(percent: &str) -> Option<u32> {
    let (whole, digits) = match percent.split_once('.') {
        Some((_, digits)) if digits.is_empty() || digits.len() > 4 => return None,
        Some((whole, digits)) => (whole, digits),
        None => (percent, ""),
    };
    let rest = if digits.is_empty() { 0 } else { number(&format!("{digits:0<4}"))? };
    number(whole)?.checked_mul(10_000)?.checked_add(rest)
}

impl Small for Rate {
    type Form = (u32, u32);

    fn small(self) -> (u32, u32) {
        (self.parts, self.of)
    }

    fn from_small((parts, of): (u32, u32)) -> Option<Self> {
        // Only lowest terms are accepted, so that one rate has one form.
        Self::new(parts, of).filter(|rate| rate.parts == parts)
    }
}

serde_as_text!(Rate, "a rate such as 21% or 1/3");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};
    use proptest::prelude::*;

    #[test]
    fn reads_and_prints() {
        for (text, parts, of) in [
            ("21%", 21, 100),
            ("100%", 1, 1),
            ("0.5%", 1, 200),
            ("12.25%", 49, 400),
            ("0.0001%", 1, 1_000_000),
            ("1/3", 1, 3),
            ("2/7", 2, 7),
        ] {
            let rate = Rate::new(parts, of).unwrap();
            assert_eq!(text.parse(), Ok(rate), "{text}");
            assert_eq!(rate.to_string(), text);
            assert_eq!(read(&written(&rate)), Ok(rate));
        }
        assert_eq!("50/100".parse::<Rate>(), "50%".parse());
        assert_eq!(" 21 % ".parse::<Rate>(), "21%".parse());
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        for text in
            ["", "21", "0%", "101%", "100.0001%", "-1%", "1.%", ".5%", "0.00001%", "1/0", "0/5", "4/3"]
        {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
        for text in ["1/1000001", "+1/3", "1/3/5", "0.+5%", "0.-1%", "1e2%", "4294967296/4294967297"] {
            assert!(text.parse::<Rate>().is_err(), "{text}");
        }
        assert_eq!(
            "a fifth".parse::<Rate>().unwrap_err().to_string(),
            "\"a fifth\" is not a rate: write a part of the stake such as 21%, 0.5% or 1/3"
        );
        assert_eq!(Rate::from_small((2, 4)), None);
    }

    #[test]
    fn rates_are_added_and_compared_exactly() {
        let rate = |text: &str| text.parse::<Rate>().unwrap();
        assert_eq!(rate("20%").and(rate("1%")), Some(rate("21%")));
        assert_eq!(rate("1/3").and(rate("2/3")), Some(rate("100%")));
        assert_eq!(rate("1/3").and(rate("67%")), None);
        assert_eq!(rate("1/999983").and(rate("1/999979")), None, "too fine");
        assert!(rate("1/3") > rate("33.3333%") && rate("1/3") < rate("33.3334%"));
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(of in 1..=Rate::FINEST, part in 1..=Rate::FINEST) {
            let rate = Rate::new(part.min(of), of).unwrap();
            prop_assert_eq!(rate.to_string().parse(), Ok(rate));
            prop_assert_eq!(Rate::from_small(rate.small()), Some(rate));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = text.parse::<Rate>();
        }
    }
}
