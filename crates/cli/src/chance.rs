//! Seeded chance: the same seed gives the same cards, dice and numbers for ever.
//!
//! It is ChaCha8 with the engine's shuffle, since libraries change theirs.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use engine::Chance as _;

/// A seeded source of chance.
pub(crate) struct Chance(ChaCha8Rng);

impl Clone for Chance {
    fn clone(&self) -> Chance {
        // The generator does not implement `Clone`, so that streams are not equal by accident. This copy is intended.
        Chance(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// True or false with equal probability.
    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 0
    }
}

impl engine::Chance for Chance {
    fn below(&mut self, bound: usize) -> usize {
        let Some(bound) = u32::try_from(bound).ok().filter(|bound| *bound > 0) else { return 0 };
        // Numbers above the last whole multiple would favour the small remainders: they are rejected.
        let usable = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.0.next_u32();
            if drawn < usable {
                return (drawn % bound) as usize;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_deals_the_same_cards_for_ever() {
        let mut items: Vec<u8> = (0..10).collect();
        Chance::new(7).shuffle(&mut items);
        assert_eq!(items, PINNED);
    }

    /// If this test fails, every recorded seed deals other cards.
    const PINNED: [u8; 10] = [4, 0, 1, 5, 7, 8, 3, 2, 6, 9];

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut chance = Chance::new(1);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            seen[chance.below(6)] += 1;
        }
        assert!(seen.iter().all(|times| (850..1_150).contains(times)), "{seen:?}");
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
