//! Ohio's craps: the book as it stands, and the table file that comes with it.

use std::path::PathBuf;
use std::sync::Arc;

use felt::{Money, Odds, Pay};

use super::{OHIO_CRAPS, book, join, limits, opened, refused, shelf};
use crate::{Finding, RuleBook, TableConfig, TableDraft, lint_house, lint_table};

const NUMBERS: &str = "4 5 6 8 9 10";

/// The words of the game in the order of the book; a family with its name and its targets.
const WORDS: &[(&str, &str)] = &[
    ("pass", ""),
    ("dont-pass", ""),
    ("pass-odds", ""),
    ("dont-pass-odds", ""),
    ("come", ""),
    ("come", NUMBERS),
    ("come-odds", NUMBERS),
    ("dont-come", ""),
    ("dont-come", NUMBERS),
    ("dont-come-odds", NUMBERS),
    ("put", NUMBERS),
    ("put-odds", NUMBERS),
    ("place", NUMBERS),
    ("buy", NUMBERS),
    ("lay", NUMBERS),
    ("hard", "4 6 8 10"),
    ("field", ""),
    ("any-seven", ""),
    ("any-craps", ""),
    ("craps-two", ""),
    ("craps-three", ""),
    ("craps-twelve", ""),
    ("eleven", ""),
    ("craps-eleven", ""),
    ("horn", ""),
    ("horn-high", "2 3 11 12"),
    ("world", ""),
    ("hop", "2-2 3-3 4-4 5-5 1-3 1-4 2-3 1-5 2-4 1-6 2-5 3-4 2-6 3-5 3-6 4-5 4-6"),
    ("fire", ""),
];

/// What each wager is paid if the casino pays the minimum, from the document's tables.
const PAYS: &[(&str, &str)] = &[
    ("pass dont-pass come dont-come come-6 dont-come-10 put-4 put-9", "1 to 1"),
    ("pass-odds", "2 to 1, 3 to 2, 6 to 5"),
    ("dont-pass-odds", "1 to 2, 2 to 3, 5 to 6"),
    ("come-odds-4 come-odds-10 put-odds-4 put-odds-10 buy-4 buy-10", "2 to 1"),
    ("come-odds-5 come-odds-9 put-odds-5 put-odds-9 buy-5 buy-9", "3 to 2"),
    ("come-odds-6 come-odds-8 put-odds-6 put-odds-8 buy-6 buy-8", "6 to 5"),
    ("dont-come-odds-4 dont-come-odds-10 lay-4 lay-10", "1 to 2"),
    ("dont-come-odds-5 dont-come-odds-9 lay-5 lay-9", "2 to 3"),
    ("dont-come-odds-6 dont-come-odds-8 lay-6 lay-8", "5 to 6"),
    ("place-4 place-10", "9 to 5"),
    ("place-5 place-9", "7 to 5"),
    ("place-6 place-8", "7 to 6"),
    ("hard-4 hard-10 any-craps", "7 to 1"),
    ("hard-6 hard-8", "9 to 1"),
    ("field", "1 to 1, 2 to 1, 2 to 1"),
    ("any-seven", "4 to 1"),
    ("craps-two craps-twelve hop-2-2 hop-3-3 hop-4-4 hop-5-5", "30 to 1"),
    ("craps-three eleven hop-1-3 hop-1-4 hop-2-3 hop-1-5 hop-2-4 hop-1-6", "15 to 1"),
    ("hop-2-5 hop-3-4 hop-2-6 hop-3-5 hop-3-6 hop-4-5 hop-4-6", "15 to 1"),
    ("craps-eleven", "7 to 1, 15 to 1"),
    ("horn horn-high-2 horn-high-3 horn-high-11 horn-high-12", "30 to 1, 15 to 1, 15 to 1, 30 to 1"),
    ("world", "30 to 1, 15 to 1, 15 to 1, 30 to 1, 4 to 1"),
    ("fire", "24 to 1, 249 to 1, 999 to 1"),
];

