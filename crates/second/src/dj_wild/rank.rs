//! Five cards with wild ones, ranked slowly: every rank is tried for every wild card.

use felt::Card;

/// OH-DJW-6(b), the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None of the listed hands.
    Nothing,
    /// 6(b)(11).
    Pair,
    /// 6(b)(10).
    TwoPairs,
    /// 6(b)(9).
    Three,
    /// 6(b)(8).
    Straight,
    /// 6(b)(7).
    Flush,
    /// 6(b)(6).
    FullHouse,
    /// 6(b)(5).
    Four,
    /// 6(b)(4).
    StraightFlush,
    /// 6(b)(3).
    Five,
    /// 6(b)(2).
    Royal,
    /// 6(b)(1).
    FiveWilds,
}

/// The value of a hand for comparison: its kind, and within it the ranks that are compared one by one (RULING-DJW-8).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The kind.
    pub kind: Kind,
    /// For a run its highest card; otherwise the larger sets first, then the single cards.
    pub ranks: Vec<u8>,
}

/// RULING-DJW-3: a duplicate card counts once.
fn once(cards: &[Card]) -> Vec<Card> {
    let mut counted: Vec<Card> = Vec::new();
    for card in cards {
        if !counted.contains(card) {
            counted.push(*card);
        }
    }
    counted
}

/// 6(a): the joker, and a deuce where that is better. A deuce is tried as a two as well.
fn is_wild(card: Card) -> bool {
    card.is_joker() || card.rank_number() == 2
}

/// Ranks the best hand that the cards can be.
pub fn worth(cards: &[Card]) -> Worth {
    let cards = once(cards);
    let plain: Vec<Card> = cards.iter().copied().filter(|card| !is_wild(*card)).collect();
    if cards.len() == 5 && plain.is_empty() {
        return Worth { kind: Kind::FiveWilds, ranks: Vec::new() };
    }
    let one_suit = in_one_suit(&plain);
    let mut best = Worth { kind: Kind::Nothing, ranks: Vec::new() };
    let ranks: Vec<u8> = plain.iter().map(|card| card.rank_number()).collect();
    each_filling(&ranks, cards.len() - plain.len(), 2, &mut |ranks| {
        best = best.clone().max(made(ranks, false));
        // 1.wild, RULING-DJW-9: a suit has each card once.
        let apart = ranks.iter().all(|rank| ranks.iter().filter(|other| *other == rank).count() == 1);
        if one_suit && apart {
            best = best.clone().max(made(ranks, true));
        }
    });
    best
}

/// 12(f), RULING-DJW-10: no joker, and the same kind with every deuce as a two of its suit.
pub fn is_natural(cards: &[Card]) -> bool {
    let cards = once(cards);
    let ranks: Vec<u8> = cards.iter().map(|card| card.rank_number()).collect();
    let joker = cards.iter().any(|card| card.is_joker());
    !joker && made(&ranks, in_one_suit(&cards)).kind == worth(&cards).kind
}

fn in_one_suit(cards: &[Card]) -> bool {
    cards.iter().all(|card| card.suit() == cards[0].suit())
}

/// Visits every choice of `more` more ranks, none lower than the one before.
fn each_filling(ranks: &[u8], more: usize, from: u8, look: &mut dyn FnMut(&[u8])) {
    if more == 0 {
        return look(ranks);
    }
    for rank in from..=14 {
        let mut filled = ranks.to_vec();
        filled.push(rank);
        each_filling(&filled, more - 1, rank, look);
    }
}

/// Ranks cards of these ranks, in one suit or not. Fewer than five make neither run nor flush.
fn made(ranks: &[u8], one_suit: bool) -> Worth {
    let mut falling = ranks.to_vec();
    falling.sort_unstable();
    falling.reverse();
    let whole = falling.len() == 5;
    let run = if whole { top_of_run(&falling) } else { None };
    // How often each rank occurs, the most frequent first and among equals the highest.
    let mut sets: Vec<(usize, u8)> = Vec::new();
    for rank in &falling {
        let set = (falling.iter().filter(|other| *other == rank).count(), *rank);
        if !sets.contains(&set) {
            sets.push(set);
        }
    }
    sets.sort_unstable();
    sets.reverse();
    let sizes: Vec<usize> = sets.iter().map(|(size, _)| *size).collect();
    let kind = match (run, one_suit && whole) {
        (Some(14), true) => Kind::Royal,
        _ if sizes == [5] => Kind::Five,
        (Some(_), true) => Kind::StraightFlush,
        _ if sizes.first() == Some(&4) => Kind::Four,
        _ if sizes == [3, 2] => Kind::FullHouse,
        (None, true) => Kind::Flush,
        (Some(_), false) => Kind::Straight,
        _ if sizes.first() == Some(&3) => Kind::Three,
        _ if sizes.starts_with(&[2, 2]) => Kind::TwoPairs,
        _ if sizes.first() == Some(&2) => Kind::Pair,
        _ => Kind::Nothing,
    };
    let ranks = match run {
        Some(top) => vec![top],
        None => sets.iter().map(|(_, rank)| *rank).collect(),
    };
    Worth { kind, ranks }
}

/// 6(a), 6(b)(8): the ace is the lowest only under a two, three, four and five.
fn top_of_run(falling: &[u8]) -> Option<u8> {
    if falling == [14, 5, 4, 3, 2] {
        return Some(5);
    }
    falling.windows(2).all(|two| two[0] == two[1] + 1).then_some(falling[0])
}
