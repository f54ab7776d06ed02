//! Side bets of other books: where they may be offered, and the merged books.

use felt::{Money, Pay};
use proptest::prelude::*;

use super::{BLACKJACK, CRAPS, book, join, opened, refused, spoiled};
use crate::{Range, Ranges, RuleBook, TableDraft};

/// A made-up set of side bets that joins a game without a document.
const ROCKET: &str = r#"
id = "test/rocket"
name = "Rocket"
jurisdiction = "test"
document = "A fixture"
effective = "2020-02-29"
prefix = "T-RO"
currency = "USD"
only_side_bets = true

[decks]
kind = "standard52"
allowed = "2..6"
cites = ["T-RO-1"]

[[wager]]
id = "rocket"
name = "Rocket"
side_bet = true
attaches = ["test/base"]
attaches_cites = ["T-RO-2", "T-RO-3"]
paytables = ["T-RO-4/T1", "T-RO-4/T2"]
cites = ["T-RO-4"]

[[wager]]
id = "rocket-tail"
name = "Tail of the rocket"
side_bet = true
attaches = ["test/base", "ohio/blackjack"]
beside = ["rocket", "house-money"]
beside_cites = ["T-RO-6"]
decks = "1..2, 6"
decks_cites = ["T-RO-7"]
pays = ["5 to 2", "option tail-pays"]
cites = ["T-RO-5"]

[[paytable]]
code = "T-RO-4/T1"
wager = "rocket"
decks = "1, 2, 6"
cites = ["T-RO-4/T1"]
lines = [
    { id = "aces", name = "Aces", pays = "100%", envy = "$10" },
    { id = "ace", name = "An ace", pays = "100 for 1", from = "$25" },
]

[[paytable]]
code = "T-RO-4/T2"
wager = "rocket"
decks = "3..4"
cites = ["T-RO-4/T2"]
lines = [{ id = "aces", name = "Aces", pays = "25%" }, { id = "ace", name = "An ace", pays = "$125" }]

[[option]]
id = "tail-pays"
name = "What the tail pays"
allowed = ["5 to 1", "6 to 1"]
default = "5 to 1"
cites = ["T-RO-5"]

[[duty]]
id = "T-RO-8"
due = "opening"
by = "dealer"
what = "Light the fuse."
"#;

/// A made-up game that rests on rulings alone.
const BASE: &str = r#"
id = "test/base"
name = "Base"
jurisdiction = "test"
document = "none"
currency = "USD"

[boxes]
allowed = "1..7"
default = 7
cites = ["RULING-TB-1"]

[decks]
kind = "standard52"
allowed = "1..8"
default = 6
cites = ["RULING-TB-2"]

[[wager]]
id = "main"
name = "Main"
required = true
pays = ["1 to 1"]
cites = ["RULING-TB-3"]
"#;

fn base() -> RuleBook {
    book(BASE).with_side_bets(&[book(ROCKET)])
}

fn ohio() -> RuleBook {
    book(BLACKJACK).with_side_bets(&[book(ROCKET)])
}

#[test]
fn a_book_of_side_bets_alone_is_read_whole() {
    let book = book(ROCKET);
    assert!(book.only_side_bets && book.main_wager().is_none());
    assert_eq!((book.boxes.default, book.decks.default), (0, 2));
    let [rocket, tail] = ["rocket", "rocket-tail"].map(|id| book.wager(id).unwrap());
    assert_eq!(rocket.decks, Some(Range { min: 2, max: 6 }.into()), "those of its book");
    assert_eq!(
        (rocket.decks_cites.join(" "), tail.decks_cites.join(" ")),
        ("T-RO-1".into(), "T-RO-7".into())
    );
    assert_eq!(tail.attaches_cites, ["T-RO-5"]);
    let first = book.paytable("T-RO-4/T1").unwrap();
    assert_eq!(first.decks.to_string(), "1..2, 6");
    assert_eq!((first.lines[0].pays, first.lines[0].envy), (Pay::WHOLE_METER, Some(Money::minor(1000))));
    assert_eq!((first.lines[1].envy, first.lines[1].from), (None, Some(Money::minor(2500))));
    assert_eq!(first.lines[0].from, None);
}

#[test]
fn no_table_is_of_side_bets_alone() {
    let findings = TableDraft::new("test/rocket").check(&book(ROCKET)).unwrap_err();
    assert_eq!(
        join(&findings),
        "test/rocket is a set of side bets and no game of its own; allowed: test/base, ohio/blackjack (T-RO-1)"
    );
}

