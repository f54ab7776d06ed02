//! What cards count, who draws a third one, and the possible results.

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

/// A hand during the deal.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Hand {
    sum: u8,
    cards: u8,
    third: Option<u8>,
    /// Whether its first two cards made eight or nine.
    natural: bool,
    /// Whether it has cards that count zero, one, or their face value.
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

    /// A hand of these cards.
    pub(crate) fn of(cards: &[Card]) -> Hand {
        let mut hand = Hand::default();
        cards.iter().for_each(|card| hand.add(value(*card)));
        hand
    }

    /// Adds a card of that value.
    pub fn add(&mut self, value: u8) {
        self.sum = (self.sum + value) % 10;
        self.cards = self.cards.saturating_add(1);
        self.kinds[usize::from(value.min(2))] = true;
        match self.cards {
            2 => self.natural = self.sum >= 8,
            3 => self.third = Some(value),
            _ => {}
        }
    }

    /// The rules by which its cards count.
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
        self.natural
    }

    /// The part of it that matters when the deal is over.
    pub fn counted(self) -> Counted {
        Counted { points: self.sum, cards: self.cards }
    }
}

/// A hand when the deal is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Counted {
    /// Its points.
    pub points: u8,
    /// The number of its cards.
    pub cards: u8,
}

impl Counted {
    /// Whether it is eight or nine with two cards.
    pub fn is_natural(self) -> bool {
        self.cards == 2 && self.points >= 8
    }
}

/// The final counts of the two hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct TwoHandsResult {
    /// The player's hand.
    pub player: Counted,
    /// The banker's hand.
    pub banker: Counted,
}

/// Whether a hand draws a third card, and why.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decision {
    pub(crate) draws: bool,
    why: Why,
}

/// What decides about a third card.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// There is a natural.
    Natural,
    /// The points of the player's hand alone.
    Player,
    /// The points of the banker's hand alone.
    Banker,
    /// The points of the banker's hand after the player's has drawn.
    BankerAfter,
    /// The table: the points of the banker's hand, from 3 to 6, and the value of the player's third card.
    Table(u8),
}

impl Decision {
    /// The rules of the decision.
    pub(crate) fn by(self, law: &Third) -> Cites {
        let alone = |clause: Clause| Cites::from(clause.applies());
        match (self.why, self.draws) {
            (Why::Natural, _) => alone(law.natural),
            (Why::Player, true) => alone(law.player_draws),
            (Why::Player, false) => alone(law.player_stays),
            (Why::Banker, _) => alone(law.banker_alone),
            (Why::BankerAfter, true) => alone(law.banker_low),
            (Why::BankerAfter, false) => alone(law.banker_seven),
            (Why::Table(points), _) => {
                let row = match points {
                    3 => law.banker_three,
                    4 => law.banker_four,
                    5 => law.banker_five,
                    _ => law.banker_six,
                };
                alone(row).and(law.by_value.applies())
            }
        }
    }
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
pub(crate) fn of_player([player, banker]: [Hand; 2]) -> Decision {
    if player.is_natural() || banker.is_natural() {
        return Decision { draws: false, why: Why::Natural };
    }
    Decision { draws: player.points() < 6, why: Why::Player }
}

/// Whether the banker's hand draws a third card, after the player's has drawn or stayed.
pub(crate) fn of_banker([player, banker]: [Hand; 2]) -> Decision {
    let points = banker.points();
    if player.is_natural() || banker.is_natural() {
        return Decision { draws: false, why: Why::Natural };
    }
    let Some(third) = player.third else { return Decision { draws: points <= 5, why: Why::Banker } };
    match points {
        0..=2 => Decision { draws: true, why: Why::BankerAfter },
        3..=6 => {
            let draws = TABLE[usize::from(points - 3)][usize::from(third % 10)];
            Decision { draws, why: Why::Table(points) }
        }
        _ => Decision { draws: false, why: Why::BankerAfter },
    }
}

/// The hand that gets the next card, if one is to come.
pub fn wanted(hands: [Hand; 2]) -> Option<Place> {
    let [player, banker] = hands;
    if player.cards() + banker.cards() < 4 {
        return Some(if player.cards() <= banker.cards() { Place::Player } else { Place::Banker });
    }
    if player.cards() == 2 && of_player(hands).draws {
        return Some(Place::Player);
    }
    (banker.cards() == 2 && of_banker(hands).draws).then_some(Place::Banker)
}

/// Every possible result of two hands.
pub(crate) fn results() -> Vec<TwoHandsResult> {
    let mut all = Vec::new();
    // Two cards can make any points: the second card supplies what the first lacks.
    let two = |points| {
        let mut hand = Hand::default();
        hand.add(0);
        hand.add(points);
        hand
    };
    for (player, banker) in (0..=9).flat_map(|player| (0..=9).map(move |banker| (two(player), two(banker)))) {
        let mut open = vec![[player, banker]];
        while let Some(hands) = open.pop() {
            let Some(place) = wanted(hands) else {
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
