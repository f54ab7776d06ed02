//! What is done for every request: a trace id, its duration, and the limit on concurrent requests.

use crate::api::endpoints::Endpoint;
use crate::api::problem::Problem;
use crate::app::App;
use crate::telemetry::{Trace, span_of};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;
use tracing::Instrument;

/// Headers for browsers in every response.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
];
/// Requires TLS for half a year.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=15768000");

/// Counts a request, gives it a trace id, and rejects it before it has any effect if too many requests are being
/// answered.
pub(crate) async fn around(
    State((app, endpoint)): State<(App, &'static Endpoint)>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let trace = Trace::of(request.headers());
    trace.write(request.headers_mut());
    let span = span_of(&trace, endpoint);
    let answered = async {
        // The lobby has a limit of its own, so that it cannot take permits from play. A health check is answered
        // regardless of the limits.
        let places = if endpoint.id == "tables" { &app.lobby.places } else { &app.requests };
        let place = match places.try_acquire() {
            Ok(place) => Some(place),
            Err(_) if endpoint.id == "health" => None,
            Err(_) => {
                metrics::counter!("croupier_turned_away_total", "why" => "busy").increment(1);
                return Problem::busy().into_response();
            }
        };
        let response = next.run(request).await;
        drop(place);
        response
    };
    let mut response = answered.instrument(span.clone()).await;
    let status = response.status().as_u16();
    let took = begun.elapsed();
    span.in_scope(|| tracing::debug!(status, micros = took.as_micros(), "answered"));
    metrics::counter!("croupier_http_requests_total", "endpoint" => endpoint.id, "status" => class(status))
        .increment(1);
    metrics::histogram!("croupier_http_request_seconds", "endpoint" => endpoint.id).record(took);
    app.spans.put(&trace, endpoint, status, took);
    trace.write(response.headers_mut());
    response
}

fn class(status: u16) -> &'static str {
    match status / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Adds the headers for browsers to every response.
pub(crate) async fn headers(State(app): State<App>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if app.by_tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS);
    }
    response
}
