//! Decides what comes next. This is the only place that moves a round forward.

use super::hand::{Hand, Play, Want};
use super::nos::Declined;
use super::state::{Blackjack, Missing, ShoeStage};
use super::words;
use crate::common::{self, is_ace, tell};
use engine::{Approver, Due, Patrons, Place, Rank, Sink, Spot, WagerNumber, What};

type Next = common::Next<Act>;

/// An automatic step.
#[derive(Clone, Copy, Debug)]
enum Act {
    OpenRound,
    ShoeRanOut(Place),
    AskAboutShortHand(Spot),
    DefaultFor(Spot),
    SettleInsurance,
    SettleHouseMoney,
    SettleSideBet(WagerNumber),
    SettleCertainSideBets,
    PayNaturals,
    FinishHand(Spot),
    Want(Spot, Want),
    Ask(Spot),
    BringLateCard(Spot),
    CarryOutClaim,
    DiscardExposed,
    EndDrawing,
    TurnHands,
    Settle,
    EndRound,
    CloseError,
    CloseFollowing,
    CloseRescue,
    UseKnownNext(Place),
    SettleSurrendered,
    SettleAtOnce(Spot),
}

impl Blackjack {
    /// Performs all automatic steps, then says what is due.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        // A round has far fewer automatic steps. The bound turns a bug of ours into a call for the floor.
        for _ in 0..4_000 {
            match self.next() {
                Next::Await(due) => {
                    self.due = due;
                    return;
                }
                Next::Do(act) => self.perform(act, out),
            }
        }
        self.round.ruling_due = true;
        self.due = Due::Ruling { rank: self.vocabulary.ruling_rank };
    }

    /// The place whose turn it is to get the next card, whatever error is being handled.
    pub(crate) fn place_in_turn(&mut self) -> Option<Place> {
        let error = self.round.error.take();
        let next = self.next();
        self.round.error = error;
        match next {
            Next::Await(Due::Card { to, .. }) | Next::Do(Act::UseKnownNext(to) | Act::ShoeRanOut(to)) => {
                Some(to)
            }
            _ => None,
        }
    }

    fn next(&self) -> Next {
        let round = &self.round;
        if round.void {
            return Next::Do(Act::EndRound);
        }
        if round.notice.is_some() {
            return Next::Await(Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None });
        }
        if round.ruling_due {
            return Next::Await(Due::Ruling { rank: self.vocabulary.ruling_rank });
        }
        match self.stage {
            ShoeStage::Shuffle(_) => return Next::Await(Due::Shuffle),
            ShoeStage::Cut => return Next::Await(Due::Cut),
            ShoeStage::Ready => {}
        }
        if !self.burns.is_empty() {
            return self.card_due(Place::Rack, false);
        }
        if !round.opened {
            return Next::Do(Act::OpenRound);
        }
        if !round.closed {
            return Next::Await(Due::Bets { closes: words::NO_MORE_BETS });
        }
        self.next_before_decisions().or_else(|| self.next_decision()).unwrap_or_else(|| self.next_at_end())
    }

    /// The first deal, insurance, the check for blackjack, House Money and blackjacks; and whatever
    /// interrupts the normal course at any time.
    fn next_before_decisions(&self) -> Option<Next> {
        let round = &self.round;
        // A squeezed card does not count until it is turned, so an error waits until then.
        if let Some(place) = round.squeezed {
            return Some(Next::Await(Due::Turn { place }));
        }
        if round.error.is_some() {
            return Some(self.error_due().map_or(Next::Do(Act::CloseError), Next::Await));
        }
        if round.turning
            && let Some(spot) = self.hand_to_turn()
        {
            return Some(Next::Await(Due::Turn { place: Place::Hand(spot) }));
        }
        if round.claim.is_some() {
            return Some(Next::Do(Act::CarryOutClaim));
        }
        if let Some((spot, _)) = round.missing {
            return Some(self.choice_due(spot));
        }
        if round.naturals_paid {
            return self.over_at_once().map(|spot| Next::Do(Act::SettleAtOnce(spot)));
        }
        let nothing_left = || !self.terms.hole_card && self.wagers.iter().all(|w| !w.on_layout());
        if let Some(deal) = self.queue.front() {
            if nothing_left() {
                return None;
            }
            return Some(self.card_due(deal, self.first_deal_is_up(deal)));
        }
        if let Some(spot) = self.short_hand() {
            return Some(Next::Do(Act::AskAboutShortHand(spot)));
        }
        let Some(up) = round.up_card else {
            return Some(Next::Await(Due::Turn { place: Place::Dealer }));
        };
        if let Some(number) = self.certain_side_bet() {
            let meter = self.meter_due(number).map(Next::Await);
            return Some(meter.unwrap_or(Next::Do(Act::SettleCertainSideBets)));
        }
        if self.terms.bust_bonus_before_check
            && let Some(left) = self.may_bet_after_deal()
        {
            return Some(Next::Await(Due::Choices { closes: words::BUST_BONUS_CLOSED, left }));
        }
        if !self.terms.hole_card {
            return Some(Next::Do(Act::PayNaturals));
        }
        if is_ace(up)
            && !round.insurance_closed
            && !round.hole_turned
            && self.any_hand(|hand| is_live(hand) && hand.wager.is_some())
        {
            return Some(Next::Await(Due::Choices {
                closes: words::INSURANCE_CLOSED,
                left: self.asked_about(Declined::Insurance),
            }));
        }
        if self.is_checked(up) && round.peeked.is_none() {
            return Some(Next::Await(Due::Answer));
        }
        if round.peeked == Some(true) && !round.hole_turned {
            return Some(Next::Await(Due::Turn { place: Place::Dealer }));
        }
        if !round.insurance_settled {
            return Some(Next::Do(Act::SettleInsurance));
        }
        if !round.house_money_settled {
            if !round.house_money_closed && self.hidden_house_money() && !self.dealer_has_blackjack() {
                return Some(Next::Await(Due::Choices {
                    closes: words::HOUSE_MONEY_CLOSED,
                    left: self.asked_about(Declined::HouseMoney),
                }));
            }
            return Some(Next::Do(Act::SettleHouseMoney));
        }
        if let Some((number, _)) = self.boxes_in_play().find(|(_, b)| b.proceeds.is_positive()) {
            return Some(self.choice_due(Spot::first(number)));
        }
        if !self.dealer_has_blackjack()
            && let Some(left) = self.may_bet_after_deal()
        {
            return Some(Next::Await(Due::Choices { closes: words::BUST_BONUS_CLOSED, left }));
        }
        Some(Next::Do(Act::PayNaturals))
    }

    /// The decisions about the players' hands, from the dealer's left.
    fn next_decision(&self) -> Option<Next> {
        let round = &self.round;
        // A second card that came too early ends nothing where a 21 wins whatever the dealer has.
        if (self.dealer_has_blackjack() && !self.terms.at_once) || round.drawing_over {
            return None;
        }
        if let Some(next) = self.next_of_box() {
            return Some(next);
        }
        if !round.insurance_closed
            && let Some(left) = self.may_insure_without_hole_card()
        {
            return Some(Next::Await(Due::Choices { closes: words::INSURANCE_CLOSED, left }));
        }
        if let Some(left) = self.may_surrender() {
            return Some(Next::Await(Due::Choices { closes: words::SURRENDER_CLOSED, left }));
        }
        if let Some(wanted) = round.wanted {
            if wanted.to_accept && self.offered_next().is_some() {
                return Some(self.choice_due(wanted.spot));
            }
            let down = matches!(wanted.why, Want::Double { down: true, .. });
            let up = !down && !self.is_squeezed(Place::Hand(wanted.spot));
            return Some(self.card_due(Place::Hand(wanted.spot), up));
        }
        if let Some(spot) = self.find_hand(|hand| hand.play == Play::Active && hand.late.is_none()) {
            return Some(self.next_for_hand(spot));
        }
        let late = self.find_hand(|hand| hand.play == Play::Active && hand.late.is_some());
        late.map(|spot| Next::Do(Act::BringLateCard(spot)))
    }

    /// The questions to the other patrons on a box after its decider has chosen.
    fn next_of_box(&self) -> Option<Next> {
        if let Some(following) = self.round.following {
            let left = following.left.without(self.left);
            return Some(match left.is_empty() {
                true => Next::Do(Act::CloseFollowing),
                false => Next::Await(Due::Choices { closes: words::FOLLOW_CLOSED, left }),
            });
        }
        let (_, left) = self.round.rescuing?;
        let left = left.without(self.left);
        Some(match left.is_empty() {
            true => Next::Do(Act::CloseRescue),
            false => Next::Await(Due::Choices { closes: words::RESCUE_CLOSED, left }),
        })
    }

    /// Insurance where the dealer has no hole card: after blackjacks are paid, before any hand draws.
    fn may_insure_without_hole_card(&self) -> Option<Patrons> {
        let ace = self.round.up_card.is_some_and(is_ace);
        if self.terms.hole_card || !ace || self.round.hole_turned {
            return None;
        }
        let left = self.asked_about(Declined::Insurance);
        (!left.is_empty()).then_some(left)
    }

    fn next_for_hand(&self, spot: Spot) -> Next {
        let (Some(hand), Some(patron)) = (self.hand(spot), self.patron_of(spot)) else {
            return Next::Do(Act::FinishHand(spot));
        };
        if hand.tally.cards < 2 {
            return Next::Do(Act::Want(spot, Want::Second));
        }
        // A hidden hand is asked even when it cannot draw: skipping it would tell the others why.
        let finished = hand.open && hand.tally.total() >= 21;
        let ace_done = hand.split_ace && !self.may_split_again(hand, spot.box_number);
        if finished || ace_done || hand.wager.is_none() || self.round.barred.has(patron) {
            return Next::Do(Act::FinishHand(spot));
        }
        if self.round.asked != Some((spot, patron)) {
            return Next::Do(Act::Ask(spot));
        }
        self.choice_due(spot)
    }

    /// The dealer's hand and the settlement.
    fn next_at_end(&self) -> Next {
        let round = &self.round;
        if !self.terms.hole_card {
            if let Some(next) = self.next_without_hole_card() {
                return next;
            }
        } else if !round.hole_turned {
            return Next::Await(Due::Turn { place: Place::Dealer });
        }
        if !round.drawing_over {
            if self.dealer_draws() {
                return self.card_due(Place::Dealer, true);
            }
            return Next::Do(if self.any_offered() { Act::DiscardExposed } else { Act::EndDrawing });
        }
        if self.any_offered() {
            return Next::Do(Act::DiscardExposed);
        }
        if self.any_hand(|hand| hand.down > 0 && is_live(hand)) {
            return Next::Do(Act::TurnHands);
        }
        if let Some(number) = self.metered_side_bet() {
            return self.side_bet_due(number);
        }
        if self.terms.by_dealer && !round.released {
            return Next::Await(Due::Step(words::SETTLE));
        }
        Next::Do(if round.settled { Act::EndRound } else { Act::Settle })
    }

    /// The dealer's second card, and what follows from it automatically.
    fn next_without_hole_card(&self) -> Option<Next> {
        let round = &self.round;
        if !round.hole_turned && !round.drawing_over {
            let insured = || (1..=self.terms.boxes).any(|number| self.insurance_of(number).is_some());
            let needed = self.hand_matters() || self.surrender_waits() || insured();
            return needed.then(|| self.card_due(Place::Dealer, true));
        }
        if !round.insurance_settled && round.hole_turned {
            return Some(Next::Do(Act::SettleInsurance));
        }
        (round.hole_turned && self.surrender_waits()).then_some(Next::Do(Act::SettleSurrendered))
    }

    fn perform<S: Sink>(&mut self, act: Act, out: &mut S) {
        match act {
            Act::OpenRound => self.open_round(out),
            Act::ShoeRanOut(_) => self.shoe_ran_out(out),
            Act::AskAboutShortHand(spot) => self.ask_about_short_hand(spot, out),
            Act::DefaultFor(spot) => self.take_default(spot, out),
            Act::SettleInsurance => self.settle_insurance(out),
            Act::SettleHouseMoney => self.settle_house_money(out),
            Act::SettleSideBet(number) => self.settle_side_bet(number, None, out),
            Act::SettleCertainSideBets => self.settle_certain_side_bets(out),
            Act::PayNaturals => self.pay_naturals(out),
            Act::FinishHand(spot) => self.finish_hand(spot),
            Act::Want(spot, why) => self.want(spot, why),
            Act::Ask(spot) => self.ask(spot, out),
            Act::BringLateCard(spot) => self.bring_late_card(spot, out),
            Act::CarryOutClaim => self.execute_claim(out),
            Act::DiscardExposed => self.discard_exposed(out),
            Act::EndDrawing => self.end_drawing(out),
            Act::TurnHands => self.turn_hands(),
            Act::Settle => self.settle(out),
            Act::EndRound => self.end_round(out),
            Act::CloseError => self.close_error(out),
            Act::CloseFollowing => self.close_following(out),
            Act::CloseRescue => self.round.rescuing = None,
            Act::UseKnownNext(to) => self.use_known_next(to, out),
            Act::SettleSurrendered => self.settle_surrendered(out),
            Act::SettleAtOnce(spot) => self.settle_at_once(spot, out),
        }
    }

    /// Settles a side bet, once its meter has answered.
    fn side_bet_due(&self, number: WagerNumber) -> Next {
        match self.meter_due(number) {
            Some(due) => Next::Await(due),
            None => Next::Do(Act::SettleSideBet(number)),
        }
    }

    /// A card is due, unless the shoe is empty: then the discards are shuffled.
    fn card_due(&self, to: Place, up: bool) -> Next {
        let next = if self.next.is_empty() { None } else { self.next.first(&self.layout) };
        let lies_open = next.is_some_and(|next| next.laid.face.is_up());
        // A card that goes to the rack unseen comes from the shoe even if a next card lies open.
        if lies_open && to != Place::Rack {
            return Next::Do(Act::UseKnownNext(to));
        }
        if (next.is_none() || lies_open) && self.shoe.remaining() == 0 {
            return Next::Do(Act::ShoeRanOut(to));
        }
        Next::Await(Due::Card { to, up })
    }

    /// A decision is due, unless its patron has left: then the default for silence applies.
    fn choice_due(&self, spot: Spot) -> Next {
        match self.patron_of(spot) {
            Some(patron) if !self.left.has(patron) => Next::Await(Due::Choice { patron, spot }),
            _ => Next::Do(Act::DefaultFor(spot)),
        }
    }

    /// A hand that must show its cards before anything else happens.
    fn hand_to_turn(&self) -> Option<Spot> {
        self.find_hand(|hand| hand.to_turn > 0)
    }

    /// A hand that the first deal left with fewer than two cards.
    pub(super) fn short_hand(&self) -> Option<Spot> {
        self.find_hand(|hand| hand.tally.cards < 2 && !hand.split && is_live(hand))
    }

    fn ask<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(patron) = self.patron_of(spot) else { return };
        self.round.asked = Some((spot, patron));
        if !self.terms.hole_card {
            // Insurance and surrender end once the first hand is played.
            self.round.insurance_closed = true;
            self.round.surrender_closed = true;
        }
        let rule = match self.terms.pitch {
            true => self.law.pitch_ask.applies(),
            false => self.law.ask_from_left.applies(),
        };
        let split = self.hand(spot).is_some_and(|hand| hand.split);
        let free = split && self.has_free_hands(spot.box_number);
        let cites = engine::Cites::from(rule)
            .and_all(self.why_he_decides(patron, spot))
            .and(self.law.split_hand_played.when(split))
            .and(self.law.free_split_same_rules.when(free));
        tell(out, What::Asked { patron, spot }, cites);
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.round.opened = true;
        self.round_number += 1;
        tell(out, What::RoundOpened { round: self.round_number }, None);
    }

    pub(crate) fn want(&mut self, spot: Spot, why: Want) {
        self.round.wanted = Some(super::state::Wanted { spot, why, to_accept: false });
    }

    pub(crate) fn finish_hand(&mut self, spot: Spot) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Finished;
        }
    }

    fn ask_about_short_hand<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let cards = self.hand(spot).map_or(0, |hand| hand.tally.cards);
        if let Some(rule) = self.law.no_cards.when(cards == 0) {
            let remedy = What::Remedied { remedy: words::HAND_DEAD, place: Some(Place::Hand(spot)) };
            tell(out, remedy, rule);
            self.kill_hand(spot, false, rule.into(), out);
            return;
        }
        let remedy = What::Remedied { remedy: words::ASKED_PATRON, place: Some(Place::Hand(spot)) };
        tell(out, remedy, self.law.one_card.applies());
        self.round.missing = Some((spot, Missing::Second));
    }

    fn bring_late_card<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(why) = self.hand_mut(spot).and_then(|hand| hand.late.take()) else { return };
        // A patron who refused an exposed card meanwhile gets no further card, this one included.
        if self.patron_of(spot).is_some_and(|patron| self.round.barred.has(patron)) {
            self.stand_without_card(spot, out);
            return;
        }
        let remedy = What::Remedied { remedy: words::DEALT_LAST, place: Some(Place::Hand(spot)) };
        tell(out, remedy, self.law.late_card.applies());
        self.round.asked = None;
        self.want(spot, why);
        // The patron asked before the exposed card was seen, so they may refuse it.
        let to_accept = self.offered_next().is_some();
        if let Some(wanted) = &mut self.round.wanted {
            wanted.to_accept = to_accept;
        }
    }
}

/// Whether a hand's wagers are still on the layout.
fn is_live(hand: &Hand) -> bool {
    hand.play != Play::Settled
}
