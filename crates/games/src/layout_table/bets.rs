//! Making wagers, taking them back, and how much may be staked.

use super::play::{Alone, LayoutGame, Row};
use super::state::{LayoutTable, spot_of};
use super::terms::Moment;
use crate::common::{awaited, called_for, possible, tell, within};
use crate::sources::Source;
use engine::{
    Actor, AmountRange, Beneficiary, Cites, FileHash, Patron, Refusal, Rule, Sink, Standing, Wager, WagerId,
    WagerNumber, What, protocol,
};
use felt::{Money, Shoe};
use std::sync::Arc;

/// A wager that a patron wants to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) patron: Patron,
    /// Who receives its winnings.
    pub(crate) beneficiary: Beneficiary,
    /// The place of its patron; 0 if the table knows it.
    pub(crate) place: u8,
    pub(crate) row: u8,
}

impl<G: LayoutGame> LayoutTable<G> {
    pub(crate) fn bet<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        wager: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let row = self.row_of(wager)?;
        let wish = Wish { patron, beneficiary, place, row };
        let place = self.check_place(wish)?;
        let there = self.wager_for(place, beneficiary, row).map(|wager| (wager.number, wager.stake));
        let staked = there.map_or(Money::ZERO, |(_, stake)| stake);
        let (_, cites) = self.check_bet(wish, staked, Some(stake))?;
        let others = there.is_none() && self.wagers_at(place).next().is_some();
        let newly = self.place_of(patron).is_none();
        let cites = cites
            .and(G::PLAY.law.wagers.any_number.when(others))
            .and(G::PLAY.law.wagers.own_place.when(newly));
        self.begin(out);
        self.stand(patron, place);
        self.put_stake(Wish { place, ..wish }, there.map(|(number, _)| number), stake, cites, out);
        Ok(())
    }

    /// The row of a wager.
    pub(crate) fn row_of(&self, wager: WagerId) -> Result<u8, Refusal> {
        self.terms.find(wager).ok_or(Refusal::impossible("no-such-wager"))
    }

    /// Checks that a patron has one place, and a place one patron.
    pub(crate) fn check_place(&self, wish: Wish) -> Result<u8, Refusal> {
        let stands = self.place_of(wish.patron);
        if wish.place == 0 {
            return stands.ok_or(Refusal::impossible("no-such-place"));
        }
        possible(wish.place <= self.terms.places, "no-such-place")?;
        let own_place = G::PLAY.law.wagers.own_place;
        let taken = self.patron_at(wish.place).is_some_and(|other| other != wish.patron);
        own_place.forbids(taken, "place-taken")?;
        own_place.forbids(stands.is_some_and(|place| place != wish.place), "stands-elsewhere")?;
        Ok(wish.place)
    }

    /// Checks that the layout of the table has the place, and that it can be bet on.
    fn check_there(&self, row: usize) -> Result<(), Refusal> {
        let Some(barred) = self.terms.barred[row] else { return Ok(()) };
        barred.forbids(true, "not-offered")?;
        Err(Refusal::impossible("no-such-wager"))
    }

    /// Checks whether a wager of this stake would be accepted in addition to what is staked on it already,
    /// and returns the range of stakes that would be, and the rules.
    pub(crate) fn check_bet(
        &self,
        wish: Wish,
        staked: Money,
        stake: Option<Money>,
    ) -> Result<(AmountRange, Cites), Refusal> {
        let (law, row) = (&G::PLAY.law, usize::from(wish.row));
        self.check_there(row)?;
        let for_dealers = wish.beneficiary != Beneficiary::Patron;
        let not_theirs = for_dealers && !self.terms.takes_for_dealers(row);
        let link = G::PLAY.rows[row].link;
        let by = link.map_or(law.ours.dealer_bet, |link| link.not_for_dealers);
        by.forbids(not_theirs, "not-for-dealers")?;
        possible(wish.beneficiary != Beneficiary::House, "not-for-dealers")?;
        let alone = for_dealers && !self.has_own(wish);
        law.ours.dealer_bet_beside_own.forbids(alone, "dealer-bet-alone")?;
        law.wagers.no_late.forbids(self.closed(), "bets-closed")?;
        self.source.leaves_bets(&self.scene())?;
        awaited(!self.closed() && !self.lines.are_many() && self.source_due().is_none())?;
        let mut limits = self.terms.rows[row].limits;
        let beside = self.check_beside(wish, (staked, stake), &mut limits)?;
        let range = within(limits, staked, stake, protocol::LIMITS)?;
        let Row { made, also, .. } = &G::PLAY.rows[row];
        let cites = Cites::from(made.applies())
            .and(also[0].applies())
            .and(also[1].applies())
            .and(beside)
            .and(law.wagers.permitted.applies())
            .and(law.wagers.placed.applies())
            .and(link.and_then(|link| link.amount.applies()))
            .and(law.ours.dealer_bet.when(for_dealers));
        Ok((range, cites))
    }

    /// Whether the patron has the wager for themselves.
    fn has_own(&self, wish: Wish) -> bool {
        self.wager_for(wish.place, Beneficiary::Patron, wish.row).is_some()
    }

    /// Checks that a wager lies beside the wagers it needs, or has the minimum stake of one that is alone.
    fn check_beside(
        &self,
        wish: Wish,
        (staked, stake): (Money, Option<Money>),
        limits: &mut AmountRange,
    ) -> Result<Option<Rule>, Refusal> {
        let Some(beside) = G::PLAY.rows[usize::from(wish.row)].beside else { return Ok(None) };
        if !self.terms.main_needed {
            return Ok(None);
        }
        if self.has_main(wish.place, beside.main) {
            return Ok(beside.by.applies());
        }
        match beside.alone {
            Alone::Never => beside.by.forbids(true, "main-wager-needed").map(|()| None),
            Alone::NoLess(of, by) => {
                // Stakes are multiples of their own step.
                let (least, step) = (self.least_of(of), limits.step.as_minor().max(1));
                let steps = least.as_minor().div_euclid(step) + i64::from(least.as_minor() % step != 0);
                let least = Money::minor(steps * step);
                let too_little = stake.is_some_and(|stake| staked + stake < least) || limits.max < least;
                by.forbids(too_little, "bonus-alone")?;
                limits.min = limits.min.max(least);
                Ok(by.applies())
            }
        }
    }

    /// Whether the patron of a place has a wager of one of these families.
    pub(crate) fn has_main(&self, place: u8, families: &[u8]) -> bool {
        let is_main = |wager: &Wager| {
            let row = G::PLAY.rows.get(usize::from(wager.area));
            wager.beneficiary == Beneficiary::Patron && row.is_some_and(|row| families.contains(&row.family))
        };
        self.wagers_at(place).any(is_main)
    }

    /// The smallest stake of these families.
    pub(crate) fn least_of(&self, families: &[u8]) -> Money {
        let rows = G::PLAY.rows.iter().zip(&self.terms.rows);
        let mins = rows.filter(|(row, terms)| terms.offered && families.contains(&row.family));
        mins.map(|(_, terms)| terms.limits.min).min().unwrap_or(Money::ZERO)
    }

    fn put_stake<S: Sink>(
        &mut self,
        wish: Wish,
        there: Option<WagerNumber>,
        stake: Money,
        cites: Cites,
        out: &mut S,
    ) {
        if let Some(number) = there {
            if let Some(wager) = self.wagers.get_mut(number) {
                wager.stake += stake;
                let (patron, spot, kind) = (wager.patron, wager.spot, wager.kind);
                let added = What::StakeAdded { number, patron, spot, wager: kind, added: stake, won: false };
                tell(out, added, cites);
            }
            return;
        }
        let Wish { patron, beneficiary, place, row } = wish;
        let word = G::PLAY.rows[usize::from(row)].id;
        let placed = self.wagers.place(patron, spot_of(place), word, stake);
        (placed.area, placed.beneficiary) = (row, beneficiary);
        let number = placed.number;
        tell(out, What::placed(placed), cites);
        self.own.add(place, number);
    }

    // ------------------------------------------------------------------ taking back

    pub(crate) fn take_back<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        word: WagerId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let row = self.row_of(word)?;
        let stands = self.place_of(patron).ok_or(Refusal::impossible("not-at-table"))?;
        let wager = self.wager_for(stands, Beneficiary::Patron, row).copied();
        let wager = wager.filter(|_| place == 0 || place == stands);
        let wager = wager.ok_or(Refusal::not_awaited("no-wager-there"))?;
        self.check_take_back(&wager, amount)?;
        let back = amount.unwrap_or(wager.stake);
        self.give_back(&wager, back, Cites::NONE, out);
        if let (Some(rule), Some(theirs)) = (
            G::PLAY.law.ours.dealer_bet_beside_own.when(back == wager.stake),
            self.wager_for(stands, Beneficiary::Dealers, row).copied(),
        ) {
            self.give_back(&theirs, theirs.stake, rule.into(), out);
        }
        Ok(())
    }

    /// Checks whether a wager or a part of it may be taken back.
    pub(crate) fn check_take_back(&self, wager: &Wager, amount: Option<Money>) -> Result<(), Refusal> {
        G::PLAY.law.wagers.no_withdrawal.forbids(self.closed(), "bets-closed")?;
        self.source.leaves_bets(&self.scene())?;
        awaited(!self.closed())?;
        let Some(amount) = amount.filter(|amount| *amount != wager.stake) else { return Ok(()) };
        possible(amount.is_positive() && amount <= wager.stake, "outside-limits")?;
        let limits = self.terms.rows[usize::from(wager.area)].limits;
        within(limits, Money::ZERO, Some(wager.stake - amount), protocol::LIMITS).map(drop)
    }

    /// Returns a stake, or a part of it, to its patron.
    fn give_back<S: Sink>(&mut self, wager: &Wager, amount: Money, cites: Cites, out: &mut S) {
        let Wager { number, patron, kind, .. } = *wager;
        let left = wager.stake - amount;
        if let Some(there) = self.wagers.get_mut(number) {
            there.stake = left;
        }
        tell(out, What::WagerTakenBack { number, patron, wager: kind, stake: amount, left }, cites);
        if left.is_zero() {
            if let Some(there) = self.wagers.get_mut(number) {
                there.standing = Standing::Settled;
            }
            self.wagers.retire();
            self.own.read(&self.wagers);
        }
    }

    // -------------------------------------------------------------- chips at the call

    /// Handles a report of the chips that lay there at the call: they count as they lie, whatever was
    /// recorded before.
    pub(crate) fn found<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        word: WagerId,
        stake: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let law = &G::PLAY.law;
        possible(self.closed(), "bets-are-open")?;
        if !law.wagers.as_it_lies.exists() {
            law.wagers.no_late.forbids(true, "bets-closed")?;
        }
        let row = self.row_of(word)?;
        let wish = Wish { patron, beneficiary: Beneficiary::Patron, place, row };
        let place = self.check_place(wish)?;
        possible(!stake.is_negative() && stake.is_acceptable(), "outside-limits")?;
        self.check_there(usize::from(row))?;
        let limits = self.terms.rows[usize::from(row)].limits;
        let lies = most_within(limits, stake);
        let there = self.wager_for(place, Beneficiary::Patron, row).copied();
        let staked = there.map_or(Money::ZERO, |wager| wager.stake);
        possible(lies != staked, "lies-as-known")?;
        let cites = Cites::from(law.wagers.as_it_lies.applies())
            .and(law.wagers.own_care.applies())
            .and(law.ours.limits_found.when(lies != stake));
        self.stand(patron, place);
        let wish = Wish { place, ..wish };
        match there {
            Some(wager) if lies < staked => self.give_back(&wager, staked - lies, cites, out),
            _ => self.put_stake(wish, there.map(|wager| wager.number), lies - staked, cites, out),
        }
        Ok(())
    }

    // --------------------------------------------------------------- people and files

    /// A patron leaves: before the call with their wagers, later without.
    pub(crate) fn leave<S: Sink>(&mut self, patron: Patron, out: &mut S) -> Result<(), Refusal> {
        let place = self.place_of(patron).filter(|_| !self.left.has(patron));
        let place = place.ok_or(Refusal::impossible("not-at-table"))?;
        self.begin(out);
        let lying = self.wagers_at(place).next().is_some();
        let rule = G::PLAY.law.ours.leaves.when(lying);
        tell(out, What::Left { patron }, rule);
        Arc::clone(&self.terms).duties.tell(Moment::Leaving, out);
        if self.closed() && lying {
            self.left.add(patron);
            return Ok(());
        }
        loop {
            let first = self.wagers.iter().find(|wager| wager.spot.box_number == place);
            let Some(wager) = first.copied() else { break };
            self.give_back(&wager, wager.stake, rule.into(), out);
        }
        self.collect_on_leaving(place, false, out);
        self.free(place);
        Ok(())
    }

    /// Frees a place.
    pub(crate) fn free(&mut self, place: u8) {
        if let Some(there) = usize::from(place).checked_sub(1).and_then(|at| self.places.get_mut(at)) {
            *there = None;
        }
    }

    /// Switches the table to another file while it has no wagers, by order of the floor.
    pub(crate) fn change_terms<S: Sink>(
        &mut self,
        actor: Actor,
        file: FileHash,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let between_rounds = !self.under_way() && !self.source.is_busy();
        let terms = called_for(actor, self.shown.as_ref(), file, between_rounds)?;
        if !self.wagers.is_empty() {
            return Err(Refusal::not_awaited("round-under-way"));
        }
        if self.places.iter().skip(usize::from(terms.places)).any(Option::is_some) {
            return Err(Refusal::not_awaited("round-under-way"));
        }
        self.begin(out);
        self.places.truncate(usize::from(terms.places));
        self.terms = terms;
        self.shown = None;
        tell(out, What::TermsChanged { file }, None);
        let pack = G::Source::pack(&self.terms.source);
        if self.shoe.pack() != pack {
            self.layout.clear();
            self.shoe = Shoe::new(pack);
            self.source = G::Source::new(G::PLAY.source);
        }
        Ok(())
    }
}

/// The most of an amount that a table accepts: zero if the amount is below the minimum.
fn most_within(limits: AmountRange, stake: Money) -> Money {
    let step = limits.step.as_minor().max(1);
    let whole = Money::minor(stake.min(limits.max).as_minor() / step * step);
    if whole < limits.min { Money::ZERO } else { whole }
}
