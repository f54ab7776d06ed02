//! Cards that came when none was due: where they lie, and where they go once the house has decided.

use super::cards::Arrival;
use super::hand::Play;
use super::state::{Blackjack, ShoeStage};
use super::words;
use crate::common::{Drawn, Report, possible, tell};
use engine::{Cites, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, What};
use felt::Card;

impl Blackjack {
    /// Handles a card that came when none was due.
    pub(crate) fn card_astray<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        self.check_place(to)?;
        let overdrawn = to == Place::Dealer && self.is_overdrawn();
        let together = self.round.closed && to == Place::Next && self.were_drawn_together();
        // Such a card left the shoe, even if another lies ready as the next one.
        let from_shoe = overdrawn || together || !self.round.closed;
        if from_shoe || self.next.first_hidden(&self.layout).is_none() {
            self.check_shoe(1)?;
        }
        let face = if from_shoe { face } else { self.as_read(face)? };
        // A card that is due there may come with its back up, and is then reported here as well.
        if overdrawn {
            self.overdrawn(face, out);
        } else if !self.round.closed {
            let report = Report { kind: words::DEALING_ERROR, place: None };
            self.drawn_before_the_deal(report, to, face, out);
        } else if together {
            self.one_more_together(face, out);
        } else {
            self.lay_astray(to, face, out);
        }
        Ok(())
    }

    /// Checks that the shoe can have had that many cards. If one of a pair was reported, the other is out as
    /// well.
    pub(crate) fn check_shoe(&self, cards: u16) -> Result<(), Refusal> {
        let untold = u16::from(self.together.len() == 1);
        match self.stage == ShoeStage::Ready && self.shoe.remaining() >= cards + untold {
            true => Ok(()),
            false => Err(Refusal::impossible("no-cards-in-shoe")),
        }
    }

    /// Lays the card where it does not count until the house has decided.
    fn lay_astray<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) {
        let without_bet = match to {
            Place::Hand(spot) => self.hand(spot).is_none_or(|hand| hand.play == Play::Settled),
            _ => false,
        };
        let bare = self.law.cards_without_bet.when(without_bet && self.has_settled());
        let cites = Cites::from(self.law.error_options.applies())
            .and(bare)
            .and(self.law.not_reconstructed.when(bare.is_some()));
        let kind = if without_bet { words::CARDS_WITHOUT_BET } else { words::DEALING_ERROR };
        tell(out, What::Irregular { kind, place: Some(to) }, cites);
        let drawn = self.next.draw(&mut self.shoe, &self.layout, face);
        let (draw, foreign) = self.lay_drawn(drawn, to, face, cites, out);
        if bare.is_some() {
            self.discard_astray(draw, cites, out);
            tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(to) }, cites);
            self.join_error(false, out);
        } else {
            self.strays.push(draw);
            self.join_error(true, out);
        }
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(to, out);
        }
    }

    /// Lays a card of the shoe where it does not count. Returns its draw number, and whether it cannot be a
    /// card of the shoe.
    pub(crate) fn lay_beside<S: Sink>(
        &mut self,
        place: Place,
        face: Face,
        cites: Cites,
        out: &mut S,
    ) -> (u32, bool) {
        let drawn = Drawn::from_shoe(&mut self.shoe, face.card());
        self.lay_drawn(drawn, place, face, cites, out)
    }

    fn lay_drawn<S: Sink>(
        &mut self,
        drawn: Drawn,
        place: Place,
        face: Face,
        cites: Cites,
        out: &mut S,
    ) -> (u32, bool) {
        let Drawn { draw, held, foreign } = drawn;
        let before = if held { self.take_up_lying(draw) } else { None };
        let seen = before.map_or(Seen::NOBODY, |before| before.seen);
        self.round.lines_at_card = self.lines.last();
        self.layout.lay(LaidCard { draw, place, face, seen });
        tell(out, What::CardLaid { draw, place, face, seen }, cites);
        (draw, foreign)
    }

    /// The place of a stray card that lies with its back up; it is turned before the house decides.
    pub(crate) fn stray_to_turn(&self) -> Option<Place> {
        let lies_down = |laid: &&LaidCard| {
            !laid.face.is_up()
                && matches!(laid.place, Place::Hand(_) | Place::Dealer)
                && self.strays.contains(&laid.draw)
        };
        if self.strays.is_empty() { None } else { self.layout.cards().find(lies_down).map(|laid| laid.place) }
    }

    /// Turns a card that lies astray or apart. It still does not count.
    pub(crate) fn turn_apart<S: Sink>(
        &mut self,
        place: Place,
        card: Card,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let down = |laid: &&mut LaidCard| laid.place == place && !laid.face.is_up();
        let Some(laid) = self.layout.cards_mut().find(down) else {
            return Err(Refusal::impossible("no-card-to-turn"));
        };
        possible(laid.face.card().is_none_or(|read| read == card), "card-read-otherwise")?;
        let foreign = laid.face == Face::Unread && self.shoe.reveal(card).is_err();
        let (draw, face) = (laid.draw, Face::Up(card));
        laid.face = face;
        let laid = *laid;
        tell(out, What::CardTurned { draw, place, face }, self.law.further_cards_up.applies());
        if self.next.iter(&self.layout).any(|next| next.laid.draw == draw) {
            self.next_card_shown(laid, out);
        }
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    /// Handles a next card that is shown although it was unseen: it stays the next card, except while bets
    /// are open.
    fn next_card_shown<S: Sink>(&mut self, laid: LaidCard, out: &mut S) {
        let place = Some(laid.place);
        let rule = match self.round.closed {
            true => self.law.face_up_is_next.applies(),
            false => self.law.seen_before_bets.applies(),
        };
        tell(out, What::Irregular { kind: words::FACE_UP_IN_SHOE, place }, rule);
        if self.round.closed {
            tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place }, rule);
            return;
        }
        tell(out, What::Remedied { remedy: words::DISCARDED, place }, rule);
        self.next.forget(laid.draw);
        self.rack_shown(laid, rule.into(), out);
    }

    /// Places stray cards after the decision of the house. If the cards are put right, they go to the places
    /// whose turn it was, in the order in which they left the shoe; otherwise each counts where it lies.
    pub(crate) fn place_strays<S: Sink>(&mut self, right: bool, rule: Option<Rule>, out: &mut S) {
        for draw in std::mem::take(&mut self.strays) {
            let Some(laid) = self.layout.cards().find(|laid| laid.draw == draw).copied() else { continue };
            let place = match right {
                true => self.place_in_turn(),
                false => Some(laid.place).filter(|place| self.can_receive(*place)),
            };
            match (place, laid.face) {
                (Some(place), Face::Up(_)) => {
                    let arrival = Arrival { face: laid.face, drawn: Some(draw), because: None };
                    self.receive(place, arrival, out);
                }
                _ if right || laid.place == Place::Next => self.stray_is_next(laid, rule, out),
                _ => {
                    let overdrawn = laid.place == Place::Dealer && self.dealer_is_complete();
                    let cites = Cites::from(rule).and(self.law.dealer_overdrew.when(overdrawn));
                    self.discard_astray(draw, cites, out);
                }
            }
        }
    }

    /// Makes a card that is due nowhere the next card.
    pub(crate) fn stray_is_next<S: Sink>(&mut self, laid: LaidCard, rule: Option<Rule>, out: &mut S) {
        let LaidCard { draw, place: from, .. } = laid;
        self.layout.take_up(|card| card.draw == draw);
        if from != Place::Next {
            tell(out, What::CardMoved { draw, from, to: Place::Next }, rule);
        }
        self.next.keep(&mut self.layout, laid, rule);
    }

    pub(crate) fn discard_astray<S: Sink>(&mut self, draw: u32, cites: Cites, out: &mut S) {
        let Some(laid) = self.layout.cards().find(|laid| laid.draw == draw).copied() else { return };
        match (laid.place, laid.face) {
            // It lies there already; only the count of the rack changes.
            (Place::Rack, Face::Up(_)) => self.shoe.to_rack(1),
            (Place::Rack, _) => {
                self.layout.take_up(|lying| lying.draw == draw);
                self.shoe.to_rack(1);
            }
            (_, Face::Up(_)) => self.rack_shown(laid, cites, out),
            (from, _) => {
                self.layout.take_up(|lying| lying.draw == draw);
                self.shoe.to_rack(1);
                tell(out, What::CardMoved { draw, from, to: Place::Rack }, cites);
            }
        }
    }

    /// Handles a card that came out while bets are open. If a person has seen it, it must not open the round
    /// and goes to the rack; otherwise it is the next card.
    pub(crate) fn drawn_before_the_deal<S: Sink>(
        &mut self,
        report: Report,
        place: Place,
        face: Face,
        out: &mut S,
    ) {
        let rule = self.law.seen_before_bets.applies();
        report.or_at(Some(place)).told(rule, out);
        let (draw, foreign) = self.lay_beside(place, face, rule.into(), out);
        if face.is_up() || place == Place::Rack {
            self.discard_astray(draw, rule.into(), out);
            tell(out, What::Remedied { remedy: words::DISCARDED, place: Some(place) }, rule);
        } else {
            let laid = LaidCard { draw, place, face, seen: Seen::NOBODY };
            self.stray_is_next(laid, rule, out);
            tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(place) }, rule);
        }
        self.tell_cut_card(out);
        if foreign {
            self.foreign_card(place, out);
        }
    }

    /// Discards held next cards that a person has seen, so that they do not open the next round.
    pub(crate) fn discard_seen_cards<S: Sink>(&mut self, out: &mut S) {
        if self.next.is_empty() || !self.law.seen_before_bets.exists() {
            return;
        }
        let is_seen = |laid: &LaidCard| laid.face.is_up() || laid.seen != Seen::NOBODY;
        loop {
            let seen = self.next.iter(&self.layout).map(|next| next.laid).find(is_seen);
            let Some(laid) = seen else { return };
            let Some(rule) = self.law.seen_before_bets.applies() else { return };
            self.next.forget(laid.draw);
            self.rack_shown(laid, rule.into(), out);
        }
    }

    /// Whether the cards of a pair that was drawn together lie at the side.
    fn were_drawn_together(&self) -> bool {
        !self.together.is_empty()
    }
}
