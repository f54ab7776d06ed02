//! The list of all tables as it is sent, rebuilt at most once a second for any number of requests, so that reading it
//! does not slow down play.

use crate::api::lobby::Listed;
use crate::app::App;
use crate::forward;
use axum::body::Bytes;
use house::Listing;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;

/// The maximum age of a list in which only rounds and places have changed. A list that lacks a table of this process,
/// or has one too many, is rebuilt immediately.
const FRESH: Duration = Duration::from_secs(1);
/// The maximum age of the list of this process's own tables, from which the other processes build theirs.
const FRESH_HERE: Duration = Duration::from_millis(200);
/// How often the database is asked whether a table that no process shows is still open.
const ASK_AGAIN: Duration = Duration::from_secs(2);
/// How many pages of a list are cached; others are built for each request.
const MOST_PAGES: usize = 64;
/// How many requests for the list are answered concurrently.
const PLACES: usize = 256;

/// A page of the list.
#[derive(Clone)]
pub(crate) struct Page {
    pub(crate) body: Bytes,
    /// Its tag: pages with the same content have the same tag.
    pub(crate) tag: String,
    /// The last table on it, if others follow.
    pub(crate) next: Option<i64>,
}

/// The list at some moment.
struct List {
    made: Instant,
    /// The generation of this process's tables in it.
    generation: (u64, u64),
    /// The tables in order, each in the form in which it is sent.
    tables: Vec<(i64, String)>,
    /// Requested pages: most clients already have the page, and need only its tag.
    pages: Mutex<BTreeMap<(i64, usize), Page>>,
}

impl List {
    fn new(generation: (u64, u64), tables: Vec<(i64, String)>) -> List {
        List { made: Instant::now(), generation, tables, pages: Mutex::default() }
    }

    fn page(&self, after: i64, limit: usize) -> Page {
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(page) = pages.get(&(after, limit)) {
            return page.clone();
        }
        let page = self.make_page(after, limit);
        if pages.len() < MOST_PAGES {
            pages.insert((after, limit), page.clone());
        }
        page
    }

    fn make_page(&self, after: i64, limit: usize) -> Page {
        let from = self.tables.partition_point(|(table, _)| *table <= after);
        let rest = &self.tables[from..];
        let shown = &rest[..limit.min(rest.len())];
        let next = shown.last().filter(|_| rest.len() > limit).map(|(table, _)| *table);
        page_of(shown, next)
    }
}

fn page_of(tables: &[(i64, String)], next: Option<i64>) -> Page {
    let texts: Vec<&str> = tables.iter().map(|(_, text)| text.as_str()).collect();
    let body = format!("[{}]", texts.join(","));
    let digest = Sha256::new().chain_update(next.unwrap_or(0).to_be_bytes()).chain_update(&body).finalize();
    let tag = digest.iter().take(16).fold(String::new(), |tag, byte| format!("{tag}{byte:02x}"));
    Page { body: body.into(), tag: format!("\"{tag}\""), next }
}

/// What is kept from one list to the next.
#[derive(Default)]
struct Memory {
    /// Tables of all processes, as they were last shown.
    seen: BTreeMap<i64, Listed>,
    asked: Option<Instant>,
}

