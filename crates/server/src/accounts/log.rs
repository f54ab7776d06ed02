//! What was tried and what was changed: rows that are only added, and that the database chains by hash as they come. Addresses
//! stand apart from them, so that they can be erased.

use super::{Accounts, time_of};
use house::ids::{PersonId, Time};
use house::store::StoreError;

/// What became of a try to sign in. Only the log says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Signed in.
    SignedIn,
    /// The password is another one.
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

    /// Its word.
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

/// A try to sign in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Its number: later ones have higher ones.
    pub number: i64,
    /// When.
    pub at: Time,
    /// At whose account; none where the name was unknown, and the name is not kept.
    pub person: Option<PersonId>,
    /// What became of it.
    pub outcome: Outcome,
    /// From where; empty where that was erased.
    pub address: String,
}

/// A change of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changed {
    /// Its number: later ones have higher ones.
    pub number: i64,
    /// When.
    pub at: Time,
    /// Whose account.
    pub person: PersonId,
    /// Who did it; the house where it was made without an administrator.
    pub by: PersonId,
    /// What: `made`, `password`, `reset`, `role`, `disabled`, `enabled`, `unlocked` or `erased`.
    pub what: String,
    /// What was there before, where that is no secret.
    pub before: Option<String>,
    /// What is there now.
    pub after: Option<String>,
}

const TRIED: &str = "select l.id, l.at, l.person, l.outcome, coalesce(a.address, '')
    from sign_in_log l left join personal.sign_in_address a on a.sign_in = l.id
    where l.id < $1 order by l.id desc limit $2";
const CHANGED: &str = "select id, at, person, by_person, what, before, after from account_log
    where id < $1 order by id desc limit $2";

impl Accounts {
    /// At most `most` sign-in attempts, the latest first; those before a number if one is given.
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

    /// At most `most` changes of accounts, the latest first; those before a number if one is given.
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
