//! The default table.

use felt::{Money, Pay, Rounding};

use crate::book::{RuleBook, WagerRule};
use crate::exact;
use crate::limits::{Limits, positive};
use crate::table::TableConfig;
use crate::table_limits::narrowed;

pub(crate) fn default_for(book: &RuleBook) -> TableConfig {
    let unit = one(book);
    let mut table = TableConfig::bare(book, unit);
    table.offer(book, &Default::default());
    for wager in book.wagers.iter().filter(|w| table.offers(&w.id)).collect::<Vec<_>>() {
        if let Some(paytable) = book.paytables_for(wager, table.decks).next() {
            table.paytables.insert(wager.id.clone(), paytable.clone());
        }
    }
    // From whole units down to the smallest coins in circulation; larger coins are preferred.
    let exact = [1, 2, 4, 10, 20, 100].into_iter().any(|part| {
        if unit.as_minor() % part != 0 {
            return false;
        }
        table.coin = Money::minor(unit.as_minor() / part);
        set_limits(book, &mut table, unit);
        exact::findings(book, &table, &|_| false).is_empty()
    });
    if !exact {
        table.coin = unit;
        table.rounding = Some(Rounding::Down);
        set_limits(book, &mut table, unit);
    }
    table.seal();
    table
}

fn set_limits(book: &RuleBook, table: &mut TableConfig, unit: Money) {
    table.limits.clear();
    let main = book.main_wager();
    // The main wager comes first, since others may borrow its limits.
    for wager in main.into_iter().chain(&book.wagers) {
        if !wager.has_limits() || !table.offers(&wager.id) || table.limits.contains_key(&wager.id) {
            continue;
        }
        let lent = wager.payable_step.then(|| borrowed(book, table, wager)).flatten();
        let limits = lent.unwrap_or_else(|| default_limits(book, table, wager, unit));
        table.limits.insert(wager.id.clone(), limits);
    }
    table.derive(book);
}

/// Returns the limits of a wager when none are written for it or its family: those of the main wager.
pub(crate) fn borrowed(book: &RuleBook, table: &TableConfig, wager: &WagerRule) -> Option<Limits> {
    let main = book.main_wager().filter(|main| main.id != wager.id && !wager.side_bet)?;
    let limits = *table.limits.get(&main.id)?;
    let limits = narrowed(book, table, wager, limits, false).ok()?;
    let kept = wager.limits.is_none_or(|bounds| bounds.broken_by(&limits, book.currency).is_none());
    kept.then_some(limits)
}

/// Returns one whole unit of the book's currency, which is also its smallest chip.
pub(crate) fn one(book: &RuleBook) -> Money {
    positive("1", book.currency).unwrap_or(Money::minor(1))
}

fn default_limits(book: &RuleBook, table: &TableConfig, wager: &WagerRule, unit: Money) -> Limits {
    let unit = unit.as_minor();
    let mut per = 1;
    for (pay, _) in exact::pays_of(book, table, wager) {
        if let Pay::Odds(odds) = pay {
            per = exact::lcm(per, i64::from(odds.per_units())).unwrap_or(per);
        }
    }
    // Decimal coins divide a stake by twos and fives; any other divisor must come from the step.
    let step = if only_twos_and_fives(per) { 5 * unit } else { per.saturating_mul(unit) };
    let bounds_step = wager.limits.and_then(|l| l.step).map_or(1, Money::as_minor);
    let step = exact::lcm(step, bounds_step).unwrap_or(step);
    let bound = |money: Option<Money>| money.map(Money::as_minor);
    let ceiling = wager.limits.and_then(|l| bound(l.max)).unwrap_or(i64::MAX).min(500 * unit);
    // A regulator's maximum of 1 leaves no room for steps of 5.
    let step = if step > ceiling { unit } else { step };
    let floor = wager.limits.and_then(|l| bound(l.min)).unwrap_or(step).max(step);
    let min = floor.div_euclid(step).saturating_add(i64::from(floor % step != 0)).saturating_mul(step);
    let max = (ceiling - ceiling % step).max(min);
    Limits { min: Money::minor(min), max: Money::minor(max), step: Money::minor(step) }
}

fn only_twos_and_fives(mut number: i64) -> bool {
    for factor in [2, 5] {
        while number % factor == 0 && number != 0 {
            number /= factor;
        }
    }
    number == 1
}
