//! A meter in memory. It holds only the rows and steps that a database would hold.

use super::{
    Act, Balance, Contribution, Draw, Fed, Grant, MeterError, MeterEvent, MeterKey, Opening, Standing, Step,
};
use felt::Money;
use rulebook::MeterTerms;
use std::collections::BTreeMap;

/// A progressive meter.
///
/// Each request appends its changes to a log. A repeated request gets its first answer and appends nothing; a key that
/// is reused for a different request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meter {
    opening: Opening,
    standing: Standing,
    fed: Fed,
    rows: BTreeMap<MeterKey, Contribution>,
    /// The contributions that were taken back, with the request that did it.
    taken_back: BTreeMap<MeterKey, MeterKey>,
    steps: Vec<Step>,
    /// The index of the step that answers a request.
    answers: BTreeMap<MeterKey, usize>,
    /// The draws that are void, with the request that did it.
    void: BTreeMap<u64, MeterKey>,
}

impl Meter {
    /// Opens a meter with its seed, which the house pays.
    ///
    /// # Errors
    /// Fails if the terms are invalid.
    pub fn open(opening: Opening) -> Result<Meter, MeterError> {
        Ok(Meter {
            standing: Standing::open(opening.terms)?,
            opening,
            fed: Fed::default(),
            rows: BTreeMap::new(),
            taken_back: BTreeMap::new(),
            steps: Vec::new(),
            answers: BTreeMap::new(),
            void: BTreeMap::new(),
        })
    }

