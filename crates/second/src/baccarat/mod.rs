//! A second settlement of Ohio's two baccarats with cards, slow and obvious, written from the rule texts alone.
//!
//! [`crate::layout`] reads the record; this module contains what the documents say, and [`cards`] follows the shoe and
//! the hands. The references in comments are paragraphs of OH-MB and, after a slash, of OH-DBB.

pub mod cards;
pub mod holders;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::{DRAGON, Terms};

use crate::layout::line::{Bet, Wanted};
use crate::layout::{Account, Dealt, Document, Fate, Follows, House, Mishap, Moment};
use crate::poker::pay::Price;
use cards::Result as Hands;
use engine::{Beneficiary, Outcome, What};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/mini-baccarat", "ohio/dragon-bonus-baccarat"],
    by: |book, config| Box::new(Account::new(Terms::read(&book.id, config))),
};

/// Selects the bets that are settled now.
type Chosen<'c> = &'c dyn Fn(&Bet, Fate) -> bool;

const MAIN: [&str; 3] = ["player", "banker", "tie"];

impl Terms {
    /// 5.I.D / 8.I.E, 10.IV / 13.IV: the bonus on one hand, against the other.
    fn dragon(own: cards::Count, other: cards::Count) -> Fate {
        let price = |line: &str| {
            let row = DRAGON.iter().find(|(name, _)| *name == line);
            row.map_or(Fate::Loses, |(_, price)| Fate::Wins(*price))
        };
        let more = i16::from(own.points) - i16::from(other.points);
        if own.natural() {
            return match (other.natural(), more) {
                (false, _) => price("natural"),
                (true, 1) => price("natural"),
                // 5.I.D.3 / 13.IV/T1.
                (true, 0) => Fate::Neither(Outcome::Pushes),
                (true, _) => Fate::Loses,
            };
        }
        match more {
            4..=9 => price(&format!("by-{more}")),
            _ => Fate::Loses,
        }
    }

    fn is_main(bet: &Bet) -> bool {
        MAIN.contains(&bet.kind)
    }
}

impl Document for Terms {
    fn house(&self) -> &House {
        &self.house
    }

