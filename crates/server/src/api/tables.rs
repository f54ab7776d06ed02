//! Endpoints of a table: its view, its units, and requests and reports.

use super::Caller;
use super::body::{Answer, Asked, At, Body, Json};
use super::problem::Problem;
use crate::app::App;
use crate::frame::UnitFrame;
use crate::roles::{Role, input_right, may_send};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use engine::{Actor, Audience, Event, Input, Patron, Rule, View};
use felt::Money;
use house::ids::{Key, PersonId, StreamId, Time};
use house::stream::{Command, Request};
use house::table::{CardsInUse, Dealt, TableStream};
use house::{Glance, Heard, history};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The maximum number of units in one response.
const MOST_UNITS: u16 = 256;

/// The response header with the audience of a view: a process that keeps a socket open for a person learns from it that
/// their place has changed.
pub(crate) const AUDIENCE: HeaderName = HeaderName::from_static("x-croupier-audience");

/// The key of a command, as a client writes it.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct CommandKey(pub Key);

impl TryFrom<String> for CommandKey {
    type Error = String;

    fn try_from(text: String) -> Result<CommandKey, String> {
        let uuid = uuid::Uuid::parse_str(&text);
        uuid.map(|uuid| CommandKey(Key(uuid.into_bytes())))
            .map_err(|_| "a key is a UUID that you generate".to_owned())
    }
}

impl JsonSchema for CommandKey {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CommandKey".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "format": "uuid",
            "description": "The command's own name: a retry with the same key has no second effect.",
        })
    }
}

/// A place at a table.
#[derive(Serialize, JsonSchema)]
pub struct SeatNow {
    /// The patron, by letter.
    pub patron: Patron,
    /// Whether it is you.
    pub you: bool,
    /// The chips before them.
    pub stack: Money,
    /// What they have staked.
    pub staked: Money,
    /// The unit by which they took it: what happened there before belongs to another patron.
    pub since: i64,
}

/// A table as a person sees it.
#[derive(Serialize, JsonSchema)]
pub struct TableNow {
    /// Its number.
    pub table: i64,
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: &'static str,
    /// The game's name.
    pub title: String,
    /// The boxes that it has.
    pub boxes: u8,
    /// Whether a dealer deals, rather than the house.
    pub live: bool,
    /// Where its chips come from.
    pub cage: i64,
    /// What time it is in the house, in microseconds since 1970.
    pub now: i64,
    /// The number of its last unit: what is sent next names it as `seen`.
    pub seq: i64,
    /// The number of what it asks now: the unit by which that was first asked. A decision names it as `question`.
    pub question: i64,
    /// When the time for the awaited decision runs out, in microseconds since 1970.
    pub until: Option<i64>,
    /// The time limit of the cards in use, for staff at the table; missing if the game has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<CardsNow>,
    /// The required wagers.
    pub needed: Vec<String>,
    /// Who sits there.
    pub seats: Vec<SeatNow>,
    /// The boxes that stay a patron's, also between rounds.
    pub places: Vec<PlaceNow>,
    /// What you see, and what you may do.
    pub view: View,
}

/// A box that is kept for a patron.
#[derive(Serialize, JsonSchema)]
pub struct PlaceNow {
    /// Its number.
    #[serde(rename = "box")]
    pub box_number: u8,
    /// The patron, by letter.
    pub patron: Patron,
    /// Whether it is you.
    pub you: bool,
    /// The last round that they may leave out; none where rounds do not count.
    pub last_round: Option<u32>,
    /// Until when, in microseconds since 1970; none where time does not count.
    pub until: Option<i64>,
}

/// Cards with a limit in hours. Times are in microseconds since 1970.
#[derive(Serialize, JsonSchema)]
pub struct CardsNow {
    /// When they were opened.
    pub opened: i64,
    /// When they must be changed at the latest: from then on no round begins.
    pub due: i64,
    /// After how many hours that is.
    pub hours: u16,
    /// The paragraph that asks for it.
    pub rule: Rule,
    /// How near it is.
    pub state: CardsState,
}

/// How near the time is at which cards must be changed.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardsState {
    /// They may be used for a while yet.
    Fine,
    /// Have new ones ready.
    Soon,
    /// It is over: no round begins until new cards are there.
    Over,
}

impl CardsNow {
    fn of(cards: CardsInUse, now: Time) -> CardsNow {
        let CardsInUse { opened, due, warned, hours, rule } = cards;
        let state = match now {
            now if now >= due => CardsState::Over,
            now if now >= warned => CardsState::Soon,
            _ => CardsState::Fine,
        };
        CardsNow { opened: opened.0, due: due.0, hours, rule, state }
    }
}

/// The person who looks at a table.
#[derive(Clone, Copy)]
struct Looks {
    person: PersonId,
    role: Role,
}

impl Looks {
    fn of(caller: &Caller) -> Looks {
        Looks { person: caller.person, role: caller.role }
    }

    fn audience(self, table: &TableStream) -> Audience {
        self.role.audience(table.seat_of(self.person).map(|(patron, _)| patron))
    }

