//! What a driver cannot have of itself: a source of chance, and meters that say what they grant.

use crate::meter::award;
use crate::people::Patron;
use crate::wager::Share;
use crate::words::MeterId;
use felt::{Die, Money, Pay, ThreeDice, TwoDice};
use rulebook::Awards;

/// A source of chance. The engine has none; the caller supplies one, seeded or not.
pub trait Chance {
    /// A number below the bound, every one as likely as the other; 0 where there is none.
    fn below(&mut self, bound: usize) -> usize;

    /// Whether everything it gave was chance. A source that fails says so from then on, for ever; what it gave since it was
    /// last asked is not to be used.
    #[inline]
    fn holds(&self) -> bool {
        true
    }

    /// One of these, every one as likely as the other; `None` where there are none.
    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts them in an order, every one as likely as the other.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A number from 1 up to this one, as a device draws it.
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
    /// What it stood at.
    pub stands: Money,
    /// The share of it.
    pub amount: Money,
}

impl Granted {
    /// A share of what a meter stands at; `None` where it is no share.
    pub fn of(share: Pay, stands: Money, awards: Awards) -> Option<Granted> {
        let amount = award(stands, Share::of(share)?, awards.rounding, awards.coin);
        Some(Granted { stands, amount })
    }

    /// An amount that is a share of the least that a meter can have stood at, where awards are rounded down to the cent;
    /// `None` where no meter counts so far.
    pub fn of_amount(share: Pay, amount: Money) -> Option<Granted> {
        let parts = Share::of(share).map_or(10_000, |share| i128::from(share.hundredths())).max(1);
        let stands = (i128::from(amount.as_minor()) * 10_000 + parts - 1).div_euclid(parts);
        Some(Granted { stands: Money::minor(i64::try_from(stands).ok()?), amount })
    }
}

/// The progressive meters of a house, as far as a table draws on them.
pub trait Meters {
    /// What a meter grants of itself to a patron; `None` where there is no such meter.
    fn grant(&mut self, meter: MeterId, share: Pay, patron: Patron) -> Option<Granted>;
}

/// A house without meters.
impl Meters for () {
    fn grant(&mut self, _: MeterId, _: Pay, _: Patron) -> Option<Granted> {
        None
    }
}
