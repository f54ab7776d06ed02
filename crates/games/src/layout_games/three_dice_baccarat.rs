//! Colorado's three-dice baccarat: two cups of three dice, and no commission.
//!
//! The higher hand wins even money, but a win of three over zero pushes. There are thirteen wagers on single
//! events, Golden Talons on the margin by which either hand wins, and the Triple Progressive on triples of
//! either hand. A word after a colon names one point of a paragraph that makes several demands, or one row of
//! a pay table.

use crate::common::{Verdict, words};
use crate::layout_table::law::{self, Clause, Law, SILENT, by};
use crate::layout_table::{
    Alone, Beside, From, Group, LayoutGame, LayoutTable, Link, Mishap, Pass, Play, Row, TableLine, Terms,
    Then, Window, game,
    words::{NO_MORE_BETS, vocabulary},
};
use crate::sources::{
    DICE_EXPOSED, DICE_NOT_FLAT, Shaking, Shape, TwoCups, TwoCupsLaw, TwoCupsResult, WRONG_DICE,
    value_of_dice,
};
use engine::{Cites, Game, MeterId, OpenError, Outcome, Vocabulary, WagerId};
use felt::ThreeDice;
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(ThreeDiceBaccarat: "colorado", "three-dice-baccarat");

/// A table of it.
pub type Table = LayoutTable<ThreeDiceBaccarat>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct ThreeDiceBaccarat;

// ------------------------------------------------------------------------------------- sections 7, 8 and 10: wagers

words! { WagerId WAGERS:
    PLAYER = "player";
    BANKER = "banker";
    TIE = "tie";
    GOLDEN_3 = "golden-3";
    GOLDEN_3_PLAYER = "golden-3-player";
    GOLDEN_3_BANKER = "golden-3-banker";
    SUN_7 = "sun-7";
    MOON_8 = "moon-8";
    TRIPLE_3 = "triple-3";
    TRIPLE_1_OR_6 = "triple-1-or-6";
    ANY_TRIPLE = "any-triple";
    NINE_OVER_SIX = "nine-over-six";
    DOUBLE_STRAIGHT = "double-straight";
    ZERO_OR_NINE_TIE = "zero-or-nine-tie";
    FIVE_TIE = "five-tie";
    ONE_OVER_ZERO = "one-over-zero";
    TALONS_PLAYER = "golden-talons-player";
    TALONS_BANKER = "golden-talons-banker";
    PROGRESSIVE = "triple-progressive";
}

/// The families of wagers that are offered together.
mod family {
    pub(super) const PLAYER: u8 = 0;
    pub(super) const BANKER: u8 = 1;
    pub(super) const TIE: u8 = 2;
    pub(super) const SINGLE_EVENT: u8 = 3;
    pub(super) const TALONS: u8 = 4;
    pub(super) const PROGRESSIVE: u8 = 5;
}

/// All families that are settled before the progressive.
const OTHERS: &[u8] = &[family::PLAYER, family::BANKER, family::TIE, family::SINGLE_EVENT, family::TALONS];

/// Bonus wagers may be made alone if the house permits it.
const BESIDE: Beside = Beside {
    main: &[family::PLAYER, family::BANKER, family::TIE],
    by: by(&"CO-3DB-3:b"),
    alone: Alone::Never,
    goes_back: by(&"RULING-3DB-17"),
};

/// A wager on one event, with the paragraph of its price.
const fn event(id: WagerId, pays: Clause) -> Row {
    let (wins, made) = (by(&"CO-3DB-10.A"), by(&"CO-3DB-12.A.II"));
    let also = [by(&"CO-3DB-7:b"), SILENT];
    Row { also, beside: Some(BESIDE), ..Row::simple(id, family::SINGLE_EVENT, [made, wins, wins, pays]) }
}

/// A wager on the margin by which a hand wins.
const fn talons(id: WagerId) -> Row {
    let (wins, made) = (by(&"CO-3DB-10.B"), by(&"CO-3DB-13.A.II"));
    let also = [by(&"CO-3DB-7:b"), SILENT];
    let row = Row::simple(id, family::TALONS, [made, wins, wins, by(&"CO-3DB-13.A.I")]);
    Row { also, table: TALONS_LINES, beside: Some(BESIDE), ..row }
}

