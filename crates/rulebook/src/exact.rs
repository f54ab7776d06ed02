//! Checks that a table can pay everything it promises in whole coins.
//!
//! A win is linear in the stake, and stakes are `min + k * step`. So every stake is paid in whole coins exactly if the
//! minimum is and, if there is a second stake, the step is too. The stakes need not be tried one by one.

use felt::{Money, Odds, OddsForm, Pay};

use crate::book::{PayLine, PayTerm, RuleBook, WagerRule};
use crate::finding::Finding;
use crate::table::{TableConfig, gcd};

/// The roundings that a table may name.
pub(crate) const ROUNDINGS: &str = "down, up, nearest-up, nearest-down";

/// The stakes that a wager may have: `min` and, if there are more, `min + k * step`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stakes {
    pub(crate) min: Money,
    pub(crate) step: Money,
    pub(crate) more: bool,
}

impl Stakes {
    /// Returns the smallest stake that is not paid in whole coins at these odds, if there is one.
    pub(crate) fn inexact(self, odds: Odds, parts: u8, coin: Money) -> Option<Money> {
        self.first_without(|stake| {
            let part = Money::minor(stake.as_minor() / i64::from(parts));
            divides(stake, parts, coin) && odds.is_exact_for(part, coin)
        })
    }

    /// Returns the smallest stake that cannot be divided into that many wagers of whole coins, if there is one.
    fn undivided(self, parts: u8, coin: Money) -> Option<Money> {
        self.first_without(|stake| divides(stake, parts, coin))
    }

    /// Returns the smallest stake without a property that is closed under sums and differences of stakes.
    fn first_without(self, has: impl Fn(Money) -> bool) -> Option<Money> {
        if !has(self.min) {
            return Some(self.min);
        }
        let second = Money::minor(self.min.as_minor().saturating_add(self.step.as_minor()));
        (self.more && !has(self.step)).then_some(second)
    }
}

fn divides(stake: Money, parts: u8, coin: Money) -> bool {
    // The limits of an undivided wager already keep it in whole coins.
    parts == 1 || stake.is_multiple_of(Money::minor(coin.as_minor().saturating_mul(parts.into())))
}

/// Returns every pay that a wager may have at this table, with the paragraphs it rests on.
pub(crate) fn pays_of(book: &RuleBook, table: &TableConfig, wager: &WagerRule) -> Vec<(Pay, Vec<String>)> {
    let mut pays = Vec::new();
    for term in &wager.pays {
        // A term that cannot be resolved depends on an option that has its own finding.
        let Some(pay) = term.resolve(|id| table.options.get(id).map(String::as_str)) else { continue };
        let cites = match term {
            PayTerm::ByOption(id) => book.option(id).map(|o| o.cites.clone()),
            PayTerm::Fixed(_) => None,
        };
        pays.push((pay, cites.unwrap_or_else(|| wager.cites.clone())));
    }
    if let Some(paytable) = table.paytables.get(&wager.id) {
        let envy = |line: &PayLine| line.envy.map(Pay::Amount);
        let each = paytable.lines.iter().flat_map(|line| [Some(line.pays), envy(line)]).flatten();
        pays.extend(each.map(|pay| (pay, paytable.cites.clone())));
    }
    pays.extend(vigorish_of(table, wager));
    pays
}

/// Vigorish that must be a whole number of coins is checked like a pay at these odds: 5 per cent of a win at 1 to 1 are
/// 1 to 20.
fn vigorish_of(table: &TableConfig, wager: &WagerRule) -> Option<(Pay, Vec<String>)> {
    let vigorish = wager.vigorish.as_ref().filter(|vigorish| vigorish.exact)?;
    let percent: u32 = table.option(&vigorish.option).parse().ok()?;
    let win = match (vigorish.of_win, table.pays(&wager.id)) {
        (true, [Pay::Odds(odds)]) => *odds,
        _ => Odds::to(1, 1),
    };
    let (part, whole) = (win.win_units().checked_mul(percent)?, win.per_units().checked_mul(100)?);
    let common = u32::try_from(gcd(part.into(), whole.into())).ok().filter(|common| *common > 0)?;
    let odds = Odds::checked(part / common, whole / common, OddsForm::To)?;
    Some((Pay::Odds(odds), vigorish.cites.clone()))
}

