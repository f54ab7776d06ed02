//! Accounts: who may sign in and as what; passwords, lock-out, tokens.
//!
//! A token is 256 bits from the operating system and is stored as its SHA-256. It expires after a time, and earlier
//! without use; another password, another role and disabling revoke all tokens of an account. Most checks of a token
//! are answered from memory: the database is asked about it once a minute, and once a second which tokens were revoked
//! elsewhere.
//!
//! An attempt is counted in the database before the password is checked, in one statement: concurrent attempts get no
//! more tries than sequential ones. An unknown name, a wrong password, a locked and a disabled account have the same
//! answer after the same time.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `policy.rs` | how strict all of it is |
//! | `passwords.rs` | what a password must be; argon2id beside the tables |
//! | `tokens.rs` | tokens and those that were looked at lately |
//! | `sign_in.rs` | names and passwords for tokens, and tokens for persons |
//! | `manage.rs` | accounts made, changed and listed |
//! | `log.rs` | what was tried and changed |

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
    /// Who.
    pub person: PersonId,
    /// In which role.
    pub role: Role,
    /// By which name.
    pub name: String,
    /// Of which operator.
    pub operator: i32,
    /// Until when, if it stays in use.
    pub expires: Time,
}

/// All accounts of a house. Its copies are the same.
#[derive(Clone)]
pub struct Accounts {
    shared: Arc<Shared>,
    ended: Ended,
}

struct Shared {
    policy: Policy,
    hasher: Hasher,
    remembered: Remembered,
    /// For what must last.
    lasting: Link,
    /// For looking up tokens. A crash may forget that one was used, so no request waits for the disk.
    looking: Link,
}

/// No clock and no statement lags behind by more than this: revocations since then are looked up each time.
const OVERLAP_SECONDS: i64 = 15;
const REVOKED: &str =
    "select hash, null::bigint from token where revoked > now() - $1::bigint * interval '1 second'
    union all
    select null, person from account where generation_since > now() - $1::bigint * interval '1 second'";

/// Tokens that are no longer valid are kept for a day and then deleted.
const SWEPT_EVERY: Duration = Duration::from_secs(600);
const SWEEP: &str = "delete from token where expires < now() - interval '1 day'";

impl Accounts {
    /// Goes to work on a database that has the house's schema.
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

    /// Tells when revoked tokens are no longer asked for, since the task that does has ended.
    pub fn ended(&self) -> Ended {
        self.ended.clone()
    }

    /// How strict they are.
    pub fn policy(&self) -> &Policy {
        &self.shared.policy
    }

    /// Hears of tokens that are revoked, here at once and elsewhere within a second or two.
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

/// Asks for what was revoked as long as anybody uses the accounts. While the database is away no token is good.
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

/// A hundred years: what is longer the database could not add to a time, so a longer span is this one.
const LONGEST: i64 = 100 * 365 * 86_400_000;

/// A span in the form of the database.
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
