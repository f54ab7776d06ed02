//! An expected settlement line according to the rule text, and its differences from a line of the record.

use crate::poker::pay::Price;
use engine::{Against, Beneficiary, Line, LineKind, Outcome, Patron, Spot, WagerNumber};
use std::cmp::Ordering;
use std::fmt;

/// A wager on the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bet {
    /// Its number.
    pub number: WagerNumber,
    /// Who laid it.
    pub patron: Patron,
    /// Who receives its proceeds.
    pub beneficiary: Beneficiary,
    /// The patron's place.
    pub spot: Spot,
    /// Its word.
    pub kind: &'static str,
    /// The stake in minor units.
    pub stake: i64,
}

/// An expected line. Money is in minor units.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What it is.
    pub kind: LineKind,
    /// The wager; `None` where money is awarded without one.
    pub bet: Option<Bet>,
    /// The patron.
    pub patron: Patron,
    /// How the wager ends.
    pub outcome: Option<Outcome>,
    /// The odds, if it wins.
    pub odds: Option<Price>,
    /// What is paid on top of the stake.
    pub paid: i64,
    /// What is returned of the stake.
    pub returned: i64,
    /// The place, if it is compared.
    pub spot: Option<Spot>,
    /// The amount charged, put off or collected, for a line that is not a settlement.
    pub charged: Option<i64>,
    /// The meter that pays, if all of it was won.
    pub meter: Option<&'static str>,
    /// The patron whose bank is the counterparty, if it is not the house.
    pub bank: Option<Patron>,
    /// The word of an award without a wager.
    pub word: Option<&'static str>,
    /// The line that it undoes.
    pub undoes: Option<Line>,
    /// The first line that a limit cuts.
    pub cuts: Option<u16>,
    /// What leaves the layout and the basis of the computation, if they differ from the wager's stake.
    pub stakes: Option<(i64, i64)>,
}

impl Wanted {
    /// Collected.
    pub fn loses(bet: Bet) -> Wanted {
        Wanted::of(bet, Outcome::Loses, 0)
    }

    /// Paid at these odds; the stake is returned.
    pub fn wins(bet: Bet, odds: Price, paid: i64) -> Wanted {
        let stake = bet.stake;
        Wanted { odds: Some(odds), paid, ..Wanted::of(bet, Outcome::Wins, stake) }
    }

    /// Undone and returned.
    pub fn back(bet: Bet) -> Wanted {
        let stake = bet.stake;
        Wanted::of(bet, Outcome::Returned, stake)
    }

    /// Returned for another reason.
    pub fn neither(bet: Bet, outcome: Outcome) -> Wanted {
        let stake = bet.stake;
        Wanted::of(bet, outcome, stake)
    }

    /// Paid an amount; the stake is not returned.
    pub fn amount(bet: Bet, paid: i64) -> Wanted {
        Wanted { paid, ..Wanted::of(bet, Outcome::Wins, 0) }
    }

    /// Paid a part of the whole meter; the stake is not returned.
    pub fn all_of(meter: &'static str, bet: Bet, paid: i64) -> Wanted {
        Wanted { meter: Some(meter), ..Wanted::amount(bet, paid) }
    }

    /// Vigorish on a wager.
    pub fn charge(bet: Bet, charged: i64) -> Wanted {
        let kind = LineKind::Charge;
        Wanted { kind, outcome: None, charged: Some(charged), ..Wanted::of(bet, Outcome::Wins, 0) }
    }

    /// Vigorish that is put off.
    pub fn debt(bet: Bet, charged: i64) -> Wanted {
        Wanted { kind: LineKind::Debt, ..Wanted::charge(bet, charged) }
    }

    /// Collection of vigorish that was put off.
    pub fn collection(patron: Patron, spot: Spot, charged: i64) -> Wanted {
        let (kind, charged) = (LineKind::Collection, Some(charged));
        Wanted { kind, spot: Some(spot), charged, ..Wanted::award(patron, 0) }
    }

