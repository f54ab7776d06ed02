//! Rulings of the floor where no rule covers what happened, and how rounds and hands are undone.

use super::play::Poker;
use super::state::{PokerTable, hand_place};
use super::words;
use crate::common::{Verdict, awaited, check_amount, first_lying, staff_of, tell};
use engine::{
    Actor, Cites, Line, Outcome, Patron, Refusal, Rule, RulingAct, Sink, Spot, Wager, WagerId, What,
};

impl<G: Poker> PokerTable<G> {
    /// Applies a ruling where no rule covers what happened.
    pub(crate) fn ruling<S: Sink>(
        &mut self,
        actor: Actor,
        act: RulingAct,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, G::vocabulary().ruling_rank)?;
        self.check_ruling(act)?;
        let rule = G::PLAY.law.ours.floor_rules.applies();
        tell(out, What::Ruled { by, act }, rule);
        // An award does not resolve what stopped the play.
        self.round.ruling_due &= matches!(act, RulingAct::Award { .. });
        match act {
            RulingAct::GoOn
            | RulingAct::VoidWager(_)
            | RulingAct::DiscardCard(_)
            | RulingAct::ReplaceCard(_)
            | RulingAct::MoveCard { .. }
            | RulingAct::UseCardNext(_) => {}
            RulingAct::VoidRound => {
                tell(out, What::Remedied { remedy: words::ROUND_VOID, place: None }, rule);
                self.void_round(None, rule.into(), out);
            }
            RulingAct::VoidHand(spot) => self.void_hand(spot, rule.into(), out),
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
        }
        Ok(())
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let round = &self.round;
        match act {
            RulingAct::GoOn => awaited(round.ruling_due),
            RulingAct::VoidRound => awaited(round.closed || (round.opened && round.ruling_due)),
            RulingAct::VoidHand(spot) if self.can_be_voided(spot) => Ok(()),
            RulingAct::VoidHand(_) => Err(Refusal::not_awaited("hand-finished")),
            RulingAct::Award { amount, .. } => {
                check_amount(amount)?;
                // No round needs a thousand lines; the bound keeps line numbers unique.
                awaited(round.opened && self.lines.last() < 1_000)
            }
            // In this game a wager shares the fate of its hand; a single wager is never voided.
            _ => awaited(false),
        }
    }

    /// Whether some wager of a hand still lies on the layout.
    fn can_be_voided(&self, spot: Spot) -> bool {
        let lies = first_lying(&self.wagers, |wager| wager.spot == spot).is_some();
        self.round.dealt.has(spot.box_number) && spot.hand == 1 && lies
    }

    /// Removes one hand from the round with its remaining wagers; settled wagers stay settled.
    fn void_hand<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let number = spot.box_number;
        if self.has_open_progressive(number) {
            // A patron whose wager is returned has no envy bonus. One who forfeited it by a fold still has.
            self.round.progressive.remove(number);
        }
        self.return_open(|_, there| there == spot, cites, out);
        self.take_out(number, out);
    }

    /// Handles a patron who left for good: the stakes are lost, and the hand is out of the round.
    pub(crate) fn abandon<S: Sink>(&mut self, patron: Patron, cites: Cites, out: &mut S) {
        let seat = (1..).zip(self.boxes_in_use()).find(|(_, b)| b.patron == Some(patron));
        let Some((number, _)) = seat else { return };
        self.round.progressive.remove(number);
        let lost = Verdict::of(Outcome::Loses, cites);
        for wager in 0..G::PLAY.wagers.len() {
            let own = self.betting_box(number).and_then(|b| b.wagers[wager]);
            if let (Some(own), true) = (own, self.is_open(own)) {
                self.settle_wager(own, lost, out);
            }
        }
        self.settle_for_dealers(number, |_| Some(lost), out);
        self.take_out(number, out);
    }

    /// Removes a hand whose wagers are settled from the round.
    fn take_out<S: Sink>(&mut self, number: u8, out: &mut S) {
        let place = hand_place(number);
        self.queue.retain(|deal| deal != place);
        self.collect_hand(number, Cites::NONE, out);
        let round = &mut self.round;
        for boxes in [&mut round.dealt, &mut round.waiting, &mut round.played, &mut round.unsettled] {
            boxes.remove(number);
        }
        round.asked = round.asked.filter(|asked| *asked != number);
        round.meter_for = round.meter_for.filter(|(asked, _)| *asked != number);
        round.granted = round.granted.filter(|_| round.meter_for.is_some());
        let over = round.dealt.is_empty() || (round.hands_void && !self.has_side_wager(|_| true));
        self.round.void = over;
    }

    /// Reverses every line and returns every stake. The cause may also require a shuffle afterwards.
    pub(crate) fn void_round<S: Sink>(&mut self, reshuffle: Option<Rule>, cites: Cites, out: &mut S) {
        self.undo(|_, _| true, cites, out);
        self.round.ruling_due = false;
        self.round.reshuffle = reshuffle;
        self.round.void = true;
    }

    /// Reverses the settlement of some wagers, the last line first, and returns their stakes. Awards of the
    /// floor stay.
    pub(crate) fn undo<S: Sink>(
        &mut self,
        concerned: impl Fn(WagerId, Spot) -> bool,
        cites: Cites,
        out: &mut S,
    ) {
        let settles =
            |line: &Line| line.outcome != Some(Outcome::Returned) && concerned(line.wager, line.spot);
        self.lines.undo_all(settles, &mut self.wagers, cites, out);
        self.return_open(concerned, cites, out);
    }

    /// Returns stakes that still lie on the layout, in the order in which they were placed.
    fn return_open<S: Sink>(&mut self, concerned: impl Fn(WagerId, Spot) -> bool, cites: Cites, out: &mut S) {
        let lies = |wager: &Wager| concerned(wager.kind, wager.spot);
        while let Some(number) = first_lying(&self.wagers, lies) {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
    }
}
