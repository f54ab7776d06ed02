//! When and how much may be bet, raised and taken back: what the text forbids, independent of the settlement.

use super::account::{Account, Bet};
use super::{flat_of, parted};
use engine::{Beneficiary, Patron, Spot, WagerNumber};

impl Account {
    /// Checks that a wager may be placed.
    pub(super) fn may_place(
        &self,
        (patron, beneficiary): (Patron, Beneficiary),
        spot: Spot,
        kind: &str,
        stake: i64,
    ) -> Result<(), String> {
        let whose = (patron, beneficiary);
        if self.bet_of(whose, kind).is_some() {
            return Err(format!("{patron} has {kind} already"));
        }
        let not_theirs = matches!(parted(kind).0, "buy" | "lay" | "fire") || !self.terms.dealer_bets;
        if beneficiary != Beneficiary::Patron && not_theirs {
            return Err(format!("{kind} is bet for the dealers"));
        }
        if !(1..=16).contains(&spot.box_number) {
            return Err(format!("{patron} bets at position {spot} (2.V.A)"));
        }
        if let Some(place) = self.places.get(&patron).filter(|place| **place != spot) {
            return Err(format!("{patron} bets at {spot} and stands at {place}"));
        }
        let no_area = kind == "world" && self.terms.world_broken_down;
        if no_area || self.terms.not_offered.contains(kind) {
            return Err(format!("{kind} is not offered"));
        }
        self.moment(whose, kind)?;
        self.amount(whose, kind, stake)?;
        // The pieces of a World Bet that is broken down may be small (3.I.U).
        let piece = self.terms.world_broken_down && matches!(kind, "horn" | "any-seven");
        match self.terms.limits.get(kind) {
            Some((least, _)) if stake < *least && !piece => {
                Err(format!("{stake} on {kind} is below {least} (3.II.A)"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a wager may be raised.
    pub(super) fn may_add(&self, number: WagerNumber, bet: &Bet, added: i64) -> Result<(), String> {
        if added <= 0 {
            return Err(format!("{added} is added to wager {}", number.0));
        }
        if bet.kind == "fire" {
            return Err("a Fire Bet is raised (4.III.D)".into());
        }
        let whose = (bet.patron, bet.beneficiary);
        self.moment(whose, bet.kind)?;
        self.amount(whose, bet.kind, bet.stake + added)
    }

    /// Checks that the kind may be made or raised now.
    fn moment(&self, whose: (Patron, Beneficiary), kind: &str) -> Result<(), String> {
        let patron = whose.0;
        if self.thrown || self.rolled {
            return Err(format!("{kind} is bet after the throw (4.I)"));
        }
        if self.lowered.contains(&(patron, kind_of_dont(kind))) {
            return Err(format!("{kind} of {patron} was reduced or removed and is raised again (4.IV)"));
        }
        let point_on = self.puck.is_some();
        let wrong = match parted(kind) {
            ("pass" | "dont-pass", None) if point_on => Some("a point is on (3.I.A, 3.I.B)"),
            ("pass-odds" | "dont-pass-odds", None) if !point_on => Some("no point is on (7.I, 7.II)"),
            ("come" | "dont-come", None) if !point_on => Some("no point is on (3.I.C, 3.I.E)"),
            ("come" | "dont-come", Some(_)) => Some("a come bet travels there (3.I.C, 3.I.E)"),
            ("put", Some(_)) if !point_on => Some("no point is on (3.I.D)"),
            ("fire", None) if !self.before_first_point => Some("a point was established (3.I.MM)"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(format!("{kind} of {patron}: {wrong}"));
        }
        match flat_of(kind) {
            Some(flat) if self.bet_of(whose, &flat).is_none() => {
                Err(format!("{kind} of {patron} has no {flat} to support"))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the whole stake may be this much.
    fn amount(&self, whose: (Patron, Beneficiary), kind: &str, stake: i64) -> Result<(), String> {
        let parts = match kind {
            "craps-eleven" => 2,
            "horn" => 4,
            "world" => 5,
            _ if kind.starts_with("horn-high-") => 5,
            _ => 1,
        };
        if stake <= 0 || stake % (parts * self.terms.coin) != 0 {
            return Err(format!("{stake} on {kind} does not part into {parts} whole coins"));
        }
        if kind == "fire" && (stake % 100 != 0 || stake > 10_000) {
            return Err(format!("a Fire Bet of {stake} (12.II.A)"));
        }
        if let Some(flat) = flat_of(kind).and_then(|flat| self.bet_of(whose, &flat)) {
            return self.odds_amount(kind, stake, flat.stake);
        }
        match self.terms.limits.get(kind) {
            Some((_, most)) if stake > *most => Err(format!("{stake} on {kind} is above {most} (3.II.B)")),
            _ => Ok(()),
        }
    }

    /// Checks that odds may be this much behind this flat bet, and are paid in whole coins.
    fn odds_amount(&self, kind: &str, stake: i64, flat: i64) -> Result<(), String> {
        let Some(number) = parted(kind).1.or(self.puck) else { return Ok(()) };
        let laying = kind.starts_with("dont-");
        let row = format!("{}-{number}", if laying { "laying" } else { "taking" });
        self.terms.win(stake, self.terms.odds(&row))?;
        let most = self.terms.most_odds(number, laying, flat);
        if stake > most {
            return Err(format!("{stake} on {kind} is above {most}, the most behind {flat} (7.VI)"));
        }
        Ok(())
    }

    /// Checks that odds are still within their limit after their flat bet was reduced.
    pub(super) fn odds_within_limit(&self, patron: Patron, flat_kind: &str) -> Result<(), String> {
        let whose = (patron, Beneficiary::Patron);
        let Some(flat) = self.bet_of(whose, flat_kind) else { return Ok(()) };
        for odds in self.bets.values().filter(|bet| (bet.patron, bet.beneficiary) == whose) {
            if flat_of(odds.kind).as_deref() == Some(flat_kind) {
                self.odds_amount(odds.kind, odds.stake, flat.stake)?;
            }
        }
        Ok(())
    }

    /// Checks that a wager may be taken back so that `left` of it stays.
    pub(super) fn may_take_back(&self, bet: &Bet, left: i64) -> Result<(), String> {
        let (kind, patron) = (bet.kind, bet.patron);
        if self.thrown || self.rolled {
            return Err(format!("{kind} is taken back after the throw (4.III)"));
        }
        let wrong = match parted(kind) {
            ("pass", None) if self.puck.is_some() => Some("a point is on (4.III.A)"),
            ("come", Some(_)) => Some("it has its come point (4.III.B)"),
            ("put", Some(_)) if bet.rolls > 0 => Some("the dice have rolled (4.III.C)"),
            ("fire", None) => Some("it stays until a loser 7 (4.III.D)"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(format!("{kind} of {patron} is taken back: {wrong}"));
        }
        if left > 0 { self.amount((patron, bet.beneficiary), kind, left) } else { Ok(()) }
    }

    /// Checks what must hold when the dice are thrown.
    pub(super) fn before_roll(&self) -> Result<(), String> {
        for (number, bet) in &self.bets {
            if self.is_orphan(*number) {
                return Err(format!("{} of {} stand without their flat bet", bet.kind, bet.patron));
            }
        }
        let line_bet = self.bets.values().any(|bet| matches!(bet.kind, "pass" | "dont-pass"));
        // A ruling may have undone the only bet that the roll was for.
        if self.puck.is_some() || self.undone {
            return Ok(());
        }
        if !self.come_only {
            return if line_bet { Ok(()) } else { Err("a come-out roll without a line bet (9.I)".into()) };
        }
        // A put bet is treated as a come bet (3.I.D).
        let remaining = |bet: &Bet| matches!(parted(bet.kind), ("come" | "dont-come" | "put", _));
        if self.bets.values().any(remaining) {
            return Ok(());
        }
        Err("a roll for come bets alone, and none remains (11.II)".into())
    }
}

/// Returns the word under which a reduced don't bet is recorded.
fn kind_of_dont(kind: &str) -> &'static str {
    match kind {
        "dont-pass" => "dont-pass",
        "dont-come" => "dont-come",
        _ => "",
    }
}
