//! A commitment to the order of a shoe, published before its first bet and opened after its last.
//!
//! The house shuffles, publishes the commitment, takes bets, deals, and opens it. Then every patron can check that the
//! cards came in the order that was fixed before the first bet.
//!
//! **What it proves**: that the order was not changed after the commitment was published. Another order with the same
//! commitment would be a collision of SHA-256. The commitment does not reveal the order either: a salt of 256 bits
//! hides it, without which even a guessed shoe cannot be tested.
//!
//! **What it does not prove**: that the order was chosen fairly. A house that made a thousand shoes and committed to
//! the one it liked best would pass every check. The evidence that the order is random is the review of this crate, the
//! tests of its outcomes and the control of the running program. Nor does it prove that bets were closed before a
//! member of the house knew a card.

use felt::Card;
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The first bytes of every commitment, so that none can be mistaken for the hash of something else.
const DOMAIN: &[u8] = b"croupier shoe commitment 1";

/// A commitment to the order of a shoe: 32 bytes that are published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commitment(pub [u8; 32]);

impl Commitment {
    /// Whether the opening matches this commitment.
    pub fn verify(&self, opening: &Opening) -> bool {
        let Opening { salt, table, shoe, order } = opening;
        *self == Sealed::new(salt, table, *shoe, order).commitment()
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The text is not a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a commitment is 64 hexadecimal digits")]
pub struct NoCommitment;

impl FromStr for Commitment {
    type Err = NoCommitment;
    fn from_str(text: &str) -> Result<Commitment, NoCommitment> {
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(NoCommitment);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| NoCommitment)?;
        }
        Ok(Commitment(bytes))
    }
}

/// A shoe that is committed to and not yet opened. It is secret: never printed or cloned, and zeroed on drop. To store
/// it, a caller encrypts its parts and restores it from them.
pub struct Sealed {
    salt: [u8; 32],
    table: String,
    shoe: u64,
    /// The cards by their indices, the first one first.
    order: Vec<u8>,
}

impl Sealed {
    /// Builds a sealed shoe from its parts, the first card first. Never use a salt for a second shoe.
    pub fn new(salt: &[u8; 32], table: &str, shoe: u64, order: &[Card]) -> Sealed {
        let order = order.iter().map(|card| card.byte()).collect();
        Sealed { salt: *salt, table: table.to_owned(), shoe, order }
    }

    /// Returns the commitment: SHA-256 over the domain, the salt, the table, the shoe's number and the cards' indices.
    /// Parts of variable length are preceded by their length, so no two shoes have the same encoding.
    pub fn commitment(&self) -> Commitment {
        let length = |of: usize| (of as u64).to_be_bytes();
        let hash = Sha256::new()
            .chain_update(DOMAIN)
            .chain_update(self.salt)
            .chain_update(length(self.table.len()))
            .chain_update(&self.table)
            .chain_update(self.shoe.to_be_bytes())
            .chain_update(length(self.order.len()))
            .chain_update(&self.order);
        Commitment(hash.finalize().into())
    }

    /// Returns the salt, which must be kept as secret as the order.
    pub fn salt(&self) -> &[u8; 32] {
        &self.salt
    }

    /// Returns the order, the first card first.
    pub fn order(&self) -> impl Iterator<Item = Card> {
        self.order.iter().filter_map(|index| Card::from_index(usize::from(*index)))
    }

    /// Opens it, after which it is no longer secret. Call this only after the last bet on the shoe.
    pub fn open(self) -> Opening {
        let order = self.order().collect();
        Opening { salt: self.salt, table: self.table.clone(), shoe: self.shoe, order }
    }
}

impl Zeroize for Sealed {
    fn zeroize(&mut self) {
        self.salt.zeroize();
        self.order.zeroize();
    }
}

impl ZeroizeOnDrop for Sealed {}

impl Drop for Sealed {
    fn drop(&mut self) {
        self.zeroize();
    }
}

/// A shoe as it was opened, for all to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The salt that hid the order.
    pub salt: [u8; 32],
    /// The table.
    pub table: String,
    /// The number of the shoe at that table.
    pub shoe: u64,
    /// The order, the first card first.
    pub order: Vec<Card>,
}

#[cfg(test)]
mod tests;
