//! The source of chance of a table.
//!
//! A seed of 256 bits reaches at most 2^256 of the 2^2229 orders of eight decks, so a shoe must not be ordered from a
//! single seed. A source takes 256 bits of fresh entropy when it is opened, for every new shoe, after at most 26
//! numbers or 234 bits of choice, and before every throw of dice and every turn of a wheel. `docs/chance.md` has the
//! argument, its figures and its limit.

use crate::commitment::{Commitment, Sealed};
use crate::drbg::{Drbg, KnownAnswer, MOST_BYTES, PUBLISHED};
use crate::entropy::{Entropy, OperatingSystem, Watched};
use crate::fault::Fault;
use crate::number::{self, Bytes};
use felt::{Card, Die, ThreeDice, TwoDice};
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The most numbers from one seed: half a deck, so two reseeds are at most this many cards of a shuffle apart.
pub(crate) const MOST_NUMBERS: u32 = 26;
/// The most bits of choice from one seed, counting each number as the bits of its largest value: 26 numbers below 512.
/// It leaves 22 bits of the seed's 256, so that about four million seeds lead to each sequence of numbers.
pub(crate) const MOST_BITS: u32 = 234;

/// The purpose of a source. It is mixed into the seed, so that sources for different shoes differ even with the same
/// entropy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose<'a> {
    /// The table, by a unique name.
    pub table: &'a str,
    /// The number of its shoe; without a shoe, the number of its source.
    pub shoe: u64,
}

impl Purpose<'_> {
    /// The personalisation string of SP 800-90A. The length precedes the name, so no two purposes have the same
    /// encoding.
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
    /// The numbers drawn from the present seed.
    numbers: u32,
    bits: u32,
    seeds: u64,
    fault: Option<Fault>,
}

impl Source {
    /// Opens a source on the operating system's entropy.
    ///
    /// # Errors
    /// The generator or the entropy source failed its tests.
    pub fn open(purpose: Purpose<'_>) -> Result<Source, Fault> {
        Source::on(OperatingSystem, purpose)
    }
}

impl<E: Entropy> Source<E> {
    /// Opens a source on another entropy source, such as a certified device.
    ///
    /// # Errors
    /// The generator or the entropy source failed its tests.
    pub fn on(entropy: E, purpose: Purpose<'_>) -> Result<Source<E>, Fault> {
        Source::tested(entropy, purpose, &PUBLISHED)
    }

    fn tested(entropy: E, purpose: Purpose<'_>, known: &KnownAnswer) -> Result<Source<E>, Fault> {
        known.test()?;
        let mut entropy = Watched::start(entropy)?;
        let drbg = seeded(&mut entropy, purpose)?;
        Ok(Source { entropy, drbg, pool: Pool::EMPTY, numbers: 0, bits: 0, seeds: 1, fault: None })
    }

    /// Starts another shoe: the previous state is not carried over. The generator is tested again.
    ///
    /// # Errors
    /// The generator or the entropy source failed its tests.
    pub fn renew(&mut self, purpose: Purpose<'_>) -> Result<(), Fault> {
        self.lasting(|source| {
            PUBLISHED.test()?;
            source.drbg = seeded(&mut source.entropy, purpose)?;
            source.begin_seed();
            Ok(())
        })
    }

    /// Adds fresh entropy to the state.
    ///
    /// # Errors
    /// The entropy source failed its tests.
    pub fn reseed(&mut self) -> Result<(), Fault> {
        self.lasting(|source| {
            source.drbg.reseed(&*source.entropy.block()?, &[]);
            source.begin_seed();
            Ok(())
        })
    }

    /// Returns how often entropy was taken, for the journal.
    pub fn seeds(&self) -> u64 {
        self.seeds
    }

    /// Returns why it has stopped, if it has.
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Returns a number below the bound, uniformly distributed; 0 if the bound leaves no choice.
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

    /// Shuffles the items uniformly.
    ///
    /// # Errors
    /// A test failed, now or before; the order of the items must then not be used.
    pub fn shuffle<T>(&mut self, items: &mut [T]) -> Result<(), Fault> {
        number::shuffle(items, |bound| self.number(bound))
    }

    /// Returns one of these, uniformly chosen with fresh entropy: the pocket or section where a wheel stops. `None` if
    /// there are none.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Result<Option<T>, Fault> {
        self.reseed()?;
        Ok(items.get(self.number(items.len())?).copied())
    }

    /// Throws two dice with fresh entropy.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn two_dice(&mut self) -> Result<TwoDice, Fault> {
        self.reseed()?;
        Ok(TwoDice::new(self.die()?, self.die()?))
    }

    /// Throws three dice with fresh entropy.
    ///
    /// # Errors
    /// A test failed, now or before.
    pub fn three_dice(&mut self) -> Result<ThreeDice, Fault> {
        self.reseed()?;
        Ok(ThreeDice::new(self.die()?, self.die()?, self.die()?))
    }

    /// Returns a number from 1 to `most` with fresh entropy, as a device draws it.
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

    /// Returns the raw output of the generator, with fresh entropy before each request, for tests of the generator.
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

    /// Commits to the order of a shoe, the first card first. The salt comes from a separate seed.
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

    /// Runs `does` unless the source has failed. A fault is permanent, and the state is then overwritten.
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

/// Instantiates a generator with a new seed: a block of entropy, another block as the nonce, and the purpose.
fn seeded<E: Entropy>(entropy: &mut Watched<E>, purpose: Purpose<'_>) -> Result<Drbg, Fault> {
    Ok(Drbg::instantiate(&*entropy.block()?, &*entropy.block()?, &purpose.personalisation()))
}

/// The number of bytes requested from the generator at once: the words of the numbers of one seed, and some to be
/// discarded.
const POOLED: usize = 64;

/// Bytes generated from the present seed and not yet used. They reveal no more than the state they came from; each is
/// overwritten when it is taken, and the rest when the seed is replaced.
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

/// The generator and its pool of output.
struct Pooled<'s> {
    drbg: &'s mut Drbg,
    pool: &'s mut Pool,
}

impl Bytes for Pooled<'_> {
    /// A number needs two bytes or eight, so requesting a whole pool saves most of the cost of a request.
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

/// The engine's driver expects no fault from these calls and checks afterwards whether the source holds. The results of
/// a failed source are never used.
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
        // The fault is kept, and the driver checks for it.
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
