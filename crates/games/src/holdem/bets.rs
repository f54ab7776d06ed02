//! Placing wagers and taking them back, closing the bets, leaving.

use super::boxes::{BettingBox, Boxes};
use super::state::{Holdem, hand_place};
use super::terms::Moment;
use super::{rules, words};
use crate::common::{Verdict, tell, within};
use engine::{
    AmountRange, Beneficiary, Cites, Due, Outcome, Patron, Place, Refusal, RefusalKind, Rule, Sink, Spot,
    Standing, WagerId, What, protocol,
};
use felt::Money;

/// The wagers that are placed before the deal.
pub(crate) const BETS: [WagerId; 4] = [words::ANTE, words::BLIND, words::TRIPS, words::PROGRESSIVE];

impl Holdem {
    pub(crate) fn bet<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_bet(patron, number, wager, beneficiary, Some(stake))?;
        match beneficiary {
            Beneficiary::Dealers => self.put_stake_for_dealers(patron, number, wager, stake, out),
            _ => self.put_stake(patron, number, wager, stake, out),
        }
        Ok(())
    }

    /// Whether a wager of this stake would be taken, or without one which stakes would.
    pub(crate) fn check_bet(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        if number == 0 || number > self.terms.boxes {
            return Err(Refusal::impossible("no-such-box"));
        }
        rules::PLAY_IN_TURN.forbids(wager == words::PLAY_WAGER, "play-in-turn")?;
        let progressive = wager == words::PROGRESSIVE;
        let offered = match wager {
            words::ANTE | words::BLIND => true,
            words::TRIPS => self.terms.trips.is_some(),
            _ => progressive && self.terms.progressive.is_some(),
        };
        let for_dealers = beneficiary == Beneficiary::Dealers;
        let taken_for_dealers = self.terms.dealer_bets && !progressive;
        if !offered || (for_dealers && !taken_for_dealers) {
            return Err(Refusal::impossible("no-such-wager"));
        }
        let late = if progressive { rules::NO_LATE_PROGRESSIVE } else { rules::NO_LATE_WAGER };
        late.forbids(self.round.closed, "bets-closed")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        self.check_seat(patron, number)?;
        let Some(betting_box) = self.betting_box(number) else {
            return Err(Refusal::impossible("no-such-box"));
        };
        let own = betting_box.wager(wager);
        rules::DEALER_BET_BESIDE_OWN.forbids(for_dealers && own.is_none(), "dealer-bet-alone")?;
        let staked = self.stake(if for_dealers { self.for_dealers(number, wager) } else { own });
        match (wager, self.terms.trips) {
            (words::ANTE | words::BLIND, _) => within(self.terms.limits, staked, stake, protocol::LIMITS),
            (words::TRIPS, Some(trips)) => within(trips.limits, staked, stake, protocol::LIMITS),
            _ => self.check_progressive(betting_box, stake),
        }
    }

    /// A box has one patron, and a patron one box.
    fn check_seat(&self, patron: Patron, number: u8) -> Result<(), Refusal> {
        let holder = self.patron_of(number);
        rules::SEATED_ONLY.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        let elsewhere = holder.is_none() && self.boxes.iter().any(|b| b.patron == Some(patron));
        rules::ONE_BOX.forbids(elsewhere, "one-box-only")
    }

    fn check_progressive(
        &self,
        betting_box: &BettingBox,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let early = betting_box.ante.is_none() || betting_box.blind.is_none();
        rules::PROGRESSIVE_AFTER.forbids(early, "ante-and-blind-first")?;
        let one_dollar = self.terms.progressive.map_or(Money::ZERO, |terms| terms.stake);
        let range = AmountRange::just(one_dollar);
        let total = self.stake(betting_box.progressive) + stake.unwrap_or(one_dollar);
        rules::PROGRESSIVE_ONE_DOLLAR
            .forbids(total != one_dollar || stake.is_some_and(Money::is_zero), "one-dollar-only")
            .map_err(|refusal| refusal.allowing(range))?;
        Ok(range)
    }

    fn put_stake<S: Sink>(&mut self, patron: Patron, number: u8, wager: WagerId, stake: Money, out: &mut S) {
        let spot = Spot::first(number);
        let progressive = wager == words::PROGRESSIVE;
        let cites = Cites::from(rules::WAGER_BEFORE_DEAL.when(!progressive))
            .and(rules::TRIPS_BESIDE.when(wager == words::TRIPS))
            .and(rules::PROGRESSIVE_BESIDE.when(progressive));
        let placed = self.betting_box(number).and_then(|b| b.wager(wager));
        if let Some(there) = placed.and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let number = there.number;
            tell(out, What::StakeAdded { number, patron, spot, wager, added: stake, won: false }, cites);
            return;
        }
        let placed = self.wagers.place(patron, spot, wager, stake);
        tell(out, What::placed(placed), cites);
        let placed = placed.number;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.patron = Some(patron);
            betting_box.set_wager(wager, Some(placed));
        }
    }

    fn put_stake_for_dealers<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        out: &mut S,
    ) {
        let spot = Spot::first(number);
        let cites = Cites::from(rules::WAGER_BEFORE_DEAL.applies()).and(rules::DEALER_BET.applies());
        if let Some(there) = self.for_dealers(number, wager).and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let number = there.number;
            tell(out, What::StakeAdded { number, patron, spot, wager, added: stake, won: false }, cites);
            return;
        }
        let placed = self.wagers.place(patron, spot, wager, stake);
        placed.beneficiary = Beneficiary::Dealers;
        tell(out, What::placed(placed), cites);
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
        let amount = amount.unwrap_or(whole);
        let least = self.limits_of_bet(wager);
        let left = whole - amount;
        // What stays must be a wager that could have been made.
        let fits = left.is_zero() || (left >= least.min && left < whole && left.is_multiple_of(least.step));
        if !fits {
            let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS);
            return Err(refusal.allowing(AmountRange {
                min: least.step.min(whole),
                max: whole,
                step: least.step,
            }));
        }
        self.give_back(number, wager, amount, out);
        Ok(())
    }

    fn limits_of_bet(&self, wager: WagerId) -> AmountRange {
        match wager {
            words::TRIPS => self.terms.trips.map_or(self.terms.limits, |trips| trips.limits),
            words::PROGRESSIVE => {
                AmountRange::just(self.terms.progressive.map_or(Money::ZERO, |terms| terms.stake))
            }
            _ => self.terms.limits,
        }
    }

    /// What lies there to be taken back.
    pub(crate) fn check_take_back(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
    ) -> Result<Money, Refusal> {
        let own = self.betting_box(number).filter(|b| b.patron == Some(patron));
        let there = own.and_then(|b| b.wager(wager)).and_then(|n| self.wagers.get(n));
        let Some(there) = there.filter(|there| there.on_layout()) else {
            return Err(Refusal::not_yours("no-wager-there"));
        };
        let rule = match wager {
            words::PROGRESSIVE => rules::PROGRESSIVE_STAYS,
            _ => rules::NO_WITHDRAWAL,
        };
        rule.forbids(self.round.closed, "wager-untouchable")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(there.stake)
    }

    /// A wager goes back; with the whole of it the bet for the dealers beside it.
    fn give_back<S: Sink>(&mut self, number: u8, wager: WagerId, amount: Money, out: &mut S) {
        let there = self.betting_box(number).and_then(|b| b.wager(wager));
        let Some(there) = there.and_then(|n| self.wagers.get_mut(n)) else { return };
        let left = there.stake - amount;
        let (taken, patron) = (there.number, there.patron);
        if left.is_zero() {
            there.standing = Standing::Settled;
            if let Some(betting_box) = self.box_mut(number) {
                betting_box.set_wager(wager, None);
            }
        } else {
            there.stake = left;
        }
        tell(out, What::WagerTakenBack { number: taken, patron, wager, stake: amount, left }, None);
        let theirs = self.for_dealers(number, wager).filter(|_| left.is_zero());
        if let Some(theirs) = theirs.and_then(|n| self.wagers.get_mut(n)) {
            theirs.standing = Standing::Settled;
            let (number, stake) = (theirs.number, theirs.stake);
            tell(out, What::WagerTakenBack { number, patron, wager, stake, left }, None);
        }
    }

    /// A patron may leave at any time. Before the deal he takes his wagers along; after it his hand is played
    /// as if he were silent.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        if self.round.closed {
            self.left.add(patron);
            let own = self.boxes.iter().find(|b| b.patron == Some(patron));
            let cites = Cites::from(rules::STAY_SEATED.when(own.is_some_and(|b| b.cards.dealt > 0)))
                .and(rules::SILENCE.when(own.is_some()));
            tell(out, What::Left { patron }, cites);
            return;
        }
        tell(out, What::Left { patron }, None);
        for number in self.seated().leftmost_first() {
            for wager in BETS {
                let own = self.betting_box(number).filter(|b| b.patron == Some(patron));
                let stake = self.stake(own.and_then(|b| b.wager(wager)));
                if stake.is_positive() {
                    self.give_back(number, wager, stake, out);
                }
            }
        }
    }

    /// Why a box with wagers has no part in the round.
    fn sits_out(&self, betting_box: &BettingBox) -> Option<Rule> {
        let missing = betting_box.ante.is_none() || betting_box.blind.is_none();
        let unequal = self.stake(betting_box.ante) != self.stake(betting_box.blind);
        rules::ANTE_AND_BLIND.when(missing).or_else(|| rules::ANTE_EQUALS_BLIND.when(!missing && unequal))
    }

    /// Boxes that can be dealt to.
    pub(crate) fn complete_boxes(&self) -> Boxes {
        let mut complete = Boxes::NONE;
        for (number, betting_box) in (1..).zip(&self.boxes) {
            if betting_box.patron.is_some() && self.sits_out(betting_box).is_none() {
                complete.add(number);
            }
        }
        complete
    }

    pub(crate) fn close_bets<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        let complete = self.complete_boxes();
        if complete.is_empty() {
            return Err(self.nobody_bet());
        }
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(rules::WAGER_BEFORE_DEAL.applies())
            .and(rules::FROM_HAND.when(!from_shoe))
            .and(rules::FROM_SHOE.when(from_shoe));
        tell(out, What::Stepped { step: words::NO_MORE_BETS, by: engine::Rank::Dealer }, cites);
        for number in self.seated().without(complete).leftmost_first() {
            self.return_incomplete(number, out);
        }
        self.round.closed = true;
        self.round.dealt = complete;
        self.round.waiting = complete;
        for number in complete.leftmost_first() {
            if self.betting_box(number).is_some_and(|b| b.progressive.is_some()) {
                self.round.progressive.add(number);
            }
        }
        if !self.round.progressive.is_empty() {
            self.terms.duties.tell(Moment::ProgressiveClosed, out);
        }
        self.line_up_first_deal();
        Ok(())
    }

    /// Nobody can be dealt to; whoever has chips there is told why they are not enough.
    fn nobody_bet(&self) -> Refusal {
        let mut refusal = Refusal::not_awaited("nobody-bet");
        let with_chips = self.boxes.iter().filter(|b| b.patron.is_some());
        for rule in with_chips.filter_map(|betting_box| self.sits_out(betting_box)) {
            // There are more boxes than a refusal has room for, and they lack the same.
            if refusal.cites.iter().all(|cited| cited != rule) {
                refusal.cites = refusal.cites.and(rule);
            }
        }
        refusal
    }

    /// Everything on a box without equal ante and blind goes back.
    fn return_incomplete<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let rule = self.sits_out(&betting_box);
        let theirs = BETS.map(|kind| self.for_dealers(number, kind));
        for wager in betting_box.all().into_iter().chain(theirs).flatten() {
            self.settle_wager(wager, Verdict::of(Outcome::Returned, rule), out);
        }
        if let Some(betting_box) = self.box_mut(number) {
            *betting_box = BettingBox::default();
        }
    }

    /// From the hand one card to each, then another; from a shoe two to each at once. The dealer comes last.
    fn line_up_first_deal(&mut self) {
        self.queue.clear();
        let rounds = if self.terms.from_shoe { 1 } else { 2 };
        for _ in 0..rounds {
            for place in self.round.dealt.leftmost_first().map(hand_place).chain([Place::Dealer]) {
                self.queue.push(place);
                if self.terms.from_shoe {
                    self.queue.push(place);
                }
            }
        }
    }
}
