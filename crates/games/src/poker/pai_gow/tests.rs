//! Examples for every branch and every row, and properties of all seven-card hands.

use super::*;
use felt::Card;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Parses cards separated by spaces.
fn cards<const N: usize>(text: &str) -> [Card; N] {
    let read: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
    read.try_into().unwrap_or_else(|_| panic!("{text} are not {N} cards"))
}

fn seven(text: &str) -> Seven {
    Seven::new(cards(text)).unwrap()
}

/// Seven cards as dealt, their branch, and their setting.
#[rustfmt::skip]
const EXAMPLES: &[(&str, Branch, &str)] = &[
    // I: the highest card stays high, even if it is the joker.
    ("9c Kd 2s Jh 4d 7c 5h", Branch::NoPair, "Kd 7c 5h 4d 2s | Jh 9c"),
    ("9c Jk 2s Jh Kd 7c 4h", Branch::NoPair, "Jk 9c 7c 4h 2s | Kd Jh"),
    // II: an ace and the joker are a pair.
    ("5c 5d Ks Jh 9d 3c 2h", Branch::OnePair, "9d 5d 5c 3c 2h | Ks Jh"),
    ("Ac Jk Ks Jh 8d 6c 2h", Branch::OnePair, "Jk Ac 8d 6c 2h | Ks Jh"),
    // III: a king or an ace of a pair is not held for the low hand.
    ("2c 2d 6s 6h Kd Jc 9h", Branch::TwoPairs(TwoPairs::LowLow), "9h 6s 6h 2d 2c | Kd Jc"),
    ("2c 2d 3s 3h 9d 7c 4h", Branch::TwoPairs(TwoPairs::LowLow), "4h 3s 3h 2d 2c | 9d 7c"),
    ("6c 6d 7s 7h Qd Jc 2h", Branch::TwoPairs(TwoPairs::LowMediumSplit), "Qd Jc 7s 7h 2h | 6d 6c"),
    ("6c 6d 7s 7h Kd Jc 2h", Branch::TwoPairs(TwoPairs::LowMediumKept), "7s 7h 6d 6c 2h | Kd Jc"),
    ("2c 2d Ts Th Jk 7c 4h", Branch::TwoPairs(TwoPairs::LowMediumKept), "Ts Th 4h 2d 2c | Jk 7c"),
    ("6c 6d Js Jh Kd 9c 2h", Branch::TwoPairs(TwoPairs::LowHighSplit), "Kd Js Jh 9c 2h | 6d 6c"),
    ("6c 6d As Ah Kd 9c 2h", Branch::TwoPairs(TwoPairs::LowHighSplit), "As Ah Kd 9c 2h | 6d 6c"),
    ("6c 6d Jk Ah Kd 9c 2h", Branch::TwoPairs(TwoPairs::LowHighSplit), "Jk Ah Kd 9c 2h | 6d 6c"),
    ("6c 6d Js Jh Ad 9c 2h", Branch::TwoPairs(TwoPairs::LowHighKept), "Js Jh 6d 6c 2h | Ad 9c"),
    ("6c 6d Js Jh Jk 9c 2h", Branch::TwoPairs(TwoPairs::LowHighKept), "Js Jh 6d 6c 2h | Jk 9c"),
    ("7c 7d Ts Th Kd 4c 2h", Branch::TwoPairs(TwoPairs::MediumMediumSplit), "Kd Ts Th 4c 2h | 7d 7c"),
    ("7c 7d Ts Th Ad 4c 2h", Branch::TwoPairs(TwoPairs::MediumMediumKept), "Ts Th 7d 7c 2h | Ad 4c"),
    ("7c 7d Ts Th Jk 4c 2h", Branch::TwoPairs(TwoPairs::MediumMediumKept), "Ts Th 7d 7c 2h | Jk 4c"),
    ("7c 7d Js Jh Ad Qc 2h", Branch::TwoPairs(TwoPairs::MediumHighSplit), "Ad Qc Js Jh 2h | 7d 7c"),
    ("7c 7d Ks Kh Ad Qc 2h", Branch::TwoPairs(TwoPairs::MediumHighSplit), "Ad Ks Kh Qc 2h | 7d 7c"),
    ("7c 7d As Ah Kd Qc 2h", Branch::TwoPairs(TwoPairs::MediumHighSplit), "As Ah Kd Qc 2h | 7d 7c"),
    ("7c 7d Js Jh Ad Kc 2h", Branch::TwoPairs(TwoPairs::MediumHighKept), "Js Jh 7d 7c 2h | Ad Kc"),
    ("7c 7d Js Jh Jk Kc 2h", Branch::TwoPairs(TwoPairs::MediumHighKept), "Js Jh 7d 7c 2h | Jk Kc"),
    ("Qc Qd Js Jh Ad Kc 2h", Branch::TwoPairs(TwoPairs::HighHigh), "Ad Kc Qd Qc 2h | Js Jh"),
    // IV
    ("9c 9d Js Jh 2d 2c Ah", Branch::ThreePairs, "Ah 9d 9c 2d 2c | Js Jh"),
    ("9c 9d Js Jh Jk Ac 2h", Branch::ThreePairs, "Js Jh 9d 9c 2h | Jk Ac"),
    // V
    ("9c 9d 9s Ah Kd 4c 2h", Branch::ThreeOfAKind, "9s 9d 9c 4c 2h | Ah Kd"),
    ("9c 9d 9s Jk Qd 4c 2h", Branch::ThreeOfAKind, "9s 9d 9c 4c 2h | Jk Qd"),
    ("Ac Ad As Jh 9d 4c 2h", Branch::ThreeAces, "As Ad 9d 4c 2h | Ac Jh"),
    ("Ac Ad Jk Jh 9d 6c 2h", Branch::ThreeAces, "Jk Ad 9d 6c 2h | Ac Jh"),
    // VI and VIII.C
    ("9c 9d 9s 4h 4d 4c Kh", Branch::TwoThrees, "Kh 9s 4h 4d 4c | 9d 9c"),
    ("Ac Ad Jk 4h 4d 4c Kh", Branch::TwoThrees, "Jk Kh 4h 4d 4c | Ad Ac"),
    // VII.A: the lower straight, the flush, the straight, whichever leaves the highest low hand.
    ("3c 4d 5s 6h 7d 8c Kh", Branch::Run, "7d 6h 5s 4d 3c | Kh 8c"),
    ("9c 8d 7s 6h 5d Jk 2h", Branch::Run, "9c 8d 7s 6h 5d | Jk 2h"),
    ("Ks Qd Js Ts 9s 4s 2h", Branch::Run, "Ks Js Ts 9s 4s | Qd 2h"),
    ("As Ks 9s 5s 4d 3s 2c", Branch::Run, "As 5s 4d 3s 2c | Ks 9s"),
    ("Ah Kh Qh Jh Th 9h 8c", Branch::Run, "Qh Jh Th 9h 8c | Ah Kh"),
    // VII.B: with the pair low.
    ("9c 9d 8s 7h 6d 5c 4h", Branch::RunAndPair, "8s 7h 6d 5c 4h | 9d 9c"),
    ("Kc Kd Jk 8s 7h 6d 5c", Branch::RunAndPair, "Jk 8s 7h 6d 5c | Kd Kc"),
    ("Ah Qh 9h 6h 2h Kc Kd", Branch::RunAndPair, "Ah Qh 9h 6h 2h | Kd Kc"),
    ("Ac Jk 9s 8h 7d 6c 5h", Branch::RunAndPair, "9s 8h 7d 6c 5h | Jk Ac"),
    // VII.B: the pair would break it. The card of the pair that makes a straight flush stays high.
    ("9c 9d 8s 7h 6d 5c Kh", Branch::RunBeforePair, "9d 8s 7h 6d 5c | Kh 9c"),
    ("9c 9d 8c 7c 6c 5c Kh", Branch::RunBeforePair, "9c 8c 7c 6c 5c | Kh 9d"),
    ("Jk Ac 9s 8h 7d 6c 2h", Branch::RunBeforePair, "Jk 9s 8h 7d 6c | Ac 2h"),
    // VII.C: a run in the high hand counts, but it is not kept if the rule for two pairs forbids it.
    ("6c 6d 5s 5h 4d 3c 2h", Branch::RunAndTwoPairs(TwoPairs::LowLow), "6d 6c 5s 5h 2h | 4d 3c"),
    ("7c 7d 6s 6h 5d 4c 3h", Branch::RunAndTwoPairs(TwoPairs::LowMediumSplit), "7d 7c 5d 4c 3h | 6s 6h"),
    ("7c 7d 6c 6h Kc Jc 2c", Branch::RunAndTwoPairs(TwoPairs::LowMediumKept), "7d 7c 6h 6c 2c | Kc Jc"),
    ("8c 8d 6s 6h 7d 5c Jk", Branch::RunAndTwoPairs(TwoPairs::LowMediumKept), "8d 8c 6s 6h 5c | Jk 7d"),
    ("Jk Ac Kd Qs Jh 5c 5d", Branch::RunAndTwoPairs(TwoPairs::LowHighSplit), "Jk Ac Kd Qs Jh | 5d 5c"),
    ("Jk Ac 8d 7s 6h 5c 5d", Branch::RunAndTwoPairs(TwoPairs::LowHighSplit), "Jk Ac 8d 7s 6h | 5d 5c"),
    ("Jc Jd 6c 6h Ac 9c 2c", Branch::RunAndTwoPairs(TwoPairs::LowHighKept), "Jd Jc 6h 6c 2c | Ac 9c"),
    ("9c 9d 8s 8h 7d 6c 5h", Branch::RunAndTwoPairs(TwoPairs::MediumMediumSplit), "9d 9c 7d 6c 5h | 8s 8h"),
    ("9c 9d 8s 8h 7d 6c Jk", Branch::RunAndTwoPairs(TwoPairs::MediumMediumKept), "9d 9c 8s 8h 6c | Jk 7d"),
    ("Jc Jd Ts Th 9d 8c 7h", Branch::RunAndTwoPairs(TwoPairs::MediumHighSplit), "Jd Jc 9d 8c 7h | Ts Th"),
    ("Jk Ac Kd Qs Jh Tc Td", Branch::RunAndTwoPairs(TwoPairs::MediumHighSplit), "Jk Ac Kd Qs Jh | Td Tc"),
    ("Jc Jd 7c 7h Ac Kc 2c", Branch::RunAndTwoPairs(TwoPairs::MediumHighKept), "Jd Jc 7h 7c 2c | Ac Kc"),
    ("Qc Qd Js Jh Ad Kc Th", Branch::RunAndTwoPairs(TwoPairs::HighHigh), "Ad Kc Qd Qc Th | Js Jh"),
    // VII.D
    ("Jk Ac Ks Kh Qd Qc Jh", Branch::RunAndThreePairs, "Ks Kh Qd Qc Jh | Jk Ac"),
    // VII.E, with the card of the flush left high, and its exception.
    ("9c 9d 9s 8h 7d 6c 5h", Branch::RunAndThree, "9s 8h 7d 6c 5h | 9d 9c"),
    ("9c 9d 9s Kd Jd 6d 2d", Branch::RunAndThree, "Kd Jd 9d 6d 2d | 9s 9c"),
    ("9c 9d 9s Jk 8h 7d 6c", Branch::RunAndThree, "Jk 9s 8h 7d 6c | 9d 9c"),
    ("Ac Ad Jk Ks Qh Jd Tc", Branch::RunAndThree, "Jk Ks Qh Jd Tc | Ad Ac"),
    ("Ac Ad Jk Ks Qh Jd 4c", Branch::RunAndThreeAces, "Jk Ad Qh Jd 4c | Ac Ks"),
    ("Ac Ad Jk Kh 5s 4d 3c", Branch::RunAndThreeAces, "Jk Ad 5s 4d 3c | Ac Kh"),
    // VII.F
    ("Kc Kd Ks Ah Jk Qd Jc", Branch::RunAndFullHouse, "Ks Kd Kc Qd Jc | Jk Ah"),
    // VIII
    ("9c 9d 9s 4h 4d Kc 2h", Branch::FullHouse, "Kc 9s 9d 9c 2h | 4h 4d"),
    ("Ac Ad As Kh Kd 4c 2h", Branch::FullHouse, "As Ad Ac 4c 2h | Kh Kd"),
    ("9c 9d 9s 4h 4d Kc Kh", Branch::FullHouseAndPair, "9s 9d 9c 4h 4d | Kh Kc"),
    // IX
    ("6c 6d 6h 6s Kd 9c 2h", Branch::FourLow, "6s 6h 6d 6c 2h | Kd 9c"),
    ("7c 7d 7h 7s Kd Qc 2h", Branch::FourMediumSplit, "Kd Qc 7s 7h 2h | 7d 7c"),
    ("Tc Td Th Ts Ad Qc 2h", Branch::FourMediumKept, "Ts Th Td Tc 2h | Ad Qc"),
    ("Tc Td Th Ts Jk 5c 2h", Branch::FourMediumKept, "Ts Th Td Tc 2h | Jk 5c"),
    ("Jc Jd Jh Js Ad Kc 2h", Branch::FourHigh, "Ad Kc Js Jh 2h | Jd Jc"),
    ("Ac Ad Ah As Qd 9c 2h", Branch::FourHigh, "As Ah Qd 9c 2h | Ad Ac"),
    ("Ac Ad Ah Jk Qd 9c 3h", Branch::FourHigh, "Jk Ah Qd 9c 3h | Ad Ac"),
    ("Ac Ad Ah Jk Kd Qc Js", Branch::FourAcesAndRun, "Jk Ah Kd Qc Js | Ad Ac"),
    ("Ac Ad Ah Jk Kc Qc Jc", Branch::FourAcesAndRun, "Jk Ac Kc Qc Jc | Ah Ad"),
    ("9c 9d 9h 9s 4h 4d Ac", Branch::FourAndPair, "Ac 9s 9h 9d 9c | 4h 4d"),
    ("Jc Jd Jh Js 2h 2d 5c", Branch::FourAndPair, "Js Jh Jd Jc 5c | 2h 2d"),
    ("Ac Ad Ah As Qd Qc 2h", Branch::FourAcesAndPair, "As Ah Qd Qc 2h | Ad Ac"),
    ("Ac Ad Ah Jk Kd Kc 2h", Branch::FourAcesAndKings, "Jk Ah Ad Ac 2h | Kd Kc"),
    ("9c 9d 9h 9s Kd Kc Kh", Branch::FourAndThree, "Kh 9s 9h 9d 9c | Kd Kc"),
    ("Ac Ad Ah As Qd Qc Qh", Branch::FourAcesAndThree, "As Ah Qh Qd Qc | Ad Ac"),
    ("Ac Ad Ah As Kd Kc Kh", Branch::FourAcesAndThreeKings, "As Ah Ad Ac Kh | Kd Kc"),
    // X
    ("Ac Ad Ah As Jk Qd 2h", Branch::FiveAces, "Jk As Ah Qd 2h | Ad Ac"),
    ("Ac Ad Ah As Jk Kd Kc", Branch::FiveAcesAndKings, "Jk As Ah Ad Ac | Kd Kc"),
];

