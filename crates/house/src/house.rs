//! The house: all its shards in this process, and the way to them.

use crate::ids::{Hash, Realm, StreamId};
use crate::secrets::KeyRing;
use crate::shard::{Answer, Done, Job, NotDone, Owner, Router, Shard, Tap};
use crate::store::{Database, Find, StoreError, StreamRow, Which, stream_rows};
use crate::stream::{Command, Refused, Request, Stream};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// Where a stream is.
#[derive(Clone, Copy, Debug)]
struct Entry {
    shard: i32,
    realm: Realm,
    /// The cage, of a table and of a meter.
    cage: Option<StreamId>,
    is_table: bool,
}

impl From<&StreamRow> for Entry {
    fn from(row: &StreamRow) -> Entry {
        Entry { shard: row.shard, realm: row.realm, cage: row.cage, is_table: row.kind == "table" }
    }
}

/// Which stream is where, and who has the shards.
#[derive(Default)]
struct Directory {
    streams: BTreeMap<StreamId, Entry>,
    owners: BTreeMap<i32, mpsc::UnboundedSender<Job>>,
}

/// A house in this process.
pub struct House {
    directory: Arc<RwLock<Directory>>,
    tasks: Vec<JoinHandle<()>>,
    database: Database,
}

impl House {
    /// Takes over shards and brings their streams back.
    ///
    /// # Errors
    /// What the database says, and a stream that does not come back as it was stored.
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
        let directory = Arc::new(RwLock::new(Directory::default()));
        let mut house = House { directory, tasks: Vec::new(), database };
        house.refresh().await?;
        let mut starting = Vec::new();
        for id in shards {
            let (database, keys) = (house.database.clone(), Arc::clone(&keys));
            let owner = Owner { id: *id, database, find, keys, router: house.router(), tap: tap.clone() };
            starting.push(tokio::spawn(Shard::take(owner)));
        }
        let mut started = Vec::new();
        for (id, starting) in shards.iter().zip(starting) {
            let shard = starting.await.map_err(|error| StoreError::Row(error.to_string()))??;
            let (sender, jobs) = mpsc::unbounded_channel();
            house.write(|directory| directory.owners.insert(*id, sender));
            started.push(shard.run(jobs));
        }
        // What a stream has to say to one of another shard goes out at once: all of them can be reached by now.
        house.tasks = started.into_iter().map(tokio::spawn).collect();
        Ok(house)
    }

    fn write<R>(&self, change: impl FnOnce(&mut Directory) -> R) -> R {
        change(&mut self.directory.write().unwrap_or_else(PoisonError::into_inner))
    }

    fn entry(&self, stream: StreamId) -> Option<Entry> {
        self.directory.read().unwrap_or_else(PoisonError::into_inner).streams.get(&stream).copied()
    }

    fn owner(&self, stream: StreamId) -> Option<mpsc::UnboundedSender<Job>> {
        (self.router())(stream)
    }

    fn router(&self) -> Router {
        let directory = Arc::clone(&self.directory);
        Arc::new(move |stream| {
            let directory = directory.read().unwrap_or_else(PoisonError::into_inner);
            let entry = directory.streams.get(&stream)?;
            directory.owners.get(&entry.shard).cloned()
        })
    }

    /// Reads again which streams there are.
    async fn refresh(&self) -> Result<(), StoreError> {
        let client = self.database.connect().await?;
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
        let mut by_shard: BTreeMap<i32, Vec<StreamId>> = BTreeMap::new();
        for stream in streams {
            let entry = self.entry(*stream).ok_or(StoreError::NoStream(*stream))?;
            by_shard.entry(entry.shard).or_default().push(*stream);
        }
        for streams in by_shard.into_values() {
            let Some(owner) = streams.first().and_then(|stream| self.owner(*stream)) else { continue };
            let (sender, answer) = oneshot::channel();
            let _ = owner.send(Job::Bring(streams, sender));
            match answer.await {
                Ok(brought) => brought.map_err(StoreError::Row)?,
                Err(_) => return Err(StoreError::Row("the shard is closed".to_owned())),
            }
        }
        Ok(())
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
        if let Err(refused) = self.check(&request) {
            return (Err(refused.into()), None);
        }
        let (sender, answer) = oneshot::channel();
        let answered: Answer = Box::new(move |done, stream| {
            let _ = sender.send((done, stream.map(look)));
        });
        let owner = self.owner(request.stream);
        let sent = owner.is_some_and(|owner| owner.send(Job::Command(request, Some(answered))).is_ok());
        if sent {
            answer.await.unwrap_or((Err(NotDone::Unavailable), None))
        } else {
            (Err(NotDone::Unavailable), None)
        }
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
        if here != Some(there.realm) {
            return Err(Refused::OtherRealm("the table"));
        }
        if there.cage != Some(request.stream) {
            return Err(Refused::NotHere("the table has another cage"));
        }
        Ok(())
    }

    /// Looks at a stream as it stands in memory, which may be ahead of the last commit by what is not answered yet.
    pub async fn look<R: Send + 'static>(
        &self,
        stream: StreamId,
        look: impl FnOnce(&dyn Stream) -> R + Send + 'static,
    ) -> Option<R> {
        let owner = self.owner(stream)?;
        let (sender, answer) = oneshot::channel();
        let looked = Box::new(move |found: Option<&dyn Stream>| {
            let _ = sender.send(found.map(look));
        });
        owner.send(Job::Look(stream, looked)).ok()?;
        answer.await.ok().flatten()
    }

    /// The last unit of every stream and its hash.
    pub async fn heads(&self) -> Vec<(StreamId, i64, Hash)> {
        self.heads_reader().heads().await
    }

    /// Whoever asks for heads while the house is open, and beyond: a closed house has none.
    pub fn heads_reader(&self) -> HeadsReader {
        HeadsReader { directory: Arc::clone(&self.directory) }
    }

    /// Carries out what is waiting and gives the shards up.
    pub async fn close(self) {
        let owners: Vec<_> =
            self.write(|directory| std::mem::take(&mut directory.owners).into_values().collect());
        for owner in owners {
            let (sender, closed) = oneshot::channel();
            if owner.send(Job::Close(sender)).is_ok() {
                let _ = closed.await;
            }
        }
        for task in self.tasks {
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
        for owner in owners {
            let (sender, answer) = oneshot::channel();
            if owner.send(Job::Heads(sender)).is_ok() {
                heads.extend(answer.await.unwrap_or_default());
            }
        }
        heads.sort_unstable();
        heads
    }
}
