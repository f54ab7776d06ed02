//! A second settlement of Ohio blackjack, slow and obvious, written from the rule text alone.
//!
//! It shares no code with `crates/games` and was written without reading it. It takes the events of one round, ignores
//! what they say about results (`Decided`, `Settled`, every citation), computes from the cards, the wagers and the
//! choices which chips must move in which order, and compares that with the `Settled` lines. If they differ, one of the
//! two has misread the document.
//!
//! - [`Terms::new`] reads the prices from the rule book's text and the table's choices.
//! - [`Round::read`] reads one round; [`settle`] says what must be paid; [`check`] compares.
//! - [`check_all`] does so for every finished round of a longer record.
//!
//! Lines that are compared as a set, because the text does not give their order:
//!
//! 1. the stakes returned when a round is void: no paragraph covers a void round (a ruling does);
//! 2. the open wagers returned when the floor voids one hand by a ruling;
//! 3. the House Money lines before play in the pitch game: patrons show hidden hands in any order (16.II.E only says
//!    "the dealer will pay"); blackjacks that are face up by then are paid after them. If a hand is shown later, its
//!    blackjack is paid immediately (8.I, 8.II) and House Money waits for the end;
//! 4. after a missed blackjack, the lines that undo collected insurance and those that pay it: the text (15.IX.B) does
//!    not mention insurance at all. It is checked that each wager is undone before it is paid.
//!
//! Fields that are not compared: for an award by ruling, everything but kind, patron, paid and returned; for a
//! reversal, the sign of the stake and whether its outcome repeats the line or is `returned`; for a stake returned in a
//! void round, whether the line's stake still counts the part that was won and removed.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]
#![allow(unreachable_pub, reason = "a module of test crates")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "test code: a wrong rule book or record stops the test"
)]

mod audit;
mod count;
mod round;
mod terms;
mod walk;

pub use round::Round;
pub use terms::Terms;

use engine::{Beneficiary, Event, Line, LineKind, Outcome, Patron, Spot, WagerNumber, What};
use felt::Money;
use std::fmt;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["ohio/blackjack"],
    by: |_, config| {
        let terms = Terms::read(config);
        crate::Rounds::checked(move |round| check(round, &terms))
    },
};

/// A settlement line as the rule text demands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What kind of line.
    pub kind: LineKind,
    /// The wager's number in the round, if the line concerns one.
    pub number: Option<WagerNumber>,
    /// The patron.
    pub patron: Patron,
    /// The hand.
    pub spot: Spot,
    /// The wager's word.
    pub wager: &'static str,
    /// Whether the dealers receive its win.
    pub for_dealers: bool,
    /// How it ends.
    pub outcome: Option<Outcome>,
    /// The whole stake.
    pub stake: Money,
    /// What is paid on top of the stake.
    pub paid: Money,
    /// What is returned of the stake.
    pub returned: Money,
    /// Lines with the same group, other than 0, may come in any order among themselves.
    pub group: u32,
    /// Which fields the text leaves open.
    pub open: Open,
}

/// Which fields of a line are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// All are compared.
    Nothing,
    /// An award by ruling: only kind, patron and amounts are compared.
    AllButAmounts,
    /// A reversal: the stake may carry a sign and the outcome may read `returned`.
    ReversalStyle,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(
            f,
            self.kind,
            self.patron,
            self.spot,
            self.wager,
            self.outcome,
            [self.stake, self.paid, self.returned],
        )
    }
}

/// A line of the record, printed in the format of an expected one.
struct Shown<'a>(&'a Line);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { kind, patron, spot, wager, outcome, stake, paid, returned, .. } = *self.0;
        show(f, kind, patron, spot, wager.word(), outcome, [stake, paid, returned])
    }
}

