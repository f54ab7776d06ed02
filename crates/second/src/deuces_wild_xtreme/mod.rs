//! Colorado Deuces Wild Xtreme, from the rule text and the rulings alone: five cards each with the joker and the deuces
//! wild, an ante and odds, then a play wager of twice the ante or a fold, and six bonus wagers that survive the fold.

#![allow(clippy::expect_used, clippy::panic, reason = "test code: a wrong table stops the test")]

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::Terms;

use super::dj_wild::rank::{Kind, Worth, worth};
use super::poker;
use super::poker::course::{face_up_is_void, in_stacks, one_by_one};
use super::poker::document::{Cards, Document, Follows, Plan, Turn};
use super::poker::facts::{Decision, Facts, Staked, hand_of};
use super::poker::line::{Expected, Paid};
use super::poker::rank::{Category, five, once};
use engine::{Event, Outcome, Place, Spot};
use felt::Card;
use std::cmp::Ordering;
use terms::{BEATEN, ODDS, Prize, TRIPS};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["colorado/deuces-wild-xtreme"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// The wagers that are paid at odds, in the order of RULING-DWX-11.
const WAGERS: [&str; 6] = ["ante", "odds", "play", "bad-beat-xtreme", "trips-plus-wild", "goin-wild"];

/// The wagers that are paid "for one".
const PROGRESSIVES: [&str; 3] = ["goin-wild-progressive", "too-wild-progressive", "five-card-linked"];

/// Their meters (RULING-DWX-14).
const METERS: [&str; 3] = ["goin-wild", "too-wild", "five-card-linked"];

/// Compares one round, given from `RoundOpened` to `RoundEnded`, with the document.
///
/// # Errors
/// Returns the first difference, in words.
pub fn check(round: &[Event], terms: &Terms) -> Result<(), String> {
    face_up_is_void(round, "RULING-DWX-9:e")?;
    poker::check(round, terms)
}

impl Document for Terms {
    /// 8; 11.F.I: a replacement card where the linked progressive is offered.
    fn cards(&self) -> Cards {
        Cards { own: 5, dealer: 5, board: usize::from(self.units.contains_key("five-card-linked")) }
    }

    fn has_shoe(&self) -> bool {
        self.shoe
    }

    /// RULING-DWX-7, RULING-DWX-8: five cards each, the dealer last, and the replacement card every round.
    fn course(&self, boxes: &[u8]) -> Vec<Place> {
        let places: Vec<Place> = boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect();
        let mut course = if self.shoe { in_stacks(&places, 5) } else { one_by_one(&places, 5) };
        course.extend(in_stacks(&[Place::Board], self.cards().board));
        course
    }

    /// 6, 3, RULING-DWX-6: equal ante and odds, or neither if bonus wagers may be made alone.
    fn takes_part(&self, facts: &Facts, b: u8) -> bool {
        let [ante, odds] = ["ante", "odds"].map(|kind| facts.stake(b, kind));
        if ante == 0 && odds == 0 {
            return !self.main_needed && !facts.wagers_of(b).is_empty();
        }
        ante > 0 && (ante == odds || !self.odds)
    }

    fn place(&self, facts: &Facts, new: &Staked) -> Result<(), String> {
        let (b, unit) = (new.on(), self.units.get(new.kind));
        let offered = match new.kind {
            "ante" => true,
            "play" => !new.for_dealers,
            "odds" => self.odds,
            kind => self.tables.contains_key(kind),
        };
        // 7: none on a progressive.
        if !offered || new.for_dealers && (!self.dealers_bets || unit.is_some()) {
            return Err(format!("{new} is no wager of the table"));
        }
        if new.kind == "play" {
            let ante = facts.stake(b, "ante");
            if new.stake != 2 * ante {
                return Err(format!("{new} is {} on an ante of {ante} (8.A)", new.stake));
            }
            return facts.is_chosen(new, "play");
        }
        if facts.closed {
            return Err(format!("{new} was made after the call (8)"));
        }
        if unit.is_some_and(|unit| *unit != new.stake) {
            return Err(format!("{new} is {} (17.A.III, 18.A.III, 19.A.IV)", new.stake));
        }
        let lacks = facts.wager(b, "ante").is_none() || self.odds && facts.wager(b, "odds").is_none();
        if self.main_needed && lacks && !matches!(new.kind, "ante" | "odds") {
            return Err(format!("{new} was made before ante and odds (3, RULING-DWX-6)"));
        }
        Ok(())
    }

    /// 8.A, 8.B, 8.B.I: a fold loses ante and odds immediately, with the bets for the dealers beside them
    /// (RULING-DWX-17).
    fn decide(&self, facts: &Facts, decision: &Decision) -> Result<Follows, String> {
        let (b, spot) = (decision.on(), decision.spot);
        if facts.at(Place::Dealer).len() != 5 || !facts.at(Place::Board).is_empty() {
            return Err(format!(
                "box {spot} was asked before the deal was over or too late (8, RULING-DWX-8)"
            ));
        }
        if facts.stake(b, "ante") == 0 {
            return Err(format!("box {spot} was asked without an ante (RULING-DWX-6)"));
        }
        let kinds = ["ante", "odds"];
        match (decision.word, decision.nth) {
            ("play", 0) => Ok(Follows::default()),
            ("fold", 0) => {
                let own = kinds.iter().filter_map(|kind| facts.open(b, kind));
                let theirs = kinds.iter().filter_map(|kind| facts.open_for_dealers(b, kind));
                let now = own.chain(theirs).map(|w| Expected::loses(w, "8.B")).collect();
                Ok(Follows { now, sometime: Vec::new() })
            }
            (word, nth) => Err(format!("box {spot} chose {word} after {nth} decisions (8)")),
        }
    }

    /// RULING-DWX-1.
    fn silence(&self, _facts: &Facts, _b: u8) -> &'static str {
        "fold"
    }

    fn has_decided(&self, facts: &Facts, b: u8) -> bool {
        facts.decisions_of(b) == 1 || facts.wager(b, "ante").is_none()
    }

    /// RULING-DWX-5:j, RULING-DWX-9:e to :g.
    fn voids_round(&self, facts: &Facts, irregularity: &str) -> Option<&'static str> {
        match irregularity {
            "card-face-up" => facts.closed.then_some("RULING-DWX-9:e"),
            "wrong-count" | "wrong-deck" if facts.anything_dealt() => Some("RULING-DWX-9:f"),
            "shoe-jam" if self.shoe && facts.closed => Some("RULING-DWX-5:j"),
            _ => None,
        }
    }

    /// 9, RULING-DWX-11: one player at a time from the dealer's right, including those who folded.
    fn expected(&self, facts: &Facts) -> Result<Plan, String> {
        let mut plan = Plan { turns: Vec::new(), in_order: true };
        for b in facts.hands().into_iter().filter(|b| !facts.is_undone_unseen(*b)) {
            plan.turns.push(Turn { lines: self.turn(facts, b)?, envy: Vec::new() });
        }
        Ok(plan)
    }

    /// 19.A.III, RULING-DWX-16: an award for each such hand, in the order of the hands, or for the best of them alone,
    /// to all patrons with the wager who were not paid one, from the dealer's right.
    fn at_last(&self, facts: &Facts) -> Result<Vec<Expected>, String> {
        let Some((_, columns)) = self.tables.get("five-card-linked") else { return Ok(Vec::new()) };
        let Some(envy) = columns.get(1) else { return Ok(Vec::new()) };
        let (mut brings, mut has) = (Vec::new(), Vec::new());
        for b in facts.in_round.iter().rev().copied() {
            let Some(w) = facts.wager(b, "five-card-linked") else { continue };
            match facts.ended.get(&w.number) {
                Some(Outcome::Wins) => match self.linked_row(facts, b)?.and_then(|row| envy[row]) {
                    Some(Prize::Dollars(dollars)) => brings.push((b, dollars * w.stake)),
                    _ => has.push(w),
                },
                Some(Outcome::Loses) => has.push(w),
                _ => {}
            }
        }
        if self.envy_once {
            let most = brings.iter().map(|(_, dollars)| *dollars).max();
            let best = brings.iter().find(|(_, dollars)| Some(*dollars) == most).copied();
            brings = best.into_iter().collect();
        }
        let award = |(b, amount): (u8, i64), w: &Staked| {
            let mut line = Expected::award(w.patron, w.spot, Spot::first(b), "envy", amount);
            line.why = "19.A.III";
            // 19.A.IV: the line contains the multiplied unit.
            line.basis = Some(w.stake).filter(|unit| *unit != 100);
            line
        };
        Ok(brings.into_iter().flat_map(|brought| has.iter().map(move |w| award(brought, w))).collect())
    }
}

