//! Odds: what a bet wins for its stake.

use crate::money::Money;
use crate::rounding::Rounding;
use crate::text::{Small, serde_as_text};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Whether odds include the stake in what they pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OddsForm {
    /// `3 to 2`: the stake is returned and the win is paid on top of it.
    To,
    /// `2 for 1`: the stake is part of what is paid.
    For,
}

impl OddsForm {
    const fn word(self) -> &'static str {
        match self {
            Self::To => "to",
            Self::For => "for",
        }
    }
}

/// Odds such as `3 to 2` or `2 for 1`, stored as they were written.
///
/// Odds are equal only if they are written alike: `2 for 1` and `1 to 1` win the same but differ.
///
/// ```
/// use felt::{Money, Odds};
///
/// let stake = Money::minor(500);
/// assert_eq!(Odds::to(3, 2).exact_win(stake), Some(Money::minor(750)));
/// assert_eq!(Odds::for_(2, 1).exact_win(stake), Some(Money::minor(500)));
/// assert_eq!(Odds::to(3, 2).exact_win(Money::minor(5)), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Odds {
    win: u32,
    per: u32,
    form: OddsForm,
}

impl Odds {
    /// The largest number on either side.
    pub const MAX: u32 = 100_000;

    /// Even money.
    pub const EVEN: Self = Self::to(1, 1);

    /// Odds of `win` to `per`, for numbers in source code; for numbers from outside use [`Odds::checked`].
    ///
    /// # Panics
    ///
    /// If a number is not from 1 to [`Odds::MAX`]; in a constant this fails to compile.
    #[must_use]
    pub const fn to(win: u32, per: u32) -> Self {
        let odds = Self::checked(win, per, OddsForm::To);
        assert!(odds.is_some(), "odds are numbers from 1 to 100000");
        Self { win, per, form: OddsForm::To }
    }

    /// Odds of `win` for `per`, for numbers in source code; for numbers from outside use [`Odds::checked`].
    ///
    /// # Panics
    ///
    /// If a number is not from 1 to [`Odds::MAX`] or if less is paid than was staked; in a constant this
    /// fails to compile.
    #[must_use]
    pub const fn for_(win: u32, per: u32) -> Self {
        let odds = Self::checked(win, per, OddsForm::For);
        assert!(odds.is_some(), "odds are numbers from 1 to 100000 and pay no less than the stake");
        Self { win, per, form: OddsForm::For }
    }

    /// Odds from outside, or `None` if a number is not from 1 to [`Odds::MAX`] or if the payment includes the stake and
    /// is less than the stake.
    #[must_use]
    pub const fn checked(win: u32, per: u32, form: OddsForm) -> Option<Self> {
        let in_bounds = win >= 1 && win <= Self::MAX && per >= 1 && per <= Self::MAX;
        let stake_returns = matches!(form, OddsForm::To) || win >= per;
        if in_bounds && stake_returns { Some(Self { win, per, form }) } else { None }
    }

    /// How many units are won on top of the stake for every [`per_units`](Odds::per_units) staked: 3 for
    /// `3 to 2` and 1 for `2 for 1`.
    #[inline]
    #[must_use]
    pub const fn win_units(self) -> u32 {
        match self.form {
            OddsForm::To => self.win,
            OddsForm::For => self.win - self.per,
        }
    }

    /// How many units of stake that win is for.
    #[inline]
    #[must_use]
    pub const fn per_units(self) -> u32 {
        self.per
    }

    /// Whether the written odds include the stake.
    #[must_use]
    pub const fn form(self) -> OddsForm {
        self.form
    }

    /// The win on top of the returned stake, or `None` if it is not a whole number of minor units.
    #[inline]
    #[must_use]
    pub fn exact_win(self, stake: Money) -> Option<Money> {
        // At most 10^11 times 10^5, which fits; see the bound on `Money`.
        let product = stake.as_minor() * i64::from(self.win_units());
        let per = i64::from(self.per);
        // Most bets pay a whole multiple, and the division is by far the most expensive step here.
        if per == 1 {
            return Some(Money::minor(product));
        }
        (product % per == 0).then(|| Money::minor(product / per))
    }

