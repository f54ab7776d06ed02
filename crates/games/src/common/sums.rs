//! Amounts that may be too large to count: then they are the largest there is.

use felt::Money;

/// Two amounts together.
pub(crate) fn plus(one: Money, other: Money) -> Money {
    Money::minor(one.as_minor().saturating_add(other.as_minor()))
}

/// So many times an amount.
pub(crate) fn times(amount: Money, count: u32) -> Money {
    Money::minor(amount.as_minor().saturating_mul(i64::from(count)))
}
