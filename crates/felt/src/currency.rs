//! Currencies and how amounts are written.

use crate::money::Money;
use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A currency and the way its amounts are read and printed.
///
/// ```
/// use felt::{Currency, Money};
///
/// assert_eq!(Currency::USD.parse("$1,250.5")?, Money::minor(125_050));
/// assert_eq!(Currency::USD.format(Money::minor(125_050)), "1,250.50");
/// assert_eq!(Currency::USD.format_short(Money::minor(1_200)), "12");
/// # Ok::<(), felt::ParseMoneyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency {
    /// The three letters of ISO 4217.
    pub code: &'static str,
    /// How many digits the minor units take after the point, at most 9.
    pub digits: u8,
    /// The symbol that may precede an amount.
    pub symbol: &'static str,
}

/// Why a text is not an amount of money.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseMoneyError {
    /// There is no digit at all.
    #[error("an amount is missing: write one such as 10 or 1,250")]
    Empty,
    /// The amount has a minus sign.
    #[error("{0:?} is negative: an amount is written without a sign")]
    Negative(String),
    /// The text contains something other than digits, thousands separators and one point.
    #[error("{0:?} is not an amount: write digits such as 10, 0.50 or 1,250")]
    NotAnAmount(String),
    /// The amount is finer than the minor unit of the currency.
    #[error("{read:?} has too many digits after the point: {code} has {digits}")]
    TooFine {
        /// The text that was read.
        read: String,
        /// The code of the currency.
        code: &'static str,
        /// How many digits the currency has.
        digits: u8,
    },
    /// The amount is above [`Money::MAX_AMOUNT`].
    #[error("{read:?} is too much: the most is {most}")]
    TooLarge {
        /// The text that was read.
        read: String,
        /// The largest amount, written in the currency.
        most: String,
    },
}

impl Currency {
    /// The dollar of the United States.
    pub const USD: Self = Self { code: "USD", digits: 2, symbol: "$" };

    /// The dollar of Singapore.
    pub const SGD: Self = Self { code: "SGD", digits: 2, symbol: "S$" };

    /// All currencies that can be looked up by code.
    pub const ALL: [Self; 2] = [Self::USD, Self::SGD];

    /// The currency with this code, in capital or small letters.
    #[must_use]
    pub fn by_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.code.eq_ignore_ascii_case(code))
    }

    /// How many minor units make one major unit.
    fn scale(self) -> u64 {
        // More than 18 digits would overflow; no currency has that many, so the cap has no effect.
        10_u64.pow(u32::from(self.digits.min(18)))
    }

    /// Reads an amount such as `10`, `12.5`, `12.50`, `1,250` or any of these after the symbol. A currency whose symbol
    /// ends with `$` also accepts the bare `$`.
    ///
    /// # Errors
    ///
    /// Refuses what is not an amount, is negative, is finer than the minor unit or is more than
    /// [`Money::MAX_AMOUNT`].
    pub fn parse(self, text: &str) -> Result<Money, ParseMoneyError> {
        let word = text.trim();
        let bare = if self.symbol.ends_with('$') { "$" } else { self.symbol };
        let amount =
            word.strip_prefix(self.symbol).or_else(|| word.strip_prefix(bare)).unwrap_or(word).trim();
        if amount.is_empty() {
            return Err(ParseMoneyError::Empty);
        }
        if word.starts_with(['-', '\u{2212}']) || amount.starts_with(['-', '\u{2212}']) {
            return Err(ParseMoneyError::Negative(text.to_owned()));
        }
        let not_an_amount = || ParseMoneyError::NotAnAmount(text.to_owned());
        let too_large =
            || ParseMoneyError::TooLarge { read: text.to_owned(), most: self.format(Money::MAX_AMOUNT) };
        let (whole, part) = match amount.split_once('.') {
            Some((whole, part)) if is_digits(part) => (whole, part),
            Some(_) => return Err(not_an_amount()),
            None => (amount, ""),
        };
        if !is_grouped(whole) {
            return Err(not_an_amount());
        }
        if part.len() > usize::from(self.digits) {
            return Err(ParseMoneyError::TooFine {
                read: text.to_owned(),
                code: self.code,
                digits: self.digits,
            });
        }
        // Reading digit by digit treats the missing digits after the point as zeros.
        let padding = usize::from(self.digits) - part.len();
        let digits = whole.bytes().filter(|sign| *sign != b',').chain(part.bytes());
        let mut units = 0_i64;
        for digit in digits.chain(std::iter::repeat_n(b'0', padding)) {
            units = units * 10 + i64::from(digit - b'0');
            if units > Money::MAX_AMOUNT.as_minor() {
                return Err(too_large());
            }
        }
        Ok(Money::minor(units))
    }

    /// Prints an amount in full with thousands separators, such as `1,250.00`, without the symbol.
    #[must_use]
    pub fn format(self, amount: Money) -> String {
        let units = amount.as_minor().unsigned_abs();
        let whole = (units / self.scale()).to_string();
        let mut text = String::from(if amount.is_negative() { "-" } else { "" });
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        text + &self.fraction(units)
    }

    /// Prints an amount without separators, and a whole amount without the point: `1250` or `12.50`.
    #[must_use]
    pub fn format_short(self, amount: Money) -> String {
        let units = amount.as_minor().unsigned_abs();
        let sign = if amount.is_negative() { "-" } else { "" };
        let whole = units / self.scale();
        let fraction = if units.is_multiple_of(self.scale()) { String::new() } else { self.fraction(units) };
        format!("{sign}{whole}{fraction}")
    }

    /// The point and the digits after it; empty for a currency without minor units.
    fn fraction(self, units: u64) -> String {
        match usize::from(self.digits) {
            0 => String::new(),
            width => format!(".{:0width$}", units % self.scale()),
        }
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// Whether the text is digits, either without separators or with one before every three digits.
fn is_grouped(text: &str) -> bool {
    let mut groups = text.split(',');
    let first = groups.next().unwrap_or_default();
    let mut separated = false;
    let rest = groups.all(|group| {
        separated = true;
        group.len() == 3 && is_digits(group)
    });
    is_digits(first) && rest && (!separated || first.len() <= 3)
}

/// The code of an unknown currency.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a known currency: write one of {}", Currency::ALL.map(|known| known.code).join(", "))]
pub struct UnknownCurrency {
    read: String,
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code)
    }
}

