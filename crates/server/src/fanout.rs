//! Delivery of units to observers, in this process and at others.
//!
//! NATS carries the units and is never the record. Losses in transit are detected by the numbers, and the units
//! requested from the owner, which has them in memory or replays the journal; so NATS may be stopped, or wiped, at any
//! time. Public parts travel in clear and with a seal, for other uses of an operator; private parts are encrypted with
//! the house's keys.

use crate::forward;
use crate::frame::{Frame, changes_seats, private_audiences};
use crate::hub::Hub;
use crate::tasks::Tasks;
use async_nats::header::{HeaderMap, NATS_MESSAGE_ID};
use async_nats::jetstream;
use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::message::StreamMessage;
use async_nats::jetstream::stream::{self, RawMessageErrorKind};
use async_nats::{Client, ConnectOptions, Message, connection::State};
use engine::{Audience, parse_audience};
use futures_util::StreamExt;
use futures_util::future::{BoxFuture, FutureExt};
use futures_util::stream::FuturesUnordered;
use house::ids::StreamId;
use house::lease::Leases;
use house::secrets::{Bound, KeyRing};
use house::store::{Database, Find};
use house::{Heard, House, history};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The header that names the audiences that receive more than the public.
const PRIVATE: &str = "Croupier-Private";
/// The header with the time of a unit: it distinguishes the unit from a lost one of the same number.
const AT: &str = "Croupier-At";
/// The header of a notice of lost units: the last unit that is still there.
const STANDS: &str = "Croupier-Stands";
/// The header by which processes of the house recognize their own public messages.
const SEAL: &str = "Croupier-Seal";
/// The header by which NATS refuses a message that does not follow the named one.
const FOLLOWS: &str = "Nats-Expected-Last-Subject-Sequence";
/// How many units of each table and audience NATS keeps.
const KEPT: i64 = 1_000;
/// How long NATS keeps them.
const KEPT_FOR: Duration = Duration::from_secs(3_600);
/// At most this many units of each table are republished after the stream was wiped.
const REBUILT: i64 = 32;
/// How often heads are compared.
const COMPARE: Duration = Duration::from_secs(2);
/// A message is dropped if the connection does not accept it within this time.
const PATIENCE: Duration = Duration::from_millis(250);
/// If NATS does not confirm a message within this time, it may not have been stored.
const CONFIRMED: Duration = Duration::from_secs(2);
/// How long after an unconfirmed message a table is checked again: until then a server may still store the message.
const SETTLED: Duration = Duration::from_secs(6);
/// The maximum number of unconfirmed messages.
const UNCONFIRMED: usize = 8_192;

/// The names of a house in NATS.
#[derive(Clone, Debug)]
pub struct Names {
    /// The name of the stream that keeps all units for a while.
    pub stream: String,
    /// The prefix of its subjects; the table and the audience follow.
    pub subject: String,
}

impl Names {
    /// Returns the names with this prefix.
    pub fn beginning_with(prefix: &str) -> Names {
        // Names of streams must not contain the separator of subjects.
        let stream = format!("{prefix}-units").replace('.', "-");
        Names { stream, subject: format!("{prefix}.unit") }
    }

    /// Returns the subject of a table for an audience.
    pub fn of(&self, table: StreamId, audience: Audience) -> String {
        format!("{}.{}.{audience}", self.subject, table.0)
    }
}

/// What the fan-out needs.
#[derive(Clone)]
pub(crate) struct Fanout {
    pub(crate) names: Names,
    pub(crate) replicas: u8,
    pub(crate) hub: Arc<Hub>,
    pub(crate) house: Arc<House>,
    pub(crate) leases: Arc<Leases>,
    pub(crate) keys: Arc<KeyRing>,
    pub(crate) database: Database,
    pub(crate) find: Find,
    pub(crate) client: reqwest::Client,
}

