//! Endpoints for signing in and out.

use super::Caller;
use super::body::{Answer, Body, Json, Password};
use super::problem::Problem;
use crate::accounts::NotSignedIn;
use crate::app::App;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;

/// A sign-in.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: Password,
}

/// A session.
#[derive(Serialize, JsonSchema)]
pub struct Session {
    /// To be sent with every request.
    pub token: String,
    /// The person.
    pub person: i64,
    /// Their role.
    pub role: &'static str,
    /// Until when, if it is used, in microseconds since 1970.
    pub expires: i64,
    /// When you signed in before, in microseconds since 1970.
    pub previous: Option<i64>,
}

/// Who has signed in.
#[derive(Serialize, JsonSchema)]
pub struct Me {
    /// The number.
    pub person: i64,
    /// The name.
    pub name: String,
    /// Their role.
    pub role: &'static str,
}

/// Signs in.
pub async fn sign_in(
    State(app): State<App>,
    ConnectInfo(from): ConnectInfo<SocketAddr>,
    Body(asked): Body<SignIn>,
) -> Answer<Session> {
    let signed_in = app.accounts.sign_in(&asked.name, &asked.password.0, &from.ip().to_string()).await?;
    Ok(Json(Session {
        token: signed_in.token.to_string(),
        person: signed_in.person.0,
        role: signed_in.role.name(),
        expires: signed_in.expires.0,
        previous: signed_in.previous.map(|previous| previous.0),
    }))
}

impl From<NotSignedIn> for Problem {
    fn from(error: NotSignedIn) -> Problem {
        match error {
            NotSignedIn::Busy => Problem::busy(),
            NotSignedIn::Store(error) => error.into(),
            refused => Problem::not_signed_in().saying(refused.to_string()),
        }
    }
}

/// Signs out.
pub async fn sign_out(State(app): State<App>, caller: Caller) -> Result<StatusCode, Problem> {
    app.accounts.sign_out(&caller.token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the person who has signed in.
pub async fn me(caller: Caller) -> Answer<Me> {
    Ok(Json(Me { person: caller.person.0, name: caller.name, role: caller.role.name() }))
}
