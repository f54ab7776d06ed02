//! Warnings: what a table file may say but its author should know about.

use felt::{Money, Pay, Rounding};

use crate::book::{RuleBook, Vigorish, WagerRule};
use crate::check::Resolved;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::table::TableConfig;

/// Returns the warnings about an allowed table, in the order of the lines.
pub(crate) fn warnings(book: &RuleBook, table: &TableConfig, set: &Resolved) -> Vec<Finding> {
    let mut all = free_of_vigorish(book, table, set);
    all.extend(torn_paytables(book, table, set));
    all.extend(cut_even_money(book, table, set));
    all.extend(without_effect(book, table, set));
    all.sort_by_key(|finding| finding.line.unwrap_or(usize::MAX));
    all
}

/// Wagers of a family that are charged no vigorish for the same stakes.
struct Free<'b> {
    wagers: Vec<&'b WagerRule>,
    vigorish: &'b Vigorish,
    least: Money,
    greatest: Money,
}

/// Finds stakes for which the vigorish, rounded down to coins, is zero although the house charges some.
fn free_of_vigorish(book: &RuleBook, table: &TableConfig, set: &Resolved) -> Vec<Finding> {
    if table.rounding == Some(Rounding::Up) {
        return Vec::new();
    }
    let mut free: Vec<Free<'_>> = Vec::new();
    for wager in book.wagers.iter().filter(|wager| table.offers(&wager.id)) {
        let (Some(vigorish), Some(limits)) = (&wager.vigorish, table.limits(&wager.id)) else { continue };
        let Some(greatest) = greatest_free(table, wager, vigorish, limits) else { continue };
        let same = |there: &&mut Free<'_>| {
            let family = there.wagers.iter().all(|other| other.family == wager.family);
            family && (there.least, there.greatest) == (limits.min, greatest)
        };
        match free.iter_mut().find(same) {
            Some(there) => there.wagers.push(wager),
            None => free.push(Free { wagers: vec![wager], vigorish, least: limits.min, greatest }),
        }
    }
    free.into_iter().map(|free| free.finding(table, set)).collect()
}

impl Free<'_> {
    fn finding(&self, table: &TableConfig, set: &Resolved) -> Finding {
        let ids: Vec<&str> = self.wagers.iter().map(|wager| wager.id.as_str()).collect();
        let show = |amount| table.currency.format_short(amount);
        let stakes = match self.least == self.greatest {
            true => format!("on a stake of {}", show(self.least)),
            false => format!("on stakes of {} to {}", show(self.least), show(self.greatest)),
        };
        let percent = table.option(&self.vigorish.option);
        let coin = show(table.coin);
        let what = format!(
            "{}: {stakes} no vigorish is owed, since {percent} per cent come to less than a coin of {coin}",
            ids.join(", ")
        );
        let line = self.wagers.first().and_then(|wager| line_of(set, "limits", wager));
        Finding::new(what).at(line).citing(&self.vigorish.cites).as_warning()
    }
}

/// Returns the largest stake within the limits for which the charge is zero; `None` if even the smallest is charged, or
/// if there is no vigorish.
fn greatest_free(
    table: &TableConfig,
    wager: &WagerRule,
    vigorish: &Vigorish,
    limits: Limits,
) -> Option<Money> {
    let percent: i64 = table.option(&vigorish.option).parse().ok().filter(|percent| *percent > 0)?;
    let charged = |stake: Money| {
        let base = match (vigorish.of_win, table.pays(&wager.id)) {
            (true, [Pay::Odds(odds), ..]) => odds.exact_win(stake).unwrap_or(stake),
            _ => stake,
        };
        base.as_minor().saturating_mul(percent) / 100 >= table.coin.as_minor()
    };
    // The charge grows with the stake, so the free stakes come first.
    let mut greatest = None;
    let mut stake = limits.min;
    while stake <= limits.max && !charged(stake) {
        greatest = Some(stake);
        stake += limits.step;
    }
    greatest
}

/// Finds pay tables whose torn print a ruling had to settle.
fn torn_paytables(book: &RuleBook, table: &TableConfig, set: &Resolved) -> Vec<Finding> {
    let offered = book.wagers.iter().filter(|wager| table.offers(&wager.id));
    let torn = offered.filter_map(|wager| {
        let paytable = table.paytable(&wager.id)?;
        let ruling = paytable.torn.as_ref()?;
        let what = format!(
            "{}: the print of pay table {} is torn and its figures were made out by a ruling; compare them with the \
             regulator's own copy before the table opens",
            wager.id, paytable.code
        );
        let line = line_of(set, "paytable", wager).or_else(|| line_of(set, "side-bets", wager));
        Some(Finding::new(what).at(line).citing(std::slice::from_ref(ruling)).as_warning())
    });
    torn.collect()
}

/// Finds limits on stakes that let even money alone exceed what a patron is paid in a round.
fn cut_even_money(book: &RuleBook, table: &TableConfig, set: &Resolved) -> Vec<Finding> {
    let cut = book.wagers.iter().filter_map(|wager| {
        let (aggregate, limits) = (wager.aggregate.as_ref()?, table.limits(&wager.id)?);
        let even = limits.max.as_minor().checked_mul(aggregate.times.into()).map(Money::minor)?;
        let show = |amount| table.currency.format_short(amount);
        let what = format!(
            "{}: {} times the largest stake, {}, is more than the {} that a patron is paid in a round, so even money is cut",
            wager.id,
            aggregate.times,
            show(even),
            show(aggregate.most)
        );
        let line = line_of(set, "limits", wager);
        (even > aggregate.most).then(|| Finding::new(what).at(line).citing(&aggregate.cites).as_warning())
    });
    cut.collect()
}

/// Finds options that were set but have no effect, because another option does not have the value they require.
fn without_effect(book: &RuleBook, table: &TableConfig, set: &Resolved) -> Vec<Finding> {
    let idle = book.options.iter().filter_map(|option| {
        let (other, needed) = option.only_with.as_ref()?;
        let entry = set.get(&format!("options.{}", option.id))?;
        let idle = table.option(other) != needed.as_str() && table.option(&option.id) != option.default;
        let what = format!("{} has no effect unless {other} is {needed}", option.id);
        idle.then(|| Finding::new(what).at(entry.line).citing(&option.cites).as_warning())
    });
    idle.collect()
}

/// Returns the line of an entry for a wager, or for its family.
fn line_of(set: &Resolved, group: &str, wager: &WagerRule) -> Option<usize> {
    let at = |id: &str| set.get(&format!("{group}.{id}")).and_then(|entry| entry.line);
    at(&wager.id).or_else(|| wager.family.as_deref().and_then(at))
}
