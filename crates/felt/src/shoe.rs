//! The shoe: tracks which cards can still come.

use crate::card::Card;
use crate::pack::Pack;
use kept::Account;
use serde::{Deserialize, Serialize};
use thiserror::Error;

mod kept;

/// Why a card cannot be taken from the shoe or turned over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShoeError {
    /// No card is left in the shoe.
    #[error("the shoe is empty: shuffle before drawing another card")]
    Empty,
    /// Every copy of this card has been seen since the last shuffle.
    #[error("{0} cannot come: all its copies in this shoe have been seen")]
    NoSuchCard(Card),
    /// A card was turned over although no card is out of the shoe face down.
    #[error("no card is out of the shoe unread, so {0} cannot be revealed")]
    NothingUnread(Card),
}

/// The bookkeeping of one shoe and its discard rack.
///
/// A shoe does bookkeeping only. It generates no random outcomes and holds no order of cards: the caller says which
/// card came, and the shoe says whether that is possible and what is left.
///
/// Every card of the pack is in exactly one of three places: in the shoe ([`remaining`]), in the
/// discard rack ([`rack`]) or on the layout ([`on_layout`]). After any sequence of calls
///
/// * `remaining + rack + on_layout` is the length of the pack, and
/// * `unseen_total` is `remaining + unread`: a card whose face was not reported is either still in the shoe or out of
///   it unread.
///
/// A failed call changes nothing.
///
/// [`remaining`]: Shoe::remaining
/// [`rack`]: Shoe::rack
/// [`on_layout`]: Shoe::on_layout
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Account", try_from = "Account")]
pub struct Shoe {
    /// Copies of each card not yet known to be out of the shoe.
    unseen: [u16; Card::COUNT],
    /// Copies of each card in the whole pack, kept so that a shuffle is one copy of memory.
    full: [u16; Card::COUNT],
    /// Cards left in the shoe.
    remaining: u16,
    /// Cards out of the shoe, on the layout or in the rack, whose face was not reported.
    unread_out: u16,
    /// Cards in the discard rack.
    rack: u16,
    /// What `remaining` would be if no card had been drawn since the shuffle. The difference is the number of cards
    /// drawn, which saves a second counter in the hot path.
    filled: u16,
    /// How many cards come out before the cutting card shows.
    cut_card: Option<u16>,
    /// Whether a dealer has reported the cutting card.
    cut_reported: bool,
    /// The number of the last card drawn since `new`.
    draws: u32,
    pack: Pack,
}

impl Shoe {
    /// An empty shoe with the whole pack in the rack; it must be shuffled before the first draw.
    #[must_use]
    pub fn new(pack: Pack) -> Self {
        Self {
            unseen: [0; Card::COUNT],
            full: copies_of(pack),
            remaining: 0,
            unread_out: 0,
            rack: pack.len(),
            filled: 0,
            cut_card: None,
            cut_reported: false,
            draws: 0,
            pack,
        }
    }

    /// Puts all cards back into the shoe, those on the layout included.
    ///
    /// `cut_card` says how many cards come out before the cutting card shows; `None` means that no
    /// cutting card is used.
    pub fn shuffle_all(&mut self, cut_card: Option<u16>) {
        self.unseen = self.full;
        self.remaining = self.pack.len();
        self.unread_out = 0;
        self.rack = 0;
        self.filled = self.remaining;
        self.cut_card = cut_card;
        self.cut_reported = false;
    }

    /// Puts the discards back into the shoe while the cards on the layout stay out; `None` is a card that lies there
    /// unread. The cutting card is removed.
    ///
    /// `on_layout` is trusted: all cards it does not list go back. A listed card of which the pack has no further copy
    /// is counted as unread, and entries beyond the length of the pack are ignored, so the bookkeeping stays consistent
    /// even if the list is wrong.
    pub fn shuffle_rack(&mut self, on_layout: impl Iterator<Item = Option<Card>>) {
        self.shuffle_all(None);
        for card in on_layout.take(usize::from(self.pack.len())) {
            self.remaining -= 1;
            match card {
                Some(card) if self.can_be(card) => self.unseen[card.index()] -= 1,
                _ => self.unread_out += 1,
            }
        }
        self.filled = self.remaining;
    }

