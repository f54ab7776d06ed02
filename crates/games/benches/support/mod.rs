//! Shared by the benchmarks and the allocation test: random numbers, the cards of the bare loops, and how
//! times are printed.

pub mod blackjack;
pub mod craps;
pub mod holdem;
pub mod layout;
pub mod pai_gow;
pub mod poker;
pub mod policies;

use engine::{Chance as _, Transcript};
use felt::{Card, Pack};
use std::time::Duration;

/// SplitMix64: small, fast and pinned.
#[derive(Clone)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl engine::Chance for Chance {
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        // The high half of a product; its bias at 312 cards is far below what is measured here.
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// The cards of a loop without a table, in order.
pub struct Pile {
    cards: Vec<Card>,
    next: usize,
}

impl Pile {
    pub fn new(pack: Pack) -> Pile {
        Pile { cards: pack.cards().collect(), next: 0 }
    }

    pub fn shuffle(&mut self, chance: &mut Chance) {
        chance.shuffle(&mut self.cards);
        self.next = 0;
    }

    pub fn draw(&mut self) -> Card {
        let card = self.cards[self.next];
        self.next += 1;
        card
    }

    /// Draws at random from the remaining cards: a partial shuffle of only the cards that are needed.
    pub fn draw_from(&mut self, chance: &mut Chance) -> Card {
        let at = self.next + chance.below(self.cards.len() - self.next);
        self.cards.swap(self.next, at);
        self.draw()
    }

    /// Puts all cards back.
    pub fn gather(&mut self) {
        self.next = 0;
    }

    pub fn drawn(&self) -> usize {
        self.next
    }
}

/// A reused buffer for the events of a round.
pub fn buffer() -> Transcript {
    Transcript::with_room(4_096)
}

/// The best of many passes: other work on the machine only ever adds time.
pub fn best(run: impl Fn() -> Duration) -> Duration {
    (0..41).map(|_| run()).min().unwrap_or_default()
}

pub fn report(what: &str, time: Duration, rounds: u32, bare: Duration) {
    let nanos = time.as_nanos() / u128::from(rounds);
    let per_second = u128::from(rounds) * 1_000_000_000 / time.as_nanos().max(1);
    let ratio = time.as_nanos() * 100 / bare.as_nanos().max(1);
    println!("{what:<34} {nanos:>10} {per_second:>14} {:>5}.{:02}", ratio / 100, ratio % 100);
}

/// The number of rounds in a pass.
pub fn rounds_wanted(usual: u32) -> u32 {
    std::env::var("BENCH_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}
