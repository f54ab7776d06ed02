//! What the text pays, and the table's choices that affect it.

use super::rank::{Kind, Six};
use crate::poker::pay::{Pays, Price, odds};
use crate::poker::rank::Category;
use rulebook::TableConfig;

/// 12.VI/T1, in cents: what a six-card royal pays, whatever the stake.
pub const SIX_CARD_ROYAL: i64 = 100_000_00;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7.III, RULING-3CP-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// 12.IV: what Pair Plus pays, hands from the highest down.
    pub pair_plus: [(Kind, Price); 5],
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// OH-3CP-12.IV/T1, with the words of the options that raise it (RULING-3CP-15).
pub const PAIR_PLUS: [(Kind, &str, Price); 5] = [
    (Kind::StraightFlush, "straight-flush", (40, 1)),
    (Kind::Three, "three-of-a-kind", (30, 1)),
    (Kind::Straight, "straight", (6, 1)),
    (Kind::Flush, "flush", (3, 1)),
    (Kind::Pair, "pair", (1, 1)),
];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table pays less on Pair Plus than is printed.
    pub fn read(table: &TableConfig) -> Terms {
        let terms = Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            pair_plus: PAIR_PLUS
                .map(|(kind, word, _)| (kind, odds(table, &format!("pair-plus-{word}-pays")))),
            pays: Pays::read(table),
        };
        let enough = |((_, (win, per)), (_, _, (least, one))): (&(Kind, Price), &(Kind, &str, Price))| {
            win * one >= least * per
        };
        assert!(terms.pair_plus.iter().zip(&PAIR_PLUS).all(enough), "odds below the printed");
        terms
    }

    /// 12.IV: what Pair Plus pays for a hand.
    pub fn pair_plus_price(&self, kind: Kind) -> Option<Price> {
        self.pair_plus.iter().find(|(known, _)| *known == kind).map(|(_, price)| *price)
    }
}

/// 12.V/T1: the bonus on the ante.
pub fn ante_bonus_price(kind: Kind) -> Option<Price> {
    match kind {
        Kind::StraightFlush => Some((5, 1)),
        Kind::Three => Some((4, 1)),
        Kind::Straight => Some((1, 1)),
        _ => None,
    }
}

/// What a Six Card Bonus is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SixPays {
    /// An amount in cents.
    Amount(i64),
    /// At odds.
    Odds(Price),
    /// It loses (11.II.A.1).
    Nothing,
}

/// 12.VI/T1.
pub fn six_card_pays(six: Six) -> SixPays {
    let win = match six {
        Six::Royal => return SixPays::Amount(SIX_CARD_ROYAL),
        Six::Five(Category::Royal) => 1_000,
        Six::Five(Category::StraightFlush) => 200,
        Six::Five(Category::Four) => 50,
        Six::Five(Category::FullHouse) => 20,
        Six::Five(Category::Flush) => 15,
        Six::Five(Category::Straight) => 10,
        Six::Five(Category::Three) => 5,
        Six::Five(_) => return SixPays::Nothing,
    };
    SixPays::Odds((win, 1))
}
