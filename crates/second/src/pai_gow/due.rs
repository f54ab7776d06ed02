//! Lines that must come, and that each line of the record is one of them.

use crate::layout::line::{Bet, Wanted, shown};
use engine::{Line, LineKind, Outcome, Patron, WagerNumber};
use std::collections::VecDeque;

/// A line in its turn.
#[derive(Clone, Debug)]
struct InTurn {
    line: Wanted,
    /// The box whose hand it is for: of an envy bonus the envied one.
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

/// A line that comes among others at any time.
#[derive(Clone, Debug)]
struct Loose {
    line: Wanted,
    /// It may be left out.
    optional: bool,
}

/// What must be told.
#[derive(Clone, Debug, Default)]
pub struct Dues {
    /// In this order.
    queue: VecDeque<InTurn>,
    loose: Vec<Loose>,
    /// The lines so far.
    told: Vec<Line>,
}

impl Dues {
    /// A line comes after all that are due in their turn.
    pub fn then(&mut self, hand: u8, line: Wanted) {
        self.queue.push_back(InTurn { line, hand, cuts: None });
    }

    /// A line comes before all others.
    pub fn first(&mut self, hand: u8, line: Wanted) {
        self.queue.push_front(InTurn { line, hand, cuts: None });
    }

    /// What this wager is paid beyond a posted limit comes after all that is due.
    pub fn then_cap(&mut self, hand: u8, bet: &Bet, above: i64) {
        self.queue.push_back(InTurn { line: Wanted::cap(bet, above), hand, cuts: Some(bet.number) });
    }

    /// A line comes at any time.
    pub fn sometime(&mut self, line: Wanted) {
        self.loose.push(Loose { line, optional: false });
    }

    /// Whether all of them have come.
    ///
    /// # Errors
    /// Which have not.
    pub fn all_told(&self, when: &str) -> Result<(), String> {
        let loose = self.loose.iter().filter(|loose| !loose.optional).map(|loose| &loose.line);
        let left: Vec<String> =
            self.queue.iter().map(|due| &due.line).chain(loose).map(ToString::to_string).collect();
        match left.is_empty() {
            true => Ok(()),
            false => Err(format!("{when} and this is due:\n{}", left.join("\n"))),
        }
    }

    /// Whether all of them have come that have a turn.
    ///
    /// # Errors
    /// Which is next.
    pub fn all_in_turn(&self, when: &str) -> Result<(), String> {
        match self.queue.front() {
            Some(due) => Err(format!("{when} and this is due: {}", due.line)),
            None => Ok(()),
        }
    }

    /// Whether a wager's line is due and has not come.
    pub fn awaits(&self, number: WagerNumber) -> bool {
        self.queue.iter().any(|due| due.is_of(number))
            || self.loose.iter().any(|loose| is_of(&loose.line, number))
    }

    /// The line that settled a wager and was not undone.
    pub fn standing(&self, number: WagerNumber) -> Option<&Line> {
        self.stand().find(|line| line.kind == LineKind::Wager && line.number == Some(number))
    }

    /// Lines that undo nothing and are not undone.
    fn stand(&self) -> impl Iterator<Item = &Line> {
        let undone = |seq: u16| self.told.iter().any(|line| line.reverses == Some(seq));
        self.told.iter().filter(move |line| line.kind != LineKind::Reversal && !undone(line.seq))
    }

    /// A line of the record.
    ///
    /// # Errors
    /// In what it is not one that is due.
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

    /// Whether it is this line, and may come now: what was settled is undone before it goes back.
    fn is_free(&self, wanted: &Wanted, line: &Line) -> bool {
        let undoes = |number: WagerNumber| {
            let all = self.loose.iter().filter_map(|loose| loose.line.undoes);
            all.into_iter().any(|undone| undone.number == Some(number))
        };
        let waits = wanted.bet.as_ref().is_some_and(|bet| undoes(bet.number));
        !waits && wanted.differences(line).is_empty()
    }

    // ------------------------------------------------------------ what is undone

    /// Nothing more is due on this hand: neither lines of its wagers nor envy of it.
    pub fn forget_hand(&mut self, b: u8) {
        self.queue.retain(|due| due.hand != b);
    }

    /// Nothing more is due on this wager.
    pub fn forget_wager(&mut self, number: WagerNumber) {
        self.queue.retain(|due| !due.is_of(number));
        self.loose.retain(|loose| !is_of(&loose.line, number));
    }

    /// No envy bonus is due to this box any more.
    pub fn forget_envy_of(&mut self, b: u8) {
        let envies = |line: &Wanted| {
            line.kind == LineKind::Award && line.spot.is_some_and(|spot| spot.box_number == b)
        };
        self.queue.retain(|due| !envies(&due.line));
    }

    /// The round is void: everything that was told is undone but what a ruling awarded, and each wager goes back, which is against the
    /// bank of this patron. One that has gone
    /// back already may be left as it is.
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
