//! A page to try the API, made in the browser of the OpenAPI document alone.

use crate::app::App;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

/// No script but the page's own, and no other server is spoken to.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (HeaderName::from_static("x-content-type-options"), HeaderValue::from_static("nosniff")),
    ];
    (headers, text).into_response()
}

/// The page and its parts.
pub(crate) fn pages() -> Router<App> {
    Router::new()
        .route("/", get(async || Redirect::temporary("/try")))
        .route("/try", get(async || file("text/html; charset=utf-8", include_str!("page/try.html"))))
        .route("/try.css", get(async || file("text/css; charset=utf-8", include_str!("page/try.css"))))
        .route("/try.js", get(async || file("text/javascript; charset=utf-8", include_str!("page/try.js"))))
}
