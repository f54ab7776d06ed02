//! Deciding wagers, moving chips, ending the round.

use super::hand::{Hand, Play};
use super::naturals::insurance_wins;
use super::state::Blackjack;
use super::{rules, words};
use crate::common::{Verdict, tell};
use engine::{Cites, Line, Outcome, Patron, Place, Rule, Sink, Spot, Standing, WagerNumber, What};
use felt::{Money, Odds};

impl Blackjack {
    /// How a hand fares against the dealer's.
    fn verdict(&self, hand: &Hand) -> Verdict {
        let player = hand.tally.total();
        let dealer = self.round.dealer.total();
        let dealer_blackjack = self.dealer_has_blackjack();
        if let Some(rule) = rules::OVER_21_LOSES.when(player > 21) {
            return Verdict::of(Outcome::Loses, rule);
        }
        if hand.is_blackjack() {
            if let Some(rule) = rules::BLACKJACKS_PUSH.when(dealer_blackjack) {
                return Verdict::of(Outcome::Pushes, rule);
            }
            return self.late_blackjack(hand, dealer);
        }
        if let Some(rule) = rules::DEALER_BLACKJACK_BEATS_21.when(dealer_blackjack && player == 21) {
            return Verdict::of(Outcome::Loses, rule);
        }
        let even = |rule: Rule| Verdict::win(Odds::EVEN, Cites::one(rule).and(rules::EVEN_ODDS.applies()));
        if let Some(rule) = rules::DEALER_OVER_21.when(dealer > 21) {
            return even(rule);
        }
        if let Some(rule) = rules::HIGHER_WINS.when(player > dealer && dealer <= 21) {
            return even(rule);
        }
        if let Some(rule) = rules::TIE_PUSHES.when(player == dealer) {
            return Verdict::of(Outcome::Pushes, rule);
        }
        Verdict::of(Outcome::Loses, rules::LOWER_LOSES.applies())
    }

    /// A blackjack that was hidden until the end; the dealer has none.
    fn late_blackjack(&self, hand: &Hand, dealer: u8) -> Verdict {
        let rule = rules::BLACKJACK_BEATS_21
            .when(dealer == 21)
            .or_else(|| rules::DEALER_OVER_21.when(dealer > 21))
            .or_else(|| rules::HIGHER_WINS.when(dealer < 21));
        let price = hand.wager.map_or(Cites::NONE, |wager| self.blackjack_price(wager));
        Verdict::win(self.terms.blackjack_pays, Cites::from(rule).and_all(price))
    }

    /// Everything that is left is settled, from the dealer's right.
    pub(crate) fn settle<S: Sink>(&mut self, out: &mut S) {
        self.round.settled = true;
        let order = rules::SETTLE_FROM_RIGHT.applies();
        tell(out, What::Stepped { step: words::SETTLE, by: engine::Rank::Dealer }, order);
        self.correct_missed_insurance(out);
        let boxes = super::state::box_number(self.reach - 1);
        for step in 1..=boxes {
            let number = if order.is_some() { boxes + 1 - step } else { step };
            self.settle_house_money_of(number, false, out);
            let count = self.betting_box(number).map_or(0, |b| b.count);
            for hand in (1..=count).rev() {
                self.settle_hand(Spot { box_number: number, hand }, out);
            }
        }
    }