const ROWS: &[Row] = &[
    Row::simple(
        PLAYER,
        family::PLAYER,
        [by(&"CO-3DB-7:a"), by(&"CO-3DB-8.A"), by(&"CO-3DB-8.B.II"), by(&"CO-3DB-8.A.I")],
    ),
    Row::simple(
        BANKER,
        family::BANKER,
        [by(&"CO-3DB-7:a"), by(&"CO-3DB-8.B"), by(&"CO-3DB-8.A.II"), by(&"CO-3DB-8.B.I")],
    ),
    Row::simple(TIE, family::TIE, [by(&"CO-3DB-7:a"), by(&"CO-3DB-8.C"), SILENT, by(&"CO-3DB-8.C.I")]),
    event(GOLDEN_3, by(&"CO-3DB/PT-FLT-3DB-SE-01")),
    event(GOLDEN_3_PLAYER, by(&"CO-3DB/PT-FLT-3DB-SE-02")),
    event(GOLDEN_3_BANKER, by(&"CO-3DB/PT-FLT-3DB-SE-03")),
    event(SUN_7, by(&"CO-3DB/PT-FLT-3DB-SE-04")),
    event(MOON_8, by(&"CO-3DB/PT-FLT-3DB-SE-05")),
    event(TRIPLE_3, by(&"CO-3DB/PT-FLT-3DB-SE-06")),
    event(TRIPLE_1_OR_6, by(&"CO-3DB/PT-FLT-3DB-SE-07")),
    event(ANY_TRIPLE, by(&"CO-3DB/PT-FLT-3DB-SE-08")),
    event(NINE_OVER_SIX, by(&"CO-3DB/PT-FLT-3DB-SE-09")),
    event(DOUBLE_STRAIGHT, by(&"CO-3DB/PT-FLT-3DB-SE-10")),
    event(ZERO_OR_NINE_TIE, by(&"CO-3DB/PT-FLT-3DB-SE-11")),
    event(FIVE_TIE, by(&"CO-3DB/PT-FLT-3DB-SE-12")),
    event(ONE_OVER_ZERO, by(&"CO-3DB/PT-FLT-3DB-SE-13")),
    talons(TALONS_PLAYER),
    talons(TALONS_BANKER),
    Row {
        also: [by(&"CO-3DB-7:b"), SILENT],
        table: PROGRESSIVE_LINES,
        beside: Some(BESIDE),
        link: Some(Link {
            meter: METER,
            amount: by(&"CO-3DB-14.A.V:a"),
            not_for_dealers: by(&"CO-3DB-9:c"),
            for_one: by(&"CO-3DB-14.A.I"),
            scales: by(&"CO-3DB-14.A.V:b"),
            to_each: by(&"CO-3DB-14.A.IV:a"),
            divided: by(&"CO-3DB-14.A.IV:b"),
            parts: by(&"RULING-3DB-10"),
        }),
        ..Row::simple(
            PROGRESSIVE,
            family::PROGRESSIVE,
            [by(&"CO-3DB-10.C"), by(&"CO-3DB-10.C"), by(&"CO-3DB-10.C"), SILENT],
        )
    },
];

const METER: MeterId = MeterId::new(&"triple");

/// The rows of several pay tables: a word has the same index in each of them.
macro_rules! lines {
    ($($table:literal { $($at:literal $word:literal,)* })*) => {
        &[$($(TableLine { at: $at, table: $table, word: $word, by: by(&concat!($table, ":", $word)) }),*),*]
    };
}

/// The index is nine minus the margin of the win.
const TALONS_LINES: &[TableLine] = lines! {
    "CO-3DB/PT-FLT-3DB-GT-01" { 0 "by-9", 1 "by-8", 2 "by-7", 3 "by-6", 4 "by-5", 5 "by-4", }
    "CO-3DB/PT-FLT-3DB-GT-02" { 0 "by-9", 1 "by-8", 2 "by-7", 3 "by-6", 4 "by-5", }
    "CO-3DB/PT-FLT-3DB-GT-03" { 0 "by-9", 1 "by-8", 2 "by-7", 3 "by-6", 4 "by-5", }
};

