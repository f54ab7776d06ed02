//! What the text pays, and the table's choices that bear on it.

use super::rank::Category;
use rulebook::TableConfig;

/// Odds "a to b".
pub type Price = (i64, i64);

/// OH-UTH-12.1.II, in cents.
pub const PROGRESSIVE_STAKE: i64 = 100;

/// OH-UTH-10.V, in cents.
const PAYOUT_LIMIT: i64 = 50_000_00;

/// What bears on the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Positions of players.
    pub boxes: u8,
    /// Dealt from an automated shoe (section 8) and not from the hand (section 7).
    pub shoe: bool,
    /// RULING-UTH-12: whether a fold outlives a dealer's card that was seen too early.
    pub folds_stand: bool,
    /// The least ante, in minor units.
    pub ante_least: i64,
    /// The least Trips Wager where it is offered, in minor units.
    pub trips_least: Option<i64>,
    /// The smallest coin, in minor units.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
}

impl Terms {
    /// Reads the table's choices. The odds are not read from anywhere: they stand below, copied from the document.
    ///
    /// # Panics
    /// When the table has no limits for the ante.
    pub fn read(table: &TableConfig) -> Terms {
        let least = |wager: &str| table.limits(wager).map(|limits| limits.min.as_minor());
        Terms {
            boxes: table.boxes,
            shoe: table.option("dealing") == "shoe",
            folds_stand: table.option("exposed-card-folds") == "stand",
            ante_least: least("ante").expect("an ante has limits"),
            trips_least: if table.offers("trips") { least("trips") } else { None },
            coin: table.coin.as_minor().max(1),
            rounding: table.rounding.map(|rounding| rounding.to_string()),
        }
    }

    /// OH-UTH-10.V: the most that one hand is paid on ante, blind, play and trips together. At the minimum a
    /// patron wins most with a royal flush: the ante, four times the ante, 500 times the blind, 50 times trips.
    pub fn most(&self) -> i64 {
        let at_the_minimum = (1 + 4 + 500) * self.ante_least + 50 * self.trips_least.unwrap_or(0);
        PAYOUT_LIMIT.max(at_the_minimum)
    }

    /// What the stake wins at the price, in minor units.
    ///
    /// # Errors
    /// When it cannot be paid in whole coins and the table has no rule for that.
    pub fn win(&self, stake: i64, (win, per): Price) -> Result<i64, String> {
        let rounding = self.rounding.as_deref().unwrap_or("exact");
        if rounding == "exact" {
            let fits = (stake * win) % per == 0;
            return fits
                .then_some(stake * win / per)
                .ok_or(format!("{stake} at {win} to {per} is no amount"));
        }
        let unit = per * self.coin;
        let (whole, rest) = (stake * win / unit, stake * win % unit);
        let up = match rounding {
            "down" => false,
            "up" => rest > 0,
            "nearest-up" => 2 * rest >= unit,
            "nearest-down" => 2 * rest > unit,
            other => return Err(format!("unknown rounding {other}")),
        };
        Ok((whole + i64::from(up)) * self.coin)
    }
}

/// OH-UTH-10.III/T1; nothing below a straight.
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

/// OH-UTH-10.IV/T1; nothing below three of a kind.
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

/// What a progressive wager gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prize {
    /// A share of the meter; the meter says how much that is.
    Meter,
    /// An amount in cents.
    Fixed(i64),
}

/// OH-UTH-12.3.I/T1, OH-MLP-7.I/T1: the prize of the holder.
pub fn progressive(hand: Category) -> Option<Prize> {
    match hand {
        Category::Royal | Category::StraightFlush => Some(Prize::Meter),
        Category::Four => Some(Prize::Fixed(300_00)),
        Category::FullHouse => Some(Prize::Fixed(50_00)),
        Category::Flush => Some(Prize::Fixed(40_00)),
        Category::Straight => Some(Prize::Fixed(30_00)),
        Category::Three => Some(Prize::Fixed(9_00)),
        _ => None,
    }
}

/// The same tables: the envy bonus of everybody else, in cents.
pub fn envy(hand: Category) -> Option<i64> {
    match hand {
        Category::Royal => Some(1_000_00),
        Category::StraightFlush => Some(300_00),
        _ => None,
    }
}
