use super::*;
use std::collections::BTreeMap;

/// Returns the bytes of a list, and fails when they are used up.
struct Script<'a>(&'a [u8]);

impl Bytes for Script<'_> {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        let (now, later) = self.0.split_at_checked(bytes.len()).ok_or(Fault::NoEntropy)?;
        bytes.copy_from_slice(now);
        self.0 = later;
        Ok(())
    }
}

/// The number for one word of 16 bits; `None` if it is discarded.
fn taken_for(word: u16, bound: usize) -> Option<usize> {
    match below(&mut Script(&word.to_be_bytes()), bound) {
        Ok(number) => Some(number),
        Err(fault) => {
            assert_eq!(fault, Fault::NoEntropy, "it asks for another word");
            None
        }
    }
}

#[test]
fn every_number_stands_for_as_many_words() {
    let bounds = (2..=300).chain([312, 416, 13_515, 32_768, 32_769, 65_535, 65_536]);
    for bound in bounds {
        let mut times = vec![0_usize; bound];
        let mut thrown_away = 0;
        for word in 0..=u16::MAX {
            match taken_for(word, bound) {
                Some(number) => times[number] += 1,
                None => thrown_away += 1,
            }
        }
        let each = 65_536 / bound;
        assert!(times.iter().all(|n| *n == each), "{bound}: {times:?}");
        assert_eq!(thrown_away, 65_536 % bound);
    }
}

#[test]
fn long_words_are_cut_at_the_last_whole_multiple() {
    let bound: u64 = 1_000_003;
    let usable = u64::MAX - (u64::MAX % bound + 1) % bound;
    let at = |word: u64| below(&mut Script(&word.to_be_bytes()), 1_000_003);
    assert_eq!(at(0), Ok(0));
    assert_eq!(at(bound + 5), Ok(5));
    assert_eq!(at(usable), Ok(1_000_002), "the last usable word");
    assert_eq!(at(usable + 1), Err(Fault::NoEntropy));
    assert_eq!(at(u64::MAX), Err(Fault::NoEntropy));
    // Every word is usable if the bound divides their number.
    let most = below(&mut Script(&u64::MAX.to_be_bytes()), 1 << 32);
    assert_eq!(most, Ok((1 << 32) - 1));
}

#[test]
fn a_word_that_is_thrown_away_is_followed_by_another() {
    assert_eq!(below(&mut Script(&[0xff, 0xff, 0xff, 0xfe, 0, 41]), 37), Ok(4));
}

#[test]
fn without_a_choice_nothing_is_drawn() {
    assert_eq!(below(&mut Script(&[]), 0), Ok(0));
    assert_eq!(below(&mut Script(&[]), 1), Ok(0));
}

#[test]
fn a_generator_that_gives_unusable_words_only_is_found() {
    assert_eq!(below(&mut Script(&[0xff; 2 * 128]), 37), Err(Fault::Stuck));
    // One fewer may be chance.
    let last_good = [&[0xff; 2 * 127][..], &[0, 3]].concat();
    assert_eq!(below(&mut Script(&last_good), 37), Ok(3));
}

/// The orders that a list of inputs produces, with their counts.
fn orders(cards: usize, inputs: impl Iterator<Item = Vec<usize>>) -> BTreeMap<Vec<usize>, usize> {
    let mut orders = BTreeMap::new();
    for input in inputs {
        let mut order: Vec<usize> = (0..cards).collect();
        let mut numbers = input.into_iter();
        shuffle(&mut order, |bound| Ok(numbers.next().filter(|number| *number < bound).unwrap())).unwrap();
        *orders.entry(order).or_default() += 1;
    }
    orders
}

#[test]
fn every_order_of_four_cards_comes_from_one_course_of_numbers() {
    let inputs = (0..24).map(|n: usize| vec![n % 4, n / 4 % 3, n / 12, 0]);
    let orders = orders(4, inputs);
    assert_eq!(orders.len(), 24);
    assert!(orders.values().all(|times| *times == 1));
}

#[test]
fn every_order_of_six_cards_comes_from_one_course_of_numbers() {
    let inputs = (0..720).map(|n: usize| vec![n % 6, n / 6 % 5, n / 30 % 4, n / 120 % 3, n / 360, 0]);
    let orders = orders(6, inputs);
    assert_eq!(orders.len(), 720);
    assert!(orders.values().all(|times| *times == 1));
}

#[test]
fn every_order_of_four_cards_comes_from_as_many_words() {
    // Twelve words map to each number below 2, 3 and 4: 12 x 12 x 12 inputs, 72 for each order.
    let mut orders = BTreeMap::<[u8; 4], usize>::new();
    for n in 0..12_u16.pow(3) {
        let words = [n % 12, n / 12 % 12, n / 144];
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        let (mut script, mut order) = (Script(&bytes), [0, 1, 2, 3]);
        shuffle(&mut order, |bound| below(&mut script, bound)).unwrap();
        assert!(script.0.is_empty());
        *orders.entry(order).or_default() += 1;
    }
    assert_eq!(orders.len(), 24);
    assert!(orders.values().all(|times| *times == 72), "{orders:?}");
}

#[test]
fn a_shuffle_stops_at_the_first_fault() {
    let mut items = [1, 2, 3];
    assert_eq!(shuffle(&mut items, |_| Err(Fault::Stuck)), Err(Fault::Stuck));
}
