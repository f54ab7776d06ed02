//! Whether a table can pay everything it promises in whole coins.
//!
//! A win is linear in the stake, and stakes are `min + k * step`. So all of them are paid in whole coins exactly
//! when the minimum is and, if there is a second stake, the step is too. No stake need be tried one by one.

use felt::{Money, Odds, Pay};

use crate::book::{PayTerm, RuleBook, WagerRule};
use crate::finding::Finding;
use crate::table::{TableConfig, gcd};

/// The kinds of rounding a table may name.
pub(crate) const ROUNDINGS: &str = "down, up, nearest-up, nearest-down";

/// The smallest stake of `min..=max` by `step` that is not paid in whole coins, if there is one.
pub(crate) fn inexact_stake(min: Money, max: Money, step: Money, odds: Odds, coin: Money) -> Option<Money> {
    if !odds.is_exact_for(min, coin) {
        return Some(min);
    }
    let second = Money::minor(min.as_minor().saturating_add(step.as_minor()));
    (max > min && !odds.is_exact_for(step, coin)).then_some(second)
}

/// Everything a wager may be paid at this table, with the paragraphs it rests on.
pub(crate) fn pays_of(book: &RuleBook, table: &TableConfig, wager: &WagerRule) -> Vec<(Pay, Vec<String>)> {
    let mut pays = Vec::new();
    for term in &wager.pays {
        // A term that cannot be resolved hangs on an option that has its own finding.
        let Some(pay) = term.resolve(|id| table.options.get(id).map(String::as_str)) else { continue };
        let cites = match term {
            PayTerm::ByOption(id) => book.option(id).map(|o| o.cites.clone()),
            PayTerm::Fixed(_) => None,
        };
        pays.push((pay, cites.unwrap_or_else(|| wager.cites.clone())));
    }
    if let Some(paytable) = table.paytables.get(&wager.id) {
        pays.extend(paytable.lines.iter().map(|line| (line.pays, paytable.cites.clone())));
    }
    pays
}

/// One finding for each offered wager that cannot always be paid in whole coins, with the wager's id.
pub(crate) fn findings<'b>(book: &'b RuleBook, table: &TableConfig) -> Vec<(&'b str, Finding)> {
    if table.rounding.is_some() {
        return Vec::new();
    }
    let offered = book.wagers.iter().filter(|w| table.offered.contains(&w.id));
    offered.filter_map(|wager| finding(book, table, wager).map(|f| (wager.id.as_str(), f))).collect()
}

fn finding(book: &RuleBook, table: &TableConfig, wager: &WagerRule) -> Option<Finding> {
    let step = table.steps.get(&wager.id).copied()?;
    let limits = table.limits.get(&wager.id);
    if limits.is_none() && wager.follows.is_none() {
        return None; // Its limits have a finding already.
    }
    let min = limits.map_or(step, |l| l.min);
    let fed = limits.is_some_and(|l| l.step != step);
    // A fed wager may grow past its maximum, and one that follows may be of any amount: neither is a single stake.
    let single = limits.is_some_and(|l| l.max == l.min) && !fed;
    let max = if single { min } else { Money::minor(min.as_minor().saturating_add(step.as_minor())) };
    let pays = pays_of(book, table, wager);
    let (what, cites) = pays.iter().find_map(|(pay, cites)| {
        let what = match pay {
            Pay::Odds(odds) => {
                let stake = inexact_stake(min, max, step, *odds, table.coin)?;
                sentence(table, wager, stake, *odds, fed)
            }
            Pay::Amount(amount) if !amount.is_multiple_of(table.coin) => format!(
                "{}: the fixed payment of {} is not a whole number of coins of {}",
                wager.id,
                table.currency.format_short(*amount),
                table.currency.format_short(table.coin)
            ),
            // What a meter shows is rounded by the meter's own rule.
            _ => return None,
        };
        Some((what, cites))
    })?;
    let mut ways = Vec::new();
    if limits.is_some() {
        let pays: Vec<Pay> = pays.iter().map(|(pay, _)| *pay).collect();
        if let Some(step) =
            step_for_all(&pays, table.coin).and_then(|s| step_that_fits(book, table, wager, s))
        {
            let both = if fed { " for it and the wagers that feed it" } else { "" };
            ways.push(format!("steps of {}{both}", table.currency.format_short(step)));
        }
        if let Some(coin) = coin_for_all(&pays, &[min, step], table.coin) {
            ways.push(format!("a coin of {}", table.currency.format_short(coin)));
        }
    }
    ways.push(format!("a rounding ({ROUNDINGS})"));
    Some(Finding::new(what).citing(cites).allowing(ways.join(", or ")))
}

