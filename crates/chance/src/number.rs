//! Converts bytes to a number below a bound, without bias.
//!
//! A word of 16 bits (of 64 for bounds above 65,536) is drawn. Below the largest multiple of the bound, equally many
//! words map to each number; a word above it is discarded and another one is drawn. The number is the remainder, which
//! is unbiased over a whole multiple.

use crate::fault::Fault;

/// Each word is rejected with a probability below one half, so this many rejections in a row occur by chance in fewer
/// than one of 2^128 numbers: the generator has failed.
const TRIES: u32 = 128;

/// A source of bytes: the generator, or a test's list of them.
pub(crate) trait Bytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault>;
}

/// Returns a number below the bound, uniformly distributed; 0 without drawing if the bound leaves no choice.
pub(crate) fn below(bytes: &mut impl Bytes, bound: usize) -> Result<usize, Fault> {
    let Some(bound) = u64::try_from(bound).ok().filter(|bound| *bound > 1) else { return Ok(0) };
    let small = bound <= 1 << 16;
    let words: u128 = if small { 1 << 16 } else { 1 << 64 };
    let usable = words - words % u128::from(bound);
    for _ in 0..TRIES {
        let word = if small { u64::from(word16(bytes)?) } else { word64(bytes)? };
        if u128::from(word) < usable {
            return usize::try_from(word % bound).map_err(|_| Fault::Stuck);
        }
    }
    Err(Fault::Stuck)
}

fn word16(bytes: &mut impl Bytes) -> Result<u16, Fault> {
    let mut word = [0; 2];
    bytes.fill(&mut word)?;
    Ok(u16::from_be_bytes(word))
}

fn word64(bytes: &mut impl Bytes) -> Result<u64, Fault> {
    let mut word = [0; 8];
    bytes.fill(&mut word)?;
    Ok(u64::from_be_bytes(word))
}

/// Shuffles uniformly: Fisher-Yates from the first place on, which picks for each place one of the items that have none
/// yet. The engine's driver deals from an unordered shoe in the same way, so the same numbers deal the same cards.
pub(crate) fn shuffle<T>(
    items: &mut [T],
    mut below: impl FnMut(usize) -> Result<usize, Fault>,
) -> Result<(), Fault> {
    for place in 0..items.len() {
        let other = place + below(items.len() - place)?;
        items.swap(place, other);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
