//! Posted limits: how much may still be staked.

use engine::{AmountRange, OpenError, Refusal, RefusalKind, Rule};
use felt::Money;
use rulebook::TableConfig;

/// Returns the posted limits of a wager.
pub(crate) fn limits_of(config: &TableConfig, wager: &str) -> Result<AmountRange, OpenError> {
    let limits = config.limits(wager).ok_or_else(|| OpenError(format!("no limits for {wager}")))?;
    Ok(AmountRange { min: limits.min, max: limits.max, step: limits.step })
}

/// Returns the number of boxes of the layout, at most the number that the code supports.
pub(crate) fn boxes_of(config: &TableConfig, most: usize) -> Result<u8, OpenError> {
    if usize::from(config.boxes) <= most {
        return Ok(config.boxes);
    }
    Err(OpenError(format!("a layout of {} boxes; this game is dealt to {most} at most", config.boxes)))
}

/// Checks that `staked + stake` stays within the limits, and returns the range that is still open.
pub(crate) fn within(
    limits: AmountRange,
    staked: Money,
    stake: Option<Money>,
    rule: Rule,
) -> Result<AmountRange, Refusal> {
    let min = if staked.is_zero() { limits.min } else { limits.step };
    let open = AmountRange { min, max: limits.max - staked, step: limits.step };
    let fits = match stake {
        None => open.max.is_positive(),
        Some(stake) => {
            let total = staked + stake;
            let in_limits = limits.min <= total && total <= limits.max;
            stake.is_positive() && in_limits && total.is_multiple_of(limits.step)
        }
    };
    if fits {
        return Ok(open);
    }
    let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", rule);
    Err(if open.min <= open.max { refusal.allowing(open) } else { refusal })
}

/// The greatest common divisor of two amounts.
pub(crate) fn gcd(a: Money, b: Money) -> Money {
    let (mut a, mut b) = (a.as_minor(), b.as_minor());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Money::minor(a)
}
