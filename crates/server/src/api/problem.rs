//! Errors as `application/problem+json` (RFC 9457): what was refused, by which rule, and what would be allowed.

use super::problem_kinds;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{AmountRange, Refusal, RefusalKind, Rule};
use felt::Money;
use house::NotDone;
use house::store::StoreError;
use house::stream::Refused;
use schemars::JsonSchema;
use serde::Serialize;
use std::any::Any;

/// What went wrong.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Problem {
    /// The kind of problem, by a name that does not change: the address of a page that says what it means.
    #[serde(rename = "type")]
    #[schemars(schema_with = "problem_kinds::schema")]
    pub kind: String,
    /// The type in the previous version, if it was different.
    #[serde(rename = "former-type", skip_serializing_if = "Option::is_none")]
    pub former: Option<&'static str>,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// More details.
    #[serde(flatten)]
    pub more: Box<More>,
    /// Seconds after which the same request may be retried.
    #[serde(rename = "retry-after", skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u32>,
}

/// More details of a problem.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct More {
    /// The name of a refusal by the rules of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<&'static str>,
    /// The rules that refused, by their ids.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
    /// What would be allowed, if the problem is an amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<AmountRange>,
    /// What it would cost, if there is not enough money.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wanted: Option<Money>,
    /// What there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub there: Option<Money>,
    /// The unit that came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<i64>,
}

impl Problem {
    /// Creates a problem of a kind.
    pub fn new(status: StatusCode, kind: &str, title: &str) -> Problem {
        debug_assert!(problem_kinds::find(kind).is_some(), "{kind} has no page");
        Problem {
            kind: format!("/problems/{kind}"),
            former: None,
            title: title.to_owned(),
            status: status.as_u16(),
            detail: None,
            more: Box::default(),
            retry_after: None,
        }
    }

    /// Adds what went wrong this time.
    #[must_use]
    pub fn saying(mut self, detail: impl Into<String>) -> Problem {
        self.detail = Some(detail.into());
        self
    }

    fn with(mut self, more: More) -> Problem {
        *self.more = more;
        self
    }

    /// Adds the number of seconds after which the same request may be retried.
    #[must_use]
    pub fn again_after(mut self, seconds: u32) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// The caller has not signed in.
    pub fn not_signed_in() -> Problem {
        let title = "sign in first: POST /v1/session, then send `Authorization: Bearer` with the token";
        Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", title)
    }

