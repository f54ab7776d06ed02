//! Poker hands, ranked slowly: every five of the cards, sorted and counted.

use felt::Card;

/// OH-UTH-5.II, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// None of the listed hands.
    Nothing,
    /// 5.II.I.
    Pair,
    /// 5.II.H.
    TwoPairs,
    /// 5.II.G.
    Three,
    /// 5.II.F.
    Straight,
    /// 5.II.E.
    Flush,
    /// 5.II.D.
    FullHouse,
    /// 5.II.C.
    Four,
    /// 5.II.B.
    StraightFlush,
    /// 5.II.A.
    Royal,
}

/// The value of a hand for comparison: its category, and within it the ranks that are compared one by one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The category.
    pub category: Category,
    /// For a straight its highest card; otherwise the larger sets first, then the single cards (Q113).
    pub ranks: Vec<u8>,
}

/// Returns the cards that count: a duplicate card counts once, and a joker not at all (RULING-UTH-3).
pub fn once(cards: &[Card]) -> Vec<Card> {
    let mut counted: Vec<Card> = Vec::new();
    for card in cards.iter().filter(|card| !card.is_joker()) {
        if !counted.contains(card) {
            counted.push(*card);
        }
    }
    counted
}

/// Ranks five cards, or fewer if some do not count: fewer than five are neither straight nor flush.
pub fn five(cards: &[Card]) -> Worth {
    let whole = cards.len() == 5;
    let mut ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    ranks.sort_unstable();
    ranks.reverse();
    let straight = if whole { straight_top(&ranks) } else { None };
    let flush = whole && cards.iter().all(|card| card.suit() == cards[0].suit());
    // How often each rank occurs, the most frequent first and among equals the highest.
    let mut groups: Vec<(usize, u8)> = Vec::new();
    for rank in &ranks {
        let count = ranks.iter().filter(|other| *other == rank).count();
        if !groups.contains(&(count, *rank)) {
            groups.push((count, *rank));
        }
    }
    groups.sort_unstable();
    groups.reverse();
    let counts: Vec<usize> = groups.iter().map(|(count, _)| *count).collect();
    let category = match (straight, flush) {
        (Some(14), true) => Category::Royal,
        (Some(_), true) => Category::StraightFlush,
        _ if counts.first() >= Some(&4) => Category::Four,
        _ if counts == [3, 2] => Category::FullHouse,
        (_, true) => Category::Flush,
        (Some(_), false) => Category::Straight,
        _ if counts.first() == Some(&3) => Category::Three,
        _ if counts.starts_with(&[2, 2]) => Category::TwoPairs,
        _ if counts.first() == Some(&2) => Category::Pair,
        _ => Category::Nothing,
    };
    let ranks = match straight {
        Some(top) => vec![top],
        None => groups.iter().map(|(_, rank)| *rank).collect(),
    };
    Worth { category, ranks }
}

/// Returns the highest card of a straight; 5.I and 5.II.F: under a two, three, four and five the ace is the lowest.
fn straight_top(falling: &[u8]) -> Option<u8> {
    if falling == [14, 5, 4, 3, 2] {
        return Some(5);
    }
    falling.windows(2).all(|pair| pair[0] == pair[1] + 1).then_some(falling[0])
}

/// OH-UTH-1.I.H: ranks the best five of the cards. Seven cards have 21 choices of five.
pub fn best(cards: &[Card]) -> Worth {
    let mut best = five(&cards[..cards.len().min(5)]);
    for chosen in 0_u32..1 << cards.len() {
        if chosen.count_ones() != 5 {
            continue;
        }
        let hand: Vec<Card> =
            cards.iter().enumerate().filter(|(n, _)| chosen & (1 << n) != 0).map(|(_, card)| *card).collect();
        best = best.max(five(&hand));
    }
    best
}
