//! A box and the wagers on it.

pub(crate) use crate::common::Boxes;
use engine::{Face, Patron, WagerNumber};
use felt::Card;
use serde::{Deserialize, Serialize};

/// The most boxes a layout has.
pub(crate) const BOXES_MAX: usize = 7;

/// The most wagers a game has.
pub(crate) const WAGERS_MAX: usize = 10;

/// The patron and the wagers of a box.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BettingBox {
    /// The patron of the box; `None` where no wager lies.
    pub(crate) patron: Option<Patron>,
    /// Its wagers, in the order of the game's list.
    pub(crate) wagers: [Option<WagerNumber>; WAGERS_MAX],
    pub(crate) cards: Cards,
}

impl BettingBox {
    /// Sets or clears a wager. Clearing the last one clears the patron too.
    pub(crate) fn set_wager(&mut self, wager: usize, number: Option<WagerNumber>) {
        self.wagers[wager] = number;
        if self.wagers.iter().all(Option::is_none) {
            self.patron = None;
        }
    }
}

/// The most cards a hand has. A game that deals more does not compile.
pub(crate) const CARDS_MAX: usize = 6;

/// The cards of a patron or of the dealer.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Kept", try_from = "Kept")]
pub struct Cards {
    /// The cards as far as the table knows them.
    pub(crate) known: [Option<Card>; CARDS_MAX],
    /// How many have been dealt.
    pub(crate) dealt: u8,
    /// How many lie face down.
    pub(crate) down: u8,
    /// How many of those were not read.
    pub(crate) unread: u8,
}

/// The stored form of cards. Hands once had at most five cards, so the sixth is encoded in the same number as
/// the count of unread ones. Older records are read, and written, unchanged.
#[derive(Serialize, Deserialize)]
struct Kept {
    known: [Option<Card>; CARDS_MAX - 1],
    dealt: u8,
    down: u8,
    unread: u16,
}

/// The number of values that the count of unread cards can take.
const UNREAD: u16 = 8;

impl From<Cards> for Kept {
    fn from(cards: Cards) -> Kept {
        let [one, two, three, four, five, sixth] = cards.known;
        let sixth = sixth.map_or(0, |card| u16::from(card.byte()) + 1);
        Kept {
            known: [one, two, three, four, five],
            dealt: cards.dealt,
            down: cards.down,
            unread: u16::from(cards.unread) + sixth * UNREAD,
        }
    }
}

impl TryFrom<Kept> for Cards {
    type Error = &'static str;

    fn try_from(kept: Kept) -> Result<Cards, &'static str> {
        let [one, two, three, four, five] = kept.known;
        let sixth = match usize::from(kept.unread / UNREAD) {
            0 => None,
            number => Some(Card::from_index(number - 1).ok_or("a card of no pack")?),
        };
        // A remainder of a division by eight fits.
        let unread = u8::try_from(kept.unread % UNREAD).map_err(|_| "too many cards")?;
        Ok(Cards { known: [one, two, three, four, five, sixth], dealt: kept.dealt, down: kept.down, unread })
    }
}

impl Cards {
    pub(crate) const NONE: Cards = Cards { known: [None; CARDS_MAX], dealt: 0, down: 0, unread: 0 };

    /// Creates a hand of open cards; `None` if there are more than fit.
    pub fn open(cards: &[Card]) -> Option<Cards> {
        let mut open = Cards::NONE;
        cards.iter().for_each(|card| open.add(Face::Up(*card)));
        (cards.len() <= CARDS_MAX).then_some(open)
    }

    /// The cards that the table knows.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.known.into_iter().flatten()
    }

    /// Returns the first `N` cards, if the table knows them.
    pub fn first<const N: usize>(&self) -> Option<[Card; N]> {
        let mut known = self.iter();
        let mut cards = [Card::JOKER; N];
        for card in &mut cards {
            *card = known.next()?;
        }
        Some(cards)
    }

    /// Adds a card. A deal never exceeds the capacity.
    pub(crate) fn add(&mut self, face: Face) {
        if let Some(place) = self.known.get_mut(usize::from(self.dealt)) {
            *place = face.card();
        }
        self.dealt = self.dealt.saturating_add(1);
        self.down += u8::from(!face.is_up());
        self.unread += u8::from(face.card().is_none());
    }

    /// Turns the card at that index.
    pub(crate) fn turn(&mut self, index: usize, card: Card, was_unread: bool) {
        if let Some(place) = self.known.get_mut(index) {
            *place = Some(card);
        }
        self.down = self.down.saturating_sub(1);
        self.unread = self.unread.saturating_sub(u8::from(was_unread));
    }

    /// Whether some card lies face down that a device has read, so that it can be turned automatically.
    pub(crate) fn can_be_turned_unasked(&self) -> bool {
        self.down > self.unread
    }
}