    /// Takes a card out of the shoe onto the layout and returns its draw number. `None` is a card taken
    /// out unread.
    ///
    /// Draw numbers count from 1 since [`Shoe::new`] and are not reset by a shuffle. They wrap around after `u32::MAX`
    /// draws, which no session of a real table reaches.
    ///
    /// # Errors
    ///
    /// [`ShoeError::Empty`] if the shoe is empty, and [`ShoeError::NoSuchCard`] if all copies of the card have been
    /// seen.
    #[inline]
    pub fn draw(&mut self, card: Option<Card>) -> Result<u32, ShoeError> {
        if self.remaining == 0 {
            return Err(ShoeError::Empty);
        }
        match card {
            Some(card) => {
                let copies = &mut self.unseen[card.index()];
                if *copies == 0 {
                    return Err(ShoeError::NoSuchCard(card));
                }
                *copies -= 1;
            }
            None => self.unread_out += 1,
        }
        self.remaining -= 1;
        self.draws = self.draws.wrapping_add(1);
        Ok(self.draws)
    }

    /// Whether a card whose face is not known, in the shoe or out of it, can be this one.
    #[inline]
    #[must_use]
    pub fn can_be(&self, card: Card) -> bool {
        self.unseen[card.index()] > 0
    }

    /// Reports the face of a card that is out of the shoe unread.
    ///
    /// # Errors
    ///
    /// [`ShoeError::NothingUnread`] if no card is out unread, and [`ShoeError::NoSuchCard`] if all copies
    /// of the card have been seen.
    #[inline]
    pub fn reveal(&mut self, card: Card) -> Result<(), ShoeError> {
        if self.unread_out == 0 {
            return Err(ShoeError::NothingUnread(card));
        }
        let copies = &mut self.unseen[card.index()];
        if *copies == 0 {
            return Err(ShoeError::NoSuchCard(card));
        }
        *copies -= 1;
        self.unread_out -= 1;
        Ok(())
    }

    /// Moves `n` cards from the layout to the rack, or all cards there if they are fewer.
    #[inline]
    pub fn to_rack(&mut self, n: u16) {
        self.rack += n.min(self.on_layout());
    }

    /// Moves the cards left in the shoe to the rack, unread.
    pub fn empty_into_rack(&mut self) {
        // These cards were not drawn, so the count of cards drawn since the shuffle must not change.
        self.filled -= self.remaining;
        self.unread_out += self.remaining;
        self.rack += self.remaining;
        self.remaining = 0;
    }

    /// Moves a card from the rack back to the layout, under a new draw number: one of the cards put away had in fact
    /// been drawn. The bookkeeping does not record which one, because all cards that wait for a shuffle are one pack.
    pub fn draw_from_rack(&mut self) -> u32 {
        self.rack = self.rack.saturating_sub(1);
        self.draws = self.draws.wrapping_add(1);
        self.draws
    }

    /// Forgets how many cards were drawn: later play depends only on whether any was, and on how many are left before
    /// the cutting card. Shoes that are then equal behave alike; the number of cards drawn is lost.
    pub fn forget_draws(&mut self) {
        let drawn = self.drawn_since_shuffle();
        let any = drawn.min(1);
        self.cut_reported = self.cut_card_reached();
        self.cut_card = match self.cut_card {
            Some(cut) if !self.cut_reported => Some(cut - drawn + any),
            _ => None,
        };
        self.filled = self.remaining + any;
        self.draws = 0;
    }

    /// How many cards are left in the shoe.
    #[inline]
    #[must_use]
    pub const fn remaining(&self) -> u16 {
        self.remaining
    }

    /// How many cards are in the discard rack.
    #[inline]
    #[must_use]
    pub const fn rack(&self) -> u16 {
        self.rack
    }

    /// How many cards are on the layout, which is every place other than the shoe and the rack.
    #[inline]
    #[must_use]
    pub const fn on_layout(&self) -> u16 {
        self.pack.len() - self.remaining - self.rack
    }

    /// How many cards are out of the shoe, on the layout or in the rack, and were not read.
    #[inline]
    #[must_use]
    pub const fn unread(&self) -> u16 {
        self.unread_out
    }

