//! The state of the table and of the round.

use super::bettors::Following;
use super::dealing_error::DealingError;
use super::hand::{BettingBox, Hand, Tally, Want};
use super::law::Law;
use super::nos::No;
use super::side_bet_look::SideBetOrder;
use super::terms::Terms;
use super::words;
use crate::common::{DealQueue, Lines, NextCards, Shown, keeps_its_state};
use engine::{
    ChoiceId, Cites, Due, Layout, MeterId, Patron, Patrons, Place, Spot, Vocabulary, WagerNumber, Wagers,
};
use felt::{Card, Money, Shoe};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::VecDeque;
use std::sync::Arc;

/// The most boxes a layout has.
pub(crate) const BOXES_MAX: usize = 7;

/// What must happen to the shoe before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ShoeStage {
    /// A shuffle.
    Shuffle(ToShuffle),
    /// The cut.
    Cut,
    /// The shoe is ready.
    Ready,
}

impl ShoeStage {
    /// All cards are to be shuffled, by these rules.
    pub(crate) fn shuffle(because: impl Into<Cites>) -> ShoeStage {
        ShoeStage::Shuffle(ToShuffle { discards_only: false, because: because.into() })
    }
}

/// Which cards are shuffled, and by which rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ToShuffle {
    /// Whether the shoe ran out during a round, so that the cards on the layout stay.
    pub(crate) discards_only: bool,
    pub(crate) because: Cites,
}

/// Why a card is burnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Burn {
    /// A new batch of cards.
    NewBatch,
    /// A new dealer.
    NewDealer,
    /// A round dealt from the hand.
    Round,
    /// The reshuffled discards.
    RanOut,
}

/// A card that was drawn in error and shown.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Exposed {
    pub(crate) draw: u32,
    pub(crate) card: Card,
}

/// A card that a hand waits for.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Wanted {
    pub(crate) spot: Spot,
    pub(crate) why: Want,
    /// Whether the hand would get the exposed card, and its patron has not said whether they take it.
    pub(crate) to_accept: bool,
}

/// A choice that waits until hidden cards are turned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Claim {
    pub(crate) patron: Patron,
    pub(crate) spot: Spot,
    pub(crate) choice: ChoiceId,
    pub(crate) amount: Option<Money>,
}

/// What a patron must decide about a card that did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Missing {
    /// The second card of the first deal.
    Second,
    /// A card the patron asked for.
    Asked(Want),
}

/// What staff must acknowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Notice {
    HoleExposed,
    BlackjackMissed,
}

/// The dealer's hand of the last round, and whether an extra card can still be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LastHand {
    /// There was none, or the dealer did not stand on it.
    Open,
    /// The dealer had to stand on it.
    Stood,
    /// Like `Stood`, but all cards have been shuffled since.
    Shuffled,
}

impl LastHand {
    /// Notes that all cards are shuffled, those of the hand included.
    pub(crate) fn shuffle(&mut self) {
        if *self == LastHand::Stood {
            *self = LastHand::Shuffled;
        }
    }
}

/// The facts of one round.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) opened: bool,
    /// Whether a bet was made, even if it was taken back.
    pub(crate) begun: bool,
    pub(crate) closed: bool,
    /// The dealer's cards as far as they lie open.
    pub(crate) dealer: Tally,
    pub(crate) up_card: Option<Card>,
    pub(crate) dealer_cards: u8,
    pub(crate) hole_turned: bool,
    pub(crate) insurance_closed: bool,
    pub(crate) insurance_settled: bool,
    pub(crate) peeked: Option<bool>,
    pub(crate) house_money_closed: bool,
    pub(crate) house_money_settled: bool,
    pub(crate) naturals_paid: bool,
    pub(crate) bust_bonus_closed: bool,
    pub(crate) surrender_closed: bool,
    /// The meter's grant for the side bet that is settled next.
    pub(crate) granted: Option<(MeterId, Money)>,
    /// A split or a double that others may follow.
    pub(crate) following: Option<Following>,
    /// The place of a card that a patron is squeezing: it does not count until it is turned.
    pub(crate) squeezed: Option<Place>,
    /// A double that may be taken back, and the patrons who may do so.
    pub(crate) rescuing: Option<(Spot, Patrons)>,
    /// A dealing error that is not resolved yet.
    pub(crate) error: Option<DealingError>,
    /// The number of lines when the last card was laid.
    pub(crate) lines_at_card: u16,
    /// The hand in play, and the patron who was asked about it.
    pub(crate) asked: Option<(Spot, Patron)>,
    pub(crate) wanted: Option<Wanted>,
    pub(crate) missing: Option<(Spot, Missing)>,
    pub(crate) claim: Option<Claim>,
    /// Whether some hand must show cards before play continues.
    pub(crate) turning: bool,
    pub(crate) barred: Patrons,
    pub(crate) notice: Option<Notice>,
    pub(crate) blackjack_missed: bool,
    pub(crate) ruling_due: bool,
    pub(crate) released: bool,
    pub(crate) drawing_over: bool,
    pub(crate) settled: bool,
    pub(crate) void: bool,
}

