//! Insurance, even money and the payment of blackjacks.

use super::dealer::is_checked;
use super::hand::{Hand, Play, is_ace};
use super::state::Blackjack;
use super::{rules, words};
use crate::common::{Verdict, tell};
use engine::{AmountRange, Cites, Outcome, Patron, Place, Rule, Sink, Spot, WagerNumber, What};
use felt::{Money, Odds};

impl Blackjack {
    /// What may be insured: half the wager, or the next unit in chips above it.
    pub(crate) fn insurance_range(&self, spot: Spot) -> (AmountRange, Rule) {
        let stake = self.hand(spot).map_or(Money::ZERO, |hand| self.stake(hand.wager));
        let half = stake.half_down(self.terms.coin);
        let exact = half + half == stake;
        let rounded = rules::INSURANCE_NEXT_UNIT.when(!exact);
        let max = if rounded.is_some() { stake.half_up(self.terms.coin) } else { half };
        let range = AmountRange { min: self.terms.coin.min(max), max, step: self.terms.coin };
        (range, rounded.unwrap_or(rules::INSURANCE_HALF))
    }

    pub(crate) fn insure<S: Sink>(&mut self, patron: Patron, spot: Spot, amount: Money, out: &mut S) {
        let stake = self.hand(spot).map_or(Money::ZERO, |hand| self.stake(hand.wager));
        let above_half = amount + amount > stake;
        let rule = match above_half {
            true => rules::INSURANCE_NEXT_UNIT.applies(),
            false => rules::INSURANCE_HALF.applies(),
        };
        let main = self.hand(spot).and_then(|hand| hand.wager);
        let wager = self.wagers.place(patron, spot, words::INSURANCE, amount);
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
            Cites::from(rules::NO_INSURANCE_ON_BLACKJACK.applies()).and(rules::CLAIM_FAILED.applies());
        let place = Some(Place::Hand(spot));
        tell(out, What::Remedied { remedy: words::CLAIM_DROPPED, place }, cites);
        self.settle_wager(number, Verdict { outcome: Outcome::Returned, odds: None, cites }, out);
    }

    /// A blackjack is paid even money before the check, and its hand is over.
    pub(crate) fn pay_even_money<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(number) = self.hand(spot).and_then(|hand| hand.wager) else { return };
        let cites = rules::EVEN_MONEY.applies().into();
        self.settle_wager(number, Verdict::win(Odds::EVEN, cites), out);
        self.hand_leaves(spot, rules::EVEN_MONEY_ENDS_HAND.applies(), out);
    }

    /// A settled hand's cards go to the rack.
    pub(crate) fn hand_leaves<S: Sink>(&mut self, spot: Spot, rule: Option<Rule>, out: &mut S) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
            hand.down = 0;
            hand.to_turn = 0;
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
                let cites = insurance_wins();
                self.settle_wager(insurance, Verdict::win(self.terms.insurance_pays, cites), out);
            } else {
                let cites =
                    Cites::from(rules::INSURANCE_LOSES.applies()).and(rules::INSURANCE_COLLECTED.applies());
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
        Cites::from(rules::BLACKJACK_ODDS.applies())
            .and(rules::POSTED_BLACKJACK.applies())
            .and(rules::CAP_WHOLE.when(raised))
    }

    /// Blackjacks that lie open are paid before anybody draws, unless the dealer has one too.
    pub(crate) fn pay_naturals<S: Sink>(&mut self, out: &mut S) {
        self.round.naturals_paid = true;
        if self.dealer_has_blackjack() || !self.any_hand(Hand::is_blackjack) {
            return;
        }
        let checked = self.round.up_card.is_some_and(is_checked);
        for number in self.numbers_from_right() {
            let spot = Spot::first(number);
            let Some(hand) = self.hand(spot) else { continue };
            let (true, true, false) = (hand.open, hand.is_blackjack(), hand.play == Play::Settled) else {
                continue;
            };
            let Some(wager) = hand.wager else { continue };
            let rule = match checked {
                true => rules::BLACKJACK_AFTER_PEEK.applies(),
                false => rules::BLACKJACK_AT_ONCE.applies(),
            };
            let Some(rule) = rule else { continue };
            let cites = Cites::one(rule).and_all(self.blackjack_price(wager));
            self.settle_wager(wager, Verdict::win(self.terms.blackjack_pays, cites), out);
            self.hand_leaves(spot, None, out);
        }
    }
}

/// The rules by which insurance wins and is priced.
pub(crate) fn insurance_wins() -> Cites {
    Cites::from(rules::INSURANCE_WINS.applies())
        .and(rules::INSURANCE_ODDS.applies())
        .and(rules::POSTED_INSURANCE.applies())
}