#[test]
fn what_a_book_cannot_say_of_side_bets() {
    let refuse = |from: &str, to: &str, expected: &str| assert_eq!(spoiled(ROCKET, from, to), expected);
    refuse(
        "[decks]",
        "[boxes]\nallowed = \"1..7\"\n[decks]",
        "line 11: a book of side bets alone has no boxes: they are those of the games it joins",
    );
    refuse(
        "attaches = [\"test/base\"]",
        "",
        "line 16: side bet \"rocket\" does not say which games it attaches to; allowed: attaches = [\"ohio/blackjack\"]",
    );
    refuse(
        "decks = \"1, 2, 6\"",
        "decks = \"1, 6..2\"",
        "line 40: \"1, 6..2\" is neither a range such as 1..8 nor several such as 1..2, 6",
    );
    refuse("\"$10\"", "\"10%\"", "line 43: envy \"10%\" is not an amount; allowed: $10");
    refuse(
        "cites = [\"T-RO-4/T2\"]",
        "cites = [\"T-RX/T2\"]",
        "line 47: paytable \"T-RO-4/T2\" cites \"T-RX/T2\", which is not of this book; allowed: T-RO-…",
    );
    refuse(
        "beside_cites = [\"T-RO-6\"]",
        "beside_cites = [\"X-6\"]",
        "line 25: wager \"rocket-tail\" cites \"X-6\", which is not of this book; allowed: T-RO-…",
    );
    refuse(
        "side_bet = true\nattaches = [\"test/base\"]",
        "",
        "line 16: wager \"rocket\" is no side bet, and the book says it has only those",
    );
}

#[test]
fn what_a_game_cannot_say_of_its_side_bets() {
    let beside =
        |to: &str| spoiled(CRAPS, "side_bet = true", &format!("side_bet = true\nbeside = [\"{to}\"]"));
    assert_eq!(
        beside("pas"),
        "line 35: unknown wager that fire stands beside: \"pas\"; did you mean \"pass\"?; \
         allowed: pass, pass-odds, place-six"
    );
    assert!(beside("fire").starts_with("line 35: unknown wager that fire stands beside: \"fire\""));
    assert_eq!(
        spoiled(CRAPS, "required = true", "required = true\ndecks = \"2\""),
        "line 15: wager \"pass\" is no side bet, so it has neither attaches nor beside nor decks"
    );
}

#[test]
fn a_game_may_rest_on_rulings_alone() {
    let alone = book(BASE);
    assert!(alone.has_no_document());
    assert_eq!((alone.prefix.as_str(), alone.effective.as_str()), ("", ""));
    let named = BASE.replace("document = \"none\"", "document = \"none\"\nprefix = \"RULING-TB\"");
    assert_eq!(book(&named).prefix, "RULING-TB");
    assert_eq!(
        spoiled(BASE, "RULING-TB-3", "T-BA-3"),
        "line 19: wager \"main\" cites \"T-BA-3\", which is not of this book; allowed: RULING-…"
    );
    assert_eq!(
        spoiled(&named, "RULING-TB\"", "T-BA\""),
        "line 1: prefix \"T-BA\" is of a document, and the book says it has none; \
         allowed: RULING-…, or none at all"
    );
    assert_eq!(spoiled(CRAPS, "effective = \"2020-02-29\"", ""), "line 1: effective is missing");
}

#[test]
fn merged_side_bets_bring_what_is_theirs() {
    let base = base();
    let rocket = base.wager("rocket").unwrap();
    assert_eq!(
        (rocket.from.as_str(), base.wager("main").unwrap().from.as_str()),
        ("test/rocket", "test/base")
    );
    assert!(rocket.attaches_to("test/base") && !rocket.attaches_to("ohio/blackjack"));
    assert_eq!(base.paytables.len(), 2);
    assert!(base.option("tail-pays").is_some());
    assert_eq!(base.also, ["T-RO"]);
    assert_eq!(base.duties.len(), 1);
    assert_eq!(base.main_wager().unwrap().id, "main");
    assert_eq!(ohio().duties.len(), book(BLACKJACK).duties.len() + 1);
}