#[test]
fn every_branch_has_an_example() {
    for (text, branch, setting) in EXAMPLES {
        let (found, set) = house_way(&seven(text));
        assert_eq!((found, set.to_string().as_str()), (*branch, *setting), "{text}");
    }
    let shown: BTreeSet<Branch> = EXAMPLES.iter().map(|(_, branch, _)| *branch).collect();
    let all: BTreeSet<Branch> = Branch::ALL.into_iter().collect();
    assert_eq!((shown.len(), &shown), (Branch::ALL.len(), &all));
}

#[test]
fn every_branch_names_its_paragraphs() {
    for branch in Branch::ALL {
        let [first, rest @ ..] = branch.paragraphs() else { panic!("{branch:?} names none") };
        assert!(first.starts_with("OH-PGP-12."), "{branch:?}");
        assert!(rest.iter().all(|id| id.starts_with("OH-PGP-12.") || id.starts_with("RULING-PGP-")));
    }
}

#[test]
fn hands_rank_in_the_order_of_the_document() {
    let falling = [
        "Ac Ad Ah As Jk",
        "Kh Qh Jh Th Jk",
        "Ac 2c 3c 4c 5c",
        "Kh Qh Jh Th 9h",
        "6d 5d 4d 3d 2d",
        "Ac Ad Ah Jk Kc",
        "Ac Ad Ah As Qc",
        "2c 2d 2h 2s Ac",
        "Ac Ad Jk Kc Kd",
        "2c 2d 2h 3s 3c",
        "Ah Kh Qh Jh 9h",
        "7h 5h 4h 3h 2h",
        "Ac Kd Qh Js Tc",
        "Ac 2d 3h 4s 5c",
        "Kc Qd Jh Ts 9c",
        "6c 5d 4h 3s 2c",
        "Ac Ad Jk 3s 2c",
        "Kc Kd Kh As Qc",
        "Ac Jk Kh Ks 2c",
        "3c 3d 2h 2s Ac",
        "Ac Jk 4h 3s 8c",
        "Kc Kd Ah Qs Jc",
        "2c 2d Ah Ks Qc",
        "Jk Kd Qh 8s 7c",
        "7c 5d 4h 3s 2c",
    ];
    let worths = falling.map(|text| high(cards(text)));
    for (texts, pair) in falling.windows(2).zip(worths.windows(2)) {
        assert!(pair[0] > pair[1], "{texts:?} {pair:?}");
    }
}

