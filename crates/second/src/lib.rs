//! Second settlements, one folder a game: slow, obvious, written from the rule text alone.
//!
//! None shares code with `crates/games`; poker tables share the reading of a round with each other (`poker`). [`checker`]
//! chooses the one of a game; it is fed every event of a session in order and says where the record departs from the
//! document.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "it is part of the tests, which stop at the first surprise"
)]
#![allow(missing_docs, reason = "it is read beside the rule text, not as a library")]

pub mod blackjack;
pub mod craps;
pub mod deuces_wild_xtreme;
pub mod dj_wild;
pub mod free_bet;
pub mod let_it_ride;
pub mod poker;
pub mod pontoon;
pub mod texas_holdem_bonus;
pub mod ultimate_texas_holdem;

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

/// The second settlement of a game, for a table of this file.
///
/// # Errors
/// That nobody has written one.
pub fn checker(game: &str, book: &RuleBook, config: &TableConfig) -> Result<Box<dyn Checker>, String> {
    match game {
        "ohio/blackjack" => {
            let terms = blackjack::Terms::read(config);
            Ok(Rounds::checked(move |round| blackjack::check(round, &terms)))
        }
        "ohio/free-bet-blackjack" | "colorado/ride-free" | "colorado/blackjack" => {
            let terms = free_bet::Terms::read(book, config);
            Ok(Rounds::checked(move |round| free_bet::check(round, &terms)))
        }
        "singapore/pontoon-plus" => Ok(Box::new(pontoon::Watch::new(pontoon::Terms::read(config)))),
        "ohio/craps" => Ok(Box::new(craps::Account::new(config, book))),
        "ohio/ultimate-texas-holdem" => {
            let terms = ultimate_texas_holdem::Terms::read(config);
            Ok(Rounds::checked(move |round| poker::check(round, &terms)))
        }
        "ohio/dj-wild" => {
            let terms = dj_wild::Terms::read(config);
            Ok(Rounds::checked(move |round| dj_wild::check(round, &terms)))
        }
        "colorado/deuces-wild-xtreme" => {
            let terms = deuces_wild_xtreme::Terms::read(config);
            Ok(Rounds::checked(move |round| deuces_wild_xtreme::check(round, &terms)))
        }
        "ohio/texas-holdem-bonus" => {
            let terms = texas_holdem_bonus::Terms::read(config);
            Ok(Rounds::checked(move |round| poker::check(round, &terms)))
        }
        "ohio/let-it-ride" => {
            let terms = let_it_ride::Terms::read(config);
            Ok(Rounds::checked(move |round| poker::check(round, &terms)))
        }
        _ => Err(format!("{game} has no second settlement: write one in crates/second")),
    }
}

/// A settlement that looks at one finished round at a time.
struct Rounds<F> {
    /// The round under way, from its opening.
    round: Vec<Event>,
    check: F,
}

impl<F: Fn(&[Event]) -> Result<(), String> + 'static> Rounds<F> {
    fn checked(check: F) -> Box<dyn Checker> {
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
