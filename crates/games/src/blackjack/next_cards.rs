//! Cards that are out of the shoe and are the next ones: held unseen, exposed and offered on, or known to all.

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

    /// The exposed card that is offered to the next hand that needs a card.
    pub(super) fn offered_next(&self) -> Option<NextCard> {
        if self.next.is_empty() {
            return None;
        }
        self.next.first(&self.layout).filter(|next| self.is_offered(next))
    }

    /// Whether some exposed card waits for a hand that can use it.
    pub(super) fn any_offered(&self) -> bool {
        !self.next.is_empty() && self.next.iter(&self.layout).any(|next| self.is_offered(&next))
    }

    /// Whether a card was exposed by error: patrons may refuse it, and what nobody can use is discarded.
    fn is_offered(&self, next: &NextCard) -> bool {
        let law = self.law;
        let exposed = |rule| law.drawn_exposed.is(rule) || law.exposed_in_first_deal.is(rule);
        next.laid.face.is_up() && next.because.is_some_and(exposed)
    }

    /// A card that everybody has seen is the next one, after those that wait already.
    pub(super) fn keep_as_next(&mut self, card: Exposed, because: Option<Rule>) {
        self.next.keep(&mut self.layout, lying_open(card), because);
    }

    /// The floor has a card used before any other.
    pub(super) fn use_before_others(&mut self, card: Exposed, because: Option<Rule>) {
        self.next.keep_first(&mut self.layout, lying_open(card), because);
    }

    /// The next card lies open: it goes where a card is due.
    pub(super) fn use_known_next<S: Sink>(&mut self, to: Place, out: &mut S) {
        let Some(NextCard { laid, because }) = self.next.first(&self.layout) else { return };
        self.next.forget(laid.draw);
        self.receive(to, Arrival { face: laid.face, drawn: Some(laid.draw), because }, out);
    }

    /// A card that comes now, with what a device read of it when it was drawn.
    ///
    /// # Errors
    /// It is said to be another than the one that was read.
    pub(super) fn as_read(&self, face: Face) -> Result<Face, Refusal> {
        self.next.as_read(&self.layout, face)
    }

    /// The exposed card is of no use: it goes to the rack.
    pub(super) fn discard_exposed<S: Sink>(&mut self, out: &mut S) {
        let rule = self.law.exposed_unused.applies();
        self.rack_exposed(rule.into(), out);
    }

    /// The cards that were exposed and offered on go to the rack.
    pub(super) fn rack_exposed<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        self.rack_next(Blackjack::is_offered, cites, out);
    }

    /// What lies open as the next card when a round is over goes to the rack: nobody bets on a known card.
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

    /// A card that everybody has seen goes to the rack, where it is shown until the rack is shuffled.
    pub(super) fn rack_shown<S: Sink>(&mut self, laid: LaidCard, cites: Cites, out: &mut S) {
        self.layout.take_up(|lying| lying.draw == laid.draw);
        self.shoe.to_rack(1);
        self.layout.lay(LaidCard { place: Place::Rack, ..laid });
        tell(out, What::CardMoved { draw: laid.draw, from: laid.place, to: Place::Rack }, cites);
    }
}

/// A card at the place of the next ones, for all to see.
fn lying_open(card: Exposed) -> LaidCard {
    let Exposed { draw, card } = card;
    LaidCard { draw, place: Place::Next, face: Face::Up(card), seen: Seen::NOBODY }
}
