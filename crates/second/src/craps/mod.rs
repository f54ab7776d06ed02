//! A second settlement of Ohio craps, slow and obvious, written from the rule text alone.
//!
//! It shares no code with `crates/games` and was written without reading its craps. If it differs from the table, one
//! of the two has misread the document.
//!
//! - [`fate`] returns the result of one wager for one roll, at the odds of the document. It is meant to be read beside
//!   the paragraphs.
//! - [`Account`] receives every event of a session. It accepts as given the placing, adding, taking back and calling of
//!   wagers and the dice; it computes everything else and compares: settlement lines, bets that move, bets that stay
//!   because they are off, vigorish, the puck and the count of the Fire Bet.
//!
//! Where the text is silent the project's rulings apply:
//!
//! - buy as place, lay on every roll, both with vigorish in whole per cents, rounded down to the coin;
//! - a call "off" holds until its patron calls "on", a call "on" until the puck turns, and the record reports what the
//!   puck turns on or off; odds behind come and put bets are off on the come-out, and are returned when their flat bet
//!   is decided while they are off;
//! - place, buy, lay and hardway bets that won are paid and stay, unless the table has it otherwise; where vigorish is
//!   taken in advance it is taken again then;
//! - a bet for the dealers is theirs: it is settled once, and neither taken back nor called; buy, lay and Fire Bets are
//!   not made for them;
//! - wagers are settled in the order they were placed;
//! - the count of Fire Bet points continues when the shooter changes;
//! - a roll for the remaining come bets alone (11.II) establishes no point and loses no Fire Bet;
//! - until the next throw a face may be disputed after its call, and then the table goes back to the throw (`back.rs`);
//! - dice thrown out of turn decide nothing.
//!
//! One fact is taken from the record and not derived: that such a roll for the come bets alone begins. The record shows
//! it by a puck that is off and lies before the shooter.
//!
//! Fields that are not compared: `basis` of a line that does not win; for a charge, `stake`, `basis` and `odds`; for
//! what a ruling gives, everything but kind, wager, patron and amounts, and the order.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]
#![allow(unreachable_pub, reason = "a module of test crates")]
#![allow(missing_docs, reason = "a module of test crates; what is not plain has its sentence")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "test code: a wrong rule book or record stops the test"
)]

mod account;
mod back;
mod book;
mod expected;
mod fate;
mod moments;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use account::Account;
pub use fate::{Fate, fate, fire_fate};
pub use terms::{Terms, document};

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles =
    crate::Settles { games: &["ohio/craps"], by: |book, config| Box::new(Account::new(config, book)) };

/// The 96 words for wagers.
#[rustfmt::skip]
pub const WORDS: [&str; 96] = [
    "pass", "dont-pass", "pass-odds", "dont-pass-odds",
    "come", "come-4", "come-5", "come-6", "come-8", "come-9", "come-10",
    "come-odds-4", "come-odds-5", "come-odds-6", "come-odds-8", "come-odds-9", "come-odds-10",
    "dont-come", "dont-come-4", "dont-come-5", "dont-come-6", "dont-come-8", "dont-come-9", "dont-come-10",
    "dont-come-odds-4", "dont-come-odds-5", "dont-come-odds-6",
    "dont-come-odds-8", "dont-come-odds-9", "dont-come-odds-10",
    "put-4", "put-5", "put-6", "put-8", "put-9", "put-10",
    "put-odds-4", "put-odds-5", "put-odds-6", "put-odds-8", "put-odds-9", "put-odds-10",
    "place-4", "place-5", "place-6", "place-8", "place-9", "place-10",
    "buy-4", "buy-5", "buy-6", "buy-8", "buy-9", "buy-10",
    "lay-4", "lay-5", "lay-6", "lay-8", "lay-9", "lay-10",
    "hard-4", "hard-6", "hard-8", "hard-10",
    "field", "any-seven", "any-craps", "craps-two", "craps-three", "craps-twelve", "eleven", "craps-eleven",
    "horn", "horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12", "world",
    "hop-2-2", "hop-3-3", "hop-4-4", "hop-5-5",
    "hop-1-3", "hop-1-4", "hop-2-3", "hop-1-5", "hop-2-4", "hop-1-6", "hop-2-5", "hop-3-4", "hop-2-6",
    "hop-3-5", "hop-3-6", "hop-4-5", "hop-4-6",
    "fire",
];

/// The numbers that can be a point.
pub const NUMBERS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// Splits a word and its number: `come-odds-6` is `come-odds` on 6. Words without a number have `None`.
pub fn parted(wager: &str) -> (&str, Option<u8>) {
    let numbered = ["come", "come-odds", "dont-come", "dont-come-odds", "put", "put-odds"];
    let numbered = numbered.into_iter().chain(["place", "buy", "lay", "hard"]);
    for family in numbered {
        let rest = wager.strip_prefix(family).and_then(|rest| rest.strip_prefix('-'));
        let number = rest.and_then(|rest| rest.parse().ok()).filter(|number| NUMBERS.contains(number));
        if number.is_some() {
            return (family, number);
        }
    }
    (wager, None)
}

/// The flat bet that odds stand behind.
pub fn flat_of(odds: &str) -> Option<String> {
    match parted(odds) {
        ("pass-odds", None) => Some("pass".into()),
        ("dont-pass-odds", None) => Some("dont-pass".into()),
        ("come-odds", Some(n)) => Some(format!("come-{n}")),
        ("dont-come-odds", Some(n)) => Some(format!("dont-come-{n}")),
        ("put-odds", Some(n)) => Some(format!("put-{n}")),
        _ => None,
    }
}

/// Whether a patron may call the wager on or off.
pub fn callable(wager: &str) -> bool {
    matches!(parted(wager).0, "place" | "buy" | "lay" | "hard" | "come-odds" | "put-odds")
}
