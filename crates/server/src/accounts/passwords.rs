//! Passwords: their requirements, and hashing with argon2id, a few at a time.

use super::Policy;
use crate::roles::Role;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zeroize::Zeroizing;

/// 19 MiB, two passes, one lane: the minimum that OWASP recommends.
const MEMORY_KIB: u32 = 19 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// The maximum length of a password in bytes; longer ones are not hashed.
const LONGEST: usize = 256;

/// The hash used for the comparison if no account has the name, so that the check takes the same time. No password has
/// it.
pub(super) const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA\
    $AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Passwords that are long enough, but among the first ones that attackers try.
const WORST: [&str; 20] = [
    "111111111111",
    "123123123123",
    "1234567890ab",
    "123456789012",
    "1234567890123",
    "12345678901234",
    "123456789012345",
    "administrator",
    "administrator1",
    "administrator123",
    "changemechangeme",
    "correct horse battery staple",
    "correcthorsebatterystaple",
    "iloveyouiloveyou",
    "letmeinletmein",
    "password1234",
    "password12345",
    "passwordpassword",
    "qwertyuiop12",
    "qwertyuiopasdfghjkl",
];

/// Why a password is not accepted. The error never contains the password.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadPassword {
    /// It has too few characters.
    #[error("a password has at least {0} characters in this role")]
    TooShort(usize),
    /// It has too many bytes.
    #[error("a password has at most {LONGEST} bytes")]
    TooLong,
    /// It is among the first that attackers try.
    #[error("this password is one of those that are tried first; take another")]
    Worst,
}

impl Policy {
    /// Whether the password is acceptable for this role.
    ///
    /// # Errors
    /// Why it is not acceptable.
    pub fn check(&self, password: &str, role: Role) -> Result<(), BadPassword> {
        let least = match role {
            Role::Administrator => self.administrator_password_length.max(self.password_length),
            _ => self.password_length,
        };
        if password.len() > LONGEST {
            return Err(BadPassword::TooLong);
        }
        if password.chars().count() < least {
            return Err(BadPassword::TooShort(least));
        }
        let small = Zeroizing::new(password.to_lowercase());
        if WORST.contains(&small.as_str()) { Err(BadPassword::Worst) } else { Ok(()) }
    }

    /// Whether it is long enough for an administrator too.
    pub(super) fn is_long(&self, password: &str) -> bool {
        password.chars().count() >= self.administrator_password_length
    }
}

/// Too many passwords wait to be hashed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Busy;

/// A permit of the queue.
pub(super) struct Ticket {
    /// Held until the password is hashed, even if the caller no longer waits for it.
    _place: OwnedSemaphorePermit,
}

/// Hashes passwords in separate threads, with limits on how many run at once and how many wait.
pub(super) struct Hasher {
    places: Arc<Semaphore>,
    at_work: Arc<Semaphore>,
}

impl Hasher {
    pub(super) fn new(policy: &Policy) -> Hasher {
        let at_once = policy.hashing.max(1);
        Hasher {
            places: Arc::new(Semaphore::new(at_once.saturating_add(policy.waiting))),
            at_work: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// Returns a permit; to be called before an attempt is counted.
    pub(super) fn ticket(&self) -> Result<Ticket, Busy> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy)?;
        Ok(Ticket { _place: place })
    }

    /// Whether the password is the one that the stored hash was made from.
    pub(super) async fn is(&self, ticket: Ticket, password: &str, stored: String) -> Result<bool, Busy> {
        // A password that is too long takes the same time to check as any other.
        let password = if password.len() > LONGEST { "" } else { password };
        self.work(ticket, password, move |password| {
            PasswordHash::new(&stored).is_ok_and(|stored| verified(password, &stored))
        })
        .await
    }

    /// Returns the string that is stored for a password.
    pub(super) async fn hash(&self, ticket: Ticket, password: &str) -> Result<String, Busy> {
        let hash = |password: &[u8]| argon2()?.hash_password(password).ok().map(|hash| hash.to_string());
        self.work(ticket, password, hash).await?.ok_or(Busy)
    }

    async fn work<T: Send + 'static>(
        &self,
        ticket: Ticket,
        password: &str,
        work: impl FnOnce(&[u8]) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let password = Zeroizing::new(password.to_owned());
        let permit = Arc::clone(&self.at_work).acquire_owned().await.map_err(|_| Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work(password.as_bytes());
            drop((permit, ticket));
            done
        });
        done.await.map_err(|_| Busy)
    }
}

fn verified(password: &[u8], stored: &PasswordHash) -> bool {
    argon2().is_some_and(|argon2| argon2.verify_password(password, stored).is_ok())
}

fn argon2() -> Option<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).ok()?;
    Some(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_for_nobody_costs_what_any_other_costs() {
        let own = argon2().unwrap().hash_password(b"whatever").unwrap();
        let nobodys = PasswordHash::new(NOBODYS).unwrap();
        assert_eq!(
            (own.algorithm, own.version, &own.params),
            (nobodys.algorithm, nobodys.version, &nobodys.params)
        );
        let long = |hash: &PasswordHash| hash.hash.map(|hash| hash.len());
        assert_eq!(long(&own), long(&nobodys));
        assert!(own.to_string().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{own}");
        assert!(!verified(b"", &nobodys));
    }

    #[test]
    fn only_length_and_the_worst_ones_are_asked_about() {
        let policy = Policy::default();
        let check = |password: &str, role| policy.check(password, role);
        assert_eq!(check("elevenchars", Role::Patron), Err(BadPassword::TooShort(12)));
        assert_eq!(check("twelve chars", Role::Patron), Ok(()));
        assert_eq!(check("twelve chars", Role::Administrator), Err(BadPassword::TooShort(15)));
        assert_eq!(check("zwölf Zeichen", Role::Dealer), Ok(()));
        assert_eq!(
            check("ÄÄÄÄÄÄÄÄÄÄÄ", Role::Dealer),
            Err(BadPassword::TooShort(12)),
            "characters, not bytes"
        );
        assert_eq!(check(&"x".repeat(257), Role::Pit), Err(BadPassword::TooLong));
        assert!(
            WORST.iter().all(|worst| check(&worst.to_uppercase(), Role::Patron) == Err(BadPassword::Worst))
        );
    }
}
