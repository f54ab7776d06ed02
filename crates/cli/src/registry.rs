//! Games by id, with their rule books, and helpful messages for unknown games.

use crate::failure::Failure;
use engine::{Game, Irregularity};
use games::SideBetSet;
use rulebook::{Finding, OptionRule, RuleBook, TableConfig, TableDraft};
use std::sync::Arc;

/// A game and its rule book.
pub(crate) struct Known {
    pub(crate) game: &'static Game,
    pub(crate) book: Arc<RuleBook>,
}

/// A rule book to show: that of a game, or of side bets that are added to games.
pub(crate) struct Shown {
    pub(crate) id: &'static str,
    pub(crate) book: Arc<RuleBook>,
    /// The irregularities of a table; empty for side bets, which have no table.
    pub(crate) irregularities: &'static [Irregularity],
}

/// Finds a rule book by the full or short id of its game or of its set of side bets.
pub(crate) fn shown(id: &str) -> Result<Shown, Failure> {
    match side_bets(id) {
        Some(set) => Ok(Shown { id: set.id, book: side_bet_book(set)?, irregularities: &[] }),
        None => find(id).map(|Known { game, book }| Shown {
            id: game.id,
            book,
            irregularities: game.vocabulary.irregularities,
        }),
    }
}

/// Finds a game by its id, or by the part after the slash if only one jurisdiction has it.
pub(crate) fn find(id: &str) -> Result<Known, Failure> {
    let game = games::find(id).or_else(|| short(id)).ok_or_else(|| unknown(id))?;
    Ok(Known { game, book: book(game)? })
}

/// The full id of a rule set or game, implemented or not. Some games have no rule set.
pub(crate) fn rule_set(id: &str) -> Result<&'static str, Failure> {
    let without = || games::GAMES.iter().map(|game| game.id).filter(|id| games::prefix(id).is_none());
    let ids = || games::RULE_SETS.iter().map(|(_, id)| *id).chain(without());
    let full = ids().find(|known| *known == id);
    let named = || one(ids().filter(|known| known.rsplit('/').next() == Some(id)));
    full.or_else(named).ok_or_else(|| {
        let all: Vec<&str> = ids().collect();
        Failure::usage(format!("there is no game \"{id}\"; known are: {}", all.join(", ")))
    })
}

/// Returns a game's rule book, which the build has checked.
pub(crate) fn book(game: &Game) -> Result<Arc<RuleBook>, Failure> {
    game.book().map_err(|findings| broken(game.id, &findings))
}

/// Returns the rule book of a set of side bets, which the build has checked.
pub(crate) fn side_bet_book(set: &SideBetSet) -> Result<Arc<RuleBook>, Failure> {
    set.book().map_err(|findings| broken(set.id, &findings))
}

fn broken(id: &str, findings: &[Finding]) -> Failure {
    let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
    Failure::Fault(format!("the rule book of {id} is broken: {}", all.join("; ")))
}

/// The message for a table that may be studied and not opened.
pub(crate) fn study_note(config: &TableConfig) -> Option<&'static str> {
    config.study.then_some("A study table, for analysis only: it may not be opened to the public.")
}

/// The interpretations of unclear texts that a figure of this table depends on: options that cite both paragraphs and a
/// ruling, such as `split-ace-cards one (RULING-FBB-8)`.
pub(crate) fn readings(book: &RuleBook, config: &TableConfig) -> Vec<String> {
    let is_ruling = |cite: &&String| cite.starts_with("RULING-");
    let reading = |option: &OptionRule| {
        let paragraphs = option.cites.iter().any(|cite| !is_ruling(&cite));
        let ruling = option.cites.iter().find(is_ruling).filter(|_| paragraphs)?;
        Some(format!("{} {} ({ruling})", option.id, config.option(&option.id)))
    };
    book.options.iter().filter_map(reading).collect()
}

/// Rule books by id, for lint.
pub(crate) fn shelf(id: &str) -> Option<Arc<RuleBook>> {
    match games::find(id) {
        Some(game) => game.book().ok(),
        None => games::find_side_bets(id)?.book().ok(),
    }
}

/// Returns a table with the book's defaults and the given settings, in which the dealer releases each step.
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

fn side_bets(id: &str) -> Option<&'static SideBetSet> {
    let named = || one(games::SIDE_BETS.iter().filter(|set| set.id.rsplit('/').next() == Some(id)));
    games::find_side_bets(id).or_else(|| if short(id).is_some() { None } else { named() })
}

fn one<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    if items.next().is_some() { None } else { Some(first) }
}

fn unknown(id: &str) -> Failure {
    let known: Vec<&str> = games::GAMES.iter().map(|game| game.id).collect();
    let planned = games::RULE_SETS.iter().any(|(_, known)| *known == id);
    let several: Vec<&str> =
        known.iter().copied().filter(|known| known.rsplit('/').next() == Some(id)).collect();
    if !several.is_empty() {
        return Failure::usage(format!(
            "\"{id}\" is a game of several states: write {}",
            several.join(" or ")
        ));
    }
    let what = match planned {
        _ if side_bets(id).is_some() => "is a set of side bets, offered at tables of other games",
        true => "is not built yet",
        false => "is no game",
    };
    match games::meant(id).filter(|_| !planned && side_bets(id).is_none()) {
        Some(near) => Failure::usage(format!("\"{id}\" {what}; did you mean {near}?")),
        None => Failure::usage(format!(
            "\"{id}\" {what}; `croupier games` lists what can be played: {}",
            known.join(", ")
        )),
    }
}
