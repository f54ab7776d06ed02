//! Handles cards as they come: the first deal, further cards, turned cards, and cards that came when none was
//! due.

use super::hand::{HANDS_MAX, Play, Want, area};
use super::state::{Blackjack, ShoeStage, Wanted};
use super::words;
use crate::common::{Drawn, Report, is_ace, possible, tell};
use engine::{Announcement, Cites, Due, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, Spot, What};
use felt::Card;

/// A card on its way to the layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub(crate) face: Face,
    /// Its draw number, if it was drawn and counted before.
    pub(crate) drawn: Option<u32>,
    /// The rule that sent it here, besides the usual ones.
    pub(crate) because: Option<Rule>,
}

impl Arrival {
    /// The next card of the shoe.
    pub(crate) fn from_shoe(face: Face) -> Arrival {
        Arrival { face, drawn: None, because: None }
    }
}

impl Blackjack {
    /// Handles a reported card.
    pub(crate) fn card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        let held = to != Place::Next && self.next.first_hidden(&self.layout).is_some();
        possible(self.shoe.remaining() > 0 || held, "no-cards-in-shoe")?;
        match self.due {
            Due::Card { to: due, up } if due == to => self.due_card(to, up, face, out),
            _ => self.stray_card(to, face, out),
        }
    }

    fn due_card<S: Sink>(&mut self, to: Place, up: bool, face: Face, out: &mut S) -> Result<(), Refusal> {
        if to == Place::Next {
            self.one_more_together(face, out);
            return Ok(());
        }
        let face = self.as_read(face)?;
        if to == Place::Rack {
            self.burn(face, out);
            return Ok(());
        }
        if up && !face.is_up() && self.law.error_options.exists() {
            return self.card_astray(to, face, out);
        }
        if up && !face.is_up() {
            return self.came_face_down(to, face, out);
        }
        let squeezed = self.is_squeezed(to);
        if squeezed && !face.is_up() {
            self.lay_back_up(to, face, self.law.squeeze_back_up.applies(), out);
            return Ok(());
        }
        let because = self.law.squeeze_open.when(squeezed);
        self.take_due_card(to, Arrival { because, ..Arrival::from_shoe(face) }, out);
        Ok(())
    }

    /// Handles a card that should lie open but came face down: it does not count until it is turned. If its
    /// patron holds other cards that only they see, it stays face down.
    fn came_face_down<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        possible(self.law.dealt_face_down.exists(), "face-up-due")?;
        let report = Report { kind: words::DEALT_FACE_DOWN, place: Some(to) };
        let held = matches!(to, Place::Hand(spot) if self.hand(spot).is_some_and(|hand| hand.down > 0));
        if let Some(rule) = self.law.stays_face_down.when(held) {
            report.remedied(words::LEFT_AS_DEALT, rule, out);
            self.take_due_card(to, Arrival { because: Some(rule), ..Arrival::from_shoe(face) }, out);
            return Ok(());
        }
        let rule = self.law.dealt_face_down.applies();
        report.remedied(words::TURNED_UP, rule, out);
        self.lay_back_up(to, face, rule, out);
        Ok(())
    }

    /// Lays a card at the place where one is due.
    pub(crate) fn take_due_card<S: Sink>(&mut self, to: Place, arrival: Arrival, out: &mut S) {
        if self.queue.front().is_some() {
            self.queue.pop();
            self.first_deal_card(to, arrival, out);
        } else if let Some(wanted) = self.round.wanted {
            self.round.wanted = None;
            self.further_card(wanted, arrival, out);
        } else {
            self.dealer_further_card(arrival, out);
        }
    }

    /// Whether the first deal lays this card face up.
    pub(crate) fn first_deal_is_up(&self, to: Place) -> bool {
        match to {
            Place::Dealer => (self.terms.pitch || !self.terms.hole_card) && self.round.dealer_cards == 0,
            _ => !self.terms.pitch && !self.is_squeezed(to),
        }
    }

    /// Lays a card of the first deal.
    pub(crate) fn first_deal_card<S: Sink>(&mut self, to: Place, arrival: Arrival, out: &mut S) {
        match to {
            Place::Hand(spot) => self.first_deal_to_hand(spot, arrival, out),
            _ => self.first_deal_to_dealer(arrival, out),
        }
    }

    fn first_deal_to_hand<S: Sink>(&mut self, spot: Spot, arrival: Arrival, out: &mut S) {
        let face = arrival.face;
        let pitch = self.terms.pitch;
        let law = self.law;
        let Some(hand) = self.hand_mut(spot) else { return };
        let index = usize::from(hand.tally.cards);
        hand.tally.add(law, face.card());
        if let Some(place) = hand.first_two.get_mut(index) {
            *place = face.card();
        }
        hand.down += u8::from(!face.is_up());
        hand.open = hand.down == 0;
        let rule = match (pitch, index) {
            (false, 0) => self.law.first_card.applies(),
            (false, _) => self.law.second_card.applies(),
            (true, 0) => self.law.pitch_first.applies(),
            (true, _) => self.law.pitch_second.applies(),
        };
        let back_up = self.law.pitch_back_up.when(pitch && !face.is_up());
        let examined = self.law.pitch_examine.when(pitch && index == 1);
        let follows = if !self.any_card_dealt() { self.side_bets_say(|law| law.deal_follows) } else { None };
        self.lay(Place::Hand(spot), arrival, Cites::from(rule).and(back_up).and(examined).and(follows), out);
        // Usually the dealer's card is not shown yet; if it was shown by mistake, announce the blackjack now.
        self.announce_blackjack(spot, out);
    }

    fn first_deal_to_dealer<S: Sink>(&mut self, arrival: Arrival, out: &mut S) {
        let second = self.round.dealer_cards > 0;
        let rule = match (self.terms.pitch, second) {
            (false, false) => self.law.dealer_first.applies(),
            (false, true) => self.law.dealer_second.applies(),
            (true, false) => self.law.pitch_dealer_first.applies(),
            (true, true) => self.law.pitch_dealer_second.applies(),
        };
        self.round.dealer_cards += 1;
        self.lay(Place::Dealer, arrival, rule.into(), out);
        let Face::Up(card) = arrival.face else { return };
        if second {
            self.hole_card_seen(card, self.law.hole_exposed_elsewhere.applies(), out);
        } else {
            self.up_card_shown(card, out);
        }
    }

    /// Lays the card that a hand asked for.
    pub(crate) fn further_card<S: Sink>(&mut self, wanted: Wanted, arrival: Arrival, out: &mut S) {
        let face = arrival.face;
        let pitch = self.terms.pitch;
        let spot = wanted.spot;
        let law = self.law;
        let Some(hand) = self.hand_mut(spot) else { return };
        let values = hand.tally.add(law, face.card());
        if wanted.why == Want::Second {
            hand.first_two[1] = face.card();
        }
        hand.down += u8::from(!face.is_up());
        let (total, soft) = (hand.tally.total(), hand.tally.is_soft());
        let values = values.and_all(hand.tally.softness(law));
        let ace = hand.split_ace;
        let doubled = matches!(wanted.why, Want::Double { .. });
        let first_ace = doubled && hand.first_two.iter().flatten().any(|card| is_ace(*card));
        let third_ace = doubled && face.card().is_some_and(is_ace);
        let values =
            values.and(law.double_ace_value.when(first_ace)).and(law.double_third_ace.when(third_ace));
        let rule = match wanted.why {
            Want::Double { free: true, .. } if !face.is_up() => self.law.free_double_card_down.applies(),
            Want::Double { free: true, .. } => self.law.free_double_card_up.applies(),
            Want::Double { .. } if !face.is_up() => self.law.double_card_down.applies(),
            Want::Double { .. } => self.law.double_card_up.applies(),
            Want::Second => self.law.split_hands_in_turn.applies(),
            Want::Hit if pitch => self.law.pitch_further_up.applies(),
            Want::Hit => self.law.further_cards_up.applies(),
        };
        let second = wanted.why == Want::Second;
        let cites = Cites::from(rule)
            .and(self.law.free_split_same_rules.when(second && self.has_free_hands(spot.box_number)))
            .and(self.law.split_aces_one_card.when(second && ace));
        self.lay(Place::Hand(spot), arrival, cites, out);
        if face.is_up() && self.hand(spot).is_some_and(|hand| hand.open) {
            let announced = What::Announced {
                place: Place::Hand(spot),
                hand: Announcement::Total { value: total.into(), soft },
            };
            tell(out, announced, Cites::from(self.law.announce_total.applies()).and_all(values));
        }
        self.after_further_card(wanted, out);
    }

    fn after_further_card<S: Sink>(&mut self, wanted: Wanted, out: &mut S) {
        let spot = wanted.spot;
        let (law, at_once) = (self.law, self.terms.at_once);
        let Some(hand) = self.hand_mut(spot) else { return };
        let doubled = matches!(wanted.why, Want::Double { .. });
        if doubled {
            hand.play = Play::Finished;
        }
        // A card that came too early ends the time to follow the split or the double.
        if self.round.following.is_some_and(|f| f.spot == spot || f.new == Some(spot)) {
            self.close_following(out);
        }
        let Some(hand) = self.hand_mut(spot) else { return };
        if doubled && hand.tally.is_known() && hand.tally.total() < 21 {
            self.offer_rescue(spot);
            return;
        }
        // Where hands are settled immediately, settlement waits until an error in the cards is resolved.
        if at_once || !hand.tally.is_surely_over() {
            return;
        }
        if hand.down == 0 {
            self.hand_is_over(spot, None, out);
        } else if law.pitch_over_21.when(!matches!(wanted.why, Want::Double { .. })).is_some() {
            // The patron gives up the hand immediately; the others learn of it only now.
            hand.to_turn = hand.down;
            self.round.turning = true;
        }
    }

    /// Handles a hand over 21: its wagers are decided, but collected only at the end.
    pub(crate) fn hand_is_over<S: Sink>(&mut self, spot: Spot, because: Option<Rule>, out: &mut S) {
        let Some(rule) = self.law.over_21_loses.applies() else { return };
        let Some(hand) = self.hand_mut(spot) else { return };
        hand.play = Play::Over;
        let stays = spot.hand == 1 && self.has_free_hands(spot.box_number);
        let cites = Cites::one(rule)
            .and(because)
            .and(self.law.original_stays.when(stays))
            .and(self.law.original_stays_listed.when(stays))
            .and(self.cards_stay(spot.box_number).filter(|_| spot.hand == 1));
        if self.terms.at_once {
            let doubled = self.hand(spot).is_some_and(|hand| hand.double.is_some());
            let split = self.hand(spot).is_some_and(|hand| hand.split);
            let cites =
                cites.and(self.law.double_over_21.when(doubled)).and(self.law.split_over_21.when(split));
            self.collect_at_once(spot, cites, out);
            return;
        }
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            at += 1;
            let rides = wager.spot == spot && wager.area <= area::DOUBLE;
            if rides && wager.on_layout() {
                self.decide(wager.number, engine::Outcome::Loses, cites, out);
            }
        }
    }

    /// Lays a card from the shoe, or the held one, on the layout.
    pub(crate) fn lay<S: Sink>(&mut self, place: Place, arrival: Arrival, cites: Cites, out: &mut S) {
        let face = arrival.face;
        let Drawn { draw, held, foreign } = match arrival.drawn {
            Some(draw) => Drawn { draw, held: false, foreign: false },
            None => self.next.draw(&mut self.shoe, &self.layout, face),
        };
        let cites = Cites::from(arrival.because).and_all(cites).and(self.law.drawn_unexposed.when(held));
        let hidden = self.terms.pitch && !face.is_up();
        let mut seen = match place {
            Place::Hand(spot) if hidden => self.patron_of(spot).map_or(Seen::NOBODY, Seen::by),
            _ => Seen::NOBODY,
        };
        self.round.lines_at_card = self.lines.last();
        let before = if held || arrival.drawn.is_some() { self.take_up_lying(draw) } else { None };
        if let Some(before) = before {
            // Moving a card does not clear who has seen it.
            before.seen.patrons.iter().for_each(|patron| seen.patrons.add(patron));
            seen.staff |= before.seen.staff;
        }
        if place == Place::Rack {
            self.shoe.to_rack(1);
        }
        if place != Place::Rack || face.is_up() {
            self.layout.lay(LaidCard { draw, place, face, seen });
        }
        match before.map(|before| before.place).filter(|from| *from != Place::Next) {
            // It lies there already and starts to count now.
            Some(from) if from == place => {}
            Some(from) => tell(out, What::CardMoved { draw, from, to: place }, cites),
            None => tell(out, What::CardLaid { draw, place, face, seen }, cites),
        }
        if foreign {
            self.foreign_card(place, out);
        }
        self.tell_cut_card(out);
    }

    /// Takes up a card that does not count where it lies, or must no longer count.
    pub(super) fn take_up_lying(&mut self, draw: u32) -> Option<LaidCard> {
        let laid = *self.layout.cards().find(|card| card.draw == draw)?;
        self.layout.take_up(|card| card.draw == draw);
        Some(laid)
    }

    pub(crate) fn foreign_card<S: Sink>(&mut self, place: Place, out: &mut S) {
        let report = Report { kind: words::FOREIGN_CARD, place: Some(place) };
        if self.law.foreign_void.exists() {
            self.void_by(report, self.law.foreign_void.applies(), out);
            return;
        }
        self.floor_decides(report, self.law.foreign_card.applies(), out);
    }

    /// Handles a turned card.
    pub(crate) fn turn<S: Sink>(&mut self, place: Place, card: Card, out: &mut S) -> Result<(), Refusal> {
        if self.round.squeezed == Some(place) {
            return self.squeezed_card_turned(place, card, out);
        }
        if self.law.error_options.exists() {
            return self.turn_apart(place, card, out);
        }
        let down = self.layout.at(place).enumerate().find(|(_, laid)| !laid.face.is_up());
        let Some((index, laid)) = down.map(|(index, laid)| (index, *laid)) else {
            return Err(Refusal::impossible("no-card-to-turn"));
        };
        let due = self.due == Due::Turn { place } || self.is_among_those_to_turn(place);
        possible(laid.face.card().is_none_or(|read| read == card), "card-read-otherwise")?;
        let foreign = laid.face == Face::Unread && self.shoe.reveal(card).is_err();
        if let Some(there) = self.layout.nth_mut(place, index) {
            there.face = Face::Up(card);
        }
        let was_unread = laid.face == Face::Unread;
        match place {
            Place::Hand(spot) => {
                if !due {
                    self.tell_turned_early(place, out);
                }
                self.hand_card_turned(spot, index, card, laid.draw, was_unread, out);
            }
            Place::Next => self.next_card_turned(laid, card, out),
            _ if self.round.up_card.is_none() => {
                // It is shown once the second dealer's card lies there, even if some hand is a card short.
                if self.round.dealer_cards < 2 {
                    self.tell_turned_early(place, out);
                }
                let rule = self.law.dealer_first_shown.applies();
                tell(out, What::CardTurned { draw: laid.draw, place, face: Face::Up(card) }, rule);
                self.up_card_shown(card, out);
            }
            _ => self.hole_card_turned(due, laid.draw, card, out),
        }
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    fn tell_turned_early<S: Sink>(&self, place: Place, out: &mut S) {
        let report = Report { kind: words::TURNED_EARLY, place: Some(place) };
        report.remedied(words::PLAYED_EXPOSED, self.law.turned_early.applies(), out);
    }

    /// Whether this is one of several hands to be turned: no rule sets an order.
    fn is_among_those_to_turn(&self, place: Place) -> bool {
        let turning = matches!(self.due, Due::Turn { place: Place::Hand(_) });
        turning && matches!(place, Place::Hand(spot) if self.hand(spot).is_some_and(|hand| hand.to_turn > 0))
    }

    fn hand_card_turned<S: Sink>(
        &mut self,
        spot: Spot,
        index: usize,
        card: Card,
        draw: u32,
        was_unread: bool,
        out: &mut S,
    ) {
        let drawing_over = self.round.drawing_over;
        let claimed = self.round.claim.is_some();
        let pitch = self.terms.pitch;
        let law = self.law;
        let Some(hand) = self.hand_mut(spot) else { return };
        if was_unread {
            hand.tally.read(law, card);
        }
        if let Some(place) = hand.first_two.get_mut(index) {
            *place = Some(card);
        }
        hand.down = hand.down.saturating_sub(1);
        hand.to_turn = hand.to_turn.saturating_sub(1);
        hand.open |= hand.down == 0;
        let shown_early = hand.play == Play::Finished && !drawing_over;
        let decides = hand.play == Play::Active || shown_early;
        let over = decides && hand.down == 0 && hand.tally.total() > 21;
        let double_card = index >= 2 && hand.double.is_some();
        let double = hand.double;
        let free = self.is_lammer(double);
        let rule = if let Some(rule) = self.law.free_double_card_turned.when(double_card && free) {
            Some(rule)
        } else if let Some(rule) = self.law.double_card_turned.when(double_card && !free) {
            Some(rule)
        } else if let Some(rule) = self.law.pitch_turn_hands.when(pitch && drawing_over) {
            Some(rule)
        } else {
            self.law.pitch_turn_to_double.when(claimed)
        };
        tell(out, What::CardTurned { draw, place: Place::Hand(spot), face: Face::Up(card) }, rule);
        if over {
            self.hand_is_over(spot, self.law.pitch_over_21.when(pitch), out);
        }
        self.round.turning = self.any_hand(|hand| hand.to_turn > 0);
        if !self.round.naturals_paid && !self.round.turning {
            // It is shown before play begins, so its House Money can still be settled in time.
            self.round.house_money_settled = false;
        }
        self.blackjack_shown_late(spot, out);
    }

    /// Announces a hand-dealt blackjack that was turned over; it is paid when due.
    fn blackjack_shown_late<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let shown = self.hand(spot).is_some_and(|hand| hand.open && hand.is_blackjack());
        if !shown || self.round.drawing_over {
            return;
        }
        self.announce_blackjack(spot, out);
        self.return_insurance_of_blackjack(spot, out);
        self.round.naturals_paid = false;
    }

    /// Handles a card that came when none was due, or to the wrong place.
    fn stray_card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        self.check_place(to)?;
        if self.law.error_options.exists() {
            return self.card_astray(to, face, out);
        }
        if to == Place::Dealer && self.dealer_stands() {
            return self.dealer_overdrew(face, out);
        }
        if self.passes_over(to) {
            let face = self.as_read(face)?;
            while let Some(front) = self.queue.front().filter(|front| *front != to) {
                self.pass_over(front, out);
            }
            if self.first_deal_is_up(to) && !face.is_up() {
                return self.came_face_down(to, face, out);
            }
            self.queue.pop();
            self.first_deal_card(to, Arrival::from_shoe(face), out);
            return Ok(());
        }
        let place = Some(to);
        match face {
            Face::Up(card) => self.drawn_exposed(Report { kind: words::DRAWN_EXPOSED, place }, card, out),
            Face::Down(_) | Face::Unread => {
                self.drawn_unexposed(Report { kind: words::DRAWN_UNEXPOSED, place }, face, out)
            }
        }
    }

    /// Whether a card at this place means that places before it in the first deal were skipped.
    fn passes_over(&self, to: Place) -> bool {
        let round = &self.round;
        let dealing = self.stage == ShoeStage::Ready && round.missing.is_none() && round.squeezed.is_none();
        let too_soon = to == Place::Dealer && self.dealer_comes_too_soon();
        dealing && self.queue.awaits(to) && !too_soon
    }

    /// Checks that the game has this place.
    pub(super) fn check_place(&self, to: Place) -> Result<(), Refusal> {
        match to {
            Place::Hand(spot) if spot.box_number == 0 || spot.box_number > self.terms.boxes => {
                Err(Refusal::impossible("no-such-box"))
            }
            Place::Hand(spot) if spot.hand == 0 || usize::from(spot.hand) > HANDS_MAX => {
                Err(Refusal::impossible("no-such-hand"))
            }
            Place::Hand(_) | Place::Dealer | Place::Next | Place::Rack => Ok(()),
            _ => Err(Refusal::impossible("no-such-place")),
        }
    }
}
