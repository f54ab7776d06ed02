//! Counts baccarat from a fresh shoe of eight decks: with the engine's rules about who draws, and again,
//! slower, with those of the second settlement. Cards are grouped by value: a card has one of ten values, and
//! four times as many cards count zero.

use engine::Place;
use games::sources::{Hand, TwoHandsResult, wanted};
use second::baccarat::cards::{Count, points, turn};
use std::collections::BTreeMap;

/// Cards of each value in eight decks.
const CARDS: [u64; 10] = [128, 32, 32, 32, 32, 32, 32, 32, 32, 32];
const ALL: u64 = 416;

/// How often each pair of points and numbers of cards comes, among all ways to draw six cards.
type Counts = BTreeMap<[u8; 4], u64>;

/// Counts card by card; the engine says where the next one goes.
fn by_the_engine() -> Counts {
    fn go_on(hands: [Hand; 2], left: &mut [u64; 10], drawn: u64, ways: u64, counts: &mut Counts) {
        let Some(place) = wanted(hands) else {
            let [player, banker] = hands.map(Hand::counted);
            let TwoHandsResult { player, banker } = TwoHandsResult { player, banker };
            // The cards that are not needed may be any.
            let rest: u64 = (drawn..6).map(|n| ALL - n).product();
            *counts.entry([player.points, player.cards, banker.points, banker.cards]).or_default() +=
                ways * rest;
            return;
        };
        for value in 0..10 {
            let cards = left[value];
            let mut more = hands;
            more[usize::from(place == Place::Banker)].add(u8::try_from(value).unwrap());
            left[value] -= 1;
            go_on(more, left, drawn + 1, ways * cards, counts);
            left[value] += 1;
        }
    }
    let mut counts = Counts::new();
    go_on([Hand::default(); 2], &mut CARDS.clone(), 0, 1, &mut counts);
    counts
}

/// Draws all six cards first, and then plays the round with them.
fn by_the_second_settlement() -> Counts {
    let mut counts = Counts::new();
    for number in 0..1_000_000_u32 {
        let values: Vec<u8> =
            (0..6).map(|digit| u8::try_from(number / 10_u32.pow(digit) % 10).unwrap()).collect();
        let mut left = CARDS;
        let ways = values.iter().fold(1, |ways, value| {
            let cards = &mut left[usize::from(*value)];
            *cards -= 1;
            ways * (*cards + 1)
        });
        let (mut hands, mut next) = ([Vec::new(), Vec::new()], values.into_iter());
        while let Some(at) = turn(&hands[0], &hands[1]) {
            hands[at].push(next.next().unwrap());
        }
        let [player, banker] = hands.map(|hand| [points(&hand), u8::try_from(hand.len()).unwrap()]);
        *counts.entry([player[0], player[1], banker[0], banker[1]]).or_default() += ways;
    }
    counts
}

/// The number of results that meet the test.
fn of(counts: &Counts, meant: impl Fn(Count, Count) -> bool) -> u64 {
    let count = |points, cards| Count { points, cards };
    let meant = |(key, _): &(&[u8; 4], &u64)| meant(count(key[0], key[1]), count(key[2], key[3]));
    counts.iter().filter(meant).map(|(_, ways)| ways).sum()
}

#[test]
fn a_fresh_shoe_of_eight_decks() {
    let counts = by_the_engine();
    assert_eq!(counts, by_the_second_settlement());
    let player = of(&counts, |player, banker| player.points > banker.points);
    let banker = of(&counts, |player, banker| banker.points > player.points);
    let tie = of(&counts, |player, banker| banker.points == player.points);
    assert_eq!(player, 2_230_518_282_592_256);
    assert_eq!(banker, 2_292_252_566_437_888);
    assert_eq!(tie, 475_627_426_473_216);
    assert_eq!(player + banker + tie, 4_998_398_275_503_360);
    let seven = of(&counts, |player, banker| banker.points == 7 && banker.cards == 3 && player.points < 7);
    println!("the banker's hand wins with seven in three cards: {seven}");
    for more in (0..=9).rev() {
        let wins =
            |own: Count, other: Count| !own.natural() && own.points.checked_sub(other.points) == Some(more);
        let [player, banker] = [of(&counts, wins), of(&counts, |player, banker| wins(banker, player))];
        println!("no natural, and {more} more: player's hand {player}, banker's {banker}");
    }
    let natural = |own: Count, other: Count| own.natural() && (!other.natural() || own.points > other.points);
    let push =
        of(&counts, |player, banker| player.natural() && banker.natural() && player.points == banker.points);
    let [own, banks] = [of(&counts, natural), of(&counts, |player, banker| natural(banker, player))];
    println!("naturals: player's hand {own}, banker's {banks}, equal {push}");
    // Naturals favour neither hand: both have two cards of one shoe.
    assert_eq!(own, banks);
}
