//! Second settlements, one folder a game: slow, obvious, written from the rule text alone.
//!
//! None shares code with `crates/games`; poker tables share the reading of a round with each other (`poker`), and so do
//! games of a layout and one result (`layout`). [`checker`]
//! chooses the one of a game, by what its folder says of itself ([`Settles`]); it is fed every event of a session in order
//! and says where the record departs from the document.

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
    /// Takes the next event.
    ///
    /// # Errors
    /// In what the record differs from the rule text, in words.
    fn see(&mut self, event: &Event) -> Result<(), String>;

    /// The record ends here.
    ///
    /// # Errors
    /// What should have been told by now.
    fn end(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Which games a folder settles, and how; each has one, and `build.rs` finds the folders.
pub struct Settles {
    /// The games, by their ids.
    pub games: &'static [&'static str],
    /// The second settlement for a table of this file.
    pub by: fn(&RuleBook, &TableConfig) -> Box<dyn Checker>,
}

/// The second settlement of a game, for a table of this file.
///
/// # Errors
/// That nobody has written one.
pub fn checker(game: &str, book: &RuleBook, config: &TableConfig) -> Result<Box<dyn Checker>, String> {
    let settles = ALL.iter().find(|settles| settles.games.contains(&game));
    let settles = settles.ok_or(format!("{game} has no second settlement: write one in crates/second"))?;
    Ok((settles.by)(book, config))
}

/// A settlement that looks at one finished round at a time.
pub(crate) struct Rounds<F> {
    /// The round under way, from its opening.
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
        // What comes between two rounds belongs to neither.
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
