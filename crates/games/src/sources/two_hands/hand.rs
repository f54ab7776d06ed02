//! What cards count, who draws a third one, and what may come of it.

use super::law::{Deal, Third};
use crate::common::Clause;
use engine::{Cites, Layout, Place};
use felt::Card;
use serde::{Deserialize, Serialize};

/// What a card counts.
pub(crate) fn value(card: Card) -> u8 {
    match card.rank_number() {
        14 => 1,
        rank if rank < 10 => rank,
        _ => 0,
    }
}

/// How many cards are burnt after this one.
pub(crate) fn burns(card: Card) -> u8 {
    match card.rank_number() {
        14 => 1,
        rank => rank.min(10),
    }
}

/// A hand in the course of the deal.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Hand {
    sum: u8,
    cards: u8,
    third: Option<u8>,
    /// Whether there are cards that count nothing, one, or their face.
    kinds: [bool; 3],
}

impl Hand {
    /// The cards that lie open at a place.
    pub(crate) fn at(layout: &Layout, place: Place) -> Hand {
        let mut hand = Hand::default();
        let open = layout.at(place).filter(|laid| laid.face.is_up());
        open.filter_map(|laid| laid.face.card()).for_each(|card| hand.add(value(card)));
        hand
    }

    /// These cards.
    pub(crate) fn of(cards: &[Card]) -> Hand {
        let mut hand = Hand::default();
        cards.iter().for_each(|card| hand.add(value(*card)));
        hand
    }

    /// A card of that value comes.
    pub fn add(&mut self, value: u8) {
        self.sum = (self.sum + value) % 10;
        self.cards = self.cards.saturating_add(1);
        self.kinds[usize::from(value.min(2))] = true;
        if self.cards == 3 {
            self.third = Some(value);
        }
    }

    /// By which rules its cards count.
    pub(crate) fn values(self, law: &Deal) -> Cites {
        let [ten, ace, pip] = self.kinds;
        Cites::from(law.pip.when(pip)).and(law.ten.when(ten)).and(law.ace.when(ace))
    }

    /// The last digit of the sum.
    pub fn points(self) -> u8 {
        self.sum
    }

    /// How many cards there are.
    pub fn cards(self) -> u8 {
        self.cards
    }

    pub(crate) fn is_natural(self) -> bool {
        self.counted().is_natural()
    }

    /// What counts of it when the deal is over.
    pub fn counted(self) -> Counted {
        Counted { points: self.sum, cards: self.cards }
    }
}

/// A hand when the deal is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Its points.
    pub points: u8,
    /// Of how many cards.
    pub cards: u8,
}

impl Counted {
    /// Eight or nine with two cards.
    pub fn is_natural(self) -> bool {
        self.cards == 2 && self.points >= 8
    }
}

/// How the two hands came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TwoHandsResult {
    /// The player's.
    pub player: Counted,
    /// The banker's.
    pub banker: Counted,
}

/// A two-card hand, and the rules by which it draws or stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) draws: bool,
    pub(crate) by: Clause,
    /// The value of the player's third card played a part.
    pub(crate) by_value: bool,
}

/// Whether the banker's hand with 3 to 6 draws, by the value of the player's third card, from 0 to 9.
const TABLE: [[bool; 10]; 4] = {
    const D: bool = true;
    const S: bool = false;
    [
        [D, D, D, D, D, D, D, D, S, D],
        [S, S, D, D, D, D, D, D, S, S],
        [S, S, S, S, D, D, D, D, S, S],
        [S, S, S, S, S, S, D, D, S, S],
    ]
};

/// Whether the player's hand draws a third card, both hands having two.
pub(crate) fn of_player([player, banker]: [Hand; 2], law: &Third) -> Decision {
    let (draws, by) = match player.points() {
        _ if player.is_natural() || banker.is_natural() => (false, law.natural),
        0..=5 => (true, law.player_draws),
        _ => (false, law.player_stays),
    };
    Decision { draws, by, by_value: false }
}

/// Whether the banker's hand draws a third card, after the player's has drawn or stayed.
pub(crate) fn of_banker([player, banker]: [Hand; 2], law: &Third) -> Decision {
    let plain = |draws, by| Decision { draws, by, by_value: false };
    let points = banker.points();
    if player.is_natural() || banker.is_natural() {
        return plain(false, law.natural);
    }
    let Some(third) = player.third else { return plain(points <= 5, law.banker_alone) };
    let by = match points {
        0..=2 => return plain(true, law.banker_low),
        3 => law.banker_three,
        4 => law.banker_four,
        5 => law.banker_five,
        6 => law.banker_six,
        _ => return plain(false, law.banker_seven),
    };
    let draws = TABLE[usize::from(points) - 3][usize::from(third)];
    Decision { draws, by, by_value: true }
}

/// Where the next card of these hands goes, if any is to come.
pub(crate) fn wanted(hands: [Hand; 2], law: &Third) -> Option<Place> {
    let [player, banker] = hands;
    if player.cards() + banker.cards() < 4 {
        return Some(if player.cards() <= banker.cards() { Place::Player } else { Place::Banker });
    }
    if player.cards() == 2 && of_player(hands, law).draws {
        return Some(Place::Player);
    }
    (banker.cards() == 2 && of_banker(hands, law).draws).then_some(Place::Banker)
}

/// Every way in which two hands can come out.
pub(crate) fn results(law: &Third) -> Vec<TwoHandsResult> {
    let mut all = Vec::new();
    // Two cards make any points; what the first card leaves out the second brings.
    let two = |points| {
        let mut hand = Hand::default();
        hand.add(0);
        hand.add(points);
        hand
    };
    for (player, banker) in (0..=9).flat_map(|player| (0..=9).map(move |banker| (two(player), two(banker)))) {
        let mut open = vec![[player, banker]];
        while let Some(hands) = open.pop() {
            let Some(place) = wanted(hands, law) else {
                let [player, banker] = hands.map(Hand::counted);
                all.push(TwoHandsResult { player, banker });
                continue;
            };
            for value in 0..=9 {
                let mut more = hands;
                more[usize::from(place == Place::Banker)].add(value);
                open.push(more);
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}
