//! Placing wagers and taking them back, closing the bets, leaving.

use super::positions::BOXES;
use super::rules;
use super::state::{BettingBox, PaiGowTable};
use super::terms::Moment;
use super::words::{self, COVER, FORTUNE, MAIN};
use crate::common::{Boxes, Verdict, tell, within};
use engine::{
    Against, AmountRange, Beneficiary, Cites, Due, Marker, Outcome, Patron, Refusal, RefusalKind, Rule, Sink,
    Spot, Standing, WagerId, WagerNumber, What, protocol,
};
use felt::Money;

/// A set of one box.
fn one(number: u8) -> Boxes {
    let mut boxes = Boxes::NONE;
    boxes.add(number);
    boxes
}

impl BettingBox {
    /// The number of the wager of a kind.
    pub(crate) fn wager(&self, kind: WagerId) -> Option<WagerNumber> {
        if kind == MAIN { self.main } else { self.fortune }
    }

    /// Sets or clears a wager. Clearing the last one clears the patron too.
    fn note(&mut self, kind: WagerId, number: Option<WagerNumber>) {
        *(if kind == MAIN { &mut self.main } else { &mut self.fortune }) = number;
        if self.main.is_none() && self.fortune.is_none() {
            *self = BettingBox::default();
        }
    }
}

