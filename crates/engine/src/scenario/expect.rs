//! Holding settlement lines to what a scenario expects of them.

use super::ast::{ExpectedLine, Statement};
use crate::explain::explain_line;
use crate::layout::Spot;
use crate::people::Patron;
use crate::wager::{Line, LineKind, Outcome};
use felt::{Currency, Money};
use std::collections::{BTreeSet, VecDeque};

/// What one `expect` item wants.
pub(super) struct Wanted<'a> {
    pub(super) patron: Option<Patron>,
    pub(super) spot: Option<Spot>,
    pub(super) lines: &'a [ExpectedLine],
    pub(super) currency: Currency,
}

/// What was found.
pub(super) struct Found {
    pub(super) evidence: BTreeSet<String>,
    pub(super) problems: Vec<String>,
}

/// A settlement line as a scenario would expect it, without its rules.
pub fn expectation(line: &Line, currency: Currency) -> String {
    let whose = match line.spot.box_number {
        0 => line.patron.to_string(),
        _ => format!("{} at {}", line.patron, line.spot),
    };
    let became = match (line.kind, line.outcome) {
        (LineKind::Wager, Some(outcome)) => format!("{} {}", line.wager, outcome.word()),
        (kind, _) => format!("{} {}", kind.word(), line.wager),
    };
    let odds = match line.kind {
        LineKind::Wager => line.odds.map(|odds| format!(" at {odds}")).unwrap_or_default(),
        _ => String::new(),
    };
    format!("{whose}: {became} {}{odds}", currency.format_short(moved(line)))
}

/// Compares the next settlement lines with one item. The item's rules are those of all its lines together.
pub(super) fn compare(wanted: &Wanted<'_>, statement: &Statement, pending: &mut VecDeque<Line>) -> Found {
    let mut problems = Vec::new();
    let mut cited = BTreeSet::new();
    if wanted.lines.is_empty() {
        for line in pending.drain(..) {
            problems.push(format!("not expected: {}", explain_line(&line, wanted.currency)));
        }
    }
    for expected in wanted.lines {
        let Some(line) = pending.pop_front() else {
            problems.push(format!("no such line was settled: {} {}", expected.wager, expected.outcome));
            continue;
        };
        if let Some(difference) = difference(wanted, expected, &line) {
            let was = explain_line(&line, wanted.currency);
            problems.push(format!("{difference}; settled was: {was}   {}", line.cites));
        }
        cited.extend(line.cites.iter().map(|rule| rule.id().to_owned()));
    }
    let expected: BTreeSet<String> = statement.rules.iter().cloned().collect();
    if problems.is_empty() && cited != expected {
        let missing: Vec<&str> = cited.difference(&expected).map(String::as_str).collect();
        let extra: Vec<&str> = expected.difference(&cited).map(String::as_str).collect();
        if !missing.is_empty() {
            problems.push(format!("these rules were applied too: {}", missing.join(" ")));
        }
        if !extra.is_empty() {
            problems.push(format!("these rules were not applied: {}", extra.join(" ")));
        }
    }
    let evidence = expected.intersection(&cited).cloned().collect();
    Found { evidence, problems }
}

fn difference(wanted: &Wanted<'_>, expected: &ExpectedLine, line: &Line) -> Option<String> {
    if wanted.patron.is_some_and(|patron| patron != line.patron) {
        return Some(format!("this line is {}'s", line.patron));
    }
    if wanted.spot.is_some_and(|spot| spot != line.spot) {
        return Some(format!("this line is at {}", line.spot));
    }
    if expected.kind != line.kind.word() || expected.wager != line.wager.word() {
        return Some(format!("expected the line of {}", expected.wager));
    }
    if line.kind == LineKind::Wager && expected.outcome != line.outcome.map_or("", Outcome::word) {
        return Some(format!("expected that {} {}", expected.wager, expected.outcome));
    }
    amount_difference(wanted.currency, expected, line)
        .or_else(|| basis_difference(wanted.currency, expected, line))
        .or_else(|| odds_difference(expected, line))
}

/// The amount that a scenario names for the line.
fn moved(line: &Line) -> Money {
    match (line.kind, line.outcome) {
        (LineKind::Wager, Some(Outcome::Wins)) | (LineKind::Award, _) => line.paid,
        (LineKind::Wager, Some(Outcome::Loses)) => line.stake - line.returned,
        (LineKind::Wager, Some(Outcome::Pushes | Outcome::Returned)) => line.returned,
        (LineKind::Charge, _) => line.charged,
        (LineKind::Cap, _) => -line.paid,
        _ => line.stake,
    }
}

