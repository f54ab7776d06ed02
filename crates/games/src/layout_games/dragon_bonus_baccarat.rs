//! Ohio's commission-free baccarat with Dragon Bonus and Fortune 7: two hands, and no vigorish.
//!
//! The banker's hand pays even money, but pushes if it wins with seven in three cards; Fortune 7 is a wager
//! on exactly that. Dragon Bonus and Fortune 7 need a main wager beside them. A word after a colon names one
//! point of a paragraph that makes several demands, or one row of a pay table.

use super::baccarat::{
    self, BANKER, BONUS, Baccarat, DRAGON_BANKER, DRAGON_PLAYER, FORTUNE_7, MAIN, PLAYER, Says, TIE, dragon,
    dragon_lines, family, orders, two_hands_law,
};
use crate::common::Verdict;
use crate::layout_table::law::{self, Clause, Law, SILENT, by};
use crate::layout_table::{
    Alone, Beside, From, Group, LayoutGame, LayoutTable, Mishap, Pass, Play, Row, TableLine, Terms, Window,
    game,
    words::{NO_MORE_BETS, vocabulary},
};
use crate::sources::two_hands_law::{Deal, Errors, ShoeLaw, Third, TwoHandsLaw};
use crate::sources::{TwoHands, TwoHandsResult};
use engine::{Game, OpenError, Outcome, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(DragonBonusBaccarat: "ohio", "dragon-bonus-baccarat");

/// A table of it.
pub type Table = LayoutTable<DragonBonusBaccarat>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct DragonBonusBaccarat;

// ------------------------------------------------------------------------------- sections 8, 13 and 15: wagers, odds

const WAGERS: &[WagerId] = baccarat::ALL;

const DRAGON: &[TableLine] = dragon_lines!("OH-DBB-13.IV/T1");

/// A bonus wager is never alone.
const BESIDE: Beside =
    Beside { main: MAIN, by: by(&"OH-DBB-15.II:a"), alone: Alone::Never, goes_back: by(&"RULING-DBB-7") };

const ROWS: &[Row] = &[
    Row::simple(
        PLAYER,
        family::PLAYER,
        [by(&"OH-DBB-8.I.B"), by(&"OH-DBB-8.I.B.1"), by(&"OH-DBB-8.I.B.2"), by(&"OH-DBB-13.I")],
    ),
    Row::simple(
        BANKER,
        family::BANKER,
        [by(&"OH-DBB-8.I.A"), by(&"OH-DBB-8.I.A.1:a"), by(&"OH-DBB-8.I.A.2"), by(&"OH-DBB-13.I")],
    ),
    Row::simple(
        TIE,
        family::TIE,
        [by(&"OH-DBB-8.I.C"), by(&"OH-DBB-8.I.C.1"), by(&"OH-DBB-8.I.C.2"), by(&"OH-DBB-13.II")],
    ),
    dragon(DRAGON_PLAYER, [by(&"OH-DBB-8.I.E"), by(&"OH-DBB-13.IV")], DRAGON, BESIDE),
    dragon(DRAGON_BANKER, [by(&"OH-DBB-8.I.E"), by(&"OH-DBB-13.IV")], DRAGON, BESIDE),
    Row {
        beside: Some(BESIDE),
        ..Row::simple(
            FORTUNE_7,
            family::FORTUNE,
            [by(&"OH-DBB-8.I.D"), by(&"OH-DBB-8.I.D.1"), by(&"OH-DBB-8.I.D.2"), by(&"OH-DBB-13.III")],
        )
    },
];

const SAYS: Says = Says {
    player_tied: by(&"OH-DBB-8.I.B.3"),
    banker_tied: by(&"OH-DBB-8.I.A.3"),
    nothing_charged: SILENT,
    seven: by(&"OH-DBB-8.I.A.1:b"),
    natural: by(&"OH-DBB-8.I.E.1(a)"),
    nine: by(&"OH-DBB-8.I.E.1(b)"),
    by_four: by(&"OH-DBB-8.I.E.1(c)"),
    eight: by(&"OH-DBB-8.I.E.2(a)"),
    not_more: by(&"OH-DBB-8.I.E.2(b)"),
    too_little: by(&"OH-DBB-8.I.E.2(c)"),
    naturals_tie: by(&"RULING-DBB-2"),
    pushes: by(&"OH-DBB-13.IV/T1:natural-tie"),
};

// ------------------------------------------------------- sections 5, 6, 9 to 12 and 14: shoe, deal, settlement, errors

const TWO_HANDS: TwoHandsLaw = two_hands_law!(
    "OH-DBB", shuffle "5", idle "RULING-DBB-16" "5.VII", values "6", deal "9", third "10", rules "11", result "12",
    errors "14", rulings "RULING-DBB", midi None
);

const WINDOWS: &[Window] = &[Window { phase: "bets", closes: NO_MORE_BETS, by: by(&"OH-DBB-9.II") }];

const ORDERS: &[&[Pass]] = orders!(
    losers "OH-DBB-12.II:a" "OH-DBB-15.III.A.3", main "OH-DBB-12.II:b", bonus "OH-DBB-15.III.A.1" "OH-DBB-15.III.A.2"
);

const MISHAPS: &[Mishap] = &baccarat::mishaps(&TWO_HANDS.errors);

const LAW: Law = Law {
    wagers: law::Wagers {
        permitted: by(&"OH-DBB-8.I"),
        placed: by(&"OH-DBB-8.II:a"),
        any_number: SILENT,
        cash_refused: SILENT,
        cash_taken: by(&"OH-DBB-8.II:b"),
        no_late: by(&"OH-DBB-8.III:a"),
        no_withdrawal: by(&"OH-DBB-8.III:b"),
        own_place: by(&"RULING-DBB-3"),
        own_care: SILENT,
        as_it_lies: SILENT,
    },
    settling: law::Settling {
        losers_first: by(&"OH-DBB-12.II:a"),
        winners_after: by(&"OH-DBB-12.II:b"),
        marker: SILENT,
    },
    charge: law::Charge::NONE,
    ours: law::Ours {
        order: by(&"RULING-DBB-1"),
        called: SILENT,
        leaves: by(&"RULING-DBB-4"),
        limits_found: SILENT,
        floor_rules: by(&"RULING-DBB-6"),
        unforeseen: by(&"RULING-DBB-8"),
        dealer_bet: by(&"RULING-DBB-14"),
        dealer_bet_beside_own: SILENT,
    },
};

impl Baccarat for DragonBonusBaccarat {
    const SAYS: Says = SAYS;
}

impl LayoutGame for DragonBonusBaccarat {
    type Source = TwoHands;
    type Options = usize;

    const PLAY: Play<TwoHandsLaw> = Play {
        law: LAW,
        source: &TWO_HANDS,
        source_rules: &[
            &TWO_HANDS.shoe.clauses(),
            &TWO_HANDS.deal.clauses(),
            &TWO_HANDS.third.clauses(),
            &TWO_HANDS.errors.clauses(),
        ],
        places: 14,
        rows: ROWS,
        windows: WINDOWS,
        orders: ORDERS,
        mishaps: MISHAPS,
    };

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<usize, OpenError> {
        baccarat::order(config)
    }

    fn order(terms: &Terms<Self>) -> usize {
        terms.options
    }

    fn barred(_: usize, _: &Terms<Self>) -> Option<Clause> {
        None
    }

    fn verdict(row: usize, result: TwoHandsResult, terms: &Terms<Self>) -> Verdict {
        baccarat::verdict(row, result, terms)
    }
}

vocabulary! { DragonBonusBaccarat: procedure 1, WAGERS, barred &["main-wager-needed"], also &SAYS.clauses() }