impl PaiGowTable {
    pub(crate) fn bet<S: Sink>(
        &mut self,
        (patron, number): (Patron, u8),
        kind: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if beneficiary != Beneficiary::Patron {
            return Err(Refusal::impossible("no-such-wager"));
        }
        self.check_bet((patron, number), kind, Some(stake))?;
        if kind == COVER {
            self.add_cover(patron, stake, out);
            return Ok(());
        }
        let others = self.boxes_of(patron).leftmost_first().any(|other| other != number);
        let cites = Self::placed_by(kind).and(rules::TWO_ADJACENT.when(others && kind == MAIN));
        let spot = Spot::first(number);
        let placed = self.betting_box(number).and_then(|b| b.wager(kind));
        if let Some(there) = placed.and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let number = there.number;
            let added = What::StakeAdded { number, patron, spot, wager: kind, added: stake, won: false };
            tell(out, added, cites);
            return Ok(());
        }
        let banker = self.round.bank.as_ref().filter(|_| kind == MAIN).map(|bank| bank.patron);
        let placed = self.wagers.place(patron, spot, kind, stake);
        placed.against = banker.map_or(Against::House, Against::Bank);
        tell(out, What::placed(placed), cites);
        let placed = placed.number;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.patron = Some(patron);
            betting_box.note(kind, Some(placed));
        }
        Ok(())
    }

    /// The rule by which a wager is placed.
    pub(crate) fn placed_by(kind: WagerId) -> Cites {
        Cites::from(rules::WAGERS_BEFORE_DEAL.when(kind == MAIN))
            .and(rules::FORTUNE_BEFORE_DEAL.when(kind == FORTUNE))
    }

    /// The limits of a wager; `None` if the table does not offer it.
    pub(crate) fn limits(&self, kind: WagerId) -> Option<AmountRange> {
        match kind {
            MAIN => Some(self.terms.main),
            FORTUNE => self.terms.fortune.as_ref().map(|fortune| fortune.limits),
            COVER if self.terms.banking => Some(self.cover_range()),
            _ => None,
        }
    }

    /// Checks whether a wager of this stake would be accepted, and returns the range of stakes that would be.
    pub(crate) fn check_bet(
        &self,
        (patron, number): (Patron, u8),
        kind: WagerId,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let betting_box = self.betting_box(number).ok_or(Refusal::impossible("no-such-box"))?;
        let limits = self.limits(kind).ok_or(Refusal::impossible("no-such-wager"))?;
        let late = Cites::from(rules::NO_LATE_WAGER.when(self.round.closed))
            .and(rules::FORTUNE_BEFORE_DEAL.when(self.round.closed && kind == FORTUNE));
        Refusal::by("bets-closed", late)?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        if kind == COVER {
            return self.check_cover((patron, number), stake);
        }
        let banks = self.round.bank.as_ref().is_some_and(|bank| bank.is_of(patron));
        let banks = Cites::from(rules::BANK_SETTLES_ALL.when(banks))
            .and(rules::BANK_FORTUNE.when(banks && kind == FORTUNE));
        Refusal::by("banks-this-round", banks)?;
        self.check_seat(patron, number)?;
        let alone = kind == FORTUNE && betting_box.main.is_none();
        rules::FORTUNE_BESIDE_MAIN.forbids(alone, "fortune-needs-main")?;
        let range = within(limits, self.stake(betting_box.wager(kind)), stake, protocol::LIMITS)?;
        if kind == MAIN { self.covered(range, stake) } else { Ok(range) }
    }

    /// Checks that a place has one patron, and a patron one place, or two adjacent ones where the house
    /// permits it.
    fn check_seat(&self, patron: Patron, number: u8) -> Result<(), Refusal> {
        let holder = self.patron_of(number);
        rules::SEATED.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        let own = self.boxes_of(patron);
        if holder.is_some() || own.is_empty() {
            return Ok(());
        }
        rules::TWO_ADJACENT.forbids(!self.terms.two_places, "one-box-only")?;
        let places = own.leftmost_first().count();
        rules::TWO_ADJACENT.forbids(places >= 2, "two-places-at-most")?;
        let beside = own.leftmost_first().any(|other| other.abs_diff(number) == 1);
        // Only the dealer is between the first and the last place, so these are not adjacent.
        let across = own.or(one(number)) == one(1).or(one(BOXES));
        let apart = Cites::from(rules::TWO_ADJACENT.when(!beside)).and(rules::PLACES.when(across));
        Refusal::by("places-not-adjacent", apart)
    }

    pub(crate) fn take_back<S: Sink>(
        &mut self,
        (patron, number): (Patron, u8),
        kind: WagerId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let whole = self.check_take_back((patron, number), kind)?;
        let amount = amount.unwrap_or(whole);
        let least = self.limits(kind).unwrap_or(AmountRange::just(Money::ZERO));
        let left = whole - amount;
        // The remaining stake must be one that could have been placed.
        let fits = left.is_zero() || (left >= least.min && left < whole && left.is_multiple_of(least.step));
        if !fits {
            let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS);
            let (min, max, step) = (least.step.min(whole), whole, least.step);
            return Err(refusal.allowing(AmountRange { min, max, step }));
        }
        self.give_back(number, kind, amount, out);
        Ok(())
    }

    /// Returns how much of a wager can be taken back.
    pub(crate) fn check_take_back(
        &self,
        (patron, number): (Patron, u8),
        kind: WagerId,
    ) -> Result<Money, Refusal> {
        let covers = self.round.bank.as_ref().is_some_and(|bank| bank.is_of(patron) && bank.place == number);
        rules::BANK_COVERS.forbids(kind == COVER && covers, "cover-stays")?;
        let own = self.betting_box(number).filter(|b| b.patron == Some(patron) && kind != COVER);
        let there = own.filter(|_| self.limits(kind).is_some()).and_then(|b| b.wager(kind));
        let there = there.and_then(|number| self.wagers.get(number)).filter(|there| there.on_layout());
        let Some(there) = there else { return Err(Refusal::not_yours("no-wager-there")) };
        rules::NO_WITHDRAWAL.forbids(self.round.closed, "wager-untouchable")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(there.stake)
    }

    pub(crate) fn give_back<S: Sink>(&mut self, number: u8, kind: WagerId, amount: Money, out: &mut S) {
        let there = self.betting_box(number).and_then(|b| b.wager(kind));
        let Some(there) = there.and_then(|n| self.wagers.get_mut(n)) else { return };
        let left = there.stake - amount;
        let (taken, patron) = (there.number, there.patron);
        if left.is_zero() {
            there.standing = Standing::Settled;
            if let Some(betting_box) = self.box_mut(number) {
                betting_box.note(kind, None);
            }
        } else {
            there.stake = left;
        }
        tell(out, What::WagerTakenBack { number: taken, patron, wager: kind, stake: amount, left }, None);
    }

    /// A patron may leave at any time. Before the deal they take their wagers with them; after it their hands
    /// are set as if they were silent, or are lost where the house says so.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        let own = self.boxes_of(patron);
        if !self.round.closed {
            tell(out, What::Left { patron }, None);
            self.rotation.forget(patron);
            self.leave_bank(patron, out);
            for number in own.leftmost_first() {
                for kind in [MAIN, FORTUNE] {
                    let stake = self.stake(self.betting_box(number).and_then(|b| b.wager(kind)));
                    if stake.is_positive() {
                        self.give_back(number, kind, stake, out);
                    }
                }
            }
            return;
        }
        self.left.add(patron);
        let unseen = own.and(self.round.unexposed);
        let waiting = if self.round.setting { self.round.unset } else { self.round.playing };
        let lost = rules::LEFT_WAGERS_LOSE.when(self.terms.wagers_left_lose && !unseen.is_empty());
        let holds = self.round.bank.is_some_and(|bank| bank.patron == patron && !bank.exposed);
        let cites = Cites::from(rules::LEAVES_AFTER_CARDS.when(!own.is_empty()))
            .and(rules::SILENCE.when(!own.and(waiting).is_empty()))
            .and(rules::COVER_LIES.when(holds))
            .and(lost);
        tell(out, What::Left { patron }, cites);
        if lost.is_some() {
            for number in unseen.leftmost_first() {
                self.round.buttons.remove(number);
                self.settle_both(number, Verdict::of(Outcome::Loses, lost), None, out);
                self.take_out(number, Cites::NONE, out);
            }
        }
    }

    /// Settles both wagers of a box with the same outcome; the bonus cites one rule more.
    pub(crate) fn settle_both<S: Sink>(
        &mut self,
        number: u8,
        verdict: Verdict,
        of_bonus: Option<Rule>,
        out: &mut S,
    ) {
        let Some(BettingBox { main, fortune, .. }) = self.betting_box(number).copied() else { return };
        for (wager, more) in [(main, None), (fortune, of_bonus)] {
            if let (Some(wager), true) = (wager, self.is_open(wager)) {
                let verdict = if more.is_some() { Verdict::of(verdict.outcome, more) } else { verdict };
                self.settle_wager(wager, verdict, out);
            }
        }
    }

    /// Boxes with the required wager.
    pub(crate) fn complete_boxes(&self) -> Boxes {
        self.boxes_where(|b| b.main.is_some())
    }

    pub(crate) fn close_bets<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        let complete = self.complete_boxes();
        if complete.is_empty() && self.house_bet().is_zero() {
            let mut refusal = Refusal::not_awaited("nobody-bet");
            let alone =
                rules::FORTUNE_BESIDE_MAIN.when(!self.boxes_where(|b| b.fortune.is_some()).is_empty());
            refusal.cites = refusal.cites.and(alone);
            return Err(refusal);
        }
        let cites = Cites::from(rules::WAGERS_BEFORE_DEAL.applies())
            .and(rules::FROM_HAND.when(!self.terms.from_shoe))
            .and(rules::FROM_SHOE.when(self.terms.from_shoe));
        tell(out, What::Stepped { step: words::NO_MORE_BETS, by: engine::Rank::Dealer }, cites);
        let bank = self.round.bank.as_ref().map_or(Boxes::NONE, |bank| one(bank.place));
        for number in self.seated().without(complete).without(bank).leftmost_first() {
            let alone = Verdict::of(Outcome::Returned, rules::FORTUNE_BESIDE_MAIN.applies());
            self.settle_both(number, alone, None, out);
            if let Some(betting_box) = self.box_mut(number) {
                *betting_box = BettingBox::default();
            }
        }
        self.round.closed = true;
        (self.round.playing, self.round.unexposed) = (complete, complete);
        self.close_bank(out);
        let bonus = self.boxes_where(|b| b.fortune.is_some());
        for number in bonus.leftmost_first() {
            self.lay_envy_button(number, out);
        }
        if !bonus.is_empty() {
            self.terms.duties.tell(Moment::BonusClosed, out);
        }
        Ok(())
    }

    /// Places a button beside a bonus wager that is high enough.
    fn lay_envy_button<S: Sink>(&mut self, number: u8, out: &mut S) {
        let stake = self.stake(self.betting_box(number).and_then(|b| b.fortune));
        let from = self.terms.fortune.as_ref().map(|fortune| fortune.envy_from);
        let Some(rule) = rules::ENVY_FROM_FIVE.when(from.is_some_and(|from| stake >= from)) else { return };
        self.round.buttons.add(number);
        let cites = Cites::one(rule).and(rules::QUALIFIES_FOR_ENVY.applies());
        tell(out, What::Marked(self.envy_button(number)), cites);
    }

    /// The button beside the bonus wager of a box.
    pub(crate) fn envy_button(&self, number: u8) -> Marker {
        Marker { id: words::ENVY_BUTTON, value: number.into(), patron: self.patron_of(number) }
    }
}
