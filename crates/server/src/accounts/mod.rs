//! Accounts: who may sign in and in which role; passwords, lock-out, tokens.
//!
//! A token is 256 bits from the operating system and is stored as its SHA-256. It expires after a time, and earlier
//! without use; a new password, another role and disabling revoke all tokens of an account. Most checks of a token are
//! answered from memory: the database is asked about a token once a minute, and once a second which tokens were revoked
//! elsewhere.
//!
//! An attempt is counted in the database before the password is checked, in one statement: concurrent attempts get no
//! more tries than sequential ones. An unknown name, a wrong password, a locked and a disabled account get the same
//! answer after the same time.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `policy.rs` | the limits of sign-in |
//! | `passwords.rs` | requirements of a password; argon2id with limits on its load |
//! | `tokens.rs` | tokens and the cache of recently checked ones |
//! | `sign_in.rs` | signing in by name and password, and finding the person of a token |
//! | `manage.rs` | creating, changing and listing accounts |
//! | `log.rs` | the logs of attempts and changes |

mod link;
mod log;
mod manage;
mod passwords;
mod policy;
mod sign_in;
mod tokens;

pub use log::{Changed, Outcome, Tried};
pub use manage::{Listed, NotChanged};
pub use passwords::BadPassword;
pub use policy::{Lifetime, Policy};
pub use sign_in::{NotSignedIn, SignedIn};
pub use tokens::Revoked;

use crate::roles::Role;
use house::ids::{PersonId, Time};
use house::store::{Database, StoreError};
use house::task::{self, Ended};
use link::Link;
use passwords::Hasher;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use tokens::{Remembered, TokenHash};
use tokio::sync::broadcast;
use tokio_postgres::Row;

/// A person with a valid token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The person.
    pub person: PersonId,
    /// Their role.
    pub role: Role,
    /// Their name.
    pub name: String,
    /// Their operator.
    pub operator: i32,
    /// When the token expires, if it stays in use.
    pub expires: Time,
}

/// All accounts of a house. Clones share their state.
#[derive(Clone)]
pub struct Accounts {
    shared: Arc<Shared>,
    ended: Ended,
}

struct Shared {
    policy: Policy,
    hasher: Hasher,
    remembered: Remembered,
    /// For writes that must be durable.
    lasting: Link,
    /// For looking up tokens. A crash may lose the record that a token was used, so that no request waits for the disk.
    looking: Link,
}

/// Each poll rereads the revocations of this window, which exceeds any clock skew or slow statement.
const OVERLAP_SECONDS: i64 = 15;
const REVOKED: &str =
    "select hash, null::bigint from token where revoked > now() - $1::bigint * interval '1 second'
    union all
    select null, person from account where generation_since > now() - $1::bigint * interval '1 second'";

/// Expired tokens are stored for a day and then deleted, at this interval.
const SWEPT_EVERY: Duration = Duration::from_secs(600);
const SWEEP: &str = "delete from token where expires < now() - interval '1 day'";

impl Accounts {
    /// Opens the accounts of a database that has the house's schema.
    ///
    /// # Errors
    /// A database error.
    pub async fn open(database: Database, policy: Policy) -> Result<Accounts, StoreError> {
        let shared = Arc::new(Shared {
            hasher: Hasher::new(&policy),
            remembered: Remembered::default(),
            lasting: Link::new(database.clone(), "set lock_timeout = '5s'; set statement_timeout = '10s'"),
            looking: Link::new(database, "set synchronous_commit = off; set statement_timeout = '3s'"),
            policy,
        });
        shared.ask_for_revoked().await?;
        let (_, ended) = task::spawn("accounts", listen(Arc::downgrade(&shared)));
        Ok(Accounts { shared, ended })
    }

    /// Returns a handle that reports when the task that polls for revoked tokens has ended.
    pub fn ended(&self) -> Ended {
        self.ended.clone()
    }

    /// Returns the limits of sign-in.
    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    /// Subscribes to revocations: those in this process immediately, others within a second or two.
    pub fn revocations(&self) -> broadcast::Receiver<Arc<Revoked>> {
        self.shared.remembered.revocations()
    }
}

impl Shared {
    async fn ask_for_revoked(&self) -> Result<(), StoreError> {
        let client = self.looking.client().await?;
        let asked = Instant::now();
        let rows = client.query(REVOKED, &[&OVERLAP_SECONDS]).await?;
        let (mut hashes, mut persons) = (Vec::new(), Vec::new());
        for row in rows {
            let hash: Option<&[u8]> = row.try_get(0)?;
            hashes.extend(hash.and_then(|hash| TokenHash::try_from(hash).ok()));
            persons.extend(row.try_get::<_, Option<i64>>(1)?.map(PersonId));
        }
        self.remembered.hear(asked, &hashes, &persons);
        Ok(())
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        self.lasting.client().await?.execute(SWEEP, &[]).await?;
        Ok(())
    }
}

/// Polls for revoked tokens while the accounts are in use. While the database is unavailable, no token is valid.
async fn listen(shared: Weak<Shared>) {
    let mut swept = Instant::now();
    loop {
        let Some(shared) = shared.upgrade() else { return };
        if let Err(error) = shared.ask_for_revoked().await {
            tracing::warn!(%error, "the revoked tokens cannot be read");
        }
        if swept.elapsed() > SWEPT_EVERY {
            swept = Instant::now();
            if let Err(error) = shared.sweep().await {
                tracing::warn!(%error, "tokens that have expired were not deleted");
            }
        }
        let pause = shared.policy.asked_every;
        drop(shared);
        tokio::time::sleep(pause).await;
    }
}

/// The maximum span: a hundred years. The database could not add a longer one to a time.
const LONGEST: i64 = 100 * 365 * 86_400_000;

/// Converts a span for the database.
fn millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX).min(LONGEST)
}

fn role_of(row: &Row, column: usize) -> Result<Role, StoreError> {
    let word: &str = row.try_get(column)?;
    Role::parse(word).ok_or_else(|| StoreError::Row(format!("there is no role \"{word}\"")))
}

fn time_of(row: &Row, column: usize) -> Result<Time, StoreError> {
    Ok(Time::from_system(row.try_get(column)?))
}

fn maybe_time_of(row: &Row, column: usize) -> Result<Option<Time>, StoreError> {
    Ok(row.try_get::<_, Option<std::time::SystemTime>>(column)?.map(Time::from_system))
}
