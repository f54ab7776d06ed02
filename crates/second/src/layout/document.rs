//! What each game must answer about its document.

use super::line::{Bet, Wanted};
use crate::poker::pay::{Pays, Price};
use engine::{Outcome, What};
use rulebook::TableConfig;

/// The states of a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// The wheel does not turn and bets are open.
    Before,
    /// The wheel turns and bets are still open.
    Turning,
    /// Bets are closed and there is no result yet.
    Closed,
}

/// The effect of a mishap on a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The round is void and every wager is returned.
    Void,
    /// The spin is invalid; wagers stand. The ball may have to be inspected first.
    Again {
        /// Whether the ball is inspected before it is spun again.
        inspected: bool,
    },
}

/// A mishap that makes a spin invalid.
#[derive(Clone, Copy, Debug)]
pub struct Mishap {
    /// The word of the report.
    pub word: &'static str,
    /// Its effect.
    pub follows: Follows,
    /// The paragraph, for messages.
    pub why: &'static str,
}

/// How a wager ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Paid at these odds.
    Wins(Price),
    /// Collected.
    Loses,
    /// Neither won nor lost, with this outcome.
    Neither(Outcome),
    /// Paid this amount; the stake is not returned.
    Amount(i64),
    /// Paid a part of the whole meter; the stake is not returned.
    Meter,
}

/// The effect of cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// No effect on the account.
    Noted,
    /// They give the result.
    Result(String),
    /// Bets are open again, as if they had not been closed.
    Reopened,
}

/// The choices of the house that all layout games share.
#[derive(Clone, Debug)]
pub struct House {
    /// The table's coin and rounding.
    pub pays: Pays,
    /// Whether wagers may be made for the dealers.
    pub dealer_bets: bool,
    /// The number of places.
    pub places: u8,
}

impl House {
    /// Reads the table's choices; the others have their defaults.
    ///
    /// # Panics
    /// If it has an unknown word.
    pub fn read(table: &TableConfig) -> House {
        let dealer_bets = match table.option("dealer-bets") {
            "" | "offered" => true,
            "not-offered" => false,
            other => panic!("dealer-bets is {other}"),
        };
        House { pays: Pays::read(table), dealer_bets, places: table.boxes }
    }
}

/// A game's document.
pub trait Document {
    /// Returns the choices of the house.
    fn house(&self) -> &House;

    /// Checks that the layout has an area for the wager.
    ///
    /// # Errors
    /// Returns the paragraph by which there is none.
    fn has(&self, wager: &str) -> Result<(), String>;

    /// Whether the wager may be made for the dealers.
    fn is_for_dealers(&self, _wager: &str) -> bool {
        self.house().dealer_bets
    }

    /// Returns the smallest and the largest stake and the step, in minor units; `None` if the table has posted none.
    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)>;

    /// Returns the state of the spin after a step of staff; `None` if the step does not concern it.
    fn moment_of(&self, step: &str) -> Option<Moment>;

    /// Returns the mishaps that make a spin invalid.
    fn mishaps(&self) -> &'static [Mishap];

    /// Whether this result does not count, so that the ball is spun again.
    fn is_no_spin(&self, result: &str) -> bool;

    /// Returns the odds at which the wager wins with this result; `None` if it loses.
    ///
    /// # Errors
    /// Fails if the game has no such wager or the wheel no such result.
    fn wins(&self, wager: &str, result: &str) -> Result<Option<Price>, String>;

    /// Returns how the wager ends with this result.
    ///
    /// # Errors
    /// As [`Document::wins`].
    fn fate(&self, wager: &str, result: &str) -> Result<Fate, String> {
        Ok(self.wins(wager, result)?.map_or(Fate::Loses, Fate::Wins))
    }

    /// Returns the lines in their order; the bets are in the order in which they were made.
    ///
    /// # Errors
    /// Fails if something cannot be paid.
    fn settles(&self, decided: Vec<(Bet, Fate)>) -> Result<Vec<Wanted>, String> {
        let (lost, won): (Vec<_>, Vec<_>) = decided.into_iter().partition(|(_, fate)| *fate == Fate::Loses);
        lost.into_iter().chain(won).map(|(bet, fate)| self.line_of(bet, fate)).collect()
    }

    /// Returns the line of a wager that ends in this way.
    ///
    /// # Errors
    /// Fails if it cannot be paid.
    fn line_of(&self, bet: Bet, fate: Fate) -> Result<Wanted, String> {
        Ok(match fate {
            Fate::Wins(price) => {
                let paid = self.house().pays.win(bet.stake, price)?;
                Wanted::wins(bet, price, paid)
            }
            Fate::Loses => Wanted::loses(bet),
            Fate::Neither(outcome) => Wanted::neither(bet, outcome),
            Fate::Amount(amount) => Wanted::amount(bet, amount),
            Fate::Meter => return Err(format!("{bet} waits for its meter")),
        })
    }

    /// Returns the meter that its wagers may win.
    fn meter(&self) -> Option<&'static str> {
        None
    }

    /// Returns the smallest part of what a meter grants, in minor units.
    fn award_coin(&self) -> i64 {
        1
    }

    /// Whether a wager for the dealers lies in front of the patron's own and is settled with it.
    fn dealers_follow(&self) -> bool {
        false
    }

    /// Processes cards, and reports on them, if the game has cards. `bets` are the bets of patrons who are present.
    ///
    /// # Errors
    /// Returns how the record differs from the text.
    fn cards(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> Result<Dealt, String> {
        let _ = (closed, bets);
        match what {
            What::CardLaid { .. } | What::RolledThree { .. } => {
                Err("there are neither dice nor cards nor meters".into())
            }
            _ => Ok(Dealt::Noted),
        }
    }

    /// Whether this event ends the shoe, so that the cards are shuffled next.
    fn ends_shoe(&self, what: &What) -> bool {
        let _ = what;
        false
    }

    /// Whether something can go wrong now with the device that gives the result.
    fn is_going(&self, moment: Moment) -> bool {
        moment != Moment::Before
    }

    /// Checks that chips may be moved while bets are open.
    ///
    /// # Errors
    /// Returns why not.
    fn takes_bets(&self) -> Result<(), String> {
        Ok(())
    }

    /// Checks that a wager of this stake may be made beside the others.
    ///
    /// # Errors
    /// Returns why not.
    fn may_lie(&self, bet: &Bet, stake: i64, others: &[&Bet]) -> Result<(), String> {
        let _ = (bet, stake, others);
        Ok(())
    }

    /// Returns the paragraphs by which chips count as they are found after bets have closed; empty if they do not
    /// count.
    fn found(&self) -> &'static [&'static str];

    /// Returns what the marker on the layout shows after this result; `None` if the game has no marker.
    fn marked(&self, result: &str) -> Option<u16>;
}
