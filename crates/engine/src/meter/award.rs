//! The amount of an award, in coins.

use crate::wager::Share;
use felt::{Money, Rounding, apportion};
use rulebook::Division;

/// Returns the award for a share of a meter that shows this much.
///
/// A share is computed from what the meter shows, in whole minor units, because that is the amount on the meter
/// (OH-MLP-7.IV) and what a patron can check; the hidden fraction of a cent stays in the meter. Rounding never pays
/// more than the meter shows: an award that would be rounded up beyond it is rounded down.
///
/// ```
/// use engine::{Share, meter::award};
/// use felt::{Money, Pay, Rounding};
///
/// let tenth = Share::of(Pay::MeterPercent(1_000)).ok_or("a share")?;
/// assert_eq!(award(Money::minor(1_000_005), tenth, Rounding::Down, Money::minor(1)), Money::minor(100_000));
/// # Ok::<(), &str>(())
/// ```
#[must_use]
pub fn award(stands: Money, share: Share, rounding: Rounding, coin: Money) -> Money {
    // At most 2^63 times 10,000.
    let shared = i128::from(stands.as_minor()) * i128::from(share.hundredths());
    let amount = rounding.apply(shared, WHOLE.into(), coin);
    if amount > stands { Rounding::Down.apply(shared, WHOLE.into(), coin) } else { amount }
}

/// All of a meter, in hundredths of a percent.
const WHOLE: u16 = 10_000;

/// Divides an award among several winners, in the order of payment.
pub(super) fn divided(total: Money, winners: usize, coin: Money, division: Division) -> Vec<Money> {
    match division {
        Division::FirstPaid => apportion(total, &vec![1; winners], coin),
        Division::Equal => {
            vec![Rounding::Down.apply(total.as_minor().into(), winners as i128, coin); winners]
        }
    }
}