fn amount_difference(currency: Currency, expected: &ExpectedLine, line: &Line) -> Option<String> {
    let moved = moved(line);
    match &expected.amount {
        Some(text) => match signed(currency, text) {
            Ok(amount) if amount == moved => None,
            Ok(_) => Some(format!("expected {text}, was {}", currency.format(moved))),
            Err(error) => Some(error.to_string()),
        },
        None if needs_amount(line, moved) => Some("say how much".into()),
        None => None,
    }
}

/// An amount that may be negative: a charge that is given back.
fn signed(currency: Currency, text: &str) -> Result<Money, felt::ParseMoneyError> {
    match text.strip_prefix('-') {
        Some(amount) => currency.parse(amount).map(|amount| -amount),
        None => currency.parse(text),
    }
}

fn basis_difference(currency: Currency, expected: &ExpectedLine, line: &Line) -> Option<String> {
    let text = expected.basis.as_ref()?;
    match currency.parse(text) {
        Ok(amount) if amount == line.basis => None,
        Ok(_) => Some(format!("expected on {text}, was on {}", currency.format(line.basis))),
        Err(error) => Some(error.to_string()),
    }
}

fn needs_amount(line: &Line, moved: Money) -> bool {
    matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
        && line.kind == LineKind::Wager
        && !moved.is_zero()
}

fn odds_difference(expected: &ExpectedLine, line: &Line) -> Option<String> {
    let wanted = expected.odds.as_ref()?;
    let was = line.odds.map(|odds| odds.to_string()).unwrap_or_default();
    (wanted != &was).then(|| format!("expected odds of {wanted}, was {was}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Cites, Rule};
    use crate::scenario::{Act, parse};
    use crate::wager::Wagers;
    use crate::words::WagerId;
    use felt::Odds;

    const A: Patron = Patron::A;
    const RULE: Rule = Rule::new(&"OH-FBB-1.I");

    /// The line of a lammer worth ten that stands alone on A's second hand.
    fn lammer(outcome: Outcome) -> Line {
        let mut wagers = Wagers::default();
        let spot = Spot { box_number: 1, hand: 2 };
        let wager = wagers.place(A, spot, WagerId::new(&"free-split"), Money::ZERO);
        wager.lammer = Money::minor(1000);
        let won = outcome == Outcome::Wins;
        Line {
            outcome: Some(outcome),
            odds: won.then_some(Odds::EVEN),
            paid: if won { wager.lammer } else { Money::ZERO },
            cites: Cites::one(RULE),
            ..Line::of(wager)
        }
    }

    fn problems(said: &str, line: Line) -> Vec<String> {
        let text = format!("scenario t\nexpect A at 1.2: {said}   OH-FBB-1.I");
        let statement = parse(&text).unwrap().remove(0).statements.remove(0);
        let Act::Expect { patron, spot, lines } = &statement.act else { panic!("{text}") };
        let wanted = Wanted { patron: *patron, spot: *spot, lines, currency: Currency::USD };
        compare(&wanted, &statement, &mut VecDeque::from([line])).problems
    }

    #[test]
    fn a_lammer_wins_its_worth_and_has_nothing_to_lose() {
        let met = [
            ("free-split wins 10", Outcome::Wins),
            ("free-split wins 10 on 10 at 1 to 1", Outcome::Wins),
            ("free-split pushes 0", Outcome::Pushes),
            ("free-split pushes", Outcome::Pushes),
            ("free-split loses 0", Outcome::Loses),
            ("free-split loses", Outcome::Loses),
            ("free-split loses 0 on 10", Outcome::Loses),
            ("free-split returned 0", Outcome::Returned),
        ];
        for (said, outcome) in met {
            assert_eq!(problems(said, lammer(outcome)), Vec::<String>::new(), "{said}");
        }
        let missed = [
            ("free-split wins", Outcome::Wins),
            ("free-split wins 0", Outcome::Wins),
            ("free-split wins 10 on 5", Outcome::Wins),
            ("free-split pushes 10", Outcome::Pushes),
            ("free-split loses 10", Outcome::Loses),
            ("free-split pushes 0", Outcome::Loses),
        ];
        for (said, outcome) in missed {
            assert!(!problems(said, lammer(outcome)).is_empty(), "{said}");
        }
    }
}