    /// The win on top of the returned stake, rounded to whole coins.
    #[inline]
    #[must_use]
    pub fn win(self, stake: Money, rounding: Rounding, coin: Money) -> Money {
        match self.exact_win(stake) {
            // No rounding is needed in nearly all cases, which avoids the wide division below.
            Some(won) if rounding == Rounding::Exact || won.is_multiple_of(coin) => won,
            _ => {
                let product = i128::from(stake.as_minor()) * i128::from(self.win_units());
                rounding.apply(product, i128::from(self.per), coin)
            }
        }
    }

    /// Whether every stake of whole steps wins whole coins, so that rounding never happens.
    #[must_use]
    pub fn is_exact_for(self, step: Money, coin: Money) -> bool {
        let product = i128::from(step.as_minor()) * i128::from(self.win_units());
        let per_coin = i128::from(coin.as_minor()) * i128::from(self.per);
        step.is_positive() && coin.is_positive() && product % per_coin == 0
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.form.word(), self.per)
    }
}

/// Why a text is not odds.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseOddsError {
    /// The text is not two numbers with a known word or sign between them.
    #[error("{0:?} is not odds: write them such as 3 to 2 or 2 for 1")]
    NotOdds(String),
    /// A number is zero or too large.
    #[error("{0:?} is out of range: both numbers of the odds are from 1 to {max}", max = Odds::MAX)]
    OutOfRange(String),
    /// The payment includes the stake and is less than the stake.
    #[error("{0:?} pays less than the stake: in so much for so much the stake is included")]
    LosesStake(String),
}

/// Splits odds into win, form and stake, whichever way they are separated.
fn split(text: &str) -> Option<(&str, OddsForm, &str)> {
    if let Some((win, per)) = text.split_once(':') {
        return Some((win.trim(), OddsForm::To, per.trim()));
    }
    let at = text.find(|sign: char| !sign.is_ascii_digit())?;
    let (win, rest) = text.split_at(at);
    let end = rest.rfind(|sign: char| !sign.is_ascii_digit())?;
    // The sign may be longer than one byte, so split after the whole character.
    let cut = end + rest[end..].chars().next()?.len_utf8();
    let (word, per) = rest.split_at(cut);
    let word = match word.strip_prefix('-') {
        Some(inner) => inner.strip_suffix('-')?,
        None => word.trim(),
    };
    let form =
        [OddsForm::To, OddsForm::For].into_iter().find(|form| word.eq_ignore_ascii_case(form.word()))?;
    Some((win, form, per))
}

impl FromStr for Odds {
    type Err = ParseOddsError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let not_odds = || ParseOddsError::NotOdds(text.to_owned());
        let (win, form, per) = split(text.trim()).ok_or_else(not_odds)?;
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|sign| sign.is_ascii_digit());
        if !is_number(win) || !is_number(per) {
            return Err(not_odds());
        }
        // Digits that do not fit a `u32` are still a number, only too large.
        let in_bounds = |word: &str| word.parse().ok().filter(|number| (1..=Self::MAX).contains(number));
        let (Some(win), Some(per)) = (in_bounds(win), in_bounds(per)) else {
            return Err(ParseOddsError::OutOfRange(text.to_owned()));
        };
        Self::checked(win, per, form).ok_or_else(|| ParseOddsError::LosesStake(text.to_owned()))
    }
}

/// The lowest bit of the second number says whether the odds include the stake.
impl Small for Odds {
    type Form = (u32, u32);

    fn small(self) -> (u32, u32) {
        (self.win, self.per * 2 + u32::from(self.form == OddsForm::For))
    }

    fn from_small((win, rest): (u32, u32)) -> Option<Self> {
        let form = if rest % 2 == 0 { OddsForm::To } else { OddsForm::For };
        Self::checked(win, rest / 2, form)
    }
}

