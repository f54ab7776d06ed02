//! The state of the table and of the round.

use super::bank::{Bank, Rotation};
use super::positions::{BOXES, DEALT};
use super::rules;
use super::terms::Terms;
use crate::common::{Boxes, Lines, NextCards, Shown, keeps_its_state};
use engine::{Cites, Due, Layout, Patron, Patrons, Place, Positions, Rule, Spot, WagerNumber, Wagers};
use felt::{Money, Shoe, ThreeDice};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// What must happen to the deck before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum DeckStage {
    Shuffle,
    Cut,
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
    /// Whether the cards were cut after the last shuffle.
    pub(crate) was_cut: bool,
}

impl Deck {
    pub(crate) fn to_shuffle(because: Cites) -> Deck {
        Deck { stage: DeckStage::Shuffle, because, jammed: false, other_jammed: false, was_cut: false }
    }
}

/// How a patron's hand was set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Set {
    #[default]
    Not,
    /// The patron named the low cards.
    Picked(Positions),
    /// By the house way. Its cards would tell others about the hand, so it is only computed when they are
    /// turned.
    HouseWay,
}

/// The patron and the wagers of a place.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BettingBox {
    /// The patron of the place; `None` where no wager lies.
    pub(crate) patron: Option<Patron>,
    pub(crate) main: Option<WagerNumber>,
    pub(crate) fortune: Option<WagerNumber>,
    pub(crate) set: Set,
    /// Whether the two hands were found not to be a setting of the seven cards.
    pub(crate) set_wrongly: bool,
}

/// The facts of one round.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) opened: bool,
    pub(crate) closed: bool,
    /// Whether the holder of the bank is determined.
    pub(crate) bank_settled: bool,
    /// The bank, if a patron has it.
    pub(crate) bank: Option<Bank>,
    /// Boxes that play for their main wager, until that is settled.
    pub(crate) playing: Boxes,
    /// The result of the dice.
    pub(crate) thrown: Option<ThreeDice>,
    /// The position that the first stack goes to.
    pub(crate) start: Option<u8>,
    /// How many cards have been dealt.
    pub(crate) dealt: u8,
    /// Whether all stacks are at their positions.
    pub(crate) delivered: bool,
    /// Whether the remaining cards were counted.
    pub(crate) counted: bool,
    /// Boxes whose patron looked at the cards too early.
    pub(crate) looked: Boxes,
    /// Boxes with a card that the dealer exposed, whose patron has yet to decide.
    pub(crate) exposed: Boxes,
    /// The box that was told that its decision is due.
    pub(crate) asked: Option<u8>,
    /// Whether patrons have their cards.
    pub(crate) setting: bool,
    /// Boxes whose hand is not set.
    pub(crate) unset: Boxes,
    pub(crate) dealer_set: bool,
    /// Boxes whose hands have yet to be exposed.
    pub(crate) unexposed: Boxes,
    /// Whether the dealer has released the next step.
    pub(crate) released: bool,
    /// Boxes that are paid after all hands are exposed.
    pub(crate) winners: Boxes,
    /// Boxes with an envy button.
    pub(crate) buttons: Boxes,
    /// Boxes with four of a kind or better.
    pub(crate) qualifying: Boxes,
    /// Boxes still to be checked for envy bonuses and for a bonus on such a hand, once that has begun.
    pub(crate) bonus: Option<Boxes>,
    pub(crate) ruling_due: bool,
    /// The rule that requires a shuffle after an irregularity of this round.
    pub(crate) reshuffle: Option<Rule>,
    /// Whether everything was returned.
    pub(crate) void: bool,
    /// Whether no wager is left and the round is over.
    pub(crate) over: bool,
}

impl Round {
    const FRESH: Round = Round {
        opened: false,
        closed: false,
        bank_settled: false,
        bank: None,
        playing: Boxes::NONE,
        thrown: None,
        start: None,
        dealt: 0,
        delivered: false,
        counted: false,
        looked: Boxes::NONE,
        exposed: Boxes::NONE,
        asked: None,
        setting: false,
        unset: Boxes::NONE,
        dealer_set: false,
        unexposed: Boxes::NONE,
        released: false,
        winners: Boxes::NONE,
        buttons: Boxes::NONE,
        qualifying: Boxes::NONE,
        bonus: None,
        ruling_due: false,
        reshuffle: None,
        void: false,
        over: false,
    };

    /// Whether the stacks are being dealt.
    pub(crate) fn is_dealing(&self) -> bool {
        self.closed && !self.counted
    }

    /// Whether all cards of the stacks have been dealt.
    pub(crate) fn is_dealt(&self) -> bool {
        self.dealt >= DEALT
    }
}

