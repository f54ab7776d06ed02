//! The results of three dice in a cup.

use felt::{Die, ThreeDice};
use serde::{Deserialize, Serialize};

/// The dice of both cups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TwoCupsResult {
    /// The player's cup.
    pub player: ThreeDice,
    /// The banker's cup.
    pub banker: ThreeDice,
}

/// The value of a hand: the last digit of the sum of its dice.
pub const fn value(dice: ThreeDice) -> u8 {
    dice.total() % 10
}

/// The pattern of the dice of a hand, besides their value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Three equal faces.
    Triple(Die),
    /// Three consecutive faces.
    Straight,
    /// Neither.
    Plain,
}

impl Shape {
    /// The pattern of these dice.
    pub fn of(dice: ThreeDice) -> Shape {
        if dice.is_triple() {
            return Shape::Triple(dice.a);
        }
        let mut pips = dice.faces().map(Die::number);
        pips.sort_unstable();
        let [low, middle, high] = pips;
        if middle == low + 1 && high == middle + 1 { Shape::Straight } else { Shape::Plain }
    }
}

/// Every result that decides a round, once for each pair of values and patterns: nothing else about the dice
/// matters.
pub(super) fn results() -> Vec<TwoCupsResult> {
    let mut throws: Vec<ThreeDice> = Vec::new();
    for dice in ThreeDice::all() {
        let alike = |other: &ThreeDice| (value(*other), Shape::of(*other)) == (value(dice), Shape::of(dice));
        if !throws.iter().any(alike) {
            throws.push(dice);
        }
    }
    let pairs = throws.iter().flat_map(|player| throws.iter().map(move |banker| (*player, *banker)));
    pairs.map(|(player, banker)| TwoCupsResult { player, banker }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_kinds_of_throws_are_told_apart() {
        let plain = ThreeDice::all().filter(|dice| Shape::of(*dice) == Shape::Plain).count();
        let straight = ThreeDice::all().filter(|dice| Shape::of(*dice) == Shape::Straight).count();
        // Six triples, and four straights in six orders.
        assert_eq!((plain, straight), (216 - 6 - 24, 24));
        assert_eq!(results().len(), 20 * 20);
    }
}
