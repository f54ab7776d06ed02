//! Endpoints for replays of rounds.

use super::Caller;
use super::body::{Answer, Asked, At, Json};
use super::problem::Problem;
use crate::app::App;
use crate::frame::UnitFrame;
use crate::roles::Role;
use axum::extract::State;
use engine::{Audience, Event, Line, Patron, Rule, What, explain_line};
use felt::Money;
use house::archive::{self, ArchivedRound};
use house::ids::{PersonId, StreamId};
use house::recall::OwnPlace;
use house::store::StoreError;
use house::{Heard, history, recall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use tokio_postgres::Client;

/// The maximum number of rounds in one response.
const MOST: u8 = 100;

/// The part of the list of rounds.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HowMany {
    /// How many at most: 10 by default, 100 at most.
    pub limit: Option<u8>,
}

/// A round that you have played.
#[derive(Serialize, JsonSchema)]
pub struct MyRound {
    /// The table.
    pub table: i64,
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Its currency.
    pub currency: String,
    /// The round.
    pub round: i32,
    /// Your place.
    pub seat: Patron,
    /// When you last staked something in it, in microseconds since 1970.
    pub at: i64,
    /// What you staked.
    pub staked: Money,
    /// What came back to you, stakes too.
    pub returned: Money,
}

/// Lists the caller's last rounds.
pub async fn my_rounds(
    State(app): State<App>,
    Asked(asked): Asked<HowMany>,
    caller: Caller,
) -> Answer<Vec<MyRound>> {
    let client = app.connections.lend().await?;
    let most = asked.limit.unwrap_or(10).min(MOST);
    let rounds = recall::rounds_of(&client, caller.person, most.into()).await?;
    let round = |round: recall::PlayedRound| MyRound {
        table: round.table.0,
        name: round.name,
        game: round.game,
        currency: round.currency,
        round: round.round,
        seat: round.seat,
        at: round.at.0,
        staked: round.staked,
        returned: round.returned,
    };
    Ok(Json(rounds.into_iter().map(round).collect()))
}

/// A settlement line and why it is so.
#[derive(Serialize, JsonSchema)]
pub struct LineNow {
    /// The unit that settled it.
    pub seq: i64,
    /// The line.
    pub line: Line,
    /// The line in words.
    pub text: String,
    /// The rules behind it.
    pub rules: Vec<Rule>,
}

/// A commitment to the order of a shoe.
#[derive(Serialize, JsonSchema)]
pub struct ShoeNow {
    /// Which of the table's shoes.
    pub number: i64,
    /// What was committed to, as hexadecimal digits.
    pub commitment: String,
    /// The unit that did so.
    pub seq: i64,
    /// The salt, once the shoe is opened.
    pub salt: Option<String>,
    /// The cards by their indices, the first one first, once the shoe is opened.
    pub cards: Option<Vec<u8>>,
}

/// A round for a replay.
#[derive(Serialize, JsonSchema)]
pub struct RoundNow {
    /// The table.
    pub table: i64,
    /// Its name, by which its shoes are committed to.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Its currency.
    pub currency: String,
    /// The round.
    pub round: u32,
    /// Your place in it, if you had one.
    pub seat: Option<Patron>,
    /// Everything that happened, as you may see it.
    pub units: Vec<UnitFrame>,
    /// The settlement, line by line.
    pub lines: Vec<LineNow>,
    /// What the house had committed to before: see docs/chance.md for how to check it.
    pub shoes: Vec<ShoeNow>,
}

/// A round from the database or from an archive.
struct Found {
    name: String,
    game: String,
    currency: String,
    units: Vec<Heard>,
    /// The caller's place, if they are a patron.
    own: Option<OwnPlace>,
    shoes: Vec<ShoeNow>,
}

