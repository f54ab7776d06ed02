//! Endpoints for the games, their rules, and the meters.

use super::body::{Answer, Asked, Json};
use crate::app::App;
use crate::forward;
use axum::extract::State;
use engine::Game;
use house::Glance;
use house::store::sums;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A game.
#[derive(Serialize, JsonSchema)]
pub struct GameNow {
    /// Its id.
    pub game: &'static str,
    /// Its name.
    pub name: String,
    /// Who approved it.
    pub jurisdiction: String,
    /// The document that it rests on.
    pub document: String,
    /// Its currency.
    pub currency: &'static str,
}

pub(super) fn book_of(game: &'static Game) -> Option<Arc<rulebook::RuleBook>> {
    game.book().ok()
}

pub(super) fn game_now(game: &'static Game, book: &rulebook::RuleBook) -> GameNow {
    GameNow {
        game: game.id,
        name: book.name.clone(),
        jurisdiction: book.jurisdiction.clone(),
        document: book.document.clone(),
        currency: book.currency.code,
    }
}

/// Lists the games.
pub async fn games(State(app): State<App>) -> Json<Vec<GameNow>> {
    let all = app.registry.games.iter().copied();
    Json(all.filter_map(|game| Some(game_now(game, &*book_of(game)?))).collect())
}

/// A progressive meter.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct MeterNow {
    /// Its number.
    pub meter: i64,
    /// Its name.
    pub name: String,
    /// Its currency.
    pub currency: String,
    /// What it stands at, in whole minor units.
    pub amount: Option<i64>,
}

/// Which meters.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// Only those that this process has.
    #[serde(default)]
    pub here: bool,
}

/// Lists the meters.
pub async fn meters(State(app): State<App>, Asked(asked): Asked<Where>) -> Answer<Vec<MeterNow>> {
    let client = app.connections.lend().await?;
    let mut all = Vec::new();
    for meter in app.house.meters() {
        let look = |glance: Glance<'_>| glance.stream.meter().and_then(|meter| meter.standing().cloned());
        let Ok(standing) = app.house.glance(meter, look).await else { continue };
        let row = client.query_one("select name, currency from stream where id = $1", &[&meter.0]).await?;
        let fed = sums(&client, meter).await?;
        let amount = standing.and_then(|standing| standing.shows(&fed).ok()).map(felt::Money::as_minor);
        all.push(MeterNow { meter: meter.0, name: row.try_get(0)?, currency: row.try_get(1)?, amount });
    }
    if !asked.here {
        all.extend(forward::gather(&app, "/v1/meters?here=true").await);
        all.sort_by_key(|meter: &MeterNow| meter.meter);
        all.dedup_by_key(|meter| meter.meter);
    }
    Ok(Json(all))
}
