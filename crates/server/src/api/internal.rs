//! Endpoints for other processes of the same house.

use super::body::{Answer, Body, Json};
use crate::app::App;
use crate::forward::ORIGINS;
use axum::extract::State;
use axum::http::HeaderMap;
use house::stream::{Mail, Origin, Request};

/// Receives messages from streams in another process.
pub async fn messages(
    State(app): State<App>,
    headers: HeaderMap,
    Body(bundle): Body<Vec<Vec<u8>>>,
) -> Answer<usize> {
    let origins = headers.get(ORIGINS).and_then(|text| serde_json::from_slice(text.as_bytes()).ok());
    let origins: Vec<Option<Origin>> = origins.unwrap_or_default();
    let origins = origins.into_iter().chain(std::iter::repeat(None));
    let read = |(bytes, origin): (&Vec<u8>, Option<Origin>)| {
        Request::from_bytes(bytes).ok().map(|request| Mail { request, origin })
    };
    let messages = bundle.iter().zip(origins).filter_map(read);
    Ok(Json(messages.filter(|message| app.house.deliver(message.clone())).count()))
}

/// Returns the last units of the streams in this process.
pub async fn heads(State(app): State<App>) -> Answer<Vec<(i64, i64)>> {
    let heads = app.house.heads().await;
    Ok(Json(heads.into_iter().map(|(stream, seq, _)| (stream.0, seq)).collect()))
}
