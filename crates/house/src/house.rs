//! The house: all its shards in this process, and how to reach them.

mod directory;
mod rest;

use crate::failpoint::breakable;
use crate::figures;
use crate::ids::{Hash, Key, PersonId, Realm, StreamId};
use crate::loss::Noticed;
use crate::secrets::KeyRing;
use crate::shard::{
    Answer, Asked, Claim, Done, Glance, Heard, Job, Judge, LeftOut, NotDone, Owner, Post, Shard, Tap,
    Witness, give_up,
};
use crate::store::{Database, Find, StoreError, Which, stream_rows};
use crate::stream::{Mail, Request, Stream};
use directory::{Directory, Entry, Way};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;

pub use directory::{Listing, Sign};

/// How many commands may wait for a shard. Any more are rejected without effect.
pub const MOST_WAITING: usize = 2_048;

/// How many looks may wait for a shard. They have a limit of their own, so that they cannot displace bets.
const MOST_LOOKING: usize = 512;

/// Where a house sends messages for other processes and units for observers.
#[derive(Clone, Default)]
pub struct Outlets {
    /// Messages to streams in another process. A message that is lost in transit is sent again after a while.
    pub away: Option<mpsc::UnboundedSender<Mail>>,
    /// Units of tables, once they are committed. They are dropped if the receiver is too slow: the journal has them.
    pub heard: Option<mpsc::Sender<Heard>>,
}

/// What all shards of a process share.
struct Common {
    database: Database,
    find: Find,
    keys: Arc<KeyRing>,
    outlets: Outlets,
    tap: Option<Tap>,
}

/// A house in this process, with the shards that it owns.
pub struct House {
    directory: Arc<RwLock<Directory>>,
    tasks: Mutex<BTreeMap<i32, JoinHandle<()>>>,
    common: Common,
    waiting: usize,
    left_out: LeftOut,
    witness: Witness,
    noticed: Arc<Mutex<Vec<Noticed>>>,
}

impl House {
    /// Takes over shards and restores their streams.
    ///
    /// # Errors
    /// A database error. A stream that cannot be restored as it was stored is [left out](House::left_out).
    pub async fn open(
        database: Database,
        find: Find,
        keys: Arc<KeyRing>,
        shards: &[i32],
    ) -> Result<House, StoreError> {
        House::open_tapped(database, find, keys, shards, None).await
    }

    /// Like `open`, with a recorder of batches.
    pub(crate) async fn open_tapped(
        database: Database,
        find: Find,
        keys: Arc<KeyRing>,
        shards: &[i32],
        tap: Option<Tap>,
    ) -> Result<House, StoreError> {
        let common = Common { database, find, keys, outlets: Outlets::default(), tap };
        let house = House::of(common).await?;
        let starting: Vec<_> =
            shards.iter().map(|id| tokio::spawn(Shard::take(house.owner_of(*id), Claim::Any))).collect();
        let mut started = Vec::new();
        for starting in starting {
            let shard = starting.await.map_err(|error| StoreError::Row(error.to_string()))??;
            let shard = shard.ok_or_else(|| StoreError::Row("the shard was not given".to_owned()))?;
            started.push(house.enter(shard));
        }
        // Shards start only now: messages to streams of other shards go out immediately, and by now all shards can be
        // reached.
        started.into_iter().for_each(|(shard, jobs)| house.start(shard, jobs));
        Ok(house)
    }

    /// Creates a house without shards, which shares the shards with other processes: see [`House::take`].
    ///
    /// # Errors
    /// A database error.
    pub async fn among_others(
        database: Database,
        find: Find,
        keys: Arc<KeyRing>,
        outlets: Outlets,
    ) -> Result<House, StoreError> {
        let house = House::of(Common { database, find, keys, outlets, tap: None }).await?;
        house.write(|directory| directory.lease = Some(Instant::now()));
        Ok(house)
    }

    async fn of(common: Common) -> Result<House, StoreError> {
        let directory = Arc::new(RwLock::new(Directory::default()));
        let house = House {
            directory,
            tasks: Mutex::default(),
            common,
            waiting: MOST_WAITING,
            left_out: LeftOut::default(),
            witness: Witness::default(),
            noticed: Arc::default(),
        };
        house.refresh().await?;
        Ok(house)
    }

    /// Sets another limit of commands that wait for a shard.
    #[must_use]
    pub fn with_room_for(mut self, waiting: usize) -> House {
        self.waiting = waiting;
        self
    }