impl Terms {
    /// RULING-DWX-11, RULING-DWX-17: the wagers in their order, each followed by its cap, the bets for the dealers
    /// likewise, and the progressives.
    fn turn(&self, facts: &Facts, b: u8) -> Result<Vec<Expected>, String> {
        let wagers: Vec<Staked> = WAGERS.iter().filter_map(|kind| facts.open(b, kind)).collect();
        let chips: Vec<Staked> = PROGRESSIVES.iter().filter_map(|kind| facts.open(b, kind)).collect();
        if wagers.is_empty() && chips.is_empty() {
            return Ok(Vec::new());
        }
        let cards = facts.faces(hand_of(b), 5)?;
        let dealer = worth(&facts.faces(Place::Dealer, 5)?);
        let (mut lines, mut theirs) = (Vec::new(), Vec::new());
        for w in wagers {
            let line = self.at_odds(w, &cards, &dealer)?;
            if let Some(beside) = facts.open_for_dealers(b, w.kind) {
                theirs.push(line.beside(beside, &self.pays)?);
            }
            lines.push(line);
        }
        lines.extend(theirs);
        // 4: right after the line.
        let cut = |line: &Expected| {
            let limit = self.limits.get(line.wager).filter(|_| line.outcome == Some(Outcome::Wins));
            limit.map(|limit| line.above(*limit, "4, 12.A.IV, 14.A.IV, 15.A.V, 16.A.IV"))
        };
        let mut lines: Vec<Expected> =
            lines.into_iter().flat_map(|line| [cut(&line), Some(line)].into_iter().rev().flatten()).collect();
        for w in chips {
            lines.push(self.for_one(facts, w, &cards)?);
        }
        Ok(lines)
    }

