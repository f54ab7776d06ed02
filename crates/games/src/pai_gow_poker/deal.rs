//! The deal: where it starts, seven stacks, and the cards that are left.

use super::positions::{BOXES, LEFT, POSITIONS, STACK, clockwise, counted, of_stack, place_of, stack_of};
use super::rules;
use super::state::{DeckStage, PaiGowTable, hand_place};
use super::terms::{Moment, StartBy};
use super::words;
use crate::common::{Drawn, Report, card_count, possible, tell};
use engine::{Cites, Due, Face, LaidCard, Marker, Place, Refusal, Seen, Sink, What};
use felt::{Card, ThreeDice};

impl PaiGowTable {
    // ------------------------------------------------------------------------ where it starts

    /// The device or person that determines the start; `None` if it is known already.
    pub(crate) fn start_due(&self) -> Option<Due> {
        match self.terms.start {
            StartBy::Dice => Some(Due::RollThree { place: Place::Dealer, by: None }),
            StartBy::Number => Some(Due::Number { most: POSITIONS }),
            StartBy::Button => None,
        }
    }

    /// Takes the start from the button, which lies on the table already.
    pub(crate) fn start_at_button(&mut self) {
        self.round.start = Some(self.button);
    }

    pub(crate) fn rolled<S: Sink>(&mut self, dice: ThreeDice, out: &mut S) -> Result<(), Refusal> {
        possible(matches!(self.due, Due::RollThree { .. }), "no-dice-thrown")?;
        let cites = Cites::from(rules::DICE_COUNTED.applies()).and_all(self.start_rule());
        tell(out, What::RolledThree { place: Place::Dealer, dice }, cites);
        (self.round.thrown, self.round.start) = (Some(dice), Some(counted(dice.total())));
        Ok(())
    }

    pub(crate) fn number_drawn<S: Sink>(&mut self, number: u8, out: &mut S) -> Result<(), Refusal> {
        possible(matches!(self.due, Due::Number { .. }), "no-dice-thrown")?;
        possible((1..=POSITIONS).contains(&number), "no-such-number")?;
        let cites = Cites::from(rules::NUMBER_COUNTED.applies()).and_all(self.start_rule());
        tell(out, What::NumberDrawn { number }, cites);
        self.round.start = Some(counted(number));
        Ok(())
    }

    /// The rule for when the start is found: from the shoe before the stacks are dealt, from the hand after.
    fn start_rule(&self) -> Cites {
        Cites::from(rules::SHOE_START.when(self.terms.from_shoe))
            .and(rules::HAND_START.when(!self.terms.from_shoe))
    }

    /// Why the first stack goes where the button lies.
    fn at_button(&self) -> Cites {
        let by_button = self.terms.start == StartBy::Button;
        Cites::from(rules::BUTTON.when(by_button))
            .and(rules::BUTTON_BEGINS.when(by_button && self.button == 0))
            .and(rules::BUTTON_MOVES.when(by_button && self.button != 0))
    }

    /// The position of the button; the dealer's place is the seventh.
    pub(crate) fn button_marker(&self) -> Option<Marker> {
        let value = if self.button == 0 { POSITIONS } else { self.button };
        let has_button = self.terms.start == StartBy::Button;
        has_button.then_some(Marker { id: words::BUTTON, value: value.into(), patron: None })
    }

    /// Moves the button one position on after a completed round.
    pub(crate) fn move_button<S: Sink>(&mut self, out: &mut S) {
        if self.terms.start != StartBy::Button {
            return;
        }
        if let Some(rule) = rules::BUTTON_MOVES.applies() {
            self.button = clockwise(self.button);
            if let Some(marker) = self.button_marker() {
                tell(out, What::Marked(marker), rule);
            }
        }
    }

    // ----------------------------------------------------------------------------- the stacks

    /// The place of the next card.
    pub(crate) fn next_place(&self) -> Place {
        let dealt = self.round.dealt;
        match self.round.start {
            Some(start) if self.terms.from_shoe => place_of(of_stack(start, dealt / STACK)),
            _ => Place::Stack(stack_of(dealt) + 1),
        }
    }

