//! Wagers that lie on the layout: taking them back, reducing them, calling them on and off.

use super::bet::{Area, Bet};
use super::bets::{below, uneven};
use super::dispute::Reach;
use super::rows::HARDWAYS;
use super::rules;
use super::state::{Craps, InTheAir, bet_of};
use super::terms::Moment;
use crate::common::{awaited, called_for, possible, tell};
use engine::{
    Actor, Beneficiary, Cites, FileHash, Outcome, Patron, Refusal, Rule, Sink, Standing, Wager, WagerId,
    WagerNumber, What,
};
use felt::Money;

impl Craps {
    /// Switches the table to another file between rolls, by order of the floor. Standing wagers keep the
    /// terms they were placed under, so while there are any, only the limits of new stakes can change.
    pub(crate) fn change_terms<S: Sink>(
        &mut self,
        actor: Actor,
        file: FileHash,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let terms = called_for(actor, self.shown.as_ref(), file, self.in_the_air == InTheAir::No)?;
        if !self.wagers.is_empty() && !terms.differs_in_limits_alone(&self.terms) {
            return Err(Refusal::not_awaited("wagers-stand"));
        }
        self.begin(out);
        self.terms = terms;
        self.let_go_of_last_throw(Reach::Ruled);
        self.shown = None;
        tell(out, What::TermsChanged { file }, None);
        Ok(())
    }

