//! The side bets of a rule book, each with limits and a pay table by which it can be offered.

use crate::families;
use rulebook::{Bounds, RuleBook, WagerRule};

/// A side bet, or a family of them under its common name, as a table may offer it.
pub(crate) struct Offered<'b> {
    /// What table files call it.
    pub(crate) id: &'b str,
    /// Its name for people.
    pub(crate) name: String,
    /// It, or the first of its family.
    pub(crate) wager: &'b WagerRule,
    /// Limits that the regulator allows.
    pub(crate) limits: String,
    /// The first pay table that fits, where there are several to choose from.
    pub(crate) paytable: Option<String>,
    /// Whether a table that is open to the public may have it; those of other games are for study.
    pub(crate) here: bool,
}

/// All of them, in the order of the book.
pub(crate) fn of(book: &RuleBook) -> Vec<Offered<'_>> {
    let families = families::of(book);
    let offered = |family: &families::Family<'_>| {
        let wager = book.wager(&family.wagers.first()?.id).filter(|first| first.side_bet)?;
        let bounds = wager.limits.filter(|bounds| bounds.min.is_some() && bounds.max.is_some());
        let limits = match (bounds, &wager.family) {
            (Some(Bounds { one_amount: true, min: Some(least), .. }), _) => book.currency.format_short(least),
            (Some(bounds), _) => bounds.display(book.currency),
            // Each wager of a family moves in its own steps.
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
