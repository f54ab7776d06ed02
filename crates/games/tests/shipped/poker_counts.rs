//! Tests the poker ranking against the known counts of all hands, against a slow second ranking written here,
//! and on corner cases of the rules.

use felt::Card;
use games::poker::{Category, Hand, Ranking, best_five};
use std::collections::BTreeMap;

/// All 52 faces of a pack.
pub(crate) fn pack() -> Vec<Card> {
    Card::all().filter(|card| !card.is_joker()).collect()
}

/// Parses cards separated by spaces.
fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// The ranking of cards separated by spaces.
fn rank(text: &str) -> Ranking {
    cards(text).into_iter().collect::<Hand>().ranking()
}

/// How often each category and each ranking occurred.
struct Counts {
    categories: [u64; Category::ALL.len()],
    /// One bit for each number that a ranking may have. Only the pages that are touched use memory.
    seen: Vec<u64>,
}

impl Counts {
    fn new() -> Self {
        Self { categories: [0; Category::ALL.len()], seen: vec![0; 1 << 24] }
    }

    fn count(&mut self, ranking: Ranking) {
        self.categories[ranking.category() as usize] += 1;
        let number = ranking.number() as usize;
        self.seen[number / 64] |= 1 << (number % 64);
    }

    /// The counts of the kinds that need no wild card.
    fn plain(&self) -> [u64; Category::PLAIN.len()] {
        Category::PLAIN.map(|kind| self.categories[kind as usize])
    }

    fn distinct(&self) -> u32 {
        self.seen.iter().map(|bits| bits.count_ones()).sum()
    }
}

/// Calls a function with the cards so far and `more` further ones, in each way they can be chosen from a pack.
pub(crate) fn choose(more: usize, pack: &[Card], hand: Hand, each: &mut impl FnMut(Hand)) {
    if more == 0 {
        return each(hand);
    }
    for (at, card) in pack.iter().enumerate() {
        choose(more - 1, &pack[at + 1..], hand.with(*card), each);
    }
}

#[test]
fn all_five_card_hands() {
    let mut counts = Counts::new();
    choose(5, &pack(), Hand::EMPTY, &mut |hand| counts.count(hand.ranking()));
    let known = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4];
    assert_eq!(counts.plain(), known);
    assert_eq!(counts.distinct(), 7_462);
}

#[cfg(not(debug_assertions))]
#[test]
fn all_seven_card_hands() {
    let mut counts = Counts::new();
    let start = std::time::Instant::now();
    choose(7, &pack(), Hand::EMPTY, &mut |hand| counts.count(hand.ranking()));
    let time = start.elapsed();
    let hands: u64 = counts.plain().iter().sum();
    println!("{hands} hands in {time:.2?}, {} ps each", time.as_nanos() * 1_000 / u128::from(hands));
    let known = [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260,
        4_324,
    ];
    assert_eq!(counts.plain(), known);
    assert_eq!(counts.distinct(), 4_824);
}

/// The result of the second ranking for five cards: the category, and the ranks in the order of comparison.
pub(crate) type Worth = (Category, [u8; 5]);

/// A second ranking of five cards: sorts them, counts each rank, and names the result.
fn worth(mut five: [Card; 5]) -> Worth {
    let copies = five.map(|card| five.iter().filter(|other| other.rank() == card.rank()).count());
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by_key(|at| (copies[*at], five[*at].rank_number()));
    order.reverse();
    five = order.map(|at| five[at]);
    let copies = order.map(|at| copies[at]);

    let mut ranks = five.map(Card::rank_number);
    if ranks == [14, 5, 4, 3, 2] {
        ranks = [5, 4, 3, 2, 1];
    }
    let straight = ranks.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let flush = five.iter().all(|card| card.suit() == five[0].suit());
    let category = match copies {
        [4, ..] => Category::FourOfAKind,
        [3, 3, 3, 2, 2] => Category::FullHouse,
        [3, ..] => Category::ThreeOfAKind,
        [2, 2, 2, 2, 1] => Category::TwoPairs,
        [2, ..] => Category::Pair,
        _ if straight && flush && ranks[0] == 14 => Category::RoyalFlush,
        _ if straight && flush => Category::StraightFlush,
        _ if flush => Category::Flush,
        _ if straight => Category::Straight,
        _ => Category::HighCard,
    };
    (category, ranks)
}

