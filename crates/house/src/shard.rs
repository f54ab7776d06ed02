//! The owner of a shard: it applies commands in memory, commits all that wait in one transaction, and answers.
//!
//! There is no timer that gathers commands: whatever came while the last batch was being committed is the next one, and
//! a batch of one is the same code. Where a commit fails, or nobody knows whether it did, the database is asked: the
//! streams concerned are brought back from it and their commands tried again, one by one, each answered from the journal if
//! it is there.

mod batch;
mod recent;

use crate::clock::Clock;
use crate::failpoint::reached;
use crate::ids::{Hash, Key, PersonId, StreamId, Time};
use crate::secrets::KeyRing;
use crate::store::{Batch, Database, Find, Loaded, StoreError, Wanted, Which, Writer, load};
use crate::stream::{Command, Refused, Request, Stream, Window};
use crate::unit::Unit;
use engine::Event;
use recent::Recent;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};

/// How many commands go into one batch at most.
const MOST_AT_ONCE: usize = 1_024;

/// After so many units a stream is kept anew.
pub(crate) const KEPT_EVERY: i64 = 256;

/// How often the clock is looked at and unanswered messages are sent again.
const TICK: Duration = Duration::from_secs(5);

/// What a command has come to.
#[derive(Clone, Debug)]
pub struct Done {
    /// The unit that carried it out.
    pub seq: i64,
    /// When.
    pub at: Time,
    /// Whether it had been carried out before.
    pub again: bool,
    /// What happened at the table; not told again where it had been carried out before.
    pub events: Arc<Vec<Event>>,
}

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotDone {
    /// It was refused, and nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Nobody here can say: the shard belongs to another process, or is being closed. The same command may be sent again.
    #[error("the table cannot be reached now; send the same command again")]
    Unavailable,
}

/// What is done with an answer: it is told what became of the command, and may look at the stream as it is then.
pub(crate) type Answer = Box<dyn FnOnce(Result<Done, NotDone>, Option<&dyn Stream>) + Send>;

/// What is done with a stream that somebody looks at; nothing is there where the stream is not here.
pub(crate) type Look = Box<dyn FnOnce(Option<&dyn Stream>) + Send>;

/// What an owner can be asked.
pub(crate) enum Job {
    /// A command, and what is done with its answer; a message needs none.
    Command(Request, Option<Answer>),
    /// Something is looked up in a stream.
    Look(StreamId, Look),
    /// Streams that were made are brought in.
    Bring(Vec<StreamId>, oneshot::Sender<Result<(), String>>),
    /// The heads of all streams.
    Heads(oneshot::Sender<Vec<(StreamId, i64, Hash)>>),
    /// Everything is committed and the shard given up.
    Close(oneshot::Sender<()>),
}

/// Where jobs for a stream are sent.
pub(crate) type Router = Arc<dyn Fn(StreamId) -> Option<mpsc::UnboundedSender<Job>> + Send + Sync>;

/// A stream in the owner's hands.
struct Held {
    stream: Box<dyn Stream>,
    seq: i64,
    head: Hash,
    at: Time,
    kept: i64,
    recent: Recent,
    window: Option<(Window, Instant)>,
    /// Messages that were unanswered at the last tick.
    waiting: Vec<Key>,
}

impl Held {
    /// A stream that was brought back; the commands of the units since it was last kept are known.
    fn new(loaded: Loaded, recent: Recent) -> Held {
        let Loaded { stream, seq, head, at, .. } = loaded;
        let kept = recent.since();
        Held { stream, seq, head, at, kept, recent, window: None, waiting: Vec::new() }
    }
}

/// What an owner is made of.
pub(crate) struct Owner {
    pub(crate) id: i32,
    pub(crate) database: Database,
    pub(crate) find: Find,
    pub(crate) keys: Arc<KeyRing>,
    pub(crate) router: Router,
    /// Where whoever measures has batches written down.
    pub(crate) tap: Option<Tap>,
}

/// Batches as they were committed, for whoever commits the same rows without an engine to compare.
pub(crate) type Tap = Arc<Mutex<Vec<Batch>>>;

/// A shard and its owner.
pub(crate) struct Shard {
    owner: Owner,
    epoch: i64,
    batch: i64,
    writer: Writer,
    clock: Clock,
    held: BTreeMap<StreamId, Held>,
    /// Commands that the shard gave itself.
    own: Vec<Request>,
    /// Streams whose state in memory may not be what is stored.
    stale: BTreeSet<StreamId>,
    closed: bool,
}

impl Shard {
    /// Takes a shard over: whoever had it before can commit nothing more.
    pub(crate) async fn take(owner: Owner) -> Result<Shard, StoreError> {
        let writer = Writer::on(owner.database.connect().await?).await?;
        let row = writer
            .client()
            .query_opt(
                "update shard set epoch = epoch + 1, renewed = now() where id = $1 returning epoch, batch",
                &[&owner.id],
            )
            .await?;
        let row = row.ok_or_else(|| StoreError::Row(format!("there is no shard {}", owner.id)))?;
        let (epoch, batch) = (row.try_get(0)?, row.try_get(1)?);
        reached("after-lease");
        let clock = Clock::set_by(writer.client()).await?;
        open_months(&writer).await?;
        let mut shard = Shard {
            owner,
            epoch,
            batch,
            writer,
            clock,
            held: BTreeMap::new(),
            own: Vec::new(),
            stale: BTreeSet::new(),
            closed: false,
        };
        let id = shard.owner.id;
        shard.bring(Which::Shard(id)).await?;
        reached("after-load");
        Ok(shard)
    }