#[test]
fn the_joker_completes_the_best_straight_or_flush() {
    let shown = [
        ("Jk Kd Qh Js Tc", "straight A"),
        ("Jk Ad Qh Js Tc", "straight A"),
        ("Jk 9d 8h 7s 6c", "straight T"),
        ("Jk 9d 8h 6s 5c", "straight 9"),
        // A-2-3-4-5 is higher than 2-3-4-5-6.
        ("Jk 5d 4h 3s 2c", "straight 5"),
        ("Jk 5c 4c 3c 2c", "straight-flush 5"),
        ("Jk Ad 5h 4s 3c", "straight 5"),
        ("Jk 6d 5h 4s 3c", "straight 7"),
        ("Jk Kh Qh Jh 9h", "straight-flush K"),
        ("Jk Ah Kh Jh Th", "royal-flush A"),
        // In a flush it is the highest card that is missing.
        ("Jk Kh Qh Jh 3h", "flush AKQJ3"),
        ("Jk Ah Qh Jh 3h", "flush AKQJ3"),
        ("Jk Ah Kh 4h 3h", "flush AKQ43"),
        // Otherwise it is an ace, and never another rank.
        ("Jk Kh Kd Kc Ks", "four-of-a-kind KKKKA"),
        ("Jk Kh Kd Kc 2s", "three-of-a-kind KKKA2"),
        ("Jk Ah Kd Kc Ks", "full-house KKKAA"),
        ("Jk Kh Kd 2c 3s", "pair KKA32"),
        ("Jk Kh Qd 2c 3s", "high-card AKQ32"),
        ("Jk Ah Qd 2c 7s", "pair AAQ72"),
    ];
    for (text, worth) in shown {
        assert_eq!(high(cards(text)).to_string(), worth, "{text}");
    }
    assert_eq!(low(cards("Jk Ac")).to_string(), "pair AA");
    assert_eq!(low(cards("Jk Kc")).to_string(), "high-card AK");
    assert_eq!(low(cards("2c Kc")).to_string(), "high-card K2");
}

