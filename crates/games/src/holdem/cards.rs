//! Cards as they come: the first deal, burnt cards, the board, turned cards, and cards that came where none was
//! due.

use super::state::{DeckStage, Holdem, hand_place};
use super::{rules, words};
use crate::common::{Drawn, Held, tell};
use engine::{Cites, Due, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, What};
use felt::Card;

impl Holdem {
    /// A card was reported.
    pub(crate) fn card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        // A deck that waits to be shuffled is all there, whatever was dealt from it.
        let is_dealt_from = self.deck.stage != DeckStage::Shuffle;
        if is_dealt_from && self.held.is_empty() && self.shoe.remaining() == 0 {
            return Err(Refusal::impossible("impossible-card"));
        }
        if !matches!(self.due, Due::Card { to: due, .. } if due == to) {
            return self.stray_card(to, face, out);
        }
        match to {
            Place::Hand(spot) => self.patron_card(spot.box_number, face, out),
            Place::Dealer => self.dealer_card(face, out),
            Place::Board => self.board_card(face, out),
            // Nothing else is ever due here.
            _ => self.burn(face, out),
        }
        Ok(())
    }

    fn patron_card<S: Sink>(&mut self, number: u8, face: Face, out: &mut S) {
        let place = hand_place(number);
        self.queue.take(place);
        let Some(betting_box) = self.box_mut(number) else { return };
        let second = betting_box.cards.dealt > 0;
        betting_box.cards.add(face);
        let cites = match self.terms.from_shoe {
            false => Cites::from(rules::DEAL_FROM_LEFT.applies())
                .and(rules::FIRST_CARD.when(!second))
                .and(rules::SECOND_CARD.when(second)),
            true => {
                let first = self.round.dealt.leftmost() == Some(number);
                rules::STACK_FIRST.when(first).or_else(|| rules::STACK_OTHERS.when(!first)).into()
            }
        };
        self.lay(place, face, cites.and(rules::EXAMINE.when(second && !face.is_up())), out);
        if face.is_up() {
            self.patron_card_shown(place, true, out);
        }
    }

    fn dealer_card<S: Sink>(&mut self, face: Face, out: &mut S) {
        self.queue.take(Place::Dealer);
        let second = self.round.dealer.dealt > 0;
        self.round.dealer.add(face);
        let rule = match (self.terms.from_shoe, second) {
            (false, false) => rules::DEALER_FIRST.applies(),
            (false, true) => rules::DEALER_SECOND.applies(),
            (true, _) => rules::STACK_DEALER.applies(),
        };
        self.lay(Place::Dealer, face, rule.into(), out);
        if face.is_up() {
            self.dealer_card_exposed(out);
        }
    }

    fn burn<S: Sink>(&mut self, face: Face, out: &mut S) {
        let rule = match self.round.board.burns {
            0 => rules::BURN_BEFORE_FLOP.applies(),
            _ => rules::BURN_BEFORE_LAST.applies(),
        };
        self.round.board.burns += 1;
        let unseen = rules::BURN_UNSEEN.when(!face.is_up());
        self.lay(Place::Rack, face, Cites::from(rule).and(unseen), out);
        if face.is_up() {
            let rule = rules::BURN_SHOWN.applies();
            self.tell_irregular(words::BURN_SHOWN, words::STANDS, Some(Place::Rack), rule.into(), out);
        }
    }

    fn board_card<S: Sink>(&mut self, face: Face, out: &mut S) {
        let board = &mut self.round.board;
        let flop = board.cards < 3;
        board.add(face);
        let rule = if flop { rules::FLOP.applies() } else { rules::LAST_TWO.applies() };
        let for_side_wagers = rules::BOARD_FOR_TRIPS.when(self.round.hands_void);
        self.lay(Place::Board, face, Cites::from(rule).and(for_side_wagers), out);
        if !face.is_up() {
            let rule = rules::BOARD_CARD_DOWN.applies();
            self.tell_irregular(words::BOARD_CARD_DOWN, words::TURNED, Some(Place::Board), rule.into(), out);
        }
    }

    /// Puts a card on the layout, from the deck or one that is held over.
    fn lay<S: Sink>(&mut self, place: Place, face: Face, cites: Cites, out: &mut S) {
        let Drawn { draw, held, foreign } = self.held.take(&mut self.shoe, face);
        let seen = match place {
            Place::Hand(spot) if !face.is_up() => {
                self.patron_of(spot.box_number).map_or(Seen::NOBODY, Seen::by)
            }
            _ => Seen::NOBODY,
        };
        if place == Place::Rack {
            self.shoe.to_rack(1);
        } else {
            self.layout.lay(LaidCard { draw, place, face, seen });
        }
        tell(out, What::CardLaid { draw, place, face, seen }, cites.and(rules::USED_AS_NEXT.when(held)));
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }

    /// A card was turned: because it was due, or too early.
    pub(crate) fn turn<S: Sink>(&mut self, place: Place, card: Card, out: &mut S) -> Result<(), Refusal> {
        let (index, laid) = self.card_to_turn(place, card)?;
        if self.due == (Due::Turn { place }) {
            let rule = self.turning_rule(place);
            self.show_card(place, index, laid, card, rule, out);
            return Ok(());
        }
        self.show_card(place, index, laid, card, None, out);
        match place {
            Place::Dealer => self.dealer_card_exposed(out),
            Place::Hand(_) => self.patron_card_shown(place, false, out),
            _ => {}
        }
        Ok(())
    }

    /// The card at a place that can be this one: one that was read so, else the first that nobody has read.
    pub(crate) fn card_to_turn(&self, place: Place, card: Card) -> Result<(usize, LaidCard), Refusal> {
        let mut unread = None;
        let mut otherwise = false;
        for (index, laid) in self.layout.at(place).enumerate() {
            match laid.face {
                Face::Down(read) if read == card => return Ok((index, *laid)),
                Face::Down(_) => otherwise = true,
                Face::Unread if unread.is_none() => unread = Some((index, *laid)),
                Face::Unread | Face::Up(_) => {}
            }
        }
        unread.ok_or_else(|| match otherwise {
            true => Refusal::impossible("card-read-otherwise"),
            false => Refusal::impossible("no-card-to-turn"),
        })
    }

    /// Cards that a device has read are turned without anybody telling which they are.
    pub(crate) fn turn_read_cards<S: Sink>(&mut self, place: Place, out: &mut S) {
        let rule = self.turning_rule(place);
        while let Some((index, laid, card)) = self.read_card(place) {
            self.show_card(place, index, laid, card, rule, out);
        }
    }

    /// The rule by which cards of this place are turned in their time.
    fn turning_rule(&self, place: Place) -> Option<Rule> {
        match place {
            Place::Dealer => rules::DEALER_TURNS.applies(),
            Place::Board => rules::BOARD_CARD_DOWN.applies(),
            Place::Hand(spot) => rules::PATRON_TURNS.when(self.competes(spot.box_number)),
            _ => None,
        }
    }

    /// The first card of a place that lies face down and was read.
    fn read_card(&self, place: Place) -> Option<(usize, LaidCard, Card)> {
        self.layout.at(place).enumerate().find_map(|(index, laid)| match laid.face {
            Face::Down(card) => Some((index, *laid, card)),
            Face::Unread | Face::Up(_) => None,
        })
    }

    fn show_card<S: Sink>(
        &mut self,
        place: Place,
        index: usize,
        laid: LaidCard,
        card: Card,
        rule: Option<Rule>,
        out: &mut S,
    ) {
        let was_unread = laid.face == Face::Unread;
        let foreign = was_unread && self.shoe.reveal(card).is_err();
        if let Some(there) = self.layout.nth_mut(place, index) {
            there.face = Face::Up(card);
        }
        match place {
            Place::Dealer => self.round.dealer.turn(index, card, was_unread),
            Place::Board => self.round.board.turn(index, card, was_unread),
            Place::Hand(spot) => {
                if let Some(betting_box) = self.box_mut(spot.box_number) {
                    betting_box.cards.turn(index, card, was_unread);
                }
            }
            _ => {}
        }
        tell(out, What::CardTurned { draw: laid.draw, place, face: Face::Up(card) }, rule);
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }

    /// A card came where none was due, or to a place whose turn it was not.
    fn stray_card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        if let Place::Hand(spot) = to
            && (spot.box_number == 0 || spot.box_number > self.terms.boxes)
        {
            return Err(Refusal::impossible("no-such-box"));
        }
        match face {
            // It is the dealer's card although it came before its turn.
            Face::Up(_) if to == Place::Dealer && self.queue.awaits(to) => {
                self.dealer_card(face, out);
                Ok(())
            }
            Face::Up(card) => self.drawn_exposed(Some(to), Some(card), out),
            Face::Down(_) | Face::Unread => self.drawn_unexposed(Some(to), out),
        }
    }

    /// The rest of the deck goes to the rack, with cards that were drawn and are not needed.
    pub(crate) fn collect_stub<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        let held = u16::try_from(self.held.count()).unwrap_or(u16::MAX);
        let cards = self.shoe.remaining() + held;
        self.held = Held::default();
        self.shoe.to_rack(held);
        self.shoe.empty_into_rack();
        tell(out, What::Collected { place: Place::Next, cards }, cites);
    }

    /// The cards of one box go to the rack.
    pub(crate) fn collect_hand<S: Sink>(&mut self, number: u8, rule: Option<Rule>, out: &mut S) {
        let place = hand_place(number);
        let cards = u16::try_from(self.layout.take_up(|card| card.place == place)).unwrap_or(u16::MAX);
        if cards > 0 {
            self.shoe.to_rack(cards);
            tell(out, What::Collected { place, cards }, rule);
        }
    }
}
