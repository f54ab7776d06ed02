//! Making wagers, and how much may be staked.

use super::bet::{Area, Bet};
use super::rows::{self, HARDWAYS, HOPS};
use super::rules;
use super::state::{Craps, InTheAir, bet_of};
use crate::common::{gcd, tell};
use engine::{
    AmountRange, Beneficiary, Cites, Patron, Refusal, RefusalKind, Rule, Sink, Spot, WagerId, WagerNumber,
    What, protocol,
};
use felt::Money;

/// A wager that somebody wants to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) patron: Patron,
    /// Where he stands; 0 where the table knows that.
    pub(crate) place: u8,
    pub(crate) area: Area,
}

impl Craps {
    pub(crate) fn bet<S: Sink>(
        &mut self,
        (patron, place): (Patron, u8),
        wager: WagerId,
        stake: Money,
        beneficiary: Beneficiary,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let for_dealers = beneficiary == Beneficiary::Dealers;
        rules::NO_DEALER_BETS.forbids(for_dealers, "not-for-dealers")?;
        let area = Area::find(wager).ok_or(Refusal::impossible("no-such-wager"))?;
        let place = self.check_bet(Wish { patron, place, area }, Some(stake)).map(|(place, _)| place)?;
        self.begin(out);
        self.stand(patron, place);
        if area.bet() == Bet::World && self.terms.world_broken_down {
            self.break_world_down(patron, place, stake, out);
        } else {
            self.put_stake(Wish { patron, place, area }, stake, Cites::NONE, out);
        }
        Ok(())
    }

    /// A patron stands at a place; what he left on the layout when he went is his there.
    fn stand(&mut self, patron: Patron, place: u8) {
        let Some(there) = usize::from(place).checked_sub(1).and_then(|at| self.places.get_mut(at)) else {
            return;
        };
        if there.replace(patron).is_none() {
            let own = self.wagers.iter_mut().filter(|wager| wager.patron == patron);
            own.for_each(|wager| wager.spot = Spot::first(place));
        }
    }

    /// A World Bet without an area of its own is a Horn Bet and an Any Seven Bet.
    fn break_world_down<S: Sink>(&mut self, patron: Patron, place: u8, stake: Money, out: &mut S) {
        let unit = Money::minor(stake.as_minor() / Bet::World.parts());
        let because: Cites = rules::WORLD_BROKEN_DOWN.applies().into();
        for (bet, part) in [(Bet::Horn, stake - unit), (Bet::AnySeven, unit)] {
            self.put_stake(Wish { patron, place, area: Area::of(bet) }, part, because, out);
        }
    }

    /// Whether a wager of this stake would be taken, or without one which stakes would; and where it lies.
    pub(crate) fn check_bet(&self, wish: Wish, stake: Option<Money>) -> Result<(u8, AmountRange), Refusal> {
        let Wish { patron, area, .. } = wish;
        let place = self.check_place(wish)?;
        self.check_offered(area)?;
        rules::WAGERS_BEFORE_THROW.forbids(self.in_the_air != InTheAir::No, "dice-thrown")?;
        self.check_time(patron, area.bet())?;
        if area.bet().has_vigorish() && self.lines.are_many() {
            return Err(Refusal::not_awaited("not-now"));
        }
        if area.bet().supports().is_some() {
            return self.check_odds(patron, area, stake).map(|range| (place, range));
        }
        let range = self.check_limits(patron, area, stake)?;
        if area.bet() != Bet::World || !self.terms.world_broken_down {
            return Ok((place, range));
        }
        self.check_world_parts(patron, range, stake).map(|range| (place, range))
    }

    fn check_limits(&self, patron: Patron, area: Area, stake: Option<Money>) -> Result<AmountRange, Refusal> {
        let staked = self.wager_of(patron, area).map_or(Money::ZERO, |wager| wager.stake);
        let limits = self.terms.kind(area).and_then(|kind| kind.limits);
        let limits = limits.ok_or(Refusal::impossible("no-such-wager"))?;
        check_stake(area.bet(), limits, staked, stake)
    }

