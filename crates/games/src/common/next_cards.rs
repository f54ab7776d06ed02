//! Cards that were drawn already and will be used as the next ones.
//!
//! Such a card lies on the layout at [`Place::Next`] with its reading and with who saw it. This module keeps
//! the order in which they are used, and the rule by which each became a next card.

use super::Drawn;
use engine::{Face, LaidCard, Layout, Place, Refusal, Rule};
use felt::Shoe;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Whether a card lies with a hand, with the dealer or in the middle, as opposed to a next card or one in the
/// rack.
pub(crate) fn is_dealt(card: &LaidCard) -> bool {
    !matches!(card.place, Place::Next | Place::Rack)
}

/// A card that waits to be used.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Waiting {
    draw: u32,
    because: Option<Rule>,
}

/// A next card as it lies on the layout, and the rule that made it one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NextCard {
    pub(crate) laid: LaidCard,
    pub(crate) because: Option<Rule>,
}

/// The cards that are used before those of the shoe, in order of use.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NextCards(VecDeque<Waiting>);

impl NextCards {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The card that is used first.
    pub(crate) fn first(&self, layout: &Layout) -> Option<NextCard> {
        let Waiting { draw, because } = *self.0.front()?;
        let laid = *layout.at(Place::Next).find(|laid| laid.draw == draw)?;
        Some(NextCard { laid, because })
    }

    /// The first card if it lies face down; the dealer lays it as if it came from the shoe.
    pub(crate) fn first_hidden(&self, layout: &Layout) -> Option<NextCard> {
        self.first(layout).filter(|next| !next.laid.face.is_up())
    }

    /// All of them in their order.
    pub(crate) fn iter(&self, layout: &Layout) -> impl Iterator<Item = NextCard> {
        self.0.iter().filter_map(|waiting| {
            let laid = *layout.at(Place::Next).find(|laid| laid.draw == waiting.draw)?;
            Some(NextCard { laid, because: waiting.because })
        })
    }

    /// Returns the face of a card that is used now, completed by what a device read when it was drawn.
    ///
    /// # Errors
    /// Refuses a card that differs from the reading.
    pub(crate) fn as_read(&self, layout: &Layout, face: Face) -> Result<Face, Refusal> {
        if self.0.is_empty() {
            return Ok(face);
        }
        let read = self.first_hidden(layout).and_then(|next| next.laid.face.card());
        match (read, face) {
            (Some(read), Face::Unread) => Ok(Face::Down(read)),
            (Some(read), face) if face.card() != Some(read) => {
                Err(Refusal::impossible("card-read-otherwise"))
            }
            _ => Ok(face),
        }
    }

    /// The draw numbers of all of them, mutable.
    pub(crate) fn draws_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.0.iter_mut().map(|waiting| &mut waiting.draw)
    }

    /// Adds a card after those that wait already.
    pub(crate) fn keep(&mut self, layout: &mut Layout, card: LaidCard, because: Option<Rule>) {
        self.0.push_back(Waiting { draw: card.draw, because });
        layout.lay(LaidCard { place: Place::Next, ..card });
    }

    /// Adds a card before those that wait already.
    pub(crate) fn keep_first(&mut self, layout: &mut Layout, card: LaidCard, because: Option<Rule>) {
        self.0.push_front(Waiting { draw: card.draw, because });
        // They lie on the layout in order of use.
        let others: Vec<LaidCard> = layout.at(Place::Next).copied().collect();
        layout.take_up(|laid| laid.place == Place::Next);
        layout.lay(LaidCard { place: Place::Next, ..card });
        others.into_iter().for_each(|other| layout.lay(other));
    }

    /// Changes the rule by which a card is a next card.
    pub(crate) fn is_now(&mut self, draw: u32, because: Option<Rule>) {
        self.0
            .iter_mut()
            .filter(|waiting| waiting.draw == draw)
            .for_each(|waiting| waiting.because = because);
    }

    /// Removes a card from the next cards; it stays where it lies.
    pub(crate) fn forget(&mut self, draw: u32) {
        self.0.retain(|waiting| waiting.draw != draw);
    }

    /// Removes all next cards, from the layout too.
    pub(crate) fn clear(&mut self, layout: &mut Layout) {
        if !self.0.is_empty() {
            self.0.clear();
            layout.take_up(|laid| laid.place == Place::Next);
        }
    }

    /// Draws the card that is laid now: the first next card if it lies face down, otherwise one from the
    /// shoe. A next card is left at its place.
    pub(crate) fn draw(&mut self, shoe: &mut Shoe, layout: &Layout, face: Face) -> Drawn {
        let Some(NextCard { laid, .. }) = self.first_hidden(layout) else {
            return Drawn::from_shoe(shoe, face.card());
        };
        self.0.pop_front();
        let unread = laid.face == Face::Unread;
        let foreign = unread && face.card().is_some_and(|card| shoe.reveal(card).is_err());
        Drawn { draw: laid.draw, held: true, foreign }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Seen;
    use felt::{Card, DeckKind, Pack};

    fn card(draw: u32, face: Face) -> LaidCard {
        LaidCard { draw, place: Place::Next, face, seen: Seen::NOBODY }
    }

    #[test]
    fn they_are_used_in_their_order_and_what_the_floor_names_comes_first() {
        let (mut layout, mut next) = (Layout::default(), NextCards::default());
        next.keep(&mut layout, card(1, Face::Unread), None);
        next.keep(&mut layout, card(2, Face::Down(Card::JOKER)), None);
        next.keep_first(&mut layout, card(3, Face::Up(Card::JOKER)), None);
        let draws = |layout: &Layout| layout.at(Place::Next).map(|laid| laid.draw).collect::<Vec<_>>();
        assert_eq!(draws(&layout), [3, 1, 2]);
        assert_eq!(next.first(&layout).map(|first| first.laid.draw), Some(3));
        assert!(next.first_hidden(&layout).is_none());
        next.forget(3);
        assert_eq!(next.first_hidden(&layout).map(|first| first.laid.draw), Some(1));
        next.clear(&mut layout);
        assert!(next.is_empty() && layout.is_empty());
    }

    #[test]
    fn a_card_that_was_read_is_not_read_again() {
        let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 1 });
        shoe.shuffle_all(None);
        let (mut layout, mut next) = (Layout::default(), NextCards::default());
        let two = "2c".parse::<Card>().unwrap_or(Card::JOKER);
        let draw = shoe.draw(Some(two)).unwrap_or(0);
        next.keep(&mut layout, card(draw, Face::Down(two)), None);
        let drawn = next.draw(&mut shoe, &layout, Face::Up(two));
        assert!(drawn.held && !drawn.foreign && drawn.draw == draw);
    }
}