fn show(
    f: &mut fmt::Formatter<'_>,
    kind: LineKind,
    patron: Patron,
    spot: Spot,
    wager: &str,
    outcome: Option<Outcome>,
    [stake, paid, returned]: [Money; 3],
) -> fmt::Result {
    if kind != LineKind::Wager {
        write!(f, "{} ", kind.word())?;
    }
    write!(
        f,
        "{patron} at {spot} {wager} {} stake {} paid {} returned {}",
        outcome.map_or("-", Outcome::word),
        stake.as_minor(),
        paid.as_minor(),
        returned.as_minor()
    )
}

/// Returns what must be paid in the round, in the order of payment.
///
/// # Panics
/// If the record cannot be settled, for example because a card that matters was never shown; [`check`] reports that.
pub fn settle(round: &Round, terms: &Terms) -> Vec<Expected> {
    walk::settle(round, terms, None).unwrap_or_else(|trouble| panic!("{trouble}\n{round}"))
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
    let round = Round::read(events);
    let lines: Vec<Line> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Settled(line) => Some(line),
            _ => None,
        })
        .collect();
    // When a ruling voids the round, the number of lines paid by then depends on the record's timing and
    // not on the rules: it is read from the position of the ruling. The content of those lines is still checked.
    // An award by ruling is paid when it is ruled, whatever else is due by then, so it is not counted.
    let is_counted =
        |event: &&Event| matches!(event.what, What::Settled(line) if line.kind != LineKind::Award);
    let out_before_void = void_at(events).map(|at| events[..at].iter().filter(is_counted).count());
    let tell = |trouble: String| format!("{trouble}\n{round}");
    let expected = walk::settle(&round, terms, out_before_void).map_err(tell)?;
    compare(&expected, &lines).map_err(tell)?;
    audit::audit(&round, terms).map_err(tell)
}

/// Checks every finished round of a record and returns how many there were.
///
/// # Errors
/// Returns the differences of the first round that has any.
pub fn check_all(events: &[Event], terms: &Terms) -> Result<usize, String> {
    let mut checked = 0;
    for round in rounds(events) {
        check(round, terms)?;
        checked += 1;
    }
    Ok(checked)
}

