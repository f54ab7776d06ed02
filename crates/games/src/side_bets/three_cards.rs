//! 21+3: the first two cards and the dealer's up card as a poker hand of three (CO-RF-21.D, CO-RF-21.F).
//!
//! The ace ranks above the king and below the two, but a run does not go around it. Suited threes are three
//! identical cards; they are never a straight, and a table without a row for them pays them as three of a
//! kind. Two identical cards with a third of their suit are a flush before they are a pair.

use super::{Case, Line, Tops};
use crate::common::one_suit;
use felt::{Card, Suit};

pub(super) const CLASSIC: [Line; 5] = [STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH, PAIR];
pub(super) const XTREME: [Line; 5] = [SUITED_THREE, STRAIGHT_FLUSH, THREE_OF_A_KIND, STRAIGHT, FLUSH];
pub(super) const TOP_3: [Line; 3] = [SUITED_THREE, STRAIGHT_FLUSH, THREE_OF_A_KIND];
pub(super) const PROGRESSIVE: [Line; 7] = [
    ("specific-suit-top", |case| is_top(case, |suit| suit == case.sight.specific_suit)),
    ("suited-top", |case| is_top(case, |_| true)),
    SUITED_THREE,
    STRAIGHT_FLUSH,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
];

const SUITED_THREE: Line = ("suited-three-of-a-kind", |case| is_flush(case) && is_three_of_a_kind(case));
const STRAIGHT_FLUSH: Line = ("straight-flush", |case| is_flush(case) && is_straight(case));
const THREE_OF_A_KIND: Line = ("three-of-a-kind", is_three_of_a_kind);
const STRAIGHT: Line = ("straight", is_straight);
const FLUSH: Line = ("flush", is_flush);
const PAIR: Line = ("pair", |case| {
    let [low, middle, high] = ranks(case);
    low == middle || middle == high
});

fn hand(case: &Case<'_>) -> [Card; 3] {
    let [first, second] = case.sight.first_two;
    [first, second, case.sight.up]
}

/// The numbers of the ranks from the lowest up.
fn ranks(case: &Case<'_>) -> [u8; 3] {
    let mut ranks = hand(case).map(Card::rank_number);
    ranks.sort_unstable();
    ranks
}

fn is_flush(case: &Case<'_>) -> bool {
    one_suit(&hand(case)).is_some()
}

fn is_three_of_a_kind(case: &Case<'_>) -> bool {
    let [low, _, high] = ranks(case);
    low == high
}

fn is_straight(case: &Case<'_>) -> bool {
    let [low, middle, high] = ranks(case);
    low + 1 == middle && middle + 1 == high || [low, middle, high] == [2, 3, 14]
}

