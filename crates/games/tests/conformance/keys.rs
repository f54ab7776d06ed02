//! Equal keys, equal futures; and nothing stands in a key that could be left out.
//!
//! Sessions in which little varies are played at a few table files. Wherever a state is reached whose key was met before
//! in another state, both go on with the same inputs and must say the same. And for each part of the key a state is put
//! together that differs from one met in this part alone: a key without it would be the same, and for some such pair
//! the two must go on differently.

use crate::chance::Chance;
use crate::driver::Session;
use crate::tables::random_config;
use engine::compact::{self, WordTable};
use engine::{AnyTable, Game, Origin, PROCEDURE, SCHEMA, Snapshot, What};
use listed::Listed;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

mod listed;

/// What a full run plays; fewer prove neither that there were enough pairs nor that every part is needed.
const SESSIONS: u64 = 480;

fn sessions() -> u64 {
    std::env::var("KEY_SESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(SESSIONS)
}

/// Whether the parts of keys are tried as well. A state that is put together may be one that no play leads to, and a
/// table has no duty to it, so that is for a run that somebody watches.
fn parts_are_tried() -> bool {
    std::env::var_os("KEY_PARTS").is_some()
}

/// Table files, each with its own states.
const TABLES: u64 = 6;

/// How many states of one key are kept, and how many pairs it is tried in.
const STATES_A_KEY: usize = 4;
const PAIRS_A_KEY: u8 = 24;

/// How often two states that one part tells apart go on together before that part counts as not shown.
const TRIES: u32 = 40;

/// How many keys of a table file are taken apart.
const LOOKED: u64 = 500;

pub fn equal_keys_have_equal_futures(game: &'static Game) {
    let mut found = Found::new(game);
    for table in 0..TABLES {
        let mut chance = Chance::new(4_000_000 + table);
        let config = random_config(game, &crate::book_of(game), &mut chance);
        let mut states = States::new(game, &config);
        found.looked = 0;
        for n in 0..sessions().div_ceil(TABLES) {
            states.play(table * 1_000_000 + n, &mut found);
        }
    }
    found.judge(game);
}

/// What came of all tables.
struct Found {
    listed: Listed,
    pairs: u64,
    keys: u64,
    states: u64,
    /// How many keys were taken apart.
    looked: u64,
    /// The parts of all keys, and how often two states were played that this part alone told apart.
    parts: BTreeMap<String, u32>,
    needed: BTreeMap<String, String>,
}

impl Found {
    fn new(game: &Game) -> Found {
        let (parts, needed) = (BTreeMap::new(), BTreeMap::new());
        Found { listed: Listed::of(game), pairs: 0, keys: 0, states: 0, looked: 0, parts, needed }
    }

    fn judge(&self, game: &Game) {
        let Found { pairs, keys, states, .. } = self;
        println!("{}: {pairs} pairs of {keys} keys in {states} states", game.id);
        let open: Vec<String> = self
            .parts
            .iter()
            .filter(|(part, _)| !self.is_shown(part) && !self.listed.explains(part))
            .map(|(part, tried)| format!("{part} (tried {tried} times)"))
            .collect();
        let shown = self.parts.keys().filter(|part| self.is_shown(part)).count();
        println!("  {} parts of keys, {shown} shown to be needed, {} explained", self.parts.len(), {
            self.parts.keys().filter(|part| !self.is_shown(part) && self.listed.explains(part)).count()
        });
        if !open.is_empty() {
            println!("  not shown to be needed: {open:#?}");
        }
        if sessions() < SESSIONS {
            return;
        }
        assert!(*pairs > 10_000, "{}: only {pairs} pairs", game.id);
        assert!(open.is_empty(), "{}: not shown to be needed: {open:#?}", game.id);
    }

    /// Whether a part is needed, or one within it.
    fn is_shown(&self, part: &str) -> bool {
        let inner = format!("{part}.");
        self.needed.keys().any(|name| name == part || name.starts_with(&inner))
    }
}

/// States that were met and have one key, to go on from them.
struct Met {
    snapshots: Vec<Vec<u8>>,
    pairs: u8,
}

/// The states of one table file.
struct States {
    game: &'static Game,
    config: TableConfig,
    met: Vec<Met>,
    by_key: BTreeMap<u128, usize>,
    /// The words of all states, so that a part of one can stand in another.
    words: WordTable,
    /// Some values of each part.
    pool: BTreeMap<String, Vec<Vec<u8>>>,
}

impl States {
    fn new(game: &'static Game, config: &TableConfig) -> States {
        let config = config.clone();
        let (words, pool) = (WordTable::default(), BTreeMap::new());
        States { game, config, met: Vec::new(), by_key: BTreeMap::new(), words, pool }
    }

    fn play(&mut self, seed: u64, found: &mut Found) {
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
            }
        }
    }

    /// Compares the state with those met before.
    fn meet(&mut self, session: &Session, found: &mut Found) {
        let key = digest(&session.table.key().unwrap());
        let snapshot = session.table.save().unwrap().to_bytes().unwrap();
        found.states += 1;
        match self.by_key.get(&key).copied() {
            Some(at) => self.pair_up(session, at, &snapshot, found),
            None => {
                found.keys += 1;
                self.by_key.insert(key, self.met.len());
                self.met.push(Met { snapshots: vec![snapshot], pairs: 0 });
                self.exchange_each(session, found);
            }
        }
    }

    /// Plays on from this state and from each other that is known to have its key.
    fn pair_up(&mut self, session: &Session, at: usize, snapshot: &[u8], found: &mut Found) {
        let known = self.met[at].snapshots.clone();
        for other in known.iter().filter(|other| *other != snapshot) {
            if self.met[at].pairs >= PAIRS_A_KEY {
                return;
            }
            self.met[at].pairs += 1;
            found.pairs += 1;
            let other = Snapshot::from_bytes(other).unwrap();
            let table = self.game.load(&crate::book_of(self.game), &self.config, &other).unwrap();
            let pair = go_on(session, table, found.pairs, 20);
            assert_eq!(pair.differs(), None, "{}: equal keys, different futures", self.game.id);
            assert_eq!(pair.keys_came_apart(), None, "{}: equal keys, different ones later", self.game.id);
        }
        if known.len() < STATES_A_KEY && !known.iter().any(|other| other == snapshot) {
            self.met[at].snapshots.push(snapshot.to_vec());
        }
    }

    /// For each part not shown yet: goes on beside a state that has this part from another one and is the same else.
    fn exchange_each(&mut self, session: &Session, found: &mut Found) {
        // Not only the first ones: what is rare comes late.
        if !parts_are_tried()
            || found.looked >= LOOKED
            || (self.met.len() > 100 && !self.met.len().is_multiple_of(4))
        {
            return;
        }
        found.looked += 1;
        let here = self.met.len();
        let key = session.table.key_parts().unwrap();
        for name in key.names() {
            found.parts.entry(name.to_owned()).or_default();
        }
        let state = session.table.save_parts(&mut self.words).unwrap();
        for (name, range) in state.iter() {
            let own = state.bytes()[range.clone()].to_vec();
            let others = self.pool.entry(name.to_owned()).or_default();
            let tried = found.parts.get(name).copied();
            let open = tried.is_some_and(|tried| tried < TRIES) && !found.needed.contains_key(name);
            let other = others.iter().filter(|other| **other != own).nth(here % 5).cloned();
            if others.len() < 12 && !others.contains(&own) {
                others.push(own);
            }
            let (true, Some(other)) = (open && !found.listed.explains(name), other) else { continue };
            let mut bytes = state.bytes().to_vec();
            bytes.splice(range, other);
            let Some(table) = self.load(session, &bytes) else { continue };
            // A part that keys forget here tells nothing apart.
            let Ok(exchanged) = catch_unwind(AssertUnwindSafe(|| table.key_parts().unwrap())) else {
                continue;
            };
            if exchanged.bytes() == key.bytes() || exchanged.without(&[name]) != key.without(&[name]) {
                continue;
            }
            *found.parts.entry(name.to_owned()).or_default() += 1;
            if let Some(differs) = go_on(session, table, found.looked, 30).differs() {
                found.needed.insert(name.to_owned(), differs);
            }
        }
    }

    /// A table in a state that was put together, if it can be read.
    fn load(&self, session: &Session, state: &[u8]) -> Option<Box<dyn AnyTable>> {
        let Origin { game, book, table } = session.table.save().unwrap().origin;
        let header = (SCHEMA, PROCEDURE, game, (book.0, table.0), &self.words, state);
        let bytes = compact::to_bytes(&header, &mut WordTable::default()).unwrap();
        let snapshot = Snapshot::from_bytes(&crate::snapshots::summed(bytes)).unwrap();
        self.game.load(&crate::book_of(self.game), &self.config, &snapshot).ok()
    }
}

/// Plays on from both until they differ.
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
    /// What was different first between this table and the other one.
    fn differs(&self) -> Option<String> {
        self.mirror.as_ref().and_then(|mirror| mirror.differs.clone())
    }

    /// The parts each of which alone explains why the keys of the two differ now, if they do.
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

/// Two sums of different beginnings: no two keys of a run have the same by chance.
fn digest(bytes: &[u8]) -> u128 {
    let sum = |begin: u64| {
        bytes.chunks(8).fold(begin, |sum, chunk| {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            (sum.rotate_left(23) ^ u64::from_le_bytes(eight) ^ chunk.len() as u64)
                .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        })
    };
    u128::from(sum(0xcbf2_9ce4_8422_2325)) << 64 | u128::from(sum(0x1234_5678_9abc_def1))
}
