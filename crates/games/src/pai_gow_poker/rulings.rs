//! What the floor rules where no rule foresees what happened, and how rounds and hands are undone.

use super::rules;
use super::state::{DeckStage, PaiGowTable};
use super::words;
use crate::common::{Verdict, awaited, card_count, check_amount, first_lying, staff_of, tell};
use engine::{
    Actor, Cites, Line, Outcome, Place, Rank, Refusal, Rule, RulingAct, Sink, Spot, Wager, WagerNumber, What,
};

impl PaiGowTable {
    /// A ruling for what no rule foresees.
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
        // An award leaves open what stopped the play.
        self.round.ruling_due &= matches!(act, RulingAct::Award { .. });
        match act {
            RulingAct::VoidRound => {
                tell(out, What::Remedied { remedy: words::ROUND_VOID, place: None }, rule);
                self.void_round(None, rule.into(), out);
            }
            RulingAct::VoidHand(spot) => self.void_hand(spot, rule.into(), out),
            RulingAct::VoidWager(number) => self.void_wager(number, rule.into(), out),
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
            // A card that was seen before the deal lies in the rack: without it seven stacks would leave three.
            RulingAct::GoOn if !self.round.closed && !self.is_deck_whole() => self.shuffle_for(rule.into()),
            _ => {}
        }
        Ok(())
    }

    /// Whether all cards are in the deck, or wait to be the next ones.
    fn is_deck_whole(&self) -> bool {
        let next = card_count(self.layout.at(Place::Next).count());
        self.deck.stage != DeckStage::Ready || self.shoe.remaining() + next == self.terms.pack.len()
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let round = &self.round;
        match act {
            // A hand in which a card is twice cannot be set or compared.
            RulingAct::GoOn => awaited(round.ruling_due && !self.holds_a_card_twice()),
            RulingAct::VoidRound => awaited(round.closed || (round.opened && round.ruling_due)),
            // What covers a bank goes back with the round alone.
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
                // No round needs a thousand lines; the bound keeps their numbers unique.
                awaited(round.opened && self.lines.last() < 1_000)
            }
            // Cards of stacks are not moved by anybody.
            _ => awaited(false),
        }
    }

    /// Whether a wager of the round lies on the layout.
    fn lies(&self, meant: impl Fn(&Wager) -> bool) -> bool {
        self.round.closed && first_lying(&self.wagers, meant).is_some()
    }

    /// One hand leaves the round with the wagers that are left of it; what was settled stays settled.
    fn void_hand<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        self.round.buttons.remove(spot.box_number);
        self.settle_both(spot.box_number, Verdict::of(Outcome::Returned, cites), None, out);
        self.take_out(spot.box_number, Cites::NONE, out);
    }

    /// One wager goes back. A hand without any is out of the round.
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

    /// Every line is undone and every stake goes back. What voids the round may ask for the shuffle after it too.
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
