//! What cards count, read from the rule text.

use super::round::RoundCard;
use super::terms::{Price, Terms};
use felt::Card;

/// OH-BJ-3.II: the total of some cards, and whether an ace in it counts eleven.
pub fn total(cards: &[Card]) -> (u32, bool) {
    let mut sum = 0;
    let mut elevens = 0;
    for card in cards {
        match card.rank_number() {
            14 => {
                sum += 11;
                elevens += 1;
            }
            n if n >= 10 => sum += 10,
            n => sum += u32::from(n),
        }
    }
    while sum > 21 && elevens > 0 {
        sum -= 10;
        elevens -= 1;
    }
    (sum, elevens > 0)
}

pub fn is_ace(card: Card) -> bool {
    card.rank_number() == 14
}

pub fn is_ten(card: Card) -> bool {
    (10..=13).contains(&card.rank_number())
}

/// OH-BJ-1.II: an ace and a ten-valued card.
pub fn ace_and_ten(a: Card, b: Card) -> bool {
    (is_ace(a) && is_ten(b)) || (is_ten(a) && is_ace(b))
}

/// OH-BJ-16.I.A: every line of House Money that two cards meet.
pub fn house_money_hits(a: Card, b: Card) -> Vec<&'static str> {
    let (low, high) = (a.rank_number().min(b.rank_number()), a.rank_number().max(b.rank_number()));
    let suited = a.suit() == b.suit();
    // Neighbours; the ace lies above the king and below the two.
    let straight = high - low == 1 || (low == 2 && high == 14);
    let mut hits = Vec::new();
    if suited && low == 13 && high == 14 {
        hits.push("ace-king-suited");
    }
    if suited && straight {
        hits.push("straight-flush");
    }
    if low == high {
        hits.push("pair");
    }
    if straight {
        hits.push("straight");
    }
    hits
}

/// OH-BJ-12.II: whether the dealer draws to these cards.
pub fn dealer_draws(cards: &[Card], terms: &Terms) -> bool {
    match total(cards) {
        (17, true) => terms.hits_soft_17,
        (sum, _) => sum < 17,
    }
}

pub fn faces(cards: &[RoundCard]) -> Option<Vec<Card>> {
    cards.iter().map(|card| card.card).collect()
}

pub fn best_price(a: Card, b: Card, terms: &Terms) -> Option<Price> {
    let hits = house_money_hits(a, b);
    let prices = terms.house_money.iter().filter(|(id, _)| hits.contains(&id.as_str()));
    prices.map(|(_, price)| *price).max_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)))
}
