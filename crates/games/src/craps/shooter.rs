//! Who throws the dice: offering them around the table, taking them, passing them on.

use super::rules;
use super::state::{Craps, Dice, InTheAir, Offering, WhyOffered};
use super::terms::Moment;
use super::words;
use crate::common::{awaited, staff_of, tell};
use engine::{Actor, ChoiceId, Cites, Patron, Rank, Refusal, Sink, Spot, StepId, What};

impl Craps {
    // ---------------------------------------------------------------- offering

    /// Handles the stick person's step that starts or restarts the offering.
    pub(crate) fn offer_dice<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        let by = staff_of(actor, Rank::Dealer)?;
        awaited(self.dice == Dice::Idle && self.in_the_air == InTheAir::No)?;
        self.begin(out);
        tell(out, What::Stepped { step: words::OFFER_DICE, by }, rules::DICE_AT_COMMENCEMENT.applies());
        self.offer_from(1, self.terms.places, WhyOffered::Commencement);
        Ok(())
    }

    fn offer_from(&mut self, at: u8, last: u8, why: WhyOffered) {
        self.dice = Dice::Offered(Offering { at, last, asked_before: 0, asked: false, why });
    }

    /// Offers the dice to the left of the shooter; the shooter is asked last, if at all.
    fn offer_to_left<S: Sink>(&mut self, why: WhyOffered, cites: Cites, out: &mut S) {
        let place = self.shooter_place;
        self.dice = Dice::Idle;
        if self.come_only {
            self.come_only = false;
            tell(out, What::Marked(self.puck()), None);
        }
        tell(out, What::Marked(self.shooter_marker()), cites);
        self.terms.duties.tell(Moment::Offering, out);
        let after = place % self.terms.places + 1;
        let before = if place == 1 { self.terms.places } else { place - 1 };
        // A lone player who threw a loser seven is offered the dice again; a player who gave them up is not.
        // If the shooter left, another patron may have come to their place.
        let last = match why {
            WhyOffered::LoserSeven(_) | WhyOffered::Left => place,
            _ => before,
        };
        if last == place && !matches!(why, WhyOffered::LoserSeven(_) | WhyOffered::Left) {
            // A table with one place has no other to ask.
            let offer = Offering { at: place, last: place, asked_before: 0, asked: false, why };
            self.dice_go_on(offer, out);
            return;
        }
        self.offer_from(after, last, why);
    }

    /// Asks the patron at the place, if there is one.
    pub(crate) fn ask_about_dice<S: Sink>(&mut self, offer: Offering, out: &mut S) {
        let Some(patron) = self.patron_at(offer.at) else {
            self.dice_go_on(offer, out);
            return;
        };
        let first = offer.asked_before == 0;
        let cites = match offer.why {
            WhyOffered::Commencement => {
                Cites::from(rules::DICE_FIRST_OFFER.when(first)).and(rules::DICE_FURTHER_OFFER.when(!first))
            }
            why => {
                let without_line_bet = matches!(why, WhyOffered::Passed { line_bet: false })
                    && self.point.is_none()
                    && self.come_bets_remain();
                let again = matches!(why, WhyOffered::LoserSeven(old) if old == patron);
                Cites::from(rules::DICE_TO_LEFT.when(first && !again))
                    .and(rules::DICE_GO_ROUND.when(!first && !again))
                    .and(rules::DICE_GO_ROUND_WHOLE.when(again))
                    .and(rules::NO_LINE_BET_OFFERED.when(without_line_bet))
                    .and(rules::COME_ONLY_ROLLS.when(without_line_bet && self.put_bets_alone()))
            }
        };
        tell(out, What::Asked { patron, spot: Spot::first(offer.at) }, cites);
        self.dice = Dice::Offered(Offering { asked: true, asked_before: offer.asked_before + 1, ..offer });
    }

    /// Asks the next place; after the last one the dice stay idle.
    pub(crate) fn dice_go_on<S: Sink>(&mut self, offer: Offering, out: &mut S) {
        if offer.at != offer.last {
            let at = offer.at % self.terms.places + 1;
            self.dice = Dice::Offered(Offering { at, asked: false, ..offer });
            return;
        }
        self.dice = Dice::Idle;
        if let Some(last) = self.last_shooter {
            self.come_only_for(last, out);
        }
    }

    /// Lets the last thrower throw for Come, Don't Come or Put Bets alone, if no patron wants the dice and
    /// such bets wait for a decision.
    fn come_only_for<S: Sink>(&mut self, previous: Patron, out: &mut S) {
        let waiting = self.point.is_none() && !self.line_bet_lies() && self.come_bets_remain();
        let stays = self.place_of(previous).is_some();
        let Some(rule) = rules::COME_ONLY.when(waiting && stays) else { return };
        let cites = Cites::one(rule).and(rules::COME_ONLY_ROLLS.when(self.put_bets_alone()));
        self.dice = Dice::Held(previous);
        self.shooter_place = self.place_of(previous).unwrap_or(1);
        self.come_only = true;
        tell(out, What::Marked(self.shooter_marker()), cites);
        tell(out, What::Marked(self.puck()), cites);
        self.terms.duties.tell(Moment::ComeOnly, out);
    }

    /// Ends such throws when these bets are decided, or another patron wants to play on.
    pub(crate) fn end_come_only<S: Sink>(&mut self, shooter: Patron, out: &mut S) {
        self.come_only = false;
        tell(out, What::Marked(self.puck()), None);
        if !self.line_bet_lies() {
            self.dice = Dice::Idle;
            tell(out, What::Marked(self.shooter_marker()), rules::COME_ONLY_DECIDED.applies());
            return;
        }
        let cites = Cites::from(rules::COME_ONLY_LINE_BET.applies());
        if self.has_line_bet(shooter) {
            tell(out, What::Marked(self.shooter_marker()), cites);
        } else {
            self.offer_to_left(WhyOffered::Taken, cites, out);
        }
    }

    // ----------------------------------------------------------------- deciding

    pub(crate) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_choice(patron, spot, choice)?;
        self.decide(patron, spot, choice, Cites::NONE, out);
        Ok(())
    }

    /// Checks whether a patron may make this choice about the dice now.
    pub(crate) fn check_choice(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<(), Refusal> {
        let known = [words::TAKE_DICE, words::DECLINE_DICE, words::PASS_DICE].contains(&choice);
        awaited(known && self.in_the_air == InTheAir::No && self.place_of(patron) == Some(spot.box_number))?;
        if choice == words::PASS_DICE {
            return match self.shooter() {
                Some(shooter) if shooter == patron => Ok(()),
                _ => Err(Refusal::not_awaited("not-your-dice")),
            };
        }
        let asked = matches!(self.dice, Dice::Offered(offer) if offer.asked && offer.at == spot.box_number);
        if !asked {
            return Err(Refusal::not_awaited("not-your-dice"));
        }
        if choice == words::TAKE_DICE {
            let without = self.point.is_none() && !self.has_line_bet(patron);
            rules::SHOOTER_BETS.forbids(without, "line-bet-needed")?;
        }
        Ok(())
    }

    fn decide<S: Sink>(&mut self, patron: Patron, spot: Spot, choice: ChoiceId, silent: Cites, out: &mut S) {
        let lapsed = !silent.is_empty();
        let chosen = What::Chosen { patron, spot, choice, amount: None, lapsed };
        match (choice, self.dice) {
            (words::TAKE_DICE, Dice::Offered(offer)) => {
                let without = self.point.is_some() && !self.has_line_bet(patron);
                tell(out, chosen, rules::DICE_GO_ROUND_WHOLE.when(without));
                self.give_dice(patron, offer.why, out);
            }
            (words::DECLINE_DICE, Dice::Offered(offer)) => {
                tell(out, chosen, silent);
                self.dice_go_on(offer, out);
            }
            _ => {
                tell(out, chosen, silent.and(rules::SHOOTER_MAY_PASS.applies()));
                self.last_shooter = Some(patron).filter(|_| !self.come_only);
                let why = WhyOffered::Passed { line_bet: self.has_line_bet(patron) };
                self.offer_to_left(why, Cites::NONE, out);
            }
        }
    }

    /// Handles a patron who did not answer: they do not want the dice.
    pub(crate) fn lapse<S: Sink>(
        &mut self,
        silent: Option<Patron>,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let engine::Due::Choice { patron, spot: about } = self.due else {
            return Err(Refusal::not_awaited("not-now"));
        };
        awaited(about == spot && silent.is_none_or(|named| named == patron))?;
        self.decide(patron, spot, self.default_choice(), rules::SILENCE.applies().into(), out);
        Ok(())
    }

    /// The choice that silence stands for when the dice are offered, and when the shooter has no line bet.
    pub(crate) fn default_choice(&self) -> ChoiceId {
        match self.dice {
            Dice::Offered(_) => words::DECLINE_DICE,
            Dice::Idle | Dice::Held(_) => words::PASS_DICE,
        }
    }

    fn give_dice<S: Sink>(&mut self, patron: Patron, why: WhyOffered, out: &mut S) {
        self.dice = Dice::Held(patron);
        self.shooter_place = self.place_of(patron).unwrap_or(1);
        let first = why == WhyOffered::Commencement;
        let cites = Cites::from(rules::FIRST_SHOOTER.when(first)).and(rules::NEW_SHOOTER.when(!first));
        tell(out, What::Marked(self.shooter_marker()), cites);
        let moment = if first { Moment::FirstDiceTaken } else { Moment::DiceTaken };
        self.terms.duties.tell(moment, out);
    }

    // ------------------------------------------------------------- losing the dice

    /// A loser seven ends the shooter's hand.
    pub(crate) fn loser_seven<S: Sink>(&mut self, out: &mut S) {
        self.first_shooter = None;
        self.shooter_changed = false;
        let Some(shooter) = self.shooter() else { return };
        if let Some(rule) = rules::LOSER_SEVEN_PASSES.applies() {
            self.offer_to_left(WhyOffered::LoserSeven(shooter), rule.into(), out);
        }
    }

    /// Handles a shooter who left while the dice were in the air.
    pub(crate) fn shooter_gone<S: Sink>(&mut self, out: &mut S) {
        self.offer_to_left(WhyOffered::Left, rules::LEAVES.applies().into(), out);
    }

    /// Passes the dice on by order of the box person.
    pub(crate) fn order_dice_on<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        awaited(self.shooter().is_some() && self.in_the_air == InTheAir::No)?;
        rules::BOX_ORDERS_DICE_ON.forbids(!actor.is_at_least(Rank::Box), "box-orders")?;
        let by = staff_of(actor, Rank::Dealer)?;
        self.last_shooter = self.shooter().filter(|_| !self.come_only);
        let step: StepId = words::ORDER_DICE_ON;
        tell(out, What::Stepped { step, by }, rules::BOX_ORDERS_DICE_ON.applies());
        self.offer_to_left(WhyOffered::Taken, Cites::NONE, out);
        Ok(())
    }

    /// Handles a patron who leaves: their wagers stand, and they lose the dice.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) -> Result<(), Refusal> {
        let place = self.place_of(patron).ok_or(Refusal::impossible("not-at-table"))?;
        let rule = rules::LEAVES.applies();
        tell(out, What::Left { patron }, rule);
        if self.shooter() == Some(patron) && self.in_the_air == InTheAir::No {
            self.offer_to_left(WhyOffered::Left, rule.into(), out);
        }
        if let Some(there) = usize::from(place).checked_sub(1).and_then(|at| self.places.get_mut(at)) {
            *there = None;
        }
        Ok(())
    }
}