    /// How many copies of a card are not yet known to be out of the shoe.
    #[inline]
    #[must_use]
    pub fn unseen(&self, card: Card) -> u16 {
        self.unseen[card.index()]
    }

    /// How many cards of all faces together are not yet known to be out of the shoe.
    #[inline]
    #[must_use]
    pub const fn unseen_total(&self) -> u16 {
        self.remaining + self.unread_out
    }

    /// How many cards have been drawn since the last shuffle of either kind.
    #[inline]
    #[must_use]
    pub const fn drawn_since_shuffle(&self) -> u16 {
        self.filled - self.remaining
    }

    /// The number of the last card drawn, which no shuffle resets; 0 before the first.
    #[inline]
    #[must_use]
    pub const fn draws(&self) -> u32 {
        self.draws
    }

    /// Whether the cutting card has come out: a card behind it was drawn, or a dealer reported it.
    #[inline]
    #[must_use]
    pub fn cut_card_reached(&self) -> bool {
        self.cut_reported || self.cut_card.is_some_and(|cut| self.drawn_since_shuffle() > cut)
    }

    /// Whether the cutting card would come out before the next card.
    #[must_use]
    pub fn cut_card_is_next(&self) -> bool {
        !self.cut_reported && self.cut_card.is_some_and(|cut| self.drawn_since_shuffle() == cut)
    }

    /// Records a dealer's report that the cutting card has come out; it stays out until the next shuffle.
    pub fn set_cut_card_reached(&mut self) {
        self.cut_reported = true;
    }

    /// The position of the cutting card, in cards drawn, if one is in use.
    #[must_use]
    pub const fn cut_card(&self) -> Option<u16> {
        self.cut_card
    }

    /// The pack the shoe is dealt from.
    #[inline]
    #[must_use]
    pub const fn pack(&self) -> Pack {
        self.pack
    }
}

