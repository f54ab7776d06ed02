//! The ranking of poker hands that the games with five-card hands share (OH-UTH-5, OH-LIR-6.II, OH-THB-6).
//!
//! A [`Hand`] is a set of cards; its [`Ranking`] is that of the best five among them. Hands of one category
//! are compared first by their pairs, threes and fours and then by the other cards (our reading of
//! OH-UTH-5.III and similar paragraphs); hands that are still equal tie. Suits never matter. The ace is low
//! only in A-2-3-4-5, which is the lowest straight.
//!
//! The ranking handles neither wild cards nor the joker: [`Hand::add`] ignores the joker. Games in which
//! deuces and the joker are wild use [`wild`]; [`three`] ranks three cards, among which a straight beats a
//! flush, and [`four`] ranks four. Pai gow poker puts A-2-3-4-5 second among straights and first below the
//! royal flush (OH-PGP-6.II), so it has its own order in [`pai_gow`].
//!
//! ```
//! use felt::{Card, Rank};
//! use games::poker::{Category, Hand, best_five};
//!
//! let read = |text: &str| text.split(' ').map(str::parse::<Card>).collect::<Result<Vec<_>, _>>();
//! let board: Hand = read("Th 7c 7d 2s Td")?.into_iter().collect();
//! let [patron, dealer] = [read("As Ts")?, read("Kc Kd")?];
//!
//! // The board is put together once, and each hand's cards are added to a copy.
//! let ranking = |cards: &[Card]| cards.iter().fold(board, |hand, card| hand.with(*card)).ranking();
//! assert_eq!(ranking(&patron).category(), Category::FullHouse);
//! assert_eq!(ranking(&dealer).to_string(), "two-pairs KT 7");
//! assert!(ranking(&patron) > ranking(&dealer));
//!
//! // A pair of tens or better, as Let It Ride pays it.
//! let ranking = ranking(&dealer);
//! assert!((ranking.category(), ranking.top()) >= (Category::Pair, Some(Rank::Ten)));
//!
//! // Which cards made the patron's hand.
//! let five = best_five(&read("As Ts Th 7c 7d 2s Td")?).map(Vec::from);
//! assert_eq!(five, Some(read("Ts Th Td 7d 7c")?));
//! # Ok::<(), felt::ParseCardError>(())
//! ```

pub mod four;
pub mod linked;
pub mod pai_gow;
pub mod three;
pub mod wild;

use crate::common::together;
use engine::{Announcement, HandId, Named};
use felt::{Card, Rank};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// The kinds of poker hands, from the lowest to the highest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Category {
    /// None of the others.
    HighCard,
    /// Two cards of one rank.
    Pair,
    /// Two pairs of different ranks.
    TwoPairs,
    /// Three cards of one rank.
    ThreeOfAKind,
    /// Five consecutive ranks.
    Straight,
    /// Five cards of one suit.
    Flush,
    /// Three cards of one rank and two of another.
    FullHouse,
    /// Four cards of one rank.
    FourOfAKind,
    /// Five consecutive ranks of one suit, short of the ace at the top.
    StraightFlush,
    /// Five cards of one rank, which only wild cards can make.
    FiveOfAKind,
    /// Ten to ace of one suit, which the documents list and pay separately.
    RoyalFlush,
    /// The joker and the four deuces, where these are wild.
    FiveWilds,
}

