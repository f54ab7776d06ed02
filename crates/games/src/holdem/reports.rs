//! Whether what is reported can have happened, and what somebody saw who looked under a card.

use super::state::{DeckStage, Holdem};
use super::{rules, words};
use crate::common::tell;
use engine::{Face, IrregularityId, Line, LineKind, Outcome, Patron, Place, Refusal, Sink, Spot, What};
use felt::Card;

impl Holdem {
    /// Whether this can have happened, and is not told too late.
    pub(crate) fn check_report(
        &self,
        kind: IrregularityId,
        place: Option<Place>,
        card: Option<Card>,
    ) -> Result<(), Refusal> {
        self.check_named(kind, place, card)?;
        let round = &self.round;
        match kind {
            words::DEALER_CARD_EXPOSED | words::DEALER_LOOKED => {
                possible(round.dealer.down > 0, "no-card-face-down")
            }
            words::DRAWN_UNEXPOSED | words::DRAWN_EXPOSED => self.check_drawn(1),
            words::DRAWN_TOGETHER => self.check_drawn(2),
            words::WRONG_COUNT => {
                let over = !self.is_dealt() && self.ended.last() > 0;
                rules::COUNT_UNTIL_OVER.forbids(over, "round-is-over")?;
                possible(self.is_dealt(), "no-cards-dealt")
            }
            words::SHUFFLER_JAM | words::SHUFFLER_COUNT => {
                possible(self.terms.shuffler, "no-shuffler")?;
                possible(self.is_shuffling() || self.is_shuffling_other_deck(), "shuffler-idle")
            }
            words::SHOE_JAM => {
                possible(self.terms.from_shoe, "no-shoe")?;
                // The shoe is empty once everybody has two cards.
                let stacks_left = !round.closed || self.queue.front().is_some();
                possible(self.deck.stage == DeckStage::Ready && stacks_left, "shoe-empty")
            }
            words::PATRON_CARD_SHOWN => {
                let hand = place.filter(|place| matches!(place, Place::Hand(_)));
                possible(hand.is_some_and(|place| self.lies_hidden(place)), "no-card-face-down")
            }
            words::BURN_SHOWN => possible(round.board.burns > 0, "no-card-face-down"),
            words::BOARD_CARD_DOWN => possible(round.board.down > 0, "no-card-face-down"),
            words::FOREIGN_CARD => match (place, card) {
                (Some(place), Some(card)) if !self.lies_there(place, card) => {
                    self.card_to_turn(place, card).map(|_| ())
                }
                (None, Some(_)) => Err(Refusal::impossible("no-card-face-down")),
                _ => Ok(()),
            },
            words::TOTAL_MISANNOUNCED => {
                possible(round.dealer_hand.is_some() || self.ended.last() > 0, "nothing-announced")
            }
            words::WINNER_UNPAID | words::LOSER_PAID => {
                possible(self.line_at(kind, place).is_some(), "no-such-line")
            }
            words::WRONG_DECK | words::VERBAL_WAGER | words::TECHNICAL_INTERRUPTION => Ok(()),
            _ => Err(Refusal::impossible("no-such-irregularity")),
        }
    }

    /// What a report names must be a place of this table, and a card only where one is told of.
    fn check_named(
        &self,
        kind: IrregularityId,
        place: Option<Place>,
        card: Option<Card>,
    ) -> Result<(), Refusal> {
        match place {
            Some(Place::Hand(Spot { box_number, hand: 1 })) => {
                possible((1..=self.terms.boxes).contains(&box_number), "no-such-box")?;
            }
            None | Some(Place::Dealer | Place::Board | Place::Rack | Place::Next) => {}
            Some(_) => return Err(Refusal::impossible("no-such-box")),
        }
        let of_the_dealer = place.is_none_or(|place| place == Place::Dealer);
        let dealers = matches!(kind, words::DEALER_CARD_EXPOSED | words::DEALER_LOOKED);
        possible(!dealers || of_the_dealer, "no-card-face-down")?;
        let exposed = kind == words::DRAWN_EXPOSED;
        possible(!exposed || card.is_some(), "impossible-card")?;
        let names_a_card = exposed
            || matches!(
                kind,
                words::DEALER_CARD_EXPOSED
                    | words::DRAWN_TOGETHER
                    | words::PATRON_CARD_SHOWN
                    | words::FOREIGN_CARD
            );
        possible(card.is_none() || names_a_card, "impossible-card")
    }

