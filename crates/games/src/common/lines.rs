//! The settlement lines of a round, numbered in order.

use super::{Clause, possible, tell};
use engine::{
    Cites, Line, LineKind, Outcome, Patron, Refusal, Sink, Standing, Wager, WagerId, WagerNumber, Wagers,
    What,
};
use felt::Money;
use serde::{Deserialize, Serialize};

/// The name of an award that the floor grants by a ruling, at every table.
const RULING: WagerId = WagerId::new(&"ruling");

/// Checks that an amount from outside can be paid as an award.
pub(crate) fn check_amount(amount: Money) -> Result<(), Refusal> {
    possible(amount.is_positive() && amount.is_acceptable(), "outside-limits")
}

/// Finds the first wager on the layout that meets the test.
pub(crate) fn first_lying(wagers: &Wagers, meant: impl Fn(&Wager) -> bool) -> Option<WagerNumber> {
    wagers.iter().find(|wager| meant(wager) && wager.on_layout()).map(|wager| wager.number)
}

/// The posted limit on what a house pays on a kind of wager.
#[derive(Clone, Copy, Debug)]
pub struct Posted {
    /// The limit.
    pub most: Money,
    /// Whether it applies to all hands of a round together; otherwise it applies to each hand.
    pub per_round: bool,
    /// The paragraph that allows it.
    pub clause: Clause,
}

/// The lines settled in a round so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Line>")]
pub(crate) struct Lines(Vec<Line>);

impl TryFrom<Vec<Line>> for Lines {
    type Error = &'static str;

    /// Reversals find lines by number, so the numbers must be consecutive.
    fn try_from(lines: Vec<Line>) -> Result<Lines, &'static str> {
        let in_order = (1..).zip(&lines).all(|(seq, line): (u16, _)| line.seq == seq);
        if in_order { Ok(Lines(lines)) } else { Err("lines out of order") }
    }
}

impl Lines {
    /// Appends a line and returns its number.
    pub(crate) fn put<S: Sink>(&mut self, mut line: Line, out: &mut S) -> u16 {
        line.seq = number(self.0.len() + 1);
        self.0.push(line);
        let kept = out.keep(&line);
        tell(out, What::Settled(kept), line.cites);
        line.seq
    }

    /// Reverses a line by adding another, and returns the reversed one.
    pub(crate) fn reverse<S: Sink>(&mut self, seq: u16, cites: Cites, out: &mut S) -> Option<Line> {
        let line = self.get(seq)?;
        self.put(line.undone(cites), out);
        Some(line)
    }

    /// Reverses a line and puts the wager that it settled back on the layout.
    pub(crate) fn undo<S: Sink>(&mut self, seq: u16, wagers: &mut Wagers, cites: Cites, out: &mut S) {
        let undone = self.reverse(seq, cites, out);
        if let Some(wager) = undone.and_then(|line| line.number).and_then(|n| wagers.get_mut(n)) {
            wager.standing = Standing::Open;
        }
    }

    /// Reverses all lines that meet the test, the last first. Awards of the floor stay.
    pub(crate) fn undo_all<S: Sink>(
        &mut self,
        meant: impl Fn(&Line) -> bool,
        wagers: &mut Wagers,
        cites: Cites,
        out: &mut S,
    ) {
        while let Some(seq) = self.last_standing(|line| line.wager != RULING && meant(line)) {
            self.undo(seq, wagers, cites, out);
        }
    }

    /// Pays an award that the floor grants by a ruling.
    pub(crate) fn award<S: Sink>(
        &mut self,
        patron: Patron,
        amount: Money,
        cites: impl Into<Cites>,
        out: &mut S,
    ) {
        self.put(Line::award(patron, RULING, amount, cites.into()), out);
    }

    /// Applies a posted limit: cuts what the last line paid above the limit on the wager's hand, or on all
    /// wagers of its kind in the round.
    pub(crate) fn cap_posted<S: Sink>(&mut self, wager: &Wager, limit: Posted, out: &mut S) {
        let counts = |line: &&Line| {
            line.wager == wager.kind
                && (limit.per_round || line.number == Some(wager.number))
                && matches!(line.kind, LineKind::Wager | LineKind::Cap)
        };
        let paid = self.standing().filter(counts).fold(Money::ZERO, |paid, line| paid + line.paid);
        let Some(rule) = limit.clause.when(paid > limit.most) else { return };
        let (spot, beneficiary, cuts) = (wager.spot, wager.beneficiary, Some(self.last()));
        let cap = Line::award(wager.patron, wager.kind, limit.most - paid, rule.into());
        self.put(Line { kind: LineKind::Cap, spot, cuts, beneficiary, ..cap }, out);
    }

    /// Returns the line of that number.
    pub(crate) fn get(&self, seq: u16) -> Option<Line> {
        self.0.get(usize::from(seq).checked_sub(1)?).copied()
    }

    /// Whether a later line reverses this one.
    fn is_undone(&self, seq: u16) -> bool {
        self.0.iter().any(|line| line.reverses == Some(seq))
    }

    /// The lines that count: neither reversed nor reversals.
    pub(crate) fn standing(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.0.iter().filter(|line| line.reverses.is_none() && !self.is_undone(line.seq))
    }

    /// Returns the number of the last line that counts and meets the test.
    pub(crate) fn last_standing(&self, meant: impl Fn(&Line) -> bool) -> Option<u16> {
        self.standing().rev().find(|line| meant(line)).map(|line| line.seq)
    }

    /// Whether any line is about this wager.
    pub(crate) fn name(&self, number: WagerNumber) -> bool {
        self.0.iter().any(|line| line.number == Some(number))
    }

    /// The number of the last line; 0 if there is none.
    pub(crate) fn last(&self) -> u16 {
        number(self.0.len())
    }

    /// Whether the round has reached the number of lines at which no further wagers may be charged. Line
    /// numbers must stay unique.
    pub(crate) fn are_many(&self) -> bool {
        self.0.len() >= 10_000
    }

    /// Keeps only which hands won or lost and by which rules. Nothing else about a finished round is needed.
    pub(crate) fn forget_amounts(&mut self) {
        self.0 = one_of_each(self.standing(), |_, _| {});
    }

    /// Keeps for each place only the last wager that won and the last that lost, with their rules.
    pub(crate) fn forget_all_but_the_last(&mut self) {
        let wagers = self.standing().rev().filter(|line| line.kind == LineKind::Wager);
        self.0 = one_of_each(wagers, |plain, line| (plain.kind, plain.number) = (line.kind, line.number));
    }

    /// All lines, in order.
    pub(crate) fn as_slice(&self) -> &[Line] {
        &self.0
    }

    /// Starts a new round.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// Converts an index to a line number. A table refuses further lines long before numbers run out
/// ([`Lines::are_many`]).
fn number(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

/// Returns for each place the first line that won and the first that lost, with the rules and the fields that
/// `keep` copies.
fn one_of_each<'l>(lines: impl Iterator<Item = &'l Line>, keep: impl Fn(&mut Line, &Line)) -> Vec<Line> {
    let mut kept: Vec<Line> = Vec::new();
    for line in lines.filter(|line| matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))) {
        if kept.iter().any(|other| (other.spot, other.outcome) == (line.spot, line.outcome)) {
            continue;
        }
        let mut plain = Line::award(Patron::A, line.wager, Money::ZERO, line.cites);
        plain.seq = number(kept.len() + 1);
        (plain.spot, plain.outcome) = (line.spot, line.outcome);
        keep(&mut plain, line);
        kept.push(plain);
    }
    kept
}
