//! Irregularities, and what a person saw who looked under a card.

use super::positions::{BOXES, STACK};
use super::rules;
use super::state::{Deck, DeckStage, PaiGowTable};
use super::words;
use crate::common::{Drawn, Report, Verdict, lies_hidden, look_under, possible, tell};
use engine::{
    Cites, Due, Face, IrregularityId, LaidCard, Line, Outcome, Patron, Place, Refusal, Rule, Seen, Sink,
    Spot, What,
};
use felt::Card;

impl PaiGowTable {
    /// Handles an irregularity that staff report by name.
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        self.check_report(report, card)?;
        match kind {
            words::DIE_NOT_FLAT => {
                report.remedied(words::SHAKEN_AGAIN, rules::DIE_NOT_FLAT.applies(), out);
            }
            words::DIE_FELL_OUT => {
                report.remedied(words::SHAKEN_AGAIN, rules::DIE_FELL_OUT.applies(), out);
            }
            words::WRONG_START => self.dead(report, rules::WRONG_START.applies(), out),
            words::PATRON_CARD_EXPOSED | words::DEALER_CARD_EXPOSED | words::STACK_CARD_EXPOSED => {
                let place = self.place_exposed(report).or(card.and_then(|card| self.place_of_hidden(card)));
                match (place, card) {
                    (Some(place), Some(card)) if !self.lies_open(place, card) => {
                        let laid = self.card_to_turn(place, card)?;
                        self.turned_early(laid, card, out);
                    }
                    (place, _) => self.exposed(place, out),
                }
            }
            words::DRAWN_UNEXPOSED => self.drawn_unexposed(place, Face::Unread, out)?,
            words::WRONG_COUNT => self.wrong_count(report, out),
            words::DEALER_SET_WRONGLY => {
                report.remedied(words::HANDS_RESET, rules::DEALER_RESET.applies(), out);
            }
            words::STACKS_MISSING => self.dead(report, rules::STACKS_MISSING.applies(), out),
            words::SHUFFLER_JAM => self.shuffler_jammed(report, out),
            words::SET_WRONGLY => self.set_wrongly(report, out),
            words::WRONG_DECK => self.not_four_left(report, out),
            words::FOREIGN_CARD => self.foreign_card_reported(place, card, out)?,
            words::VERBAL_WAGER => {
                report.remedied(words::NOT_ACCEPTED, rules::NO_VERBAL_WAGER.applies(), out);
            }
            words::TECHNICAL_INTERRUPTION => {
                self.floor_decides(report, rules::UNFORESEEN.applies(), out);
            }
            words::WINNER_UNPAID | words::LOSER_PAID => {
                if let Some(line) = self.line_at(report) {
                    report.put_chips_right(&line, line.cites, out);
                }
            }
            // A wrong call has no effect.
            _ => report.remedied(words::NO_EFFECT, rules::UNFORESEEN.applies(), out),
        }
        Ok(())
    }

    /// Voids the round.
    fn dead<S: Sink>(&mut self, report: Report, rule: Option<Rule>, out: &mut S) {
        let cites = Cites::from(rule).and(rules::DEAD_HANDS.applies());
        report.remedied(words::ROUND_VOID, cites, out);
        self.void_round(rule, cites, out);
    }

    /// Stops the play until the floor has ruled, because the document is silent.
    pub(crate) fn floor_decides<S: Sink>(&mut self, report: Report, rule: Option<Rule>, out: &mut S) {
        self.round.ruling_due = true;
        report.remedied(words::FLOOR_DECIDES, rule, out);
    }

    fn stands<S: Sink>(report: Report, rule: Option<Rule>, out: &mut S) {
        report.remedied(words::STANDS, rule, out);
    }

    // ---------------------------------------------------------------------------- cards that were seen

    /// The place of the card that is reported as exposed.
    fn place_exposed(&self, report: Report) -> Option<Place> {
        report.place.or((report.kind == words::DEALER_CARD_EXPOSED).then_some(Place::Dealer))
    }

    /// A place at which this card can lie face down.
    fn place_of_hidden(&self, card: Card) -> Option<Place> {
        let mut places = self.layout.cards().map(|laid| laid.place);
        places.find(|place| self.card_to_turn(*place, card).is_ok())
    }

    /// Handles a card that was turned too early.
    pub(crate) fn turned_early<S: Sink>(&mut self, laid: LaidCard, card: Card, out: &mut S) {
        let LaidCard { draw, place, .. } = laid;
        self.show_card(laid, card, Cites::NONE, out);
        match place {
            Place::Next => self.next_card_seen(draw, out),
            _ => self.exposed(Some(place), out),
        }
    }

    /// Handles a card of a place that was wrongly seen. During the deal it counts as an exposed stack card,
    /// unless its stack has been delivered to a playing patron or to the dealer.
    pub(crate) fn exposed<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        let on_its_way = self.round.is_dealing() && !place.is_some_and(|place| self.is_delivered(place));
        if let Some(rule) = rules::STACK_EXPOSED.when(on_its_way) {
            return self.dead(Report { kind: words::STACK_CARD_EXPOSED, place }, Some(rule), out);
        }
        let of_dealer = place == Some(Place::Dealer);
        if let Some(rule) = rules::DEALER_EXPOSED.when(of_dealer && !self.dealer_turns()) {
            return self.dead(Report { kind: words::DEALER_CARD_EXPOSED, place }, Some(rule), out);
        }
        let report = Report { kind: words::PATRON_CARD_EXPOSED, place };
        if let Some(Place::Hand(Spot { box_number, .. })) = place
            && self.may_decide(box_number)
            && let Some(rule) = rules::EXPOSED_TO_PATRON.applies()
        {
            self.round.exposed.add(box_number);
            return report.remedied(words::PATRON_DECIDES, rule, out);
        }
        Self::stands(report, rules::EXPOSED_TOO_LATE.applies(), out);
    }

    /// Whether a complete stack of a playing patron or of the dealer lies there.
    fn is_delivered(&self, place: Place) -> bool {
        let is_owned = match place {
            Place::Dealer => true,
            Place::Hand(spot) => self.with_hands().has(spot.box_number),
            _ => false,
        };
        is_owned && self.layout.at(place).count() == usize::from(STACK)
    }

    /// Whether the dealer has begun to turn their own cards.
    fn dealer_turns(&self) -> bool {
        let hands_set = self.round.setting && self.round.unset.is_empty();
        hands_set && self.layout.at(Place::Dealer).any(|laid| laid.face.is_up())
    }

    /// Whether a patron whose card is exposed may still have the hand voided: only if they have seen none of
    /// the others.
    fn may_decide(&self, number: u8) -> bool {
        let has_hand = self.with_hands().has(number);
        has_hand && self.is_too_early(number) && !self.round.looked.has(number)
    }

    /// Handles a card that was seen outside a stack: it goes to the rack. While stacks are dealt this voids
    /// the round; before that the floor rules.
    pub(crate) fn seen_from_deck<S: Sink>(&mut self, place: Option<Place>, card: Card, out: &mut S) {
        let foreign = self.rack_open(card, out);
        if let Some(rule) = rules::STACK_EXPOSED.when(self.round.is_dealing()) {
            self.dead(Report { kind: words::STACK_CARD_EXPOSED, place }, Some(rule), out);
        } else {
            self.floor_decides(
                Report { kind: words::STACK_CARD_EXPOSED, place },
                rules::STRAY_SEEN.applies(),
                out,
            );
        }
        if foreign && !self.round.void {
            self.foreign_card(Some(Place::Rack), out);
        }
    }

    /// Puts a card face up into the rack: the next card if it was read as this one, otherwise one from the
    /// deck.
    fn rack_open<S: Sink>(&mut self, card: Card, out: &mut S) -> bool {
        let (place, face, mut seen) = (Place::Rack, Face::Up(card), Seen::NOBODY);
        let held = self.held.first_hidden(&self.layout).filter(|next| next.laid.face.card() == Some(card));
        let Drawn { draw, foreign, .. } = match held {
            Some(next) => {
                seen = next.laid.seen;
                let drawn = self.held.draw(&mut self.shoe, &self.layout, face);
                self.layout.take_up(|laid| laid.draw == drawn.draw);
                drawn
            }
            None => Drawn::from_shoe(&mut self.shoe, Some(card)),
        };
        self.shoe.to_rack(1);
        self.layout.lay(LaidCard { draw, place, face, seen });
        tell(out, What::CardLaid { draw, place, face, seen }, None);
        foreign
    }

    /// Handles a next card that was seen: it goes to the rack.
    fn next_card_seen<S: Sink>(&mut self, draw: u32, out: &mut S) {
        let (from, to) = (Place::Next, Place::Rack);
        self.held.forget(draw);
        for laid in self.layout.cards_mut().filter(|laid| laid.draw == draw) {
            laid.place = to;
        }
        self.shoe.to_rack(1);
        tell(out, What::CardMoved { draw, from, to }, None);
        let report = Report { kind: words::STACK_CARD_EXPOSED, place: Some(from) };
        match rules::STACK_EXPOSED.when(self.round.is_dealing()) {
            Some(rule) => self.dead(report, Some(rule), out),
            None => self.floor_decides(report, rules::STRAY_SEEN.applies(), out),
        }
    }

    /// Keeps an unseen card as the next one, with its reading.
    pub(crate) fn drawn_unexposed<S: Sink>(
        &mut self,
        reported: Option<Place>,
        face: Face,
        out: &mut S,
    ) -> Result<(), Refusal> {
        self.check_drawn()?;
        let rule = rules::USED_AS_NEXT.applies();
        tell(out, What::Irregular { kind: words::DRAWN_UNEXPOSED, place: reported }, rule);
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(&mut self.shoe, face.card());
        let (place, seen) = (Place::Next, Seen::NOBODY);
        tell(out, What::CardLaid { draw, place, face, seen }, rule);
        self.held.keep(&mut self.layout, LaidCard { draw, place, face, seen }, rule);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: Some(place) }, rule);
        if foreign {
            self.foreign_card(Some(place), out);
        }
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
            && !self.lies_there(place, card)
        {
            self.turn(place, card, out)?;
        }
        if !self.round.void && (ruled_before || !self.round.ruling_due) {
            self.foreign_card(place, out);
        }
        Ok(())
    }

    /// Handles a card that cannot be of the deck.
    pub(crate) fn foreign_card<S: Sink>(&mut self, place: Option<Place>, out: &mut S) {
        self.floor_decides(Report { kind: words::FOREIGN_CARD, place }, rules::STRAY_SEEN.applies(), out);
    }

    // ------------------------------------------------------------------------------ counts and devices

    fn wrong_count<S: Sink>(&mut self, report: Report, out: &mut S) {
        let rule = rules::WRONG_COUNT.applies();
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(rule)
            .and(rules::SHOE_MISDEAL.when(from_shoe))
            .and(rules::HAND_MISDEAL.when(!from_shoe))
            .and(rules::DEAD_HANDS.applies());
        report.remedied(words::ROUND_VOID, cites, out);
        self.void_round(rule, cites, out);
    }

    /// Handles a count in which seven stacks are right but the rest is not.
    pub(crate) fn not_four_left<S: Sink>(&mut self, report: Report, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let cites = Cites::from(rules::SHOE_MISDEAL_SOUGHT.when(from_shoe))
            .and(rules::HAND_MISDEAL_SOUGHT.when(!from_shoe))
            .and(rules::NOT_FOUR_LEFT.applies());
        self.round.ruling_due = true;
        report.remedied(words::FLOOR_DECIDES, cites, out);
    }

    /// Handles a failure of the device: the cards are shuffled again, or those of the deck that waits for the
    /// next round.
    fn shuffler_jammed<S: Sink>(&mut self, report: Report, out: &mut S) {
        if let Some(rule) = rules::SHUFFLER_JAM.when(self.shoe_deals()) {
            return self.dead(report, Some(rule), out);
        }
        report.remedied(words::SHUFFLED_BY_HAND, rules::SHUFFLER_JAM.applies(), out);
        if self.is_shuffling() {
            self.deck.stage = DeckStage::Shuffle;
            self.deck.jammed = true;
        } else {
            self.deck.other_jammed = true;
        }
    }

    /// Handles two hands of a patron that are not a setting of the seven cards: the wager loses, immediately
    /// if they lie open. The bank's hands then lose to all others.
    fn set_wrongly<S: Sink>(&mut self, report: Report, out: &mut S) {
        let Some(Place::Hand(Spot { box_number, .. })) = report.place else { return };
        let rule = rules::SET_WRONGLY.applies();
        let of_bank = rules::BANK_FOUL.when(self.is_banks(box_number));
        report.remedied(words::WAGER_LOSES, Cites::from(rule).and(of_bank), out);
        if self.round.unexposed.has(box_number) || self.is_banks(box_number) {
            if let Some(betting_box) = self.box_mut(box_number) {
                betting_box.set_wrongly = true;
            }
            return;
        }
        let main = self.betting_box(box_number).and_then(|b| b.main);
        if let (Some(main), true) = (main, self.is_open(main)) {
            let cites = Cites::from(rule).and(rules::LOSER_COLLECTED.applies());
            self.settle_wager(main, Verdict::of(Outcome::Loses, cites), out);
        }
        if !self.waits(box_number) {
            self.round.winners.remove(box_number);
            self.collect_hands(box_number, rules::LOSING_HAND_COLLECTED.applies().into(), out);
        }
    }

    // -------------------------------------------------------------------------- what can have happened

    /// Checks that this can have happened, and is not reported too late.
    pub(crate) fn check_report(&self, report: Report, card: Option<Card>) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        self.check_named(report, card)?;
        let round = &self.round;
        let dealt = round.closed && round.dealt > 0;
        match kind {
            words::DIE_NOT_FLAT | words::DIE_FELL_OUT => {
                possible(matches!(self.due, Due::RollThree { .. }), "no-dice-thrown")
            }
            words::WRONG_START => {
                // After patrons have taken up their cards this can no longer be determined.
                let found = round.start.is_some() && round.dealt > 0 && !round.setting;
                possible(found && round.closed, "no-start-found")
            }
            words::PATRON_CARD_EXPOSED => {
                let hand = place.filter(|place| matches!(place, Place::Hand(spot) if spot.hand == 1));
                let hidden = hand.is_some_and(|place| self.can_be_exposed(place, card));
                possible(hidden, "no-card-face-down")
            }
            words::DEALER_CARD_EXPOSED => {
                possible(!round.dealer_set && self.can_be_exposed(Place::Dealer, card), "no-card-face-down")
            }
            words::STACK_CARD_EXPOSED => {
                possible(round.is_dealing() && round.dealt > 0, "no-card-face-down")?;
                match (place, card) {
                    (Some(place), card) => possible(self.can_be_exposed(place, card), "no-card-face-down"),
                    (None, Some(card)) => possible(self.place_of_hidden(card).is_some(), "impossible-card"),
                    (None, None) => Ok(()),
                }
            }
            words::DRAWN_UNEXPOSED => self.check_drawn(),
            words::WRONG_COUNT => possible(dealt, "no-cards-dealt"),
            words::WRONG_DECK => possible(dealt && round.is_dealt(), "no-cards-dealt"),
            words::DEALER_SET_WRONGLY => possible(round.dealer_set, "no-hand-set"),
            words::STACKS_MISSING => {
                rules::STACKS_MISSING.forbids(self.terms.from_shoe, "stacks-from-shoe")?;
                possible(dealt && round.is_dealing(), "no-cards-dealt")
            }
            words::SHUFFLER_JAM => {
                possible(self.terms.shuffler, "no-shuffler")?;
                let at_work = self.is_shuffling() || self.is_shuffling_other_deck() || self.shoe_deals();
                possible(at_work, "shuffler-idle")
            }
            words::SET_WRONGLY => {
                let set = |number: u8| {
                    let main = self.betting_box(number).and_then(|b| b.main);
                    let banks = self.is_banks(number) && round.bank.is_some_and(|bank| bank.setting);
                    let lies = if banks { !round.dealer_set } else { self.is_open(main) };
                    round.setting && !round.unset.has(number) && lies
                };
                let hand = matches!(place, Some(Place::Hand(spot)) if spot.hand == 1 && set(spot.box_number));
                possible(hand, "no-hand-set")
            }
            words::FOREIGN_CARD => match (place, card) {
                (Some(place), Some(card)) if !self.lies_there(place, card) => {
                    self.card_to_turn(place, card).map(|_| ())
                }
                (None, Some(_)) => Err(Refusal::impossible("no-card-face-down")),
                _ => Ok(()),
            },
            words::TOTAL_MISANNOUNCED => {
                possible(round.dealer_set || self.ended.last() > 0, "nothing-announced")
            }
            words::WINNER_UNPAID | words::LOSER_PAID => {
                possible(self.line_at(report).is_some(), "no-such-line")
            }
            words::VERBAL_WAGER | words::TECHNICAL_INTERRUPTION => Ok(()),
            _ => Err(Refusal::impossible("no-such-irregularity")),
        }
    }

    /// Checks what a report names: the place must be at this table, and a card is allowed only where the kind
    /// has one.
    fn check_named(&self, report: Report, card: Option<Card>) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        possible(place.is_none_or(Self::is_place), "no-such-box")?;
        let at_dealer = place.is_none_or(|place| place == Place::Dealer);
        possible(kind != words::DEALER_CARD_EXPOSED || at_dealer, "no-card-face-down")?;
        possible(card.is_none() || Self::names_a_card(kind), "impossible-card")
    }

    /// Whether a report of that kind may name the card.
    pub(crate) fn names_a_card(kind: IrregularityId) -> bool {
        matches!(
            kind,
            words::PATRON_CARD_EXPOSED
                | words::DEALER_CARD_EXPOSED
                | words::STACK_CARD_EXPOSED
                | words::FOREIGN_CARD
        )
    }

    /// Whether a card of that place can have been seen: one that lies face down, and the named one if the
    /// report names one.
    fn can_be_exposed(&self, place: Place, card: Option<Card>) -> bool {
        match card {
            Some(card) if self.lies_open(place, card) => true,
            Some(card) => self.card_to_turn(place, card).is_ok(),
            None => lies_hidden(&self.layout, place),
        }
    }

    fn lies_open(&self, place: Place, card: Card) -> bool {
        self.layout.at(place).any(|laid| laid.face == Face::Up(card))
    }

    fn lies_there(&self, place: Place, card: Card) -> bool {
        self.layout.at(place).any(|laid| laid.face.card() == Some(card))
    }

    /// Whether a card can have left the deck.
    pub(crate) fn check_drawn(&self) -> Result<(), Refusal> {
        let is_dealt_from = self.deck.stage == DeckStage::Ready && self.round.opened;
        possible(is_dealt_from && self.shoe.remaining() > 0, "no-card-due")
    }

    /// The last line of a place that says how chips should have moved, in this round or in the last finished
    /// one.
    pub(crate) fn line_at(&self, report: Report) -> Option<Line> {
        report.line_meant(self.ended.standing().chain(self.lines.standing()))
    }

    // ------------------------------------------------------------------------------------------- looks

    /// Records that a person looked under cards that lie face down.
    pub(crate) fn looked<S: Sink>(
        &mut self,
        by: Option<Patron>,
        place: Place,
        out: &mut S,
    ) -> Result<(), Refusal> {
        possible(lies_hidden(&self.layout, place), "no-card-face-down")?;
        let number = match place {
            Place::Hand(spot) => spot.box_number,
            _ => 0,
        };
        let own = by.is_some() && self.patron_of(number) == by;
        let too_early = self.is_too_early(number);
        look_under(&mut self.layout, place, by, rules::WITHOUT_LOOKING.when(own && too_early), out);
        if own {
            self.looked_at_own(number, out);
            return Ok(());
        }
        match (place, by) {
            (Place::Next, _) => {
                let report = Report { kind: words::DRAWN_UNEXPOSED, place: Some(place) };
                self.floor_decides(report, rules::STRAY_SEEN.applies(), out);
            }
            (Place::Dealer | Place::Stack(_), Some(_)) => self.exposed(Some(place), out),
            _ => {
                let report = Report { kind: words::PATRON_CARD_EXPOSED, place: Some(place) };
                Self::stands(report, rules::UNFORESEEN.applies(), out);
            }
        }
        Ok(())
    }

    /// Whether the cards of a place do not belong to its patron yet; the bank's holder gets theirs after all
    /// others.
    fn is_too_early(&self, number: u8) -> bool {
        match self.round.bank.filter(|bank| bank.place == number) {
            Some(bank) => !bank.setting,
            None => !self.round.setting,
        }
    }

    /// Ends the choice of a patron about an exposed card: they have seen their cards.
    fn looked_at_own<S: Sink>(&mut self, number: u8, out: &mut S) {
        if !self.is_too_early(number) || !(1..=BOXES).contains(&number) {
            return;
        }
        self.round.looked.add(number);
        if rules::WITHOUT_LOOKING.when(self.round.exposed.has(number)).is_some() {
            self.play_exposed(number, rules::EXPOSED_TOO_LATE.applies(), true, out);
        }
    }

    /// Whether a device shuffles and its work can still turn out to be wrong.
    pub(crate) fn is_shuffling(&self) -> bool {
        let at_work = self.deck.stage == DeckStage::Shuffle;
        let just_done = self.deck.stage == DeckStage::Ready
            && !self.deck.was_cut
            && !self.round.closed
            && self.shoe.drawn_since_shuffle() == 0;
        self.terms.shuffler && !self.deck.jammed && (at_work || just_done)
    }

    /// Whether the device is dispensing stacks.
    fn shoe_deals(&self) -> bool {
        self.terms.from_shoe && self.round.is_dealing() && self.round.dealt > 0
    }

    /// Whether the device shuffles the deck of the next round while this one is dealt.
    pub(crate) fn is_shuffling_other_deck(&self) -> bool {
        let in_use = self.deck.stage == DeckStage::Ready && self.round.opened;
        self.terms.two_decks && in_use && !self.is_shuffling() && !self.deck.other_jammed
    }

    /// Marks the deck to be shuffled before it is dealt from again.
    pub(crate) fn shuffle_for(&mut self, because: Cites) {
        self.deck = Deck::to_shuffle(because);
    }
}
