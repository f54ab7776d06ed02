//! The games, one folder or file each, and the registry that lists them.

pub mod blackjack;
mod common;
pub mod craps;
pub mod holdem;
pub mod poker;

use engine::Game;

/// Every game, in the order of the documents.
pub static GAMES: &[&Game] = &[&blackjack::GAME, &craps::GAME, &holdem::GAME];

/// Finds a game by its id.
pub fn find(id: &str) -> Option<&'static Game> {
    GAMES.iter().copied().find(|game| game.id == id)
}

/// The project's own list of all paragraphs of the documents: id, kind, heading.
pub static PARAGRAPHS: &str = include_str!("../../../trace/paragraphs.tsv");

/// The 22 rule sets by the prefix of their paragraphs, built or not.
pub static RULE_SETS: &[(&str, &str)] = &[
    ("CO-DWX", "colorado/deuces-wild-xtreme"),
    ("CO-RA", "colorado/rocket-aces"),
    ("CO-RF", "colorado/ride-free"),
    ("CO-3DB", "colorado/three-dice-baccarat"),
    ("OH-BJ", "ohio/blackjack"),
    ("OH-FBB", "ohio/free-bet-blackjack"),
    ("OH-CR", "ohio/craps"),
    ("OH-4CP", "ohio/four-card-poker"),
    ("OH-LIR", "ohio/let-it-ride"),
    ("OH-MB", "ohio/mini-baccarat"),
    ("OH-DBB", "ohio/dragon-bonus-baccarat"),
    ("OH-PGP", "ohio/pai-gow-poker"),
    ("OH-RO", "ohio/roulette"),
    ("OH-3CP", "ohio/three-card-poker"),
    ("OH-UTH", "ohio/ultimate-texas-holdem"),
    ("OH-MS", "ohio/mississippi-stud"),
    ("OH-THB", "ohio/texas-holdem-bonus"),
    ("OH-MLP", "ohio/multi-link-progressive"),
    ("OH-C4P", "ohio/crazy-four-poker"),
    ("OH-B6", "ohio/big-six"),
    ("OH-DJW", "ohio/dj-wild"),
    ("SG-PP", "singapore/pontoon-plus"),
];

/// The matrix of all paragraphs, with the evidence of the given scenarios.
pub fn trace(suite: &engine::scenario::Suite) -> engine::trace::Matrix {
    use engine::trace::{GameTrace, matrix, read_paragraphs};
    let name = |prefix: &str| {
        RULE_SETS.iter().find(|(known, _)| *known == prefix).map_or(prefix, |(_, id)| id).to_owned()
    };
    let game_trace = |game: &&'static Game| {
        let prefix = RULE_SETS.iter().find(|(_, id)| *id == game.id).map_or("", |(prefix, _)| prefix);
        GameTrace {
            game: game.id,
            prefix,
            classes: game.trace,
            cited: game.vocabulary.rules.iter().map(|rule| rule.id()).collect(),
            evidence: suite.evidence(game.id),
        }
    };
    let traces: Vec<GameTrace<'_>> = GAMES.iter().map(game_trace).collect();
    matrix(&read_paragraphs(PARAGRAPHS), &traces, &name)
}
