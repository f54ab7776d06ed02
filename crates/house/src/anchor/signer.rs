//! The key that signs roots.

use super::{Head, Root, RootFault, Tip, hash, signed};
use crate::hex::{self, Hex};
use crate::ids::Time;
use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use std::fmt::Write;
use zeroize::Zeroizing;

/// Why there is no key. The error never contains the text that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignerError {
    /// The text is not a secret key.
    #[error("a signing key is 64 hexadecimal digits")]
    NoSecret,
    /// The text is not a public key.
    #[error("a public key is 64 hexadecimal digits that name a point of Ed25519")]
    NoPublic,
    /// The operating system provided no entropy.
    #[error("the operating system gives no entropy for a key")]
    NoEntropy,
}

/// Signs roots with an Ed25519 key. The key is not cloned or printed, and is zeroed on drop.
pub struct Signer {
    key: SigningKey,
}

impl Signer {
    /// Generates a new key.
    ///
    /// # Errors
    /// The operating system provides no entropy.
    pub fn generate() -> Result<Signer, SignerError> {
        let mut secret = Zeroizing::new([0; 32]);
        getrandom::fill(&mut *secret).map_err(|_| SignerError::NoEntropy)?;
        Ok(Signer { key: SigningKey::from_bytes(&secret) })
    }

    /// Reads a key: 64 hexadecimal digits, surrounded by white space at most. The caller must overwrite the text.
    ///
    /// # Errors
    /// The text is something else.
    pub fn parse(text: &str) -> Result<Signer, SignerError> {
        let mut secret = Zeroizing::new([0; 32]);
        if !hex::read(text.trim(), &mut *secret) {
            return Err(SignerError::NoSecret);
        }
        Ok(Signer { key: SigningKey::from_bytes(&secret) })
    }

    /// Returns the key as text, in clear: to be written once, to a place that only the house can read.
    pub fn reveal_key_file(&self) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(65));
        // Writing to a string does not fail.
        let _ = writeln!(text, "{}", Hex(self.key.as_bytes()));
        text
    }

    /// Returns the public key.
    pub fn public(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// Signs the root after `previous`. The heads may be in any order.
    ///
    /// # Errors
    /// `at` is before the previous root's time, or a stream has two heads.
    pub fn sign(&self, previous: Tip, at: Time, mut heads: Vec<Head>) -> Result<Root, RootFault> {
        heads.sort_unstable();
        let number = previous.number.saturating_add(1);
        let signature = self.key.sign(&signed(hash(number, at, previous.hash, &heads))).to_bytes();
        let root = Root { number, at, previous: previous.hash, heads, key: self.public(), signature };
        previous.is_followed_by(&root)?;
        Ok(root)
    }
}

/// Reads a public key. Trust it only if it came from the house.
///
/// # Errors
/// The text is not a public key, or it is a key for which signatures can be forged.
pub fn public_key(text: &str) -> Result<[u8; 32], SignerError> {
    let mut bytes = [0; 32];
    if !hex::read(text.trim(), &mut bytes) {
        return Err(SignerError::NoPublic);
    }
    match VerifyingKey::from_bytes(&bytes) {
        Ok(key) if !key.is_weak() => Ok(bytes),
        _ => Err(SignerError::NoPublic),
    }
}