    /// A partner's money is added to the bank of a patron.
    pub fn into_bank(part: Bet, holder: Patron) -> Wanted {
        Wanted { kind: LineKind::Bank, ..Wanted::loses(part) }.against(Some(holder))
    }

    /// A partner gets their part of a patron's bank back; `put_in` is what they put in.
    pub fn from_bank(patron: Patron, spot: Spot, holder: Patron, (put_in, paid): (i64, i64)) -> Wanted {
        let (kind, stakes) = (LineKind::Bank, Some((0, put_in)));
        Wanted { kind, stakes, ..Wanted::bonus(patron, spot, "cover", paid) }.against(Some(holder))
    }

    /// The holder gets the rest of the bank, after the partners have theirs.
    pub fn own_of_bank(own: Bet, left: i64) -> Wanted {
        let (holder, put_in) = (own.patron, own.stake);
        let outcome = match left.cmp(&put_in) {
            Ordering::Greater => Outcome::Wins,
            Ordering::Equal => Outcome::Pushes,
            Ordering::Less => Outcome::Loses,
        };
        let returned = left.min(put_in);
        let stakes = Some((left, put_in));
        let of = Wanted::of(own, outcome, returned);
        Wanted { kind: LineKind::Bank, paid: left - returned, stakes, ..of }.against(Some(holder))
    }

    /// The charge on a part in a bank for what it has won.
    pub fn charge_of_bank(patron: Patron, spot: Spot, charged: i64) -> Wanted {
        let (kind, charged) = (LineKind::Charge, Some(charged));
        Wanted { kind, charged, ..Wanted::bonus(patron, spot, "cover", 0) }
    }

    /// An award by ruling.
    pub fn award(patron: Patron, paid: i64) -> Wanted {
        let (kind, spot) = (LineKind::Award, None);
        Wanted {
            kind,
            bet: None,
            patron,
            outcome: None,
            odds: None,
            paid,
            returned: 0,
            spot,
            charged: None,
            meter: None,
            bank: None,
            word: None,
            undoes: None,
            cuts: None,
            stakes: None,
        }
    }

    /// An award without a stake, with this word, to the patron at that place.
    pub fn bonus(patron: Patron, spot: Spot, word: &'static str, paid: i64) -> Wanted {
        Wanted { spot: Some(spot), word: Some(word), ..Wanted::award(patron, paid) }
    }

    /// The cap on a wager paid beyond a posted limit; the line that it cuts is known only when the cap comes.
    pub fn cap(bet: &Bet, above: i64) -> Wanted {
        Wanted { kind: LineKind::Cap, ..Wanted::bonus(bet.patron, bet.spot, bet.kind, -above) }
    }

    /// Undoes a line of the record.
    pub fn reversal(line: &Line) -> Wanted {
        Wanted { undoes: Some(*line), kind: LineKind::Reversal, ..Wanted::award(line.patron, 0) }
    }

    /// The same line against the bank of a patron.
    #[must_use]
    pub fn against(self, bank: Option<Patron>) -> Wanted {
        Wanted { bank, ..self }
    }

    fn of(bet: Bet, outcome: Outcome, returned: i64) -> Wanted {
        let (patron, spot) = (bet.patron, bet.spot);
        Wanted {
            kind: LineKind::Wager,
            bet: Some(bet),
            spot: Some(spot),
            patron,
            outcome: Some(outcome),
            odds: None,
            paid: 0,
            returned,
            charged: None,
            meter: None,
            bank: None,
            word: None,
            undoes: None,
            cuts: None,
            stakes: None,
        }
    }

