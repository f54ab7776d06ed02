//! Placing wagers and taking them back, closing the bets, leaving.

use super::boxes::{BettingBox, Boxes};
use super::law::Clause;
use super::play::{Deal, Made, Optional, Poker, Prize, To};
use super::state::{PokerTable, hand_place};
use super::terms::Moment;
use super::words;
use crate::common::{Verdict, tell, within};
use engine::{
    AmountRange, Beneficiary, Cites, Due, Outcome, Patron, Place, Refusal, RefusalKind, Rule, Sink, Spot,
    Standing, WagerId, What, protocol,
};
use felt::Money;

impl<G: Poker> PokerTable<G> {
    /// The index of a wager among those of the game.
    #[inline]
    pub(crate) fn index_of(wager: WagerId) -> Option<usize> {
        G::PLAY.wagers.iter().position(|known| known.id == wager)
    }

    /// The wagers that are placed before the deal.
    pub(crate) fn bets() -> impl Iterator<Item = usize> {
        (0..G::PLAY.wagers.len()).filter(|wager| !matches!(G::PLAY.wagers[*wager].made, Made::Raise(_)))
    }

    /// The wagers that the game requires at this table.
    pub(crate) fn required(&self) -> impl Iterator<Item = usize> {
        let asked_for = |wager: &usize| matches!(G::PLAY.wagers[*wager].made, Made::Required);
        (0..G::PLAY.wagers.len()).filter(asked_for).filter(|wager| self.terms.wagers[*wager].is_some())
    }

    /// The first wager, which sets the size of the others.
    pub(crate) fn first_wager() -> usize {
        const {
            let (mut at, wagers) = (0, G::PLAY.wagers);
            while !matches!(wagers[at].made, Made::Required) {
                at += 1;
            }
            at
        }
    }