fn everything(book: &RuleBook) -> TableConfig {
    opened(book, "limits 5..500 step 5 buy 20..500 lay 20..500 fire 1..100")
}

#[test]
fn the_book_has_every_word_of_the_game() {
    let book = book(OHIO_CRAPS);
    let mut words = Vec::new();
    for (id, targets) in WORDS {
        match targets.split_whitespace().collect::<Vec<_>>().as_slice() {
            [] => words.push((*id).to_owned()),
            targets => words.extend(targets.iter().map(|target| format!("{id}-{target}"))),
        }
    }
    assert_eq!(words.len(), 96);
    assert_eq!(book.wagers.iter().map(|w| w.id.clone()).collect::<Vec<_>>(), words);
    assert_eq!(
        (book.main_wager().unwrap().id.as_str(), book.boxes.default, book.decks.allowed.max),
        ("pass", 16, 0)
    );
    assert!(everything(&book).offered().eq({
        words.sort();
        words.iter().map(String::as_str)
    }));
}

#[test]
fn the_least_that_is_paid_is_what_the_document_says() {
    let book = book(OHIO_CRAPS);
    let table = everything(&book);
    for (words, odds) in PAYS {
        for word in words.split_whitespace() {
            let pays: Vec<String> = table.pays(word).iter().map(ToString::to_string).collect();
            assert_eq!(pays.join(", "), *odds, "{word}");
        }
    }
    let exact = ["buy-", "lay-", "put-", "pass-odds", "come-odds", "horn", "world", "craps-eleven"];
    for wager in &book.wagers {
        let raised = book.option(&format!("{}-pays", wager.id)).is_some();
        let on_a_number = wager.follows.is_some();
        let fixed = on_a_number || wager.id == "fire" || exact.iter().any(|word| wager.id.starts_with(word));
        assert_eq!(raised, !fixed, "{}", wager.id);
    }
}

#[test]
fn raised_odds_reach_the_bets_that_are_made_of_others() {
    let book = book(OHIO_CRAPS);
    let table = opened(&book, "limits 5..500 step 5 any-seven-pays 9 to 2 come-pays 6 to 5");
    let odds = |win, per| Pay::Odds(Odds::to(win, per));
    assert_eq!(table.pays("world")[4], odds(9, 2));
    assert_eq!(limits(&table, "world"), "10..500 step 10", "five parts of two dollars");
    assert_eq!(
        (table.pays("come-8"), table.pays("put-8")),
        ([odds(6, 5)].as_slice(), [odds(1, 1)].as_slice())
    );
    assert_eq!(
        refused(&book, "limits 6..600 step 6 come-pays 6 to 5"),
        "line 2: come: a stake of 6 paid 6 to 5 wins 7.20, which is not a whole number of coins of 1; \
         allowed: limits.come = \"10..600 step 5\", or a coin of 0.20, \
         or a rounding (down, up, nearest-up, nearest-down) (OH-CR-5.II)"
    );
}

#[test]
fn a_table_that_chooses_nothing() {
    let book = book(OHIO_CRAPS);
    let table = TableConfig::default_for(&book);
    assert_eq!((table.coin, table.rounding, table.pack().is_empty()), (Money::minor(100), None, true));
    for (wager, expected) in [
        ("pass", "5..500 step 5"),
        ("put-6", "5..500 step 5"),
        ("place-5", "5..500 step 5"),
        ("place-8", "6..498 step 6"),
        ("hop-1-3", "5..500 step 1"),
        ("craps-eleven", "6..500 step 2"),
        ("horn", "8..500 step 4"),
        ("horn-high-12", "5..500 step 5"),
        ("come-6", ""),
        ("buy-4", ""),
    ] {
        assert_eq!(limits(&table, wager), expected, "{wager}");
    }
    assert!(!table.offers("buy-4") && !table.offers("lay-10") && !table.offers("fire"));
    let mut draft = TableDraft::with_defaults(&book);
    assert_eq!(draft.check(&book).unwrap().hash, table.hash);
    draft.set_words(&book, "limits 25..1000 step 25 lay 30..300 vigorish-taken on a win", None);
    let table = draft.check(&book).unwrap_or_else(|findings| panic!("{}", join(&findings)));
    assert_eq!(
        (limits(&table, "place-6"), limits(&table, "come")),
        ("30..996 step 6".into(), "25..1000 step 25".into())
    );
    assert_eq!(
        (limits(&table, "lay-4"), limits(&table, "lay-6")),
        ("30..300 step 2".into(), "30..300 step 6".into())
    );
    assert_eq!(table.option("vigorish-taken"), "on a win");
}

