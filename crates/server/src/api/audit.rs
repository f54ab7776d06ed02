//! Endpoints for auditors: the stored journal, a table's shift, the signed roots.

use super::body::{Answer, Asked, At, Json};
use super::problem::Problem;
use crate::app::App;
use axum::extract::State;
use felt::Money;
use house::ids::{StreamId, Time};
use house::ledger::shift;
use house::store::StoreError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::SystemTime;

/// The maximum number of rows in one response.
const MOST: i64 = 1_000;

/// Which rows.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct After {
    /// Those after this one.
    #[serde(default)]
    pub after: i64,
    /// How many at most: up to 1,000.
    pub limit: Option<i64>,
}

impl After {
    fn most(&self) -> i64 {
        self.limit.unwrap_or(100).clamp(0, MOST)
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A row of the journal.
#[derive(Serialize, JsonSchema)]
pub struct JournalRow {
    /// The unit's number.
    pub seq: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Who asked for it; 0 for the house itself.
    pub person: i64,
    /// The stream that sent it; 0 for a person.
    pub sender: i64,
    /// The command's own name.
    pub key: String,
    /// What it asked, as a hash.
    pub request: String,
    /// Its stored form, as hexadecimal digits, without hidden faces.
    pub body: String,
    /// The hash of the row before it.
    pub previous: String,
}

/// Returns rows of the journal of a stream.
pub async fn journal(
    State(app): State<App>,
    At(stream): At<i64>,
    Asked(asked): Asked<After>,
) -> Answer<Vec<JournalRow>> {
    let client = app.connections.lend().await?;
    let sql = "select seq, at, person, sender, key, request, body, previous from unit
        where stream = $1 and seq > $2 order by seq limit $3";
    let mut rows = Vec::new();
    for row in client.query(sql, &[&stream, &asked.after, &asked.most()]).await? {
        rows.push(JournalRow {
            seq: row.try_get(0)?,
            at: Time::from_system(row.try_get::<_, SystemTime>(1)?).0,
            person: row.try_get(2)?,
            sender: row.try_get(3)?,
            key: row.try_get::<_, uuid::Uuid>(4)?.to_string(),
            request: hex(row.try_get(5)?),
            body: hex(row.try_get(6)?),
            previous: hex(row.try_get(7)?),
        });
    }
    Ok(Json(rows))
}

/// A signed root.
#[derive(Serialize, JsonSchema)]
pub struct RootRow {
    /// Its number.
    pub number: i64,
    /// The line, as it stands in the file outside the database.
    pub line: String,
}

/// Returns the signed roots.
pub async fn roots(State(app): State<App>, Asked(asked): Asked<After>) -> Answer<Vec<RootRow>> {
    let client = app.connections.lend().await?;
    let sql = "select number, line from root where number > $1 order by number limit $2";
    let mut rows = Vec::new();
    for row in client.query(sql, &[&asked.after, &asked.most()]).await? {
        rows.push(RootRow { number: row.try_get(0)?, line: row.try_get(1)? });
    }
    Ok(Json(rows))
}

/// From when to when.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// From this moment on: `2026-11-16T06:00:00Z`.
    pub from: String,
    /// Before this moment.
    pub to: String,
}

/// A table's shift.
#[derive(Serialize, JsonSchema)]
pub struct ShiftNow {
    /// The bank at the beginning.
    pub opener: Money,
    /// Chips that came from the cage into the bank.
    pub fills: Money,
    /// Chips that went from the bank to the cage.
    pub credits: Money,
    /// What the bank won in play.
    pub win: Money,
    /// The bank at the end.
    pub closer: Money,
    /// Chips that patrons bought.
    pub drop: Money,
    /// Chips that patrons took away.
    pub cash_outs: Money,
    /// Vigorish.
    pub vigorish: Money,
    /// What came into the dealers' box.
    pub tips: Money,
    /// What meters paid.
    pub jackpots: Money,
}

/// Returns a table's shift.
pub async fn ledger(
    State(app): State<App>,
    At(table): At<i64>,
    Asked(asked): Asked<Between>,
) -> Answer<ShiftNow> {
    let in_order = "select $1::text::timestamptz <= $2::text::timestamptz";
    let order = app.connections.lend().await?.query_one(in_order, &[&asked.from, &asked.to]).await;
    if !order.map_err(|error| unreadable(error.into()))?.try_get::<_, bool>(0)? {
        return Err(Problem::unreadable("a shift ends after it begins"));
    }
    let found = shift(&app.database, StreamId(table), &asked.from, &asked.to).await?;
    Ok(Json(ShiftNow {
        opener: found.opener,
        fills: found.fills,
        credits: found.credits,
        win: found.win,
        closer: found.closer,
        drop: found.drop,
        cash_outs: found.cash_outs,
        vigorish: found.vigorish,
        tips: found.tips,
        jackpots: found.jackpots,
    }))
}

/// The database parses times; one that it cannot parse is the client's fault.
fn unreadable(error: StoreError) -> Problem {
    match &error {
        StoreError::Database(said) if said.code().is_some_and(|code| code.code().starts_with("22")) => {
            Problem::unreadable("a moment is written like 2026-11-16T06:00:00Z")
        }
        _ => error.into(),
    }
}
