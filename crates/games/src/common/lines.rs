//! The settlement lines of a round, numbered as they come.

use super::{Clause, possible, tell};
use engine::{
    Cites, Line, LineKind, Outcome, Patron, Refusal, Sink, Standing, Wager, WagerId, WagerNumber, Wagers,
    What,
};
use felt::Money;
use serde::{Deserialize, Serialize};

/// What the floor awards by a ruling, at every table.
const RULING: WagerId = WagerId::new(&"ruling");

/// Whether an amount from outside can be paid as an award.
pub(crate) fn check_amount(amount: Money) -> Result<(), Refusal> {
    possible(amount.is_positive() && amount.is_acceptable(), "outside-limits")
}

/// The first wager on the layout that is meant.
pub(crate) fn first_lying(wagers: &Wagers, meant: impl Fn(&Wager) -> bool) -> Option<WagerNumber> {
    wagers.iter().find(|wager| meant(wager) && wager.on_layout()).map(|wager| wager.number)
}

/// The most that a house pays on a kind of wager.
#[derive(Clone, Copy, Debug)]
pub struct Posted {
    /// The amount.
    pub most: Money,
    /// Whether it is for all hands of a round, else for one hand.
    pub per_round: bool,
    /// By which paragraph.
    pub clause: Clause,
}

/// The lines settled in a round so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Line>")]
pub(crate) struct Lines(Vec<Line>);

impl TryFrom<Vec<Line>> for Lines {
    type Error = &'static str;

    /// What undoes lines finds them by their numbers.
    fn try_from(lines: Vec<Line>) -> Result<Lines, &'static str> {
        let in_order = (1..).zip(&lines).all(|(seq, line): (u16, _)| line.seq == seq);
        if in_order { Ok(Lines(lines)) } else { Err("lines out of order") }
    }
}

impl Lines {
    /// Puts a line and returns its number.
    pub(crate) fn put<S: Sink>(&mut self, mut line: Line, out: &mut S) -> u16 {
        line.seq = number(self.0.len() + 1);
        self.0.push(line);
        let kept = out.keep(&line);
        tell(out, What::Settled(kept), line.cites);
        line.seq
    }

    /// Undoes a line by a line of its own, and returns the one undone.
    pub(crate) fn reverse<S: Sink>(&mut self, seq: u16, cites: Cites, out: &mut S) -> Option<Line> {
        let line = self.get(seq)?;
        self.put(line.undone(cites), out);
        Some(line)
    }

    /// Undoes a line, and the wager it settled lies on the layout again.
    pub(crate) fn undo<S: Sink>(&mut self, seq: u16, wagers: &mut Wagers, cites: Cites, out: &mut S) {
        let undone = self.reverse(seq, cites, out);
        if let Some(wager) = undone.and_then(|line| line.number).and_then(|n| wagers.get_mut(n)) {
            wager.standing = Standing::Open;
        }
    }

    /// Undoes all lines that are meant, the last first. What the floor awarded stays.
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

    /// The floor awards money by a ruling.
    pub(crate) fn award<S: Sink>(
        &mut self,
        patron: Patron,
        amount: Money,
        cites: impl Into<Cites>,
        out: &mut S,
    ) {
        self.put(Line::award(patron, RULING, amount, cites.into()), out);
    }

    /// What is paid on a wager for its hand, or on all of its kind in the round, has a posted limit: what the last line paid
    /// above it is cut.
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

    /// The line of that number.
    pub(crate) fn get(&self, seq: u16) -> Option<Line> {
        self.0.get(usize::from(seq).checked_sub(1)?).copied()
    }

    /// Whether a later line undid this one.
    fn is_undone(&self, seq: u16) -> bool {
        self.0.iter().any(|line| line.reverses == Some(seq))
    }

    /// The lines that count: neither undone nor there to undo another.
    pub(crate) fn standing(&self) -> impl DoubleEndedIterator<Item = &Line> {
        self.0.iter().filter(|line| line.reverses.is_none() && !self.is_undone(line.seq))
    }

    /// The number of the last line that counts and is meant.
    pub(crate) fn last_standing(&self, meant: impl Fn(&Line) -> bool) -> Option<u16> {
        self.standing().rev().find(|line| meant(line)).map(|line| line.seq)
    }

    /// Whether some line is about this wager.
    pub(crate) fn name(&self, number: WagerNumber) -> bool {
        self.0.iter().any(|line| line.number == Some(number))
    }

    /// The number of the last line; 0 where there is none.
    pub(crate) fn last(&self) -> u16 {
        number(self.0.len())
    }

    /// Whether the limit is reached at which no more wagers are charged in this round: numbers must stay unique.
    pub(crate) fn are_many(&self) -> bool {
        self.0.len() >= 10_000
    }

    /// Keeps of each hand only that it won or lost, and by which rules: no more is asked of a round that is over.
    pub(crate) fn forget_amounts(&mut self) {
        self.0 = one_of_each(self.standing(), |_, _| {});
    }

    /// Keeps of each place only the last wager that won and the last that lost, and by which rules.
    pub(crate) fn forget_all_but_the_last(&mut self) {
        let wagers = self.standing().rev().filter(|line| line.kind == LineKind::Wager);
        self.0 = one_of_each(wagers, |plain, line| (plain.kind, plain.number) = (line.kind, line.number));
    }

    /// All of them, in order.
    pub(crate) fn as_slice(&self) -> &[Line] {
        &self.0
    }

    /// A new round begins.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}

/// The number of a line. A table refuses further lines long before numbers run out ([`Lines::are_many`]).
fn number(place: usize) -> u16 {
    u16::try_from(place).unwrap_or(u16::MAX)
}

/// Of each place the first of these lines that won and the first that lost, with its rules and what else is kept of it.
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