#[test]
fn a_low_hand_above_the_high_one_is_foul() {
    let hand = seven("7c 7d 7h Ks Qd 4c 2h");
    let foul = |low: &str| hand.with_low(cards(low)).unwrap().is_foul();
    assert!(foul("7c 7d"));
    assert!(!foul("Ks Qd"));
    assert!(!foul("7c Ks"));
    // Equal pairs are not foul; equal cards are not either, because the high hand has more cards.
    let hand = seven("7c 7d 7h 7s Qd 4c 2h");
    assert!(!hand.with_low(cards("7c 7d")).unwrap().is_foul());
    let hand = seven("Ac Jk Kh Ks Qd 4c 2h");
    assert!(hand.with_low(cards("Ac Jk")).unwrap().is_foul());
    assert!(!hand.with_low(cards("Kh Ks")).unwrap().is_foul());
    // Single cards are compared from the top: ace and king above king high, ace and queen below ace and king.
    let hand = seven("Ac Kd Qh Ts 9d 4c 2h");
    let count = |wanted: bool| hand.settings().filter(|setting| setting.is_foul() == wanted).count();
    assert!(hand.with_low(cards("Ac 2h")).unwrap().is_foul());
    assert!(!hand.with_low(cards("Kd Qh")).unwrap().is_foul());
    // Without a pair exactly the six low hands with the highest card are foul.
    assert_eq!((count(true), count(false)), (6, 15));
    assert_eq!(hand.with_low(cards("Ac Ac")), None);
    assert_eq!(hand.with_low(cards("Ac As")), None);
    assert_eq!(Seven::new(cards("Ac Kd Qh Ts 9d 4c Ac")), None);
}