impl Round {
    const FRESH: Round = Round {
        opened: false,
        begun: false,
        closed: false,
        dealer: Tally::EMPTY,
        up_card: None,
        dealer_cards: 0,
        hole_turned: false,
        insurance_closed: false,
        insurance_settled: false,
        peeked: None,
        house_money_closed: false,
        house_money_settled: false,
        naturals_paid: false,
        bust_bonus_closed: false,
        surrender_closed: false,
        granted: None,
        following: None,
        squeezed: None,
        rescuing: None,
        error: None,
        lines_at_card: 0,
        asked: None,
        wanted: None,
        missing: None,
        claim: None,
        turning: false,
        barred: Patrons::NONE,
        notice: None,
        blackjack_missed: false,
        ruling_due: false,
        released: false,
        drawing_over: false,
        settled: false,
        void: false,
    };
}

/// A blackjack table.
#[derive(Clone, Debug)]
pub struct Blackjack {
    pub(crate) law: &'static Law,
    pub(crate) vocabulary: &'static Vocabulary,
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms>,
    /// A file that may replace this one.
    pub(crate) shown: Option<Shown<Terms>>,
    pub(crate) shoe: Shoe,
    pub(crate) layout: Layout,
    pub(crate) wagers: Wagers,
    pub(crate) side_bets: SideBetOrder,
    pub(crate) lines: Lines,
    pub(crate) round_number: u32,
    pub(crate) round: Round,
    pub(crate) boxes: [BettingBox; BOXES_MAX],
    /// The boxes beyond this index hold no wagers; set when the bets are closed.
    pub(crate) reach: usize,
    pub(crate) queue: DealQueue,
    pub(crate) stage: ShoeStage,
    pub(crate) burns: VecDeque<Burn>,
    /// Cards drawn already that are the next ones, in this round or a later one.
    pub(crate) next: NextCards,
    /// Whether the shoe ran out in this round; all cards are shuffled after it.
    pub(crate) ran_out: bool,
    /// Whether the shuffler failed, so that the next shuffle is by hand.
    pub(crate) jammed: bool,
    pub(crate) cut_card_told: bool,
    pub(crate) opened_before: bool,
    /// Whether the cards were spread and are not in play again yet.
    pub(crate) spread: bool,
    /// Patrons who have played here and not left.
    pub(crate) present: Patrons,
    /// Patrons who may bet until the next shuffle.
    pub(crate) admitted: Patrons,
    /// Patrons who left during the round.
    pub(crate) left: Patrons,
    pub(crate) declined_cut: Patrons,
    /// The patron who sits at each box, where seats matter.
    pub(crate) seats: [Option<Patron>; BOXES_MAX],
    /// Cards that lie where they were not due and do not count yet, in the order they came.
    pub(crate) strays: Vec<u32>,
    /// Cards drawn together that lie at the side, in the order they were reported.
    pub(crate) together: Vec<u32>,
    /// The lines of the last round: reports on their chips are still accepted.
    pub(crate) last_lines: Lines,
    /// The dealer's hand of the last round.
    pub(crate) last_hand: LastHand,
    pub(crate) due: Due,
    /// The offers declined in this round, in order. The field is written last: states of schema 1 lack it.
    pub(crate) nos: Vec<No>,
}