    /// Returns the fields in which the line differs from this one.
    pub fn differences(&self, line: &Line) -> Vec<String> {
        let mut found = Vec::new();
        let mut same = |what: &str, wanted: String, got: String| {
            if wanted != got {
                found.push(format!("{what} should be {wanted}, is {got}"));
            }
        };
        if let Some(undone) = self.undoes {
            // A reversal must equal the line it undoes, with the signs turned.
            let wanted = Line { seq: line.seq, ..undone.undone(line.cites) };
            same("undoing", format!("{wanted:?}"), format!("{line:?}"));
            return found;
        }
        same("kind", self.kind.word().into(), line.kind.word().into());
        same("patron", self.patron.to_string(), line.patron.to_string());
        same("outcome", word(self.outcome), word(line.outcome));
        same("paid", self.paid.to_string(), line.paid.as_minor().to_string());
        same("returned", self.returned.to_string(), line.returned.as_minor().to_string());
        same("charged", self.charged.unwrap_or(0).to_string(), line.charged.as_minor().to_string());
        let house = self.bank.map_or(Against::House, Against::Bank).to_string();
        let payer = self.meter.map_or(house, |meter| format!("meter {meter}"));
        same("against", payer, line.against.to_string());
        same("reverses", "None".into(), format!("{:?}", line.reverses));
        same("cuts", format!("{:?}", self.cuts), format!("{:?}", line.cuts));
        let share = self.meter.map_or("-", |_| "100%");
        same("share", share.into(), line.share.map_or("-".into(), |share| share.to_string()));
        let number = self.bet.as_ref().map(|bet| bet.number);
        // A limit may name the wager.
        if self.kind != LineKind::Cap {
            same("number", format!("{number:?}"), format!("{:?}", line.number));
        }
        let whom = self.bet.as_ref().map_or(Beneficiary::Patron, |bet| bet.beneficiary);
        same("for", whom.word().into(), line.beneficiary.word().into());
        let staked = self.bet.as_ref().map_or(0, |bet| bet.stake);
        let (stake, basis) = self.stakes.unwrap_or((staked, staked));
        same("stake", stake.to_string(), line.stake.as_minor().to_string());
        same("basis", basis.to_string(), line.basis.as_minor().to_string());
        let word = if self.kind == LineKind::Collection { "vigorish" } else { "ruling" };
        let wager = self.bet.as_ref().map_or(self.word.unwrap_or(word), |bet| bet.kind);
        same("wager", wager.into(), line.wager.word().into());
        if let Some(spot) = self.spot {
            same("place", spot.to_string(), line.spot.to_string());
        }
        let odds = line.odds.map(|odds| (i64::from(odds.win_units()), i64::from(odds.per_units())));
        match (self.odds, odds) {
            (Some((win, per)), Some((w, p))) if w * per == p * win => {}
            (None, None) => {}
            (wanted, got) => same("odds", format!("{wanted:?}"), format!("{got:?}")),
        }
        found
    }
}

fn word(outcome: Option<Outcome>) -> String {
    outcome.map_or("-", Outcome::word).into()
}

impl fmt::Display for Bet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bet { number, patron, spot, kind, stake, .. } = self;
        write!(f, "wager {}: {patron} at {spot} {kind} {stake}", number.0)?;
        if self.beneficiary == Beneficiary::Patron { Ok(()) } else { f.write_str(" for the dealers") }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = &self.undoes {
            return write!(f, "undone: {}", shown(line));
        }
        match &self.bet {
            Some(bet) if self.charged.is_some() => {
                write!(f, "{bet}: {} {}", self.kind.word(), self.charged.unwrap_or(0))
            }
            None if self.charged.is_some() => {
                write!(f, "{} of {} from {}", self.kind.word(), self.charged.unwrap_or(0), self.patron)
            }
            Some(bet) => {
                write!(f, "{bet} {} paid {} returned {}", word(self.outcome), self.paid, self.returned)
            }
            None => {
                let (kind, word) = (self.kind.word(), self.word.unwrap_or("by a ruling"));
                write!(f, "{} {kind} {word} {}", self.patron, self.paid)
            }
        }
    }
}

/// Prints a line of the record in the format of an expected one.
pub fn shown(line: &Line) -> String {
    let number = line.number.map_or("-".into(), |number| number.0.to_string());
    let [stake, paid, returned] = [line.stake, line.paid, line.returned].map(felt::Money::as_minor);
    let (kind, patron, spot, wager) = (line.kind.word(), line.patron, line.spot, line.wager);
    let outcome = word(line.outcome);
    format!("{kind} {number}: {patron} at {spot} {wager} {stake} {outcome} paid {paid} returned {returned}")
}
