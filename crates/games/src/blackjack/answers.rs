//! The answers of patrons after a dealing error: they play on, or have their bets returned.

use super::choices::Grant;
use super::hand::{Play, area};
use super::state::Blackjack;
use super::words;
use crate::common::{Verdict, awaited, tell};
use engine::{ChoiceId, Cites, Due, Outcome, Patron, Patrons, Place, Refusal, Sink, Spot, Wager, What};

impl Blackjack {
    /// Patrons who have an open bet on a box and have not answered for it.
    pub(crate) fn unanswered(&self) -> Patrons {
        let mut left = Patrons::NONE;
        let Some(error) = self.round.error.as_ref() else { return left };
        for wager in self.wagers.iter().filter(|wager| wager.on_layout()) {
            let Some(answered) = usize::from(wager.spot.box_number).checked_sub(1) else { continue };
            let answered = error.answered.get(answered).copied().unwrap_or(Patrons::NONE);
            if !answered.has(wager.patron) && !self.left.has(wager.patron) {
                left.add(wager.patron);
            }
        }
        left
    }

    pub(crate) fn check_answer(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
    ) -> Result<Grant, Refusal> {
        let asked = matches!(self.due, Due::Choices { closes, .. } if closes == words::ANSWERS_CLOSED);
        let error = self.round.error.as_ref().filter(|_| asked && spot.hand == 1);
        let Some(error) = error else { return Err(Refusal::not_awaited("not-now")) };
        let answered = usize::from(spot.box_number).checked_sub(1).and_then(|at| error.answered.get(at));
        let open = self.wagers.iter().any(|wager| {
            wager.patron == patron && wager.spot.box_number == spot.box_number && wager.on_layout()
        });
        awaited(open && answered.is_some_and(|answered| !answered.has(patron)))?;
        let law = self.law;
        Grant::by(match (choice == words::WITHDRAW, error.put_right) {
            (true, _) => law.bet_returned,
            (false, true) => law.continue_reconstructed,
            (false, false) => law.continue_as_is,
        })
    }

    pub(crate) fn answer_error(&mut self, patron: Patron, number: u8) {
        let at = usize::from(number).checked_sub(1);
        if let (Some(error), Some(at)) = (&mut self.round.error, at)
            && let Some(answered) = error.answered.get_mut(at)
        {
            answered.add(patron);
        }
    }

    /// Closes the answers by the dealer's word: all patrons who have not answered play on.
    pub(crate) fn end_answers(&mut self) {
        for patron in self.unanswered().iter() {
            for number in 1..=self.terms.boxes {
                self.answer_error(patron, number);
            }
        }
    }

    /// Returns all stakes of a patron on a box; a hand without any bet left is dead.
    pub(crate) fn withdraw<S: Sink>(&mut self, patron: Patron, number: u8, out: &mut S) {
        let cites = Cites::from(self.law.bet_returned.applies());
        self.return_wagers(number, |wager| wager.patron == patron, cites, out);
        if !self.has_bets(|spot| spot.box_number == number) {
            let rule = self.law.side_bet_without_initial.applies();
            self.return_wagers(number, |wager| wager.area >= area::SIDE_BETS, cites.and(rule), out);
        }
        self.asks_no_more(patron, number);
        let count = self.betting_box(number).map_or(0, |b| b.count);
        for hand in 1..=count {
            let spot = Spot { box_number: number, hand };
            // The split hand stays for patrons who have not yet said whether they follow.
            let may_be_followed = self
                .round
                .following
                .is_some_and(|f| f.new == Some(spot) && !f.left.without(self.left).is_empty());
            if !may_be_followed {
                self.bury_without_bets(spot, cites, out);
            }
        }
        self.answer_error(patron, number);
    }

    /// Marks a hand as dead if no bet lies on it any more.
    pub(crate) fn bury_without_bets<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let alive = self.hand(spot).is_some_and(|hand| hand.play != Play::Settled);
        if alive && !self.has_bets(|there| there == spot) {
            let place = Some(Place::Hand(spot));
            tell(out, What::Remedied { remedy: words::HAND_DEAD, place }, cites);
            self.forget_hand(spot);
            self.hand_leaves(spot, None, out);
        }
    }

    /// Whether an initial or split bet still lies on a hand that meets the test.
    fn has_bets(&self, there: impl Fn(Spot) -> bool) -> bool {
        self.wagers.iter().any(|wager| there(wager.spot) && wager.area == area::HAND && wager.on_layout())
    }

    /// A patron whose bets were returned is no longer asked to follow or rescue on that box.
    fn asks_no_more(&mut self, patron: Patron, number: u8) {
        if let Some(following) = self.round.following.as_mut().filter(|f| f.spot.box_number == number) {
            following.left.remove(patron);
        }
        if let Some((_, left)) = self.round.rescuing.as_mut().filter(|(spot, _)| spot.box_number == number) {
            left.remove(patron);
        }
    }

    /// Drops every card and every question that is due for a hand.
    pub(crate) fn forget_hand(&mut self, spot: Spot) {
        let round = &mut self.round;
        if round.wanted.is_some_and(|wanted| wanted.spot == spot) {
            round.wanted = None;
        }
        if round.following.is_some_and(|f| f.spot == spot || f.new == Some(spot)) {
            round.following = None;
        }
        if round.rescuing.is_some_and(|(there, _)| there == spot) {
            round.rescuing = None;
        }
        self.queue.retain(|place| place != Place::Hand(spot));
    }

    /// Returns open wagers of a box.
    fn return_wagers<S: Sink>(
        &mut self,
        number: u8,
        which: impl Fn(&Wager) -> bool,
        cites: Cites,
        out: &mut S,
    ) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            at += 1;
            let open = wager.spot.box_number == number && wager.on_layout();
            if open && which(wager) {
                let wager = wager.number;
                self.settle_wager(wager, Verdict::of(Outcome::Returned, cites), out);
            }
        }
    }
}
