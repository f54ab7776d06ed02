//! What the Ohio games have in common word for word: the nine kinds of hands, and the wager on the multi-link
//! progressive.

use crate::common::plus;
use crate::poker::Category;
use crate::poker_table::{Dearest, Poker, Terms, dearest_prizes};
use engine::Rule;
use felt::Money;

/// The rules of the appendix on linked jackpots that games cite.
pub(crate) const RULES: &[Rule] = &[
    Rule::new(&"OH-MLP-6.II"),
    Rule::new(&"OH-MLP-6.III:b"),
    Rule::new(&"OH-MLP-6.III:c"),
    Rule::new(&"OH-MLP-6.IV.C.1"),
    Rule::new(&"OH-MLP-7.I/T1"),
    Rule::new(&"OH-MLP-7.II.A:b"),
    Rule::new(&"OH-MLP-7.IV"),
];

/// The kinds of hands from the highest down, as a section lists them from A to I.
macro_rules! nine_kinds {
    ($section:literal) => {{
        use $crate::poker::Category;
        use $crate::poker_table::law::by;
        [
            (Category::RoyalFlush, by(&concat!($section, ".A"))),
            (Category::StraightFlush, by(&concat!($section, ".B"))),
            (Category::FourOfAKind, by(&concat!($section, ".C"))),
            (Category::FullHouse, by(&concat!($section, ".D"))),
            (Category::Flush, by(&concat!($section, ".E"))),
            (Category::Straight, by(&concat!($section, ".F"))),
            (Category::ThreeOfAKind, by(&concat!($section, ".G"))),
            (Category::TwoPairs, by(&concat!($section, ".H"))),
            (Category::Pair, by(&concat!($section, ".I"))),
        ]
    }};
}

/// The kinds of hands of four cards from the highest down, as a section lists them from A to G.
macro_rules! four_card_kinds {
    ($section:literal) => {
        [
            (Category::FourOfAKind, by(&concat!($section, ".A"))),
            (Category::StraightFlush, by(&concat!($section, ".B"))),
            (Category::ThreeOfAKind, by(&concat!($section, ".C"))),
            (Category::Flush, by(&concat!($section, ".D"))),
            (Category::Straight, by(&concat!($section, ".E"))),
            (Category::TwoPairs, by(&concat!($section, ".F"))),
            (Category::Pair, by(&concat!($section, ".G"))),
        ]
    };
}

/// The wager on the linked jackpot, as the last section of a game defines it; the appendix on jackpots
/// completes it. In games with folds, a fold forfeits it, but not the bonus for others' hands.
macro_rules! multi_link {
    ($section:literal, $dollar:literal, folded: $folded:expr, envy: $despite_fold:expr) => {{
        use $crate::poker::Category;
        use $crate::poker_table::law::{SILENT, by};
        use $crate::poker_table::{Envied, Envy, Link, Made, Prize, Row, Verified, Wager, words as common};
        Wager {
            id: PROGRESSIVE_WAGER,
            made: Made::Prize(&Prize {
                after: by(&concat!($section, ".1.I:b")),
                amount: by(&concat!($section, ".1.II:b")),
                amount_name: "one-dollar-only",
                late: by(&concat!($section, ".1.IV:a")),
                stays: by(&concat!($section, ".1.IV:b")),
                cards: by(&concat!($section, ".2.III")),
                paid: [by(&"OH-MLP-6.II"), SILENT],
                lost: SILENT,
                not_for_dealers: SILENT,
                scales: SILENT,
                folded: $folded,
                outlives_fold: SILENT,
                not_returned: by(&$dollar),
                link: Some(Link {
                    meter: common::JACKPOT,
                    table: by(&"OH-MLP-7.I/T1"),
                    in_turn: by(&"OH-MLP-7.IV"),
                    verified: Verified::BySupervisorAndSurveillance(by(&"OH-MLP-6.IV.C.1")),
                    envy: Some(Envy {
                        award: common::ENVY,
                        paid: by(&concat!($section, ".3.II")),
                        of_others: by(&"OH-MLP-7.II.A:b"),
                        despite_fold: $despite_fold,
                        of: Envied::EveryHand,
                    }),
                }),
            }),
            beside: by(&concat!($section, ".1.I:a")),
            rows: &[
                multi_link!(@row $section, RoyalFlush, "royal-flush"),
                multi_link!(@row $section, StraightFlush, "straight-flush"),
                multi_link!(@row $section, FourOfAKind, "four-of-a-kind"),
                multi_link!(@row $section, FullHouse, "full-house"),
                multi_link!(@row $section, Flush, "flush"),
                multi_link!(@row $section, Straight, "straight"),
                multi_link!(@row $section, ThreeOfAKind, "three-of-a-kind"),
                multi_link!(@row $section, RoyalFlush, "royal-flush-envy"),
                multi_link!(@row $section, StraightFlush, "straight-flush-envy"),
            ],
            weighed: &[],
            needs_board: true,
            capped: false,
            posted: SILENT,
        }
    }};
    (@row $section:literal, $kind:ident, $word:literal) => {
        Row {
            at: Category::$kind as usize,
            table: concat!($section, ".3.I/T1"),
            word: $word,
            option: None,
            rule: engine::Rule::new(&concat!($section, ".3.I/T1:", $word)),
        }
    };
}

pub(crate) use {four_card_kinds, multi_link, nine_kinds};

/// The most that the house pays on it, envy bonuses included, where it depends on two cards and the flop. If
/// a straight flush is possible, the flop has no pair, so no hand has four of a kind or a full house; and at
/// most two hands have a straight flush.
pub(crate) fn dearest_with_flop<G: Poker>(terms: &Terms<G>, wager: usize) -> Money {
    let paid = |first: [Category; 2], others: Category| {
        let hands = (0..usize::from(terms.boxes)).map(|at| *first.get(at).unwrap_or(&others) as usize);
        dearest_prizes(terms, wager, &hands.collect::<Vec<_>>())
    };
    paid([Category::RoyalFlush, Category::StraightFlush], Category::Flush)
        .max(paid([Category::StraightFlush; 2], Category::Flush))
        .max(paid([Category::FourOfAKind, Category::FullHouse], Category::FullHouse))
}

/// The most expensive round where the progressive depends on five cards of the patron's own: some boxes have
/// a straight flush, four of them at most a royal one, and the others four of a kind. The given further
/// amounts are what a box wins with the one or the other.
pub(crate) fn dearest_hands<G: Poker>(
    terms: &Terms<G>,
    wager: usize,
    else_wins: impl Fn(bool) -> Money,
) -> Dearest {
    let boxes = usize::from(terms.boxes);
    let with = |flushes: usize| {
        let kind = |at: usize| match at {
            _ if at >= flushes => Category::FourOfAKind,
            0..4 => Category::RoyalFlush,
            _ => Category::StraightFlush,
        };
        let hands: Vec<usize> = (0..boxes).map(|at| kind(at) as usize).collect();
        plus(sum((0..boxes).map(|at| else_wins(at < flushes))), dearest_prizes(terms, wager, &hands))
    };
    let pays = (0..=boxes).map(with).max().unwrap_or(Money::ZERO);
    let boxes = u32::from(terms.boxes);
    Dearest { pays, cut: 0, drawn: boxes, envied: boxes * boxes.saturating_sub(1) }
}

/// The sum of some amounts.
pub(crate) fn sum(amounts: impl IntoIterator<Item = Money>) -> Money {
    amounts.into_iter().fold(Money::ZERO, plus)
}
