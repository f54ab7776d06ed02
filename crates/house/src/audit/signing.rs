//! Signs a root each minute where any number of processes run one house: one of them signs, and each keeps a file of
//! all roots outside the database.
//!
//! A row of the database names the signer, with an epoch: a takeover raises it, and the previous signer can enter no
//! more roots. A root names the last units that the database has, whichever process committed them. It goes into the
//! database first, which assigns its number once; every process, the signer too, reads roots from there, verifies them
//! with the key and against its own file, and appends them. So all files are the same except for the last seconds, the
//! chain survives the death of any process, and an attacker who changes the database must also change the files of all
//! machines.

use crate::anchor::{AnchorFile, Chain, Head, Root, Roots, Signer};
use crate::audit::AnchoringError;
use crate::clock::Clock;
use crate::figures;
use crate::ids::{Hash, StreamId, Time};
use crate::shard::DEAD_AFTER_MS;
use crate::store::{Database, StoreError, fitting, unit_in};
use crate::task::{self, Ended};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// How often a process looks for new roots, and for a live signer.
const LOOK: Duration = Duration::from_secs(2);
/// How many roots are read at once.
const AT_ONCE: i64 = 500;

/// A process may take the role from itself: after it lost its connection its row still names it, and it lives.
const TAKE: &str = "update signer set owner = $1, epoch = epoch + 1, since = now()
    where owner in ('', $1) or not exists (
        select from process where process.id = owner and beat > now() - $2::int4 * interval '1 millisecond')
    returning epoch";
const GIVE_UP: &str = "update signer set owner = '' where owner = $1 and epoch = $2";
const AFTER: &str = "select line from root where number > $1 order by number limit $2";
const AT: &str = "select line from root where number = $1";
/// Only the current signer can enter a root; a process that has lost the role enters nothing.
const ENTER: &str = "with mine as (select from signer where owner = $1 and epoch = $2 for update)
    insert into root (number, at, line) select $3, $4, $5 from mine";
/// A root in a file that the database has lost, or that was never committed there, is entered as it was signed, and
/// only directly after the root before it.
const ENTER_AGAIN: &str = "insert into root (number, at, line) select $1, $2, $3
    where $1 = (select coalesce(max(number), 0) + 1 from root) on conflict do nothing";
const LAST: &str = "select coalesce(max(number), 0) from root";
/// The last unit of every stream.
const HEADS: &str =
    "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key, u.request, u.body,
        u.previous, s.currency
    from stream s cross join lateral (
        select * from unit where unit.stream = s.id order by unit.seq desc limit 1) u
    order by u.stream";

/// The parameters of signing.
pub struct SigningSetup {
    /// The database of the house.
    pub database: Database,
    /// The file of roots of this process.
    pub file: PathBuf,
    /// The key, the same for all processes.
    pub signer: Arc<Signer>,
    /// This process, by the id of its heartbeat.
    pub process: String,
    /// How often a root is signed.
    pub every: Duration,
    /// Receives the heads that roots have named, whenever the file was read: the database may have lost those units.
    pub doubt: Doubt,
}

/// Receives the last head of each stream that a root names.
pub type Doubt = Box<dyn Fn(&BTreeMap<StreamId, (i64, Hash)>) + Send + Sync>;

/// The task that stores the roots of a house, and signs them while this process is the signer.
pub struct Signing {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
    ended: Ended,
}

impl Signing {
    /// Starts the task.
    pub fn start(setup: SigningSetup) -> Signing {
        let (stop, stopped) = oneshot::channel();
        let (task, ended) = task::spawn("signing", run(setup, stopped));
        Signing { stop, task, ended }
    }

    /// Returns a handle that reports when the task has ended.
    pub fn ended(&self) -> Ended {
        self.ended.clone()
    }

