//! Handles cards as they come: the first deal, burnt cards, the board, turned cards, and cards that came when
//! none was due.

use super::law::Clause;
use super::play::{Deal, FaceUp, Poker, Step, To};
use super::state::{DeckStage, PokerTable, hand_place};
use super::words;
use crate::common::{Drawn, Report, card_count, tell};
use engine::{Cites, Due, Face, LaidCard, Place, Refusal, Rule, Seen, Sink, What};
use felt::Card;

/// The most cards of one kind in a first deal.
const DEALT_MAX: usize = 8;

/// For each card dealt to a hand, its paragraph and the one for patrons other than the first.
const fn paragraphs(deal: &[Deal], to: To) -> [(Clause, Clause); DEALT_MAX] {
    let mut of_card = [(Clause::NONE, Clause::NONE); DEALT_MAX];
    let (mut at, mut card) = (0, 0);
    while at < deal.len() {
        if deal[at].to as u8 == to as u8 {
            let mut more = deal[at].cards;
            while more > 0 {
                of_card[card] = (deal[at].by, deal[at].others);
                card += 1;
                more -= 1;
            }
        }
        at += 1;
    }
    of_card
}

impl<G: Poker> PokerTable<G> {
    /// The paragraph by which a hand is dealt its next card, after `dealt` cards.
    fn dealing(&self, to: To, dealt: u8) -> (Clause, Clause) {
        let table: &[(Clause, Clause); DEALT_MAX] = match (self.terms.from_shoe, to) {
            (false, To::Patrons) => const { &paragraphs(G::PLAY.from_hand.deal, To::Patrons) },
            (false, To::Dealer) => const { &paragraphs(G::PLAY.from_hand.deal, To::Dealer) },
            (true, To::Patrons) => const { &paragraphs(G::PLAY.from_shoe.deal, To::Patrons) },
            (true, To::Dealer) => const { &paragraphs(G::PLAY.from_shoe.deal, To::Dealer) },
            (false, To::Board) => const { &paragraphs(G::PLAY.from_hand.deal, To::Board) },
            (true, To::Board) => const { &paragraphs(G::PLAY.from_shoe.deal, To::Board) },
            (false, To::Rack) => const { &paragraphs(G::PLAY.from_hand.deal, To::Rack) },
            (true, To::Rack) => const { &paragraphs(G::PLAY.from_shoe.deal, To::Rack) },
        };
        table[usize::from(dealt) % DEALT_MAX]
    }

