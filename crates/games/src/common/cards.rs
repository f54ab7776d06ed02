//! Questions about cards that several games and side bets share.

use felt::{Card, Rank, Suit};

/// Whether a card is an ace.
pub(crate) fn is_ace(card: Card) -> bool {
    card.rank() == Some(Rank::Ace)
}

/// Whether a card is a ten or a picture.
pub(crate) fn is_ten_valued(card: Card) -> bool {
    matches!(card.rank_number(), 10..=13)
}

/// Returns the suit that all the cards share, if they do.
pub(crate) fn one_suit(cards: &[Card]) -> Option<Suit> {
    let suit = cards.first()?.suit()?;
    cards.iter().all(|card| card.suit() == Some(suit)).then_some(suit)
}
