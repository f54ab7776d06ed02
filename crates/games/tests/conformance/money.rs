//! Money is conserved to the cent: every stake that is placed on the layout leaves it exactly once, by a
//! line.
//!
//! One book covers a whole session, because a wager may stand over many rounds. It uses the events alone and
//! is compared with the table's own rows after each input.

use crate::habits::Habits;
use engine::{
    Against, AnyTable, Beneficiary, Event, Line, LineKind, MeterId, Outcome, Patron, RulingAct, WagerId,
    WagerNumber, What,
};
use felt::{Money, OddsForm, Pay, Rounding};
use rulebook::{Awards, PayTerm, RuleBook, TableConfig};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

const ZERO: Money = Money::ZERO;

/// A wager as the events report it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    patron: Patron,
    kind: WagerId,
    stake: Money,
    /// The value of a lammer that replaces or supplements money.
    lammer: Money,
    /// Whether it includes chips that were found without having been accepted; a table file cannot guarantee
    /// that these are paid exactly.
    found: bool,
    /// The line of this round by which it left the layout.
    settled_by: Option<u16>,
}

/// The book of one table.
#[derive(Clone, Debug)]
pub struct Book {
    coin: Money,
    awards: Awards,
    rounding: Rounding,
    /// Amounts that a wager is paid regardless of its stake, by its pay table.
    fixed: BTreeMap<String, Vec<Money>>,
    wagers_stand: bool,
    rows: BTreeMap<WagerNumber, Row>,
    last_number: Option<WagerNumber>,
    in_round: bool,
    /// Whether bets are closed.
    closed: bool,
    /// The lines of the round.
    lines: Vec<Line>,
    /// The lines of the last finished round, with the wagers that they settled and their charges, in case it
    /// is reopened.
    ended: (Vec<Line>, BTreeMap<WagerNumber, Row>, BTreeMap<WagerNumber, Money>),
    /// Wagers that were taken back since it ended.
    taken_back: BTreeSet<WagerNumber>,
    /// Grants of meters that no line has paid yet.
    granted: Vec<(MeterId, Money)>,
    /// Whether a hand or the round was void.
    voided: bool,
    /// The charges of each wager, minus what was returned.
    charges: BTreeMap<WagerNumber, Money>,
    /// What patrons owe in charges that were put off.
    owed: BTreeMap<Patron, Money>,
}

impl Book {
    pub fn new(book: &RuleBook, config: &TableConfig, habits: &Habits) -> Book {
        let amount = |pay: Pay| if let Pay::Amount(amount) = pay { Some(amount) } else { None };
        let fixed = book.wagers.iter().map(|wager| {
            let listed = config.paytable(&wager.id).into_iter().flat_map(|paytable| &paytable.lines);
            let plain = wager.pays.iter().filter_map(|term| match term {
                PayTerm::Fixed(pay) => Some(*pay),
                PayTerm::ByOption(_) => None,
            });
            // A casino may pay more than printed, if its book has an option for the row.
            let raised = config.paytable(&wager.id).into_iter().flat_map(|paytable| &paytable.lines);
            let raised = raised.filter_map(|line| {
                let option = config.option(&format!("{}-{}-pays", wager.id, line.id));
                config.currency.parse(option).ok().map(Pay::Amount)
            });
            let pays = listed.map(|line| line.pays).chain(plain).chain(raised);
            (wager.id.clone(), pays.filter_map(amount).collect())
        });
        Book {
            coin: config.coin,
            awards: config.awards,
            rounding: config.rounding.unwrap_or(Rounding::Exact),
            fixed: fixed.collect(),
            wagers_stand: habits.wagers_stand,
            rows: BTreeMap::new(),
            last_number: None,
            in_round: false,
            closed: false,
            lines: Vec::new(),
            ended: (Vec::new(), BTreeMap::new(), BTreeMap::new()),
            taken_back: BTreeSet::new(),
            granted: Vec::new(),
            voided: false,
            charges: BTreeMap::new(),
            owed: BTreeMap::new(),
        }
    }