impl Category {
    /// All of them, from the lowest to the highest.
    pub const ALL: [Self; 12] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::FiveOfAKind,
        Self::RoyalFlush,
        Self::FiveWilds,
    ];

    /// The kinds that need no wild card, from the lowest to the highest.
    pub const PLAIN: [Self; 10] = [
        Self::HighCard,
        Self::Pair,
        Self::TwoPairs,
        Self::ThreeOfAKind,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::RoyalFlush,
    ];

    /// The words for the kinds that need no wild card, in the same order.
    pub const HANDS: [HandId; 10] = words(Self::PLAIN);

    /// The words for all of them, in the same order.
    pub const WILD_HANDS: [HandId; 12] = words(Self::ALL);

    /// What makes it, in a sentence.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::HighCard => "None of the other hands.",
            Self::Pair => "Two of one rank.",
            Self::TwoPairs => "Two pairs of different ranks.",
            Self::ThreeOfAKind => "Three of one rank.",
            Self::Straight => {
                "Five in a row of several suits; the ace ends a run at either end and never stands inside one."
            }
            Self::Flush => "Five of one suit that make no run.",
            Self::FullHouse => "Three of one rank and two of another.",
            Self::FourOfAKind => "Four of one rank.",
            Self::StraightFlush => "Five of one suit in a row, short of the ace at the top.",
            Self::FiveOfAKind => "Five of one rank, which only wild cards can make.",
            Self::RoyalFlush => "Ace to ten of one suit.",
            Self::FiveWilds => "The joker and the four deuces.",
        }
    }

    /// The word for it in pay tables, records and on screen.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.hand().word()
    }

    /// The word as dealers announce it.
    #[must_use]
    pub const fn hand(self) -> HandId {
        match self {
            Self::HighCard => HandId::new(&"high-card"),
            Self::Pair => HandId::new(&"pair"),
            Self::TwoPairs => HandId::new(&"two-pairs"),
            Self::ThreeOfAKind => HandId::new(&"three-of-a-kind"),
            Self::Straight => HandId::new(&"straight"),
            Self::Flush => HandId::new(&"flush"),
            Self::FullHouse => HandId::new(&"full-house"),
            Self::FourOfAKind => HandId::new(&"four-of-a-kind"),
            Self::StraightFlush => HandId::new(&"straight-flush"),
            Self::FiveOfAKind => HandId::new(&"five-of-a-kind"),
            Self::FiveWilds => HandId::new(&"five-wilds"),
            Self::RoyalFlush => HandId::new(&"royal-flush"),
        }
    }
}

/// The words for some kinds of hands.
const fn words<const N: usize>(kinds: [Category; N]) -> [HandId; N] {
    let mut hands = [Category::HighCard.hand(); N];
    let mut at = 0;
    while at < N {
        hands[at] = kinds[at].hand();
        at += 1;
    }
    hands
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A set of ranks: bit 0 is the two, bit 12 the ace.
///
/// Of two sets of equal size, the greater number has the higher rank where they first differ, from the top
/// down. Poker compares cards that way, so sets are compared as numbers.
type Ranks = u16;

const ACE: Ranks = 1 << 12;
const ALL_RANKS: Ranks = (1 << 13) - 1;

/// The kinds of hands from the lowest to the highest, with one list for each hand size: with fewer cards
/// other kinds are rare. The kinds of five cards come first; a ranking stores the index in this list.
const KINDS: [Category; OF_FOUR + four::KINDS.len()] =
    together(&[&Category::ALL, &three::KINDS, &four::KINDS]);

/// Where the kinds of three cards begin.
const OF_THREE: usize = Category::ALL.len();

/// Where the kinds of four cards begin.
const OF_FOUR: usize = OF_THREE + three::KINDS.len();

/// The rank of a hand: the greater wins, and equal ones tie. Only hands of the same number of cards are
/// compared.
///
/// It is printed as the category, the ranks that name the hand, and the other ranks: `pair T AK4`,
/// `full-house 7 2`, `straight 9`, `flush AQ742`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
pub struct Ranking(u32);

impl From<Ranking> for u32 {
    fn from(ranking: Ranking) -> u32 {
        ranking.0
    }
}

impl TryFrom<u32> for Ranking {
    type Error = &'static str;

    fn try_from(number: u32) -> Result<Ranking, &'static str> {
        let known = KINDS.get((number >> 26) as usize).is_some();
        if known { Ok(Ranking(number)) } else { Err("no poker hand has that number") }
    }
}

impl Ranking {
    /// The category is above the sets and these above the kickers, so that comparing the numbers compares in
    /// this order.
    const fn new(category: Category, sets: Ranks, kickers: Ranks) -> Self {
        Self::at(category as usize, sets, kickers)
    }

    /// The same by the index of the kind in the list of all.
    #[allow(clippy::cast_possible_truncation, reason = "there are not a hundred kinds")]
    const fn at(kind: usize, sets: Ranks, kickers: Ranks) -> Self {
        Self((kind as u32) << 26 | (sets as u32) << 13 | kickers as u32)
    }

    /// The index of its kind in the list of all.
    const fn kind(self) -> usize {
        (self.0 >> 26) as usize
    }

    /// The kind of hand.
    #[inline]
    #[must_use]
    pub const fn category(self) -> Category {
        KINDS[self.kind()]
    }

    /// Whether every hand of that kind is higher, among hands of the same number of cards.
    #[must_use]
    pub fn is_below(self, kind: Category) -> bool {
        let (from, kinds) = match self.kind() {
            OF_FOUR.. => (OF_FOUR, &four::KINDS[..]),
            OF_THREE.. => (OF_THREE, &three::KINDS[..]),
            _ => (0, &Category::ALL[..]),
        };
        kinds.iter().position(|known| *known == kind).is_some_and(|at| self.kind() < from + at)
    }

