//! Simulated people at one table who use only what the API offers, and know no game: for load, for tests, for a
//! demonstration.
//!
//! A crew is one or more patrons, a dealer who closes bets, a pit supervisor and surveillance. It reads the table as
//! its members see it, and sends what one of them may do.

use house::patrons::Whim;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// How many optional wagers a patron makes.
const BESIDE: usize = 2;

/// The table where a crew plays, and its members.
#[derive(Clone)]
pub struct Crew {
    /// The table.
    pub table: i64,
    /// The patrons: their places and tokens.
    pub patrons: Vec<(String, String)>,
    /// The tokens of staff, by the actor as it is printed: `dealer`, `floor`, `pit`, `surveillance`.
    pub staff: BTreeMap<String, String>,
}

/// A command to be sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Move {
    /// The sender's token.
    pub token: String,
    /// The body.
    pub body: Value,
}

/// Prints whose tokens they are, but not the tokens.
impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<&String> = self.patrons.iter().map(|(place, _)| place).collect();
        let staff: Vec<&String> = self.staff.keys().collect();
        write!(f, "Crew {{ table: {}, patrons: {places:?}, staff: {staff:?} }}", self.table)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move {{ body: {} }}", self.body)
    }
}

impl Crew {
    /// Returns the next move; `None` if no decision is awaited, or no process can be reached.
    pub async fn next_move(&self, client: &Client, whim: &mut Whim) -> Option<Move> {
        let path = format!("/v1/tables/{}", self.table);
        let mut last = None;
        for patron in &self.patrons {
            let Answered::Well(table) = client.get(&path, &patron.1).await else { return None };
            if let Some(found) = self.as_patron(&table, patron, whim) {
                return Some(found);
            }
            last = Some(table);
        }
        let table = last?;
        if table["view"]["due"]["kind"] == "decision" {
            let token = self.token_for(&table["view"]["due"])?;
            let Answered::Well(table) = client.get(&path, &token).await else { return None };
            return decide(&table, &token, whim);
        }
        self.as_staff(&table, whim)
    }

    /// Returns what a patron does at a table with this view; `None` if it is not their turn.
    pub fn as_patron(&self, table: &Value, patron: &(String, String), whim: &mut Whim) -> Option<Move> {
        let view = &table["view"];
        let (token, input) = match view["due"]["kind"].as_str()? {
            "bets" => self.bet(table, patron, whim)?,
            "choice" | "choices" => choose(table, patron, whim)?,
            "cut" => cut(view, patron)?,
            _ => return None,
        };
        Some(in_order(table, token, &input, whim))
    }

    /// Returns what staff does at a table with this view, if no patron of the crew has anything to do.
    pub fn as_staff(&self, table: &Value, whim: &mut Whim) -> Option<Move> {
        let due = &table["view"]["due"];
        let (token, input) = match due["kind"].as_str()? {
            "bets" | "roll" | "roll-three" | "choices" => self.close(due)?,
            "approval" => (self.token_for(due)?, json!({ "approve": { "yes": true } })),
            "ruling" => (self.token_for(due)?, json!({ "ruling": "void-round" })),
            _ => return None,
        };
        Some(in_order(table, token, &input, whim))
    }

    /// Closes, as the dealer, what is open.
    fn close(&self, due: &Value) -> Option<(String, Value)> {
        let step = due["step"].as_str()?;
        Some((self.staff.get("dealer")?.clone(), json!({ "step": step })))
    }

    fn token_for(&self, due: &Value) -> Option<String> {
        let rank = due["rank"].as_str().unwrap_or("surveillance");
        self.staff.get(rank).or_else(|| self.staff.get("pit")).cloned()
    }

