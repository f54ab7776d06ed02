//! Secrets at rest: the order of a shoe that is being dealt, and snapshots of a table in mid-round.
//!
//! Readers of the database, of a dump, of its write-ahead log or of a backup must not learn a hidden card. So secrets
//! are stored encrypted, by XChaCha20-Poly1305, under a key that comes from outside the database. Each is bound to its
//! place: a secret of one table, shoe or purpose cannot be opened for another.
//!
//! **What is protected**: the content of a secret, and that it is the one that was sealed for this place.
//!
//! **What is not**: that there is a secret, and how long it is. An attacker who can write to the database can delete a
//! secret, which stops its table, or restore an older one of the same place, which its content must reveal: a shoe by
//! its commitment, a snapshot by the hash of its last unit. Holders of the key file, and programs that read the
//! process's memory, can read everything.
//!
//! A key file has one key, and after a rotation several: new secrets are sealed under the current key, old ones can be
//! opened while their key is in the file. Once all of them have been resealed, the old line is deleted.
//!
//! ```text
//! # the keys of the house
//! current = 2
//! 1 = (64 hexadecimal digits)
//! 2 = (64 hexadecimal digits)
//! ```

use crate::hex::{self, Hex};
use crate::ids::StreamId;
use chacha20poly1305::aead::AeadInOut;
use chacha20poly1305::{KeyInit, Tag, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use zeroize::{Zeroize, ZeroizeOnDrop, Zeroizing};

/// The prefix of every associated text, so that no secret can pass for one of another program.
const DOMAIN: &[u8] = b"croupier secret 1";
/// The format version of a sealed secret: this byte, the key's number, the nonce, the secret and its tag.
const VERSION: u8 = 1;
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;
const TAG_BYTES: usize = 16;
/// The version and the key's number.
const HEADER_BYTES: usize = 5;

/// What a secret is bound to. It cannot be opened for anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The salt and the order of a shoe.
    Shoe {
        /// The table.
        stream: StreamId,
        /// Which of its shoes.
        shoe: u64,
    },
    /// The state of a stream.
    Snapshot {
        /// The stream.
        stream: StreamId,
        /// The last unit that it contains.
        seq: i64,
    },
    /// The part of a unit that only some may know, in transit to them.
    Told {
        /// The table.
        stream: StreamId,
        /// The unit.
        seq: i64,
    },
}

impl Bound {
    /// Returns the associated data. Every part has a fixed length, so no two places have the same form.
    fn associated(self, header: &[u8]) -> Vec<u8> {
        let (purpose, stream, number) = match self {
            Bound::Shoe { stream, shoe } => (1, stream, shoe.to_be_bytes()),
            Bound::Snapshot { stream, seq } => (2, stream, seq.to_be_bytes()),
            Bound::Told { stream, seq } => (3, stream, seq.to_be_bytes()),
        };
        [DOMAIN, header, &[purpose], &stream.0.to_be_bytes(), &number].concat()
    }
}

/// Why a key ring cannot be loaded. Contains numbers of lines and keys, never their text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// A line of the key file is wrong.
    #[error("line {line} of the key file: {fault}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        fault: KeyLineFault,
    },
    /// No line says which key is current.
    #[error("the key file has no line `current = NUMBER`")]
    NoCurrent,
    /// The current key is not in the file.
    #[error("the current key {0} is not in the key file")]
    CurrentMissing(u32),
    /// Two keys are the same, so that a rotation from one to the other would change nothing.
    #[error("keys {0} and {1} of the key file are the same")]
    SameKeys(u32, u32),
    /// There is no number left for a new key.
    #[error("there is no number left for a new key")]
    NoNumberLeft,
    /// The operating system provided no entropy.
    #[error("the operating system gives no entropy for a key")]
    NoEntropy,
}

