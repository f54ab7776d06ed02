//! What voids a round, what interrupts it, and which errors can be reported when.

use super::hand::{Play, area};
use super::state::{Blackjack, ShoeStage};
use super::words;
use crate::common::tell;
use engine::{Cites, Due, IrregularityId, Outcome, Place, Rule, Sink, What};

impl Blackjack {
    /// Whether this can be reported now, where errors give everybody a choice.
    pub(crate) fn may_report_error(&self, kind: IrregularityId, place: Option<Place>) -> bool {
        let round = &self.round;
        let card_due = matches!(self.due, Due::Card { to, .. } if to != Place::Next);
        let cards_left = self.shoe.remaining() > 0 && self.stage == ShoeStage::Ready;
        let calm = round.error.is_none() && round.squeezed.is_none();
        let playing = round.closed && !round.settled && self.any_card_dealt();
        match kind {
            words::FACE_UP_IN_SHOE => card_due && cards_left && calm,
            words::DEALER_OVERDREW => self.dealer_is_complete() && cards_left && !round.settled && calm,
            words::DEALING_ERROR => {
                playing && calm && place.is_none_or(|place| self.layout.at(place).next().is_some())
            }
            words::DRAWN_TOGETHER => {
                let here = place.is_none() || place == self.due_place();
                card_due && calm && here && self.shoe.remaining() > 1 && cards_left
            }
            words::TWENTY_ONE_MISSED => match place {
                Some(Place::Hand(spot)) => calm && !round.settled && self.was_paid_at_once(spot),
                _ => false,
            },
            words::SIDE_BETS_MISSED => match place {
                Some(Place::Hand(spot)) => {
                    calm && spot.hand == 1
                        && !round.settled
                        && !self.lines.are_many()
                        && self.settled_side_bet_of(spot.box_number).is_some()
                }
                _ => false,
            },
            words::INTERRUPTION | words::WRONG_COUNT | words::NOT_SHUFFLED | words::FOREIGN_CARD => {
                round.closed
            }
            words::RAN_OUT => round.closed && card_due && calm,
            words::EARLIER_ERROR => round.opened && self.round_number > 1,
            words::OBJECTION => matches!(self.due, Due::Bets { .. }) && self.boxes_in_play().next().is_some(),
            words::BET_MISPLACED => round.closed,
            _ => false,
        }
    }

    /// Something that voids the round, whatever has happened in it.
    pub(crate) fn void_by<S: Sink>(&mut self, kind: IrregularityId, rule: Option<Rule>, out: &mut S) {
        let cites = Cites::from(rule).and(self.law.void_causes.applies());
        tell(out, What::Irregular { kind, place: None }, cites);
        self.void_round(cites.and(self.law.void_returns_all.applies()), out);
        self.shoe.empty_into_rack();
        self.stage = ShoeStage::shuffle(self.law.shuffle_before_play.applies());
    }

    /// Something stopped the game: play goes on if a bet has been decided, else the round is void.
    pub(crate) fn interrupted<S: Sink>(&mut self, out: &mut S) {
        let cites = Cites::from(self.law.interruption.applies());
        tell(out, What::Irregular { kind: words::INTERRUPTION, place: None }, cites);
        if let Some(rule) = self.law.interruption_continues.when(self.outcome_established()) {
            tell(out, What::Remedied { remedy: words::NO_EFFECT, place: None }, cites.and(rule));
            return;
        }
        let cites = cites.and(self.law.interruption_void.applies()).and(self.law.void_returns_all.applies());
        self.void_round(cites, out);
    }

    /// Whether the cards have decided any bet of the round.
    fn outcome_established(&self) -> bool {
        let decided =
            self.lines.standing().any(|line| matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses)));
        // A 21 and a hand over 21 are decided, though the first deal may not be over or the payment late.
        let by_cards =
            self.any_hand(|hand| hand.play != Play::Settled && !hand.surrendered && hand.tally.total() >= 21);
        let side_bet = self.wagers.iter().any(|wager| {
            wager.area >= area::SIDE_BETS
                && wager.on_layout()
                && self.betting_box(wager.spot.box_number).is_some_and(|b| b.first_two().is_some())
        });
        decided || by_cards || side_bet || self.round.drawing_over
    }

    /// A report that changes nothing: about a finished round, or a bet that its patron would have elsewhere.
    pub(crate) fn note_only<S: Sink>(&mut self, kind: IrregularityId, cites: Cites, out: &mut S) {
        tell(out, What::Irregular { kind, place: None }, cites);
        tell(out, What::Remedied { remedy: words::NO_EFFECT, place: None }, cites);
    }
}
