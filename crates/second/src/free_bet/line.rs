//! An expected settlement line according to the rule text, and its differences from a line of the record.

use super::record::Staked;
use engine::{Against, Beneficiary, Line, LineKind, Outcome, Patron, Spot};
use felt::{Money, OddsForm};
use std::fmt;

/// An expected line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What kind of line.
    pub kind: LineKind,
    /// The wager's number, if the line concerns one.
    pub number: Option<u32>,
    /// The patron.
    pub patron: Patron,
    /// Who receives it.
    pub beneficiary: Beneficiary,
    /// The hand.
    pub spot: Spot,
    /// The wager's word.
    pub wager: &'static str,
    /// How it ends.
    pub outcome: Option<Outcome>,
    /// The whole stake.
    pub stake: i64,
    /// The amount to which odds were applied.
    pub basis: i64,
    /// What is paid on top of the stake.
    pub paid: i64,
    /// What is returned of the stake.
    pub returned: i64,
    /// The meter that pays.
    pub meter: Option<String>,
    /// The line that a posted limit cuts.
    pub cuts: Option<usize>,
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
    /// An award of the game: its spot is open.
    Spot,
    /// A lammer that is removed: whether it is called lost or returned is open, since no money moves.
    LammerUndone,
    /// A reversal: the stake may carry a sign and the outcome may read `returned`.
    ReversalStyle,
}

impl Expected {
    /// A wager's line.
    pub fn wager(w: &Staked, outcome: Outcome, paid: i64, returned: i64, group: u32) -> Expected {
        Expected {
            kind: LineKind::Wager,
            number: Some(w.number),
            patron: w.patron,
            beneficiary: w.beneficiary,
            spot: w.spot,
            wager: w.kind,
            outcome: Some(outcome),
            stake: w.stake,
            basis: w.basis(),
            paid,
            returned,
            meter: None,
            cuts: None,
            group,
            open: Open::Nothing,
        }
    }

    /// An award without a stake.
    pub fn award(patron: Patron, spot: Spot, wager: &'static str, amount: i64, group: u32) -> Expected {
        let dealers = wager == "dealer-envy";
        Expected {
            kind: LineKind::Award,
            number: None,
            patron,
            beneficiary: if dealers { Beneficiary::Dealers } else { Beneficiary::Patron },
            spot,
            wager,
            outcome: None,
            stake: 0,
            basis: 0,
            paid: amount,
            returned: 0,
            meter: None,
            cuts: None,
            group,
            open: if dealers { Open::Spot } else { Open::AllButAmounts },
        }
    }

    /// Takes off the payment beyond a posted limit. `cuts` is the number of the line before.
    pub fn cap(w: &Staked, beyond: i64, cuts: usize) -> Expected {
        Expected {
            kind: LineKind::Cap,
            number: None,
            outcome: None,
            stake: 0,
            basis: 0,
            cuts: Some(cuts),
            ..Expected::wager(w, Outcome::Loses, -beyond, 0, 0)
        }
    }

    /// The line that undoes this one.
    pub fn undone(&self, group: u32) -> Expected {
        let open = match self.open {
            Open::AllButAmounts => Open::AllButAmounts,
            _ => Open::ReversalStyle,
        };
        Expected {
            kind: LineKind::Reversal,
            paid: -self.paid,
            returned: -self.returned,
            group,
            open,
            ..self.clone()
        }
    }