/// The second ranking of any number of cards: the best of each choice of five.
pub(crate) fn best_worth(cards: &[Card]) -> Worth {
    let choices = (0_u32..1 << cards.len()).filter(|choice| choice.count_ones() == 5);
    let five = |choice: u32| {
        let mut chosen = (0..cards.len()).filter(|at| choice >> at & 1 == 1).map(|at| cards[at]);
        [(); 5].map(|()| chosen.next().unwrap())
    };
    choices.map(|choice| worth(five(choice))).max().unwrap()
}

/// The results of both rankings for every hand of five cards, one entry for each that the second
/// distinguishes.
pub(crate) fn both_rankings() -> BTreeMap<Worth, Ranking> {
    let mut both = BTreeMap::new();
    let pack = pack();
    let mut last = None;
    choose(5, &pack, Hand::EMPTY, &mut |hand| {
        let mut cards = hand.cards();
        let worth = worth([(); 5].map(|()| cards.next().unwrap()));
        let ranking = hand.ranking();
        // Consecutive hands are often equal, which saves a lookup in the map.
        if last != Some((worth, ranking)) {
            let known = *both.entry(worth).or_insert(ranking);
            assert_eq!(known, ranking, "{hand:?}: {worth:?} is ranked in two ways");
            last = Some((worth, ranking));
        }
    });
    both
}

/// Hands of a given size, the same in every run: a pack is shuffled by a linear congruential generator.
pub(crate) struct Dealer {
    pack: Vec<Card>,
    state: u64,
}

impl Dealer {
    pub(crate) fn new(seed: u64) -> Self {
        Self { pack: pack(), state: seed }
    }

    /// A number below a bound; the high bits of the state are more random.
    fn below(&mut self, bound: usize) -> usize {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.state >> 33).unwrap() % bound
    }

    pub(crate) fn deal(&mut self, count: usize) -> &[Card] {
        for at in 0..count {
            let other = at + self.below(self.pack.len() - at);
            self.pack.swap(at, other);
        }
        &self.pack[..count]
    }
}

#[test]
fn a_second_ranking_agrees() {
    let both = both_rankings();
    assert_eq!(both.len(), 7_462);
    // The map ensures that hands equal by the second ranking are equal in both. Greater must be greater in
    // both too, so the two orders agree on every pair of hands.
    assert!(both.values().is_sorted_by(|lower, higher| lower < higher));
    for ((category, _), ranking) in &both {
        assert_eq!(ranking.category(), *category);
    }
    // The games deal five to seven cards; more must be right too, including two flushes.
    for (count, hands) in [(5, 20_000), (6, 100_000), (7, 200_000), (9, 5_000), (11, 2_000), (13, 1_000)] {
        let mut dealer = Dealer::new(7);
        for _ in 0..hands {
            let cards = dealer.deal(count);
            let hand: Hand = cards.iter().copied().collect();
            assert_eq!(hand.ranking(), both[&best_worth(cards)], "{cards:?}");
        }
    }
}

#[test]
fn the_best_five_are_worth_as_much_as_all() {
    for count in 5..=9 {
        let mut dealer = Dealer::new(11);
        for _ in 0..4_000 {
            let cards = dealer.deal(count);
            let five = best_five(cards).unwrap();
            let (category, ranks) = best_worth(cards);
            assert_eq!(worth(five), (category, ranks), "{cards:?}");
            assert_eq!(five.into_iter().collect::<Hand>().cards().count(), 5, "{five:?}");
            assert!(five.iter().all(|card| cards.contains(card)), "{five:?} of {cards:?}");
            // They are in the order of comparison, where an ace below the two counts one.
            let announced = five.map(|card| card.rank_number());
            let low_ace = ranks.map(|rank| if rank == 1 { 14 } else { rank });
            assert_eq!(announced, low_ace, "{five:?}");
        }
    }
}

/// Asserts the ranking of a hand, and the five cards that make it.
fn assert_made(text: &str, ranking: &str, five: &str) {
    assert_eq!(rank(text).to_string(), ranking, "{text}");
    assert_eq!(best_five(&cards(text)).unwrap().to_vec(), cards(five), "{text}");
}

