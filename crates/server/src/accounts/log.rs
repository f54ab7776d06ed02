//! The logs of sign-in attempts and account changes: append-only rows, which the database chains by hash on insertion.
//! Addresses are stored apart from them, so that they can be erased.

use super::{Accounts, time_of};
use house::ids::{PersonId, Time};
use house::store::StoreError;

/// The outcome of a sign-in attempt. It appears only in the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Signed in.
    SignedIn,
    /// The password is wrong.
    WrongPassword,
    /// The name is unknown.
    UnknownName,
    /// The account is locked after too many failures.
    Locked,
    /// The account is disabled.
    Disabled,
}

impl Outcome {
    const ALL: [Outcome; 5] =
        [Outcome::SignedIn, Outcome::WrongPassword, Outcome::UnknownName, Outcome::Locked, Outcome::Disabled];

    /// Returns the stored word.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::SignedIn => "signed-in",
            Outcome::WrongPassword => "wrong-password",
            Outcome::UnknownName => "unknown-name",
            Outcome::Locked => "locked",
            Outcome::Disabled => "disabled",
        }
    }
}

/// A sign-in attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Its number; later attempts have higher ones.
    pub number: i64,
    /// The time of the attempt.
    pub at: Time,
    /// The account; `None` if the name was unknown, which is then not stored.
    pub person: Option<PersonId>,
    /// The outcome.
    pub outcome: Outcome,
    /// The sender's address; empty if it was erased.
    pub address: String,
}

/// A change of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// Its number; later changes have higher ones.
    pub number: i64,
    /// The time of the change.
    pub at: Time,
    /// The person whose account was changed.
    pub person: PersonId,
    /// The author; the house if no administrator made the change.
    pub by: PersonId,
    /// The change: `made`, `password`, `reset`, `role`, `disabled`, `enabled`, `unlocked` or `erased`.
    pub what: String,
    /// The previous value, unless it is secret.
    pub before: Option<String>,
    /// The new value, unless it is secret.
    pub after: Option<String>,
}

const TRIED: &str = "select l.id, l.at, l.person, l.outcome, coalesce(a.address, '')
    from sign_in_log l left join personal.sign_in_address a on a.sign_in = l.id
    where l.id < $1 order by l.id desc limit $2";
const CHANGED: &str = "select id, at, person, by_person, what, before, after from account_log
    where id < $1 order by id desc limit $2";

impl Accounts {
    /// Returns at most `most` sign-in attempts, the latest first; those before a number if one is given.
    ///
    /// # Errors
    /// A database error.
    pub async fn sign_ins(&self, before: Option<i64>, most: u16) -> Result<Vec<Tried>, StoreError> {
        let client = self.shared.lasting.client().await?;
        let rows = client.query(TRIED, &[&before.unwrap_or(i64::MAX), &i64::from(most)]).await?;
        let tried = rows.iter().map(|row| {
            let word: &str = row.try_get(3)?;
            let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.word() == word);
            Ok(Tried {
                number: row.try_get(0)?,
                at: time_of(row, 1)?,
                person: row.try_get::<_, Option<i64>>(2)?.map(PersonId),
                outcome: outcome.ok_or_else(|| StoreError::Row(format!("there is no outcome \"{word}\"")))?,
                address: row.try_get(4)?,
            })
        });
        tried.collect()
    }

    /// Returns at most `most` changes of accounts, the latest first; those before a number if one is given.
    ///
    /// # Errors
    /// A database error.
    pub async fn changes(&self, before: Option<i64>, most: u16) -> Result<Vec<Changed>, StoreError> {
        let client = self.shared.lasting.client().await?;
        let rows = client.query(CHANGED, &[&before.unwrap_or(i64::MAX), &i64::from(most)]).await?;
        let changed = rows.iter().map(|row| {
            Ok(Changed {
                number: row.try_get(0)?,
                at: time_of(row, 1)?,
                person: PersonId(row.try_get(2)?),
                by: PersonId(row.try_get(3)?),
                what: row.try_get(4)?,
                before: row.try_get(5)?,
                after: row.try_get(6)?,
            })
        });
        changed.collect()
    }
}
