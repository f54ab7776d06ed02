//! Ohio's mini-baccarat: two hands, and a vigorish on what the banker's hand wins, which is charged
//! immediately or owed for a while. At a midi table the cards come face down, and the patron with the highest
//! wager on a hand turns them.
//!
//! Patrons bet on the player's hand, on the banker's, on a tie, and, beside these or alone, on how a hand
//! wins (Dragon Bonus). A word after a colon names one point of a paragraph that makes several demands, or
//! one row of a pay table.

use super::baccarat::{
    self, BANKER, BONUS, Baccarat, DRAGON_BANKER, DRAGON_PLAYER, MAIN, PLAYER, Says, TIE, dragon,
    dragon_lines, family, orders, two_hands_law,
};
use crate::common::Verdict;
use crate::layout_table::law::{self, Clause, Law, SILENT, by};
use crate::layout_table::{
    Alone, Beside, From, Group, LayoutGame, LayoutTable, Mishap, Pass, Play, Row, TableLine, Terms, Window,
    game,
    words::{NO_MORE_BETS, vocabulary},
};
use crate::sources::two_hands_law::{Deal, Errors, Holds, Midi, MidiLaw, ShoeLaw, Third, TwoHandsLaw};
use crate::sources::{TwoHands, TwoHandsResult, Words, two_hands_words};
use engine::{Game, OpenError, Outcome, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(MiniBaccarat: "ohio", "mini-baccarat");

/// A table of it.
pub type Table = LayoutTable<MiniBaccarat>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct MiniBaccarat;

// ------------------------------------------------------------------------------- sections 5, 10 and 12: wagers, odds

const WAGERS: &[WagerId] = &[PLAYER, BANKER, TIE, DRAGON_PLAYER, DRAGON_BANKER];

const DRAGON: &[TableLine] = dragon_lines!("OH-MB-10.IV/T1");

/// A bonus wager that is alone must be at least the table's minimum.
const BESIDE: Beside = Beside {
    main: MAIN,
    by: by(&"OH-MB-12.II:a"),
    alone: Alone::NoLess(&[family::PLAYER, family::BANKER], by(&"OH-MB-12.II:c")),
    goes_back: by(&"RULING-MB-7"),
};

const ROWS: &[Row] = &[
    Row::simple(
        PLAYER,
        family::PLAYER,
        [by(&"OH-MB-5.I.B"), by(&"OH-MB-5.I.B.1"), by(&"OH-MB-5.I.B.2"), by(&"OH-MB-10.I")],
    ),
    Row::simple(
        BANKER,
        family::BANKER,
        [by(&"OH-MB-5.I.A"), by(&"OH-MB-5.I.A.1"), by(&"OH-MB-5.I.A.2"), by(&"OH-MB-10.III:a")],
    ),
    Row::simple(
        TIE,
        family::TIE,
        [by(&"OH-MB-5.I.C"), by(&"OH-MB-5.I.C.1"), by(&"OH-MB-5.I.C.2"), by(&"OH-MB-10.II")],
    ),
    dragon(DRAGON_PLAYER, [by(&"OH-MB-5.I.D"), by(&"OH-MB-10.IV")], DRAGON, BESIDE),
    dragon(DRAGON_BANKER, [by(&"OH-MB-5.I.D"), by(&"OH-MB-10.IV")], DRAGON, BESIDE),
];

const SAYS: Says = Says {
    player_tied: by(&"OH-MB-5.I.B.3"),
    banker_tied: by(&"OH-MB-5.I.A.3(a)"),
    nothing_charged: by(&"RULING-MB-2"),
    seven: SILENT,
    natural: by(&"OH-MB-5.I.D.1(a)"),
    nine: by(&"OH-MB-5.I.D.1(b)"),
    by_four: by(&"OH-MB-5.I.D.1(c)"),
    eight: by(&"OH-MB-5.I.D.2(a)"),
    not_more: by(&"OH-MB-5.I.D.2(b)"),
    too_little: by(&"OH-MB-5.I.D.2(c)"),
    naturals_tie: by(&"OH-MB-5.I.D.3(a)"),
    pushes: by(&"OH-MB-10.IV/T1:natural-tie"),
};

// ------------------------------------------------------- sections 1 to 3, 6 to 9 and 11: shoe, deal, settlement, errors

const TWO_HANDS: TwoHandsLaw = two_hands_law!(
    "OH-MB", shuffle "2b", idle "OH-MB-2b.VIII" "2b.VIII", values "3b", deal "6", third "7", rules "8", result "9",
    errors "11", rulings "RULING-MB", midi Some(&MIDI)
);

const MIDI: Midi = Midi {
    wagers: [PLAYER, BANKER],
    both: MidiLaw {
        down: by(&"OH-MB-6.III.B"),
        touch: by(&"OH-MB-6.V"),
        third: by(&"OH-MB-6.V.C"),
        equal: by(&"RULING-MB-19"),
        too_late: by(&"RULING-MB-20"),
    },
    hands: [
        Holds {
            most: by(&"OH-MB-6.V.A"),
            ceded: by(&"OH-MB-6.V.A(a):a"),
            all_ceded: by(&"OH-MB-6.V.A(a):b"),
            nobody: by(&"OH-MB-6.V.A(b)"),
        },
        Holds {
            most: by(&"OH-MB-6.V.B"),
            ceded: by(&"OH-MB-6.V.B(a):a"),
            all_ceded: by(&"OH-MB-6.V.B(a):b"),
            nobody: by(&"OH-MB-6.V.B(b)"),
        },
    ],
};

const WINDOWS: &[Window] = &[Window { phase: "bets", closes: NO_MORE_BETS, by: by(&"OH-MB-6.II") }];

const ORDERS: &[&[Pass]] = orders!(
    losers "OH-MB-9.II:a" "OH-MB-12.III.A.3", main "OH-MB-9.II:b", bonus "OH-MB-12.III.A.1" "OH-MB-12.III.A.2"
);

const MISHAPS: &[Mishap] = &baccarat::mishaps(&TWO_HANDS.errors);

const LAW: Law = Law {
    wagers: law::Wagers {
        permitted: by(&"OH-MB-5.I"),
        placed: by(&"OH-MB-5.II:a"),
        any_number: SILENT,
        cash_refused: SILENT,
        cash_taken: by(&"OH-MB-5.II:b"),
        no_late: by(&"OH-MB-5.III:a"),
        no_withdrawal: by(&"OH-MB-5.III:b"),
        own_place: by(&"RULING-MB-3"),
        own_care: SILENT,
        as_it_lies: SILENT,
    },
    settling: law::Settling {
        losers_first: by(&"OH-MB-9.II:a"),
        winners_after: by(&"OH-MB-9.II:b"),
        marker: SILENT,
    },
    charge: law::Charge {
        taken: by(&"OH-MB-10.III:b"),
        at_once: by(&"OH-MB-10.V:a"),
        before_payment: by(&"OH-MB-9.II:c"),
        rounded: by(&"RULING-MB-5"),
        put_off: by(&"OH-MB-10.V:b"),
        marked: by(&"OH-MB-10.V:e"),
        set_aside: by(&"RULING-MB-17"),
        before_shuffle: by(&"OH-MB-10.V:c"),
        on_leaving: by(&"OH-MB-10.V:d"),
        when: by(&"RULING-MB-18"),
        unmarked: by(&"OH-MB-10.V:f"),
    },
    ours: law::Ours {
        order: by(&"RULING-MB-1"),
        called: SILENT,
        leaves: by(&"RULING-MB-4"),
        limits_found: SILENT,
        floor_rules: by(&"RULING-MB-6"),
        unforeseen: by(&"RULING-MB-8"),
        dealer_bet: by(&"RULING-MB-14"),
        dealer_bet_beside_own: SILENT,
    },
};

impl Baccarat for MiniBaccarat {
    const SAYS: Says = SAYS;
}

impl LayoutGame for MiniBaccarat {
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
            &MIDI.both.clauses(),
            &MIDI.hands[0].clauses(),
            &MIDI.hands[1].clauses(),
        ],
        places: 14,
        rows: ROWS,
        windows: WINDOWS,
        orders: ORDERS,
        mishaps: MISHAPS,
    };

    const WORDS: Words = two_hands_words::WITH_HOLDERS;

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

vocabulary! { MiniBaccarat: procedure 1, WAGERS, barred &["bonus-alone"], also &SAYS.clauses() }
