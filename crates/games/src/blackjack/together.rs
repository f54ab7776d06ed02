//! Cards that were drawn together.

use super::cards::Arrival;
use super::choices::Grant;
use super::dealing_error::{DealingError, Stage};
use super::next_cards::is_dealt;
use super::state::Blackjack;
use super::words;
use crate::common::{Report, tell};
use engine::{
    Approver, ChoiceId, Cites, Due, Face, LaidCard, Patron, Place, Refusal, Rule, Seen, Sink, Spot, What,
};
use felt::Card;

impl Blackjack {
    /// Handles the first of several cards that came out together.
    pub(crate) fn drawn_together<S: Sink>(&mut self, report: Report, face: Face, out: &mut S) {
        if !self.round.closed {
            self.drawn_before_the_deal(report, Place::Next, face, out);
            return;
        }
        let cites =
            Cites::from(self.law.drawn_together.applies()).and(self.law.drawn_together_error.applies());
        let due = self.round.error.map_or_else(|| self.due_place(), |error| error.due);
        let (draw, foreign) = self.lay_beside(Place::Next, face, cites, out);
        report.or_at(due).told(cites, out);
        self.together.push(draw);
        self.join_error(false, out);
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(Place::Next, out);
        }
    }

    /// Handles each further one.
    pub(crate) fn one_more_together<S: Sink>(&mut self, face: Face, out: &mut S) {
        let (draw, foreign) =
            self.lay_beside(Place::Next, face, self.law.drawn_together.applies().into(), out);
        self.together.push(draw);
        self.join_error(false, out);
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(Place::Next, out);
        }
    }

    pub(crate) fn check_pick(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<Grant, Refusal> {
        let asked = self.due == Due::Choice { patron, spot };
        let picks = |error: &DealingError| error.stage == Stage::Pick(spot);
        let lies_there = position(choice) < self.together.len();
        if asked && lies_there && self.round.error.as_ref().is_some_and(picks) {
            Grant::by(self.law.drawn_together)
        } else {
            Err(Refusal::not_awaited("not-now"))
        }
    }

    /// Gives the decider's hand the card at this index; the others are the next ones, in the order they were
    /// reported. A hand that is gone gets none.
    pub(crate) fn pick<S: Sink>(&mut self, spot: Spot, at: usize, out: &mut S) {
        self.round.error = None;
        let because = self.law.drawn_together.applies();
        if self.can_receive(Place::Hand(spot)) && at < self.together.len() {
            let taken = self.together.remove(at);
            self.take_picked(Place::Hand(spot), taken, because, out);
        }
        self.keep_together_as_next(because, out);
    }

    /// Lays the picked card at the hand. An unseen one becomes the first of the next cards, and is identified
    /// when it is turned up there.
    fn take_picked<S: Sink>(&mut self, to: Place, draw: u32, because: Option<Rule>, out: &mut S) {
        let Some(laid) = self.layout.cards().find(|laid| laid.draw == draw).copied() else { return };
        match laid.face {
            Face::Up(_) => self.receive(to, Arrival { face: laid.face, drawn: Some(draw), because }, out),
            Face::Down(_) | Face::Unread => {
                self.layout.take_up(|lying| lying.draw == draw);
                self.next.keep_first(&mut self.layout, laid, because);
            }
        }
    }

    /// Keeps cards drawn together as the next ones, in the order they were reported, if no one picks.
    pub(crate) fn keep_together_as_next<S: Sink>(&mut self, because: Option<Rule>, out: &mut S) {
        self.round.error = None;
        for draw in std::mem::take(&mut self.together) {
            let laid = self.layout.cards().find(|laid| laid.draw == draw).copied();
            if let Some(laid) = laid {
                self.stray_is_next(laid, because, out);
            }
        }
    }

    /// Discards the dealer's cards by order of a supervisor.
    pub(crate) fn discard_together<S: Sink>(&mut self, by: Approver, out: &mut S) {
        let rule = self.law.drawn_together_dealer.applies();
        tell(out, What::Approved { by, yes: true }, rule);
        tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(Place::Dealer) }, rule);
        self.drop_error(rule.into(), out);
    }

    /// Ends an error whatever it waited for; cards at the side go to the rack. Cards at a hand are collected
    /// with it.
    pub(crate) fn drop_error<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        self.round.error = None;
        for draw in std::mem::take(&mut self.together).into_iter().chain(std::mem::take(&mut self.strays)) {
            let at_the_side = |laid: &LaidCard| laid.draw == draw && !is_dealt(laid);
            if self.layout.cards().any(at_the_side) {
                self.discard_astray(draw, cites, out);
            }
        }
    }

    /// Whether an error waits for the supervisor.
    pub(crate) fn waits_for_supervisor(&self) -> bool {
        self.round.error.is_some_and(|error| error.stage == Stage::Discard)
    }

    /// Uses a card that lies face up in the shoe where one is due, or keeps it after the other next ones.
    pub(crate) fn use_face_up_card<S: Sink>(
        &mut self,
        card: Card,
        due: Option<Place>,
        because: Option<Rule>,
        out: &mut S,
    ) {
        let face = Face::Up(card);
        let (draw, foreign) = self.lay_beside(Place::Next, face, because.into(), out);
        match due.filter(|_| self.next.is_empty()) {
            Some(to) => self.receive(to, Arrival { face, drawn: Some(draw), because }, out),
            None => {
                let laid = LaidCard { draw, place: Place::Next, face, seen: Seen::NOBODY };
                self.stray_is_next(laid, because, out);
                self.tell_cut_card(out);
            }
        }
        if foreign {
            self.foreign_card(due.unwrap_or(Place::Next), out);
        }
    }
}

/// The index of the card that a choice names, from 0.
pub(crate) fn position(choice: ChoiceId) -> usize {
    match choice {
        words::TAKE_FIRST_CARD => 0,
        words::TAKE_SECOND_CARD => 1,
        words::TAKE_THIRD_CARD => 2,
        _ => 3,
    }
}
