//! What a driver cannot have of itself: a source of chance, and meters that say what they grant.

use crate::people::Patron;
use crate::words::MeterId;
use felt::{Die, Money, Pay, ThreeDice, TwoDice};

/// A source of chance. The engine has none; whoever runs a table brings one, seeded or not.
pub trait Chance {
    /// A number below the bound, every one as likely as the other; 0 where there is none.
    fn below(&mut self, bound: usize) -> usize;

    /// One of these, every one as likely as the other; nothing where there are none.
    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts them in an order, every one as likely as the other.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Throws two dice.
    fn two_dice(&mut self) -> TwoDice {
        let thrown = self.below(36);
        TwoDice::new(face(thrown), face(thrown / 6))
    }

    /// Throws three dice.
    fn three_dice(&mut self) -> ThreeDice {
        let thrown = self.below(216);
        ThreeDice::new(face(thrown), face(thrown / 6), face(thrown / 36))
    }
}

fn face(thrown: usize) -> Die {
    Die::ALL[thrown % 6]
}

/// The progressive meters of a house, as far as a table draws on them.
pub trait Meters {
    /// What a meter grants of itself to a patron; nothing where there is no such meter.
    fn grant(&mut self, meter: MeterId, share: Pay, patron: Patron) -> Option<Money>;
}

/// A house without meters.
impl Meters for () {
    fn grant(&mut self, _: MeterId, _: Pay, _: Patron) -> Option<Money> {
        None
    }
}