    /// Makes the required wagers, then sometimes an optional one.
    fn bet(&self, table: &Value, patron: &(String, String), whim: &mut Whim) -> Option<(String, Value)> {
        let view = &table["view"];
        // The holder of the bank plays against all wagers.
        if view["bank"]["patron"] == patron.0.as_str() {
            return None;
        }
        let needed: Vec<&str> = table["needed"].as_array()?.iter().filter_map(Value::as_str).collect();
        let own = |wager: &&Value| wager["patron"] == patron.0.as_str();
        let held: Vec<&Value> = view["wagers"].as_array()?.iter().filter(own).collect();
        let alike = held.iter().find(|wager| needed.contains(&wager["wager"].as_str().unwrap_or("")));
        let alike = alike.and_then(|wager| wager["stake"].as_i64());
        let missing = needed.iter().find(|name| !held.iter().any(|wager| wager["wager"] == **name));
        let offers: Vec<&Value> = offers(view, &patron.0, "bet").collect();
        let offer = match missing {
            Some(name) => offers.into_iter().find(|offer| offer["what"]["bet"]["wager"] == **name)?,
            None if held.len() < needed.len() + BESIDE && whim.below(3) == 0 => {
                // Adding to a required wager could make wagers unequal that must be equal, and then no round could
                // begin.
                let other = |wager: &Value| {
                    !needed.iter().any(|name| wager == name) && !held.iter().any(|own| own["wager"] == *wager)
                };
                let beside: Vec<&Value> =
                    offers.into_iter().filter(|offer| other(&offer["what"]["bet"]["wager"])).collect();
                *beside.get(whim.below(beside.len()))?
            }
            None => return None,
        };
        let stake = stake(&offer["amount"], alike.filter(|_| missing.is_some()), whim)?;
        let bet = &offer["what"]["bet"];
        let mut input =
            json!({ "patron": patron.0, "box": bet["box"], "wager": bet["wager"], "stake": stake });
        if bet["for-dealers"] == true {
            input["beneficiary"] = json!("dealers");
        }
        Some((patron.1.clone(), json!({ "bet": input })))
    }
}

/// Creates a command with a fresh key and the table's last unit as `seen`.
fn in_order(table: &Value, token: String, input: &Value, whim: &mut Whim) -> Move {
    let key = uuid::Uuid::from_bytes(whim.key().0).to_string();
    Move { token, body: json!({ "key": key, "seen": table["seq"], "input": input }) }
}

/// Declines the cut, or cuts in the middle if it may not be declined.
fn cut(view: &Value, patron: &(String, String)) -> Option<(String, Value)> {
    let declined = offers(view, &patron.0, "choose").find(|offer| offer["default"] == true);
    if let Some(offer) = declined {
        let hand = &offer["what"]["choose"];
        let input = json!({ "patron": patron.0, "hand": hand["hand"], "choice": hand["choice"] });
        return Some((patron.1.clone(), json!({ "choose": input })));
    }
    let mut all = view["awaits"].as_array().into_iter().flatten();
    all.find(|offer| {
        offer["what"] == "cut" && (offer["by"] == patron.0.as_str() || offer["by"] == "any patron")
    })?;
    let depth = view["shoe"]["remaining"].as_i64()? / 2;
    Some((patron.1.clone(), json!({ "cut": { "depth": depth } })))
}

/// Decides, as staff, by one of the offered steps.
fn decide(table: &Value, token: &str, whim: &mut Whim) -> Option<Move> {
    let all = table["view"]["awaits"].as_array()?;
    let steps: Vec<&Value> = all.iter().filter_map(|offer| offer["what"].get("step")).collect();
    let step = *steps.get(whim.below(steps.len()))?;
    Some(in_order(table, token.to_owned(), &json!({ "step": step }), whim))
}

/// Returns a patron's offers of this kind.
fn offers<'v>(view: &'v Value, patron: &'v str, kind: &'static str) -> impl Iterator<Item = &'v Value> {
    let all = view["awaits"].as_array().into_iter().flatten();
    all.filter(move |offer| {
        (offer["by"] == patron || offer["by"] == "any patron") && offer["what"].get(kind).is_some()
    })
}

fn choose(table: &Value, patron: &(String, String), whim: &mut Whim) -> Option<(String, Value)> {
    let view = &table["view"];
    let offers: Vec<&Value> = offers(view, &patron.0, "choose")
        .filter(|offer| !offer["what"]["choose"]["choice"].is_null())
        .collect();
    let offer = offers.get(whim.below(offers.len()))?;
    let what = &offer["what"]["choose"];
    let mut input = json!({ "patron": patron.0, "hand": what["hand"], "choice": what["choice"] });
    if !offer["amount"].is_null() {
        input["amount"] = json!(amount(&offer["amount"], stack_of(table, &patron.0), whim)?);
    }
    Some((patron.1.clone(), json!({ "choose": input })))
}

