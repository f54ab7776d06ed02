//! The state of the table and of the round.

use super::boxes::{BOXES_MAX, BettingBox, Boxes, Cards};
use super::play::{Poker, Question, Step, Who};
use super::terms::Terms;
use crate::common::{DealQueue, Lines, NextCards, Shown, keeps_its_state};
use crate::poker::{Hand, Ranking};
use engine::{Cites, Due, Face, Layout, Patron, Patrons, Place, Rule, Spot, WagerNumber, Wagers};
use felt::{Card, Money, Shoe};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// What must happen to the deck before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DeckStage {
    /// A supervisor looks through it.
    Inspect,
    /// A shuffle.
    Shuffle,
    /// The cut.
    Cut,
    /// The deck is ready.
    Ready,
}

/// The deck between rounds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Deck {
    pub(crate) stage: DeckStage,
    /// The rules by which it was or will be shuffled.
    pub(crate) because: Cites,
    /// Whether the shuffler jammed, so that this shuffle is by hand.
    pub(crate) jammed: bool,
    /// Whether it jammed with the deck that waits for the next round.
    pub(crate) other_jammed: bool,
    /// How often in a row the shuffler has miscounted.
    pub(crate) miscounts: u8,
    /// Whether the cards were cut after the last shuffle.
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

    /// The deck when the table opens, or after its cards were spread.
    pub(crate) fn before_play<G: Poker>() -> Deck {
        Deck::to_shuffle(G::PLAY.law.deck.before_play.applies().into())
    }
}

/// The community cards.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Board {
    /// All that lie open.
    pub(crate) all: Hand,
    /// Those of the first three that lie open.
    pub(crate) flop: Hand,
    /// How many lie on the layout.
    pub(crate) cards: u8,
    /// How many of them face down.
    pub(crate) down: u8,
    /// How many of those were not read.
    pub(crate) unread: u8,
    /// How many cards were burnt.
    pub(crate) burns: u8,
}

impl Board {
    /// A board without cards.
    pub const EMPTY: Board =
        Board { all: Hand::EMPTY, flop: Hand::EMPTY, cards: 0, down: 0, unread: 0, burns: 0 };

    /// A board of open cards.
    pub fn open(cards: &[Card]) -> Board {
        let mut open = Board::EMPTY;
        cards.iter().for_each(|card| open.add(Face::Up(*card)));
        open
    }

    /// Adds a card.
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

    /// Turns the card at that index.
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
}

/// A grant that waits for the people who look at the hand.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Awaiting {
    pub(crate) amount: Money,
    /// Whether a supervisor has seen it.
    pub(crate) supervised: bool,
}

/// The facts of one round.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) opened: bool,
    pub(crate) closed: bool,
    /// Boxes with the required wagers.
    pub(crate) dealt: Boxes,
    /// Those of them that have neither raised nor folded.
    pub(crate) waiting: Boxes,
    /// Those that stay in the round to its end.
    pub(crate) played: Boxes,
    pub(crate) folded: Boxes,
    /// Boxes whose patron has made a progressive wager, even if a fold forfeited it.
    pub(crate) progressive: Boxes,
    /// The index of the current step of the course.
    pub(crate) at: u8,
    /// Boxes that have answered the question of this step.
    pub(crate) answered: Boxes,
    /// The box that was told that its decision is due.
    pub(crate) asked: Option<u8>,
    pub(crate) board: Board,
    pub(crate) dealer: Cards,
    pub(crate) dealer_hand: Option<Ranking>,
    pub(crate) stub_away: bool,
    /// Whether a dealer's card was seen too early, so that only side wagers are left to settle.
    pub(crate) hands_void: bool,
    pub(crate) released: bool,
    pub(crate) settling: bool,
    /// Boxes that are still to be settled.
    pub(crate) unsettled: Boxes,
    /// The box and the index of the wager that are paid from a meter, once it has answered.
    pub(crate) meter_for: Option<(u8, u8)>,
    /// The meter's grant for it, while others have to look at the hand.
    pub(crate) granted: Option<Awaiting>,
    pub(crate) ruling_due: bool,
    /// The rule that requires a shuffle after an irregularity of this round.
    pub(crate) reshuffle: Option<Rule>,
    /// Whether everything was returned and the round is over.
    pub(crate) void: bool,
}

impl Round {
    const FRESH: Round = Round {
        opened: false,
        closed: false,
        dealt: Boxes::NONE,
        waiting: Boxes::NONE,
        played: Boxes::NONE,
        folded: Boxes::NONE,
        progressive: Boxes::NONE,
        at: 0,
        answered: Boxes::NONE,
        asked: None,
        board: Board::EMPTY,
        dealer: Cards::NONE,
        dealer_hand: None,
        stub_away: false,
        hands_void: false,
        released: false,
        settling: false,
        unsettled: Boxes::NONE,
        meter_for: None,
        granted: None,
        ruling_due: false,
        reshuffle: None,
        void: false,
    };
}

/// A table of a poker game.
#[derive(Clone, Debug)]
pub struct PokerTable<G: Poker> {
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms<G>>,
    /// A file that may replace this one.
    pub(crate) shown: Option<Shown<Terms<G>>>,
    pub(crate) shoe: Shoe,
    pub(crate) layout: Layout,
    pub(crate) wagers: Wagers,
    pub(crate) lines: Lines,
    /// The lines of the last finished round.
    pub(crate) ended: Lines,
    pub(crate) round_number: u32,
    pub(crate) round: Round,
    pub(crate) boxes: [BettingBox; BOXES_MAX],
    pub(crate) queue: DealQueue,
    pub(crate) deck: Deck,
    /// Cards drawn in error that were not seen: the next cards of the round, which lie on the layout.
    pub(crate) held: NextCards,
    pub(crate) opened_before: bool,
    /// Patrons who left during the round.
    pub(crate) left: Patrons,
    pub(crate) due: Due,
}

