//! The words of the pages: every word that a table can say has an entry, so that patrons never see an
//! internal word.
//!
//! `web/words/en` has one file for what many games share and one for each family or game. A word is in one
//! file only; if a game names it differently, that entry is below `games`.

use crate::common::root;
use engine::{Game, Rank};
use games::poker::pai_gow::Branch;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Words by kind and id.
type Words = BTreeMap<String, BTreeMap<String, String>>;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    games: BTreeMap<String, Words>,
    #[serde(flatten)]
    words: Words,
}

struct Catalogue {
    words: Words,
    games: BTreeMap<String, Words>,
}

fn catalogue() -> Catalogue {
    let mut all = Catalogue { words: Words::new(), games: BTreeMap::new() };
    let mut twice = Vec::new();
    for entry in std::fs::read_dir(root().join("web/words/en")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let file: File =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (kind, words) in file.words {
            for (id, word) in words {
                if all.words.entry(kind.clone()).or_default().insert(id.clone(), word).is_some() {
                    twice.push(format!("{kind} {id}"));
                }
            }
        }
        all.games.extend(file.games);
    }
    assert_eq!(twice, [""; 0], "words that stand in two files: those that games share belong to shared.json");
    all
}

impl Catalogue {
    fn has(&self, game: &str, kind: &str, id: &str) -> bool {
        let own = self
            .games
            .get(game)
            .and_then(|words| words.get(kind))
            .is_some_and(|words| words.contains_key(id));
        own || self.words.get(kind).is_some_and(|words| words.contains_key(id))
    }
}

/// What the view can name as due, by its kinds.
const DUE: [&str; 18] = [
    "shuffle",
    "cut",
    "bets",
    "card",
    "turn",
    "answer",
    "choice",
    "choices",
    "roll",
    "roll-three",
    "number",
    "spin",
    "wheel",
    "meter",
    "step",
    "approval",
    "decision",
    "ruling",
];

/// Refusals by the house, independent of the game.
const OF_THE_HOUSE: [&str; 2] = ["new-cards", "place-kept"];

/// Every word that a table of a game can say to a patron, with its kind.
fn said_by(game: &Game) -> Vec<(&'static str, String)> {
    let words = game.vocabulary;
    let mut all: Vec<(&'static str, String)> = Vec::new();
    all.extend(words.wagers.iter().chain(words.awards).map(|id| ("wager", id.word().to_owned())));
    all.extend(words.choices.iter().map(|id| ("choice", id.word().to_owned())));
    all.extend(words.steps.iter().map(|id| ("step", id.word().to_owned())));
    all.extend(words.irregularities.iter().map(|one| ("irregularity", one.id.word().to_owned())));
    all.extend(words.remedies.iter().map(|id| ("remedy", id.word().to_owned())));
    all.extend(words.meters.iter().map(|id| ("meter", id.word().to_owned())));
    all.extend(words.hands.iter().map(|id| ("hand", id.word().to_owned())));
    all.extend(words.markers.iter().map(|id| ("marker", id.word().to_owned())));
    // Refusals that only answer reports go to staff.
    let refusals = words.refusals.iter().filter(|name| games::why_impossible(name).is_none());
    all.extend(refusals.map(|name| ("refusal", (*name).to_owned())));
    let book = game.book().unwrap();
    let rows = book.paytables.iter().flat_map(|table| &table.lines).map(|line| ("row", line.id.clone()));
    all.extend(rows);
    let table = (game.open)(&book, &rulebook::TableConfig::default_for(&book)).unwrap();
    all.extend(table.wheel().faces().into_iter().map(|face| ("face", face)));
    all
}

/// Rows of the rule sets that join tables of other games.
fn said_by_side_bets() -> Vec<(&'static str, String)> {
    let books = games::SIDE_BETS.iter().map(|set| set.book().unwrap());
    books
        .flat_map(|book| {
            book.paytables
                .iter()
                .flat_map(|table| &table.lines)
                .map(|line| ("row", line.id.clone()))
                .collect::<Vec<_>>()
        })
        .collect()
}

/// The ids of the meters of the houses that are part of the project.
fn meters_of_houses() -> Vec<(&'static str, String)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(root().join("houses")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let ids = text.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
        all.extend(ids.map(|id| ("meter", id.to_owned())));
    }
    all
}

