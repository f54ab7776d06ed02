//! Packs: which cards a game is dealt from, and how many of each.

use crate::card::{Card, Rank};
use crate::text::named_enum;
use serde::{Deserialize, Serialize};

/// What one deck is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeckKind {
    /// The usual 52 cards.
    Standard52,
    /// The usual 52 cards and one joker.
    Joker53,
    /// The usual cards without the four tens; court cards stay.
    NoTens48,
}

named_enum!(DeckKind, "kind of deck", {
    Standard52 => "standard52",
    Joker53 => "joker53",
    NoTens48 => "no-tens48",
});

impl DeckKind {
    /// All kinds of deck.
    pub const ALL: [Self; 3] = [Self::Standard52, Self::Joker53, Self::NoTens48];

    /// How many cards one deck has.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no kind of deck is empty")]
    pub const fn len(self) -> u16 {
        match self {
            Self::Standard52 => 52,
            Self::Joker53 => 53,
            Self::NoTens48 => 48,
        }
    }

    /// Whether the deck has this card.
    #[inline]
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        match self {
            Self::Standard52 => !card.is_joker(),
            Self::Joker53 => true,
            Self::NoTens48 => !card.is_joker() && card.rank_number() != Rank::Ten.number(),
        }
    }

    /// The cards of one deck in index order.
    pub fn cards(self) -> impl DoubleEndedIterator<Item = Card> + Clone {
        Card::all().filter(move |card| self.contains(*card))
    }
}

/// One or more decks of a kind, used together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// What each deck is made of.
    pub kind: DeckKind,
    /// How many decks there are.
    pub decks: u8,
}

impl Pack {
    /// How many cards there are in all decks together.
    #[must_use]
    pub const fn len(self) -> u16 {
        // At most 53 times 255, which fits.
        self.kind.len() * self.decks as u16
    }

    /// Whether there is no card at all, which only happens with no deck.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.decks == 0
    }

    /// How many copies of a card there are.
    #[must_use]
    pub const fn copies(self, card: Card) -> u16 {
        if self.kind.contains(card) { self.decks as u16 } else { 0 }
    }

    /// All cards of all decks, one deck after the other.
    pub fn cards(self) -> impl Iterator<Item = Card> + Clone {
        (0..self.decks).flat_map(move |_| self.kind.cards())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::testing::{read, written};

    #[test]
    fn lengths_copies_and_cards_agree() {
        for kind in DeckKind::ALL {
            assert_eq!(kind.cards().count(), usize::from(kind.len()));
            for decks in [0, 1, 6, 8, 255] {
                let pack = Pack { kind, decks };
                assert_eq!(pack.cards().count(), usize::from(pack.len()));
                assert_eq!(Card::all().map(|card| pack.copies(card)).sum::<u16>(), pack.len());
                assert_eq!(pack.is_empty(), pack.cards().next().is_none());
            }
        }
    }

    #[test]
    fn tens_and_jokers() {
        let ten: Card = "Th".parse().unwrap();
        let jack: Card = "Jh".parse().unwrap();
        assert!(!DeckKind::NoTens48.contains(ten));
        assert!(DeckKind::NoTens48.contains(jack));
        assert!(!DeckKind::NoTens48.contains(Card::JOKER));
        assert!(!DeckKind::Standard52.contains(Card::JOKER));
        assert!(DeckKind::Joker53.contains(Card::JOKER));
    }

    #[test]
    fn names_round_trip() {
        for kind in DeckKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(read(&written(&kind)), Ok(kind));
        }
        let error = "piquet32".parse::<DeckKind>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"piquet32\" is not a kind of deck: write one of standard52, joker53, no-tens48"
        );
    }
}
