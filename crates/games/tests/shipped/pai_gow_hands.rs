//! All 154,143,080 hands of Pai Gow Poker: counts how many fall into each branch of the House Ways and each
//! row of the Fortune Bonus, and checks that no setting is foul, and that a second setter, written from the
//! rule text alone, agrees on every hand.

use felt::Card;
use games::poker::pai_gow::{Branch, Fortune, Kind, Setting, Seven, TwoPairs, Worth, high, house_way, low};

/// How many hands fall into each branch.
#[rustfmt::skip]
const BRANCHES: [(Branch, u64); 48] = [
    (Branch::NoPair, 24_780_420),
    (Branch::OnePair, 64_221_960),
    (Branch::TwoPairs(TwoPairs::LowLow), 3_899_232),
    (Branch::TwoPairs(TwoPairs::LowMediumSplit), 3_764_880),
    (Branch::TwoPairs(TwoPairs::LowMediumKept), 4_133_160),
    (Branch::TwoPairs(TwoPairs::LowHighSplit), 6_866_460),
    (Branch::TwoPairs(TwoPairs::LowHighKept), 1_895_400),
    (Branch::TwoPairs(TwoPairs::MediumMediumSplit), 1_587_600),
    (Branch::TwoPairs(TwoPairs::MediumMediumKept), 733_320),
    (Branch::TwoPairs(TwoPairs::MediumHighSplit), 6_780_276),
    (Branch::TwoPairs(TwoPairs::MediumHighKept), 193_320),
    (Branch::TwoPairs(TwoPairs::HighHigh), 2_838_168),
    (Branch::ThreePairs, 2_862_000),
    (Branch::ThreeOfAKind, 6_413_616),
    (Branch::ThreeAces, 1_057_060),
    (Branch::TwoThrees, 68_640),
    (Branch::Run, 7_119_228),
    (Branch::RunAndPair, 1_276_224),
    (Branch::RunBeforePair, 7_087_032),
    (Branch::RunAndTwoPairs(TwoPairs::LowLow), 161_568),
    (Branch::RunAndTwoPairs(TwoPairs::LowMediumSplit), 105_840),
    (Branch::RunAndTwoPairs(TwoPairs::LowMediumKept), 117_720),
    (Branch::RunAndTwoPairs(TwoPairs::LowHighSplit), 448_740),
    (Branch::RunAndTwoPairs(TwoPairs::LowHighKept), 48_600),
    (Branch::RunAndTwoPairs(TwoPairs::MediumMediumSplit), 71_280),
    (Branch::RunAndTwoPairs(TwoPairs::MediumMediumKept), 44_280),
    (Branch::RunAndTwoPairs(TwoPairs::MediumHighSplit), 419_724),
    (Branch::RunAndTwoPairs(TwoPairs::MediumHighKept), 14_040),
    (Branch::RunAndTwoPairs(TwoPairs::HighHigh), 280_872),
    (Branch::RunAndThreePairs, 36_720),
    (Branch::RunAndThree, 245_564),
    (Branch::RunAndThreeAces, 140_400),
    (Branch::RunAndFullHouse, 50_496),
    (Branch::FullHouse, 3_920_064),
    (Branch::FullHouseAndPair, 150_480),
    (Branch::FourLow, 74_800),
    (Branch::FourMediumSplit, 42_240),
    (Branch::FourMediumKept, 17_600),
    (Branch::FourHigh, 110_688),
    (Branch::FourAcesAndRun, 4_592),
    (Branch::FourAndPair, 40_920),
    (Branch::FourAcesAndPair, 14_520),
    (Branch::FourAcesAndKings, 1_320),
    (Branch::FourAndThree, 648),
    (Branch::FourAcesAndThree, 220),
    (Branch::FourAcesAndThreeKings, 20),
    (Branch::FiveAces, 1_122),
    (Branch::FiveAcesAndKings, 6),
];

/// How many hands each row of OH-PGP-15.V/T1 has.
const ROWS: [(Fortune, u64); 11] = [
    (Fortune::SevenCardStraightFlush, 32),
    (Fortune::RoyalMatch, 72),
    (Fortune::SevenCardStraightFlushWithJoker, 196),
    (Fortune::FiveAces, 1_128),
    (Fortune::RoyalFlush, 26_020),
    (Fortune::StraightFlush, 184_644),
    (Fortune::FourOfAKind, 307_472),
    (Fortune::FullHouse, 4_188_528),
    (Fortune::Flush, 6_172_088),
    (Fortune::ThreeOfAKind, 7_672_500),
    (Fortune::Straight, 11_034_204),
];

const HANDS: u64 = 154_143_080;
const NOTHING: u64 = 124_556_196;

