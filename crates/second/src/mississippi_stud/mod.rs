//! Ohio Mississippi Stud Poker, from the rule text alone: two cards each and three in the middle, an ante, then on each
//! of three streets a wager of one to three times the ante or a fold, no dealer's hand, and a bonus on the middle
//! alone.

#![allow(clippy::expect_used, clippy::panic, reason = "test code: a wrong table stops the test")]
#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::poker::course::{in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::Expected;
use super::poker::progressive;
use super::poker::rank::{five, once};
use engine::{Outcome, Place};
use terms::Fate;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/mississippi-stud"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| super::poker::check(round, &terms))
    },
};

/// The ante and what is bet on the streets, in the order of the layout (7.III, 11.II, 11.IV, 11.VI).
const ANTE_AND_STREETS: [&str; 4] = ["ante", "third-street", "fourth-street", "fifth-street"];

/// How many streets there are.
const STREETS: usize = 3;

const BONUS: &str = "three-card-bonus";

impl Document for Terms {
    /// 11.VII.A, RULING-MS-9.
    fn cards(&self) -> Cards {
        Cards { own: 2, dealer: 0, board: 3 }
    }

    /// MLP-6.IV.C.1.
    fn is_verified(&self) -> bool {
        true
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 9.II, 9.IV, 9.V: two rounds from the hand, and for each street a card to the rack and one to the middle. 10.II: from
    /// a shoe three cards to the middle first, then the stacks of the players.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let hands: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).collect();
        if self.shoe {
            return [in_stacks(&[Place::Board], 3), in_stacks(&hands, 2)].concat();
        }
        [one_by_one(&hands, 2), one_by_one(&[Place::Rack, Place::Board], STREETS)].concat()
    }

    /// 7.III: whether the patron has placed an ante.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        facts.wager(b, "ante").is_some()
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let b = new.on();
        if let Some(street) = ANTE_AND_STREETS[1..].iter().position(|kind| *kind == new.kind) {
            let ante = facts.stake(b, "ante");
            let in_turn = facts.decisions_of(b) == street + 1 && !new.for_dealers;
            if !in_turn || ![ante, 2 * ante, 3 * ante].contains(&new.stake) {
                return Err(format!(
                    "{new} is {} on an ante of {ante}, or out of turn (7.IV, 11)",
                    new.stake
                ));
            }
            return facts.is_chosen(new, "play");
        }
        match new.kind {
            "ante" | BONUS | "progressive" if facts.dealt => {
                Err(format!("{new} was made after the first card (7.IV, 8.II, 14.1.IV)"))
            }
            BONUS | "progressive" if facts.wager(b, "ante").is_none() => {
                Err(format!("{new} was made before the ante (8.II, 14.1.I)"))
            }
            "progressive" if new.stake != progressive::STAKE || new.for_dealers => {
                Err(format!("{new} is {} (14.1.II, RULING-MS-24)", new.stake))
            }
            "ante" | BONUS | "progressive" => Ok(()),
            _ => Err(format!("{new} is no wager of the game")),
        }
    }

    /// 11.II, 11.IV, 11.VI: a bet or a fold on each street; before it, as many community cards are face up as streets
    /// have passed.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (spot, street, open) = (decision.spot, decision.nth, facts.shown(Place::Board));
        // At a table with a shoe a card that was seen too early may be face up.
        let known = if self.shoe { open >= street } else { open == street };
        if street >= STREETS || !known {
            return Err(format!("box {spot} decides for the {}. time with {open} cards open", street + 1));
        }
        match decision.word {
            "play" => Ok(Follows::default()),
            "fold" => Ok(self.fold(facts, decision.on())),
            word => Err(format!("box {spot} chose {word}")),
        }
    }

    /// RULING-MS-1: a patron who places no wager has folded (9.III, 10.III).
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    /// 7.II: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let kinds = || ANTE_AND_STREETS.into_iter().chain([BONUS, "progressive"]);
        let own = kinds().filter_map(|kind| facts.open(b, kind));
        let theirs = kinds().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.II")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    /// 11.VI: whether they have folded, or have bet on Fifth Street.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.folded.contains(&b) || facts.wager(b, ANTE_AND_STREETS[STREETS]).is_some()
    }

    /// 11.VII, 11.VIII, RULING-MS-13: one player at a time from the dealer's right, including those with only a bonus
    /// left.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands() {
            let folded = facts.folded.contains(&b);
            if folded || !facts.is_undone_unseen(b) {
                plan.turns.push(self.turn(facts, b, folded)?);
            }
        }
        Ok(plan)
    }
}

