//! The dealer's own hand: the up card, the check for blackjack, the hole card, drawing.

use super::cards::Arrival;
use super::hand::{Hand, Play, Tally};
use super::state::{Blackjack, Notice};
use super::words;
use crate::common::{Report, is_ace, is_ten_valued, possible, tell};
use crate::side_bets::SideBetLaw;
use engine::{Announcement, Cites, Due, Face, LaidCard, Place, Refusal, Rule, Sink, Spot, What};
use felt::Card;

impl Blackjack {
    /// Whether a device must check for a blackjack under this card.
    pub(crate) fn is_checked(&self, up: Card) -> bool {
        self.law.peek.when(is_ace(up) || is_ten_valued(up)).is_some()
    }

    /// Handles the dealer's first open card: blackjacks are announced now, and paid when the rules allow.
    pub(crate) fn up_card_shown<S: Sink>(&mut self, card: Card, out: &mut S) {
        self.round.up_card = Some(card);
        self.round.dealer.add(self.law, Some(card));
        if self.any_hand(|hand| hand.open && hand.is_blackjack()) {
            for spot in self.spots() {
                self.announce_blackjack(spot, out);
            }
        }
    }

    /// Announces a blackjack that lies open; it is paid immediately or after the check.
    pub(crate) fn announce_blackjack<S: Sink>(&self, spot: Spot, out: &mut S) {
        let Some(up) = self.round.up_card else { return };
        let has_blackjack = |hand: &Hand| hand.open && hand.is_blackjack() && hand.wager.is_some();
        if !self.hand(spot).is_some_and(has_blackjack) {
            return;
        }
        let rule = match self.is_checked(up) {
            true => self.law.blackjack_waits.applies(),
            false => self.law.blackjack_at_once.applies(),
        };
        let cites = Cites::from(rule).and(self.law.blackjack_of_patron.applies());
        tell(
            out,
            What::Announced { place: Place::Hand(spot), hand: Announcement::Total { value: 21, soft: true } },
            cites,
        );
    }

    /// The answer that a checking device would give, if it can see what lies under the dealer's cards:
    /// whether the first two make a blackjack.
    pub(crate) fn device_would_say(&self, under: &dyn Fn(&LaidCard) -> Option<Card>) -> Option<bool> {
        let mut hand = Tally::EMPTY;
        for laid in self.layout.at(Place::Dealer) {
            hand.add(self.law, Some(under(laid)?));
        }
        (self.due == Due::Answer).then(|| hand.is_two_card_21())
    }

    /// Handles the device's answer.
    pub(crate) fn peeked<S: Sink>(&mut self, yes: bool, out: &mut S) -> Result<(), Refusal> {
        if self.due != Due::Answer {
            return self.answered_untimely(yes, out);
        }
        self.round.peeked = Some(yes);
        let side_bets = self.boxes_in_play().any(|(_, b)| b.house_money.is_some());
        let cites = Cites::from(self.law.peek.applies())
            .and(self.law.peek_unseen.applies())
            .and(self.law.blackjack_of_dealer.when(yes))
            .and(self.law.check_first.when(side_bets));
        tell(out, What::Answered { yes }, cites);
        Ok(())
    }

