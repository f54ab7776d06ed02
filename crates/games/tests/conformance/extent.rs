//! How much a run plays, and with which seeds.
//!
//! A full run uses the same seeds every time, so its proof of coverage is deterministic. A short run proves
//! no coverage and looks for faults in new places: its seeds depend on `CONFORMANCE_SEED`. If that is set,
//! one game is still played in full, a different one with each seed.

use crate::habits;
use engine::Game;

/// The number of sessions of a full run.
const SESSIONS: u64 = 700;

/// Seeds of one run are below this, so that no two runs share a seed.
const SEEDS: u64 = 1 << 32;

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text}")))
}

fn seed() -> Option<u64> {
    number("CONFORMANCE_SEED")
}

/// Whether this run is a sample that a seed chooses, as in CI. Lists that were found by playing are checked in full runs alone:
/// each change of a rule shifts the sessions, and a sample must not fail for a stale list that its seed happens to choose.
pub fn is_sample() -> bool {
    seed().is_some()
}

/// Whether it is this game's turn to be played in full.
fn has_its_turn(game: &Game) -> bool {
    let at = |seed: u64| &games::GAMES[usize::try_from(seed).unwrap() % games::GAMES.len()];
    seed().is_some_and(|seed| at(seed).id == game.id)
}

/// How much of a game is played, where `variable` sets the amount for every game.
pub fn asked(variable: &str, full: u64, game: &Game) -> u64 {
    number(variable).filter(|_| !has_its_turn(game)).unwrap_or(full)
}

/// How many sessions are played.
pub fn sessions(game: &Game) -> u64 {
    asked("CONFORMANCE_SESSIONS", SESSIONS, game)
}

/// How many sessions are played to their end: fewer for games with long ones, so that every game plays the
/// same number of rounds.
pub fn whole_sessions(game: &Game) -> u64 {
    (sessions(game) * 20).div_ceil(u64::try_from(habits::of(game).rounds).unwrap())
}

/// Whether enough is played to require that everything occurs.
pub fn is_full(game: &Game) -> bool {
    sessions(game) >= SESSIONS
}

/// The seed of the nth session of those that begin at `first`.
pub fn seed_of(game: &Game, first: u64, nth: u64) -> u64 {
    let run = if is_full(game) { 0 } else { seed().unwrap_or(0) };
    run % SEEDS * SEEDS + first + nth
}
