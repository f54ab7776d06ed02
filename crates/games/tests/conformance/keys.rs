//! Checks that equal keys have equal futures, and that every component of a key is needed.
//!
//! Sessions with low variety are played at a few table files. When a state has the key of an earlier,
//! different state, both continue with the same inputs and must produce the same events. The same holds for a
//! state and the one after a patron there has bet and taken the bet back. Some components of a key follow
//! from the others (`keys/core.rs`): two states whose keys differ only in those must also continue alike. And
//! when two states differ in only one component of the core, a key without it would treat them as equal: for
//! some such pair of each component the two must continue differently.

use crate::chance::Chance;
use crate::driver::Session;
use crate::tables::random_config;
use core::{Core, Names};
use engine::compact::KeyParts;
use engine::{Actor, AnyTable, Ask, By, Game, Input, Offer, Patron, Snapshot, What};
use rulebook::TableConfig;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

mod core;

/// The number of sessions of a full run; fewer prove neither that there were enough pairs nor that every
/// component is needed.
const SESSIONS: u64 = 480;

fn sessions(game: &Game) -> u64 {
    crate::extent::asked("KEY_SESSIONS", SESSIONS, game)
}

/// Whether to rewrite the lists in `keys/`. Repeat this until they no longer change.
fn is_writing() -> bool {
    std::env::var_os("WRITE_KEY_CORES").is_some()
}

/// Table files, each with its own states.
const TABLES: u64 = 6;

/// The limits per key and table file: states kept of one key, pairs tried for it, and pairs of each sort per
/// table file.
const STATES_A_KEY: usize = 4;
const PAIRS_A_KEY: u8 = 24;
const PAIRS_A_TABLE: u64 = 2_500;
const DETOURS_A_TABLE: u64 = 1_500;
const CORE_PAIRS_A_TABLE: u64 = 500;

/// How often two states that differ in one component are continued before the component counts as unneeded.
const TRIES: u32 = 800;

/// The number of courses on which they continue.
const COURSES: u64 = 6;

pub fn equal_keys_have_equal_futures(game: &'static Game) {
    let mut found = Found::new(game);
    for table in 0..TABLES {
        let mut chance = Chance::new(4_000_000 + table);
        let config = random_config(game, &crate::book_of(game), &mut chance);
        let mut states = States::new(game, table, &config);
        for n in 0..sessions(game).div_ceil(TABLES) {
            states.play(n, &mut found);
        }
        found.pairs += states.pairs;
        found.detours += states.detours;
        found.core_pairs += states.core_pairs;
    }
    found.judge(game);
}

/// The components of a key by number, each with a digest of its value.
#[derive(Clone)]
pub struct Shape(Vec<(usize, u128)>);

impl Shape {
    /// The bytes of a component are those of its field that do not belong to a nested field.
    fn of(key: &KeyParts, names: &mut Names) -> Shape {
        let mut owner = vec![usize::MAX; key.bytes().len()];
        let mut values: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for (name, range) in key.iter() {
            let number = names.number(name);
            let value = values.entry(number).or_default();
            for at in range {
                if owner[at] == usize::MAX {
                    owner[at] = number;
                    value.push(key.bytes()[at]);
                }
            }
        }
        Shape(values.into_iter().map(|(number, value)| (number, digest(number as u64, &value))).collect())
    }

    /// The digest of a component's value; zero if the key has no such component.
    fn value(&self, number: usize) -> u128 {
        self.0.iter().find(|(other, _)| *other == number).map_or(0, |(_, value)| *value)
    }

    /// The components in which two keys differ.
    fn apart_from(&self, other: &Shape) -> impl Iterator<Item = usize> {
        let (one, two) = (self.0.clone(), other.0.clone());
        let apart = one.iter().filter(|component| !two.contains(component)).copied();
        let missing = two.iter().filter(|(number, _)| one.iter().all(|(other, _)| other != number)).copied();
        apart.chain(missing).map(|(number, _)| number).collect::<Vec<_>>().into_iter()
    }

