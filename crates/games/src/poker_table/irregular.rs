//! Irregularities.

use super::boxes::Boxes;
use super::play::{DealerSeen, Made, Poker, Step};
use super::state::{Deck, PokerTable};
use super::terms::Moment;
use super::words;
use crate::common::{Drawn, Report, tell};
use engine::{Cites, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, Spot, WagerId, What};
use felt::Card;

impl<G: Poker> PokerTable<G> {
    /// Handles an irregularity that staff report by name.
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        self.check_report(report, card)?;
        let law = &G::PLAY.law;
        match kind {
            words::DEALER_CARD_EXPOSED if self.voids_if_seen() => self.dealer_card_shown(card, out)?,
            words::DEALER_CARD_EXPOSED => {
                if !self.turn_if_named(Place::Dealer, card, out)? {
                    self.dealer_card_exposed(out);
                }
            }
            words::DEALER_LOOKED => {
                let board = self.board_lies_down();
                self.looked(None, if board { Place::Board } else { Place::Dealer }, out)?;
            }
            words::PATRON_CARD_SHOWN => {
                let place = place.unwrap_or(Place::Dealer);
                if !self.turn_if_named(place, card, out)? {
                    self.patron_card_shown(place, false, out);
                }
            }
            words::FOREIGN_CARD => self.foreign_card_reported(place, card, out)?,
            words::DRAWN_UNEXPOSED => self.drawn_unexposed(place, Face::Unread, out)?,
            words::DRAWN_EXPOSED => self.drawn_exposed(place, card, out)?,
            words::DRAWN_TOGETHER => self.drawn_together(place, card, out)?,
            words::WRONG_COUNT => self.wrong_count(report, out),
            words::WRONG_DECK => self.wrong_deck(report, out),
            words::SHUFFLER_JAM if self.is_shuffling() => self.shuffler_jammed(report, out),
            words::SHUFFLER_COUNT if self.is_shuffling() => self.shuffler_counted(report, out),
            words::SHUFFLER_JAM | words::SHUFFLER_COUNT => self.other_deck_not_shuffled(report, out),
            words::TECHNICAL_INTERRUPTION => {
                self.floor_decides(report, law.ours.unforeseen.applies(), out);
            }
            words::VERBAL_WAGER => {
                report.remedied(words::NOT_ACCEPTED, law.seats.no_verbal_wager.applies(), out);
            }
            words::DEALER_CARD_DOWN => report.remedied(words::TURNED, law.ours.board_card.applies(), out),
            words::BURN_SHOWN => report.remedied(words::STANDS, law.ours.burn_shown.applies(), out),
            words::BOARD_CARD_EXPOSED => {
                if !self.turn_if_named(Place::Board, card, out)? {
                    self.board_card_exposed(out);
                }
            }
            words::CARD_FACE_UP => self.found_face_up(place, card, out)?,
            words::BOARD_CARD_DOWN => report.remedied(words::TURNED, law.ours.board_card.applies(), out),
            words::TOTAL_MISANNOUNCED => {
                report.remedied(words::NO_EFFECT, law.ours.unforeseen.applies(), out);
            }
            words::WINNER_UNPAID | words::LOSER_PAID => {
                if let Some(line) = self.line_at(report) {
                    report.put_chips_right(&line, line.cites, out);
                }
            }
            _ => self.shoe_jammed(report, out),
        }
        Ok(())
    }

    /// Stops the play until the floor has ruled, because the document is silent.
    pub(crate) fn floor_decides<S: Sink>(&mut self, report: Report, rule: Option<Rule>, out: &mut S) {
        self.round.ruling_due = true;
        report.remedied(words::FLOOR_DECIDES, rule, out);
    }

    /// Whether seeing a dealer's card now voids the round: the document says so, and the dealer has not begun
    /// to turn the cards.
    pub(crate) fn voids_if_seen(&self) -> bool {
        let turns = matches!(self.step_now(), Some(Step::DealerTurns(_)) | None);
        Self::dealer_card_may_void() && !(turns && self.round.dealer.down < self.dealer_closed())
    }

    /// Whether the document voids a round for a dealer's card that was seen.
    pub(crate) const fn dealer_card_may_void() -> bool {
        const { matches!(G::PLAY.dealer_seen, DealerSeen::RoundVoid(_)) }
    }

    /// Handles a report that a dealer's card was seen too early. A card that the report names then lies open.
    fn dealer_card_shown<S: Sink>(&mut self, card: Option<Card>, out: &mut S) -> Result<(), Refusal> {
        let open = |card: &Card| self.layout.at(Place::Dealer).any(|laid| laid.face == Face::Up(*card));
        if let Some(card) = card.filter(|card| !open(card)) {
            let (index, laid) = self.card_to_turn(Place::Dealer, card)?;
            self.show_card(Place::Dealer, index, laid, card, Cites::NONE, out);
        }
        self.dealer_card_voids(out);
        Ok(())
    }

    /// Voids the round because of the dealer's card.
    pub(crate) fn dealer_card_voids<S: Sink>(&mut self, out: &mut S) {
        let DealerSeen::RoundVoid(shuffle) = (const { G::PLAY.dealer_seen }) else { return };
        let report = Report { kind: words::DEALER_CARD_EXPOSED, place: Some(Place::Dealer) };
        let rule = G::PLAY.law.mishaps.dealer_exposed.applies();
        report.remedied(words::ROUND_VOID, rule, out);
        self.void_round(shuffle.applies(), rule.into(), out);
    }

    /// Handles a dealer's card that lies open too early. Where that does not void the round, it matters only
    /// while a decision is still open.
    pub(crate) fn dealer_card_exposed<S: Sink>(&mut self, out: &mut S) {
        let report = Report { kind: words::DEALER_CARD_EXPOSED, place: Some(Place::Dealer) };
        let law = &G::PLAY.law;
        let matters = self.is_undecided() && !Self::dealer_card_may_void();
        if let Some(rule) = law.mishaps.dealer_exposed.when(matters) {
            if const { matches!(G::PLAY.dealer_seen, DealerSeen::FloorDecides) } {
                self.floor_decides(report, Some(rule), out);
                return;
            }
            let stand = law.ours.folds_stand.when(self.terms.folds_stand && !self.round.folded.is_empty());
            let spared = if stand.is_some() { self.round.folded } else { Boxes::NONE };
            report.remedied(words::HANDS_VOID, Cites::one(rule).and(stand), out);
            self.void_hands(spared, rule.into(), out);
            return;
        }
        // If the hands are void already, a second card changes nothing.
        let void = self.round.hands_void;
        let rule = law.mishaps.dealer_exposed.when(void).or_else(|| law.ours.dealer_late.when(!void));
        report.remedied(words::STANDS, rule, out);
    }

    /// Returns every stake against the dealer, also those of folded hands unless the fold stands. For side
    /// wagers the remaining cards are dealt as usual; without any the round is over.
    fn void_hands<S: Sink>(&mut self, folds_that_stand: Boxes, cites: Cites, out: &mut S) {
        self.round.hands_void = true;
        self.round.waiting = Boxes::NONE;
        self.round.asked = None;
        let in_play = |wager: WagerId| {
            let known = G::PLAY.wagers.iter().find(|known| known.id == wager);
            known.is_some_and(|known| matches!(known.made, Made::Required | Made::Raise(_)))
        };
        // A patron who left for good has no hand left that could be voided.
        let concerned = self.round.dealt.without(folds_that_stand);
        let goes_back = |wager: WagerId, spot: Spot| in_play(wager) && concerned.has(spot.box_number);
        self.undo(goes_back, cites, out);
        self.round.void = !self.has_side_wager(|_| true);
    }

    /// Handles a community card that was seen while it should lie face down. While a decision is still open
    /// the floor rules; after that it changes nothing.
    pub(crate) fn board_card_exposed<S: Sink>(&mut self, out: &mut S) {
        let report = Report { kind: words::BOARD_CARD_EXPOSED, place: Some(Place::Board) };
        let law = &G::PLAY.law.ours;
        if self.is_undecided() {
            self.floor_decides(report, law.board_card.applies(), out);
            return;
        }
        report.remedied(words::STANDS, law.dealer_late.applies(), out);
    }

    /// Handles a card that lay face up in the deck: it goes to the rack and the round is void. Before the
    /// bets are closed the deck is only shuffled again.
    pub(crate) fn found_face_up<S: Sink>(
        &mut self,
        place: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_drawn(1)?;
        let law = &G::PLAY.law.mishaps;
        let (void, shuffle) = (law.face_up.when(self.round.closed), law.face_up_shuffle.applies());
        self.rack_open(card.map_or(Face::Unread, Face::Up), void.or(shuffle).into(), out);
        let report = Report { kind: words::CARD_FACE_UP, place };
        if self.round.closed {
            report.remedied(words::ROUND_VOID, void, out);
            self.void_round(shuffle, void.into(), out);
            return Ok(());
        }
        report.remedied(words::SHUFFLED_AGAIN, shuffle, out);
        self.deck = Deck::to_shuffle(shuffle.into());
        Ok(())
    }

    /// Handles a patron's card that others saw: it stands.
    pub(crate) fn patron_card_shown<S: Sink>(&mut self, place: Place, by_the_dealer: bool, out: &mut S) {
        let back_up = G::PLAY.law.dealing.back_up.when(by_the_dealer && !self.terms.from_shoe);
        let cites = Cites::from(G::PLAY.law.ours.patron_card_shown.applies()).and(back_up);
        Report { kind: words::PATRON_CARD_SHOWN, place: Some(place) }.remedied(words::STANDS, cites, out);
    }

    /// Keeps an unseen card as the next one, with its reading.
    pub(crate) fn drawn_unexposed<S: Sink>(
        &mut self,
        reported: Option<Place>,
        face: Face,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_drawn(1)?;
        let rule = G::PLAY.law.mishaps.used_as_next.applies();
        let place = Some(reported.unwrap_or(Place::Next));
        tell(out, What::Irregular { kind: words::DRAWN_UNEXPOSED, place }, rule);
        let foreign = self.hold_next(face, rule, out);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(Place::Next) }, rule);
        if foreign {
            self.foreign_card(Some(Place::Next), out);
        }
        Ok(())
    }

    /// Takes a card from the deck unseen and keeps it as the next one. Returns whether it cannot be a card of
    /// the deck.
    fn hold_next<S: Sink>(&mut self, face: Face, rule: Option<Rule>, out: &mut S) -> bool {
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, face.card());
        let (place, seen) = (Place::Next, Seen::NOBODY);
        tell(out, What::CardLaid { draw, place, face, seen }, rule);
        self.held.keep(&mut self.layout, LaidCard { draw, place, face, seen }, rule);
        foreign
    }

    /// Handles a next card that was turned: it goes to the rack, and the floor rules on the round.
    pub(crate) fn next_card_exposed<S: Sink>(&mut self, draw: u32, out: &mut S) {
        let rule = G::PLAY.law.ours.stray_exposed.applies();
        let (from, to) = (Place::Next, Place::Rack);
        self.held.forget(draw);
        if let Some(laid) = self.layout.cards_mut().find(|laid| laid.draw == draw) {
            laid.place = to;
        }
        self.shoe.to_rack(1);
        tell(out, What::Irregular { kind: words::DRAWN_EXPOSED, place: Some(from) }, rule);
        tell(out, What::CardMoved { draw, from, to }, rule);
        self.round.ruling_due = true;
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place: None }, rule);
    }

    /// Handles an exposed card that belongs to no hand: it goes to the rack, and the floor rules on the
    /// round.
    pub(crate) fn drawn_exposed<S: Sink>(
        &mut self,
        reported: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_drawn(1)?;
        let card = card.ok_or(Refusal::impossible("impossible-card"))?;
        let rule = G::PLAY.law.ours.stray_exposed.applies();
        tell(out, What::Irregular { kind: words::DRAWN_EXPOSED, place: reported }, rule);
        self.rack_exposed(card, rule, out);
        Ok(())
    }

    fn rack_exposed<S: Sink>(&mut self, card: Card, rule: Option<Rule>, out: &mut S) {
        self.round.ruling_due = true;
        let foreign = self.rack_open(Face::Up(card), rule.into(), out);
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place: None }, rule);
        if foreign {
            self.foreign_card(Some(Place::Rack), out);
        }
    }

    /// Handles two cards that left the deck together. Unseen, they are the next ones; if one was seen, the
    /// floor rules.
    fn drawn_together<S: Sink>(
        &mut self,
        place: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let exposed = G::PLAY.law.ours.stray_exposed.when(card.is_some());
        let held = G::PLAY.law.mishaps.used_as_next.applies();
        tell(out, What::Irregular { kind: words::DRAWN_TOGETHER, place }, Cites::from(held).and(exposed));
        match card {
            Some(card) => self.rack_exposed(card, exposed, out),
            None => {
                self.hold_next(Face::Unread, held, out);
            }
        }
        self.hold_next(Face::Unread, held, out);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(Place::Next) }, held);
        Ok(())
    }

    /// Handles a report that a card cannot be of this deck. The report turns an unread card on the layout.
    fn foreign_card_reported<S: Sink>(
        &mut self,
        place: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let ruled_before = self.round.ruling_due;
        if let (Some(place), Some(card)) = (place, card)
            && !self.layout.at(place).any(|laid| laid.face.card() == Some(card))
        {
            self.turn(place, card, out)?;
        }
        if ruled_before || !self.round.ruling_due {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    /// Handles a card that cannot be of the deck.
    pub(crate) fn foreign_card<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        let report = Report { kind: words::FOREIGN_CARD, place };
        let rule = G::PLAY.law.ours.foreign_card.applies();
        // If this turned a dealer's card, the round may be void already and no decision is left.
        if Self::dealer_card_may_void() && self.round.void {
            report.remedied(words::ROUND_VOID, rule, out);
            return;
        }
        self.floor_decides(report, rule, out);
    }

    /// Ends the round: too many cards were exposed to deal it to its end.
    pub(crate) fn deck_ran_out<S: Sink>(&mut self, out: &mut S) {
        self.round.ruling_due = true;
        let rule = G::PLAY.law.ours.stray_exposed.applies();
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place: None }, rule);
    }

    fn wrong_count<S: Sink>(&mut self, report: Report, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(G::PLAY.law.mishaps.wrong_count.applies())
            .and(G::PLAY.law.dealing.hand_wrong_count.when(!from_shoe))
            .and(G::PLAY.law.dealing.shoe_wrong_count.when(from_shoe));
        report.remedied(words::ROUND_VOID, cites, out);
        self.void_round(G::PLAY.law.mishaps.wrong_count_shuffle.applies(), cites, out);
    }

    fn wrong_deck<S: Sink>(&mut self, report: Report, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(G::PLAY.law.dealing.hand_wrong_deck.when(!from_shoe))
            .and(G::PLAY.law.dealing.shoe_wrong_deck.when(from_shoe));
        let dealt = self.is_dealt();
        let remedy = if dealt { words::ROUND_VOID } else { words::SHUFFLED_AGAIN };
        report.remedied(remedy, cites, out);
        self.terms.duties.tell(Moment::WrongDeck, out);
        match dealt {
            true => self.void_round(None, cites, out),
            // No hand has a card of the deck: another deck is shuffled, and the wagers stay.
            false => self.deck = Deck::to_shuffle(cites),
        }
    }

    fn shoe_jammed<S: Sink>(&mut self, report: Report, out: &mut S) {
        let reshuffle = G::PLAY.law.mishaps.shoe_jam_shuffle.applies();
        if let Some(rule) = G::PLAY.law.mishaps.shoe_jam.when(self.round.closed) {
            report.remedied(words::ROUND_VOID, rule, out);
            self.void_round(reshuffle, rule.into(), out);
            return;
        }
        // No card of the round has been dealt yet.
        report.remedied(words::SHUFFLED_AGAIN, reshuffle, out);
        self.deck = Deck::to_shuffle(reshuffle.into());
    }
}
