//! A patron's bank: who holds it, what covers it, and what the house bets against it (OH-PGP-14.VI to 14.IX, 14.XIX).

use super::rotation::Turn;
use super::round::Watch;
use crate::layout::line::Bet;
use engine::{Against, Beneficiary, Line, LineKind, Patron, Spot, WagerNumber};
use std::collections::{BTreeMap, BTreeSet};

/// A bank of this round.
#[derive(Clone, Debug)]
pub(super) struct Bank {
    /// The patron who plays its hand.
    pub(super) holder: Patron,
    /// The box of its hand.
    pub(super) b: u8,
    /// 14.VIII: the holder's last bet.
    last_bet: i64,
    /// The amount that the holder announced to put in, until the money is there.
    says: Option<i64>,
    /// The most that the holder asked the house to bet (14.IX).
    asks: Option<i64>,
    /// The money put in by each patron, wager by wager.
    pub(super) parts: BTreeMap<WagerNumber, Bet>,
    /// Its win so far, less its losses.
    pub(super) won: i64,
    /// The amount that the house must bet, from the close of bets on.
    pub(super) house_owes: Option<i64>,
    /// The house's wager.
    pub(super) house: Option<WagerNumber>,
    /// Whether the bank was given up, or a patron with a part in it has left.
    ends: bool,
    /// Whether its lines are due, or have come.
    pub(super) planned: bool,
}

impl Bank {
    /// Returns the money that covers it.
    pub(super) fn cover(&self) -> i64 {
        self.parts.values().map(|part| part.stake).sum()
    }

    pub(super) fn has_part(&self, patron: Patron) -> bool {
        patron == self.holder || self.parts.values().any(|part| part.patron == patron)
    }

    /// Returns what each patron has put in, the holder first and then in the order of joining.
    pub(super) fn put_in(&self) -> Vec<(Patron, i64)> {
        let mut all = vec![(self.holder, 0)];
        for part in self.parts.values() {
            match all.iter_mut().find(|(patron, _)| *patron == part.patron) {
                Some((_, sum)) => *sum += part.stake,
                None => all.push((part.patron, part.stake)),
            }
        }
        all
    }

    pub(super) fn is_ending(&self) -> bool {
        self.ends
    }

    pub(super) fn has_partners(&self) -> bool {
        self.parts.values().any(|part| part.patron != self.holder)
    }
}

impl Watch {
    /// Returns whose bank a main wager is against; `None` if the house is the bank.
    pub(super) fn banker(&self) -> Option<Patron> {
        self.bank.as_ref().map(|bank| bank.holder)
    }

    /// Whether this is the box of the bank's hand.
    pub(super) fn is_banks(&self, b: u8) -> bool {
        self.bank.as_ref().is_some_and(|bank| bank.b == b)
    }

    // ------------------------------------------------------------ who has it

    /// 14.III: checks that all who come first were asked before a patron bets.
    pub(super) fn all_were_asked(&self, when: &str) -> Result<(), String> {
        let next = self.rotation.next().filter(|_| self.terms.banking && self.bank.is_none() && !self.lapsed);
        match next {
            Some(Turn { patron, b, .. }) => {
                Err(format!("{when}, and {patron} at {b} was not asked to have the bank (14.III)"))
            }
            None => Ok(()),
        }
    }

    /// Processes the taking or passing of the bank.
    pub(super) fn about_the_bank(
        &mut self,
        patron: Patron,
        spot: Spot,
        word: &str,
        amount: Option<i64>,
    ) -> Result<(), String> {
        let said = format!("{patron} at {spot} chooses {word}");
        if !self.terms.banking {
            return Err(format!("{said}, and no patron has the bank here (14.III)"));
        }
        if self.is_closed() {
            return Err(format!("{said} after bets were closed"));
        }
        if let Some(bank) = self.bank.as_ref() {
            let holder = (bank.holder, Spot::first(bank.b)) == (patron, spot);
            if !holder {
                return Err(format!("{said}, and the bank is {}'s", bank.holder));
            }
            let (partners, last_bet) = (bank.has_partners(), bank.last_bet);
            return match (word, amount) {
                ("pass-bank", None) => self.gives_up(&said),
                // 14.XIX.
                ("house-bets" | "no-house-bet", _) if partners => {
                    Err(format!("{said}, and where there are partners the house decides (14.XIX)"))
                }
                ("house-bets", Some(asked)) if asked > 0 && asked <= last_bet => self.asks(asked),
                ("no-house-bet", None) => self.asks(0),
                _ => Err(format!("{said} for {amount:?}, and the last bet was {last_bet} (14.VIII)")),
            };
        }
        let turn = self.rotation.next().filter(|_| !self.lapsed);
        let turn = turn.filter(|turn| (turn.patron, Spot::first(turn.b)) == (patron, spot));
        let Some(turn) = turn else {
            return Err(format!("{said}, and it is the turn of {:?} (14.II, 14.IV)", self.rotation.next()));
        };
        self.rotation.was_asked(turn);
        match (word, amount) {
            ("pass-bank", None) => {}
            ("take-bank", Some(says)) => self.bank = Some(taken(turn, says)),
            _ => return Err(format!("{said} for {amount:?}")),
        }
        Ok(())
    }

