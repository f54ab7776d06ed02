//! The payments (OH-PGP-13.V to 13.XIII, 15.IV).

use super::Fortune;
use super::deal::BOXES;
use super::round::Watch;
use super::terms::fortune_pays;
use crate::layout::line::{Bet, Wanted};
use engine::{Line, LineKind, Outcome, Patron, WagerNumber};

impl Watch {
    /// Returns a wager on a box.
    pub(super) fn bet(&self, b: u8, kind: &str) -> Option<Bet> {
        self.bets.values().find(|bet| bet.spot.box_number == b && bet.kind == kind).cloned()
    }

    /// Returns a wager without a due line.
    fn open_bet(&self, b: u8, kind: &str) -> Option<Bet> {
        self.bet(b, kind).filter(|bet| !self.dues.awaits(bet.number))
    }

    /// Returns whose bank a wager is against: the house pays a Fortune Bonus Wager (RULING-PGP-23).
    pub(super) fn bank_of(&self, bet: &Bet) -> Option<Patron> {
        self.banker().filter(|_| bet.kind != "fortune")
    }

    /// 13.V, 14.XV, RULING-PGP-5; 7.II: both wagers are collected immediately, and the cards unseen.
    pub(super) fn loses_unseen(&mut self, b: u8, why: &'static str) {
        for kind in ["main", "fortune"] {
            if let Some(bet) = self.open_bet(b, kind) {
                let bank = self.bank_of(&bet);
                self.dues.then(b, Wanted::loses(bet).against(bank));
            }
        }
        if let Some(seat) = self.seats.get_mut(&b) {
            seat.out = Some(why);
        }
    }

    /// How the main wager of a box ends.
    fn main_ends(&self, b: u8) -> Option<Outcome> {
        let seat = self.seats.get(&b)?;
        let (own, _) = seat.shown?;
        // 13.VII.D.
        if seat.set_wrongly { Some(Outcome::Loses) } else { self.against_opposed(&own) }
    }

    /// 13.VIII, 13.X, RULING-PGP-18: when a hand is exposed, its main wager loses or ties, and its Fortune Bonus Wager
    /// may lose.
    pub(super) fn settle_what_does_not_win(&mut self, b: u8) {
        let banker = self.banker();
        if let (Some(ends), Some(bet)) = (self.main_ends(b), self.open_bet(b, "main")) {
            match ends {
                Outcome::Loses => self.dues.then(b, Wanted::loses(bet).against(banker)),
                Outcome::Pushes => self.dues.then(b, Wanted::neither(bet, Outcome::Pushes).against(banker)),
                _ => {}
            }
        }
        let nothing =
            self.seats.get(&b).and_then(|seat| seat.shown).is_some_and(|(_, row)| row == Fortune::Nothing);
        if let Some(bet) = self.open_bet(b, "fortune").filter(|_| nothing) {
            self.dues.then(b, Wanted::loses(bet));
        }
    }

    /// 13.VII.D: by a report after it was set.
    pub(super) fn is_set_wrongly(&mut self, b: u8) {
        let Some(seat) = self.seats.get_mut(&b) else { return };
        seat.set_wrongly = true;
        if seat.shown.is_none() {
            return;
        }
        // It is exposed already, and was about to tie or win.
        if let Some(bet) = self.bet(b, "main") {
            self.dues.forget_wager(bet.number);
            self.dues.first(b, Wanted::loses(bet).against(self.banker()));
        }
    }

    /// Adds the lines that follow when all hands are exposed.
    pub(super) fn plan(&mut self) -> Result<(), String> {
        let waits = self.seats.values().any(super::round::Seat::is_waiting);
        if self.void || self.planned || waits || self.dealer.is_none() {
            return self.bank_has_back();
        }
        self.planned = true;
        let banker = self.banker();
        let qualifies = |row: Fortune| fortune_pays(row).is_some_and(|(_, envy)| envy.is_some());
        // 13.XII, 13.XIII: winners, from the dealer's right.
        for b in (1..=BOXES).rev() {
            if self.main_ends(b) == Some(Outcome::Wins)
                && let Some(bet) = self.open_bet(b, "main")
            {
                let charged = self.terms.charge(bet.stake)?;
                self.dues.then(b, Wanted::wins(bet.clone(), (1, 1), bet.stake).against(banker));
                if charged > 0 {
                    self.dues.then(b, Wanted::charge(bet, charged).against(banker));
                }
            }
            // RULING-PGP-18: also hands that are not qualifying hands.
            self.pay_fortune(b, |row| !qualifies(row));
        }
        self.house_is_paid();
        // 15.IV.A: envy bonuses and qualifying hands.
        for b in (1..=BOXES).rev() {
            self.pay_envy(b);
            self.pay_fortune(b, qualifies);
        }
        self.bank_has_back()
    }

