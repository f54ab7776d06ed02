//! The seven positions around the table, and which stack goes to which.
//!
//! They are counted clockwise here: the dealer is 0, and box 1, at the dealer's left, is 1.

use engine::{Place, Spot};

/// The number of positions, and of stacks.
pub(crate) const POSITIONS: u8 = 7;

/// The number of places for patrons.
pub(crate) const BOXES: u8 = 6;

/// The number of cards of a stack.
pub(crate) const STACK: u8 = 7;

/// The number of cards dealt in a round.
pub(crate) const DEALT: u8 = POSITIONS * STACK;

/// The number of cards left then.
pub(crate) const LEFT: u16 = 4;

/// The place of the cards of a position.
pub(crate) fn place_of(position: u8) -> Place {
    match position {
        0 => Place::Dealer,
        number => Place::Hand(Spot::first(number)),
    }
}

/// The position that a count from the dealer, who is number one, reaches. It runs counterclockwise
/// (OH-PGP-11.II, 11.III).
pub(crate) fn counted(number: u8) -> u8 {
    (POSITIONS - number.saturating_sub(1) % POSITIONS) % POSITIONS
}

/// The next position clockwise.
pub(crate) fn clockwise(position: u8) -> u8 {
    (position + 1) % POSITIONS
}

/// The position to which a stack goes, counted from 0. The first goes to the start, the others follow clockwise (OH-PGP-10.III).
pub(crate) fn of_stack(start: u8, stack: u8) -> u8 {
    (start + stack) % POSITIONS
}

/// The stack to which a card from the hand goes, both counted from 0: one card to each from left to right, then one to each
/// from right to left (OH-PGP-9.III).
pub(crate) fn stack_of(card: u8) -> u8 {
    let (row, column) = (card / POSITIONS, card % POSITIONS);
    if row.is_multiple_of(2) { column } else { POSITIONS - 1 - column }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_begins_with_the_dealer_and_runs_counterclockwise() {
        let counted: Vec<u8> = (1..=18).map(counted).collect();
        assert_eq!(counted, [0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4, 3, 2, 1, 0, 6, 5, 4]);
    }

    #[test]
    fn stacks_go_round_clockwise() {
        assert_eq!((0..7).map(|stack| of_stack(5, stack)).collect::<Vec<_>>(), [5, 6, 0, 1, 2, 3, 4]);
    }

    #[test]
    fn cards_from_the_hand_go_to_and_fro() {
        let first: Vec<u8> = (0..14).map(stack_of).collect();
        assert_eq!(first, [0, 1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1, 0]);
        assert!((0..7).all(|stack| (0..DEALT).filter(|card| stack_of(*card) == stack).count() == 7));
    }
}