/// Entries of the tables of Golden Talons that are not payments: a win by four, which loses, and a tie.
#[derive(Clone, Copy, Debug)]
pub struct TalonsTable {
    code: &'static str,
    by_four: Clause,
    tie: (Outcome, Clause),
}

const TALONS_TABLES: [TalonsTable; 3] = [
    TalonsTable {
        code: "CO-3DB/PT-FLT-3DB-GT-01",
        by_four: SILENT,
        tie: (Outcome::Loses, by(&"CO-3DB/PT-FLT-3DB-GT-01:tie")),
    },
    TalonsTable {
        code: "CO-3DB/PT-FLT-3DB-GT-02",
        by_four: by(&"CO-3DB/PT-FLT-3DB-GT-02:by-4"),
        tie: (Outcome::Pushes, by(&"CO-3DB/PT-FLT-3DB-GT-02:tie")),
    },
    TalonsTable {
        code: "CO-3DB/PT-FLT-3DB-GT-03",
        by_four: by(&"CO-3DB/PT-FLT-3DB-GT-03:by-4"),
        tie: (Outcome::Loses, by(&"CO-3DB/PT-FLT-3DB-GT-03:tie")),
    },
];

/// From the highest outcome down. The third table prints the whole meter one row too low.
const PROGRESSIVE_LINES: &[TableLine] = lines! {
    "CO-3DB/PT-PRG-TRI-01" {
        0 "triple-3-tie", 1 "triple-3-over-6", 2 "double-triple", 3 "triple-3", 4 "triple-1-or-2", 5 "any-triple",
    }
    "CO-3DB/PT-PRG-TRI-02" {
        0 "triple-3-tie", 1 "triple-3-over-6", 2 "double-triple", 3 "triple-3", 4 "triple-1-or-2", 5 "any-triple",
    }
    "CO-3DB/PT-PRG-TRI-03" {
        0 "triple-3-tie", 1 "triple-3-over-6", 2 "double-triple", 3 "triple-3", 4 "triple-1-or-2", 5 "any-triple",
    }
};

// ------------------------------------------------------------------------------------- section 8: the course of a round

const CUPS: TwoCupsLaw = TwoCupsLaw {
    shaking: Shaking {
        cups: by(&"CO-3DB-1:a"),
        value: by(&"CO-3DB-1:b"),
        shaken: by(&"CO-3DB-8:b"),
        handed: by(&"CO-3DB-8:c"),
        dealer_first: by(&"CO-3DB-8:d"),
        not_exposed: by(&"CO-3DB-8:e"),
        opened: by(&"CO-3DB-8:f"),
        holder: by(&"RULING-3DB-6"),
        order: by(&"RULING-3DB-7"),
        not_flat: by(&"RULING-3DB-8"),
    },
    on_hands: [PLAYER, BANKER],
};

const WINDOWS: &[Window] = &[Window { phase: "bets", closes: NO_MORE_BETS, by: by(&"CO-3DB-8:a") }];

const fn pass(takes: &'static [Outcome]) -> Pass {
    const ALL: &[Group] = &[Group { families: OTHERS, by: by(&"RULING-3DB-1") }];
    Pass { takes, from: From::FirstMade, visits: &[ALL] }
}

const PASSES: &[Pass] = &[pass(&[Outcome::Loses]), pass(&[Outcome::Wins, Outcome::Pushes])];

const MISHAPS: &[Mishap] = &[
    Mishap {
        id: DICE_NOT_FLAT,
        what: "the dice of a cup do not lie flat",
        remedy: "the dealer shakes the cup again, and wagers stand",
        then: Then::Source,
        by: CUPS.shaking.not_flat,
    },
    Mishap {
        id: DICE_EXPOSED,
        what: "the dice of a cup were seen before it was time",
        remedy: "the dealer shakes the cup again, and wagers stand",
        then: Then::Source,
        by: CUPS.shaking.not_exposed,
    },
    Mishap {
        id: WRONG_DICE,
        what: "a cup holds other than three dice, or one of them is damaged",
        remedy: "the round is void, and every wager goes back",
        then: Then::Void,
        by: by(&"RULING-3DB-9"),
    },
];