/// The number of copies of each card in a pack, by index.
fn copies_of(pack: Pack) -> [u16; Card::COUNT] {
    let mut copies = [0; Card::COUNT];
    for card in pack.kind.cards() {
        copies[card.index()] = pack.copies(card);
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::DeckKind;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn single() -> Shoe {
        let mut shoe = Shoe::new(Pack { kind: DeckKind::Standard52, decks: 1 });
        shoe.shuffle_all(None);
        shoe
    }

    #[test]
    fn a_new_shoe_is_empty() {
        let mut shoe = Shoe::new(Pack { kind: DeckKind::Joker53, decks: 2 });
        assert_eq!((shoe.remaining(), shoe.rack(), shoe.on_layout()), (0, 106, 0));
        assert_eq!(shoe.draw(None), Err(ShoeError::Empty));
        assert_eq!(shoe.unseen_total(), 0);
        shoe.shuffle_all(None);
        assert_eq!((shoe.remaining(), shoe.rack(), shoe.unseen(Card::JOKER)), (106, 0, 2));
    }

    #[test]
    fn a_card_comes_once_per_copy() {
        let mut shoe = single();
        assert_eq!(shoe.draw(Some(card("As"))), Ok(1));
        assert_eq!(shoe.draw(Some(card("As"))), Err(ShoeError::NoSuchCard(card("As"))));
        assert_eq!(shoe.draw(Some(Card::JOKER)), Err(ShoeError::NoSuchCard(Card::JOKER)));
        assert!(!shoe.can_be(card("As")));
        assert_eq!(shoe.drawn_since_shuffle(), 1);
    }

    #[test]
    fn draw_numbers_outlive_the_shuffle() {
        let mut shoe = single();
        assert_eq!(shoe.draw(None), Ok(1));
        shoe.shuffle_all(None);
        assert_eq!(shoe.draw(None), Ok(2));
        assert_eq!((shoe.drawn_since_shuffle(), shoe.draws()), (1, 2));
    }

    #[test]
    fn a_card_put_away_with_the_rest_is_drawn_after_all() {
        let mut shoe = single();
        shoe.draw(Some(card("2c"))).unwrap();
        shoe.empty_into_rack();
        assert_eq!(shoe.draw_from_rack(), 2);
        assert_eq!((shoe.remaining(), shoe.rack(), shoe.on_layout(), shoe.unseen_total()), (0, 50, 2, 51));
        shoe.to_rack(2);
        assert_eq!((shoe.rack(), shoe.on_layout()), (52, 0));
    }

    #[test]
    fn a_hole_card_is_revealed_later() {
        let mut shoe = single();
        assert_eq!(shoe.reveal(card("Kd")), Err(ShoeError::NothingUnread(card("Kd"))));
        assert_eq!(shoe.draw(None), Ok(1));
        assert_eq!((shoe.unseen_total(), shoe.unread()), (52, 1));
        assert_eq!(shoe.reveal(card("Kd")), Ok(()));
        assert_eq!((shoe.unseen_total(), shoe.unread()), (51, 0));
        assert_eq!(shoe.draw(Some(card("Kd"))), Err(ShoeError::NoSuchCard(card("Kd"))));
    }

    #[test]
    fn the_cutting_card_shows_by_count_or_by_report() {
        let mut shoe = single();
        shoe.shuffle_all(Some(2));
        assert!(!shoe.cut_card_reached());
        shoe.draw(None).unwrap();
        shoe.draw(None).unwrap();
        assert!(!shoe.cut_card_reached() && shoe.cut_card_is_next());
        shoe.draw(None).unwrap();
        assert!(shoe.cut_card_reached() && !shoe.cut_card_is_next());
        shoe.shuffle_all(None);
        assert!(!shoe.cut_card_reached());
        shoe.set_cut_card_reached();
        assert!(shoe.cut_card_reached());
        shoe.shuffle_rack(std::iter::empty());
        assert!(!shoe.cut_card_reached());
    }

    #[test]
    fn what_was_drawn_is_forgotten_and_the_cutting_card_is_not() {
        let after = |cut: u16, cards: u16| {
            let mut shoe = single();
            shoe.shuffle_all(Some(cut));
            for _ in 0..cards {
                shoe.draw(None).unwrap();
            }
            shoe
        };
        for drawn in 0..6 {
            let (mut kept, mut plain) = (after(4, drawn), after(4, drawn));
            plain.forget_draws();
            for _ in 0..4 {
                let said = |shoe: &Shoe| (shoe.cut_card_reached(), shoe.cut_card_is_next(), shoe.remaining());
                assert_eq!(said(&kept), said(&plain), "{drawn} drawn");
                assert_eq!(kept.drawn_since_shuffle() == 0, plain.drawn_since_shuffle() == 0);
                kept.draw(None).unwrap();
                plain.draw(None).unwrap();
            }
        }
        let (mut one, mut other) = (after(4, 6), after(2, 6));
        one.forget_draws();
        other.forget_draws();
        assert_eq!(one, other);
    }

    #[test]
    fn shuffling_the_rack_leaves_the_layout_alone() {
        let mut shoe = single();
        shoe.draw(Some(card("2c"))).unwrap();
        shoe.draw(None).unwrap();
        shoe.draw(Some(card("As"))).unwrap();
        shoe.draw(None).unwrap();
        shoe.to_rack(2);
        shoe.shuffle_rack([Some(card("As")), None].into_iter());
        assert_eq!((shoe.remaining(), shoe.rack(), shoe.on_layout()), (50, 0, 2));
        assert_eq!((shoe.unseen(card("2c")), shoe.unseen(card("As")), shoe.unread()), (1, 0, 1));
        assert_eq!((shoe.drawn_since_shuffle(), shoe.cut_card()), (0, None));
    }

    #[test]
    fn the_rest_of_the_shoe_goes_to_the_rack_without_being_drawn() {
        let mut shoe = single();
        shoe.shuffle_all(Some(40));
        shoe.draw(Some(card("2c"))).unwrap();
        shoe.empty_into_rack();
        assert_eq!((shoe.remaining(), shoe.rack(), shoe.on_layout()), (0, 51, 1));
        assert_eq!((shoe.drawn_since_shuffle(), shoe.cut_card_reached()), (1, false));
        shoe.to_rack(100);
        assert_eq!((shoe.rack(), shoe.on_layout()), (52, 0));
    }
}