    pub(crate) fn take_back<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        word: WagerId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let wager = self.standing_wager(patron, place, word)?;
        let rule = self.check_take_back(&wager, amount)?;
        let taken = amount.unwrap_or(wager.stake);
        self.give_back(&wager, taken, rule.into(), out);
        match bet_of(&wager) {
            Bet::DontPass => self.reduced_dont_pass.add(patron),
            Bet::DontCome => self.reduced_dont_come.add(patron),
            _ => {}
        }
        Ok(())
    }

    /// The patron's own wager that the word names. Bets for the dealers belong to the dealers.
    fn standing_wager(&self, patron: Patron, place: u8, word: WagerId) -> Result<Wager, Refusal> {
        let area = Area::find(word).ok_or(Refusal::impossible("no-such-wager"))?;
        let wager = self.wager_for(patron, Beneficiary::Patron, area).copied();
        let there = wager.filter(|wager| place == 0 || wager.spot.box_number == place);
        let wager = there.ok_or(Refusal::not_awaited("no-wager-there"))?;
        rules::LEAVES.forbids(self.place_of(patron).is_none(), "not-at-table")?;
        Ok(wager)
    }

    /// Checks whether a wager or a part of it may be taken back, and returns the rule.
    pub(crate) fn check_take_back(
        &self,
        wager: &Wager,
        amount: Option<Money>,
    ) -> Result<Option<Rule>, Refusal> {
        rules::NOT_TAKEN_BACK_LATE.forbids(self.in_the_air != InTheAir::No, "dice-thrown")?;
        let bet = bet_of(wager);
        awaited(!bet.has_vigorish() || !self.lines.are_many())?;
        let part = amount.is_some_and(|amount| amount != wager.stake);
        match bet {
            Bet::Pass => rules::PASS_NOT_REMOVED.forbids(self.point.is_some(), "wager-stands")?,
            Bet::ComeOn(_) => rules::COME_NOT_REMOVED.forbids(true, "wager-stands")?,
            Bet::Put(_) => {
                let rolled = wager.number <= self.placed_before;
                let cites =
                    Cites::from(rules::PUT_NOT_REMOVED.when(rolled)).and(rules::PUT_STAYS.when(rolled));
                Refusal::by("wager-stands", cites)?;
            }
            Bet::Fire => {
                rules::FIRE_NOT_CHANGED.forbids(part, "fire-unchangeable")?;
                rules::FIRE_NOT_REMOVED.forbids(!part, "wager-stands")?;
            }
            _ => {}
        }
        if let Some(amount) = amount.filter(|_| part) {
            possible(amount.is_positive() && amount <= wager.stake, "outside-limits")?;
            self.check_left(wager, bet, wager.stake - amount)?;
        }
        Ok(match bet {
            Bet::DontPass | Bet::DontCome | Bet::DontComeOn(_) => rules::DONT_REMOVED.applies(),
            Bet::PutOdds(_) => rules::PUT_ODDS_FREE.applies(),
            _ => rules::TAKEN_BACK.applies(),
        })
    }

    /// Checks that the remaining stake would be accepted as a wager.
    fn check_left(&self, wager: &Wager, bet: Bet, left: Money) -> Result<(), Refusal> {
        if bet.supports().is_some() {
            return self.check_odds_left(wager, left);
        }
        let bet = match bet {
            Bet::DontComeOn(_) => Bet::DontCome,
            bet => bet,
        };
        let limits = self.terms.kind(Area::of(bet)).and_then(|kind| kind.limits);
        let limits = limits.ok_or(Refusal::impossible("no-such-wager"))?;
        if !left.is_multiple_of(limits.step) {
            uneven(bet).map_err(|refusal| refusal.allowing(limits))?;
        }
        if left < limits.min {
            below(bet)?;
        }
        rules::DONT_NEEDED_BY_ODDS.forbids(!self.bears_its_odds(wager, left), "needed-by-odds")
    }

    fn check_odds_left(&self, odds: &Wager, left: Money) -> Result<(), Refusal> {
        let step = self.odds_step(bet_of(odds)).ok_or(Refusal::impossible("no-such-wager"))?;
        rules::ODDS_AMOUNTS.forbids(!left.is_multiple_of(step), "odds-not-payable")
    }

    /// Returns chips, with the odds behind a wager that is gone and the vigorish on the returned part.
    pub(crate) fn give_back<S: Sink>(&mut self, wager: &Wager, taken: Money, cites: Cites, out: &mut S) {
        let left = wager.stake - taken;
        if left.is_zero() {
            self.odds_go_too(wager.number, out);
        }
        self.copy_wagers();
        if let Some(there) = self.wagers.get_mut(wager.number) {
            there.stake = left;
            if left.is_zero() {
                there.standing = Standing::Settled;
            }
        }
        let Wager { number, patron, kind, .. } = *wager;
        tell(out, What::WagerTakenBack { number, patron, wager: kind, stake: taken, left }, cites);
        let area = Area::recalled(wager.area);
        if self.terms.vigorish_when_placed && area.bet().has_vigorish() {
            let back = self.terms.vigorish(area, left) - self.terms.vigorish(area, wager.stake);
            self.charge_vigorish(wager, back, out);
        }
        self.wagers.retire();
    }

    fn odds_go_too<S: Sink>(&mut self, flat: WagerNumber, out: &mut S) {
        let odds = self.wagers.iter().find(|wager| wager.supports == Some(flat)).copied();
        let Some(odds) = odds else { return };
        self.copy_wagers();
        if let Some(there) = self.wagers.get_mut(odds.number) {
            there.standing = Standing::Settled;
            there.stake = Money::ZERO;
        }
        let Wager { number, patron, kind, stake, .. } = odds;
        let gone = What::WagerTakenBack { number, patron, wager: kind, stake, left: Money::ZERO };
        tell(out, gone, rules::ODDS_FOLLOW.applies());
    }

    /// Voids a wager by a ruling, with its odds and its vigorish.
    pub(crate) fn void_wager<S: Sink>(&mut self, number: WagerNumber, cites: Cites, out: &mut S) {
        let Some(wager) = self.wagers.get(number).copied() else { return };
        let odds = self.wagers.iter().find(|other| other.supports == Some(number)).copied();
        self.close(&wager, Outcome::Returned, cites, out);
        if self.terms.vigorish_when_placed {
            let paid = self.terms.vigorish(Area::recalled(wager.area), wager.stake);
            self.charge_vigorish(&wager, -paid, out);
        }
        if let Some(odds) = odds {
            self.close(&odds, Outcome::Returned, cites.and(rules::ODDS_FOLLOW.applies()), out);
        }
        self.wagers.retire();
    }

    // ------------------------------------------------------------------ calls

    pub(crate) fn call<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        word: WagerId,
        on: bool,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let wager = self.standing_wager(patron, place, word)?;
        let rule = self.check_call(&wager, on)?;
        let bet = bet_of(&wager);
        // If it is off anyway, a call off only cancels a call on.
        let rests = self.terms.rests(bet, self.point.is_none()).is_some();
        self.copy_wagers();
        if let Some(there) = self.wagers.get_mut(wager.number) {
            there.working = on;
            there.called_off = !on && !rests;
        }
        let Wager { number, patron, kind, .. } = wager;
        tell(out, What::WagerWorks { number, patron, wager: kind, on }, rule);
        self.tell_call_duty(bet, on, out);
        Ok(())
    }

    /// Checks whether a patron may call a wager on or off, and returns the rule: the document covers calls on
    /// the come-out, our rulings the others.
    pub(crate) fn check_call(&self, wager: &Wager, on: bool) -> Result<Option<Rule>, Refusal> {
        rules::WAGERS_BEFORE_THROW.forbids(self.in_the_air != InTheAir::No, "dice-thrown")?;
        rules::CALLS.forbids(!bet_of(wager).is_callable(), "not-callable")?;
        awaited(wager.working != on)?;
        let come_out = self.point.is_none();
        let foreseen = match bet_of(wager) {
            Bet::Place(_) => rules::PLACE_CALLED_ON.when(on && come_out),
            Bet::Hard(which) => {
                HARDWAYS.get(usize::from(which)).and_then(|row| row.called_off.when(!on && come_out))
            }
            _ => None,
        };
        Ok(foreseen.or_else(|| rules::CALLS.applies()))
    }

    fn tell_call_duty<S: Sink>(&self, bet: Bet, on: bool, out: &mut S) {
        match bet {
            Bet::Place(_) if on => self.terms.duties.tell(Moment::PlaceCalledOn, out),
            Bet::Hard(which) if !on => self.terms.duties.tell(Moment::HardCalledOff(which), out),
            _ => {}
        }
    }
}