    /// Signs a last root, if this process is the signer, and ends. Call it once this process commits nothing more.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}

async fn run(setup: SigningSetup, mut stopped: oneshot::Receiver<()>) {
    let mut keeper: Option<Keeper> = None;
    let mut signed = None;
    loop {
        let last = tokio::select! {
            () = tokio::time::sleep(LOOK) => false,
            _ = &mut stopped => true,
        };
        let turned = match keeper.as_mut() {
            Some(keeper) => keeper.turn(last).await,
            None => match Keeper::open(&setup).await {
                Ok(opened) => {
                    let keeper = keeper.insert(opened);
                    keeper.signed = std::mem::take(&mut signed);
                    keeper.turn(last).await
                }
                Err(error) => Err(error),
            },
        };
        let faulty = matches!(&turned, Err(error) if !matches!(error, AnchoringError::Store(_)));
        metrics::gauge!("croupier_roots_faulty").set(f64::from(u8::from(faulty)));
        if let Err(error) = turned {
            tracing::error!(%error, "roots are not kept; it will be retried");
            if let Some(mut keeper) = keeper.take() {
                signed = keeper.signed.take();
                // Another process may be able to sign.
                keeper.give_up().await;
            }
        }
        if last {
            if let Some(keeper) = keeper {
                keeper.give_up().await;
            }
            return;
        }
    }
}

/// The roots that this process knows.
struct Keeper<'s> {
    setup: &'s SigningSetup,
    client: Client,
    chain: Chain,
    /// `None` after a failed write: then everything is reopened.
    file: Option<AnchorFile>,
    /// The epoch in which this process signs, while it is the signer.
    epoch: Option<i64>,
    /// The root that was signed last, until the file has it. Another process may have written it to its file, so no
    /// other root may be signed in its place.
    signed: Option<Root>,
}

