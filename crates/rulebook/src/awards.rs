//! How a share of a meter is rounded to coins; a table and its meter must agree on it.

use felt::{Currency, Money, Rounding};

/// How awards from a meter are rounded, and to which coin. The remainder stays in the meter.
///
/// ```
/// use felt::{Currency, Money, Rounding};
/// use rulebook::Awards;
///
/// let whole_dollars = Awards::parse("down to 1", Currency::USD).ok_or("no rounding")?;
/// assert_eq!(whole_dollars, Awards { rounding: Rounding::Down, coin: Money::minor(100) });
/// assert_eq!(whole_dollars.display(Currency::USD), "down to 1");
/// assert_eq!(Awards::parse("down", Currency::USD), Some(Awards::TO_THE_CENT));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Awards {
    /// The direction of rounding.
    pub rounding: Rounding,
    /// The coin that awards are rounded to.
    pub coin: Money,
}

impl Awards {
    /// Rounds down to the smallest unit of money; the default.
    pub const TO_THE_CENT: Awards = Awards { rounding: Rounding::Down, coin: Money::minor(1) };

    /// Reads a rounding, optionally followed by the word `to` and the coin; the default coin is a cent.
    #[must_use]
    pub fn parse(text: &str, currency: Currency) -> Option<Awards> {
        let (rounding, coin) = match text.split_once(" to ") {
            Some((rounding, coin)) => (rounding, currency.parse(coin.trim()).ok()?),
            None => (text, Money::minor(1)),
        };
        // `Exact` is refused: shares of a meter are seldom whole coins, so a rounding is always needed.
        let rounding = rounding.trim().parse().ok().filter(|rounding| *rounding != Rounding::Exact)?;
        (coin.is_positive() && coin.is_acceptable()).then_some(Awards { rounding, coin })
    }

    /// The text as written in a file.
    #[must_use]
    pub fn display(self, currency: Currency) -> String {
        match self.coin == Money::minor(1) {
            true => self.rounding.to_string(),
            false => format!("{} to {}", self.rounding, currency.format_short(self.coin)),
        }
    }
}
