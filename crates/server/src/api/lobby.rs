//! The endpoint for the list of all tables.

use super::body::Asked;
use super::problem::Problem;
use crate::app::App;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Game;
use felt::Money;
use house::table::{Dealt, TableFacts};
use house::{Brief, Sign};
use rulebook::LayoutKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The default number of tables on a page.
const PAGE: u16 = 100;
/// The maximum number of tables on a page.
const MOST: u16 = 500;

/// Which tables.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhichTables {
    /// Only those that this process has, all on one page.
    #[serde(default)]
    pub here: bool,
    /// Those with a greater number than this one: the last number of the page before.
    #[serde(default)]
    pub after: i64,
    /// How many at most: 100 by default, 500 at most.
    pub limit: Option<u16>,
}

/// A table in the list.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Its number.
    pub table: i64,
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: String,
    /// The game's name.
    pub title: String,
    /// Its currency.
    pub currency: String,
    /// Where its chips come from.
    pub cage: i64,
    /// Whether it can be reached now. If not, the rest is as it was seen last, or empty.
    #[serde(default = "said_by_an_older_build")]
    pub reachable: bool,
    /// The boxes that it has.
    pub boxes: u8,
    /// Places that are taken.
    pub taken: usize,
    /// The round.
    pub round: u32,
    /// The point that the round has reached.
    pub phase: String,
    /// The number of its last unit.
    pub seq: i64,
    /// How a table of the game is drawn; none if this process does not know the game.
    pub kind: Option<LayoutKind>,
    /// Whether a dealer deals, rather than the house.
    pub live: bool,
    /// The decks in use; none at a game without cards.
    pub decks: u8,
    /// The limits of the wager that the game is about.
    pub limits: Option<Posted>,
    /// The side bets that are offered, by their names.
    pub side_bets: Vec<String>,
    /// The meters that it feeds or draws on.
    pub meters: Vec<i64>,
}

/// A process of an older build lists only the tables that it owns.
fn said_by_an_older_build() -> bool {
    true
}

/// The posted limits of a wager.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct Posted {
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
}

impl Listed {
    pub(crate) fn here(brief: &Brief) -> Listed {
        let facts = &brief.facts;
        let meters: BTreeSet<i64> = facts.links.iter().map(|link| link.meter.0).collect();
        Listed {
            table: facts.id.0,
            name: facts.name.clone(),
            game: facts.game.id.to_owned(),
            title: facts.book.name.clone(),
            currency: facts.realm.code().to_owned(),
            cage: facts.cage.0,
            reachable: true,
            boxes: facts.config.boxes,
            taken: brief.taken,
            round: brief.round,
            phase: brief.phase.to_owned(),
            seq: brief.seq,
            kind: kind(facts.game),
            live: facts.dealt == Dealt::Live,
            decks: facts.config.decks,
            limits: limits(facts),
            side_bets: side_bets(facts),
            meters: meters.into_iter().collect(),
        }
    }

    /// Lists a table that no process has shown since this one started.
    pub(crate) fn unseen(sign: &Sign, game: Option<&'static Game>) -> Listed {
        let book = game.and_then(|game| game.book().ok());
        Listed {
            table: sign.table.0,
            name: sign.name.clone(),
            game: sign.game.clone(),
            title: book.map_or_else(|| sign.game.clone(), |book| book.name.clone()),
            currency: sign.realm.code().to_owned(),
            cage: sign.cage.0,
            reachable: false,
            boxes: 0,
            taken: 0,
            round: 0,
            phase: String::new(),
            seq: 0,
            kind: game.and_then(kind),
            live: false,
            decks: 0,
            limits: None,
            side_bets: Vec::new(),
            meters: Vec::new(),
        }
    }
}

fn kind(game: &Game) -> Option<LayoutKind> {
    game.drawn().ok().map(|layout| layout.kind)
}

fn limits(facts: &TableFacts) -> Option<Posted> {
    let limits = facts.config.limits(&facts.book.main_wager()?.id)?;
    Some(Posted { min: limits.min, max: limits.max })
}

fn side_bets(facts: &TableFacts) -> Vec<String> {
    let mut names = Vec::new();
    for wager in facts.book.wagers.iter().filter(|wager| wager.side_bet && facts.config.offers(&wager.id)) {
        // Wagers of a family are named once, without their targets.
        let target = wager.target.as_deref().map(|target| format!(" on {target}"));
        let name = target.and_then(|target| wager.name.strip_suffix(&target)).unwrap_or(&wager.name);
        if names.last().map(String::as_str) != Some(name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// Returns all tables, page by page. A client that has the current page gets 304 without a body.
pub async fn list(
    State(app): State<App>,
    Asked(asked): Asked<WhichTables>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let limit = asked.limit.unwrap_or(PAGE);
    if limit == 0 || limit > MOST {
        return Err(Problem::unreadable(format!("limit must be between 1 and {MOST}")));
    }
    let page = if asked.here {
        app.lobby.here(&app)
    } else {
        app.lobby.page(&app, asked.after, usize::from(limit)).await
    };
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let known = known.flat_map(|value| value.split(',')).any(|tag| tag.trim() == page.tag);
    let mut response = match known {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, "application/json")], page.body).into_response(),
    };
    let headers = response.headers_mut();
    // The client may cache it, but must revalidate it each time.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&page.tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(last) = page.next {
        let next = format!("</v1/tables?after={last}&limit={limit}>; rel=\"next\"");
        headers.extend(HeaderValue::from_str(&next).ok().map(|next| (header::LINK, next)));
    }
    Ok(response)
}
