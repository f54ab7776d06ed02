//! Games by id, with their rule books, and helpful words when there is no such game.

use crate::failure::Failure;
use engine::Game;
use rulebook::{RuleBook, TableConfig, TableDraft};
use std::sync::Arc;

/// A game and its rule book.
pub(crate) struct Known {
    pub(crate) game: &'static Game,
    pub(crate) book: RuleBook,
}

/// Finds a game by its id, or by the part after the slash where only one jurisdiction has it.
pub(crate) fn find(id: &str) -> Result<Known, Failure> {
    let game = games::find(id).or_else(|| short(id)).ok_or_else(|| unknown(id))?;
    Ok(Known { game, book: book(game)? })
}

/// The game that a rule set's or game's full or short id means, built or not.
pub(crate) fn rule_set(id: &str) -> Result<&'static str, Failure> {
    let ids = || games::RULE_SETS.iter().map(|(_, id)| *id);
    let full = ids().find(|known| *known == id);
    let named = || one(ids().filter(|known| known.rsplit('/').next() == Some(id)));
    full.or_else(named).ok_or_else(|| {
        let all: Vec<&str> = ids().collect();
        Failure::usage(format!("there is no game \"{id}\"; known are: {}", all.join(", ")))
    })
}

/// A game's rule book, which the build has checked.
pub(crate) fn book(game: &Game) -> Result<RuleBook, Failure> {
    RuleBook::parse(game.rulebook).map_err(|findings| {
        let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
        Failure::Fault(format!("the rule book of {} is broken: {}", game.id, all.join("; ")))
    })
}

/// Rule books by id, as lint asks for them.
pub(crate) fn shelf(id: &str) -> Option<Arc<RuleBook>> {
    let game = games::find(id)?;
    RuleBook::parse(game.rulebook).ok().map(Arc::new)
}

/// A table by the book's defaults in which the dealer releases each step, with a few words of settings.
pub(crate) fn table(known: &Known, settings: &str) -> Result<TableConfig, Failure> {
    let mut draft = TableDraft::with_defaults(&known.book);
    draft.set("steps", "by-dealer", None);
    draft.set_words(&known.book, settings, None);
    draft.check(&known.book).map_err(|findings| {
        let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
        Failure::usage(all.join("; "))
    })
}

fn short(id: &str) -> Option<&'static Game> {
    one(games::GAMES.iter().copied().filter(|game| game.id.rsplit('/').next() == Some(id)))
}

fn one<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    if items.next().is_some() { None } else { Some(first) }
}

fn unknown(id: &str) -> Failure {
    let known: Vec<&str> = games::GAMES.iter().map(|game| game.id).collect();
    let planned = games::RULE_SETS.iter().any(|(_, known)| *known == id);
    let what = if planned { "is not built yet" } else { "is no game" };
    Failure::usage(format!(
        "\"{id}\" {what}; `croupier games` lists what can be played: {}",
        known.join(", ")
    ))
}