#[test]
fn what_is_there_is_not_merged_twice() {
    let twice = base().with_side_bets(&[book(ROCKET)]);
    assert_eq!((twice.wagers.len(), twice.paytables.len(), twice.options.len()), (3, 2, 1));
    assert_eq!((twice.also.len(), twice.duties.len()), (1, 1));
    // A game brings its side bets and options, but neither its other wagers nor its duties.
    let both = book(BASE).with_side_bets(&[book(BLACKJACK)]);
    let ids: Vec<&str> = both.wagers.iter().map(|wager| wager.id.as_str()).collect();
    assert_eq!(ids, ["main", "house-money"]);
    assert!(both.option("soft-17").is_some() && both.option("blackjack-pays").is_none());
    assert!(both.duties.is_empty());
    // House Money feeds the main wager, so it is not merged if there is none.
    let elsewhere = book(CRAPS).with_side_bets(&[book(BLACKJACK)]);
    assert!(elsewhere.wager("house-money").is_none() && elsewhere.paytables.len() == 2);
    let abroad = book(&ROCKET.replace("\"USD\"", "\"SGD\"").replace("$", "S$"));
    assert_eq!(book(BASE).with_side_bets(&[abroad]).wagers.len(), 1, "amounts of another currency");
}

#[test]
fn the_hash_of_a_merged_book_covers_all_texts() {
    let (alone, merged) = (book(BASE), base());
    assert_eq!(book(BASE).with_side_bets(&[]).hash, alone.hash);
    assert_ne!(merged.hash, alone.hash);
    assert_eq!(merged.hash, base().hash);
    let other = |from: &str, to: &str| book(BASE).with_side_bets(&[book(&ROCKET.replace(from, to))]).hash;
    assert_ne!(merged.hash, other("Light the fuse.", "Light it."));
    assert_ne!(merged.hash, other("\"T-RO-4/T2\"]\nlines", "\"T-RO-4/T2\"] # a remark\nlines"));
    let [a, b] = [[ROCKET, BLACKJACK], [BLACKJACK, ROCKET]].map(|texts| texts.map(book));
    assert_ne!(book(BASE).with_side_bets(&a).hash, book(BASE).with_side_bets(&b).hash);
    let table = opened(&merged, "coin 1 limits 5..100");
    assert_eq!(table.book_hash, merged.hash);
}

#[test]
fn a_side_bet_is_offered_at_the_games_it_attaches_to() {
    let table = opened(&base(), "coin 1 limits 5..100 rocket 5");
    assert!(table.offers("rocket") && !table.study);
    assert_eq!(table.paytable("rocket").unwrap().code, "T-RO-4/T1");
    let findings = refused(&ohio(), "coin 0.50 limits 5..100 rocket 5 decks 4");
    assert_eq!(
        findings,
        "line 2: side bet rocket of test/rocket may not be offered at ohio/blackjack under T-RO-2, T-RO-3; \
         marked study, the table would be accepted for analysis only; allowed: test/base (T-RO-2)"
    );
}

#[test]
fn a_study_table_may_pair_what_is_kept_apart_and_nothing_else() {
    for words in ["study true", "study"] {
        let table = opened(&ohio(), &format!("{words} coin 0.50 limits 5..100 rocket 5"));
        assert!(table.study && table.offers("rocket"));
    }
    assert!(opened(&ohio(), "coin 0.50 limits 5..100 rocket 5 study").study);
    assert_ne!(
        opened(&ohio(), "coin 0.50 limits 5..100").hash,
        opened(&ohio(), "study coin 0.50 limits 5..100").hash
    );
    assert_eq!(
        refused(&ohio(), "study coin 0.50 limits 5..100 rocket 5 decks 8"),
        "line 2: rocket is approved for 2..6 decks, not 8; allowed: 2..6 decks (T-RO-1)"
    );
    assert_eq!(
        refused(&ohio(), "study coin 0.50 limits 5..100 rocket-tail 5"),
        "line 2: rocket-tail is made beside rocket or house-money, which the table does not offer; \
         allowed: rocket or house-money (T-RO-6)"
    );
    assert!(refused(&ohio(), "study maybe coin 0.50 limits 5..100").contains("study \"maybe\" is not known"));
}

#[test]
fn a_side_bet_stands_beside_another_wager() {
    let tail = |more: &str| format!("coin 0.50 limits 5..100 rocket-tail 5 {more}");
    assert!(opened(&ohio(), &tail("house-money 5..25 step 5")).offers("rocket-tail"));
    assert!(opened(&base(), &tail("rocket 5")).offers("rocket-tail"));
    assert!(refused(&base(), &tail("")).ends_with("allowed: rocket or house-money (T-RO-6)"));
}