fn sentence(table: &TableConfig, wager: &WagerRule, stake: Money, odds: Odds, fed: bool) -> String {
    let show = |amount| table.currency.format_short(amount);
    let why = match (&wager.follows, fed) {
        (Some(followed), _) => format!(" (it follows {followed} and moves in coins)"),
        (None, true) => " (a wager that feeds it can bring it there)".to_owned(),
        (None, false) => String::new(),
    };
    let win = odds.exact_win(stake);
    let (id, stake, coin) = (&wager.id, show(stake), show(table.coin));
    let stake_paid = format!("{id}: a stake of {stake}{why} paid {odds}");
    match win {
        Some(win) => {
            format!("{stake_paid} wins {}, which is not a whole number of coins of {coin}", show(win))
        }
        None => format!("{stake_paid} cannot be paid in whole coins of {coin}"),
    }
}

/// The smallest step, in minor units, that these odds pay in whole coins.
pub(crate) fn exact_step(odds: Odds, coin: Money) -> Option<i64> {
    let whole = i64::from(odds.per_units()).checked_mul(coin.as_minor())?;
    let step = whole / gcd(whole, i64::from(odds.win_units()));
    lcm(step, coin.as_minor())
}

/// The smallest step at which all these pays are whole coins; no step mends a fixed amount.
fn step_for_all(pays: &[Pay], coin: Money) -> Option<Money> {
    let step = pays.iter().try_fold(coin.as_minor(), |step, pay| match pay {
        Pay::Odds(odds) => lcm(step, exact_step(*odds, coin)?),
        Pay::Amount(amount) if !amount.is_multiple_of(coin) => None,
        _ => Some(step),
    });
    step.map(Money::minor)
}

/// The smallest step that is also a multiple of the present ones of a wager and of those that feed it; none if
/// their minimums and maximums would have to change with it.
fn step_that_fits(book: &RuleBook, table: &TableConfig, wager: &WagerRule, needed: Money) -> Option<Money> {
    let feeders = book.wagers.iter().filter(|f| f.feeds.as_deref() == Some(&wager.id));
    let moved = feeders.filter(|f| table.offered.contains(&f.id)).chain([wager]);
    // What has no limits moves in coins, whatever the steps of the others are.
    let limits: Vec<_> = moved.map(|w| table.limits.get(&w.id)).collect::<Option<_>>()?;
    let step = limits.iter().try_fold(needed.as_minor(), |step, l| lcm(step, l.step.as_minor()))?;
    let step = Money::minor(step);
    limits.iter().all(|l| l.min.is_multiple_of(step) && l.max.is_multiple_of(step)).then_some(step)
}

/// The largest coin that divides the present one and in which all these stakes are paid exactly.
fn coin_for_all(pays: &[Pay], stakes: &[Money], coin: Money) -> Option<Money> {
    let mut best = coin.as_minor();
    for pay in pays {
        for stake in stakes {
            best = match pay {
                Pay::Odds(odds) => gcd(best, odds.exact_win(*stake)?.as_minor()),
                Pay::Amount(amount) => gcd(best, amount.as_minor()),
                Pay::MeterPercent(_) => best,
            };
        }
    }
    (best > 0 && best < coin.as_minor()).then(|| Money::minor(best))
}

pub(crate) fn lcm(a: i64, b: i64) -> Option<i64> {
    (a / gcd(a, b)).checked_mul(b)
}
