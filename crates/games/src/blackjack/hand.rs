//! Counting a hand, and what belongs to a box during a round.

use super::law::Law;
use crate::common::{is_ace, is_ten_valued};
use engine::{Cites, Patron, Patrons, Wager, WagerNumber};
use felt::{Card, Money};
use serde::{Deserialize, Serialize};

/// What a card counts, an ace as one, with the rule that says so.
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

/// What a card counts when two cards are compared, an ace as one.
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
    /// How many cards, unread ones too.
    pub(crate) cards: u8,
    /// How many of them the table has not read.
    pub(crate) unread: u8,
}

impl Tally {
    /// No cards.
    pub(crate) const EMPTY: Tally = Tally { hard: 0, soft: false, aces: 0, cards: 0, unread: 0 };

    /// The count of these cards.
    pub fn of(law: &Law, cards: &[Card]) -> Tally {
        let mut tally = Tally::EMPTY;
        for card in cards {
            tally.add(law, Some(*card));
        }
        tally
    }

    /// Adds a card, known or not, and says by which rules it counts.
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

    /// An unread card became known.
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

    /// From now on no ace counts eleven but one that is still to come.
    pub(crate) fn count_aces_as_one(&mut self) {
        self.aces = 0;
        self.soft = false;
    }

    /// The best total: one ace counts eleven where that does not pass 21.
    pub fn total(&self) -> u8 {
        if self.soft { self.hard + 10 } else { self.hard }
    }

    /// Whether an ace counts eleven.
    pub fn is_soft(&self) -> bool {
        self.soft
    }

    /// What the total is called.
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

    /// Two cards that make 21.
    pub fn is_two_card_21(&self) -> bool {
        self.cards == 2 && self.is_known() && self.total() == 21
    }
}

/// Where a hand stands.
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
    /// Given up; its wagers wait for the dealer's second card.
    pub(crate) surrendered: bool,
    /// A 21 that was paid, and which line of the pay table its cards meet.
    pub(crate) paid_line: Option<u8>,
    /// A 21 that the dealer passed over; it is paid in its turn of the settlement.
    pub(crate) overlooked: bool,
}

impl Hand {
    /// An ace and a ten-valued card as the first two cards of the box; a split hand has none.
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

    /// Whether two cards make a hard total that is doubled on a lammer.
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

/// Why a hand awaits a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Want {
    /// It asked for one.
    Hit,
    /// It doubled; the card comes up or down.
    Double {
        /// Face down on request.
        down: bool,
        /// On a lammer.
        free: bool,
    },
    /// It is a split hand with one card.
    Second,
}

/// What kind of wager a row is, so that none is compared by its word at every step.
pub(crate) mod area {
    /// A hand's own wager: the first one, or that of a hand split off.
    pub(crate) const HAND: u8 = 0;
    /// A double.
    pub(crate) const DOUBLE: u8 = 1;
    /// Insurance.
    pub(crate) const INSURANCE: u8 = 2;
    /// House Money.
    pub(crate) const HOUSE_MONEY: u8 = 3;
    /// Other side bets, from here on in the order of the rule book.
    pub(crate) const SIDE_BETS: u8 = 8;

    /// The area of the side bet that stands at this place in the rule book.
    pub(crate) fn of_side_bet(index: usize) -> u8 {
        // The program knows some twenty side bets.
        u8::try_from(index).map_or(u8::MAX, |index| SIDE_BETS.saturating_add(index))
    }
}

/// Whether it is a wager that was placed before the deal on a box's hand: hands split off have others.
pub(crate) fn is_main(wager: &Wager) -> bool {
    wager.area == area::HAND && wager.spot.hand == 1
}

/// The most hands a pair is split into.
pub(crate) const HANDS_MAX: usize = HANDS as usize;
/// The same where hands are counted.
pub(crate) const HANDS: u8 = 4;

/// A betting box in a round.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BettingBox {
    /// Who bets on it, and decides for it where several do.
    pub(crate) patron: Option<Patron>,
    /// Its hands, in the order they lie from the dealer's left.
    pub(crate) hands: [Hand; HANDS_MAX],
    /// How many hands there are.
    pub(crate) count: u8,
    /// The House Money wager.
    pub(crate) house_money: Option<WagerNumber>,
    /// What House Money brought and the patron has not decided about.
    pub(crate) proceeds: Money,
    /// Whether House Money is settled.
    pub(crate) house_money_settled: bool,
    /// The box's first two cards, kept when they are split apart: side bets are about them.
    pub(crate) split_pair: Option<[Card; 2]>,
    /// Patrons who did not follow a split and are asked about none.
    pub(crate) declined: Patrons,
    /// Who asked to squeeze its cards.
    pub(crate) squeezer: Option<Patron>,
    /// Patrons who left before their bet here was decided.
    pub(crate) gone: Patrons,
}

impl BettingBox {
    /// The box's first two cards, also when they were split apart.
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

    /// Its hands, to change them.
    pub(crate) fn hands_mut(&mut self) -> &mut [Hand] {
        &mut self.hands[..usize::from(self.count).min(HANDS_MAX)]
    }
}