    /// Processes the next event.
    pub fn see(&mut self, event: &Event) -> Result<(), String> {
        match event.what {
            What::RoundOpened { .. } => {
                self.in_round = true;
                self.closed = false;
                self.lines.clear();
            }
            What::Stepped { step, .. } if step.word() == "no-more-bets" => self.closed = true,
            What::WagerPlaced { number, patron, wager, stake, lammer, beneficiary, .. } => {
                let nothing = stake < ZERO || lammer < ZERO || stake + lammer == ZERO;
                let again = self.taken_back.remove(&number);
                if !again && self.last_number.is_some_and(|last| number <= last) || nothing {
                    return Err(format!("{number:?} was placed with {stake:?} after {:?}", self.last_number));
                }
                self.last_number = self.last_number.max(Some(number));
                let found = self.closed && wager.word() == "main" && beneficiary != Beneficiary::House;
                let row = Row { patron, kind: wager, stake, lammer, found, settled_by: None };
                self.rows.insert(number, row);
            }
            What::StakeAdded { number, patron, wager, added, won, .. } => {
                if added <= ZERO {
                    return Err(format!("{added:?} was added to {number:?}"));
                }
                let found = self.closed && !won;
                let row = self.open_row(number, patron, wager)?;
                row.stake += added;
                row.found |= found;
            }
            What::WagerTakenBack { number, patron, wager, stake, left } => {
                let row = self.open_row(number, patron, wager)?;
                if stake <= ZERO || left < ZERO || stake + left != row.stake {
                    let had = row.stake;
                    return Err(format!(
                        "of {number:?} {stake:?} went back, {left:?} stays, {had:?} lay there"
                    ));
                }
                row.stake = left;
                if left.is_zero() {
                    self.rows.remove(&number);
                    self.taken_back.insert(number);
                }
            }
            What::WagerMoved { number, patron, from, to } => {
                self.open_row(number, patron, from)?.kind = to;
            }
            What::WagerWorks { number, patron, wager, .. } | What::WagerStays { number, patron, wager } => {
                self.open_row(number, patron, wager)?;
            }
            What::MeterGranted { meter, amount } => self.granted.push((meter, amount)),
            // A grant for a hand that is then voided goes back to the meter.
            What::Ruled { act: RulingAct::VoidHand(_) | RulingAct::VoidRound, .. } => self.voided = true,
            What::Remedied { remedy, .. } if remedy.word() == "round-void" => self.voided = true,
            What::Settled(line) => self.line(line)?,
            What::RoundEnded { .. } => self.end_round()?,
            What::Shuffled { .. } if !self.owed.is_empty() => {
                return Err(format!("cards are shuffled, and this is owed: {:?}", self.owed));
            }
            What::RoundReopened { .. } => {
                let (lines, settled, charges) = std::mem::take(&mut self.ended);
                self.in_round = true;
                self.lines = lines;
                self.rows.extend(settled);
                self.charges.extend(charges);
            }
            _ => {}
        }
        Ok(())
    }

    /// The wager of that number, if it is that patron's, of that kind and open.
    fn open_row(&mut self, number: WagerNumber, patron: Patron, kind: WagerId) -> Result<&mut Row, String> {
        match self.rows.get_mut(&number) {
            Some(row) if row.patron == patron && row.kind == kind && row.settled_by.is_none() => Ok(row),
            row => Err(format!("{patron} has no open {kind} of number {number:?}: {row:?}")),
        }
    }

    fn end_round(&mut self) -> Result<(), String> {
        self.in_round = false;
        let granted = std::mem::take(&mut self.granted);
        if !granted.is_empty() && !std::mem::take(&mut self.voided) {
            return Err(format!("granted by a meter and paid to nobody: {granted:?}"));
        }
        let (settled, open) =
            std::mem::take(&mut self.rows).into_iter().partition(|(_, row)| row.settled_by.is_some());
        self.rows = open;
        let rows = &self.rows;
        let (charges, left) =
            std::mem::take(&mut self.charges).into_iter().partition(|(number, _)| !rows.contains_key(number));
        self.charges = left;
        self.ended = (std::mem::take(&mut self.lines), settled, charges);
        self.taken_back.clear();
        if !self.wagers_stand && !self.rows.is_empty() {
            return Err(format!("left on the layout: {:?}", self.rows));
        }
        Ok(())
    }

