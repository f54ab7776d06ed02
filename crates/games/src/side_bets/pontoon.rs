//! Player Pair and Bonus: the first two cards of a box at Pontoon Plus (SG-PP-3.14, SG-PP-3.15, SG-PP-4.1.3).
//!
//! A pair is two cards of one rank, of any suits; a king and a queen are not a pair. The decks have no tens,
//! and no row of the bonus has one.

use super::{Case, Line};
use crate::common::one_suit;

pub(super) const PLAYER_PAIR: [Line; 1] = [("pair", |case| {
    let [low, high] = ranks(case);
    low == high
})];

pub(super) const BONUS: [Line; 6] = [
    ("aces-suited", |case| ranks(case) == [ACE; 2] && one_suit(&case.sight.first_two).is_some()),
    ("aces", |case| ranks(case) == [ACE; 2]),
    ("high-pair", |case| matches!(ranks(case), [11, 11] | [12, 12] | [13, 13])),
    ("ace-picture", |case| matches!(ranks(case), [11..=13, ACE])),
    ("low-pair", |case| matches!(ranks(case), [low @ 2..=9, high] if low == high)),
    ("ace-low", |case| matches!(ranks(case), [2..=9, ACE])),
];

const ACE: u8 = 14;

/// The numbers of the ranks, the lower first.
fn ranks(case: &Case<'_>) -> [u8; 2] {
    let [a, b] = case.sight.first_two.map(felt::Card::rank_number);
    if a <= b { [a, b] } else { [b, a] }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counts, choose, pairs, sight, sight_of};
    use super::super::{Bet, Finding, find};

    #[test]
    fn each_line_of_the_bonus() {
        let line = |first_two| find(Bet::Bonus, &sight(first_two, "As"), |_| true);
        assert_eq!(line("Ad Ad"), Finding::Line("aces-suited"));
        assert_eq!(line("Ad As"), Finding::Line("aces"));
        for hand in ["Kd Kd", "Qc Qs", "Jh Jd"] {
            assert_eq!(line(hand), Finding::Line("high-pair"));
        }
        for hand in ["Kd Ad", "As Qs", "Jh Ad"] {
            assert_eq!(line(hand), Finding::Line("ace-picture"));
        }
        for hand in ["9d 9d", "2c 2s", "7h 7d"] {
            assert_eq!(line(hand), Finding::Line("low-pair"));
        }
        for hand in ["9d Ad", "Ac 2c", "7h Ad"] {
            assert_eq!(line(hand), Finding::Line("ace-low"));
        }
        for hand in ["Kd Qd", "9c 8c", "Kd 9d"] {
            assert_eq!(line(hand), Finding::Nothing);
        }
    }

    #[test]
    fn a_pair_is_of_one_rank() {
        let line = |first_two| find(Bet::PlayerPair, &sight(first_two, "As"), |_| true);
        assert_eq!(line("Kd Ks"), Finding::Line("pair"));
        assert_eq!(line("2d 2d"), Finding::Line("pair"));
        assert_eq!(line("Ad Ac"), Finding::Line("pair"));
        assert_eq!(line("Kd Qd"), Finding::Nothing);
    }

    #[test]
    fn all_hands_are_counted() {
        for decks in [1, 2, 4, 6, 8] {
            let count = |bet| {
                let mut counts = Counts::default();
                let no_ten = |cards: &[felt::Card; 2]| cards.iter().all(|card| card.rank_number() != 10);
                for (first_two, ways) in pairs(decks).filter(|(cards, _)| no_ten(cards)) {
                    counts.add(find(bet, &sight_of(first_two, first_two[0]), |_| true), ways);
                }
                counts
            };
            let all = choose(48 * decks, 2);
            let pair = choose(4 * decks, 2);
            let two_ranks = (4 * decks) * (4 * decks);
            let suited = 4 * choose(decks, 2);
            count(Bet::PlayerPair).are(&[("pair", 12 * pair)], all);
            count(Bet::Bonus).are(
                &[
                    ("aces-suited", suited),
                    ("aces", pair - suited),
                    ("high-pair", 3 * pair),
                    ("ace-picture", 3 * two_ranks),
                    ("low-pair", 8 * pair),
                    ("ace-low", 8 * two_ranks),
                ],
                all,
            );
        }
    }
}