#[test]
fn what_ohio_does_not_approve() {
    let book = book(OHIO_CRAPS);
    for (words, expected) in [
        ("boxes 17", "boxes 17 is not approved; allowed: 1..16 (OH-CR-2.V.A:a)"),
        (
            "place-6-pays 1 to 1",
            "place-6-pays \"1 to 1\" is not approved; allowed: 7 to 6 or more (OH-CR-5.II)",
        ),
        (
            "hop-4-6-pays 16 for 1",
            "hop-4-6-pays \"16 for 1\" is not approved; allowed: 15 to 1 or more (OH-CR-5.II)",
        ),
        (
            "fire-six-pays 998 to 1",
            "fire-six-pays \"998 to 1\" is not approved; allowed: 999 to 1 or more (OH-CR-5.VII:b)",
        ),
        ("buy-vigorish 6", "buy-vigorish \"6\" is not approved; allowed: 0..5 (OH-CR-6.I:b)"),
        ("lay-vigorish 6", "lay-vigorish \"6\" is not approved; allowed: 0..5 (OH-CR-6.II:b)"),
        (
            "fire 1..200",
            "limits of fire: the maximum 200 is too high; allowed: 1..100 step 1 (OH-CR-12.II.A:a)",
        ),
        (
            "fire offered",
            "fire is offered without limits; allowed: limits within 1..100 step 1 (OH-CR-12.II)",
        ),
        ("world-bet no", "world-bet \"no\" is not approved; allowed: own area, broken down (OH-CR-3.I.U:b)"),
        ("decks 1", "decks 1 is not approved; allowed: 0"),
    ] {
        assert_eq!(refused(&book, &format!("limits 5..500 step 5 {words}")), format!("line 2: {expected}"));
    }
}

#[test]
fn the_example_table_is_accepted() {
    let text = include_str!("../../../../tables/craps.toml");
    let table = lint_table(text, &shelf).unwrap_or_else(|findings| panic!("{}", join(&findings)));
    for (wager, expected) in [
        ("pass", "15..2000 step 5"),
        ("place-4", "15..2000 step 5"),
        ("place-6", "18..1998 step 6"),
        ("hard-8", "1..200 step 1"),
        ("horn-high-3", "5..500 step 5"),
        ("buy-6", "20..2000 step 5"),
        ("lay-5", "42..1998 step 3"),
        ("fire", "1..100 step 1"),
    ] {
        assert_eq!(limits(&table, wager), expected, "{wager}");
    }
    assert_eq!(table.pays("field")[2], Pay::Odds(Odds::to(3, 1)));
    let other = text.replace("field-twelve-pays = \"3 to 1\"", "").replace("main floor", "back room");
    let findings = lint_house(&[("a.toml", text), ("b.toml", other.as_str())], &shelf);
    assert_eq!(findings.len(), 1);
    assert_eq!(
        findings[0].1.to_string(),
        "field-twelve-pays \"2 to 1\" differs from a.toml, and all tables of ohio/craps must have one value; \
         allowed: 3 to 1 (OH-CR-5.II.A:b)"
    );
}

