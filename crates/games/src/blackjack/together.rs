//! Two cards drawn together, and cards that everybody knows to be the next ones.

use super::cards::Arrival;
use super::choices::Grant;
use super::dealing_error::{DealingError, Stage};
use super::state::{Blackjack, Exposed};
use super::words;
use crate::common::{Drawn, tell};
use engine::{Approver, Cites, Due, Face, Patron, Place, Refusal, Rule, Seen, Sink, Spot, What};
use felt::Card;
use serde::{Deserialize, Serialize};

/// A card that was drawn and seen, and is the next one; by which rule.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct KnownNext {
    card: Exposed,
    because: Option<Rule>,
}

impl KnownNext {
    /// The card's number.
    pub(crate) fn draw(&self) -> u32 {
        self.card.draw
    }

    /// The same, to change it.
    pub(crate) fn draw_mut(&mut self) -> &mut u32 {
        &mut self.card.draw
    }
}

impl Blackjack {
    /// Two cards came out together.
    pub(crate) fn drawn_together<S: Sink>(&mut self, card: Card, out: &mut S) {
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let cites =
            Cites::from(self.law.drawn_together.applies()).and(self.law.drawn_together_error.applies());
        let (place, seen) = (Place::Next, Seen::NOBODY);
        tell(out, What::CardLaid { draw, place, face: Face::Up(card), seen }, cites);
        tell(out, What::Irregular { kind: words::DRAWN_TOGETHER, place: self.due_place() }, cites);
        let together = [Some(Exposed { draw, card }), None];
        let due = self.due_place();
        self.round.error = Some(DealingError { together, due, ..DealingError::at(Stage::OtherCard) });
        if foreign {
            self.foreign_card(place, out);
        }
    }

    /// The second of two cards drawn together.
    pub(crate) fn other_card<S: Sink>(&mut self, card: Card, out: &mut S) {
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let (place, seen) = (Place::Next, Seen::NOBODY);
        let rule = self.law.drawn_together.applies();
        tell(out, What::CardLaid { draw, place, face: Face::Up(card), seen }, rule);
        if let Some(error) = &mut self.round.error {
            error.together[1] = Some(Exposed { draw, card });
        }
        self.ask_everybody(out);
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(place, out);
        }
    }

    pub(crate) fn check_pick(&self, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        let asked = self.due == Due::Choice { patron, spot };
        let picks = self.round.error.is_some_and(|error| error.stage == Stage::Pick(spot));
        if asked && picks { Grant::by(self.law.drawn_together) } else { Err(Refusal::not_awaited("not-now")) }
    }

    /// The decider takes one of two cards; the other is the next one. A hand that is gone takes neither.
    pub(crate) fn pick<S: Sink>(&mut self, spot: Spot, first: bool, out: &mut S) {
        let Some([Some(one), Some(two)]) = self.round.error.map(|error| error.together) else { return };
        let because = self.law.drawn_together.applies();
        self.round.error = None;
        if !self.can_receive(Place::Hand(spot)) {
            self.keep_as_next(one, because);
            self.keep_as_next(two, because);
            return;
        }
        let (taken, other) = if first { (one, two) } else { (two, one) };
        self.keep_as_next(other, because);
        let arrival = Arrival { face: Face::Up(taken.card), drawn: Some(taken.draw), because };
        self.receive(Place::Hand(spot), arrival, out);
    }

    /// A supervisor has the dealer's two cards discarded.
    pub(crate) fn discard_together<S: Sink>(&mut self, by: Approver, out: &mut S) {
        let rule = self.law.drawn_together_dealer.applies();
        tell(out, What::Approved { by, yes: true }, rule);
        tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(Place::Dealer) }, rule);
        self.drop_error();
    }

    /// An error is over whatever it waited for; cards that lie nowhere yet go to the rack.
    pub(crate) fn drop_error(&mut self) {
        let together = self.round.error.take().map_or([None; 2], |error| error.together);
        let cards = together.iter().flatten().count();
        self.shoe.to_rack(u16::try_from(cards).unwrap_or(0));
    }

    /// Whether the supervisor's word is what an error waits for.
    pub(crate) fn waits_for_supervisor(&self) -> bool {
        self.round.error.is_some_and(|error| error.stage == Stage::Discard)
    }

    /// A card that was seen is the next one.
    pub(crate) fn keep_as_next(&mut self, card: Exposed, because: Option<Rule>) {
        self.known_next.push_back(KnownNext { card, because });
    }

    /// The next card is known already: it goes where a card is due.
    pub(crate) fn use_known_next<S: Sink>(&mut self, to: Place, out: &mut S) {
        let Some(KnownNext { card, because }) = self.known_next.pop_front() else { return };
        let arrival = Arrival { face: Face::Up(card.card), drawn: Some(card.draw), because };
        self.receive(to, arrival, out);
    }
}
