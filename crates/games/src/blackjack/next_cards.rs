//! Cards that have left the shoe and are the next ones: held unseen, exposed and offered, or known to all.

use super::cards::Arrival;
use super::state::{Blackjack, Exposed};
use super::words;
pub(super) use crate::common::is_dealt;
use crate::common::{NextCard, tell};
use engine::{Cites, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, What};

impl Blackjack {
    /// Whether a card of the round lies at any hand.
    pub(super) fn any_card_dealt(&self) -> bool {
        self.layout.cards().any(is_dealt)
    }

    /// The exposed card that is offered to the next hand that needs one.
    pub(super) fn offered_next(&self) -> Option<NextCard> {
        if self.next.is_empty() {
            return None;
        }
        self.next.first(&self.layout).filter(|next| self.is_offered(next))
    }

    /// Whether an exposed card waits for a hand that can use it.
    pub(super) fn any_offered(&self) -> bool {
        !self.next.is_empty() && self.next.iter(&self.layout).any(|next| self.is_offered(&next))
    }

    /// Whether a card was exposed by error: patrons may refuse it, and it is discarded if no hand can use it.
    fn is_offered(&self, next: &NextCard) -> bool {
        let law = self.law;
        let exposed = |rule| law.drawn_exposed.is(rule) || law.exposed_in_first_deal.is(rule);
        next.laid.face.is_up() && next.because.is_some_and(exposed)
    }

    /// Adds a card that all have seen after the next cards that wait already.
    pub(super) fn keep_as_next(&mut self, card: Exposed, because: Option<Rule>) {
        self.next.keep(&mut self.layout, lying_open(card), because);
    }

    /// Has a card used before any other, by a ruling of the floor.
    pub(super) fn use_before_others(&mut self, card: Exposed, because: Option<Rule>) {
        self.next.keep_first(&mut self.layout, lying_open(card), because);
    }

    /// Lays the next card, which lies open, where a card is due.
    pub(super) fn use_known_next<S: Sink>(&mut self, to: Place, out: &mut S) {
        let Some(NextCard { laid, because }) = self.next.first(&self.layout) else { return };
        self.next.forget(laid.draw);
        self.receive(to, Arrival { face: laid.face, drawn: Some(laid.draw), because }, out);
    }

    /// Returns the face of a card that comes now, completed by what a device read when it was drawn.
    ///
    /// # Errors
    /// Refuses a card that differs from the reading.
    pub(super) fn as_read(&self, face: Face) -> Result<Face, Refusal> {
        self.next.as_read(&self.layout, face)
    }

    /// Puts an exposed card that no hand can use into the rack.
    pub(super) fn discard_exposed<S: Sink>(&mut self, out: &mut S) {
        let rule = self.law.exposed_unused.applies();
        self.rack_exposed(rule.into(), out);
    }

    /// Puts the cards that were exposed and offered into the rack.
    pub(super) fn rack_exposed<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        self.rack_next(Blackjack::is_offered, cites, out);
    }

    /// Puts next cards that lie open at the end of a round into the rack: bets are not accepted on a known
    /// card.
    pub(super) fn rack_what_is_known<S: Sink>(&mut self, out: &mut S) {
        let known = || self.next.iter(&self.layout).any(|next| next.laid.face.is_up());
        if !self.next.is_empty() && self.law.exposed_in_first_deal.exists() && known() {
            let rule = self.law.exposed_in_first_deal.applies();
            self.rack_next(|_, next| next.laid.face.is_up(), rule.into(), out);
        }
    }

    fn rack_next<S: Sink>(
        &mut self,
        goes: impl Fn(&Blackjack, &NextCard) -> bool,
        cites: Cites,
        out: &mut S,
    ) {
        loop {
            let found = self.next.iter(&self.layout).find(|next| goes(self, next));
            let Some(NextCard { laid, .. }) = found else { return };
            self.next.forget(laid.draw);
            let place = Some(Place::Next);
            tell(out, What::Remedied { remedy: words::DISCARDED, place }, cites);
            self.rack_shown(laid, cites, out);
        }
    }

    /// Puts a card that all have seen into the rack, where it stays visible until the rack is shuffled.
    pub(super) fn rack_shown<S: Sink>(&mut self, laid: LaidCard, cites: Cites, out: &mut S) {
        self.layout.take_up(|lying| lying.draw == laid.draw);
        self.shoe.to_rack(1);
        self.layout.lay(LaidCard { place: Place::Rack, ..laid });
        tell(out, What::CardMoved { draw: laid.draw, from: laid.place, to: Place::Rack }, cites);
    }
}

/// A card that lies face up among the next ones.
fn lying_open(card: Exposed) -> LaidCard {
    let Exposed { draw, card } = card;
    LaidCard { draw, place: Place::Next, face: Face::Up(card), seen: Seen::NOBODY }
}
