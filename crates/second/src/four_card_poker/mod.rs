//! Ohio Four Card Poker, from the rule text alone: five cards for each player and six for the dealer, one of them open; an ante
//! that is played on or forfeited, Aces Up with it or alone, and the linked progressive.

pub mod rank;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::poker;
use super::poker::course::{in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, closes_bets, hand_of};
use super::poker::line::Expected;
use super::poker::progressive;
use engine::{Event, Place, RulingAct, What};
use rank::{Worth, worth};
use std::cmp::Ordering;
use terms::{aces_up_price, ante_bonus_price};

/// The wagers, in the order of RULING-4CP-15.
const WAGERS: [&str; 4] = ["ante", "play", "aces-up", "progressive"];

/// How many cards the dealer has; the last of them is face up.
const DEALERS: usize = 6;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/four-card-poker"],
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
    poker::check(round, terms)
}

/// Returns how many of the dealer's five closed cards are visible to all.
fn closed_cards_shown(facts: &Facts) -> usize {
    facts.at(Place::Dealer).iter().take(DEALERS - 1).filter(|card| card.up).count()
}

/// 12.III: checks that the round is void if a closed dealer's card was visible to all before every player had decided.
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
        let decides = |b: &u8| facts.stake(*b, "ante") > 0 && facts.decisions_of(*b) == 0;
        let gone = |b: &u8| facts.wagers_of(*b).iter().any(|w| facts.left.contains(&w.patron));
        let ruled = |b: &u8| {
            let out = RulingAct::VoidHand(engine::Spot::first(*b));
            round.iter().any(|event| matches!(event.what, What::Ruled { act, .. } if act == out))
        };
        let undecided = || facts.in_round.iter().any(|b| decides(b) && !gone(b) && !ruled(b));
        let dealing = facts.at(Place::Dealer).len() < DEALERS;
        if closed_cards_shown(&facts) > 0 && (dealing || undecided()) {
            return Err(
                "a card of the dealer's was seen too early, and the round was not void (12.III)".into()
            );
        }
    }
    Ok(())
}

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 5, dealer: DEALERS, board: 0 }
    }

    /// MLP-6.IV.C.1.
    fn is_verified(&self) -> bool {
        true
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 8.II, 9.II: five cards each, the dealer last. The dealer's sixth comes right after the fifth; from a shoe it is
    /// one of a stack of five, of which the others go to the rack.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        let mut course = if self.shoe { in_stacks(&places, 5) } else { one_by_one(&places, 5) };
        course.push(Place::Dealer);
        if self.shoe {
            course.extend([Place::Rack; 4]);
        }
        course
    }

    /// 7.I: an ante, Aces Up, or both.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        ["ante", "aces-up"].iter().any(|kind| facts.stake(b, kind) > 0)
    }

    /// 13.1.I, RULING-4CP-11: what a progressive wager needs beside it.
    fn is_supported(&self, facts: &Facts, w: &Staked) -> bool {
        let ante = facts.stake(w.on(), "ante") > 0;
        w.kind != "progressive" || ante || (!self.progressive_needs_ante && self.takes_part(facts, w.on()))
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        match new.kind {
            "play" => {
                let ante = facts.stake(new.on(), "ante");
                if new.for_dealers || ![1, 2, 3].iter().any(|times| times * ante == new.stake) {
                    return Err(format!(
                        "{new} is {} on an ante of {ante} (10.III, RULING-4CP-17)",
                        new.stake
                    ));
                }
                facts.is_chosen(new, "play")
            }
            "ante" | "aces-up" | "progressive" if facts.closed => {
                Err(format!("{new} was made after the call (7.IV, 13.1.IV)"))
            }
            "progressive" if new.for_dealers => Err(format!("{new} is no wager of the game (RULING-4CP-17)")),
            "progressive" if new.stake != progressive::STAKE => {
                Err(format!("{new} is {} (13.1.II)", new.stake))
            }
            "progressive" if !self.is_supported(facts, new) => {
                Err(format!("{new} was made before the others (13.1.I)"))
            }
            "ante" | "aces-up" | "progressive" => Ok(()),
            _ => Err(format!("{new} is no wager of the game")),
        }
    }

    /// 10.III: a patron with an ante plays or folds, once; forfeited wagers are collected later.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        if facts.at(Place::Dealer).len() != DEALERS {
            return Err(format!("box {spot} was asked before all cards were dealt (10.I)"));
        }
        if facts.stake(b, "ante") == 0 {
            return Err(format!("box {spot} has no ante and was asked (10.III)"));
        }
        match (decision.word, decision.nth) {
            ("play" | "fold", 0) => Ok(Follows::default()),
            (word, nth) => Err(format!("box {spot} chose {word} after {nth} decisions (10.III)")),
        }
    }

    /// 10.IV: when each has decided, from the dealer's left; Aces Up stays (10.III). MLP-6.III: the progressive wager is forfeited;
    /// no paragraph says when that chip is settled.
    fn once_decided(&self, facts: &Facts) -> Follows {
        let mut follows = Follows::default();
        for b in facts.hands_that(true).into_iter().rev() {
            let antes = facts.open(b, "ante").into_iter().chain(facts.open_for_dealers(b, "ante"));
            follows.now.extend(antes.map(|w| Expected::loses(w, "10.III, 10.IV")));
            follows.sometime.extend(facts.open(b, "progressive").map(|w| Expected::loses(w, "MLP-6.III")));
        }
        follows
    }

    /// RULING-4CP-1.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    /// 7.III, RULING-4CP-1: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let own = WAGERS.iter().filter_map(|kind| facts.open(b, kind));
        let theirs = WAGERS.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.III")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    /// 10.III: a patron with only Aces Up has no decision.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 1 || facts.stake(b, "ante") == 0
    }

    /// 12.III, RULING-4CP-6: a closed dealer's card that was seen before the dealer turned the cards.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        let undecided = || facts.hands().iter().any(|b| !self.has_decided(facts, *b));
        let dealt = facts.at(Place::Dealer).len() == DEALERS;
        match irregularity {
            "dealer-card-exposed" if undecided() || !dealt || closed_cards_shown(facts) == 0 => {
                Some("12.III")
            }
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("12.II, 8.IV, 9.IV"),
            "shoe-jam" if self.shoe && facts.closed => Some("12.V"),
            _ => None,
        }
    }

    /// RULING-4CP-6: if one closed card is face up, it is the one that was seen too early or the first that the dealer
    /// has turned.
    fn may_void(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        (irregularity == "dealer-card-exposed" && closed_cards_shown(facts) == 1).then_some("12.III")
    }

    /// 10.VI, 10.VII: one player at a time from the dealer's right, including those with only Aces Up or after a fold.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands().into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            let folded = facts.folded.contains(&b);
            if !folded || facts.open(b, "aces-up").is_some() {
                plan.turns.push(self.turn(facts, b, folded)?);
            }
        }
        Ok(plan)
    }
}

