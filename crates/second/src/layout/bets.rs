//! Chips on the layout: laid, raised, taken back, and found after bets have closed.

use super::account::Account;
use super::document::{Document, Moment};
use super::line::Bet;
use engine::{Beneficiary, Cites, Event, Patron, WagerNumber, What};

impl<D: Document> Account<D> {
    /// Processes an event that moves chips; returns whether it was one.
    pub(super) fn chips(&mut self, event: &Event) -> Result<bool, String> {
        match event.what {
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
                self.all_told("a wager is placed")?;
                if !lammer.is_zero() {
                    return Err("the document knows no lammers".into());
                }
                let (kind, stake) = (wager.word(), stake.as_minor());
                self.place(Bet { number, patron, beneficiary, spot, kind, stake }, event.cites)?;
            }
            What::StakeAdded { number, patron, spot, wager, added, .. } => {
                self.all_told("a wager is raised")?;
                let bet = self.standing(number, patron, wager.word())?;
                if bet.spot != spot {
                    return Err(format!("{bet} is raised at {spot}"));
                }
                self.in_time(&bet, event.cites)?;
                let others: Vec<&Bet> = self.bets.values().collect();
                self.document.may_lie(&bet, bet.stake + added.as_minor(), &others)?;
                self.change(&bet, bet.stake + added.as_minor(), added.as_minor())?;
            }
            What::WagerTakenBack { number, patron, wager, stake, left } => {
                self.all_told("a wager is taken back")?;
                let bet = self.standing(number, patron, wager.word())?;
                let (back, left) = (stake.as_minor(), left.as_minor());
                if back + left != bet.stake {
                    return Err(format!("{back} of {bet} went back and {left} stay"));
                }
                // A bet for the dealers is taken back only with a patron who leaves; their leaving may be reported
                // after it.
                let own = |other: &Bet| {
                    other.beneficiary == Beneficiary::Patron
                        && (other.patron, other.kind) == (patron, bet.kind)
                };
                let follows = self.document.dealers_follow() && !self.bets.values().any(own);
                if bet.beneficiary != Beneficiary::Patron && !follows && !self.gone.contains_key(&patron) {
                    self.leaving = Some(patron);
                }
                // A patron who leaves before bets are closed takes their chips along, in every deal.
                if !(self.gone.contains_key(&patron) && self.moment < Moment::Closed) {
                    self.in_time(&bet, event.cites)?;
                }
                self.change(&bet, left, back)?;
            }
            What::WagerWorks { .. } | What::WagerStays { .. } | What::WagerMoved { .. } => {
                return Err("no wager of this game is called on or off, or travels".into());
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn place(&mut self, bet: Bet, cites: Cites) -> Result<(), String> {
        if bet.number.0 <= self.last_number {
            return Err(format!("wager {} follows wager {}", bet.number.0, self.last_number));
        }
        self.last_number = bet.number.0;
        self.document.has(bet.kind)?;
        self.in_time(&bet, cites)?;
        match bet.beneficiary {
            Beneficiary::Patron => {}
            Beneficiary::Dealers if self.document.is_for_dealers(bet.kind) => {}
            other => return Err(format!("{bet} is for the {}", other.word())),
        }
        if !(1..=self.document.house().places).contains(&bet.spot.box_number) || bet.spot.hand != 1 {
            return Err(format!("{bet}: there is no such place"));
        }
        for other in self.bets.values() {
            let (own, here) = (other.patron == bet.patron, other.spot == bet.spot);
            if own != here {
                return Err(format!("{bet}, and there lies {other}: one patron a place, one place a patron"));
            }
            if own && (other.kind, other.beneficiary) == (bet.kind, bet.beneficiary) {
                return Err(format!("{bet} is made beside {other}, which it should raise"));
            }
        }
        let others: Vec<&Bet> = self.bets.values().collect();
        self.document.may_lie(&bet, bet.stake, &others)?;
        self.gone.remove(&bet.patron);
        self.within_limits(&bet, bet.stake)?;
        self.bets.insert(bet.number, bet);
        Ok(())
    }

    /// Changes the stake of a wager.
    fn change(&mut self, bet: &Bet, left: i64, moved: i64) -> Result<(), String> {
        if moved <= 0 || left < 0 {
            return Err(format!("{moved} moves on {bet}"));
        }
        if left == 0 {
            self.bets.remove(&bet.number);
            return Ok(());
        }
        self.within_limits(bet, left)?;
        self.bets.insert(bet.number, Bet { stake: left, ..bet.clone() });
        Ok(())
    }

    /// Returns the wager, which must be this patron's and of this kind.
    fn standing(&self, number: WagerNumber, patron: Patron, kind: &str) -> Result<Bet, String> {
        match self.bets.get(&number) {
            Some(bet) if bet.patron == patron && bet.kind == kind => Ok(bet.clone()),
            Some(bet) => Err(format!("this is not {kind} of {patron}: {bet}")),
            None => Err(format!("wager {}, {kind} of {patron}, does not lie there", number.0)),
        }
    }

    /// Checks that chips are moved while bets are open. Later they can only be reported as found.
    fn in_time(&self, bet: &Bet, cites: Cites) -> Result<(), String> {
        if self.result.is_some() || self.void {
            return Err(format!("{bet}: chips move after the result"));
        }
        if self.moment < Moment::Closed {
            return self.document.takes_bets();
        }
        let found = |id: &str| self.document.found().contains(&id);
        if cites.iter().any(|rule| found(rule.id())) {
            return Ok(());
        }
        Err(format!("{bet}: chips move after bets are closed, and nobody found them so"))
    }

    fn within_limits(&self, bet: &Bet, stake: i64) -> Result<(), String> {
        let Some((least, most, step)) = self.document.limits(bet.kind) else { return Ok(()) };
        let on_step = stake == most || stake % step.max(1) == 0;
        if (least..=most).contains(&stake) && on_step {
            return Ok(());
        }
        Err(format!("{stake} on {} of {}, where {least} to {most} are taken", bet.kind, bet.patron))
    }
}
