//! Rounding to coins, and dividing an amount into shares.

use crate::money::Money;
use crate::text::named_enum;
use std::cmp::Reverse;
use std::num::NonZeroU128;

/// How an amount that cannot be paid in whole coins is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rounding {
    /// Amounts are paid to the minor unit, whatever the coin. A rulebook that says this promises that no fraction of a
    /// minor unit arises (see [`Odds::is_exact_for`](crate::Odds::is_exact_for)); should one arise nevertheless, it is
    /// dropped.
    Exact,
    /// Down to a whole coin.
    Down,
    /// Up to a whole coin.
    Up,
    /// To the nearest whole coin, half a coin going up.
    NearestUp,
    /// To the nearest whole coin, half a coin going down.
    NearestDown,
}

named_enum!(Rounding, "way of rounding", {
    Exact => "exact",
    Down => "down",
    Up => "up",
    NearestUp => "nearest-up",
    NearestDown => "nearest-down",
});

impl Rounding {
    /// All ways of rounding.
    pub const ALL: [Self; 5] = [Self::Exact, Self::Down, Self::Up, Self::NearestUp, Self::NearestDown];

    /// Rounds `numerator / denominator` minor units to whole coins.
    ///
    /// Down is always towards the smaller number and up towards the larger, also for negative amounts. A coin that is
    /// not positive counts as one minor unit. A denominator of zero gives zero, and a result beyond the range of
    /// [`Money`] saturates.
    ///
    /// ```
    /// use felt::{Money, Rounding};
    ///
    /// // 7.50 in coins of 0.50, 1.00 and 5.00.
    /// assert_eq!(Rounding::Down.apply(1_500, 2, Money::minor(50)), Money::minor(750));
    /// assert_eq!(Rounding::NearestUp.apply(1_500, 2, Money::minor(100)), Money::minor(800));
    /// assert_eq!(Rounding::NearestDown.apply(1_500, 2, Money::minor(500)), Money::minor(500));
    /// ```
    #[must_use]
    pub fn apply(self, numerator: i128, denominator: i128, coin: Money) -> Money {
        let coin = if self == Self::Exact { 1 } else { i128::from(coin.as_minor().max(1)) };
        // A negative denominator would turn floor into ceiling, so the sign moves to the numerator.
        let (numerator, denominator) = if denominator < 0 {
            (numerator.saturating_neg(), denominator.saturating_neg())
        } else {
            (numerator, denominator)
        };
        let per_coin = denominator.saturating_mul(coin);
        if per_coin == 0 {
            return Money::ZERO;
        }
        let whole = numerator.div_euclid(per_coin);
        let rest = numerator.rem_euclid(per_coin);
        // Comparing the remainder with the rest of the coin avoids doubling either of them.
        let missing = per_coin - rest;
        let up = match self {
            Self::Exact | Self::Down => false,
            Self::Up => rest > 0,
            Self::NearestUp => rest >= missing,
            Self::NearestDown => rest > missing,
        };
        let units = whole.saturating_add(i128::from(up)).saturating_mul(coin);
        let end = if units < 0 { i64::MIN } else { i64::MAX };
        // Saturates, as documented. No odds lead there from an accepted amount.
        Money::minor(i64::try_from(units).unwrap_or(end))
    }
}

/// Divides `total` by `weights` in whole coins, by the largest-remainder method.
///
/// Every part first gets its share rounded down to whole coins. The coins left over go one each to the parts that lost
/// most by the rounding, and among equals to the earlier part. The parts always add up to the total exactly: if the
/// total itself is not a whole number of coins, the remainder of less than a coin goes to the first part, and if all
/// weights are zero, the whole total does. Without weights the result is empty. A coin that is not positive counts as
/// one minor unit; a negative total is divided like the positive one.
///
/// ```
/// use felt::{Money, apportion};
///
/// let parts = apportion(Money::minor(1_000), &[1, 1, 1], Money::minor(100));
/// assert_eq!(parts, [400, 300, 300].map(Money::minor));
/// ```
#[must_use]
pub fn apportion(total: Money, weights: &[u64], coin: Money) -> Vec<Money> {
    let mut parts = vec![Money::ZERO; weights.len()];
    share_out(total, weights, coin, &mut parts);
    parts
}

/// Divides `total` as [`apportion`] does, among a number of parts known at compile time, without allocating.
///
/// ```
/// use felt::{Money, apportion_among};
///
/// let parts = apportion_among(Money::minor(1_000), [1, 1, 1], Money::minor(100));
/// assert_eq!(parts, [400, 300, 300].map(Money::minor));
/// ```
#[must_use]
pub fn apportion_among<const N: usize>(total: Money, weights: [u64; N], coin: Money) -> [Money; N] {
    let mut parts = [Money::ZERO; N];
    share_out(total, &weights, coin, &mut parts);
    parts
}

