//! A store that behaves like a database: feeders with their own sums, steps by number, reads that may be stale. In
//! every order of the requests of two tables, the grants are those of one serial order.

use super::super::{Contribution, Fed, Standing, Step};
use super::*;
use std::collections::{BTreeMap, BTreeSet};

struct Store {
    /// What each table has contributed so far; only that table writes it.
    feeders: BTreeMap<u64, Fed>,
    keys: BTreeSet<MeterKey>,
    standing: Standing,
    steps: Vec<Step>,
}

impl Store {
    fn open(terms: MeterTerms) -> Store {
        let standing = Standing::open(terms).unwrap();
        Store { feeders: BTreeMap::new(), keys: BTreeSet::new(), standing, steps: Vec::new() }
    }

    fn append(&mut self, key: MeterKey, stake: i64) {
        assert!(self.keys.insert(key));
        let row = Contribution { key, terms: 1, stake: cents(stake), takes_back: None };
        self.feeders.entry(key.table).or_default().append(&row).unwrap();
    }

    /// Reads the standing first, then the sum.
    fn read(&self) -> (Standing, Fed) {
        let standing = self.standing.clone();
        let mut fed = Fed::default();
        for feeder in self.feeders.values() {
            fed.add(feeder).unwrap();
        }
        (standing, fed)
    }

    fn insert(&mut self, step: Step) -> Result<(), MeterError> {
        self.standing.take(&step)?;
        self.steps.push(step);
        Ok(())
    }
}

/// What one table does: stakes, and draws in two halves, with possible requests of others in between.
#[derive(Clone, Copy, Debug)]
enum Do {
    Stake(i64),
    Read,
    Insert(u32),
}

const TABLE_1: &[Do] =
    &[Do::Stake(100), Do::Read, Do::Insert(1_000), Do::Stake(333), Do::Read, Do::Insert(10_000)];
const TABLE_2: &[Do] =
    &[Do::Stake(777), Do::Read, Do::Insert(10_000), Do::Stake(5), Do::Read, Do::Insert(2_500)];

/// A request in the serial order: a stake, or a share in hundredths of a percent.
#[derive(Clone, Copy, Debug)]
enum Request {
    Stake(MeterKey, i64),
    Draw(MeterKey, u32),
}

fn terms() -> MeterTerms {
    MeterTerms {
        seed: cents(1_000),
        rate: "1/7".parse().unwrap(),
        reserve: Some("3%".parse().unwrap()),
        ..ohio()
    }
}

/// Runs the two tables in the given order of turns, and returns the store, the resulting serial order, and the number
/// of retries.
fn run(order: &[bool]) -> (Store, Vec<Request>, usize) {
    let mut store = Store::open(terms());
    let mut serial = Vec::new();
    let mut conflicts = 0;
    let mut at = [0; 2];
    let mut reading: [Option<(Standing, Fed, usize)>; 2] = [None, None];
    for second in order {
        let table = usize::from(*second);
        let script = [TABLE_1, TABLE_2][table];
        let turn = script[at[table]];
        let key = key(table as u64 + 1, at[table] as u64);
        at[table] += 1;
        match turn {
            Do::Stake(stake) => {
                store.append(key, stake);
                serial.push(Request::Stake(key, stake));
            }
            Do::Read => {
                let (standing, fed) = store.read();
                reading[table] = Some((standing, fed, serial.len()));
            }
            Do::Insert(hundredths) => {
                let (standing, fed, place) = reading[table].take().unwrap();
                let step = standing.draw(&fed, key, &share(hundredths)).unwrap();
                let place = match store.insert(step) {
                    Ok(()) => place,
                    Err(MeterError::Conflict { .. }) => {
                        conflicts += 1;
                        let (standing, fed) = store.read();
                        store.insert(standing.draw(&fed, key, &share(hundredths)).unwrap()).unwrap();
                        serial.len()
                    }
                    Err(other) => panic!("{other}"),
                };
                // A draw is ordered by the moment of its read: stakes made after that come after it.
                serial.insert(place, Request::Draw(key, hundredths));
                for (_, _, other) in reading.iter_mut().flatten() {
                    *other += usize::from(*other >= place);
                }
            }
        }
    }
    (store, serial, conflicts)
}

