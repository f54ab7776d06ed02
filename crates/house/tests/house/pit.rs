//! A house with meters, from its files, and the checks at the end.

use crate::support::{Floor, PATIENT, REALM, intruder, play_once, request};
use engine::meter::{Contribution, Fed, Meter, MeterKey, Standing, Step, Sum};
use engine::{Due, Event, LineKind, Outcome, Place, What};
use felt::{Card, Money};
use house::account::Account;
use house::ids::{Key, StreamId};
use house::links::{Meters, MetersHome};
use house::meter::MeterUnit;
use house::patrons::Whim;
use house::secrets::Bound;
use house::store::{NewTable, Wanted, Which, load, make_cage, make_table};
use house::stream::{Command, Envelope};
use house::table::{Dealt, Link};
use house::{House, NotDone};
use rulebook::{RuleBook, TableConfig, lint_table, read_house};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The first shard has only the meters and the cage; tables are on the others.
pub const METERS: i32 = 0;
pub const TABLES: i32 = 1;

pub struct Pit {
    pub floor: Floor,
    pub cage: StreamId,
    /// The meters and tables by their names in the files.
    pub meters: BTreeMap<String, StreamId>,
    pub tables: BTreeMap<String, StreamId>,
    pub links: BTreeMap<StreamId, Vec<Link>>,
}

fn books(id: &str) -> Option<Arc<RuleBook>> {
    games::find(id).and_then(|game| game.book().ok())
}

pub fn table_file(text: &str) -> (Arc<RuleBook>, TableConfig) {
    let config = lint_table(text, &books).unwrap();
    (books(&config.game).unwrap(), config)
}

impl Pit {
    /// Opens a house from its file, with these table files.
    pub async fn open(test: &str, file: &str, tables: &[(&str, &str)]) -> (Pit, House) {
        Pit::open_dealt(Dealt::Computer, test, file, tables).await
    }

    /// The same, with tables that are dealt in this way.
    pub async fn open_dealt(dealt: Dealt, test: &str, file: &str, tables: &[(&str, &str)]) -> (Pit, House) {
        let floor = Floor::new(test, 3).await;
        let house = floor.open().await;
        let mut client = floor.database.connect().await.unwrap();
        let cage = make_cage(&client, REALM, "cage", TABLES).await.unwrap();
        house.bring(&[cage]).await.unwrap();
        let place = MetersHome { realm: REALM, cage, shards: &[METERS] };
        let file = read_house(file).unwrap();
        let meters = Meters::open(&house, &floor.database, place, file).await.unwrap();
        let files: Vec<_> = tables.iter().map(|(path, text)| (*path, table_file(text))).collect();
        let given: Vec<_> =
            files.iter().map(|(path, (book, config))| (*path, Arc::clone(book), config)).collect();
        let all_links = meters.links(&house, &given).await.unwrap();
        let (mut opened, mut links) = (BTreeMap::new(), BTreeMap::new());
        for ((number, (path, (_, config))), own) in (1..).zip(&files).zip(all_links) {
            let new = NewTable {
                realm: REALM,
                name: path,
                shard: TABLES + number % 2,
                game: games::find(&config.game).unwrap(),
                config,
                dealt,
                clocks: PATIENT,
                cage,
                links: &own,
            };
            let table = make_table(&mut client, new).await.unwrap();
            house.bring(&[table]).await.unwrap();
            meters.join(&house, table, &own).await.unwrap();
            opened.insert((*path).to_owned(), table);
            links.insert(table, own);
        }
        let meters = meters.all().map(|(id, stream)| (id.to_owned(), stream)).collect();
        (Pit { floor, cage, meters, tables: opened, links }, house)
    }

    /// Opens only some shards.
    pub async fn open_shards(&self, shards: &[i32]) -> House {
        let keys = Arc::clone(&self.floor.keys);
        House::open(self.floor.database.clone(), games::find, keys, shards).await.unwrap()
    }

