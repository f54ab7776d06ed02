//! The games, their rules, and the meters.

use super::body::{Answer, Asked, At, Json};
use super::problem::Problem;
use super::tables::Where;
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

fn book_of(game: &'static Game) -> Option<Arc<rulebook::RuleBook>> {
    game.book().ok()
}

fn game_now(game: &'static Game, book: &rulebook::RuleBook) -> GameNow {
    GameNow {
        game: game.id,
        name: book.name.clone(),
        jurisdiction: book.jurisdiction.clone(),
        document: book.document.clone(),
        currency: book.currency.code,
    }
}

/// The games.
pub async fn games(State(app): State<App>) -> Json<Vec<GameNow>> {
    let all = app.registry.games.iter().copied();
    Json(all.filter_map(|game| Some(game_now(game, &*book_of(game)?))).collect())
}

/// A wager.
#[derive(Serialize, JsonSchema)]
pub struct WagerNow {
    /// Its id.
    pub wager: String,
    /// Its name.
    pub name: String,
    /// Whether nobody plays without it.
    pub required: bool,
    /// Whether it is a side bet.
    pub side_bet: bool,
    /// The paragraphs that it rests on.
    pub cites: Vec<String>,
}

/// A line of a pay table.
#[derive(Serialize, JsonSchema)]
pub struct PayLineNow {
    /// Its id.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// What it pays.
    pub pays: String,
}

/// A pay table.
#[derive(Serialize, JsonSchema)]
pub struct PayTableNow {
    /// Its code.
    pub code: String,
    /// Its wager.
    pub wager: String,
    /// Its lines, the best first.
    pub lines: Vec<PayLineNow>,
    /// The paragraphs that it rests on.
    pub cites: Vec<String>,
}

/// A game's rules, as far as its rule book has them as figures.
#[derive(Serialize, JsonSchema)]
pub struct RulesNow {
    /// The game.
    #[serde(flatten)]
    pub game: GameNow,
    /// Its wagers.
    pub wagers: Vec<WagerNow>,
    /// Its pay tables.
    pub paytables: Vec<PayTableNow>,
    /// The hash of the rule book.
    pub hash: String,
}

/// A game's rules.
pub async fn rules(
    State(app): State<App>,
    At((jurisdiction, game)): At<(String, String)>,
) -> Answer<RulesNow> {
    let id = format!("{jurisdiction}/{game}");
    let found = (app.registry.find)(&id).and_then(|game| Some((game, book_of(game)?)));
    let (game, book) =
        found.ok_or_else(|| Problem::not_found(format!("there is no game {id}; see /v1/games")))?;
    let wagers = book.wagers.iter().map(|wager| WagerNow {
        wager: wager.id.clone(),
        name: wager.name.clone(),
        required: wager.required,
        side_bet: wager.side_bet,
        cites: wager.cites.clone(),
    });
    let paytables = book.paytables.iter().map(|table| PayTableNow {
        code: table.code.clone(),
        wager: table.wager.clone(),
        lines: table
            .lines
            .iter()
            .map(|line| PayLineNow {
                id: line.id.clone(),
                name: line.name.clone(),
                pays: line.pays.to_string(),
            })
            .collect(),
        cites: table.cites.clone(),
    });
    Ok(Json(RulesNow {
        game: game_now(game, &book),
        wagers: wagers.collect(),
        paytables: paytables.collect(),
        hash: book.hash.clone(),
    }))
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

/// The meters.
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
