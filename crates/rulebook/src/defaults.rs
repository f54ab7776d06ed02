//! The table that a casino gets when it chooses nothing.

use felt::{Money, Pay, Rounding};

use crate::book::{RuleBook, WagerRule};
use crate::exact;
use crate::limits::{Limits, positive};
use crate::table::TableConfig;

pub(crate) fn default_for(book: &RuleBook) -> TableConfig {
    let unit = one(book);
    let mut table = TableConfig::bare(book, unit);
    table.offer(book, &Default::default());
    for wager in book.wagers.iter().filter(|w| table.offers(&w.id)).collect::<Vec<_>>() {
        if let Some(paytable) = book.paytables_for(wager, table.decks).next() {
            table.paytables.insert(wager.id.clone(), paytable.clone());
        }
        if wager.has_limits() {
            let limits = default_limits(book, &table, wager, unit);
            table.limits.insert(wager.id.clone(), limits);
        }
    }
    // From whole units down to the smallest coins in circulation; fewer coins on the table are better.
    let exact = [1, 2, 4, 10, 20, 100].into_iter().any(|part| {
        if unit.as_minor() % part != 0 {
            return false;
        }
        table.coin = Money::minor(unit.as_minor() / part);
        table.derive_steps(book);
        exact::findings(book, &table).is_empty()
    });
    if !exact {
        table.coin = unit;
        table.rounding = Some(Rounding::Down);
        table.derive_steps(book);
    }
    table.seal();
    table
}

/// One whole unit of the book's currency, which is also its smallest chip.
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
    // Decimal coins split a stake into twos and fives; any other divisor has to come from the step.
    let step = if only_twos_and_fives(per) { 5 * unit } else { per.saturating_mul(unit) };
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