#[test]
fn decks_may_have_gaps() {
    let words = |decks: u8| format!("coin 0.50 limits 5..100 rocket 5 rocket-tail 5 decks {decks}");
    assert!(opened(&base(), &words(2)).offers("rocket-tail"));
    assert_eq!(
        refused(&base(), &words(4)),
        "line 2: rocket-tail is approved for 1..2 or 6 decks, not 4; allowed: 1..2 or 6 decks (T-RO-7)"
    );
    assert_eq!(
        refused(&base(), "coin 1 limits 5..100 rocket 5 decks 5"),
        "line 2: no pay table for rocket is approved for 5 decks; allowed: 1..2 or 6 decks, 3..4 decks (T-RO-4)"
    );
    assert_eq!(
        refused(&base(), "coin 1 limits 5..100 rocket 5 decks 4 paytable.rocket T-RO-4/T1"),
        "line 2: paytable T-RO-4/T1 is approved for 1..2 or 6 decks, not 4; allowed: T-RO-4/T2 (T-RO-4/T1)"
    );
}

#[test]
fn what_the_dealers_are_awarded_is_paid_in_whole_coins() {
    let merged = book(BASE).with_side_bets(&[book(&ROCKET.replace("\"$10\"", "\"$10.50\""))]);
    assert_eq!(
        refused(&merged, "coin 1 limits 5..100 rocket 5"),
        "line 2: rocket: the fixed payment of 10.50 is not a whole number of coins of 1; \
         allowed: a coin of 0.50, or a rounding (down, up, nearest-up, nearest-down) (T-RO-4/T1)"
    );
}

fn numbers() -> impl Strategy<Value = Vec<(u32, u32)>> {
    prop::collection::vec((0_u32..40, 0_u32..6), 1..6)
}

proptest! {
    /// A set of ranges contains what its parts contain, and is read back from its printed form.
    #[test]
    fn ranges_hold_what_their_parts_hold(parts in numbers()) {
        let parts: Vec<Range> = parts.iter().map(|(min, more)| Range { min: *min, max: min + more }).collect();
        let text = parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let ranges = Ranges::parse(&text).unwrap();
        for number in 0..50 {
            prop_assert_eq!(ranges.contains(number), parts.iter().any(|part| part.contains(number)));
        }
        prop_assert_eq!(Ranges::parse(&ranges.to_string()), Some(ranges.clone()));
        prop_assert!(parts.iter().all(|part| ranges.covers(*part)));
        let apart: Vec<Range> = ranges.iter().collect();
        prop_assert!(apart.windows(2).all(|two| two[0].max + 1 < two[1].min));
    }

    #[test]
    fn no_text_of_ranges_makes_it_panic(text in "[0-9., ]*|\\PC*") {
        let _ = Ranges::parse(&text);
    }

    /// At any table, a side bet that does not attach is refused by its own paragraph, unless the table is for study; an
    /// accepted table has decks and other wagers that the side bet allows.
    #[test]
    fn pairings_hold(decks in 1_u8..=8, study: bool, rocket: bool, tail: bool, at_home: bool) {
        let book = if at_home { base() } else { ohio() };
        let mut draft = TableDraft::new(&book.id);
        draft.set("coin", "0.50", None).set("limits", "5..100 step 5", None);
        draft.set("decks", decks.to_string(), None).set("study", study.to_string(), None);
        for (id, offered) in [("rocket", rocket), ("rocket-tail", tail)] {
            if offered {
                draft.set(id, "5", None);
            }
        }
        let home = at_home || study || !rocket;
        let rocket_fits = !rocket || matches!(decks, 2 | 3 | 4 | 6);
        let tail_fits = !tail || (rocket && matches!(decks, 1 | 2 | 6));
        match draft.check(&book) {
            Ok(table) => {
                prop_assert!(home && rocket_fits && tail_fits);
                prop_assert_eq!(table.study, study);
            }
            Err(findings) => {
                prop_assert!(!(home && rocket_fits && tail_fits), "{}", join(&findings));
                let kept_apart = findings.iter().any(|f| f.rule.as_deref() == Some("T-RO-2"));
                prop_assert_eq!(kept_apart, !home);
            }
        }
    }
}
