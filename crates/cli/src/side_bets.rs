//! The side bets of a rule book, each with limits and a pay table with which it can be offered.

use crate::families;
use rulebook::{Bounds, RuleBook, WagerRule};

/// A side bet, or a family of them under its common name, as a table may offer it.
pub(crate) struct Offered<'b> {
    /// Its id in table files.
    pub(crate) id: &'b str,
    /// Its name for people.
    pub(crate) name: String,
    /// The rule of the wager, or of the first of its family.
    pub(crate) wager: &'b WagerRule,
    /// Limits that the regulator allows.
    pub(crate) limits: String,
    /// The first suitable pay table, if there are several.
    pub(crate) paytable: Option<String>,
    /// Whether a public table may offer it; side bets of other games are for study.
    pub(crate) here: bool,
}

/// Returns all side bets, in the order of the book.
pub(crate) fn of(book: &RuleBook) -> Vec<Offered<'_>> {
    let families = families::of(book);
    let offered = |family: &families::Family<'_>| {
        let wager = book.wager(&family.wagers.first()?.id).filter(|first| first.side_bet)?;
        let bounds = wager.limits.filter(|bounds| bounds.min.is_some() && bounds.max.is_some());
        let limits = match (bounds, &wager.family) {
            (Some(Bounds { one_amount: true, min: Some(least), .. }), _) => book.currency.format_short(least),
            (Some(bounds), _) => bounds.display(book.currency),
            // Each wager of a family has its own steps.
            (None, Some(_)) => "5..500".to_owned(),
            (None, None) => "5..500 step 5".to_owned(),
        };
        let mut fitting = book.paytables_for(wager, book.decks.default);
        let paytable = fitting.next().filter(|_| fitting.next().is_some()).map(|table| table.code.clone());
        let id = wager.family.as_ref().unwrap_or(&wager.id);
        Some(Offered { id, name: family.name(), wager, limits, paytable, here: wager.attaches_to(&book.id) })
    };
    families.iter().filter_map(offered).collect()
}
