//! The longest round and the dearest one.
//!
//! All hands share the board and one deck, so the best hands are not held by all at once. The proofs are short.
//! A straight flush that beats the dealer needs hole cards: the cards that the board lacks of it. Two boxes never
//! lack the same, and of three such rows of five the middle one would lie within the two others, which would ask
//! for six cards on the board. So there are at most two, and one of them is the royal flush. With the flop alone,
//! whoever has a straight flush leaves no pair on it, and so nobody has four of a kind or a full house.
//!
//! What is left open: beside two straight flushes at most two boxes have four of a kind, while the bound grants it
//! to all others. A round with six boxes reaches more than nine tenths of it.

use super::state::Holdem;
use super::terms::{Pays, ProgressiveTerms};
use super::words;
use crate::common::{plus, times};
use crate::poker::Category;
use engine::{Bounds, WagerBound};
use felt::{Money, Odds, Pay};

/// Burnt before the flop and before the last two cards.
const BURNT: u32 = 2;
/// The community cards.
const BOARD: u32 = 5;
/// Cards of a patron or of the dealer.
const HOLE: u32 = 2;
/// Check, check, play or fold.
const DECISIONS: u32 = 3;
/// Bets are closed, and the settlement is released.
const STEPS: u32 = 2;
/// Ante, blind, play, trips, progressive.
const WAGERS: u32 = 5;
/// So many boxes have a straight flush of their own at most, and so many an envy bonus or a share of the meter.
const STRAIGHT_FLUSHES: u32 = 2;

impl Holdem {
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let boxes = u32::from(self.terms.boxes);
        let cards = boxes * HOLE + HOLE + BURNT + BOARD;
        let progressive = self.terms.progressive.as_ref();
        let drawn = progressive.map_or(0, |_| boxes.min(STRAIGHT_FLUSHES));
        let envied = drawn * boxes.saturating_sub(1);
        let (hands, capped) = self.dearest_hands();
        Bounds {
            cards,
            inputs: STEPS + cards + boxes * DECISIONS + (boxes + 1) * HOLE + drawn,
            lines: boxes * (WAGERS + self.bets_for_dealers()) + capped + envied,
            pays: plus(
                plus(hands, self.dearest_for_dealers()),
                progressive.map_or(Money::ZERO, |terms| dearest_progressives(terms, boxes)),
            ),
            wagers: self.wager_bounds(),
        }
    }

    /// How many bets for the dealers may lie on a box: beside ante, blind and trips.
    fn bets_for_dealers(&self) -> u32 {
        if self.terms.dealer_bets { 2 + u32::from(self.terms.trips.is_some()) } else { 0 }
    }

    /// The most that is paid on them in all boxes, which no limit cuts.
    fn dearest_for_dealers(&self) -> Money {
        if !self.terms.dealer_bets {
            return Money::ZERO;
        }
        let ante = self.terms.limits.max;
        let won =
            |hand| plus(plus(ante, self.best_odds(&self.terms.blind_pays, hand, ante)), self.trips(hand));
        let apart = |at: u8| won(ladder(at));
        let flush_board = |at: u8| if at == 0 { apart(0) } else { self.trips(Category::StraightFlush) };
        let royal_board = |_: u8| self.trips(Category::RoyalFlush);
        let rounds: [&dyn Fn(u8) -> Money; 3] = [&apart, &flush_board, &royal_board];
        let paid = |hand: &dyn Fn(u8) -> Money| (0..self.terms.boxes).map(hand).fold(Money::ZERO, plus);
        rounds.iter().map(|hand| paid(hand)).max().unwrap_or(Money::ZERO)
    }

    /// The most that is paid on ante, blind, play and trips of all boxes, and how many of them a limit can cut.
    fn dearest_hands(&self) -> (Money, u32) {
        let boxes = self.terms.boxes;
        let apart = |at: u8| plus(self.against_dealer(ladder(at)), self.trips(ladder(at)));
        // The board is a straight flush: one patron may have a higher one, the others tie with the dealer.
        let flush_board = |at: u8| match at {
            0 => apart(0),
            _ => self.trips(Category::StraightFlush),
        };
        let royal_board = |_: u8| self.trips(Category::RoyalFlush);
        let rounds: [&dyn Fn(u8) -> Money; 3] = [&apart, &flush_board, &royal_board];
        let cap = self.terms.cap.most;
        let paid =
            |hand: &dyn Fn(u8) -> Money| (0..boxes).map(|at| hand(at).min(cap)).fold(Money::ZERO, plus);
        let cut = |hand: &dyn Fn(u8) -> Money| (0..boxes).map(|at| u32::from(hand(at) > cap)).sum::<u32>();
        let pays = rounds.iter().map(|hand| paid(hand)).max().unwrap_or(Money::ZERO);
        (pays, rounds.iter().map(|hand| cut(hand)).max().unwrap_or(0))
    }

    /// Ante, blind and a play wager of four antes, won with a hand no better than this.
    fn against_dealer(&self, hand: Category) -> Money {
        let ante = self.terms.limits.max;
        plus(times(ante, 5), self.best_odds(&self.terms.blind_pays, hand, ante))
    }

    /// Trips with a hand no better than this.
    fn trips(&self, hand: Category) -> Money {
        let trips = self.terms.trips.as_ref();
        trips.map_or(Money::ZERO, |trips| self.best_odds(&trips.pays, hand, trips.limits.max))
    }

    fn best_odds(&self, pays: &Pays<Odds>, hand: Category, stake: Money) -> Money {
        let lines = pays.iter().take(hand as usize + 1).flatten();
        lines.map(|row| self.terms.pay(row.pays, stake)).max().unwrap_or(Money::ZERO)
    }

    fn wager_bounds(&self) -> Vec<WagerBound> {
        let boxes = u32::from(self.terms.boxes);
        // Ante, blind and trips may each have a bet for the dealers beside them.
        let both = if self.terms.dealer_bets { 2 * boxes } else { boxes };
        let ante = self.terms.limits.max;
        let play = times(ante, 4);
        let blind = self.best_odds(&self.terms.blind_pays, Category::RoyalFlush, ante);
        let bound = |wager, count, stake, pays| WagerBound { wager, count, stake, pays };
        let mut bounds = vec![
            bound(words::ANTE, both, ante, ante),
            bound(words::BLIND, both, ante, blind),
            bound(words::PLAY_WAGER, boxes, play, play),
        ];
        if let Some(trips) = &self.terms.trips {
            bounds.push(bound(words::TRIPS, both, trips.limits.max, self.trips(Category::RoyalFlush)));
        }
        if let Some(terms) = &self.terms.progressive {
            let amounts = Category::ALL.into_iter().map(|hand| amount(terms, hand));
            let best = amounts.max().unwrap_or(Money::ZERO);
            bounds.push(bound(words::PROGRESSIVE, boxes, terms.stake, best));
            let envy = terms.envy.iter().flatten().map(|row| row.pays).max().unwrap_or(Money::ZERO);
            let envied = boxes.min(STRAIGHT_FLUSHES) * boxes.saturating_sub(1);
            bounds.push(bound(words::ENVY, envied, Money::ZERO, envy));
        }
        bounds
    }
}