/// What is wrong with a line of a key file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyLineFault {
    /// It is not `NAME = VALUE`.
    #[error("expected `current = NUMBER` or `NUMBER = 64 hexadecimal digits`")]
    NoPair,
    /// The name is neither `current` nor a number.
    #[error("what stands before `=` is neither `current` nor the number of a key, from 1")]
    Name,
    /// The value of `current` is not a number.
    #[error("what stands after `current =` is not the number of a key, from 1")]
    Current,
    /// The key is not 64 hexadecimal digits.
    #[error("a key is 64 hexadecimal digits")]
    Key,
    /// The key repeats one byte, like a placeholder.
    #[error("the key repeats one byte, and is not a random one")]
    NotRandom,
    /// The current key is named a second time.
    #[error("the current key is named a second time")]
    CurrentAgain,
    /// The key is given a second time.
    #[error("key {0} is given a second time")]
    KeyAgain(u32),
}

/// Why something could not be sealed or opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SecretError {
    /// It is sealed in a format version that this program does not know.
    #[error("the secret is sealed in form {0}, and this program knows only form 1")]
    Version(u8),
    /// It is too short to be a sealed secret.
    #[error("the sealed secret is cut short")]
    Short,
    /// Its key is not in the ring.
    #[error("the secret is sealed under key {0}, which is not in the key file")]
    UnknownKey(u32),
    /// It was sealed for another place, or it was changed.
    #[error("the secret does not belong here or was changed")]
    NotThis,
    /// It is longer than the cipher takes.
    #[error("the secret is too long to be sealed")]
    TooLong,
    /// The operating system provided no entropy.
    #[error("the operating system gives no entropy for a nonce")]
    NoEntropy,
}

/// A key at a fixed address until it is overwritten: moving the box leaves no copy of the key behind.
struct Secret(Box<[u8; KEY_BYTES]>);

impl Secret {
    fn password(&self) -> Zeroizing<String> {
        let hash =
            Sha256::new().chain_update(b"croupier password 1").chain_update(self.0.as_slice()).finalize();
        Zeroizing::new(Hex(hash.as_slice()).to_string())
    }

    fn generate() -> Result<Secret, KeyError> {
        let mut secret = Secret(Box::new([0; KEY_BYTES]));
        getrandom::fill(secret.0.as_mut_slice()).map_err(|_| KeyError::NoEntropy)?;
        Ok(secret)
    }

    fn parse(text: &str) -> Result<Secret, KeyLineFault> {
        let mut secret = Secret(Box::new([0; KEY_BYTES]));
        if !hex::read(text, secret.0.as_mut_slice()) {
            return Err(KeyLineFault::Key);
        }
        let [first, others @ ..] = &*secret.0;
        if others.iter().all(|byte| byte == first) {
            return Err(KeyLineFault::NotRandom);
        }
        Ok(secret)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.0).into())
    }
}

impl ZeroizeOnDrop for Secret {}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

/// The keys of a house by their numbers, one of them current. The ring cannot be cloned or printed, except as a key
/// file, and its keys are overwritten on drop.
pub struct KeyRing {
    current: u32,
    keys: BTreeMap<u32, Secret>,
}

/// Whether two texts are equal, compared in a time that depends only on their lengths.
fn same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && one.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

impl KeyRing {
    /// Creates a ring with a random key, number 1.
    ///
    /// # Errors
    /// The operating system provides no entropy.
    pub fn generate() -> Result<KeyRing, KeyError> {
        Ok(KeyRing { current: 1, keys: BTreeMap::from([(1, Secret::generate()?)]) })
    }

