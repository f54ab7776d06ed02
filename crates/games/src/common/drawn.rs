//! Cards leaving the shoe.

use felt::{Card, Shoe};

/// A card that has left the shoe.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    /// Its draw number.
    pub(crate) draw: u32,
    /// Whether it was drawn earlier and held over.
    pub(crate) held: bool,
    /// Whether it cannot be a card of the shoe.
    pub(crate) foreign: bool,
}

impl Drawn {
    /// Draws a card from the shoe itself, even if held-over cards exist.
    pub(crate) fn from_shoe(shoe: &mut Shoe, card: Option<Card>) -> Drawn {
        match shoe.draw(card) {
            Ok(draw) => Drawn { draw, held: false, foreign: false },
            // The shoe counts every card that leaves it, foreign ones too.
            Err(_) => Drawn { draw: shoe.draw(None).unwrap_or(0), held: false, foreign: true },
        }
    }

    /// Draws a card that had left the shoe earlier and was put away with the rest of it.
    pub(crate) fn from_rack(shoe: &mut Shoe, card: Option<Card>) -> Drawn {
        let foreign = card.is_some_and(|card| shoe.pack().copies(card) == 0);
        Drawn { draw: shoe.draw_from_rack(), held: false, foreign }
    }
}

/// Converts a number of cards. It fits: a shoe counts its cards in a `u16`, and takes no more into the rack
/// than it has dealt.
pub(crate) fn card_count(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}
