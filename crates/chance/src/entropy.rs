//! Entropy sources, and the health tests on them.
//!
//! The operating system's generator is the entropy source. It is itself a cryptographic generator, so each of its bytes
//! is claimed to have 8 bits of entropy, which no test of its output could prove. The tests here detect a broken
//! source: one that returns nothing, that is stuck on a value, or that repeats its output, as a virtual machine does
//! that was cloned while running. They are the two tests of NIST SP 800-90B, section 4.4, on every byte, and a third
//! one on every block; 1,024 bytes are tested and discarded before the first one is used.

use crate::fault::Fault;
use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

/// The size of a block in bytes, the unit in which entropy is read: 256 bits, the strength of the generator.
pub(crate) const BLOCK: usize = 32;
/// The number of blocks that are tested at the start and discarded: 1,024 bytes, as SP 800-90B section 4.3 requires.
pub(crate) const AT_START: usize = 1_024 / BLOCK;
/// The test fails after this many equal bytes in a row. With 8 bits per byte, 1 + 40/8 gives one false alarm in 2^40
/// bytes.
pub(crate) const REPETITIONS: u32 = 6;
/// The window of the second test in bytes.
pub(crate) const WINDOW: u32 = 512;
/// The second test fails if the first byte of a window occurs this often in it: the smallest number that occurs by
/// chance in at most one of 2^40 windows.
pub(crate) const PROPORTION: u32 = 19;

/// An entropy source.
pub trait Entropy {
    /// Fills the bytes from the start and returns how many it filled; `None` if it has no entropy.
    fn fill(&mut self, bytes: &mut [u8]) -> Option<usize>;
}

/// The operating system's generator: `getrandom` on Linux, the equivalent elsewhere.
pub struct OperatingSystem;

impl Entropy for OperatingSystem {
    fn fill(&mut self, bytes: &mut [u8]) -> Option<usize> {
        getrandom::fill(bytes).ok().map(|()| bytes.len())
    }
}

/// An entropy source with the health tests.
pub(crate) struct Watched<E> {
    pub(crate) source: E,
    health: Health,
    /// The hash of the previous block; the block itself was secret and is not kept.
    before: [u8; BLOCK],
}

impl<E: Entropy> Watched<E> {
    /// Takes a source into use, after the start-up tests.
    pub(crate) fn start(source: E) -> Result<Watched<E>, Fault> {
        let mut watched = Watched { source, health: Health::default(), before: [0; BLOCK] };
        for _ in 0..AT_START {
            watched.block()?;
        }
        Ok(watched)
    }

    /// Returns a fresh block that has passed the tests.
    pub(crate) fn block(&mut self) -> Result<Zeroizing<[u8; BLOCK]>, Fault> {
        let mut block = Zeroizing::new([0; BLOCK]);
        let got = self.source.fill(&mut *block).ok_or(Fault::NoEntropy)?;
        if got != BLOCK {
            return Err(Fault::ShortEntropy { wanted: BLOCK, got });
        }
        block.iter().try_for_each(|byte| self.health.see(*byte))?;
        let hash = Sha256::digest(block.as_slice()).into();
        if self.before == hash {
            return Err(Fault::RepeatedBlock);
        }
        self.before = hash;
        Ok(block)
    }
}

/// The state of the tests between two bytes.
#[derive(Default)]
struct Health {
    /// The last byte, and how often it has come in a row.
    last: u8,
    in_a_row: u32,
    /// The first byte of the window, how often it has occurred in it, and how many bytes of the window have been seen.
    first: u8,
    times: u32,
    seen: u32,
}

impl Health {
    fn see(&mut self, byte: u8) -> Result<(), Fault> {
        self.repetition_count(byte)?;
        self.adaptive_proportion(byte)
    }

    /// SP 800-90B, section 4.4.1.
    fn repetition_count(&mut self, byte: u8) -> Result<(), Fault> {
        self.in_a_row = if byte == self.last { self.in_a_row + 1 } else { 1 };
        self.last = byte;
        if self.in_a_row >= REPETITIONS { Err(Fault::RepeatedByte) } else { Ok(()) }
    }

    /// SP 800-90B, section 4.4.2.
    fn adaptive_proportion(&mut self, byte: u8) -> Result<(), Fault> {
        if self.seen == 0 {
            (self.first, self.times) = (byte, 0);
        }
        self.seen = (self.seen + 1) % WINDOW;
        self.times += u32::from(byte == self.first);
        if self.times >= PROPORTION { Err(Fault::PreferredByte) } else { Ok(()) }
    }
}

impl Drop for Health {
    fn drop(&mut self) {
        self.last.zeroize();
        self.first.zeroize();
    }
}

#[cfg(test)]
mod tests;
