//! Amounts of money.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// An amount in minor units such as cents; a loss or a debt is negative.
///
/// The operators are plain integer arithmetic because they run in the hottest loops. Overflow checks are on in every
/// build of the project, release builds included, so an overflow panics and never wraps. None can occur: every amount
/// accepted from outside is at most [`Money::MAX_AMOUNT`], odds multiply by at most 100 000, so one win is at most
/// 10^16 minor units and hundreds of them fit into an `i64`. Where no such bound is known, use the `checked_` methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Money(i64);

impl Money {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// The largest amount accepted from outside, in either direction.
    pub const MAX_AMOUNT: Self = Self(100_000_000_000);

    /// The largest amount read from storage, in either direction: a hundred of the largest wins.
    pub const MAX_KEPT: Self = Self(1_000_000_000_000_000_000);

    /// An amount in minor units.
    #[inline]
    #[must_use]
    pub const fn minor(units: i64) -> Self {
        Self(units)
    }

    /// The number of minor units.
    #[inline]
    #[must_use]
    pub const fn as_minor(self) -> i64 {
        self.0
    }

    /// The sum, or `None` if it does not fit.
    #[inline]
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference, or `None` if it does not fit.
    #[inline]
    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// A multiple of the amount, or `None` if that does not fit.
    #[inline]
    #[must_use]
    pub fn checked_mul(self, times: i64) -> Option<Self> {
        self.0.checked_mul(times).map(Self)
    }

    /// Whether the amount is above zero.
    #[inline]
    #[must_use]
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// Whether the amount is below zero.
    #[inline]
    #[must_use]
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Whether the amount is zero.
    #[inline]
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Whether the amount is a whole number of steps. Only zero is a multiple of a zero step.
    #[inline]
    #[must_use]
    pub const fn is_multiple_of(self, step: Self) -> bool {
        match self.0.checked_rem(step.0) {
            Some(rest) => rest == 0,
            // Either the step is zero, or it is -1, of which every amount is a multiple.
            None => self.0 == 0 || step.0 == -1,
        }
    }

    /// Half the amount, rounded down to whole coins. A coin that is not positive counts as one minor
    /// unit.
    #[must_use]
    pub fn half_down(self, coin: Self) -> Self {
        crate::Rounding::Down.apply(i128::from(self.0), 2, coin)
    }

    /// Half the amount, rounded up to whole coins. A coin that is not positive counts as one minor unit.
    #[must_use]
    pub fn half_up(self, coin: Self) -> Self {
        crate::Rounding::Up.apply(i128::from(self.0), 2, coin)
    }

    /// Whether the amount is small enough, in either direction, to be accepted from outside.
    #[must_use]
    pub const fn is_acceptable(self) -> bool {
        self.0.unsigned_abs() <= Self::MAX_AMOUNT.0.unsigned_abs()
    }
}

impl Add for Money {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Money {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Money {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Money {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl<'a> Sum<&'a Self> for Money {
    fn sum<I: Iterator<Item = &'a Self>>(amounts: I) -> Self {
        amounts.copied().sum()
    }
}

impl<'de> Deserialize<'de> for Money {
    // Stored values include wins, which may exceed the limit of outside amounts; a reader of outside amounts
    // checks `MAX_AMOUNT` itself.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let most = Self::MAX_KEPT;
        let amount = Self(i64::deserialize(deserializer)?);
        if amount.0.unsigned_abs() <= most.0.unsigned_abs() {
            Ok(amount)
        } else {
            Err(D::Error::custom(format_args!(
                "an amount of {} minor units is out of range: the most is {}",
                amount.0, most.0
            )))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::written;
    use proptest::prelude::*;
    use serde::de::IntoDeserializer;
    use serde::de::value::Error;

    fn read(units: i64) -> Result<Money, Error> {
        Money::deserialize(units.into_deserializer())
    }

    #[test]
    fn halves_go_to_whole_coins() {
        let coin = Money::minor(100);
        assert_eq!(Money::minor(500).half_down(coin), Money::minor(200));
        assert_eq!(Money::minor(500).half_up(coin), Money::minor(300));
        assert_eq!(Money::minor(600).half_up(coin), Money::minor(300));
        assert_eq!(Money::minor(5).half_down(Money::ZERO), Money::minor(2));
    }

    #[test]
    fn multiples() {
        assert!(Money::minor(500).is_multiple_of(Money::minor(250)));
        assert!(!Money::minor(500).is_multiple_of(Money::minor(300)));
        assert!(!Money::minor(500).is_multiple_of(Money::ZERO));
        assert!(Money::ZERO.is_multiple_of(Money::ZERO));
        assert!(Money::minor(i64::MIN).is_multiple_of(Money::minor(-1)));
    }

    #[test]
    fn checked_arithmetic_stops_at_the_edge() {
        let edge = Money::minor(i64::MAX);
        assert_eq!(edge.checked_add(Money::minor(1)), None);
        assert_eq!(Money::minor(i64::MIN).checked_sub(Money::minor(1)), None);
        assert_eq!(edge.checked_mul(2), None);
        assert_eq!(Money::MAX_AMOUNT.checked_mul(100_000), Some(Money::minor(10_000_000_000_000_000)));
    }

    #[test]
    fn serde_is_an_integer_within_bounds() {
        assert_eq!(written(&Money::minor(-1250)), "-1250");
        assert_eq!(read(-1250), Ok(Money::minor(-1250)));
        assert_eq!(read(1_000_000_000_000_000_000), Ok(Money::MAX_KEPT));
        let refused = read(1_000_000_000_000_000_001).unwrap_err().to_string();
        assert!(refused.contains("the most is 1000000000000000000"), "{refused}");
        assert!(read(i64::MIN).is_err());
    }

    proptest! {
        #[test]
        fn halves_differ_by_at_most_a_coin(amount in 0..=Money::MAX_AMOUNT.0, coin in 1..10_000_i64) {
            let (amount, coin) = (Money::minor(amount), Money::minor(coin));
            let (down, up) = (amount.half_down(coin), amount.half_up(coin));
            prop_assert!(down.is_multiple_of(coin) && up.is_multiple_of(coin));
            prop_assert!(down + down <= amount && up + up >= amount);
            prop_assert!(up - down <= coin);
        }
    }
}
