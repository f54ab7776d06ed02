//! Anchors: each minute a signed root of all heads of the journal, also written outside the database.
//!
//! The rows of a stream are chained by hash: a row cannot be edited, removed or reordered without changing all later
//! rows. But the owner of the database could change all of them, or cut off the last ones. A root names the last row of
//! every stream that has new rows since the previous root, and is signed; roots are chained as well. Once a root has
//! left the database, a change to the journal up to it can be detected.
//!
//! **What is protected**: every row up to the anchored head, against attackers without the signing key; and against
//! holders of the key, if a third party kept a copy of the roots.
//!
//! **What is not**: rows since the last root, up to one minute. A root does not say that the rows are true, only that
//! they have not changed since. A file of roots whose last lines were cut off is a valid file of fewer roots: see
//! [`verify_roots`].
//!
//! | file | what it holds |
//! | --- | --- |
//! | `anchor.rs` | roots, and the chain of them that an auditor checks |
//! | `anchor/signer.rs` | the key that signs them |
//! | `anchor/line.rs` | a root as a line of text |
//! | `anchor/file.rs` | the file outside the database |

mod file;
mod line;
mod signer;

pub use file::{AnchorError, AnchorFile, Roots};
pub use line::LineFault;
pub use signer::{Signer, SignerError, public_key};

use crate::ids::{Hash, StreamId, Time};
use ed25519_dalek::{Signature, VerifyingKey};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The prefix of every root's hash, so that no other hash can pass for a root's.
const DOMAIN: &[u8] = b"croupier root 1";
/// The prefix of every signed text, so that a signature by the same key under another text is not valid for a root.
const SIGNATURE_DOMAIN: &[u8] = b"croupier root signature 1";

/// The last row of a stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Head {
    /// The stream.
    pub stream: StreamId,
    /// The row's number in it.
    pub seq: i64,
    /// The row's hash.
    pub hash: Hash,
}

/// A signed root: the heads that changed since the root before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// Its number, from 1 without a gap.
    pub number: u64,
    /// When it was made.
    pub at: Time,
    /// The hash of the root before it.
    pub previous: Hash,
    /// The heads, ascending by stream, without duplicates. Empty if nothing happened; such a root is signed too.
    pub heads: Vec<Head>,
    /// The key that can verify the signature. The auditor must know whether it is the house's.
    pub key: [u8; 32],
    /// The signature under the hash.
    pub signature: [u8; 64],
}

impl Root {
    /// Returns the hash that the next root names. It covers everything but the signature and its key.
    pub fn hash(&self) -> Hash {
        hash(self.number, self.at, self.previous, &self.heads)
    }

    /// Returns what the next root needs from this one.
    pub fn tip(&self) -> Tip {
        Tip { number: self.number, at: self.at, hash: self.hash() }
    }
}

/// Returns SHA-256 over the domain, the number, the time, the previous hash, and the heads preceded by their count.
fn hash(number: u64, at: Time, previous: Hash, heads: &[Head]) -> Hash {
    let count = heads.len() as u64;
    let mut hash = Sha256::new()
        .chain_update(DOMAIN)
        .chain_update(number.to_be_bytes())
        .chain_update(at.0.to_be_bytes())
        .chain_update(previous.0)
        .chain_update(count.to_be_bytes());
    for head in heads {
        hash.update(head.stream.0.to_be_bytes());
        hash.update(head.seq.to_be_bytes());
        hash.update(head.hash.0);
    }
    Hash(hash.finalize().into())
}

/// Returns the text that is signed.
fn signed(hash: Hash) -> Vec<u8> {
    [SIGNATURE_DOMAIN, &hash.0].concat()
}

/// The end of a chain of roots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The number of the last root; 0 if there is none.
    pub number: u64,
    /// Its time.
    pub at: Time,
    /// Its hash.
    pub hash: Hash,
}

impl Tip {
    /// The tip before the first root.
    pub const NONE: Tip = Tip { number: 0, at: Time(i64::MIN), hash: Hash::NONE };

    /// Checks that a root is the next one.
    fn is_followed_by(&self, root: &Root) -> Result<(), RootFault> {
        let number = root.number;
        if self.number.checked_add(1) != Some(number) {
            return Err(RootFault::Number { before: self.number, number });
        }
        if root.previous != self.hash {
            return Err(RootFault::Previous { number });
        }
        if root.at < self.at {
            return Err(RootFault::Time { number });
        }
        if !root.heads.is_sorted_by(|one, next| one.stream < next.stream) {
            return Err(RootFault::Order { number });
        }
        Ok(())
    }
}

