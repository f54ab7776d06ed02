//! Signing in by name and password, and finding the person of a token.

use super::link::Hidden;
use super::log::Outcome;
use super::passwords::{Busy, NOBODYS, Ticket};
use super::{Accounts, Known, Shared, maybe_time_of, millis, role_of, time_of, tokens};
use crate::roles::Role;
use house::ids::{PersonId, Time};
use house::store::StoreError;
use std::fmt;
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// A person who has signed in. The token is shown only here.
pub struct SignedIn {
    /// The token for later requests.
    pub token: Zeroizing<String>,
    /// The person.
    pub person: PersonId,
    /// Their role.
    pub role: Role,
    /// When the token expires, if it stays in use.
    pub expires: Time,
    /// The previous sign-in, to be shown to the person.
    pub previous: Option<Time>,
}

impl fmt::Debug for SignedIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SignedIn { person, role, expires, .. } = self;
        write!(f, "SignedIn {{ person: {}, role: {role}, expires: {} }}", person.0, expires.0)
    }
}

/// Why a sign-in fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotSignedIn {
    /// The name, the password or the account is not valid; the answer does not say which.
    #[error("the name or the password is wrong, or the account is locked or disabled")]
    Refused,
    /// Too many people are signing in at the moment.
    #[error("too many people sign in at the moment; try again in a few seconds")]
    Busy,
    /// The database is unavailable.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Busy> for NotSignedIn {
    fn from(_: Busy) -> NotSignedIn {
        NotSignedIn::Busy
    }
}

impl From<tokio_postgres::Error> for NotSignedIn {
    fn from(error: tokio_postgres::Error) -> NotSignedIn {
        NotSignedIn::Store(error.into())
    }
}

/// Counts an attempt before the password is checked, and locks the account with the last allowed attempt. After the
/// lock has expired, counting starts again.
const TRY: &str = "update account set
        failures = case when locked_until <= now() then 1 else least(failures + 1, 1000000) end,
        locked_until = case
            when locked_until > now() then locked_until
            when (case when locked_until <= now() then 1 else failures + 1 end) >= $2::int
                then now() + $3::bigint * interval '1 millisecond'
        end
    where %WHO% returning person, password, disabled, failures <= $2::int, role";

/// Opens a session after a correct password: resets the failures and issues a token. Issues none if the account was
/// changed since it was read.
const OPEN: &str = "with before as (select last_seen from account where person = $1),
    opened as (
        update account set failures = 0, locked_until = null, last_seen = now()
        where person = $1 and password = $2 and role = $3 and not disabled returning person, generation),
    issued as (
        insert into token (hash, person, generation, expires)
        select $4, person, generation, now() + $5::bigint * interval '1 millisecond' from opened returning expires),
    logged as (insert into sign_in_log (person, outcome, address) select person, 'signed-in', $6 from opened)
    select issued.expires, before.last_seen from issued, before";

const REFUSED: &str = "insert into sign_in_log (person, outcome, address) values ($1, $2, $3)";

/// Finds a valid token, and records its use. The parameters are the idle times of patrons, dealers and all others.
const WHO: &str = "with one as (
        select t.person, a.role, a.name, p.operator, t.expires, t.used, (case a.role
            when 'patron' then $2::bigint when 'dealer' then $3::bigint else $4::bigint end)
            * interval '1 millisecond' as idle
        from token t join account a using (person) join person p on p.id = t.person
        where t.hash = $1 and t.revoked is null and t.generation = a.generation and not a.disabled
            and t.expires > now()),
    used as (
        update token set used = now() from one
        where hash = $1 and one.used + idle > now() and one.used < now() - $5::bigint * interval '1 millisecond')
    select person, role, name, operator, expires, floor(extract(epoch from expires - now()))::bigint
    from one where used + idle > now()";

const SIGN_OUT: &str = "update token set revoked = now() where hash = $1 and revoked is null";

/// The account that an attempt is for: by name, or by the person of a token.
pub(super) enum At<'a> {
    Name(&'a str),
    Person(PersonId),
}

