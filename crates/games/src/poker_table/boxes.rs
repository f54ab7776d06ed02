//! A box and what lies on it.

pub(crate) use crate::common::Boxes;
use engine::{Face, Patron, WagerNumber};
use felt::Card;
use serde::{Deserialize, Serialize};

/// The most boxes a layout has.
pub(crate) const BOXES_MAX: usize = 7;

/// The most wagers a game has.
pub(crate) const WAGERS_MAX: usize = 10;

/// What lies on a box.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct BettingBox {
    /// Who sits there; nobody where no wager lies.
    pub(crate) patron: Option<Patron>,
    /// Its wagers, in the order in which the game has them.
    pub(crate) wagers: [Option<WagerNumber>; WAGERS_MAX],
    pub(crate) cards: Cards,
}

impl BettingBox {
    /// Notes a wager, or that it is gone; with the last one the patron goes too.
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
    /// As far as the table knows them.
    pub(crate) known: [Option<Card>; CARDS_MAX],
    /// How many have been dealt.
    pub(crate) dealt: u8,
    /// How many lie face down.
    pub(crate) down: u8,
    /// How many of those nobody has read.
    pub(crate) unread: u8,
}

/// How cards are kept. Hands had five cards once: the sixth is written beside the number of unread ones, so that what was
/// kept then is read, and written, as it was.
#[derive(Serialize, Deserialize)]
struct Kept {
    known: [Option<Card>; CARDS_MAX - 1],
    dealt: u8,
    down: u8,
    unread: u16,
}

/// How many numbers of unread cards there are.
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
        // What is left of a division by eight fits.
        let unread = u8::try_from(kept.unread % UNREAD).map_err(|_| "too many cards")?;
        Ok(Cards { known: [one, two, three, four, five, sixth], dealt: kept.dealt, down: kept.down, unread })
    }
}

impl Cards {
    pub(crate) const NONE: Cards = Cards { known: [None; CARDS_MAX], dealt: 0, down: 0, unread: 0 };

    /// Cards that lie open; `None` where there are more than a hand has.
    pub fn open(cards: &[Card]) -> Option<Cards> {
        let mut open = Cards::NONE;
        cards.iter().for_each(|card| open.add(Face::Up(*card)));
        (cards.len() <= CARDS_MAX).then_some(open)
    }

    /// Those that the table knows.
    pub fn iter(&self) -> impl Iterator<Item = Card> {
        self.known.into_iter().flatten()
    }

    /// The first `N`, if the table knows them.
    pub fn first<const N: usize>(&self) -> Option<[Card; N]> {
        let mut known = self.iter();
        let mut cards = [Card::JOKER; N];
        for card in &mut cards {
            *card = known.next()?;
        }
        Some(cards)
    }

    /// A card comes. Nobody is dealt more than there is room for.
    pub(crate) fn add(&mut self, face: Face) {
        if let Some(place) = self.known.get_mut(usize::from(self.dealt)) {
            *place = face.card();
        }
        self.dealt = self.dealt.saturating_add(1);
        self.down += u8::from(!face.is_up());
        self.unread += u8::from(face.card().is_none());
    }

    /// The card of that place was turned.
    pub(crate) fn turn(&mut self, index: usize, card: Card, was_unread: bool) {
        if let Some(place) = self.known.get_mut(index) {
            *place = Some(card);
        }
        self.down = self.down.saturating_sub(1);
        self.unread = self.unread.saturating_sub(u8::from(was_unread));
    }

    /// Whether some card lies face down that a device has read.
    pub(crate) fn can_be_turned_unasked(&self) -> bool {
        self.down > self.unread
    }
}
