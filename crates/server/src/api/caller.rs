//! Checks who sends a request, whether they may, and whether this process has the stream.

use super::endpoints::{Door, Endpoint};
use super::problem::Problem;
use crate::accounts::Known;
use crate::app::App;
use crate::forward;
use crate::rates::Whose;
use crate::roles::{self, Role};
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use house::ids::{PersonId, StreamId};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use zeroize::Zeroizing;

/// A person who has signed in.
#[derive(Clone)]
pub struct Caller {
    /// The person.
    pub person: PersonId,
    /// Their role.
    pub role: Role,
    /// Their name.
    pub name: String,
    /// The operator.
    pub operator: i32,
    /// The token, for requests to other processes in their name.
    pub(crate) token: Zeroizing<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Problem> {
        parts.extensions.get::<Caller>().cloned().ok_or_else(Problem::not_signed_in)
    }
}

/// Checks a request before it reaches its handler.
pub(super) async fn guard(
    State((app, endpoint)): State<(App, &'static Endpoint)>,
    path: RawPathParams,
    mut request: Request,
    next: Next,
) -> Response {
    // A process that is cut off from the database cannot authenticate the caller; another process may be able to.
    if endpoint.door == Door::Right && app.house.lease().is_none() {
        return Problem::unavailable().into_response();
    }
    if let Err(problem) = let_in(&app, endpoint, &mut request).await {
        return problem.into_response();
    }
    if let Some(caller) = request.extensions().get::<Caller>()
        && is_elses(&app, caller, &path)
    {
        return Problem::other_operator().into_response();
    }
    // An unanswered command may have been carried out, even at a table that is closed by now.
    let looks = request.method().is_safe();
    let answered = async {
        match stream_of(&path).filter(|_| endpoint.id != "stream") {
            Some(stream) if !app.house.has(stream) => forward::pass_on(&app, stream, request).await,
            _ => next.run(request).await,
        }
    };
    match tokio::time::timeout(Duration::from_secs(app.limits.answer_seconds), answered).await {
        Ok(response) if looks && response.status() == StatusCode::SERVICE_UNAVAILABLE => {
            match stream_of(&path) {
                Some(stream) if forward::has_closed(&app, stream).await => {
                    Problem::not_found(format!("{} is closed", stream.0)).into_response()
                }
                _ => response,
            }
        }
        Ok(response) => response,
        // The outcome is unknown: a retry with the same key reports it.
        Err(_) => Problem::unavailable().into_response(),
    }
}

async fn let_in(app: &App, endpoint: &Endpoint, request: &mut Request) -> Result<(), Problem> {
    let from_the_house = forward::from_the_house(app, request);
    match endpoint.door {
        Door::Open => {
            let whose = if endpoint.id == "sign-in" { Whose::sign_in } else { Whose::address };
            // Checks of health and readiness have no rate limit.
            let counts = !from_the_house && !matches!(endpoint.id, "health" | "ready");
            if counts { counted(app, whose(address_of(request))) } else { Ok(()) }
        }
        // Without the house's password the endpoint does not seem to exist.
        Door::House if from_the_house => Ok(()),
        Door::House => Err(Problem::not_found("no such path; see /openapi.json")),
        Door::Right => {
            let caller = caller_of(app, address_of(request), request.headers()).await?;
            if !from_the_house {
                // A forwarded request was counted by the process that received it.
                counted(app, Whose::Person(caller.person.0))?;
            }
            if !roles::allows(caller.role, endpoint.id) {
                let (role, what) = (caller.role.name(), endpoint.id);
                return Err(Problem::not_allowed(format!("{what} is not among what a {role} may do")));
            }
            request.extensions_mut().insert(caller);
            Ok(())
        }
    }
}

/// Counts a request against its rate limit, or says how long to wait.
fn counted(app: &App, whose: Whose) -> Result<(), Problem> {
    app.rates.take(whose).map_err(too_often)
}

fn too_often(wait: Duration) -> Problem {
    metrics::counter!("croupier_turned_away_total", "why" => "too-often").increment(1);
    Problem::too_often(wait)
}

fn address_of(request: &Request) -> IpAddr {
    let from = request.extensions().get::<ConnectInfo<SocketAddr>>();
    from.map_or(IpAddr::from([0, 0, 0, 0]), |from| from.0.ip())
}

/// Returns the person who has signed in. Requests without a valid token are counted by their address, which limits the
/// guessing of tokens.
async fn caller_of(app: &App, from: IpAddr, headers: &HeaderMap) -> Result<Caller, Problem> {
    let nobody = || {
        counted(app, Whose::address(from))?;
        Err(Problem::not_signed_in())
    };
    let Some(token) = token_of(headers) else { return nobody() };
    if !app.accounts.remembers(&token) {
        app.rates.has(Whose::address(from)).map_err(too_often)?;
    }
    let Some(known) = app.accounts.who(&token).await? else { return nobody() };
    let Known { person, role, name, operator, .. } = known;
    Ok(Caller { person, role, name, operator, token })
}

/// Returns the token: from its header or, for a browser's socket, which cannot send that header, from the subprotocols.
fn token_of(headers: &HeaderMap) -> Option<Zeroizing<String>> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let offered = || {
        let mut protocols = text(header::SEC_WEBSOCKET_PROTOCOL)?.split(',').map(str::trim);
        protocols.find_map(|protocol| protocol.strip_prefix("bearer."))
    };
    bearer.or_else(offered).map(|token| Zeroizing::new(token.to_owned()))
}

/// Returns the stream that one of these path parameters names.
fn named(path: &RawPathParams, names: &[&str]) -> Option<StreamId> {
    let named = path.iter().find(|(name, _)| names.contains(name))?;
    named.1.parse().ok().map(StreamId)
}

/// Returns the stream whose owner must answer.
fn stream_of(path: &RawPathParams) -> Option<StreamId> {
    named(path, &["table", "cage"])
}

/// Whether the stream belongs to another operator than the caller. If this process does not know the stream yet, its
/// owner checks it.
fn is_elses(app: &App, caller: &Caller, path: &RawPathParams) -> bool {
    let realm = named(path, &["table", "cage", "stream"]).and_then(|stream| app.house.realm_of(stream));
    realm.is_some_and(|realm| realm.operator != caller.operator)
}
