//! The house: all its shards in this process, and the way to them.

mod rest;

use crate::figures;
use crate::ids::{Hash, Realm, StreamId};
use crate::secrets::KeyRing;
use crate::shard::{Answer, Claim, Done, Glance, Heard, Job, LeftOut, NotDone, Owner, Post, Shard, Tap};
use crate::store::{Database, Find, StoreError, StreamRow, Which, stream_rows};
use crate::stream::{Command, Refused, Request, Stream};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many commands may wait for a shard. What comes on top is turned away before it has any effect.
pub const MOST_WAITING: usize = 2_048;

/// Where a stream is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    shard: i32,
    realm: Realm,
    /// The cage, of a table and of a meter.
    cage: Option<StreamId>,
    is_table: bool,
    is_meter: bool,
    closed: bool,
}

impl From<&StreamRow> for Entry {
    fn from(row: &StreamRow) -> Entry {
        let (is_table, is_meter, closed) = (row.kind == "table", row.kind == "meter", row.closed);
        Entry { shard: row.shard, realm: row.realm, cage: row.cage, is_table, is_meter, closed }
    }
}

/// The way to the owner of a shard.
#[derive(Clone)]
struct Way {
    jobs: mpsc::UnboundedSender<Job>,
    /// One place for each command that may wait.
    places: Arc<Semaphore>,
}

/// Which stream is where, and who has the shards.
#[derive(Default)]
struct Directory {
    streams: BTreeMap<StreamId, Entry>,
    owners: BTreeMap<i32, Way>,
    /// Until when other processes leave this one its shards; nothing where there are no others.
    lease: Option<Instant>,
}

impl Directory {
    fn way(&self, stream: StreamId) -> Option<&Way> {
        self.owners.get(&self.streams.get(&stream)?.shard)
    }
}

/// What leaves a house for other processes and for whoever watches.
#[derive(Clone, Default)]
pub struct Outlets {
    /// Messages to streams that are in another process. One that is lost on the way is sent again after a while.
    pub away: Option<mpsc::UnboundedSender<Request>>,
    /// Units of tables, once they are committed. Where nobody keeps up they are dropped: the journal has them.
    pub heard: Option<mpsc::Sender<Heard>>,
}

/// What all shards of a process have in common.
struct Common {
    database: Database,
    find: Find,
    keys: Arc<KeyRing>,
    outlets: Outlets,
    tap: Option<Tap>,
}

/// A house in this process: the shards that it has.
pub struct House {
    directory: Arc<RwLock<Directory>>,
    tasks: Mutex<BTreeMap<i32, JoinHandle<()>>>,
    common: Common,
    waiting: usize,
    left_out: LeftOut,
}

impl House {
    /// Takes over shards and brings their streams back.
    ///
    /// # Errors
    /// What the database says. A stream that does not come back as it was stored is [left out](House::left_out).
    pub async fn open(
        database: Database,
        find: Find,
        keys: Arc<KeyRing>,
        shards: &[i32],
    ) -> Result<House, StoreError> {
        House::open_tapped(database, find, keys, shards, None).await
    }

