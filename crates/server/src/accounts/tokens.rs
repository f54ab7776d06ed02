//! Tokens: creation, stored form, and the cache of recently checked ones.

use super::Known;
use house::ids::PersonId;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;
use zeroize::Zeroizing;

/// The prefix of every token, so that a leaked token can be recognized.
const PREFIX: &str = "crp_";
const BYTES: usize = 32;

/// The maximum age of the last poll for revoked tokens at which cached tokens are still accepted. Including the time of
/// the next poll, a token that was revoked elsewhere stays valid for less than five seconds.
const TRUSTED_FOR: Duration = Duration::from_secs(3);

/// The capacity of the cache.
const REMEMBERED: usize = 65_536;

/// The SHA-256 of a token.
pub(super) type TokenHash = [u8; BYTES];

/// Generates a token, if the operating system provides entropy.
pub(super) fn issue() -> Option<Zeroizing<String>> {
    let mut bytes = Zeroizing::new([0; BYTES]);
    getrandom::fill(bytes.as_mut_slice()).ok()?;
    let mut token = Zeroizing::new(String::with_capacity(PREFIX.len() + 2 * BYTES));
    token.push_str(PREFIX);
    for byte in bytes.iter() {
        // Writing to a string with enough capacity never fails.
        let _ = write!(*token, "{byte:02x}");
    }
    Some(token)
}

/// Returns the stored form of a token; `None` if the text cannot be a token.
pub(super) fn hashed(token: &str) -> Option<TokenHash> {
    let digits = token.strip_prefix(PREFIX)?;
    let fits =
        digits.len() == 2 * BYTES && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    fits.then(|| Sha256::digest(token).into())
}

/// A token that the database has confirmed.
struct Entry {
    known: Known,
    /// When the entry expires.
    until: Instant,
}

/// Revoked tokens and persons: sockets that use one of them are checked again.
#[derive(Clone, Default)]
pub struct Revoked {
    hashes: BTreeSet<TokenHash>,
    persons: BTreeSet<PersonId>,
}

impl Revoked {
    /// Whether this token of this person may be among them.
    pub fn concerns(&self, token: &str, person: PersonId) -> bool {
        self.persons.contains(&person) || hashed(token).is_some_and(|hash| self.hashes.contains(&hash))
    }
}

/// How many revocations may wait for a listener; one that falls further behind checks everything again.
const REVOCATIONS: usize = 16;

/// The tokens that the database has recently confirmed, and the time of the last poll for revoked ones.
pub(super) struct Remembered {
    inner: Mutex<Inner>,
    revoked: broadcast::Sender<Arc<Revoked>>,
}

impl Default for Remembered {
    fn default() -> Remembered {
        Remembered { inner: Mutex::default(), revoked: broadcast::channel(REVOCATIONS).0 }
    }
}

#[derive(Default)]
struct Inner {
    entries: BTreeMap<TokenHash, Entry>,
    heard: Option<Instant>,
}

impl Remembered {
    /// A panic of a lock holder cannot leave a partial change.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, hash: &TokenHash) -> Option<Known> {
        let inner = self.inner();
        let now = Instant::now();
        let trusted = inner.heard.is_some_and(|heard| now.duration_since(heard) < TRUSTED_FOR);
        inner.entries.get(hash).filter(|entry| trusted && now < entry.until).map(|entry| entry.known.clone())
    }

    pub(super) fn put(&self, hash: TokenHash, known: Known, until: Instant) {
        let mut inner = self.inner();
        if inner.entries.len() >= REMEMBERED {
            let now = Instant::now();
            inner.entries.retain(|_, entry| now < entry.until);
        }
        // If all entries are in use, the database is asked again about each token: slower, but correct.
        if inner.entries.len() >= REMEMBERED {
            inner.entries.clear();
        }
        inner.entries.insert(hash, Entry { known, until });
    }

    pub(super) fn forget(&self, hash: &TokenHash) {
        self.inner().entries.remove(hash);
        self.tell(&[*hash], &[]);
    }

    pub(super) fn forget_person(&self, person: PersonId) {
        self.inner().entries.retain(|_, entry| entry.known.person != person);
        self.tell(&[], &[person]);
    }

    /// Subscribes to revocations from now on.
    pub(super) fn revocations(&self) -> broadcast::Receiver<Arc<Revoked>> {
        self.revoked.subscribe()
    }

    fn tell(&self, hashes: &[TokenHash], persons: &[PersonId]) {
        if hashes.is_empty() && persons.is_empty() {
            return;
        }
        let (hashes, persons) = (hashes.iter().copied().collect(), persons.iter().copied().collect());
        // Without listeners this has no effect.
        let _ = self.revoked.send(Arc::new(Revoked { hashes, persons }));
    }

    /// Applies the result of a poll for revoked tokens that began at this moment.
    pub(super) fn hear(&self, asked: Instant, hashes: &[TokenHash], persons: &[PersonId]) {
        let mut inner = self.inner();
        inner.heard = Some(asked);
        for hash in hashes {
            inner.entries.remove(hash);
        }
        if !persons.is_empty() {
            inner.entries.retain(|_, entry| !persons.contains(&entry.known.person));
        }
        drop(inner);
        self.tell(hashes, persons);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_256_bits_and_one_spelling() {
        let (one, other) = (issue().unwrap(), issue().unwrap());
        assert!(one.len() == 68 && *one != *other);
        assert!(hashed(&one).is_some() && hashed(&one) != hashed(&other));
        let upper = one.to_uppercase().replace("CRP_", PREFIX);
        for wrong in ["", "crp_", &one[4..], &one[..67], &format!("{}0", *one), &upper, &format!(" {}", *one)]
        {
            assert_eq!(hashed(wrong), None, "{wrong}");
        }
    }
}
