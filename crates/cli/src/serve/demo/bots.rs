//! Bots: patrons who play at a human pace, their supervisors, and the dealers of live-dealt tables. They use the API
//! like any client. After a refusal or without an answer they read the state again and continue.

use super::furnish::Table;
use super::people::{DEALER, PIT, PLAYERS, People, SUPERVISORS};
use engine::{Actor, Due, Input, Rank};
use house::House;
use house::dealer::LiveDealer;
use house::ids::{Key, StreamId};
use house::patrons::Whim;
use house::table::Dealt;
use serde_json::{Value, json};
use server::crew::{Answered, Client, Crew};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// The time between two moves at a table, in milliseconds.
const PACE: Range<usize> = 1_000..3_000;
/// The time between two actions of a dealer, in milliseconds.
const DEALING: Range<usize> = 500..1_000;
/// How long a dealer keeps betting open.
const BETS: Duration = Duration::from_secs(12);
/// A bot with less on the table buys chips, in minor units.
const LOW: i64 = 50_000;
/// The amount that it buys.
const CHIPS: i64 = 200_000;
/// The amount deposited into a wallet at a time.
pub(super) const FUNDS: i64 = 1_000_000;
/// The initial bank of a table.
const BANK: i64 = 5_000_000;
/// How long to wait for bought chips.
const BOUGHT: Duration = Duration::from_secs(10);

/// All bots of a demonstration.
#[derive(Clone)]
pub(super) struct Bots {
    pub(super) client: Client,
    pub(super) people: Arc<People>,
    pub(super) house: Arc<House>,
    /// Determines all moves of the bots. It differs per run, since their command keys are derived from it too.
    pub(super) seed: u64,
}

impl Bots {
    /// Fills the banks of new tables, and puts money into the wallets of patrons.
    pub(super) async fn bring_money(&self, tables: &[Table]) {
        let mut whim = Whim::new(self.seed);
        for table in tables.iter().filter(|table| table.new) {
            let body = json!({ "key": text(whim.key()), "seen": 0, "table": table.id.0, "amount": BANK,
                "reason": "the bank of a new table" });
            let path = format!("/v1/cages/{}/fills", table.cage.0);
            self.post(&path, &self.people.token(PIT.0), &body).await;
        }
        let mut cages: Vec<StreamId> = tables.iter().map(|table| table.cage).collect();
        cages.dedup();
        for cage in cages {
            for name in super::people::patrons() {
                let Some(person) = self.people.persons.get(name).copied() else { continue };
                let wallet = self.house.look(cage, move |stream| Some(stream.cage()?.wallet(person))).await;
                let enough = wallet.flatten().is_some_and(|money| money.as_minor() >= FUNDS / 2);
                if !enough {
                    self.deposit(cage, name, &mut whim).await;
                }
            }
        }
    }

    async fn deposit(&self, cage: StreamId, name: &str, whim: &mut Whim) {
        let Some(person) = self.people.persons.get(name) else { return };
        let body = json!({ "key": text(whim.key()), "seen": 0, "person": person.0, "amount": FUNDS });
        self.post(&format!("/v1/cages/{}/deposits", cage.0), &self.people.token(PIT.0), &body).await;
    }

    /// Sends a request; if the token has expired, it is renewed afterwards.
    async fn post(&self, path: &str, token: &str, body: &Value) -> Answered {
        let answered = self.client.post(path, token, body).await;
        match &answered {
            Answered::Refused(401, _) => self.people.renew().await,
            Answered::Refused(status, problem) => {
                tracing::debug!(path, status, %problem, "a bot was refused");
            }
            _ => {}
        }
        answered
    }

    /// Starts the tasks in which the bots play.
    pub(super) fn play(&self, tables: &[Table]) -> Vec<JoinHandle<()>> {
        let mut tasks = Vec::new();
        for (number, table) in tables.iter().enumerate() {
            let seed = self.seed ^ (table.id.0.unsigned_abs() << 32);
            // One or two bots per table, so that a visitor finds a free box.
            let names = (0..=number % 2).map(|more| PLAYERS[(number + more) % PLAYERS.len()]);
            let seats = "AB".chars().map(String::from).zip(names).collect();
            let at = AtTable {
                bots: self.clone(),
                table: table.clone(),
                seats,
                bought: BTreeMap::new(),
                whim: Whim::new(seed),
            };
            tasks.push(tokio::spawn(at.play()));
            if table.dealt == Dealt::Live {
                let dealer = Dealer {
                    bots: self.clone(),
                    table: table.id,
                    hands: LiveDealer::new(seed + 1),
                    whim: Whim::new(seed + 2),
                    open_since: None,
                };
                tasks.push(tokio::spawn(dealer.deal()));
            }
        }
        let people = Arc::clone(&self.people);
        tasks.push(tokio::spawn(async move { people.keep_signed_in().await }));
        tasks
    }
}

/// A key in the API's notation.
fn text(key: Key) -> String {
    let digits: String = key.0.iter().map(|byte| format!("{byte:02x}")).collect();
    let part = |range: Range<usize>| digits.get(range).unwrap_or_default();
    [part(0..8), part(8..12), part(12..16), part(16..20), part(20..32)].join("-")
}

async fn pause(whim: &mut Whim, range: Range<usize>) {
    let length = range.start + whim.below(range.len());
    tokio::time::sleep(Duration::from_millis(length as u64)).await;
}