    /// 15.V, 15.VI.
    fn pay_fortune(&mut self, b: u8, is_now: impl Fn(Fortune) -> bool) {
        let Some((_, row)) = self.seats.get(&b).and_then(|seat| seat.shown).filter(|(_, row)| is_now(*row))
        else {
            return;
        };
        let (Some((odds, _)), Some(bet)) = (fortune_pays(row), self.open_bet(b, "fortune")) else { return };
        let paid = bet.stake * odds;
        self.dues.then(b, Wanted::wins(bet.clone(), (odds, 1), paid));
        if let Some(most) = self.terms.most.filter(|most| paid > *most) {
            self.dues.then_cap(b, &bet, paid - most);
        }
    }

    /// 15.IV.A(a), 15.IV.A(b): one bonus for each qualifying hand of another patron.
    fn pay_envy(&mut self, b: u8) {
        let Some(seat) = self.seats.get(&b).filter(|seat| seat.envies).cloned() else { return };
        for envied in (1..=BOXES).rev() {
            let Some(other) = self.seats.get(&envied).filter(|other| other.patron != seat.patron) else {
                continue;
            };
            let envy = other.shown.and_then(|(_, row)| fortune_pays(row)).and_then(|(_, envy)| envy);
            if let Some(dollars) = envy.filter(|_| other.out.is_none()) {
                let spot = engine::Spot::first(b);
                self.dues.then(envied, Wanted::bonus(seat.patron, spot, "envy", dollars * 100));
            }
        }
    }

    // ------------------------------------------------------------ the record

    /// Chips move.
    pub(super) fn settled(&mut self, line: &Line) -> Result<(), String> {
        self.lies_split()?;
        self.dues.tell(line)?;
        self.bank_moves(line);
        let Some(number) = line.number else { return Ok(()) };
        match line.kind {
            LineKind::Wager | LineKind::Bank => drop(self.bets.remove(&number)),
            // A charge that is undone leaves the wager where it is.
            LineKind::Reversal if line.outcome.is_some() => {
                let bet = self.laid.get(&number).ok_or("a wager is undone that was never made")?;
                self.bets.insert(number, bet.clone());
            }
            _ => {}
        }
        Ok(())
    }

    // ------------------------------------------------------------ what is undone

    /// 16.IV, or a ruling: unsettled wagers are returned, and the hand brings no envy bonus.
    pub(super) fn void_hand(&mut self, b: u8, why: &'static str) {
        if self.void {
            return;
        }
        self.dues.forget_hand(b);
        for kind in ["main", "fortune"] {
            if let Some(bet) = self.bet(b, kind) {
                self.undo(bet);
            }
        }
        if let Some(seat) = self.seats.get_mut(&b) {
            seat.out = Some(why);
        }
    }

    /// By a ruling.
    pub(super) fn void_wager(&mut self, number: WagerNumber) -> Result<(), String> {
        let bet = self.bets.get(&number).cloned();
        let bet = bet.ok_or_else(|| format!("a ruling undoes {number:?}, which does not lie there"))?;
        let b = bet.spot.box_number;
        self.undo(bet);
        let left = ["main", "fortune"].iter().any(|kind| self.open_bet(b, kind).is_some());
        if let Some(seat) = self.seats.get_mut(&b).filter(|seat| !left && seat.is_waiting()) {
            seat.out = Some("nothing lies there");
        }
        Ok(())
    }

    fn undo(&mut self, bet: Bet) {
        self.dues.forget_wager(bet.number);
        if bet.kind == "fortune" {
            // 15.I: without the wager there is no envy bonus.
            self.dues.forget_envy_of(bet.spot.box_number);
            if let Some(seat) = self.seats.get_mut(&bet.spot.box_number) {
                seat.envies = false;
            }
        }
        let bank = self.bank_of(&bet);
        self.dues.sometime(Wanted::back(bet).against(bank));
    }
}