/// Returns the chips before a patron.
fn stack_of(table: &Value, patron: &str) -> i64 {
    let mut seats = table["seats"].as_array().into_iter().flatten();
    seats.find(|seat| seat["patron"] == patron).and_then(|seat| seat["stack"].as_i64()).unwrap_or(0)
}

/// Returns the minimum of a choice's range, or the maximum that half of the chips cover.
fn amount(range: &Value, stack: i64, whim: &mut Whim) -> Option<i64> {
    let (min, max, step) = (range["min"].as_i64()?, range["max"].as_i64()?, range["step"].as_i64()?);
    let most = max.min(stack / 2);
    Some(if whim.below(2) == 0 || most < min { min } else { most - (most - min) % step.max(1) })
}

/// Returns the same stake as before, or a few steps above the minimum.
fn stake(range: &Value, alike: Option<i64>, whim: &mut Whim) -> Option<i64> {
    let (min, max, step) = (range["min"].as_i64()?, range["max"].as_i64()?, range["step"].as_i64()?);
    let few = min + step * [0, 1, 2, 3][whim.below(4)];
    let wanted = alike.unwrap_or(few);
    Some(if (min..=max).contains(&wanted) { wanted } else { min })
}

/// The outcome of a request.
#[derive(Clone, Debug)]
pub enum Answered {
    /// It succeeded, with this response.
    Well(Value),
    /// It was refused, with this status and problem.
    Refused(u16, Value),
    /// Unknown, after several attempts.
    Unknown,
}

/// How long a client waits for one process before it tries another.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client that retries a request until it is answered, at any process of the house.
#[derive(Clone, Debug)]
pub struct Client {
    http: reqwest::Client,
    addresses: Vec<String>,
    /// The process that answered last, which is tried first.
    last: Arc<AtomicUsize>,
    /// How often a request is retried.
    pub tries: usize,
    /// How many answers said that a queue is full or a rate limit exceeded.
    turned_away: Arc<AtomicU64>,
}

impl Client {
    /// Creates a client for these processes; it tries the first one first.
    ///
    /// # Errors
    /// The system has no resources for a client.
    pub fn to(addresses: &[String]) -> Result<Client, reqwest::Error> {
        crate::listen::by_ring();
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        let (last, turned_away) = (Arc::default(), Arc::default());
        Ok(Client { http, addresses: addresses.to_vec(), last, tries: 100, turned_away })
    }

    fn was_turned_away(&self) {
        self.turned_away.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns how often a request was turned away and retried.
    pub fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str, token: &str) -> Answered {
        self.send(path, token, None).await
    }

    /// Sends a POST request.
    pub async fn post(&self, path: &str, token: &str, body: &Value) -> Answered {
        self.send(path, token, Some(body)).await
    }

    async fn send(&self, path: &str, token: &str, body: Option<&Value>) -> Answered {
        let first = self.last.load(Ordering::Relaxed);
        let addresses = self.addresses.iter().enumerate().cycle().skip(first);
        for (number, (process, address)) in addresses.take(self.tries).enumerate() {
            let url = format!("{address}{path}");
            let request = match body {
                Some(body) => self.http.post(url).json(body),
                None => self.http.get(url),
            };
            let request = if token.is_empty() { request } else { request.bearer_auth(token) };
            if let Ok(answer) = request.send().await {
                let status = answer.status();
                let Ok(text) = answer.text().await else { continue };
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                match status.as_u16() {
                    429 => self.was_turned_away(),
                    503 if value["type"] == "/problems/busy" => self.was_turned_away(),
                    // The table cannot be reached now.
                    503 => {}
                    status => {
                        self.last.store(process, Ordering::Relaxed);
                        let well = (200..300).contains(&status);
                        return if well { Answered::Well(value) } else { Answered::Refused(status, value) };
                    }
                }
            }
            let pause = number.min(10) as u64 * 20;
            tokio::time::sleep(Duration::from_millis(10 + pause)).await;
        }
        Answered::Unknown
    }
}