    /// Handles a reported card.
    pub(crate) fn card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        // A deck that waits to be shuffled is complete, whatever was dealt from it before.
        let is_dealt_from = self.deck.stage != DeckStage::Shuffle;
        if is_dealt_from && self.held.is_empty() && self.shoe.remaining() == 0 {
            return Err(Refusal::impossible("impossible-card"));
        }
        let Due::Card { up, .. } = self.due else { return self.stray_card(to, face, out) };
        if !matches!(self.due, Due::Card { to: due, .. } if due == to) {
            return self.stray_card(to, face, out);
        }
        if let (FaceUp::RoundVoid, Face::Up(card), false) = (const { G::PLAY.face_up }, face, up) {
            return self.found_face_up(Some(to), Some(card), out);
        }
        let face = self.held.as_read(&self.layout, face)?;
        match to {
            Place::Hand(spot) => self.patron_card(spot.box_number, face, out),
            Place::Dealer => self.dealer_card(face, out),
            Place::Board => self.board_card(face, out),
            _ if self.queue.front() == Some(to) => self.set_aside(face, out),
            // No other card is ever due here.
            _ => self.burn(face, out),
        }
        Ok(())
    }

    fn patron_card<S: Sink>(&mut self, number: u8, face: Face, out: &mut S) {
        let place = hand_place(number);
        self.queue.take(place);
        let Some(betting_box) = self.box_mut(number) else { return };
        let before = betting_box.cards.dealt;
        betting_box.cards.add(face);
        let (first, others) = self.dealing(To::Patrons, before);
        let law = &G::PLAY.law.dealing;
        let cites = match self.terms.from_shoe {
            false => Cites::from(law.from_left.applies()).and(first.applies()),
            true => {
                let leftmost = self.round.dealt.leftmost() == Some(number);
                first.when(leftmost).or_else(|| others.when(!leftmost)).into()
            }
        };
        let last = before + 1 == const { G::PLAY.cards };
        self.lay(place, face, cites.and(law.examine.when(last && !face.is_up())), out);
        if face.is_up() {
            self.patron_card_shown(place, true, out);
        }
    }

    fn dealer_card<S: Sink>(&mut self, face: Face, out: &mut S) {
        self.queue.take(Place::Dealer);
        let dealt = self.round.dealer.dealt;
        let (rule, _) = self.dealing(To::Dealer, dealt);
        self.round.dealer.add(face);
        self.lay(Place::Dealer, face, rule.applies().into(), out);
        match self.open_card() == Some(dealt) {
            true if face.is_up() => {}
            true => {
                let report = Report { kind: words::DEALER_CARD_DOWN, place: Some(Place::Dealer) };
                report.remedied(words::TURNED, G::PLAY.law.ours.board_card.applies(), out);
            }
            false if face.is_up() => self.dealer_card_seen(self.voids_if_seen(), out),
            false => {}
        }
    }

    /// The index of the dealer's card that is dealt face up.
    pub(crate) fn open_card(&self) -> Option<u8> {
        match self.terms.from_shoe {
            false => const { G::PLAY.open_card(false) },
            true => const { G::PLAY.open_card(true) },
        }
    }

    /// How many of the dealer's cards should lie face down.
    pub(crate) fn dealer_closed(&self) -> u8 {
        let dealt = self.round.dealer.dealt;
        dealt - u8::from(self.open_card().is_some_and(|open| open < dealt))
    }

    /// Returns the dealer's card that should lie face up but does not.
    pub(crate) fn open_card_lies_down(&self) -> Option<(usize, LaidCard)> {
        let open = usize::from(self.open_card()?);
        let laid = self.layout.at(Place::Dealer).nth(open).copied();
        laid.filter(|laid| !laid.face.is_up()).map(|laid| (open, laid))
    }

    /// Puts an unneeded card of the first deal into the rack.
    fn set_aside<S: Sink>(&mut self, face: Face, out: &mut S) {
        let (rule, _) = self.dealing(To::Rack, self.round.board.burns);
        self.queue.take(Place::Rack);
        self.round.board.burns += 1;
        self.lay(Place::Rack, face, rule.applies().into(), out);
        if face.is_up() {
            let report = Report { kind: words::BURN_SHOWN, place: Some(Place::Rack) };
            report.remedied(words::STANDS, G::PLAY.law.ours.burn_shown.applies(), out);
        }
    }

    fn burn<S: Sink>(&mut self, face: Face, out: &mut S) {
        let rule = match self.step_now() {
            Some(Step::Burn(by)) => by.applies(),
            _ => None,
        };
        self.step_done();
        self.round.board.burns += 1;
        let unseen = G::PLAY.law.dealing.burn_unseen.when(!face.is_up());
        self.lay(Place::Rack, face, Cites::from(rule).and(unseen).and(self.deserted_rule()), out);
        if face.is_up() {
            let report = Report { kind: words::BURN_SHOWN, place: Some(Place::Rack) };
            report.remedied(words::STANDS, G::PLAY.law.ours.burn_shown.applies(), out);
        }
    }

    /// The rule by which cards are still dealt after every patron has folded.
    fn deserted_rule(&self) -> Option<Rule> {
        let round = &self.round;
        let deserted = round.waiting.or(round.played).is_empty() && !round.hands_void;
        G::PLAY.law.ours.deserted.when(deserted && !round.folded.is_empty())
    }

    /// Lays a community card of the first deal, which should lie face down until it is turned.
    fn board_card_of_deal<S: Sink>(&mut self, face: Face, out: &mut S) {
        self.queue.take(Place::Board);
        let (rule, _) = self.dealing(To::Board, self.round.board.cards);
        self.round.board.add(face);
        self.lay(Place::Board, face, rule.applies().into(), out);
        if face.is_up() {
            self.board_card_exposed(out);
        }
    }

    fn board_card<S: Sink>(&mut self, face: Face, out: &mut S) {
        let Some(Step::Board(_, by) | Step::CardFor(_, by)) = self.step_now() else {
            return self.board_card_of_deal(face, out);
        };
        self.round.board.add(face);
        let for_side_wagers = G::PLAY.law.mishaps.board_for_side_wagers.when(self.round.hands_void);
        let cites = Cites::from(by.applies()).and(for_side_wagers).and(self.deserted_rule());
        self.lay(Place::Board, face, cites, out);
        if !face.is_up() {
            let report = Report { kind: words::BOARD_CARD_DOWN, place: Some(Place::Board) };
            report.remedied(words::TURNED, G::PLAY.law.ours.board_card.applies(), out);
        }
    }

    /// Lays a card from the deck, or a held one, on the layout.
    fn lay<S: Sink>(&mut self, place: Place, face: Face, cites: Cites, out: &mut S) {
        let Drawn { draw, held, foreign } = self.held.draw(&mut self.shoe, &self.layout, face);
        let mut seen = match place {
            Place::Hand(spot) if !face.is_up() => {
                self.patron_of(spot.box_number).map_or(Seen::NOBODY, Seen::by)
            }
            _ => Seen::NOBODY,
        };
        if held {
            self.take_up_held(draw, &mut seen);
        }
        if place == Place::Rack {
            self.shoe.to_rack(1);
        }
        // A card that was exposed stays visible in the rack until the round ends.
        if place != Place::Rack || face.is_up() {
            self.layout.lay(LaidCard { draw, place, face, seen });
        }
        tell(
            out,
            What::CardLaid { draw, place, face, seen },
            cites.and(G::PLAY.law.mishaps.used_as_next.when(held)),
        );
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }

    /// Removes a held card from the next cards. Moving a card does not clear who has seen it.
    fn take_up_held(&mut self, draw: u32, seen: &mut Seen) {
        if let Some(before) = self.layout.at(Place::Next).find(|laid| laid.draw == draw) {
            before.seen.patrons.iter().for_each(|patron| seen.patrons.add(patron));
            seen.staff |= before.seen.staff;
        }
        self.layout.take_up(|laid| laid.draw == draw);
    }

    /// Puts a card face up into the rack: the next card if a device read it as this one, otherwise one from
    /// the deck. Returns whether it cannot be a card of the deck.
    pub(crate) fn rack_open<S: Sink>(&mut self, face: Face, cites: Cites, out: &mut S) -> bool {
        let read = self.held.first_hidden(&self.layout).and_then(|next| next.laid.face.card());
        let held = read.is_some() && read == face.card();
        let Drawn { draw, foreign, .. } = match held {
            true => self.held.draw(&mut self.shoe, &self.layout, face),
            false => Drawn::from_shoe(&mut self.shoe, face.card()),
        };
        let (place, mut seen) = (Place::Rack, Seen::NOBODY);
        if held {
            self.take_up_held(draw, &mut seen);
        }
        self.shoe.to_rack(1);
        if face.is_up() {
            self.layout.lay(LaidCard { draw, place, face, seen });
        }
        tell(out, What::CardLaid { draw, place, face, seen }, cites);
        foreign
    }

    /// Handles a turned card, due or too early.
    pub(crate) fn turn<S: Sink>(&mut self, place: Place, card: Card, out: &mut S) -> Result<(), Refusal> {
        let (index, laid) = self.card_to_turn(place, card)?;
        if self.due == (Due::Turn { place }) {
            let rule = self.turning_rule(place);
            self.show_card(place, index, laid, card, rule, out);
            return Ok(());
        }
        let voids = self.voids_if_seen();
        self.show_card(place, index, laid, card, Cites::NONE, out);
        match place {
            Place::Dealer => self.dealer_card_seen(voids, out),
            Place::Hand(_) => self.patron_card_shown(place, false, out),
            Place::Board if self.board_lies_down() => self.board_card_exposed(out),
            Place::Next => self.next_card_exposed(laid.draw, out),
            _ => {}
        }
        Ok(())
    }

    /// Handles a dealer's card that was seen; the flag says whether this voids the round.
    pub(crate) fn dealer_card_seen<S: Sink>(&mut self, voids: bool, out: &mut S) {
        match voids {
            true => self.dealer_card_voids(out),
            false => self.dealer_card_exposed(out),
        }
    }

    /// Finds the card at a place that can be this one: a card that was read as it, otherwise the first unread
    /// card.
    pub(crate) fn card_to_turn(&self, place: Place, card: Card) -> Result<(usize, LaidCard), Refusal> {
        // The card that should lie open is turned before any other is due.
        if let (true, Some((open, laid))) = (self.due == (Due::Turn { place }), self.open_card_lies_down())
            && place == Place::Dealer
        {
            let fits = laid.face.card().is_none_or(|read| read == card);
            return if fits { Ok((open, laid)) } else { Err(Refusal::impossible("card-read-otherwise")) };
        }
        let mut unread = None;
        let mut otherwise = false;
        for (index, laid) in self.layout.at(place).enumerate() {
            match laid.face {
                Face::Down(read) if read == card => return Ok((index, *laid)),
                Face::Down(_) => otherwise = true,
                Face::Unread if unread.is_none() => unread = Some((index, *laid)),
                Face::Unread | Face::Up(_) => {}
            }
        }
        unread.ok_or_else(|| match otherwise {
            true => Refusal::impossible("card-read-otherwise"),
            false => Refusal::impossible("no-card-to-turn"),
        })
    }

    /// Turns cards that a device has read, without a report.
    pub(crate) fn turn_read_cards<S: Sink>(&mut self, place: Place, out: &mut S) {
        let rule = self.turning_rule(place);
        if let (Place::Dealer, Some((index, laid))) = (place, self.open_card_lies_down()) {
            if let Some(card) = laid.face.card() {
                self.show_card(place, index, laid, card, rule, out);
            }
            return;
        }
        while let Some((index, laid, card)) = self.read_card(place) {
            self.show_card(place, index, laid, card, rule, out);
        }
    }

    /// The rule by which cards of this place are turned when due.
    fn turning_rule(&self, place: Place) -> Cites {
        let law = &G::PLAY.law;
        match (place, self.step_now()) {
            (Place::Dealer, _) if self.open_card_lies_down().is_some() => {
                law.ours.board_card.applies().into()
            }
            (Place::Dealer, Some(Step::DealerTurns(by))) => {
                Cites::from(law.ending.dealer_turns.applies()).and(by.applies())
            }
            (Place::Board, Some(Step::TurnBoard(_, by))) => by.applies().into(),
            (Place::Board, _) => law.ours.board_card.applies().into(),
            (Place::Hand(spot), _) => {
                let in_turn = const { !G::PLAY.folded_last } || self.competes(spot.box_number);
                let one_at_a_time = law.ending.one_at_a_time.when(const { G::KEEPS_HANDS });
                Cites::from(law.ending.patron_turns.when(in_turn)).and(one_at_a_time)
            }
            _ => Cites::NONE,
        }
    }

    /// Whether the community card of that number, counted from the left, lies open or does not exist.
    pub(crate) fn board_card_lies_open(&self, number: u8) -> bool {
        let mut laid = self.layout.at(Place::Board);
        laid.nth(usize::from(number).saturating_sub(1)).is_none_or(|laid| laid.face.is_up())
    }

    /// Whether a device has read the next community card to be turned, the leftmost.
    pub(crate) fn next_board_card_is_read(&self) -> bool {
        let next = self.layout.at(Place::Board).find(|laid| !laid.face.is_up());
        next.is_some_and(|laid| laid.face.card().is_some())
    }

    /// Turns the next community card, which a device has read.
    pub(crate) fn turn_board<S: Sink>(&mut self, out: &mut S) {
        let rule = self.turning_rule(Place::Board);
        if let Some((index, laid, card)) = self.read_card(Place::Board) {
            self.show_card(Place::Board, index, laid, card, rule, out);
        }
    }

    /// Returns the first card of a place that lies face down and was read.
    fn read_card(&self, place: Place) -> Option<(usize, LaidCard, Card)> {
        self.layout.at(place).enumerate().find_map(|(index, laid)| match laid.face {
            Face::Down(card) => Some((index, *laid, card)),
            Face::Unread | Face::Up(_) => None,
        })
    }

    pub(crate) fn show_card<S: Sink>(
        &mut self,
        place: Place,
        index: usize,
        laid: LaidCard,
        card: Card,
        cites: Cites,
        out: &mut S,
    ) {
        let was_unread = laid.face == Face::Unread;
        let foreign = was_unread && self.shoe.reveal(card).is_err();
        if let Some(there) = self.layout.nth_mut(place, index) {
            there.face = Face::Up(card);
        }
        match place {
            Place::Dealer => self.round.dealer.turn(index, card, was_unread),
            Place::Board => self.round.board.turn(index, card, was_unread),
            Place::Hand(spot) => {
                if let Some(betting_box) = self.box_mut(spot.box_number) {
                    betting_box.cards.turn(index, card, was_unread);
                }
            }
            _ => {}
        }
        tell(out, What::CardTurned { draw: laid.draw, place, face: Face::Up(card) }, cites);
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }

    /// Handles a card that came when none was due, or to the wrong place.
    fn stray_card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        if let Place::Hand(spot) = to
            && (spot.box_number == 0 || spot.box_number > self.terms.boxes)
        {
            return Err(Refusal::impossible("no-such-box"));
        }
        match face {
            Face::Up(card)
                if const { matches!(G::PLAY.face_up, FaceUp::RoundVoid) } && self.queue.front().is_some() =>
            {
                self.found_face_up(Some(to), Some(card), out)
            }
            // It counts as the dealer's card although it came before its turn.
            Face::Up(_)
                if to == Place::Dealer
                    && self.queue.awaits(to)
                    && self.held.as_read(&self.layout, face).is_ok() =>
            {
                self.dealer_card(face, out);
                Ok(())
            }
            Face::Up(card) => self.drawn_exposed(Some(to), Some(card), out),
            Face::Down(_) | Face::Unread => self.drawn_unexposed(Some(to), face, out),
        }
    }

    /// Puts the rest of the deck into the rack, with drawn cards that are not needed.
    pub(crate) fn collect_stub<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        let held = card_count(self.layout.at(Place::Next).count());
        let cards = self.shoe.remaining() + held;
        self.held.clear(&mut self.layout);
        self.shoe.to_rack(held);
        self.shoe.empty_into_rack();
        tell(out, What::Collected { place: Place::Next, cards }, cites);
    }

    /// Puts the cards of one box into the rack.
    pub(crate) fn collect_hand<S: Sink>(&mut self, number: u8, cites: Cites, out: &mut S) {
        let place = hand_place(number);
        let cards = card_count(self.layout.take_up(|card| card.place == place));
        if cards > 0 {
            self.shoe.to_rack(cards);
            tell(out, What::Collected { place, cards }, cites);
        }
    }
}
