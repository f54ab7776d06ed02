//! Reading of external amounts: stakes, draws and awards are not negative, and at most the engine's largest amount.

use felt::Money;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads an amount.
pub(crate) fn amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
    bounded(Money::deserialize(deserializer)?)
}

/// Reads an amount that may be left out.
pub(crate) fn maybe_amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    Option::<Money>::deserialize(deserializer)?.map(bounded).transpose()
}

fn bounded<E: Error>(amount: Money) -> Result<Money, E> {
    if amount.is_acceptable() && !amount.is_negative() {
        return Ok(amount);
    }
    let (read, most) = (amount.as_minor(), Money::MAX_AMOUNT.as_minor());
    Err(E::custom(format_args!("{read} is not an amount: write minor units from 0 to {most}")))
}
