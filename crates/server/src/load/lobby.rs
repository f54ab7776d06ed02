//! Many who look at the list of all tables, in an open loop, beside those who play.

use reqwest::header::{ETAG, IF_NONE_MATCH};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// Connections that are kept alive, each with one who looks.
const CONNECTIONS: u32 = 32;
/// Tables on a page.
const PAGE: usize = 100;

/// What came of looking.
#[derive(Clone, Copy, Debug, Default)]
pub struct Polled {
    /// Pages that were sent.
    pub sent: u64,
    /// Pages that the client had already.
    pub known: u64,
    /// Requests that were not answered well.
    pub failed: u64,
    /// Tables that were missing from a page.
    pub missing: u64,
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

/// Those who look.
pub(super) struct Lookers {
    counters: Arc<Counters>,
    tasks: Vec<JoinHandle<()>>,
}

impl Lookers {
    /// So many requests a second in all, once they [begin](Lookers::look).
    pub(super) fn gather(address: &str, tables: &[i64], rate: u32) -> Lookers {
        let counters = Arc::new(Counters::default());
        let every = Duration::from_secs(1) * CONNECTIONS / rate.max(1);
        let mut tables = tables.to_vec();
        tables.sort_unstable();
        let pages: Vec<Page> = tables
            .chunks(PAGE)
            .scan(0, |after, chunk| {
                let page = Page { after: *after, tables: chunk.len() };
                *after = chunk.last().copied()?;
                Some(page)
            })
            .collect();
        let looker = |(number, page): (u32, &Page)| {
            let (address, counters, page) = (address.to_owned(), Arc::clone(&counters), *page);
            let begin = Instant::now() + every * number / CONNECTIONS;
            tokio::spawn(async move { look(&address, page, begin, every, &counters).await })
        };
        let tasks = (0..CONNECTIONS).zip(pages.iter().cycle()).map(looker).collect();
        Lookers { counters, tasks }
    }

    /// They look from here on, or rest.
    pub(super) fn look(&self, looks: bool) {
        self.counters.looks.store(looks, Ordering::Relaxed);
    }

    pub(super) async fn end(self) -> Polled {
        self.counters.over.store(true, Ordering::Relaxed);
        for task in self.tasks {
            let _ = task.await;
        }
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let Counters { sent, known, failed, missing, .. } = &*self.counters;
        Polled { sent: read(sent), known: read(known), failed: read(failed), missing: read(missing) }
    }
}

/// A page, and how many tables are on it.
#[derive(Clone, Copy)]
struct Page {
    after: i64,
    tables: usize,
}

async fn look(address: &str, page: Page, begin: Instant, every: Duration, counters: &Counters) {
    // A client of its own has a connection of its own.
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