    /// 9, 11.A to 11.C.
    fn at_odds(&self, w: Staked, cards: &[Card], dealer: &Worth) -> Result<Expected, String> {
        let own = worth(cards);
        let pays = |column: usize, row: Option<usize>| match row
            .and_then(|row| self.tables.get(w.kind)?.1.get(column)?.get(row).copied().flatten())
        {
            Some(Prize::To(win)) => Expected::wins(w, (win, 1), &self.pays, "10").map(Some),
            Some(prize) => Err(format!("{prize:?} for {w}")),
            None => Ok(None),
        };
        let row = |rows: &[Kind], kind: Kind| rows.iter().position(|row| *row == kind);
        let by_table = match w.kind {
            // 9.A to 9.C.
            "ante" | "odds" | "play" => match own.cmp(dealer) {
                Ordering::Less => return Ok(Expected::loses(w, "9.C.I")),
                Ordering::Equal => return Ok(Expected::pushes(w, "9.B.I")),
                Ordering::Greater if w.kind != "odds" => {
                    return Expected::wins(w, (1, 1), &self.pays, "9.A.I");
                }
                Ordering::Greater => {
                    return Ok(pays(0, row(ODDS, own.kind))?.unwrap_or(Expected::pushes(w, "9.A.II, 12")));
                }
            },
            // 11.A, 14.A.III.
            "bad-beat-xtreme" => {
                let beaten = own.kind.min(dealer.kind);
                pays(0, row(BEATEN, beaten).filter(|_| own != *dealer))?
            }
            "trips-plus-wild" => pays(usize::from(is_natural(cards, own.kind)), row(TRIPS, own.kind))?,
            // 16.A.III, RULING-DWX-13: five are paid as four, the joker's row is the joker alone.
            "goin-wild" => pays(
                0,
                match wilds(cards) {
                    (0 | 1, false) => None,
                    (deuces, joker) => Some(4_usize.saturating_sub(deuces + usize::from(joker))),
                },
            )?,
            _ => return Err(format!("{w} is settled by nothing")),
        };
        Ok(by_table.unwrap_or(Expected::loses(w, "10")))
    }

