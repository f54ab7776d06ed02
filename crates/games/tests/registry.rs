//! A registered game has everything: rule book, trace, scenarios, second settlement, rules that are cited.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod common;

use common::root;
use engine::trace::{Paragraph, read_paragraphs};
use rulebook::{RuleBook, TableConfig};

#[test]
fn every_game_has_its_pieces() {
    for game in games::GAMES {
        let book = RuleBook::parse(game.rulebook).unwrap();
        assert_eq!(book.id, game.id);
        let prefix = games::RULE_SETS.iter().find(|(_, id)| *id == game.id).map(|(prefix, _)| *prefix);
        assert_eq!(prefix, Some(book.prefix.as_str()), "{}", game.id);
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

/// The project's list of paragraphs is its own; where the documents' index lies beside it, both must agree.
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