    /// A World Bet that is broken down must be a Horn Bet and an Any Seven Bet that the table takes.
    fn check_world_parts(
        &self,
        patron: Patron,
        world: AmountRange,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let unit = stake.map(|stake| Money::minor(stake.as_minor() / Bet::World.parts()));
        let horn = stake.zip(unit).map(|(stake, unit)| stake - unit);
        let open = |bet| self.check_limits(patron, Area::of(bet), None);
        let range = world_range(world, open(Bet::AnySeven)?, open(Bet::Horn)?);
        let fits = range.min <= range.max;
        let allowed = |refusal: Refusal| if fits { refusal.allowing(range) } else { refusal };
        self.check_limits(patron, Area::of(Bet::AnySeven), unit).map_err(allowed)?;
        self.check_limits(patron, Area::of(Bet::Horn), horn).map_err(allowed)?;
        if range.min > range.max && stake.is_none() { above(Bet::World).and(Ok(range)) } else { Ok(range) }
    }

    /// A patron stands at one place, and a place has one patron.
    fn check_place(&self, wish: Wish) -> Result<u8, Refusal> {
        let stands = self.place_of(wish.patron);
        if wish.place == 0 {
            return stands.ok_or(Refusal::impossible("no-such-place"));
        }
        if wish.place > self.terms.places {
            return Err(Refusal::impossible("no-such-place"));
        }
        let taken = self.patron_at(wish.place).is_some_and(|other| other != wish.patron);
        let elsewhere = stands.is_some_and(|place| place != wish.place);
        if wish.area.bet() == Bet::Fire {
            let elsewhere = elsewhere || taken;
            let cites =
                Cites::from(rules::FIRE_AT_OWN_PLACE.when(elsewhere)).and(rules::ONE_PLACE.when(elsewhere));
            Refusal::by("stands-elsewhere", cites)?;
        }
        rules::ONE_PLACE.forbids(taken, "place-taken")?;
        rules::ONE_PLACE.forbids(elsewhere, "stands-elsewhere")?;
        Ok(wish.place)
    }

    fn check_offered(&self, area: Area) -> Result<(), Refusal> {
        let missing = !self.terms.kind(area).is_some_and(|kind| kind.offered);
        match area.bet() {
            Bet::Buy(_) => rules::BUY_BET.forbids(missing, "not-offered"),
            Bet::Lay(_) => rules::LAY_BET.forbids(missing, "not-offered"),
            Bet::Fire => rules::FIRE_OFFERED.forbids(missing, "not-offered"),
            _ if missing => Err(Refusal::impossible("no-such-wager")),
            _ => Ok(()),
        }
    }

    /// When each wager may be made.
    fn check_time(&self, patron: Patron, bet: Bet) -> Result<(), Refusal> {
        let point_on = self.point.is_some();
        match bet {
            Bet::Pass => rules::PASS_BET.forbids(point_on, "come-out-only"),
            Bet::DontPass => {
                let reduced = self.reduced_dont_pass.has(patron);
                rules::DONT_NOT_REPLACED.forbids(reduced, "not-put-back")?;
                rules::DONT_PASS_BET.forbids(point_on, "come-out-only")
            }
            Bet::Come => self.check_come(rules::COME_BET),
            Bet::DontCome => {
                let reduced = self.reduced_dont_come.has(patron);
                rules::DONT_NOT_REPLACED.forbids(reduced, "not-put-back")?;
                self.check_come(rules::DONT_COME_BET)
            }
            Bet::ComeOn(_) => rules::COME_BET.forbids(true, "travels-by-itself"),
            Bet::DontComeOn(_) => rules::DONT_COME_BET.forbids(true, "travels-by-itself"),
            Bet::Put(_) => {
                let cites = Cites::from(rules::PUT_BETS.when(!point_on))
                    .and(rules::COME_ONLY_ROLLS.when(self.come_only));
                Refusal::by("point-needed", cites)
            }
            Bet::Fire => {
                rules::FIRE_BET.forbids(self.fire_closed, "fire-closed")?;
                let there = self.wager_of(patron, Area::FIRE).is_some();
                rules::FIRE_NOT_CHANGED.forbids(there, "fire-unchangeable")
            }
            _ => Ok(()),
        }
    }