    /// Reads a key file. The caller must overwrite the text.
    ///
    /// # Errors
    /// Which line is wrong and how, without its text.
    pub fn parse(text: &str) -> Result<KeyRing, KeyError> {
        let (mut current, mut keys) = (None, BTreeMap::new());
        for (at, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                read_line(line, &mut current, &mut keys)
                    .map_err(|fault| KeyError::Line { line: at + 1, fault })?;
            }
        }
        let current = current.ok_or(KeyError::NoCurrent)?;
        if !keys.contains_key(&current) {
            return Err(KeyError::CurrentMissing(current));
        }
        no_two_alike(&keys)?;
        Ok(KeyRing { current, keys })
    }

    /// Adds a random key to the ring, which becomes current. Its number is above all others.
    ///
    /// # Errors
    /// There is no number left, or the operating system gives no entropy.
    pub fn with_new_key(mut self) -> Result<KeyRing, KeyError> {
        let last = self.keys.keys().next_back().copied().unwrap_or(0);
        self.current = last.checked_add(1).ok_or(KeyError::NoNumberLeft)?;
        self.keys.insert(self.current, Secret::generate()?);
        Ok(self)
    }

    /// Returns the text of the key file, all keys in clear: to be written once, to a place that only the house can
    /// read.
    pub fn reveal_key_file(&self) -> Zeroizing<String> {
        // The full capacity from the start: a string that grows leaves copies of itself in memory.
        let room = 2 * KEY_BYTES + 16;
        let mut text = Zeroizing::new(String::with_capacity(room * (self.keys.len() + 1)));
        // Writing to a string does not fail.
        let _ = writeln!(text, "current = {}", self.current);
        for (number, secret) in &self.keys {
            let _ = writeln!(text, "{number} = {}", Hex(secret.0.as_slice()));
        }
        text
    }

    /// Returns the password by which processes of the house authenticate to each other. It is derived from the current
    /// key and does not reveal it.
    pub fn password(&self) -> Zeroizing<String> {
        self.keys.get(&self.current).map(Secret::password).unwrap_or_default()
    }

    /// Whether a password is that of any key of the ring: during a key rotation processes have different current keys.
    pub fn knows(&self, password: &str) -> bool {
        // Compares with every key, each completely, so that the time reveals nothing.
        self.keys
            .values()
            .fold(false, |known, secret| known | same(secret.password().as_bytes(), password.as_bytes()))
    }

    /// Returns the number of the current key.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// Returns the numbers of all keys, ascending.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.keys.keys().copied()
    }

    /// Seals a secret for its place, under the current key and a fresh nonce.
    ///
    /// # Errors
    /// The operating system gives no entropy, or the secret is longer than 256 GiB.
    pub fn seal(&self, bound: Bound, plain: &[u8]) -> Result<Vec<u8>, SecretError> {
        let mut nonce = [0; NONCE_BYTES];
        getrandom::fill(&mut nonce).map_err(|_| SecretError::NoEntropy)?;
        self.seal_with(nonce, bound, plain)
    }

    fn seal_with(
        &self,
        nonce: [u8; NONCE_BYTES],
        bound: Bound,
        plain: &[u8],
    ) -> Result<Vec<u8>, SecretError> {
        let secret = self.secret(self.current)?;
        let length = HEADER_BYTES + NONCE_BYTES + plain.len() + TAG_BYTES;
        // The buffer holds the secret in clear until it is encrypted in place.
        let mut sealed = Zeroizing::new(Vec::with_capacity(length));
        sealed.push(VERSION);
        sealed.extend_from_slice(&self.current.to_be_bytes());
        let associated = bound.associated(&sealed);
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(plain);
        let body = &mut sealed[HEADER_BYTES + NONCE_BYTES..];
        let tag = secret
            .cipher()
            .encrypt_inout_detached(&XNonce::from(nonce), &associated, body.into())
            .map_err(|_| SecretError::TooLong)?;
        sealed.extend_from_slice(&tag);
        Ok(std::mem::take(&mut *sealed))
    }

    /// Opens what was sealed for this place.
    ///
    /// # Errors
    /// It is not a sealed secret, its key is not in the ring, it was sealed for another place, or it was changed.
    pub fn open(&self, bound: Bound, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, SecretError> {
        let parts = Parts::of(sealed)?;
        let secret = self.secret(parts.key)?;
        let mut plain = Zeroizing::new(parts.body.to_vec());
        let associated = bound.associated(parts.header);
        secret
            .cipher()
            .decrypt_inout_detached(
                &XNonce::from(parts.nonce),
                &associated,
                plain.as_mut_slice().into(),
                &Tag::from(parts.tag),
            )
            .map_err(|_| SecretError::NotThis)?;
        Ok(plain)
    }

    /// Returns the number of the key under which something is sealed; the key need not be in the ring.
    ///
    /// # Errors
    /// It is not a sealed secret.
    pub fn key_id(sealed: &[u8]) -> Result<u32, SecretError> {
        Parts::of(sealed).map(|parts| parts.key)
    }

    /// Whether something is sealed under the current key, by its header.
    pub fn is_current(&self, sealed: &[u8]) -> bool {
        KeyRing::key_id(sealed) == Ok(self.current)
    }

    /// Seals a secret again under the current key; `None` if its header already names that key, which is not checked
    /// further.
    ///
    /// # Errors
    /// It cannot be opened, or it cannot be sealed.
    pub fn reseal(&self, bound: Bound, sealed: &[u8]) -> Result<Option<Vec<u8>>, SecretError> {
        if self.is_current(sealed) {
            return Ok(None);
        }
        let plain = self.open(bound, sealed)?;
        self.seal(bound, &plain).map(Some)
    }

    fn secret(&self, key: u32) -> Result<&Secret, SecretError> {
        self.keys.get(&key).ok_or(SecretError::UnknownKey(key))
    }
}

