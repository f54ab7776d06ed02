//! Hands worked out from the document, and properties of every hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::rank::{Kind, high, low};
use super::seven::Seven;
use super::ways::WAYS;
use super::{Fortune, branch, fortune, house_way};
use felt::Card;
use std::collections::BTreeSet;

fn cards<const N: usize>(text: &str) -> [Card; N] {
    let cards: Vec<Card> = text.split(' ').map(|card| card.parse().unwrap()).collect();
    cards.try_into().unwrap()
}

/// The paragraph, the cards, the ranks of the low hand with the joker as an ace, and the kind of the high hand.
const EXAMPLES: &[(&str, &str, &str, Kind)] = &[
    ("I.A", "Ks Qd 9c 8h 6s 4d 2c", "Q9", Kind::Nothing),
    ("I.A", "Jk Kd Qc 9h 6s 4d 2c", "KQ", Kind::Nothing),
    ("II.A", "Ks Kd 9c 8h 6s 4d 2c", "98", Kind::Pair),
    ("II.A", "2s 2d Ac Kh 9s 7d 6c", "AK", Kind::Pair),
    ("II.A", "Jk Ad Qc 9h 7s 4d 2c", "Q9", Kind::Pair),
    ("III.A", "2s 2d 6c 6h Ts 8d Kc", "KT", Kind::TwoPairs),
    ("III.A", "2s 2d 6c 6h Ts 8d 3c", "T8", Kind::TwoPairs),
    ("III.B", "7s 7d 3c 3h Qs Jd 9c", "33", Kind::Pair),
    ("III.B", "7s 7d 3c 3h Ks Jd 9c", "KJ", Kind::TwoPairs),
    ("III.B", "Ts Td 6c 6h As Jd 2c", "AJ", Kind::TwoPairs),
    ("III.B", "7s 7d 3c 3h Jk Jd 5c", "AJ", Kind::TwoPairs),
    ("III.C", "Qs Qd 3c 3h Ks Jd 9c", "33", Kind::Pair),
    ("III.C", "Qs Qd 3c 3h As 9d 7c", "A9", Kind::TwoPairs),
    ("III.C", "Ks Kd 4c 4h Jk 9d 7c", "A9", Kind::TwoPairs),
    // Neither ace is free.
    ("III.C", "As Ad 3c 3h Ks Qd 9c", "33", Kind::Pair),
    ("III.C", "As Jk 3c 3h Kd Td 8c", "33", Kind::Pair),
    ("III.D", "7s 7d 9c 9h Ks Qd 2c", "77", Kind::Pair),
    ("III.D", "7s 7d 9c 9h As Qd 2c", "AQ", Kind::TwoPairs),
    ("III.D", "7s 7d 9c 9h Jk 3d 2c", "A3", Kind::TwoPairs),
    ("III.E", "Js Jd 8c 8h As Qd 2c", "88", Kind::Pair),
    ("III.E", "Qs Qd 8c 8h As Kd 2c", "AK", Kind::TwoPairs),
    ("III.E", "Js Jd 8c 8h Jk Kd 2c", "AK", Kind::TwoPairs),
    // The kings, and the aces, are not free.
    ("III.E", "Ks Kd 8c 8h As Qd 2c", "88", Kind::Pair),
    ("III.E", "As Ad 8c 8h Ks Qd 2c", "88", Kind::Pair),
    ("III.F", "As Ad Kc Kh Qs 9d 2c", "KK", Kind::Pair),
    ("III.F", "Qs Qd Jc Jh As Kd 2c", "JJ", Kind::Pair),
    ("IV.A", "As Ad 9c 9h 4s 4d Kc", "AA", Kind::TwoPairs),
    ("IV.A", "2s 2d 3c 3h 4s 4d Kc", "44", Kind::TwoPairs),
    ("V.A", "9s 9d 9c Ah Ks 4d 2c", "AK", Kind::Three),
    ("V.A", "As Ad Ac Kh Js 4d 2c", "AK", Kind::Pair),
    ("V.A", "As Ad Jk Kh 9c 6c 3h", "AK", Kind::Pair),
    ("VI.A", "9s 9d 9c 4h 4s 4d Kc", "99", Kind::Three),
    ("VI.A", "As Ad Jk 4h 4s 4d Kc", "AA", Kind::Three),
    ("VII.A", "Ks Qd Jc Th 9s 4d 2c", "42", Kind::Straight),
    ("VII.A", "Ks Qd Jc Th 9s 8d 2c", "K2", Kind::Straight),
    ("VII.A", "Ks Qs 9s 8s 7s 6d 5d", "KQ", Kind::Straight),
    ("VII.A", "Kh 9s 8s 7s 6d 5s 2s", "K6", Kind::Flush),
    ("VII.A", "As Ks 9s 5s 4d 3s 2s", "A4", Kind::Flush),
    ("VII.A", "Kd Qc 9s 8s 7s 6s 5s", "KQ", Kind::StraightFlush),
    ("VII.A", "As Ks Qs Js Ts 4d 2c", "42", Kind::Royal),
    ("VII.A", "Jk Ks Qd Jc Th 4d 2c", "42", Kind::Straight),
    // The royal flush goes for the higher low hand.
    ("VII.A", "As Ks Qs Js Ts 9d 8c", "AK", Kind::Straight),
    ("VII.B", "Ks Qs Jd Tc 9h 4d 4c", "44", Kind::Straight),
    ("VII.B", "Jk As Kd Qc Jh Ts 9h", "AA", Kind::Straight),
    ("VII.B", "Ks Qs 9s 4s 2s 8d 8c", "88", Kind::Flush),
    // The pair would break what the cards make.
    ("VII.B", "9s 8d 7c 6h 5s 5d 2c", "52", Kind::Straight),
    ("VII.B", "9s 8s 7s 2s 5s 5d Kd", "K5", Kind::Flush),
    ("VII.B", "Jk As Kd Qc Jh 5s 3h", "53", Kind::Straight),
    ("VII.B", "Jk As 9d 8c 7h 6s 2h", "A2", Kind::Straight),
    ("VII.C", "9s 9d 8c 8h 7s 6d 5c", "88", Kind::Pair),
    ("VII.C", "9s 9d 8s 8h 7s 6s As", "A7", Kind::TwoPairs),
    // A better hand in the five cards.
    ("VII.C", "Jk As Kd Qc Jh 7s 7d", "77", Kind::Straight),
    ("VII.D", "Jk As Kd Kc Qh Qs Jd", "AA", Kind::TwoPairs),
    ("VII.E", "7s 7d 7c 8h 9s Td Jc", "77", Kind::Straight),
    ("VII.E", "7s 7d 7c Ks Qs 4s 2s", "77", Kind::Flush),
    ("VII.E", "As Ad Ac Kh Qs Jd Tc", "AA", Kind::Straight),
    ("VII.E", "As Ad Jk Kc Qh Js 9d", "AA", Kind::Straight),
    ("VII.E", "As Ad Jk Kc Qh Jh Tc", "AA", Kind::Straight),
    // No pair leaves the straight, so the aces are parted.
    ("VII.E", "As Ad Jk Kc Qh Js 5d", "AK", Kind::Pair),
    ("VII.E", "As Ad Jk Kc 5h 4s 3d", "AK", Kind::Straight),
    ("VII.E", "Ah Ad Jk Kc Qh 5h 3h", "AK", Kind::Flush),
    ("VII.F", "Jk As Ad Kc Kh Qs Jd", "KK", Kind::Three),
    ("VIII.A", "7s 7d 7c 4h 4s Kd 2c", "44", Kind::Three),
    ("VIII.A", "7s 7d 7c Jk As Kd 2c", "AA", Kind::Three),
    ("VIII.B", "7s 7d 7c 4h 4s Kd Kc", "KK", Kind::FullHouse),
    ("IX.A", "6s 6d 6c 6h As Kd 2c", "AK", Kind::Four),
    ("IX.A", "2s 2d 2c 2h 9s 5d 3c", "95", Kind::Four),
    ("IX.B", "7s 7d 7c 7h Ks Qd 2c", "77", Kind::Pair),
    ("IX.B", "7s 7d 7c 7h As Kd 2c", "AK", Kind::Four),
    ("IX.B", "Ts Td Tc Th Jk 5d 2c", "A5", Kind::Four),
    ("IX.C", "Js Jd Jc Jh As Kd 2c", "JJ", Kind::Pair),
    ("IX.C", "As Ad Ac Ah Ks Qd 2c", "AA", Kind::Pair),
    // The joker stays where it completes something.
    ("IX.C", "As Ad Ac Jk Kh Qs Jd", "AA", Kind::Straight),
    ("IX.C", "As Ad Ah Jk Kh Qh Jh", "AA", Kind::Royal),
    ("IX.D", "Js Jd Jc Jh 2s 2d Kc", "22", Kind::Four),
    ("IX.D", "5s 5d 5c 5h Jk Ad Kc", "AA", Kind::Four),
    ("IX.D", "9s 9d 9c 9h 5s 5d 5c", "55", Kind::Four),
    ("IX.D", "As Ad Ac Ah Qs Qd 2c", "AA", Kind::TwoPairs),
    ("IX.D", "As Ad Ac Ah Qs Qd Qc", "AA", Kind::FullHouse),
    ("IX.D", "As Ad Ac Jk Ks Kd 2c", "KK", Kind::Four),
    ("IX.D", "As Ad Ac Ah Ks Kd Kc", "KK", Kind::Four),
    ("X.A", "As Ad Ac Ah Jk Qd 2c", "AA", Kind::Three),
    ("X.A", "As Ad Ac Ah Jk Qd Qc", "AA", Kind::FullHouse),
    ("X.A", "As Ad Ac Ah Jk Kd Kc", "KK", Kind::FiveAces),
];