/// Returns the finished rounds of a record, each from `RoundOpened` to `RoundEnded`.
pub fn rounds(events: &[Event]) -> Vec<&[Event]> {
    let mut found = Vec::new();
    let mut start = None;
    for (n, event) in events.iter().enumerate() {
        match event.what {
            What::RoundOpened { .. } => start = Some(n),
            What::RoundEnded { .. } => {
                if let Some(start) = start.take() {
                    found.push(&events[start..=n]);
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns the position at which the round was declared void.
fn void_at(events: &[Event]) -> Option<usize> {
    events.iter().position(|event| round::voids_round(&event.what))
}

fn compare(expected: &[Expected], lines: &[Line]) -> Result<(), String> {
    let mut troubles = Vec::new();
    for (n, line) in lines.iter().enumerate() {
        if usize::from(line.seq) != n + 1 {
            troubles.push(format!("line {} carries the number {}", n + 1, line.seq));
        }
        if !line.charged.is_zero() {
            troubles.push(format!(
                "line {} charges {}; blackjack knows no charge",
                n + 1,
                line.charged.as_minor()
            ));
        }
        troubles.extend(reversal_trouble(lines, n));
        // A wager is settled once; it is settled again only after the first line was undone.
        if let (LineKind::Wager, Some(number)) = (line.kind, line.number) {
            let stands = lines[..n].iter().find(|earlier| {
                earlier.kind == LineKind::Wager
                    && earlier.number == Some(number)
                    && !lines[..n].iter().any(|undoing| undoing.reverses == Some(earlier.seq))
            });
            if let Some(stands) = stands {
                troubles.push(format!("line {} settles what line {} has settled", n + 1, stands.seq));
            }
        }
    }
    let mut at = 0;
    while at < expected.len() || at < lines.len() {
        let (Some(wanted), Some(line)) = (expected.get(at), lines.get(at)) else {
            break;
        };
        if wanted.group == 0 {
            let differences = differences(wanted, line);
            if !differences.is_empty() {
                troubles.push(format!("line {}: {}", at + 1, differences.join(", ")));
            }
            at += 1;
            continue;
        }
        let end = at + expected[at..].iter().take_while(|e| e.group == wanted.group).count();
        let mut left: Vec<&Line> = lines[at..end.min(lines.len())].iter().collect();
        for wanted in &expected[at..end] {
            match left.iter().position(|line| differences(wanted, line).is_empty()) {
                Some(found) => {
                    left.remove(found);
                }
                None => troubles.push(format!("among lines {} to {end} none is: {wanted}", at + 1)),
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

/// Returns the fields in which the line differs from what was expected.
fn differences(wanted: &Expected, line: &Line) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, wanted: String, got: String| {
        if wanted != got {
            found.push(format!("{what} should be {wanted}, is {got}"));
        }
    };
    let minor = |money: Money| money.as_minor().to_string();
    compare("kind", wanted.kind.word().into(), line.kind.word().into());
    compare("patron", wanted.patron.to_string(), line.patron.to_string());
    compare("paid", minor(wanted.paid), minor(line.paid));
    compare("returned", minor(wanted.returned), minor(line.returned));
    if wanted.open == Open::AllButAmounts {
        return found;
    }
    compare("spot", wanted.spot.to_string(), line.spot.to_string());
    let dealers = line.beneficiary == Beneficiary::Dealers;
    compare("for the dealers", wanted.for_dealers.to_string(), dealers.to_string());
    compare("wager", wanted.wager.into(), line.wager.word().into());
    if wanted.number != line.number {
        compare("number", format!("{:?}", wanted.number), format!("{:?}", line.number));
    }
    let reversal = wanted.open == Open::ReversalStyle;
    if !(reversal && line.outcome == Some(Outcome::Returned)) {
        let word = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::word).to_owned();
        compare("outcome", word(wanted.outcome), word(line.outcome));
    }
    let stake_does = match wanted.open {
        Open::ReversalStyle => line.stake == -wanted.stake,
        Open::Nothing | Open::AllButAmounts => false,
    };
    if !stake_does {
        compare("stake", minor(wanted.stake), minor(line.stake));
    }
    // Checks that the odds of the line, if it has any, match the payment.
    if let Some(odds) = line.odds.filter(|_| line.kind == LineKind::Wager) {
        let (win, per) = (i64::from(odds.win_units()), i64::from(odds.per_units()));
        if line.stake.as_minor() * win != line.paid.as_minor() * per {
            found.push(format!("odds {odds} do not give {} on {}", minor(line.paid), minor(line.stake)));
        }
    }
    found
}

/// Checks that a reversal names an earlier line of the same wager, and that no line is undone twice.
fn reversal_trouble(lines: &[Line], n: usize) -> Option<String> {
    let line = &lines[n];
    if line.kind != LineKind::Reversal {
        return line.reverses.map(|undone| format!("line {} undoes {undone} but is no reversal", n + 1));
    }
    let Some(undone) = line.reverses else {
        return Some(format!("line {} is a reversal and names no line", n + 1));
    };
    let Some(first) = lines[..n].iter().find(|earlier| earlier.seq == undone) else {
        return Some(format!("line {} undoes {undone}, which is no earlier line", n + 1));
    };
    if first.number != line.number || first.kind == LineKind::Reversal {
        return Some(format!("line {} undoes {undone}, which is not a line of that wager", n + 1));
    }
    if line.paid != -first.paid || line.returned != -first.returned {
        return Some(format!("line {} does not undo the amounts of line {undone}", n + 1));
    }
    if lines[..n].iter().any(|other| other.reverses == Some(undone)) {
        return Some(format!("line {} undoes {undone} a second time", n + 1));
    }
    None
}
