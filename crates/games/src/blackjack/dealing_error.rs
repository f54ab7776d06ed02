//! Dealing errors where every patron has a choice: the card in error, and what the house does about it.

use super::cards::Arrival;
use super::hand::{Hand, Play, Want};
use super::state::{BOXES_MAX, Blackjack, Exposed, ShoeStage, Wanted};
use super::words;
use crate::common::{Drawn, staff_of, tell};
use engine::{
    Actor, Approver, Cites, Due, Face, LaidCard, Line, Outcome, Patrons, Place, Rank, Refusal, Rule, Seen,
    Sink, Spot, StepId, What,
};
use felt::Card;
use serde::{Deserialize, Serialize};

/// So many cards leave a shoe at once; more is no dealing that anybody could put right.
pub(crate) const TOGETHER_MAX: usize = 4;

/// What an error still waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// The second of the cards drawn together.
    OtherCard,
    /// Whether the house puts the cards right.
    House,
    /// The patrons.
    Answers,
    /// The decider's pick of them.
    Pick(Spot),
    /// The supervisor, who discards the dealer's.
    Discard,
}

/// A dealing error that is not dealt with yet.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct DealingError {
    pub(crate) stage: Stage,
    /// The house put the cards right.
    pub(crate) put_right: bool,
    /// A card that lies where it was not due.
    pub(crate) stray: Option<(Exposed, Place)>,
    /// Where a card was due.
    pub(crate) due: Option<Place>,
    /// Cards drawn together, in the order they were reported.
    pub(crate) together: [Option<Exposed>; TOGETHER_MAX],
    /// Who has answered, box by box.
    pub(crate) answered: [Patrons; BOXES_MAX],
}

impl DealingError {
    pub(crate) const fn at(stage: Stage) -> DealingError {
        DealingError {
            stage,
            put_right: false,
            stray: None,
            due: None,
            together: [None; TOGETHER_MAX],
            answered: [Patrons::NONE; BOXES_MAX],
        }
    }
}