keeps_its_state!(PokerTable<G: Poker>:
    resolved terms, shown;
    kept shoe, layout, wagers, lines, ended, round_number, round, boxes, queue, deck, held, opened_before, left, due,
);

impl<G: Poker> PokerTable<G> {
    /// Replaces the state with one that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        if self.shoe.pack() != self.terms.pack {
            return Err(D::Error::custom("a deck with other cards than the table's"));
        }
        Ok(())
    }

    pub(crate) fn new(terms: Terms<G>) -> Self {
        PokerTable {
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
            deck: Deck::before_play::<G>(),
            held: NextCards::default(),
            opened_before: false,
            left: Patrons::NONE,
            due: Due::Shuffle,
        }
    }

    /// Clears the round. Only boxes in play are cleared: this runs a million times a second.
    pub(crate) fn clear_round(&mut self) {
        for betting_box in &mut self.boxes {
            if betting_box.patron.is_some() {
                *betting_box = BettingBox::default();
            }
        }
        self.queue.clear();
        self.held.clear(&mut self.layout);
        self.round = Round::FRESH;
        self.layout.clear();
        self.wagers.retire();
        std::mem::swap(&mut self.ended, &mut self.lines);
        self.lines.clear();
        self.left = Patrons::NONE;
    }

    /// The boxes of this layout.
    #[inline]
    pub(crate) fn boxes_in_use(&self) -> &[BettingBox] {
        &self.boxes[..usize::from(self.terms.boxes).min(BOXES_MAX)]
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
        for (number, betting_box) in (1..).zip(self.boxes_in_use()) {
            if betting_box.patron.is_some() {
                seated.add(number);
            }
        }
        seated
    }

    pub(crate) fn patron_of(&self, number: u8) -> Option<Patron> {
        self.betting_box(number).and_then(|b| b.patron)
    }

    /// The stake of a wager; zero without one.
    pub(crate) fn stake(&self, number: Option<WagerNumber>) -> Money {
        number.and_then(|n| self.wagers.get(n)).map_or(Money::ZERO, |wager| wager.stake)
    }

    /// The steps of a round at this table.
    #[inline]
    pub(crate) fn steps(&self) -> &'static [Step] {
        if self.terms.from_shoe {
            const { G::PLAY.from_shoe.steps }
        } else {
            const { G::PLAY.from_hand.steps }
        }
    }

    /// Whether community cards lie face down at this table until their time.
    #[inline]
    pub(crate) fn board_lies_down(&self) -> bool {
        if self.terms.from_shoe {
            const { G::PLAY.board_lies_down(true) }
        } else {
            const { G::PLAY.board_lies_down(false) }
        }
    }

    /// The current step of the round.
    #[inline]
    pub(crate) fn step_now(&self) -> Option<&'static Step> {
        self.steps().get(usize::from(self.round.at))
    }

    /// The question that is open now.
    pub(crate) fn question(&self) -> Option<&'static Question> {
        match self.step_now()? {
            Step::Ask(question) => Some(question),
            _ => None,
        }
    }

    /// The boxes that a question is put to and that have not answered it.
    pub(crate) fn asked_by(&self, question: &Question) -> Boxes {
        if self.round.hands_void {
            return Boxes::NONE;
        }
        match question.of {
            Who::Undecided => self.round.waiting,
            Who::StillIn => self.round.played,
        }
    }

    /// Whether a decision is still open in this round.
    pub(crate) fn is_undecided(&self) -> bool {
        let to_come = self.steps().iter().skip(usize::from(self.round.at));
        to_come.enumerate().any(|(n, step)| match step {
            // Patrons who have not raised yet may be asked later.
            Step::Ask(question) => {
                let answered = if n == 0 { self.round.answered } else { Boxes::NONE };
                !self.asked_by(question).or(self.round.waiting).without(answered).is_empty()
            }
            _ => false,
        })
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match self.due {
            Due::Shuffle => "shuffle",
            Due::Cut => "cut",
            Due::Bets { .. } => "bets",
            // Cards of the first deal that go to the rack, and a card that is turned before the first
            // question.
            Due::Card { to: Place::Rack, .. } if self.queue.front().is_some() => "deal",
            Due::Turn { place: Place::Dealer } if self.open_card_lies_down().is_some() => "deal",
            Due::Card { to: Place::Rack, .. } => "burn",
            Due::Card { to: Place::Board, .. } | Due::Turn { place: Place::Board } => "board",
            Due::Card { .. } => "deal",
            Due::Choice { .. } => self.question().map_or("ruling", |question| question.phase),
            Due::Turn { place: Place::Dealer } => "dealer-hand",
            Due::Turn { .. } => "hands",
            Due::Step(_) => "settlement",
            Due::Meter { .. } => "meter",
            Due::Approval { .. } => "approval",
            // No other input is ever due at a table without dice and wheel.
            _ => "ruling",
        }
    }
}

/// The place of a box's cards.
pub(crate) fn hand_place(number: u8) -> Place {
    Place::Hand(Spot::first(number))
}
