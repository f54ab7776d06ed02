//! Five cards of a deck with a joker in which the joker and the deuces are wild (OH-DJW-6, CO-DWX-1).
//!
//! Each wild card stands for the card that makes the hand best; it duplicates a present card only in five of
//! a kind (RULING-DJW-9). Hands of one kind are compared by their ranks, and neither suits nor wild cards
//! break a tie.

use super::{ACE, ALL_RANKS, Category, Hand, Ranking, Ranks, five_highest, highest};
use felt::{Card, Rank};

/// Whether a card is wild.
#[inline]
#[must_use]
pub fn is_wild(card: Card) -> bool {
    card.is_joker() || is_deuce(card)
}

/// Whether a card is a deuce.
#[inline]
#[must_use]
pub fn is_deuce(card: Card) -> bool {
    card.rank() == Some(Rank::Two)
}

/// Whether a card is the joker.
#[inline]
#[must_use]
pub fn is_joker(card: Card) -> bool {
    card.is_joker()
}

/// Ranks five cards. A duplicate counts once, even if it is wild.
#[must_use]
pub fn ranking(cards: impl IntoIterator<Item = Card>) -> Ranking {
    let (mut plain, mut deuces, mut joker) = (Hand::EMPTY, Hand::EMPTY, 0);
    for card in cards {
        match card {
            _ if card.is_joker() => joker = 1,
            _ if is_deuce(card) => deuces.add(card),
            _ => plain.add(card),
        }
    }
    match deuces.0.count_ones() + joker {
        0 => plain.ranking(),
        wild => with_wild(plain, wild),
    }
}

/// Ranks plain cards together with a number of wild ones; fewer than five make neither a run nor a flush.
fn with_wild(plain: Hand, wild: u32) -> Ranking {
    if wild == 5 {
        return Ranking::new(Category::FiveWilds, 0, 0);
    }
    let whole = plain.0.count_ones() + wild == 5;
    let suits = plain.suits();
    let [clubs, diamonds, hearts, spades] = suits;
    let once = clubs | diamonds | hearts | spades;
    let twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades);
    let thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds);
    let four = clubs & diamonds & hearts & spades;
    let one_suit = whole && suits.into_iter().filter(|ranks| *ranks != 0).count() == 1;
    let run = if whole && twice == 0 { run_with(once) } else { 0 };
    if one_suit && run == ACE {
        return Ranking::new(Category::RoyalFlush, ACE, 0);
    }
    // The largest set takes all wild cards; among sets of equal size the highest.
    let (set, size) = match (four, thrice, twice) {
        (1.., _, _) => (four, 4),
        (_, 1.., _) => (highest(thrice), 3),
        (_, _, 1..) => (highest(twice), 2),
        _ if once == 0 => (ACE, 0),
        _ => (highest(once), 1),
    };
    let rest = once & !set;
    match size + wild {
        5 => return Ranking::new(Category::FiveOfAKind, set, 0),
        _ if one_suit && run != 0 => return Ranking::new(Category::StraightFlush, run, 0),
        4 => return Ranking::new(Category::FourOfAKind, set, rest),
        3 if twice & !set != 0 => return Ranking::new(Category::FullHouse, set, twice & !set),
        _ => {}
    }
    if one_suit {
        let filled = (0..wild).fold(once, |ranks, _| ranks | highest(ALL_RANKS & !ranks));
        return Ranking::new(Category::Flush, 0, five_highest(filled));
    }
    if run != 0 {
        return Ranking::new(Category::Straight, run, 0);
    }
    match size + wild {
        3 => Ranking::new(Category::ThreeOfAKind, set, rest),
        2 => Ranking::new(Category::Pair, set, rest),
        _ => Ranking::new(Category::HighCard, 0, set),
    }
}

/// The top of the highest run of five that contains all these ranks, with wild cards for the others; zero if
/// there is none.
fn run_with(ranks: Ranks) -> Ranks {
    let run_to = |top: u32| if top == 3 { ACE | 0b1111 } else { 0b11111 << (top - 4) };
    (3..=12).rev().find(|top| ranks & !run_to(*top) == 0).map_or(0, |top| 1 << top)
}

/// When a hand with a deuce counts as natural.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NaturalRule {
    /// If it is of the same kind with its deuces as plain twos (OH-DJW-12(f)).
    SameKind,
    /// If its one deuce is the two of A-2-3-4-5 or of 2-3-4-5-6 (CO-DWX-15.A.IV).
    LowRuns,
}

/// Whether a hand is natural: it has no joker, and no deuce that stands for another card.
#[must_use]
pub fn is_natural(cards: &[Card], rule: NaturalRule) -> bool {
    if cards.iter().any(|card| card.is_joker()) {
        return false;
    }
    if !cards.iter().copied().any(is_deuce) {
        return true;
    }
    let best = ranking(cards.iter().copied()).category();
    let same_kind = cards.iter().copied().collect::<Hand>().ranking().category() == best;
    let run = matches!(best, Category::Straight | Category::StraightFlush);
    same_kind && (run || rule == NaturalRule::SameKind)
}
