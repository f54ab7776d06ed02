//! Compares the lines of the record with those that the rule text requires.

use super::Expected;
use engine::{Against, Beneficiary, Line, LineKind, Outcome, Patron, Spot};
use felt::Money;
use std::fmt;

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amounts = [self.stake, self.paid, self.returned];
        show(f, self.kind, self.patron, self.spot, self.wager, self.outcome, amounts)
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

/// Compares line by line; the lines of one group as a set.
pub fn compare(expected: &[Expected], lines: &[Line]) -> Result<(), String> {
    let mut troubles: Vec<String> = (0..lines.len()).flat_map(|n| line_troubles(lines, n)).collect();
    let mut at = 0;
    while let (Some(wanted), Some(line)) = (expected.get(at), lines.get(at)) {
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
    if wanted.wager.is_empty() {
        return found;
    }
    compare("wager", wanted.wager.into(), line.wager.word().into());
    // An award may be reported for the table.
    if !(wanted.hit_by.is_some() && line.spot == Spot::TABLE) {
        compare("spot", wanted.spot.to_string(), line.spot.to_string());
    }
    if wanted.number != line.number {
        compare("number", format!("{:?}", wanted.number), format!("{:?}", line.number));
    }
    let reversal = wanted.kind == LineKind::Reversal;
    if !(reversal && line.outcome == Some(Outcome::Returned)) {
        let word = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::word).to_owned();
        compare("outcome", word(wanted.outcome), word(line.outcome));
    }
    if !(reversal && line.stake == -wanted.stake) {
        compare("stake", minor(wanted.stake), minor(line.stake));
    }
    if let Some(basis) = wanted.basis {
        compare("basis", minor(basis), minor(line.basis));
    }
    if let (Some((win, per)), Some(odds), false) = (wanted.price, line.odds, reversal) {
        let (line_win, line_per) = (i64::from(odds.win_units()), i64::from(odds.per_units()));
        if win * line_per != per * line_win {
            found.push(format!("odds should be {win} to {per}, are {odds}"));
        }
    }
    found
}

/// Finds faults that no line may have, whatever was expected.
fn line_troubles(lines: &[Line], n: usize) -> Vec<String> {
    let line = &lines[n];
    let mut troubles = Vec::new();
    if usize::from(line.seq) != n + 1 {
        troubles.push(format!("line {} carries the number {}", n + 1, line.seq));
    }
    if !line.charged.is_zero() || line.cuts.is_some() {
        troubles.push(format!("line {} charges or cuts something", n + 1));
    }
    if line.beneficiary != Beneficiary::Patron || line.against != Against::House {
        troubles.push(format!("line {} is not between a patron and the house", n + 1));
    }
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
    troubles.extend(reversal_trouble(lines, n));
    troubles
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
    if first.number != line.number || first.patron != line.patron || first.kind == LineKind::Reversal {
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
