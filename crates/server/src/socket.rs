//! A table's stream on a socket: every unit after the named one, in order and without a gap, in the form for its
//! audience.

use crate::accounts::Revoked;
use crate::api::Caller;
use crate::api::body::{Asked, At};
use crate::api::problem::Problem;
use crate::api::tables::{AUDIENCE, heard_after};
use crate::app::App;
use crate::forward;
use crate::frame::{Frame, changes_seats};
use crate::hub::Told;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use engine::{Audience, parse_audience};
use house::ids::StreamId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// How many missed units are requested at once.
const AT_ONCE: usize = 256;
/// How many units a socket remembers having sent, to notice that another unit has the number of one of them.
const REMEMBERED: usize = 64;
/// A socket is dropped if it does not accept a message within this time.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a socket gets a ping and its token is checked.
const LOOK: Duration = Duration::from_secs(20);

/// From where on.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// Units after this one; by default from the first one on.
    #[serde(default)]
    #[schemars(range(min = 0))]
    pub after: i64,
    /// The time of that unit, as it was sent. After a loss of units another one may have its number: then the socket is
    /// closed with 4010.
    pub at: Option<i64>,
}

/// Why a socket is closed; the client gets a code for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The client is gone.
    Gone,
    /// It is too far behind.
    Slow,
    /// The person's place has changed, and with it what they may see.
    OtherPlace,
    /// The token is no longer valid.
    SignedOut,
    /// The client names a unit that does not exist yet.
    Ahead,
    /// Units that the client received were lost, and others have their numbers.
    Lost,
    /// The table cannot be reached.
    Away,
    /// The process is about to leave.
    Leaving,
}

impl End {
    fn word(self) -> &'static str {
        match self {
            End::Gone => "gone",
            End::Slow => "slow",
            End::OtherPlace => "other-place",
            End::SignedOut => "signed-out",
            End::Away => "away",
            End::Leaving => "leaving",
            End::Ahead => "ahead",
            End::Lost => "lost",
        }
    }

    fn frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Gone => return None,
            End::Slow => (4008, "too slow: connect again and name the last unit that you have"),
            End::OtherPlace => (4009, "your place has changed: connect again"),
            End::Ahead => (4004, "there is no such unit yet: name one that you have"),
            End::Lost => (4010, "units that you received were lost: read the table again"),
            End::SignedOut => (4001, "sign in again"),
            End::Leaving => (1012, "this process is about to leave: connect again, to another one"),
            End::Away => (1013, "the table cannot be reached now: connect again in a moment"),
        };
        Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) })
    }
}

/// Opens a socket.
pub async fn stream(
    State(app): State<App>,
    At(table): At<i64>,
    Asked(from): Asked<From>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|why| Problem::unreadable(why.body_text()))?;
    if app.leases.leaving() {
        return Err(Problem::unavailable());
    }
    let place = app.sockets.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
    if from.after < 0 {
        return Err(Problem::unreadable("units are counted from 1 on"));
    }
    let table = StreamId(table);
    if app.house.shard_of(table).is_none() {
        return Err(Problem::not_found(format!("there is no table {}", table.0)));
    }
    // Messages from the client are ignored: a few bytes are enough.
    let upgrade = upgrade.protocols(["croupier"]).max_message_size(4_096).max_frame_size(4_096);
    Ok(upgrade.on_upgrade(async move |socket| {
        metrics::gauge!("croupier_sockets").increment(1);
        let audience = Audience::Spectator;
        let mut line =
            Line { app, caller, table, after: from.after, told: VecDeque::new(), audience, socket };
        if let Some(at) = from.at {
            line.told.push_back((from.after, at));
        }
        let end = line.run().await;
        line.close(end).await;
        metrics::gauge!("croupier_sockets").decrement(1);
        drop(place);
    }))
}

/// An open socket.
struct Line {
    app: App,
    caller: Caller,
    table: StreamId,
    /// The last unit that was sent.
    after: i64,
    /// The last units that the client received, with their times.
    told: VecDeque<(i64, i64)>,
    audience: Audience,
    socket: WebSocket,
}

impl Line {
    async fn run(&mut self) -> End {
        match self.missed(0).await {
            Ok((audience, _)) => self.audience = audience,
            Err(end) => return end,
        }
        let app = self.app.clone();
        let mut revocations = app.accounts.revocations();
        let mut watcher = app.hub.enter(self.table, self.audience);
        if let Err(end) = self.begin().await {
            return end;
        }
        let mut look = tokio::time::interval(LOOK);
        loop {
            let goes_on = tokio::select! {
                // Revocations first: after its token was revoked a client receives nothing more.
                biased;
                revoked = revocations.recv() => self.revoked(revoked).await,
                told = watcher.next() => match told {
                    Some(told) => self.hear(told).await,
                    None => Err(End::Slow),
                },
                said = self.socket.recv() => match said {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
                    Some(Ok(_)) => Ok(()),
                },
                _ = look.tick() => self.look().await,
                () = app.leases.until_leaving() => Err(End::Leaving),
            };
            if let Err(end) = goes_on {
                return end;
            }
        }
    }

    /// Sends the earlier units. A client must not name a future unit: it could miss that its place went to another
    /// person, and then receive that person's private events.
    async fn begin(&mut self) -> Result<(), End> {
        let first = self.after;
        if first > 0 {
            self.after = first - 1;
            let (_, frames) = self.missed(1).await?;
            self.after = first;
            match frames.first() {
                Some(frame) if frame.seq == first => self.is_told(frame).map(drop)?,
                // That unit was lost, and the notice of the loss comes next.
                Some(frame) if frame.follows < first => {}
                _ => return Err(End::Ahead),
            }
        }
        self.catch_up().await
    }

