//! What the caller supplies to a driver: a source of chance, and meters that say what they grant.

use crate::meter::award;
use crate::people::Patron;
use crate::wager::Share;
use crate::words::MeterId;
use felt::{Die, Money, Pay, ThreeDice, TwoDice};
use rulebook::Awards;

/// A source of random numbers. The engine has none; the caller supplies one, seeded or not.
pub trait Chance {
    /// Returns a number below the bound, uniformly distributed; 0 if the bound is 0.
    fn below(&mut self, bound: usize) -> usize;

    /// Whether everything it has returned was random. A source that fails returns false from then on; the values
    /// returned since the last check must not be used.
    #[inline]
    fn holds(&self) -> bool {
        true
    }

    /// Returns one of these, uniformly chosen; `None` if there are none.
    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts them in random order, uniformly.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Returns a number from 1 to `most`, as a device draws it.
    fn number_up_to(&mut self, most: u8) -> u8 {
        u8::try_from(self.below(most.into())).map_or(1, |below| below.saturating_add(1))
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

/// What a meter grants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Granted {
    /// What it showed.
    pub stands: Money,
    /// The amount awarded, which is a share of it.
    pub amount: Money,
}

impl Granted {
    /// Computes a share of what a meter shows; `None` if `share` is not a share of a meter.
    pub fn of(share: Pay, stands: Money, awards: Awards) -> Option<Granted> {
        let amount = award(stands, Share::of(share)?, awards.rounding, awards.coin);
        Some(Granted { stands, amount })
    }

    /// Computes the grant from the awarded amount: the smallest amount the meter can have shown, if awards are rounded
    /// down to the cent; `None` if that amount overflows.
    pub fn of_amount(share: Pay, amount: Money) -> Option<Granted> {
        let parts = Share::of(share).map_or(10_000, |share| i128::from(share.hundredths())).max(1);
        let stands = (i128::from(amount.as_minor()) * 10_000 + parts - 1).div_euclid(parts);
        Some(Granted { stands: Money::minor(i64::try_from(stands).ok()?), amount })
    }
}

/// The progressive meters of a house that a table draws on.
pub trait Meters {
    /// Returns what a meter grants to a patron; `None` if there is no such meter.
    fn grant(&mut self, meter: MeterId, share: Pay, patron: Patron) -> Option<Granted>;
}

/// A house without meters.
impl Meters for () {
    fn grant(&mut self, _: MeterId, _: Pay, _: Patron) -> Option<Granted> {
        None
    }
}
