//! Rocket Aces: aces and blackjacks in the first two cards of the box and of the dealer (CO-RA-1.D, CO-RA-2).
//!
//! The pay tables print different rows. Here the rows have one order that is consistent with every table:
//! where a hand meets two rows of one table, the row printed higher comes first. A single ace means exactly
//! one, in a blackjack too.

use super::{Case, DealerBlackjack, Line};
use crate::common::{is_ace, is_ten_valued, one_suit};
use felt::Suit;

pub(super) const LINES: [Line; 11] = [
    ("aces-spades-blackjack-spades", |case| {
        has_aces_of_spades(case) && case.blackjack == DealerBlackjack::Of(Suit::Spades)
    }),
    ("aces-spades-blackjack-suited", |case| has_aces_of_spades(case) && case.blackjack.is_suited()),
    ("aces-suited-blackjack-suited", |case| has_suited_aces(case) && case.blackjack.is_suited()),
    ("aces-suited-blackjack", |case| has_suited_aces(case) && case.blackjack.is_some()),
    ("aces-blackjack", |case| aces(case) == 2 && case.blackjack.is_some()),
    ("aces-suited", has_suited_aces),
    ("blackjacks", |case| has_blackjack(case) && case.blackjack.is_some()),
    ("aces", |case| aces(case) == 2),
    ("blackjack", has_blackjack),
    ("dealer-blackjack", |case| case.blackjack.is_some()),
    ("single-ace", |case| aces(case) == 1),
];

fn aces(case: &Case<'_>) -> usize {
    case.sight.first_two.into_iter().filter(|card| is_ace(*card)).count()
}

fn has_suited_aces(case: &Case<'_>) -> bool {
    aces(case) == 2 && one_suit(&case.sight.first_two).is_some()
}

fn has_aces_of_spades(case: &Case<'_>) -> bool {
    aces(case) == 2 && one_suit(&case.sight.first_two) == Some(Suit::Spades)
}

