//! Events that void a round, and those that interrupt it.

use super::hand::{Hand, Play, area};
use super::state::{Blackjack, ShoeStage};
use super::words;
use crate::common::{Report, tell};
use engine::{Cites, Outcome, Place, Rule, Sink, What};

impl Blackjack {
    /// Voids the round, regardless of what has happened in it.
    pub(crate) fn void_by<S: Sink>(&mut self, report: Report, rule: Option<Rule>, out: &mut S) {
        let cites = Cites::from(rule).and(self.law.void_causes.applies());
        if !self.round.opened {
            // The cards are about to be shuffled, and no round depends on them.
            report.remedied(words::NO_EFFECT, cites, out);
            return;
        }
        report.told(cites, out);
        self.void_round(cites.and(self.law.void_returns_all.applies()), out);
        self.shoe.empty_into_rack();
        self.stage = ShoeStage::shuffle(self.law.shuffle_before_play.applies());
    }

    /// Handles an interruption: play continues if a bet has been decided; otherwise the round is void.
    pub(crate) fn interrupted<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        let report = Report { kind: words::INTERRUPTION, place };
        let cites = Cites::from(self.law.interruption.applies());
        if !self.round.opened {
            report.remedied(words::NO_EFFECT, cites, out);
            return;
        }
        report.told(cites, out);
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
        // A 21 and a hand over 21 are decided, even if the first deal is not over or the payment is late.
        let by_cards =
            self.any_hand(|hand| hand.play != Play::Settled && !hand.surrendered && hand.tally.total() >= 21);
        let side_bet = self.wagers.iter().any(|wager| {
            wager.area >= area::SIDE_BETS
                && wager.on_layout()
                && self.betting_box(wager.spot.box_number).is_some_and(|b| b.first_two().is_some())
        });
        decided || by_cards || side_bet || self.is_played_out()
    }

    /// Whether no patron has a decision left and the dealer's hand is complete, even if an error still waits
    /// for answers.
    fn is_played_out(&self) -> bool {
        let plays = |hand: &Hand| {
            let given_up = hand.surrendered || hand.overlooked || hand.wager.is_none();
            let one_card_more = hand.split_ace && hand.tally.cards >= 2;
            hand.play == Play::Active && !given_up && !one_card_more
        };
        let decisions = self.any_hand(plays) || self.round.rescuing.is_some();
        self.round.drawing_over || (self.dealer_is_complete() && !decisions)
    }
}
