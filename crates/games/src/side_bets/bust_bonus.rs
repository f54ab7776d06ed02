//! Bust Bonus: the dealer goes over 21; what it pays depends on the dealer's up card (CO-RF-21.C, CO-RF-25).
//!
//! Suited means that all cards of the dealer's hand are of one suit. Only three eights have a row of their
//! own. Every ten-valued up card counts as a ten. An own hand of 30 loses.

use super::twenty_two::HIGHEST_TOTAL;
use super::{Case, Line};
use crate::common::{is_ten_valued, one_suit};

/// The number that stands for the ace.
const ACE: u8 = 14;

pub(super) const LINES: [Line; 22] = [
    ("888-suited", three_eights::<true>),
    ("888-off-suit", three_eights::<false>),
    ("ace-suited", up::<ACE, true>),
    ("ace-off-suit", up::<ACE, false>),
    ("2-suited", up::<2, true>),
    ("2-off-suit", up::<2, false>),
    ("3-suited", up::<3, true>),
    ("3-off-suit", up::<3, false>),
    ("4-suited", up::<4, true>),
    ("4-off-suit", up::<4, false>),
    ("5-suited", up::<5, true>),
    ("5-off-suit", up::<5, false>),
    ("6-suited", up::<6, true>),
    ("6-off-suit", up::<6, false>),
    ("7-suited", up::<7, true>),
    ("7-off-suit", up::<7, false>),
    ("8-suited", up::<8, true>),
    ("8-off-suit", up::<8, false>),
    ("9-suited", up::<9, true>),
    ("9-off-suit", up::<9, false>),
    ("10-suited", up::<10, true>),
    ("10-off-suit", up::<10, false>),
];

fn up<const NUMBER: u8, const SUITED: bool>(case: &Case<'_>) -> bool {
    let up = case.sight.up;
    let number = if is_ten_valued(up) { 10 } else { up.rank_number() };
    number == NUMBER && is_won::<SUITED>(case)
}

fn three_eights<const SUITED: bool>(case: &Case<'_>) -> bool {
    let dealer = case.sight.dealer;
    dealer.len() == 3 && dealer.iter().all(|card| card.rank_number() == 8) && is_won::<SUITED>(case)
}

fn is_won<const SUITED: bool>(case: &Case<'_>) -> bool {
    case.sight.dealer_total > 21
        && case.sight.own_total < HIGHEST_TOTAL
        && one_suit(case.sight.dealer).is_some() == SUITED
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counts, cards, faces, sight};
    use super::super::{Bet, Finding, Sight, find};
    use super::*;

    /// The total of a hand that is over 21 or has no ace.
    fn total(dealer: &[felt::Card]) -> u8 {
        dealer.iter().map(|card| if card.rank_number() == ACE { 1 } else { card.rank_number().min(10) }).sum()
    }

    fn against(dealer: &str, own_total: u8) -> Finding {
        let dealer = cards(dealer);
        let base = sight("9c 9d", "2c");
        let seen = Sight {
            up: dealer[0],
            dealer: &dealer,
            dealer_total: total(&dealer),
            dealer_done: true,
            own_total,
            ..base
        };
        find(Bet::BustBonus, &seen, |_| true)
    }

    #[test]
    fn each_line() {
        for (first, name) in [
            ("A", "ace"),
            ("2", "2"),
            ("3", "3"),
            ("4", "4"),
            ("5", "5"),
            ("6", "6"),
            ("7", "7"),
            ("8", "8"),
            ("9", "9"),
            ("T", "10"),
            ("J", "10"),
            ("Q", "10"),
            ("K", "10"),
        ] {
            let find_line = |suffix: &str| {
                let id = format!("{name}-{suffix}");
                Finding::Line(Bet::BustBonus.line_ids().find(|line| *line == id).unwrap())
            };
            assert_eq!(against(&format!("{first}s 6s Ts Ks"), 18), find_line("suited"));
            assert_eq!(against(&format!("{first}s 6s Ts Kc"), 18), find_line("off-suit"));
        }
    }

    #[test]
    fn three_eights_and_nothing_else() {
        assert_eq!(against("8s 8s 8s", 18), Finding::Line("888-suited"));
        assert_eq!(against("8s 8d 8s", 18), Finding::Line("888-off-suit"));
        assert_eq!(against("8s 8d 9s", 18), Finding::Line("8-off-suit"));
        assert_eq!(against("8s 6s 8s", 18), Finding::Line("8-suited"));
    }

    #[test]
    fn thirty_and_a_dealer_who_is_not_over_lose() {
        assert_eq!(against("8s 8s 8s", 30), Finding::Nothing);
        assert_eq!(against("8s 8s 8s", 26), Finding::Line("888-suited"));
        assert_eq!(against("6s 6d 9s", 18), Finding::Nothing);
    }

    /// Three faces drawn one after the other, each of 52 every time, an ace as one: a total over 21 never
    /// takes three cards besides the up card. A second and third card of the values that together take an up
    /// card `u` over 21 are `4 (2 + u)` with a ten-valued second card, and `1 + ... + (1 + u)` less the first
    /// three terms with another. Of the 64 combinations of suits, 4 are of a single suit.
    #[test]
    fn all_hands_of_three_cards_are_counted() {
        let mut counts = Counts::default();
        for first in faces() {
            for second in faces() {
                for third in faces() {
                    let dealer = [first, second, third];
                    let base = sight("9c 9d", "2c");
                    let dealer_total = total(&dealer);
                    let seen = Sight { up: first, dealer: &dealer, dealer_total, dealer_done: true, ..base };
                    counts.add(find(Bet::BustBonus, &seen, |_| true), 1);
                }
            }
        }
        let triangle = |n: u64| n * (n + 1) / 2;
        let ways = |up: u64| 4 * (2 + up) + triangle(1 + up) - triangle(3);
        let mut expected = vec![("888-suited", 4), ("888-off-suit", 60)];
        for id in Bet::BustBonus.line_ids().skip(4) {
            let (name, suiting) = id.split_once('-').unwrap();
            let ranks = match name {
                "8" => ways(8) - 1,
                "10" => 4 * ways(10),
                other => ways(other.parse().unwrap()),
            };
            expected.push((id, ranks * if suiting == "suited" { 4 } else { 60 }));
        }
        counts.are(&expected, 52 * 52 * 52);
    }
}
