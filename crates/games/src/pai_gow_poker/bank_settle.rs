//! The money of a patron's bank: first the house's bet, then what others lose and win, then the remainder
//! (OH-PGP-14.XVI to 14.XVIII).

use super::bank::{Bank, PARTNERS};
use super::rules;
use super::settle::{Banker, compare};
use super::state::{PaiGowTable, hand_place, low_place};
use super::words::COVER;
use crate::common::Verdict;
use crate::poker::pai_gow::Setting;
use engine::{Against, Cites, Line, LineKind, Outcome, Patron, Place, Sink, Spot, Standing, Wager};
use felt::{Money, Odds, apportion_among};

impl PaiGowTable {
    /// The hands that all patrons play against: the bank's, or the dealer's.
    pub(crate) fn banks_hands(&self) -> Option<Setting> {
        match &self.round.bank {
            Some(bank) => self.setting_at(hand_place(bank.place), low_place(bank.place)),
            None => self.setting_at(Place::Dealer, Place::DealerLow),
        }
    }

    /// The holder of these hands.
    pub(crate) fn banker(&self) -> Banker {
        self.round.bank.map_or(Banker::House, |bank| {
            let set_wrongly = self.betting_box(bank.place).is_some_and(|b| b.set_wrongly);
            Banker::Patron { set_wrongly }
        })
    }

    /// Updates the cover after a wager against the bank is settled: the cover gains what the wager loses, and
    /// pays what it wins.
    pub(crate) fn pass_through_cover(&mut self, wager: &Wager, outcome: Outcome, paid: Money) {
        let bank = self.round.bank.as_ref().filter(|_| matches!(wager.against, Against::Bank(_)));
        let Some(cover) = bank.map(|bank| bank.cover).filter(|cover| *cover != wager.number) else { return };
        let lost = if outcome == Outcome::Loses { wager.stake } else { Money::ZERO };
        if let Some(cover) = self.wagers.get_mut(cover) {
            cover.stake = cover.stake + lost - paid;
        }
    }