    async fn hear(&mut self, told: Told) -> Result<(), End> {
        match told {
            Told::Frame(frame) if frame.seq <= self.after => self.is_told(&frame).map(drop),
            Told::Frame(frame) if frame.follows <= self.after => self.send(frame).await,
            Told::Head(head) if head <= self.after => Ok(()),
            Told::Frame(_) | Told::Head(_) => self.catch_up().await,
        }
    }

    /// Whether the client received this unit. It may have received another one with that number: if the table's owner
    /// died together with a database that lost units, the loss went unnoticed.
    fn is_told(&self, frame: &Frame) -> Result<bool, End> {
        match self.told.iter().find(|(seq, _)| *seq == frame.seq) {
            Some((_, at)) if *at != frame.at && frame.at != 0 => Err(End::Lost),
            known => Ok(known.is_some()),
        }
    }

    /// Sends the missed units.
    async fn catch_up(&mut self) -> Result<(), End> {
        loop {
            let (_, frames) = self.missed(AT_ONCE).await?;
            let before = self.after;
            for frame in frames {
                if frame.seq > self.after && frame.follows <= self.after {
                    self.send(frame).await?;
                }
            }
            if self.after == before {
                return Ok(());
            }
        }
    }

    async fn send(&mut self, frame: Frame) -> Result<(), End> {
        self.put(Message::Text(frame.text)).await?;
        self.after = frame.seq;
        if self.told.len() >= REMEMBERED {
            self.told.pop_front();
        }
        self.told.push_back((frame.seq, frame.at));
        metrics::counter!("croupier_frames_total").increment(1);
        if frame.seats_changed { self.still_there().await } else { Ok(()) }
    }

    async fn put(&mut self, message: Message) -> Result<(), End> {
        match tokio::time::timeout(PATIENCE, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(End::Gone),
            Err(_) => Err(End::Slow),
        }
    }

    /// Checks that the observer may still see the table.
    async fn still_there(&mut self) -> Result<(), End> {
        let (audience, _) = self.missed(0).await?;
        if audience == self.audience { Ok(()) } else { Err(End::OtherPlace) }
    }

    async fn revoked(&mut self, revoked: Result<Arc<Revoked>, RecvError>) -> Result<(), End> {
        match revoked {
            Ok(revoked) if !revoked.concerns(&self.caller.token, self.caller.person) => Ok(()),
            Ok(_) | Err(RecvError::Lagged(_)) => self.look().await,
            Err(RecvError::Closed) => Err(End::Away),
        }
    }

    async fn look(&mut self) -> Result<(), End> {
        // If the database is unavailable, no new revocation can have happened either.
        if let Ok(None) = self.app.accounts.still(&self.caller.token).await {
            return Err(End::SignedOut);
        }
        self.put(Message::Ping(Vec::new().into())).await
    }

    /// Returns the audience, and the units after the last one that was sent.
    async fn missed(&mut self, limit: usize) -> Result<(Audience, Vec<Frame>), End> {
        for pause in [50, 200, 500, 1_000, 2_000, 4_000] {
            if let Ok(found) = self.ask(limit).await {
                return Ok(found);
            }
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
        Err(End::Away)
    }

    async fn ask(&mut self, limit: usize) -> Result<(Audience, Vec<Frame>), Problem> {
        if self.app.house.has(self.table) {
            let found = heard_after(&self.app, &self.caller, self.table, self.after, limit).await?;
            let frames = found.1.iter().map(|(heard, audience)| Frame::of(heard, *audience));
            return Ok((found.0, frames.collect()));
        }
        self.ask_elsewhere(limit).await
    }

    async fn ask_elsewhere(&mut self, limit: usize) -> Result<(Audience, Vec<Frame>), Problem> {
        let shard = self.app.house.shard_of(self.table);
        let address =
            shard.and_then(|shard| self.app.leases.elsewhere(shard)).ok_or_else(Problem::unavailable)?;
        let (table, after) = (self.table.0, self.after);
        let path = format!("{address}/v1/tables/{table}/units?after={after}&limit={limit}");
        let answer = forward::ask(&self.app, &path, &self.caller).await?;
        let audience =
            answer.headers().get(AUDIENCE).and_then(|name| parse_audience(name.to_str().ok()?).ok());
        let texts: Vec<Box<RawValue>> = answer.json().await.map_err(|_| Problem::unavailable())?;
        let frames = texts.iter().filter_map(|text| peek(self.table, text)).collect();
        Ok((audience.ok_or_else(Problem::unavailable)?, frames))
    }

    async fn close(&mut self, end: End) {
        metrics::counter!("croupier_sockets_closed_total", "why" => end.word()).increment(1);
        if end == End::Slow {
            tracing::info!(table = self.table.0, after = self.after, "a socket was too slow and is dropped");
        }
        if let Some(frame) = end.frame() {
            let _ = tokio::time::timeout(PATIENCE, self.socket.send(Message::Close(Some(frame)))).await;
        }
    }
}

/// Reads the necessary fields of a frame that another process has made.
fn peek(table: StreamId, text: &RawValue) -> Option<Frame> {
    #[derive(Deserialize)]
    struct Peek<'a> {
        seq: i64,
        at: i64,
        what: &'a str,
        stands: Option<i64>,
    }
    let Peek { seq, at, what, stands } = serde_json::from_str(text.get()).ok()?;
    let (follows, seats_changed) = (stands.unwrap_or(seq.saturating_sub(1)), changes_seats(what));
    Some(Frame { table, seq, at, follows, seats_changed, text: text.get().to_owned().into() })
}
