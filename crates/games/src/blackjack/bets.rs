//! Placing wagers and taking them back, sitting out, leaving.

use super::hand::{Play, area, is_main};
use super::state::{Blackjack, Burn};
use super::words;
use crate::common::{Clause, awaited, by_staff, possible, tell, within};
use crate::side_bets::SideBetLaw;
use engine::{
    Actor, AmountRange, Beneficiary, Cites, Due, Patron, Place, Rank, Refusal, RefusalKind, Rule, Sink, Spot,
    Standing, StepId, Wager, WagerId, What, protocol,
};
use felt::Money;

/// A bet on its way to the layout.
#[derive(Clone, Copy)]
struct Placing {
    patron: Patron,
    number: u8,
    wager: WagerId,
    area: Option<u8>,
    beneficiary: Beneficiary,
    stake: Money,
}

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
        let area = self.area_of(wager);
        self.check_bet_at(patron, number, wager, area, beneficiary, Some(stake))?;
        self.put_stake(Placing { patron, number, wager, area, beneficiary, stake }, out);
        Ok(())
    }

    /// Checks whether a wager of this stake would be accepted, and returns the range of stakes that would be.
    pub(crate) fn check_bet(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        self.check_bet_at(patron, number, wager, self.area_of(wager), beneficiary, stake)
    }

    /// The same for a wager whose area is known; without an area it is not accepted here.
    fn check_bet_at(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        area: Option<u8>,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        possible((1..=self.terms.boxes).contains(&number), "no-such-box")?;
        let for_dealers = beneficiary == Beneficiary::Dealers;
        let Some(area) = area else {
            self.check_offered(wager)?;
            return Err(Refusal::impossible("no-such-wager"));
        };
        if for_dealers && (!self.terms.dealer_bets || area == area::HOUSE_MONEY) {
            return Err(Refusal::impossible("no-such-wager"));
        }
        if let Some(terms) = self.terms.side_bet_of(area) {
            return self.check_side_bet(patron, number, area, terms, beneficiary, stake);
        }
        self.law.no_late_wager.forbids(self.round.closed, "bets-closed")?;
        awaited(matches!(self.due, Due::Bets { .. }))?;
        self.check_admitted(patron)?;
        if for_dealers {
            self.check_main_for_dealers(patron, number, stake)
        } else if area == area::HAND && self.boxes_are_shared() {
            self.check_shared_main(patron, number, stake)
        } else if area == area::HAND {
            self.check_main(patron, number, stake)
        } else {
            self.check_house_money(patron, number, stake)
        }
    }

    fn check_main(&self, patron: Patron, number: u8, stake: Option<Money>) -> Result<AmountRange, Refusal> {
        let holder = self.betting_box(number).and_then(|b| b.patron);
        self.law.one_patron_a_box.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        self.check_adjacent(patron, number)?;
        // A box with only side bets does not count as having a main wager, nor does it require one elsewhere.
        let mains = |(n, b): &(u8, &super::hand::BettingBox)| {
            *n != number && b.patron == Some(patron) && b.hands[0].wager.is_some()
        };
        let others = self.boxes_in_play().filter(mains).count();
        let mut minimum = self.terms.limits.min;
        if others > 0 {
            minimum = self.terms.several_boxes_min;
            let low = self.boxes_in_play().filter(mains).any(|(_, b)| self.main_stake(b) < minimum);
            let new = self.betting_box(number).is_none_or(|b| b.hands[0].wager.is_none());
            self.law.several_boxes_minimum.forbids(low && new, "below-box-minimum")?;
        }
        let staked = self.betting_box(number).map_or(Money::ZERO, |b| self.main_stake(b));
        let range = AmountRange { min: minimum, ..self.terms.limits };
        if let (Some(stake), true) = (stake, others > 0) {
            let low = staked + stake < minimum;
            self.law
                .several_boxes_minimum
                .forbids(low, "below-box-minimum")
                .map_err(|r| r.allowing(range))?;
        }
        within(range, staked, stake, self.limits_rule())
    }

    /// Checks that a patron's boxes are adjacent and no more than the house allows.
    pub(crate) fn check_adjacent(&self, patron: Patron, number: u8) -> Result<(), Refusal> {
        let own = |(n, b): &(u8, &super::hand::BettingBox)| *n != number && b.patron == Some(patron);
        let others = self.boxes_in_play().filter(own).count();
        if others == 0 {
            return Ok(());
        }
        let too_many = others >= usize::from(self.terms.boxes_per_patron);
        self.law.adjacent_boxes.forbids(too_many, "too-many-boxes")?;
        let beside = |(n, _): (u8, _)| n.abs_diff(number) == 1;
        let adjacent = self.boxes_in_play().filter(own).any(beside);
        let new = self.betting_box(number).is_none_or(|b| b.patron.is_none());
        self.law.adjacent_boxes.forbids(new && !adjacent, "boxes-not-adjacent")
    }

    /// Refuses a patron who sat out a round, if the house makes them wait.
    pub(crate) fn check_admitted(&self, patron: Patron) -> Result<(), Refusal> {
        let barred = !self.terms.mid_shoe_entry && !self.admitted.has(patron);
        self.law.sat_out_waits.forbids(barred, "sat-out")
    }

    /// The rule by which a main wager outside the limits is refused.
    pub(crate) fn limits_rule(&self) -> Rule {
        self.law.limits_posted.applies().unwrap_or(protocol::LIMITS)
    }

    /// Checks a bet for the dealers, which lies in front of the patron's own.
    fn check_main_for_dealers(
        &self,
        patron: Patron,
        number: u8,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let own = self.own_main(patron, number, Beneficiary::Patron);
        self.law.dealer_bet_beside_own.forbids(own.is_none(), "dealer-bet-alone")?;
        let theirs = self.own_main(patron, number, Beneficiary::Dealers);
        within(self.terms.limits, theirs.map_or(Money::ZERO, |wager| wager.stake), stake, self.limits_rule())
    }

    fn check_house_money(
        &self,
        patron: Patron,
        number: u8,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let betting_box = self.betting_box(number);
        let alone = betting_box.is_none_or(|b| b.patron != Some(patron));
        self.law.beside_main.forbids(alone, "main-wager-needed")?;
        let limits = self.terms.house_money.map_or(AmountRange::just(Money::ZERO), |terms| terms.limits);
        let staked = betting_box.map_or(Money::ZERO, |b| self.stake(b.house_money));
        match self.law.own_limits.applies() {
            Some(rule) => within(limits, staked, stake, rule),
            None => Ok(limits),
        }
    }

    /// The rule by which a wager of this area is placed.
    pub(crate) fn placing_clause(&self, area: Option<u8>) -> Clause {
        match area.and_then(|area| self.terms.side_bet_of(area)) {
            Some(terms) => terms.law().placing(),
            None if area == Some(area::HAND) => self.law.wager_before_deal,
            None => self.law.beside_main,
        }
    }

    fn main_stake(&self, betting_box: &super::hand::BettingBox) -> Money {
        self.stake(betting_box.hands[0].wager)
    }

    fn put_stake<S: Sink>(&mut self, placing: Placing, out: &mut S) {
        let Placing { patron, number, wager, area, beneficiary, stake } = placing;
        let Some(area) = area else { return };
        let spot = Spot::first(number);
        let for_dealers = beneficiary == Beneficiary::Dealers;
        let Some(betting_box) = self.box_mut(number) else { return };
        betting_box.patron = betting_box.patron.or(Some(patron));
        betting_box.count = betting_box.count.max(1);
        let main = area == area::HAND;
        let cites =
            Cites::from(self.placing_clause(Some(area)).applies()).and(self.law.dealer_bet.when(for_dealers));
        let cites = match self.terms.side_bet_of(area) {
            Some(terms) => self.why_side_bet(cites, terms.law(), number, area),
            None if main => self.why_main(cites, patron, number, for_dealers),
            None => cites,
        };
        let there = self.own_at(patron, number, area, beneficiary).map(|there| there.number);
        if let Some(there) = there.and_then(|number| self.wagers.get_mut(number)) {
            there.stake += stake;
            let number = there.number;
            tell(out, What::StakeAdded { number, patron, spot, wager, added: stake, won: false }, cites);
            self.bets_changed(spot.box_number);
            return;
        }
        self.round.begun = true;
        let placed = self.wagers.place(patron, spot, wager, stake);
        placed.area = area;
        placed.beneficiary = beneficiary;
        self.side_bets.add(placed, &self.terms);
        tell(out, What::placed(placed), cites);
        let placed = placed.number;
        match self.box_mut(number) {
            Some(betting_box) if main && !for_dealers => betting_box.hands[0].wager = Some(placed),
            Some(betting_box) if area == area::HOUSE_MONEY => betting_box.house_money = Some(placed),
            _ => {}
        }
        self.bets_changed(number);
    }

    /// The further rules that allow a main wager.
    fn why_main(&self, cites: Cites, patron: Patron, number: u8, for_dealers: bool) -> Cites {
        let several = self.bets_elsewhere(patron, number);
        cites
            .and(self.law.adjacent_boxes.when(several && !for_dealers))
            .and(self.law.several_boxes_minimum.when(several && !for_dealers))
            .and(self.law.several_boxes.when(several))
            .and(self.law.balance_open_to_others.when(self.is_shared(patron, number)))
    }

    /// The further rules that allow a side bet.
    fn why_side_bet(&self, cites: Cites, law: &SideBetLaw, number: u8, area: u8) -> Cites {
        let alone = self.betting_box(number).is_some_and(|b| b.hands[0].wager.is_none());
        cites
            .and(law.alone.when(alone))
            .and(law.with_others.when(self.has_other_side_bets(law, number, area)))
    }

    /// Whether another side bet lies on the box, if that matters.
    fn has_other_side_bets(&self, law: &SideBetLaw, number: u8, area: u8) -> bool {
        law.with_others.exists() && self.open_side_bets_of(number).any(|there| there.area != area)
    }

    /// Whether a patron has a main wager, or holds a box, elsewhere.
    fn bets_elsewhere(&self, patron: Patron, number: u8) -> bool {
        let holds = self.boxes_in_play().any(|(n, b)| n != number && b.patron == Some(patron));
        holds
            || self.wagers.iter().any(|wager| {
                wager.patron == patron
                    && wager.spot.box_number != number
                    && is_main(wager)
                    && wager.on_layout()
            })
    }

    /// Whether another patron bets on the box.
    fn is_shared(&self, patron: Patron, number: u8) -> bool {
        let by_another = |wager: &Wager| {
            wager.spot.box_number == number && is_main(wager) && wager.patron != patron && wager.on_layout()
        };
        self.boxes_are_shared() && self.wagers.iter().any(by_another)
    }

    /// Updates the decider of a box on which several patrons bet.
    fn bets_changed(&mut self, number: u8) {
        if self.boxes_are_shared() {
            self.choose_decider(number);
        }
    }

    /// The area of a wager that may be placed before the deal; `None` if there is no such wager.
    pub(crate) fn area_of(&self, wager: WagerId) -> Option<u8> {
        match wager {
            words::MAIN => Some(area::HAND),
            words::HOUSE_MONEY => self.terms.house_money.map(|_| area::HOUSE_MONEY),
            _ => self.side_bet_index(wager).map(area::of_side_bet),
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
        self.check_take_back(patron, number, wager, amount)?;
        self.give_back(patron, number, wager, out);
        Ok(())
    }

    /// Checks whether a wager may be taken back, always as a whole, and returns it.
    pub(crate) fn check_take_back(
        &self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        amount: Option<Money>,
    ) -> Result<Money, Refusal> {
        let stands = |w: &engine::Wager| {
            w.patron == patron && w.spot.box_number == number && w.kind == wager && w.on_layout()
        };
        let there = self.wagers.iter().find(|wager| stands(wager));
        let (Some(betting_box), Some(there)) = (self.betting_box(number), there) else {
            return Err(Refusal::not_yours("no-wager-there"));
        };
        if self.round.closed {
            let first = wager == words::MAIN || matches!(there.area, area::HOUSE_MONEY | area::SIDE_BETS..);
            self.law.later_wager_untouched.forbids(!first, "later-wager-untouchable")?;
            let locked = self.side_bet_law(wager).and_then(|law| law.locked.applies());
            let cites = Cites::from(self.law.no_withdrawal.applies())
                .and(self.law.wager_untouched.applies())
                .and(locked);
            Refusal::by("wager-untouchable", cites)?;
        }
        if amount.is_some_and(|amount| amount != there.stake) {
            let refusal = Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS);
            return Err(refusal.allowing(AmountRange::just(there.stake)));
        }
        let beside = |n: u8| self.betting_box(n).is_some_and(|b| b.patron == Some(patron));
        let stays = |w: &Wager| w.spot.box_number == number && w.kind != wager && w.on_layout();
        let leaves_box = match wager {
            words::MAIN if self.terms.main_needed => true,
            _ => !self.wagers.iter().any(stays),
        };
        let between = leaves_box && beside(number.saturating_sub(1)) && beside(number.saturating_add(1));
        self.law.adjacent_boxes.forbids(between, "boxes-not-adjacent")?;
        let alone = wager == words::MAIN && betting_box.house_money.is_some();
        self.law.beside_main.forbids(alone, "side-bet-alone")?;
        self.check_left_alone(patron, number, wager)?;
        Ok(there.stake)
    }

    /// Refuses to take back a wager that a side bet needs beside it.
    fn check_left_alone(&self, patron: Patron, number: u8, taken: WagerId) -> Result<(), Refusal> {
        for terms in &self.terms.side_bets {
            if self.own_wager(patron, number, terms.word(), Beneficiary::Patron).is_none() {
                continue;
            }
            let law = terms.law();
            // Where any bet on the box supports them, its side bets are returned with the last one.
            let main = taken == words::MAIN && self.main_is_needed(law) && !law.on_any_box.exists();
            self.main_clause(law).forbids(main, "side-bet-alone")?;
            let kept = terms.companions().any(|word| {
                word != taken && self.own_wager(patron, number, word, Beneficiary::Patron).is_some()
            });
            let companion = terms.companions().any(|word| word == taken) && !kept;
            law.companion.forbids(companion, "side-bet-alone")?;
        }
        Ok(())
    }

    /// Returns a wager, and the dealer bet in front of it.
    fn give_back<S: Sink>(&mut self, patron: Patron, number: u8, wager: WagerId, out: &mut S) {
        let mut at = 0;
        while let Some(there) = self.wagers.nth_mut(at) {
            at += 1;
            if there.patron != patron
                || there.spot.box_number != number
                || there.kind != wager
                || !there.on_layout()
            {
                continue;
            }
            there.standing = Standing::Settled;
            let (number, patron, stake) = (there.number, there.patron, there.stake);
            tell(out, What::WagerTakenBack { number, patron, wager, stake, left: Money::ZERO }, None);
        }
        let empty = !self.wagers.iter().any(|there| there.spot.box_number == number && there.on_layout());
        let Some(betting_box) = self.box_mut(number) else { return };
        match wager {
            words::MAIN => {
                betting_box.hands[0].wager = None;
                betting_box.squeezer = betting_box.squeezer.filter(|squeezer| *squeezer != patron);
            }
            words::HOUSE_MONEY => betting_box.house_money = None,
            _ => {}
        }
        if empty {
            betting_box.patron = None;
            betting_box.count = 0;
        }
        if self.boxes_are_shared() {
            self.choose_decider(number);
            self.give_back_side_bets(number, out);
        }
    }

    /// Returns the side bets of all patrons on a box after its last bet was taken back.
    fn give_back_side_bets<S: Sink>(&mut self, number: u8, out: &mut S) {
        if self.betting_box(number).is_some_and(|b| b.patron.is_some()) {
            return;
        }
        let mut at = 0;
        while let Some(there) = self.wagers.nth_mut(at) {
            at += 1;
            if there.spot.box_number == number && there.on_layout() {
                there.standing = Standing::Settled;
                let (number, patron, wager, stake) = (there.number, there.patron, there.kind, there.stake);
                let left = Money::ZERO;
                tell(out, What::WagerTakenBack { number, patron, wager, stake, left }, None);
            }
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
        if let Some(rule) = self.law.casino_admits.applies() {
            self.admitted.add(patron);
            tell(out, What::Admission { patron, admitted: true }, rule);
        }
        Ok(())
    }

    /// A patron may leave at any time. Before the deal they take their wagers with them; after it their hands
    /// are played as if they were silent.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        self.present.remove(patron);
        for seat in self.seats.iter_mut().filter(|seat| **seat == Some(patron)) {
            *seat = None;
        }
        if self.round.closed {
            self.left.add(patron);
            self.leaves_boxes(patron);
            tell(out, What::Left { patron }, self.law.silence.applies());
            return;
        }
        tell(out, What::Left { patron }, None);
        for number in 1..=self.terms.boxes {
            while let Some(kind) = self.last_wager_of(patron, number) {
                self.give_back(patron, number, kind, out);
            }
        }
    }

    /// The boxes of a patron who leaves play on without them where their bet is undecided.
    fn leaves_boxes(&mut self, patron: Patron) {
        for number in 1..=self.terms.boxes {
            let open = self.wagers.iter().any(|wager| {
                wager.patron == patron
                    && wager.spot.box_number == number
                    && wager.area == area::HAND
                    && wager.on_layout()
            });
            if let Some(betting_box) = self.box_mut(number).filter(|_| open) {
                betting_box.gone.add(patron);
            }
        }
    }

    /// The kind of wager that a patron placed last on a box and has not taken back.
    fn last_wager_of(&self, patron: Patron, number: u8) -> Option<WagerId> {
        let mut own =
            self.wagers.iter().rev().filter(|wager| {
                wager.patron == patron && wager.spot.box_number == number && wager.on_layout()
            });
        own.next().map(|wager| wager.kind)
    }

    pub(crate) fn step<S: Sink>(&mut self, actor: Actor, step: StepId, out: &mut S) -> Result<(), Refusal> {
        if step == words::RESHUFFLE || step == words::SPREAD_CARDS {
            return self.step_between_rounds(actor, step, out);
        }
        if step == words::CUT_AGAIN {
            return self.cut_again(actor, out);
        }
        if step == words::RECONSTRUCT || step == words::CANNOT_RECONSTRUCT {
            return self.decide_error(actor, step, out);
        }
        by_staff(actor, Rank::Dealer)?;
        let closes = match self.due {
            Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => closes,
            _ => return Err(Refusal::not_awaited("not-now")),
        };
        awaited(step == closes)?;
        match step {
            words::NO_MORE_BETS => return self.close_bets(out),
            words::INSURANCE_CLOSED => self.round.insurance_closed = true,
            words::HOUSE_MONEY_CLOSED => self.round.house_money_closed = true,
            words::BUST_BONUS_CLOSED => self.round.bust_bonus_closed = true,
            words::SURRENDER_CLOSED => self.round.surrender_closed = true,
            words::FOLLOW_CLOSED => self.close_following(out),
            words::RESCUE_CLOSED => self.round.rescuing = None,
            words::ANSWERS_CLOSED => {
                self.end_answers();
                return Ok(());
            }
            _ => {
                // The step itself is reported when it is taken, as at a table that needs no release.
                self.round.released = true;
                return Ok(());
            }
        }
        tell(out, What::Stepped { step, by: Rank::Dealer }, None);
        Ok(())
    }

    fn close_bets<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        let nobody = self.boxes_in_play().next().is_none();
        self.law.first_card.forbids(nobody, "nobody-bet")?;
        if nobody {
            return Err(Refusal::not_awaited("nobody-bet"));
        }
        self.round.closed = true;
        // A cutting card that comes first still allows this round, but no other.
        if self.shoe.cut_card_is_next() {
            self.cut_card_shown(out);
        }
        let mut bettors = engine::Patrons::NONE;
        for wager in self.wagers.iter().filter(|wager| wager.on_layout()) {
            bettors.add(wager.patron);
        }
        for patron in bettors.iter() {
            self.present.add(patron);
        }
        self.admitted = self.admitted.and(bettors);
        let pitch = self.terms.pitch;
        let order = self.line_up_first_deal();
        let few_decks = !pitch && self.terms.pack.decks <= 2;
        let cites = Cites::from(order)
            .and(self.law.pitched.when(pitch))
            .and(self.law.from_shoe.when(!pitch))
            .and(self.law.few_decks_from_shoe.when(few_decks))
            .and(self.law.bets_closed.applies())
            .and(self.law.played_as_blackjack.applies())
            .and(self.side_bets_say(|law| law.locked));
        tell(out, What::Stepped { step: words::NO_MORE_BETS, by: Rank::Dealer }, cites);
        if self.terms.pitch && self.law.pitch_burn.applies().is_some() {
            self.push_burn(Burn::Round);
        }
        Ok(())
    }

    /// Queues two cards for every box with a live hand, and for the dealer. Returns the rule for the order.
    pub(crate) fn line_up_first_deal(&mut self) -> Option<Rule> {
        self.reach = self.boxes.iter().rposition(|b| b.patron.is_some()).map_or(1, |at| at + 1);
        let pitch = self.terms.pitch;
        let order = self.law.deal_from_left.when(!pitch).or_else(|| self.law.pitch_from_left.when(pitch));
        let mut numbers = [0_u8; super::state::BOXES_MAX];
        let mut count = 0;
        for (number, _) in self.boxes_in_play().filter(|(_, b)| b.hands[0].play != Play::Settled) {
            numbers[count] = number;
            count += 1;
        }
        let numbers = &numbers[..count];
        self.queue.clear();
        for round in 0..2 {
            for number in numbers.iter() {
                self.queue.push(Place::Hand(Spot::first(*number)));
            }
            if self.terms.hole_card || round == 0 {
                self.queue.push(Place::Dealer);
            }
        }
        order
    }
}
