//! Ohio Crazy 4 Poker, from the rule text alone: five cards each, an ante and an equal Super Bonus, a play wager that a pair of
//! aces may triple, Queens Up beside them, and the linked progressive. Hands are those of Four Card Poker.

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::four_card_poker::rank::{Worth, worth};
use super::poker;
use super::poker::course::{in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, closes_bets, hand_of};
use super::poker::line::{Expected, Paid};
use super::poker::pay::Price;
use super::poker::progressive;
use engine::{Approver, Event, Outcome, Place, RulingAct, Spot, What};
use std::cmp::Ordering;
use terms::{queens_up_price, super_bonus_price};

/// The wagers, in the order of 10.V.A.
const WAGERS: [&str; 5] = ["ante", "play", "super-bonus", "queens-up", "progressive"];

/// A king and an ace, as ranks are counted.
const KING: u8 = 13;
const ACE: u8 = 14;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/crazy-four-poker"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// Compares one round, given from `RoundOpened` to `RoundEnded`, with the document.
///
/// # Errors
/// Returns the first difference, in words.
pub fn check(round: &[Event], terms: &Terms) -> Result<(), String> {
    seen_early_is_void(round, terms)?;
    four_of_a_kind_is_approved(round)?;
    poker::check(round, terms)
}

/// 12.III: checks that the round is void if a dealer's card was visible to all before every player had decided.
fn seen_early_is_void(round: &[Event], terms: &Terms) -> Result<(), String> {
    let is_void = |event: &Event| match event.what {
        What::Ruled { act, .. } => act == RulingAct::VoidRound,
        What::Remedied { remedy, .. } => remedy.word() == "round-void",
        _ => false,
    };
    if round.iter().any(is_void) {
        return Ok(());
    }
    let mut facts = Facts::before(round)?;
    for Event { what, .. } in round {
        facts.take(what)?;
        if closes_bets(what) {
            let dealt = facts.wagers.values().map(|w| w.on()).filter(|b| terms.takes_part(&facts, *b));
            facts.in_round = dealt.collect();
        }
        // A patron who was taken out by a ruling or has left has no more decisions.
        let gone = |b: &u8| facts.wagers_of(*b).iter().any(|w| facts.left.contains(&w.patron));
        let ruled = |b: &u8| {
            let out = RulingAct::VoidHand(Spot::first(*b));
            round.iter().any(|event| matches!(event.what, What::Ruled { act, .. } if act == out))
        };
        let undecided =
            || facts.in_round.iter().any(|b| facts.decisions_of(*b) == 0 && !gone(b) && !ruled(b));
        let dealing = facts.at(Place::Dealer).len() < 5;
        if facts.shown(Place::Dealer) > 0 && (dealing || undecided()) {
            return Err(
                "a card of the dealer's was seen too early, and the round was not void (12.III)".into()
            );
        }
    }
    Ok(())
}

/// 11.II.note, RULING-C4P-12: checks that a supervisor approves a hand before its Super Bonus is paid for four of a
/// kind.
fn four_of_a_kind_is_approved(round: &[Event]) -> Result<(), String> {
    let (mut approved, mut paid) = (false, None);
    for Event { what, .. } in round {
        match what {
            What::Approved { by: Approver::Staff(_), yes } => approved = *yes,
            What::Settled(line)
                if line.wager.word() == "super-bonus" && line.outcome == Some(Outcome::Wins) =>
            {
                let four = line.odds.is_some_and(|odds| odds.win_units() >= 30);
                // The bet for the dealers beside it is on the same hand.
                if four && !approved && paid != Some(line.spot) {
                    return Err(format!("nobody approved the hand of box {} (11.II.note)", line.spot));
                }
                (approved, paid) = (false, Some(line.spot));
            }
            _ => {}
        }
    }
    Ok(())
}

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 5, dealer: 5, board: 0 }
    }

    /// MLP-6.IV.C.1.
    fn is_verified(&self) -> bool {
        true
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 8.II, 9.II: five cards each, the dealer last.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        if self.shoe { in_stacks(&places, 5) } else { one_by_one(&places, 5) }
    }

    /// 7.I.A: an ante and a Super Bonus, and both the same.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        let [ante, bonus] = ["ante", "super-bonus"].map(|kind| facts.wager(b, kind).map(|w| w.stake));
        ante.is_some() && ante == bonus
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let b = new.on();
        let has_both = || ["ante", "super-bonus"].iter().all(|kind| facts.stake(b, kind) > 0);
        match new.kind {
            "play" => {
                let ante = facts.stake(b, "ante");
                if new.for_dealers || ![1, 2, 3].iter().any(|times| times * ante == new.stake) {
                    return Err(format!(
                        "{new} is {} on an ante of {ante} (10.III, RULING-C4P-16)",
                        new.stake
                    ));
                }
                facts.is_chosen(new, "play")
            }
            "ante" | "super-bonus" | "queens-up" | "progressive" if facts.closed => {
                Err(format!("{new} was made after the call (7.IV, 13.1.IV)"))
            }
            "progressive" if new.for_dealers => Err(format!("{new} is no wager of the game (RULING-C4P-16)")),
            "progressive" if new.stake != progressive::STAKE => {
                Err(format!("{new} is {} (13.1.II)", new.stake))
            }
            "queens-up" | "progressive" if !has_both() => {
                Err(format!("{new} was made before ante and Super Bonus (7.I.B, 13.1.I)"))
            }
            "ante" | "super-bonus" | "queens-up" | "progressive" => Ok(()),
            _ => Err(format!("{new} is no wager of the game")),
        }
    }

    /// 10.III: every player plays or folds, once; forfeited wagers are collected later.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let spot = decision.spot;
        if facts.at(Place::Dealer).len() != 5 {
            return Err(format!("box {spot} was asked before all cards were dealt (10.I)"));
        }
        match (decision.word, decision.nth) {
            ("play" | "fold", 0) => Ok(Follows::default()),
            (word, nth) => Err(format!("box {spot} chose {word} after {nth} decisions (10.III)")),
        }
    }

    /// 10.III, 10.IV: when each has decided, from the dealer's left. MLP-6.III: the progressive wager is forfeited; no paragraph
    /// says when that chip is settled.
    fn once_decided(&self, facts: &Facts) -> Follows {
        let mut follows = Follows::default();
        for b in facts.hands_that(true).into_iter().rev() {
            for kinds in [&["ante", "super-bonus"][..], &["queens-up"]] {
                let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
                let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
                follows.now.extend(own.chain(theirs).map(|w| Expected::loses(w, "10.III, 10.IV")));
            }
            follows.sometime.extend(facts.open(b, "progressive").map(|w| Expected::loses(w, "MLP-6.III")));
        }
        follows
    }

    /// RULING-C4P-1.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    /// 7.III, RULING-C4P-1: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let own = WAGERS.iter().filter_map(|kind| facts.open(b, kind));
        let theirs = WAGERS.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.III")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 1
    }

    /// 12.III, RULING-C4P-6: a dealer's card that was seen before the dealer turned the cards.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        let undecided = || facts.hands().iter().any(|b| !self.has_decided(facts, *b));
        let dealt = facts.at(Place::Dealer).len() == 5;
        match irregularity {
            "dealer-card-exposed" if undecided() || !dealt || facts.shown(Place::Dealer) == 0 => {
                Some("12.III")
            }
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("12.II, 8.IV, 9.IV"),
            "shoe-jam" if self.shoe && facts.closed => Some("12.V"),
            _ => None,
        }
    }

    /// RULING-C4P-6: if one card is face up, it is the one that was seen too early or the first that the dealer has
    /// turned.
    fn may_void(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        (irregularity == "dealer-card-exposed" && facts.shown(Place::Dealer) == 1).then_some("12.III")
    }

    /// 10.V: one player at a time from the dealer's right.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands_that(false).into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            plan.turns.push(self.turn(facts, b)?);
        }
        Ok(plan)
    }
}

