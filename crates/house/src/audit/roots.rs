//! The roots of the file, and whether the database has the same ones.

use super::report::{Fault, Finding, Report};
use super::verify::{Anchors, VerifyError};
use crate::anchor::{AnchorError, Chain, Root, Roots};
use crate::ids::{Hash, StreamId, Time};
use futures_util::{Stream, TryStreamExt};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::time::SystemTime;
use tokio::sync::mpsc;
use tokio_postgres::{Row, Transaction};

/// How many roots are read ahead.
const AHEAD: usize = 64;

/// How many rewritten streams are examined.
const LOOKED_INTO: usize = 16;

/// The roots of a file up to the first invalid one.
pub(super) struct Known {
    path: PathBuf,
    pub(super) chain: Chain,
    pub(super) fault: Option<Finding>,
}

impl Known {
    /// Reads and checks the whole file.
    pub(super) async fn read(anchors: &Anchors) -> Result<Known, VerifyError> {
        let chain = Chain::new(&anchors.trusted)?;
        let known = Known { path: anchors.file.clone(), chain, fault: None };
        known.read_on(u64::MAX).await
    }

    /// Reads on up to that root, if it exists by now: the house continues during the audit.
    pub(super) async fn read_on(mut self, to: u64) -> Result<Known, VerifyError> {
        if self.fault.is_some() || self.chain.tip().number >= to {
            return Ok(self);
        }
        let read = tokio::task::spawn_blocking(move || self.add_roots(to).map(|()| self));
        read.await.map_err(|error| VerifyError::Task(error.to_string()))?
    }

    fn add_roots(&mut self, to: u64) -> Result<(), VerifyError> {
        let known = self.chain.tip().number;
        for (root, line) in Roots::open(&self.path)?.zip(1..) {
            if line <= known || line > to {
                continue;
            }
            let what = match root {
                Ok(root) => match self.chain.add(&root) {
                    Ok(()) => continue,
                    Err(fault) => fault.to_string(),
                },
                Err(AnchorError::Line { fault, .. }) => format!("line {line} of the file: {fault}"),
                Err(error) => return Err(error.into()),
            };
            self.fault = Some(Finding::at_root(line, Fault::Roots { what }));
            break;
        }
        Ok(())
    }

    /// Compares the database's roots with those of the file.
    pub(super) async fn compare(
        &self,
        transaction: &Transaction<'_>,
        report: &mut Report,
    ) -> Result<(), VerifyError> {
        let last = self.chain.tip().number;
        let mut file = read_file(self.path.clone(), 0, last);
        let none: [i64; 0] = [];
        let rows = transaction.query_raw("select number, at, line from root order by number", none).await?;
        let mut rows: Pin<Box<dyn Stream<Item = Result<Row, _>> + Send>> = Box::pin(rows);
        let mut lacking: Vec<u64> = Vec::new();
        let mut next = file.recv().await.transpose()?;
        while let Some(row) = rows.try_next().await? {
            let entered: i64 = row.try_get(0)?;
            let Ok(number) = u64::try_from(entered) else {
                // No valid root has a negative number.
                let unknown = Finding::at_root(0, Fault::RootUnknown);
                report.add(Finding { from: entered, to: entered, ..unknown });
                continue;
            };
            while let Some(root) = next.as_ref().filter(|root| root.number < number) {
                lacking.push(root.number);
                next = file.recv().await.transpose()?;
            }
            let missing = lacking.drain(..);
            missing.for_each(|number| report.add(Finding::at_root(number, Fault::RootMissing)));
            match next.take_if(|root| root.number == number) {
                Some(root) => {
                    if !is_same(&root, &row)? {
                        report.add(Finding::at_root(number, Fault::RootDiffers));
                    }
                    next = file.recv().await.transpose()?;
                }
                // The fault of the file itself was already reported.
                None if self.fault.is_some() && number > last => {}
                None => report.add(Finding::at_root(number, Fault::RootUnknown)),
            }
        }
        while let Some(root) = next {
            report.not_entered += u64::from(root.number <= last);
            next = file.recv().await.transpose()?;
        }
        Ok(())
    }

    /// Dates each finding by the first root under which the row was still different.
    pub(super) async fn date(&self, findings: &mut Vec<Finding>) -> Result<(), VerifyError> {
        if findings.is_empty() {
            return Ok(());
        }
        let mut dated = std::mem::take(findings);
        let mut roots = read_file(self.path.clone(), 0, self.chain.tip().number);
        while let Some(root) = roots.recv().await.transpose()? {
            for finding in dated.iter_mut().filter(|finding| finding.root.is_none()) {
                let Some(stream) = finding.stream else { continue };
                let head = root.heads.binary_search_by_key(&stream, |head| head.stream).ok();
                let head = head.and_then(|at| root.heads.get(at));
                // Of rewritten units only the last one certainly differs.
                let unit = if finding.fault == Fault::Rewritten { finding.to } else { finding.from };
                if head.is_some_and(|head| head.seq >= unit) {
                    finding.root = Some(root.number);
                }
            }
        }
        *findings = dated;
        Ok(())
    }

    /// Returns every row of some streams that was ever anchored.
    pub(super) async fn anchored(&self, streams: &[StreamId]) -> Result<Anchored, VerifyError> {
        let mut anchored = Anchored::new();
        let wanted = streams.get(..LOOKED_INTO).unwrap_or(streams);
        let mut roots = read_file(self.path.clone(), 0, self.chain.tip().number);
        while let Some(root) = roots.recv().await.transpose()? {
            for head in root.heads.iter().filter(|head| wanted.contains(&head.stream)) {
                anchored.entry(head.stream).or_default().push((head.seq, head.hash));
            }
        }
        Ok(anchored)
    }
}

/// Anchored rows, those of each stream in the order of the roots.
pub(super) type Anchored = BTreeMap<StreamId, Vec<(i64, Hash)>>;

fn is_same(root: &Root, row: &Row) -> Result<bool, VerifyError> {
    let at: SystemTime = row.try_get(1)?;
    let line: &str = row.try_get(2)?;
    Ok(line == root.to_string() && Time::from_system(at) == root.at)
}

/// Streams the roots of a file after one and up to another, since a file may be too long to hold in memory.
pub(super) fn read_file(path: PathBuf, after: u64, last: u64) -> mpsc::Receiver<Result<Root, AnchorError>> {
    let (sender, receiver) = mpsc::channel(AHEAD);
    tokio::task::spawn_blocking(move || send_roots(&path, after, last, &sender));
    receiver
}

fn send_roots(path: &Path, after: u64, last: u64, to: &mpsc::Sender<Result<Root, AnchorError>>) {
    let roots = match Roots::open(path) {
        Ok(roots) => roots,
        Err(error) => {
            let _ = to.blocking_send(Err(error));
            return;
        }
    };
    for root in roots.skip_while(|root| root.as_ref().is_ok_and(|root| root.number <= after)) {
        let beyond = root.as_ref().is_ok_and(|root| root.number > last);
        if beyond || to.blocking_send(root).is_err() {
            return;
        }
    }
}