    fn settle_hand<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(hand) = self.hand(spot).copied().filter(|hand| hand.play != Play::Settled) else { return };
        let verdict = self.verdict(&hand);
        let dealer_blackjack = self.dealer_has_blackjack();
        let missed = self.round.blackjack_missed;
        if let Some(number) = hand.wager {
            let split_off = spot.hand > 1;
            let back = rules::SPLIT_BACK.when(dealer_blackjack && split_off);
            let main = match back {
                Some(rule) => {
                    let extras = rules::BLACKJACK_MISSED_EXTRAS.when(missed);
                    Verdict::of(Outcome::Returned, rule).and(extras)
                }
                None => {
                    let raised = self.wagers.get(number).is_some_and(|wager| wager.won_part.is_positive());
                    verdict.and(rules::BLACKJACK_MISSED.when(missed)).and(rules::CAP_WHOLE.when(raised))
                }
            };
            self.settle_wager(number, main, out);
        }
        if let Some(number) = hand.double {
            let back = rules::DOUBLE_BACK.when(dealer_blackjack);
            let double = match back {
                Some(rule) => {
                    let extras = rules::BLACKJACK_MISSED_EXTRAS.when(missed);
                    Verdict::of(Outcome::Returned, rule).and(extras)
                }
                None => verdict,
            };
            self.settle_wager(number, double, out);
        }
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
        }
    }

    /// A blackjack that went unnoticed left insurance collected; the card decides, so that is undone.
    fn correct_missed_insurance<S: Sink>(&mut self, out: &mut S) {
        if !self.round.blackjack_missed {
            return;
        }
        for number in self.numbers_from_right() {
            let Some(betting_box) = self.betting_box(number) else { continue };
            let (Some(wager), Some(line)) = (betting_box.insurance, betting_box.insurance_line) else {
                continue;
            };
            let Some(rule) = rules::MISSED_INSURANCE.applies() else { continue };
            self.reverse(line, rule.into(), out);
            let cites = Cites::one(rule).and_all(insurance_wins());
            self.settle_wager(wager, Verdict::win(self.terms.insurance_pays, cites), out);
        }
    }

    /// It is known how a wager ends; its chips stay where they are.
    pub(crate) fn decide<S: Sink>(
        &mut self,
        number: WagerNumber,
        outcome: Outcome,
        cites: Cites,
        out: &mut S,
    ) {
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Decided(outcome, cites);
            tell(out, What::Decided { number, outcome }, cites);
        }
    }

    /// Moves the chips of one wager and returns what was paid.
    pub(crate) fn settle_wager<S: Sink>(
        &mut self,
        number: WagerNumber,
        verdict: Verdict,
        out: &mut S,
    ) -> Money {
        let Some(wager) = self.wagers.get(number).copied() else { return Money::ZERO };
        // A wager decided and settled in one breath needs one event. A later finding may overturn what was
        // decided, as a blackjack that went unnoticed.
        if matches!(wager.standing, Standing::Decided(outcome, _) if outcome != verdict.outcome) {
            self.decide(number, verdict.outcome, verdict.cites, out);
        }
        let mut cites = verdict.cites;
        let paid = verdict.odds.map_or(Money::ZERO, |odds| self.terms.pay(odds, wager.stake));
        let mut returned = if verdict.outcome == Outcome::Loses { Money::ZERO } else { wager.stake };
        // What was added from House Money could not have been added had the blackjack been seen.
        let added = self.round.blackjack_missed && verdict.outcome == Outcome::Loses;
        if let Some(rule) = rules::PAID_AGAINST_BLACKJACK.when(added && wager.won_part.is_positive()) {
            returned = wager.won_part;
            cites = cites.and(rule);
        }
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Settled;
        }
        let outcome = Some(verdict.outcome);
        let line = Line { outcome, odds: verdict.odds, paid, returned, cites, ..Line::of(&wager) };
        self.lines.put(line, out);
        paid
    }

    /// Undoes a line by a line of its own.
    pub(crate) fn reverse<S: Sink>(&mut self, seq: u16, cites: Cites, out: &mut S) {
        let undone = self.lines.reverse(seq, cites, out);
        if let Some(wager) = undone.and_then(|line| line.number).and_then(|n| self.wagers.get_mut(n)) {
            wager.standing = Standing::Open;
        }
    }

    /// A hand is dead: all its wagers go back.
    pub(crate) fn kill_hand<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let Some(hand) = self.hand(spot).copied() else { return };
        let betting_box = self.betting_box(spot.box_number).copied();
        let first = betting_box.filter(|_| spot.hand == 1);
        let side = first.filter(|b| !b.house_money_settled).and_then(|b| b.house_money);
        let insurance = first.filter(|_| !self.round.insurance_settled).and_then(|b| b.insurance);
        for number in [hand.wager, hand.double, side, insurance].into_iter().flatten() {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
        if let Some(betting_box) = self.box_mut(spot.box_number) {
            betting_box.house_money_settled |= side.is_some();
            betting_box.proceeds = Money::ZERO;
            if insurance.is_some() {
                betting_box.insurance = None;
            }
        }
        self.hand_leaves(spot, None, out);
    }

    /// The cards are picked up and the round is over.
    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        let cards = u16::try_from(self.layout.len()).unwrap_or(u16::MAX);
        self.shoe.to_rack(cards);
        let last = self.shoe.cut_card_reached();
        let cites = Cites::from(rules::COLLECT_CARDS.applies()).and(rules::LAST_ROUND_COLLECTED.when(last));
        tell(out, What::Collected { place: Place::Rack, cards }, cites);
        tell(out, What::RoundEnded { round: self.round_number }, None);
        self.left = engine::Patrons::NONE;
        self.clear_round();
        self.reshuffle_after_round(out);
    }

    pub(crate) fn patron_of(&self, spot: Spot) -> Option<Patron> {
        self.betting_box(spot.box_number).and_then(|b| b.patron)
    }
}