    fn owner_of(&self, id: i32) -> Owner {
        let Common { database, find, keys, outlets, tap } = &self.common;
        Owner {
            id,
            database: database.clone(),
            find: *find,
            keys: Arc::clone(keys),
            post: self.post(),
            judge: self.judge(),
            heard: outlets.heard.clone(),
            tap: tap.clone(),
            left_out: Arc::clone(&self.left_out),
            witness: Arc::clone(&self.witness),
            noticed: Arc::clone(&self.noticed),
        }
    }

    /// Takes a shard without an owner, for the process with this id. Returns false if it has an owner.
    ///
    /// # Errors
    /// A database error, or a stream that cannot be restored as it was stored.
    pub async fn take(&self, id: i32, process: &str) -> Result<bool, StoreError> {
        self.refresh().await?;
        let claim = Claim::Free { process: process.to_owned() };
        let Some(shard) = Shard::take(self.owner_of(id), claim).await? else { return Ok(false) };
        let (shard, jobs) = self.enter(shard);
        self.start(shard, jobs);
        Ok(true)
    }

    /// Enters a shard into the directory, so that it can be reached.
    fn enter(&self, shard: Shard) -> (Shard, mpsc::UnboundedReceiver<Job>) {
        let (jobs, receiver) = mpsc::unbounded_channel();
        let (places, looks) = (Semaphore::new(self.waiting), Semaphore::new(MOST_LOOKING));
        let (places, looks) = (Arc::new(places), Arc::new(looks));
        let way = Way { jobs, places, looks, board: shard.board() };
        self.write(|directory| directory.put_owner(shard.id(), way));
        (shard, receiver)
    }

