//! Lucky Ladies: the first two cards total 20 (CO-RF-21.E, CO-RF-21.G).
//!
//! Two ten-valued cards do, and so do an ace and a nine, whose best total is 20. Matched means two identical
//! cards, suited means two of one suit. The dealer's blackjack matters only with two queens of hearts.

use super::{Case, DealerBlackjack, Line};
use crate::common::{is_ace, is_ten_valued, one_suit};
use felt::{Card, Rank, Suit};

pub(super) const FELT: [Line; 5] =
    [("queens-dealer-blackjack", has_queens_and_blackjack), QUEENS, MATCHED, SUITED, ANY];

pub(super) const PROGRESSIVE: [Line; 7] = [
    ("queens-blackjack-specific", |case| {
        has_queens(case) && case.blackjack == DealerBlackjack::Of(case.sight.specific_suit)
    }),
    ("queens-blackjack-suited", |case| has_queens(case) && case.blackjack.is_suited()),
    ("queens-blackjack", has_queens_and_blackjack),
    QUEENS,
    MATCHED,
    SUITED,
    ANY,
];

const QUEENS: Line = ("queens", has_queens);
const MATCHED: Line = ("matched-20", |case| {
    let [first, second] = case.sight.first_two;
    is_20(case) && first == second
});
const SUITED: Line = ("suited-20", |case| is_20(case) && one_suit(&case.sight.first_two).is_some());
const ANY: Line = ("any-20", is_20);

const QUEEN_OF_HEARTS: Card = Card::new(Rank::Queen, Suit::Hearts);

fn has_queens(case: &Case<'_>) -> bool {
    case.sight.first_two == [QUEEN_OF_HEARTS; 2]
}

fn has_queens_and_blackjack(case: &Case<'_>) -> bool {
    has_queens(case) && case.blackjack.is_some()
}

fn is_20(case: &Case<'_>) -> bool {
    let [first, second] = case.sight.first_two;
    let is_nine = |card: Card| card.rank_number() == 9;
    is_ten_valued(first) && is_ten_valued(second)
        || is_ace(first) && is_nine(second)
        || is_nine(first) && is_ace(second)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all_pairs, cards, choose, sight, sight_of};
    use super::super::{Bet, Finding, Sight, find};
    use super::*;

    const BOTH: [Bet; 2] = [Bet::LuckyLadies, Bet::LuckyLadiesProgressive];

    #[test]
    fn each_line_without_the_dealers_blackjack() {
        for bet in BOTH {
            let line = |first_two| find(bet, &sight(first_two, "6c"), |_| true);
            assert_eq!(line("Qh Qh"), Finding::Line("queens"));
            assert_eq!(line("Qs Qs"), Finding::Line("matched-20"));
            assert_eq!(line("Ts Ts"), Finding::Line("matched-20"));
            assert_eq!(line("Qh Kh"), Finding::Line("suited-20"));
            assert_eq!(line("9h Ah"), Finding::Line("suited-20"));
            assert_eq!(line("Qh Qd"), Finding::Line("any-20"));
            assert_eq!(line("Ah 9d"), Finding::Line("any-20"));
            assert_eq!(line("Ts Kd"), Finding::Line("any-20"));
            assert_eq!(line("9s 9s"), Finding::Nothing);
            assert_eq!(line("As Ks"), Finding::Nothing);
            assert_eq!(line("As As"), Finding::Nothing);
        }
    }

    #[test]
    fn queens_of_hearts_with_the_dealers_blackjack() {
        let line = |bet, dealer: &str, has| {
            let dealer = cards(dealer);
            let base = sight("Qh Qh", "2c");
            let seen = Sight { up: dealer[0], dealer: &dealer, dealer_blackjack: has, ..base };
            find(bet, &Sight { specific_suit: Suit::Diamonds, ..seen }, |_| true)
        };
        for (dealer, id) in [
            ("Kd Ad", "queens-blackjack-specific"),
            ("Ad Td", "queens-blackjack-specific"),
            ("As Js", "queens-blackjack-suited"),
            ("As Jd", "queens-blackjack"),
        ] {
            assert_eq!(line(Bet::LuckyLadiesProgressive, dealer, Some(true)), Finding::Line(id));
            assert_eq!(line(Bet::LuckyLadies, dealer, Some(true)), Finding::Line("queens-dealer-blackjack"));
        }
        for bet in BOTH {
            assert_eq!(line(bet, "Ad", None), Finding::Wait);
            assert_eq!(line(bet, "Kd", None), Finding::Wait);
            assert_eq!(line(bet, "9d", None), Finding::Line("queens"), "no blackjack begins with a nine");
            assert_eq!(line(bet, "Kd", Some(false)), Finding::Line("queens"));
            assert_eq!(line(bet, "Kd 5d Ad", Some(false)), Finding::Line("queens"));
        }
    }

    #[test]
    fn other_hands_do_not_wait() {
        for bet in BOTH {
            assert_eq!(find(bet, &sight("Qs Qs", "As"), |_| true), Finding::Line("matched-20"));
            assert_eq!(find(bet, &sight("Qh Qd", "Ks"), |_| true), Finding::Line("any-20"));
            assert_eq!(find(bet, &sight("5h Qd", "As"), |_| true), Finding::Nothing);
        }
    }

    #[test]
    fn all_hands_are_counted() {
        for decks in [1, 2, 6] {
            let twins = choose(decks, 2);
            let suited = 4 * (choose(4 * decks, 2) - 4 * twins) + 4 * decks * decks;
            let all_20 = choose(16 * decks, 2) + (4 * decks) * (4 * decks);
            let expected = [
                ("queens", twins),
                ("matched-20", 15 * twins),
                ("suited-20", suited),
                ("any-20", all_20 - 16 * twins - suited),
            ];
            for bet in BOTH {
                all_pairs(decks, |first_two| find(bet, &sight_of(first_two, cards("6c")[0]), |_| true))
                    .are(&expected, choose(52 * decks, 2));
            }
        }
    }

    /// Six decks, figure by figure.
    #[test]
    fn the_counts_of_six_decks() {
        all_pairs(6, |first_two| find(Bet::LuckyLadies, &sight_of(first_two, cards("6c")[0]), |_| true))
            .are(&[("queens", 15), ("matched-20", 225), ("suited-20", 1_008), ("any-20", 3_888)], 48_516);
    }
}
