//! Seven cards, their composition, and the 21 ways to set them.

use super::rank::{Kind, Worth, high, low, number};
use felt::Card;

/// One way to set the cards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) high: [Card; 5],
    pub(super) low: [Card; 2],
    pub(super) high_worth: Worth,
    pub(super) low_worth: Worth,
}

impl Setting {
    fn new(high_hand: [Card; 5], low_hand: [Card; 2]) -> Self {
        Self { high: high_hand, low: low_hand, high_worth: high(&high_hand), low_worth: low(&low_hand) }
    }

    /// Whether a straight, a flush or both in one is in the high hand.
    pub(super) fn keeps_run(&self) -> bool {
        self.high_worth.kind.is_run_or_flush()
    }

    /// Whether the low hand is of these two ranks.
    pub(super) fn is_low(&self, one: u8, other: u8) -> bool {
        let ranks = self.low.map(number);
        ranks == [one, other] || ranks == [other, one]
    }
}

/// How many pairs, threes, fours and fives of a kind there are; a rank is counted only for all of its cards.
pub(super) type Shape = [u8; 4];

/// The seven cards.
pub(super) struct Seven {
    pub(super) cards: [Card; 7],
    pub(super) joker: bool,
    pub(super) shape: Shape,
    /// Whether some setting has a straight or a flush in its high hand (12.VII).
    pub(super) run: bool,
    pub(super) settings: [Setting; 21],
    /// How many cards there are of each rank, the joker being an ace.
    times: [u8; 15],
}

impl Seven {
    pub(super) fn new(cards: &[Card; 7]) -> Self {
        // Sorted, so that the order of dealing does not choose between equal settings.
        let mut cards = *cards;
        cards.sort_unstable();
        let mut times = [0; 15];
        for card in cards {
            times[usize::from(number(card))] += 1;
        }
        let shape = [2, 3, 4, 5].map(|size| times.iter().map(|held| u8::from(*held == size)).sum());
        let settings = settings(&cards);
        let run = settings.iter().any(Setting::keeps_run);
        Self { cards, joker: cards.contains(&Card::JOKER), shape, run, settings, times }
    }

    /// Among the ranks with exactly `times` cards, returns the highest (0), the next (1) and so on.
    pub(super) fn held(&self, times: u8, place: usize) -> u8 {
        let mut ranks = (2..=14).rev().filter(|rank| self.times[usize::from(*rank)] == times);
        ranks.nth(place).expect("the shape says that there are as many")
    }

    /// Returns the best of the accepted settings: the highest low hand, and with that the highest high hand.
    pub(super) fn best(&self, will_do: impl Fn(&Setting) -> bool) -> Option<&Setting> {
        let fitting = self.settings.iter().filter(|setting| will_do(setting));
        fitting.max_by_key(|setting| (setting.low_worth, setting.high_worth))
    }

    /// The setting with two cards of these ranks in the low hand.
    pub(super) fn low(&self, one: u8, other: u8) -> &Setting {
        self.best(|setting| setting.is_low(one, other)).expect("both cards are held")
    }

    /// Whether some setting has this kind of high hand.
    pub(super) fn can_be(&self, kind: Kind) -> bool {
        self.settings.iter().any(|setting| setting.high_worth.kind == kind)
    }
}

/// Every choice of two cards for the low hand.
fn settings(cards: &[Card; 7]) -> [Setting; 21] {
    // Where the two cards of each setting lie.
    let (mut one, mut other) = (0, 0);
    [(); 21].map(|()| {
        other += 1;
        if other == 7 {
            one += 1;
            other = one + 1;
        }
        let (mut high, mut many) = ([Card::JOKER; 5], 0);
        for (place, card) in cards.iter().enumerate() {
            if place != one && place != other {
                high[many] = *card;
                many += 1;
            }
        }
        Setting::new(high, [cards[one], cards[other]])
    })
}
