//! Counting a hand, and what belongs to a box during a round.

use super::rules;
use engine::{Cites, Patron, WagerNumber};
use felt::{Card, Money, Rank};

/// What a card counts, an ace as one, with the rule that says so.
pub(crate) fn value(card: Card) -> (u8, Cites) {
    let rank = card.rank_number();
    if let Some(rule) = rules::PICTURES.when(rank > 10 && rank < 14) {
        return (10, Cites::one(rule));
    }
    if rank == 14 {
        return (1, Cites::NONE);
    }
    match rules::NUMBER_CARDS.when(rank <= 10) {
        Some(rule) => (rank, Cites::one(rule)),
        None => (0, Cites::NONE),
    }
}

/// Whether a card is a ten or a picture.
pub(crate) fn is_ten_valued(card: Card) -> bool {
    matches!(card.rank_number(), 10..=13)
}

/// Whether a card is an ace.
pub(crate) fn is_ace(card: Card) -> bool {
    card.rank() == Some(Rank::Ace)
}

/// The count of the known cards of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// The sum with aces as one.
    hard: u8,
    /// How many aces.
    aces: u8,
    /// How many cards, unread ones too.
    pub(crate) cards: u8,
    /// How many of them the table has not read.
    pub(crate) unread: u8,
}

impl Tally {
    /// No cards.
    pub(crate) const EMPTY: Tally = Tally { hard: 0, aces: 0, cards: 0, unread: 0 };

    /// Adds a card, known or not, and says by which rules it counts.
    pub(crate) fn add(&mut self, card: Option<Card>) -> Cites {
        self.cards = self.cards.saturating_add(1);
        match card {
            Some(card) => self.count(card),
            None => {
                self.unread += 1;
                Cites::NONE
            }
        }
    }

    /// An unread card became known.
    pub(crate) fn read(&mut self, card: Card) {
        self.unread = self.unread.saturating_sub(1);
        self.count(card);
    }

    fn count(&mut self, card: Card) -> Cites {
        let (worth, mut cites) = value(card);
        self.hard = self.hard.saturating_add(worth);
        self.aces += u8::from(is_ace(card));
        if self.aces > 0 {
            let soft = self.is_soft();
            cites = cites.and(rules::ACE_ELEVEN.when(soft)).and(rules::ACE_ONE.when(!soft));
        }
        cites
    }

    /// The best total: one ace counts eleven where that does not pass 21.
    pub(crate) fn total(&self) -> u8 {
        if self.is_soft() { self.hard + 10 } else { self.hard }
    }

    /// Whether an ace counts eleven.
    pub(crate) fn is_soft(&self) -> bool {
        self.aces > 0
            && rules::ACE_ELEVEN.applies().is_some()
            && rules::ACE_ONE.when(self.hard > 11).is_none()
    }

    /// What the total is called.
    pub(crate) fn softness(&self) -> Cites {
        let soft = self.is_soft();
        Cites::from(rules::SOFT_TOTAL.when(soft)).and(rules::HARD_TOTAL.when(!soft))
    }

    /// Whether the hand is over 21 whatever its unread cards are: each counts at least one.
    pub(crate) fn is_surely_over(&self) -> bool {
        self.hard.saturating_add(self.unread) > 21
    }

    /// Whether every card is known.
    pub(crate) fn is_known(&self) -> bool {
        self.unread == 0
    }

    /// Two cards that make 21.
    pub(crate) fn is_two_card_21(&self) -> bool {
        self.cards == 2 && self.is_known() && self.total() == 21
    }
}

/// Where a hand stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Play {
    /// Decisions are to come.
    #[default]
    Active,
    /// Finished, and waiting for the dealer.
    Finished,
    /// Over 21.
    Over,
    /// Its wagers are settled.
    Settled,
}

/// One hand of a box.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hand {
    /// Its count.
    pub(crate) tally: Tally,
    /// Where it stands.
    pub(crate) play: Play,
    /// The first two cards, as far as known.
    pub(crate) first_two: [Option<Card>; 2],
    /// The wager it was dealt on, or the one placed when it was split off.
    pub(crate) wager: Option<WagerNumber>,
    /// The double.
    pub(crate) double: Option<WagerNumber>,
    /// Whether it is one of the hands of a split pair.
    pub(crate) split: bool,
    /// Whether it is one of two split aces.
    pub(crate) split_ace: bool,
    /// Whether its two first cards lie open; always so when dealt from a shoe.
    pub(crate) open: bool,
    /// How many of its cards still lie face down and must be turned now.
    pub(crate) to_turn: u8,
    /// How many of its cards lie face down.
    pub(crate) down: u8,
    /// Its card comes after all others.
    pub(crate) late: Option<Want>,
}

impl Hand {
    /// An ace and a ten-valued card as the first two cards of the box; a split hand has none.
    pub(crate) fn is_blackjack(&self) -> bool {
        !self.split && self.tally.is_two_card_21()
    }

    /// Whether the first two cards count the same.
    pub(crate) fn is_pair(&self) -> bool {
        match self.first_two {
            [Some(a), Some(b)] => value(a).0 == value(b).0,
            _ => false,
        }
    }

    /// Whether the first two cards are aces.
    pub(crate) fn is_pair_of_aces(&self) -> bool {
        self.first_two.iter().all(|card| card.is_some_and(is_ace))
    }
}

/// Why a hand awaits a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Want {
    /// It asked for one.
    Hit,
    /// It doubled; the card comes up or down.
    Double {
        /// Face down on request.
        down: bool,
    },
    /// It is a split hand with one card.
    Second,
}

/// The most hands a pair is split into.
pub(crate) const HANDS_MAX: usize = 4;

/// A betting box in a round.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BettingBox {
    /// Who bets on it.
    pub(crate) patron: Option<Patron>,
    /// Its hands, in the order they lie from the dealer's left.
    pub(crate) hands: [Hand; HANDS_MAX],
    /// How many hands there are.
    pub(crate) count: u8,
    /// The insurance wager.
    pub(crate) insurance: Option<WagerNumber>,
    /// The side bet.
    pub(crate) house_money: Option<WagerNumber>,
    /// What the side bet brought and the patron has not decided about.
    pub(crate) proceeds: Money,
    /// Whether the side bet is settled.
    pub(crate) house_money_settled: bool,
    /// The box's first two cards, kept when they are split apart: the side bet is about them.
    pub(crate) split_pair: Option<[Card; 2]>,
    /// The last settlement line of the insurance wager.
    pub(crate) insurance_line: Option<u16>,
}

impl BettingBox {
    /// Its hands.
    pub(crate) fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.count).min(HANDS_MAX)]
    }

    /// Its hands, to change them.
    pub(crate) fn hands_mut(&mut self) -> &mut [Hand] {
        &mut self.hands[..usize::from(self.count).min(HANDS_MAX)]
    }
}
