//! A second settlement of Colorado's three-dice baccarat, slow and obvious, written from the rule text alone.
//!
//! [`crate::layout`] reads the record; this module contains what the document says, and [`cups`] follows the cups. The
//! references in comments are paragraphs of CO-3DB.

pub mod cups;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::{EVENTS, Terms};

use crate::layout::line::{Bet, Wanted};
use crate::layout::{Account, Dealt, Document, Fate, Follows, House, Mishap, Moment};
use crate::poker::pay::Price;
use engine::{Beneficiary, Outcome, What};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["colorado/three-dice-baccarat"],
    by: |book, config| Box::new(Account::new(Terms::read(book, config))),
};

const STANDARD: [&str; 3] = ["player", "banker", "tie"];

/// What three dice are: sorted faces, their value, whether they are a triple or a straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    /// From the lowest up.
    pub faces: [u8; 3],
}

impl Hand {
    /// Reads dice as they are printed: `3-4-6`.
    ///
    /// # Errors
    /// Fails unless there are three faces from one to six.
    pub fn read(text: &str) -> Result<Hand, String> {
        let faces: Vec<u8> = text.split('-').filter_map(|face| face.parse().ok()).collect();
        let mut faces: [u8; 3] = faces.try_into().map_err(|_| format!("{text} is no throw of three dice"))?;
        if faces.iter().any(|face| !(1..=6).contains(face)) {
            return Err(format!("{text} is no throw of three dice"));
        }
        faces.sort_unstable();
        Ok(Hand { faces })
    }

    /// 1: the last digit of the sum.
    pub fn value(self) -> u8 {
        let sum: u8 = self.faces.iter().sum();
        if sum >= 10 { sum - 10 } else { sum }
    }

    /// 12.A.III, 14.A.III: 111, 222 and so on.
    pub fn triple(self) -> Option<u8> {
        (1..=6).find(|face| self.faces == [*face; 3])
    }

    /// 12.A.IV: the four straights.
    pub fn straight(self) -> bool {
        [[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5, 6]].contains(&self.faces)
    }
}

/// 12, SE-01 to SE-13: whether the event has occurred.
pub fn has_come(event: &str, player: Hand, banker: Hand) -> Result<bool, String> {
    let (p, b) = (player.value(), banker.value());
    // Q049: if no hand is named, either one counts.
    let over = |high: u8, low: u8| (p, b) == (high, low) || (b, p) == (high, low);
    let triple = |faces: &[u8]| {
        faces.iter().any(|face| player.triple() == Some(*face) || banker.triple() == Some(*face))
    };
    Ok(match event {
        "golden-3" => over(3, 0),
        "golden-3-player" => p == 3 && b == 0,
        "golden-3-banker" => b == 3 && p == 0,
        "sun-7" => b == 7 && b > p,
        "moon-8" => p == 8 && p > b,
        "triple-3" => triple(&[3]),
        "triple-1-or-6" => triple(&[1, 6]),
        "any-triple" => player.triple().is_some() || banker.triple().is_some(),
        "nine-over-six" => over(9, 6),
        "double-straight" => player.straight() && banker.straight(),
        "zero-or-nine-tie" => p == b && (p == 0 || p == 9),
        "five-tie" => p == 5 && b == 5,
        "one-over-zero" => over(1, 0),
        other => return Err(format!("no event is called {other}")),
    })
}

/// 14, TRI: returns the line that is paid, the highest of those that are met.
pub fn line_of_triples(player: Hand, banker: Hand) -> Option<usize> {
    let both = (player.triple(), banker.triple());
    let one_has = |face: u8| both.0 == Some(face) || both.1 == Some(face);
    match both {
        (Some(3), Some(3)) => Some(0),
        (Some(3), Some(6)) | (Some(6), Some(3)) => Some(1),
        (Some(_), Some(_)) => Some(2),
        (None, None) => None,
        _ if one_has(3) => Some(3),
        _ if one_has(1) || one_has(2) => Some(4),
        _ => Some(5),
    }
}

impl Terms {
    /// 10.B, 13: on one hand, against the other.
    fn talons(&self, hand: usize, own: u8, other: u8) -> Fate {
        let (lines, tie_pushes) = self.talons[hand];
        if own == other {
            return match tie_pushes {
                true => Fate::Neither(Outcome::Pushes),
                false => Fate::Loses,
            };
        }
        // Q048: a win by less than is printed, and a loss.
        let by = i16::from(own) - i16::from(other);
        lines.iter().find(|(line, _)| *line == by).map_or(Fate::Loses, |(_, price)| Fate::Wins(*price))
    }
}

