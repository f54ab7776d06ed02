//! Reads every example of `docs/scenarios.md`, plays those marked `run`, and checks that the guide and its
//! grammar cover the whole language.

use engine::scenario::{Act, STATEMENTS, Scenario, parse, run};
use engine::{Message, Place, Rank};
use std::collections::BTreeSet;

/// The fixed words within statements.
const WORDS: &[&str] = &[
    "yes",
    "no",
    "approves",
    "withholds",
    "permits",
    "cuts",
    "reports",
    "looks",
    "rules",
    "void-round",
    "go-on",
    "void-hand",
    "void-wager",
    "discard-card",
    "replace-card",
    "use-card-next",
    "move-card",
    "award",
    "leaves",
    "silent",
    "takes",
    "sets",
    "calls",
    "on",
    "off",
    "of",
    "back",
    "stakes",
    "draws",
    "reserve",
    "seeds",
];

/// The words of `expect`.
const EXPECTED: &[&str] = &[
    "nothing",
    "wins",
    "loses",
    "pushes",
    "returned",
    "award",
    "charge",
    "cap",
    "debt",
    "collection",
    "reversal",
    "bank",
];

/// Every input of the JSON form.
const INPUTS: &[&str] = &[
    "answer",
    "approve",
    "bet",
    "card",
    "choose",
    "cut",
    "cut-card",
    "found",
    "granted",
    "irregular",
    "lapse",
    "leave",
    "look",
    "meter",
    "new-dealer",
    "number",
    "permit",
    "pick",
    "roll",
    "roll-three",
    "ruling",
    "shuffled",
    "spin",
    "step",
    "take-back",
    "terms",
    "turn",
    "wheel-stopped",
    "work",
];

/// A fenced block of the guide.
struct Block {
    /// The line of its fence.
    line: usize,
    /// The text after the fence.
    kind: String,
    text: String,
}

fn read(path: &str) -> String {
    std::fs::read_to_string(crate::common::root().join(path)).unwrap()
}

fn blocks() -> Vec<Block> {
    let guide = read("docs/scenarios.md");
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (n, line) in guide.lines().enumerate() {
        match (line.strip_prefix("```"), open) {
            (Some(kind), false) => {
                blocks.push(Block { line: n + 1, kind: kind.trim().to_owned(), text: String::new() });
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, false) => {}
        }
    }
    assert!(!open, "a block is not closed");
    blocks
}

/// The scenarios of the blocks with such a mark.
fn scenarios(wanted: impl Fn(&str) -> bool) -> Vec<Scenario> {
    let all = blocks().into_iter().filter(|block| wanted(&block.kind));
    let read = |block: Block| {
        let Block { line, text, .. } = block;
        parse(&text).unwrap_or_else(|error| panic!("block at line {line}: {error}"))
    };
    all.flat_map(read).collect()
}

/// Each line of the blocks of single statements, as a scenario of its own.
fn statements() -> Vec<Scenario> {
    let mut found = Vec::new();
    for block in blocks().iter().filter(|block| block.kind == "statements") {
        for (n, line) in block.text.lines().enumerate() {
            let text = format!("scenario Line {}\ntable ohio/blackjack\n{line}\n", block.line + n + 1);
            found.extend(parse(&text).unwrap_or_else(|error| panic!("{line}: {}", error.what)));
        }
    }
    found
}

fn examples() -> Vec<Scenario> {
    scenarios(|kind| kind == "scenario" || kind == "scenario run")
}

fn everything() -> Vec<Scenario> {
    let mut all = examples();
    all.extend(statements());
    all
}

fn acts(scenario: &Scenario) -> impl Iterator<Item = &Act> {
    scenario.statements.iter().map(|statement| &statement.act)
}

fn game(scenario: &Scenario) -> &str {
    let mut games = acts(scenario).filter_map(|act| match act {
        Act::Table { game, .. } => Some(game.as_str()),
        _ => None,
    });
    games.next().unwrap_or_default()
}

#[test]
fn every_block_is_of_a_known_kind() {
    for block in blocks() {
        let known = ["scenario", "scenario run", "statements", "text", "ebnf"];
        assert!(known.contains(&block.kind.as_str()), "line {}: `{}`", block.line, block.kind);
    }
}

