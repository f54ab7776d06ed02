//! Creates, changes and lists accounts. Every change is logged with its author, and revokes the affected tokens.

use super::link::Hidden;
use super::passwords::Busy;
use super::{Accounts, BadPassword, NotSignedIn, maybe_time_of, role_of, time_of};
use crate::roles::Role;
use house::account::Account;
use house::ids::{PersonId, Time};
use house::store::{Once, StoreError};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

/// Why an account was not created or changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotChanged {
    /// The name is not valid.
    #[error("a name is 2 to 64 letters, digits and . _ - @ + of the English alphabet")]
    Name,
    /// The name is taken.
    #[error("another account has this name")]
    Taken,
    /// The password is not acceptable.
    #[error(transparent)]
    Password(#[from] BadPassword),
    /// The old password is wrong, or there were too many attempts.
    #[error("the old password is wrong, or the account is locked")]
    Refused,
    /// An administrator needs a longer password than the account has.
    #[error("an administrator's password is longer than this account's: set a new one first")]
    LongerPassword,
    /// An account cannot change itself.
    #[error("another administrator must do this to your own account")]
    Yourself,
    /// There is no such account.
    #[error("there is no account of person {}", .0.0)]
    NoAccount(PersonId),
    /// There is no such operator.
    #[error("there is no operator {0}")]
    NoOperator(i32),
    /// There are no numbers for more persons.
    #[error("the house has no numbers for more persons")]
    Full,
    /// Too many passwords are being checked.
    #[error("too many people sign in at the moment; try again in a few seconds")]
    Busy,
    /// The database is unavailable.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Busy> for NotChanged {
    fn from(_: Busy) -> NotChanged {
        NotChanged::Busy
    }
}

impl From<NotSignedIn> for NotChanged {
    fn from(error: NotSignedIn) -> NotChanged {
        match error {
            NotSignedIn::Refused => NotChanged::Refused,
            NotSignedIn::Busy => NotChanged::Busy,
            NotSignedIn::Store(error) => NotChanged::Store(error),
        }
    }
}

impl From<tokio_postgres::Error> for NotChanged {
    fn from(error: tokio_postgres::Error) -> NotChanged {
        NotChanged::Store(error.into())
    }
}

/// An account in its current state; its rights follow from the role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// The person it belongs to.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The role.
    pub role: Role,
    /// The operator.
    pub operator: i32,
    /// When it was created.
    pub made: Time,
    /// The last sign-in or use of a token, to the minute.
    pub last_seen: Option<Time>,
    /// The address of the last sign-in.
    pub last_address: Option<String>,
    /// Whether it is disabled.
    pub disabled: bool,
    /// The time until which it is locked, if it is.
    pub locked_until: Option<Time>,
}

fn not_made(error: tokio_postgres::Error, operator: i32) -> NotChanged {
    match error.code() {
        Some(&SqlState::UNIQUE_VIOLATION) => NotChanged::Taken,
        Some(&SqlState::FOREIGN_KEY_VIOLATION) => NotChanged::NoOperator(operator),
        _ => error.into(),
    }
}

const CREATE: &str = "with someone as (insert into person (operator) values ($1) returning id),
    made as (
        insert into account (person, name, role, password, long_password)
        select id, $2, $3, $4, $5 from someone where id < $6 returning person),
    logged as (insert into account_log (person, by_person, what, after) select person, $7, 'made', $3 from made)
    select person from made";

/// Sets a password, revokes tokens and resets the failures.
const PASSWORD: &str = "with changed as (
        update account set password = $2, long_password = $3, password_changed = now(), failures = 0,
            locked_until = null, generation = generation + 1, generation_since = now()
        where person = $1 and role = $6 returning person),
    logged as (insert into account_log (person, by_person, what) select person, $4, $5 from changed)
    select person from changed";

const ROLE: &str = "with before as (select person, role from account where person = $1 for update),
    changed as (
        update account set role = $2, generation = generation + 1, generation_since = now()
        from before where account.person = before.person and ($2 <> 'administrator' or long_password)
        returning account.person, before.role as was),
    logged as (
        insert into account_log (person, by_person, what, before, after)
        select person, $3, 'role', was, $2 from changed)
    select person from changed";

const SWITCH: &str = "with changed as (
        update account set disabled = $2, generation = generation + 1, generation_since = now()
        where person = $1 returning person),
    logged as (
        insert into account_log (person, by_person, what)
        select person, $3, case when $2 then 'disabled' else 'enabled' end from changed)
    select person from changed";