impl Terms {
    /// 10.V.A: ante, play, Super Bonus, Queens Up, the bets for the dealers, the progressive.
    fn turn(&self, facts: &Facts, b: u8) -> Result<Turn, String> {
        let cards = facts.faces(hand_of(b), 5)?;
        let (own, dealer) = (worth(&cards), worth(&facts.faces(Place::Dealer, 5)?));
        // 10.V.A.1: no comparison with a dealer below king high.
        let result = dealer.is_at_least_high(KING).then(|| own.cmp(&dealer));
        let (mut lines, mut theirs) = (Vec::new(), Vec::new());
        for kind in &WAGERS[..4] {
            let line = |w: Staked| match *kind {
                "ante" => self.even(w, result, Outcome::Pushes, w.stake),
                "play" => {
                    // RULING-C4P-10: without a pair of aces it counts only up to the ante.
                    let most = if own.is_at_least_pair(ACE) { w.stake } else { facts.stake(b, "ante") };
                    self.even(w, result, Outcome::Wins, most.min(w.stake))
                }
                "super-bonus" => self.super_bonus(w, &own, result),
                _ => self.by_table(w, queens_up_price(&own), "10.V.A.3, 11.III"),
            };
            lines.extend(facts.open(b, kind).map(line).transpose()?);
            theirs.extend(facts.open_for_dealers(b, kind).map(line).transpose()?);
        }
        lines.extend(theirs);
        let (progressive, envy) = progressive::settle(facts, b, || Ok(cards))?;
        lines.extend(progressive);
        Ok(Turn { lines, envy })
    }

    /// 10.V.A.1, 10.V.A.2, 11.I. `unqualified` is the outcome against a dealer who does not qualify; `counts` is the
    /// part of the stake that counts.
    fn even(
        &self,
        w: Staked,
        result: Option<Ordering>,
        unqualified: Outcome,
        counts: i64,
    ) -> Result<Expected, String> {
        let outcome = match result {
            None => unqualified,
            Some(Ordering::Less) => Outcome::Loses,
            Some(Ordering::Equal) => Outcome::Pushes,
            Some(Ordering::Greater) => Outcome::Wins,
        };
        let (paid, returned) = match outcome {
            Outcome::Wins => (self.pays.win(counts, (1, 1))?, w.stake),
            Outcome::Loses => (0, w.stake - counts),
            _ => (0, w.stake),
        };
        let mut line = Expected::wager(w, outcome, Paid::Amount(paid), returned, "10.V.A, 11.I");
        line.basis = Some(counts);
        line.odds = (outcome == Outcome::Wins).then_some((1, 1));
        Ok(line)
    }

    /// 11.II, RULING-C4P-9: paid from a straight up; below that it loses to a dealer who qualifies with a higher hand,
    /// otherwise it is returned.
    fn super_bonus(&self, w: Staked, own: &Worth, result: Option<Ordering>) -> Result<Expected, String> {
        match (super_bonus_price(own), result) {
            (Some(price), _) => Expected::wins(w, price, &self.pays, "11.II"),
            (None, Some(Ordering::Less)) => Ok(Expected::loses(w, "RULING-C4P-9")),
            (None, _) => Ok(Expected::pushes(w, "10.V.A, 2.I.D.4")),
        }
    }

    fn by_table(&self, w: Staked, price: Option<Price>, why: &'static str) -> Result<Expected, String> {
        match price {
            Some(price) => Expected::wins(w, price, &self.pays, why),
            None => Ok(Expected::loses(w, why)),
        }
    }
}