    /// Checks everything that follows from the journal: the meters' steps and rows with the store in memory, the books,
    /// and the tables' wagers.
    pub async fn audit(&self, house: &House) -> Audit {
        self.settle(house).await;
        let books = house::ledger::verify(&self.floor.database, games::find, &self.floor.keys, |_| {}).await;
        let books = books.unwrap();
        assert!(books.is_sound(), "{:?}", books.findings);
        let mut audit = Audit::default();
        let events = self.events().await;
        for (id, stream) in &self.meters {
            let memory = restored(&self.floor, *stream).await;
            let (standing, booked) = standing(house, *stream).await;
            assert_eq!(memory.standing(), &standing, "{id} stands elsewhere");
            assert_eq!(booked, self.in_the_books(*stream).await, "the books of {id}");
            if let Some(last) = memory.steps().last() {
                let then = standing.balance(&last.fed).unwrap();
                assert_eq!(booked, (then.meter.whole().unwrap(), then.reserve.whole().unwrap()), "{id}");
            }
            assert_eq!(self.wagered(*stream, &events), total(memory.rows()), "what fed {id}");
            audit.rows += memory.rows().count();
            audit.steps.insert(id.clone(), memory.steps().to_vec());
            audit.shows.insert(id.clone(), memory.shows().unwrap());
        }
        for (path, table) in &self.tables {
            let payable = self.balance(Account::Payable.of(*table).0).await;
            audit.payable.insert(path.clone(), Money::minor(payable));
        }
        audit
    }