    fn line(&mut self, line: Line) -> Result<(), String> {
        if usize::from(line.seq) != self.lines.len() + 1 {
            return Err(format!("line {} carries the number {}", self.lines.len() + 1, line.seq));
        }
        // Meter payments have their own rounding.
        let coin = if matches!(line.against, Against::Meter(_)) { self.awards.coin } else { self.coin };
        let whole = line.paid.is_multiple_of(coin)
            && [line.returned, line.charged].iter().all(|m| m.is_multiple_of(self.coin));
        if line.cites.is_empty() || !whole || !self.makes_sense(&line) {
            return Err(format!("a line makes no sense: {line:?}"));
        }
        match line.kind {
            LineKind::Wager => self.settle(&line)?,
            LineKind::Reversal => self.reverse(&line)?,
            LineKind::Charge => self.charge(&line)?,
            LineKind::Cap => self.cap(&line)?,
            LineKind::Award => self.pay_out(&line)?,
            LineKind::Debt => {
                self.charge(&line)?;
                *self.owed.entry(line.patron).or_default() += line.charged;
            }
            LineKind::Collection => {
                let owed = self.owed.remove(&line.patron);
                if owed != Some(line.charged) || line.number.is_some() {
                    return Err(format!("{} owes {owed:?}: {line:?}", line.patron));
                }
            }
            LineKind::Bank => self.part_of_bank(&line)?,
            _ => return Err(format!("no game has lines of this kind yet: {:?}", line.kind)),
        }
        self.follow_bank(&line)?;
        self.lines.push(line);
        Ok(())
    }

    /// Whether a line is consistent in itself.
    fn makes_sense(&self, line: &Line) -> bool {
        let Line { stake, basis, paid, returned, charged, .. } = *line;
        let marks = (line.reverses.is_some(), line.cuts.is_some(), line.outcome.is_some());
        let nothing_back = returned.is_zero();
        match line.kind {
            LineKind::Wager => marks == (false, false, true) && charged.is_zero() && self.ends_well(line),
            LineKind::Award => marks == (false, false, false) && paid > ZERO && nothing_back,
            LineKind::Charge => {
                marks == (false, false, false) && !charged.is_zero() && paid.is_zero() && nothing_back
            }
            LineKind::Debt | LineKind::Collection => {
                marks == (false, false, false) && charged > ZERO && paid.is_zero() && nothing_back
            }
            LineKind::Cap => {
                marks == (false, true, false) && paid < ZERO && nothing_back && charged.is_zero()
            }
            LineKind::Bank => !marks.0 && !marks.1 && charged.is_zero() && basis > ZERO && is_of_bank(line),
            LineKind::Reversal => line.reverses.is_some() && stake >= ZERO && basis >= ZERO,
            _ => false,
        }
    }

    /// Whether a settled wager's amounts follow from its outcome.
    fn ends_well(&self, line: &Line) -> bool {
        let Line { stake, basis, paid, returned, .. } = *line;
        let row = line.number.and_then(|number| self.rows.get(&number));
        let lammer = row.map_or(ZERO, |row| row.lammer);
        match line.outcome {
            Some(Outcome::Wins) => {
                // The stake is returned, or the part of it that won; a fixed award keeps it ("for 1"). A
                // wager that is paid and stays up has its stake as the basis.
                let kept = returned.is_zero() && line.odds.is_none_or(|odds| odds.form() == OddsForm::For);
                let back = returned == stake || returned == basis || kept;
                let lies = row.filter(|_| stays_up(line, lammer)).map_or(stake + lammer, |row| row.stake);
                back && ZERO < basis && basis <= lies && self.is_priced(line)
            }
            // A lammer alone is lost without a stake, and a single coin cannot be lost in part.
            Some(Outcome::Loses) => {
                let lost = returned < stake || stake == self.coin || stake.is_zero() && lammer > ZERO;
                paid.is_zero() && ZERO <= returned && returned <= stake && lost
            }
            Some(Outcome::Pushes | Outcome::Returned) => paid.is_zero() && returned == stake,
            None => false,
        }
    }

