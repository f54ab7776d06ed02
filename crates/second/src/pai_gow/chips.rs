//! Wagers that are made, raised and taken back (OH-PGP-7, 15.II).

use super::deal::BOXES;
use super::round::Watch;
use crate::layout::line::Bet;
use engine::{Beneficiary, Spot, WagerNumber, What};
use std::collections::BTreeSet;

impl Watch {
    pub(super) fn place(&mut self, what: &What) -> Result<(), String> {
        let What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } = *what else {
            return Ok(());
        };
        let bet = Bet { number, patron, beneficiary, spot, kind: wager.word(), stake: stake.as_minor() };
        if beneficiary == Beneficiary::House {
            self.house_bets(&bet)?;
            self.lies(bet);
            return Ok(());
        }
        if bet.kind == "cover" {
            self.covers(&bet)?;
            self.gone.remove(&patron);
            self.lies(bet);
            return Ok(());
        }
        self.all_were_asked("a wager is made")?;
        if beneficiary != Beneficiary::Patron || !lammer.is_zero() {
            return Err(format!("{bet} is for {beneficiary:?}"));
        }
        if spot != Spot::first(spot.box_number) || !(1..=BOXES).contains(&spot.box_number) {
            return Err(format!("{bet} lies on no betting area (2.II.A)"));
        }
        self.takes(&bet)?;
        // 1.bank, RULING-PGP-23.
        if self.bank.as_ref().is_some_and(|bank| bank.has_part(patron) || bank.b == spot.box_number) {
            return Err(format!("{bet} is of one who has a part in the bank, or lies on its place (1.bank)"));
        }
        for other in self.bets.values().filter(|other| other.spot == spot) {
            if other.patron != patron {
                return Err(format!("{bet} lies on the place of {} (7.II)", other.patron));
            }
            if other.kind == bet.kind {
                return Err(format!("{bet} is a second one there"));
            }
        }
        let own = self.bets.values().filter(|other| other.patron == patron);
        let mut places: BTreeSet<u8> = own.map(|other| other.spot.box_number).collect();
        places.insert(spot.box_number);
        let adjacent = places.last().zip(places.first()).is_some_and(|(last, first)| last - first <= 1);
        if places.len() > self.terms.places || !adjacent {
            return Err(format!("{bet}: one patron at {places:?} (7.IV)"));
        }
        // 15.II.
        let main = |other: &Bet| other.spot == spot && other.kind == "main";
        if bet.kind == "fortune" && !self.bets.values().any(main) {
            return Err(format!("{bet} lies beside no main wager (15.II)"));
        }
        self.gone.remove(&patron);
        self.lies(bet);
        self.is_covered()
    }

    fn lies(&mut self, bet: Bet) {
        self.bets.insert(bet.number, bet.clone());
        self.laid.insert(bet.number, bet);
    }

    /// Checks that such a stake may be wagered now.
    fn takes(&self, bet: &Bet) -> Result<(), String> {
        if self.closed {
            return Err(format!("{bet} is made or raised after bets were closed (7.III)"));
        }
        let Some((min, max, step)) = self.terms.limits.get(bet.kind) else {
            return Err(format!("{bet}: the table has no such wager"));
        };
        if bet.stake < *min || bet.stake > *max || (bet.stake - min) % step != 0 {
            return Err(format!("{bet} is not from {min} to {max} in steps of {step}"));
        }
        Ok(())
    }

    pub(super) fn add(&mut self, number: WagerNumber, added: i64) -> Result<(), String> {
        let bet = self.bets.get(&number).ok_or_else(|| format!("{number:?} is raised and not there"))?;
        let raised = Bet { stake: bet.stake + added, ..bet.clone() };
        match raised.kind {
            "cover" => self.covers(&raised)?,
            _ => self.takes(&raised)?,
        }
        self.lies(raised);
        self.is_covered()
    }

    pub(super) fn take_back(&mut self, number: WagerNumber, taken: i64, left: i64) -> Result<(), String> {
        let bet = self.bets.get(&number).ok_or_else(|| format!("{number:?} is taken back and not there"))?;
        // A wager that is returned when bets are closed may be reported as taken back.
        let due = self.closed && left == 0 && self.dues.awaits(number);
        if self.closed && !due {
            return Err(format!("{bet} is withdrawn after bets were closed (7.III)"));
        }
        if bet.stake != taken + left {
            return Err(format!("of {bet} {taken} goes back and {left} stays"));
        }
        let rest = Bet { stake: left, ..bet.clone() };
        if rest.kind == "cover" {
            self.uncovers(&rest, left)?;
        }
        self.dues.forget_wager(number);
        if left == 0 {
            self.bets.remove(&number);
            self.laid.remove(&number);
        } else {
            self.lies(rest);
        }
        Ok(())
    }
}