#[test]
fn every_example_is_read_and_opens_a_table_that_the_documents_know() {
    let known: BTreeSet<&str> = games::RULE_SETS.iter().map(|(_, id)| *id).collect();
    for scenario in everything() {
        assert!(known.contains(game(&scenario)), "{}: {}", scenario.name, game(&scenario));
    }
}

#[test]
fn what_is_marked_to_run_passes() {
    let marked = scenarios(|kind| kind == "scenario run");
    assert!(marked.len() >= 8, "only {} scenarios are marked to run", marked.len());
    for scenario in marked {
        let report = run(&scenario, &games::find);
        assert!(report.ok(), "{}\n{}", scenario.name, report.transcript());
    }
}

#[test]
fn every_family_has_its_example() {
    let examples = examples();
    let shown = |id: &str, has: &dyn Fn(&Act) -> bool| {
        let found = examples.iter().any(|scenario| game(scenario) == id && acts(scenario).any(has));
        assert!(found, "no example of {id} shows what is special to it");
    };
    shown("ohio/blackjack", &|act| matches!(act, Act::Peek(_)));
    shown("ohio/craps", &|act| matches!(act, Act::Roll(..)));
    shown("ohio/roulette", &|act| matches!(act, Act::Spin(_)));
    shown("ohio/big-six", &|act| matches!(act, Act::Wheel(_)));
    shown("ohio/mini-baccarat", &|act| matches!(act, Act::Cards(Place::Banker, _)));
    shown("ohio/ultimate-texas-holdem", &|act| matches!(act, Act::Cards(Place::Board, _)));
    shown("ohio/ultimate-texas-holdem", &|act| matches!(act, Act::Meter(..)));
    shown("ohio/pai-gow-poker", &|act| matches!(act, Act::Sets(..)));
    shown("colorado/three-dice-baccarat", &|act| matches!(act, Act::RollThree(_)));
    shown("singapore/pontoon-plus", &|act| matches!(act, Act::Report { .. }));
    let shared = |scenario: &Scenario| {
        let mut boxes = BTreeSet::new();
        acts(scenario).any(|act| matches!(act, Act::Bets { box_number, .. } if !boxes.insert(*box_number)))
    };
    assert!(examples.iter().any(|s| game(s) == "singapore/pontoon-plus" && shared(s)), "two on one box");
}

/// The words of a statement as written, without comments and punctuation.
fn words(text: &str) -> Vec<&str> {
    let said = text.split(" #").next().unwrap_or_default();
    said.split(|c: char| c.is_whitespace() || ",:".contains(c)).filter(|word| !word.is_empty()).collect()
}

#[test]
fn every_word_of_the_language_has_an_example() {
    let all = everything();
    let lines: Vec<Vec<&str>> =
        all.iter().flat_map(|scenario| &scenario.statements).map(|said| words(&said.text)).collect();
    let begins = |word: &str| lines.iter().any(|line| line.first() == Some(&word));
    let says = |word: &str| lines.iter().any(|line| line.contains(&word));
    for word in STATEMENTS {
        assert!(begins(word), "no example begins with `{word}`");
    }
    for rank in Rank::ALL {
        assert!(begins(rank.word()), "no example of what the {rank} does");
    }
    let others = ["A", "at", "for", "dealers", "??", "surveillance", "spectator"];
    for word in WORDS.iter().chain(EXPECTED).chain(&others) {
        assert!(says(word), "no example says `{word}`");
    }
    assert!(lines.iter().flatten().any(|word| word.starts_with('(')), "no card read by a device");
}

#[test]
fn every_input_has_its_json() {
    for game in games::GAMES {
        game.book().unwrap();
    }
    let sent = |act: &Act| match act {
        Act::Send(text) => Some(text.clone()),
        _ => None,
    };
    let mut shown = BTreeSet::new();
    for text in statements().iter().flat_map(acts).filter_map(sent) {
        let message: Message = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let input = serde_json::to_value(message.input).unwrap();
        shown.insert(match input.as_object() {
            Some(fields) => fields.keys().next().unwrap().clone(),
            None => input.as_str().unwrap().to_owned(),
        });
    }
    assert_eq!(shown, INPUTS.iter().map(|word| (*word).to_owned()).collect());
}