impl Document for Terms {
    fn house(&self) -> &House {
        &self.house
    }

    /// 2, 7, 8.
    fn has(&self, wager: &str) -> Result<(), String> {
        if self.limits.contains_key(wager) { Ok(()) } else { Err(format!("this layout has no {wager}")) }
    }

    /// 9: not on the progressive.
    fn is_for_dealers(&self, wager: &str) -> bool {
        self.house.dealer_bets && wager != "triple-progressive"
    }

    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)> {
        self.limits.get(wager).copied()
    }

    /// 8.
    fn moment_of(&self, step: &str) -> Option<Moment> {
        (step == "no-more-bets").then_some(Moment::Closed)
    }

    fn mishaps(&self) -> &'static [Mishap] {
        &[Mishap { word: "wrong-dice", follows: Follows::Void, why: "RULING-3DB-9" }]
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
        let (player, banker) = result.split_once(' ').ok_or("two cups are read")?;
        let (player, banker) = (Hand::read(player)?, Hand::read(banker)?);
        let (p, b) = (player.value(), banker.value());
        Ok(match wager {
            // 8.C.II.
            "player" | "banker" if p == b => Fate::Neither(Outcome::Pushes),
            // 4, 8.A.I.A, 8.B.I.A.
            "player" if (p, b) == (3, 0) => Fate::Neither(Outcome::Pushes),
            "banker" if (b, p) == (3, 0) => Fate::Neither(Outcome::Pushes),
            "player" if p > b => Fate::Wins((1, 1)),
            "banker" if b > p => Fate::Wins((1, 1)),
            "player" | "banker" => Fate::Loses,
            "tie" if p == b => Fate::Wins((8, 1)),
            "tie" => Fate::Loses,
            "golden-talons-player" => self.talons(0, p, b),
            "golden-talons-banker" => self.talons(1, b, p),
            // 14.A.I: the prize replaces the wager, which is not returned.
            "triple-progressive" => match line_of_triples(player, banker).map(|line| self.triples[line]) {
                None => Fate::Loses,
                Some(None) => Fate::Meter,
                Some(Some(amount)) => Fate::Amount(amount * self.unit / 100),
            },
            event => {
                let price = EVENTS.iter().find(|(known, _)| *known == event).map(|(_, pays)| (*pays, 1));
                match (has_come(event, player, banker)?, price) {
                    (true, Some(price)) => Fate::Wins(price),
                    _ => Fate::Loses,
                }
            }
        })
    }

    /// RULING-3DB-1: losers, then the others, and the progressive last.
    fn settles(&self, decided: Vec<(Bet, Fate)>) -> Result<Vec<Wanted>, String> {
        let last = |bet: &Bet| bet.kind == "triple-progressive";
        let group = |(bet, fate): &(Bet, Fate)| match (last(bet), *fate == Fate::Loses) {
            (true, _) => 2,
            (false, true) => 0,
            (false, false) => 1,
        };
        let mut wanted = Vec::new();
        for now in 0..3 {
            for (bet, fate) in decided.iter().filter(|one| group(one) == now) {
                wanted.push(self.line_of(bet.clone(), *fate)?);
            }
        }
        Ok(wanted)
    }

    fn meter(&self) -> Option<&'static str> {
        Some("triple")
    }

    fn award_coin(&self) -> i64 {
        self.award_coin
    }

    /// 9.
    fn dealers_follow(&self) -> bool {
        true
    }

    fn cards(&mut self, what: &What, closed: bool, bets: &[&Bet]) -> Result<Dealt, String> {
        self.cups.see(what, closed, bets)
    }

    /// 3, 9.
    fn may_lie(&self, bet: &Bet, _: i64, others: &[&Bet]) -> Result<(), String> {
        let own = |other: &&&Bet| other.patron == bet.patron && other.beneficiary == Beneficiary::Patron;
        let same = |other: &&Bet| other.kind == bet.kind;
        if bet.beneficiary == Beneficiary::Dealers && !others.iter().filter(own).any(same) {
            return Err(format!("{bet} lies in front of no wager of the patron's own (9)"));
        }
        let standard = |other: &&Bet| STANDARD.contains(&other.kind);
        if STANDARD.contains(&bet.kind) || !self.main_needed || others.iter().filter(own).any(standard) {
            return Ok(());
        }
        Err(format!("{bet} lies without a standard wager (3)"))
    }

    fn found(&self) -> &'static [&'static str] {
        &[]
    }

    fn marked(&self, _: &str) -> Option<u16> {
        None
    }
}
