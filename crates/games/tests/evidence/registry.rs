//! Checks that a registered game is complete: rule book, trace, scenarios, second settlement, rules that are
//! cited.

use crate::common::root;
use engine::trace::{Paragraph, read_paragraphs};
use engine::{Against, Announcement, What};
use rulebook::{RuleBook, TableConfig};
use std::collections::BTreeSet;

#[test]
fn every_game_has_its_pieces() {
    for game in games::GAMES {
        let book = game.book().unwrap();
        assert_eq!(book.id, game.id);
        match games::prefix(game.id) {
            Some(prefix) => assert_eq!(prefix, book.prefix, "{}", game.id),
            None => {
                assert!(book.has_no_document(), "{} is none of the rule sets and names a document", game.id);
                assert_eq!(game.trace, "", "{} has no paragraphs to class", game.id);
            }
        }
        let table = (game.open)(&book, &TableConfig::default_for(&book)).unwrap();
        assert!(!table.phase().is_empty());
        let scenarios = std::fs::read_dir(root().join("scenarios").join(game.id)).unwrap().count();
        assert!(scenarios > 0, "{} has no scenarios", game.id);
        let words = game.vocabulary;
        for wager in &book.wagers {
            assert!(words.wagers.iter().any(|w| w.word() == wager.id), "the code does not know {}", wager.id);
        }
    }
}

/// Every wager of a game has its place on the layout, and the layout has no other places.
#[test]
fn every_game_can_be_drawn() {
    for game in games::GAMES {
        let layout = game.drawn().unwrap_or_else(|finding| panic!("{}: {finding}", game.id));
        assert_eq!(layout.check(&game.book().unwrap()), [], "{}", game.id);
        for choice in &layout.choices {
            assert!(
                game.vocabulary.choices.iter().any(|known| known.word() == choice),
                "{}: {choice}",
                game.id
            );
        }
    }
}

/// The app shows our note for every id that a person selects, so every rule needs one.
#[test]
fn every_rule_that_can_be_cited_has_a_note() {
    for game in games::GAMES {
        let rules = game.vocabulary.rules.iter().chain(game.vocabulary.side_bet_rules);
        for rule in rules.map(|rule| rule.id()) {
            let note = games::note(rule).unwrap_or_else(|| panic!("{}: {rule} has no note", game.id));
            assert!(!note.note.is_empty(), "{}: the note of {rule} is empty", game.id);
        }
        assert!(games::notes_of(game.id).len() > 20, "{}", game.id);
    }
    for rule in engine::protocol::ALL {
        assert!(games::note(rule.id()).is_some(), "{rule}");
    }
}

/// Everything that a table says can be read back: its words were registered with its rule book.
#[test]
fn every_word_of_every_scenario_is_known() {
    let files = crate::common::scenario_files(&root().join("scenarios"));
    let mut lacking = BTreeSet::new();
    for played in engine::scenario::Suite::play(&files, &games::find).played {
        let game = games::find(&played.report.game).unwrap();
        let book = game.book().unwrap();
        let mut known: BTreeSet<&str> = game.vocabulary.words().into_iter().copied().collect();
        known.extend(book.duties.iter().map(|duty| duty.id.as_str()));
        for event in played.report.events() {
            let words = event.rules().map(|rule| rule.id()).chain(other_words(event));
            lacking.extend(words.filter(|word| !known.contains(word)).map(|word| (game.id, word)));
        }
        assert!(known.into_iter().all(|word| engine::dictionary::find(word).is_some()), "{}", game.id);
    }
    assert_eq!(lacking, BTreeSet::new(), "words that a vocabulary lacks");
}

fn other_words(event: &engine::Event) -> Vec<&'static str> {
    match event.what {
        What::WagerPlaced { wager, .. } | What::WagerWorks { wager, .. } => vec![wager.word()],
        What::WagerMoved { from, to, .. } => vec![from.word(), to.word()],
        What::Marked(marker) => vec![marker.id.word()],
        What::Stepped { step, .. } => vec![step.word()],
        What::Chosen { choice, .. } => vec![choice.word()],
        What::Announced { hand: Announcement::Called(hand), .. } => vec![hand.word()],
        What::MeterGranted { meter, .. } => vec![meter.word()],
        What::Irregular { kind, .. } => vec![kind.word()],
        What::Remedied { remedy, .. } => vec![remedy.word()],
        What::Settled(line) => match line.against {
            Against::Meter(meter) => vec![line.wager.word(), meter.word()],
            _ => vec![line.wager.word()],
        },
        _ => Vec::new(),
    }
}

