//! A face that is disputed after its call (10.III): the throw is still the box person's to read, so nothing that came
//! after it has come. Or a roll that was called and never was one (13.I, 10.II): it is as if it had not been thrown. Wagers are made before the dice are thrown (4.I) and taken down before the roll that decides
//! them (4.III), so what was staked since goes back and what was taken down lies there again.

use super::account::Account;
use engine::{Line, LineKind, WagerNumber, What};
use std::collections::{BTreeMap, BTreeSet};

/// The way back to the last called throw, as far as the record has told it.
#[derive(Clone, Debug)]
pub(super) struct Back {
    /// The table when the dice left the hand.
    then: Box<Account>,
    /// Lines of the throw that are still to be undone, the last one first.
    left: Vec<Line>,
    /// Wagers that these lines took from the layout.
    settled: BTreeSet<WagerNumber>,
    /// Vigorish collected on the wagers that stood when the dispute came, and what was charged since.
    vigorish: BTreeMap<WagerNumber, i64>,
    charged: BTreeMap<WagerNumber, i64>,
    reopened: bool,
    /// What the way ends with: `box-decides`, or `no-roll` where the throw was none.
    ends: &'static str,
}

impl Account {
    /// The faces are disputed. While the dice are out the box person reads them; else the last call is meant.
    pub(super) fn disputed(&mut self) -> Result<(), String> {
        if self.thrown {
            self.box_reads = true;
            return Ok(());
        }
        if self.box_read {
            return Err("no call is disputed that the box person made (10.III.A)".into());
        }
        self.sets_out("box-decides")
    }

    /// The last called throw was none.
    pub(super) fn called_roll_invalid(&mut self) -> Result<(), String> {
        self.sets_out("no-roll")
    }

    fn sets_out(&mut self, ends: &'static str) -> Result<(), String> {
        let Some(then) = self.before.take() else {
            return Err(
                "no call is gone back to that lies further back, or that the floor has ruled on".into()
            );
        };
        let left: Vec<Line> = self.ended.get(then.told.len()..).unwrap_or_default().to_vec();
        let takes = |line: &&Line| line.kind == LineKind::Wager && !line.stake.is_zero();
        let settled = left.iter().filter(takes).filter_map(|line| line.number).collect();
        let vigorish = self.bets.iter().map(|(number, bet)| (*number, bet.vigorish)).collect();
        self.back =
            Some(Back { then, left, settled, vigorish, charged: BTreeMap::new(), reopened: false, ends });
        Ok(())
    }

    /// An event on the way back. Whether it was one.
    pub(super) fn goes_back(&mut self, what: &What) -> Result<bool, String> {
        let Some(mut back) = self.back.take() else { return Ok(false) };
        match *what {
            What::WagerTakenBack { number, stake, left, .. } => {
                let bet = self.bets.get_mut(&number).ok_or("chips go back that do not lie there")?;
                bet.stake -= stake.as_minor();
                if bet.stake != left.as_minor() {
                    return Err(format!("{} stay of wager {}, not {left:?}", bet.stake, number.0));
                }
                if bet.stake == 0 {
                    self.bets.remove(&number);
                }
            }
            What::StakeAdded { number, added, .. } => {
                let bet = self.bets.get_mut(&number).ok_or("chips are added to nothing")?;
                bet.stake += added.as_minor();
            }
            What::WagerPlaced { number, stake, .. } => {
                let lay = back.then.bets.get(&number).filter(|bet| bet.stake == stake.as_minor()).cloned();
                let lay = lay.ok_or_else(|| format!("wager {} did not lie there", number.0))?;
                if self.bets.insert(number, lay).is_some() {
                    return Err(format!("wager {} lies there twice", number.0));
                }
            }
            What::RoundReopened { .. } => {
                back.reopened = true;
                self.told = std::mem::take(&mut self.ended);
                self.lines = u16::try_from(self.told.len()).ok();
            }
            What::Settled(line) => {
                self.count_line(&line)?;
                back.line(&line)?;
            }
            What::Remedied { remedy, .. } if remedy.word() == back.ends => {
                self.arrive(back)?;
                return Ok(true);
            }
            What::WagerMoved { .. } | What::WagerWorks { .. } | What::Marked(_) if back.reopened => {}
            _ => return Err(format!("on the way back to the last throw: {what:?}")),
        }
        self.back = Some(back);
        Ok(true)
    }

    /// The table stands as when the dice left the hand, but for who stands where.
    fn arrive(&mut self, back: Back) -> Result<(), String> {
        let Back { then, left, settled, vigorish, charged, reopened, ends } = back;
        if !reopened || !left.is_empty() {
            return Err(format!("of the last throw these lines are not undone: {left:?}"));
        }
        for (number, bet) in &then.bets {
            let lies = self.bets.get(number).map(|bet| bet.stake);
            if lies != Some(bet.stake) && !(lies.is_none() && settled.contains(number)) {
                return Err(format!("wager {} should have {} and has {lies:?}", number.0, bet.stake));
            }
        }
        if let Some(since) = self.bets.keys().find(|number| !then.bets.contains_key(number)) {
            return Err(format!("wager {} was placed after the throw and still lies there (4.I)", since.0));
        }
        for number in vigorish.keys().chain(then.bets.keys()).filter(|number| !settled.contains(number)) {
            let had = vigorish.get(number).copied().unwrap_or(0);
            let has = then.bets.get(number).map_or(0, |bet| bet.vigorish);
            let moved = charged.get(number).copied().unwrap_or(0);
            if !self.terms.vigorish_on_win && had + moved != has {
                return Err(format!("wager {} was charged {had}, then {moved}, and owes {has}", number.0));
            }
        }
        let now = std::mem::replace(self, *then);
        self.places = now.places;
        self.last_number = now.last_number;
        (self.lines, self.told) = (now.lines, now.told);
        let read_again = ends == "box-decides";
        (self.thrown, self.box_reads, self.box_read) = (read_again, read_again, false);
        self.die_out = now.die_left;
        for bet in self.bets.values_mut() {
            bet.spot = self.places.get(&bet.patron).copied().unwrap_or(bet.spot);
        }
        Ok(())
    }
}

impl Back {
    fn line(&mut self, line: &Line) -> Result<(), String> {
        if !self.reopened {
            let number = line.number.filter(|_| line.kind == LineKind::Charge);
            let number = number.ok_or_else(|| format!("nothing but vigorish moves here: {line:?}"))?;
            *self.charged.entry(number).or_default() += line.charged.as_minor();
            return Ok(());
        }
        let undone = self.left.pop().ok_or_else(|| format!("nothing is left to undo: {line:?}"))?;
        let amounts = |line: &Line| [line.paid, line.returned, line.charged].map(felt::Money::as_minor);
        let opposite = amounts(line) == amounts(&undone).map(|amount| -amount);
        let same = (line.number, line.patron, line.wager) == (undone.number, undone.patron, undone.wager);
        if line.reverses != Some(undone.seq) || !opposite || !same {
            return Err(format!("{undone:?} is to be undone, and this is told: {line:?}"));
        }
        Ok(())
    }
}
