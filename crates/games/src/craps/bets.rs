//! Making wagers, and how much may be staked.

use super::bet::{Area, Bet};
use super::rows::{self, HARDWAYS, HOPS};
use super::rules;
use super::state::{Craps, InTheAir, bet_of};
use crate::common::{awaited, gcd, possible, tell};
use engine::{
    AmountRange, Beneficiary, Cites, Patron, Refusal, RefusalKind, Rule, Sink, Spot, WagerId, WagerNumber,
    What, protocol,
};
use felt::Money;

/// A wager that a patron wants to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub(crate) patron: Patron,
    /// Who receives its winnings.
    pub(crate) beneficiary: Beneficiary,
    /// The place of the patron; 0 if the table knows it.
    pub(crate) place: u8,
    pub(crate) area: Area,
}

impl Wish {
    fn of(self, bet: Bet) -> Wish {
        Wish { area: Area::of(bet), ..self }
    }

    /// The additional rule by which a bet for the dealers is made.
    fn for_dealers(self) -> Option<Rule> {
        rules::DEALER_BETS.when(self.beneficiary == Beneficiary::Dealers)
    }
}

/// A wager that would be accepted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Permit {
    /// The place of its patron.
    pub(crate) place: u8,
    /// The range of stakes.
    pub(crate) range: AmountRange,
    /// The rules by which it is accepted.
    pub(crate) cites: Cites,
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
        let area = Area::find(wager).ok_or(Refusal::impossible("no-such-wager"))?;
        let wish = Wish { patron, beneficiary, place, area };
        let Permit { place, cites, .. } = self.check_bet(wish, Some(stake))?;
        let wish = Wish { place, ..wish };
        let parts = match area.bet() == Bet::World && self.terms.world_broken_down {
            true => self.world_parts(wish, stake)?.map(Some),
            false => [Some((wish, stake, cites)), None],
        };
        self.begin(out);
        self.stand(patron, place);
        for (wish, stake, cites) in parts.into_iter().flatten() {
            self.put_stake(wish, stake, cites, out);
        }
        Ok(())
    }

    /// Gives a patron a place; wagers that they left on the layout are theirs there.
    fn stand(&mut self, patron: Patron, place: u8) {
        let Some(there) = usize::from(place).checked_sub(1).and_then(|at| self.places.get_mut(at)) else {
            return;
        };
        if there.replace(patron).is_none() {
            let spot = Spot::first(place);
            let own = self.wagers.iter_mut().filter(|wager| wager.patron == patron);
            own.for_each(|wager| wager.spot = spot);
            if let Some(last) = &mut self.last_throw {
                last.follow(patron, spot);
            }
        }
    }

    /// Divides a World Bet without an area of its own into a Horn Bet and an Any Seven Bet.
    fn world_parts(&self, wish: Wish, stake: Money) -> Result<[(Wish, Money, Cites); 2], Refusal> {
        let unit = Money::minor(stake.as_minor() / Bet::World.parts());
        let because = rules::WORLD_BROKEN_DOWN.applies();
        let part = |bet, stake| {
            let wish = wish.of(bet);
            Ok((wish, stake, self.check_time(wish)?.and(because)))
        };
        Ok([part(Bet::Horn, stake - unit)?, part(Bet::AnySeven, unit)?])
    }

    /// Checks whether a wager of this stake would be accepted, and returns the range of stakes that would be,
    /// its place, and the rules.
    pub(crate) fn check_bet(&self, wish: Wish, stake: Option<Money>) -> Result<Permit, Refusal> {
        let bet = wish.area.bet();
        let place = self.check_place(wish)?;
        self.check_offered(wish)?;
        rules::WAGERS_BEFORE_THROW.forbids(self.in_the_air != InTheAir::No, "dice-thrown")?;
        rules::CHIPS_LIE_THERE.forbids(stake.is_some_and(Money::is_zero), "no-chips")?;
        awaited(!bet.has_vigorish() || !self.lines.are_many())?;
        if bet.supports().is_some() {
            let (range, cites) = self.check_odds(wish, stake)?;
            return Ok(Permit { place, range, cites: cites.and(wish.for_dealers()) });
        }
        let cites = self.check_time(wish)?;
        let mut range = self.check_limits(wish, stake)?;
        if bet == Bet::World && self.terms.world_broken_down {
            range = self.check_world_parts(wish, range, stake)?;
        }
        Ok(Permit { place, range, cites })
    }

    fn check_limits(&self, wish: Wish, stake: Option<Money>) -> Result<AmountRange, Refusal> {
        let Wish { patron, beneficiary, area, .. } = wish;
        let staked = self.wager_for(patron, beneficiary, area).map_or(Money::ZERO, |wager| wager.stake);
        let limits = self.terms.kind(area).and_then(|kind| kind.limits);
        let limits = limits.ok_or(Refusal::impossible("no-such-wager"))?;
        check_stake(area.bet(), limits, staked, stake)
    }

    /// Checks that a divided World Bet is a Horn Bet and an Any Seven Bet that the table accepts.
    fn check_world_parts(
        &self,
        wish: Wish,
        world: AmountRange,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let unit = stake.map(|stake| Money::minor(stake.as_minor() / Bet::World.parts()));
        let horn = stake.zip(unit).map(|(stake, unit)| stake - unit);
        let open = |bet| self.check_limits(wish.of(bet), None);
        let range = world_range(world, open(Bet::AnySeven)?, open(Bet::Horn)?);
        let fits = range.min <= range.max;
        let allowed = |refusal: Refusal| if fits { refusal.allowing(range) } else { refusal };
        self.check_limits(wish.of(Bet::AnySeven), unit).map_err(allowed)?;
        self.check_limits(wish.of(Bet::Horn), horn).map_err(allowed)?;
        if range.min > range.max && stake.is_none() { above(Bet::World).and(Ok(range)) } else { Ok(range) }
    }

    /// Checks that a patron has one place, and a place one patron.
    fn check_place(&self, wish: Wish) -> Result<u8, Refusal> {
        let stands = self.place_of(wish.patron);
        if wish.place == 0 {
            return stands.ok_or(Refusal::impossible("no-such-place"));
        }
        possible(wish.place <= self.terms.places, "no-such-place")?;
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

    fn check_offered(&self, wish: Wish) -> Result<(), Refusal> {
        let bet = wish.area.bet();
        let for_dealers = wish.beneficiary == Beneficiary::Dealers;
        let theirs = self.terms.dealer_bets && bet.may_be_for_dealers();
        rules::DEALER_BETS.forbids(for_dealers && !theirs, "not-for-dealers")?;
        let missing = !self.terms.kind(wish.area).is_some_and(|kind| kind.offered);
        match bet {
            Bet::Buy(_) => rules::BUY_BET.forbids(missing, "not-offered"),
            Bet::Lay(_) => rules::LAY_BET.forbids(missing, "not-offered"),
            Bet::Fire => rules::FIRE_OFFERED.forbids(missing, "not-offered"),
            _ if missing => Err(Refusal::impossible("no-such-wager")),
            _ => Ok(()),
        }
    }

    /// Checks whether an independent wager may be made now, and returns the rules by which it is accepted.
    fn check_time(&self, wish: Wish) -> Result<Cites, Refusal> {
        let patron = wish.patron;
        let point_on = self.point.is_some();
        let own = match wish.area.bet() {
            Bet::Pass => {
                rules::PASS_BET.forbids(point_on, "come-out-only")?;
                rules::PASS_BET.applies()
            }
            Bet::DontPass => {
                let reduced = self.reduced_dont_pass.has(patron);
                rules::DONT_NOT_REPLACED.forbids(reduced, "not-put-back")?;
                rules::DONT_PASS_BET.forbids(point_on, "come-out-only")?;
                rules::DONT_PASS_BET.applies()
            }
            Bet::Come => {
                self.check_come(rules::COME_BET.when(!point_on))?;
                rules::COME_BET.applies()
            }
            Bet::DontCome => {
                let reduced = self.reduced_dont_come.has(patron);
                rules::DONT_NOT_REPLACED.forbids(reduced, "not-put-back")?;
                self.check_come(rules::DONT_COME_BET.when(!point_on))?;
                rules::DONT_COME_BET.applies()
            }
            Bet::Put(_) => {
                self.check_come(rules::PUT_BETS.when(!point_on))?;
                rules::PUT_BET.applies()
            }
            Bet::ComeOn(_) => return refused(rules::COME_BET.forbids(true, "travels-by-itself")),
            Bet::DontComeOn(_) => return refused(rules::DONT_COME_BET.forbids(true, "travels-by-itself")),
            // Section 3 does not list these two.
            Bet::Buy(_) => return Ok(rules::BUY_BET.applies().into()),
            Bet::Lay(_) => return Ok(rules::LAY_BET.applies().into()),
            Bet::Fire => return self.check_fire(patron),
            Bet::Place(_) => rules::PLACE_BET.applies(),
            Bet::Hard(which) => HARDWAYS.get(usize::from(which)).and_then(|row| row.rules.bet.applies()),
            Bet::Hop(which) => HOPS.get(usize::from(which)).and_then(|row| row.rules.bet.applies()),
            Bet::Field => rules::FIELD_BET.applies(),
            Bet::AnySeven => rows::ANY_SEVEN.bet.applies(),
            Bet::AnyCraps => rows::ANY_CRAPS.bet.applies(),
            Bet::CrapsTwo => rows::CRAPS_TWO.bet.applies(),
            Bet::CrapsThree => rows::CRAPS_THREE.bet.applies(),
            Bet::CrapsTwelve => rows::CRAPS_TWELVE.bet.applies(),
            Bet::Eleven => rows::ELEVEN.bet.applies(),
            Bet::CrapsEleven => rules::CRAPS_ELEVEN_BET.applies(),
            Bet::Horn => rules::HORN_BET.applies(),
            Bet::HornHigh(_) => rules::HORN_HIGH_BET.applies(),
            Bet::World => rules::WORLD_BET.applies(),
            // Odds need another wager: `check_odds`.
            _ => None,
        };
        Ok(Cites::from(rules::PERMITTED_WAGER.applies()).and(own).and(wish.for_dealers()))
    }

    /// Checks the time of Come, Don't Come and Put Bets: they are made while a point is on.
    fn check_come(&self, no_point: Option<Rule>) -> Result<(), Refusal> {
        let cites = Cites::from(no_point).and(rules::COME_ONLY_ROLLS.when(self.come_only));
        Refusal::by("point-needed", cites)
    }

    fn check_fire(&self, patron: Patron) -> Result<Cites, Refusal> {
        rules::FIRE_BET.forbids(self.fire_closed, "fire-closed")?;
        let there = self.wager_for(patron, Beneficiary::Patron, Area::FIRE).is_some();
        rules::FIRE_NOT_CHANGED.forbids(there, "fire-unchangeable")?;
        Ok(Cites::from(rules::PERMITTED_WAGER.applies())
            .and(rules::FIRE_BET.applies())
            .and(rules::FIRE_AT_OWN_PLACE.applies())
            .and(rules::FIRE_OPEN_AND_COUNT.when(!self.sevened_out_before)))
    }

    fn put_stake<S: Sink>(&mut self, wish: Wish, stake: Money, cites: Cites, out: &mut S) {
        let Wish { patron, beneficiary, area, .. } = wish;
        let standing = self.wager_for(patron, beneficiary, area).map(|wager| (wager.number, wager.stake));
        let before = standing.map_or(Money::ZERO, |(_, stake)| stake);
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
        self.copy_wagers();
        if let Some(there) = self.wagers.get_mut(number) {
            there.stake += added;
            let (patron, spot, wager) = (there.patron, there.spot, there.kind);
            tell(out, What::StakeAdded { number, patron, spot, wager, added, won: false }, cites);
        }
        number
    }

    fn place<S: Sink>(&mut self, wish: Wish, stake: Money, cites: Cites, out: &mut S) -> WagerNumber {
        let Wish { patron, beneficiary, place, area } = wish;
        let supports = self.supported(wish).map(|flat| flat.number);
        let working = self.terms.rests(area.bet(), self.point.is_none()).is_none();
        let placed = self.wagers.place(patron, Spot::first(place), area.word(), stake);
        (placed.area, placed.beneficiary) = (area.number(), beneficiary);
        (placed.supports, placed.working) = (supports, working);
        tell(out, What::placed(placed), cites);
        placed.number
    }

    /// Whether the shooter lacks the line bet that they need to throw.
    pub(crate) fn shooter_must_bet(&self, shooter: Patron) -> bool {
        let come_out = self.point.is_none() && !self.come_only;
        come_out && rules::SHOOTER_BETS.when(!self.has_line_bet(shooter)).is_some()
    }

    /// Whether any patron has a line bet.
    pub(crate) fn line_bet_lies(&self) -> bool {
        self.wagers.iter().any(|wager| bet_of(wager).is_line())
    }
}