/// The bots at one table.
struct AtTable {
    bots: Bots,
    table: Table,
    /// Their seats and names.
    seats: Vec<(String, &'static str)>,
    /// When each bot last bought chips.
    bought: BTreeMap<&'static str, Instant>,
    whim: Whim,
}

impl AtTable {
    async fn play(mut self) {
        loop {
            pause(&mut self.whim, PACE).await;
            self.once().await;
        }
    }

    /// Makes one move for one of the bots, if there is one.
    async fn once(&mut self) -> Option<()> {
        let bots = self.bots.clone();
        let path = format!("/v1/tables/{}", self.table.id.0);
        let crew = self.crew();
        let mut last = None;
        for ((seat, name), patron) in self.seats.clone().into_iter().zip(&crew.patrons) {
            let now = match bots.client.get(&path, &patron.1).await {
                Answered::Well(now) => now,
                Answered::Refused(401, _) => {
                    bots.people.renew().await;
                    return None;
                }
                _ => return None,
            };
            self.keep_in_chips(&now, &seat, name).await;
            if let Some(next) = crew.as_patron(&now, patron, &mut self.whim) {
                bots.post(&format!("{path}/inputs"), &next.token, &next.body).await;
                return Some(());
            }
            last = Some(now);
        }
        let now = last?;
        let next = match now["view"]["due"]["kind"].as_str()? {
            "decision" => crew.next_move(&bots.client, &mut self.whim).await?,
            _ => crew.as_staff(&now, &mut self.whim)?,
        };
        bots.post(&format!("{path}/inputs"), &next.token, &next.body).await;
        Some(())
    }

    /// Returns the game-independent crew. It has no dealer: the clock closes bets, or the dealer of a live-dealt table
    /// does.
    fn crew(&self) -> Crew {
        let people = &self.bots.people;
        let patrons = self.seats.iter().map(|(seat, name)| (seat.clone(), people.token(name))).collect();
        let staff = SUPERVISORS.into_iter().map(|(name, role)| (role.name().to_owned(), people.token(name)));
        Crew { table: self.table.id.0, patrons, staff: staff.collect() }
    }

    /// Buys chips when the stack is low, and requests a deposit if the wallet is too low to buy them.
    async fn keep_in_chips(&mut self, now: &Value, seat: &str, name: &'static str) {
        let mut seats = now["seats"].as_array().into_iter().flatten();
        let stack = seats.find(|one| one["patron"] == seat).and_then(|one| one["stack"].as_i64());
        let waits = self.bought.get(name).is_some_and(|at| at.elapsed() < BOUGHT);
        if waits || stack.is_some_and(|stack| stack >= LOW) {
            return;
        }
        self.bought.insert(name, Instant::now());
        let (table, key) = (self.table.id.0, text(self.whim.key()));
        let body = json!({ "key": key, "seen": 0, "table": table, "seat": seat, "amount": CHIPS });
        let path = format!("/v1/cages/{}/buy-ins", self.table.cage.0);
        let token = self.bots.people.token(name);
        if let Answered::Refused(422, _) = self.bots.post(&path, &token, &body).await {
            self.bots.clone().deposit(self.table.cage, name, &mut self.whim).await;
        }
    }
}

/// The dealer of a live-dealt table.
struct Dealer {
    bots: Bots,
    table: StreamId,
    /// The real cards and dice; the dealer sees the table itself.
    hands: LiveDealer,
    whim: Whim,
    /// When betting opened.
    open_since: Option<Instant>,
}

/// A dealer's next input: the sender, the input, and the last unit seen.
struct Said {
    by: Actor,
    input: Input,
    seen: i64,
    /// The dealer's cards after the input.
    hands: LiveDealer,
}

impl Dealer {
    async fn deal(mut self) {
        loop {
            pause(&mut self.whim, DEALING).await;
            if let Some(said) = self.next().await {
                self.tell(said).await;
            }
        }
    }

    async fn next(&mut self) -> Option<Said> {
        let bets_are_open = self.bots.house.look(self.table, |stream| {
            let due = stream.table()?.face().due();
            Some(matches!(due, Due::Bets { .. } | Due::Roll { closes: Some(_), .. }))
        });
        if bets_are_open.await.flatten()? {
            let since = *self.open_since.get_or_insert_with(Instant::now);
            if since.elapsed() < BETS {
                return None;
            }
        } else {
            self.open_since = None;
        }
        let mut hands = self.hands.clone();
        let said = self.bots.house.look(self.table, move |stream| {
            let table = stream.table()?;
            let face = table.face();
            let (by, input) = match face.due() {
                Due::Bets { closes } if !face.wagers().is_empty() => (Actor::DEALER, Input::Step(closes)),
                Due::Choices { closes, left } if left.is_empty() => (Actor::DEALER, Input::Step(closes)),
                _ => hands.next(face)?,
            };
            Some(Said { by, input, seen: table.seq(), hands })
        });
        said.await.flatten()
    }

    async fn tell(&mut self, said: Said) {
        let name = match said.by {
            Actor::Staff(Rank::Dealer) => DEALER.0,
            // A second person reads dice with a doubtful face.
            Actor::Staff(_) => PIT.0,
            Actor::Patron(_) | Actor::Surveillance => return,
        };
        let Ok(input) = serde_json::to_value(said.input) else { return };
        let body = json!({ "key": text(self.whim.key()), "seen": said.seen, "input": input });
        let path = format!("/v1/tables/{}/inputs", self.table.0);
        let answered = self.bots.post(&path, &self.bots.people.token(name), &body).await;
        if let Answered::Well(_) = answered {
            self.hands = said.hands;
        }
    }
}
