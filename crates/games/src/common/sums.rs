//! Arithmetic on amounts that saturates at the largest one.

use engine::{AmountRange, OpenError};
use felt::{Currency, Money, Rounding};

/// The sum of two amounts.
pub(crate) fn plus(one: Money, other: Money) -> Money {
    Money::minor(one.as_minor().saturating_add(other.as_minor()))
}

/// A multiple of an amount.
pub(crate) fn times(amount: Money, count: u32) -> Money {
    Money::minor(amount.as_minor().saturating_mul(i64::from(count)))
}

/// One whole unit of a currency, as a dollar.
pub(crate) fn unit_of(currency: Currency) -> Money {
    Money::minor(10_i64.pow(u32::from(currency.digits)))
}

/// Scales an amount printed for a stake of one unit to another stake.
pub(crate) fn for_units(amount: Money, stake: Money, currency: Currency) -> Money {
    // The product of two of the largest amounts needs a wider number.
    let product = i128::from(amount.as_minor()) * i128::from(stake.as_minor());
    Rounding::Exact.apply(product, unit_of(currency).as_minor().into(), Money::ZERO)
}

/// Scales amounts that are printed for a stake of one unit of money, at a table with a larger stake.
///
/// # Errors
/// Refuses limits that are not a single amount of whole units, and amounts that overflow.
pub(crate) fn grow_with_unit<'m>(
    wager: &str,
    limits: AmountRange,
    currency: Currency,
    amounts: impl Iterator<Item = &'m mut Money>,
) -> Result<(), OpenError> {
    let stake = limits.max;
    if limits.min != stake || !stake.is_multiple_of(unit_of(currency)) {
        return Err(OpenError(format!("{wager} is a wager of one amount, in whole units of money")));
    }
    for amount in amounts {
        *amount = for_units(*amount, stake, currency);
        if *amount > Money::MAX_KEPT {
            return Err(OpenError(format!("{wager} pays more than is counted")));
        }
    }
    Ok(())
}

/// Whether an amount printed for a stake of one unit can be paid on any stake that is accepted.
pub(crate) fn is_payable(amount: Money, currency: Currency) -> bool {
    for_units(amount, Money::MAX_AMOUNT, currency) <= Money::MAX_KEPT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_for_a_unit_do_not_wrap() {
        let usd = Currency::USD;
        assert_eq!(for_units(Money::minor(5_000), Money::minor(300), usd), Money::minor(15_000));
        // A thousand million for every dollar, on the largest stake: the result saturates and does not wrap
        // to a small amount.
        assert_eq!(for_units(Money::MAX_AMOUNT, Money::MAX_AMOUNT, usd), Money::minor(i64::MAX));
        assert!(!is_payable(Money::MAX_AMOUNT, usd));
        assert!(is_payable(Money::minor(100_000_000), usd));
    }
}
