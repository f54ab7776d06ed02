//! Endpoints that open and close tables, and change their files or cards between rounds.

use super::Caller;
use super::body::{Answer, At, Body, Json};
use super::money::Moved;
use super::problem::Problem;
use super::tables::CommandKey;
use crate::app::App;
use axum::extract::State;
use axum::http::StatusCode;
use engine::Game;
use house::ids::StreamId;
use house::store::{NewTable, Once, StoreError, change_file, make_table_once};
use house::stream::{Command, Request};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A table to be opened.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Open {
    /// The key of the command: a retry opens no second table.
    pub key: CommandKey,
    /// A name that is unique among the tables of the property.
    pub name: String,
    /// Its file, in TOML, as `croupier new-table` writes it.
    pub file: String,
    /// The cage that its chips come from; it determines the property and the currency.
    pub cage: i64,
    /// Whether a dealer deals, rather than the house.
    #[serde(default)]
    pub live: bool,
    /// How many seconds people have to bet, from the first bet on; unlimited if 0.
    pub bet_seconds: u16,
    /// How many seconds people have to decide; unlimited if 0.
    pub decision_seconds: u16,
    /// How many seconds they have to say whether they cut; unlimited if 0.
    #[serde(default = "usual_cut_seconds")]
    pub cut_seconds: u16,
}

fn usual_cut_seconds() -> u16 {
    5
}

impl Open {
    fn once(&self, caller: &Caller) -> Once {
        let Open { key, name, file, cage, live, bet_seconds, decision_seconds, cut_seconds } = self;
        let seconds = (bet_seconds, decision_seconds, cut_seconds);
        let asks = serde_json::json!(["table", name, file, cage, live, seconds]);
        Once::of(key.0, caller.person, asks.to_string().as_bytes())
    }
}

/// A table that was opened.
#[derive(Serialize, JsonSchema)]
pub struct Opened {
    /// Its number.
    pub table: i64,
}

fn cannot(error: StoreError) -> Problem {
    match error {
        StoreError::Row(what) => {
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "table-file", "the table cannot be opened")
                .saying(what)
        }
        StoreError::Database(error)
            if error.code() == Some(&tokio_postgres::error::SqlState::UNIQUE_VIOLATION) =>
        {
            let title = "another table of the property has this name";
            Problem::new(StatusCode::CONFLICT, "name-taken", title)
        }
        other => other.into(),
    }
}

/// Returns the game and the settings of a table file.
fn read_file(app: &App, text: &str) -> Result<(&'static Game, TableConfig), Problem> {
    let wrong = |what: String| cannot(StoreError::Row(what));
    let found = |all: Vec<rulebook::Finding>| {
        wrong(all.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let draft = rulebook::read_table(text).map_err(found)?;
    let id = draft.game();
    let game = (app.registry.find)(id).ok_or_else(|| wrong(format!("there is no game \"{id}\" here")))?;
    let book = game.book().map_err(found)?;
    Ok((game, draft.check(&book).map_err(found)?))
}

/// Opens a table.
pub async fn open(State(app): State<App>, caller: Caller, Body(asked): Body<Open>) -> Answer<Opened> {
    let once = asked.once(&caller);
    let mut client = app.database.connect().await?;
    if let Some(table) = once.before(&client).await? {
        return Ok(Json(Opened { table }));
    }
    let (game, config) = read_file(&app, &asked.file)?;
    let cage = StreamId(asked.cage);
    let realm = app.house.cages().into_iter().find(|(id, _)| *id == cage).map(|(_, realm)| realm);
    let realm = realm.ok_or_else(|| Problem::not_found(format!("there is no cage {}", cage.0)))?;
    if realm.operator != caller.operator {
        return Err(Problem::other_operator());
    }
    let seconds = |number: u16| Duration::from_secs(number.into());
    // The shard with the fewest tables.
    let shard =
        "select shard.id from shard left join stream on stream.shard = shard.id and stream.closed is null
        group by 1 order by count(stream.id), 1 limit 1";
    let shard: i32 = client.query_one(shard, &[]).await?.try_get(0)?;
    let new = NewTable {
        realm,
        name: &asked.name,
        shard,
        game,
        config: &config,
        dealt: if asked.live { Dealt::Live } else { Dealt::Computer },
        clocks: Clocks {
            bets: seconds(asked.bet_seconds),
            decisions: seconds(asked.decision_seconds),
            cut: seconds(asked.cut_seconds),
        },
        cage,
        links: &[],
    };
    let table = make_table_once(&mut client, new, &once).await.map_err(cannot)?;
    Ok(Json(Opened { table: table.0 }))
}

/// How a table is closed.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
}

/// Closes a table at the end of its round, and returns all chips to the wallets.
pub async fn close(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(asked): Body<Close>,
) -> Answer<Moved> {
    send_close(&app, &caller, table, &asked, false).await
}

async fn send_close(app: &App, caller: &Caller, table: i64, asked: &Close, reopen: bool) -> Answer<Moved> {
    let request = Request {
        stream: StreamId(table),
        key: asked.key.0,
        person: caller.person,
        sender: None,
        seen: asked.seen,
        question: None,
        command: Command::Close { reopen },
    };
    let done = app.house.send(request).await?;
    Ok(Json(Moved { seq: done.seq, at: done.at.0, again: done.again }))
}

/// The report of new cards on a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCards {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
}

/// Reports new cards at a table between rounds: the time until the next change begins again.
pub async fn new_cards(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(asked): Body<NewCards>,
) -> Answer<Moved> {
    let (stream, key, seen) = (StreamId(table), asked.key.0, asked.seen);
    let command = Command::NewCards;
    let request = Request { stream, key, person: caller.person, sender: None, question: None, seen, command };
    let done = app.house.send(request).await?;
    Ok(Json(Moved { seq: done.seq, at: done.at.0, again: done.again }))
}

/// Another file for a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
    /// The file, in TOML.
    pub file: String,
}

/// Changes a table's file at the end of its round: the table is closed, and reopened under the same name with the new
/// file.
pub async fn change(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(asked): Body<Change>,
) -> Answer<Moved> {
    // After a first attempt the table is closed, and takes no other file.
    let before = app.house.done_before(StreamId(table), asked.key.0, caller.person, asked.seen).await?;
    if let Some(done) = before {
        return Ok(Json(Moved { seq: done.seq, at: done.at.0, again: done.again }));
    }
    let (_, config) = read_file(&app, &asked.file)?;
    let client = app.database.connect().await?;
    change_file(&client, StreamId(table), &config, app.registry.find).await.map_err(cannot)?;
    let close = Close { key: asked.key, seen: asked.seen };
    send_close(&app, &caller, table, &close, true).await
}