    /// 11.D to 11.F: the wager is not returned; amounts are multiplied by the unit and shares are not (RULING-DWX-14).
    fn for_one(&self, facts: &Facts, w: Staked, cards: &[Card]) -> Result<Expected, String> {
        let row = match w.kind {
            // RULING-DWX-13.
            "goin-wild-progressive" => match wilds(cards) {
                (4.., _) => Some(0),
                (3, true) => Some(1),
                (3, false) => Some(2),
                (2, true) => Some(3),
                (2, false) => Some(4),
                (1, true) => Some(5),
                _ => None,
            },
            "too-wild-progressive" => {
                let own = worth(cards).kind;
                // The printed row of the royal flush is two here, the natural one first.
                let at = ODDS.iter().position(|kind| *kind == own);
                let wild = own != Kind::Royal || !is_natural(cards, own);
                at.map(|at| at + usize::from(own != Kind::FiveWilds && wild))
            }
            _ => self.linked_row(facts, w.on())?,
        };
        let (_, columns) = &self.tables[w.kind];
        let meter = PROGRESSIVES.iter().position(|kind| *kind == w.kind).map_or("", |at| METERS[at]);
        Ok(match row.and_then(|row| columns[0].get(row).copied().flatten()) {
            Some(Prize::Share(percent)) => {
                Expected::wager(w, Outcome::Wins, Paid::Meter(meter, percent * 100), 0, "RULING-DWX-14")
            }
            Some(Prize::Dollars(dollars)) => {
                Expected::prize(w, dollars * w.stake, "17.A.III, 18.A.III, 19.A.IV")
            }
            Some(prize) => return Err(format!("{prize:?} for {w}")),
            None => Expected::loses(w, "10"),
        })
    }

    /// 11.F, 19.A.V, 19.A.VI, RULING-DWX-15: the row of the hand with its deuces as twos and the replacement card for
    /// the joker. A joker that is itself the replacement does not count.
    fn linked_row(&self, facts: &Facts, b: u8) -> Result<Option<usize>, String> {
        let drawn = facts.faces(Place::Board, 1)?[0];
        let cards = facts.faces(hand_of(b), 5)?;
        let cards: Vec<Card> = cards.iter().map(|card| if card.is_joker() { drawn } else { *card }).collect();
        let cards = once(&cards);
        let category = five(&cards).category;
        let (_, columns) = &self.tables["five-card-linked"];
        let place = if columns[0].len() > 5 {
            Some(Category::Royal as usize - category as usize)
        } else {
            let rows = [
                category == Category::Royal,
                category == Category::StraightFlush,
                four_of_a_suit(&cards, true),
                category == Category::Flush,
                four_of_a_suit(&cards, false),
            ];
            rows.iter().position(|met| *met)
        };
        Ok(place.filter(|row| columns[0].get(*row).is_some_and(Option::is_some)))
    }
}

/// The number of deuces, and whether there is a joker; a duplicate card counts once (RULING-DWX-9:h).
fn wilds(cards: &[Card]) -> (usize, bool) {
    let deuces = once(cards).iter().filter(|card| card.rank_number() == 2).count();
    (deuces, cards.iter().any(|card| card.is_joker()))
}

/// 15.A.III, 15.A.IV, RULING-DWX-4: no joker, and no deuce except a single one that is the two of a run to the five or
/// the six, of the same suit for a straight flush.
fn is_natural(cards: &[Card], kind: Kind) -> bool {
    let as_twos = five(&once(cards));
    match wilds(cards) {
        (0, false) => true,
        (1, false) => match kind {
            Kind::Straight => as_twos.category == Category::Straight,
            Kind::StraightFlush => as_twos.category == Category::StraightFlush,
            _ => false,
        },
        _ => false,
    }
}

/// Whether four of the cards are of one suit and, if `in_a_row`, of consecutive ranks, with the ace at either end.
fn four_of_a_suit(cards: &[Card], in_a_row: bool) -> bool {
    let ranks_of = |suit| cards.iter().filter(move |card| card.suit() == suit).map(|card| card.rank_number());
    let suits = cards.iter().map(|card| card.suit());
    suits.into_iter().any(|suit| {
        let ranks: Vec<u8> = ranks_of(suit).collect();
        let low_ace = |rank: u8| if rank == 1 { 14 } else { rank };
        let run = |from: u8| (from..from + 4).all(|rank| ranks.contains(&low_ace(rank)));
        if in_a_row { (1..=11).any(run) } else { ranks.len() >= 4 }
    })
}