const UNLOCK: &str = "with changed as (
        update account set failures = 0, locked_until = null where person = $1 returning person),
    logged as (insert into account_log (person, by_person, what) select person, $2, 'unlocked' from changed)
    select person from changed";

const LIST: &str = "select a.person, a.name, a.role, p.operator, a.made,
        greatest(a.last_seen, (select max(used) from token t where t.person = a.person)),
        (select d.address from sign_in_log l left join personal.sign_in_address d on d.sign_in = l.id
            where l.person = a.person and l.outcome = 'signed-in' order by l.id desc limit 1),
        a.disabled, case when a.locked_until > now() then a.locked_until end
    from account a join person p on p.id = a.person order by a.name";

/// Returns a name in its stored form: lower case, so that no two names differ only by case.
pub(super) fn name_of(name: &str) -> Option<String> {
    let fits = |letter: u8| letter.is_ascii_alphanumeric() || b"._-@+".contains(&letter);
    ((2..=64).contains(&name.len()) && name.bytes().all(fits)).then(|| name.to_ascii_lowercase())
}

impl Accounts {
    /// Creates an account without an administrator, for example the first one.
    ///
    /// # Errors
    /// Why the account was not created.
    pub async fn create(
        &self,
        name: &str,
        password: &str,
        role: Role,
        operator: i32,
    ) -> Result<PersonId, NotChanged> {
        self.create_by(PersonId::HOUSE, name, password, role, operator).await
    }