fn has_blackjack(case: &Case<'_>) -> bool {
    aces(case) == 1 && case.sight.first_two.into_iter().any(is_ten_valued)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        Counts, ROCKET_BLACKJACKS, ROCKET_LONG, ROCKET_MEDIUM, ROCKET_QUICK, ROCKET_TWO_ACES, Table, cards,
        choose, faces, pairs, sight, sight_of,
    };
    use super::super::{Bet, Finding, Sight, find};
    use super::*;
    use felt::Card;

    /// The result against a dealer's blackjack, against none, and against an up card that may become one.
    fn three_ways(table: Table, first_two: &str, blackjack: &str) -> [Finding; 3] {
        let dealer = cards(blackjack);
        let base = sight(first_two, "2c");
        let early = Sight { up: dealer[0], dealer: &dealer[..1], ..base };
        let with = Sight { dealer: &dealer, dealer_blackjack: Some(true), ..early };
        let without = Sight { dealer_blackjack: Some(false), ..early };
        [with, without, early].map(|seen| find(Bet::RocketAces, &seen, |id| table.pays(id)))
    }

    #[test]
    fn with_a_single_ace_base() {
        use Finding::{Line, Nothing, Wait};
        let quick = |hand, dealer| three_ways(ROCKET_QUICK, hand, dealer);
        assert_eq!(quick("As As", "Ks As"), [Line("aces-suited-blackjack"), Line("aces-suited"), Wait]);
        assert_eq!(quick("As Ad", "Ks As"), [Line("aces"); 3], "nothing depends on the dealer's blackjack");
        assert_eq!(quick("As Kd", "Ks As"), [Line("single-ace"); 3], "a blackjack has a single ace");
        assert_eq!(quick("As 5d", "Ks As"), [Line("single-ace"); 3]);
        assert_eq!(quick("Ks 5d", "Ks As"), [Nothing; 3]);

        let medium = |hand, dealer| three_ways(ROCKET_MEDIUM, hand, dealer);
        let top = "aces-spades-blackjack-suited";
        assert_eq!(medium("As As", "Ks As"), [Line(top), Line("aces-suited"), Wait]);
        assert_eq!(medium("As As", "Kd Ad"), [Line(top), Line("aces-suited"), Wait]);
        assert_eq!(medium("As As", "Kd As"), [Line("aces-suited-blackjack"), Line("aces-suited"), Wait]);
        assert_eq!(medium("Ad Ad", "Kd Ad"), [Line("aces-suited-blackjack"), Line("aces-suited"), Wait]);
    }

    #[test]
    fn with_a_blackjack_base() {
        use Finding::{Line, Nothing, Wait};
        let aces = |hand, dealer| three_ways(ROCKET_TWO_ACES, hand, dealer);
        assert_eq!(aces("Ad Ad", "Kc Ac"), [Line("aces-suited-blackjack-suited"), Line("aces"), Wait]);
        assert_eq!(aces("Ad Ad", "Kc Ah"), [Line("aces-suited-blackjack"), Line("aces"), Wait]);
        assert_eq!(aces("Ad Ac", "Kc Ac"), [Line("aces-blackjack"), Line("aces"), Wait]);
        assert_eq!(aces("Ad Kc", "Kc Ac"), [Line("blackjack"); 3], "no row for two blackjacks");
        assert_eq!(aces("Ad 5c", "Kc Ac"), [Line("dealer-blackjack"), Nothing, Wait]);

        let blackjacks = |hand, dealer| three_ways(ROCKET_BLACKJACKS, hand, dealer);
        assert_eq!(blackjacks("Ad Ad", "Kc Ac"), [Line("aces-suited-blackjack-suited"), Nothing, Wait]);
        assert_eq!(blackjacks("Ad Ac", "Kc Ac"), [Line("aces-blackjack"), Nothing, Wait], "aces alone lose");
        assert_eq!(blackjacks("Ad Kc", "Kc Ac"), [Line("blackjacks"), Line("blackjack"), Wait]);
        assert_eq!(blackjacks("9d 9c", "Ac Tc"), [Line("dealer-blackjack"), Nothing, Wait]);
    }

    #[test]
    fn with_all_the_rows() {
        use Finding::{Line, Nothing, Wait};
        let long = |hand, dealer| three_ways(ROCKET_LONG, hand, dealer);
        assert_eq!(long("As As", "Ks As"), [Line("aces-spades-blackjack-spades"), Line("aces-suited"), Wait]);
        assert_eq!(long("As As", "Kd Ad"), [Line("aces-suited-blackjack-suited"), Line("aces-suited"), Wait]);
        assert_eq!(long("Ad Ad", "Ks As"), [Line("aces-suited-blackjack-suited"), Line("aces-suited"), Wait]);
        assert_eq!(long("As As", "Kd As"), [Line("aces-suited-blackjack"), Line("aces-suited"), Wait]);
        assert_eq!(long("As Ac", "Ks As"), [Line("aces-blackjack"), Line("aces"), Wait]);
        assert_eq!(long("As Tc", "Ks As"), [Line("blackjacks"), Line("blackjack"), Wait]);
        assert_eq!(long("As 9c", "Ks As"), [Line("dealer-blackjack"), Nothing, Wait]);
    }

    #[test]
    fn a_small_up_card_settles_at_once() {
        for up in ["2c", "9d"] {
            let line = |hand| find(Bet::RocketAces, &sight(hand, up), |id| ROCKET_LONG.pays(id));
            assert_eq!(line("As As"), Finding::Line("aces-suited"));
            assert_eq!(line("As Ac"), Finding::Line("aces"));
            assert_eq!(line("As Tc"), Finding::Line("blackjack"));
            assert_eq!(line("As 9c"), Finding::Nothing);
        }
    }

    /// Counts every two cards of the box against every blackjack of the dealer from the remaining cards, and
    /// against all their other hands together.
    fn count(table: Table, decks: u64) -> Counts {
        let mut counts = Counts::default();
        for (first_two, ways) in pairs(decks) {
            let base = sight_of(first_two, first_two[0]);
            let left = |face: Card| decks - first_two.iter().filter(|card| **card == face).count() as u64;
            let mut others = choose(52 * decks - 2, 2);
            for ace in faces().filter(|card| is_ace(*card)) {
                for ten in faces().filter(|card| is_ten_valued(*card)) {
                    let seen = Sight { up: ace, dealer: &[ace, ten], dealer_blackjack: Some(true), ..base };
                    let blackjacks = left(ace) * left(ten);
                    others -= blackjacks;
                    counts.add(find(Bet::RocketAces, &seen, |id| table.pays(id)), ways * blackjacks);
                }
            }
            let seen = Sight { dealer_blackjack: Some(false), ..base };
            counts.add(find(Bet::RocketAces, &seen, |id| table.pays(id)), ways * others);
        }
        counts
    }

    #[test]
    fn all_hands_are_counted() {
        for decks in [2, 6] {
            let hands = choose(52 * decks - 2, 2);
            let twins = choose(decks, 2);
            let [suited, mixed] = [4 * twins, choose(4 * decks, 2) - 4 * twins];
            let blackjack = (4 * decks) * (16 * decks);
            // The dealer's blackjacks when two aces are out: all of them, those of one suit, those of spades.
            let against_aces = (4 * decks - 2) * (16 * decks);
            let against_suited = (3 * decks + decks - 2) * (4 * decks);
            let against_spades = (decks - 2) * (4 * decks);
            // The same when a blackjack is out.
            let against_blackjack = (4 * decks - 1) * (16 * decks - 1);
            let all = choose(52 * decks, 2) * hands;
            let alone = blackjack * hands - (suited + mixed) * against_aces - blackjack * against_blackjack;

            count(ROCKET_LONG, decks).are(
                &[
                    ("aces-spades-blackjack-spades", twins * against_spades),
                    ("aces-suited-blackjack-suited", suited * against_suited - twins * against_spades),
                    ("aces-suited-blackjack", suited * (against_aces - against_suited)),
                    ("aces-blackjack", mixed * against_aces),
                    ("aces-suited", suited * (hands - against_aces)),
                    ("blackjacks", blackjack * against_blackjack),
                    ("aces", mixed * (hands - against_aces)),
                    ("blackjack", blackjack * (hands - against_blackjack)),
                    ("dealer-blackjack", alone),
                ],
                all,
            );
            count(ROCKET_MEDIUM, decks).are(
                &[
                    ("aces-spades-blackjack-suited", twins * against_suited),
                    ("aces-suited-blackjack", suited * against_aces - twins * against_suited),
                    ("aces-suited", suited * (hands - against_aces)),
                    ("aces", mixed * hands),
                    ("single-ace", (4 * decks) * (48 * decks) * hands),
                ],
                all,
            );
            count(ROCKET_TWO_ACES, decks).are(
                &[
                    ("aces-suited-blackjack-suited", suited * against_suited),
                    ("aces-suited-blackjack", suited * (against_aces - against_suited)),
                    ("aces-blackjack", mixed * against_aces),
                    ("aces", (suited + mixed) * (hands - against_aces)),
                    ("blackjack", blackjack * hands),
                    ("dealer-blackjack", alone),
                ],
                all,
            );
            count(ROCKET_BLACKJACKS, decks).are(
                &[
                    ("aces-suited-blackjack-suited", suited * against_suited),
                    ("aces-suited-blackjack", suited * (against_aces - against_suited)),
                    ("aces-blackjack", mixed * against_aces),
                    ("blackjacks", blackjack * against_blackjack),
                    ("blackjack", blackjack * (hands - against_blackjack)),
                    ("dealer-blackjack", alone),
                ],
                all,
            );
        }
    }
}
