//! Pai Gow Poker, from the rule text alone: how the house sets seven cards (OH-PGP-12), how they rank for the Fortune
//! Bonus Wager (OH-PGP-15.V), and the account of a table.
//!
//! - `rank`: hands of five and of two cards by counting; the joker is tried as every card it may be;
//! - `seven`: the 21 ways to set seven cards;
//! - `ways`: the house ways, each a condition on the seven cards and a choice among the 21;
//! - `fortune`: the rows of the bonus;
//! - `deal`: the order of dealing; `compare`: two hands against two others; `terms`: what is paid;
//! - `round`: cards and chips as a record reports them; `hands`: how each hand is set; `settle`: the payments that
//!   follow;
//! - `due`: the expected lines, and their order;
//! - `chips`: wagers that are made, raised and taken back;
//! - `rotation`: whose turn it is to have the bank; `bank`: its cover, and what the house bets; `bank_settle`: its
//!   final settlement.
//!
//! Where neither the text nor a ruling gives an order, any order is accepted: for what is returned when bets are
//! closed, when a hand or the round is void, and for what a ruling awards.
//!
//! Readings chosen where section 12 leaves a choice:
//!
//! 1. Between settings whose low hands are of the same ranks, the one with the higher high hand is played, as VII.C asks of two
//!    pairs: the suit or the joker that completes a straight or a flush stays in the high hand. Where high hands are of the same
//!    rank too, either will do; the same seven cards always give the same one.
//! 2. The joker is an ace wherever cards are counted (6.I): with an ace it is a pair, with two it is three of a kind,
//!    alone it is the ace required by III and IX.B.
//! 3. A low hand that no paragraph fills gets the next two highest cards, as II.A and III.A say (III.B to E, IX.A,
//!    IX.B).
//! 4. Split: the lower pair in the low hand (III), two of the four (IX).
//! 5. A straight or flush that the pair would break (VII.B): it is kept, with the highest low hand, as VII.A says.
//! 6. Two aces and the joker (VII.E): with the ace in the low hand goes the next highest card, as V.A says for three
//!    aces, even if another card would leave a straight or flush in the high hand.
//! 7. Four of a kind, and five aces, come before any straight or flush: VII names neither.
//! 8. Two threes of a kind are reported as VI.A; VIII.C says the same (Q163). Four aces with three of a kind are split,
//!    unless the three are kings: the exception of IX.D.

mod bank;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod bank_sessions;
mod bank_settle;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod builder;
mod chips;
mod compare;
mod deal;
mod due;
mod fortune;
mod hands;
pub mod rank;
mod rotation;
mod round;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod sessions;
mod settle;
mod seven;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;
mod ways;

pub use fortune::Fortune;
pub use round::Watch;
pub use terms::Terms;

use felt::Card;
use seven::Seven;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/pai-gow-poker"],
    by: |_, config| Box::new(Watch::new(Terms::read(config))),
};

/// Returns how the house sets seven different cards: the high hand and the low hand.
pub fn house_way(cards: &[Card; 7]) -> ([Card; 5], [Card; 2]) {
    let seven = Seven::new(cards);
    let setting = (ways::of(&seven).plays)(&seven);
    (setting.high, setting.low)
}

/// Returns the paragraph that decides how the house sets these cards, such as `OH-PGP-12.VII.C`.
pub fn branch(cards: &[Card; 7]) -> &'static str {
    ways::of(&Seven::new(cards)).id
}

/// Returns the best paid row of 15.V that the cards make.
pub fn fortune(cards: &[Card; 7]) -> Fortune {
    fortune::of(&Seven::new(cards))
}
