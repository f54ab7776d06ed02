//! The dealer's own hand: the up card, the check for blackjack, the hole card, drawing.

use super::cards::Arrival;
use super::hand::{Play, is_ace, is_ten_valued};
use super::state::{Blackjack, Notice};
use super::{rules, words};
use crate::common::tell;
use engine::{Announcement, Cites, Due, Face, Place, Refusal, Rule, Sink, Spot, What};
use felt::Card;

/// Whether a device must look for a blackjack under this card.
pub(crate) fn is_checked(up: Card) -> bool {
    rules::PEEK.when(is_ace(up) || is_ten_valued(up)).is_some()
}

impl Blackjack {
    /// The dealer's first card lies open. Blackjacks are announced now, and paid when the rules allow.
    pub(crate) fn up_card_shown<S: Sink>(&mut self, card: Card, out: &mut S) {
        self.round.up_card = Some(card);
        self.round.dealer.add(Some(card));
        if self.any_hand(|hand| hand.open && hand.is_blackjack()) {
            for spot in self.spots() {
                self.announce_blackjack(spot, out);
            }
        }
    }

    /// A blackjack that lies open is announced; it is paid at once or after the check.
    pub(crate) fn announce_blackjack<S: Sink>(&self, spot: Spot, out: &mut S) {
        let Some(up) = self.round.up_card else { return };
        if !self.hand(spot).is_some_and(|hand| hand.open && hand.is_blackjack()) {
            return;
        }
        let rule = match is_checked(up) {
            true => rules::BLACKJACK_WAITS.applies(),
            false => rules::BLACKJACK_AT_ONCE.applies(),
        };
        let cites = Cites::from(rule).and(rules::BLACKJACK_OF_PATRON.applies());
        tell(
            out,
            What::Announced { place: Place::Hand(spot), hand: Announcement::Total { value: 21, soft: true } },
            cites,
        );
    }

    /// The device answered.
    pub(crate) fn peeked<S: Sink>(&mut self, yes: bool, out: &mut S) -> Result<(), Refusal> {
        if self.due != Due::Answer {
            return Err(Refusal::not_awaited("not-now"));
        }
        self.round.peeked = Some(yes);
        let side_bets = self.boxes_in_play().any(|(_, b)| b.house_money.is_some());
        let cites = Cites::from(rules::PEEK.applies())
            .and(rules::PEEK_UNSEEN.applies())
            .and(rules::BLACKJACK_OF_DEALER.when(yes))
            .and(rules::CHECK_FIRST.when(side_bets));
        tell(out, What::Answered { yes }, cites);
        Ok(())
    }

    /// The hole card was turned, in its turn or too early.
    pub(crate) fn hole_card_turned<S: Sink>(&mut self, due: bool, draw: u32, card: Card, out: &mut S) {
        let rule = match self.terms.pitch {
            true => rules::PITCH_TURN_HOLE.when(due),
            false => rules::TURN_HOLE.when(due),
        };
        tell(out, What::CardTurned { draw, place: Place::Dealer, face: Face::Up(card) }, rule);
        if due && self.round.peeked != Some(true) {
            self.count_hole_card(card);
            if self.dealer_has_blackjack() && self.round.peeked == Some(false) {
                self.blackjack_was_missed(out);
            }
            return;
        }
        let called_for = due && self.round.peeked == Some(true);
        let checking = self.round.peeked.is_some() || self.due == Due::Answer;
        let checked = checking && self.round.up_card.is_some_and(is_checked);
        let rule = rules::HOLE_EXPOSED.when(checked).or_else(|| rules::HOLE_EXPOSED_ELSEWHERE.applies());
        if called_for {
            self.count_hole_card(card);
            if !self.dealer_has_blackjack() {
                self.round.peeked = Some(false);
                self.notify_hole_exposed(rule, out);
            }
            return;
        }
        self.hole_card_seen(card, rule, out);
    }

    fn count_hole_card(&mut self, card: Card) {
        self.round.hole_turned = true;
        self.round.dealer.add(Some(card));
    }

    /// The hole card lies open before its time.
    pub(crate) fn hole_card_seen<S: Sink>(&mut self, card: Card, rule: Option<Rule>, out: &mut S) {
        let checked = self.round.peeked;
        self.count_hole_card(card);
        // The first card may still lie face down when the second is dealt open; then nothing is known yet.
        let blackjack = self.round.up_card.is_some() && self.dealer_has_blackjack();
        if blackjack && checked == Some(false) {
            self.blackjack_was_missed(out);
            return;
        }
        self.round.peeked = Some(blackjack);
        self.notify_hole_exposed(rule, out);
    }

