//! Stored records of every game, in both forms: each later version must read them and replay them to the same
//! events.
//!
//! `just fixtures` deals them again; that is for a new game or a new schema, never to make this test pass. If
//! a change rightly makes a round replay differently, raise the game's `procedure`, add an entry to the
//! changelog, and keep the old file.

use engine::record::{OpenFailure, Record, to_compact, to_json};
use proptest::prelude::*;
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

fn bytes(game: &str, extension: &str) -> Vec<u8> {
    let path = folder().join(format!("{}.{extension}", game.replace('/', "-")));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn records(game: &str, extension: &str) -> Vec<Record> {
    let read = Record::read(&bytes(game, extension), &games::find);
    read.unwrap_or_else(|error| panic!("{game}.{extension}: {error}"))
}

#[test]
fn every_game_has_stored_records_that_are_read_and_written_the_same() {
    for game in games::GAMES {
        let (json, compact) = (bytes(game.id, "json"), bytes(game.id, "crec"));
        // A round of Pai Gow Poker deals 49 cards, whatever the number of patrons.
        let most = if game.id == "ohio/pai-gow-poker" { 60_000 } else { 30_000 };
        assert!(json.len() < most && compact.len() < 30_000, "{}: {} bytes", game.id, json.len());
        let read = records(game.id, "json");
        assert_eq!(read, records(game.id, "crec"), "{}: the two forms differ", game.id);
        assert!(to_json(&read).unwrap() == json, "{}: JSON is written otherwise now", game.id);
        assert!(
            to_compact(&read).unwrap() == compact,
            "{}: the compact form is written otherwise now",
            game.id
        );
    }
}

/// Records of an earlier procedure: `ohio-craps.procedure-1.json` beside `ohio-craps.json`.
fn older(game: &engine::Game) -> impl Iterator<Item = (u32, String)> {
    let named = |procedure: u32| (procedure, format!("{}.procedure-{procedure}", game.id));
    (1..game.vocabulary.procedure).map(named)
}

#[test]
fn records_of_older_procedures_are_kept_and_read_and_the_changelog_explains_them() {
    let changelog = std::fs::read_to_string(folder().join("../CHANGELOG.md")).unwrap();
    for game in games::GAMES {
        for (procedure, name) in older(game) {
            let read = records(&name, "json");
            assert_eq!(read, records(&name, "crec"), "{name}: the two forms differ");
            assert!(to_json(&read).unwrap() == bytes(&name, "json"), "{name}: JSON is written otherwise now");
            assert!(read.iter().all(|record| record.header.procedure == procedure), "{name}");
            let entry = format!("procedure {} of `{}`", procedure + 1, game.id);
            assert!(changelog.contains(&entry), "CHANGELOG.md has no entry for {entry}");
        }
    }
}

#[test]
fn stored_records_replay_to_the_same_events() {
    for game in games::GAMES {
        for record in records(game.id, "json") {
            assert!(record.events().count() > 10, "{}", game.id);
            assert_eq!(record.header.procedure, game.vocabulary.procedure, "{}", game.id);
            let opened = match record.open(&games::find) {
                // A new edition of the book must not change how an old round plays.
                Err(OpenFailure::OtherBook { .. }) => record.open_anyway(&games::find),
                opened => opened,
            };
            let mut table = opened.unwrap_or_else(|error| panic!("{}: {error}", game.id));
            record.play_on(&mut *table).unwrap_or_else(|difference| panic!("{}: {difference}", game.id));
        }
    }
}

/// Prints the size of a round in either form, without header and words, which are written once.
#[test]
fn what_a_round_takes() {
    for game in games::GAMES {
        let mut record = records(game.id, "json").remove(0);
        let rounds = record.rounds.len();
        let size = |record: &Record| {
            let one = std::slice::from_ref(record);
            (to_json(one).unwrap().len(), to_compact(one).unwrap().len())
        };
        let all = size(&record);
        record.rounds.clear();
        let none = size(&record);
        let each = |all: usize, none: usize| (all - none) / rounds;
        println!("{}: {} bytes a round, {} compact", game.id, each(all.0, none.0), each(all.1, none.1));
    }
}

#[test]
fn a_stored_record_has_the_keys_of_the_schema() {
    for game in games::GAMES {
        let json: serde_json::Value = serde_json::from_slice(&bytes(game.id, "json")).unwrap();
        assert_eq!(json["schema"], 1);
        let record = &json["records"][0];
        for key in ["program", "game", "procedure", "book", "table", "settings", "seed"] {
            assert!(record["header"].get(key).is_some(), "{}: {key}", game.id);
        }
        let step = &record["rounds"][0]["steps"][0];
        assert!(["by", "input", "events"].iter().all(|key| step.get(key).is_some()), "{step}");
    }
}

fn some_game() -> impl Strategy<Value = &'static str> {
    (0..games::GAMES.len()).prop_map(|n| games::GAMES[n].id)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn damaged_bytes_are_refused_or_read(
        game in some_game(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut compact = bytes(game, "crec");
        let here = at.index(compact.len());
        compact[here] = byte;
        // Whatever the result, it must not panic.
        let _ = Record::read(&compact, &games::find);
        compact.truncate(cut.index(compact.len()));
        let _ = Record::read(&compact, &games::find);
        let mut json = bytes(game, "json");
        let here = at.index(json.len());
        json[here] = byte;
        let _ = Record::read(&json, &games::find);
    }

    #[test]
    fn any_bytes_are_refused_or_read(noise in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Record::read(&noise, &games::find);
        let _ = Record::read(&[b"CREC\x01".as_slice(), &noise].concat(), &games::find);
    }
}
