//! Paragraphs 6, 7 and 11 to 19: the wagers and the rows of their pay tables. The pays are in the rule book.

use super::LAW;
use crate::common::{together, words};
use crate::poker::Category;
use crate::poker_table::law::{Clause, SILENT, by};
use crate::poker_table::{
    Envied, Envy, Link, Made, Optional, Prize, Row, Verified, Wager, rows_of_tables, words as common,
};
use engine::{MeterId, WagerId};

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    ODDS_WAGER = "odds";
    PLAY_WAGER = "play";
    BAD_BEAT_WAGER = "bad-beat-xtreme";
    TRIPS_PLUS_WAGER = "trips-plus-wild";
    GOIN_WILD_WAGER = "goin-wild";
    GOIN_WILD_PROGRESSIVE_WAGER = "goin-wild-progressive";
    TOO_WILD_WAGER = "too-wild-progressive";
    FIVE_CARD_WAGER = "five-card-linked";
}

const GOIN_WILD_METER: MeterId = MeterId::new(&"goin-wild");
const TOO_WILD_METER: MeterId = MeterId::new(&"too-wild");
const FIVE_CARD_METER: MeterId = MeterId::new(&"five-card-linked");

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The odds, equal to the ante.
pub const ODDS: usize = 1;
/// The play wager, twice the ante.
pub const PLAY: usize = 2;
/// The bonus wager on a good hand that is beaten, the patron's or the dealer's.
pub const BAD_BEAT: usize = 3;
/// The bonus wager on three of a kind or more, which pays natural hands separately.
pub const TRIPS_PLUS: usize = 4;
/// The bonus wager on wild cards.
pub const GOIN_WILD: usize = 5;
/// The progressive wager on wild cards.
pub const GOIN_WILD_PROGRESSIVE: usize = 6;
/// The progressive wager on a straight or more.
pub const TOO_WILD: usize = 7;
/// The progressive wager for which deuces are not wild and another card replaces the joker.
pub const FIVE_CARD: usize = 8;

/// The index of a row in the column of hands that wild cards made.
pub(super) const fn wild(kind: Category) -> usize {
    2 * kind as usize
}

/// The index of a row in the column of natural hands.
pub(super) const fn natural(kind: Category) -> usize {
    2 * kind as usize + 1
}

/// The index of the row for a number of wild cards, the joker included.
pub(super) const fn wilds(count: usize) -> usize {
    count
}

/// The index of the row for a number of deuces.
pub(super) const fn deuces(count: usize) -> usize {
    10 + count
}

/// The index of the row for four cards of one suit.
pub(super) const FOUR_CARD_FLUSH: usize = 20;
/// The index of the row for four cards of one suit with consecutive ranks.
pub(super) const FOUR_CARD_STRAIGHT_FLUSH: usize = 21;

const fn wager(id: WagerId, made: Made, beside: Clause) -> Wager {
    Wager { id, made, beside, rows: &[], weighed: &[], needs_board: false, capped: false, posted: SILENT }
}

const fn bonus(id: WagerId, rows: &'static [Row], posted: Clause) -> Wager {
    let made = Made::Optional(Optional::after(by(&"CO-DWX-3:b")));
    Wager { rows, posted, ..wager(id, made, by(&"CO-DWX-6:c")) }
}

const fn progressive(id: WagerId, prize: &'static Prize, rows: &'static [Row]) -> Wager {
    Wager { rows, ..wager(id, Made::Prize(prize), by(&"CO-DWX-6:c")) }
}

