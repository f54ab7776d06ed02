//! What the text pays, and the table's choices that affect it.

use super::rank::Kind;
use crate::poker::pay::{Pays, Price, odds};
use rulebook::TableConfig;

/// OH-DJW-11(e), in cents: the most that one patron is paid in a round (RULING-DJW-13).
pub const MOST: i64 = 50_000_00;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Whether cards are dealt from an automated shoe (section 9) and not from the hand (section 8).
    pub shoe: bool,
    /// 7(b), RULING-DJW-1: whether a patron who leaves loses their wagers.
    pub who_leaves_loses: bool,
    /// The treatment of equal hands by Two Way Bad Beat.
    pub equal_hands: EqualHands,
    /// 11(c): what a winning blind is paid, hands from the highest down.
    pub blind: [(Kind, Price); 8],
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// RULING-DJW-11.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EqualHands {
    /// They are paid as the hand that both have.
    Pay,
    /// The wager is returned.
    Push,
    /// It loses.
    Lose,
}

/// OH-DJW-11(c)/T1, with the words of the options that raise them (RULING-DJW-20); others push.
pub const BLIND: [(Kind, &str, Price); 8] = [
    (Kind::FiveWilds, "five-wilds", (1_000, 1)),
    (Kind::Royal, "royal-flush", (50, 1)),
    (Kind::Five, "five-of-a-kind", (10, 1)),
    (Kind::StraightFlush, "straight-flush", (9, 1)),
    (Kind::Four, "four-of-a-kind", (4, 1)),
    (Kind::FullHouse, "full-house", (3, 1)),
    (Kind::Flush, "flush", (2, 1)),
    (Kind::Straight, "straight", (1, 1)),
];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the table pays less on the blind than is printed.
    pub fn read(table: &TableConfig) -> Terms {
        let terms = Terms {
            shoe: table.option("dealing") == "shoe",
            who_leaves_loses: table.option("wagers-left") == "lose",
            equal_hands: match table.option("bad-beat-ties") {
                "pays" => EqualHands::Pay,
                "pushes" => EqualHands::Push,
                _ => EqualHands::Lose,
            },
            blind: BLIND.map(|(hand, word, _)| (hand, odds(table, &format!("blind-{word}-pays")))),
            pays: Pays::read(table),
        };
        let enough = |((_, (win, per)), (_, _, (least, one))): (&(Kind, Price), &(Kind, &str, Price))| {
            win * one >= least * per
        };
        assert!(terms.blind.iter().zip(&BLIND).all(enough), "odds below the printed");
        terms
    }

    /// OH-DJW-11(c): what a winning blind is paid; others push.
    pub fn blind_price(&self, hand: Kind) -> Option<Price> {
        self.blind.iter().find(|(kind, _)| *kind == hand).map(|(_, price)| *price)
    }
}

/// OH-DJW-11(c)bis/T1: the column of wild hands and that of natural ones; `None` below three of a kind (10(d)(3)).
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

/// OH-DJW-11(d)/T1: by the hand that was beaten. Five wilds cannot be beaten.
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
