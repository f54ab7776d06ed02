//! The source that a table draws from.
//!
//! A seed of 256 bits reaches at most 2^256 of the 2^2229 orders of eight decks, so one seed must not order them all.
//! A source takes fresh entropy of 256 bits when it is opened, for every new shoe, after 26 numbers or 234 bits of
//! choice at the latest, and before every throw of dice and every turn of a wheel. `docs/chance.md` has the argument, its
//! figures and its limit.

use crate::commitment::{Commitment, Sealed};
use crate::drbg::{Drbg, KnownAnswer, MOST_BYTES, PUBLISHED};
use crate::entropy::{Entropy, OperatingSystem, Watched};
use crate::fault::Fault;
use crate::number::{self, Bytes};
use felt::{Card, Die, ThreeDice, TwoDice};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// How many numbers may come from one seed: half a deck, and so the cards of a shoe's shuffle between two reseeds.
pub(crate) const MOST_NUMBERS: u32 = 26;
/// How many bits of choice may come from one seed, a bound counted as the bits of its largest number: 26
/// numbers below 512. It leaves 22 bits of the seed's 256, so that for every course of numbers there are some four
/// million seeds.
pub(crate) const MOST_BITS: u32 = 234;

/// What a source is for. It is mixed into the seed, so that sources for different shoes differ even if their entropy
/// were the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose<'a> {
    /// The table, by a name that no other table has.
    pub table: &'a str,
    /// Which of its shoes; where there is no shoe, which of its sources.
    pub shoe: u64,
}

impl Purpose<'_> {
    /// The personalisation string of SP 800-90A. The length stands before the name: no two purposes are written alike.
    fn personalisation(self) -> Vec<u8> {
        let length = self.table.len() as u64;
        [b"croupier chance 1", &length.to_be_bytes()[..], self.table.as_bytes(), &self.shoe.to_be_bytes()]
            .concat()
    }
}

/// A source of chance for one table.
pub struct Source<E = OperatingSystem> {
    entropy: Watched<E>,
    drbg: Drbg,
    pool: Pool,
    /// What has come from the present seed.
    numbers: u32,
    bits: u32,
    seeds: u64,
    fault: Option<Fault>,
}

impl Source {
    /// Opens a source on the operating system's entropy.
    ///
    /// # Errors
    /// The generator or the entropy source does not pass its tests.
    pub fn open(purpose: Purpose<'_>) -> Result<Source, Fault> {
        Source::on(OperatingSystem, purpose)
    }
}

impl<E: Entropy> Source<E> {
    /// Opens a source on another entropy source, as a certified device.
    ///
    /// # Errors
    /// The generator or the entropy source does not pass its tests.
    pub fn on(entropy: E, purpose: Purpose<'_>) -> Result<Source<E>, Fault> {
        Source::tested(entropy, purpose, &PUBLISHED)
    }

    fn tested(entropy: E, purpose: Purpose<'_>, known: &KnownAnswer) -> Result<Source<E>, Fault> {
        known.test()?;
        let mut entropy = Watched::start(entropy)?;
        let drbg = seeded(&mut entropy, purpose)?;
        Ok(Source { entropy, drbg, pool: Pool::EMPTY, numbers: 0, bits: 0, seeds: 1, fault: None })
    }

    /// Begins another shoe: the previous state does not go into the new one. The generator is tested again.
    ///
    /// # Errors
    /// The generator or the entropy source does not pass its tests.
    pub fn renew(&mut self, purpose: Purpose<'_>) -> Result<(), Fault> {
        self.lasting(|source| {
            PUBLISHED.test()?;
            source.drbg = seeded(&mut source.entropy, purpose)?;
            source.begin_seed();
            Ok(())
        })
    }

    /// Takes fresh entropy into the state.
    ///
    /// # Errors
    /// The entropy source does not pass its tests.
    pub fn reseed(&mut self) -> Result<(), Fault> {
        self.lasting(|source| {
            source.drbg.reseed(&*source.entropy.block()?, &[]);
            source.begin_seed();
            Ok(())
        })
    }

    /// How often entropy was taken, for the journal.
    pub fn seeds(&self) -> u64 {
        self.seeds
    }