impl Terms {
    /// RULING-4CP-15: ante and its bonus, play, Aces Up, the bets for the dealers, the progressive.
    fn turn(&self, facts: &Facts, b: u8, folded: bool) -> Result<Turn, String> {
        let cards = facts.faces(hand_of(b), 5)?;
        let own = worth(&cards);
        let (mut lines, mut theirs, mut their_bonus) = (Vec::new(), Vec::new(), None);
        for kind in ["ante", "play", "aces-up"] {
            if folded && kind != "aces-up" && facts.open(b, kind).is_some() {
                return Err(format!("box {b} folded, and the {kind} still lies there (10.IV)"));
            }
            if let Some(w) = facts.open(b, kind) {
                lines.push(self.line(w, &own, facts)?);
                lines.extend(self.ante_bonus(w, &own)?);
            }
            if let Some(w) = facts.open_for_dealers(b, kind) {
                theirs.push(self.line(w, &own, facts)?);
                their_bonus = their_bonus.or(self.ante_bonus(w, &own)?);
            }
        }
        lines.extend(theirs);
        lines.extend(their_bonus);
        // A folded hand has no progressive wager any more, and brings no envy bonus (RULING-4CP-12).
        if folded {
            return Ok(Turn { lines, envy: Vec::new() });
        }
        let (progressive, envy) = progressive::settle(facts, b, || Ok(cards))?;
        lines.extend(progressive);
        Ok(Turn { lines, envy })
    }

    fn line(&self, w: Staked, own: &Worth, facts: &Facts) -> Result<Expected, String> {
        if w.kind == "aces-up" {
            return match aces_up_price(own) {
                Some(price) => Expected::wins(w, price, &self.pays, "11.I.C"),
                None => Ok(Expected::loses(w, "1.I.B, 11.I.C")),
            };
        }
        // 11.I.A, RULING-4CP-9: a tie wins, and the dealer need not qualify.
        match own.cmp(&worth(&facts.faces(Place::Dealer, DEALERS)?)) {
            Ordering::Less => Ok(Expected::loses(w, "RULING-4CP-9")),
            Ordering::Equal | Ordering::Greater => Expected::wins(w, (1, 1), &self.pays, "11.I.A"),
        }
    }

    /// 11.I.B, RULING-4CP-15: a separate line, computed from the ante of a hand that was played.
    fn ante_bonus(&self, w: Staked, own: &Worth) -> Result<Option<Expected>, String> {
        let Some(price) = ante_bonus_price(own).filter(|_| w.kind == "ante") else { return Ok(None) };
        let paid = self.pays.win(w.stake, price)?;
        let line = Expected::award(w.patron, w.spot, w.spot, "ante-bonus", paid);
        let (basis, odds, for_dealers) = (Some(w.stake), Some(price), w.for_dealers);
        Ok(Some(Expected { for_dealers, basis, odds, why: "11.I.B", ..line }))
    }
}