/// An account and an attempt at its password.
pub(super) struct Try {
    person: i64,
    password: Zeroizing<String>,
    pub(super) role: Role,
    disabled: bool,
    /// Whether the account had an attempt left.
    left: bool,
}

impl Try {
    fn outcome(&self, right: bool) -> Outcome {
        match (self.disabled, self.left, right) {
            (true, _, _) => Outcome::Disabled,
            (_, false, _) => Outcome::Locked,
            (_, _, false) => Outcome::WrongPassword,
            (false, true, true) => Outcome::SignedIn,
        }
    }
}

impl Accounts {
    /// Issues a token for a name and a password. The address is the sender's, as it is logged.
    ///
    /// # Errors
    /// The sign-in is refused, or cannot be checked now.
    pub async fn sign_in(&self, name: &str, password: &str, address: &str) -> Result<SignedIn, NotSignedIn> {
        let begun = tokio::time::Instant::now();
        let result = self.shared.sign_in(name, password, address).await;
        if matches!(result, Err(NotSignedIn::Refused)) {
            tokio::time::sleep_until(begun + self.shared.policy.refused_after).await;
        }
        result
    }

    /// Whether the database has recently confirmed a token, so that it need not be asked.
    pub fn remembers(&self, token: &str) -> bool {
        tokens::hashed(token).is_some_and(|hash| self.shared.remembered.get(&hash).is_some())
    }

    /// Returns the person of a token, if it is valid.
    ///
    /// # Errors
    /// A database error.
    pub async fn who(&self, token: &str) -> Result<Option<Known>, StoreError> {
        let Some(hash) = tokens::hashed(token) else { return Ok(None) };
        if let Some(known) = self.shared.remembered.get(&hash) {
            return Ok(Some(known));
        }
        let every = self.shared.policy.written_every();
        let found = self.shared.look_up(&hash, every).await?;
        Ok(found.map(|(known, until)| {
            self.shared.remembered.put(hash, known.clone(), until);
            known
        }))
    }

    /// Returns the person of a token, if it is valid, without recording its use: a client that only listens becomes
    /// idle.
    ///
    /// # Errors
    /// A database error.
    pub async fn still(&self, token: &str) -> Result<Option<Known>, StoreError> {
        let Some(hash) = tokens::hashed(token) else { return Ok(None) };
        Ok(self.shared.look_up(&hash, Duration::MAX).await?.map(|(known, _)| known))
    }

    /// Revokes the token.
    ///
    /// # Errors
    /// A database error.
    pub async fn sign_out(&self, token: &str) -> Result<(), StoreError> {
        let Some(hash) = tokens::hashed(token) else { return Ok(()) };
        let client = self.shared.lasting.client().await?;
        client.execute(SIGN_OUT, &[&Hidden(&hash[..])]).await?;
        self.shared.remembered.forget(&hash);
        Ok(())
    }
}

impl Shared {
    async fn sign_in(&self, name: &str, password: &str, address: &str) -> Result<SignedIn, NotSignedIn> {
        let ticket = self.hasher.ticket()?;
        let name = super::manage::name_of(name).unwrap_or_default();
        let (tried, right) = self.tried(ticket, At::Name(&name), password).await?;
        let outcome = tried.as_ref().map_or(Outcome::UnknownName, |tried| tried.outcome(right));
        metrics::counter!("croupier_sign_ins_total", "outcome" => outcome.word()).increment(1);
        if let (Some(tried), Outcome::SignedIn) = (&tried, outcome)
            && let Some(signed_in) = self.open(tried, address).await?
        {
            return Ok(signed_in);
        }
        let person = tried.map(|tried| tried.person);
        // If the password was right but no token was issued, the account was changed meanwhile.
        let outcome = if outcome == Outcome::SignedIn { Outcome::WrongPassword } else { outcome };
        self.lasting.client().await?.execute(REFUSED, &[&person, &outcome.word(), &address]).await?;
        Err(NotSignedIn::Refused)
    }

