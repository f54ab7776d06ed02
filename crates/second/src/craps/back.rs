//! Returns the table to the last throw after a call. Either a face is disputed (10.III): the box person has yet to read
//! the throw, so all later events are undone. Or a called roll was invalid (13.I, 10.II): it is as if it had not been
//! thrown. Wagers are made before the dice are thrown (4.I) and taken down before the roll that decides them (4.III),
//! so wagers made since then are returned and wagers taken down since then are restored.

use super::account::Account;
use engine::{Line, LineKind, WagerNumber, What};
use std::collections::{BTreeMap, BTreeSet};

/// The return to the last called throw, as far as the record has reported it.
#[derive(Clone, Debug)]
pub(super) struct Back {
    /// The table when the dice left the hand.
    then: Box<Account>,
    /// Lines of the throw that have yet to be undone, the last one first.
    left: Vec<Line>,
    /// Wagers that these lines took from the layout.
    settled: BTreeSet<WagerNumber>,
    /// Vigorish collected on the wagers on the layout at the time of the dispute, and what was charged since.
    vigorish: BTreeMap<WagerNumber, i64>,
    charged: BTreeMap<WagerNumber, i64>,
    reopened: bool,
    /// The remedy that ends it: `box-decides`, or `no-roll` if the throw was invalid.
    ends: &'static str,
}

impl Account {
    /// Handles disputed faces. While the dice are out the box person reads them; otherwise the last call is meant.
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

    /// Handles a called throw that was invalid.
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

    /// Processes an event of the return; returns whether it was one.
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

    /// Restores the table to the moment when the dice left the hand, except for the places of patrons.
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
