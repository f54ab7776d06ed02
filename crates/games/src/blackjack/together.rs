//! Cards drawn together.

use super::cards::Arrival;
use super::choices::Grant;
use super::dealing_error::{DealingError, Stage};
use super::state::{Blackjack, Exposed};
use super::words;
use crate::common::{Drawn, tell};
use engine::{Approver, ChoiceId, Cites, Due, Face, Patron, Place, Refusal, Seen, Sink, Spot, What};
use felt::Card;

impl Blackjack {
    /// Cards came out together: this is one of them.
    pub(crate) fn drawn_together<S: Sink>(&mut self, card: Card, out: &mut S) {
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let cites =
            Cites::from(self.law.drawn_together.applies()).and(self.law.drawn_together_error.applies());
        let (place, seen) = (Place::Next, Seen::NOBODY);
        tell(out, What::CardLaid { draw, place, face: Face::Up(card), seen }, cites);
        tell(out, What::Irregular { kind: words::DRAWN_TOGETHER, place: self.due_place() }, cites);
        let together = [Some(Exposed { draw, card }), None, None, None];
        let due = self.due_place();
        self.round.error = Some(DealingError { together, due, ..DealingError::at(Stage::OtherCard) });
        if foreign {
            self.foreign_card(place, out);
        }
    }

    /// The second of the cards drawn together.
    pub(crate) fn other_card<S: Sink>(&mut self, card: Card, out: &mut S) {
        let foreign = self.lay_together(card, out);
        self.ask_everybody(out);
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(Place::Next, out);
        }
    }

    /// One more of them, told before anybody has answered.
    pub(crate) fn one_more_together<S: Sink>(&mut self, card: Card, out: &mut S) -> Result<(), Refusal> {
        let waits = |error: &DealingError| {
            let room = matches!(error.together, [Some(_), Some(_), .., None]);
            error.stage == Stage::Answers && room && error.answered.iter().all(|answered| answered.is_empty())
        };
        if !self.round.error.as_ref().is_some_and(waits) {
            return Err(Refusal::impossible("no-card-due"));
        }
        let foreign = self.lay_together(card, out);
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(Place::Next, out);
        }
        Ok(())
    }

    /// Lays a card beside those it was drawn with; whether the shoe cannot have held it.
    fn lay_together<S: Sink>(&mut self, card: Card, out: &mut S) -> bool {
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let (place, seen) = (Place::Next, Seen::NOBODY);
        let rule = self.law.drawn_together.applies();
        tell(out, What::CardLaid { draw, place, face: Face::Up(card), seen }, rule);
        let free = self.round.error.as_mut().and_then(|e| e.together.iter_mut().find(|card| card.is_none()));
        if let Some(free) = free {
            *free = Some(Exposed { draw, card });
        }
        foreign
    }

    pub(crate) fn check_pick(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<Grant, Refusal> {
        let asked = self.due == Due::Choice { patron, spot };
        let lies_there = |error: &DealingError| matches!(error.together.get(position(choice)), Some(Some(_)));
        let picks = |error: &DealingError| error.stage == Stage::Pick(spot) && lies_there(error);
        if asked && self.round.error.as_ref().is_some_and(picks) {
            Grant::by(self.law.drawn_together)
        } else {
            Err(Refusal::not_awaited("not-now"))
        }
    }

    /// The decider takes the card at this place; the others are the next ones, in the order they were reported. A hand
    /// that is gone takes none.
    pub(crate) fn pick<S: Sink>(&mut self, spot: Spot, at: usize, out: &mut S) {
        let Some(error) = self.round.error.take() else { return };
        let because = self.law.drawn_together.applies();
        let takes = self.can_receive(Place::Hand(spot));
        let taken = error.together.get(at).copied().flatten().filter(|_| takes);
        let is_taken = |card: &Exposed| taken.is_some_and(|taken| taken.draw == card.draw);
        for card in error.together.into_iter().flatten().filter(|card| !is_taken(card)) {
            self.keep_as_next(card, because);
        }
        let Some(taken) = taken else { return };
        let arrival = Arrival { face: Face::Up(taken.card), drawn: Some(taken.draw), because };
        self.receive(Place::Hand(spot), arrival, out);
    }

    /// A supervisor has the dealer's cards discarded.
    pub(crate) fn discard_together<S: Sink>(&mut self, by: Approver, out: &mut S) {
        let rule = self.law.drawn_together_dealer.applies();
        tell(out, What::Approved { by, yes: true }, rule);
        tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(Place::Dealer) }, rule);
        self.drop_error();
    }

    /// An error is over whatever it waited for; cards that lie nowhere yet go to the rack.
    pub(crate) fn drop_error(&mut self) {
        let cards = self.round.error.take().map_or(0, |error| error.together.iter().flatten().count());
        self.shoe.to_rack(u16::try_from(cards).unwrap_or(0));
    }

    /// Whether the supervisor's word is what an error waits for.
    pub(crate) fn waits_for_supervisor(&self) -> bool {
        self.round.error.is_some_and(|error| error.stage == Stage::Discard)
    }
}

/// Which of the cards a choice names, counted from 0.
pub(crate) fn position(choice: ChoiceId) -> usize {
    match choice {
        words::TAKE_FIRST_CARD => 0,
        words::TAKE_SECOND_CARD => 1,
        words::TAKE_THIRD_CARD => 2,
        _ => 3,
    }
}
