//! What the documents require of one meter, independent of the tables that feed it.

use felt::{Currency, Money, Rate};

use super::file::{HouseFile, HouseMeter};
use crate::finding::{Finding, unknown};

/// Returns every fault of a single meter.
pub(crate) fn findings(meter: &HouseMeter, house: &HouseFile) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut say = |key: &str, finding: Finding| all.push(finding.at(meter.lines.of(key)));
    if let Some(objection) = meter.terms.objection() {
        say("reserve", Finding::new(format!("{} cannot be kept: {objection}", meter.id)));
    }
    if let Some(finding) = unit(meter, house.currency) {
        say("wager", finding);
    }
    match &meter.secondary_of {
        Some(primary) => {
            if let Some(finding) = secondary(meter, primary, house) {
                say("secondary-of", finding);
            }
        }
        None => {
            if let Some(finding) = rate(meter, house) {
                say("rate", finding);
            }
            if let Some(finding) = least_seed(meter, house.currency) {
                say("seed", finding);
            }
            if meter.tables.is_empty() {
                say("tables", Finding::new(format!("no table feeds {}; name those that do", meter.id)));
            }
        }
    }
    if let Some((key, finding)) = seed(meter, house.currency) {
        say(key, finding);
    }
    all
}

fn unit(meter: &HouseMeter, currency: Currency) -> Option<Finding> {
    let unit = meter.kind.unit.filter(|unit| *unit != meter.wager)?;
    let what = format!("a wager of {} on {} is not approved", currency.format_short(meter.wager), meter.id);
    Some(Finding::new(what).citing(&meter.kind.unit_cites).allowing(currency.format_short(unit)))
}

/// Checks the rate of progression. A reserve is not a jackpot, so its part does not count towards the rate.
fn rate(meter: &HouseMeter, house: &HouseFile) -> Option<Finding> {
    let least = meter.kind.least_rate?;
    let secondaries =
        house.meters.iter().filter(|other| other.secondary_of.as_deref() == Some(meter.id.as_str()));
    let rates: Vec<Rate> = std::iter::once(meter).chain(secondaries).map(|each| each.terms.rate).collect();
    // If the rates are too fine to be added, the sum is not checked; the first rate must be enough alone.
    let first = meter.terms.rate;
    let sum = rates.iter().skip(1).try_fold(first, |sum, rate| sum.and(*rate)).unwrap_or(first);
    if sum >= least {
        return None;
    }
    let kind = meter.kind;
    let (cites, what) = match rates.len() {
        1 => (&kind.least_cites, format!("the rate {first} of {} is too low", meter.id)),
        _ => {
            let with_it = format!("too low, and with its secondary jackpot only {sum}");
            (&kind.secondary_cites, format!("the rate {first} of {} is {with_it}", meter.id))
        }
    };
    let with = if meter.kind.secondary { ", a secondary jackpot's with it" } else { "" };
    Some(Finding::new(what).citing(cites).allowing(format!("{least} or more{with}")))
}

fn least_seed(meter: &HouseMeter, currency: Currency) -> Option<Finding> {
    let least = meter.kind.least_seed.filter(|least| meter.terms.seed < *least)?;
    let what = format!(
        "{} begins, and begins again, with {}, which is too little",
        meter.id,
        currency.format(meter.terms.seed)
    );
    Some(
        Finding::new(what)
            .citing(&meter.kind.seed_cites)
            .allowing(format!("{} or more", currency.format(least))),
    )
}

/// Checks the seed: any seed if the meter has a reserve, otherwise the fixed seed that its pay table was approved with.
fn seed(meter: &HouseMeter, currency: Currency) -> Option<(&'static str, Finding)> {
    let HouseMeter { kind, terms, .. } = meter;
    let Some(fixed) = meter.fixed_seed else {
        if kind.fixed_seed_cites.is_empty() || terms.reserve.is_some() {
            return None;
        }
        let what = format!(
            "{} has neither a reserve nor a fixed seed; a pay table of {} was approved with the one or the other",
            meter.id, kind.name
        );
        let allowed = "reserve = a rate, or fixed-seed = the seed approved for the pay table";
        return Some(("seed", Finding::new(what).citing(&kind.fixed_seed_cites).allowing(allowed)));
    };
    let Some(base) = kind.base else {
        let what = format!("{} knows no fixed seed", kind.name);
        return Some(("fixed-seed", Finding::new(what).citing(&kind.games_cites).allowing("seed alone")));
    };
    if terms.reserve.is_some() && !kind.reserve_cites.is_empty() {
        let what =
            format!("{} has both a reserve and a fixed seed; with a reserve any seed will do", meter.id);
        return Some((
            "fixed-seed",
            Finding::new(what).citing(&kind.reserve_cites).allowing("one of the two"),
        ));
    }
    let cites = if kind.fixed_seed_cites.is_empty() { &kind.base_cites } else { &kind.fixed_seed_cites };
    let Some(scaled) = scaled(fixed, meter.wager, base) else {
        let what = format!(
            "a fixed seed of {} cannot be scaled from a wager of {} to one of {} in whole cents",
            currency.format(fixed),
            currency.format_short(base),
            currency.format_short(meter.wager)
        );
        return Some(("fixed-seed", Finding::new(what).citing(cites)));
    };
    if scaled == terms.seed {
        return None;
    }
    let what = format!(
        "the seed {} of {} is not the fixed seed of {} scaled from a wager of {} to one of {}",
        currency.format(terms.seed),
        meter.id,
        currency.format(fixed),
        currency.format_short(base),
        currency.format_short(meter.wager)
    );
    Some(("seed", Finding::new(what).citing(cites).allowing(currency.format(scaled))))
}

/// Scales a seed that is stated for the wager `base` to another wager; `None` if the result is not a whole amount.
fn scaled(seed: Money, wager: Money, base: Money) -> Option<Money> {
    let product = i128::from(seed.as_minor()) * i128::from(wager.as_minor());
    let base = i128::from(base.as_minor());
    (product.checked_rem(base)? == 0).then(|| i64::try_from(product / base).ok().map(Money::minor))?
}

fn secondary(meter: &HouseMeter, primary: &str, house: &HouseFile) -> Option<Finding> {
    let others = || house.meters.iter().filter(|other| other.id != meter.id && other.secondary_of.is_none());
    let Some(of) = others().find(|other| other.id == primary) else {
        return Some(unknown("meter", primary, others().map(|other| other.id.as_str())));
    };
    if !meter.kind.secondary || of.kind != meter.kind {
        let what = format!("{} is {}, which has no secondary jackpot of that kind", of.id, of.kind.name);
        return Some(Finding::new(what).citing(&of.kind.games_cites));
    }
    if !meter.tables.is_empty() {
        let what = format!("{} is fed by the tables of {}, and names none of its own", meter.id, of.id);
        return Some(Finding::new(what).citing(&meter.kind.secondary_cites));
    }
    None
}