    /// The person may not do this.
    pub fn not_allowed(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, "not-allowed", "your role may not do this").saying(detail)
    }

    /// The stream belongs to another operator.
    pub fn other_operator() -> Problem {
        let title = "it belongs to another operator, property or currency";
        Problem::new(StatusCode::FORBIDDEN, "other-realm", title)
    }

    /// Not found.
    pub fn not_found(what: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "not-found", "not found").saying(what)
    }

    /// The request is malformed.
    pub fn unreadable(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "unreadable", "the request is malformed").saying(detail)
    }

    /// No process can answer now.
    pub fn unavailable() -> Problem {
        let title = "the table cannot be reached now; retry with the same key";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", title).again_after(1)
    }

    /// The queue is full.
    pub fn busy() -> Problem {
        let title = "the queue is full; the request was not carried out, retry later";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", title).again_after(1)
    }

    /// The rate limit is exceeded.
    pub fn too_often(wait: std::time::Duration) -> Problem {
        let title = "rate limit exceeded; the request was not carried out, retry later";
        // A wait that does not fit saturates.
        let seconds = u32::try_from(wait.as_millis().div_ceil(1_000)).unwrap_or(u32::MAX);
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too-often", title).again_after(seconds.max(1))
    }

    /// The state of a table, a cage or a meter forbids it; these problems used to share one type.
    fn formerly_not_here(kind: &str) -> Problem {
        let title = "this is not possible here";
        let problem = Problem::new(StatusCode::UNPROCESSABLE_ENTITY, kind, title);
        Problem { former: Some(problem_kinds::FORMER), ..problem }
    }

    fn by_rule(refusal: &Refusal) -> Problem {
        let (status, title) = match refusal.kind {
            RefusalKind::Forbidden => (StatusCode::UNPROCESSABLE_ENTITY, "a rule forbids it"),
            RefusalKind::Impossible => (StatusCode::UNPROCESSABLE_ENTITY, "that cannot have happened"),
            RefusalKind::NotAwaited => (StatusCode::CONFLICT, "the table does not expect this now"),
            RefusalKind::NotYours => (StatusCode::FORBIDDEN, "another person has to ask or report this"),
        };
        let rules = refusal.cites.iter().collect();
        let more = More { refusal: Some(refusal.name), rules, allowed: refusal.allowed, ..More::default() };
        Problem::new(status, "refused", title).saying(refusal.to_string()).with(more)
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let text = refused.to_string();
        let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
        match refused {
            Refused::ByRule(refusal) => Problem::by_rule(&refusal),
            Refused::NoMoney { wanted, there } => {
                let more = More { wanted: Some(wanted), there: Some(there), ..More::default() };
                let title = "there is not enough money";
                Problem::new(unprocessable, "not-enough", title).saying(text).with(more)
            }
            Refused::CardsDue { rule, .. } => {
                let more = More { refusal: Some("new-cards"), rules: vec![rule], ..More::default() };
                Problem::new(unprocessable, "refused", "a rule forbids it").saying(text).with(more)
            }
            Refused::PlaceKept { .. } => {
                let more = More { refusal: Some("place-kept"), ..More::default() };
                let title = "the box is kept for another patron";
                Problem::new(unprocessable, "place-kept", title).saying(text).with(more)
            }
            Refused::Conflict { since } => {
                let title = "something else happened first; read the table again";
                let more = More { since: Some(since), ..More::default() };
                Problem::new(StatusCode::CONFLICT, "conflict", title).saying(text).with(more)
            }
            Refused::OtherBody(_) => {
                Problem::new(StatusCode::CONFLICT, "key-used", "the key was used for another command")
                    .saying(text)
            }
            Refused::NotYours(_) => {
                Problem::new(StatusCode::FORBIDDEN, "not-yours", "another person sits there").saying(text)
            }
            Refused::OtherRealm(_) => {
                let title = "it belongs to another operator, property or currency";
                Problem::new(StatusCode::FORBIDDEN, "other-realm", title).saying(text)
            }
            Refused::Fault(_) => {
                // An alert watches the metric that counts these answers.
                tracing::error!(text, "a command failed");
                let title = "the command failed and was not carried out; its stream is reloaded from the journal, and an \
                    alarm was raised";
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "failed", title).again_after(5)
            }
            Refused::NotHere(reason) => Problem::formerly_not_here(reason.name()).saying(text),
            Refused::TooMuch { .. } => Problem::formerly_not_here("too-much").saying(text),
            Refused::Meter(_) => Problem::formerly_not_here("meter").saying(text),
        }
    }
}

impl From<NotDone> for Problem {
    fn from(why: NotDone) -> Problem {
        match why {
            NotDone::Refused(refused) => refused.into(),
            NotDone::Busy => Problem::busy(),
            _ => Problem::unavailable(),
        }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        if let StoreError::KeyUsed(key) = error {
            return Refused::OtherBody(key).into();
        }
        if let StoreError::Archived { .. } = error {
            let title = "it happened in a month that is archived";
            return Problem::new(StatusCode::GONE, "archived", title).saying(error.to_string());
        }
        // The database's message goes only to the log: it may contain private data.
        tracing::error!(%error, "a request failed at the database");
        let title = "the database does not answer; retry with the same key";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "no-database", title).again_after(2)
    }
}

impl From<tokio_postgres::Error> for Problem {
    fn from(error: tokio_postgres::Error) -> Problem {
        StoreError::from(error).into()
    }
}

/// Answers a request whose handler has panicked, without the cause: the panic itself was logged.
pub fn panicked(_: Box<dyn Any + Send>) -> Response {
    metrics::counter!("croupier_panics").increment(1);
    let title = "internal error; retry with the same key to learn whether the command was carried out";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "fault", title).into_response()
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let text = serde_json::to_string(&self).unwrap_or_default();
        let mut response = (status, text).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
