//! The settlement of a patron's bank (OH-PGP-14.XIII to 14.XIX): its hand, the house's wager against it, and the final
//! balance.

use super::compare::{Set, outcome};
use super::round::{Seat, Watch};
use crate::layout::line::{Bet, Wanted};
use engine::{Outcome, Patron, Spot};

impl Watch {
    /// Bets are closed: the bank's hand takes part, partners' money is added to the holder's, and the house must bet.
    pub(super) fn bank_is_made(&mut self) -> Result<(), String> {
        let owes = self.house_will_bet();
        let Some(bank) = &mut self.bank else { return Ok(()) };
        if bank.is_ending() || bank.parts.is_empty() {
            return Err(format!("bets are closed and the bank of {} is not covered (14.VI)", bank.holder));
        }
        bank.house_owes = Some(owes);
        self.seats.insert(bank.b, Seat::of_bank(bank.holder));
        let holder = bank.holder;
        for part in bank.parts.values().filter(|part| part.patron != holder) {
            self.dues.then(bank.b, Wanted::into_bank(part.clone(), holder));
        }
        Ok(())
    }

    /// Returns the hands with which a patron's are compared.
    pub(super) fn opposed(&self) -> Option<Set> {
        match &self.bank {
            Some(bank) => self.seats.get(&bank.b).and_then(|seat| seat.shown).map(|(set, _)| set),
            None => self.dealer,
        }
    }

    /// 13.VII to 13.XI, 14.XIII, 14.XIV, RULING-PGP-28: the outcome of hands against those of the dealer or of the
    /// bank.
    pub(super) fn against_opposed(&self, own: &Set) -> Option<Outcome> {
        let opposed = self.opposed()?;
        let wrong =
            self.bank.as_ref().and_then(|bank| self.seats.get(&bank.b)).is_some_and(|s| s.set_wrongly);
        let foul_bank = self.bank.is_some() && (opposed.is_foul() || wrong);
        Some(match foul_bank && !own.is_foul() {
            true => Outcome::Wins,
            false => outcome(own, &opposed),
        })
    }

    fn house_bet(&self) -> Option<Bet> {
        let number = self.bank.as_ref()?.house?;
        self.bets.get(&number).filter(|bet| !self.dues.awaits(bet.number)).cloned()
    }

    /// 14.XVI: house and bank are compared first, once both are face up; what the house loses belongs to the bank
    /// immediately, and a tie is returned.
    pub(super) fn house_is_determined(&mut self) {
        let ends =
            self.dealer.filter(|_| self.opposed().is_some()).and_then(|set| self.against_opposed(&set));
        let (Some(ends), Some(bet), banker) = (ends, self.house_bet(), self.banker()) else { return };
        match ends {
            Outcome::Loses => self.dues.then(0, Wanted::loses(bet).against(banker)),
            Outcome::Pushes => self.dues.then(0, Wanted::neither(bet, Outcome::Pushes).against(banker)),
            _ => {}
        }
    }

    /// 14.XVI.A: the amount put aside is paid together with the others, and the house is not charged (RULING-PGP-26).
    pub(super) fn house_is_paid(&mut self) {
        let Some(ends) = self.dealer.and_then(|set| self.against_opposed(&set)) else { return };
        if let Some(bet) = self.house_bet().filter(|_| ends == Outcome::Wins) {
            let stake = bet.stake;
            self.dues.then(0, Wanted::wins(bet, (1, 1), stake).against(self.banker()));
        }
    }

    /// 14.XVIII, RULING-PGP-22, RULING-PGP-28: after all others are settled, each patron gets back their part of the
    /// bank, and is charged their part of five per cent of its net win.
    pub(super) fn bank_has_back(&mut self) -> Result<(), String> {
        let open = self.bets.values().any(|bet| bet.kind == "main");
        let Some(bank) = self.bank.as_mut().filter(|bank| self.planned && !bank.planned && !open) else {
            return Ok(());
        };
        if self.void {
            return Ok(());
        }
        bank.planned = true;
        let bank = bank.clone();
        let put_in = bank.put_in();
        let all = bank.cover() + bank.won;
        let coin = self.terms.pays.coin;
        let charge = if bank.won > 0 { self.terms.charge(bank.won)? } else { 0 };
        let has_back = shared(all, &put_in, coin);
        let charged = shared(charge, &put_in, coin);
        let spot = Spot::first(bank.b);
        for ((patron, put), has_back) in put_in.iter().zip(&has_back).skip(1) {
            self.dues.then(bank.b, Wanted::from_bank(*patron, spot, bank.holder, (*put, *has_back)));
        }
        let own = bank.parts.values().find(|part| part.patron == bank.holder);
        let own = own.ok_or_else(|| format!("{} holds a bank and has no part in it", bank.holder))?;
        let own = Bet { stake: put_in[0].1, ..own.clone() };
        self.dues.then(bank.b, Wanted::own_of_bank(own, has_back[0]));
        for ((patron, _), charged) in put_in.iter().zip(charged).filter(|(_, charged)| *charged > 0) {
            self.dues.then(bank.b, Wanted::charge_of_bank(*patron, spot, charged));
        }
        Ok(())
    }
}

/// Divides an amount in proportion to what each has put in, in whole coins; the remaining coins go to the largest
/// remainders, the first among equals.
pub(super) fn shared(amount: i64, put_in: &[(Patron, i64)], coin: i64) -> Vec<i64> {
    let whole: i64 = put_in.iter().map(|(_, put)| put).sum();
    let coins = amount / coin;
    let mut parts: Vec<i64> = put_in.iter().map(|(_, put)| coins * put / whole).collect();
    let over = coins - parts.iter().sum::<i64>();
    let mut order: Vec<usize> = (0..put_in.len()).collect();
    // The sort is stable, so equals keep their order.
    order.sort_by_key(|nth| -(coins * put_in[*nth].1 % whole));
    for nth in order.into_iter().take(usize::try_from(over).unwrap_or(0)) {
        parts[nth] += 1;
    }
    parts.iter().map(|part| part * coin).collect()
}

#[cfg(test)]
mod tests {
    use super::shared;
    use engine::Patron;

    #[test]
    fn what_is_over_goes_to_the_greatest_remainders() {
        let (a, b, c) = (Patron::A, Patron::B, Patron::C);
        // Eleven quarters by two, two and one.
        assert_eq!(shared(275, &[(a, 100), (b, 100), (c, 50)], 25), [125, 100, 50]);
        assert_eq!(shared(30_500, &[(a, 100), (b, 100), (c, 50)], 25), [12_200, 12_200, 6_100]);
        assert_eq!(shared(100, &[(a, 1), (b, 1), (c, 1)], 1), [34, 33, 33]);
        assert_eq!(shared(500, &[(a, 1), (b, 2)], 100), [200, 300]);
        assert_eq!(shared(0, &[(a, 1), (b, 2)], 100), [0, 0]);
    }
}
