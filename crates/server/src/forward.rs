//! Forwards what another process must answer: requests for its tables, and messages for its streams.

use crate::api::problem::Problem;
use crate::app::App;
use crate::listen::TlsError;
use crate::serve::StartError;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use house::House;
use house::ids::StreamId;
use house::lease::Leases;
use house::secrets::KeyRing;
use house::stream::{Mail, Origin};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;

/// The header by which processes of the house authenticate to each other.
pub(crate) const PASSWORD: HeaderName = HeaderName::from_static("x-croupier-house");
/// Marks a forwarded request, which is not forwarded again: leases may be changing hands.
pub(crate) const PASSED_ON: HeaderName = HeaderName::from_static("x-croupier-passed-on");

/// The origins of messages between streams, one entry for each message of the body. They are in a header, so that a
/// process of an older build can read the body.
pub(crate) const ORIGINS: HeaderName = HeaderName::from_static("x-croupier-origins");

/// The time limit of another process.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time limit for what it has in memory.
pub(crate) const A_MOMENT: Duration = Duration::from_secs(2);
/// The time limit for units that it may have to replay.
const A_WHILE: Duration = Duration::from_secs(5);
/// How often a request that waits for another process checks whether that process still has the stream.
const LOOK: Duration = Duration::from_millis(250);
/// How many messages are sent together: few enough for the limit on request bodies.
const TOGETHER: usize = 32;

/// Returns the HTTP client for other processes. By TLS it trusts only servers that one of these authorities certifies.
pub(crate) fn client(
    authorities: Vec<rustls::pki_types::CertificateDer<'static>>,
) -> Result<reqwest::Client, StartError> {
    let mut roots = rustls::RootCertStore::empty();
    for authority in authorities {
        roots.add(authority).map_err(TlsError::from)?;
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = builder.map_err(TlsError::from)?.with_root_certificates(roots).with_no_client_auth();
    let builder = reqwest::Client::builder().tls_backend_preconfigured(tls);
    Ok(builder.timeout(PATIENCE).connect_timeout(Duration::from_secs(2)).build()?)
}

/// Whether a request comes from another process of the house. Otherwise its headers about forwarding are removed.
pub(crate) fn from_the_house(app: &App, request: &mut Request) -> bool {
    let headers = request.headers_mut();
    let word = headers.get(PASSWORD).and_then(|word| word.to_str().ok());
    let known = word.is_some_and(|word| app.keys.knows(word));
    if !known {
        headers.remove(PASSED_ON);
    }
    known
}

/// Forwards a request to the process that has the stream.
pub(crate) async fn pass_on(app: &App, stream: StreamId, request: Request) -> Response {
    if app.house.shard_of(stream).is_none() {
        // The stream may be newer than this process's directory.
        if app.house.refresh().await.is_err() || app.house.shard_of(stream).is_none() {
            return Problem::not_found(format!("there is no {}", stream.0)).into_response();
        }
    }
    let owner = || app.house.shard_of(stream).and_then(|shard| app.leases.elsewhere(shard));
    match owner() {
        Some(address) if !request.headers().contains_key(PASSED_ON) => tokio::select! {
            answer = send(app, &address, request) => answer.unwrap_or_else(IntoResponse::into_response),
            () = changes(|| owner().as_ref() != Some(&address)) => Problem::unavailable().into_response(),
        },
        _ => Problem::unavailable().into_response(),
    }
}

/// Waits until something has changed: a wait for a process that was cut off ends with its lease.
async fn changes(changed: impl Fn() -> bool) {
    let mut tick = tokio::time::interval(LOOK);
    while !changed() {
        tick.tick().await;
    }
}

/// Whether a table that cannot be reached is closed, perhaps only just; only a few requests may look this up
/// concurrently.
pub(crate) async fn has_closed(app: &App, stream: StreamId) -> bool {
    if !app.house.is_closed(stream)
        && let Ok(_place) = app.replays.try_acquire()
    {
        // If the database is unavailable, this stays unknown.
        let _ = app.house.refresh().await;
    }
    app.house.is_closed(stream)
}

async fn send(app: &App, address: &str, request: Request) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    let body = to_bytes(body, app.limits.body_bytes).await;
    let body = body.map_err(|error| Problem::unreadable(error.to_string()))?;
    let mut passed = app.client.request(parts.method, format!("{address}{path}")).body(body);
    for name in [header::AUTHORIZATION, header::CONTENT_TYPE, HeaderName::from_static("traceparent")] {
        if let Some(value) = parts.headers.get(&name) {
            passed = passed.header(name, value);
        }
    }
    let passed = passed.header(PASSWORD, app.keys.password().as_str());
    let answer = passed.header(PASSED_ON, HeaderValue::from_static("1")).send().await;
    let answer = answer.map_err(|error| {
        tracing::debug!(address, error = %error.without_url(), "a request could not be forwarded");
        Problem::unavailable()
    })?;
    let status = StatusCode::from_u16(answer.status().as_u16()).unwrap_or(StatusCode::BAD_GATEWAY);
    let mut response = Response::builder().status(status);
    for name in [header::CONTENT_TYPE, header::RETRY_AFTER] {
        if let Some(value) = answer.headers().get(&name) {
            response = response.header(name, value);
        }
    }
    let body = answer.bytes().await.map_err(|_| Problem::unavailable())?;
    response.body(Body::from(body)).map_err(|_| Problem::unavailable())
}

