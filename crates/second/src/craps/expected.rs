//! Expected events after a roll, and their comparison with the record.

use super::terms::Price;
use engine::{Beneficiary, Line, LineKind, Outcome, Patron, Spot, WagerNumber, What};
use std::fmt;

/// One event that must come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Chips move.
    Line(Wanted),
    /// A come bet travels.
    Moves { number: WagerNumber, patron: Patron, from: &'static str, to: &'static str },
    /// A bet that is off stays although the roll would have decided it.
    Stays { number: WagerNumber, patron: Patron, wager: &'static str },
}

/// A settlement line according to the rule text, in minor units. A field that is `None` is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub kind: LineKind,
    pub number: Option<WagerNumber>,
    pub patron: Patron,
    pub beneficiary: Beneficiary,
    pub spot: Option<Spot>,
    pub wager: Option<&'static str>,
    pub outcome: Option<Outcome>,
    pub stake: Option<i64>,
    pub basis: Option<i64>,
    pub odds: Option<Price>,
    pub paid: i64,
    pub returned: i64,
    pub charged: i64,
}

impl Expected {
    /// Returns how the event differs from the expected one, in words; empty if it is as expected.
    pub fn differences(&self, what: &What) -> Vec<String> {
        match (self, what) {
            (Expected::Line(wanted), What::Settled(line)) => wanted.differences(line),
            (
                Expected::Moves { number, patron, from, to },
                What::WagerMoved { number: n, patron: p, from: f, to: t },
            ) if (number, patron, *from, *to) == (n, p, f.word(), t.word()) => Vec::new(),
            (
                Expected::Stays { number, patron, wager },
                What::WagerStays { number: n, patron: p, wager: w },
            ) if (number, patron, *wager) == (n, p, w.word()) => Vec::new(),
            _ => vec![format!("expected {self}, found {}", shown(what))],
        }
    }
}

impl Wanted {
    /// Returns the fields in which the line differs from what was expected.
    pub fn differences(&self, line: &Line) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |what: &str, wanted: String, got: String| {
            if wanted != got {
                found.push(format!("{what} should be {wanted}, is {got}"));
            }
        };
        compare("kind", self.kind.word().into(), line.kind.word().into());
        compare("number", number_word(self.number), number_word(line.number));
        compare("patron", self.patron.to_string(), line.patron.to_string());
        compare("beneficiary", self.beneficiary.word().into(), line.beneficiary.word().into());
        compare("paid", self.paid.to_string(), line.paid.as_minor().to_string());
        compare("returned", self.returned.to_string(), line.returned.as_minor().to_string());
        compare("charged", self.charged.to_string(), line.charged.as_minor().to_string());
        if let Some(spot) = self.spot {
            compare("spot", spot.to_string(), line.spot.to_string());
            compare("outcome", outcome_word(self.outcome), outcome_word(line.outcome));
        }
        if let Some(wager) = self.wager {
            compare("wager", wager.into(), line.wager.word().into());
        }
        if let Some(stake) = self.stake {
            compare("stake", stake.to_string(), line.stake.as_minor().to_string());
        }
        if let Some(basis) = self.basis {
            compare("basis", basis.to_string(), line.basis.as_minor().to_string());
        }
        if let Some((win, per)) = self.odds {
            let got = line.odds.map(|odds| (i64::from(odds.win_units()), i64::from(odds.per_units())));
            // 6 to 3 and 2 to 1 are the same odds.
            let same = got.is_some_and(|(w, p)| w * per == p * win);
            if !same {
                found.push(format!("odds should be {win} to {per}, are {got:?}"));
            }
        }
        found
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Line(wanted) => write!(f, "{wanted}"),
            Expected::Moves { number, patron, from, to } => {
                write!(f, "wager {} of {patron} moves from {from} to {to}", number.0)
            }
            Expected::Stays { number, patron, wager } => {
                write!(f, "wager {} of {patron}, {wager}, is off and stays", number.0)
            }
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amount = |amount: Option<i64>| amount.map_or("-".to_owned(), |amount| amount.to_string());
        write!(
            f,
            "{} {} of {}, {} {}: stake {} basis {} paid {} returned {} charged {}",
            self.kind.word(),
            number_word(self.number),
            self.patron,
            self.wager.unwrap_or("-"),
            outcome_word(self.outcome),
            amount(self.stake),
            amount(self.basis),
            self.paid,
            self.returned,
            self.charged
        )
    }
}

/// Prints an event of the record in the format of an expected one.
pub fn shown(what: &What) -> String {
    match what {
        What::Settled(line) => Wanted {
            kind: line.kind,
            number: line.number,
            patron: line.patron,
            beneficiary: line.beneficiary,
            spot: Some(line.spot),
            wager: Some(line.wager.word()),
            outcome: line.outcome,
            stake: Some(line.stake.as_minor()),
            basis: Some(line.basis.as_minor()),
            odds: None,
            paid: line.paid.as_minor(),
            returned: line.returned.as_minor(),
            charged: line.charged.as_minor(),
        }
        .to_string(),
        What::WagerMoved { number, patron, from, to } => {
            format!("wager {} of {patron} moves from {from} to {to}", number.0)
        }
        What::WagerStays { number, patron, wager } => {
            format!("wager {} of {patron}, {wager}, is off and stays", number.0)
        }
        other => format!("{other:?}"),
    }
}

fn number_word(number: Option<WagerNumber>) -> String {
    number.map_or("-".into(), |number| number.0.to_string())
}

fn outcome_word(outcome: Option<Outcome>) -> String {
    outcome.map_or("-", Outcome::word).into()
}