    /// Come and Don't Come bets are made while a point is on.
    fn check_come(&self, rule: Rule) -> Result<(), Refusal> {
        let cites =
            Cites::from(rule.when(self.point.is_none())).and(rules::COME_ONLY_ROLLS.when(self.come_only));
        Refusal::by("point-needed", cites)
    }

    fn put_stake<S: Sink>(&mut self, wish: Wish, stake: Money, because: Cites, out: &mut S) {
        let Wish { patron, area, .. } = wish;
        let standing = self.wager_of(patron, area).map(|wager| (wager.number, wager.stake));
        let before = standing.map_or(Money::ZERO, |(_, stake)| stake);
        let cites = self.placing_rules(patron, area.bet(), before + stake).and_all(because);
        let number = match standing {
            Some((number, _)) => self.add_stake(number, stake, cites, out),
            None => self.place(wish, stake, cites, out),
        };
        if self.terms.vigorish_when_placed
            && area.bet().has_vigorish()
            && let Some(wager) = self.wagers.get(number).copied()
        {
            let due = self.terms.vigorish(area, before + stake) - self.terms.vigorish(area, before);
            self.charge_vigorish(&wager, due, out);
        }
    }

    fn add_stake<S: Sink>(
        &mut self,
        number: WagerNumber,
        added: Money,
        cites: Cites,
        out: &mut S,
    ) -> WagerNumber {
        if let Some(there) = self.wagers.get_mut(number) {
            there.stake += added;
            let (patron, spot, wager) = (there.patron, there.spot, there.kind);
            tell(out, What::StakeAdded { number, patron, spot, wager, added, won: false }, cites);
        }
        number
    }

    fn place<S: Sink>(&mut self, wish: Wish, stake: Money, cites: Cites, out: &mut S) -> WagerNumber {
        let Wish { patron, place, area } = wish;
        let flat = area.bet().supports().and_then(|bet| self.wager_of(patron, Area::of(bet)));
        let supports = flat.map(|flat| flat.number);
        let working = self.terms.ordinarily_works(area.bet(), self.point.is_none());
        let placed = self.wagers.place(patron, Spot::first(place), area.word(), stake);
        (placed.area, placed.supports, placed.working) = (area.number(), supports, working);
        tell(out, What::placed(placed), cites);
        placed.number
    }

    /// The rules by which a wager is taken.
    fn placing_rules(&self, patron: Patron, bet: Bet, total: Money) -> Cites {
        if bet.supports().is_some() {
            return self.odds_rules(patron, bet, total);
        }
        let own = match bet {
            Bet::Pass => rules::PASS_BET,
            Bet::DontPass => rules::DONT_PASS_BET,
            Bet::Come => rules::COME_BET,
            Bet::DontCome => rules::DONT_COME_BET,
            Bet::Put(_) => rules::PUT_BET,
            Bet::Place(_) => rules::PLACE_BET,
            Bet::Buy(_) => return rules::BUY_BET.applies().into(),
            Bet::Lay(_) => return rules::LAY_BET.applies().into(),
            Bet::Hard(which) => HARDWAYS.get(which).map_or(rules::PERMITTED_WAGER, |row| row.rules.bet),
            Bet::Hop(which) => HOPS.get(which).map_or(rules::PERMITTED_WAGER, |row| row.rules.bet),
            Bet::Field => rules::FIELD_BET,
            Bet::AnySeven => rows::ANY_SEVEN.bet,
            Bet::AnyCraps => rows::ANY_CRAPS.bet,
            Bet::CrapsTwo => rows::CRAPS_TWO.bet,
            Bet::CrapsThree => rows::CRAPS_THREE.bet,
            Bet::CrapsTwelve => rows::CRAPS_TWELVE.bet,
            Bet::Eleven => rows::ELEVEN.bet,
            Bet::CrapsEleven => rules::CRAPS_ELEVEN_BET,
            Bet::Horn => rules::HORN_BET,
            Bet::HornHigh(_) => rules::HORN_HIGH_BET,
            Bet::World => rules::WORLD_BET,
            _ => rules::FIRE_BET,
        };
        let opening = bet == Bet::Fire && !self.sevened_out_before;
        Cites::from(rules::PERMITTED_WAGER.applies())
            .and(own.applies())
            .and(rules::FIRE_AT_OWN_PLACE.when(bet == Bet::Fire))
            .and(rules::FIRE_OPEN_AND_COUNT.when(opening))
    }