impl Blackjack {
    /// What is due because of an error, or nothing where it can be closed.
    pub(crate) fn error_due(&self) -> Option<Due> {
        let error = self.round.error.as_ref()?;
        match error.stage {
            Stage::OtherCard => Some(Due::Card { to: Place::Next, up: true }),
            Stage::House => Some(Due::Decision { rank: Rank::Floor }),
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

    /// Where a card is due, if one is.
    pub(crate) fn due_place(&self) -> Option<Place> {
        match self.due {
            Due::Card { to, .. } => Some(to),
            _ => None,
        }
    }

    /// A card came where none was due.
    pub(crate) fn card_in_error<S: Sink>(
        &mut self,
        to: Place,
        card: Card,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let place_for_it = match to {
            Place::Hand(_) => true,
            Place::Dealer => !self.round.drawing_over,
            _ => false,
        };
        let calm = self.round.closed && self.round.error.is_none() && self.stage == ShoeStage::Ready;
        if !place_for_it || !calm {
            return Err(Refusal::impossible("no-card-due"));
        }
        let without_bet = match to {
            Place::Hand(spot) => self.hand(spot).is_none_or(|hand| hand.play == Play::Settled),
            _ => false,
        };
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let seen = Seen::NOBODY;
        self.round.lines_at_card = self.lines.last();
        self.layout.lay(LaidCard { draw, place: to, face: Face::Up(card), seen });
        let bare = self.law.cards_without_bet.when(without_bet && self.has_settled());
        let cites = Cites::from(self.law.error_options.applies())
            .and(bare)
            .and(self.law.not_reconstructed.when(bare.is_some()));
        tell(out, What::CardLaid { draw, place: to, face: Face::Up(card), seen }, cites);
        let kind = if without_bet { words::CARDS_WITHOUT_BET } else { words::DEALING_ERROR };
        tell(out, What::Irregular { kind, place: Some(to) }, cites);
        let stray = Some((Exposed { draw, card }, to));
        self.round.error =
            Some(DealingError { stray, due: self.due_place(), ..DealingError::at(Stage::House) });
        if bare.is_some() {
            self.discard_stray_card(cites, out);
            tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(to) }, cites);
            self.ask_everybody(out);
        }
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(to, out);
        }
        Ok(())
    }

    /// Staff report an error in cards that lie where they belong by the record.
    pub(crate) fn error_reported<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        tell(out, What::Irregular { kind: words::DEALING_ERROR, place }, self.law.error_options.applies());
        self.round.error = Some(DealingError { due: self.due_place(), ..DealingError::at(Stage::House) });
    }

    /// The house puts the cards right, or says that it cannot.
    pub(crate) fn decide_error<S: Sink>(
        &mut self,
        actor: Actor,
        step: StepId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, Rank::Floor)?;
        let waits = self.round.error.is_some_and(|error| error.stage == Stage::House);
        if !waits {
            return Err(Refusal::not_awaited("not-now"));
        }
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
        if let Some(error) = &mut self.round.error {
            error.put_right = right;
        }
        self.place_stray(right, rule, out);
        self.ask_everybody(out);
        Ok(())
    }

    /// Whether no bet was settled since the last card was laid.
    pub(crate) fn may_reconstruct(&self) -> bool {
        self.settled_since_card().is_none()
    }

    /// A line that settled a bet since the last card was laid.
    fn settled_since_card(&self) -> Option<&Line> {
        self.lines.standing().find(|line| line.seq > self.round.lines_at_card && is_settlement(line))
    }

    /// Whether a line belongs to what is settled right after the first deal: side bets and pontoons.
    fn is_interim(&self, line: &Line) -> bool {
        let pontoon = line.row.is_some() && line.row == self.terms.blackjack_row();
        pontoon || self.side_bet_index(line.wager).is_some()
    }

    /// Whether a bet of this round has been settled.
    fn has_settled(&self) -> bool {
        self.lines.standing().any(is_settlement)
    }

    /// Everybody goes on or has his bet back.
    pub(crate) fn ask_everybody<S: Sink>(&mut self, out: &mut S) {
        self.error_goes_to(Stage::Answers);
        let rule = self.law.error_options.applies();
        tell(out, What::Remedied { remedy: words::PATRONS_CHOOSE, place: None }, rule);
    }

    /// The card in error goes where it was due, or counts where it lies.
    fn place_stray<S: Sink>(&mut self, right: bool, rule: Option<Rule>, out: &mut S) {
        let Some((stray, at)) = self.round.error.as_mut().and_then(|error| error.stray.take()) else {
            return;
        };
        let due = if right { self.round.error.and_then(|error| error.due) } else { Some(at) };
        let arrival = Arrival { face: Face::Up(stray.card), drawn: Some(stray.draw), because: None };
        match due.filter(|place| self.can_receive(*place)) {
            Some(place) => self.receive(place, arrival, out),
            None => {
                if right {
                    self.layout.take_up(|card| card.draw == stray.draw);
                    tell(out, What::CardMoved { draw: stray.draw, from: at, to: Place::Next }, rule);
                    self.keep_as_next(stray, rule);
                } else {
                    self.rack_shown(lying(stray, at), rule.into(), out);
                }
            }
        }
    }

    fn discard_stray_card<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        let stray = self.round.error.as_mut().and_then(|error| error.stray.take());
        if let Some((stray, at)) = stray {
            self.rack_shown(lying(stray, at), cites, out);
        }
    }

    /// Whether a card at this place counts. None does once the dealer's hand is complete, nor on a hand that was
    /// given up, has 21 or is only to be paid.
    pub(crate) fn can_receive(&self, place: Place) -> bool {
        let may_draw = |hand: &Hand| {
            hand.play != Play::Settled && !hand.surrendered && !hand.overlooked && hand.tally.total() < 21
        };
        match place {
            _ if self.round.drawing_over => false,
            Place::Hand(spot) => self.hand(spot).is_some_and(may_draw),
            Place::Dealer => true,
            _ => false,
        }
    }

    /// A card joins a place as if it had been due there.
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
            // A further card lies with a patron, so nobody insures or gives up any more.
            self.round.insurance_closed = true;
            self.round.surrender_closed = true;
        }
        let why = if short { Want::Second } else { Want::Hit };
        self.further_card(asked_for.unwrap_or(Wanted { spot, why, to_accept: false }), arrival, out);
    }

    /// Everybody has answered, or their time is over: play goes on.
    pub(crate) fn close_error<S: Sink>(&mut self, out: &mut S) {
        let Some(error) = self.round.error else { return };
        if let Stage::Pick(spot) = error.stage {
            self.pick(spot, 0, out);
            return;
        }
        let accept = self.law.accept_further.applies();
        tell(out, What::Stepped { step: words::ANSWERS_CLOSED, by: Rank::Dealer }, accept);
        match (error.due, error.together) {
            (Some(Place::Dealer), [Some(_), Some(_), ..]) => self.error_goes_to(Stage::Discard),
            (Some(Place::Hand(spot)), [Some(_), Some(_), ..]) => self.error_goes_to(Stage::Pick(spot)),
            _ => self.round.error = None,
        }
    }

    fn error_goes_to(&mut self, stage: Stage) {
        if let Some(error) = &mut self.round.error {
            error.stage = stage;
        }
    }
}

/// A card that lies open at a place.
fn lying(card: Exposed, place: Place) -> LaidCard {
    LaidCard { draw: card.draw, place, face: Face::Up(card.card), seen: Seen::NOBODY }
}

/// Whether a line paid or collected a bet; one that gave it back settles nothing.
fn is_settlement(line: &Line) -> bool {
    line.number.is_some() && matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
}