    /// Moves the partners' parts to the bank, so that it pays from one pile.
    pub(crate) fn pool_covers<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = self.round.bank else { return };
        for (_, number) in bank.partners() {
            let Some(part) = self.wagers.get_mut(number) else { continue };
            part.standing = Standing::Settled;
            let part = *part;
            let cites = rules::PARTNERS_JOIN.applies().into();
            let line = Line { kind: LineKind::Bank, outcome: Some(Outcome::Loses), cites, ..Line::of(&part) };
            self.lines.put(line, out);
            if let Some(cover) = self.wagers.get_mut(bank.cover) {
                cover.stake += part.stake;
            }
        }
    }

    /// Settles the house's hand against the bank's, before all others.
    pub(crate) fn settle_house_bet<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = self.round.bank else { return };
        let house = bank.house.filter(|number| self.is_open(Some(*number)));
        let own = self.setting_at(Place::Dealer, Place::DealerLow);
        let Some(((house, own), banks)) = house.zip(own).zip(self.banks_hands()) else { return };
        let (outcome, cites) = compare(&own, &banks, false, self.banker());
        let first = cites.and(rules::HOUSE_FIRST.applies());
        match outcome {
            Outcome::Wins => {
                if let Some(bank) = &mut self.round.bank {
                    bank.house_won = true;
                }
            }
            Outcome::Loses => {
                let lost = Verdict::of(outcome, first.and(rules::HOUSE_LOSES.applies()));
                self.settle_wager(house, lost, out);
            }
            Outcome::Pushes | Outcome::Returned => {
                let tied = Verdict::of(outcome, first.and(rules::HOUSE_PUSHES.applies()));
                self.settle_wager(house, tied, out);
            }
        }
    }

    /// Pays the house after all others; no vigorish is charged on it.
    pub(crate) fn pay_house<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = &mut self.round.bank else { return };
        bank.house_won = false;
        let house = bank.house;
        if let Some(house) = house.filter(|number| self.is_open(Some(*number))) {
            let hands = self.setting_at(Place::Dealer, Place::DealerLow).zip(self.banks_hands());
            let found = hands.map(|(own, banks)| compare(&own, &banks, false, self.banker()).1);
            let cites = found.unwrap_or(Cites::NONE).and(rules::HOUSE_WINS.applies());
            self.settle_wager(house, Verdict::win(Odds::to(1, 1), cites), out);
        }
    }

    /// Returns the cover to those who hold the bank after all wagers are settled, and charges them on its net
    /// win.
    pub(crate) fn settle_bank<S: Sink>(&mut self, out: &mut S) {
        let Some(bank) = self.round.bank else { return };
        if !self.is_open(Some(bank.cover)) {
            return;
        }
        let put_in = self.put_in(&bank);
        let there = self.stake(Some(bank.cover));
        let shares = self.shared(there, &bank);
        for ((partner, number), share) in bank.partners().zip(shares.into_iter().skip(1)) {
            self.pay_partner((partner, self.stake(Some(number))), share, &bank, out);
        }
        self.close_cover(&bank, there > put_in, out);
        self.charge_bank(there - put_in, &bank, out);
    }

    /// Divides an amount in proportion to what each has put in, the holder first and partners in order of
    /// joining.
    fn shared(&self, amount: Money, bank: &Bank) -> [Money; PARTNERS + 1] {
        let mut weights = [0; PARTNERS + 1];
        let parts = bank.partners().map(|(_, number)| self.stake(Some(number)));
        for (weight, part) in weights.iter_mut().zip(std::iter::once(bank.own).chain(parts)) {
            *weight = part.as_minor().unsigned_abs();
        }
        apportion_among(amount, weights, self.terms.coin)
    }

    fn pay_partner<S: Sink>(
        &mut self,
        (partner, part): (Patron, Money),
        share: Money,
        bank: &Bank,
        out: &mut S,
    ) {
        let cites = Cites::from(rules::SHARES.applies());
        let line = Line::award(partner, COVER, share, cites);
        let (kind, against, spot) = (LineKind::Bank, Against::Bank(bank.patron), Spot::first(bank.place));
        self.lines.put(Line { kind, against, spot, basis: part, ..line }, out);
        if let Some(cover) = self.wagers.get_mut(bank.cover) {
            cover.stake -= share;
        }
    }

    fn close_cover<S: Sink>(&mut self, bank: &Bank, wins: bool, out: &mut S) {
        let Some(cover) = self.wagers.get_mut(bank.cover) else { return };
        cover.standing = Standing::Settled;
        let cover = *cover;
        let returned = cover.stake.min(bank.own);
        let outcome = match cover.stake.cmp(&bank.own) {
            std::cmp::Ordering::Greater => Outcome::Wins,
            std::cmp::Ordering::Equal => Outcome::Pushes,
            std::cmp::Ordering::Less => Outcome::Loses,
        };
        let cites = Cites::from(rules::LOSERS_PAY_WINNERS.applies()).and(rules::BANK_MAKES_UP.when(!wins));
        let (kind, basis, paid) = (LineKind::Bank, bank.own, cover.stake - returned);
        let line = Line { kind, outcome: Some(outcome), basis, paid, returned, cites, ..Line::of(&cover) };
        self.lines.put(line, out);
    }

    fn charge_bank<S: Sink>(&mut self, net: Money, bank: &Bank, out: &mut S) {
        if !net.is_positive() {
            return;
        }
        let (charged, rounded) = self.terms.vigorish(net);
        let cites = Cites::from(rules::CHARGED_ON_NET.applies()).and(rules::VIGORISH_ROUNDED.when(rounded));
        let patrons = std::iter::once(bank.patron).chain(bank.partners().map(|(partner, _)| partner));
        for (patron, charged) in patrons.zip(self.shared(charged, bank)) {
            if charged.is_positive() {
                let line = Line::award(patron, COVER, Money::ZERO, cites);
                let (kind, spot) = (LineKind::Charge, Spot::first(bank.place));
                self.lines.put(Line { kind, spot, charged, ..line }, out);
            }
        }
    }

    /// Restores the cover in a void round to what its holder had put in.
    pub(crate) fn restore_cover(&mut self) {
        if let Some(bank) = self.round.bank
            && let Some(cover) = self.wagers.get_mut(bank.cover)
        {
            cover.stake = bank.own;
        }
    }
}