/// A study table opens only for the lab.
#[test]
fn a_study_table_is_never_live() {
    for game in games::GAMES {
        let book = game.book().unwrap();
        let mut config = TableConfig::default_for(&book);
        assert!(game.open_live(&book, &config).is_ok(), "{}", game.id);
        config.study = true;
        assert!((game.open)(&book, &config).is_ok(), "{}", game.id);
        let Err(error) = game.open_live(&book, &config) else { panic!("{} opens it", game.id) };
        assert!(error.to_string().contains("for the lab"), "{error}");
    }
}

/// None is lost to an option of the same name, to another currency or because the wager it depends on is
/// missing.
#[test]
fn every_merged_side_bet_is_in_the_book() {
    for game in games::GAMES {
        let book = game.book().unwrap();
        for text in game.side_bets {
            let other = RuleBook::parse(text).unwrap();
            for wager in other.wagers.iter().filter(|wager| wager.side_bet) {
                assert!(book.wager(&wager.id).is_some(), "{} lacks {} of {}", game.id, wager.id, other.id);
            }
        }
    }
}

#[test]
fn every_set_of_side_bets_has_its_pieces() {
    for set in games::SIDE_BETS {
        let book = set.book().unwrap();
        assert!(book.only_side_bets, "{}", set.id);
        assert_eq!((book.id.as_str(), Some(book.prefix.as_str())), (set.id, games::prefix(set.id)));
        assert!(games::find(set.id).is_none(), "{} is a game too", set.id);
        for wager in book.wagers.iter().filter(|wager| wager.side_bet) {
            for id in &wager.attaches {
                // A document may name games that are not built yet.
                let Some(game) = games::find(id) else {
                    assert!(games::prefix(id).is_some(), "{} attaches to no game {id}", wager.id);
                    continue;
                };
                let merged = game.book().unwrap();
                // A game may have the wager in its own document too; then its own book has it.
                let there =
                    merged.wager(&wager.id).is_some_and(|there| there.from == set.id || there.from == *id);
                assert!(there, "the code of {id} does not know {}", wager.id);
                assert!(book_names(&merged, &book.prefix), "{id} does not name {}", book.prefix);
            }
        }
        for rule in set.rules {
            let cited = games::GAMES.iter().any(|game| game.vocabulary.rules.contains(rule));
            assert!(cited, "no game cites {}", rule.id());
        }
    }
}

/// Whether a book may cite the paragraphs of another.
fn book_names(book: &RuleBook, prefix: &str) -> bool {
    book.also.iter().any(|also| also == prefix)
}

#[test]
fn rule_sets_are_those_of_the_documents() {
    let paragraphs = read_paragraphs(games::PARAGRAPHS);
    assert_eq!(paragraphs.len(), 2_851);
    assert_eq!(paragraphs.iter().filter(|p| !p.heading).count(), 2_540);
    assert_eq!(games::RULE_SETS.len(), 22);
    for paragraph in &paragraphs {
        let prefix = engine::trace::prefix_of(&paragraph.id);
        assert!(games::RULE_SETS.iter().any(|(known, _)| *known == prefix), "{}", paragraph.id);
    }
}

/// The project maintains its own list of paragraphs; if the index of the documents is present, both must
/// agree.
#[test]
fn paragraphs_agree_with_the_index() {
    let beside = || root().join("../shared/rules/index.jsonl");
    let path = std::env::var_os("CROUPIER_RULES_INDEX").map_or_else(beside, Into::into);
    let Ok(index) = std::fs::read_to_string(&path) else {
        println!("no index at {}: nothing to compare", path.display());
        return;
    };
    let read = |line: &str| {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        Paragraph {
            id: object["id"].as_str().unwrap().to_owned(),
            kind: object["kind"].as_str().unwrap().to_owned(),
            heading: object["heading"].as_bool().unwrap_or(false),
        }
    };
    let theirs: Vec<Paragraph> = index.lines().map(read).collect();
    assert_eq!(read_paragraphs(games::PARAGRAPHS), theirs);
}
