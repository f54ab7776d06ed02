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
use crate::figures::ShardFigures;
use crate::ids::{Hash, Key, PersonId, StreamId, Time};
use crate::secrets::KeyRing;
use crate::store::{
    Batch, Brought, Database, Find, Loaded, StoreError, Wanted, Which, Writer, bring_back, closed_heads,
};
use crate::stream::{Command, Lost, Refused, Request, Stream, Window};
use crate::table::TableFacts;
use crate::unit::Unit;
use engine::Event;
use recent::Recent;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

/// How many commands go into one batch at most.
const MOST_AT_ONCE: usize = 1_024;

/// After so many units a stream is kept anew.
pub(crate) const KEPT_EVERY: i64 = 256;

/// How often the clock is looked at.
const TICK: Duration = Duration::from_secs(5);

/// How often messages are sent again that nobody has answered since the last time: whoever was to have them may have been
/// changing hands.
const AGAIN: Duration = Duration::from_secs(1);

/// So many of its last units an owner remembers of each table, for whoever watches and comes a little late.
const MOST_HEARD: usize = 32;

const TAKE_ANY: &str =
    "update shard set epoch = epoch + 1, owner = '', renewed = now() where id = $1 returning epoch, batch";
const TAKE_FREE: &str = "update shard set epoch = epoch + 1, owner = $2, renewed = now()
    where id = $1 and (owner in ('', $2) or not exists (
        select from process where process.id = owner and beat > now() - $3::int4 * interval '1 millisecond'))
    returning epoch, batch";
/// A process that stands still or is cut off in the middle of sending a batch leaves the shard's row locked, and the database
/// waits for the rest without end: no timeout of its own runs between two messages of one statement.
const END_SESSION: &str = "select pg_terminate_backend(activity.pid)
    from shard join pg_stat_activity activity
        on activity.application_name = 'croupier shard ' || shard.id || ' epoch ' || shard.epoch
    where shard.id = $1 and activity.datname = current_database() and shard.owner not in ('', $2) and not exists (
        select from process where process.id = owner and beat > now() - $3::int4 * interval '1 millisecond')";
const NAME_SESSION: &str = "select set_config('application_name', $1, false)";
const GIVE_UP: &str = "update shard set owner = '' where id = $1 and epoch = $2";

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
    /// Too many wait already: nothing was done, and the same command may be sent again a little later.
    #[error("too many commands wait for this part of the house; send the same command again in a moment")]
    Busy,
}

/// A unit of a table, for whoever watches: the events are whole, and are shown by [`Event::seen_by`] alone.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The table.
    pub stream: StreamId,
    /// The unit's number.
    pub seq: i64,
    /// When.
    pub at: Time,
    /// What kind of command it carried out.
    pub what: &'static str,
    /// What happened.
    pub events: Arc<Vec<Event>>,
    /// The table's facts, by which what happened is put into words.
    pub facts: Arc<TableFacts>,
}

/// Whether a shard may be taken from whoever has it.
#[derive(Clone, Debug)]
pub(crate) enum Claim {
    /// From anybody.
    Any,
    /// Only from a process that has given it up or is dead; it is this one's from then on.
    Free {
        /// The process that takes it.
        process: String,
    },
}

/// A process that has not been heard of for so long is dead: others take its shards.
pub const DEAD_AFTER: Duration = Duration::from_secs(4);

/// A stream as its owner has it.
#[derive(Clone, Copy)]
pub struct Glance<'a> {
    /// The stream.
    pub stream: &'a dyn Stream,
    /// The number of its last unit.
    pub seq: i64,
    /// When the time of whoever is asked runs out, if anybody's does.
    pub until: Option<Time>,
    /// What time it is, by the same clock.
    pub now: Time,
}

