//! Tables: all of them, one as somebody sees it, what happened there, and what somebody asks or reports.

use super::Caller;
use super::body::{Answer, Asked, At, Body, Json};
use super::problem::Problem;
use crate::app::App;
use crate::forward;
use crate::frame::UnitFrame;
use crate::roles::{Role, input_right, may_send};
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use engine::{Actor, Audience, Event, Input, Patron, View};
use felt::Money;
use futures_util::future::join_all;
use house::ids::{Key, PersonId, StreamId};
use house::stream::{Command, Request};
use house::table::{Dealt, TableFacts, TableStream};
use house::{Glance, Heard, history};
use rulebook::LayoutKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// So many units come at once at most.
const MOST_UNITS: u16 = 256;

/// As whom somebody looks at a table: whoever keeps a socket open for him learns from this when his place has changed.
pub(crate) const AUDIENCE: HeaderName = HeaderName::from_static("x-croupier-audience");

/// A command's own name, as a client writes it.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
pub struct CommandKey(pub Key);

impl TryFrom<String> for CommandKey {
    type Error = String;

    fn try_from(text: String) -> Result<CommandKey, String> {
        let uuid = uuid::Uuid::parse_str(&text);
        uuid.map(|uuid| CommandKey(Key(uuid.into_bytes())))
            .map_err(|_| "a key is a UUID of your own making".to_owned())
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
            "description": "The command's own name: sent twice it has one effect.",
        })
    }
}

/// Which tables.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// Only those that this process has.
    #[serde(default)]
    pub here: bool,
}

/// A table in the list.
#[derive(Serialize, Deserialize, JsonSchema)]
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
    /// How a table of the game is drawn.
    pub kind: LayoutKind,
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

/// The posted limits of a wager.
#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub struct Posted {
    /// The least.
    pub min: Money,
    /// The most.
    pub max: Money,
}

impl Listed {
    fn of(glance: Glance<'_>) -> Option<Listed> {
        let table = glance.stream.table()?;
        let facts = table.facts();
        Some(Listed {
            table: facts.id.0,
            name: facts.name.clone(),
            game: facts.game.id.to_owned(),
            title: facts.book.name.clone(),
            currency: facts.realm.code().to_owned(),
            cage: facts.cage.0,
            boxes: facts.config.boxes,
            taken: table.seats().values().filter(|seat| seat.person != PersonId::HOUSE).count(),
            round: table.face().round(),
            phase: table.face().phase().to_owned(),
            seq: glance.seq,
            kind: facts.game.drawn().ok()?.kind,
            live: facts.dealt == Dealt::Live,
            decks: facts.config.decks,
            limits: limits(facts),
            side_bets: side_bets(facts),
            meters: facts
                .links
                .iter()
                .map(|link| link.meter.0)
                .collect::<BTreeSet<_>>()
                .into_iter()
                .collect(),
        })
    }
}

fn limits(facts: &TableFacts) -> Option<Posted> {
    let limits = facts.config.limits(&facts.book.main_wager()?.id)?;
    Some(Posted { min: limits.min, max: limits.max })
}

fn side_bets(facts: &TableFacts) -> Vec<String> {
    let mut names = Vec::new();
    for wager in facts.book.wagers.iter().filter(|wager| wager.side_bet && facts.config.offers(&wager.id)) {
        // The wagers of a family are named once, without what each is made on.
        let target = wager.target.as_deref().map(|target| format!(" on {target}"));
        let name = target.and_then(|target| wager.name.strip_suffix(&target)).unwrap_or(&wager.name);
        if names.last().map(String::as_str) != Some(name) {
            names.push(name.to_owned());
        }
    }
    names
}

/// All tables.
pub async fn list(State(app): State<App>, Asked(asked): Asked<Where>) -> Answer<Vec<Listed>> {
    let here = app.house.tables().into_iter().map(|table| app.house.glance(table, Listed::of));
    let mut all: Vec<Listed> = join_all(here).await.into_iter().flat_map(Result::ok).flatten().collect();
    if !asked.here {
        all.extend(forward::gather(&app, "/v1/tables?here=true").await);
    }
    // A table that changes hands meanwhile may be told of twice.
    all.sort_by_key(|listed| listed.table);
    all.dedup_by_key(|listed| listed.table);
    Ok(Json(all))
}

/// A place at a table.
#[derive(Serialize, JsonSchema)]
pub struct SeatNow {
    /// The patron, by his letter.
    pub patron: Patron,
    /// Whether it is you.
    pub you: bool,
    /// The chips before him.
    pub stack: Money,
    /// What he has staked.
    pub staked: Money,
}

