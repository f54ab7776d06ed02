//! What lies on the table and what is remembered of the round.

use super::boxes::{BOXES_MAX, BettingBox, Boxes, TwoCards};
use super::rules;
use super::terms::Terms;
use crate::common::{DealQueue, Held, Lines, Shown, keeps_its_state};
use crate::poker::{Hand, Ranking};
use engine::{Cites, Due, Face, Layout, Patron, Patrons, Place, Rule, Spot, WagerNumber, Wagers};
use felt::{Card, Money, Shoe};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// What the deck needs before anything can be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DeckStage {
    /// A supervisor's look.
    Inspect,
    /// A shuffle.
    Shuffle,
    /// The cut.
    Cut,
    /// Nothing.
    Ready,
}

/// The deck between rounds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Deck {
    pub(crate) stage: DeckStage,
    /// By which rules it was or will be shuffled.
    pub(crate) because: Cites,
    /// The shuffler jammed, so this shuffle is by hand.
    pub(crate) jammed: bool,
    /// It jammed over the deck that waits for the next round.
    pub(crate) other_jammed: bool,
    /// How often in a row the shuffler has counted wrong.
    pub(crate) miscounts: u8,
    /// The cards were cut after the last shuffle.
    pub(crate) was_cut: bool,
}

impl Deck {
    pub(crate) fn to_shuffle(because: Cites) -> Deck {
        Deck {
            stage: DeckStage::Shuffle,
            because,
            jammed: false,
            other_jammed: false,
            miscounts: 0,
            was_cut: false,
        }
    }

    /// The table opens, or its cards were spread.
    pub(crate) fn before_play() -> Deck {
        Deck::to_shuffle(rules::SHUFFLE_BEFORE_PLAY.applies().into())
    }
}

/// The three moments at which patrons decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Street {
    BeforeFlop,
    AfterFlop,
    AtLast,
}

/// The community cards.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Board {
    /// All of them, as far as they are known.
    pub(crate) all: Hand,
    /// The first three.
    pub(crate) flop: Hand,
    /// How many lie there.
    pub(crate) cards: u8,
    /// How many of them face down.
    pub(crate) down: u8,
    /// How many of those nobody has read.
    pub(crate) unread: u8,
    /// How many cards were burnt.
    pub(crate) burns: u8,
}

impl Board {
    const EMPTY: Board =
        Board { all: Hand::EMPTY, flop: Hand::EMPTY, cards: 0, down: 0, unread: 0, burns: 0 };

    /// A card comes.
    pub(crate) fn add(&mut self, face: Face) {
        let index = usize::from(self.cards);
        self.cards += 1;
        match face {
            Face::Up(card) => self.know(index, card),
            Face::Down(_) => self.down += 1,
            Face::Unread => {
                self.down += 1;
                self.unread += 1;
            }
        }
    }

    /// The card of that place was turned.
    pub(crate) fn turn(&mut self, index: usize, card: Card, was_unread: bool) {
        self.down = self.down.saturating_sub(1);
        self.unread = self.unread.saturating_sub(u8::from(was_unread));
        self.know(index, card);
    }

    fn know(&mut self, index: usize, card: Card) {
        self.all.add(card);
        if index < 3 {
            self.flop.add(card);
        }
    }

    pub(crate) fn street(&self) -> Street {
        match self.cards {
            0..=2 => Street::BeforeFlop,
            3 | 4 => Street::AfterFlop,
            _ => Street::AtLast,
        }
    }
}

/// The facts of one round.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) opened: bool,
    pub(crate) closed: bool,
    /// Boxes with ante and blind.
    pub(crate) dealt: Boxes,
    /// Those of them that have neither played nor folded.
    pub(crate) waiting: Boxes,
    pub(crate) checked_before_flop: Boxes,
    pub(crate) checked_after_flop: Boxes,
    pub(crate) played: Boxes,
    pub(crate) folded: Boxes,
    /// Boxes whose patron has made a progressive wager, also where a fold forfeited it.
    pub(crate) progressive: Boxes,
    /// The box that was told that it is asked.
    pub(crate) asked: Option<u8>,
    pub(crate) board: Board,
    pub(crate) dealer: TwoCards,
    pub(crate) dealer_hand: Option<Ranking>,
    pub(crate) stub_away: bool,
    /// A dealer's card was seen too early: only side wagers are left to settle.
    pub(crate) hands_void: bool,
    pub(crate) released: bool,
    pub(crate) settling: bool,
    /// Boxes that are still to be settled.
    pub(crate) unsettled: Boxes,
    /// The box whose patron is paid from the meter, once that has answered.
    pub(crate) meter_for: Option<u8>,
    pub(crate) ruling_due: bool,
    /// What went wrong asks for the shuffle when it is over.
    pub(crate) reshuffle: Option<Rule>,
    /// Everything has gone back: the round is over.
    pub(crate) void: bool,
}

