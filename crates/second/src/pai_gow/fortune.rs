//! The rank of seven cards for the Fortune Bonus Wager (OH-PGP-6.V, OH-PGP-15.V).

use super::rank::Kind;
use super::seven::{Setting, Seven};
use felt::{Card, Rank};

/// The rows of 15.V, the worst paid first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fortune {
    /// No row.
    Nothing,
    Straight,
    /// Paid better than a straight, though it ranks below one (Q168).
    Three,
    Flush,
    FullHouse,
    Four,
    StraightFlush,
    Royal,
    FiveAces,
    /// 6.V.C.
    SevenCardStraightFlushWithJoker,
    /// 6.V.B.
    RoyalAndRoyalMatch,
    /// 6.V.A.
    SevenCardStraightFlush,
}

/// The best paid row.
pub(super) fn of(seven: &Seven) -> Fortune {
    if is_run_of_seven(&seven.cards) {
        return Fortune::SevenCardStraightFlush;
    }
    if seven.settings.iter().any(is_royal_and_match) {
        return Fortune::RoyalAndRoyalMatch;
    }
    if seven.joker && joker_makes_run_of_seven(&seven.cards) {
        return Fortune::SevenCardStraightFlushWithJoker;
    }
    let rows = [
        (Kind::FiveAces, Fortune::FiveAces),
        (Kind::Royal, Fortune::Royal),
        (Kind::StraightFlush, Fortune::StraightFlush),
        (Kind::Four, Fortune::Four),
        (Kind::FullHouse, Fortune::FullHouse),
        (Kind::Flush, Fortune::Flush),
        (Kind::Three, Fortune::Three),
        (Kind::Straight, Fortune::Straight),
    ];
    let row = rows.into_iter().find(|(kind, _)| seven.can_be(*kind));
    row.map_or(Fortune::Nothing, |(_, fortune)| fortune)
}

/// Seven cards of one suit, one after another, the ace below the two or above the king.
fn is_run_of_seven(cards: &[Card; 7]) -> bool {
    let one_suit = cards.iter().all(|card| !card.is_joker() && card.suit() == cards[0].suit());
    let holds = |rank: u8| cards.iter().any(|card| card.rank_number() == if rank == 1 { 14 } else { rank });
    one_suit && (1..=8).any(|lowest| (lowest..lowest + 7).all(holds))
}

/// As [`is_run_of_seven`], with the joker as one of the seven.
fn joker_makes_run_of_seven(cards: &[Card; 7]) -> bool {
    Card::all().filter(|card| !cards.contains(card)).any(|card| {
        let filled = cards.map(|held| if held.is_joker() { card } else { held });
        is_run_of_seven(&filled)
    })
}

/// A royal flush, which the joker may complete, and a king and a queen of one suit beside it, which it may not: it
/// completes only what 6.III says.
fn is_royal_and_match(setting: &Setting) -> bool {
    let [one, other] = setting.low;
    let ranks = (one.rank(), other.rank());
    setting.high_worth.kind == Kind::Royal
        && one.suit() == other.suit()
        && (ranks == (Some(Rank::King), Some(Rank::Queen)) || ranks == (Some(Rank::Queen), Some(Rank::King)))
}
