//! Counting a hand, and what belongs to a box during a round.

use super::law::Law;
use crate::common::{is_ace, is_ten_valued};
use engine::{Cites, Patron, Patrons, Wager, WagerNumber};
use felt::{Card, Money};
use serde::{Deserialize, Serialize};

/// The value of a card, an ace as one, with the rule for it.
pub(crate) fn value(law: &Law, card: Card) -> (u8, Cites) {
    let rank = card.rank_number();
    if let Some(rule) = law.pictures.when(rank > 10 && rank < 14) {
        return (10, Cites::one(rule));
    }
    if rank == 14 {
        return (1, Cites::NONE);
    }
    match law.number_cards.when(rank <= 10) {
        Some(rule) => (rank, Cites::one(rule)),
        None => (0, Cites::NONE),
    }
}

/// The value of a card for comparing two cards, an ace as one.
pub(crate) fn points(card: Card) -> u8 {
    match card.rank_number() {
        14 => 1,
        rank => rank.min(10),
    }
}

/// The count of the known cards of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The sum with aces as one.
    hard: u8,
    /// Whether an ace counts eleven in the best total.
    soft: bool,
    /// How many aces may count eleven.
    aces: u8,
    /// The number of cards, unread ones included.
    pub(crate) cards: u8,
    /// How many of them the table has not read.
    pub(crate) unread: u8,
}

impl Tally {
    /// A hand without cards.
    pub(crate) const EMPTY: Tally = Tally { hard: 0, soft: false, aces: 0, cards: 0, unread: 0 };

    /// Counts these cards.
    pub fn of(law: &Law, cards: &[Card]) -> Tally {
        let mut tally = Tally::EMPTY;
        for card in cards {
            tally.add(law, Some(*card));
        }
        tally
    }

    /// Adds a card, known or not, and returns the rules by which it counts.
    pub(crate) fn add(&mut self, law: &Law, card: Option<Card>) -> Cites {
        self.cards = self.cards.saturating_add(1);
        match card {
            Some(card) => self.count(law, card),
            None => {
                self.unread += 1;
                Cites::NONE
            }
        }
    }

    /// Adds the value of an unread card that became known.
    pub(crate) fn read(&mut self, law: &Law, card: Card) {
        self.unread = self.unread.saturating_sub(1);
        self.count(law, card);
    }

    fn count(&mut self, law: &Law, card: Card) -> Cites {
        let (worth, mut cites) = value(law, card);
        self.hard = self.hard.saturating_add(worth);
        self.aces += u8::from(is_ace(card));
        if self.aces > 0 {
            self.soft = law.ace_eleven.applies().is_some() && law.ace_one.when(self.hard > 11).is_none();
            cites = cites.and(law.ace_eleven.when(self.soft)).and(law.ace_one.when(!self.soft));
        }
        cites
    }

    /// Makes all present aces count one; only an ace that is still to come may count eleven.
    pub(crate) fn count_aces_as_one(&mut self) {
        self.aces = 0;
        self.soft = false;
    }

    /// The best total: one ace counts eleven unless that exceeds 21.
    pub fn total(&self) -> u8 {
        if self.soft { self.hard + 10 } else { self.hard }
    }

    /// Whether an ace counts eleven.
    pub fn is_soft(&self) -> bool {
        self.soft
    }

    /// The rules that name the total soft or hard.
    pub(crate) fn softness(&self, law: &Law) -> Cites {
        Cites::from(law.soft_total.when(self.soft)).and(law.hard_total.when(!self.soft))
    }

    /// Whether the hand is over 21 whatever its unread cards are: each counts at least one.
    pub(crate) fn is_surely_over(&self) -> bool {
        self.hard.saturating_add(self.unread) > 21
    }

    /// Whether every card is known.
    pub(crate) fn is_known(&self) -> bool {
        self.unread == 0
    }

    /// Whether two cards make 21.
    pub fn is_two_card_21(&self) -> bool {
        self.cards == 2 && self.is_known() && self.total() == 21
    }
}

/// The stage of a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Hand {
    /// The count of its cards.
    pub(crate) tally: Tally,
    /// Its stage.
    pub(crate) play: Play,
    /// The first two cards, as far as known.
    pub(crate) first_two: [Option<Card>; 2],
    /// The wager it was dealt on, or the one placed when it was split off.
    pub(crate) wager: Option<WagerNumber>,
    /// The wager of its double.
    pub(crate) double: Option<WagerNumber>,
    /// Whether it is one of the hands of a split pair.
    pub(crate) split: bool,
    /// Whether it is one of two split aces.
    pub(crate) split_ace: bool,
    /// Whether its first two cards lie open; always true when dealt from a shoe.
    pub(crate) open: bool,
    /// How many of its cards still lie face down and must be turned now.
    pub(crate) to_turn: u8,
    /// How many of its cards lie face down.
    pub(crate) down: u8,
    /// Why its pending card comes after all others, if it does.
    pub(crate) late: Option<Want>,
    /// Whether it was given up; its wagers wait for the dealer's second card.
    pub(crate) surrendered: bool,
    /// The pay-table row that the cards of a paid 21 meet, even if it was doubled and so paid even money.
    pub(crate) paid_line: Option<u8>,
    /// Whether it is a 21 that the dealer overlooked; it is paid in its turn of the settlement.
    pub(crate) overlooked: bool,
}