/// The best hands that boxes can have against the dealer, the best box first.
fn ladder(at: u8) -> Category {
    match at {
        0 => Category::RoyalFlush,
        1 => Category::StraightFlush,
        _ => Category::FourOfAKind,
    }
}

/// What the house pays on the progressive wagers of all boxes, and as envy for their hands: with straight flushes
/// there is no pair on the flop, and with a pair no straight flush.
fn dearest_progressives(terms: &ProgressiveTerms, boxes: u32) -> Money {
    let brings = |hand: Category| {
        let envy = terms.envy[hand as usize].map_or(Money::ZERO, |row| row.pays);
        plus(amount(terms, hand), times(envy, boxes.saturating_sub(1)))
    };
    let up_to = |best: Category| {
        let hands = Category::ALL.into_iter().filter(|hand| *hand <= best);
        hands.map(brings).max().unwrap_or(Money::ZERO)
    };
    let others = |taken: u32, best: Category| times(up_to(best), boxes.saturating_sub(taken));
    let second = brings(Category::StraightFlush).max(up_to(Category::Flush));
    let first = second.max(brings(Category::RoyalFlush));
    let second = if boxes > 1 { second } else { Money::ZERO };
    let flushes = plus(plus(first, second), others(STRAIGHT_FLUSHES, Category::Flush));
    let pairs = plus(up_to(Category::FourOfAKind), others(1, Category::FullHouse));
    flushes.max(pairs)
}

/// What the house pays for a hand; a share of the meter is not its own.
fn amount(terms: &ProgressiveTerms, hand: Category) -> Money {
    match terms.pays[hand as usize].map(|row| row.pays) {
        Some(Pay::Amount(amount)) => amount,
        Some(Pay::MeterPercent(_) | Pay::Odds(_)) | None => Money::ZERO,
    }
}