    /// Whether this is a straight, of one suit or not, that begins with an ace below the two.
    #[must_use]
    pub fn begins_with_ace(self) -> bool {
        self.is_straight_to(match self.kind() {
            OF_FOUR.. => Rank::Four,
            OF_THREE.. => Rank::Three,
            _ => Rank::Five,
        })
    }

    /// The rank that is compared first: of the four, the three, the higher pair, the top of the straight, or
    /// the highest card. `None` for a hand without cards.
    #[must_use]
    pub fn top(self) -> Option<Rank> {
        let [sets, kickers] = self.parts();
        ranks_down(if sets == 0 { kickers } else { sets }).next()
    }

    /// Whether this is a straight, of one suit or not, with that top.
    fn is_straight_to(self, top: Rank) -> bool {
        matches!(self.category(), Category::Straight | Category::StraightFlush) && self.top() == Some(top)
    }

    /// A number with the order of the ranking, for tables and counts; below 2^30 for five cards. The numbers
    /// have gaps.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The name of the hand, the ranks in the name, and the ranks compared after them.
    #[must_use]
    pub fn named(self) -> Named {
        let letters = |part: Ranks| ranks_down(part).map(Rank::letter).collect();
        let [ranks, kickers] = self.parts().map(letters);
        Named { is: Announcement::Called(self.category().hand()), ranks, kickers }
    }

    /// The ranks of the sets (for a straight, its top), and the ranks compared after them.
    #[allow(clippy::cast_possible_truncation, reason = "each part has 13 bits")]
    const fn parts(self) -> [Ranks; 2] {
        [(self.0 >> 13) as Ranks & ALL_RANKS, self.0 as Ranks & ALL_RANKS]
    }
}

impl fmt::Display for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.category().word())?;
        for part in self.parts() {
            for (place, rank) in ranks_down(part).enumerate() {
                let space = if place == 0 { " " } else { "" };
                write!(f, "{space}{}", rank.letter())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards from one pack: a face counts once no matter how often it is added, and the joker not at
/// all.
///
/// It may hold any number of cards. With fewer than five, the ranking covers the cards present, which cannot
/// make a straight or a flush: for example a pair with the kickers so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "u64", try_from = "u64")]
pub struct Hand(u64);

impl From<Hand> for u64 {
    fn from(hand: Hand) -> u64 {
        hand.0
    }
}

impl TryFrom<u64> for Hand {
    type Error = &'static str;

    fn try_from(bits: u64) -> Result<Hand, &'static str> {
        let hand = Hand(bits);
        if hand.cards().collect::<Hand>() == hand { Ok(hand) } else { Err("a set with cards of no pack") }
    }
}

impl Hand {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// Adds a card; the joker changes nothing.
    #[inline]
    pub const fn add(&mut self, card: Card) {
        self.0 |= bit(card);
    }

    /// The set with one more card; the joker changes nothing.
    #[inline]
    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | bit(card))
    }

    /// The set without a card, whether or not it was there.
    #[inline]
    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !bit(card))
    }

    /// Both sets together.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// How many cards are in the set.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a card is in the set; the joker never is.
    #[inline]
    #[must_use]
    pub const fn has(self, card: Card) -> bool {
        self.0 & bit(card) != 0
    }

    /// The cards, from the highest rank to the lowest, spades first within a rank.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        Card::all().rev().filter(move |card| self.has(*card))
    }

    /// Ranks the best five cards.
    #[inline]
    #[must_use]
    pub fn ranking(self) -> Ranking {
        let suits = self.suits();
        let flush = suits.into_iter().map(five_highest).max().unwrap_or(0);
        if flush != 0
            && let Some(ranking) = straight_flush(suits)
        {
            return ranking;
        }

        // The ranks that occur at least once, twice, three and four times.
        let [clubs, diamonds, hearts, spades] = suits;
        let once = clubs | diamonds | hearts | spades;
        let twice = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades);
        let thrice = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds);
        let four = highest(clubs & diamonds & hearts & spades);
        let three = highest(thrice);
        // A second three serves as the pair of a full house.
        let pair = highest(twice & !three);

        if four != 0 {
            return Ranking::new(Category::FourOfAKind, four, highest(once & !four));
        }
        if three != 0 && pair != 0 {
            return Ranking::new(Category::FullHouse, three, pair);
        }
        if flush != 0 {
            return Ranking::new(Category::Flush, 0, flush);
        }
        let straight = straight(once);
        if straight != 0 {
            return Ranking::new(Category::Straight, straight, 0);
        }
        if three != 0 {
            return Ranking::new(Category::ThreeOfAKind, three, highest_of::<2>(once & !three));
        }
        if pair == 0 {
            let five = five_highest(once);
            return Ranking::new(Category::HighCard, 0, if five == 0 { once } else { five });
        }
        let second = highest(twice & !pair);
        if second == 0 {
            return Ranking::new(Category::Pair, pair, highest_of::<3>(once & !pair));
        }
        let pairs = pair | second;
        Ranking::new(Category::TwoPairs, pairs, highest(once & !pairs))
    }

    /// The ranks of each suit: clubs, diamonds, hearts, spades.
    #[allow(clippy::cast_possible_truncation, reason = "each suit is one sixteen-bit part")]
    const fn suits(self) -> [Ranks; 4] {
        [self.0 as Ranks, (self.0 >> 16) as Ranks, (self.0 >> 32) as Ranks, (self.0 >> 48) as Ranks]
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<T: IntoIterator<Item = Card>>(cards: T) -> Self {
        cards.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.cards()).finish()
    }
}