/// A table as somebody sees it.
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
    /// When the time of whoever is asked runs out, in microseconds since 1970.
    pub until: Option<i64>,
    /// The wagers that nobody plays without.
    pub needed: Vec<String>,
    /// Who sits there.
    pub seats: Vec<SeatNow>,
    /// What you see, and what you may do.
    pub view: View,
}

/// Who looks.
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

    /// As whom, and since which unit: what was private to whoever sat there before is not his to see.
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
            until: glance.until.map(|time| time.0),
            needed: needed(&facts.book),
            seats: seats.map(seat).collect(),
            view: View::folded(table.face(), looks.audience(table)),
        })
    }
}

/// The wagers that nobody plays without: those that the rules want, or the one that the game is about.
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

/// A table as somebody sees it.
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
    /// So many at most; no more than 256.
    pub limit: Option<u16>,
}

/// What happened at a table.
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

/// As whom somebody watches a table that is here, and the units after one, each with the audience that he was then.
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

/// Something that is asked or reported at a table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The command's own name.
    pub key: CommandKey,
    /// The last unit of the table that you have seen.
    pub seen: i64,
    /// Your place, where the input does not name it.
    pub seat: Option<Patron>,
    /// What.
    pub input: Input,
}

/// What has become of it.
#[derive(Serialize, JsonSchema)]
pub struct Played {
    /// The unit that carried it out.
    pub seq: i64,
    /// When, in microseconds since 1970.
    pub at: i64,
    /// Whether it had been carried out before.
    pub again: bool,
    /// What happened, as you may see it; not told again where it had been carried out before.
    pub events: Vec<Event>,
    /// The table as you see it afterwards.
    pub table: Option<TableNow>,
}

/// Asks or reports something at a table.
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
    let by = actor(&app, &caller, StreamId(table), play.seat, &play.input).await?;
    let command = Command::Play { by, input: play.input };
    let (stream, key, person) = (StreamId(table), play.key.0, caller.person);
    let request = Request { stream, key, person, sender: None, seen: play.seen, command };
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

/// Something that a patron could ask for, to find out why he could not.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// What.
    pub input: Input,
}

/// That it would be granted.
#[derive(Serialize, JsonSchema)]
pub struct Granted {
    /// Whether the rules would grant it.
    pub allowed: bool,
}

/// Whether something would be granted; where it would not, the rule that refuses and what would be allowed.
pub async fn ask(
    State(app): State<App>,
    At(table): At<i64>,
    caller: Caller,
    Body(Ask { input }): Body<Ask>,
) -> Answer<Granted> {
    // Only a patron's own requests: what a report would come to may tell of what nobody has seen.
    let own = patron_of(&input).filter(|_| caller.role == Role::Patron);
    let patron =
        own.ok_or_else(|| Problem::not_allowed("only a patron asks, for what he could request himself"))?;
    let person = caller.person;
    let look = move |glance: Glance<'_>| {
        let table = glance.stream.table()?;
        let seated = table.seat_of(person).is_some_and(|(own, _)| own == patron);
        Some(seated.then(|| table.would_grant(Actor::Patron(patron), input)))
    };
    let found = app.house.glance(StreamId(table), look).await?.ok_or_else(|| no_table(table))?;
    found.ok_or_else(|| Problem::not_allowed("that is not your place"))??;
    Ok(Json(Granted { allowed: true }))
}

/// As whom somebody speaks at a table.
async fn actor(
    app: &App,
    caller: &Caller,
    table: StreamId,
    seat: Option<Patron>,
    input: &Input,
) -> Result<Actor, Problem> {
    let mut seat = seat.or_else(|| patron_of(input));
    if caller.role == Role::Patron && seat.is_none() {
        let person = caller.person;
        let own = move |glance: Glance<'_>| glance.stream.table()?.seat_of(person).map(|(patron, _)| patron);
        seat = app.house.glance(table, own).await?;
    }
    let nobody = || Problem::not_allowed("you have no place at this table: buy in first");
    caller.role.actor(seat).ok_or_else(nobody)
}

/// The patron that an input speaks for.
fn patron_of(input: &Input) -> Option<Patron> {
    match input {
        Input::Bet { patron, .. }
        | Input::TakeBack { patron, .. }
        | Input::Work { patron, .. }
        | Input::Choose { patron, .. } => Some(*patron),
        _ => None,
    }
}