    /// A digest of the key restricted to some components.
    fn sum(&self, of: impl Fn(usize) -> bool) -> u128 {
        self.0.iter().filter(|(number, _)| of(*number)).fold(0, |sum, (_, value)| sum.wrapping_add(*value))
    }
}

/// The results of all tables.
struct Found {
    core: Core,
    names: Names,
    /// Counts of pairs: of equal keys that occurred, of equal keys made by a detour, and of keys that differ
    /// only in what follows from the rest.
    pairs: u64,
    detours: u64,
    core_pairs: u64,
    keys: u64,
    states: u64,
    /// The table file and the shape of every key, when lists are written.
    shapes: Vec<(u64, Shape)>,
    /// The components of the core.
    tried: BTreeMap<usize, Tried>,
    /// Components that differ between states with one core that continue differently, when lists are written.
    apart: BTreeSet<usize>,
}

/// The results of a component.
#[derive(Default)]
struct Tried {
    /// How often two states were continued that differ only in this one.
    times: u32,
    /// Whether such a pair continued differently.
    is_needed: bool,
}

impl Found {
    fn new(game: &Game) -> Found {
        let (core, names, tried) = (Core::read(game), Names::default(), BTreeMap::new());
        Found {
            core,
            names,
            pairs: 0,
            detours: 0,
            core_pairs: 0,
            keys: 0,
            states: 0,
            shapes: Vec::new(),
            tried,
            apart: BTreeSet::new(),
        }
    }

    fn judge(&self, game: &Game) {
        let Found { pairs, detours, core_pairs, keys, states, .. } = self;
        println!("{}: {pairs} pairs of {keys} keys in {states} states, {detours} by detours", game.id);
        match crate::extent::is_sample() {
            true => println!("  a sample: the lists of `keys/` are not checked"),
            false => println!("  {core_pairs} of equal cores"),
        }
        let name = |number: &usize| &*self.names.names[*number];
        let needed: Vec<&str> =
            self.tried.iter().filter(|(_, tried)| tried.is_needed).map(|(number, _)| name(number)).collect();
        let idle: Vec<(&str, u32)> = self
            .tried
            .iter()
            .filter(|(_, tried)| !tried.is_needed && tried.times > 0)
            .map(|(number, tried)| (name(number), tried.times))
            .collect();
        println!("  {} components, {} shown to be needed", self.names.names.len(), needed.len());
        if is_writing() {
            let more = idle.iter().map(|(name, _)| (*name).to_owned());
            let apart: BTreeSet<&str> = self.apart.iter().map(name).collect();
            println!("  equal cores that went on differently differ in {apart:?}");
            return self.core.of(&self.names.names, &self.shapes, more, &apart).write(game);
        }
        if sessions(game) < SESSIONS {
            return;
        }
        assert!(pairs + detours > 10_000, "{}: only {pairs} and {detours} pairs", game.id);
        if crate::extent::is_sample() {
            return;
        }
        let missed: Vec<&str> = self.core.names().filter(|name| !needed.contains(name)).collect();
        assert!(missed.is_empty(), "{}: could be left out of the key: {missed:?}; `just keys-core`", game.id);
    }
}

/// States that share a key, to continue from.
struct Met {
    shape: Shape,
    snapshots: Vec<Vec<u8>>,
    pairs: u8,
}

/// The states of one table file.
struct States {
    game: &'static Game,
    number: u64,
    config: TableConfig,
    met: Vec<Met>,
    pairs: u64,
    detours: u64,
    core_pairs: u64,
    by_key: BTreeMap<u128, usize>,
    by_core: BTreeMap<u128, usize>,
    /// States by a component of the core and the core without it.
    by_rest: BTreeMap<(usize, u128), usize>,
}

impl States {
    fn new(game: &'static Game, number: u64, config: &TableConfig) -> States {
        States {
            game,
            number,
            config: config.clone(),
            met: Vec::new(),
            pairs: 0,
            detours: 0,
            core_pairs: 0,
            by_key: BTreeMap::new(),
            by_core: BTreeMap::new(),
            by_rest: BTreeMap::new(),
        }
    }

