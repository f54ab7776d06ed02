//! Several patrons on one box: who decides, who may bet, who follows a split or a double.

use super::choices::Grant;
use super::hand::{area, is_main};
use super::state::Blackjack;
use super::words;
use crate::common::{awaited, first_lying, tell, within};
use engine::{
    AmountRange, Beneficiary, ChoiceId, Cites, Due, Patron, Patrons, Refusal, Sink, Spot, Wager, WagerId,
    What,
};
use felt::Money;
use serde::{Deserialize, Serialize};

/// A split or a double of the decider that others may follow.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Following {
    /// The hand that was split or doubled.
    pub(crate) spot: Spot,
    /// The hand that was split off.
    pub(crate) new: Option<Spot>,
    /// Who has not answered.
    pub(crate) left: Patrons,
}

impl Blackjack {
    /// Whether several patrons may bet on one box.
    pub(crate) fn boxes_are_shared(&self) -> bool {
        self.terms.patrons_a_box > 1
    }

    /// The open wager of this kind that a patron placed on a box.
    pub(crate) fn own_wager(
        &self,
        patron: Patron,
        number: u8,
        kind: WagerId,
        beneficiary: Beneficiary,
    ) -> Option<&Wager> {
        // Comparing words is slow, so it comes last.
        self.wagers.iter().find(|wager| {
            wager.spot.box_number == number
                && wager.patron == patron
                && wager.beneficiary == beneficiary
                && wager.on_layout()
                && wager.kind == kind
        })
    }

    /// The same for a main wager.
    pub(crate) fn own_main(&self, patron: Patron, number: u8, beneficiary: Beneficiary) -> Option<&Wager> {
        let is_own = |wager: &&Wager| {
            wager.spot.box_number == number
                && is_main(wager)
                && wager.patron == patron
                && wager.beneficiary == beneficiary
                && wager.on_layout()
        };
        // Usually it is the wager on which the box's hand is dealt, so no search is needed.
        let first = self.betting_box(number)?.hands[0].wager;
        let first = first.and_then(|first| self.wagers.get(first)).filter(is_own);
        let only = beneficiary == Beneficiary::Patron && !self.boxes_are_shared();
        if only { first } else { first.or_else(|| self.wagers.iter().find(is_own)) }
    }

    /// The same for a wager that is placed before the deal, by its area.
    pub(crate) fn own_at(
        &self,
        patron: Patron,
        number: u8,
        area: u8,
        beneficiary: Beneficiary,
    ) -> Option<&Wager> {
        match area {
            area::SIDE_BETS.. => self.own_side_bet(patron, number, area, beneficiary),
            area::HAND => self.own_main(patron, number, beneficiary),
            _ => self.own_wager(patron, number, words::HOUSE_MONEY, beneficiary),
        }
    }

    /// The open wagers that count as bets on a hand, in the order they were placed.
    pub(crate) fn bets_on(&self, spot: Spot) -> impl Iterator<Item = &Wager> {
        self.wagers
            .iter()
            .filter(move |wager| wager.spot == spot && wager.area == area::HAND && wager.on_layout())
    }

    /// The patrons who have an open bet on a hand and have not left.
    fn bettors_of(&self, spot: Spot) -> Patrons {
        let mut patrons = Patrons::NONE;
        for wager in self.bets_on(spot).filter(|wager| !self.left.has(wager.patron)) {
            patrons.add(wager.patron);
        }
        patrons
    }

