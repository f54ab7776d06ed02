//! The real cards behind a table, which knows only those it was told.

use super::chance::Chance;
use crate::layout::LaidCard;
use crate::table::{AnyTable, Shuffling};
use felt::{Card, Shoe};
use serde::{Deserialize, Serialize};

/// The real cards behind a table, as a house keeps them beside the table's own state: secrets while they are not dealt.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCards {
    order: Vec<Card>,
    before: u32,
}

/// The cards of a table as they really are: those that left the shoe, by number, and those that are still in it.
///
/// Which cards have left is read from the table's own account of the shoe, so the two cannot drift apart. After
/// a shuffle the cards lie in no order yet: each is drawn by chance when it is wanted, which is as fair as
/// drawing all of them at once and spares those that never come. Cards that are cut or looked through are put
/// in order before.
#[derive(Clone, Debug, Default)]
pub(super) struct Cards {
    /// Those that left the shoe since all were shuffled, in the order of leaving, and behind them the others.
    order: Vec<Card>,
    /// How many of these lie where they will stay.
    placed: usize,
    /// The number of the last card that was drawn before all were shuffled.
    before: u32,
}

impl Cards {
    /// All of them, each where it will stay.
    pub(super) fn keep(&mut self, chance: &mut impl Chance) -> KeptCards {
        self.place(self.order.len(), chance);
        KeptCards { order: self.order.clone(), before: self.before }
    }

    /// The cards that were kept.
    pub(super) fn kept(KeptCards { order, before }: KeptCards) -> Cards {
        Cards { placed: order.len(), order, before }
    }

    /// Cards as they may really be, by what a table knows of its shoe.
    pub(super) fn taken_over(table: &dyn AnyTable, chance: &mut impl Chance) -> Cards {
        let shoe = table.shoe();
        let mut unseen: Vec<Card> = Vec::new();
        for card in (0..).map_while(Card::from_index) {
            unseen.extend(std::iter::repeat_n(card, shoe.unseen(card).into()));
        }
        chance.shuffle(&mut unseen);
        // Cards that are out have their places by number. Of those in the rack no more is asked, so any will do.
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

    /// Which card it is, whether the table was told or not; `None` where nobody can know any more.
    pub(super) fn really(&self, laid: &LaidCard) -> Option<Card> {
        laid.face.card().or_else(|| self.drawn(laid.draw))
    }

    /// The card that left the shoe with this number.
    #[inline]
    pub(super) fn drawn(&self, draw: u32) -> Option<Card> {
        let at = self.place_of(draw)?;
        self.order[..self.placed].get(at).copied()
    }

    /// The card that would come out of the shoe next, whatever is held before it.
    #[inline]
    pub(super) fn top(&mut self, shoe: &Shoe, chance: &mut impl Chance) -> Option<Card> {
        let out = self.out(shoe);
        if out >= self.placed {
            self.place(out + 1, chance);
        }
        self.order.get(out).copied()
    }

    /// The cards in the shoe, the next one first, to be reordered for an arranged deal.
    pub(super) fn undealt(&mut self, shoe: &Shoe, chance: &mut impl Chance) -> &mut [Card] {
        self.place(self.order.len(), chance);
        let out = self.out(shoe).min(self.order.len());
        &mut self.order[out..]
    }

    /// How many cards are in the shoe.
    #[inline]
    pub(super) fn left(&self, shoe: &Shoe) -> usize {
        self.order.len().saturating_sub(self.out(shoe))
    }

    /// Every card that has left the shoe gets its place, also those that left it unseen.
    pub(super) fn catch_up(&mut self, shoe: &Shoe, chance: &mut impl Chance) {
        self.place(self.out(shoe), chance);
    }

    /// The table was told that the card with this number is this one. Where it was in the shoe the two change
    /// places; a card that was never in it changes nothing.
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

    /// The cards were shuffled, which the table has taken note of.
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

    /// The cards above the cutting card go under the others.
    pub(super) fn cut(&mut self, depth: usize, shoe: &Shoe, chance: &mut impl Chance) {
        let undealt = self.undealt(shoe, chance);
        undealt.rotate_left(depth.min(undealt.len()));
    }

    /// A card that lies on the table does not go into the shoe, which begins there in the order.
    fn keep_out(&mut self, shoe_begins: usize, draw: u32) {
        let Some(card) = self.drawn(draw) else { return };
        let found = self.order[shoe_begins..].iter().position(|other| *other == card);
        if let Some(found) = found {
            self.order.swap_remove(shoe_begins + found);
        }
    }

    /// How many cards left the shoe since all were shuffled.
    #[inline]
    fn out(&self, shoe: &Shoe) -> usize {
        shoe.draws().wrapping_sub(self.before) as usize
    }

    /// Where in the order a card lies.
    fn place_of(&self, draw: u32) -> Option<usize> {
        (draw.wrapping_sub(self.before) as usize).checked_sub(1)
    }

    /// Draws by chance until that many cards have their place.
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
