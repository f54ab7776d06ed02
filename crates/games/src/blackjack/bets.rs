//! Placing wagers and taking them back, sitting out, leaving.

use super::state::{Blackjack, Burn};
use super::{rules, words};
use crate::common::{by_staff, tell, within};
use engine::{
    Actor, AmountRange, Beneficiary, Cites, Due, Patron, Place, Rank, Refusal, RefusalKind, Sink, Spot,
    Standing, StepId, WagerId, What, protocol,
};
use felt::Money;

impl Blackjack {
    pub(crate) fn bet<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if beneficiary == Beneficiary::Dealers {
            return Err(Refusal::impossible("no-such-wager"));
        }
        self.check_bet(patron, number, wager, Some(stake))?;
        self.put_stake(patron, number, wager, stake, out);
        Ok(())
    }

    /// Whether a wager of this stake would be taken, or without one which stakes would.
    pub(crate) fn check_bet(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        if number == 0 || number > self.terms.boxes {
            return Err(Refusal::impossible("no-such-box"));
        }
        let offered =
            wager == words::MAIN || (wager == words::HOUSE_MONEY && self.terms.house_money.is_some());
        if !offered {
            return Err(Refusal::impossible("no-such-wager"));
        }
        rules::NO_LATE_WAGER.forbids(self.round.closed, "bets-closed")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        let barred = !self.terms.mid_shoe_entry && !self.admitted.has(patron);
        rules::SAT_OUT_WAITS.forbids(barred, "sat-out")?;
        if wager == words::MAIN {
            self.check_main(patron, number, stake)
        } else {
            self.check_house_money(patron, number, stake)
        }
    }

    fn check_main(&self, patron: Patron, number: u8, stake: Option<Money>) -> Result<AmountRange, Refusal> {
        let holder = self.betting_box(number).and_then(|b| b.patron);
        rules::ONE_PATRON_A_BOX.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        let own = |(_, b): &(u8, &super::hand::BettingBox)| b.patron == Some(patron);
        let others = self.boxes_in_play().filter(own).filter(|(n, _)| *n != number).count();
        let mut minimum = self.terms.limits.min;
        if others > 0 {
            let too_many = others >= usize::from(self.terms.boxes_per_patron);
            rules::ADJACENT_BOXES.forbids(too_many, "too-many-boxes")?;
            let beside = |(n, _): (u8, _)| n.abs_diff(number) == 1;
            let adjacent = self.boxes_in_play().filter(own).any(beside);
            rules::ADJACENT_BOXES.forbids(holder.is_none() && !adjacent, "boxes-not-adjacent")?;
            minimum = self.terms.several_boxes_min;
            let low = self.boxes_in_play().filter(own).any(|(_, b)| self.main_stake(b) < minimum);
            rules::SEVERAL_BOXES_MINIMUM.forbids(low && holder.is_none(), "below-box-minimum")?;
        }
        let staked = self.betting_box(number).map_or(Money::ZERO, |b| self.main_stake(b));
        let range = AmountRange { min: minimum, ..self.terms.limits };
        if let (Some(stake), true) = (stake, others > 0) {
            let low = staked + stake < minimum;
            rules::SEVERAL_BOXES_MINIMUM.forbids(low, "below-box-minimum").map_err(|r| r.allowing(range))?;
        }
        within(range, staked, stake, protocol::LIMITS)
    }

    fn check_house_money(
        &self,
        patron: Patron,
        number: u8,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let betting_box = self.betting_box(number);
        let alone = betting_box.is_none_or(|b| b.patron != Some(patron));
        rules::BESIDE_MAIN.forbids(alone, "main-wager-needed")?;
        let limits = self.terms.house_money.map_or(AmountRange::just(Money::ZERO), |terms| terms.limits);
        let staked = betting_box.map_or(Money::ZERO, |b| self.stake(b.house_money));
        match rules::OWN_LIMITS.applies() {
            Some(rule) => within(limits, staked, stake, rule),
            None => Ok(limits),
        }
    }

    fn main_stake(&self, betting_box: &super::hand::BettingBox) -> Money {
        self.stake(betting_box.hands[0].wager)
    }

    fn put_stake<S: Sink>(&mut self, patron: Patron, number: u8, wager: WagerId, stake: Money, out: &mut S) {
        let spot = Spot::first(number);
        let main = wager == words::MAIN;
        let Some(betting_box) = self.box_mut(number) else { return };
        betting_box.patron = Some(patron);
        betting_box.count = 1;
        let placed = if main { betting_box.hands[0].wager } else { betting_box.house_money };
        let several = main && self.boxes_in_play().filter(|(_, b)| b.patron == Some(patron)).count() > 1;
        let rule = if main { rules::WAGER_BEFORE_DEAL.applies() } else { rules::BESIDE_MAIN.applies() };
        let rule = Cites::from(rule)
            .and(rules::ADJACENT_BOXES.when(several))
            .and(rules::SEVERAL_BOXES_MINIMUM.when(several));
        if let Some(there) = placed.and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let number = there.number;
            tell(out, What::StakeAdded { number, patron, spot, wager, added: stake, won: false }, rule);
            return;
        }
        let placed = self.wagers.place(patron, spot, wager, stake);
        tell(out, What::placed(placed), rule);
        let placed = placed.number;
        if let Some(betting_box) = self.box_mut(number) {
            match main {
                true => betting_box.hands[0].wager = Some(placed),
                false => betting_box.house_money = Some(placed),
            }
        }
    }

    pub(crate) fn take_back<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let whole = self.check_take_back(patron, number, wager)?;
        if amount.is_some_and(|amount| amount != whole) {
            let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS);
            return Err(refusal.allowing(AmountRange::just(whole)));
        }
        self.give_back(number, wager, out);
        Ok(())
    }

    pub(crate) fn check_take_back(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
    ) -> Result<Money, Refusal> {
        let stands = |w: &engine::Wager| {
            w.patron == patron
                && w.spot.box_number == number
                && w.kind == wager
                && w.standing != Standing::Settled
        };
        let there = self.wagers.iter().find(|wager| stands(wager));
        let (Some(betting_box), Some(there)) = (self.betting_box(number), there) else {
            return Err(Refusal::not_yours("no-wager-there"));
        };
        if self.round.closed {
            let first = wager == words::MAIN || wager == words::HOUSE_MONEY;
            rules::LATER_WAGER_UNTOUCHED.forbids(!first, "later-wager-untouchable")?;
            let cites = Cites::from(rules::NO_WITHDRAWAL.applies()).and(rules::WAGER_UNTOUCHED.applies());
            Refusal::by("wager-untouchable", cites)?;
        }
        let beside = |n: u8| self.betting_box(n).is_some_and(|b| b.patron == Some(patron));
        let between =
            wager == words::MAIN && beside(number.saturating_sub(1)) && beside(number.saturating_add(1));
        rules::ADJACENT_BOXES.forbids(between, "boxes-not-adjacent")?;
        let alone = wager == words::MAIN && betting_box.house_money.is_some();
        rules::BESIDE_MAIN.forbids(alone, "side-bet-alone")?;
        Ok(there.stake)
    }

    fn give_back<S: Sink>(&mut self, number: u8, wager: WagerId, out: &mut S) {
        let Some(betting_box) = self.box_mut(number) else { return };
        let taken = match wager == words::MAIN {
            true => {
                betting_box.patron = None;
                betting_box.count = 0;
                betting_box.hands[0].wager.take()
            }
            false => betting_box.house_money.take(),
        };
        if let Some(there) = taken.and_then(|n| self.wagers.get_mut(n)) {
            there.standing = Standing::Settled;
            let (number, patron, stake) = (there.number, there.patron, there.stake);
            tell(out, What::WagerTakenBack { number, patron, wager, stake, left: Money::ZERO }, None);
        }
    }

    pub(crate) fn permit<S: Sink>(
        &mut self,
        actor: Actor,
        patron: Patron,
        out: &mut S,
    ) -> Result<(), Refusal> {
        by_staff(actor, Rank::Floor)?;
        if self.terms.mid_shoe_entry || self.admitted.has(patron) {
            return Err(Refusal::not_awaited("not-now"));
        }
        if let Some(rule) = rules::CASINO_ADMITS.applies() {
            self.admitted.add(patron);
            tell(out, What::Admission { patron, admitted: true }, rule);
        }
        Ok(())
    }

    /// A patron may leave at any time. Before the deal he takes his wagers along; after it his hands are
    /// played as if he were silent.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        self.present.remove(patron);
        if self.round.closed {
            self.left.add(patron);
            tell(out, What::Left { patron }, rules::SILENCE.applies());
            return;
        }
        tell(out, What::Left { patron }, None);
        for number in 1..=self.terms.boxes {
            if self.betting_box(number).is_some_and(|b| b.patron == Some(patron)) {
                if self.betting_box(number).is_some_and(|b| b.house_money.is_some()) {
                    self.give_back(number, words::HOUSE_MONEY, out);
                }
                self.give_back(number, words::MAIN, out);
            }
        }
    }

    pub(crate) fn step<S: Sink>(&mut self, actor: Actor, step: StepId, out: &mut S) -> Result<(), Refusal> {
        if step == words::RESHUFFLE || step == words::SPREAD_CARDS {
            return self.step_between_rounds(actor, step, out);
        }
        if step == words::CUT_AGAIN {
            return self.cut_again(actor, out);
        }
        by_staff(actor, Rank::Dealer)?;
        let closes = match self.due {
            Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => closes,
            _ => return Err(Refusal::not_awaited("not-now")),
        };
        if step != closes {
            return Err(Refusal::not_awaited("not-now"));
        }
        match step {
            words::NO_MORE_BETS => return self.close_bets(out),
            words::INSURANCE_CLOSED => self.round.insurance_closed = true,
            words::HOUSE_MONEY_CLOSED => self.round.house_money_closed = true,
            _ => {
                // The step itself is told when it is taken, as at a table that needs no release.
                self.round.released = true;
                return Ok(());
            }
        }
        tell(out, What::Stepped { step, by: Rank::Dealer }, None);
        Ok(())
    }

    fn close_bets<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        let nobody = self.boxes_in_play().next().is_none();
        rules::FIRST_CARD.forbids(nobody, "nobody-bet")?;
        if nobody {
            return Err(Refusal::not_awaited("nobody-bet"));
        }
        self.round.closed = true;
        self.reach = self.boxes.iter().rposition(|b| b.patron.is_some()).map_or(1, |at| at + 1);
        // A cutting card that comes first still allows this round, and no other.
        if self.shoe.cut_card_is_next() {
            self.cut_card_shown(out);
        }
        let mut bettors = engine::Patrons::NONE;
        for (_, betting_box) in self.boxes_in_play() {
            if let Some(patron) = betting_box.patron {
                bettors.add(patron);
            }
        }
        for patron in bettors.iter() {
            self.present.add(patron);
        }
        self.admitted = self.admitted.and(bettors);
        let pitch = self.terms.pitch;
        let order = rules::DEAL_FROM_LEFT.when(!pitch).or_else(|| rules::PITCH_FROM_LEFT.when(pitch));
        let few_decks = !pitch && self.terms.pack.decks <= 2;
        let cites = Cites::from(order)
            .and(rules::PITCHED.when(pitch))
            .and(rules::FROM_SHOE.when(!pitch))
            .and(rules::FEW_DECKS_FROM_SHOE.when(few_decks));
        tell(out, What::Stepped { step: words::NO_MORE_BETS, by: Rank::Dealer }, cites);
        self.line_up_first_deal(order.is_some());
        if self.terms.pitch && rules::PITCH_BURN.applies().is_some() {
            self.push_burn(Burn::Round);
        }
        Ok(())
    }

    fn line_up_first_deal(&mut self, from_left: bool) {
        let mut numbers = [0_u8; super::state::BOXES_MAX];
        let mut count = 0;
        for (number, _) in self.boxes_in_play() {
            numbers[count] = number;
            count += 1;
        }
        let numbers = &mut numbers[..count];
        if !from_left {
            numbers.reverse();
        }
        self.queue.clear();
        for _ in 0..2 {
            for number in numbers.iter() {
                self.queue.push(Place::Hand(Spot::first(*number)));
            }
            self.queue.push(Place::Dealer);
        }
    }
}