    fn play(&mut self, n: u64, found: &mut Found) {
        let seed = self.number * 1_000_000 + n;
        let mut session = Session::at(self.game, self.config.clone(), Chance::new(seed));
        session.narrow = true;
        session.patrons = if seed.is_multiple_of(3) { 2 } else { 1 };
        session.bets = 2;
        session.irregular_in = if seed.is_multiple_of(2) { 0 } else { 20 };
        let mut ended = 0;
        while ended < session.habits.rounds.min(40) / 2 {
            let before = session.events.len();
            session.step();
            let is_end = |event: &engine::Event| matches!(event.what, What::RoundEnded { .. });
            ended += session.events[before..].iter().filter(|event| is_end(event)).count();
            if session.events.len() > before {
                self.meet(&session, found);
                self.go_round(&session);
            }
        }
    }

    /// Compares the state with the earlier ones.
    fn meet(&mut self, session: &Session, found: &mut Found) {
        let shape = Shape::of(&session.table.key_parts().unwrap(), &mut found.names);
        let snapshot = session.table.save().unwrap().to_bytes().unwrap();
        found.states += 1;
        match self.by_key.entry(shape.sum(|_| true)) {
            Entry::Occupied(known) => {
                let at = *known.get();
                self.pair_up(session, at, &snapshot);
            }
            Entry::Vacant(vacant) => {
                found.keys += 1;
                vacant.insert(self.met.len());
                if !crate::extent::is_sample() {
                    self.compare_cores(session, &shape, found);
                }
                if is_writing() {
                    found.shapes.push((self.number, shape.clone()));
                }
                self.met.push(Met { shape, snapshots: vec![snapshot], pairs: 0 });
            }
        }
    }

    /// Continues from this state and from each other one known to have its key.
    fn pair_up(&mut self, session: &Session, at: usize, snapshot: &[u8]) {
        let known = self.met[at].snapshots.clone();
        for other in known.iter().filter(|other| *other != snapshot) {
            if self.met[at].pairs >= PAIRS_A_KEY || self.pairs >= PAIRS_A_TABLE {
                return;
            }
            self.met[at].pairs += 1;
            self.pairs += 1;
            let pair = go_on(session, self.table(other), self.pairs, 20);
            assert_eq!(pair.differs(), None, "{}: equal keys, different futures", self.game.id);
            assert_eq!(pair.keys_came_apart(), None, "{}: equal keys, different ones later", self.game.id);
        }
        if known.len() < STATES_A_KEY && !known.iter().any(|other| other == snapshot) {
            self.met[at].snapshots.push(snapshot.to_vec());
        }
    }

    /// If a patron there may bet and take the bet back, this reaches the same key. Continues beside the table
    /// on which that was done, for some of the bets.
    fn go_round(&mut self, session: &Session) {
        if self.detours >= DETOURS_A_TABLE {
            return;
        }
        let mut bets = Vec::new();
        session.table.offers(&mut |offer| bets.extend(offer.each().filter_map(|one| least_bet(&one))));
        bets.truncate(3);
        for (patron, bet, back) in bets {
            let mut other = session.table.boxed_clone();
            let mut tell = |input| other.apply(Actor::Patron(patron), input, &mut Vec::new()).is_ok();
            if !tell(bet) || !tell(back) || other.key().unwrap() != session.table.key().unwrap() {
                continue;
            }
            self.detours += 1;
            let pair = go_on(session, other, self.detours, 20);
            assert_eq!(pair.differs(), None, "{}: a bet taken back was not forgotten", self.game.id);
        }
    }

