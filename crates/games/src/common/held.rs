//! Cards leaving the shoe, and those drawn already that will be used as the next ones.

use engine::Face;
use felt::{Card, Shoe};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

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

/// Cards held over to be used next, the first drawn first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Held(VecDeque<u32>);

impl Held {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The one that is used first.
    pub(crate) fn first(&self) -> Option<u32> {
        self.0.front().copied()
    }

    /// All of them, the one that is used first at the beginning.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied()
    }

    /// The numbers of all of them, to change them.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.0.iter_mut()
    }

    pub(crate) fn push(&mut self, draw: u32) {
        self.0.push_back(draw);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// The next card: one held over, else one from the shoe.
    pub(crate) fn take(&mut self, shoe: &mut Shoe, face: Face) -> Drawn {
        let Some(draw) = self.0.pop_front() else { return Drawn::from_shoe(shoe, face.card()) };
        let foreign = face.card().is_some_and(|card| shoe.reveal(card).is_err());
        Drawn { draw, held: true, foreign }
    }
}
