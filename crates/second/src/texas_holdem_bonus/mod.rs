//! Ohio Texas Hold 'Em Bonus Poker, from the rule text alone: two cards each, five in the middle, an ante, then a flop
//! wager or a fold, optional turn and river wagers, and a bonus on the two cards.

#![allow(clippy::expect_used, clippy::panic, reason = "test code: a wrong table stops the test")]
#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::poker::course::{in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn, everybody_has_decided};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::Expected;
use super::poker::progressive;
use super::poker::rank::{Category, Worth, best, once};
use engine::Place;
use std::cmp::Ordering;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/texas-holdem-bonus"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| super::poker::check(round, &terms))
    },
};

/// The wagers that a decision makes: at how many community cards, and how many times the ante (10.I, 10.III, 10.V).
const RAISES: [(&str, usize, i64); 3] = [("flop", 0, 2), ("turn", 3, 1), ("river", 4, 1)];

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

    /// 8.II, 9.II: two cards each, the dealer last. 10.II, 10.IV, 10.VI: a card is burnt before flop, turn and river.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        let mut course = if self.shoe { in_stacks(&places, 2) } else { one_by_one(&places, 2) };
        for board in [3, 1, 1] {
            course.push(Place::Rack);
            course.extend(in_stacks(&[Place::Board], board));
        }
        course
    }

    /// 8.II, RULING-THB-19: whether the patron has placed an ante.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        facts.wager(b, "ante").is_some()
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let (b, board) = (new.on(), facts.at(Place::Board).len());
        if let Some((_, at, times)) =
            RAISES.into_iter().find(|(kind, ..)| *kind == new.kind && !new.for_dealers)
        {
            let ante = facts.stake(b, "ante");
            if board != at || new.stake != times * ante {
                return Err(format!("{new} is {} on an ante of {ante} with {board} cards", new.stake));
            }
            return facts.is_chosen(new, "play");
        }
        match new.kind {
            "ante" | "bonus" | "progressive" if facts.dealt => {
                Err(format!("{new} was made after the first card (7.II, 13.1.IV)"))
            }
            "bonus" | "progressive" if facts.wager(b, "ante").is_none() => {
                Err(format!("{new} was made before the ante (7.III, 13.1.I)"))
            }
            "bonus" if new.stake < 1_00 => Err(format!("{new} is {} (7.III)", new.stake)),
            "progressive" if new.stake != progressive::STAKE || new.for_dealers => {
                Err(format!("{new} is {} (13.1.II, RULING-THB-27)", new.stake))
            }
            "ante" | "bonus" | "progressive" => Ok(()),
            _ => Err(format!("{new} is no wager of the game")),
        }
    }

    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let board = facts.at(Place::Board).len();
        match (decision.word, board) {
            _ if RAISES.get(decision.nth).is_none_or(|(_, at, _)| *at != board) => Err(format!(
                "box {} decides for the {}. time with {board} cards",
                decision.spot,
                decision.nth + 1
            )),
            ("play", 0 | 3 | 4) | ("check", 3 | 4) => Ok(Follows::default()),
            ("fold", 0) => Ok(fold(facts, decision.on())),
            (word, _) => Err(format!("box {} chose {word} with {board} cards (10.I to V)", decision.spot)),
        }
    }

    /// RULING-THB-1: a fold before the flop, a check after it.
    fn silence(&self, facts: &Facts, _b: u8) -> &'static str {
        if facts.at(Place::Board).is_empty() { "fold" } else { "check" }
    }

    /// 7.V, RULING-THB-30: if the house says so, a leaving patron loses every wager, also for the dealers.
    fn leave(&self, facts: &Facts, b: u8) -> Option<Follows> {
        let kinds = ["ante", "flop", "turn", "river", "bonus", "progressive"];
        let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
        let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
        let now = own.chain(theirs).map(|w| Expected::loses(w, "7.V")).collect();
        self.who_leaves_loses.then_some(Follows { now, sometime: Vec::new() })
    }

    /// RULING-THB-8: the patron has folded, or has answered before the river.
    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.folded.contains(&b) || facts.decisions_of(b) == RAISES.len()
    }

    fn exposure(&self) -> Option<&'static str> {
        Some("12.I")
    }

    /// 12.I: ante, flop, turn and river; also those of a fold, unless the house lets folds stand (RULING-THB-12).
    fn goes_back(&self, facts: &Facts, w: &Staked) -> bool {
        let spared = self.folds_stand && facts.folded.contains(&w.on());
        matches!(w.kind, "ante" | "flop" | "turn" | "river") && !spared
    }

    fn is_ready(&self, facts: &Facts) -> bool {
        let open = || facts.wagers.values().filter(|w| facts.is_open(w));
        let board = facts.shown(Place::Board) >= 5;
        if facts.exposed {
            // RULING-THB-9: only a progressive wager needs the board.
            let dealt = open().all(|w| facts.at(hand_of(w.on())).len() >= 2);
            return dealt && (board || open().all(|w| w.kind != "progressive"));
        }
        // 10.II to 10.VII, RULING-THB-20: even if all players have folded.
        board && facts.shown(Place::Dealer) >= 2 && everybody_has_decided(self, facts)
    }

    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let seen = |boxes: Vec<u8>| boxes.into_iter().filter(|b| !facts.is_undone_unseen(*b));
        let mut plan = Plan { turns: Vec::new(), in_order: !facts.exposed };
        if facts.exposed {
            // 12.I, RULING-THB-9: bonus and progressive are settled on the cards. The order of the players is open.
            for b in seen(facts.hands()) {
                let lines = self.cap_and_dealers(facts, b, self.bonus(facts, b)?)?;
                plan.turns.push(with_progressive(facts, b, lines)?);
            }
            return Ok(plan);
        }
        // 10.VIII: one player at a time from the dealer's right, then the bonus of those who folded (10.I.B.1).
        for b in seen(facts.hands_that(false)) {
            let dealer = best_of(facts, Place::Dealer)?;
            let mut lines = self.against_dealer(facts, b, &dealer)?;
            lines.extend(self.bonus(facts, b)?);
            let lines = self.cap_and_dealers(facts, b, lines)?;
            plan.turns.push(with_progressive(facts, b, lines)?);
        }
        for b in seen(facts.hands_that(true)) {
            let lines = self.cap_and_dealers(facts, b, self.bonus(facts, b)?)?;
            plan.turns.push(Turn { lines, envy: Vec::new() });
        }
        Ok(plan)
    }
}

