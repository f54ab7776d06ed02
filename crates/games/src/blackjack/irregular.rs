//! Irregularities.

use super::cards::Arrival;
use super::hand::{Hand, Play, Want};
use super::mishaps::check_what_is_named;
use super::state::{Blackjack, Burn, Exposed, Missing, Notice, ShoeStage, ToShuffle};
use super::words;
use crate::common::{
    Drawn, Report, Verdict, approval, awaited, check_amount, first_lying, possible, staff_of, tell,
};
use engine::{
    Actor, Cites, Face, LaidCard, Line, LineKind, Outcome, Patron, Person, Place, Refusal, Rule, RulingAct,
    Seen, Sink, Spot, What,
};
use felt::{Card, Money};

impl Blackjack {
    /// Handles an irregularity that staff report by name.
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        check_what_is_named(report, card)?;
        let about_chips = matches!(kind, words::WINNER_UNPAID | words::LOSER_PAID);
        if self.law.error_options.exists() && !about_chips {
            return self.mishap(report, card, out);
        }
        self.check_report(report)?;
        let seen = card.ok_or_else(|| Refusal::impossible("card-not-named"));
        let face = card.map_or(Face::Unread, Face::Down);
        match kind {
            words::FACE_UP_IN_SHOE => self.face_up_in_shoe(seen?, place, out),
            words::DRAWN_UNEXPOSED => return self.drawn_unexposed(report, face, out),
            words::DRAWN_EXPOSED => return self.drawn_exposed(report, seen?, out),
            words::DRAWN_TOGETHER => {
                return match card {
                    Some(card) => self.drawn_exposed(report, card, out),
                    None => self.drawn_unexposed(report, Face::Unread, out),
                };
            }
            words::DEALER_OVERDREW => return self.dealer_overdrew(card.map_or(Face::Unread, Face::Up), out),
            words::BLACKJACK_MISSED => self.dealer_played_on(out),
            words::WINNER_UNPAID | words::LOSER_PAID => return self.chips_put_right(report, out),
            words::DEALER_CARD_MISSED => self.pass_over(Place::Dealer, out),
            words::CARD_MISSED => self.pass_over(place.or(self.queue.front()).unwrap_or(Place::Dealer), out),
            words::RAN_OUT => self.shoe_ran_out(out),
            words::SHUFFLER_JAM => self.shuffler_jammed(out),
            words::INTERRUPTION | words::WRONG_COUNT | words::NOT_SHUFFLED => {
                self.floor_decides(report, self.law.unforeseen.applies(), out);
            }
            words::FOREIGN_CARD => return self.foreign_card_seen(place, card, out),
            words::CARD_NOT_DEALT => self.card_not_dealt(out),
            words::HOLE_EXPOSED => return self.hole_card_flashed(seen?, out),
            words::TOTAL_MISANNOUNCED => {
                report.remedied(words::NO_EFFECT, self.law.own_count.applies(), out);
            }
            _ => return Err(Refusal::not_awaited("not-now")),
        }
        Ok(())
    }

    fn face_up_in_shoe<S: Sink>(&mut self, card: Card, place: Option<Place>, out: &mut S) {
        let Some(rule) = self.law.face_up_in_shoe.applies() else { return };
        tell(out, What::Irregular { kind: words::FACE_UP_IN_SHOE, place }, rule);
        tell(out, What::Remedied { remedy: words::DISCARDED, place: None }, rule);
        self.discard(Face::Up(card), rule.into(), out);
    }

    /// Discards a card from the shoe itself, not a held one, even if the rest of the shoe was put away
    /// before.
    pub(super) fn discard<S: Sink>(&mut self, face: Face, cites: Cites, out: &mut S) {
        let Drawn { draw, foreign, .. } = match self.rest_is_put_away() {
            true => Drawn::from_rack(&mut self.shoe, face.card()),
            false => Drawn::from_shoe(&mut self.shoe, face.card()),
        };
        let arrival = Arrival { drawn: Some(draw), ..Arrival::from_shoe(face) };
        self.lay(Place::Rack, arrival, cites, out);
        if foreign {
            self.foreign_card(Place::Rack, out);
        }
    }

    /// Keeps an unseen card as the next one, in this round or the next, with its reading.
    pub(super) fn drawn_unexposed<S: Sink>(
        &mut self,
        stray: Report,
        face: Face,
        out: &mut S,
    ) -> Result<(), Refusal> {
        possible(self.cards_in_shoe(), "no-cards-in-shoe")?;
        let rule = self.law.drawn_unexposed.applies();
        let cites = Cites::from(rule).and_all(self.why_astray(stray));
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, face.card());
        let (place, seen) = (Place::Next, Seen::NOBODY);
        stray.or_at(Some(place)).told(cites, out);
        tell(out, What::CardLaid { draw, place, face, seen }, rule);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(place) }, rule);
        self.next.keep(&mut self.layout, LaidCard { draw, place, face, seen }, rule);
        if foreign {
            self.foreign_card(place, out);
        }
        self.tell_cut_card(out);
        Ok(())
    }

    /// Uses an exposed card as the next one of the first deal. Once all hands have two cards it is offered:
    /// to the hand that waits for a card, or to the next that asks for one.
    pub(super) fn drawn_exposed<S: Sink>(
        &mut self,
        stray: Report,
        card: Card,
        out: &mut S,
    ) -> Result<(), Refusal> {
        possible(self.cards_in_shoe(), "no-cards-in-shoe")?;
        if !self.round.closed || !self.burns.is_empty() {
            return self.discard_stray(stray, card, self.law.exposed_in_first_deal.applies(), out);
        }
        let rule = match self.short_hand() {
            Some(_) => self.law.exposed_in_first_deal.applies(),
            None => self.law.drawn_exposed.applies(),
        };
        let Some(rule) = rule else { return self.discard_stray(stray, card, None, out) };
        let cites = Cites::from(rule).and_all(self.why_astray(stray));
        let due = self.queue.front().filter(|_| self.next.is_empty() && self.round.squeezed.is_none());
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        let place = due.unwrap_or(Place::Next);
        stray.or_at(Some(place)).told(cites, out);
        if let Some(front) = due {
            tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(front) }, rule);
            self.queue.pop();
            let arrival = Arrival { face: Face::Up(card), drawn: Some(draw), because: Some(rule) };
            self.first_deal_card(front, arrival, out);
        } else {
            let waits = self.next.is_empty() && self.round.squeezed.is_none();
            self.keep_as_next(Exposed { draw, card }, Some(rule));
            if let Some(wanted) = self.round.wanted.as_mut().filter(|_| waits) {
                // A hand cannot do without its second card.
                wanted.to_accept = wanted.why != Want::Second;
            }
            let seen = Seen::NOBODY;
            tell(out, What::CardLaid { draw, place, face: Face::Up(card), seen }, rule);
            tell(out, What::Remedied { remedy: words::OFFERED_ON, place: Some(place) }, rule);
            self.tell_cut_card(out);
        }
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    /// Handles a next card that was drawn unseen and is now turned: it counts as an exposed one.
    pub(super) fn next_card_turned<S: Sink>(&mut self, laid: LaidCard, card: Card, out: &mut S) {
        let (kind, place) = (words::DRAWN_EXPOSED, Some(Place::Next));
        let rule = match self.round.closed && self.short_hand().is_none() {
            true => self.law.drawn_exposed.applies(),
            false => self.law.exposed_in_first_deal.applies(),
        };
        let face = Face::Up(card);
        tell(out, What::CardTurned { draw: laid.draw, place: Place::Next, face }, rule);
        tell(out, What::Irregular { kind, place }, rule);
        self.next.is_now(laid.draw, rule);
        if self.round.closed {
            tell(out, What::Remedied { remedy: words::OFFERED_ON, place }, rule);
            let offered = self.offered_next().is_some_and(|next| next.laid.draw == laid.draw);
            if let Some(wanted) = self.round.wanted.as_mut().filter(|_| offered) {
                wanted.to_accept = wanted.why != Want::Second;
            }
        } else {
            // Bets are not accepted on a known next card.
            tell(out, What::Remedied { remedy: words::DISCARDED, place }, rule);
            self.next.forget(laid.draw);
            self.rack_shown(LaidCard { face, ..laid }, rule.into(), out);
        }
    }

    /// The rulings by which a card counts as drawn in error, where that is not obvious.
    fn why_astray(&self, stray: Report) -> Cites {
        let twice = stray.place == Some(Place::Dealer) && self.dealer_comes_too_soon();
        Cites::from(self.law.drawn_at_once.when(stray.kind == words::DRAWN_TOGETHER))
            .and(self.law.dealer_twice.when(twice))
    }

    /// Whether a card to the dealer would be their second while every box has one: then no box was skipped,
    /// but the dealer drew twice in a row.
    pub(super) fn dealer_comes_too_soon(&self) -> bool {
        let box_is_next = matches!(self.queue.front(), Some(Place::Hand(_)));
        let other = |hand: &Hand| hand.play != Play::Settled && hand.tally.cards != 1;
        self.round.dealer_cards == 1 && box_is_next && !self.any_hand(other)
    }

    fn discard_stray<S: Sink>(
        &mut self,
        stray: Report,
        card: Card,
        rule: Option<Rule>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let cites = Cites::from(rule).and_all(self.why_astray(stray));
        stray.remedied_by(cites, (words::DISCARDED, rule), out);
        self.discard(Face::Up(card), rule.into(), out);
        Ok(())
    }

    pub(crate) fn accept_exposed(&mut self) {
        if let Some(wanted) = &mut self.round.wanted {
            wanted.to_accept = false;
        }
    }

    /// The patron refuses the card, and gets no further card in this round.
    pub(crate) fn refuse_exposed<S: Sink>(&mut self, patron: Patron, spot: Spot, out: &mut S) {
        self.round.wanted = None;
        let Some(rule) = self.law.refused_card.applies() else { return };
        self.round.barred.add(patron);
        let place = Some(Place::Hand(spot));
        tell(out, What::Remedied { remedy: words::BARRED_FROM_CARDS, place }, rule);
        self.stand_without_card(spot, out);
    }

    /// Makes a hand stand as it lies; a double without its card is returned.
    pub(crate) fn stand_without_card<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(hand) = self.hand_mut(spot) else { return };
        hand.play = Play::Finished;
        if let Some(number) = hand.double.take() {
            let rule = self.law.double_without_card.applies();
            self.settle_wager(number, Verdict::of(Outcome::Returned, rule), out);
            // A lammer without its card has no value.
            if let Some(wager) = self.wagers.get_mut(number) {
                wager.lammer = Money::ZERO;
            }
        }
    }

    /// Handles a card that the dealer drew although they had to stand, in this round or in the last one. The
    /// settlement was based on the hand as it was, and stands.
    pub(crate) fn dealer_overdrew<S: Sink>(&mut self, face: Face, out: &mut S) -> Result<(), Refusal> {
        self.check_overdraw()?;
        let late = !self.round.closed;
        let rule = self.law.dealer_overdrew.applies();
        let place = Some(Place::Dealer);
        let cites = Cites::from(rule).and(self.law.overdraw_late.when(late));
        tell(out, What::Irregular { kind: words::DEALER_OVERDREW, place }, cites);
        if rule.is_some() || late {
            tell(out, What::Remedied { remedy: words::DISCARDED, place }, cites);
            self.discard(face, cites, out);
        } else {
            self.dealer_further_card(Arrival::from_shoe(face), out);
        }
        Ok(())
    }

    /// Handles a place that was skipped in the first deal.
    pub(crate) fn pass_over<S: Sink>(&mut self, place: Place, out: &mut S) {
        self.queue.pop();
        if place == Place::Dealer {
            let rule = self.law.dealer_missed.applies();
            let missed = Report { kind: words::DEALER_CARD_MISSED, place: Some(place) };
            missed.remedied(words::DEALT_LAST, rule, out);
            if rule.is_some() {
                self.queue.push(Place::Dealer);
            }
            return;
        }
        tell(out, What::Irregular { kind: words::CARD_MISSED, place: Some(place) }, None);
    }

    /// Deals the second card to a short hand now, as its patron chose.
    pub(crate) fn take_second(&mut self, spot: Spot) {
        self.round.missing = None;
        self.queue.push(Place::Hand(spot));
    }

    fn card_not_dealt<S: Sink>(&mut self, out: &mut S) {
        let Some(wanted) = self.round.wanted.take() else { return };
        let place = Some(Place::Hand(wanted.spot));
        let report = Report { kind: words::CARD_NOT_DEALT, place };
        report.remedied(words::ASKED_PATRON, self.law.late_card.applies(), out);
        self.round.missing = Some((wanted.spot, Missing::Asked(wanted.why)));
    }

    pub(crate) fn take_late(&mut self, spot: Spot) {
        let Some((_, Missing::Asked(why))) = self.round.missing.take() else { return };
        if let Some(hand) = self.hand_mut(spot) {
            hand.late = Some(why);
        }
    }

    pub(crate) fn declare_dead<S: Sink>(&mut self, spot: Spot, rule: Option<Rule>, out: &mut S) {
        let second = self.round.missing.take().is_some_and(|(_, missing)| missing == Missing::Second);
        let cites = Cites::from(rule).and(self.law.one_card.when(second));
        tell(out, What::Remedied { remedy: words::HAND_DEAD, place: Some(Place::Hand(spot)) }, cites);
        self.kill_hand(spot, false, cites, out);
    }

    /// Handles an empty shoe: the discards are shuffled.
    pub(crate) fn shoe_ran_out<S: Sink>(&mut self, out: &mut S) {
        let report = Report { kind: words::RAN_OUT, place: None };
        if self.law.run_out_void.exists() {
            self.void_by(report, self.law.run_out_void.applies(), out);
            return;
        }
        let rule = self.law.ran_out.applies();
        if !self.round.closed || self.round.drawing_over {
            // No patron waits for a card: before the deal all cards are shuffled, after it none is needed.
            if self.round.closed {
                report.remedied(words::NO_EFFECT, rule, out);
            } else {
                report.remedied(words::DISCARDS_SHUFFLED, rule, out);
                self.shoe.empty_into_rack();
                // The new batch will require its burn card again.
                self.burns.retain(|burn| *burn != Burn::NewBatch);
                self.stage = ShoeStage::shuffle(rule);
            }
            return;
        }
        // One of the shuffled discards is burnt, so a single card would not help.
        if self.shoe.rack() + self.shoe.remaining() <= 1 {
            self.round.ruling_due = true;
            self.ran_out = true;
            report.remedied(words::FLOOR_DECIDES, self.law.no_cards_left.applies(), out);
            return;
        }
        report.remedied(words::DISCARDS_SHUFFLED, rule, out);
        self.ran_out = true;
        self.burns.retain(|burn| *burn != Burn::RanOut);
        self.shoe.empty_into_rack();
        self.stage = ShoeStage::Shuffle(ToShuffle { discards_only: true, because: rule.into() });
    }

    /// Handles an acknowledgement of the floor.
    pub(crate) fn approve<S: Sink>(
        &mut self,
        actor: Actor,
        yes: bool,
        person: Person,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = approval(self.due, actor, yes, person)?;
        if self.waits_for_supervisor() {
            self.discard_together(by, out);
            return Ok(());
        }
        let Some(notice) = self.round.notice else { return Err(Refusal::not_awaited("not-now")) };
        let rule = match notice {
            Notice::HoleExposed => self.law.hole_exposed_floor.applies(),
            Notice::BlackjackMissed => self.law.blackjack_missed_floor.applies(),
        };
        self.round.notice = None;
        tell(out, What::Approved { by, yes: true }, rule);
        Ok(())
    }

    /// Applies a ruling where no rule covers what happened.
    pub(crate) fn ruling<S: Sink>(
        &mut self,
        actor: Actor,
        act: RulingAct,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, self.vocabulary.ruling_rank)?;
        self.check_ruling(act)?;
        let rule = self.law.floor_rules.applies();
        tell(out, What::Ruled { by, act }, rule);
        // An award does not resolve what stopped the play.
        self.round.ruling_due &= matches!(act, RulingAct::Award { .. });
        match act {
            RulingAct::GoOn | RulingAct::VoidWager(_) => {}
            RulingAct::DiscardCard(_)
            | RulingAct::ReplaceCard(_)
            | RulingAct::MoveCard { .. }
            | RulingAct::UseCardNext(_) => self.rule_about_card(act, rule, out),
            RulingAct::VoidRound => self.void_round(rule.into(), out),
            RulingAct::VoidHand(spot) => self.void_hand(spot, rule.into(), out),
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
        }
        Ok(())
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let round = &self.round;
        match act {
            RulingAct::GoOn => awaited(round.ruling_due),
            RulingAct::VoidRound => awaited(round.closed),
            RulingAct::VoidHand(spot)
                if !round.closed || self.hand(spot).is_none_or(|hand| hand.play == Play::Settled) =>
            {
                Err(Refusal::not_awaited("hand-finished"))
            }
            RulingAct::Award { amount, .. } => {
                // No round needs a thousand lines; the bound keeps line numbers unique.
                awaited(round.opened && self.lines.last() <= 1_000)?;
                check_amount(amount)
            }
            // In this game a wager shares the fate of its hand; a single wager is never voided.
            RulingAct::VoidWager(_) => awaited(false),
            _ => self.check_card_ruling(act),
        }
    }

    fn void_hand<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let about = |there: Option<Spot>| there == Some(spot);
        let split_off = self.round.following.filter(|f| f.spot == spot).and_then(|f| f.new);
        self.forget_hand(spot);
        if about(self.round.missing.map(|(there, _)| there)) {
            self.round.missing = None;
        }
        if about(self.round.claim.map(|claim| claim.spot)) {
            self.round.claim = None;
        }
        self.kill_hand(spot, true, cites, out);
        if let Some(split_off) = split_off {
            self.bury_without_bets(split_off, cites, out);
        }
    }

    /// Reverses every line and returns every stake.
    pub(crate) fn void_round<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        tell(out, What::Remedied { remedy: words::ROUND_VOID, place: None }, cites);
        let settles = |line: &Line| matches!(line.kind, LineKind::Wager | LineKind::Award | LineKind::Cap);
        self.lines.undo_all(settles, &mut self.wagers, cites, out);
        while let Some(number) = first_lying(&self.wagers, |_| true) {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
        self.rack_exposed(cites, out);
        self.round.notice = None;
        self.drop_error(cites, out);
        self.burns.clear();
        if matches!(self.stage, ShoeStage::Cut | ShoeStage::Shuffle(_)) {
            self.stage = ShoeStage::shuffle(self.law.ran_out_reshuffle.applies());
            self.ran_out = false;
        }
        self.round.void = true;
    }
}
