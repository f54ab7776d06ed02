//! What the text pays, and the table's choices that bear on it.

use super::rank::Kind;
use crate::poker::pay::{Pays, Price};
use rulebook::TableConfig;

/// OH-DJW-11(e), in cents: the most that one patron is paid in a round (RULING-DJW-13).
pub const MOST: i64 = 50_000_00;

/// What bears on the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7(b), RULING-DJW-1: whether who leaves has lost what lies there.
    pub who_leaves_loses: bool,
    /// How the table pays.
    pub pays: Pays,
}

impl Terms {
    /// Reads the table's choices.
    pub fn read(table: &TableConfig) -> Terms {
        Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            pays: Pays::read(table),
        }
    }
}

/// OH-DJW-11(c)/T1: what a winning blind is paid; others push.
pub fn blind_price(hand: Kind) -> Option<Price> {
    let win = match hand {
        Kind::FiveWilds => 1_000,
        Kind::Royal => 50,
        Kind::Five => 10,
        Kind::StraightFlush => 9,
        Kind::Four => 4,
        Kind::FullHouse => 3,
        Kind::Flush => 2,
        Kind::Straight => 1,
        _ => return None,
    };
    Some((win, 1))
}

/// OH-DJW-11(c)bis/T1: the column of wild hands and that of natural ones; nothing below three of a kind (10(d)(3)).
pub fn trips_price(hand: Kind, natural: bool) -> Option<Price> {
    let (wild_pays, natural_pays) = match hand {
        Kind::FiveWilds => (2_000, 2_000),
        Kind::Royal => (90, 1_000),
        Kind::Five => (70, 70),
        Kind::StraightFlush => (25, 200),
        Kind::Four => (6, 60),
        Kind::FullHouse => (5, 30),
        Kind::Flush => (4, 25),
        Kind::Straight => (3, 20),
        Kind::Three => (1, 6),
        _ => return None,
    };
    Some((if natural { natural_pays } else { wild_pays }, 1))
}

/// OH-DJW-11(d)/T1: by the hand that was beaten. Nothing beats five wilds.
pub fn bad_beat_price(beaten: Kind) -> Option<Price> {
    let win = match beaten {
        Kind::Royal | Kind::Five | Kind::StraightFlush => 500,
        Kind::Four => 300,
        Kind::FullHouse => 200,
        Kind::Flush => 100,
        Kind::Straight => 50,
        Kind::Three => 15,
        _ => return None,
    };
    Some((win, 1))
}
