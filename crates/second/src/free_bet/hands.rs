//! The values and combinations of cards, computed slowly from the rule texts.

use felt::{Card, Suit};

/// OH-FBB-3.II: the total of some cards, and whether an ace in it counts eleven.
pub fn total(cards: &[Card]) -> (u32, bool) {
    let aces = cards.iter().filter(|card| is_ace(**card)).count();
    let rest: u32 = cards.iter().filter(|card| !is_ace(**card)).map(|card| points(*card)).sum();
    // Tries every number of aces that count eleven, the largest first.
    for elevens in (0..=aces).rev() {
        let sum = rest + ones(elevens) * 11 + ones(aces - elevens);
        if sum <= 21 {
            return (sum, elevens > 0);
        }
    }
    (rest + ones(aces), false)
}

fn ones(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn points(card: Card) -> u32 {
    u32::from(card.rank_number()).min(10)
}

pub fn is_ace(card: Card) -> bool {
    card.rank_number() == 14
}

pub fn is_ten(card: Card) -> bool {
    (10..=13).contains(&card.rank_number())
}

/// OH-FBB-1.II: an ace and a ten-valued card.
pub fn ace_and_ten(a: Card, b: Card) -> bool {
    (is_ace(a) && is_ten(b)) || (is_ten(a) && is_ace(b))
}

/// Whether two cards have the same value: tens of any kind have.
pub fn same_value(a: Card, b: Card) -> bool {
    a.rank_number() == b.rank_number() || (is_ten(a) && is_ten(b))
}

pub fn all_of_one_suit(cards: &[Card]) -> bool {
    cards.windows(2).all(|pair| pair[0].suit() == pair[1].suit())
}

/// A joker that is in the cards by mistake has no colour.
fn is_red(card: Card) -> Option<bool> {
    card.suit().map(|suit| matches!(suit, Suit::Hearts | Suit::Diamonds))
}

pub fn all_of_one_colour(cards: &[Card]) -> bool {
    cards.windows(2).all(|pair| is_red(pair[0]) == is_red(pair[1]))
}

/// OH-FBB-14.II, CO-RF-8.A: whether the dealer draws to these cards.
pub fn dealer_draws(cards: &[Card], hits_soft_17: bool) -> bool {
    match total(cards) {
        (17, true) => hits_soft_17,
        (sum, _) => sum < 17,
    }
}

/// The event that a row of a pay table pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    // The first two cards of the box and the dealer's up card.
    /// Three of a kind in the suit that the table names, of these ranks.
    ThreeSpecific(&'static [u8]),
    /// Three of a kind in one suit, of these ranks.
    ThreeSuitedOf(&'static [u8]),
    /// Three of a kind in one suit.
    ThreeSuited,
    /// Three neighbours in one suit.
    StraightFlush,
    /// Three of a kind.
    Three,
    /// Three neighbours.
    Straight,
    /// Three of one suit.
    Flush,
    /// Two of a kind.
    Pair,
    // The first two cards of the box, and the dealer's blackjack.
    /// Two queens of hearts, and a blackjack in the suit that the table names.
    QueensAndBlackjackSpecific,
    /// Two queens of hearts, and a blackjack in one suit.
    QueensAndBlackjackSuited,
    /// Two queens of hearts, and a blackjack.
    QueensAndBlackjack,
    /// Two queens of hearts.
    Queens,
    /// Twenty in two cards of the same rank and suit.
    Matched20,
    /// Twenty in two cards of one suit.
    Suited20,
    /// Twenty in two cards.
    Any20,
    /// Two aces of spades, and a blackjack in spades.
    SpadeAcesAndSpadeBlackjack,
    /// Two aces of spades, and a blackjack in one suit.
    SpadeAcesAndSuitedBlackjack,
    /// Two aces of one suit, and a blackjack in one suit.
    SuitedAcesAndSuitedBlackjack,
    /// Two aces of one suit, and a blackjack.
    SuitedAcesAndBlackjack,
    /// Two aces, and a blackjack.
    AcesAndBlackjack,
    /// Two aces of one suit.
    SuitedAces,
    /// Two aces.
    Aces,
    /// One ace.
    OneAce,
    /// A blackjack on both sides.
    BothBlackjack,
    /// The box has a blackjack.
    PlayerBlackjack,
    /// The dealer has one.
    DealerBlackjack,
    // The dealer's whole hand.
    /// A 22 in one suit.
    Suited22,
    /// A 22 in one colour.
    SameColour22,
    /// A 22.
    Any22,
    /// Above 21 in one suit, from this up card; 10 stands for every ten.
    BustSuited(u8),
    /// Above 21, from this up card.
    Bust(u8),
    /// Three eights of one suit.
    ThreeEightsSuited,
    /// Three eights.
    ThreeEights,
    /// A number of lammers.
    Lammers(usize),
}

/// The facts that a side bet depends on.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The first two cards of the box.
    pub two: [Card; 2],
    /// The dealer's up card.
    pub up: Card,
    /// The dealer's blackjack.
    pub blackjack: Option<[Card; 2]>,
    /// All cards of the dealer, where the bet is on them.
    pub dealer: Vec<Card>,
    /// The lammers of the box.
    pub lammers: usize,
    /// The suit that the table names.
    pub specific: Suit,
}

impl Shape {
    /// Whether the event has occurred.
    pub fn is_met(self, sight: &Sight) -> bool {
        let [a, b] = sight.two;
        let three = [a, b, sight.up];
        let specific = Some(sight.specific);
        let of = |ranks: &[u8]| ranks.contains(&a.rank_number());
        let kind = three.iter().all(|card| card.rank_number() == a.rank_number());
        let suited = all_of_one_suit(&three);
        let two_suited = a.suit() == b.suit();
        let twenty = total(&sight.two).0 == 20;
        let is_lady = |card: Card| card.rank_number() == 12 && card.suit() == Some(Suit::Hearts);
        let queens = is_lady(a) && is_lady(b);
        let aces = is_ace(a) && is_ace(b);
        let spades = aces && two_suited && a.suit() == Some(Suit::Spades);
        let blackjack = sight.blackjack.is_some();
        let blackjack_suit = sight.blackjack.filter(|cards| all_of_one_suit(cards)).and_then(|c| c[0].suit());
        let bust_from = |rank: u8| {
            let up = if is_ten(sight.up) { 10 } else { sight.up.rank_number() };
            up == rank && total(&sight.dealer).0 > 21
        };
        let eights = sight.dealer.len() == 3 && sight.dealer.iter().all(|card| card.rank_number() == 8);
        let is_22 = total(&sight.dealer).0 == 22;
        match self {
            Shape::ThreeSpecific(ranks) => kind && of(ranks) && suited && a.suit() == specific,
            Shape::ThreeSuitedOf(ranks) => kind && of(ranks) && suited,
            Shape::ThreeSuited => kind && suited,
            Shape::StraightFlush => suited && neighbours(three),
            Shape::Three => kind,
            Shape::Straight => neighbours(three),
            Shape::Flush => suited,
            Shape::Pair => {
                let [a, b, c] = three.map(Card::rank_number);
                a == b || b == c || a == c
            }
            Shape::QueensAndBlackjackSpecific => queens && blackjack && blackjack_suit == specific,
            Shape::QueensAndBlackjackSuited => queens && blackjack_suit.is_some(),
            Shape::QueensAndBlackjack => queens && blackjack,
            Shape::Queens => queens,
            Shape::Matched20 => twenty && a == b,
            Shape::Suited20 => twenty && two_suited,
            Shape::Any20 => twenty,
            Shape::SpadeAcesAndSpadeBlackjack => spades && blackjack_suit == Some(Suit::Spades),
            Shape::SpadeAcesAndSuitedBlackjack => spades && blackjack_suit.is_some(),
            Shape::SuitedAcesAndSuitedBlackjack => aces && two_suited && blackjack_suit.is_some(),
            Shape::SuitedAcesAndBlackjack => aces && two_suited && blackjack,
            Shape::AcesAndBlackjack => aces && blackjack,
            Shape::SuitedAces => aces && two_suited,
            Shape::Aces => aces,
            // Q024: a blackjack also has exactly one ace.
            Shape::OneAce => is_ace(a) != is_ace(b),
            Shape::BothBlackjack => ace_and_ten(a, b) && blackjack,
            Shape::PlayerBlackjack => ace_and_ten(a, b),
            Shape::DealerBlackjack => blackjack,
            Shape::Suited22 => is_22 && all_of_one_suit(&sight.dealer),
            Shape::SameColour22 => is_22 && all_of_one_colour(&sight.dealer),
            Shape::Any22 => is_22,
            Shape::BustSuited(rank) => bust_from(rank) && all_of_one_suit(&sight.dealer),
            Shape::Bust(rank) => bust_from(rank),
            Shape::ThreeEightsSuited => eights && all_of_one_suit(&sight.dealer),
            Shape::ThreeEights => eights,
            Shape::Lammers(count) => sight.lammers == count,
        }
    }
}

/// Three ranks in a row; the ace ranks above the king or below the two.
fn neighbours(cards: [Card; 3]) -> bool {
    let in_a_row = |mut ranks: [u8; 3]| {
        ranks.sort_unstable();
        ranks[0] + 1 == ranks[1] && ranks[1] + 1 == ranks[2]
    };
    let high = cards.map(Card::rank_number);
    // A joker that the floor let stand has no rank.
    if high.contains(&0) {
        return false;
    }
    in_a_row(high) || in_a_row(high.map(|rank| if rank == 14 { 1 } else { rank }))
}
