//! Ohio Three Card Poker, from the rule text alone: three cards each, an ante that is played on or forfeited, Pair Plus
//! with it or alone, and a Six Card Bonus that survives the fold.

#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

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
use super::poker::line::{Expected, Paid};
use engine::{Event, Outcome, Place, RulingAct, What};
use rank::{Worth, six, worth};
use std::cmp::Ordering;
use terms::{SixPays, ante_bonus_price, six_card_pays};

const SIX_CARD: &str = "six-card-bonus";

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/three-card-poker"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// The wagers, in the order of RULING-3CP-13.
const WAGERS: [&str; 4] = ["ante", "play", "pair-plus", SIX_CARD];

/// Compares one round, given from `RoundOpened` to `RoundEnded`, with the document.
///
/// # Errors
/// Returns the first difference, in words.
pub fn check(round: &[Event], terms: &Terms) -> Result<(), String> {
    seen_early_is_void(round, terms)?;
    poker::check(round, terms)
}

/// 13.III: checks that the round is void if a dealer's card was visible to all before every player had decided.
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
        let early = match what {
            What::CardLaid { place: Place::Dealer, face, .. } => face.is_up(),
            What::CardTurned { place: Place::Dealer, .. } => {
                // A patron who was taken out by a ruling or has left has no more decisions.
                let decides = |b: &u8| facts.stake(*b, "ante") > 0 && facts.decisions_of(*b) == 0;
                let gone = |b: &u8| facts.wagers_of(*b).iter().any(|w| facts.left.contains(&w.patron));
                let ruled = |b: &u8| {
                    let out = RulingAct::VoidHand(engine::Spot::first(*b));
                    round.iter().any(|event| matches!(event.what, What::Ruled { act, .. } if act == out))
                };
                facts.in_round.iter().any(|b| decides(b) && !gone(b) && !ruled(b))
            }
            _ => false,
        };
        if early {
            return Err(
                "a card of the dealer's was seen too early, and the round was not void (13.III)".into()
            );
        }
    }
    Ok(())
}

impl Document for Terms {
    fn cards(&self) -> Cards {
        Cards { own: 3, dealer: 3, board: 0 }
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// 8.II, 9.II: three cards each, the dealer last.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        if self.shoe { in_stacks(&places, 3) } else { one_by_one(&places, 3) }
    }

    /// 7.I: an ante, Pair Plus, or both.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        ["ante", "pair-plus"].iter().any(|kind| facts.stake(b, kind) > 0)
    }

    /// 7.I.D, RULING-3CP-9: a Six Card Bonus beside both others.
    fn is_supported(&self, facts: &Facts, w: &Staked) -> bool {
        w.kind != SIX_CARD || ["ante", "pair-plus"].iter().all(|kind| facts.stake(w.on(), kind) > 0)
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let b = new.on();
        if new.kind == "play" {
            let ante = facts.stake(b, "ante");
            if new.for_dealers || new.stake != ante {
                return Err(format!("{new} is {} on an ante of {ante} (7.I.A, RULING-3CP-17)", new.stake));
            }
            return facts.is_chosen(new, "play");
        }
        if !WAGERS.contains(&new.kind) {
            return Err(format!("{new} is no wager of the game"));
        }
        if facts.closed {
            return Err(format!("{new} was made after the call (7.IV)"));
        }
        if !self.is_supported(facts, new) {
            return Err(format!("{new} was made before ante and Pair Plus (7.I.D)"));
        }
        Ok(())
    }

    /// 10.II: a patron with an ante plays or folds, once; forfeited wagers are collected later.
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        if facts.at(Place::Dealer).len() != 3 {
            return Err(format!("box {spot} was asked before all cards were dealt (10.I)"));
        }
        if facts.stake(b, "ante") == 0 {
            return Err(format!("box {spot} has no ante and was asked (10.II)"));
        }
        match (decision.word, decision.nth) {
            ("play" | "fold", 0) => Ok(Follows::default()),
            (word, nth) => Err(format!("box {spot} chose {word} after {nth} decisions (10.II)")),
        }
    }

    /// 10.III, 10.II.A, 10.II.B: when each has decided, from the dealer's left; the Six Card Bonus stays.
    fn once_decided(&self, facts: &Facts) -> Follows {
        let mut now = Vec::new();
        for b in facts.hands_that(true).into_iter().rev() {
            for kind in ["ante", "pair-plus"] {
                let both = facts.open(b, kind).into_iter().chain(facts.open_for_dealers(b, kind));
                now.extend(both.map(|w| Expected::loses(w, "10.II.A, 10.III")));
            }
        }
        Follows { now, sometime: Vec::new() }
    }

    /// RULING-3CP-1.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    /// 7.III, RULING-3CP-1: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let own = WAGERS.iter().filter_map(|kind| facts.open(b, kind));
        let theirs = WAGERS.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.III")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    /// 10.II: a patron with only Pair Plus has no decision.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 1 || facts.stake(b, "ante") == 0
    }

    /// 13.III, RULING-3CP-6: a dealer's card that was seen before the dealer turned the cards.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        let undecided = || facts.hands().iter().any(|b| !self.has_decided(facts, *b));
        let dealt = facts.at(Place::Dealer).len() == 3;
        match irregularity {
            "dealer-card-exposed" if undecided() || !dealt || facts.shown(Place::Dealer) == 0 => {
                Some("13.III")
            }
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("13.II, 8.IV, 9.IV"),
            "shoe-jam" if self.shoe && facts.closed => Some("13.V"),
            _ => None,
        }
    }

    /// RULING-3CP-6: if one card is face up, it is the one that was seen too early or the first that the dealer has
    /// turned.
    fn may_void(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        (irregularity == "dealer-card-exposed" && facts.shown(Place::Dealer) == 1).then_some("13.III")
    }

    /// 10.IV, 10.V, RULING-3CP-13: one player at a time from the dealer's right.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands().into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            plan.turns.push(Turn { lines: self.turn(facts, b)?, envy: Vec::new() });
        }
        Ok(plan)
    }
}

