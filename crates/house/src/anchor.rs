//! Anchors: each minute a signed root of all heads of the journal, also written outside the database.
//!
//! The rows of a stream are chained by hash: a row cannot be edited, removed or reordered without changing all later rows.
//! But the owner of the database could change them all, or cut off the last ones. A root names the last row of every
//! stream that has new rows since the previous root, and is signed; roots are chained as well. Once a root has left
//! the database, the journal up to it can no longer be changed unnoticed.
//!
//! **What is protected**: every row up to the anchored head, against attackers without the signing key; and against
//! holders of the key, if a third party kept a copy of the roots.
//!
//! **What is not**: rows since the last root, a minute's worth. Nor does a root say that what it names is true, only that it
//! has not changed since. And a file of roots whose last lines were cut off is a good file of fewer roots: see
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

/// What the hash of every root begins with, so that none can be taken for the hash of something else.
const DOMAIN: &[u8] = b"croupier root 1";
/// What every signed text begins with, so that the key's signature under something else is none under a root.
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
    /// The heads, ascending by stream, none twice. None at all where nothing happened: also that is worth a signature.
    pub heads: Vec<Head>,
    /// The key that can verify the signature. Whether it is the house's is for the auditor to know.
    pub key: [u8; 32],
    /// The signature under the hash.
    pub signature: [u8; 64],
}

impl Root {
    /// The hash, which the next root names: of everything but the signature and its key.
    pub fn hash(&self) -> Hash {
        hash(self.number, self.at, self.previous, &self.heads)
    }

    /// What the next root needs to know of this one.
    pub fn tip(&self) -> Tip {
        Tip { number: self.number, at: self.at, hash: self.hash() }
    }
}

/// SHA-256 over the domain, the number, the time, the hash before, and the heads behind their count.
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

/// What is signed.
fn signed(hash: Hash) -> Vec<u8> {
    [SIGNATURE_DOMAIN, &hash.0].concat()
}

/// The end of a chain of roots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The number of the last root; 0 where there is none.
    pub number: u64,
    /// Its time.
    pub at: Time,
    /// Its hash.
    pub hash: Hash,
}

impl Tip {
    /// What stands before the first root.
    pub const NONE: Tip = Tip { number: 0, at: Time(i64::MIN), hash: Hash::NONE };

    /// Whether a root is the next one.
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

/// What is wrong with a root at its place in the chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RootFault {
    /// Its number is not the next one.
    #[error("root {number} follows root {before}: one was removed, added or moved")]
    Number {
        /// The number of the root before it; 0 for none.
        before: u64,
        /// Its own.
        number: u64,
    },
    /// It names another root before it than stands there.
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
    /// Its signature is not one under this root.
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
    /// The trusted key is none.
    #[error("the trusted key is not an Ed25519 key")]
    NoKey,
}

/// A chain of roots that is checked one root after the other, for more of them than one likes to hold in memory.
#[derive(Clone, Debug)]
pub struct Chain {
    trusted: VerifyingKey,
    tip: Tip,
    heads: BTreeMap<StreamId, (i64, Hash)>,
}

impl Chain {
    /// A chain without a root yet. The key must have come from the house in another way than the roots.
    ///
    /// # Errors
    /// The trusted key is none.
    pub fn new(trusted: &[u8; 32]) -> Result<Chain, RootFault> {
        let trusted = VerifyingKey::from_bytes(trusted).map_err(|_| RootFault::NoKey)?;
        Ok(Chain { trusted, tip: Tip::NONE, heads: BTreeMap::new() })
    }

    /// A chain that goes on after a root, of which nothing else is known here.
    ///
    /// # Errors
    /// The trusted key is none.
    pub fn after(trusted: &[u8; 32], tip: Tip) -> Result<Chain, RootFault> {
        Ok(Chain { tip, ..Chain::new(trusted)? })
    }

    /// Takes the next root. If it is refused, the chain is as it was.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn add(&mut self, root: &Root) -> Result<(), RootFault> {
        self.tip.is_followed_by(root)?;
        let tip = root.tip();
        self.check_signature(root, tip.hash)?;
        root.heads.iter().try_for_each(|head| self.check_head(root.number, head))?;
        self.tip = tip;
        self.heads.extend(root.heads.iter().map(|head| (head.stream, (head.seq, head.hash))));
        Ok(())
    }

    /// The last root.
    pub fn tip(&self) -> Tip {
        self.tip
    }

    /// The last head of each stream.
    pub fn heads(&self) -> &BTreeMap<StreamId, (i64, Hash)> {
        &self.heads
    }

    fn check_signature(&self, root: &Root, hash: Hash) -> Result<(), RootFault> {
        let number = root.number;
        if root.key != self.trusted.to_bytes() {
            return Err(RootFault::Key { number });
        }
        // Strictly: no second signature can be made out of the one that there is.
        self.trusted
            .verify_strict(&signed(hash), &Signature::from_bytes(&root.signature))
            .map_err(|_| RootFault::Signature { number })
    }

    /// A head may be named again, as after a restart, but only as it was.
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
/// back in time or in a stream. Gives the last head of each stream.
///
/// **A cut tail cannot be found by this alone**: the first hundred of two hundred roots are a hundred valid roots. The
/// caller must learn the expected number elsewhere: from the journal, whose rows go on behind the last head; from the
/// clock, since there is one a minute; from another copy of the file; from a root that the house has shown before.
///
/// # Errors
/// Says what is wrong with the first root that is wrong.
pub fn verify_roots(
    roots: &[Root],
    trusted: &[u8; 32],
) -> Result<BTreeMap<StreamId, (i64, Hash)>, RootFault> {
    let mut chain = Chain::new(trusted)?;
    roots.iter().try_for_each(|root| chain.add(root))?;
    Ok(chain.heads)
}

/// Every row that was ever anchored, each stream's in the order of the roots, for an auditor who compares them all with
/// the journal. The roots are not checked here.
pub fn anchored(roots: &[Root]) -> BTreeMap<StreamId, Vec<(i64, Hash)>> {
    let mut anchored: BTreeMap<StreamId, Vec<(i64, Hash)>> = BTreeMap::new();
    for head in roots.iter().flat_map(|root| &root.heads) {
        let rows = anchored.entry(head.stream).or_default();
        let row = (head.seq, head.hash);
        // Named again because the house was started again.
        if rows.last() != Some(&row) {
            rows.push(row);
        }
    }
    anchored
}

#[cfg(test)]
mod tests;