    fn asks(&mut self, most: i64) -> Result<(), String> {
        if let Some(bank) = &mut self.bank {
            bank.asks = Some(most);
        }
        Ok(())
    }

    /// RULING-PGP-25: the holder may give it up while there is no wager against it.
    fn gives_up(&mut self, said: &str) -> Result<(), String> {
        if let Some(bet) = self.bets.values().find(|bet| bet.kind == "main") {
            return Err(format!("{said}, and this lies against the bank: {bet} (14.VI)"));
        }
        if let Some(bank) = &mut self.bank {
            bank.ends = true;
        }
        Ok(())
    }

    /// RULING-PGP-25: before the deal a partner takes their part along if the wagers are covered without it; otherwise
    /// all parts are returned, and the wagers are against the house.
    pub(super) fn bank_is_left(&mut self, patron: Patron) {
        self.rotation.left(patron);
        let against = self.against_bank();
        let Some(bank) = self.bank.as_mut().filter(|bank| bank.has_part(patron)) else { return };
        let others = bank.parts.values().filter(|part| part.patron != patron).map(|part| part.stake);
        if patron == bank.holder || others.sum::<i64>() < against {
            bank.ends = true;
        }
    }

    /// Returns the total of the patrons' wagers against it.
    fn against_bank(&self) -> i64 {
        self.bets.values().filter(|bet| bet.kind == "main").map(|bet| bet.stake).sum()
    }

    /// Ends a bank that has no money left.
    fn may_be_over(&mut self) {
        if self.bank.as_ref().is_some_and(|bank| bank.ends && bank.parts.is_empty()) {
            self.bank = None;
            // Existing wagers are then against the house, and no other patron has the bank in this round.
            self.lapsed = self.bets.values().any(|bet| bet.kind == "main");
        }
    }

    /// 14.VI: the marker must be in the betting circle of the bank, or before the dealer, who is number 7.
    fn is_marked(&self) -> Result<(), String> {
        let wanted = self.bank.as_ref().map_or((7, None), |bank| (u16::from(bank.b), Some(bank.holder)));
        match self.marker == wanted {
            true => Ok(()),
            false => Err(format!(
                "a card comes, and the bank's marker is {:?}, not {wanted:?} (14.VI)",
                self.marker
            )),
        }
    }

    // ------------------------------------------------------------ the cover

    /// Money is put into the bank.
    pub(super) fn covers(&mut self, bet: &Bet) -> Result<(), String> {
        if self.is_closed() {
            return Err(format!("{bet} is made or raised after bets were closed (7.III)"));
        }
        let others = self.bets.values().any(|other| other.patron == bet.patron && other.kind != "cover");
        let coin = self.terms.pays.coin;
        let Some(bank) = &mut self.bank else { return Err(format!("{bet} covers no bank (14.VI)")) };
        if bet.spot != Spot::first(bank.b) || bet.beneficiary != Beneficiary::Patron {
            return Err(format!("{bet} lies apart from the bank at {} (14.VI)", bank.b));
        }
        if others {
            return Err(format!("{bet}: who wagers against the bank has no part in it (RULING-PGP-22)"));
        }
        if bet.stake <= 0 || bet.stake % coin != 0 {
            return Err(format!("{bet} is no amount"));
        }
        if bank.parts.is_empty() && (bet.patron, Some(bet.stake)) != (bank.holder, bank.says.take()) {
            return Err(format!("{bet} is not what the holder said they would put in"));
        }
        if bet.patron != bank.holder {
            // 14.XIX.
            bank.asks = None;
        }
        bank.parts.insert(bet.number, bet.clone());
        Ok(())
    }