/// Checks that a stake is within the posted limits, and returns the range that is still open.
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
    // The step is checked first: the ends of the limits were rounded to it.
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

/// Turns the refusal of something that is never granted into the result of a check.
fn refused(refusal: Result<(), Refusal>) -> Result<Cites, Refusal> {
    refusal.map(|()| Cites::NONE)
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

/// Refuses a stake that is not a whole number of steps.
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

/// The range of a World Bet of five units, where one unit goes to the seven and four to the horn.
fn world_range(world: AmountRange, seven: AmountRange, horn: AmountRange) -> AmountRange {
    let unit_of = |range: AmountRange, units: i64| {
        let up = |amount: Money| (amount.as_minor() + units - 1) / units;
        (up(range.min), range.max.as_minor() / units, up(range.step))
    };
    let parts = [unit_of(world, 5), unit_of(seven, 1), unit_of(horn, 4)];
    let lcm = |a: i64, b: i64| (a / gcd(Money::minor(a), Money::minor(b)).as_minor()).checked_mul(b);
    // If the common step exceeds the largest amount, no stake is possible.
    let most_step = Money::MAX_AMOUNT.as_minor();
    let step = parts.iter().try_fold(1, |step, part| lcm(step, part.2).filter(|step| *step <= most_step));
    let Some(step) = step else {
        return AmountRange { min: Money::MAX_AMOUNT, max: Money::ZERO, step: world.step };
    };
    let least = parts.iter().map(|part| part.0).max().unwrap_or(0);
    let most = parts.iter().map(|part| part.1).min().unwrap_or(0);
    let five = |units: i64| Money::minor(units.saturating_mul(5));
    AmountRange {
        min: five((least + step - 1) / step * step),
        max: five(most / step * step),
        step: five(step),
    }
}
