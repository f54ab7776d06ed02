//! Decides what comes next. This is the only place that moves a round forward.

use super::boxes::Boxes;
use super::law::Clause;
use super::play::{Poker, Step};
use super::state::{DeckStage, PokerTable, hand_place};
use super::words;
use crate::common::{self, tell};
use engine::{Approver, Cites, Due, Place, Rank, Sink, Spot, What};

type Next = common::Next<Act>;

/// An automatic step.
#[derive(Clone, Copy, Debug)]
enum Act {
    OpenRound,
    DeckRanOut,
    Ask(u8),
    DefaultFor(u8),
    /// Cards face down that a device has read are turned.
    Turn(Place),
    /// The next community card, which a device has read, is turned.
    TurnBoard,
    PutStubAway,
    /// The table collects the wagers that folds have forfeited.
    Collect(Clause),
    AnnounceDealer,
    /// The facts fulfil the step, so the table moves to the next one.
    StepDone,
    BeginSettlement,
    /// The hand needs an approval before it is settled.
    AskApproval(u8),
    SettleHand(u8),
    PayEnvy,
    EndRound,
}

impl<G: Poker> PokerTable<G> {
    /// Performs all automatic steps, then says what is due.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        // A round has far fewer automatic steps. The bound turns a bug of ours into a call for the floor.
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

    // Inlined so that the result is written in place: copying it takes a fifth of the time of a round.
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
            let open = deal == Place::Dealer && self.open_card() == Some(round.dealer.dealt);
            return self.card_due(deal, open);
        }
        if let Some((_, laid)) = self.open_card_lies_down() {
            return self.turn_due(Place::Dealer, laid.face.card().is_some());
        }
        if !self.board_lies_down() && round.board.down > 0 {
            return self.turn_due(Place::Board, round.board.down > round.board.unread);
        }
        match self.step_now() {
            Some(step) => self.next_of_step(step),
            None => self.next_of_settlement(),
        }
    }

    /// What a step requires next; the next step if the facts fulfil it.
    #[inline(always)]
    fn next_of_step(&self, step: &Step) -> Next {
        let round = &self.round;
        match *step {
            Step::Ask(question) => match self.asked_by(question).without(round.answered).leftmost() {
                Some(number) => self.choice_due(number),
                None => Next::Do(Act::StepDone),
            },
            Step::Burn(_) if self.needs_board() => self.card_due(Place::Rack, false),
            Step::Board(cards, _) if round.board.cards < cards && self.needs_board() => {
                self.card_due(Place::Board, true)
            }
            Step::CardFor(wager, _) if round.board.cards == 0 && self.terms.wagers[wager].is_some() => {
                self.card_due(Place::Board, true)
            }
            Step::TurnBoard(card, _) if !self.board_card_lies_open(card) => {
                match self.next_board_card_is_read() {
                    true => Next::Do(Act::TurnBoard),
                    false => Next::Await(Due::Turn { place: Place::Board }),
                }
            }
            Step::StubAway => Next::Do(Act::PutStubAway),
            Step::Collect(by) => Next::Do(Act::Collect(by)),
            Step::DealerTurns(_) if !round.hands_void => match round.dealer.down > 0 {
                true => self.turn_due(Place::Dealer, round.dealer.can_be_turned_unasked()),
                false => Next::Do(Act::AnnounceDealer),
            },
            _ => Next::Do(Act::StepDone),
        }
    }

    /// Whether more community cards are dealt: while hands are played, when every patron has folded, and for
    /// side wagers when the hands are void.
    #[inline]
    fn needs_board(&self) -> bool {
        !self.round.hands_void || self.has_side_wager(|wager| wager.needs_board)
    }

    /// The next act of the settlement, hand by hand.
    #[inline(always)]
    fn next_of_settlement(&self) -> Next {
        let round = &self.round;
        if !round.settling {
            return match self.hands_to_settle().is_empty() {
                true => Next::Do(Act::EndRound),
                false if self.terms.by_dealer && !round.released => Next::Await(Due::Step(words::SETTLE)),
                false => Next::Do(Act::BeginSettlement),
            };
        }
        let Some(number) = self.next_to_settle() else {
            let envy = const { G::PLAY.envy_comes_last() } && self.owes_envy();
            return Next::Do(if envy { Act::PayEnvy } else { Act::EndRound });
        };
        if let Some(due) = self.meter_due() {
            return Next::Await(due);
        }
        match self.betting_box(number) {
            Some(b) if b.cards.down > 0 && !self.went_with_fold(number) => {
                self.turn_due(hand_place(number), b.cards.can_be_turned_unasked())
            }
            _ if self.lacks_approval(number) => Next::Do(Act::AskApproval(number)),
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
            Act::TurnBoard => self.turn_board(out),
            Act::PutStubAway => self.put_stub_away(out),
            Act::Collect(by) => self.collect_forfeits(by, out),
            Act::AnnounceDealer => self.announce_dealer(out),
            Act::StepDone => self.step_done(),
            Act::BeginSettlement => self.begin_settlement(out),
            Act::AskApproval(number) => self.ask_approval(number),
            Act::SettleHand(number) => self.settle_hand(number, out),
            Act::PayEnvy => self.pay_envy_at_last(out),
            Act::EndRound => self.end_round(out),
        }
    }

    /// A card is due, unless the deck is empty.
    fn card_due(&self, to: Place, up: bool) -> Next {
        if self.held.is_empty() && self.shoe.remaining() == 0 {
            return Next::Do(Act::DeckRanOut);
        }
        Next::Await(Due::Card { to, up })
    }

    /// Cards that lie face down must be turned. Those that a device has read turn automatically.
    fn turn_due(&self, place: Place, some_read: bool) -> Next {
        if some_read { Next::Do(Act::Turn(place)) } else { Next::Await(Due::Turn { place }) }
    }

    /// A decision is due, unless its patron has left: then the default for silence applies.
    fn choice_due(&self, number: u8) -> Next {
        match self.patron_of(number) {
            Some(patron) if !self.left.has(patron) => match self.round.asked == Some(number) {
                true => Next::Await(Due::Choice { patron, spot: Spot::first(number) }),
                false => Next::Do(Act::Ask(number)),
            },
            _ => Next::Do(Act::DefaultFor(number)),
        }
    }

    /// Moves to the next step, of which no question has been put yet.
    pub(crate) fn step_done(&mut self) {
        self.round.at += 1;
        self.round.answered = Boxes::NONE;
    }

    fn ask<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.round.asked = Some(number);
        let Some(patron) = self.patron_of(number) else { return };
        let Some(question) = self.question() else { return };
        let withdrawn = self.betting_box(number).is_some_and(|b| self.lacks_required(b));
        let cites = Cites::from(question.asked.applies()).and(question.asked_too.when(withdrawn));
        tell(out, What::Asked { patron, spot: Spot::first(number) }, cites);
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.round.opened = true;
        self.round_number += 1;
        let rule = G::PLAY.law.deck.deal_after_cut.when(self.deck.was_cut);
        tell(out, What::RoundOpened { round: self.round_number }, rule);
    }

    /// Puts the unneeded rest of the deck away.
    fn put_stub_away<S: Sink>(&mut self, out: &mut S) {
        self.step_done();
        self.round.stub_away = true;
        let from_shoe = self.terms.from_shoe;
        let law = &G::PLAY.law.dealing;
        let cites = Cites::from(law.stub.applies())
            .and(law.stub_from_hand.when(!from_shoe))
            .and(law.stub_from_shoe.when(from_shoe));
        self.collect_stub(cites, out);
    }
}
