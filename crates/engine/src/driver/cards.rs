//! The real cards of a table; the table itself knows only the cards it was told.

use super::chance::Chance;
use crate::layout::LaidCard;
use crate::table::{AnyTable, Shuffling};
use felt::{Card, Shoe};
use serde::{Deserialize, Serialize};

/// The real cards of a table, as a house stores them beside the table's state. Cards not yet dealt are secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCards {
    order: Vec<Card>,
    before: u32,
}

/// The real cards of a table: those that left the shoe, by number, and those still in it.
///
/// The table's own record of the shoe says which cards have left, so the two cannot diverge. After a shuffle the cards
/// have no order yet: each is drawn at random when it is needed, which is as fair as shuffling all of them and saves
/// the work for those that are never dealt. Cards that are cut or inspected are put in order first.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    /// The cards that left the shoe since the last full shuffle, in the order of leaving, followed by the others.
    order: Vec<Card>,
    /// How many of these have their final place.
    placed: usize,
    /// The number of the last card that was drawn before the last full shuffle.
    before: u32,
}

impl Cards {
    /// Returns all cards, each in its final place.
    pub(super) fn keep(&mut self, chance: &mut impl Chance) -> KeptCards {
        self.place(self.order.len(), chance);
        KeptCards { order: self.order.clone(), before: self.before }
    }

    /// Restores cards that were stored.
    pub(super) fn kept(KeptCards { order, before }: KeptCards) -> Cards {
        Cards { placed: order.len(), order, before }
    }

    /// Builds cards that are consistent with what a table knows of its shoe.
    pub(super) fn taken_over(table: &dyn AnyTable, chance: &mut impl Chance) -> Cards {
        let shoe = table.shoe();
        let mut unseen: Vec<Card> = Vec::new();
        for card in (0..).map_while(Card::from_index) {
            unseen.extend(std::iter::repeat_n(card, shoe.unseen(card).into()));
        }
        chance.shuffle(&mut unseen);
        // Cards that are out have their places by number. Cards in the rack are not needed again, so any card will do.
        let out = shoe.drawn_since_shuffle();
        let before = shoe.draws().wrapping_sub(out.into());
        let mut order = vec![Card::JOKER; out.into()];
        for laid in table.layout().cards() {
            let at = (laid.draw.wrapping_sub(before) as usize).checked_sub(1);
            if let Some(place) = at.and_then(|at| order.get_mut(at)) {
                *place = laid.face.card().or_else(|| unseen.pop()).unwrap_or(*place);
            }
        }
        unseen.truncate(shoe.remaining().into());
        order.append(&mut unseen);
        Cards { placed: order.len(), order, before }
    }

    /// Returns the real face of a card, whether or not the table was told it; `None` if it can no longer be known.
    pub(super) fn really(&self, laid: &LaidCard) -> Option<Card> {
        laid.face.card().or_else(|| self.drawn(laid.draw))
    }

    /// Returns the card that left the shoe with this number.
    #[inline]
    pub(super) fn drawn(&self, draw: u32) -> Option<Card> {
        let at = self.place_of(draw)?;
        self.order[..self.placed].get(at).copied()
    }

    /// Returns the next card of the shoe itself, ignoring cards that were drawn before and held.
    #[inline]
    pub(super) fn top(&mut self, shoe: &Shoe, chance: &mut impl Chance) -> Option<Card> {
        let out = self.out(shoe);
        if out >= self.placed {
            self.place(out + 1, chance);
        }
        self.order.get(out).copied()
    }

    /// Returns the cards in the shoe, the next one first, so that a caller can arrange a deal.
    pub(super) fn undealt(&mut self, shoe: &Shoe, chance: &mut impl Chance) -> &mut [Card] {
        self.place(self.order.len(), chance);
        let out = self.out(shoe).min(self.order.len());
        &mut self.order[out..]
    }

    /// Returns how many cards are in the shoe.
    #[inline]
    pub(super) fn left(&self, shoe: &Shoe) -> usize {
        self.order.len().saturating_sub(self.out(shoe))
    }

    /// Gives every card that has left the shoe its place, also those that left it unseen.
    pub(super) fn catch_up(&mut self, shoe: &Shoe, chance: &mut impl Chance) {
        self.place(self.out(shoe), chance);
    }

    /// Records that the table was told the face of the card with this number. If that card was in the shoe, the two are
    /// swapped; a card that was never in it changes nothing.
    pub(super) fn told(&mut self, draw: u32, card: Card, shoe: &Shoe) {
        let Some(at) = self.place_of(draw) else { return };
        if self.order.get(at).is_none_or(|there| *there == card) {
            return;
        }
        let begins = self.out(shoe).min(self.order.len());
        if let Some(found) = self.order[begins..].iter().position(|other| *other == card) {
            self.order.swap(at, begins + found);
        }
    }

    /// Shuffles; the table has recorded the shuffle already.
    pub(super) fn shuffled(&mut self, table: &dyn AnyTable, which: Shuffling) {
        let shoe = table.shoe();
        match which {
            Shuffling::All => {
                self.before = shoe.draws();
                // The same cards as before, unless discards came back into the shoe in between.
                if self.order.len() != usize::from(shoe.pack().len()) {
                    self.order.clear();
                    self.order.extend(shoe.pack().cards());
                }
            }
            Shuffling::Discards => {
                let out = self.out(shoe);
                self.order.truncate(out);
                self.order.extend(shoe.pack().cards());
                table.layout().cards().for_each(|laid| self.keep_out(out, laid.draw));
                table.set_aside(&mut |draw| self.keep_out(out, draw));
            }
        }
        self.placed = self.out(shoe);
    }

    /// Moves the cards above the cutting card under the others.
    pub(super) fn cut(&mut self, depth: usize, shoe: &Shoe, chance: &mut impl Chance) {
        let undealt = self.undealt(shoe, chance);
        undealt.rotate_left(depth.min(undealt.len()));
    }

    /// Keeps a card that lies on the table out of the shoe, which begins at that index of the order.
    fn keep_out(&mut self, shoe_begins: usize, draw: u32) {
        let Some(card) = self.drawn(draw) else { return };
        let found = self.order[shoe_begins..].iter().position(|other| *other == card);
        if let Some(found) = found {
            self.order.swap_remove(shoe_begins + found);
        }
    }

    /// Returns how many cards left the shoe since the last full shuffle.
    #[inline]
    fn out(&self, shoe: &Shoe) -> usize {
        shoe.draws().wrapping_sub(self.before) as usize
    }

    /// Returns the index of a card in the order.
    fn place_of(&self, draw: u32) -> Option<usize> {
        (draw.wrapping_sub(self.before) as usize).checked_sub(1)
    }

    /// Draws at random until that many cards have their place.
    #[inline]
    fn place(&mut self, wanted: usize, chance: &mut impl Chance) {
        let wanted = wanted.min(self.order.len());
        for at in self.placed..wanted {
            let other = at + chance.below(self.order.len() - at);
            self.order.swap(at, other);
        }
        self.placed = self.placed.max(wanted);
    }
}