    /// Whether the shooter could not throw for want of a line bet.
    pub(crate) fn shooter_must_bet(&self, shooter: Patron) -> bool {
        let come_out = self.point.is_none() && !self.come_only;
        come_out && rules::SHOOTER_BETS.when(!self.has_line_bet(shooter)).is_some()
    }

    /// Whether somebody has a line bet.
    pub(crate) fn line_bet_lies(&self) -> bool {
        self.wagers.iter().any(|wager| bet_of(wager).is_line())
    }
}

/// Whether a stake keeps within the posted limits; the range still open is the answer.
fn check_stake(
    bet: Bet,
    limits: AmountRange,
    staked: Money,
    stake: Option<Money>,
) -> Result<AmountRange, Refusal> {
    let least = if staked.is_zero() { limits.min } else { limits.step };
    let open = AmountRange { min: least, max: limits.max - staked, step: limits.step };
    let Some(stake) = stake else {
        return if open.min <= open.max { Ok(open) } else { above(bet).and(Ok(open)) };
    };
    if !stake.is_positive() || !stake.is_acceptable() {
        return Err(Refusal::impossible("outside-limits").allowing(open));
    }
    let total = staked + stake;
    // The steps come first: the ends of the limits were moved to them.
    let checked = if !total.is_multiple_of(limits.step) {
        uneven(bet)
    } else if total < limits.min {
        below(bet)
    } else if total > limits.max {
        above(bet)
    } else {
        Ok(())
    };
    checked.map_err(|refusal| if open.min <= open.max { refusal.allowing(open) } else { refusal })?;
    Ok(open)
}

pub(crate) fn below(bet: Bet) -> Result<(), Refusal> {
    match bet {
        Bet::Fire => rules::FIRE_LIMITS.forbids(true, "below-minimum"),
        _ => rules::MINIMUM.forbids(true, "below-minimum"),
    }
}

fn above(bet: Bet) -> Result<(), Refusal> {
    if bet == Bet::Fire {
        return rules::FIRE_LIMITS.forbids(true, "above-maximum");
    }
    Refusal::by("above-maximum", Cites::from(rules::MAXIMUM.applies()).and(rules::HOUSE_MAXIMUM.applies()))
}

/// A stake that does not go in whole steps.
pub(crate) fn uneven(bet: Bet) -> Result<(), Refusal> {
    let divided = match bet {
        Bet::CrapsEleven => rules::CRAPS_ELEVEN_PARTS,
        Bet::Horn => rules::HORN_PARTS,
        Bet::HornHigh(_) => rules::HORN_HIGH_PARTS,
        Bet::World => rules::WORLD_PARTS,
        Bet::Fire => return rules::FIRE_WHOLE_DOLLARS.forbids(true, "whole-dollars"),
        _ => return Err(Refusal::new(RefusalKind::Forbidden, "outside-limits", protocol::LIMITS)),
    };
    Refusal::by("not-in-parts", Cites::from(divided.applies()).and(rules::PARTS.applies()))
}

/// What may be staked on a World Bet of five units where one unit goes to the seven and four to the horn.
fn world_range(world: AmountRange, seven: AmountRange, horn: AmountRange) -> AmountRange {
    let unit_of = |range: AmountRange, units: i64| {
        let up = |amount: Money| (amount.as_minor() + units - 1) / units;
        (up(range.min), range.max.as_minor() / units, up(range.step))
    };
    let parts = [unit_of(world, 5), unit_of(seven, 1), unit_of(horn, 4)];
    let lcm = |a: i64, b: i64| a / gcd(Money::minor(a), Money::minor(b)).as_minor() * b;
    let step = parts.iter().fold(1, |step, part| lcm(step, part.2));
    let least = parts.iter().map(|part| part.0).max().unwrap_or(0);
    let most = parts.iter().map(|part| part.1).min().unwrap_or(0);
    let five = |units: i64| Money::minor(units.saturating_mul(5));
    AmountRange {
        min: five((least + step - 1) / step * step),
        max: five(most / step * step),
        step: five(step),
    }
}
