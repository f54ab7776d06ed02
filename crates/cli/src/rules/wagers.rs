//! The wagers of a rule book, family by family, with their payouts.

use super::all_decks;
use crate::families::{self, Family};
use crate::screen::{DIM, HEAD, PLAIN, Screen, paint};
use rulebook::{Allowed, OptionRule, PayTerm, RuleBook, WagerRule};
use std::io;

/// All wagers: their descriptions, payouts and rules.
pub(super) fn print(screen: &mut Screen, book: &RuleBook) -> io::Result<()> {
    screen.heading("Wagers")?;
    let families = families::of(book);
    let widest = families.iter().map(|family| family.label().chars().count()).max().unwrap_or(0);
    for family in &families {
        let lead = format!("  {}  ", paint(HEAD, &format!("{:<widest$}", family.label())));
        screen.cited(&lead, &format!("{}{}", family.name(), kind(family)), &family.cites())?;
        let pays = pays(family, book);
        let limits = family.wagers.first().and_then(|first| first.limits);
        let limits = limits.map(|bounds| format!("limits {}", bounds.display(book.currency)));
        let pays = (!pays.is_empty()).then(|| format!("pays {pays}"));
        let pairing = family.wagers.first().and_then(|first| pairing(first, book));
        for text in pays.into_iter().chain(limits).chain(pairing) {
            screen.hanging(&" ".repeat(widest + 4), &text)?;
        }
    }
    screen.blank()?;
    screen.paragraph(2, DIM, "Where no limits are named, those that the table posts hold.")
}

/// Further facts about a wager; most wagers have none.
fn kind(family: &Family<'_>) -> String {
    let Some(first) = family.wagers.first() else { return String::new() };
    match &first.follows {
        Some(other) => {
            // come-odds-4 follows come-4, and so on with each number.
            let own = first.target.as_deref().filter(|_| family.wagers.len() > 1);
            let stem = own.and_then(|target| other.strip_suffix(target));
            format!(", follows {}", stem.map_or_else(|| other.clone(), |stem| format!("{stem}N")))
        }
        None if first.required => ", required".to_owned(),
        None if first.side_bet => ", side bet".to_owned(),
        None => String::new(),
    }
}

/// The condition under which a side bet may be offered, if it is not simply this game.
fn pairing(wager: &WagerRule, book: &RuleBook) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    if wager.from != book.id {
        parts.push(format!("of {}", wager.from));
    }
    if wager.side_bet && wager.attaches.iter().any(|game| *game != book.id) {
        parts.push(format!("at {}", wager.attaches.join(", ")));
    }
    if !wager.attaches_to(&book.id) && !book.only_side_bets {
        parts.push("here for study only".to_owned());
    }
    parts.extend(wager.decks.as_ref().map(|decks| format!("with {}", all_decks(decks))));
    if !wager.beside.is_empty() {
        parts.push(format!("beside {}", wager.beside.join(" or ")));
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// The payout of a family: one line if all its wagers pay alike, otherwise by what they are made on.
fn pays(family: &Family<'_>, book: &RuleBook) -> String {
    let mut groups: Vec<(String, Vec<&WagerRule>)> = Vec::new();
    for wager in &family.wagers {
        let text = pays_of(wager, book);
        match groups.iter_mut().find(|(there, _)| *there == text) {
            Some((_, wagers)) => wagers.push(wager),
            None => groups.push((text, vec![wager])),
        }
    }
    if let [(text, _)] = groups.as_slice() {
        return text.clone();
    }
    let all_more = groups.iter().all(|(text, _)| text.ends_with(OR_MORE));
    let largest = groups.iter().map(|(_, wagers)| wagers.len()).max().unwrap_or(0);
    let mut texts: Vec<String> = Vec::new();
    for (text, wagers) in &groups {
        let text = if all_more { text.trim_end_matches(OR_MORE) } else { text };
        // The longest of the lists is abbreviated, since the short ones imply it.
        let others = wagers.len() == largest && largest > 6;
        let on = if others { "the others".to_owned() } else { enumerate(wagers) };
        texts.push(format!("{text} on {on}"));
    }
    format!("{}{}", texts.join("; "), if all_more { ", each or more" } else { "" })
}

const OR_MORE: &str = " or more";

/// `4 and 10`, `2-2, 3-3 and 4-4`.
fn enumerate(wagers: &[&WagerRule]) -> String {
    let targets: Vec<&str> = wagers.iter().filter_map(|wager| wager.target.as_deref()).collect();
    match targets.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => targets.join(""),
    }
}

fn pays_of(wager: &WagerRule, book: &RuleBook) -> String {
    let mut terms: Vec<String> = Vec::new();
    let mut like: Vec<&str> = Vec::new();
    for term in &wager.pays {
        match term {
            PayTerm::Fixed(pay) => terms.push(pay.format_in(book.currency)),
            PayTerm::ByOption(id) => match (book.option(id), named_after(id, book)) {
                (Some(option), Some(of)) if of.id == wager.id => terms.push(option.allowed.to_string()),
                (_, Some(of)) => like.push(&of.id),
                (option, None) => {
                    let allowed = option.map(|option| option.allowed.to_string().replace(", ", " or "));
                    terms.push(format!("{} ({id})", allowed.unwrap_or_default()));
                }
            },
        }
    }
    if !like.is_empty() {
        let parts = if wager.parts > 1 { format!("in {} parts, ", wager.parts) } else { String::new() };
        terms.push(format!("{parts}as {}", like.join(", ")));
    }
    match wager.paytables.len() {
        0 => {}
        1 => terms.push("by a pay table".to_owned()),
        tables => terms.push(format!("by one of {tables} pay tables")),
    }
    terms.join("; ")
}

/// The wager whose odds an option raises: `place-6` for `place-6-pays`.
pub(super) fn named_after<'b>(option: &str, book: &'b RuleBook) -> Option<&'b WagerRule> {
    let raises = book.option(option).is_some_and(|option| matches!(option.allowed, Allowed::AtLeast(_)));
    option.strip_suffix("-pays").filter(|_| raises).and_then(|wager| book.wager(wager))
}

/// Options that only raise the odds of the wager in their name: there may be one for each wager, all with the same
/// text.
pub(super) fn print_raises(screen: &mut Screen, book: &RuleBook) -> io::Result<()> {
    let raises = |option: &&OptionRule| named_after(&option.id, book).is_some();
    let raises: Vec<&OptionRule> = book.options.iter().filter(raises).collect();
    let (Some(first), Some(last)) = (raises.first(), raises.last()) else { return Ok(()) };
    let mut cites: Vec<&str> = Vec::new();
    for id in raises.iter().flat_map(|option| option.cites.iter().chain(&option.uniform_cites)) {
        if !cites.contains(&id.as_str()) {
            cites.push(id);
        }
    }
    screen.cited("  ", "Better odds where a wager pays “or more”", &cites.join(" "))?;
    let uniform = raises.iter().all(|option| option.uniform);
    let text = format!(
        "{} options, each named after its wager with -pays behind it: {} to {}. Allowed are the odds above or \
         any that pay more (by default those above){}.",
        raises.len(),
        first.id,
        last.id,
        if uniform { "; the same on all tables of the house" } else { "" }
    );
    screen.paragraph(4, PLAIN, &text)
}