const LAW: Law = Law {
    wagers: law::Wagers {
        permitted: SILENT,
        placed: SILENT,
        any_number: SILENT,
        cash_refused: SILENT,
        cash_taken: SILENT,
        no_late: by(&"CO-3DB-8:a"),
        no_withdrawal: by(&"RULING-3DB-15"),
        own_place: by(&"RULING-3DB-14"),
        own_care: SILENT,
        as_it_lies: SILENT,
    },
    settling: law::Settling {
        losers_first: by(&"RULING-3DB-1"),
        winners_after: by(&"RULING-3DB-1"),
        marker: SILENT,
    },
    charge: law::Charge::NONE,
    ours: law::Ours {
        order: SILENT,
        called: by(&"RULING-3DB-16"),
        leaves: by(&"RULING-3DB-11"),
        limits_found: SILENT,
        floor_rules: by(&"RULING-3DB-12"),
        unforeseen: by(&"RULING-3DB-13"),
        dealer_bet: by(&"CO-3DB-9:a"),
        dealer_bet_beside_own: by(&"CO-3DB-9:b"),
    },
};

/// Further clauses that decide wagers.
mod says {
    use super::{Clause, by};

    pub(super) const HIGHER: Clause = by(&"CO-3DB-1:c");
    pub(super) const GOLDEN: Clause = by(&"CO-3DB-4");
    pub(super) const GOLDEN_PLAYER: Clause = by(&"CO-3DB-8.A.I.A");
    pub(super) const GOLDEN_BANKER: Clause = by(&"CO-3DB-8.B.I.A");
    pub(super) const TIE_LOST_TO_PLAYER: Clause = by(&"CO-3DB-8.A.II");
    pub(super) const TIE_LOST_TO_BANKER: Clause = by(&"CO-3DB-8.B.II");
    pub(super) const TIE_PUSHES: Clause = by(&"CO-3DB-8.C.II");
    pub(super) const TO_ONE: Clause = by(&"CO-3DB-12.A.I");
    pub(super) const EVENT_TRIPLE: Clause = by(&"CO-3DB-12.A.III");
    pub(super) const EVENT_STRAIGHT: Clause = by(&"CO-3DB-12.A.IV");
    pub(super) const PROGRESSIVE_TRIPLE: Clause = by(&"CO-3DB-14.A.III");
    pub(super) const HIGHEST_ALONE: Clause = by(&"CO-3DB-14.A.II");
    pub(super) const WHOLE_METER_TWICE: Clause = by(&"RULING-3DB-2");
    pub(super) const NOT_BY_ENOUGH: Clause = by(&"RULING-3DB-4");
    pub(super) const EITHER_HAND: Clause = by(&"RULING-3DB-5");

    pub(super) const ALL: &[(Clause, &str)] = &[
        (HIGHER, "The hand with the higher value wins."),
        (GOLDEN, "Three over nothing pushes the wager on the hand that wins."),
        (GOLDEN_PLAYER, "So it does for the player's hand."),
        (GOLDEN_BANKER, "So it does for the banker's hand."),
        (TIE_LOST_TO_PLAYER, "The wagers on the banker and on a tie lose."),
        (TIE_LOST_TO_BANKER, "The wagers on the player and on a tie lose."),
        (TIE_PUSHES, "Equal hands push the wagers on either hand."),
        (TO_ONE, "The price is beside the stake."),
        (EVENT_TRIPLE, "A triple is three dice of one cup that show the same."),
        (EVENT_STRAIGHT, "A double straight is a straight in each cup."),
        (PROGRESSIVE_TRIPLE, "A triple is three dice of one cup that show the same."),
        (HIGHEST_ALONE, "Only the highest outcome is paid."),
        (WHOLE_METER_TWICE, "The third table pays the whole meter for two outcomes."),
        (NOT_BY_ENOUGH, "A hand that wins by less than the table prints, or loses, loses the wager."),
        (EITHER_HAND, "An event that names no hand counts for either."),
        (super::TALONS_TABLES[0].tie.1, "A tie loses."),
        (super::TALONS_TABLES[1].tie.1, "A tie pushes."),
        (super::TALONS_TABLES[2].tie.1, "A tie loses."),
        (super::TALONS_TABLES[1].by_four, "A win by four loses."),
        (super::TALONS_TABLES[2].by_four, "A win by four loses."),
    ];
}