    /// Rebuilds a meter from its events. Every step must equal the recorded one.
    ///
    /// # Errors
    /// Returns the first event that differs from what the meter would do.
    pub fn replay<'e>(
        opening: Opening,
        events: impl IntoIterator<Item = &'e MeterEvent>,
    ) -> Result<Meter, MeterError> {
        let mut meter = Meter::open(opening)?;
        let mut log = Vec::new();
        for event in events {
            log.clear();
            match event {
                MeterEvent::Contributed(row) => meter.append(*row, &mut log)?,
                MeterEvent::Stepped(step) => {
                    meter.put(step.clone(), &mut log)?;
                    // The log contains the rows too, so the sum must be that of the rows before the step.
                    if step.fed != meter.fed {
                        return Err(MeterError::Differs(step.number));
                    }
                }
            }
        }
        Ok(meter)
    }

    /// Returns what it was opened with.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Returns its standing after its last step.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Returns what has been contributed so far.
    pub fn fed(&self) -> &Fed {
        &self.fed
    }

    /// Iterates over all contributions, by key.
    pub fn rows(&self) -> impl Iterator<Item = &Contribution> {
        self.rows.values()
    }

    /// Returns every step, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns what it shows: whole minor units, rounded down.
    ///
    /// # Errors
    /// Fails if a sum exceeds what can be counted.
    pub fn shows(&self) -> Result<Money, MeterError> {
        self.standing.shows(&self.fed)
    }

    /// Returns its account.
    ///
    /// # Errors
    /// Fails if a sum exceeds what can be counted.
    pub fn balance(&self) -> Result<Balance, MeterError> {
        self.standing.balance(&self.fed)
    }

    /// Adds a stake as a contribution, under the terms in force.
    ///
    /// # Errors
    /// Refuses an amount that is not a stake, a key that was used for something else, and a sum that exceeds what can
    /// be counted.
    pub fn contribute(
        &mut self,
        key: MeterKey,
        stake: Money,
        log: &mut Vec<MeterEvent>,
    ) -> Result<(), MeterError> {
        // A repeated request after a change of terms is still the same contribution, under its first terms.
        let terms = self.rows.get(&key).map_or(self.standing.terms_number(), |row| row.terms);
        self.append(Contribution { key, terms, stake, takes_back: None }, log)
    }

    /// Takes a contribution back, because its wager was returned to the patron.
    ///
    /// # Errors
    /// Refuses a contribution that was not made or was taken back before; else as [`Meter::contribute`].
    pub fn take_back(
        &mut self,
        key: MeterKey,
        of: MeterKey,
        log: &mut Vec<MeterEvent>,
    ) -> Result<(), MeterError> {
        let row = self.rows.get(&of).filter(|row| row.takes_back.is_none());
        let row = row.ok_or(MeterError::NoContribution(of))?;
        self.append(Contribution { key, terms: row.terms, stake: -row.stake, takes_back: Some(of) }, log)
    }

    /// Appends a row. It may name earlier terms: a wager placed under them feeds the meter at their rate.
    ///
    /// # Errors
    /// As [`Meter::contribute`] and [`Meter::take_back`]; also refuses terms that never existed.
    pub fn append(&mut self, row: Contribution, log: &mut Vec<MeterEvent>) -> Result<(), MeterError> {
        if let Some(first) = self.rows.get(&row.key) {
            return if *first == row { Ok(()) } else { Err(MeterError::OtherBody(row.key)) };
        }
        let latest = self.standing.terms_number();
        if row.terms == 0 || row.terms > latest {
            return Err(MeterError::NoTerms { found: row.terms, latest });
        }
        match row.takes_back {
            None if !row.stake.is_positive() || !row.stake.is_acceptable() => {
                return Err(MeterError::NotAStake(row.stake.as_minor()));
            }
            None => {}
            Some(of) if self.taken_back.contains_key(&of) => return Err(MeterError::TakenBack(of)),
            Some(of) => {
                let fits = |first: &&Contribution| {
                    first.takes_back.is_none() && first.terms == row.terms && first.stake == -row.stake
                };
                self.rows.get(&of).filter(fits).ok_or(MeterError::NoContribution(of))?;
            }
        }
        self.fed.append(&row)?;
        if let Some(of) = row.takes_back {
            self.taken_back.insert(of, row.key);
        }
        self.rows.insert(row.key, row);
        log.push(MeterEvent::Contributed(row));
        Ok(())
    }

    /// Grants a share of what the meter shows now.
    ///
    /// # Errors
    /// Refuses an award without a winner, a key that was used for something else, and a sum that exceeds what can be
    /// counted.
    pub fn draw(
        &mut self,
        key: MeterKey,
        draw: &Draw,
        log: &mut Vec<MeterEvent>,
    ) -> Result<Grant, MeterError> {
        let step = match self.answer(key) {
            Some(step) => step.clone(),
            None => self.standing.draw(&self.fed, key, draw)?,
        };
        let asked = matches!(&step.act, Act::Drawn { draw: first, .. } if first == draw);
        let grant = step.grant().filter(|_| asked).ok_or(MeterError::OtherBody(key))?;
        self.put(step, log)?;
        Ok(grant)
    }

    /// Reverses a grant, because its round is void.
    ///
    /// # Errors
    /// Refuses a step that is not a draw or is void already, and a key that was used for something else.
    pub fn void(&mut self, key: MeterKey, draw: u64, log: &mut Vec<MeterEvent>) -> Result<Step, MeterError> {
        let step = match self.answer(key) {
            Some(step) => step.clone(),
            None => self.standing.void(&self.fed, key, self.step(draw)?)?,
        };
        if !matches!(step.act, Act::Voided { draw: first, .. } if first == draw) {
            return Err(MeterError::OtherBody(key));
        }
        self.put(step.clone(), log)?;
        Ok(step)
    }

    /// Puts other terms in force, under this number. A repeated request changes nothing.
    ///
    /// # Errors
    /// Refuses a number that is not the next one, and invalid terms.
    pub fn change(
        &mut self,
        number: u32,
        to: MeterTerms,
        log: &mut Vec<MeterEvent>,
    ) -> Result<(), MeterError> {
        let latest = self.standing.terms_number();
        if number == latest && *self.standing.terms() == to {
            return Ok(());
        }
        if Some(number) != latest.checked_add(1) {
            return Err(MeterError::NoTerms { found: number, latest });
        }
        let step = self.standing.change(&self.fed, to)?;
        self.put(step, log)
    }

    /// Adds a step that was computed before; it must be what this meter does at that point with the sum it names.
    ///
    /// # Errors
    /// Returns a conflict if another step came first, else [`MeterError::Differs`].
    pub fn put(&mut self, step: Step, log: &mut Vec<MeterEvent>) -> Result<(), MeterError> {
        if let Some(key) = step.key()
            && let Some(first) = self.answer(key)
        {
            return if *first == step { Ok(()) } else { Err(MeterError::OtherBody(key)) };
        }
        // A step reads its sum after the standing before it, so it cannot see fewer rows.
        if self.steps.last().is_some_and(|last| step.fed.rows() < last.fed.rows()) {
            return Err(MeterError::Differs(step.number));
        }
        let mut next = self.standing.clone();
        next.take(&step)?;
        let again = match &step.act {
            Act::Drawn { key, draw, .. } => self.standing.draw(&step.fed, *key, draw)?,
            Act::Voided { draw, .. } if self.void.contains_key(draw) => {
                return Err(MeterError::AlreadyVoid(*draw));
            }
            Act::Voided { key, draw, .. } => self.standing.void(&step.fed, *key, self.step(*draw)?)?,
            Act::Changed { to, .. } => self.standing.change(&step.fed, *to)?,
        };
        if again != step {
            return Err(MeterError::Differs(step.number));
        }
        self.standing = next;
        if let Some(key) = step.key() {
            self.answers.insert(key, self.steps.len());
        }
        if let Act::Voided { key, draw, .. } = step.act {
            self.void.insert(draw, key);
        }
        log.push(MeterEvent::Stepped(step.clone()));
        self.steps.push(step);
        Ok(())
    }

    /// Returns the step that answered this request, if the request came before.
    pub fn answer(&self, key: MeterKey) -> Option<&Step> {
        self.answers.get(&key).and_then(|at| self.steps.get(*at))
    }

    /// Returns the step of this number.
    fn step(&self, number: u64) -> Result<&Step, MeterError> {
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.steps.get(at)).ok_or(MeterError::NoDraw(number))
    }
}

impl Meter {
    /// Rebuilds a meter from its rows and its steps. The order of rows among steps is not needed: each step names the
    /// sum it has read.
    ///
    /// # Errors
    /// Refuses rows and steps that no meter can have.
    pub fn restored(
        opening: Opening,
        rows: impl IntoIterator<Item = Contribution>,
        steps: impl IntoIterator<Item = Step>,
    ) -> Result<Meter, MeterError> {
        let mut meter = Meter::open(opening)?;
        let mut log = Vec::new();
        for step in steps {
            log.clear();
            meter.put(step, &mut log)?;
        }
        // The contributions must exist before others take them back.
        let (back, given): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.takes_back.is_some());
        for row in given.into_iter().chain(back) {
            log.clear();
            meter.append(row, &mut log)?;
        }
        match meter.steps.iter().find(|step| step.fed.rows() > meter.fed.rows()) {
            Some(step) => Err(MeterError::Differs(step.number)),
            None => Ok(meter),
        }
    }
}