impl Fanout {
    /// Starts the fan-out. Without NATS, observers of tables in other processes get units only when heads are compared.
    pub(crate) async fn start(self, heard: mpsc::Receiver<Heard>, nats: Option<Nats>, tasks: &Tasks) {
        let (publish, published) = mpsc::channel(8_192);
        tasks.start("watchers", tell(heard, Arc::clone(&self.hub), nats.is_some().then_some(publish)));
        tasks.start("heads", compare(self.clone()));
        if let Some(nats) = nats {
            let (connected, connects) = mpsc::channel(4);
            match nats.connect(connected).await {
                Ok(client) => {
                    let publisher = Publisher::new(self.clone(), client.clone());
                    tasks.start("publisher", publisher.run(published, connects));
                    tasks.start("subscriber", listening(self, client));
                }
                Err(error) => tracing::error!(%error, "NATS cannot be used"),
            }
        }
    }
}

/// The address of NATS, and the authorities that may certify it if the connection uses TLS.
pub(crate) struct Nats {
    pub(crate) address: String,
    pub(crate) authorities: Option<PathBuf>,
}

impl Nats {
    /// Connects now or later: a house opens without NATS.
    async fn connect(self, connected: mpsc::Sender<()>) -> Result<Client, async_nats::ConnectError> {
        let mut options = ConnectOptions::new().name("croupier").no_echo().retry_on_initial_connect();
        if let Some(authorities) = self.authorities {
            options = options.add_root_certificates(authorities);
        }
        let options = options.event_callback(move |event| {
            let connected = connected.clone();
            async move {
                tracing::info!(%event, "NATS");
                let is_there = matches!(event, async_nats::Event::Connected);
                if is_there || matches!(event, async_nats::Event::Disconnected | async_nats::Event::Closed) {
                    metrics::gauge!("croupier_nats_connected").set(f64::from(u8::from(is_there)));
                }
                if is_there {
                    let _ = connected.try_send(());
                }
            }
        });
        let addresses: Vec<&str> = self.address.split(',').map(str::trim).collect();
        options.connect(&addresses[..]).await
    }
}

/// Passes units to observers in this process immediately.
async fn tell(mut heard: mpsc::Receiver<Heard>, hub: Arc<Hub>, publish: Option<mpsc::Sender<Heard>>) {
    while let Some(heard) = heard.recv().await {
        hub.tell(&heard);
        if let Some(publish) = &publish
            && publish.try_send(heard).is_err()
        {
            metrics::counter!("croupier_units_not_published_total").increment(1);
        }
    }
}

/// Sends the owners' heads to observers, so that they notice missed units.
async fn compare(fanout: Fanout) {
    let mut tick = tokio::time::interval(COMPARE);
    loop {
        tick.tick().await;
        let watched = fanout.hub.watched();
        if watched.is_empty() {
            continue;
        }
        for (stream, seq, _) in fanout.house.heads().await {
            fanout.hub.head(stream, seq);
        }
        if watched.iter().all(|table| fanout.house.has(*table)) {
            continue;
        }
        for address in forward::others(&fanout.leases) {
            for (stream, seq) in forward::heads_of(&fanout.client, &fanout.keys, &address).await {
                fanout.hub.head(StreamId(stream), seq);
            }
        }
    }
}

/// Publishes units so that what NATS keeps of a table has no gap: whenever another process may have published before,
/// or something may have been lost in transit, it first asks NATS for the last unit.
struct Publisher {
    fanout: Fanout,
    client: Client,
    jetstream: jetstream::Context,
    /// Messages that NATS has not confirmed yet; each resolves to its table and whether it was stored.
    unconfirmed: FuturesUnordered<BoxFuture<'static, (StreamId, bool)>>,
    /// The number of unconfirmed messages of each table.
    on_the_way: BTreeMap<StreamId, usize>,
    /// Tables with a message that was not confirmed, and when to check them again.
    doubtful: BTreeMap<StreamId, Instant>,
    /// The last published unit of each table of this process for which NATS was asked.
    published: BTreeMap<StreamId, i64>,
    /// The stream, once it is known.
    stream: Option<stream::Stream>,
}