    /// Whether they work at tables, and so must know the age of the cards.
    fn is_staff(self) -> bool {
        matches!(self.role, Role::Dealer | Role::Floor | Role::Pit | Role::Surveillance)
    }

    /// Returns the audience, and the unit since which it applies: what was private to the previous person there stays
    /// hidden.
    fn since(self, table: &TableStream) -> (Audience, i64) {
        let seat = table.seat_of(self.person).filter(|_| self.role == Role::Patron);
        (self.audience(table), seat.map_or(0, |(_, seat)| seat.since))
    }
}

impl TableNow {
    fn of(glance: Glance<'_>, looks: Looks) -> Option<TableNow> {
        let table = glance.stream.table()?;
        let facts = table.facts();
        let seats = table.seats().iter().filter(|(_, seat)| seat.person != PersonId::HOUSE);
        let seat = |(patron, seat): (&Patron, &house::table::Seat)| SeatNow {
            patron: *patron,
            you: seat.person == looks.person,
            stack: seat.stack,
            staked: seat.staked,
            since: seat.since,
        };
        let place = |kept: house::table::KeptBox| PlaceNow {
            box_number: kept.box_number,
            patron: kept.patron,
            you: table.seats().get(&kept.patron).is_some_and(|seat| seat.person == looks.person),
            last_round: kept.last_round,
            until: kept.until.map(|time| time.0),
        };
        Some(TableNow {
            table: facts.id.0,
            name: facts.name.clone(),
            game: facts.game.id,
            title: facts.book.name.clone(),
            boxes: facts.config.boxes,
            live: facts.dealt == Dealt::Live,
            cage: facts.cage.0,
            now: glance.now.0,
            seq: glance.seq,
            question: table.asked(),
            until: glance.until.map(|time| time.0),
            cards: table.cards().filter(|_| looks.is_staff()).map(|cards| CardsNow::of(cards, glance.now)),
            needed: needed(&facts.book),
            seats: seats.map(seat).collect(),
            places: table.places(glance.now).into_iter().map(place).collect(),
            view: View::folded(table.face(), looks.audience(table)),
        })
    }
}

/// Returns the required wagers: those that the rules demand, or the main wager of the game.
fn needed(book: &rulebook::RuleBook) -> Vec<String> {
    let required: Vec<String> =
        book.wagers.iter().filter(|wager| wager.required).map(|wager| wager.id.clone()).collect();
    if required.is_empty() {
        book.main_wager().map(|main| main.id.clone()).into_iter().collect()
    } else {
        required
    }
}

pub(super) fn no_table(table: i64) -> Problem {
    Problem::not_found(format!("there is no table {table}"))
}

/// Returns a table as a person sees it.
pub async fn now(State(app): State<App>, At(table): At<i64>, caller: Caller) -> Answer<TableNow> {
    let looks = Looks::of(&caller);
    let seen = app.house.glance(StreamId(table), move |glance| TableNow::of(glance, looks)).await?;
    seen.map(Json).ok_or_else(|| no_table(table))
}

/// Which units.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct After {
    /// Those after this one.
    #[serde(default)]
    pub after: i64,
    /// How many at most: up to 256.
    pub limit: Option<u16>,
}

/// Returns the units of a table.
pub async fn units(
    State(app): State<App>,
    At(table): At<i64>,
    Asked(asked): Asked<After>,
    caller: Caller,
) -> Result<Response, Problem> {
    let limit = usize::from(asked.limit.unwrap_or(MOST_UNITS).min(MOST_UNITS));
    let (audience, heard) = heard_after(&app, &caller, StreamId(table), asked.after, limit).await?;
    let frames: Vec<UnitFrame> =
        heard.iter().map(|(heard, audience)| UnitFrame::of(heard, *audience)).collect();
    let mut response = Json(frames).into_response();
    if let Ok(audience) = HeaderValue::from_str(&audience.to_string()) {
        response.headers_mut().insert(AUDIENCE, audience);
    }
    Ok(response)
}

/// Returns a person's audience at a table in this process, and the units after one, each with their audience at that
/// time.
pub(crate) async fn heard_after(
    app: &App,
    caller: &Caller,
    table: StreamId,
    after: i64,
    limit: usize,
) -> Result<(Audience, Vec<(Heard, Audience)>), Problem> {
    let looks = Looks::of(caller);
    let found =
        app.house.glance(table, move |glance| Some((looks.since(glance.stream.table()?), glance.seq)));
    let ((audience, since), head) = found.await?.ok_or_else(|| no_table(table.0))?;
    if limit == 0 || after >= head {
        return Ok((audience, Vec::new()));
    }
    let mut heard = match app.house.heard_since(table, after).await {
        Some(heard) => heard,
        None => from_journal(app, table, after, limit).await?,
    };
    heard.truncate(limit);
    let then = |heard: Heard| {
        let audience = if heard.seq < since { Audience::Spectator } else { audience };
        (heard, audience)
    };
    Ok((audience, heard.into_iter().map(then).collect()))
}