/// What every table can say.
fn said_by_all() -> Vec<(&'static str, String)> {
    let mut all: Vec<(&'static str, String)> = DUE.iter().map(|kind| ("due", (*kind).to_owned())).collect();
    all.extend(Rank::ALL.iter().map(|rank| ("rank", rank.word().to_owned())));
    all.extend(OF_THE_HOUSE.iter().map(|name| ("refusal", (*name).to_owned())));
    all.extend(["wins", "loses", "pushes", "returned"].map(|outcome| ("outcome", outcome.to_owned())));
    all.extend(meters_of_houses());
    all.extend(said_by_side_bets());
    all.extend(Branch::ALL.map(|branch| ("branch", branch.word().to_owned())));
    all
}

#[test]
fn every_word_of_every_game_has_an_entry() {
    let catalogue = catalogue();
    let mut missing = BTreeSet::new();
    for game in games::GAMES {
        for (kind, id) in said_by(game).into_iter().chain(said_by_all()) {
            if !catalogue.has(game.id, kind, &id) {
                missing.insert(format!("{kind} {id} ({})", game.id));
            }
        }
    }
    assert!(missing.is_empty(), "web/words/en has no entry for: {missing:#?}");
}

/// An unused entry is a typo, or was forgotten when a word was removed.
#[test]
fn every_entry_is_said_by_some_table() {
    let said: BTreeSet<(&str, String)> =
        games::GAMES.iter().flat_map(|game| said_by(game)).chain(said_by_all()).collect();
    let every_refusal: BTreeSet<&str> =
        games::GAMES.iter().flat_map(|game| game.vocabulary.refusals).copied().collect();
    let catalogue = catalogue();
    let mut unsaid = Vec::new();
    for (kind, words) in catalogue.games.values().chain([&catalogue.words]).flatten() {
        for id in words.keys() {
            // A word may have another name at a certain step: `decline@insurance-closed`.
            let (word, at) = id.split_once('@').unwrap_or((id, ""));
            let is_said = said.contains(&(kind.as_str(), word.to_owned()))
                && (at.is_empty() || said.contains(&("step", at.to_owned())));
            let is_refusal = kind == "refusal" && every_refusal.contains(word);
            if !is_said && !is_refusal {
                unsaid.push(format!("{kind} {id}"));
            }
        }
    }
    assert_eq!(unsaid, [""; 0], "entries that no table says");
    for game in catalogue.games.keys() {
        assert!(games::find(game).is_some(), "{game} has words and is no game");
    }
}

/// The start of a page of rules.
#[derive(Deserialize)]
struct About {
    object: String,
    round: Vec<String>,
}

#[test]
fn every_game_says_what_it_is_about() {
    let directory = root().join("web/words/about/en");
    let file_of = |id: &str| format!("{}.json", id.replace('/', "-"));
    for game in games::GAMES {
        let text = std::fs::read_to_string(directory.join(file_of(game.id)));
        let text = text.unwrap_or_else(|_| panic!("web/words/about/en/{} is missing", file_of(game.id)));
        let about: About = serde_json::from_str(&text).unwrap();
        assert!(!about.object.is_empty() && about.round.len() >= 3, "{}", game.id);
    }
    let known: Vec<String> = games::GAMES.iter().map(|game| file_of(game.id)).collect();
    for file in std::fs::read_dir(directory).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(known.contains(&name), "{name} is about no game");
    }
}

/// A source of the pages, whose catalogues of other words are objects of quoted keys.
fn source(path: &str) -> String {
    std::fs::read_to_string(root().join(Path::new("web/src/text")).join(path)).unwrap()
}

#[test]
fn every_hand_and_every_kind_of_event_has_words() {
    let (hands, rounds) = (source("en-hands.ts"), source("en-rounds.ts"));
    for game in games::GAMES {
        for hand in game.vocabulary.hands {
            assert!(hands.contains(&format!("\"hand.{hand}\"")), "{hand} ({})", game.id);
        }
        for kind in game.vocabulary.events {
            let known = [format!("\"event.{kind}\""), format!("\"event.{kind}.")];
            assert!(known.iter().any(|key| rounds.contains(key)), "event {kind} ({})", game.id);
        }
    }
}