    /// Counts an attempt and checks the password; does both even if there is no such account.
    async fn tried(
        &self,
        ticket: Ticket,
        at: At<'_>,
        password: &str,
    ) -> Result<(Option<Try>, bool), NotSignedIn> {
        let tried = self.count_try(at).await?;
        let stored = tried.as_ref().map_or(NOBODYS, |tried| tried.password.as_str()).to_owned();
        let right = self.hasher.is(ticket, password, stored).await?;
        Ok((tried, right))
    }

    async fn count_try(&self, at: At<'_>) -> Result<Option<Try>, NotSignedIn> {
        let client = self.lasting.client().await?;
        let (tries, locked_for) = (i32::from(self.policy.tries.max(1)), millis(self.policy.locked_for));
        let row = match at {
            At::Name(name) => {
                let by_name = TRY.replace("%WHO%", "name = $1");
                client.query_opt(&by_name, &[&Hidden(name), &tries, &locked_for]).await?
            }
            At::Person(person) => {
                let by_person = TRY.replace("%WHO%", "person = $1");
                client.query_opt(&by_person, &[&person.0, &tries, &locked_for]).await?
            }
        };
        let Some(row) = row else { return Ok(None) };
        let password = Zeroizing::new(row.try_get(1)?);
        let role = role_of(&row, 4)?;
        let (disabled, left) = (row.try_get(2)?, row.try_get(3)?);
        Ok(Some(Try { person: row.try_get(0)?, password, role, disabled, left }))
    }

    /// Whether a known person gives their own password. It counts as an attempt like any other.
    pub(super) async fn proves(
        &self,
        ticket: Ticket,
        person: PersonId,
        password: &str,
    ) -> Result<Option<Try>, NotSignedIn> {
        let (tried, right) = self.tried(ticket, At::Person(person), password).await?;
        Ok(tried.filter(|tried| tried.outcome(right) == Outcome::SignedIn))
    }

    async fn open(&self, tried: &Try, address: &str) -> Result<Option<SignedIn>, NotSignedIn> {
        let token = tokens::issue();
        let token =
            token.ok_or_else(|| StoreError::Row("the operating system gives no entropy".to_owned()))?;
        let Some(hash) = tokens::hashed(&token) else { return Ok(None) };
        let (person, role) = (PersonId(tried.person), tried.role);
        let life = millis(self.policy.lifetime(role).absolute);
        let client = self.lasting.client().await?;
        let row = client
            .query_opt(
                OPEN,
                &[
                    &tried.person,
                    &Hidden(tried.password.as_str()),
                    &role.name(),
                    &Hidden(&hash[..]),
                    &life,
                    &address,
                ],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let (expires, previous) = (time_of(&row, 0)?, maybe_time_of(&row, 1)?);
        Ok(Some(SignedIn { token, person, role, expires, previous }))
    }

    /// Returns the person of a token, and until when the answer may be cached. Records the use of the token if that was
    /// last done longer ago than this.
    async fn look_up(
        &self,
        hash: &tokens::TokenHash,
        every: Duration,
    ) -> Result<Option<(Known, Instant)>, StoreError> {
        let policy = &self.policy;
        let idle = [policy.patron.idle, policy.dealer.idle, policy.staff.idle].map(millis);
        let client = self.looking.client().await?;
        let asked = Instant::now();
        let row = client
            .query_opt(WHO, &[&Hidden(&hash[..]), &idle[0], &idle[1], &idle[2], &millis(every)])
            .await?;
        let Some(row) = row else { return Ok(None) };
        let known = Known {
            person: PersonId(row.try_get(0)?),
            role: role_of(&row, 1)?,
            name: row.try_get(2)?,
            operator: row.try_get(3)?,
            expires: time_of(&row, 4)?,
        };
        // The remaining time is negative if the session has ended.
        let left = Duration::from_secs(u64::try_from(row.try_get::<_, i64>(5)?).unwrap_or(0));
        Ok(Some((known, asked + policy.written_every().min(left))))
    }
}