    fn notify_hole_exposed<S: Sink>(&mut self, rule: Option<Rule>, out: &mut S) {
        let place = Some(Place::Dealer);
        let lead = rules::CHECK_WENT_WRONG.when(rule == Some(rules::HOLE_EXPOSED));
        tell(out, What::Irregular { kind: words::HOLE_EXPOSED, place }, Cites::from(rule).and(lead));
        tell(out, What::Remedied { remedy: words::PLAYED_EXPOSED, place }, rule);
        if rules::HOLE_EXPOSED_FLOOR.applies().is_some() {
            self.round.notice = Some(Notice::HoleExposed);
        }
    }

    fn blackjack_was_missed<S: Sink>(&mut self, out: &mut S) {
        let Some(rule) = rules::BLACKJACK_MISSED.applies() else { return };
        let place = Some(Place::Dealer);
        self.round.blackjack_missed = true;
        // House Money that was just won stays with its patron: nothing may be added now.
        for betting_box in &mut self.boxes {
            betting_box.proceeds = felt::Money::ZERO;
        }
        self.round.wanted = None;
        self.round.missing = None;
        let lead = rules::CHECK_WENT_WRONG.applies();
        tell(out, What::Irregular { kind: words::BLACKJACK_MISSED, place }, Cites::one(rule).and(lead));
        let extras = rules::BLACKJACK_MISSED_EXTRAS.applies();
        tell(out, What::Remedied { remedy: words::EXTRAS_RETURNED, place }, extras);
        if rules::BLACKJACK_MISSED_FLOOR.applies().is_some() {
            self.round.notice = Some(Notice::BlackjackMissed);
        }
    }

    /// A further card for the dealer.
    pub(crate) fn dealer_further_card<S: Sink>(&mut self, arrival: Arrival, out: &mut S) {
        self.round.dealer_cards = self.round.dealer_cards.saturating_add(1);
        let values = self.round.dealer.add(arrival.face.card()).and_all(self.round.dealer.softness());
        let cites = Cites::from(rules::DEALER_CARDS_UP.applies()).and(rules::DEALER_DRAWS.applies());
        self.lay(Place::Dealer, arrival, cites, out);
        if self.dealer_draws() {
            let dealer = &self.round.dealer;
            let (value, soft) = (dealer.total().into(), dealer.is_soft());
            tell(
                out,
                What::Announced { place: Place::Dealer, hand: Announcement::Total { value, soft } },
                values,
            );
        }
    }

    /// Whether the dealer must take another card.
    pub(crate) fn dealer_draws(&self) -> bool {
        if self.dealer_has_blackjack() || rules::DEALER_DRAWS_NOTHING.when(!self.dealer_matters()).is_some() {
            return false;
        }
        let (total, soft) = (self.round.dealer.total(), self.round.dealer.is_soft());
        if rules::DEALER_STANDS_SOFT_17.when(self.terms.stands_on_soft_17 && soft && total == 17).is_some() {
            return false;
        }
        rules::DEALER_DRAWS.when(total < 17 || (soft && total == 17)).is_some()
    }

    /// Whether some hand still depends on the dealer's total.
    fn dealer_matters(&self) -> bool {
        self.any_hand(|hand| matches!(hand.play, Play::Finished | Play::Active))
    }

    /// The dealer's hand is complete.
    pub(crate) fn end_drawing<S: Sink>(&mut self, out: &mut S) {
        self.round.drawing_over = true;
        let (total, soft) = (self.round.dealer.total(), self.round.dealer.is_soft());
        let nothing =
            rules::DEALER_DRAWS_NOTHING.when(!self.dealer_matters() && !self.dealer_has_blackjack());
        let exception = nothing.is_none() && self.terms.stands_on_soft_17 && soft && total == 17;
        let ordinary = nothing.is_none() && !exception && !self.dealer_has_blackjack();
        let cites = Cites::from(nothing)
            .and(rules::DEALER_STANDS_SOFT_17.when(exception))
            .and(rules::POSTED_EXCEPTION.when(exception))
            .and(rules::POSTED_DRAWING.when(ordinary))
            .and(rules::CARD_VALUES.applies())
            .and_all(self.round.dealer.softness());
        tell(
            out,
            What::Announced { place: Place::Dealer, hand: Announcement::Total { value: total.into(), soft } },
            cites,
        );
    }
}

impl Blackjack {
    /// Hands whose cards still lie face down are turned before they are settled.
    pub(crate) fn turn_hands(&mut self) {
        self.round.turning = true;
        for betting_box in &mut self.boxes {
            for hand in betting_box.hands_mut() {
                if hand.play != Play::Settled {
                    hand.to_turn = hand.down;
                }
            }
        }
    }
}