impl<'s> Keeper<'s> {
    /// Reads and verifies the whole file.
    async fn open(setup: &'s SigningSetup) -> Result<Keeper<'s>, AnchoringError> {
        let client = setup.database.connect().await?;
        let (path, public) = (setup.file.clone(), setup.signer.public());
        let read = tokio::task::spawn_blocking(move || read_file(&path, &public));
        let (file, chain) = read.await.map_err(|error| AnchoringError::Task(error.to_string()))??;
        let keeper = Keeper { setup, client, chain, file: Some(file), epoch: None, signed: None };
        (setup.doubt)(keeper.chain.heads());
        keeper.enter_lost_roots().await?;
        keeper.compare().await?;
        Ok(keeper)
    }

    /// Enters roots that the file has and the database lacks: a failover has lost them, or the connection was lost
    /// during the insert. They are signed and are in files outside, so they are entered unchanged, including those that
    /// name lost units: the streams of these units record the loss.
    async fn enter_lost_roots(&self) -> Result<(), AnchoringError> {
        let last: i64 = self.client.query_one(LAST, &[]).await.map_err(StoreError::from)?.get(0);
        let last: u64 = fitting("root", last)?;
        if self.chain.tip().number <= last {
            return Ok(());
        }
        let mut roots = super::roots::read_file(self.setup.file.clone(), last, self.chain.tip().number);
        while let Some(root) = roots.recv().await.transpose()? {
            let number: i64 = fitting("root", root.number)?;
            let (at, line) = (root.at.to_system(), root.to_string());
            let entered = self.client.execute(ENTER_AGAIN, &[&number, &at, &line]).await;
            if entered.map_err(StoreError::from)? > 0 {
                tracing::warn!(root = number, "the database had lost a root; it is entered again");
            }
        }
        Ok(())
    }

    /// Checks that the database has the last root of the file.
    async fn compare(&self) -> Result<(), AnchoringError> {
        let (tip, path) = (self.chain.tip(), self.setup.file.clone());
        if tip.number == 0 {
            return Ok(());
        }
        let number: i64 = fitting("root", tip.number)?;
        let Some(row) = self.client.query_opt(AT, &[&number]).await.map_err(StoreError::from)? else {
            return Err(AnchoringError::Lacking { path, number: tip.number });
        };
        let line: &str = row.try_get(0).map_err(StoreError::from)?;
        let same = line.parse().is_ok_and(|root: Root| root.tip() == tip);
        if same { Ok(()) } else { Err(AnchoringError::Another { path, number: tip.number }) }
    }

    /// Writes new roots to the file; signs one if it is due and this process is the signer.
    async fn turn(&mut self, last: bool) -> Result<(), AnchoringError> {
        self.follow().await?;
        if self.epoch.is_none() && !last {
            self.take().await?;
        }
        let now = Clock::set_by(&self.client).await?.now();
        let age = now.0.saturating_sub(self.chain.tip().at.0);
        // An interval above 290,000 years means never.
        let every = i64::try_from(self.setup.every.as_micros()).unwrap_or(i64::MAX);
        if let Some(epoch) = self.epoch.filter(|_| last || age >= every) {
            self.sign(epoch, now).await?;
            self.follow().await?;
        }
        Ok(())
    }

    /// Takes over the role if no live process has it.
    async fn take(&mut self) -> Result<(), StoreError> {
        let row = self.client.query_opt(TAKE, &[&self.setup.process, &DEAD_AFTER_MS]).await?;
        self.epoch = row.map(|row| row.try_get(0)).transpose()?;
        if self.epoch.is_some() {
            tracing::info!(after = self.chain.tip().number, "this process signs roots from here on");
        }
        Ok(())
    }

    async fn give_up(self) {
        let Some(epoch) = self.epoch else { return };
        if let Err(error) = self.client.execute(GIVE_UP, &[&self.setup.process, &epoch]).await {
            tracing::warn!(%error, "this process signs no more roots; the database could not be updated");
        }
    }

    /// Writes the roots that the database has and the file lacks to the file.
    async fn follow(&mut self) -> Result<(), AnchoringError> {
        loop {
            let number: i64 = fitting("root", self.chain.tip().number)?;
            let rows = self.client.query(AFTER, &[&number, &AT_ONCE]).await.map_err(StoreError::from)?;
            for row in &rows {
                let line: &str = row.try_get(0).map_err(StoreError::from)?;
                let wrong =
                    |fault| StoreError::Row(format!("the root after {number} in the database: {fault}"));
                let root: Root = line.parse().map_err(wrong)?;
                self.chain.add(&root)?;
                self.append(root).await?;
                self.signed.take_if(|signed| signed.number <= self.chain.tip().number);
            }
            if rows.is_empty() {
                self.tell();
                return Ok(());
            }
        }
    }

    async fn append(&mut self, root: Root) -> Result<(), AnchoringError> {
        let Some(mut file) = self.file.take() else {
            return Err(AnchoringError::Task("the file of roots is not open".to_owned()));
        };
        let appended = tokio::task::spawn_blocking(move || file.append(&root).map(|()| file)).await;
        self.file = Some(appended.map_err(|error| AnchoringError::Task(error.to_string()))??);
        Ok(())
    }

    fn tell(&self) {
        let tip = self.chain.tip();
        if tip.number > 0 {
            figures::stamp("croupier_root_timestamp_seconds", tip.at.to_system());
        }
    }

    /// Signs a root over the heads that changed since the last one, even if none did.
    async fn sign(&mut self, epoch: i64, now: Time) -> Result<(), AnchoringError> {
        let tip = self.chain.tip();
        let root = match self.signed.take_if(|signed| signed.number == tip.number + 1) {
            Some(signed) => signed,
            None => {
                let heads = read_heads(&self.client).await?;
                self.setup.signer.sign(tip, now.max(tip.at), changed(&self.chain, heads))?
            }
        };
        self.signed = Some(root.clone());
        let number: i64 = fitting("root", root.number)?;
        let (at, line) = (root.at.to_system(), root.to_string());
        let entered = self.client.execute(ENTER, &[&self.setup.process, &epoch, &number, &at, &line]).await;
        if entered.map_err(StoreError::from)? == 0 {
            tracing::warn!("another process signs roots now");
            self.epoch = None;
        } else {
            metrics::counter!("croupier_roots_signed_total").increment(1);
        }
        Ok(())
    }
}

fn read_file(path: &std::path::Path, public: &[u8; 32]) -> Result<(AnchorFile, Chain), AnchoringError> {
    let file = AnchorFile::open(path)?;
    if let Some(torn) = file.torn() {
        tracing::warn!(bytes = torn.len(), "an incomplete root after a crash was removed from the file");
    }
    let mut chain = Chain::new(public)?;
    for root in Roots::open(path)? {
        chain.add(&root?)?;
    }
    Ok((file, chain))
}

/// Reads the last committed unit of every stream and its hash, whichever process owns the stream.
async fn read_heads(client: &Client) -> Result<Vec<(StreamId, i64, Hash)>, StoreError> {
    let mut heads = Vec::new();
    for row in client.query(HEADS, &[]).await? {
        let unit = unit_in(&row)?;
        heads.push((unit.stream, unit.seq, unit.hash()));
    }
    Ok(heads)
}

/// Returns the heads that have advanced. A head that has gone back is never signed; a verification finds it by the
/// previous root.
fn changed(chain: &Chain, heads: Vec<(StreamId, i64, Hash)>) -> Vec<Head> {
    let mut changed = Vec::new();
    for (stream, seq, hash) in heads {
        match chain.heads().get(&stream) {
            Some((before, known)) if seq < *before || (seq == *before && hash != *known) => {
                tracing::error!(stream = stream.0, seq, signed = before, "a stream has lost signed units");
            }
            Some((before, _)) if seq == *before => {}
            _ => changed.push(Head { stream, seq, hash }),
        }
    }
    changed
}