/// Executes the same requests one after the other.
fn serially(requests: &[Request]) -> Meter {
    let mut meter = opened(terms());
    for request in requests {
        match *request {
            Request::Stake(at, stake) => {
                feed(&mut meter, at, stake).unwrap();
            }
            Request::Draw(at, hundredths) => {
                drawn(&mut meter, at, &share(hundredths));
            }
        }
    }
    meter
}

/// All interleavings of `first` turns of one with `second` turns of the other.
fn orders(first: usize, second: usize) -> Vec<Vec<bool>> {
    if first == 0 || second == 0 {
        let mut rest = vec![false; first];
        rest.resize(first + second, true);
        return vec![rest];
    }
    let then = |table: bool, rest: Vec<Vec<bool>>| {
        rest.into_iter().map(move |order| [vec![table], order].concat()).collect::<Vec<_>>()
    };
    [then(false, orders(first - 1, second)), then(true, orders(first, second - 1))].concat()
}

#[test]
fn every_order_of_two_tables_is_some_serial_order() {
    let orders = orders(TABLE_1.len(), TABLE_2.len());
    assert_eq!(orders.len(), 924);
    let mut conflicts = 0;
    let mut outcomes = BTreeSet::new();
    for order in orders {
        let (store, serial, retries) = run(&order);
        let meter = serially(&serial);
        assert_eq!(store.steps, meter.steps(), "{order:?}");
        assert_eq!(&store.standing, meter.standing());
        assert_eq!(&store.read().1, meter.fed());
        assert!(store.standing.balance(meter.fed()).unwrap().holds());
        conflicts += retries;
        outcomes.insert(store.steps.iter().filter_map(Step::grant).map(|g| g.amount).collect::<Vec<_>>());
    }
    // The orders must make a difference and the draws must conflict, or the test proves nothing.
    assert!(conflicts > 100 && outcomes.len() > 20, "{conflicts} conflicts, {} outcomes", outcomes.len());
}

#[test]
fn a_stake_before_a_draw_counts_and_one_after_it_does_not() {
    let mut before = opened(ohio());
    feed(&mut before, key(1, 1), 100_000).unwrap();
    assert_eq!(drawn(&mut before, key(2, 1), &share(10_000)).amount, cents(1_021_000));
    assert_eq!(before.shows(), Ok(cents(1_000_000)));
    let mut after = opened(ohio());
    assert_eq!(drawn(&mut after, key(2, 1), &share(10_000)).amount, cents(1_000_000));
    feed(&mut after, key(1, 1), 100_000).unwrap();
    assert_eq!(after.shows(), Ok(cents(1_021_000)));

    // In the store the stake comes between the read and the write of the draw: it is the second case.
    let mut store = Store::open(ohio());
    let (standing, fed) = store.read();
    store.append(key(1, 1), 100_000);
    store.insert(standing.draw(&fed, key(2, 1), &share(10_000)).unwrap()).unwrap();
    assert_eq!(store.steps, after.steps());
    assert_eq!(store.standing.shows(&store.read().1), after.shows());
}

#[test]
fn of_two_tables_that_hit_in_the_same_second_one_is_first() {
    let both = [(key(1, 1), share(10_000)), (key(2, 1), share(1_000))];
    for first in [0, 1] {
        let mut store = Store::open(ohio());
        store.append(key(3, 1), 10_000);
        // Both read before either writes.
        let readings = [store.read(), store.read()];
        let step = |at: usize, (standing, fed): &(Standing, Fed)| {
            standing.draw(fed, both[at].0, &both[at].1).unwrap()
        };
        let second = 1 - first;
        store.insert(step(first, &readings[first])).unwrap();
        let late = store.insert(step(second, &readings[second]));
        assert_eq!(late, Err(MeterError::Conflict { found: 1, last: 1 }));
        let reading = store.read();
        store.insert(step(second, &reading)).unwrap();

        let mut meter = opened(ohio());
        feed(&mut meter, key(3, 1), 10_000).unwrap();
        let grants = [first, second].map(|at| drawn(&mut meter, both[at].0, &both[at].1));
        assert_eq!(store.steps, meter.steps());
        let amounts = if first == 0 { [1_002_100, 100_000] } else { [100_210, 901_890] };
        assert_eq!(grants.map(|grant| grant.amount), amounts.map(cents));
    }
}