/// The list of all tables.
pub(crate) struct Lobby {
    now: Mutex<Option<Arc<List>>>,
    here: Mutex<Option<Arc<List>>>,
    /// Held while the list is rebuilt.
    making: tokio::sync::Mutex<Memory>,
    /// One permit for each concurrent request.
    pub(crate) places: Semaphore,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        let (now, here, making) = (Mutex::default(), Mutex::default(), tokio::sync::Mutex::default());
        Lobby { now, here, making, places: Semaphore::new(PLACES) }
    }

    /// Returns the tables of this process, on one page.
    pub(crate) fn here(&self, app: &App) -> Page {
        let generation = app.house.generation();
        let mut here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        let last =
            here.clone().filter(|list| list.generation == generation && list.made.elapsed() < FRESH_HERE);
        let list = last.unwrap_or_else(|| {
            let tables = app.house.listings().into_iter().filter_map(|listing| match listing {
                Listing::Here(brief) => Some(entry(&Listed::here(&brief))),
                Listing::Away(_) => None,
            });
            Arc::new(List::new(generation, tables.collect()))
        });
        *here = Some(Arc::clone(&list));
        drop(here);
        list.page(0, usize::MAX)
    }

    /// Returns a page of all tables.
    pub(crate) async fn page(&self, app: &App, after: i64, limit: usize) -> Page {
        self.list(app).await.page(after, limit)
    }

    async fn list(&self, app: &App) -> Arc<List> {
        let generation = app.house.generation();
        let last = self.last().filter(|list| list.generation == generation);
        if let Some(list) = &last
            && list.made.elapsed() < FRESH
        {
            return Arc::clone(list);
        }
        let mut memory = match (self.making.try_lock(), last) {
            (Ok(memory), _) => memory,
            // Another request is rebuilding it: the old list is good enough.
            (Err(_), Some(list)) => return list,
            (Err(_), None) => self.making.lock().await,
        };
        // It may have been rebuilt while this request waited.
        let generation = app.house.generation();
        let made = self.last().filter(|list| list.generation == generation && list.made.elapsed() < FRESH);
        if let Some(list) = made {
            return list;
        }
        let tables = memory.all(app).await;
        let list = Arc::new(List::new(generation, tables));
        *self.now.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&list));
        list
    }

    fn last(&self) -> Option<Arc<List>> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Memory {
    /// Returns all tables, each in the form in which it is sent: those of this process, those that other processes
    /// show, and those that no process shows.
    async fn all(&mut self, app: &App) -> Vec<(i64, String)> {
        let elsewhere: Vec<Listed> = forward::gather(app, "/v1/tables?here=true").await;
        let mut elsewhere: BTreeMap<i64, Listed> =
            elsewhere.into_iter().map(|listed| (listed.table, listed)).collect();
        let mut listings = app.house.listings();
        let is_shown = |listing: &Listing| match listing {
            Listing::Here(_) => true,
            Listing::Away(sign) => elsewhere.contains_key(&sign.table.0),
        };
        let asked = self.asked.is_some_and(|asked| asked.elapsed() < ASK_AGAIN);
        if !asked && !listings.iter().all(is_shown) {
            self.asked = Some(Instant::now());
            // A table that another process has closed is still in this process's directory.
            if app.house.refresh().await.is_ok() {
                listings = app.house.listings();
            }
        }
        let mut all = BTreeMap::new();
        for listing in listings {
            let listed = match listing {
                Listing::Here(brief) => Listed::here(&brief),
                Listing::Away(sign) => elsewhere
                    .remove(&sign.table.0)
                    .or_else(|| {
                        self.seen.remove(&sign.table.0).map(|seen| Listed { reachable: false, ..seen })
                    })
                    .unwrap_or_else(|| Listed::unseen(&sign, (app.registry.find)(&sign.game))),
            };
            all.insert(listed.table, listed);
        }
        // A table may be newer than this process's directory.
        for (table, listed) in elsewhere {
            all.entry(table).or_insert(listed);
        }
        self.seen = all;
        self.seen.values().map(entry).collect()
    }
}

fn entry(listed: &Listed) -> (i64, String) {
    (listed.table, serde_json::to_string(listed).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(tables: &[i64]) -> List {
        let tables = tables.iter().map(|table| (*table, table.to_string())).collect();
        List::new((0, 0), tables)
    }

    #[test]
    fn pages_follow_each_other_and_the_last_says_so() {
        let list = list(&[2, 3, 5, 8, 13]);
        let first = list.page(0, 2);
        assert_eq!((&first.body[..], first.next), (&b"[2,3]"[..], Some(3)));
        let second = list.page(3, 2);
        assert_eq!((&second.body[..], second.next), (&b"[5,8]"[..], Some(8)));
        let third = list.page(8, 2);
        assert_eq!((&third.body[..], third.next), (&b"[13]"[..], None));
        assert_eq!(list.page(13, 2).body, "[]");
        assert_eq!(list.page(i64::MAX, 500).body, "[]");
        // The same pages again, from the cache.
        assert_eq!((&list.page(3, 2).body[..], list.page(3, 2).tag), (&second.body[..], second.tag));
    }

    #[test]
    fn a_tag_changes_with_what_is_on_the_page_and_with_nothing_else() {
        let page = list(&[2, 3, 5]).page(0, 2);
        assert_eq!(page.tag, list(&[2, 3, 7]).page(0, 2).tag);
        assert_ne!(page.tag, list(&[2, 4, 5]).page(0, 2).tag);
        // Whether another page follows is part of the tag.
        assert_ne!(page.tag, list(&[2, 3]).page(0, 2).tag);
    }
}