    /// Why it has stopped.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// A number below the bound, every one as likely as the other; 0 where the bound leaves no choice.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn number(&mut self, bound: usize) -> Result<usize, Fault> {
        let bits = usize::BITS - bound.saturating_sub(1).leading_zeros();
        if self.numbers >= MOST_NUMBERS || self.bits + bits > MOST_BITS {
            self.reseed()?;
        }
        self.numbers += u32::from(bits > 0);
        self.bits += bits;
        self.lasting(|source| {
            let Source { drbg, pool, .. } = source;
            number::below(&mut Pooled { drbg, pool }, bound)
        })
    }

    /// Puts items in an order, every one as likely as the other.
    ///
    /// # Errors
    /// A test failed, now or before; the items are then in no order that may be used.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), Fault> {
        number::shuffle(items, |bound| self.number(bound))
    }

    /// One of these, every one as likely as the other, from fresh entropy: the pocket or section where a wheel stops.
    /// `None` where there are none.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Result<Option<T>, Fault> {
        self.reseed()?;
        Ok(items.get(self.number(items.len())?).copied())
    }

    /// Throws two dice, from fresh entropy.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn two_dice(&mut self) -> Result<TwoDice, Fault> {
        self.reseed()?;
        Ok(TwoDice::new(self.die()?, self.die()?))
    }

    /// Throws three dice, from fresh entropy.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn three_dice(&mut self) -> Result<ThreeDice, Fault> {
        self.reseed()?;
        Ok(ThreeDice::new(self.die()?, self.die()?, self.die()?))
    }

    /// A number from 1 up to this one, from fresh entropy, as a device draws it.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn number_up_to(&mut self, most: u8) -> Result<u8, Fault> {
        self.reseed()?;
        let below = self.number(most.into())?;
        // It is below a number of 8 bits.
        Ok(u8::try_from(below).map_or(most, |below| below + 1))
    }

    fn die(&mut self) -> Result<Die, Fault> {
        Ok(Die::ALL[self.number(Die::ALL.len())?])
    }

    /// The generator's output as it is, fresh entropy before each request: for those who test it.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn raw(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        for request in bytes.chunks_mut(MOST_BYTES) {
            self.reseed()?;
            self.lasting(|source| source.drbg.generate(request, &[]))?;
        }
        Ok(())
    }

    /// Commits to the order of a shoe, the first card first. The salt comes from a seed of its own.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn seal(&mut self, table: &str, shoe: u64, order: &[Card]) -> Result<(Commitment, Sealed), Fault> {
        let mut salt = Zeroizing::new([0; 32]);
        self.raw(&mut *salt)?;
        self.reseed()?;
        let sealed = Sealed::new(&salt, table, shoe, order);
        Ok((sealed.commitment(), sealed))
    }

    fn begin_seed(&mut self) {
        self.pool.zeroize();
        (self.numbers, self.bits) = (0, 0);
        self.seeds += 1;
    }

    /// Does something unless the source has failed. If this fails it, that lasts, and the state is overwritten.
    fn lasting<T>(&mut self, does: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        does(self).inspect_err(|fault| {
            self.fault = Some(*fault);
            self.drbg.zeroize();
            self.pool.zeroize();
        })
    }
}

/// A generator with a seed of its own: a block of entropy, another one as nonce, and what it is for.
fn seeded<E: Entropy>(entropy: &mut Watched<E>, purpose: Purpose<'_>) -> Result<Drbg, Fault> {
    Ok(Drbg::instantiate(&*entropy.block()?, &*entropy.block()?, &purpose.personalisation()))
}

/// How many bytes are asked of the generator at once: the words of the numbers of one seed, and some to be thrown away.
const POOLED: usize = 64;

/// Bytes of the present seed that were generated and not yet used. They tell no more than the state from which they came
/// would; each is overwritten when it is taken, and what is left of them when the seed is.
struct Pool {
    bytes: [u8; POOLED],
    left: usize,
}

impl Pool {
    const EMPTY: Pool = Pool { bytes: [0; POOLED], left: 0 };
}

impl Zeroize for Pool {
    fn zeroize(&mut self) {
        self.bytes.zeroize();
        self.left = 0;
    }
}

impl ZeroizeOnDrop for Pool {}

impl Drop for Pool {
    fn drop(&mut self) {
        self.zeroize();
    }
}

/// The generator and what was drawn from it beforehand.
struct Pooled<'s> {
    drbg: &'s mut Drbg,
    pool: &'s mut Pool,
}

impl Bytes for Pooled<'_> {
    /// A number wants two bytes or eight, so a request for a whole pool spares most of what a request costs.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        let Pooled { drbg, pool } = self;
        if pool.left < bytes.len() {
            drbg.generate(&mut pool.bytes, &[])?;
            pool.left = POOLED;
        }
        let begins = POOLED - pool.left;
        let taken = pool.bytes.get_mut(begins..begins + bytes.len()).ok_or(Fault::TooMuch)?;
        bytes.copy_from_slice(taken);
        taken.zeroize();
        pool.left -= bytes.len();
        Ok(())
    }
}

/// The engine's driver asks without expecting a fault, and asks afterwards whether the source holds. What is said here
/// where it does not is never used.
impl<E: Entropy> engine::Chance for Source<E> {
    fn below(&mut self, bound: usize) -> usize {
        self.number(bound).unwrap_or(0)
    }

    fn holds(&self) -> bool {
        self.fault.is_none()
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        Source::pick(self, items).ok().flatten()
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        // The fault lasts and is asked for.
        let _ = Source::shuffle(self, items);
    }

    fn number_up_to(&mut self, most: u8) -> u8 {
        Source::number_up_to(self, most).unwrap_or(1)
    }

    fn two_dice(&mut self) -> TwoDice {
        Source::two_dice(self).unwrap_or(TwoDice::new(Die::ALL[0], Die::ALL[0]))
    }

    fn three_dice(&mut self) -> ThreeDice {
        Source::three_dice(self).unwrap_or(ThreeDice::new(Die::ALL[0], Die::ALL[0], Die::ALL[0]))
    }
}

#[cfg(test)]
mod tests;