#[test]
fn hands_are_set_as_each_paragraph_says() {
    for (paragraph, text, low_hand, kind) in EXAMPLES {
        let seven = cards(text);
        let (five, two) = house_way(&seven);
        let letter = |card: &Card| card.rank().map_or('A', |rank| rank.letter());
        let mut letters: Vec<char> = two.iter().map(letter).collect();
        let mut wanted: Vec<char> = low_hand.chars().collect();
        letters.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(branch(&seven), format!("OH-PGP-12.{paragraph}"), "{text}");
        assert_eq!((letters, high(&five).kind), (wanted, *kind), "{text}: {five:?} {two:?}");
    }
}

#[test]
fn every_paragraph_has_an_example() {
    let shown: BTreeSet<String> = EXAMPLES.iter().map(|(id, ..)| format!("OH-PGP-12.{id}")).collect();
    let all: BTreeSet<String> = WAYS.iter().map(|way| way.id.to_owned()).collect();
    assert_eq!(shown, all);
    assert_eq!(all.len(), WAYS.len());
}

#[test]
fn the_suit_that_makes_a_flush_stays_high() {
    let (_, mut two) = house_way(&cards("7s 7d 7c Ks Qs 4s 2s"));
    two.sort_unstable();
    assert_eq!(two, cards("7c 7d"));
    let (_, two) = house_way(&cards("Ah Ad Jk Kc Qh 5h 3h"));
    assert!(two.contains(&cards::<1>("Ad")[0]));
    assert!(!two.contains(&Card::JOKER));
}