#[test]
fn equal_hands_are_copies() {
    let set = |text: &str, low: &str| seven(text).with_low(cards(low)).unwrap();
    let dealer = set("9c 9d Kh 5s 3d Ac Qh", "Ac Qh");
    let copy = set("9h 9s Kc 5d 3c Jk Qd", "Jk Qd");
    assert_eq!(copy.against(&dealer), Against { high: Ordering::Equal, low: Ordering::Equal });
    assert_eq!(copy.against(&dealer).copies(), 2);
    let other = set("Th Ts Kc 5d 3c Jk Jd", "Jk Jd");
    assert_eq!(other.against(&dealer), Against { high: Ordering::Greater, low: Ordering::Less });
    assert_eq!(other.against(&dealer).copies(), 0);
}

#[test]
fn the_fortune_bonus_goes_by_the_best_paid_row() {
    use Fortune as F;
    let shown = [
        ("Ah 2h 3h 4h 5h 6h 7h", Some(F::SevenCardStraightFlush)),
        ("8h 9h Th Jh Qh Kh Ah", Some(F::SevenCardStraightFlush)),
        ("Ah Kh Qh Jh Th Ks Qs", Some(F::RoyalMatch)),
        ("Ah Jk Qh Jh Th Ks Qs", Some(F::RoyalMatch)),
        ("Ah Kh Qh Jh Th Ks Qd", Some(F::RoyalFlush)),
        // The joker is neither the king nor the queen of the match.
        ("Ah Kh Qh Jh Th Ks Jk", Some(F::RoyalFlush)),
        ("9h Th Jh Qh Kh Ah Jk", Some(F::SevenCardStraightFlushWithJoker)),
        ("Ah 2h 3h 5h 6h 7h Jk", Some(F::SevenCardStraightFlushWithJoker)),
        ("2h 3h 5h 6h 7h 9h Jk", Some(F::StraightFlush)),
        ("Ac Ad Ah As Jk 2c 3c", Some(F::FiveAces)),
        ("Ah Kh Qh Jk Th 2c 2d", Some(F::RoyalFlush)),
        ("Ah 2h 3h 4h 5h 2c 2d", Some(F::StraightFlush)),
        ("Ac Ad Ah Jk Kd Qc Js", Some(F::FourOfAKind)),
        ("Ac Ad Jk 4h 4d Qc Js", Some(F::FullHouse)),
        ("9c 9d 9h 4h 4d 4c Js", Some(F::FullHouse)),
        ("9c 9d 9h Kh 4h 3h 2h", Some(F::Flush)),
        // Three of a kind pays more than the straight beside it.
        ("9c 9d 9h 8s 7d 6c 5h", Some(F::ThreeOfAKind)),
        ("9c 9d 8h 8s 7d 6c 5h", Some(F::Straight)),
        ("9c 9d 8h 8s 7d 7c 5h", None),
        ("Ac Jk Kh Ks 7d 7c 5h", None),
    ];
    for (text, row) in shown {
        assert_eq!(Fortune::of(&seven(text)), row, "{text}");
    }
    let rows: BTreeSet<F> = shown.iter().filter_map(|(_, row)| *row).collect();
    assert!(rows.into_iter().eq(F::ALL));
}

