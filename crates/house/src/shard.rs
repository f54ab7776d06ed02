//! The owner of a shard: it applies commands in memory, commits all waiting ones in one transaction, and answers.
//!
//! No timer gathers commands: those that came while the last batch was being committed are the next batch, and a batch
//! of one takes the same path. If a commit fails, or its outcome is unknown, the owner asks the database: the affected
//! streams are restored from it and their commands retried, one by one, each answered from the journal if it is there.

mod batch;
mod board;
mod deadlines;
mod losses;
mod new_shoes;
mod recent;

use crate::clock::Clock;
use crate::failpoint::reached;
use crate::figures::ShardFigures;
use crate::ids::{Hash, Key, PersonId, StreamId, Time};
use crate::loss::{Loss, Noticed};
use crate::secrets::KeyRing;
use crate::store::{
    Batch, Brought, Database, Find, Loaded, StoreError, Wanted, Which, Writer, bring_back, closed_heads,
};
use crate::stream::{Command, Lost, Mail, Origin, Refused, Request, Stream, Window};
use crate::table::TableFacts;
use crate::unit::Unit;
use deadlines::Deadlines;
use engine::Event;
use recent::Recent;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::time::MissedTickBehavior;

pub(crate) use board::Board;
pub use board::Brief;

/// The maximum number of commands in one batch.
const MOST_AT_ONCE: usize = 1_024;

/// Units between two snapshots of a stream.
pub(crate) const KEPT_EVERY: i64 = 256;

/// The interval at which the clock is compared with the database's.
const TICK: Duration = Duration::from_secs(5);

/// The interval at which unanswered messages are resent: the receiving shard may have been changing hands.
const AGAIN: Duration = Duration::from_secs(1);

/// The number of recent units per table that an owner keeps in memory for late observers.
const MOST_HEARD: usize = 32;

// An epoch is a moment in microseconds, and above the previous one. Counted epochs would repeat after a failover that
// has lost the last ones; these do not.
const TAKE_ANY: &str = "update shard set owner = '', renewed = now(),
        epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000000)::int8)
    where id = $1 returning epoch, batch";
const TAKE_FREE: &str = "update shard set owner = $2, renewed = now(),
        epoch = greatest(epoch + 1, (extract(epoch from clock_timestamp()) * 1000000)::int8)
    where id = $1 and (owner in ('', $2) or not exists (
        select from process where process.id = owner and beat > now() - $3::int4 * interval '1 millisecond'))
    returning epoch, batch";
/// A process that stalls or is cut off while it sends a batch leaves the shard's row locked. The database waits for the
/// rest without limit: none of its timeouts runs between two messages of one statement.
const END_SESSION: &str = "select pg_terminate_backend(activity.pid)
    from shard join pg_stat_activity activity
        on activity.application_name = 'croupier shard ' || shard.id || ' epoch ' || shard.epoch
    where shard.id = $1 and activity.datname = current_database() and shard.owner not in ('', $2) and not exists (
        select from process where process.id = owner and beat > now() - $3::int4 * interval '1 millisecond')";
const NAME_SESSION: &str = "select set_config('application_name', $1, false)";
const GIVE_UP: &str = "update shard set owner = '' where id = $1 and epoch = $2";

/// The result of a command.
#[derive(Clone, Debug)]
pub struct Done {
    /// The unit that carried it out.
    pub seq: i64,
    /// The time of that unit.
    pub at: Time,
    /// Whether it had been carried out before.
    pub again: bool,
    /// The events at the table; empty if it had been carried out before.
    pub events: Arc<Vec<Event>>,
}

/// Why a command was not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotDone {
    /// It was refused, and nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// This process cannot answer: the shard belongs to another process, or is being closed. Retries are idempotent.
    #[error("the table cannot be reached now; retry with the same key")]
    Unavailable,
    /// Too many commands are waiting: this one had no effect, and may be retried a little later.
    #[error("the queue of this shard is full; retry later with the same key")]
    Busy,
}

