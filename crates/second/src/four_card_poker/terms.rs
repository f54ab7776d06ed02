//! What the text pays, and the table's choices that affect it.

use super::rank::{Kind, Worth};
use crate::poker::pay::{Pays, Price};
use rulebook::TableConfig;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7.III, RULING-4CP-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// RULING-4CP-11: whether a progressive wager needs an ante, so that Aces Up is not enough.
    pub progressive_needs_ante: bool,
    /// The table's coin and rounding.
    pub pays: Pays,
}

impl Terms {
    /// Reads the table's choices. The odds are constants below, copied from the document.
    pub fn read(table: &TableConfig) -> Terms {
        Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            progressive_needs_ante: table.option("progressive-beside") != "ante-or-aces-up",
            pays: Pays::read(table),
        }
    }
}

/// 11.I.B/T1: the bonus on the ante.
pub fn ante_bonus_price(hand: &Worth) -> Option<Price> {
    match hand.kind {
        Kind::Four => Some((25, 1)),
        Kind::StraightFlush => Some((20, 1)),
        Kind::Three => Some((2, 1)),
        _ => None,
    }
}

/// 11.I.C/T1, in the reading of Q109.
pub fn aces_up_price(hand: &Worth) -> Option<Price> {
    match hand.kind {
        Kind::Four => Some((50, 1)),
        Kind::StraightFlush => Some((40, 1)),
        Kind::Three => Some((8, 1)),
        Kind::Flush => Some((5, 1)),
        Kind::Straight => Some((4, 1)),
        Kind::TwoPairs => Some((3, 1)),
        Kind::Pair if hand.ranks[0] == 14 => Some((1, 1)),
        Kind::Pair | Kind::Nothing => None,
    }
}
