//! An expected settlement line according to the rule text, and its differences from a line of the record.

use super::facts::Staked;
use super::pay::{Pays, Price};
use engine::{Against, Beneficiary, Line, LineKind, MeterId, Outcome, Patron, Spot};
use felt::{Money, Pay};
use std::fmt;

/// An expected line.
#[derive(Clone, Debug)]
pub struct Expected {
    /// What kind of line.
    pub kind: LineKind,
    /// The wager's number, if the line concerns one.
    pub number: Option<u32>,
    /// The patron.
    pub patron: Patron,
    /// The patron's box.
    pub spot: Spot,
    /// The hand in whose turn the line comes; for an envy bonus the envied hand.
    pub turn: Spot,
    /// The wager's word.
    pub wager: &'static str,
    /// Whether the dealers receive its win.
    pub for_dealers: bool,
    /// How it ends.
    pub outcome: Option<Outcome>,
    /// The whole stake.
    pub stake: i64,
    /// The basis of the computation, if it is not the stake.
    pub basis: Option<i64>,
    /// What is paid on top of the stake.
    pub paid: Paid,
    /// What is returned of the stake.
    pub returned: i64,
    /// The odds, if it is paid at odds.
    pub odds: Option<Price>,
    /// The line that a reversal undoes.
    pub undoes: Option<Line>,
    /// The wager at whose line a cap begins.
    pub cuts: Option<u32>,
    /// The paragraphs, for messages.
    pub why: &'static str,
}

/// How much a line pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paid {
    /// An amount, by the house.
    Amount(i64),
    /// What the meter with this word grants for a share of it, in hundredths of a percent.
    Meter(&'static str, u32),
    /// The amount above a posted limit, known only once the lines before it are there.
    Above(Limit),
}

/// A posted limit on what a wager is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The limit in minor units.
    pub most: i64,
    /// Whether it applies to all wagers of the word in the round together and not to each.
    pub in_round: bool,
}

impl Expected {
    /// The line of a wager.
    pub fn wager(w: Staked, outcome: Outcome, paid: Paid, returned: i64, why: &'static str) -> Expected {
        Expected {
            kind: LineKind::Wager,
            number: Some(w.number),
            patron: w.patron,
            spot: w.spot,
            turn: w.spot,
            wager: w.kind,
            for_dealers: w.for_dealers,
            outcome: Some(outcome),
            stake: w.stake,
            basis: None,
            paid,
            returned,
            odds: None,
            undoes: None,
            cuts: None,
            why,
        }
    }

    /// Collected.
    pub fn loses(w: Staked, why: &'static str) -> Expected {
        Expected::wager(w, Outcome::Loses, Paid::Amount(0), 0, why)
    }

    /// Neither paid nor collected.
    pub fn pushes(w: Staked, why: &'static str) -> Expected {
        Expected::wager(w, Outcome::Pushes, Paid::Amount(0), w.stake, why)
    }

    /// Undone and returned.
    pub fn back(w: Staked, why: &'static str) -> Expected {
        Expected::wager(w, Outcome::Returned, Paid::Amount(0), w.stake, why)
    }

    /// An award without a stake.
    pub fn award(patron: Patron, spot: Spot, turn: Spot, wager: &'static str, amount: i64) -> Expected {
        Expected {
            kind: LineKind::Award,
            number: None,
            patron,
            spot,
            turn,
            wager,
            for_dealers: false,
            outcome: None,
            stake: 0,
            basis: None,
            paid: Paid::Amount(amount),
            returned: 0,
            odds: None,
            undoes: None,
            cuts: None,
            why: if wager == "envy" { "MLP-7.II" } else { "a ruling" },
        }
    }

    /// Paid at odds.
    ///
    /// # Errors
    /// Fails if the table cannot pay that.
    pub fn wins(w: Staked, price: Price, pays: &Pays, why: &'static str) -> Result<Expected, String> {
        let paid = pays.win(w.stake, price)?;
        let mut line = Expected::wager(w, Outcome::Wins, Paid::Amount(paid), w.stake, why);
        line.odds = Some(price);
        Ok(line)
    }