fn share_out(total: Money, weights: &[u64], coin: Money, parts: &mut [Money]) {
    let coin = coin.as_minor().max(1).unsigned_abs();
    let units = total.as_minor().unsigned_abs();
    let coins = u128::from(units / coin);
    let sum = NonZeroU128::new(weights.iter().copied().map(u128::from).sum());
    let signed = |part: u64| {
        // Computing with negative numbers keeps even the smallest one in range.
        let part = if total.is_negative() {
            0_i64.saturating_sub_unsigned(part)
        } else {
            0_i64.saturating_add_unsigned(part)
        };
        Money::minor(part)
    };

    let mut left = units;
    if let Some(sum) = sum {
        // At most 2^63 times 2^64, which fits; no share exceeds the total, so it fits a `u64`.
        let share = |weight: u64| u64::try_from(coins * u128::from(weight) / sum).unwrap_or(u64::MAX) * coin;
        let remainder = |weight: u64| coins * u128::from(weight) % sum;
        for (part, weight) in parts.iter_mut().zip(weights) {
            *part = signed(share(*weight));
            left -= share(*weight);
        }
        // Fewer coins are left than there are parts. Each goes to the next part by remainder, then by position.
        let mut last = None;
        while left >= coin {
            let order = weights.iter().enumerate().map(|(at, weight)| (remainder(*weight), Reverse(at)));
            let next = order.filter(|part| last.is_none_or(|last| *part < last)).max();
            let Some((at, part)) = next.and_then(|(_, Reverse(at))| Some((at, parts.get_mut(at)?))) else {
                break;
            };
            *part = signed(share(weights[at]) + coin);
            (left, last) = (left - coin, next);
        }
    }
    if let Some(first) = parts.first_mut() {
        *first += signed(left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};
    use proptest::prelude::*;

    fn minors(parts: Vec<Money>) -> Vec<i64> {
        parts.into_iter().map(Money::as_minor).collect()
    }

    #[test]
    fn names_are_kebab_case() {
        for rounding in Rounding::ALL {
            assert_eq!(read(&written(&rounding)), Ok(rounding));
        }
        assert_eq!(written(&Rounding::NearestUp), "nearest-up");
    }

    #[test]
    fn every_way_of_rounding_on_both_sides_of_zero() {
        let all = |numerator| Rounding::ALL.map(|way| way.apply(numerator, 2, Money::minor(100)).as_minor());
        assert_eq!(all(500), [250, 200, 300, 300, 200]);
        assert_eq!(all(501), [250, 200, 300, 300, 300]);
        assert_eq!(all(499), [249, 200, 300, 200, 200]);
        assert_eq!(all(400), [200, 200, 200, 200, 200]);
        assert_eq!(all(-500), [-250, -300, -200, -200, -300]);
        assert_eq!(Rounding::Down.apply(500, -2, Money::minor(100)), Money::minor(-300));
    }

    #[test]
    fn the_edges_do_not_panic() {
        for way in Rounding::ALL {
            assert_eq!(way.apply(5, 0, Money::minor(1)), Money::ZERO);
            assert_eq!(way.apply(i128::MAX, 1, Money::ZERO), Money::minor(i64::MAX));
            assert_eq!(way.apply(i128::MIN, 1, Money::ZERO), Money::minor(i64::MIN));
            let _ = way.apply(i128::MIN, i128::MIN, Money::minor(i64::MAX));
        }
    }

    #[test]
    fn apportions_as_documented() {
        let share = |total, weights: &[u64], coin| {
            minors(apportion(Money::minor(total), weights, Money::minor(coin)))
        };
        assert_eq!(share(1_000, &[1, 1, 1], 1), [334, 333, 333]);
        assert_eq!(share(1_000, &[1, 2, 3], 100), [200, 300, 500]);
        assert_eq!(share(1_050, &[0, 1], 100), [50, 1_000]);
        assert_eq!(share(7, &[0, 0], 1), [7, 0]);
        assert_eq!(share(7, &[], 1), [] as [i64; 0]);
        assert_eq!(share(-1_000, &[1, 1, 1], 1), [-334, -333, -333]);
        assert_eq!(share(i64::MIN, &[u64::MAX], 1), [i64::MIN]);
    }

    proptest! {
        #[test]
        fn rounding_stays_within_a_coin(numerator in -1_000_000_i64..1_000_000, denominator in 1..1_000_i64, coin in 1..1_000_i64) {
            let (num, den, size) = (i128::from(numerator), i128::from(denominator), i128::from(coin));
            for way in Rounding::ALL {
                let units = i128::from(way.apply(num, den, Money::minor(coin)).as_minor());
                let error = units * den - num;
                let reach = if way == Rounding::Exact { den } else { den * size };
                prop_assert!(way == Rounding::Exact || units % size == 0);
                match way {
                    Rounding::Exact | Rounding::Down => prop_assert!(error <= 0 && -error < reach),
                    Rounding::Up => prop_assert!(error >= 0 && error < reach),
                    Rounding::NearestUp => prop_assert!(2 * error <= reach && -2 * error < reach),
                    Rounding::NearestDown => prop_assert!(2 * error < reach && -2 * error <= reach),
                }
            }
        }

        #[test]
        fn parts_add_up_and_are_fair(
            total in 0..=Money::MAX_AMOUNT.as_minor(),
            weights in prop::collection::vec(0..1_000_u64, 1..20),
            coin in 1..10_000_i64,
        ) {
            let parts = minors(apportion(Money::minor(total), &weights, Money::minor(coin)));
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            let sum = i128::from(weights.iter().sum::<u64>());
            let rest = total % coin;
            for (at, (part, weight)) in parts.iter().zip(&weights).enumerate() {
                let part = if at == 0 { part - rest } else { *part };
                prop_assert_eq!(part % coin, 0);
                // No part is a whole coin or more away from its exact share.
                let error = i128::from(part) * sum - i128::from(total - rest) * i128::from(*weight);
                prop_assert!(sum == 0 || error.abs() < sum * i128::from(coin));
            }
        }

        #[test]
        fn among_known_parts_it_is_the_same(total: i64, weights: [u64; 6], coin: i64) {
            let (total, coin) = (Money::minor(total), Money::minor(coin));
            prop_assert_eq!(apportion_among(total, weights, coin).to_vec(), apportion(total, &weights, coin));
        }

        #[test]
        fn any_weights_add_up(total: i64, weights in prop::collection::vec(any::<u64>(), 1..8), coin: i64) {
            let parts = minors(apportion(Money::minor(total), &weights, Money::minor(coin)));
            prop_assert_eq!(parts.into_iter().map(i128::from).sum::<i128>(), i128::from(total));
        }
    }
}
