//! What a game must answer about its document.

use super::line::{Bet, Wanted};
use crate::poker::pay::{Pays, Price};
use engine::{Outcome, What};
use rulebook::TableConfig;

/// How far a spin has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// Nothing turns and bets are open.
    Before,
    /// It turns and bets are open still.
    Turning,
    /// Bets are closed and the result is awaited.
    Closed,
}

/// What a mishap does to a spin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The round is void and every wager goes back.
    Void,
    /// It is no spin; wagers stand. The ball may have to be looked at first.
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
    /// What it does.
    pub follows: Follows,
    /// The paragraph, for people.
    pub why: &'static str,
}

/// How a wager ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Paid at these odds.
    Wins(Price),
    /// Collected.
    Loses,
    /// Neither, under this name.
    Neither(Outcome),
    /// Paid this amount in place of the stake.
    Amount(i64),
    /// Paid a part of all of the meter in place of the stake.
    Meter,
}

/// What cards come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// Nothing that the account must know.
    Noted,
    /// The result.
    Result(String),
    /// It is as if bets had not been closed.
    Reopened,
}

/// What a house has chosen that every game of a layout knows.
#[derive(Clone, Debug)]
pub struct House {
    /// How the table pays.
    pub pays: Pays,
    /// Whether wagers may be made for the dealers.
    pub dealer_bets: bool,
    /// The places.
    pub places: u8,
}

impl House {
    /// Reads the table's choices; what it does not choose is the default.
    ///
    /// # Panics
    /// When it has a word that is not known.
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
    /// What the house has chosen.
    fn house(&self) -> &House;

    /// Whether the layout has an area for the wager; if not, by which paragraph.
    ///
    /// # Errors
    /// Why there is none.
    fn has(&self, wager: &str) -> Result<(), String>;

    /// Whether the wager may be made for the dealers.
    fn is_for_dealers(&self, _wager: &str) -> bool {
        self.house().dealer_bets
    }

    /// The least and the greatest stake and the step, in minor units; `None` where the table has posted none.
    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)>;

    /// How far a spin is by a step of staff; `None` where the step is of another matter.
    fn moment_of(&self, step: &str) -> Option<Moment>;

    /// Mishaps that make a spin invalid.
    fn mishaps(&self) -> &'static [Mishap];

    /// Whether this result is none, and the ball is spun again.
    fn is_no_spin(&self, result: &str) -> bool;

    /// The odds at which the wager wins by this result; `None` where it loses.
    ///
    /// # Errors
    /// That the game has no such wager or the wheel no such result.
    fn wins(&self, wager: &str, result: &str) -> Result<Option<Price>, String>;

    /// How the wager ends by this result.
    ///
    /// # Errors
    /// As above.
    fn fate(&self, wager: &str, result: &str) -> Result<Fate, String> {
        Ok(self.wins(wager, result)?.map_or(Fate::Loses, Fate::Wins))
    }

    /// In which order lines follow; the bets stand in the order in which they were made.
    ///
    /// # Errors
    /// That something cannot be paid.
    fn settles(&self, decided: Vec<(Bet, Fate)>) -> Result<Vec<Wanted>, String> {
        let (lost, won): (Vec<_>, Vec<_>) = decided.into_iter().partition(|(_, fate)| *fate == Fate::Loses);
        lost.into_iter().chain(won).map(|(bet, fate)| self.line_of(bet, fate)).collect()
    }

    /// The line of a wager that ends so.
    ///
    /// # Errors
    /// That it cannot be paid.
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

    /// The meter that its wagers may win.
    fn meter(&self) -> Option<&'static str> {
        None
    }

    /// The smallest part of what a meter grants, in minor units.
    fn award_coin(&self) -> i64 {
        1
    }

    /// Whether a wager for the dealers lies in front of the patron's own and goes with it.
    fn dealers_follow(&self) -> bool {
        false
    }

    /// Follows cards and what is said of them, where the game has some, beside the bets of patrons who are there.
    ///
    /// # Errors
    /// In what the record differs from the text.
    fn cards(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> Result<Dealt, String> {
        let _ = (closed, bets);
        match what {
            What::CardLaid { .. } | What::RolledThree { .. } => {
                Err("there are neither dice nor cards nor meters".into())
            }
            _ => Ok(Dealt::Noted),
        }
    }

    /// Whether the cards are over by this, and shuffled next.
    fn ends_shoe(&self, what: &What) -> bool {
        let _ = what;
        false
    }

    /// Whether something can go wrong with what brings the result.
    fn is_going(&self, moment: Moment) -> bool {
        moment != Moment::Before
    }

    /// Whether chips may be moved while bets are open.
    ///
    /// # Errors
    /// Why not.
    fn takes_bets(&self) -> Result<(), String> {
        Ok(())
    }

    /// Whether a wager of this stake may lie there beside the others.
    ///
    /// # Errors
    /// Why not.
    fn may_lie(&self, bet: &Bet, stake: i64, others: &[&Bet]) -> Result<(), String> {
        let _ = (bet, stake, others);
        Ok(())
    }

    /// The paragraphs by which chips count as they are found when bets have closed; none where they do not.
    fn found(&self) -> &'static [&'static str];

    /// What the marker on the layout shows after this result; `None` where the game has no marker.
    fn marked(&self, result: &str) -> Option<u16>;
}