/// The wagers, in the order of settlement.
pub(super) const WAGERS: &[Wager] = &[
    wager(ANTE_WAGER, Made::Required, SILENT),
    Wager {
        rows: rows_of_tables! { ["CO-DWX/PT-FLT-DWHF-ODS-01"] {
            Category::FiveWilds => "five-wilds",
            Category::RoyalFlush => "royal-flush",
            Category::FiveOfAKind => "five-of-a-kind",
            Category::StraightFlush => "straight-flush",
            Category::FourOfAKind => "four-of-a-kind",
            Category::FullHouse => "full-house",
            Category::Flush => "flush",
            Category::Straight => "straight",
        } },
        posted: by(&"CO-DWX-12.A.IV"),
        ..wager(ODDS_WAGER, Made::Required, SILENT)
    },
    wager(PLAY_WAGER, Made::Raise(by(&"CO-DWX-8:d")), SILENT),
    bonus(
        BAD_BEAT_WAGER,
        rows_of_tables! {
            ["CO-DWX/PT-FLT-DWHF-BBX-01", "CO-DWX/PT-FLT-DWHF-BBX-02", "CO-DWX/PT-FLT-DWHF-BBX-03"] {
                Category::RoyalFlush => "royal-flush",
                Category::FiveOfAKind => "five-of-a-kind",
                Category::StraightFlush => "straight-flush",
                Category::FourOfAKind => "four-of-a-kind",
                Category::FullHouse => "full-house",
                Category::Flush => "flush",
                Category::Straight => "straight",
                Category::ThreeOfAKind => "three-of-a-kind",
            }
        },
        by(&"CO-DWX-14.A.IV"),
    ),
    bonus(
        TRIPS_PLUS_WAGER,
        rows_of_tables! {
            ["CO-DWX/PT-FLT-DWHF-TPW-01", "CO-DWX/PT-FLT-DWHF-TPW-02", "CO-DWX/PT-FLT-DWHF-TPW-03",
             "CO-DWX/PT-FLT-DWHF-TPW-04", "CO-DWX/PT-FLT-DWHF-TPW-05", "CO-DWX/PT-FLT-DWHF-TPW-06"] {
                wild(Category::FiveWilds) => "five-wilds",
                natural(Category::RoyalFlush) => "royal-flush-natural",
                wild(Category::RoyalFlush) => "royal-flush-wild",
                natural(Category::StraightFlush) => "straight-flush-natural",
                wild(Category::StraightFlush) => "straight-flush-wild",
                wild(Category::FiveOfAKind) => "five-of-a-kind",
                natural(Category::FourOfAKind) => "four-of-a-kind-natural",
                wild(Category::FourOfAKind) => "four-of-a-kind-wild",
                natural(Category::FullHouse) => "full-house-natural",
                wild(Category::FullHouse) => "full-house-wild",
                natural(Category::Flush) => "flush-natural",
                wild(Category::Flush) => "flush-wild",
                natural(Category::Straight) => "straight-natural",
                wild(Category::Straight) => "straight-wild",
                natural(Category::ThreeOfAKind) => "three-of-a-kind-natural",
                wild(Category::ThreeOfAKind) => "three-of-a-kind-wild",
            }
        },
        by(&"CO-DWX-15.A.V"),
    ),
    bonus(
        GOIN_WILD_WAGER,
        rows_of_tables! { ["CO-DWX/PT-FLT-TW-GW-01", "CO-DWX/PT-FLT-TW-GW-02"] {
            wilds(4) => "four-wilds",
            wilds(3) => "three-wilds",
            wilds(2) => "two-wilds",
            wilds(1) => "joker",
        } },
        by(&"CO-DWX-16.A.IV"),
    ),
    progressive(
        GOIN_WILD_PROGRESSIVE_WAGER,
        &Prize {
            amount: by(&"CO-DWX-17.A.III:a"),
            cards: by(&"CO-DWX-11.D"),
            paid: [by(&"CO-DWX-17.A.I"), by(&"CO-DWX-17.A.II")],
            scales: by(&"CO-DWX-17.A.III:a"),
            link: Some(Link {
                meter: GOIN_WILD_METER,
                table: SILENT,
                in_turn: AS_IT_STANDS,
                verified: Verified::ByDealer,
                envy: None,
            }),
            ..PRIZE
        },
        rows_of_tables! { ["CO-DWX/PT-PRG-TW-GW-01", "CO-DWX/PT-PRG-TW-GW-02"] {
            deuces(4) => "four-deuces",
            wilds(4) => "four-wilds",
            deuces(3) => "three-deuces",
            wilds(3) => "three-wilds",
            deuces(2) => "two-deuces",
            wilds(2) => "two-wilds",
        } },
    ),
    progressive(
        TOO_WILD_WAGER,
        &Prize {
            amount: by(&"CO-DWX-18.A.III:a"),
            cards: by(&"CO-DWX-11.E"),
            paid: [by(&"CO-DWX-18.A.I"), by(&"CO-DWX-18.A.II")],
            scales: by(&"CO-DWX-18.A.III:a"),
            link: Some(Link {
                meter: TOO_WILD_METER,
                table: SILENT,
                in_turn: AS_IT_STANDS,
                verified: Verified::ByDealer,
                envy: None,
            }),
            ..PRIZE
        },
        rows_of_tables! { ["CO-DWX/PT-PRG-DWHF-DWP-01"] {
            wild(Category::FiveWilds) => "five-wilds",
            natural(Category::RoyalFlush) => "royal-flush-natural",
            wild(Category::RoyalFlush) => "royal-flush-wild",
            wild(Category::FiveOfAKind) => "five-of-a-kind",
            wild(Category::StraightFlush) => "straight-flush",
            wild(Category::FourOfAKind) => "four-of-a-kind",
            wild(Category::FullHouse) => "full-house",
            wild(Category::Flush) => "flush",
            wild(Category::Straight) => "straight",
        } },
    ),
    progressive(
        FIVE_CARD_WAGER,
        &Prize {
            amount: by(&"CO-DWX-19.A.IV:a"),
            cards: by(&"CO-DWX-11.F:a"),
            paid: [by(&"CO-DWX-19.A.I"), by(&"CO-DWX-19.A.II")],
            scales: by(&"CO-DWX-19.A.IV:a"),
            link: Some(Link {
                meter: FIVE_CARD_METER,
                table: SILENT,
                in_turn: AS_IT_STANDS,
                verified: Verified::ByDealer,
                envy: Some(Envy {
                    award: common::ENVY,
                    paid: by(&"CO-DWX-19.A.III"),
                    of_others: by(&"RULING-DWX-16"),
                    despite_fold: SILENT,
                    of: Envied::PaidHands,
                }),
            }),
            ..PRIZE
        },
        &FIVE_CARD_ROWS,
    ),
];

