//! Insurance, even money and the payment of blackjacks.

use super::hand::{Hand, Play, area};
use super::showdown::blackjack_price;
use super::state::Blackjack;
use super::words;
use crate::common::{Clause, Verdict, card_count, first_lying, is_ace, tell};
use engine::{
    AmountRange, Beneficiary, Cites, LaidCard, Outcome, Patron, Place, Rule, Sink, Spot, Wager, WagerNumber,
    What,
};
use felt::{Money, Odds};

impl Blackjack {
    /// The range of insurance: up to half the wager, or the next chip unit above half.
    pub(crate) fn insurance_range(&self, patron: Patron, spot: Spot) -> (AmountRange, Clause) {
        let stake = self.main_at_risk(patron, spot.box_number);
        let half = stake.half_down(self.terms.coin);
        let exact = half + half == stake;
        let rounded = self.law.insurance_next_unit.when(!exact && self.terms.insurance_next_unit);
        let max = if rounded.is_some() { stake.half_up(self.terms.coin) } else { half };
        let range = AmountRange { min: self.terms.coin.min(max), max, step: self.terms.coin };
        let clause = if rounded.is_some() { self.law.insurance_next_unit } else { self.law.insurance_half };
        (range, clause)
    }

    pub(crate) fn insure<S: Sink>(&mut self, patron: Patron, spot: Spot, amount: Money, out: &mut S) {
        let main = self.own_main(patron, spot.box_number, Beneficiary::Patron);
        let (main, stake) = (main.map(|wager| wager.number), main.map_or(Money::ZERO, Wager::at_risk));
        let above_half = amount + amount > stake;
        let rule = match above_half {
            true => self.law.insurance_next_unit.applies(),
            false => self.law.insurance_half.applies(),
        };
        let rule = Cites::from(rule).and(self.law.insurance_own.applies());
        let wager = self.wagers.place(patron, spot, words::INSURANCE, amount);
        wager.area = area::INSURANCE;
        wager.supports = main;
        tell(out, What::placed(wager), rule);
    }

    /// The amount that a patron has at risk on a box with the first wager.
    pub(crate) fn main_at_risk(&self, patron: Patron, number: u8) -> Money {
        let main = self.own_main(patron, number, Beneficiary::Patron);
        main.map_or(Money::ZERO, Wager::at_risk)
    }

    /// The first open insurance of a box.
    pub(crate) fn insurance_of(&self, number: u8) -> Option<WagerNumber> {
        let insures = |wager: &Wager| wager.area == area::INSURANCE && wager.spot.box_number == number;
        first_lying(&self.wagers, insures)
    }

    /// Returns the insurance of a blackjack that was hidden from the table until now: a blackjack may not be
    /// insured.
    pub(crate) fn return_insurance_of_blackjack<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        if self.round.insurance_settled {
            return;
        }
        let Some(number) = self.insurance_of(spot.box_number) else { return };
        let cites =
            Cites::from(self.law.no_insurance_on_blackjack.applies()).and(self.law.claim_failed.applies());
        let place = Some(Place::Hand(spot));
        tell(out, What::Remedied { remedy: words::CLAIM_DROPPED, place }, cites);
        self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
    }

    /// Pays a blackjack even money before the check; its hand is over.
    pub(crate) fn pay_even_money<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let cites = self.law.even_money.applies().into();
        self.settle_riding(spot, |_, _| Verdict::win(Odds::EVEN, cites), out);
        self.hand_leaves(spot, self.law.even_money_ends_hand.applies(), out);
    }

    /// Collects the cards of a settled hand, unless a side bet of the box still needs them on the table.
    pub(crate) fn hand_leaves<S: Sink>(&mut self, spot: Spot, rule: Option<Rule>, out: &mut S) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
            hand.down = 0;
            hand.to_turn = 0;
        }
        let place = Place::Hand(spot);
        self.round.squeezed = self.round.squeezed.filter(|squeezed| *squeezed != place);
        if self.cards_stay(spot.box_number).is_some() {
            return;
        }
        let goes = |card: &LaidCard| card.place == place && !self.strays.contains(&card.draw);
        let cards = card_count(self.layout.take_up(goes));
        self.shoe.to_rack(cards);
        let rule = rule.or_else(|| self.law.cards_taken_with_payment.applies());
        tell(out, What::Collected { place, cards }, rule);
    }

    /// Pays or collects insurance immediately after the check.
    pub(crate) fn settle_insurance<S: Sink>(&mut self, out: &mut S) {
        self.round.insurance_settled = true;
        if !self.round.up_card.is_some_and(is_ace) {
            return;
        }
        for number in self.numbers_from_right() {
            while let Some(insurance) = self.insurance_of(number) {
                let verdict = if self.dealer_has_blackjack() {
                    Verdict::win(self.terms.insurance_pays, self.insurance_wins())
                } else {
                    let cites = Cites::from(self.law.insurance_loses.applies())
                        .and(self.law.insurance_collected.applies());
                    Verdict::of(Outcome::Loses, cites)
                };
                self.settle_wager(insurance, verdict, out);
            }
        }
    }

    /// The rules by which a blackjack is priced.
    pub(crate) fn blackjack_price(&self, wager: WagerNumber) -> Cites {
        let raised = self.wagers.get(wager).is_some_and(|wager| wager.won_part.is_positive());
        blackjack_price(self.law, &self.terms).and(self.law.cap_whole.when(raised))
    }

    /// Pays blackjacks that lie open before any hand draws, unless the dealer has one too.
    pub(crate) fn pay_naturals<S: Sink>(&mut self, out: &mut S) {
        self.round.naturals_paid = true;
        // Where every 21 is paid immediately, a blackjack is paid that way too.
        if self.terms.at_once || self.dealer_has_blackjack() || !self.any_hand(Hand::is_blackjack) {
            return;
        }
        for number in self.numbers_from_right() {
            let spot = Spot::first(number);
            let due = |hand: &Hand| hand.open && hand.is_blackjack() && hand.play != Play::Settled;
            if self.hand(spot).is_some_and(due) {
                self.pay_natural(spot, out);
            }
        }
    }

    /// Pays a blackjack that lies open.
    pub(crate) fn pay_natural<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(wager) = self.hand(spot).and_then(|hand| hand.wager) else { return };
        let rule = match self.round.up_card.is_some_and(|up| self.is_checked(up)) {
            true => self.law.blackjack_after_peek.applies(),
            false => self.law.blackjack_at_once.applies(),
        };
        let Some(rule) = rule else { return };
        let stays = self.cards_stay(spot.box_number);
        let cites = Cites::one(rule)
            .and_all(self.blackjack_price(wager))
            .and(self.law.dealer_22_spares_blackjack.applies())
            .and(stays);
        let verdict = Verdict::win(self.terms.blackjack_pays, cites).by_row(self.terms.blackjack_row());
        self.settle_riding(spot, |_, _| verdict, out);
        self.hand_leaves(spot, None, out);
    }

    /// The rules by which insurance wins and is priced.
    pub(crate) fn insurance_wins(&self) -> Cites {
        Cites::from(self.law.insurance_wins.applies())
            .and(self.law.insurance_odds.applies())
            .and(self.law.posted_insurance.when(self.terms.layout_posts))
    }
}