serde_as_text!(Odds, "odds such as 3 to 2 or 2 for 1");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};
    use proptest::prelude::*;

    #[test]
    fn reads_every_spelling() {
        for text in ["3 to 2", "3:2", "3 : 2", "3-to-2", "3 TO 2", " 3  to  2 ", "3to2"] {
            assert_eq!(text.parse(), Ok(Odds::to(3, 2)), "{text:?}");
        }
        for text in ["2 for 1", "2-for-1", "2 For 1"] {
            assert_eq!(text.parse(), Ok(Odds::for_(2, 1)), "{text:?}");
        }
    }

    #[test]
    fn refuses_the_rest_with_a_reason() {
        for text in [
            "", "3", "3 2", "3 to", "to 2", "3-2", "3-to 2", "-3 to 2", "3 to -2", "+3:2", "3:2:1", "3 zu 2",
            "3→2", "1.5 to 1",
        ] {
            assert_eq!(text.parse::<Odds>(), Err(ParseOddsError::NotOdds(text.into())), "{text:?}");
        }
        for text in ["0 to 1", "1 to 0", "100001 to 1", "1:99999999999999999999"] {
            assert_eq!(text.parse::<Odds>(), Err(ParseOddsError::OutOfRange(text.into())), "{text:?}");
        }
        assert_eq!("1 for 2".parse::<Odds>(), Err(ParseOddsError::LosesStake("1 for 2".into())));
        assert_eq!(
            "3/2".parse::<Odds>().unwrap_err().to_string(),
            "\"3/2\" is not odds: write them such as 3 to 2 or 2 for 1"
        );
    }

    #[test]
    fn rounding_only_touches_what_needs_it() {
        let (odds, coin) = (Odds::to(3, 2), Money::minor(100));
        assert_eq!(odds.win(Money::minor(1_000), Rounding::Down, coin), Money::minor(1_500));
        assert_eq!(odds.win(Money::minor(500), Rounding::Down, coin), Money::minor(700));
        assert_eq!(odds.win(Money::minor(500), Rounding::Up, coin), Money::minor(800));
        assert_eq!(odds.win(Money::minor(500), Rounding::Exact, coin), Money::minor(750));
        assert_eq!(odds.win(Money::minor(5), Rounding::Exact, coin), Money::minor(7));
        assert_eq!(Odds::for_(1, 1).win(Money::minor(5), Rounding::Up, coin), Money::ZERO);
        assert_eq!(
            Odds::to(100_000, 1).exact_win(Money::MAX_AMOUNT),
            Some(Money::minor(10_000_000_000_000_000))
        );
    }

    #[test]
    fn exactness_depends_on_step_and_coin() {
        let odds = Odds::to(3, 2);
        assert!(odds.is_exact_for(Money::minor(200), Money::minor(100)));
        assert!(!odds.is_exact_for(Money::minor(100), Money::minor(100)));
        assert!(odds.is_exact_for(Money::minor(100), Money::minor(50)));
        assert!(!odds.is_exact_for(Money::ZERO, Money::minor(1)));
        assert!(!odds.is_exact_for(Money::minor(1), Money::ZERO));
    }

    fn any_odds() -> impl Strategy<Value = Odds> {
        let number = 1..=Odds::MAX;
        (number.clone(), number, any::<bool>())
            .prop_map(|(a, b, is_for)| if is_for { Odds::for_(a.max(b), a.min(b)) } else { Odds::to(a, b) })
    }

    proptest! {
        #[test]
        fn text_round_trips(odds in any_odds()) {
            prop_assert_eq!(odds.to_string().parse(), Ok(odds));
            prop_assert_eq!(read(&written(&odds)), Ok(odds));
        }

        #[test]
        fn no_text_makes_it_panic(text in "\\PC*") {
            let _ = text.parse::<Odds>();
        }

        #[test]
        fn exact_wins_are_the_same_however_rounded(odds in any_odds(), steps in 0..1_000_i64, coin in 1..500_i64) {
            let (step, coin) = (Money::minor(i64::from(odds.per_units()) * coin), Money::minor(coin));
            prop_assert!(odds.is_exact_for(step, coin));
            let stake = Money::minor(step.as_minor() * steps);
            for way in Rounding::ALL {
                prop_assert_eq!(Some(odds.win(stake, way, coin)), odds.exact_win(stake));
            }
        }

        #[test]
        fn the_fast_path_agrees_with_plain_rounding(odds in any_odds(), stake in 0..=Money::MAX_AMOUNT.as_minor(), coin in 1..500_i64) {
            let product = i128::from(stake) * i128::from(odds.win_units());
            for way in Rounding::ALL {
                let coin = Money::minor(coin);
                let plain = way.apply(product, i128::from(odds.per_units()), coin);
                prop_assert_eq!(odds.win(Money::minor(stake), way, coin), plain);
            }
        }
    }
}