/// Returns a round of a table.
pub async fn round(
    State(app): State<App>,
    At((table, round)): At<(i64, u32)>,
    caller: Caller,
) -> Answer<RoundNow> {
    let no_round = || Problem::not_found(format!("table {table} has no round {round} that you may see"));
    let _place = app.replays.acquire().await.map_err(|_| Problem::busy())?;
    let client = app.connections.lend().await?;
    let asked = history::Asked { client: &client, find: app.registry.find, keys: &app.keys };
    let Found { name, game, currency: code, units: heard, own, shoes } =
        match recall::units_of(&asked, StreamId(table), round).await {
            Ok(heard) => in_database(&client, table, heard.ok_or_else(no_round)?, &caller).await?,
            Err(archived @ StoreError::Archived { .. }) => match &app.archives {
                Some(directory) => in_archives(&app, &client, directory, (table, round), &caller).await?,
                None => return Err(archived.into()),
            },
            Err(error) => return Err(error.into()),
        }
        .ok_or_else(no_round)?;
    let currency = felt::Currency::by_code(&code).unwrap_or(felt::Currency::USD);
    let audience = |seq: i64| match own {
        Some(own) if own.covers(seq) => Audience::Patron(own.seat),
        Some(_) => Audience::Spectator,
        None => caller.role.audience(None),
    };
    let units = heard.iter().map(|one| UnitFrame::of(one, audience(one.seq))).collect();
    let happened = heard.iter().flat_map(|one| one.events.iter().map(|event| (one.seq, event)));
    // One unit may end a round and open the next.
    let before = |(_, event): &(i64, &Event)| event.what != What::RoundOpened { round };
    let within = |(_, event): &(i64, &Event)| event.what != What::RoundEnded { round };
    let opened =
        heard.iter().any(|one| one.events.iter().any(|event| event.what == What::RoundOpened { round }));
    let settled = happened.skip_while(|one| opened && before(one)).take_while(within);
    let lines = settled.filter_map(|(seq, event)| match event.what {
        What::Settled(line) => {
            let (text, rules) = (explain_line(&line, currency), event.cites.iter().collect());
            Some(LineNow { seq, line, text, rules })
        }
        _ => None,
    });
    let lines = lines.collect();
    let seat = own.map(|own| own.seat);
    Ok(Json(RoundNow { table, name, game, currency: code, round, seat, units, lines, shoes }))
}

/// Reads a round from the database; `None` if the caller may not see it.
async fn in_database(
    client: &Client,
    table: i64,
    units: Vec<Heard>,
    caller: &Caller,
) -> Result<Option<Found>, Problem> {
    let of_table = "select game, currency, name from stream where id = $1 and kind = 'table'";
    let Some(row) = client.query_opt(of_table, &[&table]).await? else { return Ok(None) };
    // Patrons see rounds in which they had a stake, as they saw them at the time.
    let own = match caller.role {
        Role::Patron => match recall::place_in(client, caller.person, &units).await? {
            None => return Ok(None),
            own => own,
        },
        _ => None,
    };
    let shoes = shoes(client, table, units.last().map_or(0, |last| last.seq)).await?;
    let (game, currency, name) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
    Ok(Some(Found { name, game, currency, units, own, shoes }))
}

/// Reads a round from the archives.
async fn in_archives(
    app: &App,
    client: &Client,
    directory: &Path,
    (table, round): (i64, u32),
    caller: &Caller,
) -> Result<Option<Found>, Problem> {
    let (directory, find, keys) = (directory.to_owned(), app.registry.find, Arc::clone(&app.keys));
    let read = move || {
        let files = archive::archives_in(&directory).map_err(|error| StoreError::Row(error.to_string()))?;
        archive::recall(&files, StreamId(table), round, find, &keys).map_err(StoreError::from)
    };
    let found =
        tokio::task::spawn_blocking(read).await.map_err(|error| StoreError::Row(error.to_string()))?;
    let Some(found) = found? else { return Ok(None) };
    let own = match caller.role {
        Role::Patron => {
            let persons: Vec<i64> = found.persons().into_iter().map(|person| person.0).collect();
            let asked = "select person from account where person = any($1) and role = 'patron'";
            let rows = client.query(asked, &[&persons]).await?;
            let patrons = rows.iter().map(|row| row.try_get(0).map(PersonId)).collect::<Result<_, _>>()?;
            match found.place_of(caller.person, &patrons) {
                None => return Ok(None),
                own => own,
            }
        }
        _ => None,
    };
    let shoe = |shoe: &archive::ArchivedShoe| ShoeNow {
        number: shoe.number,
        commitment: hex(&shoe.commitment),
        seq: shoe.seq,
        salt: shoe.salt.as_deref().map(hex),
        cards: shoe.cards.clone(),
    };
    let shoes = found.shoes.iter().map(shoe).collect();
    let ArchivedRound { name, game, currency, units, .. } = found;
    Ok(Some(Found { name, game, currency, units, own, shoes }))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the shoe that was dealt from, and the cards that were sealed in the round.
async fn shoes(client: &Client, table: i64, last: i64) -> Result<Vec<ShoeNow>, Problem> {
    let asked = "select number, commitment, seq, salt, cards from shoe where stream = $1 and seq <= $2
        order by number desc limit 2";
    let rows = client.query(asked, &[&table, &last]).await?;
    let mut shoes = Vec::new();
    for row in rows {
        shoes.push(ShoeNow {
            number: row.try_get(0)?,
            commitment: hex(row.try_get(1)?),
            seq: row.try_get(2)?,
            salt: row.try_get::<_, Option<&[u8]>>(3)?.map(hex),
            cards: row.try_get(4)?,
        });
    }
    Ok(shoes)
}
