//! Checks whether a report can be true, and records what a person saw who looked under a card.

use super::play::Poker;
use super::state::{DeckStage, PokerTable};
use super::words;
use crate::common::{Report, is_dealt, lies_hidden, look_under, possible};
use engine::{Face, IrregularityId, Line, Patron, Place, Refusal, Sink, Spot};
use felt::Card;

impl<G: Poker> PokerTable<G> {
    /// Checks that this can have happened, and is not reported too late.
    pub(crate) fn check_report(&self, report: Report, card: Option<Card>) -> Result<(), Refusal> {
        self.check_named(report, card)?;
        let Report { kind, place } = report;
        let round = &self.round;
        match kind {
            words::DEALER_LOOKED if self.board_lies_down() => {
                possible(round.board.down > 0, "no-card-face-down")
            }
            words::DEALER_CARD_EXPOSED | words::DEALER_LOOKED if const { G::PLAY.has_dealer() } => {
                // One dealer's card lies open by rule, so it is not exposed.
                let open = self.open_card().and_then(|open| self.layout.at(Place::Dealer).nth(open.into()));
                let named = open.is_some_and(|open| card.is_some_and(|card| open.face == Face::Up(card)));
                possible(round.dealer.down > 0 && !named, "no-card-face-down")
            }
            words::DRAWN_UNEXPOSED | words::DRAWN_EXPOSED => self.check_drawn(1),
            words::DRAWN_TOGETHER => self.check_drawn(2),
            words::WRONG_COUNT => {
                let over = !self.is_dealt() && self.ended.last() > 0;
                G::PLAY.law.ours.count_until_over.forbids(over, "round-is-over")?;
                possible(self.is_dealt(), "no-cards-dealt")
            }
            words::SHUFFLER_JAM | words::SHUFFLER_COUNT => {
                possible(self.terms.shuffler, "no-shuffler")?;
                possible(self.is_shuffling() || self.is_shuffling_other_deck(), "shuffler-idle")
            }
            words::SHOE_JAM => {
                possible(self.terms.from_shoe, "no-shoe")?;
                // The shoe is empty once the first deal is complete.
                let stacks_left = !round.closed || self.queue.front().is_some();
                possible(self.deck.stage == DeckStage::Ready && stacks_left, "shoe-empty")
            }
            words::PATRON_CARD_SHOWN => {
                let hand = place.filter(|place| matches!(place, Place::Hand(_)));
                possible(hand.is_some_and(|place| lies_hidden(&self.layout, place)), "no-card-face-down")
            }
            words::DEALER_CARD_DOWN if Self::tells_of(kind) => {
                possible(self.open_card_lies_down().is_some(), "no-card-face-down")
            }
            words::BURN_SHOWN if Self::tells_of(kind) => possible(round.board.burns > 0, "no-card-face-down"),
            words::BOARD_CARD_DOWN | words::BOARD_CARD_EXPOSED if Self::tells_of(kind) => {
                possible(round.board.down > 0, "no-card-face-down")
            }
            words::CARD_FACE_UP if Self::tells_of(kind) => {
                self.check_drawn(1)?;
                possible(!round.closed || self.queue.front().is_some(), "no-card-due")
            }
            words::FOREIGN_CARD => match (place, card) {
                (Some(place), Some(card)) if !self.lies_there(place, card) => {
                    self.card_to_turn(place, card).map(|_| ())
                }
                (None, Some(_)) => Err(Refusal::impossible("no-card-face-down")),
                _ => Ok(()),
            },
            words::TOTAL_MISANNOUNCED => {
                let announced = round.dealer_hand.is_some() || round.settling || self.ended.last() > 0;
                possible(announced, "nothing-announced")
            }
            words::WINNER_UNPAID | words::LOSER_PAID => {
                possible(self.line_at(report).is_some(), "no-such-line")
            }
            words::WRONG_DECK | words::VERBAL_WAGER | words::TECHNICAL_INTERRUPTION => Ok(()),
            _ => Err(Refusal::impossible("no-such-irregularity")),
        }
    }

    /// Whether the game has irregularities of this kind.
    fn tells_of(kind: IrregularityId) -> bool {
        G::vocabulary().irregularities.iter().any(|known| known.id == kind)
    }