/// The options that only its table files have.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The tables of Golden Talons on the player's and on the banker's hand.
    pub talons: [TalonsTable; 2],
    /// Whether the progressive is paid by its third table.
    pub third_progressive: bool,
}

impl LayoutGame for ThreeDiceBaccarat {
    type Source = TwoCups;
    type Options = Options;

    const PLAY: Play<TwoCupsLaw> = Play {
        law: LAW,
        source: &CUPS,
        source_rules: &[&CUPS.shaking.clauses()],
        places: 14,
        rows: ROWS,
        windows: WINDOWS,
        orders: &[PASSES],
        mishaps: MISHAPS,
    };

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<Options, OpenError> {
        let in_force = |wager: WagerId| config.paytable(wager.word()).map_or("", |table| table.code.as_str());
        let table_of = |wager| {
            let named = TALONS_TABLES.into_iter().find(|table| table.code == in_force(wager));
            named.unwrap_or(TALONS_TABLES[0])
        };
        Ok(Options {
            talons: [TALONS_PLAYER, TALONS_BANKER].map(table_of),
            third_progressive: in_force(PROGRESSIVE) == "CO-3DB/PT-PRG-TRI-03",
        })
    }

    fn barred(_: usize, _: &Terms<Self>) -> Option<Clause> {
        None
    }

    fn verdict(row: usize, result: TwoCupsResult, terms: &Terms<Self>) -> Verdict {
        let TwoCupsResult { player, banker } = result;
        let values = [player, banker].map(value_of_dice);
        match ROWS[row].id {
            PLAYER => on_hand(row, values, says::GOLDEN_PLAYER, terms),
            BANKER => on_hand(row, [values[1], values[0]], says::GOLDEN_BANKER, terms),
            TIE => on_tie(row, values, terms),
            TALONS_PLAYER => on_talons(row, values, &terms.options.talons[0], terms),
            TALONS_BANKER => on_talons(row, [values[1], values[0]], &terms.options.talons[1], terms),
            PROGRESSIVE => on_progressive(row, [player, banker], terms),
            id => on_event(row, comes(id, [player, banker]), terms),
        }
    }
}

/// A wager on one hand, against the other.
fn on_hand(row: usize, [own, other]: [u8; 2], golden: Clause, terms: &Terms<ThreeDiceBaccarat>) -> Verdict {
    if own == other {
        return Verdict::of(Outcome::Pushes, says::TIE_PUSHES.applies());
    }
    match golden.when([own, other] == [3, 0]) {
        Some(rule) => Verdict::of(Outcome::Pushes, Cites::from(says::GOLDEN.applies()).and(rule)),
        None => terms.plain(row, own > other).and(says::HIGHER.applies()),
    }
}

/// A wager on equal hands.
fn on_tie(row: usize, [player, banker]: [u8; 2], terms: &Terms<ThreeDiceBaccarat>) -> Verdict {
    match terms.plain(row, player == banker) {
        won @ Verdict { outcome: Outcome::Wins, .. } => won,
        _ if player > banker => Verdict::of(Outcome::Loses, says::TIE_LOST_TO_PLAYER.applies()),
        _ => Verdict::of(Outcome::Loses, says::TIE_LOST_TO_BANKER.applies()),
    }
}

/// Golden Talons on one hand, against the other.
fn on_talons(
    row: usize,
    [own, other]: [u8; 2],
    talons: &TalonsTable,
    terms: &Terms<ThreeDiceBaccarat>,
) -> Verdict {
    let loses = |by: Clause| Verdict::of(Outcome::Loses, by.applies());
    let more = own.saturating_sub(other);
    let line = 9 - usize::from(more);
    match more {
        0 if own == other => Verdict::of(talons.tie.0, talons.tie.1.applies()),
        4..=9 if terms.line(row, line).is_some() => {
            let Row { wins, paid, .. } = &ROWS[row];
            terms.by_line(row, line, Cites::from(wins.applies()).and(paid.applies()))
        }
        4 => loses(talons.by_four),
        _ => loses(says::NOT_BY_ENOUGH),
    }
}

