//! What comes next. This is the only place that moves a round forward.

use super::rules;
use super::state::{DeckStage, Holdem, Street, hand_place};
use super::words;
use crate::common::tell;
use engine::{Approver, Due, Place, Rank, Sink, Spot, What};

/// What the facts call for.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Somebody or something outside must answer.
    Await(Due),
    /// It happens by itself.
    Do(Act),
}

/// What happens by itself.
#[derive(Clone, Copy, Debug)]
enum Act {
    OpenRound,
    DeckRanOut,
    Ask(u8),
    DefaultFor(u8),
    /// Cards face down that a device has read are turned.
    Turn(Place),
    PutStubAway,
    AnnounceDealer,
    BeginSettlement,
    SettleHand(u8),
    EndRound,
}

impl Holdem {
    /// Does everything that happens by itself, and says what is due then.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        // A round has far fewer automatic steps; the bound turns an error of ours into a call for the floor.
        for _ in 0..200 {
            match self.next() {
                Next::Await(due) => {
                    self.due = due;
                    return;
                }
                Next::Do(act) => self.perform(act, out),
            }
        }
        self.round.ruling_due = true;
        self.due = Due::Ruling { rank: Rank::Floor };
    }

    // Inlined, so that what is due is written where it stays: handing it over takes a fifth of a round.
    #[inline(always)]
    fn next(&self) -> Next {
        let round = &self.round;
        if round.void {
            return Next::Do(Act::EndRound);
        }
        if round.ruling_due {
            return Next::Await(Due::Ruling { rank: Rank::Floor });
        }
        match self.deck.stage {
            DeckStage::Inspect => {
                return Next::Await(Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None });
            }
            DeckStage::Shuffle => return Next::Await(Due::Shuffle),
            DeckStage::Cut => return Next::Await(Due::Cut),
            DeckStage::Ready => {}
        }
        if !round.opened {
            return Next::Do(Act::OpenRound);
        }
        if !round.closed {
            return Next::Await(Due::Bets { closes: words::NO_MORE_BETS });
        }
        if let Some(deal) = self.queue.front() {
            return self.card_due(deal, false);
        }
        if round.board.down > 0 {
            return self.turn_due(Place::Board, round.board.down > round.board.unread);
        }
        self.next_on_street().unwrap_or_else(|| self.next_at_end())
    }

    /// The decisions of a street, and the community cards that follow them.
    #[inline(always)]
    fn next_on_street(&self) -> Option<Next> {
        let round = &self.round;
        let street = round.board.street();
        if street == Street::AtLast && !round.stub_away {
            return Some(Next::Do(Act::PutStubAway));
        }
        if let Some(number) = self.to_ask(street).leftmost() {
            return Some(self.choice_due(number));
        }
        let burns = match street {
            Street::BeforeFlop => 1,
            Street::AfterFlop => 2,
            Street::AtLast => return None,
        };
        Some(match round.board.burns < burns {
            true => self.card_due(Place::Rack, false),
            false => self.card_due(Place::Board, true),
        })
    }

    /// The dealer's hand and the settlement.
    #[inline(always)]
    fn next_at_end(&self) -> Next {
        let round = &self.round;
        if !round.hands_void && round.dealer.down > 0 {
            return self.turn_due(Place::Dealer, round.dealer.can_be_turned_unasked());
        }
        if !round.hands_void && round.dealer_hand.is_none() {
            return Next::Do(Act::AnnounceDealer);
        }
        if !round.settling {
            return match self.hands_to_settle().is_empty() {
                true => Next::Do(Act::EndRound),
                false if self.terms.by_dealer && !round.released => Next::Await(Due::Step(words::SETTLE)),
                false => Next::Do(Act::BeginSettlement),
            };
        }
        let Some(number) = self.next_to_settle() else { return Next::Do(Act::EndRound) };
        if let Some(due) = self.meter_due() {
            return Next::Await(due);
        }
        match self.betting_box(number) {
            Some(b) if b.cards.down > 0 => self.turn_due(hand_place(number), b.cards.can_be_turned_unasked()),
            _ => Next::Do(Act::SettleHand(number)),
        }
    }

    fn perform<S: Sink>(&mut self, act: Act, out: &mut S) {
        match act {
            Act::OpenRound => self.open_round(out),
            Act::DeckRanOut => self.deck_ran_out(out),
            Act::Ask(number) => self.ask(number, out),
            Act::DefaultFor(number) => self.take_default(number, out),
            Act::Turn(place) => self.turn_read_cards(place, out),
            Act::PutStubAway => self.put_stub_away(out),
            Act::AnnounceDealer => self.announce_dealer(out),
            Act::BeginSettlement => self.begin_settlement(out),
            Act::SettleHand(number) => self.settle_hand(number, out),
            Act::EndRound => self.end_round(out),
        }
    }

    /// A card is due, unless there is none.
    fn card_due(&self, to: Place, up: bool) -> Next {
        if self.held.is_empty() && self.shoe.remaining() == 0 {
            return Next::Do(Act::DeckRanOut);
        }
        Next::Await(Due::Card { to, up })
    }

    /// Cards lie face down that must be turned: what a device has read turns by itself.
    fn turn_due(&self, place: Place, some_read: bool) -> Next {
        if some_read { Next::Do(Act::Turn(place)) } else { Next::Await(Due::Turn { place }) }
    }

    /// A decision is due, unless its patron has left: then silence decides.
    fn choice_due(&self, number: u8) -> Next {
        match self.patron_of(number) {
            Some(patron) if !self.left.has(patron) => match self.round.asked == Some(number) {
                true => Next::Await(Due::Choice { patron, spot: Spot::first(number) }),
                false => Next::Do(Act::Ask(number)),
            },
            _ => Next::Do(Act::DefaultFor(number)),
        }
    }

    fn ask<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.round.asked = Some(number);
        let Some(patron) = self.patron_of(number) else { return };
        let rule = match self.round.board.street() {
            Street::BeforeFlop => rules::ASK_BEFORE_FLOP.applies(),
            Street::AfterFlop => rules::ASK_AFTER_FLOP.applies(),
            Street::AtLast => rules::ASK_AT_LAST.applies(),
        };
        tell(out, What::Asked { patron, spot: Spot::first(number) }, rule);
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.round.opened = true;
        self.round_number += 1;
        let rule = rules::DEAL_AFTER_CUT.when(self.deck.was_cut);
        tell(out, What::RoundOpened { round: self.round_number }, rule);
    }

    /// The community cards lie there: nobody needs the rest of the deck.
    fn put_stub_away<S: Sink>(&mut self, out: &mut S) {
        self.round.stub_away = true;
        let from_shoe = self.terms.from_shoe;
        let cites = engine::Cites::from(rules::STUB.applies())
            .and(rules::STUB_FROM_HAND.when(!from_shoe))
            .and(rules::STUB_FROM_SHOE.when(from_shoe));
        self.collect_stub(cites, out);
    }
}