    /// Handles the hole card being turned, when due or too early.
    pub(crate) fn hole_card_turned<S: Sink>(&mut self, due: bool, draw: u32, card: Card, out: &mut S) {
        let rule = match self.terms.pitch {
            true => self.law.pitch_turn_hole.when(due),
            false => self.law.turn_hole.when(due),
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
        let checked = checking && self.round.up_card.is_some_and(|up| self.is_checked(up));
        let rule = self.law.hole_exposed.when(checked).or_else(|| self.law.hole_exposed_elsewhere.applies());
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

    /// Handles a report that the hole card was shown, even if the first card still lies face down.
    pub(crate) fn hole_card_flashed<S: Sink>(&mut self, card: Card, out: &mut S) -> Result<(), Refusal> {
        if self.round.up_card.is_some() {
            return self.turn(Place::Dealer, card, out);
        }
        let Some(hole) = self.layout.nth_mut(Place::Dealer, 1) else {
            return Err(Refusal::impossible("no-card-to-turn"));
        };
        possible(hole.face.card().is_none_or(|read| read == card), "card-read-otherwise")?;
        let foreign = hole.face == Face::Unread && self.shoe.reveal(card).is_err();
        let (draw, place, face) = (hole.draw, Place::Dealer, Face::Up(card));
        hole.face = face;
        let rule = self.law.hole_exposed_elsewhere.applies();
        tell(out, What::CardTurned { draw, place, face }, rule);
        self.hole_card_seen(card, rule, out);
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    fn count_hole_card(&mut self, card: Card) {
        self.round.hole_turned = true;
        self.round.dealer.add(self.law, Some(card));
    }

    /// Handles a hole card that lies open too early.
    pub(crate) fn hole_card_seen<S: Sink>(&mut self, card: Card, rule: Option<Rule>, out: &mut S) {
        let checked = self.round.peeked;
        self.count_hole_card(card);
        // The first card may still lie face down when the second is dealt open; then blackjack cannot be
        // determined yet.
        let blackjack = self.round.up_card.is_some() && self.dealer_has_blackjack();
        if blackjack && checked == Some(false) {
            self.blackjack_was_missed(out);
            return;
        }
        self.round.peeked = Some(blackjack);
        if blackjack {
            let report = Report { kind: words::BLACKJACK_SHOWN, place: Some(Place::Dealer) };
            report.remedied(words::NO_EFFECT, self.law.blackjack_shown.applies(), out);
            return;
        }
        self.notify_hole_exposed(rule, out);
    }

    fn notify_hole_exposed<S: Sink>(&mut self, rule: Option<Rule>, out: &mut S) {
        let report = Report { kind: words::HOLE_EXPOSED, place: Some(Place::Dealer) };
        let lead = self.law.check_went_wrong.when(rule.is_some_and(|rule| self.law.hole_exposed.is(rule)));
        report.remedied_by(Cites::from(rule).and(lead), (words::PLAYED_EXPOSED, rule), out);
        if self.law.hole_exposed_floor.applies().is_some() {
            self.round.notice = Some(Notice::HoleExposed);
        }
    }

    fn blackjack_was_missed<S: Sink>(&mut self, out: &mut S) {
        let Some(rule) = self.law.blackjack_missed.applies() else { return };
        let place = Some(Place::Dealer);
        self.round.blackjack_missed = true;
        // House Money that was just won stays with its patron: it can no longer be added.
        for betting_box in &mut self.boxes {
            betting_box.proceeds = felt::Money::ZERO;
        }
        self.reopen_side_bets(out);
        self.round.wanted = None;
        self.round.missing = None;
        self.round.squeezed = None;
        let lead = self.law.check_went_wrong.applies();
        tell(out, What::Irregular { kind: words::BLACKJACK_MISSED, place }, Cites::one(rule).and(lead));
        let extras = self.law.blackjack_missed_extras.applies();
        tell(out, What::Remedied { remedy: words::EXTRAS_RETURNED, place }, extras);
        if self.law.blackjack_missed_floor.applies().is_some() {
            self.round.notice = Some(Notice::BlackjackMissed);
        }
    }

    /// Lays a further card for the dealer.
    pub(crate) fn dealer_further_card<S: Sink>(&mut self, arrival: Arrival, out: &mut S) {
        let second = !self.round.hole_turned && !self.terms.hole_card;
        self.round.hole_turned |= second;
        self.round.dealer_cards = self.round.dealer_cards.saturating_add(1);
        let soft_17 = self.round.dealer.is_soft() && self.round.dealer.total() == 17;
        let values = self
            .round
            .dealer
            .add(self.law, arrival.face.card())
            .and_all(self.round.dealer.softness(self.law));
        let plays_out = self.side_bet_to_play_out().and_then(|law| law.plays_out.applies());
        let cites = Cites::from(self.law.dealer_cards_up.applies())
            .and(self.law.dealer_second_later.when(second))
            .and(self.law.dealer_draws.when(!second && (!soft_17 || !self.law.dealer_hits_soft_17.exists())))
            .and(self.law.blackjack_of_dealer.when(second && self.dealer_has_blackjack()))
            .and(self.law.dealer_hits_soft_17.when(soft_17))
            .and(plays_out);
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
        if self.dealer_has_blackjack() || self.law.dealer_draws_nothing.when(!self.dealer_matters()).is_some()
        {
            return false;
        }
        self.draws_on_total()
    }

    /// Whether the dealer's hand is complete: the dealer has stopped drawing, or must not draw to it.
    pub(crate) fn dealer_is_complete(&self) -> bool {
        let too_early = !self.terms.hole_card && self.round.hole_turned;
        self.round.drawing_over || (too_early && (self.dealer_has_blackjack() || !self.draws_on_total()))
    }

    /// Whether the dealer draws to this total.
    fn draws_on_total(&self) -> bool {
        let (total, soft) = (self.round.dealer.total(), self.round.dealer.is_soft());
        if self.law.dealer_stands_soft_17.when(self.terms.stands_on_soft_17 && soft && total == 17).is_some()
        {
            return false;
        }
        let soft_17 = self.law.dealer_hits_soft_17;
        if soft_17.exists() && soft && total == 17 {
            return soft_17.applies().is_some();
        }
        self.law.dealer_draws.when(total < 17 || (soft && total == 17)).is_some()
    }

    /// Whether some hand still depends on the dealer's total.
    fn dealer_matters(&self) -> bool {
        self.hand_matters() || self.side_bet_hangs_on_dealer().is_some()
    }

    /// Whether a hand with a wager is still to be compared with the dealer's.
    pub(crate) fn hand_matters(&self) -> bool {
        self.any_hand(|hand| {
            hand.wager.is_some()
                && !hand.surrendered
                && !hand.overlooked
                && matches!(hand.play, Play::Finished | Play::Active)
        })
    }

    /// The side bet for which alone the dealer draws.
    fn side_bet_to_play_out(&self) -> Option<&'static SideBetLaw> {
        if self.hand_matters() { None } else { self.side_bet_hangs_on_dealer() }
    }

    /// Handles the completion of the dealer's hand.
    pub(crate) fn end_drawing<S: Sink>(&mut self, out: &mut S) {
        self.round.drawing_over = true;
        let (total, soft) = (self.round.dealer.total(), self.round.dealer.is_soft());
        let nothing =
            self.law.dealer_draws_nothing.when(!self.dealer_matters() && !self.dealer_has_blackjack());
        let exception = nothing.is_none() && self.terms.stands_on_soft_17 && soft && total == 17;
        let ordinary = nothing.is_none() && !exception && !self.dealer_has_blackjack();
        let drawn_21 = total == 21 && !self.dealer_has_blackjack();
        let blackjack_paid = |hand: &Hand| hand.is_blackjack() && hand.play == Play::Settled;
        let cites = Cites::from(nothing)
            .and(self.law.dealer_stands_soft_17.when(exception))
            .and(self.law.posted_exception.when(exception))
            .and(self.law.posted_drawing.when(ordinary && self.terms.layout_posts))
            .and(self.law.blackjack_stands_against_21.when(drawn_21 && self.any_hand(blackjack_paid)))
            .and(self.law.card_values.applies())
            .and_all(self.round.dealer.softness(self.law));
        tell(
            out,
            What::Announced { place: Place::Dealer, hand: Announcement::Total { value: total.into(), soft } },
            cites,
        );
    }
}

impl Blackjack {
    /// Requires hands whose cards still lie face down to be turned before they are settled.
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