/// A table of Pai Gow Poker.
#[derive(Clone, Debug)]
pub struct PaiGowTable {
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms>,
    /// A file that may replace this one.
    pub(crate) shown: Option<Shown<Terms>>,
    pub(crate) shoe: Shoe,
    pub(crate) layout: Layout,
    pub(crate) wagers: Wagers,
    pub(crate) lines: Lines,
    /// The lines of the last finished round.
    pub(crate) ended: Lines,
    pub(crate) round_number: u32,
    pub(crate) round: Round,
    pub(crate) boxes: [BettingBox; BOXES as usize],
    pub(crate) deck: Deck,
    /// Cards drawn in error that were not seen: the next cards of the round, which lie on the layout.
    pub(crate) held: NextCards,
    /// The position before which the button lies, if the table has one.
    pub(crate) button: u8,
    /// The rotation of the bank.
    pub(crate) rotation: Rotation,
    pub(crate) opened_before: bool,
    /// Patrons who left during the round.
    pub(crate) left: Patrons,
    pub(crate) due: Due,
}

keeps_its_state!(PaiGowTable:
    resolved terms, shown;
    kept shoe, layout, wagers, lines, ended, round_number, round, boxes, deck, held, button, rotation, opened_before, left, due,
);

impl PaiGowTable {
    pub(crate) fn new(terms: Terms) -> PaiGowTable {
        PaiGowTable {
            shoe: Shoe::new(terms.pack),
            terms: Arc::new(terms),
            shown: None,
            layout: Layout::default(),
            wagers: Wagers::default(),
            lines: Lines::default(),
            ended: Lines::default(),
            round_number: 0,
            round: Round::FRESH,
            boxes: [BettingBox::default(); BOXES as usize],
            deck: Deck::to_shuffle(rules::SHUFFLED_BEFORE_PLAY.applies().into()),
            held: NextCards::default(),
            button: 0,
            rotation: Rotation::default(),
            opened_before: false,
            left: Patrons::NONE,
            due: Due::Shuffle,
        }
    }

    /// Replaces the state with one that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        if self.shoe.pack() != self.terms.pack {
            return Err(D::Error::custom("a deck with other cards than the table's"));
        }
        Ok(())
    }

    /// Clears the round.
    pub(crate) fn clear_round(&mut self) {
        self.boxes = [BettingBox::default(); BOXES as usize];
        self.held.clear(&mut self.layout);
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

    pub(crate) fn patron_of(&self, number: u8) -> Option<Patron> {
        self.betting_box(number).and_then(|b| b.patron)
    }

    /// The boxes that meet the test.
    pub(crate) fn boxes_where(&self, meant: impl Fn(&BettingBox) -> bool) -> Boxes {
        let mut found = Boxes::NONE;
        for (number, betting_box) in (1..).zip(&self.boxes) {
            if meant(betting_box) {
                found.add(number);
            }
        }
        found
    }

    /// The boxes of a patron.
    pub(crate) fn boxes_of(&self, patron: Patron) -> Boxes {
        self.boxes_where(|b| b.patron == Some(patron))
    }

    /// The boxes on which a wager lies.
    pub(crate) fn seated(&self) -> Boxes {
        self.boxes_where(|b| b.patron.is_some())
    }

    /// Whether a wager lies there and is undecided.
    pub(crate) fn is_open(&self, number: Option<WagerNumber>) -> bool {
        number.and_then(|number| self.wagers.get(number)).is_some_and(|wager| wager.on_layout())
    }

    /// The stake of a wager; zero without one.
    pub(crate) fn stake(&self, number: Option<WagerNumber>) -> Money {
        number.and_then(|n| self.wagers.get(n)).map_or(Money::ZERO, |wager| wager.stake)
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match self.due {
            Due::Shuffle => "shuffle",
            Due::Cut => "cut",
            Due::Bets { .. } => "bets",
            Due::RollThree { .. } | Due::Number { .. } => "start",
            Due::Card { .. } => "deal",
            Due::Choice { .. } if !self.round.closed => "bank",
            Due::Choice { .. } => "exposed",
            Due::Choices { .. } => "setting",
            Due::Turn { place: Place::Dealer } => "dealer-hand",
            Due::Turn { .. } => "hands",
            Due::Step(super::words::EXPOSE) => "hands",
            Due::Step(_) => "settlement",
            // No other input is ever due.
            _ => "ruling",
        }
    }
}

/// The place of a box's seven cards, and of the high hand once they are exposed.
pub(crate) fn hand_place(number: u8) -> Place {
    Place::Hand(Spot::first(number))
}

/// The place of the low hand once it is exposed.
pub(crate) fn low_place(number: u8) -> Place {
    Place::Hand(Spot { box_number: number, hand: 2 })
}