    /// Runs a shard. When it ends, on its own or because another process has taken it, it can no longer be reached. A
    /// shard that panics is given up too: its memory may be inconsistent, and is restored from the database.
    fn start(&self, shard: Shard, jobs: mpsc::UnboundedReceiver<Job>) {
        let (id, epoch) = (shard.id(), shard.epoch());
        let (directory, database) = (Arc::clone(&self.directory), self.common.database.clone());
        let own = self.read(|directory| directory.owners.get(&id).map(|way| way.jobs.clone()));
        let work = tokio::spawn(breakable("shard", shard.run(jobs)));
        let task = tokio::spawn(async move {
            let ended = work.await;
            {
                let mut directory = directory.write().unwrap_or_else(PoisonError::into_inner);
                let same = |way: &Way| own.as_ref().is_some_and(|own| own.same_channel(&way.jobs));
                if directory.owners.get(&id).is_some_and(same) {
                    directory.remove_owner(id);
                }
            }
            if let Err(error) = ended
                && error.is_panic()
            {
                tracing::error!(shard = id, %error, "the task of a shard has panicked; the shard is reloaded");
                figures::shard_panicked();
                if let Err(error) = give_up(&database, id, epoch).await {
                    tracing::warn!(shard = id, %error, "a shard whose task has panicked is not given up");
                }
            }
        });
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).insert(id, task);
    }

    /// Carries out the commands that wait for a shard, and gives the shard up.
    pub async fn release(&self, id: i32) {
        let Some(way) = self.write(|directory| directory.remove_owner(id)) else { return };
        let (sender, closed) = oneshot::channel();
        if way.jobs.send(Job::Close(sender)).is_ok() {
            let _ = closed.await;
        }
        let task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(task) = task {
            let _ = task.await;
        }
    }

    /// Removes a shard that another process has taken: this process no longer answers for it.
    pub(crate) fn forget(&self, id: i32) {
        if let Some(way) = self.write(|directory| directory.remove_owner(id)) {
            let _ = way.jobs.send(Job::Close(oneshot::channel().0));
        }
    }

    /// Returns the shards in this process.
    pub fn shards(&self) -> Vec<i32> {
        self.read(|directory| directory.owners.keys().copied().collect())
    }

    /// Sets until when other processes will not take this one's shards.
    pub(crate) fn leased_until(&self, until: Instant) {
        self.write(|directory| directory.lease = Some(until));
    }

    /// Returns for how long other processes will certainly not take this one's shards; `None` if that time is over, and
    /// the maximum if there are no other processes.
    pub fn lease(&self) -> Option<Duration> {
        let lease = self.read(|directory| directory.lease);
        lease.map_or(Some(Duration::MAX), |until| until.checked_duration_since(Instant::now()))
    }

    fn read<R>(&self, look: impl FnOnce(&Directory) -> R) -> R {
        look(&self.directory.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<R>(&self, change: impl FnOnce(&mut Directory) -> R) -> R {
        change(&mut self.directory.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn entry(&self, stream: StreamId) -> Option<Entry> {
        self.directory.read().unwrap_or_else(PoisonError::into_inner).streams.get(&stream).copied()
    }

    /// Returns the shard of a stream, if the stream exists.
    pub fn shard_of(&self, stream: StreamId) -> Option<i32> {
        self.entry(stream).map(|entry| entry.shard)
    }

    /// Whether the stream is a table that was closed.
    pub fn is_closed(&self, stream: StreamId) -> bool {
        self.entry(stream).is_some_and(|entry| entry.closed)
    }

    /// Returns the realm that a stream belongs to.
    pub fn realm_of(&self, stream: StreamId) -> Option<Realm> {
        self.entry(stream).map(|entry| entry.realm)
    }

    /// Returns the cage of a table or a meter.
    pub fn cage_of(&self, stream: StreamId) -> Option<StreamId> {
        self.entry(stream)?.cage
    }

    /// Returns the tables in this process.
    pub fn tables(&self) -> Vec<StreamId> {
        self.read(|directory| {
            let here = |entry: &Entry| {
                entry.is_table && !entry.closed && directory.owners.contains_key(&entry.shard)
            };
            directory.streams.iter().filter(|(_, entry)| here(entry)).map(|(id, _)| *id).collect()
        })
    }

    /// Returns the meters in this process.
    pub fn meters(&self) -> Vec<StreamId> {
        self.read(|directory| {
            let here = |entry: &Entry| entry.is_meter && directory.owners.contains_key(&entry.shard);
            directory.streams.iter().filter(|(_, entry)| here(entry)).map(|(id, _)| *id).collect()
        })
    }

    /// Returns all cages of the house, in whatever process they are.
    pub fn cages(&self) -> Vec<(StreamId, Realm)> {
        let is_cage = |entry: &Entry| !entry.is_table && entry.cage.is_none();
        self.read(|directory| {
            let entries = directory.streams.iter().filter(|(_, entry)| is_cage(entry));
            entries.map(|(id, entry)| (*id, entry.realm)).collect()
        })
    }

    /// Whether a stream is in this process.
    pub fn has(&self, stream: StreamId) -> bool {
        self.read(|directory| directory.way(stream).is_some())
    }

    /// Returns the way to a stream, with a place in its queue.
    fn place(
        &self,
        stream: StreamId,
        places: fn(&Way) -> &Arc<Semaphore>,
    ) -> Result<(Way, OwnedSemaphorePermit), NotDone> {
        let way = self.read(|directory| directory.way(stream).cloned()).ok_or(NotDone::Unavailable)?;
        let place = Arc::clone(places(&way)).try_acquire_owned().map_err(|_| NotDone::Busy)?;
        Ok((way, place))
    }

    /// Returns the function that delivers messages: to a stream in this process, or to another process.
    fn post(&self) -> Post {
        let directory = Arc::clone(&self.directory);
        let away = self.common.outlets.away.clone();
        Arc::new(move |mail: Mail| {
            let way = {
                let directory = directory.read().unwrap_or_else(PoisonError::into_inner);
                directory.way(mail.request.stream).cloned()
            };
            if let Some(way) = way {
                let _ = way.jobs.send(Job::Mail(mail));
            } else if let Some(away) = &away {
                let _ = away.send(mail);
            }
        })
    }

    /// Returns the function that judges commands by what is known about all streams.
    fn judge(&self) -> Judge {
        let directory = Arc::clone(&self.directory);
        Arc::new(move |request| directory.read().unwrap_or_else(PoisonError::into_inner).judge(request))
    }

    /// Takes a message from a stream in another process. Returns false if the recipient is not in this process.
    pub fn deliver(&self, mail: Mail) -> bool {
        let way = self.read(|directory| directory.way(mail.request.stream).cloned());
        let from_stream = mail.request.sender.is_some();
        way.is_some_and(|way| from_stream && way.jobs.send(Job::Mail(mail)).is_ok())
    }

    /// Checks whether a person's command was carried out, for a caller that cannot build the same command again because
    /// its inputs have changed.
    ///
    /// # Errors
    /// It cannot be found out now.
    pub async fn done_before(
        &self,
        stream: StreamId,
        key: Key,
        person: PersonId,
        seen: i64,
    ) -> Result<Option<Done>, NotDone> {
        let (way, _place) = self.place(stream, |way| &way.places)?;
        let (sender, answer) = oneshot::channel();
        let asked = Asked { stream, key, person, seen };
        way.jobs.send(Job::Before(asked, sender)).map_err(|_| NotDone::Unavailable)?;
        self.while_leased(answer).await.unwrap_or(Err(NotDone::Unavailable))
    }

    /// Checks whether the database still has the units that roots have named, in the shards of this process and in
    /// those that it takes later. A stream whose unit was lost records that by a notice.
    pub fn doubt(&self, signed: &BTreeMap<StreamId, (i64, Hash)>) {
        {
            let mut witness = self.witness.lock().unwrap_or_else(PoisonError::into_inner);
            for (stream, head) in signed {
                let known = witness.entry(*stream).or_insert(*head);
                if known.0 < head.0 {
                    *known = *head;
                }
            }
        }
        let owners: Vec<Way> = self.read(|directory| directory.owners.values().cloned().collect());
        for way in owners {
            let _ = way.jobs.send(Job::Doubt(signed.clone()));
        }
    }

    /// Returns the losses of history that this process has noticed since its start.
    pub fn losses(&self) -> Vec<Noticed> {
        self.noticed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reloads the list of streams.
    ///
    /// # Errors
    /// A database error.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let client = self.common.database.connect().await?;
        let rows = stream_rows(&client, Which::All).await?;
        self.write(|directory| {
            directory.put_streams(&rows);
        });
        Ok(())
    }

    /// Loads streams that were created since the house was opened.
    ///
    /// # Errors
    /// A database error.
    pub async fn bring(&self, streams: &[StreamId]) -> Result<(), StoreError> {
        self.refresh().await?;
        self.bring_known(streams).await
    }

    async fn bring_known(&self, streams: &[StreamId]) -> Result<(), StoreError> {
        let mut by_shard: BTreeMap<i32, Vec<StreamId>> = BTreeMap::new();
        for stream in streams {
            let entry = self.entry(*stream).ok_or(StoreError::NoStream(*stream))?;
            by_shard.entry(entry.shard).or_default().push(*stream);
        }
        for streams in by_shard.into_values() {
            let first = streams.first().copied();
            let way = first.and_then(|stream| self.read(|directory| directory.way(stream).cloned()));
            let Some(way) = way else { continue };
            let (sender, answer) = oneshot::channel();
            let _ = way.jobs.send(Job::Bring(streams, sender));
            match answer.await {
                Ok(brought) => brought.map_err(StoreError::Row)?,
                Err(_) => return Err(StoreError::Row("the shard is closed".to_owned())),
            }
        }
        Ok(())
    }

    /// Loads all streams of this process's shards that were created since, by any process.
    ///
    /// # Errors
    /// A database error.
    pub async fn bring_new(&self) -> Result<(), StoreError> {
        self.refresh().await?;
        let here = self.shards();
        let streams: Vec<StreamId> = self.read(|directory| {
            let entries = directory.streams.iter();
            entries.filter(|(_, entry)| here.contains(&entry.shard)).map(|(id, _)| *id).collect()
        });
        self.bring_known(&streams).await
    }

    /// Sends a command and waits until it is committed or refused.
    ///
    /// # Errors
    /// The refusal, or that this process cannot answer; retrying the same command is safe.
    pub async fn send(&self, request: Request) -> Result<Done, NotDone> {
        self.send_and_look(request, |_| ()).await.0
    }

    /// Sends a command, and looks at the stream in the state of the answer: what is offered next, or a view of it. No
    /// effect if the stream is not in this process.
    pub async fn send_and_look<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        self.send_and_glance(request, |glance| look(glance.stream)).await
    }

    /// Like `send_and_look`, and shows what the owner knows about the stream as well.
    pub async fn send_and_glance<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        let answer = self.run_request(request, look).await;
        figures::answered(&answer.0);
        answer
    }

    async fn run_request<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        if self.lease().is_none() {
            return (Err(NotDone::Unavailable), None);
        }
        let (way, place) = match self.place(request.stream, |way| &way.places) {
            Ok(found) => found,
            Err(why) => return (Err(why), None),
        };
        let (sender, answer) = oneshot::channel();
        let answered: Answer = Box::new(move |done, stream| {
            drop(place);
            let _ = sender.send((done, stream.map(look)));
        });
        if way.jobs.send(Job::Command(request, answered)).is_err() {
            return (Err(NotDone::Unavailable), None);
        }
        let (done, seen) = self.while_leased(answer).await.unwrap_or((Err(NotDone::Unavailable), None));
        match done {
            // A new commit has passed the fence, so this process still owned the shard.
            Ok(done) if !done.again => (Ok(done), seen),
            _ if self.lease().is_some() => (done, seen),
            // An earlier commit stays valid; the view of the stream may be out of date.
            Ok(done) => (Ok(done), None),
            Err(_) => (Err(NotDone::Unavailable), None),
        }
    }

    /// Waits for an answer until the lease ends: an owner that is cut off from the database must not answer, and
    /// another process may be able to.
    async fn while_leased<T>(&self, mut answer: oneshot::Receiver<T>) -> Option<T> {
        while let Some(lease) = self.lease() {
            if lease == Duration::MAX {
                return answer.await.ok();
            }
            tokio::select! {
                biased;
                answer = &mut answer => return answer.ok(),
                () = tokio::time::sleep(lease) => {}
            }
        }
        answer.try_recv().ok()
    }

    /// Looks at a stream as it is in memory. Returns nothing if the stream is not in this process, if too many looks
    /// wait for its shard, or if another process may have taken it meanwhile.
    pub async fn look<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> Option<R> {
        self.glance(stream, |glance| look(glance.stream)).await.ok()
    }

    /// Like `look`, and shows what the owner knows about the stream as well.
    ///
    /// # Errors
    /// Why the stream cannot be shown.
    pub async fn glance<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> Result<R, NotDone> {
        self.glance_in(stream, |way| &way.looks, look).await
    }

    /// Like `glance`, for a caller that is about to send a command: it takes a place in the queue of commands.
    ///
    /// # Errors
    /// Why the stream cannot be shown.
    pub async fn glance_to_act<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> Result<R, NotDone> {
        self.glance_in(stream, |way| &way.places, look).await
    }

    async fn glance_in<R: Send + 'static>(
        &self,
        stream: StreamId,
        places: fn(&Way) -> &Arc<Semaphore>,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> Result<R, NotDone> {
        self.lease().ok_or(NotDone::Unavailable)?;
        let (way, place) = self.place(stream, places)?;
        let (sender, answer) = oneshot::channel();
        let looked = Box::new(move |found: Option<Glance<'_>>| {
            drop(place);
            let _ = sender.send(found.map(look));
        });
        way.jobs.send(Job::Look(stream, looked)).map_err(|_| NotDone::Unavailable)?;
        self.while_leased(answer).await.flatten().ok_or(NotDone::Unavailable)
    }

    /// Returns the last unit of every stream and its hash.
    pub async fn heads(&self) -> Vec<(StreamId, i64, Hash)> {
        self.heads_reader().heads().await
    }

    /// Returns a reader of heads. It may outlive the house: a closed house has no heads.
    pub fn heads_reader(&self) -> HeadsReader {
        HeadsReader { directory: Arc::clone(&self.directory) }
    }

    /// Returns the units of a table after `seq` that its owner keeps in memory; `None` if the owner's memory does not
    /// reach back that far, or if the table is not in this process.
    pub async fn heard_since(&self, table: StreamId, seq: i64) -> Option<Vec<Heard>> {
        self.lease()?;
        let way = self.read(|directory| directory.way(table).cloned())?;
        let (sender, answer) = oneshot::channel();
        way.jobs.send(Job::Heard(table, seq, sender)).ok()?;
        self.while_leased(answer).await.flatten()
    }

    /// Carries out all waiting commands and gives the shards up.
    pub async fn close(&self) {
        for id in self.shards() {
            self.release(id).await;
        }
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks.into_values() {
            let _ = task.await;
        }
    }
}

/// Reads the heads of a house.
#[derive(Clone)]
pub struct HeadsReader {
    directory: Arc<RwLock<Directory>>,
}

impl HeadsReader {
    /// Returns the last committed unit of every stream and its hash.
    pub async fn heads(&self) -> Vec<(StreamId, i64, Hash)> {
        let owners: Vec<_> = {
            let directory = self.directory.read().unwrap_or_else(PoisonError::into_inner);
            directory.owners.values().cloned().collect()
        };
        let mut heads = Vec::new();
        for way in owners {
            let (sender, answer) = oneshot::channel();
            if way.jobs.send(Job::Heads(sender)).is_ok() {
                heads.extend(answer.await.unwrap_or_default());
            }
        }
        heads.sort_unstable();
        heads
    }
}
