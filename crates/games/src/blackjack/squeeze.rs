//! Squeezed cards: they come with their backs up, and do not count until they are turned.

use super::cards::Arrival;
use super::state::Blackjack;
use super::words;
use crate::common::{Drawn, awaited, tell};
use engine::{Beneficiary, Cites, Due, Face, LaidCard, Patron, Place, Refusal, Rule, Seen, Sink, Spot, What};
use felt::Card;

impl Blackjack {
    /// Whether the cards of this place come with their backs up because a patron squeezes them.
    pub(crate) fn is_squeezed(&self, place: Place) -> bool {
        let Place::Hand(spot) = place else { return false };
        self.betting_box(spot.box_number).is_some_and(|b| b.squeezer.is_some())
    }

    /// Checks whether a patron may ask to squeeze the cards of a box: before any is dealt, and where they
    /// have a bet.
    pub(crate) fn check_squeeze(&self, patron: Patron, spot: Spot) -> Result<(), Refusal> {
        let known = self.law.squeeze_permitted.exists() && spot.hand == 1;
        awaited(known && matches!(self.due, Due::Bets { .. }) && !self.is_squeezed(Place::Hand(spot)))?;
        if self.own_main(patron, spot.box_number, Beneficiary::Patron).is_none() {
            return Err(Refusal::not_yours("no-wager-there"));
        }
        self.law.squeeze_permitted.forbids(!self.terms.squeezing, "squeeze-not-permitted")
    }

    pub(crate) fn ask_to_squeeze<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_squeeze(patron, spot)?;
        if let Some(betting_box) = self.box_mut(spot.box_number) {
            betting_box.squeezer = Some(patron);
        }
        let said = What::Chosen { patron, spot, choice: words::SQUEEZE, amount: None, lapsed: false };
        tell(out, said, self.law.squeeze_permitted.applies());
        Ok(())
    }

    /// Lays a card with its back up; play stops until it is turned.
    pub(crate) fn lay_back_up<S: Sink>(&mut self, place: Place, face: Face, rule: Option<Rule>, out: &mut S) {
        let Drawn { draw, held, foreign } = self.next.draw(&mut self.shoe, &self.layout, face);
        let before = if held { self.take_up_lying(draw) } else { None };
        let seen = before.map_or(Seen::NOBODY, |before| before.seen);
        self.layout.lay(LaidCard { draw, place, face, seen });
        self.round.squeezed = Some(place);
        tell(out, What::CardLaid { draw, place, face, seen }, rule);
        if foreign {
            self.foreign_card(place, out);
        }
        self.tell_cut_card(out);
    }

    /// Handles the turn of a squeezed card: now it counts.
    pub(crate) fn squeezed_card_turned<S: Sink>(
        &mut self,
        place: Place,
        card: Card,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let lies_down = |laid: &&mut engine::LaidCard| laid.place == place && !laid.face.is_up();
        let Some(laid) = self
            .layout
            .cards_mut()
            .find(lies_down)
            .filter(|laid| laid.face.card().is_none_or(|read| read == card))
        else {
            return Err(Refusal::impossible("card-read-otherwise"));
        };
        let foreign = laid.face == Face::Unread && self.shoe.reveal(card).is_err();
        let (draw, face) = (laid.draw, Face::Up(card));
        laid.face = face;
        self.round.squeezed = None;
        let cites = Cites::from(self.law.squeeze_back_up.applies()).and(self.law.dealt_face_down.applies());
        tell(out, What::CardTurned { draw, place, face }, cites);
        self.take_due_card(place, Arrival { face, drawn: Some(draw), because: None }, out);
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }
}