#[test]
fn every_category_has_a_hand_and_a_word() {
    let hands = [
        ("As Kd 9c 5h 3s", "high-card", "high-card AK953"),
        ("Ts Td Ac Kh 4s", "pair", "pair T AK4"),
        ("Ts Td 4c 4h As", "two-pairs", "two-pairs T4 A"),
        ("7s 7d 7c Ah 4s", "three-of-a-kind", "three-of-a-kind 7 A4"),
        ("5s 6d 7c 8h 9s", "straight", "straight 9"),
        ("As Qs 7s 4s 2s", "flush", "flush AQ742"),
        ("7s 7d 7c 2h 2s", "full-house", "full-house 7 2"),
        ("2s 2d 2c 2h As", "four-of-a-kind", "four-of-a-kind 2 A"),
        ("9h Th Jh Qh Kh", "straight-flush", "straight-flush K"),
        ("Td Jd Qd Kd Ad", "royal-flush", "royal-flush A"),
    ];
    for ((text, word, printed), category) in hands.into_iter().zip(Category::PLAIN) {
        assert_eq!(rank(text).category(), category);
        assert_eq!(category.to_string(), word);
        assert_eq!(rank(text).to_string(), printed);
    }
    assert!(Category::ALL.is_sorted());
    assert!(hands.is_sorted_by_key(|(text, ..)| rank(text)));
}

#[test]
fn the_ace_is_low_in_the_lowest_straight_alone() {
    assert_made("Ad 2c 3h 4s 5d", "straight 5", "5d 4s 3h 2c Ad");
    assert_made("Ad 2c 3h 4s 5d 6c Kh", "straight 6", "6c 5d 4s 3h 2c");
    assert_made("Ad 2c 3h 4s 5d Ks As", "straight 5", "5d 4s 3h 2c Ad");
    assert!(rank("Ad 2c 3h 4s 5d") < rank("2c 3h 4s 5d 6c"));
    assert!(rank("Ad 2c 3h 4s 5d") > rank("Ad Ac Ah Ks Qd"));
    // A straight does not go around from ace to two.
    for text in ["Qs Kd Ac 2h 3s", "Ks Ad 2c 3h 4s", "Js Qd Kc Ah 2s"] {
        assert_eq!(rank(text).category(), Category::HighCard, "{text}");
    }
    assert_eq!(rank("Qs Ks As 2s 3s").category(), Category::Flush);
}

#[test]
fn straight_flushes_need_five_cards_that_are_both() {
    // The ace below the two: the lowest straight flush, above any four of a kind.
    assert_made("Ac 2c 3c 4c 5c", "straight-flush 5", "5c 4c 3c 2c Ac");
    assert!(rank("Ac 2c 3c 4c 5c") < rank("2h 3h 4h 5h 6h"));
    assert!(rank("Ac 2c 3c 4c 5c") > rank("As Ad Ac Ah Ks"));
    // A straight and a flush that share four cards are a flush.
    assert_made("5h 6h 7h 8h 9c Kh 2d", "flush K8765", "Kh 8h 7h 6h 5h");
    // The higher flush does not hide the straight flush below it.
    assert_made("Ah 5h 6h 7h 8h 9h Td", "straight-flush 9", "9h 8h 7h 6h 5h");
    assert_made("Ah Kh Qh Jh Th 9h 8h", "royal-flush A", "Ah Kh Qh Jh Th");
    // Neither does a higher straight of several suits.
    assert_made("4s 5s 6s 7s 8s 9d Tc", "straight-flush 8", "8s 7s 6s 5s 4s");
    // With ten cards there may be a higher flush in another suit.
    assert_made("Ah Qh 9h 5h 3h 4s 5s 6s 7s 8s", "straight-flush 8", "8s 7s 6s 5s 4s");
}

#[test]
fn more_sets_than_five_cards_can_hold() {
    assert_made("7s 7d 7c 4h 4s 4d Ac", "full-house 7 4", "7s 7d 7c 4s 4h");
    assert_made("4s 4d 4c Ah As Kd Kc", "full-house 4 A", "4s 4d 4c As Ah");
    assert_made("9s 9d 6c 6h 3s 3d Ac", "two-pairs 96 A", "9s 9d 6h 6c Ac");
    assert_made("9s 9d 6c 6h 3s 3d 2c", "two-pairs 96 3", "9s 9d 6h 6c 3s");
    assert_made("8s 8d 8c 8h Qs Qd Qc", "four-of-a-kind 8 Q", "8s 8h 8d 8c Qs");
}