impl Round {
    const FRESH: Round = Round {
        opened: false,
        closed: false,
        dealt: Boxes::NONE,
        waiting: Boxes::NONE,
        checked_before_flop: Boxes::NONE,
        checked_after_flop: Boxes::NONE,
        played: Boxes::NONE,
        folded: Boxes::NONE,
        progressive: Boxes::NONE,
        asked: None,
        board: Board::EMPTY,
        dealer: TwoCards { known: [None; 2], dealt: 0, down: 0, unread: 0 },
        dealer_hand: None,
        stub_away: false,
        hands_void: false,
        released: false,
        settling: false,
        unsettled: Boxes::NONE,
        meter_for: None,
        ruling_due: false,
        reshuffle: None,
        void: false,
    };
}

/// A table of Ultimate Texas Hold 'Em.
#[derive(Clone, Debug)]
pub struct Holdem {
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms>,
    /// A file that may take the place of this one.
    pub(crate) shown: Option<Shown<Terms>>,
    pub(crate) shoe: Shoe,
    pub(crate) layout: Layout,
    pub(crate) wagers: Wagers,
    pub(crate) lines: Lines,
    /// The lines of the last round that ended.
    pub(crate) ended: Lines,
    pub(crate) round_number: u32,
    pub(crate) round: Round,
    pub(crate) boxes: [BettingBox; BOXES_MAX],
    pub(crate) queue: DealQueue,
    pub(crate) deck: Deck,
    /// Cards drawn in error that nobody saw: the next cards of the round.
    pub(crate) held: Held,
    pub(crate) opened_before: bool,
    /// Patrons who left in the midst of the round.
    pub(crate) left: Patrons,
    pub(crate) due: Due,
}

keeps_its_state!(Holdem:
    resolved terms, shown;
    kept shoe, layout, wagers, lines, ended, round_number, round, boxes, queue, deck, held, opened_before, left, due,
);

impl Holdem {
    /// Goes on from a state that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        if self.shoe.pack() != self.terms.pack {
            return Err(D::Error::custom("a deck with other cards than the table's"));
        }
        Ok(())
    }

    pub(crate) fn new(terms: Terms) -> Holdem {
        Holdem {
            shoe: Shoe::new(terms.pack),
            terms: Arc::new(terms),
            shown: None,
            layout: Layout::default(),
            wagers: Wagers::default(),
            lines: Lines::default(),
            ended: Lines::default(),
            round_number: 0,
            round: Round::FRESH,
            boxes: [BettingBox::default(); BOXES_MAX],
            queue: DealQueue::default(),
            deck: Deck::before_play(),
            held: Held::default(),
            opened_before: false,
            left: Patrons::NONE,
            due: Due::Shuffle,
        }
    }

    /// Forgets the round. Only boxes in play are wiped: this runs a million times a second.
    pub(crate) fn clear_round(&mut self) {
        for betting_box in &mut self.boxes {
            if betting_box.patron.is_some() {
                *betting_box = BettingBox::default();
            }
        }
        self.queue.clear();
        self.held.clear();
        self.round = Round::FRESH;
        self.layout.clear();
        self.wagers.retire();
        std::mem::swap(&mut self.ended, &mut self.lines);
        self.lines.clear();
        self.left = Patrons::NONE;
    }

    pub(crate) fn betting_box(&self, number: u8) -> Option<&BettingBox> {
        self.boxes.get(usize::from(number).checked_sub(1)?)
    }

    pub(crate) fn box_mut(&mut self, number: u8) -> Option<&mut BettingBox> {
        self.boxes.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// The boxes on which a wager lies.
    pub(crate) fn seated(&self) -> Boxes {
        let mut seated = Boxes::NONE;
        for (number, betting_box) in (1..).zip(&self.boxes) {
            if betting_box.patron.is_some() {
                seated.add(number);
            }
        }
        seated
    }

    pub(crate) fn patron_of(&self, number: u8) -> Option<Patron> {
        self.betting_box(number).and_then(|b| b.patron)
    }

    /// The stake of a wager, nothing where there is none.
    pub(crate) fn stake(&self, number: Option<WagerNumber>) -> Money {
        number.and_then(|n| self.wagers.get(n)).map_or(Money::ZERO, |wager| wager.stake)
    }

    /// The boxes that are still to be asked on this street.
    pub(crate) fn to_ask(&self, street: Street) -> Boxes {
        let round = &self.round;
        match street {
            Street::BeforeFlop => round.waiting.without(round.checked_before_flop),
            Street::AfterFlop => round.waiting.without(round.checked_after_flop),
            Street::AtLast => round.waiting,
        }
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match self.due {
            Due::Shuffle => "shuffle",
            Due::Cut => "cut",
            Due::Bets { .. } => "bets",
            Due::Card { to: Place::Rack, .. } => "burn",
            Due::Card { to: Place::Board, .. } | Due::Turn { place: Place::Board } => "board",
            Due::Card { .. } => "deal",
            Due::Choice { .. } => match self.round.board.street() {
                Street::BeforeFlop => "before-flop",
                Street::AfterFlop => "after-flop",
                Street::AtLast => "at-last",
            },
            Due::Turn { place: Place::Dealer } => "dealer-hand",
            Due::Turn { .. } => "hands",
            Due::Step(_) => "settlement",
            Due::Meter { .. } => "meter",
            Due::Approval { .. } => "approval",
            // Nothing else is ever due at a table with neither dice nor wheel.
            _ => "ruling",
        }
    }
}

/// The place of a box's cards.
pub(crate) fn hand_place(number: u8) -> Place {
    Place::Hand(Spot::first(number))
}