    /// The highest of some bets; among equal ones the first.
    pub(crate) fn highest<'a>(bets: impl Iterator<Item = &'a Wager>) -> Option<&'a Wager> {
        bets.reduce(|best, wager| if wager.stake > best.stake { wager } else { best })
    }

    /// The patron who decides about a hand: the decider of its box while they have a bet on it, otherwise the
    /// patron with the highest remaining bet.
    pub(crate) fn decider_of(&self, spot: Spot) -> Option<Patron> {
        let fixed = self.betting_box(spot.box_number)?.patron;
        let is_there = |patron: &Patron| {
            !self.left.has(*patron) && self.bets_on(spot).any(|wager| wager.patron == *patron)
        };
        fixed.filter(is_there).or_else(|| {
            let others = self.bets_on(spot).filter(|wager| !self.left.has(wager.patron));
            Self::highest(others).map(|wager| wager.patron)
        })
    }

    /// The rule by which this patron is the one to ask, where several may have bet.
    pub(crate) fn why_he_decides(&self, patron: Patron, spot: Spot) -> Cites {
        let fixed = self.betting_box(spot.box_number).is_some_and(|b| b.patron == Some(patron));
        let seated = self.seat(spot.box_number) == Some(patron);
        Cites::from(self.law.seated_decides.when(fixed && seated))
            .and(self.law.highest_bet_decides.when(fixed && !seated))
            .and(self.law.decider_gone.when(!fixed))
    }

    /// Chooses the decider of a box while bets are open: the seated patron, otherwise the highest bettor.
    pub(crate) fn choose_decider(&mut self, number: u8) {
        let spot = Spot::first(number);
        let seated = self.seat(number).filter(|patron| self.bets_on(spot).any(|w| w.patron == *patron));
        let decider = seated.or_else(|| Self::highest(self.bets_on(spot)).map(|wager| wager.patron));
        let own =
            decider.and_then(|patron| self.bets_on(spot).find(|w| w.patron == patron).map(|w| w.number));
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.patron = decider;
            betting_box.count = u8::from(decider.is_some());
            betting_box.hands[0].wager = own;
        }
    }

    /// The patron who sits at a box.
    pub(crate) fn seat(&self, number: u8) -> Option<Patron> {
        self.seats.get(usize::from(number).checked_sub(1)?).copied().flatten()
    }

    /// Whether a patron may take or give up the seat of a box now.
    pub(crate) fn check_seat(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<(), Refusal> {
        awaited(self.law.seated_decides.exists() && matches!(self.due, Due::Bets { .. }))?;
        if spot.hand != 1 || spot.box_number == 0 || spot.box_number > self.terms.boxes {
            return Err(Refusal::impossible("no-such-box"));
        }
        match (self.seat(spot.box_number), choice == words::SIT) {
            (Some(_), true) => Err(Refusal::not_awaited("seat-taken")),
            (Some(there), false) if there == patron => Ok(()),
            (None, true) => Ok(()),
            _ => Err(Refusal::not_yours("not-your-seat")),
        }
    }

    pub(crate) fn take_seat<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_seat(patron, spot, choice)?;
        let seat = (choice == words::SIT).then_some(patron);
        if let Some(place) = self.seats.get_mut(usize::from(spot.box_number) - 1) {
            *place = seat;
        }
        tell(
            out,
            What::Chosen { patron, spot, choice, amount: None, lapsed: false },
            self.law.seated_decides.applies(),
        );
        self.choose_decider(spot.box_number);
        Ok(())
    }

    /// Checks a first wager on a box that others may share: the maximum applies to the box.
    pub(crate) fn check_shared_main(
        &self,
        patron: Patron,
        number: u8,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let spot = Spot::first(number);
        let waits = self.seat(number).filter(|seated| *seated != patron);
        let waits = waits.is_some_and(|seated| !self.bets_on(spot).any(|wager| wager.patron == seated));
        self.law.seated_first.forbids(waits, "seated-first")?;
        let own = self.main_at_risk(patron, number);
        let others = self.bets_on(spot).filter(|wager| wager.patron != patron);
        let (count, theirs) =
            others.fold((0, Money::ZERO), |(count, sum), wager| (count + 1, sum + wager.stake));
        self.law.box_full.forbids(count >= self.terms.patrons_a_box, "box-full")?;
        let limits = self.terms.limits;
        let room = AmountRange { max: limits.max - theirs, ..limits };
        let open = AmountRange {
            min: if own.is_zero() { limits.min } else { limits.step },
            max: room.max - own,
            step: limits.step,
        };
        if let Some(stake) = stake {
            let total = own + stake;
            let low = self.law.under_minimum_asked.forbids(total < limits.min, "under-the-minimum");
            low.map_err(|refusal| if open.min <= open.max { refusal.allowing(open) } else { refusal })?;
            let high = self.law.box_maximum.forbids(total > room.max, "over-the-maximum");
            high.map_err(|refusal| if open.min <= open.max { refusal.allowing(open) } else { refusal })?;
        } else {
            self.law.box_maximum.forbids(open.min > open.max, "over-the-maximum")?;
        }
        within(room, own, stake, self.limits_rule())
    }

    /// Checks a choice that a patron who does not decide about a hand may still make for their own bet.
    pub(crate) fn check_own_matter(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
    ) -> Result<(), Refusal> {
        let bets = self.wagers.iter().any(|wager| {
            wager.patron == patron && wager.spot.box_number == spot.box_number && wager.on_layout()
        });
        let own = [
            words::INSURE,
            words::FOLLOW,
            words::DECLINE,
            words::RESCUE,
            words::PLAY_ON,
            words::CONTINUE,
            words::WITHDRAW,
        ];
        self.law.insurance_own.forbids(!bets && choice == words::INSURE, "not-your-hand")?;
        if !bets || !self.boxes_are_shared() {
            return Err(Refusal::not_yours("not-your-hand"));
        }
        self.law.decider_calls.forbids(!own.contains(&choice), "decider-calls")
    }

    /// The limit of what a patron may add to double, and must add to split: the amount at risk on the hand.
    pub(crate) fn double_limit(&self, patron: Patron, spot: Spot) -> Money {
        if !self.boxes_are_shared() {
            return self.first_stake(spot.box_number);
        }
        self.bets_on(spot).find(|wager| wager.patron == patron).map_or(Money::ZERO, Wager::at_risk)
    }

    /// Asks the other patrons on the hand whether they follow.
    pub(crate) fn ask_followers(&mut self, decider: Patron, spot: Spot, new: Option<Spot>) {
        let mut left = self.bettors_of(spot);
        left.remove(decider);
        if let (Some(_), Some(betting_box)) = (new, self.betting_box(spot.box_number)) {
            left = left.without(betting_box.declined);
        }
        if !left.is_empty() {
            self.round.following = Some(Following { spot, new, left });
        }
    }

    pub(crate) fn check_follow(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        let following = self.round.following.filter(|f| f.spot == spot && f.left.has(patron));
        let asked = matches!(self.due, Due::Choices { closes, .. } if closes == words::FOLLOW_CLOSED);
        let Some(following) = following.filter(|_| asked) else {
            return Err(Refusal::not_awaited("not-now"));
        };
        let split = following.new.is_some();
        if choice == words::DECLINE {
            let law = self.law;
            return Grant::by(if split { law.split_decline_first_hand } else { law.double_decline_one_card });
        }
        let most = self.double_limit(patron, spot);
        let coin = self.terms.coin.min(most);
        let range =
            if split { AmountRange::just(most) } else { AmountRange { min: coin, max: most, step: coin } };
        let (clause, name) = match split {
            true => (self.law.split_equal_wager, "split-wager-unequal"),
            false => (self.law.double_up_to_wager, "double-too-much"),
        };
        if let Some(amount) = amount {
            let wrong = if split { amount != most } else { amount > most };
            clause.forbids(wrong, name).map_err(|refusal| refusal.allowing(range))?;
            super::choices::in_coins(amount, range)?;
        }
        Grant::with(if split { self.law.split_follow } else { self.law.double_follow }, range)
    }

    pub(crate) fn follow<S: Sink>(&mut self, patron: Patron, stake: Money, out: &mut S) {
        let Some(following) = self.round.following else { return };
        let kind = if following.new.is_some() { words::SPLIT_WAGER } else { words::DOUBLE_WAGER };
        let spot = following.new.unwrap_or(following.spot);
        let wager = self.wagers.place(patron, spot, kind, stake);
        wager.area = if following.new.is_some() { area::HAND } else { area::DOUBLE };
        let rule =
            if following.new.is_some() { self.law.split_equal_wager } else { self.law.double_up_to_wager };
        tell(out, What::placed(wager), rule.applies());
        self.answered_following(patron);
    }

    pub(crate) fn decline(&mut self, patron: Patron) {
        if let Some(Following { spot, new: Some(_), .. }) = self.round.following
            && let Some(betting_box) = self.box_mut(spot.box_number)
        {
            betting_box.declined.add(patron);
        }
        self.answered_following(patron);
    }

    fn answered_following(&mut self, patron: Patron) {
        if let Some(following) = &mut self.round.following {
            following.left.remove(patron);
        }
    }

    /// Closes the question: patrons who have not said that they follow do not.
    pub(crate) fn close_following<S: Sink>(&mut self, out: &mut S) {
        let Some(Following { new, left, .. }) = self.round.following else { return };
        for patron in left.iter() {
            self.decline(patron);
        }
        self.round.following = None;
        if let Some(spot) = new {
            self.bury_without_bets(spot, self.law.split_decline_first_hand.applies().into(), out);
        }
    }

    /// Lets every patron with a double on the hand take it back.
    pub(crate) fn offer_rescue(&mut self, spot: Spot) {
        let mut left = Patrons::NONE;
        let doubles = self
            .wagers
            .iter()
            .filter(|wager| wager.spot == spot && wager.area == area::DOUBLE && wager.on_layout());
        for wager in doubles.filter(|wager| !self.left.has(wager.patron)) {
            left.add(wager.patron);
        }
        if self.terms.double_rescue && !left.is_empty() {
            self.round.rescuing = Some((spot, left));
        }
    }

    /// Checks whether a patron with a double on the hand may take it back or let it play on.
    pub(crate) fn check_rescue(&self, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        let asked = matches!(self.due, Due::Choices { closes, .. } if closes == words::RESCUE_CLOSED);
        match self.round.rescuing {
            Some((there, left)) if asked && there == spot && left.has(patron) => {
                Grant::by(self.law.double_rescue)
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Returns the double; the bet beside it is lost.
    pub(crate) fn rescue<S: Sink>(&mut self, patron: Patron, spot: Spot, out: &mut S) {
        let (back, lost) = (self.law.double_rescue.applies(), self.law.double_rescue_lost.applies());
        let own = |table: &Blackjack, area: u8| {
            let own = |wager: &Wager| wager.spot == spot && wager.patron == patron && wager.area == area;
            first_lying(&table.wagers, own)
        };
        for (area, outcome, rule) in
            [(area::DOUBLE, engine::Outcome::Returned, back), (area::HAND, engine::Outcome::Loses, lost)]
        {
            if let Some(number) = own(self, area) {
                self.settle_wager(number, crate::common::Verdict::of(outcome, Cites::from(rule)), out);
            }
        }
        self.play_on(patron);
        if self.bets_on(spot).next().is_none() {
            self.hand_leaves(spot, None, out);
        }
    }

    pub(crate) fn play_on(&mut self, patron: Patron) {
        if let Some((_, left)) = &mut self.round.rescuing {
            left.remove(patron);
        }
    }

    /// Closes the choice of one patron, or of all who have not answered, while several may choose.
    pub(crate) fn lapse_choices<S: Sink>(
        &mut self,
        patron: Option<Patron>,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Due::Choices { closes, left } = self.due else { return Err(Refusal::not_awaited("not-now")) };
        let choice = match closes {
            words::FOLLOW_CLOSED => words::DECLINE,
            words::RESCUE_CLOSED => words::PLAY_ON,
            words::ANSWERS_CLOSED => words::CONTINUE,
            _ => return Err(Refusal::not_awaited("not-now")),
        };
        let mut answered = false;
        for silent in left.iter().filter(|silent| patron.is_none_or(|patron| patron == *silent)) {
            let patron = silent;
            if self.check_choice(patron, spot, choice, None).is_ok() {
                let said = super::choices::Said { patron, spot, choice, amount: None, lapsed: true };
                self.execute(said, self.law.silence.applies(), out);
                answered = true;
            }
        }
        if answered { Ok(()) } else { Err(Refusal::not_awaited("not-now")) }
    }
}
