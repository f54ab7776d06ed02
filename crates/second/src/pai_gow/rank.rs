//! Ranks high hands and low hands by counting (OH-PGP-6).

use felt::Card;

/// The number of the ace, and so of the joker (6.I).
pub const ACE: u8 = 14;

/// 6.II, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// None of the listed hands.
    Nothing,
    /// 6.II.J.
    Pair,
    /// 6.II.I.
    TwoPairs,
    /// 6.II.H.
    Three,
    /// 6.II.G.
    Straight,
    /// 6.II.F.
    Flush,
    /// 6.II.E.
    FullHouse,
    /// 6.II.D.
    Four,
    /// 6.II.C.
    StraightFlush,
    /// 6.II.B.
    Royal,
    /// 6.II.A.
    FiveAces,
}

impl Kind {
    /// The four hands that a joker may complete (6.III), which are also those of 12.VII.
    pub fn is_run_or_flush(self) -> bool {
        matches!(self, Self::Straight | Self::Flush | Self::StraightFlush | Self::Royal)
    }
}

/// The value of a hand against another of its size; a high hand may also be compared with its low hand (13.I).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth {
    /// The kind.
    pub kind: Kind,
    /// For a straight its position (`place_of_run`); otherwise the ranks, the larger sets first (Q113), padded with
    /// zeros.
    pub ranks: [u8; 5],
}

/// Returns the rank of a card; the joker is an ace.
pub fn number(card: Card) -> u8 {
    if card.is_joker() { ACE } else { card.rank_number() }
}

/// 6.II.J, 6.IV: two cards. The joker is an ace, for it completes nothing here.
pub fn low(cards: &[Card; 2]) -> Worth {
    let [one, other] = cards.map(number);
    if one == other {
        return Worth { kind: Kind::Pair, ranks: [one, 0, 0, 0, 0] };
    }
    Worth { kind: Kind::Nothing, ranks: [one.max(other), one.min(other), 0, 0, 0] }
}

/// Ranks five cards by their best reading.
pub fn high(cards: &[Card; 5]) -> Worth {
    let Some(joker) = cards.iter().position(|card| card.is_joker()) else {
        return run_or_flush(cards).unwrap_or_else(|| sets(cards));
    };
    // 6.I: an ace.
    let as_ace = sets(cards);
    // Straights and flushes have five ranks, so with two equal cards the joker cannot complete one.
    let alike = |card: &Card| cards.iter().any(|other| other != card && other.rank() == card.rank());
    if cards.iter().any(alike) {
        return as_ace;
    }
    // 6.III: the joker may be any card that is not in the hand already.
    let others = Card::all().filter(|card| !cards.contains(card));
    let completed = others.filter_map(|card| {
        let mut filled = *cards;
        filled[joker] = card;
        run_or_flush(&filled)
    });
    completed.fold(as_ace, Worth::max)
}

fn falling(cards: &[Card; 5]) -> [u8; 5] {
    let mut ranks = cards.map(number);
    ranks.sort_unstable();
    ranks.reverse();
    ranks
}

/// 6.II.B, C, F and G, without a joker.
fn run_or_flush(cards: &[Card; 5]) -> Option<Worth> {
    let ranks = falling(cards);
    let one_suit = cards.iter().all(|card| card.suit() == cards[0].suit());
    let Some(place) = place_of_run(ranks) else {
        return one_suit.then_some(Worth { kind: Kind::Flush, ranks });
    };
    let kind = match (one_suit, place) {
        (true, 15) => Kind::Royal,
        (true, _) => Kind::StraightFlush,
        (false, _) => Kind::Straight,
    };
    Some(Worth { kind, ranks: [place, 0, 0, 0, 0] })
}

/// 6.II.A, D, E, H, I and J: how often each rank comes, the joker being an ace.
fn sets(cards: &[Card; 5]) -> Worth {
    let ranks = falling(cards);
    let mut times = [0_u8; 15];
    for rank in ranks {
        times[usize::from(rank)] += 1;
    }
    // The larger sets first, and among equals the highest.
    let (mut sets, mut sizes, mut many) = ([0; 5], [0; 5], 0);
    for size in (1..=5).rev() {
        for rank in ranks {
            if times[usize::from(rank)] == size && !sets.contains(&rank) {
                (sets[many], sizes[many]) = (rank, size);
                many += 1;
            }
        }
    }
    let kind = match sizes {
        [5, ..] => Kind::FiveAces,
        [4, ..] => Kind::Four,
        [3, 2, ..] => Kind::FullHouse,
        [3, ..] => Kind::Three,
        [2, 2, ..] => Kind::TwoPairs,
        [2, ..] => Kind::Pair,
        _ => Kind::Nothing,
    };
    Worth { kind, ranks: sets }
}

/// Returns the position of a straight among straights, from ranks that fall: 15 for an ace to a ten, 14 for an ace with
/// 2 to 5, which is the second highest straight (6.II.G) and the highest straight flush (6.II.C), and otherwise its
/// highest card.
fn place_of_run(falling: [u8; 5]) -> Option<u8> {
    match falling {
        [14, 13, 12, 11, 10] => Some(15),
        [14, 5, 4, 3, 2] => Some(14),
        _ => falling.windows(2).all(|two| two[0] == two[1] + 1).then_some(falling[0]),
    }
}
