//! Cards leaving the shoe.

use felt::{Card, Shoe};

/// A card that has left the shoe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    /// Its number.
    pub(crate) draw: u32,
    /// Whether it was drawn earlier and held over.
    pub(crate) held: bool,
    /// Whether the shoe cannot have held it.
    pub(crate) foreign: bool,
}

impl Drawn {
    /// A card from the shoe itself, also where others are held over.
    pub(crate) fn from_shoe(shoe: &mut Shoe, card: Option<Card>) -> Drawn {
        match shoe.draw(card) {
            Ok(draw) => Drawn { draw, held: false, foreign: false },
            // The shoe still counts the card that left it, whatever it was.
            Err(_) => Drawn { draw: shoe.draw(None).unwrap_or(0), held: false, foreign: true },
        }
    }

    /// A card that was put away with the rest of the shoe, and had left it before.
    pub(crate) fn from_rack(shoe: &mut Shoe, card: Option<Card>) -> Drawn {
        let foreign = card.is_some_and(|card| shoe.pack().copies(card) == 0);
        Drawn { draw: shoe.draw_from_rack(), held: false, foreign }
    }
}

/// A number of cards. A shoe counts its cards in a `u16`, and takes no more into the rack than it has given out.
pub(crate) fn card_count(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}
