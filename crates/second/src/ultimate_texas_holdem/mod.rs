//! Ohio Ultimate Texas Hold 'Em, from the rule text alone: two cards each, five in the middle, one play wager at one
//! of three moments against the dealer's hand.

#![allow(clippy::expect_used, reason = "test code: a wrong table stops the test")]
#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
pub(crate) mod tests;

pub use terms::Terms;

use super::poker::course::{in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::Expected;
use super::poker::pay::Price;
use super::poker::progressive;
use super::poker::rank::{Category, Worth, best, once};
use engine::Place;
use std::cmp::Ordering;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/ultimate-texas-holdem"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| super::poker::check(round, &terms))
    },
};

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 2, dealer: 2, board: 5 }
    }

    /// MLP-6.IV.C.1.
    fn is_verified(&self) -> bool {
        true
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 7.II, 8.II: two cards each, the dealer last. 9.II, 9.IV: a card is burnt before the flop and before the last two.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        let mut course = if self.shoe { in_stacks(&places, 2) } else { one_by_one(&places, 2) };
        for board in [3, 2] {
            course.push(Place::Rack);
            course.extend(in_stacks(&[Place::Board], board));
        }
        course
    }

    /// 6.III: an ante and a blind, and both the same.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        let [ante, blind] = ["ante", "blind"].map(|kind| facts.wager(b, kind).map(|w| w.stake));
        ante.is_some() && ante == blind
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        match new.kind {
            "play" if !new.for_dealers => {
                let ante = facts.stake(new.on(), "ante");
                // 9.I, 9.III, 9.V: how many times the ante, by the number of community cards.
                let times: &[i64] = match facts.at(Place::Board).len() {
                    0 => &[3, 4],
                    3 => &[2],
                    5 => &[1],
                    _ => &[],
                };
                if !times.iter().any(|times| times * ante == new.stake) {
                    return Err(format!("{new} is {} on an ante of {ante}", new.stake));
                }
                facts.is_chosen(new, "play")
            }
            "progressive" if new.for_dealers => Err(format!("{new} is no wager of the game (RULING-UTH-27)")),
            "ante" | "blind" | "trips" | "progressive" if facts.dealt => {
                Err(format!("{new} was made after the first card (6.II, 12.1.IV)"))
            }
            "progressive" if new.stake != progressive::STAKE => {
                Err(format!("{new} is {} (12.1.II)", new.stake))
            }
            "ante" | "blind" | "trips" | "progressive" => Ok(()),
            _ => Err(format!("{new} is no wager of the game")),
        }
    }

    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        let board = facts.at(Place::Board).len();
        let (last, played) = (board == 5, facts.wager(b, "play").is_some());
        match decision.word {
            // 9.I, 9.III, 9.V: before the flop, after it and at the end, once each.
            _ if [0, 3, 5].get(decision.nth) != Some(&board) => {
                Err(format!("box {spot} decides for the {}. time with {board} cards", decision.nth + 1))
            }
            _ if played => Err(format!("box {spot} decided after a play wager (9.III, 9.V)")),
            "check" if last => Err(format!("box {spot} checked (9.V)")),
            "fold" if !last => Err(format!("box {spot} folded (9.I, 9.III)")),
            "fold" => Ok(fold(facts, b)),
            _ => Ok(Follows::default()),
        }
    }

    /// RULING-UTH-1: the patron checks as long as they may.
    fn silence(&self, facts: &Facts, _b: u8) -> &'static str {
        if facts.at(Place::Board).len() == 5 { "fold" } else { "check" }
    }

    /// 9.VI, 11.I: whether the patron has folded or made a play wager.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.folded.contains(&b) || facts.wager(b, "play").is_some()
    }

    fn exposure(&self) -> Option<&'static str> {
        Some("11.I")
    }

    /// 11.I: ante, blind and play; also those of a fold, unless the house lets folds stand (RULING-UTH-12).
    fn goes_back(&self, facts: &Facts, w: &Staked) -> bool {
        let spared = self.folds_stand && facts.folded.contains(&w.on());
        matches!(w.kind, "ante" | "blind" | "play") && !spared
    }

    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let seen = |boxes: Vec<u8>| boxes.into_iter().filter(|b| !facts.is_undone_unseen(*b));
        let mut plan = Plan { turns: Vec::new(), in_order: !facts.exposed };
        if facts.exposed {
            // 11.I: trips and, by ruling, the progressive are settled on the cards. The order of the players is open.
            for b in seen(facts.hands()) {
                plan.turns.push(self.sides(facts, b)?);
            }
            return Ok(plan);
        }
        // 9.VII, 9.VIII: one player at a time from the dealer's right, then the trips of those who folded (9.V.B.1).
        let dealer = best_of(facts, Place::Dealer)?;
        for b in seen(facts.hands_that(false)) {
            plan.turns.push(self.against_dealer(facts, b, &dealer)?);
        }
        for b in seen(facts.hands_that(true)) {
            let lines = self.trips(facts, b)?;
            plan.turns.push(Turn { lines, envy: Vec::new() });
        }
        Ok(plan)
    }
}