/// Returns the smallest step in whole coins whose multiples are paid in whole coins, or under the table's rounding.
/// There is none if the wager is paid a fixed amount that is not a whole number of coins.
pub(crate) fn payable_step(book: &RuleBook, table: &TableConfig, wager: &WagerRule) -> Option<Money> {
    let pays: Vec<Pay> = match table.rounding {
        Some(_) => Vec::new(),
        None => pays_of(book, table, wager).into_iter().map(|(pay, _)| pay).collect(),
    };
    step_for_all(&pays, wager.parts, table.coin)
}

/// Returns one finding for each offered wager that cannot always be paid in whole coins, with the wager's id. `borrows`
/// tells which wagers take their limits from another wager or from their family.
pub(crate) fn findings<'b>(
    book: &'b RuleBook,
    table: &TableConfig,
    borrows: &dyn Fn(&WagerRule) -> bool,
) -> Vec<(&'b WagerRule, Finding)> {
    let offered = book.wagers.iter().filter(|w| table.offered.contains(&w.id) && !w.refuses_inexact);
    offered.filter_map(|wager| Some((wager, finding(book, table, wager, borrows(wager))?))).collect()
}

fn finding(book: &RuleBook, table: &TableConfig, wager: &WagerRule, borrows: bool) -> Option<Finding> {
    let step = table.steps.get(&wager.id).copied()?;
    let limits = table.limits.get(&wager.id);
    if limits.is_none() && wager.follows.is_none() {
        return None; // Its limits have a finding already.
    }
    let min = limits.map_or(step, |l| l.min);
    let fed = limits.is_some_and(|l| l.step != step);
    // A fed wager may grow past its maximum, and one that follows may have any amount: neither has only one stake.
    let single = limits.is_some_and(|l| l.max == l.min) && !fed;
    let stakes = Stakes { min, step, more: !single };
    let pays = pays_of(book, table, wager);
    let (what, cites) = undivided(table, wager, stakes)
        .or_else(|| pays.iter().find_map(|(pay, cites)| inexact(table, wager, stakes, *pay, cites, fed)))?;
    let mut ways = Vec::new();
    if let Some(limits) = limits {
        let pays: Vec<Pay> = pays.iter().map(|(pay, _)| *pay).collect();
        let payable = payable_step(book, table, wager);
        if let Some(step) = payable.and_then(|step| step_that_fits(book, table, wager, step)) {
            let both = if fed { " for it and the wagers that feed it" } else { "" };
            ways.push(format!("steps of {}{both}", table.currency.format_short(step)));
        } else if borrows && let Some(own) = payable.and_then(|step| limits.in_steps_of(step)) {
            ways.push(format!("limits.{} = \"{}\"", wager.id, own.display(table.currency)));
        }
        if let Some(coin) = coin_for_all(&pays, &[min, step], wager.parts, table.coin) {
            ways.push(format!("a coin of {}", table.currency.format_short(coin)));
        }
    }
    if stakes.undivided(wager.parts, table.coin).is_none() {
        ways.push(roundings(book));
    }
    Some(Finding::new(what).citing(&cites).allowing(ways.join(", or ")))
}

fn roundings(book: &RuleBook) -> String {
    match &book.rounding {
        None => format!("a rounding ({ROUNDINGS})"),
        Some(rule) => {
            let names: Vec<&str> = rule.allowed.iter().map(|way| way.name()).collect();
            let coin = book.currency.format_short(rule.coin);
            format!("a rounding ({} to coins of {coin})", names.join(", "))
        }
    }
}

/// A stake that cannot be divided is a fault under any rounding: its parts are chips before they are paid.
fn undivided(table: &TableConfig, wager: &WagerRule, stakes: Stakes) -> Option<(String, Vec<String>)> {
    let stake = stakes.undivided(wager.parts, table.coin)?;
    let show = |amount| table.currency.format_short(amount);
    let what = format!(
        "{}: a stake of {} cannot be divided into {} equal wagers of whole coins of {}",
        wager.id,
        show(stake),
        wager.parts,
        show(table.coin)
    );
    Some((what, wager.cites.clone()))
}