/// The five cards that make the best hand, in the order in which they are announced: sets before kickers,
/// high before low, the ace of A-2-3-4-5 last. `None` for fewer than five different cards, jokers not
/// counted.
///
/// If several cards are equally good, the earlier ones in the slice are taken.
#[must_use]
pub fn best_five(cards: &[Card]) -> Option<[Card; 5]> {
    let mut hand: Hand = cards.iter().copied().collect();
    let ranking = hand.ranking();
    // Drop a card while the hand ranks the same without it. None of the last five can be dropped.
    for card in cards.iter().rev() {
        let rest = hand.without(*card);
        if rest.ranking() == ranking {
            hand = rest;
        }
    }
    let mut left = hand.cards();
    let mut next = || left.next();
    let mut five = [next()?, next()?, next()?, next()?, next()?];

    let low_ace = ranking.is_straight_to(Rank::Five);
    five.sort_by_key(|card| {
        let number = if low_ace && card.rank() == Some(Rank::Ace) { 1 } else { card.rank_number() };
        let copies = hand.cards().filter(|other| other.rank() == card.rank()).count();
        Reverse((copies, number))
    });
    Some(five)
}

/// The bit of a card in a [`Hand`]: sixteen bits per suit, one for each rank. The joker has none.
const fn bit(card: Card) -> u64 {
    if card.is_joker() { 0 } else { 1 << (card.index() % 4 * 16 + card.index() / 4) }
}

/// A set of only the highest rank; empty for an empty set.
const fn highest(ranks: Ranks) -> Ranks {
    if ranks == 0 { 0 } else { 1 << ranks.ilog2() }
}

/// The `N` highest ranks of a set, or all if there are fewer.
const fn highest_of<const N: usize>(ranks: Ranks) -> Ranks {
    let mut rest = ranks;
    let mut taken = 0;
    while taken < N {
        rest &= !highest(rest);
        taken += 1;
    }
    ranks & !rest
}

/// For each set of ranks its five highest, or zero if there are fewer. A lookup table, because every hand
/// needs this five times.
static FIVE_HIGHEST: [Ranks; 1 << 13] = {
    let mut table = [0; 1 << 13];
    let mut ranks: Ranks = 0;
    while ranks <= ALL_RANKS {
        if ranks.count_ones() >= 5 {
            table[ranks as usize] = highest_of::<5>(ranks);
        }
        ranks += 1;
    }
    table
};

/// The five highest ranks of a set, or zero if there are fewer.
fn five_highest(ranks: Ranks) -> Ranks {
    FIVE_HIGHEST[(ranks & ALL_RANKS) as usize]
}

/// The top of the highest straight among these ranks, or zero.
const fn straight(ranks: Ranks) -> Ranks {
    // With the ace below the two as well there are fourteen positions. What remains is each position that has
    // the four below it.
    let places = ranks << 1 | ranks >> 12;
    highest((places & places << 1 & places << 2 & places << 3 & places << 4) >> 1)
}

/// The highest straight flush among the ranks of each suit.
fn straight_flush(suits: [Ranks; 4]) -> Option<Ranking> {
    match suits.into_iter().map(straight).max() {
        None | Some(0) => None,
        Some(ACE) => Some(Ranking::new(Category::RoyalFlush, ACE, 0)),
        Some(top) => Some(Ranking::new(Category::StraightFlush, top, 0)),
    }
}

/// The ranks of a set from the highest down.
fn ranks_down(ranks: Ranks) -> impl Iterator<Item = Rank> {
    Rank::ALL.into_iter().rev().filter(move |rank| ranks >> (rank.number() - Rank::Two.number()) & 1 == 1)
}
