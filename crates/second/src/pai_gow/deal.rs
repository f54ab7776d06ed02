//! The order of dealing (OH-PGP-8 to 11).
//!
//! Box 1 is at the dealer's left and box 6 at the dealer's right. So counterclockwise from the dealer are boxes 6, 5
//! and so on, and clockwise boxes 1, 2 and so on.

use engine::{Place, Spot};

/// 2.I.
pub const BOXES: u8 = 6;
/// 9.I.B, 10.III.
pub const STACKS: u8 = 7;
/// How many cards a stack has.
pub const CARDS: usize = 7;
/// 9.IV, 10.IV.
pub const LEFT: u16 = 4;

/// The place of a box's cards.
pub fn hand_of(b: u8) -> Place {
    Place::Hand(Spot::first(b))
}

/// The place of a box's low hand, once it is exposed.
pub fn low_of(b: u8) -> Place {
    Place::Hand(Spot { box_number: b, hand: 2 })
}

/// The seven positions, clockwise from the dealer.
fn clockwise() -> Vec<Place> {
    let mut all = vec![Place::Dealer];
    all.extend((1..=BOXES).map(hand_of));
    all
}

/// 11.II, 11.III: counted counterclockwise, the dealer being number one.
pub fn start_of(count: u8) -> Place {
    let mut at = Place::Dealer;
    for _ in 1..count {
        at = match at {
            Place::Dealer => hand_of(BOXES),
            Place::Hand(Spot { box_number: 1, .. }) => Place::Dealer,
            Place::Hand(spot) => hand_of(spot.box_number - 1),
            _ => unreachable!("a position at the table"),
        };
    }
    at
}

/// 10.III: who gets the stacks, the first of them at the start, and on clockwise.
pub fn receivers(start: Place) -> Vec<Place> {
    let mut all = clockwise();
    let at = all.iter().position(|place| *place == start).unwrap_or(0);
    all.rotate_left(at);
    all
}

/// 10.III: the places of 49 cards from the shoe.
pub fn from_shoe(start: Place) -> Vec<Place> {
    receivers(start).into_iter().flat_map(|place| std::iter::repeat_n(place, CARDS)).collect()
}

/// 9.I.B, 9.III: the places of 49 cards from the hand: from left to right, from right to left, and so on.
pub fn from_hand() -> Vec<Place> {
    let stacks: Vec<Place> = (1..=STACKS).map(Place::Stack).collect();
    let mut all = Vec::new();
    for nth in 0..CARDS {
        if nth % 2 == 0 {
            all.extend(&stacks);
        } else {
            all.extend(stacks.iter().rev());
        }
    }
    all
}

/// 11.IV: the button of the next round.
pub fn button_after(value: u16) -> u16 {
    // In front of the dealer it shows 7, and clockwise from the dealer is box 1.
    if value == 7 { 1 } else { value + 1 }
}

/// The position before which the button lies.
pub fn start_by_button(value: u16) -> Place {
    u8::try_from(value).ok().filter(|b| (1..=BOXES).contains(b)).map_or(Place::Dealer, hand_of)
}