/// A unit of a table, for observers. The events are whole: they must be shown only through [`Event::seen_by`].
#[derive(Clone, Debug)]
pub struct Heard {
    /// The table.
    pub stream: StreamId,
    /// The unit's number.
    pub seq: i64,
    /// When. It distinguishes a unit from a lost one with the same number.
    pub at: Time,
    /// What kind of command it carried out.
    pub what: &'static str,
    /// What happened.
    pub events: Arc<Vec<Event>>,
    /// The table's facts, which are needed to put the events into words.
    pub facts: Arc<TableFacts>,
    /// What the unit records as lost, if it is a notice of a loss.
    pub lost: Option<Loss>,
}

/// Whether a shard may be taken from its owner.
#[derive(Clone, Debug)]
pub(crate) enum Claim {
    /// From any owner.
    Any,
    /// Only from a process that has given it up or is dead; afterwards the shard belongs to this one.
    Free {
        /// The process that takes it.
        process: String,
    },
}

/// A process whose last heartbeat is older than this is dead: others take its shards.
pub const DEAD_AFTER: Duration = Duration::from_millis(DEAD_AFTER_MS as u64);
/// The same in milliseconds, for the database.
pub(crate) const DEAD_AFTER_MS: i32 = 4_000;

/// A stream as its owner sees it.
#[derive(Clone, Copy)]
pub struct Glance<'a> {
    /// The stream.
    pub stream: &'a dyn Stream,
    /// The number of its last unit.
    pub seq: i64,
    /// When the time for the awaited decision runs out, if it does.
    pub until: Option<Time>,
    /// The time by the same clock.
    pub now: Time,
}