/// Reads a line that is not blank.
fn read_line(
    line: &str,
    current: &mut Option<u32>,
    keys: &mut BTreeMap<u32, Secret>,
) -> Result<(), KeyLineFault> {
    let (name, value) = line.split_once('=').ok_or(KeyLineFault::NoPair)?;
    let (name, value) = (name.trim(), value.trim());
    if name == "current" {
        let number = key_number(value).ok_or(KeyLineFault::Current)?;
        return if current.replace(number).is_none() { Ok(()) } else { Err(KeyLineFault::CurrentAgain) };
    }
    let number = key_number(name).ok_or(KeyLineFault::Name)?;
    let secret = Secret::parse(value)?;
    if keys.insert(number, secret).is_none() { Ok(()) } else { Err(KeyLineFault::KeyAgain(number)) }
}

/// Parses a key's number in its only valid form.
fn key_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number: &u32| *number > 0 && number.to_string() == text)
}

fn no_two_alike(keys: &BTreeMap<u32, Secret>) -> Result<(), KeyError> {
    for (number, secret) in keys {
        // The comparison takes longer the more of the keys agree; this cannot be timed from outside, since it happens
        // once, at the start.
        if let Some((before, _)) = keys.range(..number).find(|(_, before)| before.0 == secret.0) {
            return Err(KeyError::SameKeys(*before, *number));
        }
    }
    Ok(())
}

/// The parts of a sealed secret.
struct Parts<'a> {
    header: &'a [u8; HEADER_BYTES],
    key: u32,
    nonce: [u8; NONCE_BYTES],
    body: &'a [u8],
    tag: [u8; TAG_BYTES],
}

impl Parts<'_> {
    fn of(sealed: &[u8]) -> Result<Parts<'_>, SecretError> {
        // Check the version first: other versions may have another form.
        let version = *sealed.first().ok_or(SecretError::Short)?;
        if version != VERSION {
            return Err(SecretError::Version(version));
        }
        let (header, rest) = sealed.split_first_chunk::<HEADER_BYTES>().ok_or(SecretError::Short)?;
        let (nonce, rest) = rest.split_first_chunk().ok_or(SecretError::Short)?;
        let (body, tag) = rest.split_last_chunk().ok_or(SecretError::Short)?;
        let [_, key @ ..] = *header;
        Ok(Parts { header, key: u32::from_be_bytes(key), nonce: *nonce, body, tag: *tag })
    }
}

#[cfg(test)]
mod tests;