    /// Handles a reported card.
    pub(crate) fn card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) -> Result<(), Refusal> {
        // A deck that waits to be shuffled is complete, whatever was dealt from it before.
        let is_dealt_from = self.deck.stage != DeckStage::Shuffle;
        if is_dealt_from && self.held.is_empty() && self.shoe.remaining() == 0 {
            return Err(Refusal::impossible("impossible-card"));
        }
        if !Self::is_place(to) {
            return Err(Refusal::impossible("no-such-box"));
        }
        let due = matches!(self.due, Due::Card { to: due, .. } if due == to);
        match face {
            Face::Down(_) | Face::Unread if due => {
                let face = self.held.as_read(&self.layout, face)?;
                self.stack_card(to, face, out);
            }
            Face::Up(card) => {
                self.check_drawn()?;
                self.seen_from_deck(Some(to), card, out);
            }
            Face::Down(_) | Face::Unread => self.drawn_unexposed(Some(to), face, out)?,
        }
        Ok(())
    }

    /// Whether cards can lie there at this table.
    pub(crate) fn is_place(place: Place) -> bool {
        match place {
            Place::Hand(spot) => (1..=BOXES).contains(&spot.box_number) && matches!(spot.hand, 1 | 2),
            Place::Stack(number) => (1..=POSITIONS).contains(&number),
            Place::Dealer | Place::DealerLow | Place::Rack | Place::Next | Place::Board => true,
            _ => false,
        }
    }

    fn stack_card<S: Sink>(&mut self, to: Place, face: Face, out: &mut S) {
        let dealt = self.round.dealt;
        let (first, from_shoe) = (dealt == 0, self.terms.from_shoe);
        let unused = !matches!(to, Place::Hand(spot) if self.with_hands().has(spot.box_number));
        let cites = match from_shoe {
            true => Cites::from(rules::FIRST_STACK.when(dealt < STACK))
                .and(rules::CLOCKWISE.when(dealt >= STACK))
                .and(rules::UNUSED_TOO.when(unused && to != Place::Dealer))
                .and(rules::FACE_DOWN.applies())
                .and_all(if first { self.at_button() } else { Cites::NONE }),
            false => Cites::from(rules::SEVEN_STACKS.when(first))
                .and(rules::FROM_HAND.when(first))
                .and(rules::TO_AND_FRO.applies()),
        };
        self.round.dealt += 1;
        self.lay(to, face, cites, out);
    }

    /// Lays a card from the deck, or a held one, on the layout.
    fn lay<S: Sink>(&mut self, place: Place, face: Face, cites: Cites, out: &mut S) {
        let Drawn { draw, held, foreign } = self.held.draw(&mut self.shoe, &self.layout, face);
        let mut seen = Seen::NOBODY;
        if held {
            // Moving a card does not clear who has seen it.
            if let Some(before) = self.layout.at(Place::Next).find(|laid| laid.draw == draw) {
                seen = before.seen;
            }
            self.layout.take_up(|laid| laid.draw == draw);
        }
        self.layout.lay(LaidCard { draw, place, face, seen });
        let cites = cites.and(rules::USED_AS_NEXT.when(held));
        tell(out, What::CardLaid { draw, place, face, seen }, cites);
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }

    /// Moves hand-dealt stacks to their positions.
    pub(crate) fn deliver<S: Sink>(&mut self, out: &mut S) {
        self.round.delivered = true;
        if let (Some(start), false) = (self.round.start, self.terms.from_shoe) {
            let rule = rules::STACKS_BY_HAND.applies();
            for stack in 0..POSITIONS {
                let (from, to) = (Place::Stack(stack + 1), place_of(of_stack(start, stack)));
                self.move_cards(from, to, |_| true, rule.into(), out);
            }
        }
        self.terms.duties.tell(Moment::StartFound, out);
    }

    /// Moves the cards of one place to another.
    pub(crate) fn move_cards<S: Sink>(
        &mut self,
        from: Place,
        to: Place,
        moves: impl Fn(&LaidCard) -> bool,
        cites: Cites,
        out: &mut S,
    ) {
        for laid in self.layout.cards_mut().filter(|laid| laid.place == from) {
            if moves(laid) {
                laid.place = to;
                tell(out, What::CardMoved { draw: laid.draw, from, to }, cites);
            }
        }
    }

    /// Counts the rest of the deck and puts it into the rack, then the stacks of positions without a patron.
    pub(crate) fn count_left<S: Sink>(&mut self, out: &mut S) {
        let from_shoe = self.terms.from_shoe;
        let (counting, away, unused) = match from_shoe {
            true => (rules::SHOE_FOUR_LEFT, rules::SHOE_FOUR_AWAY, rules::SHOE_UNUSED_AWAY),
            false => (rules::HAND_FOUR_LEFT, rules::HAND_FOUR_AWAY, rules::HAND_UNUSED_AWAY),
        };
        self.round.counted = true;
        let left = self.shoe.remaining() + card_count(self.layout.at(Place::Next).count());
        if left != LEFT {
            return self.not_four_left(Report { kind: words::WRONG_DECK, place: None }, out);
        }
        self.collect_stub(Cites::from(counting.applies()).and(away.applies()), out);
        let dealt = self.with_hands();
        for number in (1..=BOXES).filter(|number| !dealt.has(*number)) {
            self.collect(hand_place(number), unused.applies().into(), out);
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

    /// Puts the cards of a place into the rack.
    pub(crate) fn collect<S: Sink>(&mut self, place: Place, cites: Cites, out: &mut S) {
        let cards = card_count(self.layout.take_up(|card| card.place == place));
        if cards > 0 {
            self.shoe.to_rack(cards);
            tell(out, What::Collected { place, cards }, cites);
        }
    }

    // -------------------------------------------------------------------------- turning cards

    /// Handles a turned card, due or too early.
    pub(crate) fn turn<S: Sink>(&mut self, place: Place, card: Card, out: &mut S) -> Result<(), Refusal> {
        let laid = self.card_to_turn(place, card)?;
        if self.due == (Due::Turn { place }) {
            self.show_card(laid, card, Self::turning_rule(place), out);
        } else {
            self.turned_early(laid, card, out);
        }
        Ok(())
    }

    /// Finds the card at a place that can be this one: a card that was read as it, otherwise the first unread
    /// card.
    pub(crate) fn card_to_turn(&self, place: Place, card: Card) -> Result<LaidCard, Refusal> {
        let mut unread = None;
        let mut otherwise = false;
        for laid in self.layout.at(place) {
            match laid.face {
                Face::Down(read) if read == card => return Ok(*laid),
                Face::Down(_) => otherwise = true,
                Face::Unread if unread.is_none() => unread = Some(*laid),
                Face::Unread | Face::Up(_) => {}
            }
        }
        let why = if otherwise { "card-read-otherwise" } else { "no-card-to-turn" };
        unread.ok_or(Refusal::impossible(why))
    }

    /// The rules by which cards of a place are turned when due.
    pub(crate) fn turning_rule(place: Place) -> Cites {
        match place {
            Place::Dealer => Cites::from(rules::DEALER_TURNS.applies()).and(rules::DEALER_FACE_UP.applies()),
            _ => rules::EXPOSED_FROM_RIGHT.applies().into(),
        }
    }

    /// Turns cards that a device has read, without a report.
    pub(crate) fn turn_read_cards<S: Sink>(&mut self, place: Place, out: &mut S) {
        let cites = Self::turning_rule(place);
        let read = |laid: &LaidCard| match laid.face {
            Face::Down(card) => Some((*laid, card)),
            Face::Unread | Face::Up(_) => None,
        };
        // One after the other: a turned card no longer matches.
        loop {
            let next = self.layout.at(place).find_map(read);
            let Some((laid, card)) = next else { return };
            self.show_card(laid, card, cites, out);
        }
    }

    pub(crate) fn show_card<S: Sink>(&mut self, shown: LaidCard, card: Card, cites: Cites, out: &mut S) {
        let LaidCard { draw, place, face, .. } = shown;
        let foreign = face == Face::Unread && self.shoe.reveal(card).is_err();
        for laid in self.layout.cards_mut().filter(|laid| laid.draw == draw) {
            laid.face = Face::Up(card);
        }
        tell(out, What::CardTurned { draw, place, face: Face::Up(card) }, cites);
        if foreign {
            self.foreign_card(Some(place), out);
        }
    }
}
