//! Ohio Let It Ride Poker, from the rule text alone: three cards each and two in the middle, three equal bets of which
//! two may be withdrawn, and no dealer's hand.

#![allow(clippy::expect_used, clippy::panic, reason = "test code: a wrong table stops the test")]
#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::poker::course::in_stacks;
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::Expected;
use super::poker::progressive;
use super::poker::rank::{five, once};
use engine::{Outcome, Place};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/let-it-ride"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| super::poker::check(round, &terms))
    },
};

/// 7.IV.
const BETS: [&str; 3] = ["bet-1", "bet-2", "bet-3"];

/// 8.II, in cents.
const BONUS_STAKE: i64 = 100;

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 3, dealer: 0, board: 2 }
    }

    /// MLP-6.IV.C.1.
    fn is_verified(&self) -> bool {
        true
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 10.II: three rounds from the hand, with a card to the middle after the first and the second. 11.II: from a shoe
    /// in stacks; one card of the last stack is put away (RULING-LIR-8: reported last).
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let hands: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).collect();
        if self.shoe {
            return [in_stacks(&hands, 3), vec![Place::Board, Place::Board, Place::Rack]].concat();
        }
        [&hands[..], &[Place::Board], &hands, &[Place::Board], &hands].concat()
    }

    /// 7.IV: three bets, and all the same.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        let [one, two, three] = BETS.map(|kind| facts.stake(b, kind));
        one > 0 && one == two && two == three
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let chip = matches!(new.kind, "bonus" | "progressive");
        let side = chip || new.kind == "three-card-bonus";
        if !side && !BETS.contains(&new.kind) {
            return Err(format!("{new} is no wager of the game"));
        }
        if facts.dealt {
            return Err(format!("{new} was made after the first card (7.III, 15.1.IV)"));
        }
        if side && BETS.iter().any(|kind| facts.wager(new.on(), kind).is_none()) {
            return Err(format!("{new} was made before the three bets (8.II, 9.II, 15.1.I)"));
        }
        let stake = if new.kind == "bonus" { BONUS_STAKE } else { progressive::STAKE };
        if chip && (new.stake != stake || new.for_dealers) {
            return Err(format!("{new} is {} (8.II, 15.1.II, RULING-LIR-24)", new.stake));
        }
        Ok(())
    }

    /// 12.II, 12.IV: first bet 1, then bet 2, whatever the decision on the first; the bet for the dealers follows it.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        let Some(bet) = BETS.get(decision.nth).filter(|_| decision.nth < 2) else {
            return Err(format!("box {spot} was asked a third time (12.V)"));
        };
        if decision.nth == 1 && facts.shown(Place::Board) == 0 {
            return Err(format!("box {spot} was asked again before a card was turned (12.III)"));
        }
        match decision.word {
            "let-it-ride" => Ok(Follows::default()),
            "withdraw" => {
                let back = facts.open(b, bet).into_iter().chain(facts.open_for_dealers(b, bet));
                let now = back.map(|w| Expected::back(w, "12.II.B, 12.IV.B")).collect();
                Ok(Follows { now, sometime: Vec::new() })
            }
            word => Err(format!("box {spot} chose {word}")),
        }
    }

    /// RULING-LIR-1: a bet rides until its patron withdraws it.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "let-it-ride"
    }

    /// 7.II: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let kinds = ["bet-1", "bet-2", "bet-3", "bonus", "three-card-bonus", "progressive"];
        let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
        let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.II")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 2
    }

    /// 12.V: one player at a time from the dealer's right.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands().into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            plan.turns.push(self.turn(facts, b)?);
        }
        Ok(plan)
    }
}

impl Terms {
    /// 12.V.B, 12.V.C, RULING-LIR-13, RULING-LIR-24: lost wagers are collected before the others are paid, each group
    /// with the player's own in the order of the layout and then the bets for the dealers; the progressive last.
    fn turn(&self, facts: &Facts, b: u8) -> Result<Turn, String> {
        let own = facts.faces(hand_of(b), 3)?;
        let mut all = own.clone();
        all.extend(facts.faces(Place::Board, 2)?);
        let hand = five(&once(&all));
        let mut bets = Vec::new();
        for w in BETS.iter().filter_map(|kind| facts.open(b, kind)) {
            bets.push(match self.bet_price(&hand) {
                Some(price) => Expected::wins(w, price, &self.pays, "12.V.C, 13.II")?,
                None => Expected::loses(w, "12.V.B"),
            });
        }
        let mut sides = Vec::new();
        if let Some(w) = facts.open(b, "bonus") {
            sides.push(match self.bonus_amount(hand.category) {
                Some(paid) => Expected::prize(w, paid, "13.IV"),
                None => Expected::loses(w, "8.I, 12.V.C"),
            });
        }
        if let Some(w) = facts.open(b, "three-card-bonus") {
            sides.push(match self.three_card_price(&once(&own)) {
                Some(price) => Expected::wins(w, price, &self.pays, "13.V")?,
                None => Expected::loses(w, "9.I, 12.V.C"),
            });
        }
        let mut theirs = Vec::new();
        for line in bets.iter().chain(&sides) {
            if let Some(w) = facts.open_for_dealers(b, line.wager) {
                theirs.push(line.beside(w, &self.pays)?);
            }
        }
        // 13.III: over the three bets only.
        let cap = self.most().and_then(|most| Expected::cap(&bets, most, "13.III"));
        let own = bets.into_iter().chain(cap).chain(sides);
        let mut lines = losers_first(own.chain(theirs).collect());
        // 15.2.III: all five cards.
        let (progressive, envy) = progressive::settle(facts, b, || Ok(all))?;
        lines.extend(progressive);
        Ok(Turn { lines, envy })
    }
}

fn losers_first(lines: Vec<Expected>) -> Vec<Expected> {
    let (mut lost, rest): (Vec<Expected>, Vec<Expected>) =
        lines.into_iter().partition(|line| line.outcome == Some(Outcome::Loses));
    lost.extend(rest);
    lost
}