/// What is done with an answer: it is told what became of the command, and may look at the stream as it is then.
pub(crate) type Answer = Box<dyn FnOnce(Result<Done, NotDone>, Option<Glance<'_>>) + Send>;

/// What is done with a stream that somebody looks at; nothing is there where the stream is not here.
pub(crate) type Look = Box<dyn FnOnce(Option<Glance<'_>>) + Send>;

/// What an owner can be asked.
pub(crate) enum Job {
    /// A command, and what is done with its answer; a message needs none.
    Command(Request, Option<Answer>),
    /// Something is looked up in a stream.
    Look(StreamId, Look),
    /// Streams that were made are brought in.
    Bring(Vec<StreamId>, oneshot::Sender<Result<(), String>>),
    /// The last units of a table after this one, if they are remembered.
    Heard(StreamId, i64, oneshot::Sender<Option<Vec<Heard>>>),
    /// The heads of all streams.
    Heads(oneshot::Sender<Vec<(StreamId, i64, Hash)>>),
    /// Everything is committed and the shard given up.
    Close(oneshot::Sender<()>),
}

/// Brings a message on its way to a stream of another shard.
pub(crate) type Post = Arc<dyn Fn(Request) + Send + Sync>;

/// A stream in the owner's hands.
struct Held {
    stream: Box<dyn Stream>,
    seq: i64,
    head: Hash,
    at: Time,
    kept: i64,
    recent: Recent,
    window: Option<(Window, Instant)>,
    /// Messages that were unanswered when it was last looked.
    waiting: Vec<Key>,
    /// The last units, of a table.
    heard: VecDeque<Heard>,
}

impl Held {
    /// A stream that was brought back; the commands of the units since it was last kept are known.
    fn new(loaded: Loaded, recent: Recent) -> Held {
        let Loaded { stream, seq, head, at, .. } = loaded;
        let kept = recent.since();
        let (waiting, heard) = (Vec::new(), VecDeque::new());
        Held { stream, seq, head, at, kept, recent, window: None, waiting, heard }
    }
}

/// What an owner is made of.
pub(crate) struct Owner {
    pub(crate) id: i32,
    pub(crate) database: Database,
    pub(crate) find: Find,
    pub(crate) keys: Arc<KeyRing>,
    pub(crate) post: Post,
    /// Where committed units of tables are told.
    pub(crate) heard: Option<mpsc::Sender<Heard>>,
    /// Where whoever measures has batches written down.
    pub(crate) tap: Option<Tap>,
    /// Where it is noted which streams stay closed because nobody here can play them.
    pub(crate) left_out: LeftOut,
}

/// Streams that a shard could not bring back: the shard, and why.
pub(crate) type LeftOut = Arc<Mutex<BTreeMap<StreamId, (i32, String)>>>;

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
    /// The last units of tables that were closed lately: a root must name them once.
    ended: BTreeMap<StreamId, (i64, Hash)>,
    closed: bool,
    figures: ShardFigures,
}

impl Shard {
    /// Takes a shard over: whoever had it before can commit nothing more. Nothing where it may not be taken.
    pub(crate) async fn take(owner: Owner, claim: Claim) -> Result<Option<Shard>, StoreError> {
        let writer = Writer::on(owner.database.connect().await?).await?;
        let dead = i32::try_from(DEAD_AFTER.as_millis()).unwrap_or(i32::MAX);
        let row = match claim {
            Claim::Any => writer.client().query_opt(TAKE_ANY, &[&owner.id]).await?,
            Claim::Free { process } => {
                let ended = writer.client().query(END_SESSION, &[&owner.id, &process, &dead]).await;
                if let Err(error) = ended {
                    tracing::warn!(shard = owner.id, %error, "the session of a dead process cannot be ended");
                }
                let row = writer.client().query_opt(TAKE_FREE, &[&owner.id, &process, &dead]).await?;
                if row.is_none() {
                    return Ok(None);
                }
                row
            }
        };
        let row = row.ok_or_else(|| StoreError::Row(format!("there is no shard {}", owner.id)))?;
        let (epoch, batch) = (row.try_get(0)?, row.try_get(1)?);
        reached("after-lease");
        name_session(&writer, owner.id, epoch).await?;
        let clock = Clock::set_by(writer.client()).await?;
        open_months(&writer).await?;
        let ended = closed_heads(writer.client(), owner.id).await?;
        let figures = ShardFigures::of(owner.id);
        let mut shard = Shard {
            owner,
            epoch,
            batch,
            writer,
            clock,
            held: BTreeMap::new(),
            own: Vec::new(),
            stale: BTreeSet::new(),
            ended,
            closed: false,
            figures,
        };
        let id = shard.owner.id;
        if let Err(error) = shard.bring(Which::Shard(id)).await {
            // Another process may be able to, and need not wait.
            shard.give_up_lease().await;
            return Err(error);
        }
        reached("after-load");
        Ok(Some(shard))
    }

    /// Which shard it is.
    pub(crate) fn id(&self) -> i32 {
        self.owner.id
    }

    async fn bring(&mut self, which: Which<'_>) -> Result<(), StoreError> {
        let wanted = Wanted { find: self.owner.find, keys: &self.owner.keys, from_the_beginning: false };
        let mut played: BTreeMap<StreamId, Recent> = BTreeMap::new();
        let remember = |unit: &Unit, _| {
            let recent = played.entry(unit.stream).or_insert_with(|| Recent::from(unit.seq - 1));
            recent.put(unit.key, unit.into());
            recent.forget();
        };
        let brought = bring_back(self.writer.client(), which, &wanted, remember).await?;
        let Brought { streams, left_out } = brought;
        for lost in left_out {
            // A table that nobody here can play does not keep its whole shard closed.
            if !matches!(which, Which::Shard(_)) {
                return Err(lost.into());
            }
            self.leave_out(&lost);
        }
        for one in streams.into_iter().filter(|one| one.shard == self.owner.id) {
            let id = one.stream.id();
            self.owner.left_out.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            self.own.extend(one.stream.outstanding().iter().map(crate::stream::Envelope::request));
            let recent = played.remove(&id).unwrap_or_else(|| Recent::from(one.seq));
            let mut held = Held::new(one, recent);
            // Whoever was asked has his full time from here on.
            held.rewind();
            self.held.insert(id, held);
        }
        Ok(())
    }

    /// A stream is lost, or nobody here can play it: it stays closed, and the others go on without it.
    fn leave_out(&mut self, lost: &Lost) {
        let (shard, stream) = (self.owner.id, lost.stream());
        tracing::error!(shard, %lost, "a stream is lost and stays closed");
        self.held.remove(&stream);
        self.stale.remove(&stream);
        let mut all = self.owner.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(stream, (shard, lost.to_string()));
    }

    /// A table is closed: it is held no longer, but for its last unit.
    fn let_go(&mut self, id: StreamId) {
        if let Some(held) = self.held.remove(&id) {
            self.ended.insert(id, (held.seq, held.head));
        }
    }

    /// Works until it is closed or somebody else has taken over.
    pub(crate) async fn run(mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut tick = tokio::time::interval(TICK);
        let mut again = tokio::time::interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = Vec::new();
        self.send_own();
        while !self.closed {
            let deadline = self.next_deadline();
            tokio::select! {
                // The ticks first: there may always be another job.
                biased;
                _ = tick.tick() => self.tick().await,
                _ = again.tick() => self.send_again(),
                count = jobs.recv_many(&mut waiting, MOST_AT_ONCE) => if count == 0 { return },
                () = until(deadline) => {}
            }
            self.expire();
            let mut commands: Vec<_> =
                std::mem::take(&mut self.own).into_iter().map(|own| (own, None)).collect();
            for job in waiting.drain(..) {
                if self.closed {
                    // Whoever asks then is answered by the next owner.
                    break;
                }
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
            Job::Look(id, look) => look(self.glance(id)),
            Job::Bring(mut ids, answer) => {
                ids.retain(|id| !self.held.contains_key(id));
                let brought = self.bring(Which::Open(&ids)).await.map_err(|error| error.to_string());
                self.send_own();
                let _ = answer.send(brought);
            }
            Job::Heard(id, since, answer) => {
                let _ = answer.send(self.held.get(&id).and_then(|held| held.heard_since(since)));
            }
            Job::Heads(answer) => {
                // A stream whose last commit nobody knows of has no head that could be signed.
                let known = self.held.iter().filter(|(id, _)| !self.stale.contains(id));
                let open = known.map(|(id, held)| (*id, held.seq, held.head));
                let ended = self.ended.iter().map(|(id, (seq, head))| (*id, *seq, *head));
                let heads = open.chain(ended).collect();
                let _ = answer.send(heads);
            }
            Job::Close(answer) => {
                // What came before the closing is carried out first.
                let before = std::mem::take(commands);
                if !before.is_empty() {
                    self.carry_out(before).await;
                }
                self.closed = true;
                self.give_up_lease().await;
                let _ = answer.send(());
            }
        }
    }

    fn glance(&self, id: StreamId) -> Option<Glance<'_>> {
        let held = self.held.get(&id)?;
        let until = held.window.map(|(_, ends)| self.clock.at(ends));
        Some(Glance { stream: &*held.stream, seq: held.seq, until, now: self.clock.now() })
    }

    /// Sends what the shard's streams have to say to streams of their own or of another shard.
    fn send_own(&mut self) {
        let all = std::mem::take(&mut self.own);
        for request in all {
            self.post(request);
        }
    }

    /// Brings a message on its way. One that nobody takes is sent again.
    fn post(&mut self, request: Request) {
        reached("before-message");
        if self.held.contains_key(&request.stream) {
            self.own.push(request);
        } else {
            (self.owner.post)(request);
        }
        reached("after-message");
    }

    /// Nobody has the shard any more: another process need not wait until this one is dead.
    async fn give_up_lease(&self) {
        let given = self.writer.client().execute(GIVE_UP, &[&self.owner.id, &self.epoch]).await;
        if let Err(error) = given {
            tracing::warn!(shard = self.owner.id, %error, "the shard is given up, and nobody could be told");
        }
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

    /// Looks at the clock.
    async fn tick(&mut self) {
        if let Err(error) = self.clock.look(self.writer.client()).await {
            tracing::warn!(shard = self.owner.id, %error, "the database's clock cannot be read");
        } else if !self.clock.holds() {
            tracing::error!(shard = self.owner.id, drift = self.clock.drift(), "the clock has drifted");
        }
        self.figures.drifted(self.clock.drift());
        if let Err(error) = open_months(&self.writer).await {
            tracing::warn!(shard = self.owner.id, %error, "partitions for the coming month are not there yet");
        }
    }

    /// Sends again what nobody has answered since the last time.
    fn send_again(&mut self) {
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
    /// Remembers a unit for whoever comes a little late.
    fn hear(&mut self, heard: Heard) {
        if self.heard.len() >= MOST_HEARD {
            self.heard.pop_front();
        }
        self.heard.push_back(heard);
    }

    /// The units after this one, if all of them are remembered.
    fn heard_since(&self, seq: i64) -> Option<Vec<Heard>> {
        if seq >= self.seq {
            return Some(Vec::new());
        }
        let first = self.heard.front()?;
        let since = || self.heard.iter().filter(|heard| heard.seq > seq && heard.seq <= self.seq);
        (first.seq <= seq + 1).then(|| since().cloned().collect())
    }

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

/// By its name the session of an owner is found that is dead and does not know.
async fn name_session(writer: &Writer, shard: i32, epoch: i64) -> Result<(), StoreError> {
    let name = format!("croupier shard {shard} epoch {epoch}");
    writer.client().query_one(NAME_SESSION, &[&name]).await?;
    Ok(())
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