impl Publisher {
    fn new(fanout: Fanout, client: Client) -> Publisher {
        let jetstream =
            ContextBuilder::new().timeout(CONFIRMED).max_ack_inflight(UNCONFIRMED).build(client.clone());
        Publisher {
            fanout,
            client,
            jetstream,
            unconfirmed: FuturesUnordered::new(),
            on_the_way: BTreeMap::new(),
            doubtful: BTreeMap::new(),
            published: BTreeMap::new(),
            stream: None,
        }
    }

    async fn run(mut self, mut heard: mpsc::Receiver<Heard>, mut connects: mpsc::Receiver<()>) {
        let mut tick = tokio::time::interval(COMPARE);
        loop {
            tokio::select! {
                biased;
                Some(()) = connects.recv() => self.forget(),
                Some((table, kept)) = self.unconfirmed.next() => self.confirmed(table, kept),
                one = heard.recv() => match one {
                    Some(heard) => self.next(&heard).await,
                    None => return,
                },
                _ = tick.tick() => self.fill_up_all().await,
            }
        }
    }

    /// Handles a lost connection, which may have lost messages in transit.
    fn forget(&mut self) {
        let again = Instant::now() + SETTLED;
        self.doubtful.extend(std::mem::take(&mut self.published).into_keys().map(|table| (table, again)));
        self.stream = None;
    }

