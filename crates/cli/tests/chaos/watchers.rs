//! People who watch tables over sockets at changing processes, and keep every frame.

use crate::people::People;
use crate::site::{STAFF, Site, token};
use futures_util::StreamExt;
use house::patrons::Whim;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// How long a watcher waits without a message before it connects to another process. Tables are played every second or
/// two.
const SILENCE: Duration = Duration::from_secs(5);

/// An observer.
pub struct Watcher {
    pub table: i64,
    pub person: i64,
    addresses: Vec<String>,
    whim: Whim,
    /// Every unit's number and text, from the first one on.
    pub frames: Vec<(i64, String)>,
    /// Notices of losses: the last valid unit, and the unit of the notice.
    pub losses: Vec<(i64, i64)>,
    /// Units that were received and later lost.
    pub lost: Vec<i64>,
    /// The number of connections, and how sockets were closed.
    pub connects: usize,
    pub closed: BTreeMap<u16, usize>,
}

/// The parts of a frame that a watcher reads.
#[derive(Deserialize)]
struct Told {
    seq: i64,
    what: String,
    /// The last valid unit, if units were lost.
    stands: Option<i64>,
}

/// A socket to a table's stream.
pub async fn connect(address: &str, table: i64, after: i64, person: i64) -> Option<Socket> {
    let address = address.replace("http://", "ws://");
    let mut request =
        format!("{address}/v1/tables/{table}/stream?after={after}").into_client_request().ok()?;
    request.headers_mut().insert("authorization", format!("Bearer {}", token(person)).parse().ok()?);
    let connecting = tokio::time::timeout(SILENCE, tokio_tungstenite::connect_async(request));
    Some(connecting.await.ok()?.ok()?.0)
}

impl Watcher {
    fn after(&self) -> i64 {
        self.frames.last().map_or(0, |(seq, _)| *seq)
    }

    /// Watches until the run is over and the last unit of the table has arrived.
    async fn watch(mut self, people: Arc<People>, heads: Heads) -> Watcher {
        let mut over = None;
        loop {
            if people.is_over() {
                let since = *over.get_or_insert_with(Instant::now);
                let head = heads.lock().unwrap().get(&self.table).copied();
                if head.is_some_and(|head| self.after() >= head) {
                    return self;
                }
                let (table, person, after) = (self.table, self.person, self.after());
                let patience = Duration::from_secs(90);
                assert!(since.elapsed() < patience, "{person} at {table} hears nothing after {after}");
            }
            let address = self.addresses[self.whim.below(self.addresses.len())].clone();
            let Some(socket) = connect(&address, self.table, self.after(), self.person).await else {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            };
            self.connects += 1;
            self.listen(socket, &people).await;
        }
    }

    /// Receives until the socket is closed, no message comes for a while, or it chooses another process.
    async fn listen(&mut self, mut socket: Socket, people: &People) {
        let until = Instant::now() + Duration::from_millis(4_000 + self.whim.draw() % 20_000);
        while Instant::now() < until {
            let patience = if people.is_over() { Duration::from_millis(1_500) } else { SILENCE };
            match tokio::time::timeout(patience, socket.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    self.hear(text.to_string());
                }
                Ok(Some(Ok(Message::Close(frame)))) => {
                    let code = frame.map_or(0, |frame| frame.code.into());
                    *self.closed.entry(code).or_default() += 1;
                    return;
                }
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return,
            }
        }
    }

    /// Checks that numbers have no gap. Only a notice of a loss may skip numbers: it invalidates the units after the
    /// last valid one.
    fn hear(&mut self, text: String) {
        let (table, person, after) = (self.table, self.person, self.after());
        let Told { seq, what, stands } = serde_json::from_str(&text).unwrap();
        if what == "lost" {
            let stands = stands.expect("a unit that tells of a loss says what stands");
            assert!(after < seq && stands < seq, "{person} at table {table} hears after {after}: {text}");
            let first = self.frames.partition_point(|(seq, _)| *seq <= stands);
            self.lost.extend(self.frames.drain(first..).map(|(seq, _)| seq));
            assert_eq!(self.after(), stands, "{person} at table {table} hears after {after}: {text}");
            self.losses.push((stands, seq));
        } else {
            assert_eq!(seq, after + 1, "what {person} hears of table {table} has a gap or comes twice");
        }
        self.frames.push((seq, text));
    }

    /// Checks that it received, byte for byte, what the house returns on request.
    pub async fn compare(&self, address: &str) {
        let http = reqwest::Client::new();
        let mut told: Vec<String> = Vec::new();
        while told.len() < self.frames.len() {
            let after = told.len().checked_sub(1).map_or(0, |last| self.frames[last].0);
            let path = format!("/v1/tables/{}/units?after={after}", self.table);
            let answer = http.get(format!("{address}{path}")).bearer_auth(token(self.person)).send().await;
            let text = answer.unwrap().text().await.unwrap();
            let page: Vec<Box<RawValue>> = serde_json::from_str(&text).unwrap();
            assert!(!page.is_empty(), "{path} ends too early");
            told.extend(page.iter().map(|unit| unit.get().to_owned()));
        }
        for ((seq, heard), told) in self.frames.iter().zip(&told) {
            assert_eq!(heard, told, "unit {seq} of table {} for {}", self.table, self.person);
        }
    }
}

/// The last units of tables, once play has ended.
pub type Heads = Arc<Mutex<BTreeMap<i64, i64>>>;

/// Starts the observers: patrons of the table, staff and outsiders.
pub fn watch_all(
    site: &Site,
    people: &Arc<People>,
    parties: &[crate::people::Party],
    addresses: &[String],
    count: usize,
    heads: &Heads,
) -> Vec<tokio::task::JoinHandle<Watcher>> {
    let mut whim = Whim::new(77);
    let mut tasks = Vec::new();
    for number in 0..count {
        let party = &parties[number * 7 % site.tables.len()];
        let staff = STAFF[number / 2 % STAFF.len()].1;
        let person = if number % 2 == 0 { staff } else { party.patron(number / 2 % 2) };
        let watcher = Watcher {
            table: party.table.id,
            person,
            addresses: addresses.to_vec(),
            whim: Whim::new(whim.draw()),
            frames: Vec::new(),
            losses: Vec::new(),
            lost: Vec::new(),
            connects: 0,
            closed: BTreeMap::new(),
        };
        tasks.push(tokio::spawn(watcher.watch(Arc::clone(people), Arc::clone(heads))));
    }
    tasks
}
