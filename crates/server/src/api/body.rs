//! Parses requests; a request that cannot be parsed is answered with a problem that says what is wrong.

use super::problem::Problem;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// A body in JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(value)) => Ok(Body(value)),
            Err(rejection) => Err(Problem {
                status: rejection.status().as_u16(),
                ..Problem::unreadable(rejection.body_text())
            }),
        }
    }
}

/// A password in a request. If the client sends something that is not text, it is not repeated in the problem.
#[derive(Deserialize)]
#[serde(try_from = "Sent")]
pub struct Password(pub Zeroizing<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Sent {
    Text(String),
    Other(IgnoredAny),
}

impl TryFrom<Sent> for Password {
    type Error = &'static str;

    fn try_from(sent: Sent) -> Result<Password, &'static str> {
        match sent {
            Sent::Text(text) => Ok(Password(Zeroizing::new(text))),
            Sent::Other(_) => Err("a password is a text"),
        }
    }
}

impl JsonSchema for Password {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Password".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "format": "password" })
    }
}

/// The query parameters.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, Problem> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(value)| Asked(value)).map_err(|rejection| Problem::unreadable(rejection.body_text()))
    }
}

/// The path parameters.
pub struct At<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, Problem> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(value)| At(value)).map_err(|rejection| Problem::unreadable(rejection.body_text()))
    }
}

/// An answer in JSON.
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// An answer in JSON, or a problem.
pub type Answer<T> = Result<Json<T>, Problem>;