    /// Handles the confirmation of a message, or its absence. A cluster that has just lost its leader drops messages,
    /// without any connection being lost.
    fn confirmed(&mut self, table: StreamId, kept: bool) {
        let counter =
            if kept { "croupier_units_published_total" } else { "croupier_units_not_published_total" };
        metrics::counter!(counter).increment(1);
        if let Some(left) = self.on_the_way.get_mut(&table) {
            *left -= 1;
            if *left == 0 {
                self.on_the_way.remove(&table);
            }
        }
        if !kept {
            self.published.remove(&table);
            self.doubtful.insert(table, Instant::now() + SETTLED);
            self.stream = None;
        }
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Publishes the next unit of a table.
    async fn next(&mut self, heard: &Heard) {
        let last = self.published.remove(&heard.stream);
        if !self.is_connected() {
            return;
        }
        match last {
            // It was already published with the units that NATS lacked.
            Some(last) if heard.seq <= last => {
                self.published.insert(heard.stream, last);
            }
            Some(last) if heard.seq == last + 1 => {
                if self.publish(heard, Among::default()).await {
                    self.published.insert(heard.stream, heard.seq);
                }
            }
            _ => {
                if let Err(error) = self.fill_up(heard.stream).await {
                    tracing::warn!(table = heard.stream.0, error, "a stream could not be refilled");
                    // Subscribers receive it nevertheless.
                    self.publish(heard, Among::default()).await;
                }
            }
        }
    }

    /// Fills up tables that are new to this process, so that NATS has the units of their previous owner, and tables
    /// with messages that may have been stored late.
    async fn fill_up_all(&mut self) {
        let here: BTreeSet<StreamId> = self.fanout.house.tables().into_iter().collect();
        self.published.retain(|table, _| here.contains(table));
        self.doubtful.retain(|table, _| here.contains(table));
        let now = Instant::now();
        for table in here {
            let is_due = self.doubtful.get(&table).is_some_and(|again| *again <= now);
            if !is_due && self.published.contains_key(&table) || !self.is_connected() {
                continue;
            }
            if is_due {
                self.doubtful.remove(&table);
            }
            if let Err(error) = self.fill_up(table).await {
                tracing::warn!(table = table.0, error, "a stream could not be refilled");
                self.published.remove(&table);
                return;
            }
        }
    }

    /// Publishes the units of a table that NATS lacks.
    async fn fill_up(&mut self, table: StreamId) -> Result<(), String> {
        // Unconfirmed messages could be stored after the answer of NATS, before or after what is published then.
        while self.on_the_way.contains_key(&table) {
            let Some((table, kept)) = self.unconfirmed.next().await else { break };
            self.confirmed(table, kept);
        }
        let Ok(head) = self.fanout.house.glance(table, |glance| glance.seq).await else { return Ok(()) };
        let stream = self.stream().await?;
        let subject = self.fanout.names.of(table, Audience::Spectator);
        let (mut last, mut purged) = kept(&stream, &subject).await?;
        if let Some(kept) = last
            && is_lost(&self.fanout, table, kept, head).await?
        {
            // Raises an alarm: the previous owner is gone, and only NATS still has the lost units.
            tracing::error!(
                table = table.0,
                last = kept.seq,
                head,
                "history was lost: NATS has units that the journal lacks"
            );
            metrics::counter!("croupier_units_lost_total").increment((kept.seq - head).max(1).unsigned_abs());
            let all = format!("{}.{}.*", self.fanout.names.subject, table.0);
            stream.purge().filter(all).await.map_err(|error| error.to_string())?;
            (last, purged) = (None, Some(kept.place));
        }
        let after = last.map_or(0, |kept| kept.seq).max(head - REBUILT);
        let mut among = Among { purged, follows: Some(last.map_or(0, |kept| kept.place)) };
        for heard in missing(&self.fanout, table, after, head).await? {
            if !self.publish(&heard, among).await {
                return Err("NATS does not accept the missing units".to_owned());
            }
            among.follows = None;
        }
        self.published.insert(table, head.max(after));
        Ok(())
    }

    /// Returns the stream of all units, creating it if necessary.
    async fn stream(&mut self) -> Result<stream::Stream, String> {
        if let Some(stream) = &self.stream {
            return Ok(stream.clone());
        }
        let config = stream::Config {
            name: self.fanout.names.stream.clone(),
            subjects: vec![format!("{}.>", self.fanout.names.subject)],
            max_messages_per_subject: KEPT,
            max_age: KEPT_FOR,
            allow_direct: true,
            num_replicas: usize::from(self.fanout.replicas),
            ..stream::Config::default()
        };
        let made = self.jetstream.get_or_create_stream(config).await;
        let stream = made.map_err(|error| error.to_string())?;
        self.stream = Some(stream.clone());
        Ok(stream)
    }

    /// Publishes a unit: its public part, and the parts for certain audiences. Returns false if the connection does not
    /// accept all of it.
    async fn publish(&mut self, heard: &Heard, among: Among) -> bool {
        let public = Frame::of(heard, Audience::Spectator);
        let mut private = Vec::new();
        for audience in private_audiences(heard) {
            let frame = Frame::of(heard, audience);
            if frame.text != public.text {
                private.push((audience, frame));
            }
        }
        let names: Vec<String> = private.iter().map(|(audience, _)| audience.to_string()).collect();
        let text = public.text.as_str().as_bytes().to_vec();
        let names = names.join(" ");
        let bound = Bound::Told { stream: heard.stream, seq: heard.seq };
        let keys = Arc::clone(&self.fanout.keys);
        let Ok(seal) = keys.seal(bound, &digest(&names, &text)) else { return false };
        let seal = seal.iter().map(|byte| format!("{byte:02x}")).collect();
        let id = |audience: Audience| {
            let (table, seq, at) = (heard.stream.0, heard.seq, heard.at.0);
            let again = among.purged.map(|place| format!(".after{place}")).unwrap_or_default();
            format!("{table}.{seq}.{at}.{audience}{again}")
        };
        let follows = among.follows.map(|place| place.to_string()).unwrap_or_default();
        let more = [(PRIVATE, names), (SEAL, seal), (FOLLOWS, follows)];
        let public = Audience::Spectator;
        let mut all = self.put(heard, public, &more, text, id(public)).await;
        for (audience, frame) in private {
            if let Ok(sealed) = keys.seal(bound, frame.text.as_bytes()) {
                all &= self.put(heard, audience, &[], sealed, id(audience)).await;
            }
        }
        all
    }

    async fn put(
        &mut self,
        heard: &Heard,
        audience: Audience,
        more: &[(&'static str, String)],
        payload: Vec<u8>,
        id: String,
    ) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(NATS_MESSAGE_ID, id);
        headers.insert("Croupier-Seq", heard.seq.to_string());
        headers.insert(AT, heard.at.0.to_string());
        if let Some(loss) = heard.lost {
            headers.insert(STANDS, loss.stands.to_string());
        }
        headers.insert("Croupier-What", heard.what);
        for (name, value) in more.iter().filter(|(_, value)| !value.is_empty()) {
            headers.insert(*name, value.as_str());
        }
        let subject = self.fanout.names.of(heard.stream, audience);
        let sent = self.jetstream.publish_with_headers(subject, headers, payload.into());
        let Ok(Ok(confirmation)) = tokio::time::timeout(PATIENCE, sent).await else {
            metrics::counter!("croupier_units_not_published_total").increment(1);
            return false;
        };
        let table = heard.stream;
        *self.on_the_way.entry(table).or_default() += 1;
        self.unconfirmed.push(async move { (table, confirmation.await.is_ok()) }.boxed());
        true
    }
}

/// The position of a unit among the messages of NATS.
#[derive(Clone, Copy, Default)]
struct Among {
    /// The position of the last message before a purge. A purged unit is published again under another name: NATS
    /// remembers message names for a while, and drops a message whose name it knows.
    purged: Option<u64>,
    /// The position of the message that it follows; NATS refuses it if a message that was thought lost has come in
    /// between.
    follows: Option<u64>,
}

/// Returns what the seal of a public message covers: its text, and the audiences that receive more.
fn digest(private: &str, text: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(Sha256::digest(private)).chain_update(text).finalize().into()
}

/// Whether a public message comes from this house. Others may use the same NATS, and anyone with access can publish
/// there.
fn is_own(keys: &KeyRing, bound: Bound, seal: &str, digest: [u8; 32]) -> bool {
    let byte = |at: usize| seal.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let sealed: Option<Vec<u8>> = (0..seal.len()).step_by(2).map(byte).collect();
    sealed.and_then(|sealed| keys.open(bound, &sealed).ok()).is_some_and(|plain| plain.as_slice() == digest)
}

/// The last unit that NATS has of a table.
#[derive(Clone, Copy)]
struct Kept {
    seq: i64,
    /// The time of the unit, if its message has one.
    at: Option<i64>,
    /// Its position among all messages of the house.
    place: u64,
}

/// Returns the last stored unit of a subject. If units before it are missing or out of order, everything before it is
/// purged, so that a reader that begins there misses nothing; then the position of the last message before the purge is
/// returned too. The request goes to the leader: a follower may lack what the leader has confirmed.
async fn kept(stream: &stream::Stream, subject: &str) -> Result<(Option<Kept>, Option<u64>), String> {
    let number = |message: StreamMessage| {
        let header = |name| message.headers.get(name).and_then(|value| value.as_str().parse::<i64>().ok());
        let seq = header("Croupier-Seq").ok_or_else(|| format!("a message under {subject} has no number"))?;
        Ok::<Kept, String>(Kept { seq, at: header(AT), place: message.sequence })
    };
    let first = match stream.get_first_raw_message_by_subject(subject, 1).await {
        Ok(message) => number(message)?.seq,
        Err(error) if error.kind() == RawMessageErrorKind::NoMessageFound => return Ok((None, None)),
        Err(error) => return Err(error.to_string()),
    };
    let last = stream.get_last_raw_message_by_subject(subject).await.map_err(|error| error.to_string())?;
    let kept = number(last)?;
    let last = kept.seq;
    let mut counts = stream.info_with_subjects(subject).await.map_err(|error| error.to_string())?;
    let count = match counts.next().await {
        Some(count) => count.map_err(|error| error.to_string())?.1,
        None => 0,
    };
    if i64::try_from(count) == Ok(last - first + 1) {
        return Ok((Some(kept), None));
    }
    tracing::warn!(subject, first, last, count, "a stream had a gap");
    stream.purge().filter(subject).keep(1).await.map_err(|error| error.to_string())?;
    Ok((Some(kept), Some(kept.place)))
}

/// Whether the last unit that NATS has differs from the journal's unit with that number.
async fn is_lost(fanout: &Fanout, table: StreamId, kept: Kept, head: i64) -> Result<bool, String> {
    if kept.seq > head {
        return Ok(true);
    }
    // The author of a message in NATS is not certain, so its number may be anything.
    let units = missing(fanout, table, kept.seq.saturating_sub(1), head).await?;
    // A lost unit is replaced by the notice of the loss.
    let there = units.first().filter(|heard| heard.seq == kept.seq);
    Ok(there.is_some_and(|heard| kept.at.is_some_and(|at| at != heard.at.0)))
}

/// Returns the units of a table in this process after this one.
async fn missing(fanout: &Fanout, table: StreamId, after: i64, head: i64) -> Result<Vec<Heard>, String> {
    if after >= head {
        return Ok(Vec::new());
    }
    if let Some(mut heard) = fanout.house.heard_since(table, after).await {
        heard.retain(|heard| heard.seq <= head);
        return Ok(heard);
    }
    let database = fanout.database.connect().await.map_err(|error| error.to_string())?;
    let asked = history::Asked { client: &database, find: fanout.find, keys: &fanout.keys };
    // The head is ahead; if the difference does not fit a `usize`, all units are read.
    let most = usize::try_from(head.saturating_sub(after)).unwrap_or(usize::MAX);
    history::units_after(&asked, table, after, most).await.map_err(|error| error.to_string())
}

/// Subscribes to the tables that are observed in this process.
async fn listening(fanout: Fanout, client: Client) {
    let mut changes = fanout.hub.changes();
    let mut listening: BTreeMap<StreamId, JoinHandle<()>> = BTreeMap::new();
    loop {
        let watched = fanout.hub.watched();
        listening.retain(|table, task| {
            let goes_on = watched.contains(table) && !task.is_finished();
            if !goes_on {
                task.abort();
            }
            goes_on
        });
        for table in watched {
            if !listening.contains_key(&table)
                && let Ok(mut messages) =
                    client.subscribe(format!("{}.{}.*", fanout.names.subject, table.0)).await
            {
                let (hub, keys) = (Arc::clone(&fanout.hub), Arc::clone(&fanout.keys));
                let task = tokio::spawn(async move {
                    while let Some(message) = messages.next().await {
                        pass_on(&hub, &keys, table, &message);
                    }
                });
                listening.insert(table, task);
            }
        }
        if changes.changed().await.is_err() {
            return;
        }
    }
}

/// Passes a message of another process on to the rooms of its audiences.
fn pass_on(hub: &Hub, keys: &KeyRing, table: StreamId, message: &Message) -> Option<()> {
    let headers = message.headers.as_ref()?;
    let header = |name: &str| headers.get(name).map(async_nats::HeaderValue::as_str);
    let number = |name: &str| header(name).and_then(|text| text.parse::<i64>().ok());
    let seq = number("Croupier-Seq")?;
    // A process of an older build does not send the time.
    let (at, follows) = (number(AT).unwrap_or(0), number(STANDS).unwrap_or(seq.saturating_sub(1)));
    let seats_changed = changes_seats(header("Croupier-What")?);
    let audience = parse_audience(message.subject.as_str().rsplit('.').next()?).ok()?;
    if audience == Audience::Spectator {
        let (names, bound) = (header(PRIVATE).unwrap_or_default(), Bound::Told { stream: table, seq });
        if !is_own(keys, bound, header(SEAL)?, digest(names, &message.payload)) {
            metrics::counter!("croupier_units_not_ours").increment(1);
            return None;
        }
        let text = String::from_utf8(message.payload.to_vec()).ok()?;
        let private: Vec<&str> = names.split(' ').collect();
        let frame = Frame { table, seq, at, follows, seats_changed, text: text.into() };
        hub.pass_on(&frame, |audience| !private.contains(&audience.to_string().as_str()));
    } else {
        let plain = keys.open(Bound::Told { stream: table, seq }, &message.payload).ok()?;
        let text = String::from_utf8(plain.to_vec()).ok()?;
        let frame = Frame { table, seq, at, follows, seats_changed, text: text.into() };
        hub.pass_on(&frame, |meant| meant == audience);
    }
    Some(())
}