/// Every `.toml` file below a folder of the project, with its text.
fn files(folder: &str) -> Vec<(String, String)> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(folder);
    let (mut folders, mut found) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "toml") {
                found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_books_are_sound_and_the_example_tables_make_a_house() {
    let books: Vec<RuleBook> = files("rulebooks").iter().map(|(_, text)| book(text)).collect();
    let tables = files("tables");
    assert!(books.len() >= 2 && tables.len() >= 3);
    let side_bets: Vec<RuleBook> = books.iter().filter(|book| book.only_side_bets).cloned().collect();
    let find = |id: &str| {
        let book = books.iter().find(|book| book.id == id).cloned();
        book.map(|book| Arc::new(book.with_side_bets(&side_bets)))
    };
    let findings: Vec<String> =
        lint_house(&tables, &find).iter().map(|(path, finding)| format!("{path}: {finding}")).collect();
    assert_eq!(findings, Vec::<String>::new());
}

#[test]
fn every_payment_at_craps_is_exact_so_no_table_names_a_rounding() {
    let findings = draft_findings(OHIO_CRAPS, &[("limits", "5..500"), ("rounding", "up")]);
    assert_eq!(
        findings,
        ["rounding \"up\" is not approved: every payment is exact; allowed: exact (OH-CR-5.II)"]
    );
    assert_eq!(draft_findings(OHIO_CRAPS, &[("limits", "5..500"), ("rounding", "exact")]), [""; 0]);
}

#[test]
fn a_wager_that_equals_another_has_its_limits() {
    let holdem = include_str!("../../../../rulebooks/ohio/ultimate-texas-holdem.toml");
    let findings = draft_findings(holdem, &[("limits", "5..100"), ("coin", "0.50"), ("blind", "10..50")]);
    assert_eq!(
        findings,
        ["blind always equals ante and has no limits of its own; allowed: limits for ante (OH-UTH-6.III)"]
    );
    let mut draft = TableDraft::new("ohio/ultimate-texas-holdem");
    draft.set("limits", "5..100", None).set("coin", "0.50", None);
    let table = draft.check(&book(holdem)).unwrap();
    assert_eq!(table.limits("blind"), table.limits("ante"));
}

/// Lint's findings for a table of this book with these settings.
fn draft_findings(text: &str, settings: &[(&str, &str)]) -> Vec<String> {
    let book = book(text);
    let mut draft = TableDraft::new(book.id.clone());
    for (key, value) in settings {
        draft.set(*key, *value, None);
    }
    draft.check(&book).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

fn warned(words: &str) -> Vec<String> {
    let book = book(OHIO_CRAPS);
    let unplaced = |finding: &Finding| Finding { line: None, ..finding.clone() }.to_string();
    opened(&book, words).warnings.iter().map(unplaced).collect()
}

#[test]
fn stakes_that_owe_no_vigorish_are_told_and_allowed() {
    let lay = warned("limits 5..500 coin 1 lay 20..38");
    assert_eq!(
        lay,
        [
            "lay-4, lay-10: on stakes of 20 to 38 no vigorish is owed, since 5 per cent come to less than a coin of 1 \
             (RULING-CR-2)",
            "lay-5, lay-9: on stakes of 21 to 27 no vigorish is owed, since 5 per cent come to less than a coin of 1 \
             (RULING-CR-2)",
        ]
    );
    // If the smallest stake is charged, all are; if no charge is taken at all, the house chose that.
    for words in ["lay 40..500", "buy 20..500", "lay 20..500 lay-vigorish 0", "coin 0.25 lay 20..500"] {
        assert_eq!(warned(&format!("limits 5..500 {words}")), Vec::<String>::new(), "{words}");
    }
    let small = warned("limits 5..500 coin 1 buy 10..100 buy-vigorish 4");
    assert!(
        small[0].starts_with("buy-4, buy-5, buy-9, buy-10: on stakes of 10 to 24 no vigorish is owed"),
        "{small:?}"
    );
}