#[test]
fn straights_and_jokers_rank_as_section_6_says() {
    // Each is higher than the next.
    let falling = [
        "As Ad Ac Ah Jk",
        "As Ks Qs Js Ts",
        "As 5s 4s 3s 2s",
        "Ks Qs Js Ts 9s",
        "6s 5s 4s 3s 2s",
        "As Ad Ac Jk 2d",
        "2s 2d 2c 2h 3s",
        "As Ad Jk Kc Kd",
        "2s 2d 2c 3h 3s",
        // The joker is the king of the suit.
        "As Jk 9s 7s 2s",
        "As Qs 9s 7s 3s",
        "As Kd Qs Js Ts",
        "As 5d 4s 3s 2s",
        "Kd Qs Js Ts 9s",
        "6s 5d 4s 3s 2s",
        "As Ad Jk 3s 2s",
        "2s 2d 2c 4h 3s",
        "As Ad Ks Kd 2c",
        "3s 3d 2c 2h 4s",
        "As Jk 9d 7d 2c",
        "Ks Kd As Qd Jc",
        "2s 2d As Kd Qc",
        "As Kd Qc Jh 9s",
    ];
    for two in falling.windows(2) {
        assert!(high(&cards(two[0])) > high(&cards(two[1])), "{two:?}");
    }
    let equal = [
        ("Ks Qs Jk Js Ts", "Ac Kc Qc Jc Tc"),
        ("Jk 5s 4d 3s 2s", "Ac 5c 4c 3c 2d"),
        // An ace to a five is better than a six.
        ("5s 4s 3s 2s Jk", "Ac 5c 4c 3c 2c"),
        ("9s 8d 7c 6h Jk", "Tc 9c 8c 7c 6d"),
        ("Jk Kd Kc 8h 3s", "As Ks Kh 8c 3c"),
        ("Jk Ks 9s 7s 2s", "Ac Kc 9c 7c 2c"),
    ];
    for (one, other) in equal {
        assert_eq!(high(&cards(one)), high(&cards(other)), "{one}");
    }
    assert_eq!(low(&cards("Jk Kd")), low(&cards("Kc As")));
    assert_eq!(low(&cards("Jk Ad")), low(&cards("Ac As")));
    assert!(low(&cards("2c 2d")) > low(&cards("Jk Kd")));
}

