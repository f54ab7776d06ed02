//! The standing of a meter after its last step, and the computation of the next step.

use super::award::{award, divided};
use super::{Act, Draw, Fed, MeterError, MeterKey, Refill, Step};
use felt::{Money, Rate};
use rulebook::{MeterTerms, Reset};
use serde::{Deserialize, Serialize};

/// The finest fraction of a minor unit in which amounts are computed. It has room for two of the finest rates, and the
/// largest sum of stakes in such parts is still a hundred million times below the maximum of an `i128`.
const FINEST: i128 = 1_000_000_000_000;

/// An exact amount, as a fraction of a minor unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    parts: i128,
    per: i128,
}

impl Exact {
    /// The numerator.
    pub const fn parts(self) -> i128 {
        self.parts
    }

    /// The denominator, in parts per minor unit: the common denominator of all rates that the meter has had.
    pub const fn per(self) -> i128 {
        self.per
    }

    /// Returns the whole minor units, rounded down.
    ///
    /// # Errors
    /// Fails above the largest amount that can be read back from storage.
    pub fn whole(self) -> Result<Money, MeterError> {
        let units = i64::try_from(self.parts.div_euclid(self.per.max(1))).map_err(|_| MeterError::TooMuch)?;
        counted(Money::ZERO, Money::minor(units))
    }
}

/// The account of a meter: contributions + seeds = awards + meter + reserve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance {
    /// The contributed parts of all stakes, for the meter and for the reserve.
    pub contributed: Exact,
    /// What the house has paid for seeds.
    pub seeds: Money,
    /// What was awarded and not voided.
    pub awards: Money,
    /// What is in the meter.
    pub meter: Exact,
    /// What is in the reserve.
    pub reserve: Exact,
}

impl Balance {
    /// Whether the two sides are exactly equal.
    pub fn holds(&self) -> bool {
        let per = self.meter.per;
        let parts = |whole: Money| i128::from(whole.as_minor()).checked_mul(per);
        let sides = || {
            let came = self.contributed.parts.checked_add(parts(self.seeds)?)?;
            let left = parts(self.awards)?.checked_add(self.meter.parts)?.checked_add(self.reserve.parts)?;
            Some(came == left)
        };
        self.contributed.per == per && self.reserve.per == per && sides().unwrap_or(false)
    }
}

/// The standing of a meter after its last step, without the contributions.
///
/// Seeds, refills and awards are whole minor units, so a standing contains no fractions. The meter holds these plus the
/// rates on the sum of the stakes: `seeds + refilled - awards + rate * stakes`. Contributions therefore never change a
/// standing, and a step never waits for them.
///
/// Every step is computed from a standing and a sum ([`Standing::draw`], [`Standing::void`], [`Standing::change`]) and
/// changes nothing until it is taken ([`Standing::take`]). A store that keeps steps by number accepts only one of two
/// concurrent steps; the other is recomputed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    number: u64,
    terms: MeterTerms,
    /// The terms that were in force before, the first one first.
    earlier: Vec<MeterTerms>,
    seeds: Money,
    refilled: Money,
    awards: Money,
}

impl Standing {
    /// Opens a meter: the house pays its first seed.
    ///
    /// # Errors
    /// Fails if the terms are invalid.
    pub fn open(terms: MeterTerms) -> Result<Standing, MeterError> {
        let (refilled, awards) = (Money::ZERO, Money::ZERO);
        Standing { number: 0, terms, earlier: Vec::new(), seeds: terms.seed, refilled, awards }.sound()
    }

    /// Returns the number of the last step; 0 before the first.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the terms in force.
    pub fn terms(&self) -> &MeterTerms {
        &self.terms
    }