    /// The same, where somebody has batches written down.
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
        // What a stream has to say to one of another shard goes out at once: all of them can be reached by now.
        started.into_iter().for_each(|(shard, jobs)| house.start(shard, jobs));
        Ok(house)
    }

    /// A house that has no shard yet, and shares them with other processes: see [`House::take`].
    ///
    /// # Errors
    /// What the database says.
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
        };
        house.refresh().await?;
        Ok(house)
    }

    /// The same, with room for so many commands that wait for a shard.
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
            heard: outlets.heard.clone(),
            tap: tap.clone(),
            left_out: Arc::clone(&self.left_out),
        }
    }

    /// Takes a shard that nobody has, for the process of this id. False where somebody has it.
    ///
    /// # Errors
    /// What the database says, and a stream that does not come back as it was stored.
    pub async fn take(&self, id: i32, process: &str) -> Result<bool, StoreError> {
        self.refresh().await?;
        let claim = Claim::Free { process: process.to_owned() };
        let Some(shard) = Shard::take(self.owner_of(id), claim).await? else { return Ok(false) };
        let (shard, jobs) = self.enter(shard);
        self.start(shard, jobs);
        Ok(true)
    }

    /// From here on a shard can be reached.
    fn enter(&self, shard: Shard) -> (Shard, mpsc::UnboundedReceiver<Job>) {
        let (jobs, receiver) = mpsc::unbounded_channel();
        let way = Way { jobs, places: Arc::new(Semaphore::new(self.waiting)) };
        self.write(|directory| directory.owners.insert(shard.id(), way));
        (shard, receiver)
    }

    /// Lets a shard work. When it ends, by itself or since somebody else has taken it, it can no longer be reached.
    fn start(&self, shard: Shard, jobs: mpsc::UnboundedReceiver<Job>) {
        let id = shard.id();
        let directory = Arc::clone(&self.directory);
        let own = self.read(|directory| directory.owners.get(&id).map(|way| way.jobs.clone()));
        let task = tokio::spawn(async move {
            shard.run(jobs).await;
            let mut directory = directory.write().unwrap_or_else(PoisonError::into_inner);
            let same = |way: &Way| own.as_ref().is_some_and(|own| own.same_channel(&way.jobs));
            if directory.owners.get(&id).is_some_and(same) {
                directory.owners.remove(&id);
            }
        });
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).insert(id, task);
    }

    /// Carries out what waits for a shard and gives it up.
    pub async fn release(&self, id: i32) {
        let Some(way) = self.write(|directory| directory.owners.remove(&id)) else { return };
        let (sender, closed) = oneshot::channel();
        if way.jobs.send(Job::Close(sender)).is_ok() {
            let _ = closed.await;
        }
        let task = self.tasks.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if let Some(task) = task {
            let _ = task.await;
        }
    }

    /// Another process has a shard: nobody is answered from here any more.
    pub(crate) fn forget(&self, id: i32) {
        if let Some(way) = self.write(|directory| directory.owners.remove(&id)) {
            let _ = way.jobs.send(Job::Close(oneshot::channel().0));
        }
    }

    /// The shards that are here.
    pub fn shards(&self) -> Vec<i32> {
        self.read(|directory| directory.owners.keys().copied().collect())
    }

    /// Other processes leave this one its shards until then.
    pub(crate) fn leased_until(&self, until: Instant) {
        self.write(|directory| directory.lease = Some(until));
    }

    /// How long other processes leave this one its shards for sure; nothing where that is over, and without end where
    /// there are no others.
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

    /// The shard of a stream, if there is such a stream.
    pub fn shard_of(&self, stream: StreamId) -> Option<i32> {
        self.entry(stream).map(|entry| entry.shard)
    }

    /// Whether it is a table that was closed.
    pub fn is_closed(&self, stream: StreamId) -> bool {
        self.entry(stream).is_some_and(|entry| entry.closed)
    }

    /// Where a stream belongs.
    pub fn realm_of(&self, stream: StreamId) -> Option<Realm> {
        self.entry(stream).map(|entry| entry.realm)
    }

    /// The cage of a table or a meter.
    pub fn cage_of(&self, stream: StreamId) -> Option<StreamId> {
        self.entry(stream)?.cage
    }

    /// The tables that are here.
    pub fn tables(&self) -> Vec<StreamId> {
        self.read(|directory| {
            let here = |entry: &Entry| {
                entry.is_table && !entry.closed && directory.owners.contains_key(&entry.shard)
            };
            directory.streams.iter().filter(|(_, entry)| here(entry)).map(|(id, _)| *id).collect()
        })
    }

    /// The meters that are here.
    pub fn meters(&self) -> Vec<StreamId> {
        self.read(|directory| {
            let here = |entry: &Entry| entry.is_meter && directory.owners.contains_key(&entry.shard);
            directory.streams.iter().filter(|(_, entry)| here(entry)).map(|(id, _)| *id).collect()
        })
    }

    /// All cages of the house, wherever they are.
    pub fn cages(&self) -> Vec<(StreamId, Realm)> {
        let is_cage = |entry: &Entry| !entry.is_table && entry.cage.is_none();
        self.read(|directory| {
            let entries = directory.streams.iter().filter(|(_, entry)| is_cage(entry));
            entries.map(|(id, entry)| (*id, entry.realm)).collect()
        })
    }

    /// Whether a stream is here.
    pub fn has(&self, stream: StreamId) -> bool {
        self.read(|directory| directory.way(stream).is_some())
    }

    /// The way to a stream, with a place among those who wait for it.
    fn place(&self, stream: StreamId) -> Result<(Way, OwnedSemaphorePermit), NotDone> {
        let way = self.read(|directory| directory.way(stream).cloned()).ok_or(NotDone::Unavailable)?;
        let place = Arc::clone(&way.places).try_acquire_owned().map_err(|_| NotDone::Busy)?;
        Ok((way, place))
    }

    /// Brings messages on their way: to a stream that is here, or to another process.
    fn post(&self) -> Post {
        let directory = Arc::clone(&self.directory);
        let away = self.common.outlets.away.clone();
        Arc::new(move |request| {
            let way = {
                let directory = directory.read().unwrap_or_else(PoisonError::into_inner);
                directory.way(request.stream).cloned()
            };
            if let Some(way) = way {
                let _ = way.jobs.send(Job::Command(request, None));
            } else if let Some(away) = &away {
                let _ = away.send(request);
            }
        })
    }

    /// Takes a message of a stream that is in another process. False where the stream it is for is not here.
    pub fn deliver(&self, message: Request) -> bool {
        let way = self.read(|directory| directory.way(message.stream).cloned());
        let from_stream = message.sender.is_some();
        way.is_some_and(|way| from_stream && way.jobs.send(Job::Command(message, None)).is_ok())
    }

    /// Reads again which streams there are.
    ///
    /// # Errors
    /// What the database says.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let client = self.common.database.connect().await?;
        let rows = stream_rows(&client, Which::All).await?;
        self.write(|directory| {
            directory.streams = rows.iter().map(|row| (row.id, row.into())).collect();
        });
        Ok(())
    }

    /// Brings in streams that were made since the house was opened.
    ///
    /// # Errors
    /// What the database says.
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

    /// Brings in whatever streams of the shards that are here were made since, by whomever.
    ///
    /// # Errors
    /// What the database says.
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
    /// The refusal, or that nobody here can say; the same command may be sent again.
    pub async fn send(&self, request: Request) -> Result<Done, NotDone> {
        self.send_and_look(request, |_| ()).await.0
    }

    /// Sends a command, and looks at the stream as it stands when the answer is known: what is offered next, or what it
    /// looks like to somebody. Nothing is seen where the stream is not here.
    pub async fn send_and_look<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        self.send_and_glance(request, |glance| look(glance.stream)).await
    }

    /// The same, with what the owner knows of the stream beside it.
    pub async fn send_and_glance<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        let answer = self.carry_out(request, look).await;
        figures::answered(&answer.0);
        answer
    }

    async fn carry_out<R: Send + 'static>(
        &self,
        request: Request,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> (Result<Done, NotDone>, Option<R>) {
        if self.lease().is_none() {
            return (Err(NotDone::Unavailable), None);
        }
        if let Err(refused) = self.check(&request) {
            return (Err(refused.into()), None);
        }
        let (way, place) = match self.place(request.stream) {
            Ok(found) => found,
            Err(why) => return (Err(why), None),
        };
        let (sender, answer) = oneshot::channel();
        let answered: Answer = Box::new(move |done, stream| {
            drop(place);
            let _ = sender.send((done, stream.map(look)));
        });
        if way.jobs.send(Job::Command(request, Some(answered))).is_err() {
            return (Err(NotDone::Unavailable), None);
        }
        let (done, seen) = self.while_leased(answer).await.unwrap_or((Err(NotDone::Unavailable), None));
        match done {
            // What was committed just now was committed behind the fence.
            Ok(done) if !done.again => (Ok(done), seen),
            _ if self.lease().is_some() => (done, seen),
            // What was committed before stays so; what else is said may be out of date.
            Ok(done) => (Ok(done), None),
            Err(_) => (Err(NotDone::Unavailable), None),
        }
    }

    /// Waits for an answer for as long as other processes leave this one its shards: an owner that is cut off from the
    /// database answers nobody, and another process may be able to.
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

    /// Money stays with its operator, property and currency, and chips come back to the cage that sold them.
    fn check(&self, request: &Request) -> Result<(), Refused> {
        if request.command.is_message() {
            return Err(Refused::NotHere("only one stream says that to another"));
        }
        let (Command::BuyIn { table, .. } | Command::Fill { table, .. }) = &request.command else {
            return Ok(());
        };
        let here = self.entry(request.stream).map(|entry| entry.realm);
        let there = self.entry(*table).filter(|entry| entry.is_table);
        let there = there.ok_or(Refused::NotHere("there is no such table"))?;
        if there.closed {
            return Err(Refused::NotHere("the table is closed"));
        }
        if here != Some(there.realm) {
            return Err(Refused::OtherRealm("the table"));
        }
        if there.cage != Some(request.stream) {
            return Err(Refused::NotHere("the table has another cage"));
        }
        Ok(())
    }

    /// Looks at a stream as it stands in memory. Nothing is seen where the stream is not here, where too many wait for it,
    /// and where another process may have taken it over meanwhile.
    pub async fn look<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> Option<R> {
        self.glance(stream, |glance| look(glance.stream)).await.ok()
    }

    /// The same, with what the owner knows of the stream beside it.
    ///
    /// # Errors
    /// Why nothing is seen.
    pub async fn glance<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(Glance<'_>) -> R + Send + 'static,
    ) -> Result<R, NotDone> {
        self.lease().ok_or(NotDone::Unavailable)?;
        let (way, place) = self.place(stream)?;
        let (sender, answer) = oneshot::channel();
        let looked = Box::new(move |found: Option<Glance<'_>>| {
            drop(place);
            let _ = sender.send(found.map(look));
        });
        way.jobs.send(Job::Look(stream, looked)).map_err(|_| NotDone::Unavailable)?;
        self.while_leased(answer).await.flatten().ok_or(NotDone::Unavailable)
    }

    /// The last unit of every stream and its hash.
    pub async fn heads(&self) -> Vec<(StreamId, i64, Hash)> {
        self.heads_reader().heads().await
    }

    /// Whoever asks for heads while the house is open, and beyond: a closed house has none.
    pub fn heads_reader(&self) -> HeadsReader {
        HeadsReader { directory: Arc::clone(&self.directory) }
    }

    /// The last units of a table that its owner remembers, from the one after this on; nothing where it does not
    /// remember that far back, or where the table is not here.
    pub async fn heard_since(&self, table: StreamId, seq: i64) -> Option<Vec<Heard>> {
        self.lease()?;
        let way = self.read(|directory| directory.way(table).cloned())?;
        let (sender, answer) = oneshot::channel();
        way.jobs.send(Job::Heard(table, seq, sender)).ok()?;
        self.while_leased(answer).await.flatten()
    }

    /// Carries out what is waiting and gives the shards up.
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
    /// The last committed unit of every stream and its hash.
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
