//! The endpoints and their handlers.

pub mod about;
pub mod admin;
pub mod audit;
pub mod body;
mod caller;
pub mod endpoints;
pub mod floor;
pub mod games;
pub mod internal;
pub mod lobby;
pub mod money;
mod openapi;
pub mod orders;
pub mod problem;
pub mod problem_kinds;
pub mod recall;
pub mod rules;
pub mod session;
pub mod tables;

pub use caller::Caller;
pub use openapi::document;

use crate::app::App;
use crate::page::{nothing, pages};
use crate::watch;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::MethodRouter;
use endpoints::ENDPOINTS;
use problem::Problem;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// Responses with a token are not compressed, because their length would then reveal something about the token; nor is
/// a response that becomes a socket.
const UNCOMPRESSED: [&str; 2] = ["sign-in", "stream"];

/// Routes all requests.
pub fn router(app: App) -> Router {
    let mut router = pages();
    for endpoint in ENDPOINTS {
        let guard = from_fn_with_state((app.clone(), endpoint), caller::guard);
        let around = from_fn_with_state((app.clone(), endpoint), watch::around);
        let serve: MethodRouter<App> = (endpoint.serve)().layer(guard).layer(around);
        let plain = UNCOMPRESSED.contains(&endpoint.id) || !endpoint.path.starts_with("/v1/");
        router =
            router.route(endpoint.path, if plain { serve } else { serve.layer(CompressionLayer::new()) });
    }
    let body_bytes = app.limits.body_bytes;
    let headers = from_fn_with_state(app.clone(), watch::headers);
    router
        .fallback(nothing)
        .method_not_allowed_fallback(async || {
            let status = axum::http::StatusCode::METHOD_NOT_ALLOWED;
            Problem::new(status, "method", "the path does not support this method; see /openapi.json")
        })
        .with_state(app)
        .layer(DefaultBodyLimit::max(body_bytes))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(headers)
}
