//! Rulings of the floor where no rule covers what happened, and how rounds and hands are undone.

use super::rules;
use super::state::{DeckStage, PaiGowTable};
use super::words;
use crate::common::{Verdict, awaited, card_count, check_amount, first_lying, staff_of, tell};
use engine::{
    Actor, Cites, Line, Outcome, Place, Rank, Refusal, Rule, RulingAct, Sink, Spot, Wager, WagerNumber, What,
};

impl PaiGowTable {
    /// Applies a ruling where no rule covers what happened.
    pub(crate) fn ruling<S: Sink>(
        &mut self,
        actor: Actor,
        act: RulingAct,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, Rank::Floor)?;
        self.check_ruling(act)?;
        let rule = rules::FLOOR_RULES.applies();
        tell(out, What::Ruled { by, act }, rule);
        // An award does not resolve what stopped the play.
        self.round.ruling_due &= matches!(act, RulingAct::Award { .. });
        match act {
            RulingAct::VoidRound => {
                tell(out, What::Remedied { remedy: words::ROUND_VOID, place: None }, rule);
                self.void_round(None, rule.into(), out);
            }
            RulingAct::VoidHand(spot) => self.void_hand(spot, rule.into(), out),
            RulingAct::VoidWager(number) => self.void_wager(number, rule.into(), out),
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
            // A card that was seen before the deal lies in the rack: without it only three cards would be
            // left after seven stacks.
            RulingAct::GoOn if !self.round.closed && !self.is_deck_whole() => self.shuffle_for(rule.into()),
            _ => {}
        }
        Ok(())
    }

    /// Whether all cards are in the deck or are next cards.
    fn is_deck_whole(&self) -> bool {
        let next = card_count(self.layout.at(Place::Next).count());
        self.deck.stage != DeckStage::Ready || self.shoe.remaining() + next == self.terms.pack.len()
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let round = &self.round;
        match act {
            // A hand that holds a card twice cannot be set or compared.
            RulingAct::GoOn => awaited(round.ruling_due && !self.holds_a_card_twice()),
            RulingAct::VoidRound => awaited(round.closed || (round.opened && round.ruling_due)),
            // The cover of a bank is only returned with the whole round.
            RulingAct::VoidHand(spot) if self.is_banks(spot.box_number) => awaited(false),
            RulingAct::VoidWager(number)
                if self.lies(|wager| wager.number == number && wager.kind == words::COVER) =>
            {
                awaited(false)
            }
            RulingAct::VoidHand(spot) if spot.hand == 1 && self.lies(|wager| wager.spot == spot) => Ok(()),
            RulingAct::VoidWager(number) if self.lies(|wager| wager.number == number) => Ok(()),
            RulingAct::VoidHand(_) | RulingAct::VoidWager(_) => Err(Refusal::not_awaited("hand-finished")),
            RulingAct::Award { amount, .. } => {
                check_amount(amount)?;
                // No round needs a thousand lines; the bound keeps line numbers unique.
                awaited(round.opened && self.lines.last() < 1_000)
            }
            // Cards of stacks are never moved by a ruling.
            _ => awaited(false),
        }
    }

    /// Whether a wager of the round that meets the test lies on the layout.
    fn lies(&self, meant: impl Fn(&Wager) -> bool) -> bool {
        self.round.closed && first_lying(&self.wagers, meant).is_some()
    }

    /// Removes one hand from the round with its remaining wagers; settled wagers stay settled.
    fn void_hand<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        self.round.buttons.remove(spot.box_number);
        self.settle_both(spot.box_number, Verdict::of(Outcome::Returned, cites), None, out);
        self.take_out(spot.box_number, Cites::NONE, out);
    }

    /// Returns one wager. A hand without any leaves the round.
    fn void_wager<S: Sink>(&mut self, number: WagerNumber, cites: Cites, out: &mut S) {
        let Some(wager) = self.wagers.get(number).copied() else { return };
        self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        let place = wager.spot.box_number;
        if wager.kind == words::FORTUNE {
            self.round.buttons.remove(place);
        }
        // Hands that lie open may bring others an envy bonus.
        if self.round.unexposed.has(place) && !self.lies(|other| other.spot == wager.spot) {
            self.take_out(place, Cites::NONE, out);
        }
    }

    /// Reverses every line and returns every stake. The cause may also require a shuffle afterwards.
    pub(crate) fn void_round<S: Sink>(&mut self, reshuffle: Option<Rule>, cites: Cites, out: &mut S) {
        let settles = |line: &Line| line.outcome != Some(Outcome::Returned);
        self.lines.undo_all(settles, &mut self.wagers, cites, out);
        self.restore_cover();
        while let Some(number) = first_lying(&self.wagers, |_| true) {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
        self.round.ruling_due = false;
        self.round.reshuffle = reshuffle;
        self.round.void = true;
    }
}
