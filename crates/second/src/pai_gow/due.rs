//! Expected lines, and the check that each line of the record is one of them.

use crate::layout::line::{Bet, Wanted, shown};
use engine::{Line, LineKind, Outcome, Patron, WagerNumber};
use std::collections::VecDeque;

/// A line with a fixed position.
#[derive(Clone, Debug)]
struct InTurn {
    line: Wanted,
    /// The box whose hand it is for; for an envy bonus the envied one.
    hand: u8,
    /// The wager whose line a limit cuts.
    cuts: Option<WagerNumber>,
}

impl InTurn {
    /// Whether it is about this wager.
    fn is_of(&self, number: WagerNumber) -> bool {
        self.cuts == Some(number) || is_of(&self.line, number)
    }
}

fn is_of(line: &Wanted, number: WagerNumber) -> bool {
    line.bet.as_ref().is_some_and(|bet| bet.number == number)
}

/// A line that may come at any position.
#[derive(Clone, Debug)]
struct Loose {
    line: Wanted,
    /// It may be left out.
    optional: bool,
}

/// All expected lines.
#[derive(Clone, Debug, Default)]
pub struct Dues {
    /// The lines with a fixed position, in their order.
    queue: VecDeque<InTurn>,
    loose: Vec<Loose>,
    /// The lines so far.
    told: Vec<Line>,
}

impl Dues {
    /// Adds a line after all lines with a fixed position.
    pub fn then(&mut self, hand: u8, line: Wanted) {
        self.queue.push_back(InTurn { line, hand, cuts: None });
    }

    /// Adds a line before all others.
    pub fn first(&mut self, hand: u8, line: Wanted) {
        self.queue.push_front(InTurn { line, hand, cuts: None });
    }

    /// Adds the cap on this wager above a posted limit after all that is due.
    pub fn then_cap(&mut self, hand: u8, bet: &Bet, above: i64) {
        self.queue.push_back(InTurn { line: Wanted::cap(bet, above), hand, cuts: Some(bet.number) });
    }

    /// Adds a line that may come at any time.
    pub fn sometime(&mut self, line: Wanted) {
        self.loose.push(Loose { line, optional: false });
    }

    /// Checks that all expected lines have come.
    ///
    /// # Errors
    /// Returns which have not.
    pub fn all_told(&self, when: &str) -> Result<(), String> {
        let loose = self.loose.iter().filter(|loose| !loose.optional).map(|loose| &loose.line);
        let left: Vec<String> =
            self.queue.iter().map(|due| &due.line).chain(loose).map(ToString::to_string).collect();
        match left.is_empty() {
            true => Ok(()),
            false => Err(format!("{when} and this is due:\n{}", left.join("\n"))),
        }
    }

    /// Checks that all lines with a fixed position have come.
    ///
    /// # Errors
    /// Returns which is next.
    pub fn all_in_turn(&self, when: &str) -> Result<(), String> {
        match self.queue.front() {
            Some(due) => Err(format!("{when} and this is due: {}", due.line)),
            None => Ok(()),
        }
    }

    /// Whether a wager's line is expected and has not come.
    pub fn awaits(&self, number: WagerNumber) -> bool {
        self.queue.iter().any(|due| due.is_of(number))
            || self.loose.iter().any(|loose| is_of(&loose.line, number))
    }

    /// Returns the line that settled a wager and was not undone.
    pub fn standing(&self, number: WagerNumber) -> Option<&Line> {
        self.stand().find(|line| line.kind == LineKind::Wager && line.number == Some(number))
    }

    /// Iterates over lines that are not reversals and were not undone.
    fn stand(&self) -> impl Iterator<Item = &Line> {
        let undone = |seq: u16| self.told.iter().any(|line| line.reverses == Some(seq));
        self.told.iter().filter(move |line| line.kind != LineKind::Reversal && !undone(line.seq))
    }

    /// Processes a line of the record.
    ///
    /// # Errors
    /// Fails if its number is wrong or no such line is due, and tells how it differs from the next one.
    pub fn tell(&mut self, line: &Line) -> Result<(), String> {
        let nth = self.told.len() + 1;
        if usize::from(line.seq) != nth {
            return Err(format!("line {nth} of the round carries the number {}", line.seq));
        }
        if let Some(at) = self.loose.iter().position(|loose| self.is_free(&loose.line, line)) {
            self.loose.remove(at);
        } else {
            let Some(InTurn { line: mut next, hand, cuts }) = self.queue.pop_front() else {
                return Err(format!("not due: {}", shown(line)));
            };
            next.cuts = cuts.and_then(|number| self.standing(number)).map(|line| line.seq);
            let differences = next.differences(line);
            if !differences.is_empty() {
                let (found, differences) = (shown(line), differences.join(", "));
                return Err(format!("{differences}\nexpected {next} for box {hand}\nfound    {found}"));
            }
        }
        self.told.push(*line);
        Ok(())
    }

    /// Whether it is this line, and may come now: a settled wager must be undone before it is returned.
    fn is_free(&self, wanted: &Wanted, line: &Line) -> bool {
        let undoes = |number: WagerNumber| {
            let all = self.loose.iter().filter_map(|loose| loose.line.undoes);
            all.into_iter().any(|undone| undone.number == Some(number))
        };
        let waits = wanted.bet.as_ref().is_some_and(|bet| undoes(bet.number));
        !waits && wanted.differences(line).is_empty()
    }

    // ------------------------------------------------------------ what is undone

    /// Drops all lines due on this hand: those of its wagers and the envy bonuses for it.
    pub fn forget_hand(&mut self, b: u8) {
        self.queue.retain(|due| due.hand != b);
    }

    /// Drops the lines due on this wager.
    pub fn forget_wager(&mut self, number: WagerNumber) {
        self.queue.retain(|due| !due.is_of(number));
        self.loose.retain(|loose| !is_of(&loose.line, number));
    }

    /// Drops the envy bonuses due to this box.
    pub fn forget_envy_of(&mut self, b: u8) {
        let envies = |line: &Wanted| {
            line.kind == LineKind::Award && line.spot.is_some_and(|spot| spot.box_number == b)
        };
        self.queue.retain(|due| !envies(&due.line));
    }

    /// The round is void: every line except an award by ruling is undone, and each wager is returned. The patron given
    /// with a wager is the one whose bank it is against. A wager that was returned already may be left as it is.
    pub fn void(&mut self, bets: impl Iterator<Item = (Bet, Option<Patron>)>) {
        self.queue.clear();
        self.loose.retain(|loose| loose.line.kind == LineKind::Award);
        let by_ruling = |line: &Line| line.kind == LineKind::Award && line.wager.word() == "ruling";
        let told: Vec<Line> = self.stand().filter(|line| !by_ruling(line)).copied().collect();
        let went_back = |number: Option<WagerNumber>| {
            let of = |line: &&Line| line.kind == LineKind::Wager && line.number == number;
            told.iter().find(of).is_some_and(|line| line.outcome == Some(Outcome::Returned))
        };
        for line in &told {
            let optional = line.number.is_some() && went_back(line.number);
            self.loose.push(Loose { line: Wanted::reversal(line), optional });
        }
        for (bet, bank) in bets {
            let optional = went_back(Some(bet.number));
            self.loose.push(Loose { line: Wanted::back(bet).against(bank), optional });
        }
    }
}