    /// Waits until no stream has unanswered messages.
    pub async fn settle(&self, house: &House) {
        for _ in 0..20_000 {
            let mut quiet = true;
            for stream in self.tables.values().chain(self.meters.values()).chain([&self.cage]) {
                quiet &= house.look(*stream, |stream| stream.outstanding().is_empty()).await.unwrap();
            }
            if quiet {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        panic!("messages are never answered");
    }

    /// Returns the events at the tables.
    pub async fn events(&self) -> BTreeMap<StreamId, Vec<Event>> {
        let ids: Vec<StreamId> = self.tables.values().copied().collect();
        let mut all: BTreeMap<StreamId, Vec<Event>> = BTreeMap::new();
        play_again(&self.floor, &ids, |unit, draft| all.entry(unit.stream).or_default().extend(draft.events))
            .await;
        all
    }

    pub async fn balance(&self, account: i64) -> i64 {
        let client = self.floor.database.connect().await.unwrap();
        let asked = "select coalesce(sum(case credit when $1 then amount else -amount end), 0)::int8
            from transfer where debit = $1 or credit = $1";
        client.query_one(asked, &[&account]).await.unwrap().get(0)
    }

    async fn in_the_books(&self, meter: StreamId) -> (Money, Money) {
        let own = self.balance(Account::Meter.of(meter).0).await;
        let reserve = self.balance(Account::Reserve.of(meter).0).await;
        (Money::minor(own), Money::minor(reserve))
    }

    /// Returns the sum of the wagers that feed a meter, from the events at the tables alone: those whose bets are
    /// closed, and that were not returned.
    fn wagered(&self, meter: StreamId, events: &BTreeMap<StreamId, Vec<Event>>) -> Money {
        let mut sum = Money::ZERO;
        for (table, links) in &self.links {
            for link in links.iter().filter(|link| link.meter == meter) {
                let all = events.get(table).map_or(&[][..], Vec::as_slice);
                sum += wagers(all, &link.wager).values().sum::<Money>();
            }
        }
        sum
    }

    /// Puts the undealt cards of a table's shoe into another order, as if they had been shuffled like that: the unit
    /// that shuffled commits to it, and the chain is rewritten. This needs the house's keys, and any root would reveal
    /// it.
    pub async fn arrange(&self, table: StreamId, first: &[(usize, Card)]) {
        let client = intruder(&self.floor.database).await;
        let asked =
            "select number, sealed, commitment, seq, stream.name from shoe join stream on stream.id = stream
            where stream = $1 and opened_seq is null order by number desc";
        let row = client.query(asked, &[&table.0]).await.unwrap().remove(0);
        let (number, seq): (i64, i64) = (row.get(0), row.get(3));
        let (old, name): (Vec<u8>, String) = (row.get(2), row.get(4));
        let shoe = u64::try_from(number).unwrap();
        let bound = Bound::Shoe { stream: table, shoe };
        let mut plain = self.floor.keys.open(bound, row.get(1)).unwrap().to_vec();
        let (salt, order) = plain.split_first_chunk_mut::<32>().unwrap();
        for (at, card) in first {
            let card = u8::try_from(card.index()).unwrap();
            let fixed = |place: usize| first.iter().any(|(fixed, _)| fixed < at && *fixed == place);
            let from = (0..order.len()).find(|place| order[*place] == card && !fixed(*place)).unwrap();
            order.swap(*at, from);
        }
        let cards: Vec<Card> = order.iter().map(|index| Card::from_index((*index).into()).unwrap()).collect();
        let new = chance::Sealed::new(salt, &name, shoe, &cards).commitment().0;
        let sealed = self.floor.keys.seal(bound, &plain).unwrap();
        let update = "update shoe set sealed = $3, commitment = $4 where stream = $1 and number = $2";
        assert_eq!(client.execute(update, &[&table.0, &number, &sealed, &new.as_slice()]).await.unwrap(), 1);
        client.execute("delete from snapshot where stream = $1", &[&table.0]).await.unwrap();
        chain_anew(&client, table, seq, &old, &new).await;
    }
}

/// Replaces a commitment in a unit, and rechains all units after it.
async fn chain_anew(client: &tokio_postgres::Client, table: StreamId, from: i64, old: &[u8], new: &[u8]) {
    let asked = "select stream, seq, at, operator, property, person, sender, key, request, body, previous
        from unit where stream = $1 and seq >= $2 order by seq";
    let mut previous = None;
    for row in client.query(asked, &[&table.0, &from]).await.unwrap() {
        let mut unit = house::store::unit_of(&row, REALM).unwrap();
        if unit.seq == from {
            let at = unit.body.windows(old.len()).position(|bytes| bytes == old).unwrap();
            unit.body[at..at + old.len()].copy_from_slice(new);
        }
        unit.previous = previous.unwrap_or(unit.previous);
        let update = "update unit set body = $3, previous = $4 where stream = $1 and seq = $2";
        let previous_bytes = &unit.previous.0[..];
        client.execute(update, &[&table.0, &unit.seq, &unit.body, &previous_bytes]).await.unwrap();
        previous = Some(unit.hash());
    }
}

/// Returns a meter in memory, from its rows and steps in the database: every step must have the same result as it was
/// written.
pub async fn restored(floor: &Floor, meter: StreamId) -> Meter {
    let (mut opening, mut steps): (_, Vec<Step>) = (None, Vec::new());
    play_again(floor, &[meter], |unit, _| {
        let unit = MeterUnit::of(unit).unwrap();
        if let Command::Open(first) = unit.command {
            opening = Some(first);
        }
        steps.extend(unit.step);
    })
    .await;
    let memory = Meter::restored(opening.unwrap(), rows(floor, meter).await, steps);
    let memory = memory.unwrap_or_else(|error| panic!("meter {}: {error}", meter.0));
    assert_eq!(memory.fed(), &sums(floor, meter).await, "the running sums");
    assert!(memory.balance().unwrap().holds(), "{:?}", memory.balance());
    memory
}

/// Returns the contributions to a meter.
pub async fn rows(floor: &Floor, meter: StreamId) -> Vec<Contribution> {
    let client = floor.database.connect().await.unwrap();
    let asked = "select stream, seq, item, terms, stake, back_seq, back_item from contribution
        where meter = $1 order by stream, seq, item";
    let number = |of: i64| u64::try_from(of).unwrap();
    let rows = client.query(asked, &[&meter.0]).await.unwrap();
    rows.iter()
        .map(|row| {
            let table = number(row.get(0));
            let key = |unit: i64, item: i32| MeterKey {
                table,
                unit: number(unit),
                item: u32::try_from(item).unwrap(),
            };
            let back: Option<i64> = row.get(5);
            Contribution {
                key: key(row.get(1), row.get(2)),
                terms: u32::try_from(row.get::<_, i32>(3)).unwrap(),
                stake: Money::minor(row.get(4)),
                takes_back: back.map(|unit| key(unit, row.get(6))),
            }
        })
        .collect()
}

/// Returns the running sums, added up over all shards.
pub async fn sums(floor: &Floor, meter: StreamId) -> Fed {
    let client = floor.database.connect().await.unwrap();
    let asked =
        "select terms, sum(stakes)::int8, sum(count)::int8 from meter_sum where meter = $1 group by 1";
    let rows = client.query(asked, &[&meter.0]).await.unwrap();
    Fed::of(
        rows.iter()
            .map(|row| {
                let stakes = Money::minor(row.get(1));
                let rows = u64::try_from(row.get::<_, i64>(2)).unwrap();
                (u32::try_from(row.get::<_, i32>(0)).unwrap(), Sum { stakes, rows })
            })
            .collect(),
    )
}

async fn play_again(
    floor: &Floor,
    ids: &[StreamId],
    each: impl FnMut(&house::unit::Unit, house::stream::Draft),
) {
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning: true };
    load(&client, Which::These(ids), &wanted, each).await.unwrap();
}

/// The results of the checks.
#[derive(Default, Debug)]
pub struct Audit {
    pub rows: usize,
    pub steps: BTreeMap<String, Vec<Step>>,
    pub shows: BTreeMap<String, Money>,
    pub payable: BTreeMap<String, Money>,
}

pub fn total<'r>(rows: impl IntoIterator<Item = &'r Contribution>) -> Money {
    rows.into_iter().map(|row| row.stake).sum()
}