async fn from_journal(app: &App, table: StreamId, after: i64, limit: usize) -> Result<Vec<Heard>, Problem> {
    metrics::counter!("croupier_replays_total").increment(1);
    let _place = app.replays.acquire().await.map_err(|_| Problem::busy())?;
    let client = app.connections.lend().await?;
    let asked = history::Asked { client: &client, find: app.registry.find, keys: &app.keys };
    Ok(history::units_after(&asked, table, after, limit).await?)
}

/// A request or report at a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
    /// The question that it answers, by the `question` number of the table. It is then carried out only while the table
    /// asks that question; without a number it answers the open question, if the unit `seen` asked it.
    pub question: Option<i64>,
    /// Your place, if the input does not name it.
    pub seat: Option<Patron>,
    /// The input.
    pub input: Input,
}

/// The result of a request or report.
#[derive(Serialize, JsonSchema)]
pub struct Played {
    /// The unit that carried it out.
    pub seq: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whether it had been carried out before.
    pub again: bool,
    /// What happened, as you may see it; empty if it had been carried out before.
    pub events: Vec<Event>,
    /// The table as you see it afterwards.
    pub table: Option<TableNow>,
}

/// Carries out a request or report at a table.
pub async fn play(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(play): Body<Play>,
) -> Answer<Played> {
    let kind = input_right(&play.input);
    if !may_send(caller.role, kind) {
        let (role, what) = (caller.role, kind.word());
        return Err(Problem::not_allowed(format!("{what} is not among what a {role} may say to a table")));
    }
    let (stream, key, person) = (StreamId(table), play.key.0, caller.person);
    let by = match actor(&app, &caller, stream, play.seat, &play.input).await? {
        Some(by) => by,
        // A patron without a place may have had one when the same command was first carried out.
        None => {
            let before = app.house.done_before(stream, key, person, play.seen).await?;
            let nobody = || Problem::not_allowed("you have no place at this table: buy in first");
            let done = before.ok_or_else(nobody)?;
            return Ok(Json(Played {
                seq: done.seq,
                at: done.at.0,
                again: true,
                events: Vec::new(),
                table: None,
            }));
        }
    };
    let command = Command::Play { by, input: play.input };
    let request =
        Request { stream, key, person, sender: None, seen: play.seen, question: play.question, command };
    let looks = Looks::of(&caller);
    let look = move |glance: Glance<'_>| {
        let audience = glance.stream.table().map(|table| looks.audience(table));
        Some((audience?, TableNow::of(glance, looks)?))
    };
    let (done, seen) = app.house.send_and_glance(request, look).await;
    let done = done?;
    let (audience, table) = match seen.flatten() {
        Some((audience, table)) => (audience, Some(table)),
        None => (Audience::Spectator, None),
    };
    let events: &Arc<Vec<Event>> = &done.events;
    let events = events.iter().map(|event| event.seen_by(audience)).collect();
    Ok(Json(Played { seq: done.seq, at: done.at.0, again: done.again, events, table }))
}

/// A request that a patron could make, to find out why it would be refused.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// The input.
    pub input: Input,
}

/// The request would be granted.
#[derive(Serialize, JsonSchema)]
pub struct Granted {
    /// Whether the rules would grant it.
    pub allowed: bool,
}

/// Checks whether a request would be granted; if not, names the rule that refuses it and what would be allowed.
pub async fn ask(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(Ask { input }): Body<Ask>,
) -> Answer<Granted> {
    // Only a patron's own requests: the result of a report could reveal hidden cards.
    let own = patron_of(&input).filter(|_| caller.role == Role::Patron);
    let patron = own.ok_or_else(|| Problem::not_allowed("only a patron asks, for their own requests"))?;
    let person = caller.person;
    let look = move |glance: Glance<'_>| {
        let table = glance.stream.table()?;
        let seated = table.seat_of(person).is_some_and(|(own, _)| own == patron);
        Some(seated.then(|| table.would_grant(glance.now, Actor::Patron(patron), input)))
    };
    let found = app.house.glance(StreamId(table), look).await?.ok_or_else(|| no_table(table))?;
    found.ok_or_else(|| Problem::not_allowed("that is not your place"))??;
    Ok(Json(Granted { allowed: true }))
}

/// Returns the actor as which a person acts at a table; `None` for a patron without a place there.
async fn actor(
    app: &App,
    caller: &Caller,
    table: StreamId,
    seat: Option<Patron>,
    input: &Input,
) -> Result<Option<Actor>, Problem> {
    let mut seat = seat.or_else(|| patron_of(input));
    if caller.role == Role::Patron && seat.is_none() {
        let person = caller.person;
        let own = move |glance: Glance<'_>| glance.stream.table()?.seat_of(person).map(|(patron, _)| patron);
        seat = app.house.glance_to_act(table, own).await?;
    }
    Ok(caller.role.actor(seat))
}

/// Returns the patron that an input names.
fn patron_of(input: &Input) -> Option<Patron> {
    match input {
        Input::Bet { patron, .. }
        | Input::TakeBack { patron, .. }
        | Input::Work { patron, .. }
        | Input::Choose { patron, .. } => Some(*patron),
        _ => None,
    }
}
