//! Progressive meters as a house would keep them, pretended: they grow, grant shares and are reset.

use crate::chance::Chance;
use engine::{MeterId, Patron};
use felt::{Money, Pay};
use std::collections::BTreeMap;

/// What each meter shows.
#[derive(Clone, Debug)]
pub struct Meters {
    coin: Money,
    chance: Chance,
    amounts: BTreeMap<MeterId, i64>,
}

impl Meters {
    pub fn new(coin: Money, chance: Chance) -> Meters {
        Meters { coin, chance, amounts: BTreeMap::new() }
    }
}

impl engine::Meters for Meters {
    /// Grants a share of a meter, rounded down to the coin; the meter keeps the rest.
    fn grant(&mut self, meter: MeterId, share: Pay, _: Patron) -> Option<Money> {
        let shown = self.amounts.entry(meter).or_insert(1_000_000);
        // Between two draws other tables have paid in.
        *shown += i64::try_from(self.chance.below(50_000_000)).unwrap();
        let hundredths = match share {
            Pay::MeterPercent(hundredths) => i64::from(hundredths),
            other => panic!("{other:?} is no share of a meter"),
        };
        let coin = self.coin.as_minor();
        let amount = *shown * hundredths / 10_000 / coin * coin;
        *shown -= amount;
        // An empty meter is filled again by the house.
        *shown = (*shown).max(1_000_000);
        Some(Money::minor(amount))
    }
}
