//! What processes of one house say to each other.

use super::body::{Answer, Body, Json};
use crate::app::App;
use axum::extract::State;
use house::stream::Request;

/// Messages of streams that are in another process.
pub async fn messages(State(app): State<App>, Body(bundle): Body<Vec<Vec<u8>>>) -> Answer<usize> {
    let messages = bundle.iter().filter_map(|bytes| Request::from_bytes(bytes).ok());
    Ok(Json(messages.filter(|message| app.house.deliver(message.clone())).count()))
}

/// The last units of the streams that are here.
pub async fn heads(State(app): State<App>) -> Answer<Vec<(i64, i64)>> {
    let heads = app.house.heads().await;
    Ok(Json(heads.into_iter().map(|(stream, seq, _)| (stream.0, seq)).collect()))
}
