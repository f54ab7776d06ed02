//! Ohio's Big Six: a wheel of 54 sections that show one of seven insignias, and a bet on each of these.
//!
//! A round is short. Patrons place chips on the insignias they choose; the dealer spins the wheel, which
//! closes all bets; the clapper stops at a section. Bets on its insignia win, all others lose. An invalid
//! spin voids the round. A word after a colon names one point of a paragraph that makes several demands, or
//! one row of a pay table.

use crate::common::{Verdict, words};
use crate::layout_table::law::{self, Clause, Law, SILENT, by};
use crate::layout_table::{
    From, Group, LayoutGame, LayoutTable, Mishap, Pass, Play, Row, Terms, Then, Window, game, words::SPIN,
    words::vocabulary,
};
use crate::sources::{BigWheel, WheelLaw};
use engine::{Game, IrregularityId, OpenError, Outcome, SectionId, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(BigSix: "ohio", "big-six");

/// A table of it.
pub type Table = LayoutTable<BigSix>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct BigSix;

// ------------------------------------------------------------------------------------- sections 4 and 7: wagers, odds

words! { WagerId WAGERS:
    ONE = "one";
    TWO = "two";
    FIVE = "five";
    TEN = "ten";
    TWENTY = "twenty";
    JOKER = "joker";
    LOGO = "logo";
}

/// The insignia of each wager, in the same order.
const INSIGNIAS: [&str; 7] = ["1", "2", "5", "10", "20", "joker", "logo"];

macro_rules! rows {
    ($($id:ident $made:literal $line:literal,)*) => {
        &[$(Row::simple($id, 0, [
            by(&$made),
            by(&concat!($made, ".1")),
            by(&concat!($made, ".2")),
            by(&concat!("OH-B6-7.I/T1:", $line)),
        ])),*]
    };
}

const ROWS: &[Row] = rows! {
    ONE "OH-B6-4.I.A" "one",
    TWO "OH-B6-4.I.B" "two",
    FIVE "OH-B6-4.I.C" "five",
    TEN "OH-B6-4.I.D" "ten",
    TWENTY "OH-B6-4.I.E" "twenty",
    JOKER "OH-B6-4.I.F" "joker",
    LOGO "OH-B6-4.I.G" "logo",
};

// --------------------------------------------------------------------------- sections 5, 6 and 8: the course of a round

/// The spin itself closes the bets, without a call.
const WINDOWS: &[Window] = &[Window { phase: "bets", closes: SPIN, by: by(&"OH-B6-5.I") }];

const PASSES: &[Pass] = &[
    Pass { takes: &[Outcome::Loses], from: From::FirstMade, visits: &[&[Group::all(by(&"OH-B6-6.II:a"))]] },
    Pass { takes: &[Outcome::Wins], from: From::FirstMade, visits: &[&[Group::all(by(&"OH-B6-6.II:b"))]] },
];

const MISHAPS: &[Mishap] = &[
    Mishap {
        id: IrregularityId::new(&"clapper-on-peg"),
        what: "the clapper came to rest on a peg",
        remedy: "the spin is not valid: the round is void, and every wager goes back",
        then: Then::Void,
        by: by(&"OH-B6-8.I"),
    },
    Mishap {
        id: IrregularityId::new(&"too-few-rotations"),
        what: "the wheel made fewer than three rotations",
        remedy: "the spin is not valid: the round is void, and every wager goes back",
        then: Then::Void,
        by: by(&"OH-B6-8.II"),
    },
];

const STOPS: WheelLaw = WheelLaw {
    stops: by(&"OH-B6-6.I"),
    valid: by(&"OH-B6-5.III"),
    sections: &[
        ("1", by(&"OH-B6-2.I.C.3(a)")),
        ("2", by(&"OH-B6-2.I.C.3(b)")),
        ("5", by(&"OH-B6-2.I.C.3(c)")),
        ("10", by(&"OH-B6-2.I.C.3(d)")),
        ("20", by(&"OH-B6-2.I.C.3(e)")),
        ("joker", by(&"OH-B6-2.I.C.3(f)")),
        // The list ends before the last of 54 sections.
        ("logo", by(&"OH-B6-2.I.C.3")),
    ],
};

const LAW: Law = Law {
    wagers: law::Wagers {
        permitted: by(&"OH-B6-4.I"),
        placed: by(&"OH-B6-4.III:a"),
        any_number: by(&"OH-B6-4.II"),
        cash_refused: by(&"OH-B6-4.III:b"),
        cash_taken: SILENT,
        no_late: by(&"OH-B6-4.IV:a"),
        no_withdrawal: by(&"OH-B6-4.IV:b"),
        own_place: by(&"RULING-B6-7"),
        own_care: SILENT,
        as_it_lies: SILENT,
    },
    settling: law::Settling {
        losers_first: by(&"OH-B6-6.II:a"),
        winners_after: by(&"OH-B6-6.II:b"),
        marker: SILENT,
    },
    charge: law::Charge::NONE,
    ours: law::Ours {
        order: by(&"RULING-B6-1"),
        called: by(&"RULING-B6-2"),
        leaves: by(&"RULING-B6-3"),
        limits_found: SILENT,
        floor_rules: by(&"RULING-B6-4"),
        unforeseen: by(&"RULING-B6-5"),
        dealer_bet: by(&"RULING-B6-6"),
        dealer_bet_beside_own: SILENT,
    },
};

impl LayoutGame for BigSix {
    type Source = BigWheel;
    type Options = ();

    const PLAY: Play<WheelLaw> = Play {
        law: LAW,
        source: &STOPS,
        source_rules: &[&STOPS.clauses::<9>()],
        places: 64,
        rows: ROWS,
        windows: WINDOWS,
        orders: &[PASSES],
        mishaps: MISHAPS,
    };

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, _: &TableConfig) -> Result<(), OpenError> {
        Ok(())
    }

    /// Every insignia of the layout may be bet on.
    fn barred(_: usize, _: &Terms<Self>) -> Option<Clause> {
        None
    }

    fn verdict(row: usize, stops_at: SectionId, terms: &Terms<Self>) -> Verdict {
        let wins = stops_at.word() == INSIGNIAS[row];
        terms.plain(row, wins).and(LAST_SECTION.when(wins && WAGERS[row] == LOGO))
    }
}

/// The section that the list lacks shows the logo.
const LAST_SECTION: Clause = by(&"RULING-B6-8");

vocabulary! { BigSix: procedure 1, WAGERS, barred &["no-such-section"], also &[(LAST_SECTION, "The last section shows the logo.")] }
