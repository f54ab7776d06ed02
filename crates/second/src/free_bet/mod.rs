//! A second settlement of Free Bet Blackjack, Ride Free and Colorado's blackjack with all their side bets.
//!
//! It is slow and obvious, written from the rule texts alone; it shares no code with `crates/games` and was written
//! without reading it. It takes the events of one round, ignores what they say about results (`Decided`, `Settled`,
//! every citation), computes from the cards, the wagers, the choices and the meters which chips must move in which
//! order, and compares that with the `Settled` lines.
//!
//! - [`Terms::read`] has the documents' prices and pay tables ([`tables`]) and the table's choices; a rule book that
//!   pays anything else fails the test.
//! - [`Record::read`] reads one round; [`settle`] says what must be paid; [`check`] compares.
//!
//! Lines that are compared as a set, because no text gives their order: the stakes of a void round, of a void hand and
//! of a dead hand; the lines undone and paid again after a missed blackjack; a 21+3 with a bet for the dealers before
//! it and the dealers' envy; side bets on the first cards if the hole card was face up at the deal.
//!
//! Fields that are not compared: for an award by ruling everything but kind, patron and amounts; for the dealers' envy
//! the spot; for a reversal the sign of the stake and whether its outcome is `returned`; for a lammer that is removed,
//! whether it is called lost or returned.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]
#![allow(unreachable_pub, reason = "a module of test crates")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "test code: a wrong rule book or record stops the test"
)]

mod audit;
pub mod hands;
mod line;
mod look;
mod record;
mod sides;
pub mod tables;
pub mod terms;
mod walk;

pub use line::Expected;
pub use record::Record;
pub use terms::Terms;

