//! Endpoints about the process itself.

use super::body::{Answer, Json};
use super::problem::Problem;
use crate::app::App;
use axum::extract::State;
use axum::http::StatusCode;
use house::loss::Noticed;
use schemars::JsonSchema;
use serde::Serialize;

/// How a process is.
#[derive(Serialize, JsonSchema)]
pub struct Health {
    /// The process.
    pub process: String,
    /// What was built.
    pub build: String,
    /// The shards that it has.
    pub shards: Vec<i32>,
    /// Whether the house is a demonstration, with play money only.
    pub demo: bool,
    /// Whether the database keeps this process from changing journal, ledger, roots and logs, as it did at its start.
    pub append_only: bool,
    /// Units that the database has lost, as far as this process has noticed since it began: what was answered with them
    /// is undone.
    pub lost: Vec<LostUnits>,
    /// Streams that stay closed here, since they do not come back as they were written or this build cannot play them.
    pub closed: Vec<i64>,
}

/// Units of a stream that the database has lost.
#[derive(Serialize, JsonSchema)]
pub struct LostUnits {
    /// The stream.
    pub stream: i64,
    /// The first of them.
    pub from: i64,
    /// The last of them.
    pub to: i64,
    /// When it was noticed, in microseconds since 1970.
    pub at: i64,
}

impl LostUnits {
    fn of(noticed: &Noticed) -> LostUnits {
        let Noticed { stream, loss, at } = noticed;
        LostUnits { stream: stream.0, from: (loss.stands + 1).min(loss.last), to: loss.last, at: at.0 }
    }
}

fn health_of(app: &App) -> Health {
    let me = app.leases.me();
    let (process, build) = (me.id.clone(), me.build.clone());
    let lost = app.house.losses().iter().map(LostUnits::of).collect();
    let closed = app.house.left_out().iter().map(|(stream, _)| stream.0).collect();
    let (demo, append_only) = (app.demo, app.append_only);
    Health { process, build, shards: app.house.shards(), demo, append_only, lost, closed }
}

/// Reports whether the process runs.
pub async fn health(State(app): State<App>) -> Json<Health> {
    Json(health_of(&app))
}

/// Reports whether the process can take requests.
pub async fn ready(State(app): State<App>) -> Answer<Health> {
    let not_ready = |why| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", "send requests elsewhere").saying(why)
    };
    if app.leases.leaving() {
        return Err(not_ready("the process is about to exit"));
    }
    if app.house.lease().is_none() {
        return Err(not_ready("the database does not answer"));
    }
    Ok(Json(health_of(&app)))
}

/// Returns the OpenAPI document.
pub async fn openapi() -> Json<serde_json::Value> {
    Json(super::document())
}
