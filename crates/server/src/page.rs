//! The pages: a web application that knows the server's API and no game, and a page to try the API, made from the
//! OpenAPI document. Both are prebuilt and embedded, so that building the server needs no other tool.

use crate::api::problem::Problem;
use crate::api::problem_kinds;
use crate::app::App;
use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};
use tower_http::compression::CompressionLayer;

/// Allows only the pages' own scripts, styles, fonts and pictures, and no other server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// A file whose name contains the hash of its content never changes.
const FOR_EVER: &str = "public, max-age=31536000, immutable";
const EACH_TIME: &str = "no-cache";

/// The build output of `web/`.
#[derive(Embed)]
#[folder = "pages/"]
struct Built;

/// The paths of the application.
const PLACES: [&str; 7] = [
    "/",
    "/rules",
    "/rules/{jurisdiction}/{game}",
    "/tables/{table}",
    "/tables/{table}/rounds/{round}",
    "/rounds",
    "/sign-in",
];

/// Routes the pages and their files.
pub(crate) fn pages() -> Router<App> {
    let mut router = Router::new();
    for place in PLACES {
        router = router.route(place, get(async || application(StatusCode::OK)));
    }
    router
        .route("/assets/{*name}", get(async |Path(name): Path<String>| asset(&format!("assets/{name}"))))
        .route("/problems", get(async || html(problem_kinds::list())))
        .route("/problems/{kind}", get(async |Path(kind): Path<String>| problem_page(&kind)))
        .route("/try", get(async || text("text/html; charset=utf-8", include_str!("page/try.html"))))
        .route("/try.css", get(async || text("text/css; charset=utf-8", include_str!("page/try.css"))))
        .route("/try.js", get(async || text("text/javascript; charset=utf-8", include_str!("page/try.js"))))
        .layer(CompressionLayer::new())
}

/// Answers an unknown path: with a page for a browser, with a problem for a program.
pub(crate) async fn nothing(headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if accepts.contains("text/html") {
        application(StatusCode::NOT_FOUND)
    } else {
        Problem::not_found("no such path; see /openapi.json").into_response()
    }
}

fn application(status: StatusCode) -> Response {
    match Built::get("index.html") {
        Some(file) => (status, embedded("text/html; charset=utf-8", EACH_TIME, file)).into_response(),
        None => Problem::not_found("this program was built without the pages; see /try").into_response(),
    }
}

fn asset(name: &str) -> Response {
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let missing = || Problem::not_found("no such file").into_response();
    Built::get(name).map_or_else(missing, |file| embedded(kind, FOR_EVER, file))
}

fn embedded(kind: &'static str, kept: &'static str, file: EmbeddedFile) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, kept)];
    (headers, [(header::CONTENT_SECURITY_POLICY, POLICY)], file.data).into_response()
}

/// Returns the page of a kind of problem, at the address that is its type.
fn problem_page(kind: &str) -> Response {
    let missing = || Problem::not_found("no such kind of problem; see /problems").into_response();
    problem_kinds::find(kind).map_or_else(missing, |kind| html(problem_kinds::page(&kind)))
}

fn html(text: String) -> Response {
    let headers =
        [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, POLICY)];
    (headers, text).into_response()
}

fn text(kind: &'static str, text: &'static str) -> Response {
    let policy = HeaderValue::from_static(POLICY);
    (
        [(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CONTENT_SECURITY_POLICY, policy)],
        text,
    )
        .into_response()
}