    /// Checks what a report names: the place must be at this table, and a card is allowed only where the kind
    /// has one.
    fn check_named(&self, report: Report, card: Option<Card>) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        match place {
            Some(Place::Hand(Spot { box_number, hand: 1 })) => {
                possible((1..=self.terms.boxes).contains(&box_number), "no-such-box")?;
            }
            None | Some(Place::Dealer | Place::Board | Place::Rack | Place::Next) => {}
            Some(_) => return Err(Refusal::impossible("no-such-box")),
        }
        let of_the_dealer = place.is_none_or(|place| place == Place::Dealer);
        let on_board = place.is_none_or(|place| place == Place::Board);
        let looks_at = if self.board_lies_down() { on_board } else { of_the_dealer };
        possible(kind != words::DEALER_LOOKED || looks_at, "no-card-face-down")?;
        possible(kind != words::DEALER_CARD_EXPOSED || of_the_dealer, "no-card-face-down")?;
        possible(kind != words::BOARD_CARD_EXPOSED || on_board, "no-card-face-down")?;
        let exposed = kind == words::DRAWN_EXPOSED;
        possible(!exposed || card.is_some(), "impossible-card")?;
        let names_a_card = exposed
            || matches!(
                kind,
                words::DEALER_CARD_EXPOSED
                    | words::DRAWN_TOGETHER
                    | words::PATRON_CARD_SHOWN
                    | words::BOARD_CARD_EXPOSED
                    | words::CARD_FACE_UP
                    | words::FOREIGN_CARD
            );
        possible(card.is_none() || names_a_card, "impossible-card")
    }

    /// Whether that many cards can have left the deck.
    pub(crate) fn check_drawn(&self, cards: u16) -> Result<(), Refusal> {
        let is_dealt_from = self.deck.stage == DeckStage::Ready && self.round.opened;
        possible(is_dealt_from && self.shoe.remaining() >= cards, "no-card-due")
    }

    /// Whether cards of this round lie on the table, or did until every patron had folded.
    pub(crate) fn is_dealt(&self) -> bool {
        self.round.closed && (!self.round.folded.is_empty() || self.layout.cards().any(is_dealt))
    }

    fn lies_there(&self, place: Place, card: Card) -> bool {
        self.layout.at(place).any(|laid| laid.face.card() == Some(card))
    }

    /// The last line of a place that says how chips should have moved, in this round or in the last finished
    /// one.
    pub(crate) fn line_at(&self, report: Report) -> Option<Line> {
        report.line_meant(self.ended.standing().chain(self.lines.standing()))
    }

    /// Records that a person looked under a card. A patron may look at their own cards; cards of others count
    /// as shown to them. If the dealer looks too early, the floor rules.
    pub(crate) fn looked<S: Sink>(
        &mut self,
        by: Option<Patron>,
        place: Place,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if place == Place::Next {
            possible(lies_hidden(&self.layout, place), "no-card-face-down")?;
            look_under(&mut self.layout, place, by, None, out);
            let report = Report { kind: words::DRAWN_EXPOSED, place: Some(place) };
            self.floor_decides(report, G::PLAY.law.ours.stray_exposed.applies(), out);
            return Ok(());
        }
        possible(lies_hidden(&self.layout, place), "no-card-face-down")?;
        let own = matches!(place, Place::Hand(spot) if by.is_some() && self.patron_of(spot.box_number) == by);
        let rule = G::PLAY.law.dealing.examine.when(own);
        look_under(&mut self.layout, place, by, rule, out);
        match place {
            Place::Hand(_) if own => {}
            Place::Hand(_) => self.patron_card_shown(place, false, out),
            Place::Dealer if by.is_some() => self.dealer_card_seen(self.voids_if_seen(), out),
            Place::Dealer if !self.is_undecided() && !Self::dealer_card_may_void() => {
                self.dealer_card_exposed(out);
            }
            Place::Board if self.board_lies_down() && by.is_some() => {
                self.board_card_exposed(out);
            }
            Place::Dealer | Place::Board if self.only_the_dealer_saw(place) && !self.is_undecided() => {
                let report = Report { kind: words::DEALER_LOOKED, place: Some(place) };
                report.remedied(words::STANDS, G::PLAY.law.ours.unforeseen.applies(), out);
            }
            Place::Board if !self.board_lies_down() => {
                let report = Report { kind: words::BOARD_CARD_DOWN, place: Some(place) };
                report.remedied(words::TURNED, G::PLAY.law.ours.board_card.applies(), out);
            }
            _ => {
                let report = Report { kind: words::DEALER_LOOKED, place: Some(place) };
                self.floor_decides(report, G::PLAY.law.ours.unforeseen.applies(), out);
            }
        }
        Ok(())
    }

    /// Whether only the dealer sees a card of that place when looking at it, so that it is not exposed.
    fn only_the_dealer_saw(&self, place: Place) -> bool {
        match place {
            Place::Board => self.board_lies_down(),
            _ => Self::dealer_card_may_void(),
        }
    }

    /// Turns a card that is reported as exposed, if the report names it and it does not lie open. Otherwise
    /// the table only knows that it was seen.
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