keeps_its_state!(Blackjack:
    resolved law, vocabulary, terms, shown, side_bets;
    kept shoe, layout, wagers, lines, round_number, round, boxes, reach, queue, stage, burns, next, ran_out,
        jammed, cut_card_told, opened_before, spread, present, admitted, left, declined_cut, seats, strays, together,
        last_lines, last_hand, due, nos,
);

impl Blackjack {
    /// Replaces the state with one that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        self.order_side_bets();
        if self.shoe.pack() != self.terms.pack {
            return Err(D::Error::custom("a shoe with other cards than the table's"));
        }
        if !(1..=BOXES_MAX).contains(&self.reach) {
            return Err(D::Error::custom("wagers on more boxes than there are"));
        }
        Ok(())
    }

    pub(crate) fn new(law: &'static Law, vocabulary: &'static Vocabulary, terms: Terms) -> Blackjack {
        Blackjack {
            law,
            vocabulary,
            shoe: Shoe::new(terms.pack),
            terms: Arc::new(terms),
            shown: None,
            layout: Layout::default(),
            wagers: Wagers::default(),
            side_bets: SideBetOrder::default(),
            lines: Lines::default(),
            round_number: 0,
            round: Round::FRESH,
            boxes: [BettingBox::default(); BOXES_MAX],
            reach: BOXES_MAX,
            queue: DealQueue::default(),
            stage: ShoeStage::shuffle(law.shuffle_before_play.applies()),
            burns: VecDeque::new(),
            next: NextCards::default(),
            ran_out: false,
            jammed: false,
            cut_card_told: false,
            opened_before: false,
            spread: false,
            present: Patrons::NONE,
            admitted: Patrons::ALL,
            left: Patrons::NONE,
            declined_cut: Patrons::NONE,
            seats: [None; BOXES_MAX],
            strays: Vec::new(),
            together: Vec::new(),
            last_lines: Lines::default(),
            last_hand: LastHand::Open,
            due: Due::Shuffle,
            nos: Vec::new(),
        }
    }

    /// Clears the round. Only boxes in play are cleared: this runs a million times a second.
    pub(crate) fn clear_round(&mut self) {
        for betting_box in &mut self.boxes {
            if betting_box.patron.is_some() {
                *betting_box = BettingBox::default();
            }
        }
        self.last_hand =
            if self.round.drawing_over && !self.round.void { LastHand::Stood } else { LastHand::Open };
        self.queue.clear();
        self.reach = BOXES_MAX;
        self.round = Round::FRESH;
        self.nos.clear();
        // Cards that went to the rack face up stay visible there until the rack is shuffled.
        self.layout.take_up(|card| !matches!(card.place, Place::Next | Place::Rack));
        self.wagers.retire();
        self.order_side_bets();
        std::mem::swap(&mut self.lines, &mut self.last_lines);
        self.lines.clear();
    }

    /// Rebuilds the order of the open side bets.
    fn order_side_bets(&mut self) {
        self.side_bets.clear();
        self.wagers.iter().for_each(|wager| self.side_bets.add(wager, &self.terms));
    }

    pub(crate) fn hand(&self, spot: Spot) -> Option<&Hand> {
        let betting_box = self.betting_box(spot.box_number)?;
        betting_box.hands().get(usize::from(spot.hand).checked_sub(1)?)
    }

    pub(crate) fn hand_mut(&mut self, spot: Spot) -> Option<&mut Hand> {
        let index = usize::from(spot.hand).checked_sub(1)?;
        self.box_mut(spot.box_number)?.hands_mut().get_mut(index)
    }

    pub(crate) fn betting_box(&self, number: u8) -> Option<&BettingBox> {
        self.boxes.get(usize::from(number).checked_sub(1)?)
    }

    pub(crate) fn box_mut(&mut self, number: u8) -> Option<&mut BettingBox> {
        self.boxes.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// The boxes with a wager, from the dealer's left.
    pub(crate) fn boxes_in_play(&self) -> impl DoubleEndedIterator<Item = (u8, &BettingBox)> {
        let boxes = self.boxes[..self.reach].iter();
        // Numbered manually so that the iterator is double-ended.
        boxes.enumerate().filter(|(_, b)| b.patron.is_some()).map(|(n, b)| (box_number(n), b))
    }

    /// The numbers of the boxes that may hold a wager, from the dealer's right.
    pub(crate) fn numbers_from_right(&self) -> impl Iterator<Item = u8> + use<> {
        (1..=box_number(self.reach - 1)).rev()
    }

    /// The stake of a wager; zero without one.
    pub(crate) fn stake(&self, number: Option<WagerNumber>) -> Money {
        number.and_then(|n| self.wagers.get(n)).map_or(Money::ZERO, |wager| wager.stake)
    }

    /// The first hand from the dealer's left that meets the test.
    pub(crate) fn find_hand(&self, is_so: impl Fn(&Hand) -> bool) -> Option<Spot> {
        for (index, betting_box) in self.boxes[..self.reach].iter().enumerate() {
            for (n, hand) in betting_box.hands().iter().enumerate() {
                if is_so(hand) {
                    return Some(Spot { box_number: box_number(index), hand: box_number(n) });
                }
            }
        }
        None
    }

    /// Whether some hand meets the test.
    pub(crate) fn any_hand(&self, is_so: impl Fn(&Hand) -> bool) -> bool {
        self.boxes[..self.reach].iter().any(|betting_box| betting_box.hands().iter().any(&is_so))
    }

    /// Every hand, from the dealer's left.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let mut counts = [0_u8; BOXES_MAX];
        for (count, betting_box) in counts.iter_mut().zip(&self.boxes[..self.reach]) {
            *count = if betting_box.patron.is_some() { betting_box.count } else { 0 };
        }
        (1_u8..)
            .zip(counts)
            .flat_map(|(box_number, count)| (1..=count).map(move |hand| Spot { box_number, hand }))
    }

    /// Whether the dealer's first two cards make a blackjack and lie open.
    pub(crate) fn dealer_has_blackjack(&self) -> bool {
        self.round.hole_turned && self.round.dealer_cards == 2 && self.round.dealer.is_two_card_21()
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match self.due {
            Due::Shuffle => "shuffle",
            Due::Cut => "cut",
            Due::Bets { .. } => "bets",
            Due::Card { to: Place::Rack, .. } => "burn",
            Due::Card { to: Place::Next, .. } => "two-cards",
            Due::Card { to: Place::Dealer, .. } if self.round.hole_turned || self.round.naturals_paid => {
                "dealer-draws"
            }
            Due::Card { .. } if self.queue.front().is_some() => "deal",
            Due::Card { .. } => "card",
            Due::Turn { .. } if self.round.squeezed.is_some() => match self.terms.hole_card {
                true => "card-face-down",
                false => "squeezed-card",
            },
            Due::Turn { .. } if self.round.error.is_some() => "stray-card",
            Due::Turn { place: Place::Dealer } if self.round.up_card.is_none() => "deal",
            Due::Turn { place: Place::Dealer } => "hole-card",
            Due::Turn { .. } => "turn-hands",
            Due::Answer => "peek",
            Due::Choices { closes, .. } if closes == words::INSURANCE_CLOSED => "insurance",
            Due::Choices { closes, .. } if closes == words::BUST_BONUS_CLOSED => "bust-bonus",
            Due::Choices { closes, .. } if closes == words::SURRENDER_CLOSED => "surrender",
            Due::Choices { closes, .. } if closes == words::FOLLOW_CLOSED => "following",
            Due::Choices { closes, .. } if closes == words::RESCUE_CLOSED => "rescue",
            Due::Choices { closes, .. } if closes == words::ANSWERS_CLOSED => "answers",
            Due::Decision { .. } => "reconstruction",
            Due::Choices { .. } => "house-money",
            Due::Meter { .. } => "meter",
            Due::Choice { .. } if self.round.error.is_some() => "two-cards",
            Due::Choice { .. } if self.round.missing.is_some_and(|(_, m)| m == Missing::Second) => {
                "short-hand"
            }
            Due::Choice { .. } if !self.round.naturals_paid => "house-money",
            Due::Choice { .. } => "decisions",
            Due::Step(_) => "settlement",
            Due::Approval { .. } => "approval",
            // A blackjack table has neither dice nor wheel, so no other input is ever due.
            _ => "ruling",
        }
    }
}

/// The number printed at a box, from its index in the array, which is small.
pub(crate) fn box_number(index: usize) -> u8 {
    u8::try_from(index + 1).unwrap_or(u8::MAX)
}
