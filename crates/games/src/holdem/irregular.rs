//! When something goes wrong.

use super::boxes::Boxes;
use super::state::{DeckStage, Holdem};
use super::terms::Moment;
use super::{rules, words};
use crate::common::{Drawn, tell};
use engine::{Cites, Due, Face, IrregularityId, Place, Refusal, RemedyId, Seen, Sink, Spot, WagerId, What};
use felt::Card;

impl Holdem {
    /// Staff report something by name.
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        kind: IrregularityId,
        place: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if !self.may_report(kind) {
            return Err(Refusal::not_awaited("not-now"));
        }
        let seen = card.ok_or_else(|| Refusal::impossible("impossible-card"));
        match kind {
            words::DEALER_CARD_EXPOSED => return self.turn(Place::Dealer, seen?, out),
            words::DRAWN_UNEXPOSED => return self.drawn_unexposed(out),
            words::DRAWN_EXPOSED => return self.drawn_exposed(seen?, out),
            words::WRONG_COUNT => self.wrong_count(place, out),
            words::WRONG_DECK => self.wrong_deck(out),
            words::SHUFFLER_JAM => self.shuffler_jammed(out),
            words::SHUFFLER_COUNT => self.shuffler_counted(out),
            words::VERBAL_WAGER => {
                let cites = rules::NO_VERBAL_WAGER.applies().into();
                self.tell_irregular(kind, words::NOT_ACCEPTED, place, cites, out);
            }
            _ => self.shoe_jammed(out),
        }
        Ok(())
    }

    /// Whether this can be reported now.
    pub(crate) fn may_report(&self, kind: IrregularityId) -> bool {
        let round = &self.round;
        let cards_left = self.deck.stage == DeckStage::Ready && self.shoe.remaining() > 0;
        match kind {
            words::DEALER_CARD_EXPOSED => {
                round.dealer.down > 0 && self.due != (Due::Turn { place: Place::Dealer })
            }
            words::DRAWN_UNEXPOSED => round.opened && cards_left && !self.held.is_full(),
            words::DRAWN_EXPOSED => round.opened && cards_left,
            words::WRONG_COUNT | words::WRONG_DECK => round.closed && !self.layout.is_empty(),
            words::VERBAL_WAGER => matches!(self.due, Due::Bets { .. } | Due::Choice { .. }),
            words::SHUFFLER_JAM | words::SHUFFLER_COUNT => self.is_shuffling(),
            // The shoe is empty once everybody has two cards.
            words::SHOE_JAM => self.terms.from_shoe && round.closed && self.queue.front().is_some(),
            _ => false,
        }
    }

    /// Something went wrong, and this is done about it.
    pub(crate) fn tell_irregular<S: Sink>(
        &self,
        kind: IrregularityId,
        remedy: RemedyId,
        place: Option<Place>,
        cites: Cites,
        out: &mut S,
    ) {
        tell(out, What::Irregular { kind, place }, cites);
        tell(out, What::Remedied { remedy, place }, cites);
    }

    /// A card of the dealer's lies open before its time. While somebody has yet to decide, no hand can be played
    /// on; after that the card changes nothing.
    pub(crate) fn dealer_card_exposed<S: Sink>(&mut self, out: &mut S) {
        let (kind, place) = (words::DEALER_CARD_EXPOSED, Some(Place::Dealer));
        let undecided = !self.round.waiting.is_empty();
        if let Some(rule) = rules::DEALER_EXPOSED.when(undecided) {
            let stand = rules::FOLDS_STAND.when(self.terms.folds_stand && !self.round.folded.is_empty());
            let spared = if stand.is_some() { self.round.folded } else { Boxes::NONE };
            self.tell_irregular(kind, words::HANDS_VOID, place, Cites::one(rule).and(stand), out);
            self.void_hands(spared, rule.into(), out);
            return;
        }
        // Where the hands are void already, a second card changes nothing either.
        let void = self.round.hands_void;
        let rule = rules::DEALER_EXPOSED.when(void).or_else(|| rules::DEALER_CARD_LATE.when(!void));
        self.tell_irregular(kind, words::STANDS, place, rule.into(), out);
    }

    /// Ante, blind and play of everybody go back, a fold's too unless it stands. For side wagers the cards are dealt
    /// on as they would have been; without any the round is over.
    fn void_hands<S: Sink>(&mut self, folds_that_stand: Boxes, cites: Cites, out: &mut S) {
        self.round.hands_void = true;
        self.round.waiting = Boxes::NONE;
        self.round.asked = None;
        let in_play = [words::ANTE, words::BLIND, words::PLAY_WAGER];
        let goes_back =
            |wager: WagerId, spot: Spot| in_play.contains(&wager) && !folds_that_stand.has(spot.box_number);
        self.undo(goes_back, cites, out);
        self.round.void = self.boxes_with_side_wagers().is_empty();
    }

    /// Others saw a patron's card: it stands.
    pub(crate) fn patron_card_shown<S: Sink>(&mut self, place: Place, by_the_dealer: bool, out: &mut S) {
        let back_up = rules::BACK_UP.when(by_the_dealer && !self.terms.from_shoe);
        let cites = Cites::from(rules::PATRON_CARD_SHOWN.applies()).and(back_up);
        self.tell_irregular(words::PATRON_CARD_SHOWN, words::STANDS, Some(place), cites, out);
    }

    /// An unseen card is kept as the next one.
    pub(crate) fn drawn_unexposed<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        if !self.may_report(words::DRAWN_UNEXPOSED) {
            return Err(Refusal::impossible("no-card-due"));
        }
        let Ok(draw) = self.shoe.draw(None) else { return Err(Refusal::impossible("no-card-due")) };
        let rule = rules::USED_AS_NEXT.applies();
        let place = Place::Next;
        tell(out, What::Irregular { kind: words::DRAWN_UNEXPOSED, place: Some(place) }, rule);
        tell(out, What::CardLaid { draw, place, face: Face::Unread, seen: Seen::NOBODY }, rule);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(place) }, rule);
        self.held.push(draw);
        Ok(())
    }

    /// An exposed card that is nobody's goes to the rack, and the floor says what becomes of the round.
    pub(crate) fn drawn_exposed<S: Sink>(&mut self, card: Card, out: &mut S) -> Result<(), Refusal> {
        if !self.may_report(words::DRAWN_EXPOSED) {
            return Err(Refusal::impossible("no-card-due"));
        }
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
        self.shoe.to_rack(1);
        self.round.ruling_due = true;
        let rule = rules::STRAY_CARD_EXPOSED.applies();
        let (place, face) = (Place::Rack, Face::Up(card));
        tell(out, What::Irregular { kind: words::DRAWN_EXPOSED, place: None }, rule);
        tell(out, What::CardLaid { draw, place, face, seen: Seen::NOBODY }, rule);
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place: None }, rule);
        if foreign {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    /// A card appeared that the deck cannot hold.
    pub(crate) fn foreign_card<S: Sink>(&mut self, place: Place, out: &mut S) {
        self.round.ruling_due = true;
        let cites = rules::FOREIGN_CARD.applies().into();
        self.tell_irregular(words::FOREIGN_CARD, words::FLOOR_DECIDES, Some(place), cites, out);
    }

    /// So many cards were exposed that the round cannot be dealt to its end.
    pub(crate) fn deck_ran_out<S: Sink>(&mut self, out: &mut S) {
        self.round.ruling_due = true;
        let rule = rules::STRAY_CARD_EXPOSED.applies();
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place: None }, rule);
    }

    fn wrong_count<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(rules::WRONG_COUNT.applies())
            .and(rules::HAND_WRONG_COUNT.when(!from_shoe))
            .and(rules::SHOE_WRONG_COUNT.when(from_shoe));
        self.tell_irregular(words::WRONG_COUNT, words::ROUND_VOID, place, cites, out);
        self.void_round(rules::RESHUFFLE_WRONG_COUNT.applies(), cites, out);
    }

    fn wrong_deck<S: Sink>(&mut self, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let cites =
            Cites::from(rules::HAND_WRONG_DECK.when(!from_shoe)).and(rules::SHOE_WRONG_DECK.when(from_shoe));
        self.tell_irregular(words::WRONG_DECK, words::ROUND_VOID, None, cites, out);
        self.terms.duties.tell(Moment::WrongDeck, out);
        self.void_round(None, cites, out);
    }

    fn shoe_jammed<S: Sink>(&mut self, out: &mut S) {
        let cites: Cites = rules::SHOE_JAM.applies().into();
        self.tell_irregular(words::SHOE_JAM, words::ROUND_VOID, None, cites, out);
        self.void_round(rules::RESHUFFLE_SHOE_JAM.applies(), cites, out);
    }
}