/// Generates hands of seven cards, the same in every run: a linear congruential generator shuffles the deck.
struct Dealer {
    deck: Vec<Card>,
    state: u64,
}

impl Dealer {
    fn new(seed: u64) -> Self {
        Self { deck: Card::all().collect(), state: seed }
    }

    fn deal(&mut self) -> [Card; 7] {
        for at in 0..7 {
            self.state =
                self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = at + usize::try_from(self.state >> 33).unwrap() % (self.deck.len() - at);
            self.deck.swap(at, other);
        }
        self.deck[..7].try_into().unwrap()
    }
}

#[test]
fn a_million_settings_are_legal() {
    let mut dealer = Dealer::new(53);
    for _ in 0..1_000_000 {
        let hand = Seven::new(dealer.deal()).unwrap();
        let (branch, setting) = house_way(&hand);
        assert!(!setting.is_foul(), "{branch:?} {setting}");
        assert_eq!(hand.with_low(setting.low), Some(setting), "{branch:?}");
    }
}

/// A setting depends only on ranks: permuting the suits changes neither the branch nor the ranks of the
/// hands.
#[test]
fn suits_have_no_order() {
    let mut dealer = Dealer::new(12);
    for _ in 0..50_000 {
        let dealt = dealer.deal();
        let renamed = dealt.map(|card| match card.rank().zip(card.suit()) {
            Some((rank, suit)) => Card::new(rank, felt::Suit::ALL[(suit as usize + 1) % 4]),
            None => card,
        });
        let [(branch, one), (other_branch, other)] =
            [dealt, renamed].map(|cards| house_way(&Seven::new(cards).unwrap()));
        assert_eq!((branch, one.against(&other).copies()), (other_branch, 2), "{one} and {other}");
    }
}

