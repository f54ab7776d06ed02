//! What cards count, read from the rule text.

use felt::{Card, Suit};

/// SG-PP-3.2, 3.25.2: the total of some cards and whether an ace in it counts eleven. In a doubled hand an ace of
/// the first two cards is one.
pub fn total(cards: &[Card], doubled: bool) -> (u32, bool) {
    let mut sum = 0;
    let mut may_be_eleven = false;
    for (n, card) in cards.iter().enumerate() {
        match card.rank_number() {
            14 => {
                sum += 1;
                may_be_eleven |= !doubled || n >= 2;
            }
            rank if rank >= 10 => sum += 10,
            rank => sum += u32::from(rank),
        }
    }
    if may_be_eleven && sum + 10 <= 21 { (sum + 10, true) } else { (sum, false) }
}

pub fn is_ace(card: Card) -> bool {
    card.rank_number() == 14
}

/// SG-PP-1.16.
pub fn is_picture(card: Card) -> bool {
    (11..=13).contains(&card.rank_number())
}

/// SG-PP-1.20: an ace and a picture. Whether the cards are the first two is for the caller to know.
pub fn ace_and_picture(a: Card, b: Card) -> bool {
    (is_ace(a) && is_picture(b)) || (is_picture(a) && is_ace(b))
}

/// SG-PP-3.14: the same number or the same picture.
pub fn is_pair(a: Card, b: Card) -> bool {
    a.rank_number() == b.rank_number()
}

/// SG-PP-4.1.3/T1: the best line of the Bonus that two cards meet.
pub fn bonus_line(a: Card, b: Card) -> Option<&'static str> {
    if is_pair(a, b) {
        return Some(match a.rank_number() {
            14 if a.suit() == b.suit() => "aces-suited",
            14 => "aces",
            11..=13 => "high-pair",
            _ => "low-pair",
        });
    }
    if ace_and_picture(a, b) {
        return Some("ace-picture");
    }
    (is_ace(a) || is_ace(b)).then_some("ace-low")
}

/// SG-PP-4.1.1/T1: the line of a 21 that is neither a pontoon nor doubled.
pub fn twenty_one_line(cards: &[Card]) -> &'static str {
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    ranks.sort_unstable();
    let of_suits = |[spades, suited, mixed]: [&'static str; 3]| match cards.first().and_then(|c| c.suit()) {
        suit if cards.iter().any(|card| card.suit() != suit) => mixed,
        Some(Suit::Spades) => spades,
        _ => suited,
    };
    match (cards.len(), ranks.as_slice()) {
        (7.., _) => "cards-7",
        (6, _) => "cards-6",
        (5, _) => "cards-5",
        (_, [6, 7, 8]) => of_suits(["678-spades", "678-suited", "678-mixed"]),
        (_, [7, 7, 7]) => of_suits(["777-spades", "777-suited", "777-mixed"]),
        _ => "regular",
    }
}

/// SG-PP-1.31: three sevens of one suit.
pub fn three_sevens_of_a_suit(cards: &[Card]) -> bool {
    cards.len() == 3 && matches!(twenty_one_line(cards), "777-spades" | "777-suited")
}

/// SG-PP-3.27: whether the dealer draws to these cards.
pub fn dealer_draws(cards: &[Card]) -> bool {
    match total(cards, false) {
        (sum, true) => sum <= 17,
        (sum, false) => sum <= 16,
    }
}