    /// Returns a part, which happens only in full and when the bank ends.
    pub(super) fn uncovers(&mut self, bet: &Bet, left: i64) -> Result<(), String> {
        match &mut self.bank {
            Some(bank) if (bank.ends || self.gone.contains(&bet.patron)) && left == 0 => {
                bank.parts.remove(&bet.number);
                self.may_be_over();
                Ok(())
            }
            _ => Err(format!("{bet} is taken back down to {left}, and the bank needs it (14.VI)")),
        }
    }

    /// 14.VI: checks that the bank can pay all that may be won from it.
    pub(super) fn is_covered(&self) -> Result<(), String> {
        let Some(bank) = &self.bank else { return Ok(()) };
        let against = self.against_bank();
        match against <= bank.cover() || bank.ends {
            true => Ok(()),
            false => Err(format!("{against} may be won of a bank of {} (14.VI)", bank.cover())),
        }
    }

    // ------------------------------------------------------------ the house plays

    /// 14.VII to 14.IX: returns what the house bets: as much as the holder did on the last hand that the house banked,
    /// or less if the holder asks for that, if the cover leaves less or if the table's maximum is less.
    pub(super) fn house_will_bet(&self) -> i64 {
        let Some(bank) = &self.bank else { return 0 };
        let against = self.against_bank();
        let Some((min, max, step)) = self.terms.limits.get("main") else { return 0 };
        let asked = bank.asks.unwrap_or(bank.last_bet);
        let most = asked.min(bank.last_bet).min(bank.cover() - against).min(*max);
        if most < *min { 0 } else { most - (most - min) % step }
    }

    /// The house bets.
    pub(super) fn house_bets(&mut self, bet: &Bet) -> Result<(), String> {
        let owed = self.bank.as_mut().and_then(|bank| bank.house_owes.take());
        let as_due = bet.kind == "main" && bet.spot == Spot::TABLE && Some(bet.patron) == self.banker();
        if !as_due || owed != Some(bet.stake) || bet.stake == 0 {
            return Err(format!("the house makes {bet} and should bet {owed:?} (14.VIII)"));
        }
        if let Some(bank) = &mut self.bank {
            bank.house = Some(bet.number);
        }
        Ok(())
    }

    /// 14.VIII: before the first card.
    pub(super) fn house_has_bet(&self) -> Result<(), String> {
        match self.bank.as_ref().and_then(|bank| bank.house_owes).filter(|owes| *owes > 0) {
            Some(owes) => Err(format!("a card comes, and the house has not bet {owes} (14.VIII)")),
            None => self.is_marked(),
        }
    }

    // ------------------------------------------------------------ what it has

    /// Adds what a line brings the bank or costs it.
    pub(super) fn bank_moves(&mut self, line: &Line) {
        let Some(bank) = &mut self.bank else { return };
        let of_a_wager = line.kind == LineKind::Wager || line.reverses.is_some() && line.outcome.is_some();
        if !of_a_wager || line.against != Against::Bank(bank.holder) || line.wager.word() == "cover" {
            return;
        }
        let lost = if line.kind == LineKind::Reversal { -line.stake } else { line.stake };
        bank.won += (lost - line.returned - line.paid).as_minor();
    }

    /// Advances the rotation after a round, if the round counts.
    pub(super) fn rotates(&mut self) {
        match &self.bank {
            Some(bank) if self.void => return self.rotation.bank_was_void(bank.holder, bank.b),
            None if !self.void => {}
            // The hand that the house banks is still to be played.
            _ => return,
        }
        let stayed: BTreeSet<Patron> = self
            .seats
            .values()
            .map(|seat| seat.patron)
            .filter(|patron| !self.gone.contains(patron))
            .collect();
        let turns: Vec<Turn> = self
            .seats
            .iter()
            .filter(|(_, seat)| stayed.contains(&seat.patron))
            .map(|(b, seat)| Turn { patron: seat.patron, b: *b, last_bet: seat.stake })
            .collect();
        let lapsed = self.lapsed;
        self.rotation.house_banked(turns.into_iter(), lapsed);
    }
}

fn taken(turn: Turn, says: i64) -> Bank {
    Bank {
        holder: turn.patron,
        b: turn.b,
        last_bet: turn.last_bet,
        says: Some(says),
        asks: None,
        parts: BTreeMap::new(),
        won: 0,
        house_owes: None,
        house: None,
        ends: false,
        planned: false,
    }
}