    /// Whether so many cards can have left the deck.
    pub(crate) fn check_drawn(&self, cards: u16) -> Result<(), Refusal> {
        let is_dealt_from = self.deck.stage == DeckStage::Ready && self.round.opened;
        possible(is_dealt_from && self.shoe.remaining() >= cards, "no-card-due")
    }

    /// Whether cards of this round lie on the table.
    pub(crate) fn is_dealt(&self) -> bool {
        self.round.closed && !self.layout.is_empty()
    }

    fn lies_hidden(&self, place: Place) -> bool {
        self.layout.at(place).any(|laid| !laid.face.is_up())
    }

    fn lies_there(&self, place: Place, card: Card) -> bool {
        self.layout.at(place).any(|laid| laid.face.card() == Some(card))
    }

    /// The last line of a place that says what chips should have moved, in this round or the last one that ended.
    pub(crate) fn line_at(&self, kind: IrregularityId, place: Option<Place>) -> Option<Line> {
        let outcome = if kind == words::WINNER_UNPAID { Outcome::Wins } else { Outcome::Loses };
        let meant = |line: &&Line| {
            let there = place.is_none_or(|place| place == Place::Hand(line.spot));
            line.kind == LineKind::Wager && line.outcome == Some(outcome) && there
        };
        self.ended.standing().chain(self.lines.standing()).rfind(|line| meant(line)).copied()
    }

    /// Somebody looked under a card. A patron may look at his own cards; what he sees of others' is as if they had
    /// been shown to him, and what the dealer sees too early the floor weighs.
    pub(crate) fn looked<S: Sink>(
        &mut self,
        by: Option<Patron>,
        place: Place,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if place == Place::Next {
            let draw = self.held.first().ok_or(Refusal::impossible("no-card-face-down"))?;
            tell(out, What::CardSeen { draw, place, by }, None);
            self.floor_decides(words::DRAWN_EXPOSED, Some(place), rules::STRAY_CARD_EXPOSED.applies(), out);
            return Ok(());
        }
        possible(self.lies_hidden(place), "no-card-face-down")?;
        let own = matches!(place, Place::Hand(spot) if by.is_some() && self.patron_of(spot.box_number) == by);
        let rule = rules::EXAMINE.when(own);
        for laid in self.layout.cards_mut().filter(|laid| laid.place == place && !laid.face.is_up()) {
            match by {
                Some(patron) => laid.seen.patrons.add(patron),
                None => laid.seen.staff = true,
            }
            tell(out, What::CardSeen { draw: laid.draw, place, by }, rule);
        }
        match place {
            Place::Hand(_) if own => {}
            Place::Hand(_) => self.patron_card_shown(place, false, out),
            Place::Dealer if by.is_some() || self.round.waiting.is_empty() => self.dealer_card_exposed(out),
            Place::Dealer => {
                self.floor_decides(words::DEALER_LOOKED, Some(place), rules::UNFORESEEN.applies(), out);
            }
            _ => {
                let rule = rules::BOARD_CARD_DOWN.applies();
                self.tell_irregular(words::BOARD_CARD_DOWN, words::TURNED, Some(place), rule.into(), out);
            }
        }
        Ok(())
    }

    /// A card that is told of as exposed is turned where it is named and does not lie open; else only that it was seen is
    /// known.
    pub(crate) fn turn_if_named<S: Sink>(
        &mut self,
        place: Place,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<bool, Refusal> {
        let open = |card: Card| self.layout.at(place).any(|laid| laid.face == Face::Up(card));
        match card.filter(|card| !open(*card)) {
            Some(card) => self.turn(place, card, out).map(|()| true),
            None => Ok(false),
        }
    }
}

/// What cannot have happened is refused with the reason.
fn possible(it_is: bool, why_not: &'static str) -> Result<(), Refusal> {
    if it_is { Ok(()) } else { Err(Refusal::impossible(why_not)) }
}