    /// 5.I / 8.I.
    fn has(&self, wager: &str) -> Result<(), String> {
        if self.limits.contains_key(wager) { Ok(()) } else { Err(format!("this layout has no {wager}")) }
    }

    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)> {
        self.limits.get(wager).copied()
    }

    /// 6.II / 9.II.
    fn moment_of(&self, step: &str) -> Option<Moment> {
        (step == "no-more-bets").then_some(Moment::Closed)
    }

    /// 11.V / 14.V.
    fn mishaps(&self) -> &'static [Mishap] {
        &[Mishap { word: "shoe-ran-out", follows: Follows::Void, why: "11.V" }]
    }

    fn is_no_spin(&self, _: &str) -> bool {
        false
    }

    fn wins(&self, wager: &str, result: &str) -> Result<Option<Price>, String> {
        Ok(match self.fate(wager, result)? {
            Fate::Wins(price) => Some(price),
            _ => None,
        })
    }

    fn fate(&self, wager: &str, result: &str) -> Result<Fate, String> {
        let Hands { player, banker } = result.parse()?;
        // 8.I.A.1: the exception.
        let seven = banker.points == 7 && banker.cards == 3 && banker.points > player.points;
        let even = |wins: bool| if wins { Fate::Wins((1, 1)) } else { Fate::Loses };
        let tie = player.points == banker.points;
        Ok(match wager {
            "player" | "banker" if tie => Fate::Neither(Outcome::Returned),
            "player" => even(player.points > banker.points),
            "banker" if self.commission_free && seven => Fate::Neither(Outcome::Pushes),
            "banker" => even(banker.points > player.points),
            "tie" if tie => Fate::Wins(self.tie),
            "tie" => Fate::Loses,
            "dragon-player" => Terms::dragon(player, banker),
            "dragon-banker" => Terms::dragon(banker, player),
            "fortune-7" if seven => Fate::Wins((40, 1)),
            "fortune-7" => Fate::Loses,
            other => return Err(format!("no wager is called {other}")),
        })
    }

    /// A win of the dealers is not charged.
    fn is_for_dealers(&self, wager: &str) -> bool {
        self.house.dealer_bets && (self.vigorish.is_none() || wager != "banker")
    }

    /// 9.II, 12.III.A / 12.II, 15.III.A; from the highest place down.
    fn settles(&self, decided: Vec<(Bet, Fate)>) -> Result<Vec<Wanted>, String> {
        let mut wanted = Vec::new();
        let mut places: Vec<u8> = decided.iter().map(|(bet, _)| bet.spot.box_number).collect();
        places.sort_unstable();
        places.dedup();
        places.reverse();
        let mut walk = |chosen: &[Chosen<'_>]| -> Result<(), String> {
            for place in &places {
                for is_chosen in chosen {
                    for (bet, fate) in &decided {
                        if bet.spot.box_number != *place || !is_chosen(bet, *fate) {
                            continue;
                        }
                        // 10.III, 9.II: the vigorish before the payment; 10.V: or owed after it.
                        let mut debt = None;
                        if let Fate::Wins(price) = fate
                            && bet.kind == "banker"
                            && let Some(percent) = self.vigorish
                        {
                            let won = self.house.pays.win(bet.stake, *price)?;
                            let charged = self.house.pays.win(won, (percent, 100))?;
                            match charged {
                                0 => {}
                                _ if self.put_off => debt = Some(Wanted::debt(bet.clone(), charged)),
                                _ => wanted.push(Wanted::charge(bet.clone(), charged)),
                            }
                        }
                        wanted.push(self.line_of(bet.clone(), *fate)?);
                        wanted.extend(debt);
                    }
                }
            }
            Ok(())
        };
        walk(&[&|_, fate| fate == Fate::Loses])?;
        let bonus = |bet: &Bet, fate| fate != Fate::Loses && !Terms::is_main(bet);
        let main = |bet: &Bet, fate| fate != Fate::Loses && Terms::is_main(bet);
        if self.patron_by_patron {
            walk(&[&bonus, &main])?;
        } else {
            walk(&[&bonus])?;
            walk(&[&main])?;
        }
        Ok(wanted)
    }

    fn cards(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> Result<Dealt, String> {
        self.cards.see(what, closed, bets)
    }

    /// 7.V, 2b.VIII, 11.V: what is left of the shoe is put away, or all cards are spread.
    fn ends_shoe(&self, what: &What) -> bool {
        match what {
            What::Collected { place, .. } => *place == engine::Place::Next,
            What::Stepped { step, .. } => step.word() == "spread-cards",
            _ => false,
        }
    }

    fn is_going(&self, moment: Moment) -> bool {
        moment != Moment::Before || self.cards.is_dealing()
    }

    /// 11.III, 11.IV / 14.III, 14.IV.
    fn takes_bets(&self) -> Result<(), String> {
        if self.cards.is_dealing() { Err("chips move in a simulated round (11.III)".into()) } else { Ok(()) }
    }

    /// 12.II / 15.II.
    fn may_lie(&self, bet: &Bet, stake: i64, others: &[&Bet]) -> Result<(), String> {
        let own = |other: &&&Bet| other.patron == bet.patron && other.beneficiary == Beneficiary::Patron;
        if Terms::is_main(bet) || others.iter().filter(own).any(|other| Terms::is_main(other)) {
            return Ok(());
        }
        if self.commission_free {
            return Err(format!("{bet} lies without a main wager (15.II)"));
        }
        let least =
            ["player", "banker"].iter().filter_map(|main| self.limits.get(*main)).map(|(min, ..)| *min).min();
        match least.filter(|least| stake < *least) {
            Some(least) => Err(format!("{bet} lies alone and is less than {least} (12.II)")),
            None => Ok(()),
        }
    }

    fn found(&self) -> &'static [&'static str] {
        &[]
    }

    fn marked(&self, _: &str) -> Option<u16> {
        None
    }
}
