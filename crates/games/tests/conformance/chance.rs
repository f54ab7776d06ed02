//! Seeded random numbers, and shuffles that are directed with them.

use engine::Chance as _;
use felt::Card;

/// SplitMix64: tiny, pinned, and sufficient to choose test cases.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % (n.max(1) as u64)).unwrap()
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

impl engine::Chance for Chance {
    fn below(&mut self, n: usize) -> usize {
        Chance::below(self, n)
    }
}

/// Directs a shuffle: cards of a few ranks, or of a suit, come first, so that pairs, aces and blackjacks are
/// frequent.
pub fn direct(undealt: &mut [Card], chance: &mut Chance) {
    let wanted = some_cards(chance);
    // The sort is stable, so both parts keep their random order.
    undealt.sort_by_key(|card| !wanted(card));
    let mixed = undealt.len().min(undealt.len() / 8 + 8);
    chance.shuffle(&mut undealt[..mixed]);
}

/// Puts a few faces that are the same in every shoe first, in one of a few orders.
pub fn few_faces(undealt: &mut [Card], chance: &mut Chance) {
    undealt.sort_unstable();
    let cards = undealt.len();
    let mut order = Chance::new(chance.next() % 3);
    // Far apart in the sorted shoe, so that ranks and suits differ.
    for n in 0..cards.min(16) {
        undealt.swap(n, (n * 11 + 3) % cards);
    }
    order.shuffle(&mut undealt[..cards.min(16)]);
    if chance.one_in(12) {
        chance.shuffle(undealt);
    }
}

/// The test for the cards that come first: those of some ranks, of a suit, or both.
fn some_cards(chance: &mut Chance) -> impl Fn(&Card) -> bool + use<> {
    let some: Vec<u8> = (0..=chance.below(3)).map(|_| 2 + u8::try_from(chance.below(13)).unwrap()).collect();
    let ranks = match chance.below(6) {
        0 => vec![14],
        1 => vec![14, 10, 13],
        2 => vec![13, 14, 12],
        // A straight and more.
        3 => (0..6).map(|n| 2 + (some[0] + n - 2) % 13).collect(),
        _ => some,
    };
    let suit = chance.one_in(3).then(|| felt::Suit::ALL[chance.below(4)]);
    let any_rank = suit.is_some() && chance.one_in(2);
    move |card| {
        (any_rank || ranks.contains(&card.rank_number())) && suit.is_none_or(|s| card.suit() == Some(s))
    }
}
