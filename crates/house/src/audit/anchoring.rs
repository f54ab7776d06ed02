//! Signs a root each minute: into the file outside the database first, then into the database.
//!
//! Play never waits for it. A root that cannot be written is logged, and the next minute's root names the heads that
//! this one would have named.

use super::roots::read_file;
use crate::anchor::{AnchorError, AnchorFile, Head, Root, RootFault, Signer, Tip};
use crate::clock::Clock;
use crate::house::HeadsReader;
use crate::ids::{Hash, StreamId};
use crate::store::{Database, StoreError, fitting};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

/// Why no root was signed or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnchoringError {
    /// The file outside the database.
    #[error(transparent)]
    File(#[from] AnchorError),
    /// What should be signed is not a valid root.
    #[error(transparent)]
    Root(#[from] RootFault),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file ends before the last root that is known to have been written: lines were cut off, or it is another
    /// file.
    #[error("{} ends with root {there}, and root {known} was written: it was cut, or is another file", .path.display())]
    Behind {
        /// The file.
        path: PathBuf,
        /// The last root in it; 0 for none.
        there: u64,
        /// The last root that is known.
        known: u64,
    },
    /// The file has another root under a known number: it is another file, or there are two writers.
    #[error("root {number} in {} is another one than is known: two houses write, or it is another file", .path.display())]
    Another {
        /// The file.
        path: PathBuf,
        /// The root.
        number: u64,
    },
    /// The database lacks the last root of the file: it was restored to an earlier time, or is another database.
    #[error("the database lacks root {number}, the last one in {}: it was brought back to an earlier time, or is another one", .path.display())]
    Lacking {
        /// The file.
        path: PathBuf,
        /// The root.
        number: u64,
    },
    /// A task of the program failed.
    #[error("a task of the house has ended: {0}")]
    Task(String),
}

/// Signs the heads of a house. Each file has one.
pub struct Anchorer {
    database: Database,
    client: Option<Client>,
    clock: Clock,
    signer: Arc<Signer>,
    path: PathBuf,
    /// `None` after a failed write: the file is then reopened and checked.
    file: Option<AnchorFile>,
    tip: Tip,
    /// The last heads that this signer has signed. Heads it does not know are repeated, which is allowed.
    signed: BTreeMap<StreamId, (i64, Hash)>,
}

impl Anchorer {
    /// Continues where the file ends, and enters the roots that the database lacks.
    ///
    /// # Errors
    /// What is wrong with the file or the database, most importantly if they do not match. The error prevents opening,
    /// since a house that does not anchor should not open.
    pub async fn open(
        database: Database,
        path: &Path,
        signer: Arc<Signer>,
    ) -> Result<Anchorer, AnchoringError> {
        let client = database.connect().await?;
        let clock = Clock::set_by(&client).await?;
        let file = open_file(path.to_path_buf()).await?;
        let last = file.last();
        let signed = last.map(|root| root.heads.iter().map(|head| (head.stream, (head.seq, head.hash))));
        let signed = signed.into_iter().flatten().collect();
        let (path, tip) = (path.to_path_buf(), file.tip());
        let mut this =
            Anchorer { database, client: Some(client), clock, signer, path, file: Some(file), tip, signed };
        this.enter().await?;
        Ok(this)
    }

    /// Returns the public key that verifies the roots.
    pub fn public(&self) -> [u8; 32] {
        self.signer.public()
    }

    /// Returns the last root in the file.
    pub fn tip(&self) -> Tip {
        self.tip
    }

    /// Signs a root over the heads that changed since the last one, even if none did.
    ///
    /// # Errors
    /// Why it could not be written. A root that is in the file but not in the database is entered together with the
    /// next one.
    pub async fn anchor(&mut self, heads: &[(StreamId, i64, Hash)]) -> Result<Tip, AnchoringError> {
        self.look_at_clock().await;
        let mut file = match self.file.take() {
            Some(file) => file,
            None => self.open_again().await?,
        };
        let at = self.clock.now().max(self.tip.at);
        let root = self.signer.sign(self.tip, at, self.changed(heads))?;
        let tip = root.tip();
        let written = blocking(move || {
            let appended = file.append(&root);
            (file, root, appended)
        });
        let (file, root, appended) = written.await?;
        // A file that could not be written is reopened: its end is unknown.
        appended?;
        self.file = Some(file);
        self.tip = tip;
        self.signed.extend(root.heads.iter().map(|head| (head.stream, (head.seq, head.hash))));
        self.enter().await?;
        Ok(tip)
    }

    /// Returns the heads that have advanced. A head that has gone back is never signed; a verification finds it by the
    /// previous root.
    fn changed(&self, heads: &[(StreamId, i64, Hash)]) -> Vec<Head> {
        let mut changed = Vec::new();
        for (stream, seq, hash) in heads.iter().copied().filter(|(_, seq, _)| *seq > 0) {
            match self.signed.get(&stream) {
                Some((before, known)) if seq < *before || (seq == *before && hash != *known) => {
                    tracing::error!(
                        stream = stream.0,
                        seq,
                        signed = before,
                        "a stream has lost signed units"
                    );
                }
                Some((before, _)) if seq == *before => {}
                _ => changed.push(Head { stream, seq, hash }),
            }
        }
        changed
    }

    /// The house uses the database's clock; while the database is unavailable the local steady clock carries on.
    async fn look_at_clock(&mut self) {
        match self.connected().await {
            Ok(client) => match Clock::set_by(client).await {
                Ok(clock) => self.clock = clock,
                Err(error) => self.lost(&error),
            },
            Err(error) => self.lost(&error),
        }
    }

    fn lost(&mut self, error: &StoreError) {
        tracing::warn!(%error, "the time of a root is not the database's");
        self.client = None;
    }

    async fn connected(&mut self) -> Result<&Client, StoreError> {
        let client = match self.client.take().filter(|client| !client.is_closed()) {
            Some(client) => client,
            None => self.database.connect().await?,
        };
        Ok(self.client.insert(client))
    }

    /// Reopens the file after a failure. It may have the root whose write failed, but never fewer roots than before.
    async fn open_again(&mut self) -> Result<AnchorFile, AnchoringError> {
        let file = open_file(self.path.clone()).await?;
        let (there, known) = (file.tip(), self.tip);
        if there.number < known.number {
            return Err(self.behind(there.number, known.number));
        }
        if there.number == known.number && there.hash != known.hash {
            return Err(AnchoringError::Another { path: self.path.clone(), number: known.number });
        }
        self.tip = there;
        Ok(file)
    }

    fn behind(&self, there: u64, known: u64) -> AnchoringError {
        AnchoringError::Behind { path: self.path.clone(), there, known }
    }

    /// Enters the roots of the file that the database lacks, in order, so that it never has a root without its
    /// predecessors.
    async fn enter(&mut self) -> Result<(), AnchoringError> {
        let (tip, path) = (self.tip, self.path.clone());
        let (known, hash) = last_entered(self.connected().await?).await?;
        if known > tip.number {
            return Err(self.behind(tip.number, known));
        }
        if known == tip.number {
            let same = known == 0 || hash == Some(tip.hash);
            return if same { Ok(()) } else { Err(AnchoringError::Another { path, number: known }) };
        }
        let last = self.file.as_ref().and_then(AnchorFile::last).cloned();
        let client = self.connected().await?;
        if let Some(root) = last.filter(|last| last.number == known + 1) {
            return Ok(insert(client, &root).await?);
        }
        let mut lacking = read_file(path, known, tip.number);
        while let Some(root) = lacking.recv().await {
            insert(client, &root?).await?;
        }
        Ok(())
    }
}

/// Returns the number of the last root in the database, and its hash if it is a valid root.
async fn last_entered(client: &Client) -> Result<(u64, Option<Hash>), StoreError> {
    let row = client.query_opt("select number, line from root order by number desc limit 1", &[]).await?;
    let Some(row) = row else { return Ok((0, None)) };
    let line: &str = row.try_get(1)?;
    let hash = line.parse().ok().map(|root: Root| root.hash());
    Ok((fitting("root", row.try_get::<_, i64>(0)?)?, hash))
}

async fn insert(client: &Client, root: &Root) -> Result<(), StoreError> {
    let number: i64 = fitting("root", root.number)?;
    client
        .execute(
            "insert into root (number, at, line) values ($1, $2, $3)",
            &[&number, &root.at.to_system(), &root.to_string()],
        )
        .await?;
    Ok(())
}

async fn open_file(path: PathBuf) -> Result<AnchorFile, AnchoringError> {
    let file = blocking(move || AnchorFile::open(&path)).await??;
    if let Some(torn) = file.torn() {
        tracing::warn!(bytes = torn.len(), "an incomplete root after a crash was removed from the file");
    }
    Ok(file)
}

/// Runs work that blocks on a disk.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, AnchoringError> {
    tokio::task::spawn_blocking(work).await.map_err(|error| AnchoringError::Task(error.to_string()))
}

/// The task that anchors a house while it is open.
pub struct Anchoring {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Anchoring {
    /// Signs a root immediately, then at this interval.
    pub fn start(mut anchorer: Anchorer, heads: HeadsReader, every: Duration) -> Anchoring {
        let (stop, mut stopped) = oneshot::channel();
        let task = tokio::spawn(async move {
            let mut tick = tokio::time::interval(every);
            tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                let last = tokio::select! {
                    _ = tick.tick() => false,
                    _ = &mut stopped => true,
                };
                if let Err(error) = anchorer.anchor(&heads.heads().await).await {
                    tracing::error!(%error, "no root was written; it will be retried");
                }
                if last {
                    return;
                }
            }
        });
        Anchoring { stop, task }
    }

    /// Signs a last root and ends. Call it before the house is closed, once no more commands are sent to it.
    pub async fn stop(self) {
        // The task may have ended already.
        let _ = self.stop.send(());
        let _ = self.task.await;
    }
}