pub async fn standing(house: &House, meter: StreamId) -> (Standing, (Money, Money)) {
    let look = house.look(meter, |stream| {
        let meter = stream.meter().unwrap();
        (meter.standing().cloned().unwrap(), meter.booked())
    });
    look.await.unwrap()
}

/// Returns the stakes on a wager that count, by the wager's number.
fn wagers(events: &[Event], word: &str) -> BTreeMap<u32, Money> {
    let (mut open, mut counted) = (BTreeMap::new(), BTreeMap::new());
    for event in events {
        match event.what {
            What::WagerPlaced { number, wager, stake, .. } if wager.word() == word => {
                open.insert(number.0, stake);
            }
            What::WagerTakenBack { number, .. } => drop(open.remove(&number.0)),
            What::Stepped { step, .. } if step.word() == "no-more-bets" => counted.append(&mut open),
            What::Settled(line) if line.wager.word() == word => {
                let Some(number) = line.number.map(|number| number.0) else { continue };
                match (line.kind, line.outcome) {
                    (LineKind::Wager, Some(Outcome::Returned)) => drop(counted.remove(&number)),
                    (LineKind::Reversal, Some(Outcome::Returned)) => {
                        counted.insert(number, line.stake);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    counted
}

pub async fn due(house: &House, table: StreamId) -> Due {
    house.look(table, |stream| stream.table().unwrap().face().due()).await.unwrap()
}

pub async fn outstanding(house: &House, stream: StreamId) -> Vec<Envelope> {
    house.look(stream, |stream| stream.outstanding()).await.unwrap()
}

/// Sends an input to a table as an actor.
pub async fn say(
    house: &House,
    table: StreamId,
    by: engine::Actor,
    input: engine::Input,
) -> Result<house::Done, NotDone> {
    let seq = house.look(table, |stream| stream.table().unwrap().seq()).await.unwrap();
    let person = house::patrons::person_of(by).0;
    let key = Key::derived("said", &[table.0, seq]);
    house.send(request(table, person, key, seq, Command::Play { by, input })).await
}

/// Plays until this many units were carried out, waiting for messages if necessary.
pub async fn play(house: &House, table: StreamId, whim: &mut Whim, units: usize) {
    let (mut done, mut waited) = (0, 0);
    while done < units {
        match play_once(house, table, whim).await {
            Some(Ok(_)) => (done, waited) = (done + 1, 0),
            Some(Err(error)) => panic!("table {}: {error}", table.0),
            None => {
                waited += 1;
                assert!(waited < 10_000, "table {} waits for nobody: {:?}", table.0, due(house, table).await);
                tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            }
        }
    }
}

/// Returns where the cards of a round were laid, in the order of the shoe.
pub fn laid(events: &[Event]) -> Vec<Place> {
    let mut cards: Vec<(u32, Place)> = Vec::new();
    for event in events {
        if let What::CardLaid { draw, place, .. } = event.what {
            cards.push((draw, place));
        }
    }
    cards.sort_by_key(|(draw, _)| *draw);
    cards.into_iter().map(|(_, place)| place).collect()
}