/// The rows of five cards are those of the best high hand among the 21.
#[test]
fn the_fortune_bonus_agrees_with_the_high_hands() {
    let mut dealer = Dealer::new(15);
    for _ in 0..50_000 {
        let hand = Seven::new(dealer.deal()).unwrap();
        let kinds: BTreeSet<Kind> = hand.settings().map(|setting| setting.high_worth().kind()).collect();
        let rows = [
            (Kind::FiveAces, Fortune::FiveAces),
            (Kind::RoyalFlush, Fortune::RoyalFlush),
            (Kind::StraightFlush, Fortune::StraightFlush),
            (Kind::FourOfAKind, Fortune::FourOfAKind),
            (Kind::FullHouse, Fortune::FullHouse),
            (Kind::Flush, Fortune::Flush),
            (Kind::ThreeOfAKind, Fortune::ThreeOfAKind),
            (Kind::Straight, Fortune::Straight),
        ];
        let best = rows.iter().find(|(kind, _)| kinds.contains(kind)).map(|(_, row)| *row);
        match Fortune::of(&hand) {
            Some(seven) if seven < Fortune::FiveAces => {}
            row => assert_eq!(row, best, "{hand:?}"),
        }
    }
}

#[test]
fn hands_are_named_by_kind_and_ranks() {
    let called = |worth: Worth| {
        let named = worth.named();
        format!("{} {}/{}", worth.kind(), named.ranks, named.kickers)
    };
    let low_hands =
        [("Kd As", "high-card /AK"), ("9d 9s", "pair 9/"), ("Jk Ad", "pair A/"), ("Jk 4d", "high-card /A4")];
    for (hand, name) in low_hands {
        assert_eq!(called(low(cards(hand))), name, "{hand}");
    }
    let high_hands = [
        ("Kd Js 9h 4c 2s", "high-card /KJ942"),
        ("9d 9s Kh 4c 2s", "pair 9/K42"),
        ("9d 9s 4h 4c Ks", "two-pairs 94/K"),
        ("9d 9s 9h 4c Ks", "three-of-a-kind 9/K4"),
        ("Ad 2s 3h 4c 5s", "straight 5/"),
        ("Jk Ks Qh Jc 9s", "straight K/"),
        ("As Js 9s 4s 2s", "flush /AJ942"),
        ("9d 9s 9h 4c 4s", "full-house 9/4"),
        ("9d 9s 9h 9c 4s", "four-of-a-kind 9/4"),
        ("9s 8s 7s 6s 5s", "straight-flush 9/"),
        ("As Ks Qs Js Jk", "royal-flush A/"),
        ("As Ad Ac Ah Jk", "five-aces A/"),
    ];
    for (hand, name) in high_hands {
        assert_eq!(called(high(cards(hand))), name, "{hand}");
    }
}
