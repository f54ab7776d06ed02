//! Compares settlement lines with what a scenario expects.

use super::ast::{ExpectedLine, Statement};
use crate::explain::explain_line;
use crate::layout::Spot;
use crate::people::Patron;
use crate::wager::{Beneficiary, Line, LineKind, Outcome};
use felt::{Currency, Money};
use std::collections::{BTreeSet, VecDeque};

/// The content of one `expect` item.
pub(super) struct Wanted<'a> {
    pub(super) patron: Option<Patron>,
    pub(super) spot: Option<Spot>,
    pub(super) beneficiary: Beneficiary,
    pub(super) lines: &'a [ExpectedLine],
    pub(super) currency: Currency,
}

/// What was found.
pub(super) struct Found {
    pub(super) evidence: BTreeSet<String>,
    pub(super) problems: Vec<String>,
}

/// A settlement line in the form in which a scenario expects it, without its rules.
pub fn expectation(line: &Line, currency: Currency) -> String {
    let whose = match line.spot.box_number {
        0 => line.patron.to_string(),
        _ => format!("{} at {}", line.patron, line.spot),
    };
    let whom = match line.beneficiary {
        Beneficiary::Patron => String::new(),
        other => format!(" for {}", other.word()),
    };
    let became = match (line.kind, line.outcome) {
        (LineKind::Wager, Some(outcome)) => format!("{} {}", line.wager, outcome.word()),
        (kind, _) => format!("{} {}", kind.word(), line.wager),
    };
    let odds = line.odds.filter(|_| line.kind == LineKind::Wager).map(|odds| odds.to_string());
    let back = match line.kind {
        LineKind::Wager if line.returned != usual_back(line, odds.as_deref()) => {
            format!(" back {}", currency.format_short(line.returned))
        }
        _ => String::new(),
    };
    let odds = odds.map(|odds| format!(" at {odds}")).unwrap_or_default();
    format!("{whose}{whom}: {became} {}{back}{odds}", currency.format_short(moved(line)))
}

/// Compares the next settlement lines with one item. The rules of the item must come from its lines together.
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
    if wanted.beneficiary != line.beneficiary {
        return Some(format!("this line is for {}", line.beneficiary.word()));
    }
    if expected.kind != line.kind.word() || expected.wager != line.wager.word() {
        return Some(format!("expected the line of {}", expected.wager));
    }
    if line.kind == LineKind::Wager && expected.outcome != line.outcome.map_or("", Outcome::word) {
        return Some(format!("expected that {} {}", expected.wager, expected.outcome));
    }
    amount_difference(wanted.currency, expected, line)
        .or_else(|| back_difference(wanted.currency, expected, line))
        .or_else(|| basis_difference(wanted.currency, expected, line))
        .or_else(|| odds_difference(expected, line))
}

/// The amount that a scenario gives for the line.
fn moved(line: &Line) -> Money {
    match (line.kind, line.outcome) {
        (LineKind::Wager, Some(Outcome::Wins)) | (LineKind::Award, _) => line.paid,
        (LineKind::Wager, Some(Outcome::Loses)) => line.stake - line.returned,
        (LineKind::Wager, Some(Outcome::Pushes | Outcome::Returned)) => line.returned,
        (LineKind::Charge | LineKind::Debt | LineKind::Collection, _) => line.charged,
        (LineKind::Cap, _) => -line.paid,
        (LineKind::Bank, _) => line.paid + line.returned,
        _ => line.stake,
    }
}

/// The returned part of the stake if a scenario does not give it: zero if the wager loses or is paid at odds that the
/// scenario writes "for 1", else the whole stake.
fn usual_back(line: &Line, odds: Option<&str>) -> Money {
    let is_for_one = odds.is_some_and(|odds| odds.contains(" for "));
    match line.outcome {
        Some(Outcome::Wins) if is_for_one => Money::ZERO,
        Some(Outcome::Wins | Outcome::Pushes | Outcome::Returned) => line.stake,
        Some(Outcome::Loses) | None => Money::ZERO,
    }
}

