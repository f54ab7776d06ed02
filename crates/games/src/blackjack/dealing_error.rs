//! Dealing errors where every patron has a choice: how errors are joined, and how the house resolves them.

use super::cards::Arrival;
use super::hand::{Hand, Play, Want};
use super::state::{BOXES_MAX, Blackjack, Wanted};
use super::words;
use crate::common::{Report, awaited, staff_of, tell};
use engine::{
    Actor, Approver, Cites, Due, Line, Outcome, Patrons, Place, Rank, Refusal, Sink, Spot, StepId, What,
};
use serde::{Deserialize, Serialize};

/// What an error still waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// The second of two cards drawn together, when only one was reported.
    OtherCard,
    /// The house says whether it puts the cards right.
    House,
    /// The patrons answer.
    Answers,
    /// The decider picks one of the cards.
    Pick(Spot),
    /// The supervisor discards the dealer's cards.
    Discard,
}

/// A dealing error that is not resolved yet.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct DealingError {
    pub(crate) stage: Stage,
    /// Whether the house put the cards right.
    pub(crate) put_right: bool,
    /// Whether the house has to decide once all cards that were drawn together are reported.
    pub(crate) house_waits: bool,
    /// Where a card was due.
    pub(crate) due: Option<Place>,
    /// The patrons who have answered, box by box.
    pub(crate) answered: [Patrons; BOXES_MAX],
}

impl DealingError {
    pub(crate) const fn at(stage: Stage) -> DealingError {
        DealingError {
            stage,
            put_right: false,
            house_waits: false,
            due: None,
            answered: [Patrons::NONE; BOXES_MAX],
        }
    }
}

