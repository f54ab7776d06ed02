//! From bytes to a number below a bound, without bias.
//!
//! A word of 16 bits (of 64 for bounds above 65,536) is drawn. The words below the largest multiple of the bound stand
//! for each number equally often; a word above it is thrown away and another one drawn. There is no other step:
//! the number is the remainder, which over a whole multiple favours none.

use crate::fault::Fault;

/// Each word is rejected with a chance below one half, so that this many rejections in a row come by chance less
/// than once in 2^128 numbers: the generator has failed.
const TRIES: u32 = 128;

/// Something that gives bytes: the generator, or a test's list of them.
pub(crate) trait Bytes {
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault>;
}

/// A number below the bound, every one as likely as the other; 0 where the bound leaves no choice, without drawing.
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

/// Puts items in an order, every one as likely as the other: Fisher-Yates from the first place on. To each place comes
/// one of those that have none yet. It is the way in which the engine's driver deals from an unordered shoe, so that
/// the same numbers deal the same cards.
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