/// Whether these are three identical cards of a top rank, of a suit that the test accepts.
fn is_top(case: &Case<'_>, will_do: impl Fn(Suit) -> bool) -> bool {
    let lowest = match case.sight.tops {
        Tops::Aces => 14,
        Tops::AcesKings => 13,
        Tops::AcesKingsQueens => 12,
    };
    is_three_of_a_kind(case)
        && case.sight.up.rank_number() >= lowest
        && one_suit(&hand(case)).is_some_and(will_do)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Counts, choose, faces, sight, sight_of};
    use super::super::{Bet, Finding, Sight, find};
    use super::*;

    fn line(bet: Bet, first_two: &str, up: &str) -> Finding {
        find(bet, &sight(first_two, up), |_| true)
    }

    #[test]
    fn each_line_of_classic() {
        let line = |first_two, up| line(Bet::TwentyOneThreeClassic, first_two, up);
        assert_eq!(line("9s Js", "Ts"), Finding::Line("straight-flush"));
        assert_eq!(line("7s 7d", "7c"), Finding::Line("three-of-a-kind"));
        assert_eq!(line("7s 7s", "7s"), Finding::Line("three-of-a-kind"), "no line for suited threes");
        assert_eq!(line("9s Js", "Td"), Finding::Line("straight"));
        assert_eq!(line("9s Js", "2s"), Finding::Line("flush"));
        assert_eq!(line("9s 9s", "2s"), Finding::Line("flush"), "which is also a pair");
        assert_eq!(line("9s 2d", "9h"), Finding::Line("pair"));
        assert_eq!(line("9s 2d", "2h"), Finding::Line("pair"));
        assert_eq!(line("9s 2d", "4h"), Finding::Nothing);
        assert_eq!(line("Ts Jd", "Kh"), Finding::Nothing, "one value is not one rank");
    }

    #[test]
    fn the_ace_is_high_or_low() {
        let line = |first_two, up| line(Bet::TwentyOneThreeXtreme, first_two, up);
        assert_eq!(line("As 2d", "3h"), Finding::Line("straight"));
        assert_eq!(line("Qs Ad", "Kh"), Finding::Line("straight"));
        assert_eq!(line("Qs As", "Ks"), Finding::Line("straight-flush"));
        assert_eq!(line("3s 2s", "As"), Finding::Line("straight-flush"));
        assert_eq!(line("Ks Ad", "2h"), Finding::Nothing);
        assert_eq!(line("Ks As", "2s"), Finding::Line("flush"));
    }

    #[test]
    fn xtreme_and_top_3() {
        for bet in [Bet::TwentyOneThreeXtreme, Bet::Top3] {
            assert_eq!(line(bet, "7s 7s", "7s"), Finding::Line("suited-three-of-a-kind"));
            assert_eq!(line(bet, "7s 7s", "7d"), Finding::Line("three-of-a-kind"));
            assert_eq!(line(bet, "5s 6s", "7s"), Finding::Line("straight-flush"));
            assert_eq!(line(bet, "7s 7s", "8d"), Finding::Nothing);
        }
        assert_eq!(line(Bet::Top3, "5s 6s", "7d"), Finding::Nothing);
        assert_eq!(line(Bet::Top3, "5s 6s", "9s"), Finding::Nothing);
        let suited = sight("7s 7s", "7s");
        let without = find(Bet::TwentyOneThreeXtreme, &suited, |id| id != "suited-three-of-a-kind");
        assert_eq!(without, Finding::Line("three-of-a-kind"));
    }

    #[test]
    fn the_tops_of_the_progressive() {
        let line = |first_two: &str, up: &str, tops| {
            let seen = Sight { tops, specific_suit: Suit::Hearts, ..sight(first_two, up) };
            find(Bet::TwentyOneThreeProgressive, &seen, |_| true)
        };
        let lower = Finding::Line("suited-three-of-a-kind");
        for (tops, [ace, king, queen]) in [
            (Tops::Aces, [true, false, false]),
            (Tops::AcesKings, [true, true, false]),
            (Tops::AcesKingsQueens, [true; 3]),
        ] {
            for (rank, top) in [("A", ace), ("K", king), ("Q", queen), ("J", false)] {
                let of = |suit: &str| {
                    let card = format!("{rank}{suit}");
                    line(&format!("{card} {card}"), &card, tops)
                };
                assert_eq!(of("h"), if top { Finding::Line("specific-suit-top") } else { lower });
                assert_eq!(of("s"), if top { Finding::Line("suited-top") } else { lower });
            }
        }
        let tops = Tops::AcesKings;
        assert_eq!(line("Ah Ah", "As", tops), Finding::Line("three-of-a-kind"));
        assert_eq!(line("Ah Ah", "Kh", tops), Finding::Line("flush"), "aces and kings do not mix");
        assert_eq!(line("Ah Ad", "Kh", tops), Finding::Nothing, "a pair");
        let flush = Sight { tops, ..sight("2h 9h", "4h") };
        assert_eq!(find(Bet::TwentyOneThreeProgressive, &flush, |id| id != "flush"), Finding::Nothing);
    }

    /// Every combination of three cards of `decks` decks.
    fn count(bet: Bet, decks: u64, pays: impl Fn(&'static str) -> bool) -> Counts {
        let mut counts = Counts::default();
        let all: Vec<Card> = faces().collect();
        for (n, first) in all.iter().enumerate() {
            for (m, second) in all.iter().enumerate().skip(n) {
                for (k, third) in all.iter().enumerate().skip(m) {
                    let ways = match (n == m, m == k) {
                        (true, true) => choose(decks, 3),
                        (true, false) | (false, true) => choose(decks, 2) * decks,
                        (false, false) => decks.pow(3),
                    };
                    counts.add(find(bet, &sight_of([*first, *second], *third), &pays), ways);
                }
            }
        }
        counts
    }

    #[test]
    fn all_hands_are_counted() {
        for decks in [1, 2, 6] {
            let suited_three = 52 * choose(decks, 3);
            let straight_flush = 12 * 4 * decks.pow(3);
            let three = 13 * choose(4 * decks, 3);
            let straight = 12 * (4 * decks).pow(3) - straight_flush;
            let flush = 4 * choose(13 * decks, 3) - straight_flush - suited_three;
            let suited_pair = 52 * choose(decks, 2) * 12 * decks;
            let pair = 13 * choose(4 * decks, 2) * 48 * decks - suited_pair;
            let all = choose(52 * decks, 3);

            let classic = [
                ("straight-flush", straight_flush),
                ("three-of-a-kind", three),
                ("straight", straight),
                ("flush", flush),
                ("pair", pair),
            ];
            count(Bet::TwentyOneThreeClassic, decks, |_| true).are(&classic, all);
            count(Bet::TwentyOneThreeClassic, decks, |id| id != "pair").are(&classic[..4], all);
            let xtreme = [
                ("suited-three-of-a-kind", suited_three),
                ("straight-flush", straight_flush),
                ("three-of-a-kind", three - suited_three),
                ("straight", straight),
                ("flush", flush),
            ];
            count(Bet::TwentyOneThreeXtreme, decks, |_| true).are(&xtreme, all);
            let unsuited = |id| id != "suited-three-of-a-kind";
            count(Bet::TwentyOneThreeXtreme, decks, unsuited).are(&classic[..4], all);
            count(Bet::Top3, decks, |_| true).are(&xtreme[..3], all);
            // The tops are aces and kings, the suit spades.
            let face = choose(decks, 3);
            let progressive = [
                ("specific-suit-top", 2 * face),
                ("suited-top", 6 * face),
                ("suited-three-of-a-kind", 44 * face),
                ("straight-flush", straight_flush),
                ("three-of-a-kind", three - suited_three),
                ("straight", straight),
                ("flush", flush),
            ];
            count(Bet::TwentyOneThreeProgressive, decks, |_| true).are(&progressive, all);
            count(Bet::TwentyOneThreeProgressive, decks, |id| id != "flush").are(&progressive[..6], all);
        }
    }

    /// Six decks, figure by figure.
    #[test]
    fn the_counts_of_six_decks() {
        count(Bet::TwentyOneThreeClassic, 6, |id| id != "pair").are(
            &[
                ("straight-flush", 10_368),
                ("three-of-a-kind", 26_312),
                ("straight", 155_520),
                ("flush", 292_896),
            ],
            5_013_320,
        );
    }
}