impl Terms {
    /// 10.VIII.A to C: ante, flop, turn and river. 10.VIII.B: the ante of a winner is paid from a straight up, and
    /// below that returned (RULING-THB-11).
    fn against_dealer(&self, facts: &Facts, b: u8, dealer: &Worth) -> Result<Vec<Expected>, String> {
        let hand = best_of(facts, hand_of(b))?;
        let mut lines = Vec::new();
        for w in ["ante", "flop", "turn", "river"].into_iter().filter_map(|kind| facts.open(b, kind)) {
            lines.push(match hand.cmp(dealer) {
                Ordering::Less => Expected::loses(w, "10.VIII.A"),
                Ordering::Equal => Expected::pushes(w, "10.VIII.C"),
                Ordering::Greater if w.kind == "ante" && hand.category < Category::Straight => {
                    Expected::pushes(w, "10.VIII.B")
                }
                Ordering::Greater => Expected::wins(w, (1, 1), &self.pays, "10.VIII.B, 11.II")?,
            });
        }
        Ok(lines)
    }

    /// 10.VIII.D: the two cards alone, whatever the result of the other wagers. RULING-THB-29: a pair of aces against
    /// the dealer's aces has a separate line if the house offers it, but not if the hands are void.
    fn bonus(&self, facts: &Facts, b: u8) -> Result<Vec<Expected>, String> {
        let Some(w) = facts.open(b, "bonus") else { return Ok(Vec::new()) };
        let cards = once(&facts.faces(hand_of(b), 2)?);
        let aces =
            |cards: &[felt::Card]| cards.len() == 2 && cards.iter().all(|card| card.rank_number() == 14);
        let both = match self.both_aces.filter(|_| aces(&cards) && !facts.exposed) {
            Some(price) => {
                Some(price).filter(|_| facts.faces(Place::Dealer, 2).is_ok_and(|theirs| aces(&once(&theirs))))
            }
            None => None,
        };
        Ok(vec![match both.or_else(|| self.bonus_price(&cards)) {
            Some(price) => Expected::wins(w, price, &self.pays, "10.VIII.D, 11.III, 11.IV")?,
            None => Expected::loses(w, "10.VIII.D"),
        }])
    }

    /// 11.V: the payment above the limit is taken off. RULING-THB-27: after that the bets for the dealers end as the
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
        lines.extend(Expected::cap(&lines, self.most(), "11.V"));
        lines.extend(theirs);
        Ok(lines)
    }
}

/// 10.I.B: the ante is collected, with the bet for the dealers beside it (RULING-THB-27). MLP-6.III: the progressive
/// wager is forfeited.
fn fold(facts: &Facts, b: u8) -> Follows {
    let lost = facts.open(b, "ante").into_iter().chain(facts.open_for_dealers(b, "ante"));
    Follows {
        now: lost.map(|w| Expected::loses(w, "10.I.B")).collect(),
        sometime: facts.open(b, "progressive").map(|w| Expected::loses(w, "MLP-6.III")).into_iter().collect(),
    }
}

/// 13.2.III, 13.3.I: the progressive after the rest, by the two cards and the flop.
fn with_progressive(facts: &Facts, b: u8, mut lines: Vec<Expected>) -> Result<Turn, String> {
    let (own, envy) = progressive::settle(facts, b, || {
        let mut cards = facts.faces(hand_of(b), 2)?;
        cards.extend(facts.faces(Place::Board, 5)?.into_iter().take(3));
        Ok(cards)
    })?;
    lines.extend(own);
    Ok(Turn { lines, envy })
}

/// 1.I.G: the best five of the two cards and the five community cards.
fn best_of(facts: &Facts, place: Place) -> Result<Worth, String> {
    let mut cards = facts.faces(place, 2)?;
    cards.extend(facts.faces(Place::Board, 5)?);
    Ok(best(&once(&cards)))
}
