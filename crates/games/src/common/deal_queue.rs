//! The cards of a first deal that are still to come.

use engine::Place;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The destinations of the cards of the first deal, in order: one entry per card that the layout and each
/// repair of the deal require.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct DealQueue(VecDeque<Place>);

impl DealQueue {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Appends a card.
    pub(crate) fn push(&mut self, deal: Place) {
        self.0.push_back(deal);
    }

    /// Appends a number of cards to one place.
    pub(crate) fn push_many(&mut self, deal: Place, cards: u8) {
        for _ in 0..cards {
            self.push(deal);
        }
    }

    pub(crate) fn front(&self) -> Option<Place> {
        self.0.front().copied()
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop_front();
    }

    #[cfg(test)]
    fn pending(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().copied()
    }

    /// Whether a card is still to come there.
    pub(crate) fn awaits(&self, deal: Place) -> bool {
        self.0.contains(&deal)
    }

    /// Removes the next card for one place out of its turn, and returns whether there was one.
    pub(crate) fn take(&mut self, deal: Place) -> bool {
        let ahead = self.0.iter().position(|place| *place == deal);
        ahead.and_then(|at| self.0.remove(at)).is_some()
    }

    /// Keeps only the cards that pass the test.
    pub(crate) fn retain(&mut self, stays: impl Fn(Place) -> bool) {
        self.0.retain(|deal| stays(*deal));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Spot;

    fn hand(number: u8) -> Place {
        Place::Hand(Spot::first(number))
    }

    #[test]
    fn no_card_is_dropped() {
        let mut queue = DealQueue::default();
        (1..=200).for_each(|number| queue.push(hand(number)));
        assert_eq!(queue.pending().count(), 200);
        assert!(queue.awaits(hand(200)));
    }

    #[test]
    fn what_stays_keeps_its_order() {
        let mut queue = DealQueue::default();
        for place in [hand(1), hand(2), Place::Dealer, hand(1), hand(2), Place::Dealer] {
            queue.push(place);
        }
        queue.pop();
        queue.retain(|place| place != Place::Dealer);
        assert_eq!(queue.pending().collect::<Vec<_>>(), [hand(2), hand(1), hand(2)]);
        queue.push(hand(3));
        assert!(queue.take(hand(1)) && queue.take(hand(2)) && !queue.take(Place::Dealer));
        assert_eq!(queue.pending().collect::<Vec<_>>(), [hand(2), hand(3)]);
        queue.retain(|_| false);
        assert_eq!(queue.front(), None);
    }
}
