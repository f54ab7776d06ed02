//! Ohio DJ Wild Stud Poker, from the rule text alone: five cards each with the joker and the deuces wild, an ante and a
//! blind, then a play wager of twice the ante or a fold, and two side wagers that outlive the fold.

#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

pub(super) mod rank;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::{EqualHands, Terms};

use super::poker;
use super::poker::course::{face_up_is_void, in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::Expected;
use engine::{Event, Outcome, Place};
use rank::{Worth, is_natural, worth};
use std::cmp::Ordering;
use terms::{MOST, bad_beat_price, trips_price};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/dj-wild"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// The wagers, in the order of RULING-DJW-14.
const WAGERS: [&str; 5] = ["ante", "blind", "play", "trips", "two-way-bad-beat"];

/// Compares one round, given from `RoundOpened` to `RoundEnded`, with the document.
///
/// # Errors
/// Returns the first difference, in words.
pub fn check(round: &[Event], terms: &Terms) -> Result<(), String> {
    // 12(a), RULING-DJW-7.
    face_up_is_void(round, "12(a)")?;
    poker::check(round, terms)
}

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 5, dealer: 5, board: 0 }
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 8(b)(1), 9(b): five cards each, the dealer last.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        if self.shoe { in_stacks(&places, 5) } else { one_by_one(&places, 5) }
    }

    /// 7(d), RULING-DJW-16: an ante and a blind of the same amount.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        let [ante, blind] = ["ante", "blind"].map(|kind| facts.stake(b, kind));
        ante > 0 && ante == blind
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let b = new.on();
        if new.kind == "play" {
            let ante = facts.stake(b, "ante");
            if new.for_dealers || new.stake != 2 * ante {
                return Err(format!("{new} is {} on an ante of {ante} (8(c), RULING-DJW-25)", new.stake));
            }
            return facts.is_chosen(new, "play");
        }
        if !WAGERS.contains(&new.kind) {
            return Err(format!("{new} is no wager of the game"));
        }
        if facts.closed {
            return Err(format!("{new} was made after the call (7(c))"));
        }
        let side = !matches!(new.kind, "ante" | "blind");
        if side && ["ante", "blind"].iter().any(|kind| facts.wager(b, kind).is_none()) {
            return Err(format!("{new} was made before ante and blind (7(f))"));
        }
        Ok(())
    }

    /// 10(b), 8(f), RULING-DJW-12: a fold loses ante and blind immediately, with the bets for the dealers beside them
    /// (RULING-DJW-25); side wagers stay.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        if facts.at(Place::Dealer).len() != 5 {
            return Err(format!("box {spot} was asked before all cards were dealt (8(c))"));
        }
        match (decision.word, decision.nth) {
            ("play", 0) => Ok(Follows::default()),
            ("fold", 0) => Ok(lost(facts, b, &["ante", "blind"], "10(b)(2)")),
            (word, nth) => Err(format!("box {spot} chose {word} after {nth} decisions (10(b))")),
        }
    }

    /// RULING-DJW-1.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    /// 7(b), RULING-DJW-1: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        self.who_leaves_loses.then(|| lost(facts, b, &WAGERS, "7(b)"))
    }

    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 1
    }

    /// 12(a), RULING-DJW-7: a card found face up, after the close of bets. Before that there is no hand to be void.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        match irregularity {
            "card-face-up" => facts.closed.then_some("12(a)"),
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("12(c), 8(e), 9(e)"),
            "shoe-jam" if self.shoe && facts.closed => Some("12(e)"),
            _ => None,
        }
    }

    /// 10(d), RULING-DJW-14: one player at a time from the dealer's right, those who folded in their place.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands().into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            plan.turns.push(Turn { lines: self.turn(facts, b)?, envy: Vec::new() });
        }
        Ok(plan)
    }
}

