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

fn amount_difference(currency: Currency, expected: &ExpectedLine, line: &Line) -> Option<String> {
    let moved = match (line.kind, line.outcome) {
        (LineKind::Wager, Some(Outcome::Wins)) | (LineKind::Award, _) => line.paid,
        (LineKind::Wager, Some(Outcome::Loses)) => line.stake - line.returned,
        (LineKind::Wager, Some(Outcome::Pushes | Outcome::Returned)) => line.returned,
        (LineKind::Charge, _) => line.charged,
        (LineKind::Cap, _) => -line.paid,
        _ => line.stake,
    };
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
