//! Every finding is provoked once, and the line, the paragraph and the way out it names are looked at.

mod books;
mod exactness;
mod house;
mod tables;

use std::sync::Arc;

use crate::{Finding, RuleBook};

pub(super) const BLACKJACK: &str = include_str!("../../../../rulebooks/ohio/blackjack.toml");

/// A made-up game of dice with the things that blackjack lacks: no cards, a wager the regulator caps, odds that
/// ask for steps of six, an option that must be the same in the whole house, several pay tables that fit.
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

pub(super) fn book(text: &str) -> RuleBook {
    RuleBook::parse(text).unwrap_or_else(|findings| panic!("{}", join(&findings)))
}

pub(super) fn shelf(id: &str) -> Option<Arc<RuleBook>> {
    match id {
        "ohio/blackjack" => Some(Arc::new(book(BLACKJACK))),
        "test/craps" => Some(Arc::new(book(CRAPS))),
        _ => None,
    }
}

pub(super) fn join(findings: &[Finding]) -> String {
    findings.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