/// Messages that are sent together, with their origins.
#[derive(Default)]
struct Bundle {
    messages: Vec<Vec<u8>>,
    origins: Vec<Option<Origin>>,
}

/// Carries messages between streams to the processes that have them. The sender resends what is lost in transit.
pub(crate) async fn carry_messages(
    mut away: mpsc::UnboundedReceiver<Mail>,
    house: Arc<House>,
    leases: impl Fn(i32) -> Option<String>,
    client: reqwest::Client,
    keys: Arc<KeyRing>,
) {
    let mut messages = Vec::new();
    while away.recv_many(&mut messages, TOGETHER).await > 0 {
        let mut bundles: BTreeMap<String, Bundle> = BTreeMap::new();
        for Mail { request, origin } in messages.drain(..) {
            let address = house.shard_of(request.stream).and_then(&leases);
            if let (Some(address), Ok(bytes)) = (address, request.to_bytes()) {
                let bundle = bundles.entry(address).or_default();
                bundle.messages.push(bytes);
                bundle.origins.push(origin);
            }
        }
        for (address, Bundle { messages, origins }) in bundles {
            let (client, word) = (client.clone(), keys.password());
            let origins = serde_json::to_string(&origins).unwrap_or_default();
            tokio::spawn(async move {
                let sent = client.post(format!("{address}/internal/messages")).header(ORIGINS, origins);
                let sent = sent.header(PASSWORD, word.as_str()).json(&messages).send().await;
                if let Err(error) = sent.and_then(reqwest::Response::error_for_status) {
                    tracing::warn!(address, error = %error.without_url(), "messages could not be delivered");
                }
            });
        }
    }
}

/// Returns the last units of the streams of another process.
pub(crate) async fn heads_of(client: &reqwest::Client, keys: &KeyRing, address: &str) -> Vec<(i64, i64)> {
    let asked = client.get(format!("{address}/internal/heads")).header(PASSWORD, keys.password().as_str());
    match asked.timeout(A_MOMENT).send().await {
        Ok(answer) => answer.json().await.unwrap_or_default(),
        Err(_) => Vec::new(),
    }
}

/// Returns the addresses of other processes that may have a watched table.
pub(crate) fn others(leases: &Leases) -> Vec<String> {
    let me = &leases.me().id;
    let floor = leases.floor();
    floor.processes.into_values().filter(|process| process.id != *me).map(|process| process.address).collect()
}

/// Sends a query to another process in a person's name.
pub(crate) async fn ask(
    app: &App,
    address: &str,
    caller: &crate::api::Caller,
) -> Result<reqwest::Response, Problem> {
    let asked = app.client.get(address).timeout(A_WHILE).bearer_auth(caller.token.as_str());
    let asked = asked.header(PASSWORD, app.keys.password().as_str());
    let answer = asked.header(PASSED_ON, HeaderValue::from_static("1")).send().await;
    let answer = answer.map_err(|_| Problem::unavailable())?;
    if answer.status().is_success() { Ok(answer) } else { Err(Problem::unavailable()) }
}

/// Sends a command to another process in a person's name.
pub(crate) async fn command(app: &App, address: &str, caller: &crate::api::Caller) -> Result<(), Problem> {
    let asked = app.client.post(address).bearer_auth(caller.token.as_str());
    let asked = asked.header(PASSWORD, app.keys.password().as_str());
    let answer = asked.header(PASSED_ON, HeaderValue::from_static("1")).send().await;
    let answer = answer.map_err(|_| Problem::unavailable())?;
    if answer.status().is_success() { Ok(()) } else { Err(Problem::unavailable()) }
}

/// Gathers the parts that all other processes have of something.
pub(crate) async fn gather<T: serde::de::DeserializeOwned>(app: &App, path: &str) -> Vec<T> {
    let others = others(&app.leases);
    let word = app.keys.password();
    let ask = |address: &String| {
        let asked = app.client.get(format!("{address}{path}")).timeout(A_MOMENT);
        asked.header(PASSWORD, word.as_str()).send()
    };
    let asked = others.iter().map(ask);
    let mut all = Vec::new();
    for answer in futures_util::future::join_all(asked).await.into_iter().flatten() {
        all.extend(answer.json::<Vec<T>>().await.unwrap_or_default());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use house::ids::{Key, PersonId};
    use house::stream::{Command, Request};

    #[test]
    fn as_many_messages_as_go_out_together_are_a_body_that_is_taken() {
        let command = Command::Arrive {
            person: PersonId(i64::MAX),
            patron: Some(engine::Patron::A),
            amount: felt::Money::minor(i64::MAX),
        };
        let (stream, sender) = (StreamId(i64::MAX), Some(StreamId(i64::MAX)));
        let key = Key([255; 16]);
        let message =
            Request { stream, key, person: PersonId::HOUSE, sender, seen: 0, question: None, command };
        let bundle = vec![message.to_bytes().unwrap(); TOGETHER];
        let body = serde_json::to_string(&bundle).unwrap();
        assert!(body.len() < crate::config::Limits::default().body_bytes / 2, "{}", body.len());
        let origin = Origin { shard: i32::MAX, epoch: i64::MAX, batch: i64::MAX };
        let header = serde_json::to_string(&vec![Some(origin); TOGETHER]).unwrap();
        assert!(header.len() < 4_096, "a header of {} bytes", header.len());
    }
}
