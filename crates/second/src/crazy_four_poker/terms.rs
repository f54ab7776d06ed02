//! What the text pays, and the table's choices that affect it.

use crate::four_card_poker::rank::{Kind, Worth};
use crate::poker::pay::{Pays, Price};
use rulebook::TableConfig;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7.III, RULING-C4P-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// The table's coin and rounding.
    pub pays: Pays,
}

impl Terms {
    /// Reads the table's choices. The odds are constants below, copied from the document.
    pub fn read(table: &TableConfig) -> Terms {
        Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            pays: Pays::read(table),
        }
    }
}

/// 11.II/T1; `None` below a straight.
pub fn super_bonus_price(hand: &Worth) -> Option<Price> {
    match hand.kind {
        Kind::Four if hand.ranks[0] == 14 => Some((200, 1)),
        Kind::Four => Some((30, 1)),
        Kind::StraightFlush => Some((15, 1)),
        Kind::Three => Some((2, 1)),
        Kind::Flush => Some((3, 2)),
        Kind::Straight => Some((1, 1)),
        Kind::TwoPairs | Kind::Pair | Kind::Nothing => None,
    }
}

/// 11.III/T1.
pub fn queens_up_price(hand: &Worth) -> Option<Price> {
    match hand.kind {
        Kind::Four => Some((50, 1)),
        Kind::StraightFlush => Some((30, 1)),
        Kind::Three => Some((9, 1)),
        Kind::Flush => Some((4, 1)),
        Kind::Straight => Some((3, 1)),
        Kind::TwoPairs => Some((2, 1)),
        Kind::Pair if hand.ranks[0] >= 12 => Some((1, 1)),
        Kind::Pair | Kind::Nothing => None,
    }
}