impl Terms {
    /// 10.IV.B, 10.IV.C, 11.II, RULING-3CP-13: first the lost wagers of the player and of the dealers (RULING-3CP-17),
    /// then the rest in the same order with the bonus after the ante, and finally the Six Card Bonus.
    fn turn(&self, facts: &Facts, b: u8) -> Result<Vec<Expected>, String> {
        let folded = facts.folded.contains(&b);
        let wagers: Vec<&str> = WAGERS.into_iter().filter(|kind| facts.open(b, kind).is_some()).collect();
        if wagers.is_empty() {
            return Ok(Vec::new());
        }
        let cards = facts.faces(hand_of(b), 3)?;
        let dealers = facts.faces(Place::Dealer, 3)?;
        let (own, dealer) = (worth(&cards), worth(&dealers));
        let (mut lost, mut lost_for_them) = (Vec::new(), Vec::new());
        let (mut rest, mut rest_for_them, mut last) = (Vec::new(), Vec::new(), Vec::new());
        let mut bonus_for_them = None;
        for kind in wagers {
            if folded && kind != SIX_CARD {
                return Err(format!("box {b} folded, and the {kind} still lies there (10.III)"));
            }
            let both = [facts.open(b, kind), facts.open_for_dealers(b, kind)].into_iter().flatten();
            for w in both {
                let line = match kind {
                    SIX_CARD => self.six_card(w, &[&cards[..], &dealers].concat())?,
                    "pair-plus" => match self.pair_plus_price(own.kind) {
                        Some(price) => Expected::wins(w, price, &self.pays, "12.IV")?,
                        None => Expected::loses(w, "12.IV"),
                    },
                    _ => self.against_dealer(w, &own, &dealer)?,
                };
                let bonus = if kind == "ante" { self.ante_bonus(w, &own)? } else { None };
                match (kind, line.outcome, w.for_dealers) {
                    (SIX_CARD, ..) => last.push(line),
                    (_, Some(Outcome::Loses), false) => lost.push(line),
                    (_, Some(Outcome::Loses), true) => lost_for_them.push(line),
                    (_, _, false) => rest.push(line),
                    (_, _, true) => rest_for_them.push(line),
                }
                match w.for_dealers {
                    false => rest.extend(bonus),
                    true => bonus_for_them = bonus_for_them.or(bonus),
                }
            }
        }
        Ok([lost, lost_for_them, rest, rest_for_them, bonus_for_them.into_iter().collect(), last].concat())
    }

    /// 12.I to 12.III, RULING-3CP-8.
    fn against_dealer(&self, w: Staked, own: &Worth, dealer: &Worth) -> Result<Expected, String> {
        if !dealer.has_queen() {
            return match w.kind {
                "ante" => Expected::wins(w, (1, 1), &self.pays, "12.I"),
                _ => Ok(Expected::pushes(w, "12.I")),
            };
        }
        match own.cmp(dealer) {
            Ordering::Less => Ok(Expected::loses(w, "RULING-3CP-8")),
            Ordering::Equal => Ok(Expected::pushes(w, "12.III")),
            Ordering::Greater => Expected::wins(w, (1, 1), &self.pays, "12.II"),
        }
    }

    /// 12.V, RULING-3CP-14: a separate line, computed from the ante.
    fn ante_bonus(&self, ante: Staked, own: &Worth) -> Result<Option<Expected>, String> {
        let Some(price) = ante_bonus_price(own.kind) else { return Ok(None) };
        let paid = self.pays.win(ante.stake, price)?;
        let line = Expected::award(ante.patron, ante.spot, ante.spot, "ante-bonus", paid);
        Ok(Some(Expected {
            for_dealers: ante.for_dealers,
            basis: Some(ante.stake),
            odds: Some(price),
            why: "12.V",
            ..line
        }))
    }

    /// 11.II, 12.VI, RULING-3CP-11: by the six cards of both hands.
    fn six_card(&self, w: Staked, cards: &[felt::Card]) -> Result<Expected, String> {
        match six_card_pays(six(cards)) {
            SixPays::Amount(paid) => {
                Ok(Expected::wager(w, Outcome::Wins, Paid::Amount(paid), w.stake, "12.VI"))
            }
            SixPays::Odds(price) => Expected::wins(w, price, &self.pays, "11.II.A.2, 12.VI"),
            SixPays::Nothing => Ok(Expected::loses(w, "11.II.A.1")),
        }
    }
}
