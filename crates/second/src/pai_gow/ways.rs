//! The house ways (OH-PGP-12): which paragraph decides, and how it sets the cards.
//!
//! A rank that [`Seven::held`] returns for one card is a single card. So "holding" an ace or a king, which must be free
//! for the low hand (Q161), means that the highest single card is one.

use super::rank::ACE;
use super::seven::{Setting, Seven, Shape};

const KING: u8 = 13;

// Pairs, threes, fours and fives of a kind.
const NO_PAIR: Shape = [0, 0, 0, 0];
const PAIR: Shape = [1, 0, 0, 0];
const TWO_PAIRS: Shape = [2, 0, 0, 0];
const THREE_PAIRS: Shape = [3, 0, 0, 0];
const THREE: Shape = [0, 1, 0, 0];
const THREE_AND_PAIR: Shape = [1, 1, 0, 0];
const THREE_AND_TWO_PAIRS: Shape = [2, 1, 0, 0];
const TWO_THREES: Shape = [0, 2, 0, 0];
const FOUR: Shape = [0, 0, 1, 0];
const FOUR_AND_PAIR: Shape = [1, 0, 1, 0];
const FOUR_AND_THREE: Shape = [0, 1, 1, 0];
const FIVE: Shape = [0, 0, 0, 1];
const FIVE_AND_PAIR: Shape = [1, 0, 0, 1];

/// One paragraph.
pub(super) struct Way {
    /// Its id in the document.
    pub(super) id: &'static str,
    /// Whether it decides; for any seven cards exactly one does.
    pub(super) applies: fn(&Seven) -> bool,
    /// How the cards are set then.
    pub(super) plays: fn(&Seven) -> &Setting,
}

/// All of them, in the order of the document. VIII.C repeats VI.A.
pub(super) static WAYS: [Way; 24] = [
    Way {
        id: "OH-PGP-12.I.A",
        applies: |seven| seven.shape == NO_PAIR && !seven.run,
        plays: |seven| seven.low(seven.held(1, 1), seven.held(1, 2)),
    },
    Way { id: "OH-PGP-12.II.A", applies: |seven| seven.shape == PAIR && !seven.run, plays: next_two_low },
    Way { id: "OH-PGP-12.III.A", applies: |seven| two(seven, Size::Low, Size::Low), plays: two_pair_rule },
    Way { id: "OH-PGP-12.III.B", applies: |seven| two(seven, Size::Medium, Size::Low), plays: two_pair_rule },
    Way { id: "OH-PGP-12.III.C", applies: |seven| two(seven, Size::High, Size::Low), plays: two_pair_rule },
    Way {
        id: "OH-PGP-12.III.D",
        applies: |seven| two(seven, Size::Medium, Size::Medium),
        plays: two_pair_rule,
    },
    Way {
        id: "OH-PGP-12.III.E",
        applies: |seven| two(seven, Size::High, Size::Medium),
        plays: two_pair_rule,
    },
    Way { id: "OH-PGP-12.III.F", applies: |seven| two(seven, Size::High, Size::High), plays: two_pair_rule },
    Way {
        id: "OH-PGP-12.IV.A",
        applies: |seven| seven.shape == THREE_PAIRS && !seven.run,
        plays: highest_pair_low,
    },
    Way {
        id: "OH-PGP-12.V.A",
        applies: |seven| seven.shape == THREE && !seven.run,
        // Three aces are split.
        plays: |seven| match seven.held(3, 0) {
            ACE => seven.low(ACE, seven.held(1, 0)),
            _ => next_two_low(seven),
        },
    },
    Way {
        id: "OH-PGP-12.VI.A",
        applies: |seven| seven.shape == TWO_THREES,
        plays: |seven| seven.low(seven.held(3, 0), seven.held(3, 0)),
    },
    Way {
        id: "OH-PGP-12.VII.A",
        applies: |seven| seven.shape == NO_PAIR && seven.run,
        plays: highest_low_beside_run,
    },
    Way {
        id: "OH-PGP-12.VII.B",
        applies: |seven| seven.shape == PAIR && seven.run,
        // The paragraph is silent on a pair that cannot be played low: the straight or flush is kept.
        plays: |seven| {
            pair_beside_run(seven, seven.held(2, 0)).unwrap_or_else(|| highest_low_beside_run(seven))
        },
    },
    Way {
        id: "OH-PGP-12.VII.C",
        applies: |seven| seven.shape == TWO_PAIRS && seven.run,
        // The remaining five cards count at their best, so no straight or flush has to be looked for.
        plays: two_pair_rule,
    },
    Way {
        id: "OH-PGP-12.VII.D",
        applies: |seven| seven.shape == THREE_PAIRS && seven.run,
        plays: highest_pair_low,
    },
    Way {
        id: "OH-PGP-12.VII.E",
        applies: |seven| seven.shape == THREE && seven.run,
        plays: |seven| {
            let three = seven.held(3, 0);
            match pair_beside_run(seven, three) {
                Some(setting) => setting,
                None if three == ACE && seven.joker => seven.low(ACE, seven.held(1, 0)),
                None => seven.low(three, three),
            }
        },
    },
    Way {
        id: "OH-PGP-12.VII.F",
        applies: |seven| seven.shape == THREE_AND_PAIR && seven.run,
        plays: highest_pair_low,
    },
    Way {
        id: "OH-PGP-12.VIII.A",
        applies: |seven| seven.shape == THREE_AND_PAIR && !seven.run,
        plays: highest_pair_low,
    },
    Way {
        id: "OH-PGP-12.VIII.B",
        applies: |seven| seven.shape == THREE_AND_TWO_PAIRS,
        plays: highest_pair_low,
    },
    Way {
        id: "OH-PGP-12.IX.A",
        applies: |seven| seven.shape == FOUR && seven.held(4, 0) <= 6,
        plays: next_two_low,
    },
    Way {
        id: "OH-PGP-12.IX.B",
        applies: |seven| seven.shape == FOUR && (7..=10).contains(&seven.held(4, 0)),
        plays: |seven| if seven.held(1, 0) == ACE { next_two_low(seven) } else { split_four(seven) },
    },
    Way {
        id: "OH-PGP-12.IX.C",
        applies: |seven| seven.shape == FOUR && seven.held(4, 0) >= 11,
        plays: split_four,
    },
    Way {
        id: "OH-PGP-12.IX.D",
        applies: |seven| seven.shape == FOUR_AND_PAIR || seven.shape == FOUR_AND_THREE,
        plays: |seven| {
            // Two of three serve as the pair (Q164). The pair takes precedence over IX.C, except for four aces (Q165).
            let pair = if seven.shape == FOUR_AND_PAIR { seven.held(2, 0) } else { seven.held(3, 0) };
            if seven.held(4, 0) == ACE && pair != KING { split_four(seven) } else { seven.low(pair, pair) }
        },
    },
    Way {
        id: "OH-PGP-12.X.A",
        applies: |seven| seven.shape == FIVE || seven.shape == FIVE_AND_PAIR,
        plays: |seven| {
            let kings = seven.shape == FIVE_AND_PAIR && seven.held(2, 0) == KING;
            if kings { seven.low(KING, KING) } else { seven.low(ACE, ACE) }
        },
    },
];