#[test]
fn six_cards_of_a_suit_use_the_highest_five() {
    assert_made("2d 5d 8d Jd Kd 9d Ac", "flush KJ985", "Kd Jd 9d 8d 5d");
    assert_eq!(rank("2d 5d 8d Jd Kd 9d Ac"), rank("3d 5d 8d Jd Kd 9d Ac"));
    assert_made("2d 5d 8d Jd Kd 9d 7d", "flush KJ987", "Kd Jd 9d 8d 7d");
}

#[test]
fn sets_are_compared_before_other_cards() {
    // The reading of OH-UTH-5.III: the ace beside the lower pair does not help it.
    assert!(rank("Ks Kd 4c 3h 2s") > rank("2s 2d Ac Qh Js"));
    assert!(rank("3s 3d 3c 2h 2s") > rank("2s 2d 2c Ah As"));
    assert!(rank("Ts Td 3c 3h 2s") > rank("9s 9d 8c 8h As"));
    assert!(rank("Ts Td 3c 3h Ks") > rank("Th Tc 3d 3s Qs"));
    assert!(rank("8s 8d Ac 5h 4s") > rank("8c 8h Ad 5s 3d"));
    // Suits never matter.
    assert_eq!(rank("8s 8d Ac 5h 4s"), rank("8c 8h Ad 5s 4d"));
}

#[test]
fn hands_that_play_the_board_tie() {
    let board: Hand = cards("Ac Kd Qh Js Td").into_iter().collect();
    let on_board = |text: &str| cards(text).into_iter().fold(board, Hand::with).ranking();
    assert_eq!(on_board("2c 2d"), on_board("Ad Ah"));
    assert_eq!(on_board("2c 2d"), board.ranking());
    // The kicker of two pairs on the board is shared by all, until a patron holds a higher card.
    let board: Hand = cards("9c 9d 5h 5s Qd").into_iter().collect();
    let on_board = |text: &str| cards(text).into_iter().fold(board, Hand::with).ranking();
    assert_eq!(on_board("Jc 2d"), on_board("4c 4d"));
    assert!(on_board("Kc 2d") > on_board("Jc Tc"));
    // The cards given first are shown where others are equally good.
    assert_made("Ah 2c As Ks Qd Jd Tc", "straight A", "Ah Ks Qd Jd Tc");
}

#[test]
fn pairs_of_a_rank_or_better() {
    let tens_or_better =
        |text| (rank(text).category(), rank(text).top()) >= (Category::Pair, Some(felt::Rank::Ten));
    assert!(tens_or_better("Ts Td 2c 3h 4s"));
    assert!(tens_or_better("2s 2d 3c 3h 4s"));
    assert!(!tens_or_better("9s 9d Ac Kh Qs"));
    assert!(!tens_or_better("As Kd Qc Jh 9s"));
    assert_eq!(Hand::EMPTY.ranking().top(), None);
}

#[test]
fn the_joker_and_repeated_cards_change_nothing() {
    assert_eq!(rank("Ts Td Ac Kh 4s Jk"), rank("Ts Td Ac Kh 4s"));
    assert_eq!(rank("Ts Td Ac Kh 4s Ts"), rank("Ts Td Ac Kh 4s"));
    assert_eq!(Hand::EMPTY.with(Card::JOKER), Hand::EMPTY);
    assert!(!Hand::EMPTY.with(Card::JOKER).has(Card::JOKER));
    assert_eq!(best_five(&cards("Ts Td Ac Kh Jk")), None);
    assert_eq!(best_five(&cards("Ts Td Ac Kh Kh")), None);
    assert_made("Jk Ts Td Ts Ac Kh 4s Jk", "pair T AK4", "Ts Td Ac Kh 4s");
}

#[test]
fn fewer_than_five_cards_are_ranked_as_far_as_they_go() {
    assert_eq!(rank("As Ks").to_string(), "high-card AK");
    assert_eq!(rank("4s 4d").to_string(), "pair 4");
    assert_eq!(rank("As Ks Qs Js").to_string(), "high-card AKQJ");
    assert_eq!(rank("9s 9d 9h 9c").to_string(), "four-of-a-kind 9");
    assert_eq!(rank("").to_string(), "high-card");
    assert!(rank("4s 4d") > rank("As Ks"));
    assert!(rank("4s 4d 2c") > rank("4h 4c"));
}
