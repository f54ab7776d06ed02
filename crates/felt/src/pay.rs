//! Pays: the entries of a paytable.

use crate::currency::{Currency, ParseMoneyError};
use crate::money::Money;
use crate::odds::{Odds, ParseOddsError};
use crate::text::{Small, serde_as_text};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What an entry of a paytable pays.
///
/// ```
/// use felt::{Money, Odds, Pay};
///
/// assert_eq!("9 to 1".parse::<Pay>()?, Pay::Odds(Odds::to(9, 1)));
/// assert_eq!("2.5%".parse::<Pay>()?, Pay::MeterPercent(250));
/// assert_eq!("$50".parse::<Pay>()?, Pay::Amount(Money::minor(5_000)));
/// # Ok::<(), felt::ParsePayError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pay {
    /// Odds on the stake.
    Odds(Odds),
    /// A share of the progressive meter in hundredths of a percent.
    MeterPercent(u32),
    /// A fixed amount whatever the stake.
    Amount(Money),
}

/// Why a text is not a pay.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParsePayError {
    /// The text was read as odds.
    #[error("{0}; a pay is odds such as 9 to 1, a share of the meter such as 2.5%, or an amount such as $50")]
    Odds(#[from] ParseOddsError),
    /// The text ends with a percent sign but is not a share of a meter.
    #[error("{0:?} is not a share of the meter: write more than 0% and at most 100%, such as 100% or 2.5%")]
    Percent(String),
    /// The text was read as an amount.
    #[error(transparent)]
    Amount(#[from] ParseMoneyError),
    /// The amount is zero.
    #[error("{0:?} pays nothing: leave the entry out instead")]
    Nothing(String),
}

/// Percentages are read like money with two digits: both are hundredths.
const PERCENT: Currency = Currency { code: "%", digits: 2, symbol: "" };

impl Pay {
    /// The whole meter.
    pub const WHOLE_METER: Self = Self::MeterPercent(10_000);

    /// Reads a pay whose amounts are in a given currency and start with its symbol or with `$`.
    ///
    /// # Errors
    ///
    /// Refuses what is neither odds, nor a share of the meter up to 100%, nor a positive amount.
    pub fn parse_in(text: &str, currency: Currency) -> Result<Self, ParsePayError> {
        let word = text.trim();
        if let Some(percent) = word.strip_suffix('%') {
            let share = PERCENT.parse(percent).ok().and_then(|share| u32::try_from(share.as_minor()).ok());
            return match share {
                Some(share @ 1..=10_000) => Ok(Self::MeterPercent(share)),
                _ => Err(ParsePayError::Percent(text.to_owned())),
            };
        }
        let is_amount =
            word.starts_with('$') || (!currency.symbol.is_empty() && word.starts_with(currency.symbol));
        if !is_amount {
            return Ok(Self::Odds(word.parse()?));
        }
        let amount = currency.parse(word)?;
        if amount.is_zero() {
            return Err(ParsePayError::Nothing(text.to_owned()));
        }
        Ok(Self::Amount(amount))
    }

    /// Prints the pay with amounts in a given currency.
    #[must_use]
    pub fn format_in(self, currency: Currency) -> String {
        match self {
            Self::Odds(odds) => odds.to_string(),
            Self::MeterPercent(share) => {
                let text = PERCENT.format_short(Money::minor(i64::from(share)));
                let text = if text.contains('.') { text.trim_end_matches('0') } else { &text };
                format!("{text}%")
            }
            Self::Amount(amount) => format!("{}{}", currency.symbol, currency.format_short(amount)),
        }
    }
}

/// Prints amounts in dollars and cents, the currency that `$` stands for.
impl fmt::Display for Pay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.format_in(Currency::USD))
    }
}

/// Reads amounts in dollars and cents, the currency that `$` stands for. For other currencies use [`Pay::parse_in`].
impl FromStr for Pay {
    type Err = ParsePayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse_in(text, Currency::USD)
    }
}

/// The stored form of a pay, not yet validated.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum SmallPay {
    Odds(Odds),
    MeterPercent(u32),
    Amount(Money),
}

impl Small for Pay {
    type Form = SmallPay;

    fn small(self) -> SmallPay {
        match self {
            Self::Odds(odds) => SmallPay::Odds(odds),
            Self::MeterPercent(share) => SmallPay::MeterPercent(share),
            Self::Amount(amount) => SmallPay::Amount(amount),
        }
    }

    fn from_small(form: SmallPay) -> Option<Self> {
        match form {
            SmallPay::Odds(odds) => Some(Self::Odds(odds)),
            SmallPay::MeterPercent(share) => matches!(share, 1..=10_000).then_some(Self::MeterPercent(share)),
            SmallPay::Amount(amount) => amount.is_positive().then_some(Self::Amount(amount)),
        }
    }
}

serde_as_text!(Pay, "a pay such as 9 to 1, 2.5% or $50");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};
    use proptest::prelude::*;

    #[test]
    fn reads_and_prints_all_three_kinds() {
        for (text, pay) in [
            ("9 to 1", Pay::Odds(Odds::to(9, 1))),
            ("2 for 1", Pay::Odds(Odds::for_(2, 1))),
            ("100%", Pay::WHOLE_METER),
            ("10%", Pay::MeterPercent(1_000)),
            ("2.5%", Pay::MeterPercent(250)),
            ("0.01%", Pay::MeterPercent(1)),
            ("$50", Pay::Amount(Money::minor(5_000))),
            ("$1250.50", Pay::Amount(Money::minor(125_050))),
        ] {
            assert_eq!(text.parse(), Ok(pay), "{text}");
            assert_eq!(pay.to_string(), text);
            assert_eq!(read(&written(&pay)), Ok(pay));
        }
        assert_eq!(Pay::parse_in("S$50", Currency::SGD), Ok(Pay::Amount(Money::minor(5_000))));
        assert_eq!(Pay::parse_in("$50", Currency::SGD), Ok(Pay::Amount(Money::minor(5_000))));
        assert_eq!(Pay::Amount(Money::minor(5_000)).format_in(Currency::SGD), "S$50");
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        for text in ["0%", "100.01%", "2.555%", "%", "-1%", "x%"] {
            assert_eq!(text.parse::<Pay>(), Err(ParsePayError::Percent(text.into())));
        }
        assert_eq!("$0".parse::<Pay>(), Err(ParsePayError::Nothing("$0".into())));
        assert!(matches!("$x".parse::<Pay>(), Err(ParsePayError::Amount(_))));
        let message = "50".parse::<Pay>().unwrap_err().to_string();
        assert!(message.contains("\"50\" is not odds") && message.contains("such as $50"), "{message}");
    }

    proptest! {
        #[test]
        fn shares_and_amounts_round_trip(share in 1..=10_000_u32, units in 1..=Money::MAX_AMOUNT.as_minor()) {
            for pay in [Pay::MeterPercent(share), Pay::Amount(Money::minor(units))] {
                prop_assert_eq!(pay.to_string().parse(), Ok(pay));
            }
        }
    }
}
