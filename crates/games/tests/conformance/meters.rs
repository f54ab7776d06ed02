//! Simulated progressive meters of a house: they grow, grant shares and are reset.

use crate::chance::Chance;
use engine::{Granted, MeterId, Patron};
use felt::{Money, Pay};
use rulebook::Awards;
use std::collections::BTreeMap;

/// The amount of each meter.
#[derive(Clone, Debug)]
pub struct Meters {
    awards: Awards,
    chance: Chance,
    amounts: BTreeMap<MeterId, i64>,
}

impl Meters {
    pub fn new(awards: Awards, chance: Chance) -> Meters {
        Meters { awards, chance, amounts: BTreeMap::new() }
    }
}

impl engine::Meters for Meters {
    /// Grants a share of a meter, rounded by the table's rule; the meter keeps the rest.
    fn grant(&mut self, meter: MeterId, share: Pay, _: Patron) -> Option<Granted> {
        let shown = self.amounts.entry(meter).or_insert(1_000_000);
        // Between two draws other tables have paid in.
        *shown += i64::try_from(self.chance.below(50_000_000)).unwrap();
        let granted = Granted::of(share, Money::minor(*shown), self.awards);
        let granted = granted.unwrap_or_else(|| panic!("{share:?} is no share of a meter"));
        *shown -= granted.amount.as_minor();
        // The house refills an empty meter.
        *shown = (*shown).max(1_000_000);
        Some(granted)
    }
}