impl Terms {
    /// 10(d)(5), RULING-DJW-14: lost wagers are collected before the rest, each group in the order of the wagers and
    /// then the bets for the dealers, which end as the wagers beside them do (RULING-DJW-25). The cut (11(e)) comes
    /// after the player's payments.
    fn turn(&self, facts: &Facts, b: u8) -> Result<Vec<Expected>, String> {
        let wagers: Vec<Staked> = WAGERS.iter().filter_map(|kind| facts.open(b, kind)).collect();
        if wagers.is_empty() {
            return Ok(Vec::new());
        }
        let cards = facts.faces(hand_of(b), 5)?;
        let (own, dealer) = (worth(&cards), worth(&facts.faces(Place::Dealer, 5)?));
        let (mut lines, mut theirs) = (Vec::new(), Vec::new());
        for w in wagers {
            let line = match w.kind {
                "trips" => match trips_price(own.kind, is_natural(&cards)) {
                    Some(price) => Expected::wins(w, price, &self.pays, "10(d)(3), 11(c)bis")?,
                    None => Expected::loses(w, "10(d)(3)"),
                },
                "two-way-bad-beat" => self.bad_beat(w, &own, &dealer)?,
                _ => self.against_dealer(w, &own, &dealer)?,
            };
            if let Some(beside) = facts.open_for_dealers(b, w.kind) {
                theirs.push(line.beside(beside, &self.pays)?);
            }
            lines.push(line);
        }
        let is_lost = |line: &Expected| line.outcome == Some(Outcome::Loses);
        let (mut collected, paid): (Vec<Expected>, Vec<Expected>) = lines.into_iter().partition(is_lost);
        let (theirs_collected, theirs_paid): (Vec<Expected>, Vec<Expected>) =
            theirs.into_iter().partition(is_lost);
        // It begins at the first line that did not lose.
        let cut = Expected::cap(&paid, MOST, "11(e)");
        collected.extend(theirs_collected);
        Ok(collected.into_iter().chain(paid).chain(cut).chain(theirs_paid).collect())
    }

    /// 10(d)(2), 11(b), 11(c): ante and play are paid even money, the blind by the hand.
    fn against_dealer(&self, w: Staked, own: &Worth, dealer: &Worth) -> Result<Expected, String> {
        match own.cmp(dealer) {
            Ordering::Less => Ok(Expected::loses(w, "10(d)(2)")),
            Ordering::Equal => Ok(Expected::pushes(w, "11(b)")),
            Ordering::Greater if w.kind != "blind" => Expected::wins(w, (1, 1), &self.pays, "11(b)"),
            Ordering::Greater => match self.blind_price(own.kind) {
                Some(price) => Expected::wins(w, price, &self.pays, "11(c)"),
                None => Ok(Expected::pushes(w, "11(c)/T1")),
            },
        }
    }

    /// 10(d)(4), 11(d): both hands count, and the lower one is paid. RULING-DJW-11: equal hands are paid as the hand
    /// that both have, unless the house says otherwise.
    fn bad_beat(&self, w: Staked, own: &Worth, dealer: &Worth) -> Result<Expected, String> {
        let Some(price) = bad_beat_price(own.kind.min(dealer.kind)) else {
            return Ok(Expected::loses(w, "10(d)(4)"));
        };
        match (own == dealer, self.equal_hands) {
            (true, EqualHands::Push) => Ok(Expected::pushes(w, "RULING-DJW-11")),
            (true, EqualHands::Lose) => Ok(Expected::loses(w, "RULING-DJW-11")),
            _ => Expected::wins(w, price, &self.pays, "10(d)(4), 11(d)"),
        }
    }
}

/// These wagers are collected, and then the bets for the dealers beside them.
fn lost(facts: &Facts, b: u8, kinds: &[&str], why: &'static str) -> Follows {
    let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
    let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
    Follows { now: own.chain(theirs).map(|w| Expected::loses(w, why)).collect(), sometime: Vec::new() }
}
