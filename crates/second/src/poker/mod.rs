//! What second settlements of poker tables share: the *reading* of a round. What a document says about a game is in
//! that game's own folder, behind [`Document`].
//!
//! It shares no code with `crates/games`. It takes the events of one round, forgets what they say about results
//! (`Decided`, `Announced`, every citation), works out from the cards, the wagers, the choices, the reports and the
//! rulings which chips must move in which order, and compares that with the `Settled` lines one by one. What a meter
//! grants is taken from `MeterGranted`; that it is asked in the turn of exactly the hands that deserve it is checked.
//!
//! - `facts`: boxes, cards by place, wagers, decisions, folds and voids, as the events tell them;
//! - `document`: what a game must answer about them, with [`Document::expected`] for the end of its round;
//! - `line`: a line as it must be, and in what one of the record differs from it;
//! - `walk`: when lines become due, what undoes them, and that each line of the record is one that is due;
//! - `course`: the order in which cards come while nothing goes wrong;
//! - `rank`, `pay`, `progressive`: hands of five to seven cards by slow enumeration, odds in coins, appendix L.
//!
//! Where neither a text nor a ruling gives an order, any order does:
//!
//! 1. what goes back at the close of bets to boxes that do not take part, which may be told as lines or as wagers
//!    taken back; so may what a decision withdraws;
//! 2. the progressive wager that a fold forfeits (MLP-6.III): at the fold or at any time until the round ends;
//! 3. the envy bonuses for one hand among themselves (MLP-7.II); they come between that hand's progressive line
//!    and the next player's lines, and may name the box of the receiver or of the envied hand;
//! 4. what goes back after a dealer's card was exposed, all before what stands; and the players among themselves
//!    when that is settled then;
//! 5. everything that goes back when a round or a hand is void. A wager is undone before it goes back a second
//!    time; one that has gone back already may be left as it is;
//! 6. where an award by ruling falls among other lines.
//!
//! Fields that are not compared: the rules cited; of a cap, which wager it names; of an award by ruling, the box;
//! of a reversal, the sign of stake and basis, and whether its outcome repeats the line or says `returned`.
//!
//! Readings taken here where the texts leave a choice: a progressive wager forfeited by a fold stays forfeited
//! when a dealer's card is exposed afterwards; an envied hand need not have a progressive wager of its own; an
//! award by ruling outlives a void round and an envy bonus does not.

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
/// The first difference, in words, with the round as far as it had come.
pub fn check(round: &[Event], document: &dyn Document) -> Result<(), String> {
    course::check(round, document)?;
    check_lines(round, document)
}

/// Compares the lines of one round with the document.
///
/// # Errors
/// The first difference, in words, with the round as far as it had come.
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