/// Why a root is not valid at its place in the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RootFault {
    /// Its number is not the next one.
    #[error("root {number} follows root {before}: one was removed, added or moved")]
    Number {
        /// The number of the root before it; 0 for none.
        before: u64,
        /// The root's own number.
        number: u64,
    },
    /// It names another previous root than the one before it.
    #[error("root {number} was made after another root than the one before it")]
    Previous {
        /// The root.
        number: u64,
    },
    /// It is older than the one before it.
    #[error("root {number} is older than the one before it")]
    Time {
        /// The root.
        number: u64,
    },
    /// Its heads are not in the order of their streams, or a stream has two.
    #[error("the heads of root {number} do not ascend by stream")]
    Order {
        /// The root.
        number: u64,
    },
    /// It is signed by a key that is not the trusted one.
    #[error("root {number} is signed by another key than the trusted one")]
    Key {
        /// The root.
        number: u64,
    },
    /// Its signature is not valid for this root.
    #[error("the signature of root {number} is not one under what stands there")]
    Signature {
        /// The root.
        number: u64,
    },
    /// A stream has fewer rows than it had.
    #[error("root {number} has stream {} at row {seq}, and it was at row {before} already", .stream.0)]
    Back {
        /// The root.
        number: u64,
        /// The stream.
        stream: StreamId,
        /// The row that it names.
        seq: i64,
        /// The row that was named before.
        before: i64,
    },
    /// A row has another hash than it had.
    #[error("root {number} has another hash for row {seq} of stream {} than a root before it", .stream.0)]
    Fork {
        /// The root.
        number: u64,
        /// The stream.
        stream: StreamId,
        /// The row.
        seq: i64,
    },
    /// The trusted key is not an Ed25519 key.
    #[error("the trusted key is not an Ed25519 key")]
    NoKey,
}

/// A chain of roots that is checked root by root, so that the roots need not all be in memory.
#[derive(Clone, Debug)]
pub struct Chain {
    trusted: VerifyingKey,
    tip: Tip,
    heads: BTreeMap<StreamId, (i64, Hash)>,
}

impl Chain {
    /// Creates a chain without a root. The key must have come from the house by another way than the roots.
    ///
    /// # Errors
    /// The trusted key is not an Ed25519 key.
    pub fn new(trusted: &[u8; 32]) -> Result<Chain, RootFault> {
        let trusted = VerifyingKey::from_bytes(trusted).map_err(|_| RootFault::NoKey)?;
        Ok(Chain { trusted, tip: Tip::NONE, heads: BTreeMap::new() })
    }

    /// Creates a chain that continues after a root whose predecessors are not known here.
    ///
    /// # Errors
    /// The trusted key is not an Ed25519 key.
    pub fn after(trusted: &[u8; 32], tip: Tip) -> Result<Chain, RootFault> {
        Ok(Chain { tip, ..Chain::new(trusted)? })
    }

    /// Adds the next root. A refused root leaves the chain unchanged.
    ///
    /// # Errors
    /// What is wrong with the root.
    pub fn add(&mut self, root: &Root) -> Result<(), RootFault> {
        self.tip.is_followed_by(root)?;
        let tip = root.tip();
        self.check_signature(root, tip.hash)?;
        root.heads.iter().try_for_each(|head| self.check_head(root.number, head))?;
        self.tip = tip;
        self.heads.extend(root.heads.iter().map(|head| (head.stream, (head.seq, head.hash))));
        Ok(())
    }

    /// Returns the end of the chain.
    pub fn tip(&self) -> Tip {
        self.tip
    }

    /// Returns the last head of each stream.
    pub fn heads(&self) -> &BTreeMap<StreamId, (i64, Hash)> {
        &self.heads
    }

    fn check_signature(&self, root: &Root, hash: Hash) -> Result<(), RootFault> {
        let number = root.number;
        if root.key != self.trusted.to_bytes() {
            return Err(RootFault::Key { number });
        }
        // Strictly, so that no second signature can be derived from an existing one.
        self.trusted
            .verify_strict(&signed(hash), &Signature::from_bytes(&root.signature))
            .map_err(|_| RootFault::Signature { number })
    }

    /// Checks a head. A root may repeat a head, as after a restart, but only with the same row and hash.
    fn check_head(&self, number: u64, head: &Head) -> Result<(), RootFault> {
        let Head { stream, seq, hash } = *head;
        match self.heads.get(&stream) {
            Some((before, _)) if seq < *before => {
                Err(RootFault::Back { number, stream, seq, before: *before })
            }
            Some((before, known)) if seq == *before && hash != *known => {
                Err(RootFault::Fork { number, stream, seq })
            }
            _ => Ok(()),
        }
    }
}

/// Checks roots from the first one on: numbered without a gap, chained, each signed by the trusted key, never going
/// back in time or in a stream. Returns the last head of each stream.
///
/// **This check alone cannot find a cut tail**: the first hundred of two hundred roots are a hundred valid roots. The
/// caller must learn the expected number elsewhere: from the journal, whose rows continue after the last head; from the
/// clock, since the house signs one root a minute; from another copy of the file; from a root that the house has shown
/// before.
///
/// # Errors
/// What is wrong with the first invalid root.
pub fn verify_roots(
    roots: &[Root],
    trusted: &[u8; 32],
) -> Result<BTreeMap<StreamId, (i64, Hash)>, RootFault> {
    let mut chain = Chain::new(trusted)?;
    roots.iter().try_for_each(|root| chain.add(root))?;
    Ok(chain.heads)
}

/// Returns every row that was ever anchored, those of each stream in the order of the roots, so that an auditor can
/// compare them all with the journal. Does not check the roots.
pub fn anchored(roots: &[Root]) -> BTreeMap<StreamId, Vec<(i64, Hash)>> {
    let mut anchored: BTreeMap<StreamId, Vec<(i64, Hash)>> = BTreeMap::new();
    for head in roots.iter().flat_map(|root| &root.heads) {
        let rows = anchored.entry(head.stream).or_default();
        let row = (head.seq, head.hash);
        // The head is repeated because the house was restarted.
        if rows.last() != Some(&row) {
            rows.push(row);
        }
    }
    anchored
}

#[cfg(test)]
mod tests;