    /// Returns the number of the terms in force.
    pub fn terms_number(&self) -> u32 {
        // Terms whose number does not fit are refused, so the list never gets that long.
        u32::try_from(self.earlier.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// Returns what the meter shows: whole minor units, rounded down.
    ///
    /// # Errors
    /// Fails if a sum exceeds what can be counted, or if the sum has terms that this standing does not know yet.
    pub fn shows(&self, fed: &Fed) -> Result<Money, MeterError> {
        // If a contribution is taken back after the whole meter was awarded, the meter may be below zero.
        Ok(self.meter(fed)?.whole()?.max(Money::ZERO))
    }

    /// Returns the whole account.
    ///
    /// # Errors
    /// As [`Standing::shows`].
    pub fn balance(&self, fed: &Fed) -> Result<Balance, MeterError> {
        let meter = self.meter(fed)?;
        let reserve = self.reserve(fed)?;
        let growth = self.exact(fed, Money::ZERO, &|terms| Some(terms.rate))?;
        let saved = self.exact(fed, Money::ZERO, &|terms| terms.reserve)?;
        let parts = growth.parts.checked_add(saved.parts).ok_or(MeterError::TooMuch)?;
        let contributed = Exact { parts, per: meter.per };
        Ok(Balance { contributed, seeds: self.seeds, awards: self.awards, meter, reserve })
    }

    /// Computes the step that grants a draw.
    ///
    /// When the whole meter was awarded it starts again with its seed; the reserve pays as much of it as it has in
    /// whole minor units, and the house pays the rest. A smaller award leaves the rest in the meter, even below the
    /// seed, unless the terms say otherwise ([`Reset`]).
    ///
    /// # Errors
    /// Refuses an award without a winner, and sums that exceed what can be counted.
    pub fn draw(&self, fed: &Fed, key: MeterKey, draw: &Draw) -> Result<Step, MeterError> {
        if draw.winners.is_empty() {
            return Err(MeterError::NoWinner);
        }
        let terms = &self.terms;
        let stands = self.shows(fed)?;
        let total = award(stands, draw.share, terms.rounding, terms.coin);
        let parts = divided(total, draw.winners.len(), terms.coin, terms.division);
        let paid: Money = parts.iter().sum();
        let wanted = match terms.reset {
            Reset::Emptied if draw.share.is_whole() => terms.seed,
            Reset::Emptied => Money::ZERO,
            Reset::BelowSeed => {
                let left = self.meter(fed)?.whole()?.checked_sub(paid).ok_or(MeterError::TooMuch)?;
                terms.seed.checked_sub(left).ok_or(MeterError::TooMuch)?.max(Money::ZERO)
            }
        };
        let reserve = self.reserve(fed)?.whole()?.min(wanted).max(Money::ZERO);
        let refill = Refill { reserve, house: wanted - reserve };
        self.step(fed, Act::Drawn { key, draw: draw.clone(), stands, parts, refill })
    }

    /// Computes the step that takes a grant back, because its round is void.
    ///
    /// The amount returns to the meter, and the refill of the draw leaves it: the meter holds what it would hold
    /// without the draw. Later grants stand as they were fixed; if they have consumed some of that refill, only what is
    /// there can leave, to the reserve first, which belongs to the patrons, and then to the house.
    ///
    /// # Errors
    /// Refuses a step that is not a draw, and sums that exceed what can be counted. The caller must check whether it is
    /// void already.
    pub fn void(&self, fed: &Fed, key: MeterKey, drawn: &Step) -> Result<Step, MeterError> {
        let Act::Drawn { parts, refill, .. } = &drawn.act else {
            return Err(MeterError::NoDraw(drawn.number));
        };
        let amount = parts.iter().try_fold(Money::ZERO, |sum, part| counted(sum, *part))?;
        let there = self.meter(fed)?.whole()?.checked_add(amount).ok_or(MeterError::TooMuch)?;
        let wanted = refill.reserve.checked_add(refill.house).ok_or(MeterError::TooMuch)?;
        let leaves = there.min(wanted).max(Money::ZERO);
        let reserve = refill.reserve.min(leaves);
        let back = Refill { reserve, house: leaves - reserve };
        self.step(fed, Act::Voided { key, draw: drawn.number, amount, back })
    }

    /// Computes the step that puts other terms in force. The meter itself stays as it is: a new rate applies to
    /// contributions that name the new terms, a new seed when the meter next starts again.
    ///
    /// # Errors
    /// Fails if the terms are invalid.
    pub fn change(&self, fed: &Fed, to: MeterTerms) -> Result<Step, MeterError> {
        let terms = self.terms_number().checked_add(1).ok_or(MeterError::TooMuch)?;
        self.step(fed, Act::Changed { terms, to })
    }

    /// Takes a step.
    ///
    /// # Errors
    /// Refuses a step that does not follow the last one: another came first, and this one must be recomputed.
    pub fn take(&mut self, step: &Step) -> Result<(), MeterError> {
        *self = self.after(step)?;
        Ok(())
    }

    /// Returns the standing after a step.
    fn after(&self, step: &Step) -> Result<Standing, MeterError> {
        if Some(step.number) != self.number.checked_add(1) {
            return Err(MeterError::Conflict { found: step.number, last: self.number });
        }
        let mut next = self.clone();
        next.number = step.number;
        match &step.act {
            Act::Drawn { parts, refill, .. } => {
                next.awards = parts.iter().try_fold(self.awards, |sum, part| counted(sum, *part))?;
                next.seeds = counted(self.seeds, refill.house)?;
                next.refilled = counted(self.refilled, refill.reserve)?;
            }
            Act::Voided { amount, back, .. } => {
                next.awards = counted(self.awards, -*amount)?;
                next.seeds = counted(self.seeds, -back.house)?;
                next.refilled = counted(self.refilled, -back.reserve)?;
            }
            Act::Changed { terms, to } => {
                next.earlier.push(self.terms);
                next.terms = *to;
                next = next.sound()?;
                if next.terms_number() != *terms {
                    return Err(MeterError::NoTerms { found: *terms, latest: self.terms_number() });
                }
            }
        }
        Ok(next)
    }

    /// Builds a step and checks that it could be taken.
    fn step(&self, fed: &Fed, act: Act) -> Result<Step, MeterError> {
        let number = self.number.checked_add(1).ok_or(MeterError::TooMuch)?;
        let step = Step { number, fed: fed.clone(), act };
        self.after(&step)?;
        Ok(step)
    }

    fn sound(self) -> Result<Standing, MeterError> {
        if let Some(objection) = self.terms.objection() {
            return Err(MeterError::BadTerms(objection));
        }
        match self.per() {
            Some(_) => Ok(self),
            None => Err(MeterError::BadTerms("with the rates so far they divide a cent too finely")),
        }
    }

    /// Iterates over all terms, the first one first.
    fn all_terms(&self) -> impl Iterator<Item = &MeterTerms> {
        self.earlier.iter().chain([&self.terms])
    }

    fn meter(&self, fed: &Fed) -> Result<Exact, MeterError> {
        self.exact(fed, self.seeds + self.refilled - self.awards, &|terms| Some(terms.rate))
    }

    fn reserve(&self, fed: &Fed) -> Result<Exact, MeterError> {
        self.exact(fed, -self.refilled, &|terms| terms.reserve)
    }

    /// Returns an amount plus the rates on the sums, in parts.
    fn exact(
        &self,
        fed: &Fed,
        whole: Money,
        rate: &dyn Fn(&MeterTerms) -> Option<Rate>,
    ) -> Result<Exact, MeterError> {
        let per = self.per().ok_or(MeterError::TooMuch)?;
        let mut parts = i128::from(whole.as_minor()).checked_mul(per).ok_or(MeterError::TooMuch)?;
        let mut numbered = (1..).zip(self.all_terms());
        for (found, sum) in fed.iter() {
            let unknown = MeterError::NoTerms { found, latest: self.terms_number() };
            let (_, terms) = numbered.find(|(number, _)| *number == found).ok_or(unknown)?;
            let Some(rate) = rate(terms) else { continue };
            let each = i128::from(rate.parts()) * (per / i128::from(rate.of()));
            let grown = i128::from(sum.stakes.as_minor()).checked_mul(each);
            parts = grown.and_then(|grown| parts.checked_add(grown)).ok_or(MeterError::TooMuch)?;
        }
        Ok(Exact { parts, per })
    }

    /// Returns the common denominator of all rates so far; `None` if it is too fine.
    fn per(&self) -> Option<i128> {
        let rates = self.all_terms().flat_map(|terms| [Some(terms.rate), terms.reserve]).flatten();
        rates.map(|rate| i128::from(rate.of())).try_fold(1, |per, of| {
            let common = per / gcd(per, of) * of;
            (common <= FINEST).then_some(common)
        })
    }
}

/// Adds, and keeps the sum within a bound that is low enough for three such sums not to overflow.
fn counted(sum: Money, more: Money) -> Result<Money, MeterError> {
    let sum = sum.checked_add(more).ok_or(MeterError::TooMuch)?;
    if sum > Money::MAX_KEPT || sum < -Money::MAX_KEPT {
        return Err(MeterError::TooMuch);
    }
    Ok(sum)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