    /// Creates an account by an idempotent command: a retry returns the account that the first attempt created.
    ///
    /// # Errors
    /// Why the account was not created.
    pub async fn create_once(
        &self,
        client: &mut Client,
        once: &Once,
        name: &str,
        password: &str,
        role: Role,
        operator: i32,
    ) -> Result<PersonId, NotChanged> {
        let name = name_of(name).ok_or(NotChanged::Name)?;
        if let Some(made) = once.before(client).await? {
            return Ok(PersonId(made));
        }
        let (stored, long) = self.stored(password, role).await?;
        let (stored, most) = (Hidden(stored), Account::MOST_WALLETS);
        let by = once.person.0;
        let values: [&(dyn ToSql + Sync); 7] = [&operator, &name, &role.name(), &stored, &long, &most, &by];
        let transaction = client.transaction().await?;
        let made = match transaction.query_opt(CREATE, &values).await {
            Ok(row) => PersonId(row.ok_or(NotChanged::Full)?.try_get(0)?),
            Err(error) => {
                drop(transaction);
                // The same command may have created it concurrently.
                let before = once.before(client).await?;
                return before.map(PersonId).ok_or_else(|| not_made(error, operator));
            }
        };
        match once.enter(&transaction, made.0).await {
            Ok(()) => transaction.commit().await?,
            Err(StoreError::Database(error)) if Once::came_twice(&error) => {
                drop(transaction);
                return once.before(client).await?.map(PersonId).ok_or(NotChanged::Taken);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(made)
    }

    /// Creates an account on behalf of an administrator.
    ///
    /// # Errors
    /// Why the account was not created.
    pub async fn create_by(
        &self,
        by: PersonId,
        name: &str,
        password: &str,
        role: Role,
        operator: i32,
    ) -> Result<PersonId, NotChanged> {
        let name = name_of(name).ok_or(NotChanged::Name)?;
        let (stored, long) = self.stored(password, role).await?;
        let client = self.shared.lasting.client().await?;
        let (stored, most) = (Hidden(stored), Account::MOST_WALLETS);
        let values: [&(dyn ToSql + Sync); 7] = [&operator, &name, &role.name(), &stored, &long, &most, &by.0];
        let row = client.query_opt(CREATE, &values).await.map_err(|error| not_made(error, operator))?;
        Ok(PersonId(row.ok_or(NotChanged::Full)?.try_get(0)?))
    }

    /// Changes a person's own password and revokes all their tokens.
    ///
    /// # Errors
    /// Why the password was not changed; a wrong old password counts as a failure to sign in.
    pub async fn change_password(&self, person: PersonId, old: &str, new: &str) -> Result<(), NotChanged> {
        let ticket = self.shared.hasher.ticket()?;
        let proved = self.shared.proves(ticket, person, old).await?;
        let role = proved.ok_or(NotChanged::Refused)?.role;
        self.set_password(person, person, "password", new, role).await
    }

    /// Sets a new password on behalf of an administrator, unlocks the account and revokes all its tokens.
    ///
    /// # Errors
    /// Why the password was not set.
    pub async fn reset_password(
        &self,
        by: PersonId,
        person: PersonId,
        password: &str,
    ) -> Result<(), NotChanged> {
        another_person(by, person)?;
        let role = self.role(person).await?;
        self.set_password(by, person, "reset", password, role).await
    }

    /// Sets another role and revokes all tokens.
    ///
    /// # Errors
    /// Why the role was not set.
    pub async fn set_role(&self, by: PersonId, person: PersonId, role: Role) -> Result<(), NotChanged> {
        another_person(by, person)?;
        let done = self.change(person, ROLE, &[&person.0, &role.name(), &by.0]).await;
        match done {
            // The account exists, so the password was the reason.
            Err(NotChanged::NoAccount(_)) if self.role(person).await.is_ok() => {
                Err(NotChanged::LongerPassword)
            }
            done => done,
        }
    }

    /// Disables the account and revokes its tokens.
    ///
    /// # Errors
    /// Why the account was not disabled.
    pub async fn disable(&self, by: PersonId, person: PersonId) -> Result<(), NotChanged> {
        another_person(by, person)?;
        self.change(person, SWITCH, &[&person.0, &true, &by.0]).await
    }

    /// Enables the account again; its earlier tokens stay revoked.
    ///
    /// # Errors
    /// Why the account was not enabled.
    pub async fn enable(&self, by: PersonId, person: PersonId) -> Result<(), NotChanged> {
        self.change(person, SWITCH, &[&person.0, &false, &by.0]).await
    }

    /// Resets the failures and removes the lock.
    ///
    /// # Errors
    /// Why the account was not unlocked.
    pub async fn unlock(&self, by: PersonId, person: PersonId) -> Result<(), NotChanged> {
        another_person(by, person)?;
        self.change(person, UNLOCK, &[&person.0, &by.0]).await
    }

    /// Returns all accounts, by name.
    ///
    /// # Errors
    /// A database error.
    pub async fn list(&self) -> Result<Vec<Listed>, StoreError> {
        let rows = self.shared.lasting.client().await?.query(LIST, &[]).await?;
        let listed = rows.iter().map(|row| {
            Ok(Listed {
                person: PersonId(row.try_get(0)?),
                name: row.try_get(1)?,
                role: role_of(row, 2)?,
                operator: row.try_get(3)?,
                made: time_of(row, 4)?,
                last_seen: maybe_time_of(row, 5)?,
                last_address: row.try_get(6)?,
                disabled: row.try_get(7)?,
                locked_until: maybe_time_of(row, 8)?,
            })
        });
        listed.collect()
    }

    /// Returns what is stored for a new password, and whether it is long enough for an administrator.
    async fn stored(&self, password: &str, role: Role) -> Result<(String, bool), NotChanged> {
        self.shared.policy.check(password, role)?;
        let ticket = self.shared.hasher.ticket()?;
        Ok((self.shared.hasher.hash(ticket, password).await?, self.shared.policy.is_long(password)))
    }

    async fn set_password(
        &self,
        by: PersonId,
        person: PersonId,
        what: &str,
        password: &str,
        role: Role,
    ) -> Result<(), NotChanged> {
        let (stored, long) = self.stored(password, role).await?;
        self.change(person, PASSWORD, &[&person.0, &Hidden(stored), &long, &by.0, &what, &role.name()]).await
    }

    async fn role(&self, person: PersonId) -> Result<Role, NotChanged> {
        let client = self.shared.lasting.client().await?;
        let row = client.query_opt("select role from account where person = $1", &[&person.0]).await?;
        Ok(role_of(&row.ok_or(NotChanged::NoAccount(person))?, 0)?)
    }

    /// Changes an existing account. Its tokens are looked up again on their next use.
    async fn change(
        &self,
        person: PersonId,
        statement: &str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<(), NotChanged> {
        let row = self.shared.lasting.client().await?.query_opt(statement, values).await?;
        self.shared.remembered.forget_person(person);
        row.map(drop).ok_or(NotChanged::NoAccount(person))
    }
}

fn another_person(by: PersonId, person: PersonId) -> Result<(), NotChanged> {
    if by == person { Err(NotChanged::Yourself) } else { Ok(()) }
}