/// What the three progressive wagers share: they stay in force when their patron folds.
const PRIZE: Prize = Prize {
    after: by(&"CO-DWX-3:b"),
    amount: SILENT,
    amount_name: "one-unit-only",
    late: LAW.seats.no_late_wager,
    stays: LAW.seats.no_withdrawal,
    cards: SILENT,
    paid: [SILENT; 2],
    lost: by(&"CO-DWX-10"),
    not_for_dealers: by(&"CO-DWX-7:c"),
    scales: SILENT,
    folded: None,
    outlives_fold: by(&"CO-DWX-8.B.I"),
    not_returned: SILENT,
    link: None,
};

/// The clause by which a meter pays the amount it shows at the patron's turn.
const AS_IT_STANDS: Clause = by(&"RULING-DWX-14");

const FIVE_CARD_ROWS: [Row; 5 * 7 + 2 * 8 + 4 * 5 + 3 * 9] = together(&[
    rows_of_tables! {
        ["CO-DWX/PT-BJS-5CL-01", "CO-DWX/PT-BJS-5CL-02", "CO-DWX/PT-BJS-5CL-03", "CO-DWX/PT-BJS-5CL-04",
         "CO-DWX/PT-BJS-5CL-09"] {
            Category::RoyalFlush => "royal-flush",
            Category::StraightFlush => "straight-flush",
            Category::FourOfAKind => "four-of-a-kind",
            Category::FullHouse => "full-house",
            Category::Flush => "flush",
            Category::Straight => "straight",
            Category::ThreeOfAKind => "three-of-a-kind",
        }
    },
    rows_of_tables! { ["CO-DWX/PT-BJS-5CL-05", "CO-DWX/PT-BJS-5CL-10"] {
        Category::RoyalFlush => "royal-flush",
        Category::StraightFlush => "straight-flush",
        Category::FourOfAKind => "four-of-a-kind",
        Category::FullHouse => "full-house",
        Category::Flush => "flush",
        Category::Straight => "straight",
        Category::ThreeOfAKind => "three-of-a-kind",
        Category::TwoPairs => "two-pairs",
    } },
    rows_of_tables! {
        ["CO-DWX/PT-BJS-5CL-06", "CO-DWX/PT-BJS-5CL-07", "CO-DWX/PT-BJS-5CL-08", "CO-DWX/PT-BJS-5CL-11"] {
            Category::RoyalFlush => "royal-flush",
            Category::StraightFlush => "straight-flush",
            FOUR_CARD_STRAIGHT_FLUSH => "four-card-straight-flush",
            Category::Flush => "flush",
            FOUR_CARD_FLUSH => "four-card-flush",
        }
    },
    rows_of_tables! { ["CO-DWX/PT-BJS-5CL-E01", "CO-DWX/PT-BJS-5CL-E02", "CO-DWX/PT-BJS-5CL-E03"] {
        Category::RoyalFlush => "royal-flush",
        Category::StraightFlush => "straight-flush",
        Category::FourOfAKind => "four-of-a-kind",
        Category::FullHouse => "full-house",
        Category::Flush => "flush",
        Category::Straight => "straight",
        Category::ThreeOfAKind => "three-of-a-kind",
        Category::RoyalFlush => "royal-flush-envy",
        Category::StraightFlush => "straight-flush-envy",
    } },
]);