    /// Paid an amount; the stake is not returned.
    pub fn prize(w: Staked, paid: i64, why: &'static str) -> Expected {
        Expected::wager(w, Outcome::Wins, Paid::Amount(paid), 0, why)
    }

    /// The bet for the dealers beside a wager, which ends in the same way.
    ///
    /// # Errors
    /// Fails if the table cannot pay that.
    pub fn beside(&self, theirs: Staked, pays: &Pays) -> Result<Expected, String> {
        match (self.outcome, self.odds) {
            (Some(Outcome::Wins), Some(price)) => Expected::wins(theirs, price, pays, self.why),
            (Some(Outcome::Loses), _) => Ok(Expected::loses(theirs, self.why)),
            _ => Ok(Expected::pushes(theirs, self.why)),
        }
    }

    /// Returns the cap on these lines of one hand, if together they pay more than a hand may be paid. It begins at the
    /// first of them; the wager it names is left open.
    pub fn cap(lines: &[Expected], most: i64, why: &'static str) -> Option<Expected> {
        let amount = |line: &Expected| if let Paid::Amount(paid) = line.paid { paid } else { 0 };
        let cut = lines.iter().map(amount).sum::<i64>() - most;
        let first = lines.first().filter(|_| cut > 0)?;
        let mut line = Expected::award(first.patron, first.spot, first.spot, "", -cut);
        line.kind = LineKind::Cap;
        line.cuts = first.number;
        line.why = why;
        Some(line)
    }

    /// The cap on this line of a wager above a posted limit, right after the line; dropped if it is zero.
    pub fn above(&self, limit: Limit, why: &'static str) -> Expected {
        let mut line = Expected::award(self.patron, self.spot, self.spot, self.wager, 0);
        line.kind = LineKind::Cap;
        line.for_dealers = self.for_dealers;
        line.paid = Paid::Above(limit);
        line.cuts = self.number;
        line.why = why;
        line
    }

    /// Undoes a line of the record.
    pub fn reversal(line: &Line, why: &'static str) -> Expected {
        Expected {
            kind: LineKind::Reversal,
            number: line.number.map(|number| number.0),
            patron: line.patron,
            spot: line.spot,
            turn: line.spot,
            wager: line.wager.word(),
            for_dealers: line.beneficiary == Beneficiary::Dealers,
            outcome: line.outcome,
            stake: line.stake.as_minor(),
            basis: Some(line.basis.as_minor()),
            paid: Paid::Amount(-line.paid.as_minor()),
            returned: -line.returned.as_minor(),
            odds: None,
            undoes: Some(*line),
            cuts: None,
            why,
        }
    }

