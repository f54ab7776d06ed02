//! How a share of a meter is rounded to coins, as a table and its meter both have to know.

use felt::{Currency, Money, Rounding};

/// How awards from a meter are rounded, and to which coin. What the rounding leaves stays in the meter.
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
    /// How.
    pub rounding: Rounding,
    /// To which coin.
    pub coin: Money,
}

impl Awards {
    /// Down to the smallest unit of money, where nobody says otherwise.
    pub const TO_THE_CENT: Awards = Awards { rounding: Rounding::Down, coin: Money::minor(1) };

    /// Reads a rounding, and the coin after the word `to` where it is no cent.
    #[must_use]
    pub fn parse(text: &str, currency: Currency) -> Option<Awards> {
        let (rounding, coin) = match text.split_once(" to ") {
            Some((rounding, coin)) => (rounding, currency.parse(coin.trim()).ok()?),
            None => (text, Money::minor(1)),
        };
        // Shares of a meter are seldom whole coins, so there is none that needs no rounding.
        let rounding = rounding.trim().parse().ok().filter(|rounding| *rounding != Rounding::Exact)?;
        (coin.is_positive() && coin.is_acceptable()).then_some(Awards { rounding, coin })
    }

    /// As a file has it.
    #[must_use]
    pub fn display(self, currency: Currency) -> String {
        match self.coin == Money::minor(1) {
            true => self.rounding.to_string(),
            false => format!("{} to {}", self.rounding, currency.format_short(self.coin)),
        }
    }
}