    /// Returns the fields in which the line differs from this one. `rounded_to` is the coin, if payments are rounded.
    pub fn differences(&self, line: &Line, rounded_to: Option<i64>) -> Vec<String> {
        let mut found = Vec::new();
        let mut same = |what: &str, wanted: String, got: String| {
            if wanted != got {
                found.push(format!("{what} should be {wanted}, is {got}"));
            }
        };
        let minor = |money: Money| money.as_minor().to_string();
        same("kind", self.kind.word().into(), line.kind.word().into());
        same("patron", self.patron.to_string(), line.patron.to_string());
        same("paid", self.paid.to_string(), minor(line.paid));
        same("returned", self.returned.to_string(), minor(line.returned));
        if self.open == Open::AllButAmounts {
            return found;
        }
        let for_whom = |beneficiary: Beneficiary| format!("{beneficiary:?}");
        same("beneficiary", for_whom(self.beneficiary), for_whom(line.beneficiary));
        same("wager", self.wager.into(), line.wager.word().into());
        let number = line.number.map(|number| number.0);
        same("number", format!("{:?}", self.number), format!("{number:?}"));
        let against =
            self.meter.as_ref().map_or(Against::House.to_string(), |meter| format!("meter {meter}"));
        same("against", against, line.against.to_string());
        // The spot of an award of the game is open, also when it is undone.
        if self.open != Open::Spot && self.number.is_some() {
            same("spot", self.spot.to_string(), line.spot.to_string());
        }
        if self.kind == LineKind::Cap {
            let cuts = line.cuts.map(usize::from);
            same("cuts", format!("{:?}", self.cuts), format!("{cuts:?}"));
        }
        let reversal = self.open == Open::ReversalStyle;
        let either = match self.open {
            Open::ReversalStyle => line.outcome == Some(Outcome::Returned),
            Open::LammerUndone => line.outcome == Some(Outcome::Loses),
            _ => false,
        };
        if !either {
            let word = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::word).to_owned();
            same("outcome", word(self.outcome), word(line.outcome));
        }
        if !(reversal && line.stake.as_minor() == -self.stake) {
            same("stake", self.stake.to_string(), minor(line.stake));
        }
        if self.kind == LineKind::Wager {
            if self.outcome == Some(Outcome::Wins) && self.meter.is_none() {
                same("basis", self.basis.to_string(), minor(line.basis));
            }
            found.extend(odds_trouble(line, rounded_to));
        }
        found
    }
}

/// Checks that the odds of the line, if it has any, match the payment.
fn odds_trouble(line: &Line, rounded_to: Option<i64>) -> Option<String> {
    let odds = line.odds?;
    let (win, per) = (i64::from(odds.win_units()), i64::from(odds.per_units()));
    // Odds "for one" include the stake, which is not returned beside the payment.
    let win = if odds.form() == OddsForm::For && line.returned.is_zero() { win + per } else { win };
    let off = (line.basis.as_minor() * win - line.paid.as_minor() * per).abs();
    let allowed = rounded_to.map_or(0, |coin| coin * per);
    let wrong = if allowed == 0 { off != 0 } else { off >= allowed };
    wrong.then(|| format!("odds {odds} do not give {} on {}", line.paid.as_minor(), line.basis.as_minor()))
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let money = [self.stake, self.paid, self.returned];
        show(f, self.kind, self.patron, self.beneficiary, self.spot, self.wager, self.outcome, money)?;
        match &self.meter {
            Some(meter) => write!(f, " from the meter {meter}"),
            None => Ok(()),
        }
    }
}

/// A line of the record, printed in the format of an expected one.
pub struct Shown<'a>(pub &'a Line);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { kind, patron, beneficiary, spot, wager, outcome, stake, paid, returned, .. } = *self.0;
        let money = [stake, paid, returned].map(Money::as_minor);
        show(f, kind, patron, beneficiary, spot, wager.word(), outcome, money)?;
        match self.0.against {
            Against::House => Ok(()),
            against => write!(f, " from the {against}"),
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "the fields that people read of a line")]
fn show(
    f: &mut fmt::Formatter<'_>,
    kind: LineKind,
    patron: Patron,
    beneficiary: Beneficiary,
    spot: Spot,
    wager: &str,
    outcome: Option<Outcome>,
    [stake, paid, returned]: [i64; 3],
) -> fmt::Result {
    if kind != LineKind::Wager {
        write!(f, "{} ", kind.word())?;
    }
    let dealers = if beneficiary == Beneficiary::Dealers { " for the dealers" } else { "" };
    let outcome = outcome.map_or("-", Outcome::word);
    write!(f, "{patron} at {spot} {wager}{dealers} {outcome} stake {stake} paid {paid} returned {returned}")
}