    /// Whether a win is paid at its odds, by a meter, or with an amount of the pay table.
    fn is_priced(&self, line: &Line) -> bool {
        match (line.odds, line.against) {
            // The payment includes the stake, which is not returned separately.
            (Some(odds), _) if odds.form() == OddsForm::For && line.returned.is_zero() => {
                odds.exact_win(line.basis).map(|win| win + line.basis) == Some(line.paid)
            }
            (Some(odds), _) if self.rounding == Rounding::Exact => {
                let found = line.number.and_then(|n| self.rows.get(&n)).is_some_and(|row| row.found);
                odds.exact_win(line.basis) == Some(line.paid)
                    || (found && odds.win(line.basis, Rounding::Down, self.coin) == line.paid)
            }
            (Some(odds), _) => odds.win(line.basis, self.rounding, self.coin) == line.paid,
            (None, Against::Meter(_)) => true,
            // An amount is printed for any stake, or for one unit of the currency.
            (None, _) => self.fixed.get(line.wager.word()).is_some_and(|list| {
                let scaled =
                    |amount: &Money| amount.as_minor() * line.stake.as_minor() == line.paid.as_minor() * 100;
                list.contains(&line.paid) || list.iter().any(scaled)
            }),
        }
    }

    fn settle(&mut self, line: &Line) -> Result<(), String> {
        let Some(number) = line.number else { return Err(format!("settles no wager: {line:?}")) };
        if line.outcome == Some(Outcome::Wins) {
            self.pay_out(line)?;
        }
        let row = self.open_row(number, line.patron, line.wager)?;
        if stays_up(line, row.lammer) {
            return Ok(());
        }
        if row.stake != line.stake {
            return Err(format!(
                "{number:?} had {:?} staked and was settled for {:?}",
                row.stake, line.stake
            ));
        }
        row.settled_by = Some(line.seq);
        Ok(())
    }

    /// A meter's payment equals its grant, to one winner or divided among several.
    fn pay_out(&mut self, line: &Line) -> Result<(), String> {
        let Against::Meter(meter) = line.against else { return Ok(()) };
        let whole = self.granted.iter().position(|granted| *granted == (meter, line.paid));
        let part = || self.granted.iter().position(|(of, left)| *of == meter && *left > line.paid);
        match whole.or_else(part) {
            Some(at) if self.granted[at].1 == line.paid => drop(self.granted.remove(at)),
            Some(at) => self.granted[at].1 -= line.paid,
            None => return Err(format!("{meter} granted {:?} and this is paid: {line:?}", self.granted)),
        }
        Ok(())
    }

    /// Money put into another patron's bank settles a wager, and so does what the bank's holder gets back; a
    /// partner gets a part of that.
    fn part_of_bank(&mut self, line: &Line) -> Result<(), String> {
        let Against::Bank(holder) = line.against else { return Err(format!("no bank: {line:?}")) };
        if line.patron == holder || line.outcome == Some(Outcome::Loses) { self.settle(line) } else { Ok(()) }
    }

    /// Applies wins and losses of lines against a patron's bank to its cover.
    fn follow_bank(&mut self, line: &Line) -> Result<(), String> {
        let Against::Bank(holder) = line.against else { return Ok(()) };
        let own = line.patron == holder && line.wager.word() == "cover";
        let sign = if line.kind == LineKind::Reversal { -1 } else { 1 };
        let stake = if line.outcome.is_some() { Money::minor(sign * line.stake.as_minor()) } else { ZERO };
        let brings = stake - line.returned - line.paid;
        if own || brings.is_zero() {
            return Ok(());
        }
        let is_cover =
            |row: &&mut Row| row.patron == holder && row.kind.word() == "cover" && row.settled_by.is_none();
        match self.rows.values_mut().find(is_cover) {
            Some(cover) if cover.stake + brings >= ZERO => {
                cover.stake += brings;
                Ok(())
            }
            cover => Err(format!("{brings:?} of a bank of {cover:?}: {line:?}")),
        }
    }

    fn reverse(&mut self, line: &Line) -> Result<(), String> {
        let undone = line.reverses.and_then(|seq| self.earlier(seq)).copied();
        let Some(undone) = undone.filter(|undone| undone.kind != LineKind::Reversal) else {
            return Err(format!("undoes no line of this round: {line:?}"));
        };
        let amounts = |line: &Line| (line.number, line.patron, line.wager, line.spot, line.against);
        let opposite = line.paid == -undone.paid
            && line.returned == -undone.returned
            && line.charged == -undone.charged
            && amounts(line) == amounts(&undone);
        if !opposite || self.is_undone(undone.seq) {
            return Err(format!("does not undo {undone:?}: {line:?}"));
        }
        let Some(number) = undone.number else { return Ok(()) };
        if undone.kind == LineKind::Charge {
            *self.charges.entry(number).or_default() -= undone.charged;
        } else if let Some(row) = self.rows.get_mut(&number).filter(|row| row.settled_by == Some(undone.seq))
        {
            row.settled_by = None;
        }
        Ok(())
    }