    pub(crate) fn bet<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let wager = Self::known(wager)?;
        self.check_bet(patron, number, wager, beneficiary, Some(stake))?;
        match beneficiary {
            Beneficiary::Dealers => self.put_stake_for_dealers(patron, number, wager, stake, out),
            _ => self.put_stake(patron, number, wager, stake, out),
        }
        Ok(())
    }

    /// Finds a wager of the game by its id.
    fn known(wager: WagerId) -> Result<usize, Refusal> {
        Self::index_of(wager).ok_or(Refusal::impossible("no-such-wager"))
    }

    /// Checks whether a wager of this stake would be accepted, and returns the range of stakes that would be.
    pub(crate) fn check_bet(
        &self,
        patron: Patron,
        number: u8,
        wager: usize,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        if number == 0 || number > self.terms.boxes {
            return Err(Refusal::impossible("no-such-box"));
        }
        let made = G::PLAY.wagers[wager].made;
        if let Made::Raise(in_turn) = made {
            in_turn.forbids(true, "play-in-turn")?;
        }
        let for_dealers = beneficiary == Beneficiary::Dealers;
        if let Made::Prize(prize) = made {
            prize.not_for_dealers.forbids(for_dealers, "no-dealer-bet-here")?;
        }
        let taken_for_dealers = self.terms.dealer_bets && !matches!(made, Made::Prize(_));
        let offered = self.terms.wagers[wager].as_ref();
        let Some(offered) = offered.filter(|_| !for_dealers || taken_for_dealers) else {
            return Err(Refusal::impossible("no-such-wager"));
        };
        let late = match made {
            Made::Prize(prize) => prize.late,
            _ => G::PLAY.law.seats.no_late_wager,
        };
        late.forbids(self.round.closed, "bets-closed")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        self.check_seat(patron, number)?;
        let Some(betting_box) = self.betting_box(number) else {
            return Err(Refusal::impossible("no-such-box"));
        };
        let own = betting_box.wagers[wager];
        let alone = for_dealers && own.is_none();
        G::PLAY.law.ours.dealer_bet_beside_own.forbids(alone, "dealer-bet-alone")?;
        match made {
            Made::Prize(prize) => return self.check_prize(betting_box, wager, prize, stake),
            Made::Optional(optional) => {
                optional.after.forbids(self.lacks_support(betting_box, &optional), G::PLAY.others_first)?;
            }
            Made::Required | Made::Raise(_) => {}
        }
        let staked = self.stake(if for_dealers { self.for_dealers(number, wager) } else { own });
        within(offered.limits, staked, stake, protocol::LIMITS)
    }

    pub(crate) fn lacks_required(&self, betting_box: &BettingBox) -> bool {
        self.required().any(|wager| betting_box.wagers[wager].is_none())
    }

    /// Whether a side wager has to wait until the required wagers are placed.
    fn lacks_others_first(&self, betting_box: &BettingBox) -> bool {
        self.terms.main_needed && self.lacks_required(betting_box)
    }

    /// The same for a fixed-amount wager. Where the house allows it, a wager that may be played alone is
    /// enough beside it.
    fn lacks_for_prize(&self, betting_box: &BettingBox) -> bool {
        let alone = || self.terms.lone_carries_prizes && self.stands_alone(betting_box);
        self.lacks_others_first(betting_box) && !alone()
    }

    /// Whether a side wager lacks the wagers that must come before it.
    fn lacks_support(&self, betting_box: &BettingBox, optional: &Optional) -> bool {
        match optional.others.is_empty() {
            true => self.lacks_others_first(betting_box),
            false => optional.others.iter().any(|wager| betting_box.wagers[*wager].is_none()),
        }
    }

    /// Whether a box has only side wagers and they may stand alone, by the rules of the game or of this
    /// table.
    pub(crate) fn stands_alone(&self, betting_box: &BettingBox) -> bool {
        let main = || self.required().any(|wager| betting_box.wagers[wager].is_some());
        let may = match const { G::PLAY.has_lone_wagers() } {
            true => Self::lone_wager(betting_box).is_some(),
            false => !self.terms.main_needed && betting_box.patron.is_some(),
        };
        may && !main()
    }

    /// The rule that allows some wager of a box without the required ones.
    fn lone_wager(betting_box: &BettingBox) -> Option<Rule> {
        let mut wagers = G::PLAY.wagers.iter().zip(betting_box.wagers);
        wagers.find_map(|(known, there)| match known.made {
            Made::Optional(optional) => optional.alone.when(there.is_some()),
            _ => None,
        })
    }

    /// A box has one patron, and a patron one box.
    fn check_seat(&self, patron: Patron, number: u8) -> Result<(), Refusal> {
        let holder = self.patron_of(number);
        G::PLAY.law.seats.seated_only.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        let elsewhere = holder.is_none() && self.boxes_in_use().iter().any(|b| b.patron == Some(patron));
        G::PLAY.law.seats.one_box.forbids(elsewhere, "one-box-only")
    }

    /// Checks a fixed-amount wager.
    fn check_prize(
        &self,
        betting_box: &BettingBox,
        wager: usize,
        prize: &Prize,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        prize.after.forbids(self.lacks_for_prize(betting_box), G::PLAY.others_first)?;
        let range = AmountRange::just(self.limits_of_bet(wager).max);
        let total = self.stake(betting_box.wagers[wager]) + stake.unwrap_or(range.max);
        let other = total != range.max || stake.is_some_and(Money::is_zero);
        prize.amount.forbids(other, prize.amount_name).map_err(|refusal| refusal.allowing(range))?;
        Ok(range)
    }

    /// The rules to cite when a wager is placed.
    fn placed_by(wager: usize) -> Cites {
        let prize = matches!(G::PLAY.wagers[wager].made, Made::Prize(Prize { link: Some(_), .. }));
        Cites::from(G::PLAY.law.seats.before_deal.when(!prize)).and(G::PLAY.wagers[wager].beside.applies())
    }

    fn put_stake<S: Sink>(&mut self, patron: Patron, number: u8, wager: usize, stake: Money, out: &mut S) {
        let spot = Spot::first(number);
        let (kind, cites) = (G::PLAY.wagers[wager].id, Self::placed_by(wager));
        let placed = self.betting_box(number).and_then(|b| b.wagers[wager]);
        if let Some(there) = placed.and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let added = What::StakeAdded {
                number: there.number,
                patron,
                spot,
                wager: kind,
                added: stake,
                won: false,
            };
            tell(out, added, cites);
            return;
        }
        let placed = self.wagers.place(patron, spot, kind, stake);
        tell(out, What::placed(placed), cites);
        let placed = placed.number;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.patron = Some(patron);
            betting_box.wagers[wager] = Some(placed);
        }
    }

    fn put_stake_for_dealers<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: usize,
        stake: Money,
        out: &mut S,
    ) {
        let (spot, kind) = (Spot::first(number), G::PLAY.wagers[wager].id);
        let law = &G::PLAY.law;
        let cites = Cites::from(law.seats.before_deal.applies()).and(law.ours.dealer_bet.applies());
        if let Some(there) = self.for_dealers(number, wager).and_then(|n| self.wagers.get_mut(n)) {
            there.stake += stake;
            let number = there.number;
            let added = What::StakeAdded { number, patron, spot, wager: kind, added: stake, won: false };
            tell(out, added, cites);
            return;
        }
        let placed = self.wagers.place(patron, spot, kind, stake);
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
        let wager = Self::known(wager).map_err(|_| Refusal::not_yours("no-wager-there"))?;
        let whole = self.check_take_back(patron, number, wager)?;
        let amount = amount.unwrap_or(whole);
        let least = self.limits_of_bet(wager);
        let left = whole - amount;
        // The remaining stake must be one that could have been placed.
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

    pub(crate) fn limits_of_bet(&self, wager: usize) -> AmountRange {
        let offered = self.terms.wagers[wager].as_ref();
        offered.map_or(AmountRange::just(Money::ZERO), |offered| offered.limits)
    }

    /// Returns how much of a wager can be taken back.
    pub(crate) fn check_take_back(&self, patron: Patron, number: u8, wager: usize) -> Result<Money, Refusal> {
        let own = self.betting_box(number).filter(|b| b.patron == Some(patron));
        let there = own.and_then(|b| b.wagers[wager]).and_then(|n| self.wagers.get(n));
        let Some(there) = there.filter(|there| there.on_layout()) else {
            return Err(Refusal::not_yours("no-wager-there"));
        };
        Self::staying(wager).forbids(self.round.closed, "wager-untouchable")?;
        if !matches!(self.due, Due::Bets { .. }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(there.stake)
    }

    /// The rule by which a wager stays after the bets are closed.
    pub(crate) fn staying(wager: usize) -> Clause {
        match G::PLAY.wagers[wager].made {
            Made::Prize(prize) => prize.stays,
            _ => G::PLAY.law.seats.no_withdrawal,
        }
    }

    /// Returns a wager. If all of it goes back, so does the dealer bet beside it.
    fn give_back<S: Sink>(&mut self, number: u8, index: usize, amount: Money, out: &mut S) {
        let wager = G::PLAY.wagers[index].id;
        let there = self.betting_box(number).and_then(|b| b.wagers[index]);
        let Some(there) = there.and_then(|n| self.wagers.get_mut(n)) else { return };
        let left = there.stake - amount;
        let (taken, patron) = (there.number, there.patron);
        if left.is_zero() {
            there.standing = Standing::Settled;
            if let Some(betting_box) = self.box_mut(number) {
                betting_box.set_wager(index, None);
            }
        } else {
            there.stake = left;
        }
        tell(out, What::WagerTakenBack { number: taken, patron, wager, stake: amount, left }, None);
        let theirs = self.for_dealers(number, index).filter(|_| left.is_zero());
        if let Some(theirs) = theirs.and_then(|n| self.wagers.get_mut(n)) {
            theirs.standing = Standing::Settled;
            let (number, stake) = (theirs.number, theirs.stake);
            tell(out, What::WagerTakenBack { number, patron, wager, stake, left }, None);
        }
    }

    /// A patron may leave at any time. Before the deal they take their wagers with them. After it their hand
    /// is played as if they were silent, or is lost where the house says so.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) {
        if self.round.closed {
            self.left.add(patron);
            let own = self.boxes_in_use().iter().find(|b| b.patron == Some(patron));
            let cites =
                Cites::from(G::PLAY.law.seats.stay_seated.when(own.is_some_and(|b| b.cards.dealt > 0)))
                    .and(G::PLAY.law.ours.silence.when(own.is_some()));
            // Hands that the cards have already decided are settled by the cards.
            let loses = own.is_some() && self.terms.wagers_left_lose && self.step_now().is_some();
            let lost = G::PLAY.law.seats.abandoned.when(loses);
            tell(out, What::Left { patron }, cites.and(lost));
            if lost.is_some() {
                self.abandon(patron, lost.into(), out);
            }
            return;
        }
        tell(out, What::Left { patron }, None);
        for number in self.seated().leftmost_first() {
            for wager in Self::bets() {
                let own = self.betting_box(number).filter(|b| b.patron == Some(patron));
                let stake = self.stake(own.and_then(|b| b.wagers[wager]));
                if stake.is_positive() {
                    self.give_back(number, wager, stake, out);
                }
            }
        }
    }

    /// Why a box with wagers takes no part in the round.
    fn sits_out(&self, betting_box: &BettingBox) -> Option<Rule> {
        if self.stands_alone(betting_box) {
            return None;
        }
        let law = &G::PLAY.law.seats;
        let missing = self.lacks_required(betting_box);
        let first = self.stake(betting_box.wagers[Self::first_wager()]);
        let unequal = self.required().any(|wager| self.stake(betting_box.wagers[wager]) != first);
        law.takes_part.when(missing).or_else(|| law.equal.when(!missing && unequal))
    }

    /// Boxes that can be dealt to.
    pub(crate) fn complete_boxes(&self) -> Boxes {
        let mut complete = Boxes::NONE;
        for (number, betting_box) in (1..).zip(self.boxes_in_use()) {
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
        let law = &G::PLAY.law;
        let cites = Cites::from(law.seats.before_deal.applies())
            .and(law.dealing.from_hand.when(!from_shoe))
            .and(law.dealing.from_shoe.when(from_shoe))
            .and(law.dealing.hand_closes.when(!from_shoe))
            .and(law.dealing.shoe_closes.when(from_shoe));
        tell(out, What::Stepped { step: words::NO_MORE_BETS, by: engine::Rank::Dealer }, cites);
        for number in self.seated().without(complete).leftmost_first() {
            self.return_incomplete(number, out);
        }
        if const { G::PLAY.has_supported_wagers() || G::PLAY.has_lone_wagers() } {
            complete.leftmost_first().for_each(|number| self.return_unsupported(number, out));
        }
        self.round.closed = true;
        self.round.dealt = complete;
        let in_play = complete.without(self.alone());
        match const { G::PLAY.can_fold() } {
            true => self.round.waiting = in_play,
            false => self.round.played = in_play,
        }
        self.note_progressives();
        self.line_up_first_deal();
        if self.has_side_wager(|wager| matches!(wager.made, Made::Prize(Prize { link: None, .. }))) {
            self.terms.duties.tell(Moment::BonusClosed, out);
        }
        if !self.round.progressive.is_empty() {
            self.terms.duties.tell(Moment::ProgressiveClosed, out);
        }
        Ok(())
    }

    /// Boxes of the round that have only side wagers.
    pub(crate) fn alone(&self) -> Boxes {
        let mut alone = Boxes::NONE;
        if const { G::PLAY.has_lone_wagers() } || !self.terms.main_needed {
            for number in self.round.dealt.leftmost_first() {
                if self.betting_box(number).is_some_and(|betting_box| self.stands_alone(betting_box)) {
                    alone.add(number);
                }
            }
        }
        alone
    }

    /// Notes at the start of the round which boxes have the progressive wager that brings envy bonuses.
    fn note_progressives(&mut self) {
        let Some((wager, ..)) = Self::envied_wager() else { return };
        if self.terms.wagers[wager].is_none() {
            return;
        }
        for number in self.round.dealt.leftmost_first() {
            if self.betting_box(number).is_some_and(|b| b.wagers[wager].is_some()) {
                self.round.progressive.add(number);
            }
        }
    }

    /// No hand can be dealt; the refusal says why the chips on the layout are not enough.
    fn nobody_bet(&self) -> Refusal {
        let mut refusal = Refusal::not_awaited("nobody-bet");
        let with_chips = self.boxes_in_use().iter().filter(|b| b.patron.is_some());
        for rule in with_chips.filter_map(|betting_box| self.sits_out(betting_box)) {
            // A refusal has room for fewer rules than there are boxes, and boxes that lack the same share a
            // rule.
            if refusal.cites.iter().all(|cited| cited != rule) {
                refusal.cites = refusal.cites.and(rule);
            }
        }
        refusal
    }

    /// Returns everything on a box that sits out because its required wagers are missing or unequal.
    fn return_incomplete<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let rule = self.sits_out(&betting_box);
        for wager in betting_box.wagers.into_iter().flatten() {
            self.settle_wager(wager, Verdict::of(Outcome::Returned, rule), out);
        }
        for wager in Self::bets() {
            if let Some(theirs) = self.for_dealers(number, wager) {
                self.settle_wager(theirs, Verdict::of(Outcome::Returned, rule), out);
            }
        }
        if let Some(betting_box) = self.box_mut(number) {
            *betting_box = BettingBox::default();
        }
    }

    /// Returns side wagers whose supporting wager was taken away, and the dealer bets beside them. One pass
    /// is enough: a wager only depends on wagers earlier in the list.
    fn return_unsupported<S: Sink>(&mut self, number: u8, out: &mut S) {
        for (wager, known) in G::PLAY.wagers.iter().enumerate() {
            let Some(betting_box) = self.betting_box(number).copied() else { return };
            let (after, lacks) = match known.made {
                Made::Optional(optional) if optional.others.is_empty() => continue,
                Made::Optional(optional) => (optional.after, self.lacks_support(&betting_box, &optional)),
                Made::Prize(prize) => (prize.after, self.lacks_for_prize(&betting_box)),
                Made::Required | Made::Raise(_) => continue,
            };
            let (Some(there), true) = (betting_box.wagers[wager], lacks) else { continue };
            let returned = Verdict::of(Outcome::Returned, after.applies());
            self.settle_wager(there, returned, out);
            self.settle_for_dealers(number, |beside| (beside == wager).then_some(returned), out);
            if let Some(betting_box) = self.box_mut(number) {
                betting_box.set_wager(wager, None);
            }
        }
    }

    /// Queues the first deal in the order of the document.
    fn line_up_first_deal(&mut self) {
        self.queue.clear();
        for Deal { to, cards, .. } in G::PLAY.course(self.terms.from_shoe).deal {
            match to {
                To::Patrons => {
                    for number in self.round.dealt.leftmost_first() {
                        self.queue.push_many(hand_place(number), *cards);
                    }
                }
                To::Dealer => self.queue.push_many(Place::Dealer, *cards),
                To::Board => self.queue.push_many(Place::Board, *cards),
                To::Rack => self.queue.push_many(Place::Rack, *cards),
            }
        }
    }
}
