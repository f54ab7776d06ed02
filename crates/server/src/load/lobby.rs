//! Simulated readers of the list of all tables, in an open loop, alongside simulated players. They run in a separate
//! process, so that their work is not counted as the server's.

use super::LoadError;
use crate::crew::{Answered, Client};
use house::load::Busy;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Persistent connections, one per reader.
const CONNECTIONS: u32 = 32;
/// Tables on a page.
const PAGE: usize = 100;

/// The results of the readers.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Polled {
    /// Pages that were sent.
    pub sent: u64,
    /// Pages that the client already had.
    pub known: u64,
    /// Requests that failed.
    pub failed: u64,
    /// Tables that were missing from a page.
    pub missing: u64,
    /// The processor time of the readers.
    pub busy: Duration,
}

impl Polled {
    /// Returns how many requests they made.
    pub fn requests(&self) -> u64 {
        self.sent + self.known + self.failed
    }
}

#[derive(Default)]
struct Counters {
    sent: AtomicU64,
    known: AtomicU64,
    failed: AtomicU64,
    missing: AtomicU64,
    looks: AtomicBool,
    over: AtomicBool,
}

/// A process of readers, which runs [`look_as_told`]. It rests until it is ordered to look.
pub struct Lookers {
    process: Child,
}

impl Lookers {
    /// Starts the process.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(mut program: Command) -> std::io::Result<Lookers> {
        let process = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        Ok(Lookers { process })
    }

    /// Orders the readers to look from now on, or to rest.
    pub(super) fn look(&mut self, looks: bool) {
        let line = if looks { LOOK } else { REST };
        if let Some(told) = &mut self.process.stdin {
            // If the process has ended, it reports no results.
            let _ = writeln!(told, "{line}").and_then(|()| told.flush());
        }
    }

    /// Returns the results.
    pub(super) fn end(self) -> Option<Polled> {
        serde_json::from_slice(&self.process.wait_with_output().ok()?.stdout).ok()
    }
}

const LOOK: &str = "look";
const REST: &str = "rest";

/// Reads the lobby `rate` times a second in total while `orders` say so, until they end.
///
/// # Errors
/// The tables cannot be listed.
pub async fn look_as_told(
    address: &str,
    tables: usize,
    rate: u32,
    orders: impl BufRead + Send + 'static,
) -> Result<Polled, LoadError> {
    let counters = Arc::new(Counters::default());
    let every = Duration::from_secs(1) * CONNECTIONS / rate.max(1);
    let pages = pages(address, tables).await?;
    let looker = |(number, page): (u32, &Page)| {
        let (address, counters, page) = (address.to_owned(), Arc::clone(&counters), *page);
        let begin = Instant::now() + every * number / CONNECTIONS;
        tokio::spawn(async move { look(&address, page, begin, every, &counters).await })
    };
    let tasks: Vec<_> = (0..CONNECTIONS).zip(pages.iter().cycle()).map(looker).collect();
    let told = Arc::clone(&counters);
    let telling = tokio::task::spawn_blocking(move || {
        for order in orders.lines().map_while(Result::ok) {
            told.looks.store(order == LOOK, Ordering::Relaxed);
        }
        told.over.store(true, Ordering::Relaxed);
    });
    for task in tasks {
        let _ = task.await;
    }
    let _ = telling.await;
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let Counters { sent, known, failed, missing, .. } = &*counters;
    let busy = Busy::now().here;
    Ok(Polled { sent: read(sent), known: read(known), failed: read(failed), missing: read(missing), busy })
}

/// Returns the pages of the list, which must contain all these tables.
async fn pages(address: &str, tables: usize) -> Result<Vec<Page>, LoadError> {
    let client = Client::to(&[address.to_owned()])?;
    let (mut pages, mut after, mut seen) = (Vec::new(), 0, 0);
    while seen < tables {
        let path = format!("/v1/tables?after={after}&limit={PAGE}");
        let Answered::Well(page) = client.get(&path, "").await else {
            return Err(LoadError::Other("the tables are not listed".to_owned()));
        };
        let ids: Vec<i64> =
            page.as_array().into_iter().flatten().filter_map(|one| one["table"].as_i64()).collect();
        let Some(last) = ids.last() else {
            return Err(LoadError::Other(format!("{seen} of {tables} tables are listed")));
        };
        pages.push(Page { after, tables: ids.len() });
        (after, seen) = (*last, seen + ids.len());
    }
    Ok(pages)
}

/// A page, and how many tables are on it.
#[derive(Clone, Copy)]
struct Page {
    after: i64,
    tables: usize,
}

async fn look(address: &str, page: Page, begin: Instant, every: Duration, counters: &Counters) {
    // Each client has its own connection.
    let Ok(http) = reqwest::Client::builder().timeout(Duration::from_secs(5)).build() else { return };
    let url = format!("{address}/v1/tables?after={}&limit={PAGE}", page.after);
    let (mut due, mut tag) = (begin, None);
    while !counters.over.load(Ordering::Relaxed) {
        tokio::time::sleep_until(due.into()).await;
        due += every;
        if !counters.looks.load(Ordering::Relaxed) {
            due = due.max(Instant::now());
            continue;
        }
        let mut request = http.get(&url);
        if let Some(tag) = &tag {
            request = request.header(IF_NONE_MATCH, tag);
        }
        let counter = match request.send().await {
            Ok(answer) if answer.status().as_u16() == 304 => &counters.known,
            Ok(answer) if answer.status().is_success() => {
                tag = answer.headers().get(ETAG).cloned();
                let text = answer.text().await.unwrap_or_default();
                let shown = text.matches("\"reachable\":true").count();
                let missing = page.tables.saturating_sub(shown);
                counters.missing.fetch_add(u64::try_from(missing).unwrap_or(u64::MAX), Ordering::Relaxed);
                &counters.sent
            }
            _ => &counters.failed,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}
