//! The process itself.

use super::body::{Answer, Json};
use super::problem::Problem;
use crate::app::App;
use axum::extract::State;
use axum::http::StatusCode;
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
    /// Whether the house is a demonstration, where nothing is played for money.
    pub demo: bool,
}

fn health_of(app: &App) -> Health {
    let me = app.leases.me();
    let (process, build) = (me.id.clone(), me.build.clone());
    Health { process, build, shards: app.house.shards(), demo: app.demo }
}

/// Whether it runs.
pub async fn health(State(app): State<App>) -> Json<Health> {
    Json(health_of(&app))
}

/// Whether it can take requests.
pub async fn ready(State(app): State<App>) -> Answer<Health> {
    let not_ready = |why| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", "send requests elsewhere").saying(why)
    };
    if app.leases.leaving() {
        return Err(not_ready("the process is about to leave"));
    }
    if app.house.lease().is_none() {
        return Err(not_ready("the database does not answer"));
    }
    Ok(Json(health_of(&app)))
}

/// The OpenAPI document.
pub async fn openapi() -> Json<serde_json::Value> {
    Json(super::document())
}