    async fn bring(&mut self, which: Which<'_>) -> Result<(), StoreError> {
        let wanted = Wanted { find: self.owner.find, keys: &self.owner.keys, from_the_beginning: false };
        let mut played: BTreeMap<StreamId, Recent> = BTreeMap::new();
        let remember = |unit: &Unit, _| {
            let recent = played.entry(unit.stream).or_insert_with(|| Recent::from(unit.seq - 1));
            recent.put(unit.key, unit.into());
        };
        let loaded = load(self.writer.client(), which, &wanted, remember).await?;
        for one in loaded.into_iter().filter(|one| one.shard == self.owner.id) {
            let id = one.stream.id();
            self.own.extend(one.stream.outstanding().iter().map(crate::stream::Envelope::request));
            let recent = played.remove(&id).unwrap_or_else(|| Recent::from(one.seq));
            let mut held = Held::new(one, recent);
            // Whoever was asked has his full time from here on.
            held.rewind();
            self.held.insert(id, held);
        }
        Ok(())
    }

    /// Works until it is closed or somebody else has taken over.
    pub(crate) async fn run(mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut tick = tokio::time::interval(TICK);
        let mut waiting = Vec::new();
        self.send_own();
        while !self.closed {
            let deadline = self.next_deadline();
            tokio::select! {
                // The tick first: there may always be another job.
                biased;
                _ = tick.tick() => self.tick().await,
                count = jobs.recv_many(&mut waiting, MOST_AT_ONCE) => if count == 0 { return },
                () = until(deadline) => {}
            }
            self.expire();
            let mut commands: Vec<_> =
                std::mem::take(&mut self.own).into_iter().map(|own| (own, None)).collect();
            for job in waiting.drain(..) {
                self.take_job(job, &mut commands).await;
            }
            if !commands.is_empty() {
                self.carry_out(commands).await;
            }
        }
    }

    async fn take_job(&mut self, job: Job, commands: &mut Vec<batch::Waiting>) {
        match job {
            Job::Command(request, answer) => commands.push((request, answer)),
            Job::Look(id, look) => look(self.held.get(&id).map(|held| &*held.stream)),
            Job::Bring(ids, answer) => {
                let brought = self.bring(Which::These(&ids)).await.map_err(|error| error.to_string());
                self.send_own();
                let _ = answer.send(brought);
            }
            Job::Heads(answer) => {
                // A stream whose last commit nobody knows of has no head that could be signed.
                let known = self.held.iter().filter(|(id, _)| !self.stale.contains(id));
                let heads = known.map(|(id, held)| (*id, held.seq, held.head)).collect();
                let _ = answer.send(heads);
            }
            Job::Close(answer) => {
                // What came before the closing is carried out first.
                let before = std::mem::take(commands);
                if !before.is_empty() {
                    self.carry_out(before).await;
                }
                self.closed = true;
                let _ = answer.send(());
            }
        }
    }

    /// Sends what the shard's streams have to say to streams of their own or of another shard.
    fn send_own(&mut self) {
        let all = std::mem::take(&mut self.own);
        for request in all {
            self.post(request);
        }
    }

    /// Brings a message on its way. One that nobody takes is sent again at some tick.
    fn post(&mut self, request: Request) {
        reached("before-message");
        if self.held.contains_key(&request.stream) {
            self.own.push(request);
        } else if let Some(sender) = (self.owner.router)(request.stream) {
            let _ = sender.send(Job::Command(request, None));
        }
        reached("after-message");
    }

    fn next_deadline(&self) -> Option<Instant> {
        if !self.own.is_empty() {
            return Some(Instant::now());
        }
        self.held.values().filter_map(|held| held.window.map(|(_, ends)| ends)).min()
    }

    /// Everybody whose time has run out is answered for, by a command that is named by what was asked.
    fn expire(&mut self) {
        let now = Instant::now();
        for (id, held) in &mut self.held {
            if let Some((window, _)) = held.window.filter(|(_, ends)| *ends <= now) {
                self.own.push(Request {
                    stream: *id,
                    key: Key::derived("expire", &[id.0, window.asked]),
                    person: PersonId::HOUSE,
                    sender: None,
                    seen: held.seq,
                    command: Command::Expire { asked: window.asked },
                });
                // Where nothing could be closed, people have their time again.
                held.window = Some((window, now + window.length));
            }
        }
    }

    /// Looks at the clock, and sends again what nobody has answered since the last time.
    async fn tick(&mut self) {
        if let Err(error) = self.clock.look(self.writer.client()).await {
            tracing::warn!(shard = self.owner.id, %error, "the database's clock cannot be read");
        } else if !self.clock.holds() {
            tracing::error!(shard = self.owner.id, drift = self.clock.drift(), "the clock has drifted");
        }
        if let Err(error) = open_months(&self.writer).await {
            tracing::warn!(shard = self.owner.id, %error, "partitions for the coming month are not there yet");
        }
        for held in self.held.values_mut() {
            let outstanding = held.stream.outstanding();
            let again = outstanding.iter().filter(|sent| held.waiting.contains(&sent.key));
            self.own.extend(again.map(crate::stream::Envelope::request));
            held.waiting = outstanding.iter().map(|sent| sent.key).collect();
        }
        self.send_own();
    }
}

impl Held {
    /// Gives whoever is asked his full time, from now on.
    fn rewind(&mut self) {
        self.window = self.stream.window().map(|window| (window, Instant::now() + window.length));
    }

    /// After a unit: another question has another window.
    fn look_at_window(&mut self) {
        let window = self.stream.window();
        if self.window.map(|(window, _)| window) != window {
            self.rewind();
        }
    }
}

/// Rows of this month and the next find their place.
async fn open_months(writer: &Writer) -> Result<(), StoreError> {
    let months = "select open_month(now()), open_month(now() + interval '1 month')";
    Ok(writer.client().batch_execute(months).await?)
}

async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
