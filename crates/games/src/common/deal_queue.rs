//! The cards of a first deal that are still to come.

use engine::Place;

/// Where the cards of the first deal go, in order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DealQueue {
    deals: [Place; 40],
    first: usize,
    end: usize,
}

impl DealQueue {
    pub(crate) const EMPTY: DealQueue = DealQueue { deals: [Place::Dealer; 40], first: 0, end: 0 };

    pub(crate) fn clear(&mut self) {
        self.first = 0;
        self.end = 0;
    }

    /// Appends a card. The two rounds of a full table and every repair of them fit by far.
    pub(crate) fn push(&mut self, deal: Place) {
        if self.end == self.deals.len() {
            self.deals.copy_within(self.first..self.end, 0);
            self.end -= self.first;
            self.first = 0;
        }
        if let Some(place) = self.deals.get_mut(self.end) {
            *place = deal;
            self.end += 1;
        }
    }

    pub(crate) fn front(&self) -> Option<Place> {
        self.pending().first().copied()
    }

    pub(crate) fn pop(&mut self) {
        self.first = (self.first + 1).min(self.end);
    }

    pub(crate) fn pending(&self) -> &[Place] {
        &self.deals[self.first..self.end]
    }

    /// Takes the next card of one place out of its turn, and says whether one was to come.
    pub(crate) fn take(&mut self, deal: Place) -> bool {
        let Some(ahead) = self.pending().iter().position(|place| *place == deal) else { return false };
        self.deals.copy_within(self.first..self.first + ahead, self.first + 1);
        self.first += 1;
        true
    }

    /// Drops the cards for which the test fails.
    pub(crate) fn retain(&mut self, stays: impl Fn(Place) -> bool) {
        let mut kept = self.first;
        for at in self.first..self.end {
            let deal = self.deals[at];
            if stays(deal) {
                self.deals[kept] = deal;
                kept += 1;
            }
        }
        self.end = kept;
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
    fn what_stays_keeps_its_order() {
        let mut queue = DealQueue::EMPTY;
        for place in [hand(1), hand(2), Place::Dealer, hand(1), hand(2), Place::Dealer] {
            queue.push(place);
        }
        queue.pop();
        queue.retain(|place| place != Place::Dealer);
        assert_eq!(queue.pending(), [hand(2), hand(1), hand(2)]);
        queue.push(hand(3));
        assert!(queue.take(hand(1)) && queue.take(hand(2)) && !queue.take(Place::Dealer));
        assert_eq!(queue.pending(), [hand(2), hand(3)]);
        queue.retain(|_| false);
        assert_eq!(queue.front(), None);
    }
}