    /// Returns the fields in which the line differs from this one. `out` are the lines before it, `granted` is what the
    /// meter has granted and has not been paid yet.
    pub fn differences(&self, line: &Line, out: &[Line], granted: Option<(MeterId, Money)>) -> Vec<String> {
        let mut found = Vec::new();
        let mut same = |what: &str, wanted: String, got: String| {
            if wanted != got {
                found.push(format!("{what} should be {wanted}, is {got}"));
            }
        };
        let (paid, against) = match (self.paid, granted) {
            (Paid::Meter(meter, _), None) => ("what the meter grants".to_owned(), format!("meter {meter}")),
            (Paid::Meter(meter, _), Some((_, amount))) => {
                (amount.as_minor().to_string(), format!("meter {meter}"))
            }
            (Paid::Amount(paid), _) => (paid.to_string(), Against::House.to_string()),
            (Paid::Above(_), _) => ("less".to_owned(), Against::House.to_string()),
        };
        if let Paid::Meter(_, share) = self.paid {
            let share = Pay::MeterPercent(share).to_string();
            same("share", share, line.share.map_or("-".to_owned(), |share| share.pay().to_string()));
        }
        let against = self.undoes.map_or(against, |undone| undone.against.to_string());
        let word = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::word).to_owned();
        same("kind", self.kind.word().into(), line.kind.word().into());
        same("patron", self.patron.to_string(), line.patron.to_string());
        same("paid", paid, line.paid.as_minor().to_string());
        same("returned", self.returned.to_string(), line.returned.as_minor().to_string());
        same("charged", "0".into(), line.charged.as_minor().to_string());
        same("against", against, line.against.to_string());
        let whom = if self.for_dealers { Beneficiary::Dealers } else { Beneficiary::Patron };
        same("for", format!("{whom:?}"), format!("{:?}", line.beneficiary));
        let undone = self.undoes.map(|undone| undone.seq);
        same("reverses", format!("{undone:?}"), format!("{:?}", line.reverses));
        let reversal = self.kind == LineKind::Reversal;
        let award = self.kind == LineKind::Award;
        let cap = self.kind == LineKind::Cap;
        if !(award && line.spot == self.turn) && self.wager != "ruling" {
            same("spot", self.spot.to_string(), line.spot.to_string());
        }
        if cap {
            let of = |other: &&Line| other.kind == LineKind::Wager && other.number.map(|n| n.0) == self.cuts;
            let first = out.iter().rfind(of).map(|other| other.seq);
            same("cuts", format!("{first:?}"), format!("{:?}", line.cuts));
        }
        if !cap {
            same("number", format!("{:?}", self.number), format!("{:?}", line.number.map(|n| n.0)));
        }
        // A limit over several wagers may name any of them.
        if !(cap && self.wager.is_empty()) {
            same("wager", self.wager.into(), line.wager.word().into());
        }
        if !(cap || reversal) {
            same("cuts", "None".into(), format!("{:?}", line.cuts));
        }
        if !(reversal && self.outcome.is_some() && line.outcome == Some(Outcome::Returned)) {
            same("outcome", word(self.outcome), word(line.outcome));
        }
        let (stake, basis) = (line.stake.as_minor(), line.basis.as_minor());
        if !(reversal && stake == -self.stake) {
            same("stake", self.stake.to_string(), stake.to_string());
        }
        let grew_by = self.basis.unwrap_or(self.stake);
        let undone = self.undoes.map_or(grew_by, |line| line.basis.as_minor());
        if !(reversal && (basis == -undone || basis == 0)) {
            same("basis", grew_by.to_string(), basis.to_string());
        }
        if let Some((win, per)) = self.odds {
            let got = line.odds.map(|odds| (i64::from(odds.win_units()), i64::from(odds.per_units())));
            if got.is_none_or(|(w, p)| w * per != p * win) {
                same("odds", format!("{win} to {per}"), format!("{got:?}"));
            }
        }
        found
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind != LineKind::Wager {
            write!(f, "{} ", self.kind.word())?;
        }
        let outcome = self.outcome.map_or("-", Outcome::word);
        write!(f, "{} at {} {} {outcome} stake {}", self.patron, self.spot, self.wager, self.stake)?;
        match self.paid {
            Paid::Amount(paid) => write!(f, " paid {paid}")?,
            Paid::Meter(meter, _) => write!(f, " paid by the meter {meter}")?,
            Paid::Above(limit) => write!(f, " paid no more than {}", limit.most)?,
        }
        write!(f, " returned {} ({})", self.returned, self.why)
    }
}

/// A line of the record, printed in the format of an expected one.
pub struct Shown<'a>(pub &'a Line);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.0;
        if line.kind != LineKind::Wager {
            write!(f, "{} ", line.kind.word())?;
        }
        let outcome = line.outcome.map_or("-", Outcome::word);
        let [stake, paid, returned] = [line.stake, line.paid, line.returned].map(Money::as_minor);
        let (patron, spot, wager) = (line.patron, line.spot, line.wager);
        write!(f, "{patron} at {spot} {wager} {outcome} stake {stake} paid {paid} returned {returned}")
    }
}