impl Terms {
    /// 11.II.B, 11.IV.B, 11.VI.B: all wagers on the hand are collected immediately, with the bet for the dealers beside
    /// them (RULING-MS-24). RULING-MS-11: the bonus only if the house says so. MLP-6.III: the progressive is forfeited.
    fn fold(&self, facts: &Facts, b: u8) -> Follows {
        let mut now = Vec::new();
        let mut lose = |kinds: &[&str]| {
            let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
            let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
            now.extend(own.chain(theirs).map(|w| Expected::loses(w, "11.II.B, 11.IV.B, 11.VI.B")));
        };
        lose(&ANTE_AND_STREETS);
        if self.fold_loses_bonus {
            lose(&[BONUS]);
        }
        let forfeited = facts.open(b, "progressive").map(|w| Expected::loses(w, "MLP-6.III"));
        Follows { now, sometime: forfeited.into_iter().collect() }
    }

    /// 11.VII.B, 11.VII.C, RULING-MS-13, RULING-MS-24: lost wagers are collected before the rest, each group with the
    /// player's own in the order of the layout and then the bets for the dealers; the progressive last.
    fn turn(&self, facts: &Facts, b: u8, folded: bool) -> Result<Turn, String> {
        let middle = facts.faces(Place::Board, 3)?;
        let mut bets = Vec::new();
        let mut cards = Vec::new();
        if !folded {
            cards = facts.faces(hand_of(b), 2)?;
            cards.extend(&middle);
            let fate = self.fate(&five(&once(&cards)));
            for w in ANTE_AND_STREETS.into_iter().filter_map(|kind| facts.open(b, kind)) {
                bets.push(match fate {
                    Fate::Paid(price) => Expected::wins(w, price, &self.pays, "11.VII.C, 12.II")?,
                    Fate::Push => Expected::pushes(w, "12.II/T1"),
                    Fate::Lost => Expected::loses(w, "11.VII.B"),
                });
            }
        }
        let mut bonus = Vec::new();
        if let Some(w) = facts.open(b, BONUS) {
            bonus.push(match self.three_card_price(&once(&middle)) {
                Some(price) => Expected::wins(w, price, &self.pays, "8.III, 12.III")?,
                None => Expected::loses(w, "8.I"),
            });
        }
        let mut theirs = Vec::new();
        for line in bets.iter().chain(&bonus) {
            if let Some(w) = facts.open_for_dealers(b, line.wager) {
                theirs.push(line.beside(w, &self.pays)?);
            }
        }
        // 12.IV: over ante and streets only.
        let cap = self.most().and_then(|most| Expected::cap(&bets, most, "12.IV"));
        let own = bets.into_iter().chain(cap).chain(bonus);
        let (mut lines, rest): (Vec<Expected>, Vec<Expected>) =
            own.chain(theirs).partition(|line| line.outcome == Some(Outcome::Loses));
        lines.extend(rest);
        if folded {
            return Ok(Turn { lines, envy: Vec::new() });
        }
        // 14.2.III: all five cards.
        let (progressive, envy) = progressive::settle(facts, b, || Ok(cards))?;
        lines.extend(progressive);
        Ok(Turn { lines, envy })
    }
}