use engine::{Event, Line, LineKind, RulingAct, What};
use line::Shown;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/free-bet-blackjack", "colorado/ride-free", "colorado/blackjack"],
    by: |book, config| {
        let terms = Terms::read(book, config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// Returns what must be paid in the round, in the order of payment.
///
/// # Panics
/// If the record cannot be settled, for example because a card that matters was never shown; [`check`] reports that.
pub fn settle(record: &Record, terms: &Terms) -> Vec<Expected> {
    walk::settle(record, terms, None).unwrap_or_else(|trouble| panic!("{trouble}\n{record}"))
}

/// Compares the lines of one round with the rule text, line by line.
///
/// # Errors
/// Returns the differences, in words.
pub fn check(events: &[Event], terms: &Terms) -> Result<(), String> {
    let ended = events.iter().position(|event| matches!(event.what, What::RoundEnded { .. }));
    let Some(ended) = ended else { return Err("the round has not ended".into()) };
    // Events after the end, such as an award between rounds, do not belong to the round.
    let events = &events[..=ended];
    let record = Record::read(events);
    let lines_of = |events: &[Event]| -> Vec<Line> {
        let line = |event: &Event| if let What::Settled(line) = event.what { Some(line) } else { None };
        events.iter().filter_map(line).collect()
    };
    // When the round is declared void, the number of lines paid by then depends on the record's timing and
    // not on the rules: it is read from the position of the ruling. The content of those lines is still checked.
    let void_at = events.iter().position(|event| voids_round(&event.what));
    // An award by ruling is paid when it is ruled, whatever else is due by then, so it is not counted.
    let is_counted = |line: &&Line| line.wager.word() != "ruling";
    let out_before_void = void_at.map(|at| lines_of(&events[..at]).iter().filter(is_counted).count());
    let tell = |trouble: String| format!("{trouble}\n{record}");
    let expected = walk::settle(&record, terms, out_before_void).map_err(tell)?;
    compare(&expected, &lines_of(events), terms).map_err(tell)?;
    audit::audit(&record, terms).map_err(tell)
}

/// Whether the fact makes the whole round void.
fn voids_round(fact: &What) -> bool {
    match fact {
        What::Ruled { act, .. } => *act == RulingAct::VoidRound,
        What::Remedied { remedy, .. } => remedy.word() == "round-void",
        _ => false,
    }
}

fn compare(expected: &[Expected], lines: &[Line], terms: &Terms) -> Result<(), String> {
    let rounded_to = terms.rounding.as_deref().filter(|word| *word != "exact").map(|_| terms.coin);
    let mut troubles: Vec<String> = (0..lines.len()).flat_map(|n| shape_troubles(lines, n)).collect();
    let mut at = 0;
    while at < expected.len().min(lines.len()) {
        let group = expected[at].group;
        let size =
            if group == 0 { 1 } else { expected[at..].iter().take_while(|e| e.group == group).count() };
        let end = at + size;
        let mut left: Vec<&Line> = lines[at..end.min(lines.len())].iter().collect();
        for wanted in &expected[at..end] {
            let found = left.iter().position(|line| wanted.differences(line, rounded_to).is_empty());
            match (found, left.first()) {
                (Some(found), _) => {
                    left.remove(found);
                }
                (None, Some(line)) if size == 1 => {
                    let differences = wanted.differences(line, rounded_to).join(", ");
                    troubles.push(format!("line {}: {differences}", at + 1));
                    left.clear();
                }
                _ => troubles.push(format!("among lines {} to {end} none is: {wanted}", at + 1)),
            }
        }
        for line in left {
            troubles.push(format!("among lines {} to {end} not foreseen: {}", at + 1, Shown(line)));
        }
        at = end;
    }
    if expected.len() != lines.len() {
        troubles.push(format!("{} lines expected, {} in the record", expected.len(), lines.len()));
    }
    if troubles.is_empty() {
        return Ok(());
    }
    let mut text = String::from("the settlement differs from the rule text\n");
    for trouble in troubles {
        text.push_str(&format!("  - {trouble}\n"));
    }
    text.push_str("expected:\n");
    for (n, line) in expected.iter().enumerate() {
        text.push_str(&format!("  {:>2} {line}\n", n + 1));
    }
    text.push_str("in the record:\n");
    for (n, line) in lines.iter().enumerate() {
        text.push_str(&format!("  {:>2} {}\n", n + 1, Shown(line)));
    }
    Err(text)
}

/// Finds faults of a line that are independent of its amounts: its number, a charge, a wager settled twice, a reversal
/// of nothing.
fn shape_troubles(lines: &[Line], n: usize) -> Vec<String> {
    let (line, earlier) = (&lines[n], &lines[..n]);
    let mut found = Vec::new();
    if usize::from(line.seq) != n + 1 {
        found.push(format!("line {} carries the number {}", n + 1, line.seq));
    }
    if !line.charged.is_zero() {
        found.push(format!("line {} charges {}; these games know no charge", n + 1, line.charged.as_minor()));
    }
    let undone = |seq: u16| earlier.iter().any(|undoing| undoing.reverses == Some(seq));
    if line.kind == LineKind::Wager && line.number.is_some() {
        let mut before = earlier.iter().filter(|e| e.kind == LineKind::Wager && e.number == line.number);
        if let Some(stands) = before.find(|e| !undone(e.seq)) {
            found.push(format!("line {} settles what line {} has settled", n + 1, stands.seq));
        }
    }
    match (line.kind, line.reverses) {
        (LineKind::Reversal, None) => found.push(format!("line {} is a reversal and names no line", n + 1)),
        (LineKind::Reversal, Some(seq)) => match earlier.iter().find(|e| e.seq == seq) {
            None => found.push(format!("line {} undoes {seq}, which is no earlier line", n + 1)),
            Some(first) => {
                if first.number != line.number || first.kind == LineKind::Reversal {
                    found.push(format!("line {} undoes {seq}, which is not a line of that wager", n + 1));
                }
                if line.paid != -first.paid || line.returned != -first.returned {
                    found.push(format!("line {} does not undo the amounts of line {seq}", n + 1));
                }
                if undone(seq) {
                    found.push(format!("line {} undoes {seq} a second time", n + 1));
                }
            }
        },
        (_, Some(seq)) => found.push(format!("line {} undoes {seq} but is no reversal", n + 1)),
        (_, None) => {}
    }
    found
}
