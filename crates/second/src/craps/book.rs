//! The wagers on the layout: placed, raised, taken back, called on and off, and the vigorish on them.

use super::account::{Account, Bet, charge};
use super::expected::Expected;
use super::{callable, parted};
use engine::{Beneficiary, Patron, Spot, WagerNumber};

impl Account {
    pub(super) fn place(
        &mut self,
        number: WagerNumber,
        (patron, beneficiary): (Patron, Beneficiary),
        spot: Spot,
        kind: &'static str,
        stake: i64,
    ) -> Result<(), String> {
        self.all_told("a wager is placed")?;
        if number.0 <= self.last_number {
            return Err(format!("wager {} follows wager {}", number.0, self.last_number));
        }
        self.last_number = number.0;
        self.may_place((patron, beneficiary), spot, kind, stake)?;
        if matches!(kind, "pass" | "dont-pass") {
            self.come_only = false;
        }
        let bet = Bet { patron, beneficiary, spot, kind, stake, called: None, vigorish: 0, rolls: 0 };
        self.bets.insert(number, bet);
        self.charge_up_to_stake(number)
    }

    pub(super) fn add(
        &mut self,
        number: WagerNumber,
        patron: Patron,
        kind: &'static str,
        added: i64,
    ) -> Result<(), String> {
        self.all_told("a wager is raised")?;
        let bet = self.standing_bet(number, patron, kind)?;
        self.may_add(number, &bet, added)?;
        if let Some(bet) = self.bets.get_mut(&number) {
            bet.stake += added;
        }
        self.charge_up_to_stake(number)
    }

    pub(super) fn take_back(
        &mut self,
        number: WagerNumber,
        patron: Patron,
        kind: &'static str,
        back: i64,
        left: i64,
    ) -> Result<(), String> {
        self.all_told("a wager is taken back")?;
        let bet = self.standing_bet(number, patron, kind)?;
        if bet.beneficiary != Beneficiary::Patron {
            return Err(format!("{kind} is the dealers' and is taken back"));
        }
        if back <= 0 || left < 0 || back + left != bet.stake {
            return Err(format!("{back} of {kind} went back, {left} stay, but {} lay there", bet.stake));
        }
        self.may_take_back(&bet, left)?;
        if matches!(kind, "dont-pass" | "dont-come") || kind.starts_with("dont-come-") {
            self.lowered.insert((patron, kind));
        }
        if let Some(bet) = self.bets.get_mut(&number) {
            bet.stake = left;
        }
        self.charge_up_to_stake(number)?;
        if left == 0 {
            self.bets.remove(&number);
        } else {
            self.odds_within_limit(patron, kind)?;
        }
        Ok(())
    }

    /// If vigorish is taken when a bet is placed, it always matches the present stake: more is charged or the
    /// difference given back.
    fn charge_up_to_stake(&mut self, number: WagerNumber) -> Result<(), String> {
        let Some(bet) = self.bets.get_mut(&number) else { return Ok(()) };
        if self.terms.vigorish_on_win {
            return Ok(());
        }
        let whole = if bet.stake == 0 { 0 } else { self.terms.vigorish(bet.kind, bet.stake)? };
        let more = whole - bet.vigorish;
        bet.vigorish = whole;
        if more != 0 {
            let charge = charge(number, bet, more);
            self.queue.push_back(Expected::Line(charge));
        }
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        number: WagerNumber,
        patron: Patron,
        kind: &'static str,
        on: bool,
    ) -> Result<(), String> {
        let bet = self.standing_bet(number, patron, kind)?;
        if !callable(kind) {
            return Err(format!("{kind} cannot be called on or off"));
        }
        // After a roll no patron can call; the table reports what the puck turned on or off.
        if self.rolled {
            if self.turned.remove(&number) != Some(on) {
                return Err(format!("{kind} of {patron} is said to be {}", if on { "on" } else { "off" }));
            }
            return Ok(());
        }
        if self.thrown {
            return Err(format!("{kind} is called while the dice are out"));
        }
        if bet.beneficiary != Beneficiary::Patron {
            return Err(format!("{kind} is the dealers' and is called"));
        }
        // Calling off a wager that is off by default only cancels a call on.
        let rests = !self.works(&Bet { called: None, ..bet });
        if let Some(bet) = self.bets.get_mut(&number) {
            bet.called = if !on && rests { None } else { Some(on) };
        }
        Ok(())
    }

    /// Returns the wager, which must be this patron's and of this kind.
    fn standing_bet(&self, number: WagerNumber, patron: Patron, kind: &str) -> Result<Bet, String> {
        match self.bets.get(&number) {
            Some(bet) if bet.patron == patron && bet.kind == kind => Ok(bet.clone()),
            Some(bet) => {
                Err(format!("wager {} is {} of {}, not {kind} of {patron}", number.0, bet.kind, bet.patron))
            }
            None => Err(format!("wager {}, {kind} of {patron}, does not stand", number.0)),
        }
    }

    /// Whether a wager works: as its patron called it, otherwise by default. With a point on all work; on the come-out
    /// Place Bets are off (3.I.F), by ruling also Buy Bets and the odds behind come and put bets.
    pub(super) fn works(&self, bet: &Bet) -> bool {
        if let Some(called) = bet.called {
            return called;
        }
        if self.puck.is_some() {
            return true;
        }
        match parted(bet.kind).0 {
            "place" | "buy" => false,
            "lay" => self.terms.lay_on_come_out,
            "come-odds" | "put-odds" => self.terms.come_odds_on_come_out,
            _ => true,
        }
    }

    /// Returns the wager of a kind that a patron made for themselves or for the dealers.
    pub(super) fn bet_of(&self, (patron, beneficiary): (Patron, Beneficiary), kind: &str) -> Option<&Bet> {
        let same = |bet: &&Bet| (bet.patron, bet.beneficiary) == (patron, beneficiary) && bet.kind == kind;
        self.bets.values().find(same)
    }
}