/// Receives the result of a command, and may look at the stream in the state of the answer.
pub(crate) type Answer = Box<dyn FnOnce(Result<Done, NotDone>, Option<Glance<'_>>) + Send>;

/// What a reader does with a stream; `None` if the stream is not in this process.
pub(crate) type Look = Box<dyn FnOnce(Option<Glance<'_>>) + Send>;

/// A request to an owner.
pub(crate) enum Job {
    /// A command, and the receiver of its result.
    Command(Request, Answer),
    /// A message from another stream.
    Mail(Mail),
    /// Whether a person's command was carried out.
    Before(Asked, oneshot::Sender<Result<Option<Done>, NotDone>>),
    /// A read of a stream.
    Look(StreamId, Look),
    /// Streams that were created are to be loaded.
    Bring(Vec<StreamId>, oneshot::Sender<Result<(), String>>),
    /// A request for a table's units after this one, if they are in memory.
    Heard(StreamId, i64, oneshot::Sender<Option<Vec<Heard>>>),
    /// A request for the heads of all streams.
    Heads(oneshot::Sender<Vec<(StreamId, i64, Hash)>>),
    /// Units that roots have named: the database should have them.
    Doubt(BTreeMap<StreamId, (i64, Hash)>),
    /// Everything is to be committed and the shard given up.
    Close(oneshot::Sender<()>),
}

/// A reference to a command: its sender and key, and the last unit that the sender had seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) stream: StreamId,
    pub(crate) key: Key,
    pub(crate) person: PersonId,
    pub(crate) seen: i64,
}

/// Delivers a message to a stream of another shard.
pub(crate) type Post = Arc<dyn Fn(Mail) + Send + Sync>;

/// Decides whether a command may be sent to its stream at all, by what the house knows besides the stream.
pub(crate) type Judge = Arc<dyn Fn(&Request) -> Result<(), Refused> + Send + Sync>;

/// The last unit of each stream that this process has had in memory, for the shards that it gave up. When it takes a
/// shard again, it uses them to check whether the database has lost anything.
pub(crate) type Witness = Arc<Mutex<BTreeMap<StreamId, (i64, Hash)>>>;

/// A stream held by its owner.
struct Held {
    stream: Box<dyn Stream>,
    seq: i64,
    head: Hash,
    at: Time,
    kept: i64,
    recent: Recent,
    window: Option<(Window, Instant)>,
    /// Messages that were unanswered at the last check.
    waiting: Vec<Key>,
    /// The last units, of a table.
    heard: VecDeque<Heard>,
}

impl Held {
    /// Creates the entry of a restored stream; the commands of the units since its last snapshot are known.
    fn new(loaded: Loaded, recent: Recent) -> Held {
        let Loaded { stream, seq, head, at, .. } = loaded;
        let kept = recent.since();
        let (waiting, heard) = (Vec::new(), VecDeque::new());
        Held { stream, seq, head, at, kept, recent, window: None, waiting, heard }
    }
}

/// The parts of an owner.
pub(crate) struct Owner {
    pub(crate) id: i32,
    pub(crate) database: Database,
    pub(crate) find: Find,
    pub(crate) keys: Arc<KeyRing>,
    pub(crate) post: Post,
    pub(crate) judge: Judge,
    /// The channel for committed units of tables.
    pub(crate) heard: Option<mpsc::Sender<Heard>>,
    /// Where measurements record batches.
    pub(crate) tap: Option<Tap>,
    /// Streams that stay closed because this build cannot play them are noted here.
    pub(crate) left_out: LeftOut,
    pub(crate) witness: Witness,
    /// Losses are noted here.
    pub(crate) noticed: Arc<Mutex<Vec<Noticed>>>,
}

/// Streams that a shard could not restore: the shard, and the reason.
pub(crate) type LeftOut = Arc<Mutex<BTreeMap<StreamId, (i32, String)>>>;

/// Batches as they were committed, to commit the same rows without an engine for comparison.
pub(crate) type Tap = Arc<Mutex<Vec<Batch>>>;

/// A shard and its owner.
pub(crate) struct Shard {
    owner: Owner,
    /// The process that owns the shard, as the database knows it.
    process: String,
    epoch: i64,
    /// The last epoch that this owner tried to take; the database may have granted it.
    tried: i64,
    batch: i64,
    writer: Writer,
    clock: Clock,
    held: BTreeMap<StreamId, Held>,
    /// When their windows end.
    deadlines: Deadlines,
    /// The last unit of each stream that is known to be committed: if the database lacks it, history was lost.
    firm: losses::Heads,
    /// Whether history was lost and some streams are not yet restored from the database.
    lost_history: bool,
    /// Where its tables are shown to readers of many tables.
    board: Board,
    /// Commands that the shard gave itself, and messages between its streams.
    own: Vec<(Request, Option<Origin>)>,
    /// Messages to be sent.
    unsent: Vec<Request>,
    /// Streams whose state in memory may differ from what is stored.
    stale: BTreeSet<StreamId>,
    /// The last units of tables that were closed lately: a root must name each of them once.
    ended: BTreeMap<StreamId, (i64, Hash)>,
    closed: bool,
    figures: ShardFigures,
}

impl Shard {
    /// Takes a shard over: its previous owner can no longer commit. `None` if it may not be taken.
    pub(crate) async fn take(owner: Owner, claim: Claim) -> Result<Option<Shard>, StoreError> {
        let writer = Writer::on(owner.database.connect().await?).await?;
        let dead = DEAD_AFTER_MS;
        let process = match &claim {
            Claim::Any => String::new(),
            Claim::Free { process } => process.clone(),
        };
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
            process,
            epoch,
            tried: epoch,
            batch,
            writer,
            clock,
            held: BTreeMap::new(),
            deadlines: Deadlines::default(),
            firm: BTreeMap::new(),
            lost_history: false,
            board: Board::default(),
            own: Vec::new(),
            unsent: Vec::new(),
            stale: BTreeSet::new(),
            ended,
            closed: false,
            figures,
        };
        if let Err(error) = shard.begin().await {
            // Another process may be able to take the shard, and need not wait.
            shard.give_up_lease().await;
            return Err(error);
        }
        reached("after-load");
        Ok(Some(shard))
    }

    /// Restores all streams, and checks whether the database still has what this process knows of them.
    async fn begin(&mut self) -> Result<(), StoreError> {
        self.bring(Which::Shard(self.owner.id)).await?;
        let known = self.owner.witness.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let here = |id: &StreamId| self.held.contains_key(id) || self.ended.contains_key(id);
        let known = known.into_iter().filter(|(id, _)| here(id)).collect();
        self.account_for_losses(known).await
    }

    /// Returns the shard's id.
    pub(crate) fn id(&self) -> i32 {
        self.owner.id
    }

    /// Returns the epoch of this owner.
    pub(crate) fn epoch(&self) -> i64 {
        self.epoch
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
            // A table that this build cannot play does not keep its whole shard closed.
            if !matches!(which, Which::Shard(_)) {
                return Err(lost.into());
            }
            self.leave_out(&lost);
        }
        let mut brought = Vec::new();
        for one in streams.into_iter().filter(|one| one.shard == self.owner.id) {
            let id = one.stream.id();
            brought.push(id);
            self.owner.left_out.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
            self.unsent.extend(one.stream.outstanding().iter().map(crate::stream::Envelope::request));
            let recent = played.remove(&id).unwrap_or_else(|| Recent::from(one.seq));
            self.firm.entry(id).or_insert((one.seq, one.head));
            let mut held = Held::new(one, recent);
            // The people who are asked have their full time again from now on.
            held.rewind();
            self.deadlines.set(id, held.ends());
            self.held.insert(id, held);
        }
        self.show(brought);
        Ok(())
    }

    /// Leaves a stream out that is lost or that this build cannot play: it stays closed, and the others continue
    /// without it.
    fn leave_out(&mut self, lost: &Lost) {
        let (shard, stream) = (self.owner.id, lost.stream());
        tracing::error!(shard, %lost, "a stream is lost and stays closed");
        self.held.remove(&stream);
        self.deadlines.set(stream, None);
        self.stale.remove(&stream);
        self.show([stream]);
        let mut all = self.owner.left_out.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(stream, (shard, lost.to_string()));
    }

    /// Removes a closed table, except for its last unit.
    fn let_go(&mut self, id: StreamId) {
        self.deadlines.set(id, None);
        if let Some(held) = self.held.remove(&id) {
            self.ended.insert(id, (held.seq, held.head));
        }
        self.take_down(id);
    }

    /// Works until it is closed or another process has taken over.
    pub(crate) async fn run(mut self, mut jobs: mpsc::UnboundedReceiver<Job>) {
        let mut tick = tokio::time::interval(TICK);
        let mut again = tokio::time::interval(AGAIN);
        again.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut waiting = Vec::new();
        self.send_own();
        while !self.closed {
            let deadline = self.next_deadline();
            tokio::select! {
                // The ticks first, since there may always be another job.
                biased;
                _ = tick.tick() => self.tick().await,
                _ = again.tick() => {
                    self.mend().await;
                    self.make_new_shoes();
                    self.send_again();
                }
                count = jobs.recv_many(&mut waiting, MOST_AT_ONCE) => if count == 0 { return },
                () = until(deadline) => {}
            }
            self.expire();
            let own = std::mem::take(&mut self.own).into_iter();
            let mut commands: Vec<_> =
                own.map(|(request, origin)| batch::Waiting { request, answer: None, origin }).collect();
            for job in waiting.drain(..) {
                if self.closed {
                    // The next owner answers later requests.
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
            Job::Command(request, answer) => {
                commands.push(batch::Waiting { request, answer: Some(answer), origin: None });
            }
            Job::Mail(Mail { request, origin }) => {
                commands.push(batch::Waiting { request, answer: None, origin });
            }
            Job::Before(asked, answer) => {
                let _ = answer.send(self.done_before(asked).await);
            }
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
                // A stream whose last commit has an unknown outcome has no head that could be signed.
                let known = self.held.iter().filter(|(id, _)| !self.stale.contains(id));
                let open = known.map(|(id, held)| (*id, held.seq, held.head));
                let ended = self.ended.iter().map(|(id, (seq, head))| (*id, *seq, *head));
                let heads = open.chain(ended).collect();
                let _ = answer.send(heads);
            }
            Job::Doubt(signed) => self.doubt(signed).await,
            Job::Close(answer) => {
                // Commands that came before the request to close are carried out first.
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
        let until = held.ends().map(|ends| self.clock.at(ends));
        Some(Glance { stream: &*held.stream, seq: held.seq, until, now: self.clock.now() })
    }

    /// Sends the messages of the shard's streams, to streams of this or another shard.
    fn send_own(&mut self) {
        let all = std::mem::take(&mut self.unsent);
        for request in all {
            self.post(request);
        }
    }

    /// Sends a message. If it is lost, it will be resent.
    fn post(&mut self, request: Request) {
        reached("before-message");
        let origin = Some(Origin { shard: self.owner.id, epoch: self.epoch, batch: self.batch });
        if self.held.contains_key(&request.stream) {
            self.own.push((request, origin));
        } else {
            (self.owner.post)(Mail { request, origin });
        }
        reached("after-message");
    }

    /// Gives the shard up, so that another process need not wait until this one is dead.
    async fn give_up_lease(&self) {
        let given = self.writer.client().execute(GIVE_UP, &[&self.owner.id, &self.epoch]).await;
        if let Err(error) = given {
            tracing::warn!(shard = self.owner.id, %error, "the shard is given up; the database could not be updated");
        }
    }

    fn next_deadline(&self) -> Option<Instant> {
        if !self.own.is_empty() {
            return Some(Instant::now());
        }
        self.deadlines.next()
    }

    /// Sends an expiry for every stream whose time has run out; its key is derived from the question.
    fn expire(&mut self) {
        let now = Instant::now();
        for id in self.deadlines.ended(now) {
            let asked = self.held.get_mut(&id).and_then(|held| held.window.map(|(window, _)| (held, window)));
            let Some((held, window)) = asked else {
                // The stream could not be restored.
                self.deadlines.set(id, None);
                continue;
            };
            let request = Request {
                stream: id,
                key: Key::derived("expire", &[id.0, window.asked]),
                person: PersonId::HOUSE,
                sender: None,
                seen: held.seq,
                question: None,
                command: Command::Expire { asked: window.asked },
            };
            self.own.push((request, None));
            // If the expiry closes nothing, people have their time again.
            held.window = Some((window, now + window.length.max(AGAIN)));
            self.deadlines.set(id, held.ends());
        }
    }

    /// Compares the clock with the database's.
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

    /// Restores a lost connection even if no command needs it: only then is it known whether the database has lost
    /// anything.
    async fn mend(&mut self) {
        if !self.writer.client().is_closed() {
            return;
        }
        self.stale.extend(self.held.keys().next());
        if !self.recover().await {
            self.closed = true;
        }
    }

    /// Resends messages that were unanswered at the last check and still are.
    fn send_again(&mut self) {
        for held in self.held.values_mut() {
            let outstanding = held.stream.outstanding();
            let again = outstanding.iter().filter(|sent| held.waiting.contains(&sent.key));
            self.unsent.extend(again.map(crate::stream::Envelope::request));
            held.waiting = outstanding.iter().map(|sent| sent.key).collect();
        }
        self.send_own();
    }
}

impl Drop for Shard {
    /// However the shard ends, even by a panic, the heads of its streams are kept.
    fn drop(&mut self) {
        let mut witness = self.owner.witness.lock().unwrap_or_else(PoisonError::into_inner);
        witness.extend(&self.firm);
    }
}

impl Held {
    /// Keeps a unit for late observers.
    fn hear(&mut self, heard: Heard) {
        if self.heard.len() >= MOST_HEARD {
            self.heard.pop_front();
        }
        self.heard.push_back(heard);
    }

    /// Returns the units after this one, if all of them are in memory.
    fn heard_since(&self, seq: i64) -> Option<Vec<Heard>> {
        if seq >= self.seq {
            return Some(Vec::new());
        }
        let first = self.heard.front()?;
        let since = || self.heard.iter().filter(|heard| heard.seq > seq && heard.seq <= self.seq);
        (first.seq <= seq + 1).then(|| since().cloned().collect())
    }

    /// Returns when the time for the awaited decision runs out.
    fn ends(&self) -> Option<Instant> {
        self.window.map(|(_, ends)| ends)
    }

    /// Gives the people who are asked their full time, from now on.
    fn rewind(&mut self) {
        self.window = self.stream.window().map(|window| (window, Instant::now() + window.length));
    }

    /// Updates the window after a unit: another question has another window.
    fn look_at_window(&mut self) {
        let window = self.stream.window();
        if self.window.map(|(window, _)| window) != window {
            self.rewind();
        }
    }
}

/// Gives up a shard whose owner has panicked, so that another process need not wait until this one is dead.
pub(crate) async fn give_up(database: &Database, shard: i32, epoch: i64) -> Result<(), StoreError> {
    database.connect().await?.execute(GIVE_UP, &[&shard, &epoch]).await?;
    Ok(())
}

/// Names the session, so that the session of a dead owner can be found and ended.
async fn name_session(writer: &Writer, shard: i32, epoch: i64) -> Result<(), StoreError> {
    let name = format!("croupier shard {shard} epoch {epoch}");
    writer.client().query_one(NAME_SESSION, &[&name]).await?;
    Ok(())
}

/// Creates the partitions of this month and the next.
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