impl Terms {
    /// 9.VIII: the four wagers of a player, the cap over them, the bets for the dealers, and the progressive.
    fn against_dealer(&self, facts: &Facts, b: u8, dealer: &Worth) -> Result<Turn, String> {
        let hand = best_of(facts, hand_of(b))?;
        let result = hand.cmp(dealer);
        let mut lines = Vec::new();
        if let Some(ante) = facts.open(b, "ante") {
            lines.push(if dealer.category < Category::Pair {
                Expected::pushes(ante, "9.VII")
            } else {
                self.held_against(ante, result, Some((1, 1)))?
            });
        }
        if let Some(blind) = facts.open(b, "blind") {
            lines.push(self.held_against(blind, result, terms::blind(hand.category))?);
        }
        if let Some(play) = facts.open(b, "play") {
            lines.push(self.held_against(play, result, Some((1, 1)))?);
        }
        if let Some(w) = facts.open(b, "trips") {
            lines.push(self.trips_line(w, hand.category)?);
        }
        with_progressive(facts, b, self.cap_and_dealers(facts, b, lines)?)
    }

    /// The side wagers of a hand that is void.
    fn sides(&self, facts: &Facts, b: u8) -> Result<Turn, String> {
        with_progressive(facts, b, self.trips(facts, b)?)
    }

    /// Trips alone, if there is a wager.
    fn trips(&self, facts: &Facts, b: u8) -> Result<Vec<Expected>, String> {
        let Some(w) = facts.open(b, "trips") else { return Ok(Vec::new()) };
        let line = self.trips_line(w, best_of(facts, hand_of(b))?.category)?;
        self.cap_and_dealers(facts, b, vec![line])
    }

    /// 9.VIII.A to C. A win without a price is a blind below a straight: it is returned.
    fn held_against(&self, w: Staked, result: Ordering, price: Option<Price>) -> Result<Expected, String> {
        Ok(match (result, price) {
            (Ordering::Less, _) => Expected::loses(w, "9.VIII.A"),
            (Ordering::Equal, _) => Expected::pushes(w, "9.VIII.C"),
            (Ordering::Greater, None) => Expected::pushes(w, "9.VIII.B, 10.III"),
            (Ordering::Greater, Some(price)) => {
                Expected::wins(w, price, &self.pays, "9.VIII.B, 10.II, 10.III")?
            }
        })
    }

    /// 9.VIII.D: whatever the result of the other wagers.
    fn trips_line(&self, w: Staked, hand: Category) -> Result<Expected, String> {
        match terms::trips(hand) {
            Some(price) => Expected::wins(w, price, &self.pays, "9.VIII.D, 10.IV"),
            None => Ok(Expected::loses(w, "9.VIII.D")),
        }
    }

    /// 10.V: the payment above the limit is taken off. RULING-UTH-27: after that the bets for the dealers end as the
    /// wagers beside them do.
    fn cap_and_dealers(
        &self,
        facts: &Facts,
        b: u8,
        mut lines: Vec<Expected>,
    ) -> Result<Vec<Expected>, String> {
        let mut theirs = Vec::new();
        for line in &lines {
            if let Some(w) = facts.open_for_dealers(b, line.wager) {
                theirs.push(line.beside(w, &self.pays)?);
            }
        }
        lines.extend(Expected::cap(&lines, self.most(), "10.V"));
        lines.extend(theirs);
        Ok(lines)
    }
}

/// 9.V.B: ante and blind are collected, with the bets for the dealers beside them (RULING-UTH-27). MLP-6.III: the
/// progressive wager is forfeited; no paragraph says when that chip is settled.
fn fold(facts: &Facts, b: u8) -> Follows {
    let kinds = ["ante", "blind"];
    let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
    let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
    Follows {
        now: own.chain(theirs).map(|w| Expected::loses(w, "9.V.B")).collect(),
        sometime: facts.open(b, "progressive").map(|w| Expected::loses(w, "MLP-6.III")).into_iter().collect(),
    }
}

/// 12.2.III, 12.3.I: the progressive after the rest, by the two cards and the flop.
fn with_progressive(facts: &Facts, b: u8, mut lines: Vec<Expected>) -> Result<Turn, String> {
    let (own, envy) = progressive::settle(facts, b, || {
        let mut cards = facts.faces(hand_of(b), 2)?;
        cards.extend(facts.faces(Place::Board, 5)?.into_iter().take(3));
        Ok(cards)
    })?;
    lines.extend(own);
    Ok(Turn { lines, envy })
}

/// 1.I.H: the best five of the two cards and the five community cards.
fn best_of(facts: &Facts, place: Place) -> Result<Worth, String> {
    let mut cards = facts.faces(place, 2)?;
    cards.extend(facts.faces(Place::Board, 5)?);
    Ok(best(&once(&cards)))
}