impl Blackjack {
    /// What is due because of an error; `None` if it can be closed.
    pub(crate) fn error_due(&self) -> Option<Due> {
        let error = self.round.error.as_ref()?;
        match error.stage {
            Stage::OtherCard => Some(Due::Card { to: Place::Next, up: true }),
            Stage::House => Some(match self.stray_to_turn() {
                Some(place) => Due::Turn { place },
                None => Due::Decision { rank: Rank::Floor },
            }),
            Stage::Answers => {
                let left = self.unanswered();
                (!left.is_empty()).then_some(Due::Choices { closes: words::ANSWERS_CLOSED, left })
            }
            Stage::Pick(spot) => {
                let alive = self.can_receive(Place::Hand(spot));
                let patron = self.patron_of(spot).filter(|patron| alive && !self.left.has(*patron));
                patron.map(|patron| Due::Choice { patron, spot })
            }
            Stage::Discard => Some(Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None }),
        }
    }

    /// The place where a card is due, if any.
    pub(crate) fn due_place(&self) -> Option<Place> {
        match self.due {
            Due::Card { to, .. } => Some(to),
            _ => None,
        }
    }

    /// Handles a report of an error in cards that lie where the record puts them.
    pub(crate) fn error_reported<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        let report = Report { kind: words::DEALING_ERROR, place };
        let cites = Cites::from(self.law.error_options.applies());
        if !self.round.closed {
            // All bets have been settled, so no patron has a bet to continue or to get back.
            let late = self.law.not_after_settlement.applies();
            let cites = cites.and(late).and(self.law.reaches_back.applies());
            report.remedied(words::NO_EFFECT, cites, out);
            return;
        }
        report.told(cites, out);
        self.join_error(true, out);
    }

    /// Records a mistake. It joins an unresolved one: the house decides about all of it if it has a say, and
    /// all patrons answer again.
    pub(crate) fn join_error<S: Sink>(&mut self, for_the_house: bool, out: &mut S) {
        let due = self.due_place();
        let error = self.round.error.get_or_insert(DealingError { due, ..DealingError::at(Stage::Answers) });
        error.answered = [Patrons::NONE; BOXES_MAX];
        if self.together.len() == 1 {
            error.house_waits |= for_the_house || error.stage == Stage::House;
            error.stage = Stage::OtherCard;
        } else if for_the_house || error.house_waits || error.stage == Stage::House {
            error.stage = Stage::House;
        } else {
            self.ask_everybody(out);
        }
    }

    /// Handles the decision of the house: it puts the cards right, or says that it cannot.
    pub(crate) fn decide_error<S: Sink>(
        &mut self,
        actor: Actor,
        step: StepId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, Rank::Floor)?;
        awaited(matches!(self.due, Due::Decision { .. }))?;
        let law = self.law;
        let right = step == words::RECONSTRUCT;
        let settled = self.settled_since_card().filter(|_| right);
        let barred = settled.is_some();
        let interim = settled.is_some_and(|line| self.is_interim(line));
        let cites = Cites::from(law.not_after_settlement.when(barred))
            .and(law.not_reconstructed.when(barred))
            .and(law.interim_settlement.when(barred && interim))
            .and(law.final_settlement.when(barred && !interim));
        Refusal::by("settled-since", cites)?;
        let rule = if right { law.house_reconstructs.applies() } else { law.house_discretion.applies() };
        tell(out, What::Stepped { step, by }, rule);
        let remedy = if right { words::RECONSTRUCTED } else { words::LEFT_AS_DEALT };
        tell(out, What::Remedied { remedy, place: None }, rule);
        let cards_lay_astray = !self.strays.is_empty();
        self.place_strays(right, rule, out);
        let due = self.place_in_turn();
        if let Some(error) = &mut self.round.error {
            (error.put_right, error.house_waits) = (right, false);
            error.due = if cards_lay_astray { due } else { error.due };
        }
        self.ask_everybody(out);
        Ok(())
    }

    /// Whether the cards can be reconstructed: no bet was settled since the last card was laid.
    pub(crate) fn may_reconstruct(&self) -> bool {
        self.settled_since_card().is_none()
    }

    /// A line that settled a bet since the last card was laid.
    fn settled_since_card(&self) -> Option<&Line> {
        self.lines.standing().find(|line| line.seq > self.round.lines_at_card && is_settlement(line))
    }

    /// Whether a line is one of those settled right after the first deal: side bets and pontoons.
    fn is_interim(&self, line: &Line) -> bool {
        let pontoon = line.row.is_some() && line.row == self.terms.blackjack_row();
        pontoon || self.side_bet_index(line.wager).is_some()
    }

    /// Whether a bet of this round has been settled.
    pub(crate) fn has_settled(&self) -> bool {
        self.lines.standing().any(is_settlement)
    }

    /// Asks every patron to play on or take the bet back.
    pub(crate) fn ask_everybody<S: Sink>(&mut self, out: &mut S) {
        self.error_goes_to(Stage::Answers);
        let rule = self.law.error_options.applies();
        tell(out, What::Remedied { remedy: words::PATRONS_CHOOSE, place: None }, rule);
    }

    /// Whether a card at this place counts. It does not once the dealer's hand is complete, nor on a hand
    /// that was given up, has 21 or only waits for payment.
    pub(crate) fn can_receive(&self, place: Place) -> bool {
        let may_draw = |hand: &Hand| {
            hand.play != Play::Settled && !hand.surrendered && !hand.overlooked && hand.tally.total() < 21
        };
        match place {
            _ if self.round.drawing_over => false,
            Place::Hand(spot) => self.hand(spot).is_some_and(may_draw),
            Place::Dealer => !self.dealer_is_complete(),
            _ => false,
        }
    }

    /// Lays a card at a place as if it had been due there.
    pub(crate) fn receive<S: Sink>(&mut self, place: Place, arrival: Arrival, out: &mut S) {
        if self.queue.take(place) {
            self.first_deal_card(place, arrival, out);
            return;
        }
        let Place::Hand(spot) = place else {
            self.dealer_further_card(arrival, out);
            return;
        };
        let asked_for = self.round.wanted.filter(|wanted| wanted.spot == spot);
        if asked_for.is_some() {
            self.round.wanted = None;
        }
        let short = self.hand(spot).is_some_and(|hand| hand.tally.cards < 2);
        if asked_for.is_none() && !short {
            // A further card lies with a patron, so insurance and surrender are closed.
            self.round.insurance_closed = true;
            self.round.surrender_closed = true;
        }
        let why = if short { Want::Second } else { Want::Hit };
        self.further_card(asked_for.unwrap_or(Wanted { spot, why, to_accept: false }), arrival, out);
    }

    /// Closes an error after all patrons have answered or their time is over; play continues.
    pub(crate) fn close_error<S: Sink>(&mut self, out: &mut S) {
        let Some(error) = self.round.error else { return };
        if let Stage::Pick(spot) = error.stage {
            self.pick(spot, 0, out);
            return;
        }
        let accept = self.law.accept_further.applies();
        tell(out, What::Stepped { step: words::ANSWERS_CLOSED, by: Rank::Dealer }, accept);
        match error.due.filter(|_| !self.together.is_empty()) {
            Some(Place::Dealer) => self.error_goes_to(Stage::Discard),
            Some(Place::Hand(spot)) => self.error_goes_to(Stage::Pick(spot)),
            _ => {
                let because = self.law.drawn_together.when(!self.together.is_empty());
                self.keep_together_as_next(because, out);
            }
        }
    }

    fn error_goes_to(&mut self, stage: Stage) {
        if let Some(error) = &mut self.round.error {
            error.stage = stage;
        }
    }
}

/// Whether a line paid or collected a bet; returning a bet does not settle it.
fn is_settlement(line: &Line) -> bool {
    line.number.is_some() && matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
}