/// The paragraph that decides.
pub(super) fn of(seven: &Seven) -> &'static Way {
    WAYS.iter().find(|way| (way.applies)(seven)).expect("every shape of seven cards has a paragraph")
}

/// The pairs of III, by their ranks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Low,
    Medium,
    High,
}

fn size(rank: u8) -> Size {
    match rank {
        2..=6 => Size::Low,
        7..=10 => Size::Medium,
        _ => Size::High,
    }
}

/// Two pairs of these sizes, and no straight or flush to consider.
fn two(seven: &Seven, upper: Size, lower: Size) -> bool {
    seven.shape == TWO_PAIRS
        && !seven.run
        && size(seven.held(2, 0)) == upper
        && size(seven.held(2, 1)) == lower
}

/// III.A to F.
fn two_pair_rule(seven: &Seven) -> &Setting {
    let (upper, lower) = (seven.held(2, 0), seven.held(2, 1));
    let (first, second) = (seven.held(1, 0), seven.held(1, 1));
    let together = match (size(upper), size(lower)) {
        (Size::Low, _) => true,
        (Size::Medium, Size::Low) => first >= KING,
        (Size::High, Size::Low) | (Size::Medium, _) => first == ACE,
        (Size::High, Size::Medium) => first == ACE && second == KING,
        (Size::High, Size::High) => false,
    };
    if together { next_two_low(seven) } else { seven.low(lower, lower) }
}

/// Paired cards stay in the high hand; the two highest of the other cards make the low hand.
fn next_two_low(seven: &Seven) -> &Setting {
    seven.low(seven.held(1, 0), seven.held(1, 1))
}

fn highest_pair_low(seven: &Seven) -> &Setting {
    seven.low(seven.held(2, 0), seven.held(2, 0))
}

fn split_four(seven: &Seven) -> &Setting {
    seven.low(seven.held(4, 0), seven.held(4, 0))
}

/// Two cards of this rank low, if a straight or a flush remains in the high hand.
fn pair_beside_run(seven: &Seven, rank: u8) -> Option<&Setting> {
    seven.best(|setting| setting.is_low(rank, rank) && setting.keeps_run())
}

fn highest_low_beside_run(seven: &Seven) -> &Setting {
    seven.best(Setting::keeps_run).expect("the cards make one")
}