    fn charge(&mut self, line: &Line) -> Result<(), String> {
        // Each participant of a bank is charged without a wager.
        let Some(number) = line.number else {
            let of_bank = line.wager.word() == "cover" && line.charged > ZERO;
            return if of_bank { Ok(()) } else { Err(format!("charges no wager: {line:?}")) };
        };
        let charged = self.charges.entry(number).or_default();
        *charged += line.charged;
        if *charged < ZERO {
            return Err(format!("more is given back than was charged: {line:?}"));
        }
        Ok(())
    }

    /// Checks that a cap takes no more than the lines it cuts have paid, and that those are of one hand.
    fn cap(&self, line: &Line) -> Result<(), String> {
        let hand = |other: &Line| (other.spot, other.patron) == (line.spot, line.patron);
        let first = line.cuts.and_then(|seq| self.earlier(seq)).filter(|first| hand(first));
        let Some(first) = first else { return Err(format!("cuts no line of its hand: {line:?}")) };
        let cut = self.lines[usize::from(first.seq) - 1..].iter();
        let counts = |other: &&Line| {
            let pays = matches!(other.kind, LineKind::Wager | LineKind::Cap);
            pays && hand(other) && !self.is_undone(other.seq)
        };
        let paid: Money = cut.filter(counts).map(|other| other.paid).sum();
        if paid + line.paid < ZERO {
            return Err(format!("cuts more than the {paid:?} that were paid: {line:?}"));
        }
        Ok(())
    }

    fn earlier(&self, seq: u16) -> Option<&Line> {
        self.lines.iter().find(|line| line.seq == seq)
    }

    fn is_undone(&self, seq: u16) -> bool {
        self.lines.iter().any(|line| line.reverses == Some(seq))
    }

    /// Checks that the wagers that are open by the events are open at the table, row by row, and that its
    /// lines are those reported.
    pub fn agrees_with(&self, table: &dyn AnyTable) -> Result<(), String> {
        let rows = self.rows.iter().filter(|(_, row)| row.settled_by.is_none());
        let told: Vec<_> =
            rows.map(|(number, row)| (*number, row.patron, row.kind, row.stake, row.lammer)).collect();
        let wagers = table.wagers().iter().filter(|wager| wager.on_layout());
        let there: Vec<_> = wagers.map(|w| (w.number, w.patron, w.kind, w.stake, w.lammer)).collect();
        if told != there {
            return Err(format!("told to stand:  {told:?}\non the layout: {there:?}"));
        }
        let mut owed = BTreeMap::new();
        table.owed(&mut |one| {
            owed.insert(one.patron, one.amount);
        });
        if owed != self.owed {
            return Err(format!("told to be owed: {:?}\nby the table: {owed:?}", self.owed));
        }
        // A table may forget them when the round ends.
        if self.in_round && table.lines() != self.lines {
            return Err(format!("lines told: {:?}\nof the table: {:?}", self.lines, table.lines()));
        }
        Ok(())
    }
}

/// Whether a line pays a wager that stays on the layout: it returns no stake, and no lammer explains that.
fn stays_up(line: &Line, lammer: Money) -> bool {
    line.outcome == Some(Outcome::Wins) && line.stake.is_zero() && lammer.is_zero()
}

/// Whether a line puts money into a patron's bank or takes it out: a partner gets a part of it, its holder
/// all that is left.
fn is_of_bank(line: &Line) -> bool {
    let Line { stake, basis, paid, returned, .. } = *line;
    let own = line.against == Against::Bank(line.patron);
    match (line.number.is_some(), line.outcome) {
        (false, None) => !own && stake.is_zero() && returned.is_zero() && paid >= ZERO,
        (true, Some(outcome)) if own => {
            let fits = match stake.cmp(&basis) {
                Ordering::Greater => Outcome::Wins,
                Ordering::Equal => Outcome::Pushes,
                Ordering::Less => Outcome::Loses,
            };
            outcome == fits && returned == stake.min(basis) && paid + returned == stake
        }
        (true, Some(Outcome::Loses)) => stake == basis && (paid + returned).is_zero(),
        _ => false,
    }
}
