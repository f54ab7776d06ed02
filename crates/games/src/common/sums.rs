//! Amounts that may be too large to count: then they are the largest there is.

use felt::{Currency, Money};

/// Two amounts together.
pub(crate) fn plus(one: Money, other: Money) -> Money {
    Money::minor(one.as_minor().saturating_add(other.as_minor()))
}

/// So many times an amount.
pub(crate) fn times(amount: Money, count: u32) -> Money {
    Money::minor(amount.as_minor().saturating_mul(i64::from(count)))
}

/// One whole unit of a currency, as a dollar.
pub(crate) fn unit_of(currency: Currency) -> Money {
    Money::minor(10_i64.pow(u32::from(currency.digits)))
}

/// An amount printed for a stake of one unit, on another stake.
pub(crate) fn for_units(amount: Money, stake: Money, currency: Currency) -> Money {
    Money::minor(amount.as_minor() * stake.as_minor() / unit_of(currency).as_minor())
}
