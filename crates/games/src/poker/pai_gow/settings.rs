//! Seven cards and the 21 ways to set them (OH-PGP-13.I).

use super::rank::{ACE, RUNS, Ranks, Worth, high, low, rank_of};
use felt::Card;
use std::cmp::Ordering;
use std::fmt;

/// Seven different cards of one deck with a joker, from the highest to the lowest: the joker first, and spades first
/// within a rank.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seven([Card; 7]);

impl Seven {
    /// Sorts the cards; `None` if one occurs twice, which no deck can deal.
    #[must_use]
    pub fn new(mut cards: [Card; 7]) -> Option<Self> {
        cards.sort_unstable();
        cards.reverse();
        cards.windows(2).all(|pair| pair[0] != pair[1]).then_some(Self(cards))
    }

    /// The cards, from the highest to the lowest.
    #[must_use]
    pub const fn cards(&self) -> [Card; 7] {
        self.0
    }

    /// All settings, foul ones included. The first ones put the last cards into the low hand, so the joker,
    /// and then spades, stay in the high hand as long as possible.
    pub fn settings(&self) -> impl Iterator<Item = Setting> {
        LOW.into_iter().map(|places| self.set(places))
    }

    /// The setting with these two cards as the low hand; `None` if they are not two of the seven.
    #[must_use]
    pub fn with_low(&self, low: [Card; 2]) -> Option<Setting> {
        let [one, two] = low.map(|card| self.0.iter().position(|own| *own == card));
        match (one?, two?) {
            (one, two) if one == two => None,
            (one, two) => Some(self.set([one.min(two), one.max(two)])),
        }
    }

    /// The settings whose low hand has these ranks, the joker as an ace, in the order of all settings.
    pub(super) fn with_low_ranks(&self, ranks: [u8; 2]) -> impl Iterator<Item = Setting> {
        let own = self.0.map(rank_of);
        let ranks = [ranks[0].max(ranks[1]), ranks[0].min(ranks[1])];
        LOW.into_iter()
            .filter(move |[one, two]| [own[*one], own[*two]] == ranks)
            .map(|places| self.set(places))
    }

    /// The setting whose low hand is the cards at two indices, in ascending order.
    fn set(&self, [one, two]: [usize; 2]) -> Setting {
        let cards = self.0;
        let mut setting = Setting { high: [cards[0]; 5], low: [cards[one], cards[two]] };
        let rest = (0..cards.len()).filter(|at| *at != one && *at != two);
        for (to, from) in setting.high.iter_mut().zip(rest) {
            *to = cards[from];
        }
        setting
    }

    /// The setting with the two lowest cards as the low hand.
    pub(super) fn lowest_two_low(&self) -> Setting {
        self.set(LOW[0])
    }

    /// Whether the joker is among them.
    pub(super) const fn has_joker(&self) -> bool {
        self.0[0].is_joker()
    }

    /// The ranks of each suit, without the joker.
    pub(super) fn suits(&self) -> [Ranks; 4] {
        let mut suits = [0; 4];
        for card in self.0.into_iter().filter(|card| !card.is_joker()) {
            suits[card.index() % 4] |= 1 << card.rank_number();
        }
        suits
    }

    /// Whether five of the cards are a straight, a flush or both.
    pub(super) fn has_run_or_flush(&self) -> bool {
        let suits = self.suits();
        let needed = 5 - u32::from(self.has_joker());
        let ranks = suits[0] | suits[1] | suits[2] | suits[3];
        suits.iter().any(|suit| suit.count_ones() >= needed)
            || RUNS.iter().any(|run| (ranks & run).count_ones() >= needed)
    }

    /// The groups of equal ranks, as count and rank: the largest group first, and the highest rank among
    /// groups of equal size. The joker is an ace. Unused entries are empty.
    pub(super) fn groups(&self) -> [(u8, u8); 7] {
        let mut groups = [(0, 0); 7];
        let mut used = 0;
        let mut last = 0;
        // Cards are sorted by rank, so a group is complete when another rank comes.
        for rank in self.0.map(rank_of) {
            if rank != last {
                used += 1;
                last = rank;
            }
            groups[used - 1] = (groups[used - 1].0 + 1, rank);
        }
        groups.sort_unstable_by(|one, other| other.cmp(one));
        groups
    }

    /// Whether the cards hold all four aces and the joker.
    pub(super) fn has_five_aces(&self) -> bool {
        self.groups()[0] == (5, ACE)
    }
}

impl fmt::Debug for Seven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// The indices of the low hand's cards in each setting, the last cards first.
const LOW: [[usize; 2]; 21] = {
    let mut all = [[0; 2]; 21];
    let (mut at, mut two) = (0, 6);
    while two > 0 {
        let mut one = two;
        while one > 0 {
            one -= 1;
            all[at] = [one, two];
            at += 1;
        }
        two -= 1;
    }
    all
};

/// Seven cards set as two hands, each from the highest card to the lowest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// The high hand.
    pub high: [Card; 5],
    /// The low hand.
    pub low: [Card; 2],
}

/// The comparison of both hands of a player with those of the dealer or the bank. Equal hands are copies
/// (OH-PGP-1.copy-hand).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Against {
    /// The high hand.
    pub high: Ordering,
    /// The low hand.
    pub low: Ordering,
}

impl Against {
    /// How many of the two hands are copies.
    #[must_use]
    pub fn copies(self) -> usize {
        [self.high, self.low].into_iter().filter(|order| order.is_eq()).count()
    }
}

impl Setting {
    /// The rank of the high hand.
    #[must_use]
    pub fn high_worth(&self) -> Worth {
        high(self.high)
    }

    /// The rank of the low hand.
    #[must_use]
    pub fn low_worth(&self) -> Worth {
        low(self.low)
    }

    /// Whether the low hand outranks the high one (OH-PGP-13.I, 13.VII.C). An equal pair is allowed: the high hand has
    /// three more cards.
    #[must_use]
    pub fn is_foul(&self) -> bool {
        self.low_worth() > self.high_worth()
    }

    /// Compares each of the two hands with those of the dealer or the bank.
    #[must_use]
    pub fn against(&self, other: &Setting) -> Against {
        Against {
            high: self.high_worth().cmp(&other.high_worth()),
            low: self.low_worth().cmp(&other.low_worth()),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.high.iter().try_for_each(|card| write!(f, "{card} "))?;
        write!(f, "| {} {}", self.low[0], self.low[1])
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