    /// For a state with a new key: continues beside one with the same core, or else beside those whose core
    /// differs in one component.
    fn compare_cores(&mut self, session: &Session, shape: &Shape, found: &mut Found) {
        let here = self.met.len();
        let in_core: Vec<bool> = found.names.names.iter().map(|name| found.core.holds(name)).collect();
        let core = shape.sum(|number| in_core[number]);
        if let Some(other) = self.by_core.get(&core).copied() {
            if self.core_pairs < CORE_PAIRS_A_TABLE {
                self.core_pairs += 1;
                let differs = self.differs(session, other, self.core_pairs);
                let apart = shape.apart_from(&self.met[other].shape);
                match differs {
                    Some(_) if is_writing() => found.apart.extend(apart),
                    Some(how) => panic!("{}: equal cores, {:?} apart: {how}", self.game.id, {
                        apart.map(|number| &*found.names.names[number]).collect::<Vec<_>>()
                    }),
                    None => {}
                }
            }
            return;
        }
        self.by_core.insert(core, here);
        for number in (0..in_core.len()).filter(|number| in_core[*number]) {
            let value = shape.value(number);
            let tried = found.tried.entry(number).or_default();
            if tried.is_needed || tried.times >= TRIES {
                continue;
            }
            match self.by_rest.entry((number, core.wrapping_sub(value))) {
                Entry::Vacant(vacant) => {
                    vacant.insert(here);
                }
                Entry::Occupied(known) => {
                    let other = *known.get();
                    tried.times += 1;
                    // Some components matter on one course of many.
                    let mut courses = (0..COURSES).map(|n| u64::from(tried.times) * COURSES + n);
                    tried.is_needed = courses.any(|seed| self.differs(session, other, seed).is_some());
                }
            }
        }
    }

    /// How this state and an earlier one continue differently.
    fn differs(&self, session: &Session, other: usize, seed: u64) -> Option<String> {
        go_on(session, self.table(&self.met[other].snapshots[0]), seed, 40).differs()
    }

    fn table(&self, snapshot: &[u8]) -> Box<dyn AnyTable> {
        let snapshot = Snapshot::from_bytes(snapshot).unwrap();
        self.game.load(&crate::book_of(self.game), &self.config, &snapshot).unwrap()
    }
}

/// The smallest bet that a patron there may make by this offer, and the input that takes it back.
fn least_bet(offer: &Offer) -> Option<(Patron, Input, Input)> {
    let (By::Patron(patron), Ask::Bet { box_number, wager, beneficiary, .. }) = (offer.by, offer.ask) else {
        return None;
    };
    let stake = offer.amount?.min;
    let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
    Some((patron, bet, Input::TakeBack { patron, box_number, wager, amount: Some(stake) }))
}

/// Continues from both until they differ.
fn go_on(session: &Session, other: Box<dyn AnyTable>, seed: u64, steps: usize) -> Session {
    let mut pair = session.beside(other, seed);
    for _ in 0..steps {
        pair.step();
        if pair.differs().is_some() {
            break;
        }
    }
    pair
}

impl Session {
    /// The first difference between this table and the other one.
    fn differs(&self) -> Option<String> {
        self.mirror.as_ref().and_then(|mirror| mirror.differs.clone())
    }

    /// The components that explain the difference between the two keys now, each of them alone, if there is
    /// one.
    fn keys_came_apart(&self) -> Option<String> {
        let mirror = self.mirror.as_ref()?;
        let (one, other) = (self.table.key_parts().unwrap(), mirror.table.key_parts().unwrap());
        if one.bytes() == other.bytes() {
            return None;
        }
        let names = one.names();
        let explain = names.iter().filter(|name| one.without(&[name]) == other.without(&[name]));
        Some(format!("{:?}", explain.collect::<Vec<_>>()))
    }
}

/// Two sums with different initial values: collisions within a run are practically impossible.
fn digest(of: u64, bytes: &[u8]) -> u128 {
    let sum = |begin: u64| {
        let chunks = bytes.chunks(8).map(|chunk| {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(eight)
        });
        let sum = chunks
            .chain([bytes.len() as u64, of])
            .fold(begin, |sum, chunk| (sum.rotate_left(23) ^ chunk).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        // Values are added up, so similar ones must be spread far apart.
        (sum ^ (sum >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    };
    u128::from(sum(0xcbf2_9ce4_8422_2325)) << 64 | u128::from(sum(0x1234_5678_9abc_def1))
}
