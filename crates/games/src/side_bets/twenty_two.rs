//! Push 22 and Hedge 22: the dealer's total is 22 (OH-FBB-16, CO-RF-21.A).
//!
//! Suited means that all cards of the dealer's hand are of one suit, same colour that all are of one colour.
//! Hedge 22 also requires that the own hand stays below 30.

use super::{Case, Line};
use crate::common::one_suit;
use felt::{Card, Suit};

pub(super) const PUSH: [Line; 3] = [
    ("suited", |case| is_22(case) && one_suit(case.sight.dealer).is_some()),
    ("same-color", |case| is_22(case) && is_one_color(case.sight.dealer)),
    ("other", is_22),
];

pub(super) const HEDGE: [Line; 3] = [
    ("suited", |case| is_hedged(case) && one_suit(case.sight.dealer).is_some()),
    ("same-color", |case| is_hedged(case) && is_one_color(case.sight.dealer)),
    ("other", is_hedged),
];

/// The highest total a hand can reach: a ten drawn to a hard 20.
pub(super) const HIGHEST_TOTAL: u8 = 30;

fn is_22(case: &Case<'_>) -> bool {
    case.sight.dealer_total == 22
}

fn is_hedged(case: &Case<'_>) -> bool {
    is_22(case) && case.sight.own_total < HIGHEST_TOTAL
}

fn is_one_color(cards: &[Card]) -> bool {
    let is_red = |card: &Card| card.suit().map(|suit| matches!(suit, Suit::Diamonds | Suit::Hearts));
    let Some(first) = cards.first().and_then(is_red) else { return false };
    cards.iter().all(|card| is_red(card) == Some(first))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counts, cards, faces, sight};
    use super::super::{Bet, Finding, Sight, find};
    use super::*;

    fn against(dealer: &str, own_total: u8, bet: Bet) -> Finding {
        let dealer = cards(dealer);
        let dealer_total = dealer.iter().map(|card| card.rank_number().min(10)).sum();
        let base = sight("9c 9d", "2c");
        find(bet, &Sight { dealer: &dealer, dealer_total, dealer_done: true, own_total, ..base }, |_| true)
    }

    #[test]
    fn each_line() {
        for bet in [Bet::Push22, Bet::Hedge22] {
            assert_eq!(against("2h Th Kh", 18, bet), Finding::Line("suited"));
            assert_eq!(against("2h Td Kh", 18, bet), Finding::Line("same-color"));
            assert_eq!(against("2s Tc Ks", 18, bet), Finding::Line("same-color"));
            assert_eq!(against("2s Tc Kh", 18, bet), Finding::Line("other"));
            assert_eq!(against("3h Th Kh", 18, bet), Finding::Nothing);
            assert_eq!(against("Th Jh", 18, bet), Finding::Nothing);
        }
    }

    #[test]
    fn a_table_without_the_better_lines_pays_the_next() {
        let dealer = cards("2h Th Kh");
        let seen = Sight { dealer: &dealer, dealer_total: 22, dealer_done: true, ..sight("9c 9d", "2h") };
        assert_eq!(find(Bet::Push22, &seen, |id| id != "suited"), Finding::Line("same-color"));
        assert_eq!(find(Bet::Push22, &seen, |id| id == "other"), Finding::Line("other"));
    }

    #[test]
    fn thirty_loses_the_hedge_alone() {
        assert_eq!(against("2s Tc Kh", 29, Bet::Hedge22), Finding::Line("other"));
        assert_eq!(against("2s Tc Kh", 30, Bet::Hedge22), Finding::Nothing);
        assert_eq!(against("2h Th Kh", 30, Bet::Hedge22), Finding::Nothing);
        assert_eq!(against("2s Tc Kh", 30, Bet::Push22), Finding::Line("other"));
    }

    /// Three faces drawn one after the other, each of 52 every time. Their ranks total 22 in 153 ways: 21
    /// without a ten-valued card, 3 x 4 x 7 with one and 3 x 16 with two. Of the 64 combinations of suits, 4
    /// are of one suit and 12 more of one colour.
    #[test]
    fn all_hands_of_three_cards_are_counted() {
        let ways = 21 + 3 * 4 * 7 + 3 * 16;
        let mut counts = Counts::default();
        for first in faces() {
            for second in faces() {
                for third in faces() {
                    let dealer = [first, second, third];
                    let dealer_total = dealer.iter().map(|card| value(*card)).sum();
                    let base = sight("9c 9d", "2c");
                    let seen = Sight { dealer: &dealer, dealer_total, dealer_done: true, ..base };
                    counts.add(find(Bet::Push22, &seen, |_| true), 1);
                }
            }
        }
        counts.are(&[("suited", ways * 4), ("same-color", ways * 12), ("other", ways * 48)], 52 * 52 * 52);
    }

    /// A hand of three that totals 22 counts its aces as one.
    fn value(card: Card) -> u8 {
        if card.rank_number() == 14 { 1 } else { card.rank_number().min(10) }
    }
}
