//! Every finding is provoked once, and its line, paragraph and remedy are checked.

mod books;
mod craps;
mod exactness;
mod families;
mod house;
mod layouts;
mod meters;
mod minimums;
mod new_cards;
mod pairing;
mod payable;
mod side_bets;
mod tables;
mod wheels;

use std::sync::Arc;

use crate::{Finding, RuleBook, TableConfig, TableDraft};

pub(super) const OHIO_CRAPS: &str = include_str!("../../../../rulebooks/ohio/craps.toml");
pub(super) const BLACKJACK: &str = include_str!("../../../../rulebooks/ohio/blackjack.toml");

/// A made-up game of dice with features that blackjack lacks: no cards, a wager the regulator caps, odds that require
/// steps of six, an option that must be the same in the whole house, several pay tables that fit.
pub(super) const CRAPS: &str = r#"
id = "test/craps"
name = "Craps"
jurisdiction = "test"
document = "A fixture"
effective = "2020-02-29"
prefix = "T-CR"
currency = "USD"

[boxes]
allowed = "1..16"
default = 16
cites = ["T-CR-1"]

[[wager]]
id = "pass"
name = "Pass line"
required = true
pays = ["1 to 1"]
cites = ["T-CR-2"]

[[wager]]
id = "pass-odds"
name = "Odds behind the pass line"
follows = "pass"
pays = ["2 to 1"]
cites = ["T-CR-3"]

[[wager]]
id = "place-six"
name = "Place six"
pays = ["7 to 6"]
cites = ["T-CR-4"]

[[wager]]
id = "fire"
name = "Fire Bet"
side_bet = true
limits = "..100"
limits_cites = ["T-CR-5.B"]
paytables = ["T-CR-5/A", "T-CR-5/B"]
cites = ["T-CR-5.A"]

[[paytable]]
code = "T-CR-5/A"
wager = "fire"
cites = ["T-CR-5.C"]
lines = [{ id = "six", name = "Six points", pays = "999 to 1" }]

[[paytable]]
code = "T-CR-5/B"
wager = "fire"
cites = ["T-CR-5.C"]
lines = [{ id = "six", name = "Six points", pays = "$2.50" }]

[[option]]
id = "odds-multiple"
name = "Odds as a multiple of the line"
allowed = "1..20"
default = "2"
uniform = true
cites = ["T-CR-6"]

[[duty]]
id = "T-CR-7"
due = "opening"
by = "boxman"
what = "Measure the dice."
"#;

/// Another game of dice, for families of wagers, payable steps, divided stakes and minimum odds.
pub(super) const DICE: &str = r#"
id = "test/dice"
name = "Dice"
jurisdiction = "test"
document = "A fixture"
effective = "2020-02-29"
prefix = "T-DI"
currency = "USD"

[boxes]
allowed = "1..16"
default = 16
cites = ["T-DI-1"]

[[wager]]
id = "line"
name = "Line"
pays = ["1 to 1"]
cites = ["T-DI-2"]

[[wager]]
id = "come"
name = "Come"
pays = ["1 to 1"]
cites = ["T-DI-3"]

[[wager]]
id = "come"
name = "Come"
targets = [4, 6]
follows = "come"
pays = ["1 to 1"]
cites = ["T-DI-3"]

[[wager]]
id = "come-odds"
name = "Come odds"
targets = { 4 = "2 to 1", 6 = "6 to 5" }
follows = "come"
refuses_inexact = true
cites = ["T-DI-4"]

[[wager]]
id = "place"
name = "Place"
targets = { 10 = "9 to 5", 4 = "9 to 5", 6 = { pays = "7 to 6", cites = ["T-DI-5.A"] } }
at_least = true
at_least_cites = ["T-DI-6"]
uniform_cites = ["T-DI-6.A"]
step = "payable"
cites = ["T-DI-5"]

[[wager]]
id = "buy"
name = "Buy"
side_bet = true
targets = { 4 = "2 to 1", 6 = "6 to 5" }
step = "payable"
cites = ["T-DI-7"]

[[wager]]
id = "horn"
name = "Horn"
parts = 4
pays = ["30 to 1", "15 to 1"]
step = "payable"
cites = ["T-DI-8"]

[[wager]]
id = "fire"
name = "Fire"
side_bet = true
pays = ["option fire-pays"]
limits = "1..100 step 1"
limits_cites = ["T-DI-9.A"]
cites = ["T-DI-9"]

[[option]]
id = "fire-pays"
name = "What Fire pays"
at_least = "24 to 1"
cites = ["T-DI-9.B"]
"#;

/// The table that these words open.
pub(super) fn opened(book: &RuleBook, words: &str) -> TableConfig {
    let mut draft = TableDraft::new(&book.id);
    let table = draft.set_words(book, words, Some(2)).check(book);
    table.unwrap_or_else(|findings| panic!("{}", join(&findings)))
}

/// The findings against a table of these words.
pub(super) fn refused(book: &RuleBook, words: &str) -> String {
    let mut draft = TableDraft::new(&book.id);
    join(&draft.set_words(book, words, Some(2)).check(book).unwrap_err())
}

/// The limits of a wager as written.
pub(super) fn limits(table: &TableConfig, wager: &str) -> String {
    table.limits(wager).map(|limits| limits.display(table.currency)).unwrap_or_default()
}

/// Changes a book in one place and returns the findings.
pub(super) fn spoiled(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "the book has no {from}");
    join(&RuleBook::parse(&text.replacen(from, to, 1)).unwrap_err())
}

pub(super) fn book(text: &str) -> RuleBook {
    RuleBook::parse(text).unwrap_or_else(|findings| panic!("{}", join(&findings)))
}

pub(super) fn shelf(id: &str) -> Option<Arc<RuleBook>> {
    match id {
        "ohio/blackjack" => Some(Arc::new(book(BLACKJACK))),
        "ohio/craps" => Some(Arc::new(book(OHIO_CRAPS))),
        "test/dice" => Some(Arc::new(book(DICE))),
        "test/craps" => Some(Arc::new(book(CRAPS))),
        _ => None,
    }
}

pub(super) fn join(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
