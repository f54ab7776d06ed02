//! Seeded chance and the physical cards behind a table.

use engine::{AnyTable, Place};
use felt::{Card, Die, Pack, ThreeDice, TwoDice};

/// SplitMix64: tiny, pinned, good enough to choose test cases.
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

    pub fn two_dice(&mut self) -> TwoDice {
        TwoDice::new(*self.pick(&Die::ALL), *self.pick(&Die::ALL))
    }

    pub fn three_dice(&mut self) -> ThreeDice {
        ThreeDice::new(*self.pick(&Die::ALL), *self.pick(&Die::ALL), *self.pick(&Die::ALL))
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for n in (1..items.len()).rev() {
            items.swap(n, self.below(n + 1));
        }
    }
}

/// The real cards: those still in the shoe, and the faces of those that left it. A game of dice has none.
#[derive(Clone, Debug)]
pub struct Physical {
    pack: Pack,
    /// The shoe; the next card is the last.
    pub pile: Vec<Card>,
    /// The face of every card out of the shoe, by its draw number.
    faces: Vec<(u32, Card)>,
    /// Cards drawn in error that will be used next.
    pub held: Vec<Card>,
}

impl Physical {
    pub fn new(pack: Pack) -> Physical {
        Physical { pack, pile: Vec::new(), faces: Vec::new(), held: Vec::new() }
    }

    /// All cards, or all that do not lie on the layout. Some shuffles are directed: cards of a few ranks, or
    /// of a suit, come first, so that pairs, aces and blackjacks are not rare.
    pub fn shuffle(&mut self, table: &dyn AnyTable, all: bool, chance: &mut Chance) {
        let mut pile: Vec<Card> = self.pack.cards().collect();
        if !all {
            let out = table
                .layout()
                .cards()
                .map(|laid| self.face(laid.draw))
                .chain(self.held.iter().map(|card| Some(*card)));
            for card in out.flatten() {
                if let Some(at) = pile.iter().position(|c| *c == card) {
                    pile.remove(at);
                }
            }
        } else {
            self.held.clear();
            self.faces.clear();
        }
        chance.shuffle(&mut pile);
        if chance.one_in(2) {
            direct(&mut pile, chance);
        }
        self.pile = pile;
    }

    pub fn note(&mut self, draw: u32, card: Card) {
        if self.face(draw).is_none() {
            self.faces.push((draw, card));
        }
    }

    pub fn face(&self, draw: u32) -> Option<Card> {
        self.faces.iter().rev().find(|(d, _)| *d == draw).map(|(_, card)| *card)
    }

    /// The cards of a place as they really are.
    pub fn cards_at(&self, table: &dyn AnyTable, place: Place) -> Vec<Card> {
        table
            .layout()
            .at(place)
            .filter_map(|laid| laid.face.card().or_else(|| self.face(laid.draw)))
            .collect()
    }

    /// The next card that the table will be told about.
    pub fn take(&mut self) -> Option<Card> {
        if self.held.is_empty() { self.pile.pop() } else { Some(self.held.remove(0)) }
    }

    /// A card that was taken and not laid after all.
    pub fn put_back(&mut self, card: Card, was_held: bool) {
        if was_held {
            self.held.insert(0, card);
        } else {
            self.pile.push(card);
        }
    }
}

/// Which cards come first: those of some ranks, of a suit, or both.
fn direct(pile: &mut [Card], chance: &mut Chance) {
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
    let wanted = |card: &Card| {
        (any_rank || ranks.contains(&card.rank_number())) && suit.is_none_or(|s| card.suit() == Some(s))
    };
    // Stable, so that the random order within both parts stays; the wanted ones end up on top.
    pile.sort_by_key(wanted);
    let mixed = pile.len() / 8 + 8;
    let from = pile.len().saturating_sub(mixed);
    chance.shuffle(&mut pile[from..]);
}