impl Hand {
    /// Whether the first two cards of the box are an ace and a ten-valued card; a split hand is never a
    /// blackjack.
    pub(crate) fn is_blackjack(&self) -> bool {
        !self.split && self.tally.is_two_card_21()
    }

    /// Whether the first two cards count the same.
    pub(crate) fn is_pair(&self) -> bool {
        match self.first_two {
            [Some(a), Some(b)] => points(a) == points(b),
            _ => false,
        }
    }

    /// Whether the first two cards count ten each.
    pub(crate) fn is_pair_of_tens(&self) -> bool {
        self.first_two.iter().all(|card| card.is_some_and(is_ten_valued))
    }

    /// Whether two cards make a hard total that can be doubled on a lammer.
    pub(crate) fn is_hard_9_to_11(&self) -> bool {
        self.tally.cards == 2
            && self.tally.is_known()
            && !self.tally.is_soft()
            && (9..=11).contains(&self.tally.total())
    }

    /// Whether the first two cards are aces.
    pub(crate) fn is_pair_of_aces(&self) -> bool {
        self.first_two.iter().all(|card| card.is_some_and(is_ace))
    }
}

/// Why a hand waits for a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Want {
    /// It asked for one.
    Hit,
    /// It doubled; the card comes up or down.
    Double {
        /// Whether the card comes face down on request.
        down: bool,
        /// Whether the double is on a lammer.
        free: bool,
    },
    /// It is a split hand with one card.
    Second,
}

/// The area of a wager: its kind as a number, so that words need not be compared at every step.
pub(crate) mod area {
    /// A hand's own wager: the first one, or that of a hand split off.
    pub(crate) const HAND: u8 = 0;
    /// A double.
    pub(crate) const DOUBLE: u8 = 1;
    /// Insurance.
    pub(crate) const INSURANCE: u8 = 2;
    /// House Money.
    pub(crate) const HOUSE_MONEY: u8 = 3;
    /// Other side bets: from this number on, in the order of the rule book.
    pub(crate) const SIDE_BETS: u8 = 8;

    /// The area of the side bet with this index in the rule book.
    pub(crate) fn of_side_bet(index: usize) -> u8 {
        // There are only some twenty side bets.
        u8::try_from(index).map_or(u8::MAX, |index| SIDE_BETS.saturating_add(index))
    }
}

/// Whether a wager was placed before the deal on a box's hand; split hands have other wagers.
pub(crate) fn is_main(wager: &Wager) -> bool {
    wager.area == area::HAND && wager.spot.hand == 1
}

/// The most hands a pair is split into.
pub(crate) const HANDS_MAX: usize = HANDS as usize;
/// The same as a count of hands.
pub(crate) const HANDS: u8 = 4;

/// A betting box in a round.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BettingBox {
    /// The patron who bets on it, and decides for it where several bet.
    pub(crate) patron: Option<Patron>,
    /// Its hands, in the order they lie from the dealer's left.
    pub(crate) hands: [Hand; HANDS_MAX],
    /// How many hands there are.
    pub(crate) count: u8,
    /// The House Money wager.
    pub(crate) house_money: Option<WagerNumber>,
    /// What House Money has won while its patron has not decided about it.
    pub(crate) proceeds: Money,
    /// Whether House Money is settled.
    pub(crate) house_money_settled: bool,
    /// The box's first two cards, kept for side bets when they are split.
    pub(crate) split_pair: Option<[Card; 2]>,
    /// Patrons who did not follow a split and are not asked about further ones.
    pub(crate) declined: Patrons,
    /// The patron who asked to squeeze its cards.
    pub(crate) squeezer: Option<Patron>,
    /// Patrons who left before their bet here was decided.
    pub(crate) gone: Patrons,
}

impl BettingBox {
    /// The box's first two cards, even if they were split.
    pub(crate) fn first_two(&self) -> Option<[Card; 2]> {
        let together = match self.hands.first()?.first_two {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        };
        self.split_pair.or(together)
    }

    /// Its hands.
    pub(crate) fn hands(&self) -> &[Hand] {
        &self.hands[..usize::from(self.count).min(HANDS_MAX)]
    }

    /// Its hands, mutable.
    pub(crate) fn hands_mut(&mut self) -> &mut [Hand] {
        &mut self.hands[..usize::from(self.count).min(HANDS_MAX)]
    }
}
