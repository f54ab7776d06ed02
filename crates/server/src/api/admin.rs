//! Endpoints for accounts and processes.

use super::Caller;
use super::body::{Answer, Asked, At, Body, Json, Password};
use super::problem::Problem;
use super::tables::CommandKey;
use crate::accounts::NotChanged;
use crate::app::App;
use crate::forward;
use crate::roles::Role;
use axum::extract::State;
use axum::http::StatusCode;
use house::ids::PersonId;
use house::store::Once;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

impl From<NotChanged> for Problem {
    fn from(error: NotChanged) -> Problem {
        let text = error.to_string();
        let (status, kind) = match error {
            NotChanged::Busy => return Problem::busy(),
            NotChanged::Store(error) => return error.into(),
            NotChanged::NoAccount(_) | NotChanged::NoOperator(_) => (StatusCode::NOT_FOUND, "not-found"),
            NotChanged::Taken => (StatusCode::CONFLICT, "name-taken"),
            NotChanged::Refused | NotChanged::Yourself => (StatusCode::FORBIDDEN, "not-allowed"),
            _ => (StatusCode::UNPROCESSABLE_ENTITY, "account"),
        };
        Problem::new(status, kind, "the account was not made or changed").saying(text)
    }
}

/// A role by its name.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct RoleName(Role);

impl TryFrom<String> for RoleName {
    type Error = String;

    fn try_from(text: String) -> Result<RoleName, String> {
        let found = Role::ALL.into_iter().find(|role| role.name() == text);
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        found.map(RoleName).ok_or_else(|| format!("a role is one of {}", names.join(", ")))
    }
}

impl JsonSchema for RoleName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Role".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
        schemars::json_schema!({ "type": "string", "enum": names })
    }
}

/// An account to be created.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The key of the command: a retry creates no second account.
    pub key: CommandKey,
    /// Its name.
    pub name: String,
    /// Its first password.
    pub password: Password,
    /// The role.
    pub role: RoleName,
    /// The operator.
    #[serde(default = "first_operator")]
    pub operator: i32,
}

fn first_operator() -> i32 {
    1
}

/// A person.
#[derive(Serialize, JsonSchema)]
pub struct NewPerson {
    /// Their number.
    pub person: i64,
}

/// Creates an account.
pub async fn make_account(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<NewAccount>,
) -> Answer<NewPerson> {
    let NewAccount { key, name, password, role, operator } = asked;
    // Without the password: the stored command must not help anyone to guess it.
    let asks = serde_json::json!(["account", name, role.0.name(), operator]);
    let once = Once::of(key.0, caller.person, asks.to_string().as_bytes());
    let mut client = app.database.connect().await?;
    let made = app.accounts.create_once(&mut client, &once, &name, &password.0, role.0, operator);
    Ok(Json(NewPerson { person: made.await?.0 }))
}

/// A change of an account.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub enum AccountChange {
    /// Sets another role.
    Role(RoleName),
    /// Sets another password.
    Password(Password),
    /// Disables the account.
    Disable,
    /// Enables the account again.
    Enable,
    /// Resets the failed attempts and removes the lock.
    Unlock,
}

/// Changes an account.
pub async fn change_account(
    State(app): State<App>,
    At(person): At<i64>,
    caller: Caller,
    Body(change): Body<AccountChange>,
) -> Result<StatusCode, Problem> {
    let (by, person, accounts) = (caller.person, PersonId(person), &app.accounts);
    match change {
        AccountChange::Role(role) => accounts.set_role(by, person, role.0).await?,
        AccountChange::Password(new) => accounts.reset_password(by, person, &new.0).await?,
        AccountChange::Disable => accounts.disable(by, person).await?,
        AccountChange::Enable => accounts.enable(by, person).await?,
        AccountChange::Unlock => accounts.unlock(by, person).await?,
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Two passwords.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passwords {
    /// The old one.
    pub old: Password,
    /// The new one.
    pub new: Password,
}

/// Changes one's own password and revokes all tokens.
pub async fn change_password(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<Passwords>,
) -> Result<StatusCode, Problem> {
    app.accounts.change_password(caller.person, &asked.old.0, &asked.new.0).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An account in the list.
#[derive(Serialize, JsonSchema)]
pub struct AccountNow {
    /// The person it belongs to.
    pub person: i64,
    /// The name.
    pub name: String,
    /// The role.
    pub role: &'static str,
    /// The last sign-in or use of a token, in microseconds since 1970.
    pub last_seen: Option<i64>,
    /// Whether it cannot be used.
    pub disabled: bool,
    /// Until when it is locked.
    pub locked_until: Option<i64>,
}

/// Lists all accounts.
pub async fn persons(State(app): State<App>) -> Answer<Vec<AccountNow>> {
    let all = app.accounts.list().await?.into_iter().map(|one| AccountNow {
        person: one.person.0,
        name: one.name,
        role: one.role.name(),
        last_seen: one.last_seen.map(|time| time.0),
        disabled: one.disabled,
        locked_until: one.locked_until.map(|time| time.0),
    });
    Ok(Json(all.collect()))
}

/// Which part of a log.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// Entries before this one; by default the latest.
    pub before: Option<i64>,
    /// How many at most: 100 by default, 1,000 at most.
    pub limit: Option<u16>,
}

/// An attempt to sign in.
#[derive(Serialize, JsonSchema)]
pub struct SignInNow {
    /// Its number.
    pub number: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whose account; none where the name was unknown.
    pub person: Option<i64>,
    /// What became of it.
    pub outcome: &'static str,
    /// From where.
    pub address: String,
}

/// Lists attempts to sign in, the latest first.
pub async fn sign_ins(State(app): State<App>, Asked(asked): Asked<Before>) -> Answer<Vec<SignInNow>> {
    let most = asked.limit.unwrap_or(100).min(1_000);
    let all = app.accounts.sign_ins(asked.before, most).await?.into_iter().map(|one| SignInNow {
        number: one.number,
        at: one.at.0,
        person: one.person.map(|person| person.0),
        outcome: one.outcome.word(),
        address: one.address,
    });
    Ok(Json(all.collect()))
}

/// A process of the house.
#[derive(Serialize, JsonSchema)]
pub struct ProcessNow {
    /// Its name.
    pub process: String,
    /// Its address.
    pub address: String,
    /// What was built.
    pub build: String,
    /// Whether it is about to leave.
    pub draining: bool,
    /// Its shards.
    pub shards: Vec<i32>,
}

/// Lists the live processes.
pub async fn processes(State(app): State<App>) -> Json<Vec<ProcessNow>> {
    let floor = app.leases.floor();
    let shards =
        |id: &str| floor.leases.iter().filter(|lease| lease.owner == id).map(|lease| lease.shard).collect();
    let all = floor.processes.values().map(|process| ProcessNow {
        process: process.id.clone(),
        address: process.address.clone(),
        build: process.build.clone(),
        draining: process.draining,
        shards: shards(&process.id),
    });
    Json(all.collect())
}

/// Makes a process hand over its tables and exit, as SIGTERM does.
pub async fn drain(
    State(app): State<App>,
    At(process): At<String>,
    caller: Caller,
) -> Result<StatusCode, Problem> {
    if process == app.leases.me().id {
        let _ = app.drain.send(true);
        return Ok(StatusCode::NO_CONTENT);
    }
    let floor = app.leases.floor();
    let found = floor.processes.get(&process);
    let found = found.ok_or_else(|| Problem::not_found(format!("there is no process {process}")))?;
    forward::command(&app, &format!("{}/v1/processes/{process}/drain", found.address), &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