impl FromStr for Currency {
    type Err = UnknownCurrency;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::by_code(text.trim()).ok_or_else(|| UnknownCurrency { read: text.to_owned() })
    }
}

/// The code is kept as letters: a number would depend on which currencies are known.
impl Small for Currency {
    type Form = [u8; 3];

    fn small(self) -> [u8; 3] {
        // A code has three letters by ISO 4217. The bytes of any other code are never read back as a currency.
        self.code.as_bytes().try_into().unwrap_or_default()
    }

    fn from_small(form: [u8; 3]) -> Option<Self> {
        Self::ALL.into_iter().find(|currency| currency.code.as_bytes() == form)
    }
}

serde_as_text!(Currency, "the code of a currency such as USD");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};
    use proptest::prelude::*;

    const WHOLE: Currency = Currency { code: "JPY", digits: 0, symbol: "¥" };

    #[test]
    fn reads_the_usual_spellings() {
        let cents = |text: &str| Currency::USD.parse(text).map(Money::as_minor);
        assert_eq!(cents("10"), Ok(1_000));
        assert_eq!(cents("12.5"), Ok(1_250));
        assert_eq!(cents("12.50"), Ok(1_250));
        assert_eq!(cents("$12.50"), Ok(1_250));
        assert_eq!(cents(" $ 12.50 "), Ok(1_250));
        assert_eq!(cents("1,250"), Ok(125_000));
        assert_eq!(cents("1250"), Ok(125_000));
        assert_eq!(cents("1,000,000,000.00"), Ok(100_000_000_000));
        assert_eq!(cents("0"), Ok(0));
        assert_eq!(Currency::SGD.parse("S$5"), Ok(Money::minor(500)));
        assert_eq!(Currency::SGD.parse("$5"), Ok(Money::minor(500)));
        assert_eq!(WHOLE.parse("¥1,250"), Ok(Money::minor(1_250)));
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        let message = |text: &str| Currency::USD.parse(text).unwrap_err().to_string();
        assert_eq!(message("-5"), "\"-5\" is negative: an amount is written without a sign");
        assert_eq!(message("$-5"), "\"$-5\" is negative: an amount is written without a sign");
        assert_eq!(message("-$5"), "\"-$5\" is negative: an amount is written without a sign");
        assert_eq!(message("1.005"), "\"1.005\" has too many digits after the point: USD has 2");
        assert_eq!(message("1000000000.01"), "\"1000000000.01\" is too much: the most is 1,000,000,000.00");
        assert_eq!(message("$"), "an amount is missing: write one such as 10 or 1,250");
        assert!(matches!(Currency::USD.parse(&"9".repeat(40)), Err(ParseMoneyError::TooLarge { .. })));
        for text in ["12.", ".5", "1,25", "1,2500", "1250,000", ",250", "1,", "1e3", "+5", "5 5", "٣", "S$5"]
        {
            assert!(matches!(Currency::USD.parse(text), Err(ParseMoneyError::NotAnAmount(_))), "{text:?}");
        }
        assert!(matches!(WHOLE.parse("1.5"), Err(ParseMoneyError::TooFine { .. })));
    }

    #[test]
    fn prints_in_full_and_short() {
        let usd = |units| {
            (Currency::USD.format(Money::minor(units)), Currency::USD.format_short(Money::minor(units)))
        };
        assert_eq!(usd(1_250), ("12.50".into(), "12.50".into()));
        assert_eq!(usd(1_200), ("12.00".into(), "12".into()));
        assert_eq!(usd(-5), ("-0.05".into(), "-0.05".into()));
        assert_eq!(usd(123_456_700), ("1,234,567.00".into(), "1234567".into()));
        assert_eq!(usd(99_900), ("999.00".into(), "999".into()));
        assert_eq!(Currency::USD.format(Money::minor(i64::MIN)), "-92,233,720,368,547,758.08");
        assert_eq!(WHOLE.format(Money::minor(1_250)), "1,250");
        assert_eq!(WHOLE.format_short(Money::minor(1_250)), "1250");
    }

    #[test]
    fn codes() {
        for currency in Currency::ALL {
            assert_eq!(Currency::by_code(currency.code), Some(currency));
            assert_eq!(read(&written(&currency)), Ok(currency));
        }
        assert_eq!(Currency::by_code("usd"), Some(Currency::USD));
        let error = read::<Currency>("XXX").unwrap_err();
        assert_eq!(error.to_string(), "\"XXX\" is not a known currency: write one of USD, SGD");
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(units in 0..=Money::MAX_AMOUNT.as_minor(), digits in 0..=4_u8) {
            let currency = Currency { digits, ..Currency::USD };
            let amount = Money::minor(units);
            prop_assert_eq!(currency.parse(&currency.format(amount)), Ok(amount));
            prop_assert_eq!(currency.parse(&currency.format_short(amount)), Ok(amount));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = Currency::USD.parse(&text);
        }
    }
}
