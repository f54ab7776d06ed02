//! Second settlements, one folder per game: slow, obvious, written from the rule text alone.
//!
//! None shares code with `crates/games`. The poker tables share the code that reads a round (`poker`), and so do games
//! of a layout and one result (`layout`). [`checker`] picks the one for a game, from the declarations of the folders
//! ([`Settles`]). A checker receives every event of a session in order and reports where the record departs from the
//! document.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "it is part of the tests, which stop at the first surprise"
)]
#![allow(missing_docs, reason = "it is read beside the rule text, not as a library")]

pub mod layout;
pub mod poker;

include!(concat!(env!("OUT_DIR"), "/games.rs"));

use engine::{Event, What};
use rulebook::{RuleBook, TableConfig};

/// A second settlement that follows one table from its opening.
pub trait Checker {
    /// Processes the next event.
    ///
    /// # Errors
    /// Returns how the record differs from the rule text, in words.
    fn see(&mut self, event: &Event) -> Result<(), String>;

    /// Ends the record.
    ///
    /// # Errors
    /// Returns what should have come by now.
    fn end(&self) -> Result<(), String> {
        Ok(())
    }
}

/// The games that a folder settles, and how to build their checker. Each folder has one; `build.rs` finds the folders.
pub struct Settles {
    /// The games, by their ids.
    pub games: &'static [&'static str],
    /// Builds the second settlement for a table of this file.
    pub by: fn(&RuleBook, &TableConfig) -> Box<dyn Checker>,
}

/// Builds the second settlement of a game, for a table of this file.
///
/// # Errors
/// Fails if there is none for the game.
pub fn checker(game: &str, book: &RuleBook, config: &TableConfig) -> Result<Box<dyn Checker>, String> {
    let settles = ALL.iter().find(|settles| settles.games.contains(&game));
    let settles = settles.ok_or(format!("{game} has no second settlement: write one in crates/second"))?;
    Ok((settles.by)(book, config))
}

/// A settlement that checks one finished round at a time.
pub(crate) struct Rounds<F> {
    /// The current round, from its opening.
    round: Vec<Event>,
    check: F,
}

impl<F: Fn(&[Event]) -> Result<(), String> + 'static> Rounds<F> {
    pub(crate) fn checked(check: F) -> Box<dyn Checker> {
        Box::new(Rounds { round: Vec::new(), check })
    }
}

impl<F: Fn(&[Event]) -> Result<(), String>> Checker for Rounds<F> {
    fn see(&mut self, event: &Event) -> Result<(), String> {
        let opens = matches!(event.what, What::RoundOpened { .. });
        if opens {
            self.round.clear();
        }
        // Events between two rounds belong to neither.
        if opens || !self.round.is_empty() {
            self.round.push(*event);
        }
        if !matches!(event.what, What::RoundEnded { .. }) {
            return Ok(());
        }
        let checked = (self.check)(&self.round);
        self.round.clear();
        checked
    }
}

impl Checker for craps::Account {
    fn see(&mut self, event: &Event) -> Result<(), String> {
        craps::Account::see(self, event)
    }

    fn end(&self) -> Result<(), String> {
        let left = self.outstanding();
        if left.is_empty() { Ok(()) } else { Err(left.join("\n")) }
    }
}

impl Checker for pontoon::Watch {
    fn see(&mut self, event: &Event) -> Result<(), String> {
        pontoon::Watch::see(self, event)
    }

    fn end(&self) -> Result<(), String> {
        pontoon::Watch::end(self)
    }
}
