//! Insurance, even money and the payment of blackjacks.

use super::hand::{Hand, Play, area, is_ace};
use super::state::Blackjack;
use super::words;
use crate::common::Clause;
use crate::common::{Verdict, tell};
use engine::{AmountRange, Cites, Outcome, Patron, Place, Rule, Sink, Spot, WagerNumber, What};
use felt::{Money, Odds};

impl Blackjack {
    /// What may be insured: half the wager, or the next unit in chips above it.
    pub(crate) fn insurance_range(&self, spot: Spot) -> (AmountRange, Clause) {
        let stake = self.hand(spot).map_or(Money::ZERO, |hand| self.stake(hand.wager));
        let half = stake.half_down(self.terms.coin);
        let exact = half + half == stake;
        let rounded = self.law.insurance_next_unit.when(!exact && self.terms.insurance_next_unit);
        let max = if rounded.is_some() { stake.half_up(self.terms.coin) } else { half };
        let range = AmountRange { min: self.terms.coin.min(max), max, step: self.terms.coin };
        let clause = if rounded.is_some() { self.law.insurance_next_unit } else { self.law.insurance_half };
        (range, clause)
    }

    pub(crate) fn insure<S: Sink>(&mut self, patron: Patron, spot: Spot, amount: Money, out: &mut S) {
        let stake = self.hand(spot).map_or(Money::ZERO, |hand| self.stake(hand.wager));
        let above_half = amount + amount > stake;
        let rule = match above_half {
            true => self.law.insurance_next_unit.applies(),
            false => self.law.insurance_half.applies(),
        };
        let main = self.hand(spot).and_then(|hand| hand.wager);
        let wager = self.wagers.place(patron, spot, words::INSURANCE, amount);
        wager.area = area::INSURANCE;
        wager.supports = main;
        tell(out, What::placed(wager), rule);
        let number = wager.number;
        if let Some(betting_box) = self.box_mut(spot.box_number) {
            betting_box.insurance = Some(number);
        }
    }

    /// A blackjack may not be insured. Where it was hidden from the table until now, the wager goes back.
    pub(crate) fn return_insurance_of_blackjack<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        if self.round.insurance_settled {
            return;
        }
        let Some(number) = self.box_mut(spot.box_number).and_then(|b| b.insurance.take()) else { return };
        let cites =
            Cites::from(self.law.no_insurance_on_blackjack.applies()).and(self.law.claim_failed.applies());
        let place = Some(Place::Hand(spot));
        tell(out, What::Remedied { remedy: words::CLAIM_DROPPED, place }, cites);
        self.settle_wager(number, Verdict { outcome: Outcome::Returned, odds: None, cites }, out);
    }

    /// A blackjack is paid even money before the check, and its hand is over.
    pub(crate) fn pay_even_money<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let cites = self.law.even_money.applies().into();
        self.settle_riding(spot, |_, _| Verdict::win(Odds::EVEN, cites), out);
        self.hand_leaves(spot, self.law.even_money_ends_hand.applies(), out);
    }

    /// A settled hand's cards go to the rack, unless a side bet of the box still needs them on the table.
    pub(crate) fn hand_leaves<S: Sink>(&mut self, spot: Spot, rule: Option<Rule>, out: &mut S) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
            hand.down = 0;
            hand.to_turn = 0;
        }
        if self.cards_stay(spot.box_number).is_some() {
            return;
        }
        let place = Place::Hand(spot);
        let cards = u16::try_from(self.layout.take_up(|card| card.place == place)).unwrap_or(u16::MAX);
        self.shoe.to_rack(cards);
        tell(out, What::Collected { place, cards }, rule);
    }

    /// The check is done: insurance is paid or collected at once.
    pub(crate) fn settle_insurance<S: Sink>(&mut self, out: &mut S) {
        self.round.insurance_settled = true;
        if !self.round.up_card.is_some_and(is_ace) {
            return;
        }
        for number in self.numbers_from_right() {
            let Some(insurance) = self.betting_box(number).and_then(|b| b.insurance) else { continue };
            let line = self.lines.last() + 1;
            if self.dealer_has_blackjack() {
                let cites = self.insurance_wins();
                self.settle_wager(insurance, Verdict::win(self.terms.insurance_pays, cites), out);
            } else {
                let cites = Cites::from(self.law.insurance_loses.applies())
                    .and(self.law.insurance_collected.applies());
                self.settle_wager(insurance, Verdict { outcome: Outcome::Loses, odds: None, cites }, out);
            }
            if let Some(betting_box) = self.box_mut(number) {
                betting_box.insurance_line = Some(line);
            }
        }
    }

    /// The rules by which a blackjack is priced.
    pub(crate) fn blackjack_price(&self, wager: WagerNumber) -> Cites {
        let raised = self.wagers.get(wager).is_some_and(|wager| wager.won_part.is_positive());
        Cites::from(self.law.blackjack_odds.applies())
            .and(self.law.posted_blackjack.applies())
            .and(self.law.cap_whole.when(raised))
    }

    /// Blackjacks that lie open are paid before anybody draws, unless the dealer has one too.
    pub(crate) fn pay_naturals<S: Sink>(&mut self, out: &mut S) {
        self.round.naturals_paid = true;
        if self.dealer_has_blackjack() || !self.any_hand(Hand::is_blackjack) {
            return;
        }
        let checked = self.round.up_card.is_some_and(|up| self.is_checked(up));
        for number in self.numbers_from_right() {
            let spot = Spot::first(number);
            let Some(hand) = self.hand(spot) else { continue };
            let (true, true, false) = (hand.open, hand.is_blackjack(), hand.play == Play::Settled) else {
                continue;
            };
            let Some(wager) = hand.wager else { continue };
            let rule = match checked {
                true => self.law.blackjack_after_peek.applies(),
                false => self.law.blackjack_at_once.applies(),
            };
            let Some(rule) = rule else { continue };
            let stays = self.cards_stay(number);
            let cites = Cites::one(rule)
                .and_all(self.blackjack_price(wager))
                .and(self.law.blackjack_wins_early.applies())
                .and(self.law.dealer_22_spares_blackjack.applies())
                .and(stays);
            let pays = self.terms.blackjack_pays;
            self.settle_riding(spot, |_, _| Verdict::win(pays, cites), out);
            self.hand_leaves(spot, None, out);
        }
    }

    /// The rules by which insurance wins and is priced.
    pub(crate) fn insurance_wins(&self) -> Cites {
        Cites::from(self.law.insurance_wins.applies())
            .and(self.law.insurance_odds.applies())
            .and(self.law.posted_insurance.applies())
    }
}