/// Checks the returned part of the stake, and that the line moves no other money than what it is named for.
fn back_difference(currency: Currency, expected: &ExpectedLine, line: &Line) -> Option<String> {
    if line.kind != LineKind::Wager {
        return None;
    }
    let back = match expected.back.as_deref().map(|text| currency.parse(text)) {
        None => usual_back(line, expected.odds.as_deref()),
        Some(Ok(amount)) => amount,
        Some(Err(error)) => return Some(error.to_string()),
    };
    let amount = |amount: Money| currency.format(amount);
    if back != line.returned {
        return Some(format!(
            "expected that {} of the stake come back, not {}",
            amount(back),
            amount(line.returned)
        ));
    }
    let unnamed = if line.outcome == Some(Outcome::Wins) { Money::ZERO } else { line.paid };
    (!unnamed.is_zero()).then(|| format!("{} is paid besides", amount(unnamed)))
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

    /// The line of a lammer worth ten, without money, on A's second hand.
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
        problems_of(&format!("expect A at 1.2: {said}"), line)
    }

    fn problems_of(said: &str, line: Line) -> Vec<String> {
        let text = format!("scenario t\n{said}   OH-FBB-1.I");
        let statement = parse(&text).unwrap().remove(0).statements.remove(0);
        let Act::Expect { patron, spot, beneficiary, lines } = &statement.act else { panic!("{text}") };
        let wanted = Wanted {
            patron: *patron,
            spot: *spot,
            beneficiary: *beneficiary,
            lines,
            currency: Currency::USD,
        };
        compare(&wanted, &statement, &mut VecDeque::from([line])).problems
    }

    /// The line of ten on A's second hand that wins fifteen.
    fn won(returned: i64, beneficiary: Beneficiary) -> Line {
        let mut wagers = Wagers::default();
        let spot = Spot { box_number: 1, hand: 2 };
        let wager = wagers.place(A, spot, WagerId::new(&"main"), Money::minor(1000));
        Line {
            outcome: Some(Outcome::Wins),
            paid: Money::minor(1500),
            returned: Money::minor(returned),
            beneficiary,
            cites: Cites::one(RULE),
            ..Line::of(wager)
        }
    }

    #[test]
    fn what_comes_back_of_a_stake_is_checked_whether_it_is_written_or_not() {
        let met = [("main wins 15", 1000), ("main wins 15 back 10", 1000), ("main wins 15 back 0", 0)];
        for (said, returned) in met {
            assert_eq!(problems(said, won(returned, Beneficiary::Patron)), Vec::<String>::new(), "{said}");
        }
        let missed = [
            ("main wins 15", 0),
            ("main wins 15", 500),
            ("main wins 15 back 0", 1000),
            ("main wins 15 back x", 0),
        ];
        for (said, returned) in missed {
            assert!(!problems(said, won(returned, Beneficiary::Patron)).is_empty(), "{said}");
        }
        let half = |returned: i64| Line {
            outcome: Some(Outcome::Loses),
            paid: Money::ZERO,
            ..won(returned, Beneficiary::Patron)
        };
        assert_eq!(problems("main loses 5 back 5", half(500)), Vec::<String>::new());
        assert!(!problems("main loses 5", half(500)).is_empty());
        let paid = Line { outcome: Some(Outcome::Pushes), ..won(1000, Beneficiary::Patron) };
        assert_eq!(
            problems("main pushes 10", paid),
            ["15.00 is paid besides; settled was: A at 1.2: main pushes, stake 10 returned   OH-FBB-1.I"]
        );
    }

    #[test]
    fn for_whom_a_line_pays_is_checked() {
        for (said, beneficiary, is_met) in [
            ("expect A at 1.2: main wins 15", Beneficiary::Patron, true),
            ("expect A at 1.2: main wins 15", Beneficiary::Dealers, false),
            ("expect A at 1.2 for dealers: main wins 15", Beneficiary::Dealers, true),
            ("expect A at 1.2 for dealers: main wins 15", Beneficiary::Patron, false),
        ] {
            assert_eq!(problems_of(said, won(1000, beneficiary)).is_empty(), is_met, "{said}");
        }
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