/// Calls a function with each way to choose `N` cards of the deck of 53.
fn each<const N: usize>(each: &mut impl FnMut([Card; N])) {
    fn go<const N: usize>(deck: &[Card], hand: &mut [Card; N], at: usize, each: &mut impl FnMut([Card; N])) {
        if at == N {
            return each(*hand);
        }
        for (n, card) in deck.iter().enumerate() {
            hand[at] = *card;
            go(&deck[n + 1..], hand, at + 1, each);
        }
    }
    let deck: Vec<Card> = Card::all().collect();
    go(&deck, &mut [Card::JOKER; N], 0, each);
}

/// The ranks of both hands of a setting, whose cards are those of the seven.
fn worths(dealt: &Seven, (five, two): ([Card; 5], [Card; 2])) -> (Worth, Worth) {
    let mut all = [Card::JOKER; 7];
    all[..5].copy_from_slice(&five);
    all[5..].copy_from_slice(&two);
    assert_eq!(Seven::new(all), Some(*dealt), "{five:?} {two:?}");
    (high(five), low(two))
}

/// Compares settings by the ranks of their hands: which of several equal cards goes low changes no outcome.
fn assert_agrees(dealt: [Card; 7], seven: &Seven, branch: Branch, setting: &Setting) {
    let first = (setting.high_worth(), setting.low_worth());
    assert_eq!(worths(seven, second::pai_gow::house_way(&dealt)), first, "{dealt:?} {branch:?} {setting}");
}

/// Tests every hand once. It takes minutes, so an ordinary run skips it.
#[test]
#[ignore = "all hands take minutes"]
fn all_seven_card_hands() {
    let mut branches = [0_u64; Branch::ALL.len()];
    let mut rows = [0_u64; Fortune::ALL.len()];
    let (mut hands, mut nothing) = (0_u64, 0_u64);
    each(&mut |dealt: [Card; 7]| {
        let seven = Seven::new(dealt).unwrap();
        let (branch, setting) = house_way(&seven);
        assert!(!setting.is_foul(), "{branch:?} {setting}");
        assert_agrees(dealt, &seven, branch, &setting);
        hands += 1;
        branches[Branch::ALL.iter().position(|known| *known == branch).unwrap()] += 1;
        match Fortune::of(&seven) {
            Some(row) => rows[row as usize] += 1,
            None => nothing += 1,
        }
    });
    for (branch, counted) in Branch::ALL.iter().zip(branches) {
        println!("{counted:>11} {branch:?} {}", branch.paragraphs().join(" "));
    }
    let branches: Vec<_> = Branch::ALL.into_iter().zip(branches).collect();
    assert_eq!(branches, BRANCHES);
    let rows: Vec<_> = Fortune::ALL.into_iter().zip(rows).collect();
    assert_eq!(rows, ROWS);
    assert_eq!((hands, nothing), (HANDS, NOTHING));
}

/// Tests a part of the hands, the same in every run.
#[test]
fn one_hand_in_two_hundred_is_legal_and_set_alike() {
    let mut number = 0_u32;
    each(&mut |dealt: [Card; 7]| {
        number += 1;
        if !number.is_multiple_of(199) {
            return;
        }
        let seven = Seven::new(dealt).unwrap();
        let (branch, setting) = house_way(&seven);
        assert!(!setting.is_foul(), "{branch:?} {setting}");
        assert_agrees(dealt, &seven, branch, &setting);
    });
}

/// Tables of counts hold each branch and row once, and add up to all hands.
#[test]
fn the_counts_add_up() {
    assert!(BRANCHES.iter().map(|(branch, _)| *branch).eq(Branch::ALL));
    assert!(ROWS.iter().map(|(row, _)| *row).eq(Fortune::ALL));
    assert_eq!(BRANCHES.iter().map(|(_, hands)| hands).sum::<u64>(), HANDS);
    assert_eq!(ROWS.iter().map(|(_, hands)| hands).sum::<u64>() + NOTHING, HANDS);
}

/// The joker in a high hand, against trying each card for it. An ace may duplicate one that is there; any
/// other card must make a straight or a flush and not be there yet (OH-PGP-6.I, 6.III).
#[test]
fn the_joker_is_the_best_card_it_may_be() {
    let plain: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let mut counts = [0_u64; Kind::ALL.len()];
    each(&mut |five: [Card; 5]| {
        let worth = high(five);
        counts[worth.kind() as usize] += 1;
        let Some(at) = five.iter().position(|card| card.is_joker()) else { return };
        let with = |card: Card| {
            let mut hand = five;
            hand[at] = card;
            high(hand)
        };
        let free = plain.iter().filter(|card| !five.contains(card));
        let completes = |worth: &Worth| worth.kind().is_run_or_flush();
        let run = free.map(|card| with(*card)).filter(completes).max();
        // If all aces are there already, only the joker itself makes the fifth.
        let ace = plain[48..].iter().find(|card| !five.contains(card)).map(|card| with(*card));
        match run.max(ace) {
            Some(best) => assert_eq!(worth, best, "{five:?}"),
            None => assert_eq!(worth.kind(), Kind::FiveAces),
        }
    });
    assert_eq!(counts.iter().sum::<u64>(), 2_869_685);
    println!("{counts:?}");
}
