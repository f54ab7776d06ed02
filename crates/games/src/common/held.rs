//! Cards leaving the shoe, and those drawn already that will be used as the next ones.

use engine::Face;
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
}

/// Cards held over to be used next, the first drawn first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held([Option<u32>; 4]);

impl Held {
    pub(crate) fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.0[3].is_some()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().flatten().count()
    }

    pub(crate) fn push(&mut self, draw: u32) {
        if let Some(place) = self.0.iter_mut().find(|place| place.is_none()) {
            *place = Some(draw);
        }
    }

    /// The next card: one held over, else one from the shoe.
    pub(crate) fn take(&mut self, shoe: &mut Shoe, face: Face) -> Drawn {
        let Some(draw) = self.pop() else { return Drawn::from_shoe(shoe, face.card()) };
        let foreign = face.card().is_some_and(|card| shoe.reveal(card).is_err());
        Drawn { draw, held: true, foreign }
    }

    fn pop(&mut self) -> Option<u32> {
        let first = self.0[0].take()?;
        self.0.rotate_left(1);
        Some(first)
    }
}
