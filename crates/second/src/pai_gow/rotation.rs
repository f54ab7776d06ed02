//! Whose turn it is to have the bank (OH-PGP-14.I to 14.V, RULING-PGP-24).
//!
//! The bank goes from the dealer counterclockwise, which is from the highest box down, to each patron who wagered on
//! the last hand that the house banked. After the last of them the house banks, and the rotation starts again.

use engine::Patron;
use std::collections::{BTreeMap, BTreeSet};

/// Above every box: the bank is the dealer's.
const DEALER: u8 = u8::MAX;

/// A patron who may have the bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) patron: Patron,
    /// Where they are asked, and where the bank's hand would lie.
    pub(super) b: u8,
    /// What they wagered there (14.VIII).
    pub(super) last_bet: i64,
}

/// The state of the rotation.
#[derive(Clone, Debug)]
pub(super) struct Rotation {
    /// The patrons who wagered on the last hand that the house banked, each at their highest place; empty before the
    /// first (14.I).
    wagered: BTreeMap<Patron, Turn>,
    /// Those at places below this one are still to be asked.
    below: u8,
    /// Who was asked in this rotation: each patron only once, even after changing places (14.IV).
    asked: BTreeSet<Patron>,
}

impl Rotation {
    /// The rotation of a table that has just opened.
    pub(super) fn new() -> Rotation {
        Rotation { wagered: BTreeMap::new(), below: DEALER, asked: BTreeSet::new() }
    }

    /// Returns who is asked next; `None` if the bank has come to the dealer.
    pub(super) fn next(&self) -> Option<Turn> {
        let open = |turn: &&Turn| turn.b < self.below && !self.asked.contains(&turn.patron);
        self.wagered.values().filter(open).max_by_key(|turn| turn.b).copied()
    }

    /// Records that a patron was asked, and took it or passed (14.III, 14.IV).
    pub(super) fn was_asked(&mut self, turn: Turn) {
        self.below = turn.b;
        self.asked.insert(turn.patron);
    }

    /// Records that a patron left: what they wagered no longer counts.
    pub(super) fn left(&mut self, patron: Patron) {
        self.wagered.remove(&patron);
    }

    /// A round that a patron banked was void and does not count: they are asked again. Patrons who passed have passed.
    pub(super) fn bank_was_void(&mut self, holder: Patron, b: u8) {
        self.below = b + 1;
        self.asked.remove(&holder);
    }

    /// Records that a hand banked by the house was played, with these wagers on it. If a patron's bank had ended early
    /// the rotation continues from there; otherwise it was the dealer's turn.
    pub(super) fn house_banked(&mut self, wagered: impl Iterator<Item = Turn>, out_of_turn: bool) {
        self.wagered.clear();
        for turn in wagered {
            let kept = self.wagered.entry(turn.patron).or_insert(turn);
            if turn.b > kept.b {
                *kept = turn;
            }
        }
        if !out_of_turn {
            self.below = DEALER;
            self.asked.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Rotation, Turn};
    use engine::Patron;

    const D: Patron = Patron::nth(3).unwrap();

    fn turn(patron: Patron, b: u8) -> Turn {
        Turn { patron, b, last_bet: 500 }
    }

    fn asked(rotation: &mut Rotation) -> Option<(Patron, u8)> {
        let next = rotation.next();
        next.into_iter().for_each(|turn| rotation.was_asked(turn));
        next.map(|turn| (turn.patron, turn.b))
    }

    #[test]
    fn it_goes_down_from_the_dealers_right_and_over_the_dealer() {
        let mut rotation = Rotation::new();
        assert_eq!(asked(&mut rotation), None);
        let all = [turn(Patron::A, 2), turn(Patron::A, 3), turn(Patron::B, 6), turn(Patron::C, 1)];
        rotation.house_banked(all.into_iter(), false);
        assert_eq!(asked(&mut rotation), Some((Patron::B, 6)));
        // Asked once, where the higher number is.
        assert_eq!(asked(&mut rotation), Some((Patron::A, 3)));
        rotation.bank_was_void(Patron::A, 3);
        assert_eq!(asked(&mut rotation), Some((Patron::A, 3)));
        rotation.left(Patron::C);
        assert_eq!(asked(&mut rotation), None);
        rotation.house_banked([turn(D, 5), turn(Patron::A, 2)].into_iter(), false);
        assert_eq!(asked(&mut rotation), Some((D, 5)));
        // Their bank ended early, and the house banked; D was asked before.
        rotation.house_banked([turn(Patron::B, 6), turn(Patron::A, 3), turn(D, 2)].into_iter(), true);
        assert_eq!(asked(&mut rotation), Some((Patron::A, 3)));
        assert_eq!(asked(&mut rotation), None);
    }

    #[test]
    fn who_left_in_a_void_round_is_not_asked_again() {
        let mut rotation = Rotation::new();
        rotation.house_banked([turn(Patron::A, 6), turn(Patron::B, 2)].into_iter(), false);
        assert_eq!(asked(&mut rotation), Some((Patron::A, 6)));
        rotation.left(Patron::A);
        rotation.bank_was_void(Patron::A, 6);
        assert_eq!(asked(&mut rotation), Some((Patron::B, 2)));
    }
}