fn inexact(
    table: &TableConfig,
    wager: &WagerRule,
    stakes: Stakes,
    pay: Pay,
    cites: &[String],
    fed: bool,
) -> Option<(String, Vec<String>)> {
    if table.rounding.is_some() {
        return None;
    }
    let vigorish = vigorish_of(table, wager).filter(|(odds, by)| *odds == pay && by == cites);
    let what = match pay {
        Pay::Odds(odds) if vigorish.is_some() => {
            let stake = stakes.inexact(odds, wager.parts, table.coin)?;
            let [stake, coin] = [stake, table.coin].map(|amount| table.currency.format_short(amount));
            format!(
                "{}: the vigorish on a stake of {stake} is not a whole number of coins of {coin}",
                wager.id
            )
        }
        Pay::Odds(odds) => sentence(table, wager, stakes.inexact(odds, wager.parts, table.coin)?, odds, fed),
        Pay::Amount(amount) if !amount.is_multiple_of(table.coin) => format!(
            "{}: the fixed payment of {} is not a whole number of coins of {}",
            wager.id,
            table.currency.format_short(amount),
            table.currency.format_short(table.coin)
        ),
        // The meter's own rule rounds what it shows.
        _ => return None,
    };
    Some((what, cites.to_vec()))
}

fn sentence(table: &TableConfig, wager: &WagerRule, stake: Money, odds: Odds, fed: bool) -> String {
    let show = |amount| table.currency.format_short(amount);
    let why = match (&wager.follows, fed, wager.parts) {
        (Some(followed), _, _) => format!(" (it follows {followed} and moves in coins)"),
        (None, true, _) => " (a wager that feeds it can bring it there)".to_owned(),
        (None, false, 1) => String::new(),
        (None, false, parts) => format!(" in {parts} equal wagers, each"),
    };
    // The parts have been checked to be whole coins before.
    let win = odds.exact_win(Money::minor(stake.as_minor() / i64::from(wager.parts)));
    let (id, stake, coin) = (&wager.id, show(stake), show(table.coin));
    let stake_paid = format!("{id}: a stake of {stake}{why} paid {odds}");
    match win {
        Some(win) => {
            format!("{stake_paid} wins {}, which is not a whole number of coins of {coin}", show(win))
        }
        None => format!("{stake_paid} cannot be paid in whole coins of {coin}"),
    }
}

/// Returns the smallest step, in minor units, that these odds pay in whole coins.
pub(crate) fn exact_step(odds: Odds, coin: Money) -> Option<i64> {
    let whole = i64::from(odds.per_units()).checked_mul(coin.as_minor())?;
    let step = whole / gcd(whole, i64::from(odds.win_units()));
    lcm(step, coin.as_minor())
}

/// Returns the smallest step at which all these pays are whole coins; no step helps for a fixed amount.
fn step_for_all(pays: &[Pay], parts: u8, coin: Money) -> Option<Money> {
    let step = pays.iter().try_fold(coin.as_minor(), |step, pay| match pay {
        Pay::Odds(odds) => lcm(step, exact_step(*odds, coin)?),
        Pay::Amount(amount) if !amount.is_multiple_of(coin) => None,
        _ => Some(step),
    })?;
    step.checked_mul(parts.into()).map(Money::minor)
}

/// Returns the smallest step that is also a multiple of the present steps of a wager and of those that feed it; `None`
/// if their minimums and maximums would have to change too.
fn step_that_fits(book: &RuleBook, table: &TableConfig, wager: &WagerRule, needed: Money) -> Option<Money> {
    let feeders = book.wagers.iter().filter(|f| f.feeds.as_deref() == Some(&wager.id));
    let moved = feeders.filter(|f| table.offered.contains(&f.id)).chain([wager]);
    // Wagers without limits move in coins, whatever the steps of the others.
    let limits: Vec<_> = moved.map(|w| table.limits.get(&w.id)).collect::<Option<_>>()?;
    let step = limits.iter().try_fold(needed.as_minor(), |step, l| lcm(step, l.step.as_minor()))?;
    let step = Money::minor(step);
    limits.iter().all(|l| l.min.is_multiple_of(step) && l.max.is_multiple_of(step)).then_some(step)
}

/// Returns the largest coin that divides the present one and in which all these stakes are paid exactly.
fn coin_for_all(pays: &[Pay], stakes: &[Money], parts: u8, coin: Money) -> Option<Money> {
    let mut best = coin.as_minor();
    for stake in stakes {
        let parts = i64::from(parts);
        if stake.as_minor() % parts != 0 {
            return None;
        }
        let part = Money::minor(stake.as_minor() / parts);
        best = gcd(best, part.as_minor());
        for pay in pays {
            best = match pay {
                Pay::Odds(odds) => gcd(best, odds.exact_win(part)?.as_minor()),
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
