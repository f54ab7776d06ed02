//! What the text pays, and the table's choices that affect it.

use crate::poker::pay::{Pays, Price};
use crate::poker::rank::Category;
use rulebook::TableConfig;

/// OH-UTH-10.V, in cents.
const PAYOUT_LIMIT: i64 = 50_000_00;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 8) and not from the hand (section 7).
    pub shoe: bool,
    /// RULING-UTH-12: whether a fold stands when a dealer's card was seen too early.
    pub folds_stand: bool,
    /// The smallest ante, in minor units.
    pub ante_least: i64,
    /// The smallest Trips Wager if it is offered, in minor units.
    pub trips_least: Option<i64>,
    /// The table's coin and rounding.
    pub pays: Pays,
}

impl Terms {
    /// Reads the table's choices. The odds are constants below, copied from the document.
    ///
    /// # Panics
    /// If the table has no limits for the ante.
    pub fn read(table: &TableConfig) -> Terms {
        let least = |wager: &str| table.limits(wager).map(|limits| limits.min.as_minor());
        Terms {
            shoe: table.option("dealing") == "shoe",
            folds_stand: table.option("exposed-card-folds") == "stand",
            ante_least: least("ante").expect("an ante has limits"),
            trips_least: if table.offers("trips") { least("trips") } else { None },
            pays: Pays::read(table),
        }
    }

    /// OH-UTH-10.V: the limit on the payment for one hand on ante, blind, play and trips together. With minimum wagers
    /// a patron wins most with a royal flush: the ante, four times the ante, 500 times the blind, 50 times trips.
    pub fn most(&self) -> i64 {
        let at_the_minimum = (1 + 4 + 500) * self.ante_least + 50 * self.trips_least.unwrap_or(0);
        PAYOUT_LIMIT.max(at_the_minimum)
    }
}

/// OH-UTH-10.III/T1; `None` below a straight.
pub fn blind(hand: Category) -> Option<Price> {
    match hand {
        Category::Royal => Some((500, 1)),
        Category::StraightFlush => Some((50, 1)),
        Category::Four => Some((10, 1)),
        Category::FullHouse => Some((3, 1)),
        Category::Flush => Some((3, 2)),
        Category::Straight => Some((1, 1)),
        _ => None,
    }
}

/// OH-UTH-10.IV/T1; `None` below three of a kind.
pub fn trips(hand: Category) -> Option<Price> {
    match hand {
        Category::Royal => Some((50, 1)),
        Category::StraightFlush => Some((40, 1)),
        Category::Four => Some((30, 1)),
        Category::FullHouse => Some((8, 1)),
        Category::Flush => Some((7, 1)),
        Category::Straight => Some((4, 1)),
        Category::Three => Some((3, 1)),
        _ => None,
    }
}