/// The quoted words left of `=>` in a part of a source file.
fn words_of_arms(source: &str, from: &str, to: &str) -> BTreeSet<String> {
    let begin = source.find(from).unwrap();
    let end = begin + source[begin..].find(to).unwrap();
    let arms = source[begin..end].lines().filter_map(|line| line.trim().split_once("=>"));
    let quoted = arms.flat_map(|(pattern, _)| pattern.split('"').skip(1).step_by(2));
    quoted.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_lists_of_this_test_are_those_of_the_reader() {
    let files = ["mod", "links", "people", "wagers", "looking"];
    let source: String =
        files.iter().map(|file| read(&format!("crates/engine/src/scenario/parse/{file}.rs"))).collect();
    // A refused input is a separate statement, read like any other.
    let read_apart = |word: &&&str| **word != "refuse";
    let arms = STATEMENTS.iter().filter(read_apart).chain(WORDS);
    let mut known: BTreeSet<String> = arms.map(|word| (*word).to_owned()).collect();
    assert_eq!(words_of_arms(&source, "fn act(", "fn bets("), known);
    // A new input or a new word of `expect` must be added here too.
    known = words_of_list(&source, "let kinds = [");
    known.extend(words_of_list(&source, "let outcomes = ["));
    known.insert("nothing".to_owned());
    assert_eq!(known, EXPECTED.iter().map(|word| (*word).to_owned()).collect());
    let source = read("crates/engine/src/input.rs");
    let variants = source.split("pub enum Input {").nth(1).and_then(|rest| rest.split("\n}").next());
    let variants = variants.unwrap().lines().filter(|line| {
        line.strip_prefix("    ").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    assert_eq!(variants.count(), INPUTS.len());
}

fn words_of_list(source: &str, from: &str) -> BTreeSet<String> {
    let list = source.split(from).nth(1).and_then(|rest| rest.split(']').next()).unwrap();
    list.split('"').skip(1).step_by(2).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The quoted words, the names that are used, and the names that are defined.
fn grammar() -> (BTreeSet<String>, BTreeSet<String>, BTreeSet<String>) {
    let text = blocks().into_iter().find(|block| block.kind == "ebnf").unwrap().text;
    let (mut quoted, mut used, mut defined) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut parts = text.split("(*");
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        plain.push_str(part.split_once("*)").expect("a remark in the grammar is not closed").1);
    }
    for (n, part) in plain.split('"').enumerate() {
        if n % 2 == 1 {
            quoted.insert(part.to_owned());
            continue;
        }
        // Descriptions in prose are between question marks.
        let part: String = part.split('?').step_by(2).collect();
        for rule in part.split_inclusive(';') {
            let body = match rule.split_once('=') {
                Some((name, body)) => {
                    defined.insert(name.trim().to_owned());
                    body
                }
                None => rule,
            };
            let names = body.split(|c: char| !(c.is_ascii_alphabetic() || c == '-'));
            used.extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
        }
    }
    (quoted, used, defined)
}

#[test]
fn the_grammar_names_every_word() {
    let (quoted, _, _) = grammar();
    let ranks = Rank::ALL.map(Rank::word);
    let others = [
        "scenario",
        "refuse",
        "at",
        "for",
        "dealers",
        "??",
        "rack",
        "next",
        "surveillance",
        "spectator",
        "joker",
        "logo",
    ];
    for word in STATEMENTS.iter().chain(WORDS).chain(EXPECTED).chain(&ranks).chain(&others) {
        assert!(quoted.contains(*word), "the grammar does not name `{word}`");
    }
}

#[test]
fn the_grammar_defines_every_name_and_uses_it() {
    let (_, used, mut defined) = grammar();
    let missing: Vec<&String> = used.difference(&defined).collect();
    assert!(missing.is_empty(), "used and not defined: {missing:?}");
    defined.remove("file");
    let idle: Vec<&String> = defined.difference(&used).collect();
    assert!(idle.is_empty(), "defined and not used: {idle:?}");
}

#[test]
fn every_rule_that_is_named_exists() {
    let paragraphs: BTreeSet<&str> =
        games::PARAGRAPHS.lines().filter_map(|line| line.split('\t').next()).collect();
    let rulings: String = crate::common::ruling_pages().into_values().collect();
    for scenario in everything() {
        for statement in &scenario.statements {
            for rule in &statement.rules {
                let known = match rule.split('-').next() {
                    Some("RULING") => rulings.contains(&format!("## {rule}:")),
                    Some("PROTOCOL") => true,
                    _ => paragraphs.contains(engine::paragraph_of(rule)),
                };
                assert!(known, "{}: {rule}", scenario.name);
            }
        }
    }
}
