//! Giving up a hand for half its wager: after the check for blackjack, or before the dealer has a second
//! card.

use super::choices::Grant;
use super::hand::{Hand, Play, area};
use super::nos::Declined;
use super::state::Blackjack;
use super::terms::Surrender;
use super::words;
use crate::common::{awaited, is_ace, is_ten_valued};
use engine::{Cites, Due, Line, Outcome, Patron, Patrons, Refusal, Sink, Spot, Standing, Wager};
use felt::Money;

impl Blackjack {
    /// Patrons who may still give up a hand; `None` if that is not offered or its time is over.
    pub(crate) fn may_surrender(&self) -> Option<Patrons> {
        let early = self.terms.surrender == Surrender::Early && !self.may_have_pontoon();
        let closed = self.terms.surrender == Surrender::No || self.round.surrender_closed || early;
        if closed || self.dealer_has_blackjack() {
            return None;
        }
        let patrons = self.asked_about(Declined::Surrender);
        (!patrons.is_empty()).then_some(patrons)
    }

    /// Whether the dealer's open card can become a pontoon.
    fn may_have_pontoon(&self) -> bool {
        self.round.up_card.is_some_and(|up| is_ace(up) || is_ten_valued(up))
    }

    pub(crate) fn check_surrender(&self, hand: &Hand, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        let law = &self.law;
        let early = self.terms.surrender == Surrender::Early;
        law.surrender_offered.forbids(early && !self.may_have_pontoon(), "surrender-not-offered")?;
        law.no_surrender_after_split.forbids(hand.split, "surrender-after-split")?;
        law.surrender_before_play.forbids(self.round.surrender_closed, "surrender-too-late")?;
        law.surrender_offered.forbids(self.terms.surrender == Surrender::No, "surrender-not-offered")?;
        let check_due = self.round.up_card.is_none_or(|up| self.is_checked(up));
        let checked = self.round.peeked == Some(false) || self.round.naturals_paid;
        law.surrender_after_check.forbids(check_due && !checked, "surrender-too-early")?;
        let open = match self.due {
            Due::Choices { closes: words::SURRENDER_CLOSED, .. } => true,
            Due::Choices { closes: words::INSURANCE_CLOSED, .. } => early,
            _ => false,
        };
        let over = hand.play == Play::Settled || hand.surrendered || hand.overlooked;
        let declined = self.has_declined(Declined::Surrender, patron, spot);
        awaited(open && !over && hand.wager.is_some() && !declined)?;
        Grant::by(law.surrender_offered)
    }

    /// Collects half of every wager on the hand.
    pub(crate) fn surrender<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        if self.terms.surrender == Surrender::Early {
            self.surrender_early(spot);
            return;
        }
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at).copied() {
            at += 1;
            if wager.spot != spot || wager.area != area::HAND || !wager.on_layout() {
                continue;
            }
            let for_dealers = wager.beneficiary == engine::Beneficiary::Dealers;
            let cites = Cites::from(self.law.surrender_half.applies())
                .and(self.law.dealer_bet_surrendered.when(for_dealers));
            self.give_up(&wager, self.terms.half(wager.stake), cites, out);
        }
        self.hand_leaves(spot, None, out);
    }

    /// Gives up a hand before the dealer draws; its wagers wait for the dealer's second card.
    fn surrender_early(&mut self, spot: Spot) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.surrendered = true;
            hand.play = Play::Finished;
        }
    }

    /// Whether a hand that was given up has yet to be settled.
    pub(crate) fn surrender_waits(&self) -> bool {
        self.any_hand(|hand| hand.surrendered && hand.play != Play::Settled)
    }

    /// Settles hands that were given up after the dealer's second card: they lose half, or all to a pontoon.
    pub(crate) fn settle_surrendered<S: Sink>(&mut self, out: &mut S) {
        for number in self.numbers_from_right() {
            let spot = Spot::first(number);
            if !self.hand(spot).is_some_and(|hand| hand.surrendered && hand.play != Play::Settled) {
                continue;
            }
            let mut at = 0;
            while let Some(wager) = self.wagers.nth(at).copied() {
                at += 1;
                if wager.spot == spot && wager.area == area::HAND && wager.on_layout() {
                    self.settle_surrendered_wager(&wager, out);
                }
            }
            self.hand_leaves(spot, None, out);
        }
    }

    fn settle_surrendered_wager<S: Sink>(&mut self, wager: &Wager, out: &mut S) {
        let pontoon = self.dealer_has_blackjack();
        let all = self.law.surrender_lost_to_pontoon.when(pontoon);
        let cites = Cites::from(self.law.surrender_no_cards.applies())
            .and(all)
            .and(self.law.surrender_half.when(!pontoon))
            .and(self.by_its_share(wager, Outcome::Loses));
        let playing = wager.at_risk();
        let half = if all.is_some() { Money::ZERO } else { playing.half_down(self.terms.coin) };
        let returned = wager.stake - playing + half;
        self.give_up(wager, returned, cites, out);
    }

    /// Settles a wager as lost except for the part that is returned.
    fn give_up<S: Sink>(&mut self, wager: &Wager, returned: Money, cites: Cites, out: &mut S) {
        if let Some(wager) = self.wagers.get_mut(wager.number) {
            wager.standing = Standing::Settled;
        }
        let outcome = Some(Outcome::Loses);
        self.lines.put(Line { outcome, returned, cites, ..Line::of(wager) }, out);
    }
}
