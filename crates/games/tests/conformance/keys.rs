//! Equal keys, equal futures; and nothing stands in a key that could be left out.
//!
//! Sessions in which little varies are played at a few table files. Wherever a state is reached whose key was met before
//! in another state, both go on with the same inputs and must say the same. And wherever the keys of two states differ in
//! one part alone, a key without it would take them for the same: for some such pair of each part the two must go on
//! differently. A part for which no such pair is met follows from the others, and `keys/parts.txt` says so.

use crate::chance::Chance;
use crate::driver::Session;
use crate::tables::random_config;
use engine::{AnyTable, Game, Snapshot, What};
use listed::Listed;
use rulebook::TableConfig;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

mod listed;

/// What a full run plays; fewer prove neither that there were enough pairs nor that every part is needed.
const SESSIONS: u64 = 480;

fn sessions() -> u64 {
    std::env::var("KEY_SESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(SESSIONS)
}

/// Table files, each with its own states.
const TABLES: u64 = 6;

/// How many states of one key are kept, and how many pairs it is tried in.
const STATES_A_KEY: usize = 4;
const PAIRS_A_KEY: u8 = 24;

/// How often two states that one part tells apart go on together before that part counts as not needed.
const TRIES: u32 = 60;

pub fn equal_keys_have_equal_futures(game: &'static Game) {
    let mut found = Found::default();
    for table in 0..TABLES {
        let mut chance = Chance::new(4_000_000 + table);
        let config = random_config(game, &crate::book_of(game), &mut chance);
        let mut states = States::new(game, &config);
        for n in 0..sessions().div_ceil(TABLES) {
            states.play(table * 1_000_000 + n, &mut found);
        }
    }
    found.judge(game);
}

/// What came of all tables.
#[derive(Default)]
struct Found {
    pairs: u64,
    keys: u64,
    states: u64,
    parts: BTreeMap<String, Part>,
}

/// A part of keys.
#[derive(Default)]
struct Part {
    /// How often two states were played that this part alone told apart.
    tried: u32,
    /// Whether such two went on differently.
    is_needed: bool,
}

impl Found {
    fn judge(&self, game: &Game) {
        let Found { pairs, keys, states, parts } = self;
        let needed = parts.keys().filter(|part| self.is_needed(part)).count();
        println!("{}: {pairs} pairs of {keys} keys in {states} states", game.id);
        println!("  {} parts of keys, {needed} shown to be needed", parts.len());
        let listed = Listed::of(game);
        let open: Vec<String> = parts
            .iter()
            .filter(|(name, _)| !self.is_needed(name))
            .filter(|(name, part)| !if part.tried == 0 { listed.follows(name) } else { listed.is_kept(name) })
            .map(|(name, part)| format!("{name} (told {} pairs apart)", part.tried))
            .collect();
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
    fn is_needed(&self, name: &str) -> bool {
        let inner = format!("{name}.");
        let within = self.parts.range(inner.clone()..).take_while(|(other, _)| other.starts_with(&inner));
        self.parts[name].is_needed || within.map(|(_, part)| part).any(|part| part.is_needed)
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
    by_key: HashMap<u128, usize>,
    /// For each part, by the key without it: a state that was met.
    without: HashMap<String, HashMap<u128, usize>>,
}

impl States {
    fn new(game: &'static Game, config: &TableConfig) -> States {
        let config = config.clone();
        States { game, config, met: Vec::new(), by_key: HashMap::new(), without: HashMap::new() }
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
                self.tell_apart(session, found);
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
            let pair = go_on(session, self.table(other), found.pairs, 20);
            assert_eq!(pair.differs(), None, "{}: equal keys, different futures", self.game.id);
            assert_eq!(pair.keys_came_apart(), None, "{}: equal keys, different ones later", self.game.id);
        }
        if known.len() < STATES_A_KEY && !known.iter().any(|other| other == snapshot) {
            self.met[at].snapshots.push(snapshot.to_vec());
        }
    }

    /// For each part not shown to be needed yet: goes on beside a state whose key differs in this part alone.
    fn tell_apart(&mut self, session: &Session, found: &mut Found) {
        let key = session.table.key_parts().unwrap();
        for name in key.names() {
            let part = found.parts.entry(name.to_owned()).or_default();
            if part.is_needed || part.tried >= TRIES {
                continue;
            }
            let by_rest = self.without.entry(name.to_owned()).or_default();
            let other = match by_rest.entry(digest(&key.without(&[name]))) {
                Entry::Vacant(vacant) => {
                    vacant.insert(self.met.len() - 1);
                    continue;
                }
                Entry::Occupied(occupied) => *occupied.get(),
            };
            part.tried += 1;
            let table = self.table(&self.met[other].snapshots[0]);
            part.is_needed = go_on(session, table, part.tried.into(), 40).differs().is_some();
        }
    }

    fn table(&self, snapshot: &[u8]) -> Box<dyn AnyTable> {
        let snapshot = Snapshot::from_bytes(snapshot).unwrap();
        self.game.load(&crate::book_of(self.game), &self.config, &snapshot).unwrap()
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