/// Whether an event has come, and the rules that define it.
#[derive(Clone, Copy)]
struct Comes {
    it: bool,
    defined: Clause,
    of_either: bool,
}

/// Whether the event of a wager has come.
fn comes(id: WagerId, [player, banker]: [ThreeDice; 2]) -> Comes {
    let hands = [player, banker].map(value_of_dice);
    let either = |one: [u8; 2]| hands == one || hands == [one[1], one[0]];
    let triple = |of: &[u8]| {
        let is = |dice| matches!(Shape::of(dice), Shape::Triple(die) if of.contains(&die.number()));
        is(player) || is(banker)
    };
    let plain = |it| Comes { it, defined: SILENT, of_either: false };
    let of_either = |it| Comes { it, defined: SILENT, of_either: true };
    let of_triple = |it| Comes { it, defined: says::EVENT_TRIPLE, of_either: false };
    match id {
        GOLDEN_3 => of_either(either([3, 0])),
        GOLDEN_3_PLAYER => plain(hands == [3, 0]),
        GOLDEN_3_BANKER => plain(hands == [0, 3]),
        SUN_7 => plain(hands[1] == 7 && hands[0] < 7),
        MOON_8 => plain(hands[0] == 8 && hands[1] < 8),
        TRIPLE_3 => of_triple(triple(&[3])),
        TRIPLE_1_OR_6 => of_triple(triple(&[1, 6])),
        ANY_TRIPLE => of_triple(triple(&[1, 2, 3, 4, 5, 6])),
        NINE_OVER_SIX => of_either(either([9, 6])),
        DOUBLE_STRAIGHT => {
            let it = [player, banker].map(Shape::of) == [Shape::Straight; 2];
            Comes { it, defined: says::EVENT_STRAIGHT, of_either: false }
        }
        ZERO_OR_NINE_TIE => plain(hands == [0, 0] || hands == [9, 9]),
        FIVE_TIE => plain(hands == [5, 5]),
        _ => of_either(either([1, 0])),
    }
}

/// A wager on one event.
fn on_event(
    row: usize,
    Comes { it, defined, of_either }: Comes,
    terms: &Terms<ThreeDiceBaccarat>,
) -> Verdict {
    let verdict = terms.plain(row, it);
    if verdict.outcome != Outcome::Wins {
        return verdict;
    }
    verdict.and(says::TO_ONE.applies()).and(defined.applies()).and(says::EITHER_HAND.when(of_either))
}

/// The Triple Progressive: the highest row that the dice of both cups reach.
fn on_progressive(row: usize, dice: [ThreeDice; 2], terms: &Terms<ThreeDiceBaccarat>) -> Verdict {
    let triples = dice.map(|dice| match Shape::of(dice) {
        Shape::Triple(die) => Some(die.number()),
        _ => None,
    });
    let has = |one: [u8; 2]| triples.iter().flatten().any(|die| one.contains(die));
    let (both, any) = (triples.iter().all(Option::is_some), triples.iter().any(Option::is_some));
    let reached =
        [triples == [Some(3); 2], both && has([3, 3]) && has([6, 6]), both, has([3, 3]), has([1, 2]), any];
    let Row { wins, loses, .. } = &ROWS[row];
    let Some(line) = reached.iter().position(|reached| *reached).filter(|_| wins.when(any).is_some()) else {
        return Verdict::of(Outcome::Loses, loses.applies());
    };
    let lower = reached.iter().filter(|reached| **reached).count() > 1;
    let of_whole = terms.options.third_progressive && line < 2;
    let highest = says::HIGHEST_ALONE.when(lower);
    let line = if lower && highest.is_none() { reached.len() - 1 } else { line };
    let cites = Cites::from(highest)
        .and(says::PROGRESSIVE_TRIPLE.when(!of_whole))
        .and(says::WHOLE_METER_TWICE.when(of_whole));
    terms.by_line(row, line, cites)
}

vocabulary! { ThreeDiceBaccarat: procedure 1, WAGERS, barred &["main-wager-needed"], also says::ALL }