#[test]
fn fortunes_are_the_best_paid_rows() {
    let hands = [
        ("As 2s 3s 4s 5s 6s 7s", Fortune::SevenCardStraightFlush),
        ("8s 9s Ts Js Qs Ks As", Fortune::SevenCardStraightFlush),
        ("As Ks Qs Js Ts Kd Qd", Fortune::RoyalAndRoyalMatch),
        ("As Ks Jk Js Ts Kd Qd", Fortune::RoyalAndRoyalMatch),
        // The joker is no queen for the match.
        ("As Ks Qs Js Ts Kd Jk", Fortune::Royal),
        ("As Ks Qs Js Ts Kd Qc", Fortune::Royal),
        ("As 2s Jk 4s 5s 6s 7s", Fortune::SevenCardStraightFlushWithJoker),
        ("9s Ts Js Qs Ks As Jk", Fortune::SevenCardStraightFlushWithJoker),
        ("As Ad Ac Ah Jk Ks Kd", Fortune::FiveAces),
        ("As Ad Ac Jk Ks Qs Js", Fortune::Royal),
        ("Ks As 2s 3s 4s 5s 7d", Fortune::StraightFlush),
        ("As Ad Ac Jk Kd Qh Jc", Fortune::Four),
        ("As Ad Jk Ks Kd 2c 3h", Fortune::FullHouse),
        ("7s 7d 7c 4h 4s 2c 2h", Fortune::FullHouse),
        ("7s 7d 7c Ks Qs 4s 2s", Fortune::Flush),
        // Paid as the three, not as the straight.
        ("7s 7d 7c 8h 9s Td Jc", Fortune::Three),
        ("Jk 9d 8c 7h 3s 2d 5c", Fortune::Straight),
        ("Jk Kd Qc 9h 6s 4d 2c", Fortune::Nothing),
        ("As Ad Ks Kd Qc Qh Jc", Fortune::Nothing),
    ];
    for (text, wanted) in hands {
        assert_eq!(fortune(&cards(text)), wanted, "{text}");
    }
}

/// Seven cards of a shuffled deck, always the same ones for a seed.
fn dealt(state: &mut u64) -> [Card; 7] {
    let mut deck: Vec<Card> = Card::all().collect();
    [(); 7].map(|()| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        let left = u64::try_from(deck.len()).unwrap();
        deck.swap_remove(usize::try_from(*state % left).unwrap())
    })
}

#[test]
fn hands_are_set_legally() {
    let mut state = 0x0bad_5eed_cafe_f00d;
    for _ in 0..20_000 {
        let seven = dealt(&mut state);
        let (five, two) = house_way(&seven);
        let mut set: Vec<Card> = five.iter().chain(&two).copied().collect();
        let mut given = seven.to_vec();
        set.sort_unstable();
        given.sort_unstable();
        assert_eq!(set, given);
        assert!(high(&five) >= low(&two), "{seven:?}: {five:?} {two:?}");
        let sorted: [Card; 7] = given.try_into().unwrap();
        assert_eq!(house_way(&sorted), (five, two), "{seven:?}: the order of dealing does not matter");
        let looked_at = Seven::new(&seven);
        let deciding = WAYS.iter().filter(|way| (way.applies)(&looked_at)).count();
        assert_eq!(deciding, 1, "{seven:?}");
    }
}
