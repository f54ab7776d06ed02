//! Shared code of the second settlements for poker tables: it *reads* a round. What a document says about a game is in
//! that game's own folder, behind [`Document`].
//!
//! It shares no code with `crates/games`. It takes the events of one round, ignores what they say about results
//! (`Decided`, `Announced`, every citation), computes from the cards, the wagers, the choices, the reports and the
//! rulings which chips must move in which order, and compares that with the `Settled` lines one by one. The amount that
//! a meter grants is taken from `MeterGranted`; it is checked that the meter is asked in the turn of exactly the hands
//! that win a share.
//!
//! - `facts`: boxes, cards by place, wagers, decisions, folds and voids, as the events tell them;
//! - `document`: what a game must answer about them, with [`Document::expected`] for the end of its round;
//! - `line`: an expected line, and its differences from a line of the record;
//! - `walk`: when lines become due, what undoes them, and that each line of the record is due;
//! - `course`: the order in which cards come while nothing goes wrong;
//! - `rank`, `pay`, `progressive`: hands of five to seven cards by slow enumeration, odds in coins, appendix L.
//!
//! Where neither a text nor a ruling gives an order, any order is accepted:
//!
//! 1. the return of wagers at the close of bets to boxes that do not take part, as lines or as wagers taken back;
//!    likewise wagers that a decision withdraws;
//! 2. the progressive wager that a fold forfeits (MLP-6.III): at the fold or at any time until the round ends;
//! 3. the envy bonuses for one hand among themselves (MLP-7.II); they come between that hand's progressive line
//!    and the next player's lines, and may name the box of the receiver or of the envied hand;
//! 4. the wagers returned after a dealer's card was exposed, all before those that stand; and the order of the players,
//!    if the others are settled then;
//! 5. all wagers returned when a round or a hand is void. A settled wager is undone before it is returned; one that was
//!    returned already may be left as it is;
//! 6. the position of an award by ruling among other lines.
//!
//! Fields that are not compared: the rules cited; for a cap, which wager it names; for an award by ruling, the box; for
//! a reversal, the sign of stake and basis, and whether its outcome repeats the line or is `returned`.
//!
//! Readings chosen here where the texts leave a choice: a progressive wager forfeited by a fold stays forfeited when a
//! dealer's card is exposed afterwards; an envied hand need not have a progressive wager of its own; an award by ruling
//! remains when the round is void and an envy bonus does not.

#![allow(clippy::inconsistent_digit_grouping, reason = "the last two digits are cents")]

#[allow(
    dead_code,
    unused_imports,
    reason = "the conformance run has a harness of its own, which drops tests"
)]
#[cfg(test)]
pub mod builder;
pub mod course;
pub mod document;
pub mod facts;
pub mod line;
pub mod pay;
pub mod progressive;
pub mod rank;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;
mod walk;

pub use document::Document;

use engine::{Event, What};
use line::Shown;
use walk::Walk;

/// Compares one round, given from `RoundOpened` to `RoundEnded`, with the document: the order of its cards and its
/// lines.
///
/// # Errors
/// Returns the first difference, in words, with the round up to that point.
pub fn check(round: &[Event], document: &dyn Document) -> Result<(), String> {
    course::check(round, document)?;
    check_lines(round, document)
}

/// Compares the lines of one round with the document.
///
/// # Errors
/// Returns the first difference, in words, with the round up to that point.
pub fn check_lines(round: &[Event], document: &dyn Document) -> Result<(), String> {
    let mut walk = Walk::new(round, document)?;
    let mut ended = false;
    for event in round {
        walk.step(&event.what).map_err(|trouble| tell(&trouble, &walk))?;
        if matches!(event.what, What::RoundEnded { .. }) {
            ended = true;
            break;
        }
    }
    if !ended {
        return Err("the round has not ended".into());
    }
    walk.finish().map_err(|trouble| tell(&trouble, &walk))
}

fn tell(trouble: &str, walk: &Walk<'_>) -> String {
    let mut text = format!("the settlement differs from the rule text\n{trouble}\n{}", walk.now);
    for line in &walk.out {
        text.push_str(&format!("  line {}: {}\n", line.seq, Shown(line)));
    }
    for line in walk.owed_lines() {
        text.push_str(&format!("  owed: {line}\n"));
    }
    text
}
